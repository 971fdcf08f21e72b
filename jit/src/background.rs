//! Work that another thread does while compiling goes on.

use forlane_semantics::io::thread_time;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The threads that are at work for one module.
#[derive(Default)]
pub struct Threads {
    /// One count for each, beside this one.
    running: Arc<()>,
}

impl Threads {
    /// Does some work: on a thread of its own, if a processor is left for one, else at once.
    pub fn start<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Background<T> {
        if Arc::strong_count(&self.running) >= processors() {
            return Background::Done(work());
        }
        // Whoever comes first takes the work; where no thread can be started, that is `Background::finish`.
        let work: Arc<Mutex<Option<Work<T>>>> = Arc::new(Mutex::new(Some(Box::new(work))));
        let (of_thread, running) = (Arc::clone(&work), Arc::clone(&self.running));
        let run = move || {
            let done = take(&of_thread).map(|work| work());
            drop(running);
            done.map(|done| (done, thread_time()))
        };
        Background::Started(work, thread::Builder::new().name("forlane-compile".to_owned()).spawn(run).ok())
    }
}

/// The processors that threads may use at once.
fn processors() -> usize {
    static PROCESSORS: OnceLock<usize> = OnceLock::new();
    *PROCESSORS.get_or_init(|| thread::available_parallelism().map_or(1, usize::from))
}

type Work<T> = Box<dyn FnOnce() -> T + Send>;

/// The result of some work, which may still be going on.
pub enum Background<T> {
    /// There it is.
    Done(T),
    /// The work until a thread takes it, and that thread, which also gives its processor time.
    Started(Arc<Mutex<Option<Work<T>>>>, Option<JoinHandle<Option<(T, Duration)>>>),
}

impl<T> Background<T> {
    /// The result, and the processor time that another thread took for it.
    pub fn finish(self) -> (T, Duration) {
        let (work, thread) = match self {
            Background::Done(done) => return (done, Duration::ZERO),
            Background::Started(work, thread) => (work, thread),
        };
        if let Some(work) = take(&work) {
            return (work(), Duration::ZERO);
        }
        match thread.map(JoinHandle::join) {
            Some(Ok(Some(done))) => done,
            Some(Err(panic)) => std::panic::resume_unwind(panic),
            Some(Ok(None)) | None => unreachable!("the work was taken, and not by this thread"),
        }
    }
}

fn take<T>(work: &Mutex<Option<Work<T>>>) -> Option<Work<T>> {
    work.lock().unwrap_or_else(PoisonError::into_inner).take()
}

#[cfg(test)]
mod tests {
    use super::Threads;

    /// More work than there are processors, of which some is done at once, and all in the order in which it was begun.
    #[test]
    fn results_are_those_of_the_work() {
        let threads = Threads::default();
        let begun: Vec<_> = (0..20_u64).map(|number| threads.start(move || (0..number * 1000).sum::<u64>())).collect();
        let done: Vec<u64> = begun.into_iter().map(|work| work.finish().0).collect();
        let expected: Vec<u64> =
            (0..20).map(|number: u64| number * 1000).map(|n| n * n.saturating_sub(1) / 2).collect();
        assert_eq!(done, expected);
    }

    /// A bug of the allocator of registers shows where it would without threads.
    #[test]
    #[should_panic(expected = "a bug")]
    fn a_panic_is_handed_on() {
        let begun = Threads::default().start(|| -> u8 { panic!("a bug") });
        begun.finish();
    }
}
