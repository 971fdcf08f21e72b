//! Kernels over tables: `NAME.f` and `NAME.csv`, and in `NAME.expected.csv` the columns that they assign.
//!
//! `! test: kernel KERNEL` names the subprogram; `! test: array NAME = VALUE …` gives a shared array, `! test: set
//! NAME = VALUE` one value for all rows; `! test: init CALL` is called once, before the rows; `! test: check
//! bounds` has gfortran check array indices. The examples of the project are kernels too; they have expected files
//! alone. Each kernel runs with gangs of 1, 2, 4, 8 and 16 lanes, with 1 and 3 threads, over 0, 1, 7 and 1000 rows
//! (the table's, again and again), in the interpreter at every stage, and from the text of every stage; those with
//! switches also with each form of switches forced, all with each form of loops that lanes take together. Where
//! they can, lanes that are done also take other rows while the others go on. `NAME with avx512` and `NAME with avx2`
//! are the same with gangs of up to 64 lanes of the wide emitter, ignored where the machine lacks these. Each result
//! must have the expected bits. `BLESS=gfortran` makes the expected files anew with `gfortran -O0 -ffp-contract=off
//! -std=legacy`.

mod gfortran;
mod interpreted;
mod read_back;
mod table;

use crate::harness::{directives, files, split, trial};
use forlane_jit::{CompileOptions, InstructionSet, Mathematics, Refill};
use forlane_rewrites::lower_switches::SwitchForm;
use forlane_rewrites::uniform_parts::UniformForm;
use libtest_mimic::Trial;
use std::path::{Path, PathBuf};
use table::{Case, Forms, Rows};

/// Lanes of the gangs: of each form of code, and, where blocks are guarded, the largest.
fn gangs() -> &'static [usize] {
    match std::env::var_os("FORLANE_GUARD") {
        Some(_) => &[1, 2, 8, 64],
        None => &[1, 2, 4, 8, 16],
    }
}

/// Lanes of the gangs of the wide emitter. The sets of instructions share all but the last steps, so that one of them
/// takes fewer, but where blocks are guarded.
fn wide_gangs(isa: InstructionSet) -> &'static [usize] {
    match std::env::var_os("FORLANE_GUARD") {
        None if isa == InstructionSet::Avx2 => &[4, 32],
        _ if isa == InstructionSet::Avx2 => &[4, 8, 16, 32, 64],
        _ => &[8, 16, 32, 64],
    }
}

const THREADS: [usize; 2] = [1, 3];
const ROWS: [usize; 4] = [0, 1, 7, 1000];

/// The forms of switches, one of which is forced for kernels that have some.
const SWITCHES: [SwitchForm; 3] = [SwitchForm::Native, SwitchForm::GuardedChain, SwitchForm::RangeTree];

/// The forms of loops that lanes take together.
const UNIFORM: [UniformForm; 2] = [UniformForm::Graph, UniformForm::Tree];

/// The examples: source, table, directives.
const EXAMPLES: [(&str, &str, &[&str]); 4] = [
    ("zeroin.f", "cubics.csv", &["kernel root"]),
    ("kepler.f", "orbits.csv", &["kernel kepler"]),
    ("mandelbrot.f", "plane.csv", &["kernel mandel", "set limit = 60"]),
    ("opcodes.f", "programs.csv", &["kernel machin"]),
];

pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    let mut add = |name: &str, case: CaseFiles, directives: Vec<String>| {
        for isa in InstructionSet::WIDE {
            let (case, directives) = (case.clone(), directives.clone());
            let name = format!("{name} with {}", isa.name());
            let wide = trial("kernels", &name, move || check_wide(&case, &directives, isa));
            trials.push(wide.with_ignored_flag(!isa.is_available()));
        }
        let (fast_case, fast_directives) = (case.clone(), directives.clone());
        let fast =
            trial("kernels", &format!("{name} with fast math"), move || check_fast(&fast_case, &fast_directives));
        trials.push(fast.with_ignored_flag(Mathematics::Fast.taken().is_err()));
        trials.push(trial("kernels", name, move || check(&case, &directives)));
    };
    for path in files("kernels", &["f", "f90"]) {
        let text = std::fs::read_to_string(&path).expect("a case can be read");
        let case = CaseFiles {
            table: path.with_extension("csv"),
            expected: path.with_extension("expected.csv"),
            source: path.clone(),
        };
        add(&split(&path).1, case, directives(&text));
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (source, table, directives) in EXAMPLES {
        let case = CaseFiles {
            source: root.join("examples").join(source),
            table: root.join("examples").join(table),
            expected: root.join("tests/kernels").join(format!("example_{source}")).with_extension("expected.csv"),
        };
        let directives = directives.iter().map(|directive| (*directive).to_owned()).collect();
        add(&format!("examples/{source}"), case, directives);
    }
    trials
}

