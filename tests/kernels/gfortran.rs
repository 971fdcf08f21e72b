//! Expected columns made by gfortran: a main program that reads the bits of the arguments, calls the kernel, and writes
//! the bits of what it assigned.

use super::table::{Case, parse_bits};
use forlane_cfg::{IntegerKind, RealKind, Type};
use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Writes the expected file anew.
pub fn make_expected(case: &Case, expected: &Path) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let driver = folder.path().join("driver.f90");
    let program = folder.path().join("program");
    std::fs::write(&driver, driver_source(case)).map_err(|error| error.to_string())?;
    let compiled = Command::new("gfortran")
        .args(["-O0", "-ffp-contract=off", "-std=legacy", "-w"])
        .args(case.checks_bounds.then_some("-fcheck=bounds"))
        .arg("-J")
        .arg(folder.path())
        .arg("-o")
        .arg(&program)
        .arg(&driver)
        .arg(&case.path)
        .status()
        .map_err(|error| format!("gfortran: {error}"))?;
    if !compiled.success() {
        return Err(format!("gfortran refuses it:\n{}", driver_source(case)));
    }
    let outputs: Vec<_> = case.source.parameters.iter().filter(|parameter| parameter.is_assigned).collect();
    let mut text = outputs.iter().map(|parameter| parameter.name.clone()).collect::<Vec<_>>().join(",");
    text.push('\n');
    for row in 0..case.rows() {
        // A row that stops or fails ends its process and has no values.
        let line = run_row(case, &program, row)?;
        let mut words = line.split_whitespace();
        let cells: Vec<String> = outputs
            .iter()
            .map(|parameter| words.next().map_or(String::new(), |word| value(word, parameter.ty)))
            .collect();
        let _ = writeln!(text, "{}", cells.join(","));
    }
    std::fs::write(expected, text).map_err(|error| error.to_string())
}

fn run_row(case: &Case, program: &Path, row: usize) -> Result<String, String> {
    let mut input = String::new();
    for parameter in case.source.parameters.iter().filter(|parameter| !parameter.is_result) {
        if let Some(values) = case.array(&parameter.name) {
            for value in values {
                let _ = writeln!(input, "{}", parse_bits(value, parameter.ty)? as i64);
            }
        } else if let Some(value) = case.value(&parameter.name) {
            let _ = writeln!(input, "{}", parse_bits(value, parameter.ty)? as i64);
        } else if let Some(values) = case.column(&parameter.name) {
            let _ = writeln!(input, "{}", parse_bits(&values[row], parameter.ty)? as i64);
        }
    }
    let mut child = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| error.to_string())?;
    let mut stdin = child.stdin.take().ok_or("no standard input")?;
    std::io::Write::write_all(&mut stdin, input.as_bytes()).map_err(|error| error.to_string())?;
    drop(stdin);
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Ok(String::new());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn declaration(ty: Type) -> &'static str {
    match ty {
        Type::Integer(IntegerKind::I1) => "integer(1)",
        Type::Integer(IntegerKind::I2) => "integer(2)",
        Type::Integer(IntegerKind::I4) => "integer(4)",
        Type::Integer(IntegerKind::I8) => "integer(8)",
        Type::Real(RealKind::R4) => "real(4)",
        Type::Real(RealKind::R8) => "real(8)",
        Type::Logical | Type::Complex(_) | Type::Character => "logical",
    }
}

/// From the 64 bits that were read.
fn from_bits(ty: Type) -> &'static str {
    match ty {
        Type::Integer(_) => "int(driver_bits, 8)",
        Type::Real(RealKind::R4) => "real(transfer(driver_bits, 1d0), 4)",
        Type::Real(RealKind::R8) => "transfer(driver_bits, 1d0)",
        Type::Logical | Type::Complex(_) | Type::Character => "driver_bits /= 0",
    }
}

fn driver_source(case: &Case) -> String {
    let parameters = &case.source.parameters;
    let mut text = String::from("program driver\n implicit none\n integer(8) :: driver_bits\n integer :: driver_i\n");
    for parameter in parameters {
        let name = if parameter.is_result { format!("{}_value", parameter.name) } else { parameter.name.clone() };
        let shape = case.array(&parameter.name).map_or(String::new(), |values| format!("({})", values.len()));
        let _ = writeln!(text, " {} :: {name}{shape}", declaration(parameter.ty));
        if parameter.is_result {
            let _ = writeln!(text, " {}, external :: {}", declaration(parameter.ty), parameter.name);
        }
    }
    for parameter in parameters.iter().filter(|parameter| !parameter.is_result) {
        let name = &parameter.name;
        let value = from_bits(parameter.ty);
        if let Some(values) = case.array(name) {
            let _ = writeln!(
                text,
                " do driver_i = 1, {}\n read *, driver_bits\n {name}(driver_i) = {value}\n end do",
                values.len()
            );
        } else if case.column(name).is_some() || case.value(name).is_some() {
            let _ = writeln!(text, " read *, driver_bits\n {name} = {value}");
        }
    }
    for call in &case.calls {
        let _ = writeln!(text, " {call}");
    }
    let dummies: Vec<&str> =
        parameters.iter().filter(|parameter| !parameter.is_result).map(|parameter| parameter.name.as_str()).collect();
    let call = format!("{}({})", case.kernel, dummies.join(", "));
    match parameters.iter().find(|parameter| parameter.is_result) {
        Some(result) => {
            let _ = writeln!(text, " {}_value = {call}", result.name);
        }
        None => {
            let _ = writeln!(text, " call {call}");
        }
    }
    for parameter in parameters.iter().filter(|parameter| parameter.is_assigned) {
        let name = if parameter.is_result { format!("{}_value", parameter.name) } else { parameter.name.clone() };
        let bits = match parameter.ty {
            Type::Integer(_) => format!("int({name}, 8)"),
            Type::Real(_) => format!("transfer(real({name}, 8), 0_8)"),
            Type::Logical | Type::Complex(_) | Type::Character => format!("merge(1_8, 0_8, {name})"),
        };
        let _ = writeln!(text, " print '(i0)', {bits}");
    }
    text.push_str("end program\n");
    text
}

/// The text of a value whose 64 bits gfortran wrote.
fn value(word: &str, ty: Type) -> String {
    let bits = word.parse::<i64>().unwrap_or_default();
    let real = f64::from_bits(bits as u64);
    match ty {
        Type::Integer(_) => bits.to_string(),
        Type::Real(RealKind::R4) => format!("{:?}", real as f32),
        Type::Real(RealKind::R8) => format!("{real:?}"),
        Type::Logical | Type::Complex(_) | Type::Character => (bits != 0).to_string(),
    }
}
