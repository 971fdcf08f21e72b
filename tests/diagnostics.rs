//! Bad sources and the messages about them, carets included: `NAME.f` and `NAME.txt`.

use crate::harness::{compare, files, forlane, split, trial};
use libtest_mimic::Trial;
use std::path::Path;

pub fn trials() -> Vec<Trial> {
    let cases = files("diagnostics", &["f", "f90", "F", "F90", "flir"]).into_iter();
    cases.map(|path| trial("diagnostics", &split(&path).1, move || check(&path))).collect()
}

fn check(path: &Path) -> Result<(), String> {
    let (folder, name) = split(path);
    let run = forlane(folder, &["check", &name]);
    if !run.stdout.is_empty() {
        return Err(format!("something stands on standard output: {}", run.stdout));
    }
    compare(&path.with_extension("txt"), &format!("{}exit status {}\n", run.stderr, run.status))
}
