//! Bad sources and the messages about them, carets included: `NAME.f` and `NAME.txt`.

mod harness;

use harness::{compare, files, forlane, split};
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let trials = files("diagnostics", &["f", "f90", "flir"])
        .into_iter()
        .map(|path| Trial::test(split(&path).1, move || check(&path).map_err(Failed::from)))
        .collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn check(path: &Path) -> Result<(), String> {
    let (folder, name) = split(path);
    let run = forlane(folder, &["check", &name]);
    if !run.stdout.is_empty() {
        return Err(format!("something stands on standard output: {}", run.stdout));
    }
    compare(&path.with_extension("txt"), &format!("{}exit status {}\n", run.stderr, run.status))
}
