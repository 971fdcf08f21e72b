//! Prints a random program as Fortran in fixed form.
//!
//! Every label and every turn of a loop counts in `K` and leaves for 9999 when the budget is used up, so that each
//! program ends. Units are printed from the last to the first, since each calls only those after it.

use super::body::Body;
use super::tree::{Case, Kind, Unit};
use std::collections::BTreeSet;
use std::fmt::Write;

/// What a unit is called with.
#[derive(Clone, Debug)]
pub struct Callee {
    pub name: String,
    pub is_function: bool,
    /// The arrays that it takes after its scalars.
    pub arrays: Vec<&'static str>,
}

impl Callee {
    /// The arrays in a call of it: each unit calls its own by the same names.
    pub fn array_arguments(&self) -> String {
        self.arrays.iter().map(|array| format!(", {array}")).collect()
    }
}

/// Scalars that the kernel takes, each a column.
pub const COLUMNS: [(&str, Kind); 10] = [
    ("I1", Kind::I4),
    ("I2", Kind::I4),
    ("J1", Kind::I8),
    ("J2", Kind::I8),
    ("R1", Kind::R4),
    ("R2", Kind::R4),
    ("D1", Kind::R8),
    ("D2", Kind::R8),
    ("L1", Kind::L),
    ("L2", Kind::L),
];

/// What the kernel assigns at its end.
pub const OUTPUTS: [(&str, Kind); 5] =
    [("OI", Kind::I4), ("OJ", Kind::I8), ("OR", Kind::R4), ("OD", Kind::R8), ("OL", Kind::L)];

/// Further scalars, with what they start as.
const LOCALS: [(&str, Kind, &str); 16] = [
    ("U", Kind::I4, "4"),
    ("I1", Kind::I4, "2"),
    ("I2", Kind::I4, "5"),
    ("I3", Kind::I4, "1"),
    ("J1", Kind::I8, "3"),
    ("J2", Kind::I8, "-1"),
    ("J3", Kind::I8, "2"),
    ("R1", Kind::R4, "0.5"),
    ("R2", Kind::R4, "-1.5"),
    ("R3", Kind::R4, "2.0"),
    ("D1", Kind::R8, "0.25D0"),
    ("D2", Kind::R8, "3.0D0"),
    ("D3", Kind::R8, "-1.0D0"),
    ("L1", Kind::L, ".TRUE."),
    ("L2", Kind::L, ".FALSE."),
    ("L3", Kind::L, ".FALSE."),
];

/// Local arrays: name, shape, elements by their subscripts, what they start as.
const ARRAYS: [(&str, Kind, &str, &[&str], &str); 5] = [
    ("IA", Kind::I4, "5", &["1", "2", "3", "4", "5"], "1"),
    ("JA", Kind::I8, "3", &["1", "2", "3"], "2"),
    ("RA", Kind::R4, "2,3", &["1,1", "2,1", "1,2", "2,2", "1,3", "2,3"], "0.5"),
    ("DA", Kind::R8, "-1:3", &["-1", "0", "1", "2", "3"], "1.5D0"),
    ("LA", Kind::L, "4", &["1", "2", "3", "4"], ".FALSE."),
];

type Narrow = (&'static str, &'static str, &'static [&'static str], &'static str, &'static [&'static str]);

/// Texts and integers of 1 and 2 bytes: name, type with shape, places, their start values, and INTEGERs that depend on
/// them.
const NARROW: [Narrow; 4] = [
    ("C1", "CHARACTER*12 C1", &["C1"], "'12AB'", &["ICHAR(C1(1:1))", "ICHAR(C1(11:11))"]),
    ("C2", "CHARACTER*6 C2", &["C2"], "'7.5'", &["ICHAR(C2(2:2))", "LEN_TRIM(C2)"]),
    ("IB", "INTEGER*1 IB(3)", &["IB(1)", "IB(2)", "IB(3)"], "1", &["INT(IB(1))", "INT(IB(3))"]),
    ("IS", "INTEGER*2 IS", &["IS"], "3", &["INT(IS)"]),
];

fn type_name(kind: Kind) -> &'static str {
    match kind {
        Kind::I4 => "INTEGER",
        Kind::I8 => "INTEGER*8",
        Kind::R4 => "REAL",
        Kind::R8 => "DOUBLE PRECISION",
        Kind::L => "LOGICAL",
    }
}

/// A printed program.
pub struct Printed {
    pub text: String,
    /// The kernel's dummy arguments.
    pub dummies: Vec<(String, Kind)>,
}

