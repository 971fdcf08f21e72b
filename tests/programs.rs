//! Main programs and what they print: `NAME.f`, or with another ending, and `NAME.out`, which holds standard output
//! and the exit status as gfortran gives them; `NAME.in`, if there is one, is standard input. `BLESS=gfortran` makes
//! these files anew with `gfortran -O0 -ffp-contract=off -std=legacy`. What is in a name chooses options for both.

use crate::harness::{compare, files, forlane_with_input, split, trial};
use forlane::DefaultKinds;
use libtest_mimic::Trial;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What may be in a name, the options that forlane gets then, and those of gfortran.
const OPTIONS: [(&str, &[&str], &[&str]); 3] = [
    ("real_8", &["--default-real=8"], &["-fdefault-real-8", "-fdefault-double-8"]),
    ("integer_8", &["--default-integer=8"], &["-fdefault-integer-8"]),
    ("vax_", &[], &["-fdec-structure"]),
];

/// The default kinds that a name chooses.
pub fn default_kinds(path: &Path) -> DefaultKinds {
    let name = split(path).1;
    let size = |word: &str| if name.contains(word) { 8 } else { 4 };
    DefaultKinds::of_sizes(size("real_8"), size("integer_8")).unwrap_or_default()
}

pub fn trials() -> Vec<Trial> {
    let cases = files("programs", &["f", "f90", "F", "F90"]).into_iter();
    cases.map(|path| trial("programs", &split(&path).1, move || check(&path))).collect()
}

fn check(path: &Path) -> Result<(), String> {
    let expected = path.with_extension("out");
    if std::env::var_os("BLESS").is_some_and(|value| value == "gfortran") {
        return make_expected(path, &expected);
    }
    let (folder, name) = split(path);
    let options = OPTIONS.iter().filter(|(word, ..)| name.contains(word)).flat_map(|(_, options, _)| *options);
    let words: Vec<&str> = ["run", &name].into_iter().chain(options.copied()).collect();
    let run = forlane_with_input(folder, &words, input_of(path));
    let actual = format!("{}exit status {}\n", run.stdout, run.status);
    compare(&expected, &actual).map_err(|message| format!("{message}\n{}", run.stderr))
}

/// The standard input of a program.
fn input_of(path: &Path) -> Stdio {
    std::fs::File::open(path.with_extension("in")).map_or_else(|_| Stdio::null(), Stdio::from)
}

fn make_expected(path: &Path, expected: &Path) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let program = compiled_by_gfortran(path, folder.path())?;
    let output = Command::new(&program).stdin(input_of(path)).output().map_err(|error| error.to_string())?;
    let status = output.status.code().unwrap_or(-1);
    let text = format!("{}exit status {status}\n", String::from_utf8_lossy(&output.stdout));
    std::fs::write(expected, text).map_err(|error| error.to_string())
}

/// Compiles a program with gfortran, in a folder.
pub fn compiled_by_gfortran(path: &Path, folder: &Path) -> Result<PathBuf, String> {
    let program = folder.join("program");
    let name = split(path).1;
    let options = OPTIONS.iter().filter(|(word, ..)| name.contains(word)).flat_map(|(.., options)| *options);
    let compiled = Command::new("gfortran")
        .args(["-O0", "-ffp-contract=off", "-std=legacy", "-fcoarray=single", "-w", "-J"])
        .arg(folder)
        .args(options)
        .arg("-o")
        .arg(&program)
        .arg(path)
        // The procedures of OpenMP are in a library of their own.
        .arg("-lgomp")
        .status()
        .map_err(|error| format!("gfortran: {error}"))?;
    if compiled.success() { Ok(program) } else { Err("gfortran refuses it".to_owned()) }
}