/// The files of a case.
#[derive(Clone)]
pub struct CaseFiles {
    source: PathBuf,
    table: PathBuf,
    expected: PathBuf,
}

fn check(files: &CaseFiles, directives: &[String]) -> Result<(), String> {
    let case = Case::read(files, directives)?;
    if std::env::var_os("BLESS").is_some_and(|value| value == "gfortran") {
        return gfortran::make_expected(&case, &files.expected);
    }
    let expected = Rows::read_expected(&files.expected, &case)?;
    for gang in gangs().iter().copied() {
        let compiled = case.compile(gang, InstructionSet::Base, Forms::default())?;
        for threads in THREADS {
            for rows in ROWS {
                let actual = case.run(&compiled, threads, rows)?;
                expected.compare(&actual, rows, &format!("gang {gang}, {threads} threads, {rows} rows"))?;
            }
        }
    }
    check_refilled(&case, &expected, InstructionSet::Base, gangs())?;
    interpreted::check(&case, &expected, Forms::default())?;
    read_back::check(&case, &expected)?;
    let switches = if case.has_switches() { &SWITCHES[..] } else { &[] };
    let switches = switches.iter().map(|form| Forms { switches: Some(*form), uniform: None });
    let uniform = UNIFORM.into_iter().map(|form| Forms { switches: None, uniform: Some(form) });
    for forms in switches.chain(uniform) {
        let compiled = case.compile(4, InstructionSet::Base, forms)?;
        let actual = case.run(&compiled, 1, case.rows())?;
        expected.compare(&actual, case.rows(), &format!("gang 4, as {forms:?}"))?;
        interpreted::check(&case, &expected, forms)?;
    }
    Ok(())
}

/// The same under the wide emitter. BLESS leaves it alone: it has the expected bits of the other.
fn check_wide(files: &CaseFiles, directives: &[String], isa: InstructionSet) -> Result<(), String> {
    let case = Case::read(files, directives)?;
    if std::env::var_os("BLESS").is_some() {
        return Ok(());
    }
    let expected = Rows::read_expected(&files.expected, &case)?;
    for gang in wide_gangs(isa).iter().copied() {
        let compiled = case.compile(gang, isa, Forms::default())?;
        for rows in [7, 1000] {
            let actual = case.run(&compiled, 1, rows)?;
            expected.compare(&actual, rows, &format!("{isa:?}, gang {gang}, {rows} rows"))?;
        }
    }
    check_refilled(&case, &expected, isa, wide_gangs(isa))?;
    let switches = if case.has_switches() { &SWITCHES[..] } else { &[] };
    for form in switches {
        let forms = Forms { switches: Some(*form), uniform: None };
        let actual = case.run(&case.compile(8, isa, forms)?, 1, case.rows())?;
        expected.compare(&actual, case.rows(), &format!("{isa:?}, gang 8, as {forms:?}"))?;
    }
    Ok(())
}

/// Where lanes that are done can take other rows, they do.
fn check_refilled(case: &Case, expected: &Rows, isa: InstructionSet, gangs: &[usize]) -> Result<(), String> {
    for gang in gangs.iter().copied().filter(|gang| *gang > 1) {
        let options = CompileOptions { gang: Some(gang), isa, refill: Refill::Always, ..CompileOptions::default() };
        let compiled = case.compile_with(&options)?;
        if !compiled.compiled().tried().1.refills {
            return Ok(());
        }
        for rows in ROWS {
            let actual = case.run(&compiled, 1, rows)?;
            expected.compare(&actual, rows, &format!("{isa:?}, refilled gang {gang}, {rows} rows"))?;
        }
    }
    Ok(())
}

/// With fast mathematics there are no expected bits, but they are the same in all widths and for all instruction sets.
fn check_fast(files: &CaseFiles, directives: &[String]) -> Result<(), String> {
    let case = Case::read(files, directives)?;
    let run = |gang: usize, isa: InstructionSet| {
        let options = CompileOptions { gang: Some(gang), isa, math: Mathematics::Fast, ..CompileOptions::default() };
        case.run(&case.compile_with(&options)?, 1, case.rows())
    };
    let scalar = run(1, InstructionSet::Base)?;
    let others =
        InstructionSet::WIDE.into_iter().filter(|isa| isa.is_available()).flat_map(|isa| [(16, isa), (32, isa)]);
    for (gang, isa) in [(4, InstructionSet::Base)].into_iter().chain(others) {
        scalar.compare(&run(gang, isa)?, case.rows(), &format!("fast, gang {gang}, {isa:?}, expected as scalar"))?;
    }
    Ok(())
}