/// Prints the program.
pub fn print(case: &Case) -> Printed {
    let mut callees: Vec<Callee> = Vec::new();
    let mut texts = Vec::new();
    let mut dummies = Vec::new();
    for (number, unit) in case.units.iter().enumerate().rev() {
        let body = Body::print(unit, &callees, case);
        let mut lines = Lines::default();
        if number == 0 {
            dummies = kernel(unit, &body, &callees, &mut lines);
        } else {
            callees.push(subprogram(unit, number, &body, &callees, &mut lines));
        }
        texts.push(lines.text);
    }
    texts.reverse();
    Printed { text: texts.concat(), dummies }
}

/// Lines of fixed form.
#[derive(Debug, Default)]
pub struct Lines {
    /// What has been printed.
    pub text: String,
    /// The statements, not cut into lines.
    pub statements: String,
}

impl Lines {
    /// A statement; what is after column 72 goes to continuation lines.
    pub fn push(&mut self, label: Option<u32>, text: &str) {
        let _ = writeln!(self.statements, "{text}");
        let characters: Vec<char> = text.chars().collect();
        for (index, part) in characters.chunks(66).enumerate() {
            let part: String = part.iter().collect();
            let start = match (index, label) {
                (0, Some(label)) => format!("{label:>5} "),
                (0, None) => "      ".to_owned(),
                _ => "     &".to_owned(),
            };
            let _ = writeln!(self.text, "{start}{}", part.trim_end());
        }
    }

    fn declare(&mut self, kind: Kind, name: &str) {
        self.push(None, &format!("{} {name}", type_name(kind)));
    }
}

/// The names and keywords in a text.
fn words(text: &str) -> BTreeSet<&str> {
    text.split(|character: char| !character.is_ascii_alphanumeric()).collect()
}

/// Declares and initializes what a body uses beside the dummy arguments.
fn locals(unit: &Unit, body: &Body, dummies: &[String], callees: &[Callee], lines: &mut Lines) {
    let mut used = words(&body.lines.statements);
    used.extend(["I1", "D1"].iter().filter(|_| unit.is_function));
    let is_local = |name: &str| used.contains(name) && !dummies.iter().any(|dummy| dummy == name);
    let mut starts = Vec::new();
    for callee in callees.iter().filter(|callee| callee.is_function && used.contains(callee.name.as_str())) {
        lines.declare(Kind::R8, &callee.name);
    }
    for (name, kind, value) in LOCALS.iter().filter(|(name, ..)| is_local(name)) {
        lines.declare(*kind, name);
        starts.push((vec![(*name).to_owned()], value));
    }
    for (name, kind, shape, subscripts, value) in ARRAYS.iter().filter(|(name, ..)| is_local(name)) {
        lines.declare(*kind, &format!("{name}({shape})"));
        starts.push((subscripts.iter().map(|subscript| format!("{name}({subscript})")).collect(), value));
    }
    for (_, declaration, places, value, _) in NARROW.iter().filter(|(name, ..)| is_local(name)) {
        lines.push(None, declaration);
        starts.push((places.iter().map(|place| (*place).to_owned()).collect(), value));
    }
    for depth in 1..=8 {
        for (letter, kind) in [("M", Kind::I4), ("N", Kind::I8)] {
            let name = format!("{letter}{depth}");
            if is_local(&name) {
                lines.declare(kind, &name);
                starts.push((vec![name], &"0"));
            }
        }
    }
    for (places, value) in &starts {
        for place in places.iter().filter(|_| unit.is_saved) {
            lines.push(None, &format!("DATA {place} /{value}/"));
        }
    }
    for (places, value) in &starts {
        for place in places.iter().filter(|_| !unit.is_saved) {
            lines.push(None, &format!("{place} = {value}"));
        }
    }
}

