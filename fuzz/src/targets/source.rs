//! Fortran sources with random changes: for any bytes, checking ends soon, with diagnostics and without a panic, no
//! statement is given up without a word, and what parses prints as text that parses to the same tree.

use super::{Case, Verdict, files};
use crate::random::Random;
use forlane::compile::{SourceKind, Sources, check};
use forlane_frontend::diagnostics::has_errors;
use forlane_frontend::form::SourceForm;
use forlane_frontend::parse::parse;
use forlane_frontend::source::SourceMap;
use std::path::Path;

/// Sources grow no longer than this, in bytes.
const LONGEST_SOURCE: usize = 100_000;

/// What is inserted.
const PIECES: [&str; 66] = [
    "\n",
    "\n     &",
    "&\n",
    "\t",
    " ",
    "(",
    ")",
    "((((((((",
    "))))))))",
    ",",
    "=",
    "==",
    "=>",
    "::",
    ":",
    "*",
    "**",
    "/",
    "//",
    "(/",
    "/)",
    "+",
    "-",
    ".",
    ".eq.",
    ".not.",
    "'",
    "\"",
    "!",
    ";",
    "%",
    "9h",
    "3habc",
    "1",
    "99999999999",
    "1d0",
    "1.e",
    "if (x) then\n",
    "else\n",
    "end if\n",
    "do 10 i=1,2\n",
    "10 continue\n",
    "do\n",
    "end do\n",
    "end\n",
    "contains\n",
    "module m\n",
    "interface\n",
    "use m\n",
    "common /c/ x\n",
    "equivalence (x, y)\n",
    "data x /1/\n",
    "entry e\n",
    "subroutine s(x)\n",
    "#define x y\n",
    "#define x(y, z) y x(z, 'y')\n",
    "#if x + 1\n",
    "#ifdef x\n",
    "#elif defined x\n",
    "#else\n",
    "#endif\n",
    "#",
    "/*",
    "*/",
    "é",
    "\u{0}",
];

/// All sources of the repository.
pub fn corpus() -> Vec<Case> {
    let folders = ["examples", "tests/programs", "tests/kernels", "tests/dumps", "tests/diagnostics"];
    let endings = ["f", "for", "ftn", "f77", "f90", "f95", "f03", "f08", "F", "F90"];
    let paths = folders.iter().flat_map(|folder| files(folder, &endings));
    let case = |path: std::path::PathBuf| {
        let ending = path.extension()?.to_string_lossy().into_owned();
        Some(Case { ending, bytes: std::fs::read(&path).ok()? })
    };
    paths.filter_map(case).collect()
}

/// Spoils a source in some places. Some are made of nothing but chance.
pub fn mutate(random: &mut Random, corpus: &[Case]) -> Case {
    let Case { mut ending, bytes: mut text } = random.pick(corpus).clone();
    match random.below(12) {
        0 => text = (0..random.below(600)).map(|_| random.below(256) as u8).collect(),
        1 => text = (0..random.below(200)).flat_map(|_| random.pick(&PIECES).bytes()).collect(),
        2 => ending = if form_of(&ending) == SourceForm::Fixed { "f90" } else { "f" }.to_owned(),
        _ => {}
    }
    // Of the sources that are spoilt in several places hardly one is accepted.
    let places = if random.below(2) == 0 { 1 } else { 1 + random.below(6) };
    for _ in 0..places {
        spoil(random, &mut text, corpus, &PIECES);
        text.truncate(LONGEST_SOURCE);
    }
    // The compiler refuses a zero byte at once.
    text.retain(|byte| *byte != 0);
    Case { ending, bytes: text }
}

fn form_of(ending: &str) -> SourceForm {
    SourceForm::from_path(Path::new(&format!("spoilt.{ending}"))).unwrap_or(SourceForm::Fixed)
}

/// Spoils a text in one place. What is inserted is one of the pieces or a part of another text.
pub fn spoil(random: &mut Random, text: &mut Vec<u8>, others: &[Case], pieces: &[&str]) {
    match random.below(9) {
        0 => drop(text.drain(random.range(text.len(), 40))),
        1 => {
            let at = random.below(text.len() + 1);
            text.splice(at..at, random.pick(pieces).bytes());
        }
        2 => {
            let piece = random.pick(pieces).repeat(random.below(300));
            let at = random.below(text.len() + 1);
            text.splice(at..at, piece.into_bytes());
        }
        3 => {
            let (from, at) = (random.range(text.len(), 400), random.below(text.len() + 1));
            let piece = text[from].to_vec();
            text.splice(at..at, piece);
        }
        4 => {
            let other = &random.pick(others).bytes;
            let (from, at) = (random.range(other.len(), 2000), random.range(text.len(), 200));
            text.splice(at, other[from].iter().copied());
        }
        5 if !text.is_empty() => {
            let at = random.below(text.len());
            text[at] = random.below(256) as u8;
        }
        6 => text.truncate(random.below(text.len() + 1)),
        7 => {
            let mut lines: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
            let (one, other) = (random.below(lines.len()), random.below(lines.len()));
            if !lines.is_empty() {
                lines.swap(one, other);
            }
            *text = lines.concat();
        }
        _ => {
            let range = random.range(text.len(), 30);
            text[range].iter_mut().for_each(|byte| *byte = byte.to_ascii_uppercase().wrapping_add(1));
        }
    }
}

/// Checks a source, parses it, and parses what that prints.
pub fn run(case: &Case) -> Result<Verdict, String> {
    let form = form_of(&case.ending);
    let mut sources = Sources::default();
    sources.add("spoilt", case.bytes.clone(), SourceKind::Fortran(form));
    let diagnostics = check(&sources);
    for diagnostic in &diagnostics {
        assert!(diagnostic.code != "E0999", "a statement was given up silently: {diagnostic:?}");
        let spans = std::iter::once(diagnostic.span).chain(diagnostic.related.iter().map(|(span, _)| *span));
        for span in spans {
            let file = &sources.map.file(span.file).text;
            assert!(
                file.get(span.start as usize..span.end as usize).is_some(),
                "a place beside the text: {diagnostic:?}"
            );
        }
    }
    // What is not UTF-8 is printed as it is shown, so it reads back as other bytes.
    if let Ok(text) = std::str::from_utf8(&case.bytes) {
        print_and_parse(text, form)?;
    }
    Ok(if has_errors(&diagnostics) { Verdict::Refused } else { Verdict::Accepted })
}

/// Fails if a text parses, but what that prints does not parse to the same tree.
fn print_and_parse(text: &str, form: SourceForm) -> Result<(), String> {
    let mut map = SourceMap::default();
    let file = map.add("spoilt", text);
    let (tree, diagnostics) = parse(&map, file, form);
    let printed = tree.to_string();
    if has_errors(&diagnostics) {
        return Ok(());
    }
    let file = map.add("printed", printed);
    let (again, diagnostics) = parse(&map, file, form);
    if has_errors(&diagnostics) {
        return Err(format!("what is printed does not parse: {:?}", diagnostics.first()));
    }
    match tree.without_spans() == again.without_spans() {
        true => Ok(()),
        false => Err("what is printed parses to another tree".to_owned()),
    }
}
