//! Each fuzz target for a short time: `FORLANE_FUZZ_SECONDS` says how long, 10 seconds if it is not set.

use libtest_mimic::{Arguments, Failed, Trial};
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let seconds = std::env::var("FORLANE_FUZZ_SECONDS").unwrap_or("10".to_owned());
    let list = fuzz(&["--list"]).expect("the driver lists its targets");
    let trials = list.lines().map(|target| {
        let (target, seconds) = (target.to_owned(), seconds.clone());
        Trial::test(target.clone(), move || fuzz(&[&target, "--seconds", &seconds]).map(|table| print!("{table}")))
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}

/// What the driver prints.
fn fuzz(arguments: &[&str]) -> Result<String, Failed> {
    let output = Command::new(env!("CARGO_BIN_EXE_fuzz")).args(arguments).output()?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned().into()),
    }
}
