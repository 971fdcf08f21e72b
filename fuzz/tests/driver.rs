//! The driver finds each way in which a target can go wrong, and keeps a reduced input.

use std::path::Path;
use std::process::{Command, Output};

fn fuzz(keep: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fuzz")).args(arguments).arg("--keep").arg(keep).output().expect("the driver runs")
}

/// Runs a faulty target; what is kept says what is wrong, and fails again.
fn finds(target: &str, limit: &str, says: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let run = fuzz(folder.path(), &[target, "--cases", "4", "--limit", limit]);
    let errors = String::from_utf8_lossy(&run.stderr).into_owned();
    assert_eq!(run.status.code(), Some(1), "{errors}");
    assert!(errors.contains(says), "{errors}");
    let kept: Vec<_> = std::fs::read_dir(folder.path()).expect("a folder").map(|file| file.unwrap().path()).collect();
    assert_eq!(kept.len(), 1, "one cause is kept once: {errors}");
    assert_eq!(std::fs::read(&kept[0]).expect("a file"), b"x", "{errors}");
    let again = fuzz(folder.path(), &[target, "--limit", limit, "--replay", kept[0].to_str().expect("a plain name")]);
    assert_eq!(again.status.code(), Some(1));
}

#[test]
fn a_result_that_is_wrong() {
    finds("faulty-wrong", "60", "wrong");
}

#[test]
fn a_panic() {
    finds("faulty-panic", "60", "an x");
}

#[test]
fn an_abort() {
    finds("faulty-abort", "60", "signal 6");
}

#[test]
fn an_exhausted_stack() {
    finds("faulty-stack", "60", "stack");
}

#[test]
fn exhausted_memory() {
    finds("faulty-memory", "60", "memory allocation of 8589934592 bytes failed");
}

#[test]
fn a_hang() {
    finds("faulty-hang", "1", "no end after 1 s");
}

#[test]
fn nothing_wrong() {
    let folder = tempfile::tempdir().expect("a folder");
    let table = |seed: &str| {
        let run = fuzz(folder.path(), &["faulty-none", "--cases", "5", "--seed", seed]);
        assert!(run.status.success());
        String::from_utf8_lossy(&run.stdout).into_owned()
    };
    assert!(table("7").contains("faulty-none            5"), "{}", table("7"));
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
}
