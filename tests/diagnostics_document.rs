//! `docs/diagnostics.md` has a row for each code in use, and its examples give their codes.

use forlane::compile::{SourceKind, Sources, check};
use forlane_frontend::diagnostics::{FIXES, WARNINGS};
use forlane_frontend::form::SourceForm;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// What a row of the document says.
struct Row {
    meaning: String,
    example: String,
    fix: String,
}

fn rows() -> BTreeMap<String, Row> {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/diagnostics.md")).unwrap();
    let mut rows = BTreeMap::new();
    for line in text.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        if let ["", code, meaning, example, fix, ""] = cells[..]
            && is_code(code)
        {
            let row = Row { meaning: meaning.to_owned(), example: example.to_owned(), fix: fix.to_owned() };
            assert!(rows.insert(code.to_owned(), row).is_none(), "{code} is defined twice");
        }
    }
    rows
}

fn is_code(text: &str) -> bool {
    let digits = text.strip_prefix(['E', 'W']).unwrap_or_default();
    digits.len() == 4 && digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// The codes in the sources of all crates.
fn codes_in_use() -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders: Vec<_> =
        ["src", "semantics/src", "frontend/src", "cfg/src", "lower/src", "rewrites/src", "jit/src"]
            .map(|at| root.join(at))
            .into();
    let mut codes = BTreeSet::new();
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = std::fs::read_to_string(path).unwrap();
                codes.extend(text.split('"').filter(|text| is_code(text)).map(str::to_owned));
            }
        }
    }
    codes
}

#[test]
fn every_code_has_a_row() {
    let rows = rows();
    let missing: Vec<String> = codes_in_use().into_iter().filter(|code| !rows.contains_key(code)).collect();
    assert!(missing.is_empty(), "docs/diagnostics.md lacks {missing:?}");
    for (code, row) in rows {
        assert!(![row.meaning, row.example, row.fix].contains(&String::new()), "the row of {code} has an empty cell");
    }
}

/// What the document knew to do about a diagnostic was not said where the diagnostic was.
#[test]
fn every_fix_is_said_with_its_diagnostic() {
    assert!(FIXES.is_sorted_by_key(|(code, _)| code));
    let fixes: BTreeMap<&str, &str> = FIXES.iter().copied().collect();
    for (code, row) in rows() {
        // What depends on the case is in the message.
        let is_in_message = ["message", "correct it", "correct the keyword", "was expected", "ir.md", "—"]
            .iter()
            .any(|word| row.fix.contains(word));
        let expected = (!is_in_message).then_some(row.fix.as_str());
        assert_eq!(fixes.get(code.as_str()).copied(), expected, "{code}");
    }
}

#[test]
fn every_warning_has_a_switch_that_its_row_names() {
    let rows = rows();
    let listed: BTreeSet<&str> = WARNINGS.iter().map(|warning| warning.code).collect();
    for code in codes_in_use().iter().filter(|code| code.starts_with('W')) {
        assert!(listed.contains(code.as_str()), "{code} has no switch in frontend/src/diagnostics/warnings.rs");
    }
    for warning in WARNINGS {
        let row = &rows[warning.code];
        assert!(row.meaning.starts_with(&format!("(`{}`)", warning.name)), "{}: {}", warning.code, row.meaning);
    }
}

#[test]
fn examples_give_their_codes() {
    let mut wrong = Vec::new();
    for (code, row) in rows().iter().filter(|(code, row)| !code.starts_with("E09") && row.example != "—") {
        let example = row.example.strip_prefix('`').and_then(|text| text.strip_suffix('`')).unwrap_or_default();
        let (form, text) = match example.strip_prefix("fixed:") {
            Some(line) => (SourceForm::Fixed, format!("{line}\n")),
            None => (SourceForm::Free, format!("{example}\n")),
        };
        let mut sources = Sources::default();
        sources.add(code.clone(), text, SourceKind::Fortran(form));
        let diagnostics = check(&sources);
        let found: Vec<&str> = diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
        if !found.contains(&code.as_str()) {
            wrong.push(format!("{code}: {example} gives {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
