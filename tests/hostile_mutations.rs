//! Sources that chance has spoilt: whatever the bytes, checking ends soon, with diagnostics and without a panic, no
//! statement is given up without a word, and what parses prints as text that parses to the same tree.
//! `harness/chance.rs` says how long.

use crate::harness::chance::{Failed, Random, message, spoil};
use forlane::compile::{SourceKind, Sources, check};
use forlane_frontend::diagnostics::has_errors;
use forlane_frontend::form::SourceForm;
use forlane_frontend::parse::parse;
use forlane_frontend::source::SourceMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A source of up to a hundred thousand bytes is checked in less time, even unoptimized on a busy machine.
const LONGEST_CHECK: Duration = Duration::from_secs(20);
/// Sources grow no longer than this, in bytes.
const LONGEST_SOURCE: usize = 100_000;

/// What is inserted.
const PIECES: [&str; 56] = [
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
    "é",
    "\u{0}",
];

/// A range of bytes of a text.
fn range(random: &mut Random, length: usize, longest: usize) -> std::ops::Range<usize> {
    let start = random.below(length + 1);
    start..length.min(start + random.below(longest))
}

/// All sources of the repository.
fn sources() -> Vec<(PathBuf, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["examples", "tests/programs", "tests/kernels", "tests/dumps", "tests/diagnostics"];
    let entries = folders.iter().flat_map(|folder| std::fs::read_dir(root.join(folder)).expect("a folder"));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.retain(|path| SourceForm::from_path(path).is_some());
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), std::fs::read(path).expect("a source"))).collect()
}

/// Spoils a text in one place.
fn mutate(random: &mut Random, text: &mut Vec<u8>, others: &[(PathBuf, Vec<u8>)]) {
    match random.below(9) {
        0 => drop(text.drain(range(random, text.len(), 40))),
        1 => {
            let at = random.below(text.len() + 1);
            text.splice(at..at, PIECES[random.below(PIECES.len())].bytes());
        }
        2 => {
            let piece = PIECES[random.below(PIECES.len())].repeat(random.below(300));
            let at = random.below(text.len() + 1);
            text.splice(at..at, piece.into_bytes());
        }
        3 => {
            let (from, at) = (range(random, text.len(), 400), random.below(text.len() + 1));
            let piece = text[from].to_vec();
            text.splice(at..at, piece);
        }
        4 => {
            let other = &others[random.below(others.len())].1;
            let (from, at) = (range(random, other.len(), 2000), range(random, text.len(), 200));
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
            let range = range(random, text.len(), 30);
            text[range].iter_mut().for_each(|byte| *byte = byte.to_ascii_uppercase().wrapping_add(1));
        }
    }
    text.truncate(LONGEST_SOURCE);
}

/// Bytes as the compiler takes them; it refuses a zero byte.
fn text_of(bytes: &[u8]) -> String {
    let bytes: Vec<u8> = bytes.iter().copied().filter(|byte| *byte != 0).collect();
    String::from_utf8(bytes).unwrap_or_else(|error| error.into_bytes().iter().map(|byte| char::from(*byte)).collect())
}

/// Checks a source; the result says what is wrong with how that went.
fn problem(form: SourceForm, text: &str) -> Result<(), String> {
    let started = Instant::now();
    let checked = catch_unwind(AssertUnwindSafe(|| {
        let mut sources = Sources::default();
        sources.add("spoilt", text, SourceKind::Fortran(form));
        for diagnostic in check(&sources) {
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
        let mut map = SourceMap::default();
        let file = map.add("spoilt", text);
        let (tree, diagnostics) = parse(&map, file, form);
        let printed = tree.to_string();
        if !has_errors(&diagnostics) {
            let file = map.add("printed", printed);
            let (again, diagnostics) = parse(&map, file, form);
            assert!(!has_errors(&diagnostics), "what is printed does not parse: {:?}", diagnostics.first());
            assert!(tree.without_spans() == again.without_spans(), "what is printed parses to another tree");
        }
    }));
    if let Err(panic) = checked {
        return Err(message(panic));
    }
    match started.elapsed() {
        long if long > LONGEST_CHECK => Err(format!("it took {} s", long.as_secs())),
        _ => Ok(()),
    }
}

/// Some sources are made of nothing but chance.
#[test]
fn spoilt_sources_are_checked_and_refused() {
    let sources = sources();
    spoil(|random| {
        let (path, mut text) = sources[random.below(sources.len())].clone();
        let mut form = SourceForm::from_path(&path).unwrap_or(SourceForm::Fixed);
        match random.below(12) {
            0 => text = (0..random.below(600)).map(|_| random.below(256) as u8).collect(),
            1 => text = (0..random.below(200)).flat_map(|_| PIECES[random.below(PIECES.len())].bytes()).collect(),
            2 => form = if form == SourceForm::Fixed { SourceForm::Free } else { SourceForm::Fixed },
            _ => {}
        }
        for _ in 0..1 + random.below(6) {
            mutate(random, &mut text, &sources);
        }
        let text = text_of(&text);
        let ending = if form == SourceForm::Fixed { "f" } else { "f90" };
        problem(form, &text).map_err(|problem| Failed { text, ending, problem })
    });
}
