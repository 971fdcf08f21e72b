//! The suites whose cases are files, one binary: `cargo test --test cases dumps::` runs one suite, `cargo test --test
//! cases kernels::zero` the cases of it whose names begin so. `BLESS=1` and `BLESS=gfortran` write what the chosen
//! cases expect.

mod diagnostics;
mod dumps;
mod explain;
mod files;
mod harness;
mod kernels;
mod programs;
mod text_form;

use libtest_mimic::Arguments;
use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some(status) = files::interpreted() {
        return status;
    }
    let suites = [
        diagnostics::trials,
        dumps::trials,
        explain::trials,
        files::trials,
        kernels::trials,
        programs::trials,
        text_form::trials,
    ];
    let trials = suites.into_iter().flat_map(|trials| trials()).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}
