//! What the suites share that spoil texts by chance until a time is over.
//!
//! `FORLANE_HOSTILE_SECONDS` says how long to go on (10 if it is not set), `FORLANE_HOSTILE_SEED` where to begin. A text that
//! fails is written to a file, whose name the test tells.

use std::any::Any;
use std::time::{Duration, Instant};

/// Numbers that look random.
pub struct Random(u64);

impl Random {
    /// A number below a limit; 0 if that is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % limit.max(1)
    }
}

/// A text that went wrong.
pub struct Failed {
    pub text: String,
    /// Of the file that it is kept in.
    pub ending: &'static str,
    pub problem: String,
}

/// Takes one text after another until the time is over, on a stack as deep as that of the compiler.
pub fn spoil(mut take: impl FnMut(&mut Random) -> Result<(), Failed> + Send) {
    let seed = number("FORLANE_HOSTILE_SEED", 0x005e_ed0f_f047_12a4);
    let seconds = Duration::from_secs(number("FORLANE_HOSTILE_SECONDS", 10));
    let test = move || {
        let (mut random, mut count, started) = (Random(seed | 1), 0, Instant::now());
        while started.elapsed() < seconds {
            if let Err(Failed { text, ending, problem }) = take(&mut random) {
                let kept = std::env::temp_dir().join(format!("forlane-hostile-{}.{ending}", std::process::id()));
                std::fs::write(&kept, &text).expect("the text can be kept");
                panic!("{}: {problem}", kept.display());
            }
            count += 1;
        }
        println!("{count} texts, the seed was {seed}");
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(forlane::compile::STACK_BYTES).spawn_scoped(scope, test);
        if let Err(panic) = thread.expect("a thread can be started").join() {
            std::panic::resume_unwind(panic);
        }
    });
}

/// What a panic said.
pub fn message(panic: Box<dyn Any + Send>) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned())).unwrap_or_default()
}

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(otherwise)
}
