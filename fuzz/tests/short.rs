//! Each fuzz target for a short time: `FORLANE_FUZZ_SECONDS` says how long, 2 seconds if it is not set.

use std::process::Command;

#[test]
fn no_target_fails() {
    let seconds = std::env::var("FORLANE_FUZZ_SECONDS").unwrap_or("2".to_owned());
    let output =
        Command::new(env!("CARGO_BIN_EXE_fuzz")).args(["--seconds", &seconds]).output().expect("the driver runs");
    println!("{}", String::from_utf8_lossy(&output.stdout));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
