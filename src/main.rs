//! The command line of forlane.
#![deny(unsafe_code)]

use forlane::Checks;
use std::process::ExitCode;

/// What `--unchecked` compiles with.
#[allow(unsafe_code, reason = "the user of the command line promises what no code can check")]
// SAFETY: with `--unchecked` the user promises, as the README says, that no index is outside of its array.
const UNCHECKED: Checks = unsafe { Checks::off() };

fn main() -> ExitCode {
    let main = || forlane::command::main(UNCHECKED);
    let thread = std::thread::Builder::new().stack_size(forlane::compile::STACK_BYTES).spawn(main);
    match thread.map(std::thread::JoinHandle::join) {
        Ok(Ok(status)) => status,
        Ok(Err(_)) => ExitCode::from(101),
        Err(error) => {
            eprintln!("error: no thread can be started: {error}");
            ExitCode::from(1)
        }
    }
}
