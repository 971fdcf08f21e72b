//! The command line of forlane.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    let thread = std::thread::Builder::new().stack_size(forlane::compile::STACK_BYTES).spawn(forlane::command::main);
    match thread.map(std::thread::JoinHandle::join) {
        Ok(Ok(status)) => status,
        Ok(Err(_)) => ExitCode::from(101),
        Err(error) => {
            eprintln!("error: no thread can be started: {error}");
            ExitCode::from(1)
        }
    }
}
