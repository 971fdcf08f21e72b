//! Kernels over tables: `NAME.f` and `NAME.csv`, and in `NAME.expected.csv` the columns that they assign.
//!
//! `! test: kernel KERNEL` names the subprogram; `! test: array NAME = VALUE …` gives a shared array. Each kernel runs
//! with gangs of 1, 2, 4, 8 and 16 lanes, with 1 and 3 threads, over 0, 1, 7 and 1000 rows (the table's, again and
//! again), and in the interpreter at every stage; each result must have the expected bits. `BLESS=gfortran` makes the
//! expected files anew with `gfortran -O0 -ffp-contract=off -std=legacy`.

#[path = "kernels/gfortran.rs"]
mod gfortran;
mod harness;
#[path = "kernels/interpreted.rs"]
mod interpreted;
#[path = "kernels/table.rs"]
mod table;

use harness::{directives, files, split};
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use table::{Case, Rows};

const GANGS: [usize; 5] = [1, 2, 4, 8, 16];
const THREADS: [usize; 2] = [1, 3];
const ROWS: [usize; 4] = [0, 1, 7, 1000];

fn main() -> ExitCode {
    let mut trials = Vec::new();
    for path in files("kernels", &["f", "f90"]) {
        let text = std::fs::read_to_string(&path).expect("a case can be read");
        let directives = directives(&text);
        let kernel = directives.iter().find_map(|directive| directive.strip_prefix("kernel ")).map(str::to_owned);
        let kernel = kernel.unwrap_or_else(|| panic!("{} names no kernel", path.display()));
        let arrays: Vec<String> =
            directives.iter().filter_map(|directive| directive.strip_prefix("array ")).map(str::to_owned).collect();
        trials.push(Trial::test(split(&path).1, move || check(&path, &kernel, &arrays).map_err(Failed::from)));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn check(path: &Path, kernel: &str, arrays: &[String]) -> Result<(), String> {
    let case = Case::read(path, kernel, arrays)?;
    let expected: PathBuf = path.with_extension("expected.csv");
    if std::env::var_os("BLESS").is_some_and(|value| value == "gfortran") {
        return gfortran::make_expected(&case, &expected);
    }
    let expected = Rows::read_expected(&expected, &case)?;
    for gang in GANGS {
        let compiled = case.compile(gang)?;
        for threads in THREADS {
            for rows in ROWS {
                let actual = case.run(&compiled, threads, rows)?;
                expected.compare(&actual, rows, &format!("gang {gang}, {threads} threads, {rows} rows"))?;
            }
        }
    }
    interpreted::check(&case, &expected)
}