/// Prints the kernel; its dummy arguments.
fn kernel(unit: &Unit, body: &Body, callees: &[Callee], lines: &mut Lines) -> Vec<(String, Kind)> {
    let used = words(&body.lines.statements);
    let mut dummies: Vec<(String, Kind)> = Vec::new();
    for (name, kind) in [("U", Kind::I4), ("IT", Kind::I4), ("T", Kind::R8)].iter().chain(&COLUMNS) {
        if used.contains(name) {
            dummies.push(((*name).to_owned(), *kind));
        }
    }
    let mut end = Lines::default();
    for (output, kind) in OUTPUTS {
        if let Some(first) = outcome(output, kind, &used, &mut end) {
            dummies.push((first, kind));
        }
    }
    let names: Vec<String> = dummies.iter().map(|(name, _)| name.clone()).collect();
    lines.push(None, &format!("SUBROUTINE KERNEL({})", names.join(", ")));
    for (name, kind) in &dummies {
        let shape = match name.as_str() {
            "IT" => "(6)",
            "T" => "(8)",
            _ => "",
        };
        lines.declare(*kind, &format!("{name}{shape}"));
    }
    lines.declare(Kind::I4, "K");
    locals(unit, body, &names, callees, lines);
    lines.push(None, "K = 0");
    for (output, kind) in OUTPUTS.iter().filter(|(output, _)| names.iter().any(|name| name == output)) {
        lines.push(None, &format!("{output} = {}", if *kind == Kind::L { ".FALSE." } else { "0" }));
    }
    lines.text.push_str(&body.lines.text);
    lines.push(Some(9999), "CONTINUE");
    lines.text.push_str(&end.text);
    lines.push(None, "END");
    dummies
}

/// Sums up what the local variables of a type ended as.
fn outcome(output: &str, kind: Kind, used: &BTreeSet<&str>, lines: &mut Lines) -> Option<String> {
    let (local, ..) = LOCALS.iter().find(|(name, of, _)| *of == kind && name.ends_with('3'))?;
    let (array, _, _, subscripts, _) = ARRAYS.iter().find(|(_, of, ..)| *of == kind)?;
    let mut places = Vec::new();
    if used.contains(local) {
        places.push((*local).to_owned());
    }
    if used.contains(array) {
        places.extend(subscripts.iter().map(|subscript| format!("{array}({subscript})")));
    }
    if kind == Kind::I4 {
        let narrow = NARROW.iter().filter(|(name, ..)| used.contains(name));
        places.extend(narrow.flat_map(|(.., told)| told.iter().map(|told| (*told).to_owned())));
    }
    let first = match kind {
        Kind::I4 => "K".to_owned(),
        _ if places.is_empty() => return None,
        _ => places.remove(0),
    };
    lines.push(None, &format!("{output} = {first}"));
    for place in places {
        let sum = match kind {
            Kind::I4 | Kind::I8 => format!("{output} = {output}*31 + {place}"),
            Kind::R4 | Kind::R8 => format!("{output} = {output} + {place}"),
            Kind::L => format!("{output} = {output} .NEQV. {place}"),
        };
        lines.push(None, &sum);
    }
    Some(output.to_owned())
}

/// Prints a subprogram; how it is called.
fn subprogram(unit: &Unit, number: usize, body: &Body, callees: &[Callee], lines: &mut Lines) -> Callee {
    let used = words(&body.lines.statements);
    let candidates: &[&str] = if unit.is_function { &["T", "IT"] } else { &["T", "IT", "IA"] };
    let arrays: Vec<&'static str> = candidates.iter().copied().filter(|array| used.contains(array)).collect();
    let (name, result) = match unit.is_function {
        true => (format!("F{number}"), "DOUBLE PRECISION FUNCTION"),
        false => (format!("S{number}"), "SUBROUTINE"),
    };
    let mut dummies: Vec<String> = match unit.is_function {
        true => ["K", "IX", "DX"].map(str::to_owned).to_vec(),
        false => ["K", "I1", "D1"].map(str::to_owned).to_vec(),
    };
    dummies.extend(arrays.iter().map(|array| (*array).to_owned()));
    lines.push(None, &format!("{result} {name}({})", dummies.join(", ")));
    lines.push(None, &format!("INTEGER K, {}", dummies[1]));
    lines.push(None, &format!("DOUBLE PRECISION {}", dummies[2]));
    for (array, kind, shape) in [("IA", Kind::I4, "5"), ("T", Kind::R8, "*"), ("IT", Kind::I4, "6")] {
        if arrays.contains(&array) {
            lines.declare(kind, &format!("{array}({shape})"));
        }
    }
    locals(unit, body, &dummies, callees, lines);
    if unit.is_function {
        lines.push(None, &format!("{name} = 0.0D0"));
        lines.push(None, "I1 = IX");
        lines.push(None, "D1 = DX");
    }
    lines.text.push_str(&body.lines.text);
    lines.push(Some(9999), "CONTINUE");
    if unit.is_function {
        lines.push(None, &format!("{name} = D1 + I1"));
    }
    lines.push(None, "END");
    Callee { name, is_function: unit.is_function, arrays }
}
