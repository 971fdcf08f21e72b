//! Prints a random program as Fortran in fixed form.
//!
//! Every label and every turn of a loop counts in `K` and leaves for 9999 when the budget is used up, so that each
//! program ends. Units are printed from the last to the first, since each calls only those after it.

use super::body::Body;
use super::callee::Callee;
use super::lines::Lines;
use super::patterns::PROCEDURES;
use super::tree::{Kind, Program, Unit, type_name};
use std::collections::BTreeSet;

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
const LOCALS: [(&str, Kind, &str); 18] = [
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
    ("RH", Kind::R4, "1.0E30"),
    ("D1", Kind::R8, "0.25D0"),
    ("D2", Kind::R8, "3.0D0"),
    ("D3", Kind::R8, "-1.0D0"),
    ("DH", Kind::R8, "1.0D200"),
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

/// What is in COMMON, in its order: name, what it starts as.
const COMMON: [(&str, Kind, &str); 6] = [
    ("KD", Kind::R8, "1.5D0"),
    ("KE", Kind::R8, "-2.0D0"),
    ("KI", Kind::I4, "3"),
    ("KJ", Kind::I4, "1"),
    ("KR", Kind::R4, "0.25"),
    ("KL", Kind::L, ".TRUE."),
];

/// What shares memory by EQUIVALENCE.
const SHARED: [&str; 3] = ["EI", "ED", "EJ"];

/// Its elements that the others cover.
const SHARED_ELEMENTS: [&str; 4] = ["EI(1)", "EI(2)", "EI(3)", "EI(4)"];

/// Statement functions: name, declarations, definition.
const STATEMENT_FUNCTIONS: [(&str, &str, &str); 2] = [
    ("SFI", "INTEGER SFI, IQ, JQ", "SFI(IQ, JQ) = IQ*2 - MOD(JQ, 7)"),
    ("SFD", "DOUBLE PRECISION SFD, XQ", "SFD(XQ) = XQ*0.5D0 + 1"),
];

/// A printed program.
pub struct Printed {
    pub text: String,
    /// The kernel's dummy arguments.
    pub dummies: Vec<(String, Kind)>,
}

/// Prints the program.
pub fn print(program: &Program) -> Printed {
    let mut callees: Vec<Callee> = Vec::new();
    let mut texts = Vec::new();
    let mut dummies = Vec::new();
    let mut has_common = false;
    for (number, unit) in program.units.iter().enumerate().rev() {
        let body = Body::print(unit, &callees, program);
        let used = words(&body.lines.statements);
        has_common |= COMMON.iter().any(|(name, ..)| used.contains(name));
        let mut lines = Lines::default();
        if number == 0 {
            dummies = kernel(&body, has_common, &callees, unit, &mut lines);
        } else {
            let mut names = subprogram(program, number, &body, &callees, &mut lines);
            callees.append(&mut names);
        }
        texts.push(lines.text);
    }
    texts.reverse();
    let mut text = texts.concat();
    // A name may be divided between two lines.
    let whole = text.replace("\n     &", "");
    for (name, procedure) in PROCEDURES {
        if words(&whole).contains(name) {
            text.push_str(procedure);
        }
    }
    Printed { text, dummies }
}

/// The names and keywords in a text.
fn words(text: &str) -> BTreeSet<&str> {
    text.split(|character: char| !character.is_ascii_alphanumeric()).collect()
}

/// Variables: what declares them, and their elements with what they start as.
#[derive(Default)]
struct Variables {
    declarations: Lines,
    starts: Vec<(Vec<String>, &'static str)>,
}

impl Variables {
    fn add(&mut self, declaration: &str, places: &[&str], value: &'static str) {
        self.declarations.push(None, declaration);
        self.starts.push((places.iter().map(|place| (*place).to_owned()).collect(), value));
    }

    /// Those that a body uses beside the dummy arguments.
    fn of(used: &BTreeSet<&str>, dummies: &[String]) -> Variables {
        let is_local = |name: &str| used.contains(name) && !dummies.iter().any(|dummy| dummy == name);
        let mut found = Variables::default();
        for (name, kind, value) in LOCALS.into_iter().filter(|(name, ..)| is_local(name)) {
            found.add(&format!("{} {name}", type_name(kind)), &[name], value);
        }
        for (name, kind, shape, subscripts, value) in ARRAYS.into_iter().filter(|(name, ..)| is_local(name)) {
            let places: Vec<String> = subscripts.iter().map(|subscript| format!("{name}({subscript})")).collect();
            let places: Vec<&str> = places.iter().map(String::as_str).collect();
            found.add(&format!("{} {name}({shape})", type_name(kind)), &places, value);
        }
        for (_, declaration, places, value, _) in NARROW.into_iter().filter(|(name, ..)| is_local(name)) {
            found.add(declaration, places, value);
        }
        if SHARED.iter().any(|name| is_local(name)) {
            found.add("INTEGER EI(4)", &SHARED_ELEMENTS, "1");
            found.declarations.push(None, "DOUBLE PRECISION ED(2)");
            found.declarations.push(None, "INTEGER*8 EJ");
            found.declarations.push(None, "EQUIVALENCE (EI(1), ED(1)), (EJ, EI(3))");
        }
        for depth in 1..=8 {
            for (letter, kind) in [("M", Kind::I4), ("N", Kind::I8)] {
                let name = format!("{letter}{depth}");
                if is_local(&name) {
                    found.add(&format!("{} {name}", type_name(kind)), &[&name], "0");
                }
            }
        }
        found
    }

    fn assign(&self, lines: &mut Lines) {
        for (place, value) in self.starts.iter().flat_map(|(places, value)| places.iter().map(move |one| (one, value)))
        {
            lines.push(None, &format!("{place} = {value}"));
        }
    }
}

/// Declares and initializes what a body uses beside the dummy arguments; returns the variables that start anew with
/// each execution. What is in COMMON has two forms.
fn declare(
    used: &BTreeSet<&str>,
    form: usize,
    is_saved: bool,
    dummies: &[String],
    callees: &[Callee],
    lines: &mut Lines,
) -> Variables {
    for callee in callees.iter().filter(|callee| callee.is_function && used.contains(callee.name.as_str())) {
        lines.declare(Kind::R8, &callee.name);
    }
    let mut variables = Variables::of(used, dummies);
    lines.text.push_str(&variables.declarations.text);
    if COMMON.iter().any(|(name, ..)| used.contains(name)) {
        COMMON.iter().for_each(|(name, kind, _)| lines.declare(*kind, name));
        if form.is_multiple_of(2) {
            lines.push(None, "COMMON /CB/ KD, KE, KI, KJ, KR, KL");
        } else {
            lines.push(None, "INTEGER KA(2)");
            lines.push(None, "COMMON /CB/ KD, KE, KA, KR, KL");
            lines.push(None, "EQUIVALENCE (KA(1), KI), (KJ, KA(2))");
        }
    }
    let functions = STATEMENT_FUNCTIONS.iter().filter(|(name, ..)| used.contains(name));
    functions.clone().for_each(|(_, declaration, _)| lines.push(None, declaration));
    if is_saved {
        for (places, value) in std::mem::take(&mut variables.starts) {
            places.iter().for_each(|place| lines.push(None, &format!("DATA {place} /{value}/")));
        }
    }
    functions.for_each(|(.., definition)| lines.push(None, definition));
    variables.assign(lines);
    variables
}

/// Prints the kernel; its dummy arguments.
fn kernel(body: &Body, has_common: bool, callees: &[Callee], unit: &Unit, lines: &mut Lines) -> Vec<(String, Kind)> {
    let mut used = words(&body.lines.statements);
    used.extend(COMMON.iter().filter(|_| has_common).map(|(name, ..)| name));
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
    declare(&used, 0, unit.is_saved, &names, callees, lines);
    for (name, _, value) in COMMON.iter().filter(|_| has_common) {
        lines.push(None, &format!("{name} = {value}"));
    }
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
    let common = COMMON.iter().filter(|(name, of, _)| *of == kind && used.contains(name));
    places.extend(common.map(|(name, ..)| (*name).to_owned()));
    if kind == Kind::I4 {
        if SHARED.iter().any(|name| used.contains(name)) {
            places.extend(SHARED_ELEMENTS.map(str::to_owned));
        }
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

/// Prints a subprogram with its entries; how each of them is called.
fn subprogram(program: &Program, number: usize, body: &Body, callees: &[Callee], lines: &mut Lines) -> Vec<Callee> {
    let unit = &program.units[number];
    let mut used = words(&body.lines.statements);
    used.extend(["I1", "D1"].iter().filter(|_| unit.is_function));
    let candidates: &[&str] = if unit.is_function { &["T", "IT"] } else { &["T", "IT", "IA"] };
    let arrays: Vec<&'static str> = candidates.iter().copied().filter(|array| used.contains(array)).collect();
    let (letter, head) = match unit.is_function {
        true => ("F", "DOUBLE PRECISION FUNCTION"),
        false if unit.is_recursive => ("S", "RECURSIVE SUBROUTINE"),
        false => ("S", "SUBROUTINE"),
    };
    let names: Vec<String> = std::iter::once(format!("{letter}{number}"))
        .chain((1..=body.entries.len()).map(|entry| format!("{letter}{number}E{entry}")))
        .collect();
    let mut dummies: Vec<String> = match unit.is_function {
        true => ["K", "IX", "DX"].map(str::to_owned).to_vec(),
        false => ["K", "I1", "D1"].map(str::to_owned).to_vec(),
    };
    dummies.extend(arrays.iter().map(|array| (*array).to_owned()));
    let alternates = if unit.has_alternates() { ", *, *" } else { "" };
    let header = format!("({}{alternates})", dummies.join(", "));
    lines.push(None, &format!("{head} {}{header}", names[0]));
    lines.push(None, &format!("INTEGER K, {}", dummies[1]));
    lines.push(None, &format!("DOUBLE PRECISION {}", dummies[2]));
    for (array, kind, shape) in [("IA", Kind::I4, "5"), ("T", Kind::R8, "*"), ("IT", Kind::I4, "6")] {
        if arrays.contains(&array) {
            lines.declare(kind, &format!("{array}({shape})"));
        }
    }
    names[1..].iter().filter(|_| unit.is_function).for_each(|name| lines.declare(Kind::R8, name));
    let variables = declare(&used, number, unit.is_saved, &dummies, callees, lines);
    let begin = |name: &str, lines: &mut Lines| {
        if unit.is_function {
            lines.push(None, &format!("{name} = 0.0D0"));
            lines.push(None, "I1 = IX");
            lines.push(None, "D1 = DX");
        }
    };
    begin(&names[0], lines);
    let mut printed = 0;
    for (name, at) in names[1..].iter().zip(&body.entries) {
        lines.text.push_str(&body.lines.text[printed..*at]);
        lines.push(None, &format!("ENTRY {name}{header}"));
        variables.assign(lines);
        begin(name, lines);
        printed = *at;
    }
    lines.text.push_str(&body.lines.text[printed..]);
    let callee = |name: &String| Callee {
        name: name.clone(),
        is_function: unit.is_function,
        arrays: arrays.clone(),
        has_alternates: unit.has_alternates(),
    };
    if unit.is_recursive && !unit.is_function {
        lines.push(None, "K = K + 1");
        let further = callee(&names[0]).further_arguments([9999; 2]);
        lines.push(None, &format!("IF (K .LE. {}) CALL {}(K, I1, D1{further})", program.budget, names[0]));
    }
    lines.push(Some(9999), "CONTINUE");
    if unit.is_function {
        lines.push(None, &format!("{} = D1 + I1", names[0]));
    }
    lines.push(None, "END");
    names.iter().map(callee).collect()
}
