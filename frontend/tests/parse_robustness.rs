//! No text makes the parser panic, hang, or lose its way in the file.

use crate::support::{check_round_trip, parse_text};
use SourceForm::{Fixed, Free};
use forlane_frontend::form::SourceForm;
use proptest::prelude::*;

/// Pieces of which Fortran-like texts are made.
const PIECES: [&str; 48] = [
    "      ",
    "\n",
    "\n     &",
    "&\n",
    "\t",
    " ",
    "10",
    "1.5d0",
    "3h",
    "'",
    "\"",
    "(",
    ")",
    ",",
    "=",
    "==",
    "::",
    ":",
    "*",
    "**",
    "/",
    "//",
    "+",
    "-",
    ".",
    ".eq.",
    ".not.",
    "!",
    ";",
    "if",
    "then",
    "else",
    "do",
    "end",
    "x",
    "f(x)",
    "goto",
    "data",
    "real",
    "function",
    "call",
    "print*",
    "write(*,*)",
    "implicit",
    "é",
    "_8",
    "format",
    "%",
];

fn check(form: SourceForm, text: &str) {
    let (tree, diagnostics, sources) = parse_text(form, text);
    let _ = tree.to_string();
    for diagnostic in &diagnostics {
        let text = &sources.file(diagnostic.span.file).text;
        let (start, end) = (diagnostic.span.start as usize, diagnostic.span.end as usize);
        assert!(start <= end && end <= text.len(), "{diagnostic:?}");
        assert!(text.is_char_boundary(start) && text.is_char_boundary(end), "{diagnostic:?}");
    }
    if diagnostics.is_empty() {
        check_round_trip(form, text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_mixture_of_pieces(pieces in proptest::collection::vec(proptest::sample::select(&PIECES[..]), 0..40)) {
        let text = pieces.concat();
        check(Fixed, &text);
        check(Free, &text);
    }

    #[test]
    fn any_text(text in "\\PC{0,80}") {
        check(Fixed, &format!("      {text}\n      END\n"));
        check(Free, &text);
    }
}

#[test]
fn every_beginning_of_an_example() {
    let text = std::fs::read_to_string("../examples/zeroin.f").unwrap();
    for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)).step_by(7) {
        check(Fixed, &text[..end]);
        check(Free, &text[..end]);
    }
}
