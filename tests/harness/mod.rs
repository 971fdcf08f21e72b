//! What the data-driven suites share: finding cases, running the command line, comparing with what is kept.
//!
//! A case is a file with directives in its comments, lines that begin with `! test: `. What a run gives is compared
//! with a file beside it; `BLESS=1` in the environment writes these files anew.

#![allow(dead_code, reason = "each of the two binaries uses a part of it")]

use libtest_mimic::{Failed, Trial};
use pretty_assertions::StrComparison;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The files of a folder under `tests`, sorted, whose ending is one of those.
pub fn files(folder: &str, endings: &[&str]) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|ending| endings.iter().any(|known| ending == *known)))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{} holds no cases", folder.display());
    files
}

/// A case of a suite; its name begins with that of the suite, as the names of tests do with their modules.
pub fn trial(suite: &str, name: &str, check: impl FnOnce() -> Result<(), String> + Send + 'static) -> Trial {
    Trial::test(format!("{suite}::{name}"), move || check().map_err(Failed::from))
}

/// A number from the environment.
pub fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// The directives of a case.
pub fn directives(text: &str) -> Vec<String> {
    text.lines().filter_map(|line| line.strip_prefix("! test: ")).map(|line| line.trim().to_owned()).collect()
}

/// What a run of the command line gave.
pub struct Run {
    pub stdout: String,
    pub stderr: String,
    pub status: i32,
}

/// Runs the command line in the folder of the case, so that messages hold no path of the machine.
pub fn forlane(folder: &Path, arguments: &[&str]) -> Run {
    forlane_with_input(folder, arguments, Stdio::null())
}

/// The same with a standard input.
pub fn forlane_with_input(folder: &Path, arguments: &[&str], input: Stdio) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_forlane"))
        .current_dir(folder)
        .args(arguments)
        .stdin(input)
        .output()
        .expect("the command line can be started");
    Run {
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        status: output.status.code().unwrap_or(-1),
    }
}

/// Compares with the file's text; with `BLESS=1` writes it.
pub fn compare(expected: &Path, actual: &str) -> Result<(), String> {
    if std::env::var_os("BLESS").is_some_and(|value| value == "1") {
        return std::fs::write(expected, actual).map_err(|error| format!("{}: {error}", expected.display()));
    }
    let kept = std::fs::read_to_string(expected)
        .map_err(|error| format!("{}: {error}; BLESS=1 writes it", expected.display()))?;
    if kept == actual {
        return Ok(());
    }
    Err(format!("differs from {} (BLESS=1 rewrites it):\n{}", expected.display(), StrComparison::new(&kept, actual)))
}

/// Folder and name of a case.
pub fn split(path: &Path) -> (&Path, String) {
    let folder = path.parent().expect("a case stands in a folder");
    (folder, path.file_name().expect("a case has a name").to_string_lossy().into_owned())
}
