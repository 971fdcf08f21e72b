//! The command line: `python -m forlane`.

use forlane::Checks;
use pyo3::prelude::*;
use std::ffi::OsString;

/// Runs the command line, whose first word is the program's name; returns the exit status.
#[pyfunction]
pub fn run_command(py: Python<'_>, words: Vec<OsString>) -> PyResult<u8> {
    let run = move || forlane::command::run_with(words, unchecked());
    py.detach(|| {
        let thread = std::thread::Builder::new().stack_size(forlane::compile::STACK_BYTES).spawn(run)?;
        Ok(thread.join().unwrap_or(101))
    })
}

/// What `--unchecked` and `checks=False` compile with.
#[allow(unsafe_code, reason = "the user promises what no code can check")]
pub fn unchecked() -> Checks {
    // SAFETY: with `--unchecked` or `checks=False` the user promises, as their documentation says, that no index is
    // outside of its array.
    unsafe { Checks::off() }
}
