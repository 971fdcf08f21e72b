//! The same programs compiled by gfortran: what a row assigns must have the same bits.

use super::lines::Lines;
use super::print::{COLUMNS, OUTPUTS, Printed, print};
use super::run::{FILE, Rows};
use super::tree::{Kind, Program, type_name};
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

/// What ends a program that divides by zero, or whose quotient is too large.
const SIGFPE: i32 = 8;
/// What ends a program that reads memory that it does not have.
const SIGSEGV: i32 = 11;

/// Whether there is a gfortran.
pub fn is_installed() -> bool {
    static IS_INSTALLED: LazyLock<bool> = LazyLock::new(|| {
        Command::new("gfortran").arg("--version").output().is_ok_and(|output| output.status.success())
    });
    *IS_INSTALLED
}

/// Compares the rows that return.
///
/// # Errors
/// The first row that differs, or at which gfortran's program ends.
pub fn compare(program: &Program, outcome: &Rows) -> Result<(), String> {
    let printed = print(program);
    // gfortran's program goes on at other labels than those that were assigned, or crashes.
    if printed.text.contains("GO TO LB") {
        return Ok(());
    }
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let executable = folder.path().join("program");
    // One file is compiled in half the time of two.
    let text = driver(program, &printed, outcome) + &printed.text;
    std::fs::write(folder.path().join(FILE), text).map_err(|error| error.to_string())?;
    let compiled = Command::new("gfortran")
        // Without `-fwrapv`, `ABS(I*I)` is `I*I`, also where the product overflows.
        .args(["-O0", "-ffp-contract=off", "-fwrapv", "-std=legacy", "-fno-range-check", "-w", "-o"])
        .arg(&executable)
        .arg(FILE)
        .current_dir(folder.path())
        .output()
        .map_err(|error| format!("gfortran: {error}"))?;
    if !compiled.status.success() {
        let message = String::from_utf8_lossy(&compiled.stderr).into_owned();
        // Constants that make a lane fail here are errors there.
        let fair = [
            "shall not be zero",
            "Substring start index",
            "Substring end index",
            "out of bounds",
            "an Infinity or Not",
            "Arithmetic overflow",
        ];
        let is_fair = fair.iter().any(|text| message.contains(text));
        return if is_fair { Ok(()) } else { Err(format!("gfortran: {message}")) };
    }
    let run = Command::new(&executable).stderr(Stdio::null()).output().map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&run.stdout);
    let mut lines = text.lines();
    let rows = outcome.iter().enumerate().filter_map(|(row, values)| Some((row, values.as_ref().ok()?)));
    for (row, expected) in rows {
        let Some(line) = lines.next() else {
            let has_ended_fairly = match run.status.signal() {
                // The least INTEGER divided by -1.
                Some(SIGFPE) => true,
                // What is not needed to know the value of an expression may be evaluated or not.
                Some(SIGSEGV) => [".AND.", ".OR."].iter().any(|operator| printed.text.contains(operator)),
                _ => false,
            };
            if has_ended_fairly {
                return Ok(());
            }
            return Err(format!("gfortran's program ends in a row that returns: row {row}, {}", run.status));
        };
        let found: Vec<u64> =
            line.split_whitespace().filter_map(|word| word.parse::<i64>().ok()).map(|bits| bits as u64).collect();
        if found != *expected {
            return Err(format!("gfortran assigns other values: row {row}: {found:x?}, not {expected:x?}"));
        }
    }
    Ok(())
}

/// A main program that calls the kernel with each row that returns and prints the bits of what it assigns.
fn driver(program: &Program, printed: &Printed, outcome: &Rows) -> String {
    let mut lines = Lines::default();
    lines.push(None, "PROGRAM DRIVER");
    lines.push(None, "IMPLICIT NONE");
    for (name, kind) in &printed.dummies {
        let shape = match name.as_str() {
            "T" => "(8)",
            "IT" => "(6)",
            _ => "",
        };
        lines.push(None, &format!("{} {name}{shape}", type_name(*kind)));
    }
    let names: Vec<&str> = printed.dummies.iter().map(|(name, _)| name.as_str()).collect();
    for (row, _) in outcome.iter().enumerate().filter(|(_, values)| values.is_ok()) {
        for (name, _) in &printed.dummies {
            start(&mut lines, program, row, name);
        }
        lines.push(None, &format!("CALL KERNEL({})", names.join(", ")));
        let results = printed.dummies.iter().filter(|(name, _)| !matches!(name.as_str(), "U" | "T" | "IT"));
        let bits = results.map(|(name, kind)| match kind {
            Kind::I4 | Kind::I8 => format!(", INT({name}, 8)"),
            Kind::R4 | Kind::R8 => format!(", MERGE({NAN}, TRANSFER(REAL({name}, 8), 0_8), {name} /= {name})"),
            Kind::L => format!(", MERGE(1_8, 0_8, {name})"),
        });
        lines.push(None, &format!("PRINT '(99(I0,1X))'{}", bits.collect::<String>()));
        lines.push(None, "FLUSH(6)");
    }
    lines.push(None, "END");
    lines.text
}

/// The bits of the NaN that stands for all.
const NAN: &str = "9221120237041090560_8";

/// Assigns a dummy argument its value in a row.
fn start(lines: &mut Lines, program: &Program, row: usize, name: &str) {
    let values = &program.rows[row];
    let second = usize::from(name.ends_with('2'));
    let real = |value: f64| format!("transfer({}_8, 1d0)", value.to_bits() as i64);
    let real = |value: f64| real(value).replace("-9223372036854775808_8", "(-9223372036854775807_8 - 1_8)");
    let mut put = |place: String, value: String| lines.push(None, &format!("{place} = {value}"));
    let wide = |value: i64| format!("{value}_8").replace("-9223372036854775808_8", "(-9223372036854775807_8 - 1_8)");
    match name {
        "U" => put(name.to_owned(), program.u.to_string()),
        "T" => program.t.iter().enumerate().for_each(|(index, value)| put(format!("t({})", index + 1), real(*value))),
        "IT" => program
            .it
            .iter()
            .enumerate()
            .for_each(|(index, value)| put(format!("it({})", index + 1), value.to_string())),
        _ if OUTPUTS.iter().any(|(output, _)| *output == name) => {}
        _ => {
            let kind = COLUMNS.iter().find(|(column, _)| *column == name).map(|(_, kind)| *kind);
            put(
                name.to_owned(),
                match kind {
                    Some(Kind::I8) => wide(values.j[second]),
                    Some(Kind::R4) => format!("transfer({}, 1.0)", values.r[second].to_bits() as i32),
                    Some(Kind::R8) => real(values.d[second]),
                    Some(Kind::L) => format!(".{}.", values.l[second]),
                    _ => format!("int({}, 4)", wide(values.i[second].into())),
                },
            );
        }
    }
}
