//! `docs/ir.md` is true: its examples are read, verified and printed; its grammar is that of the parser's comments, its
//! table of rules that of the verifier, and it names each operation and each request to the system.

use forlane_cfg::text::{parse_program, print_program};
use forlane_cfg::verify::{RULES, annotate, verify_program};
use forlane_semantics::io::Service;
use forlane_semantics::operations::{CharacterFunction, IntegerBinary, IntegerUnary, RealBinary, RealUnary};
use pretty_assertions::assert_eq;
use std::path::Path;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn document() -> String {
    std::fs::read_to_string(root().join("../docs/ir.md")).unwrap()
}

/// The fenced parts with that word after the fence.
fn fenced(document: &str, word: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut lines = document.lines();
    while let Some(line) = lines.next() {
        if line.strip_prefix("```") == Some(word) {
            found.push(lines.by_ref().take_while(|line| *line != "```").map(|line| format!("{line}\n")).collect());
        } else if line.starts_with("```") {
            lines.by_ref().find(|line| *line == "```");
        }
    }
    assert!(!found.is_empty(), "no {word}");
    found
}

/// The text of a right example, printed again.
fn printed(example: &str) -> String {
    let program = match parse_program(example) {
        Ok(program) => program,
        Err(errors) => panic!("{}\n{example}", errors[0]),
    };
    if let Err(errors) = verify_program(&program) {
        panic!("{}", program.units.iter().map(|unit| annotate(unit, &errors)).collect::<String>());
    }
    print_program(&program)
}

#[test]
fn examples_read_verify_and_print_as_they_stand() {
    let document = document();
    for example in fenced(&document, "flir") {
        assert_eq!(printed(&example), example);
    }
}

/// Actions are in the frame, in the place of the dots.
#[test]
fn actions_read_verify_and_print_as_they_stand() {
    let document = document();
    let frame = &fenced(&document, "flir frame")[0];
    for actions in fenced(&document, "flir actions") {
        let indented: String = actions.lines().map(|line| format!("        {line}\n")).collect();
        let printed = printed(&frame.replace("        …\n", &indented));
        assert!(printed.contains(&indented), "{printed}\nis not\n{indented}");
    }
}

/// `name = …` with what follows it in lines that are indented, without remarks after `;`.
fn productions<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut is_open = false;
    for line in lines {
        let begins = |name: &str| !name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
        let text = line.split(" ; ").next().unwrap_or(line);
        match line.split_once(" = ") {
            Some((name, _)) if begins(name) => {
                found.push(text.to_owned());
                is_open = true;
            }
            _ if is_open && line.starts_with(' ') => {
                let last = found.last_mut().unwrap();
                *last = format!("{last} {}", text.trim_start());
            }
            _ => is_open = false,
        }
    }
    found.sort();
    found
}

#[test]
fn the_grammar_is_that_of_the_parser() {
    let mut comments = Vec::new();
    for entry in std::fs::read_dir(root().join("src/text/parse")).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            let text = std::fs::read_to_string(path).unwrap();
            comments.extend(text.lines().map(|line| line.strip_prefix("/// ").unwrap_or_default().to_owned()));
        }
    }
    let in_code = productions(comments.iter().map(String::as_str));
    let blocks = fenced(&document(), "ebnf").concat();
    assert_eq!(productions(blocks.lines()), in_code);
}

#[test]
fn each_operation_and_request_is_named() {
    let document = document();
    // The parts of functions of complex numbers have words that are made of those functions'.
    let is_part = |one: &RealBinary| matches!(one, RealBinary::RealPart(_) | RealBinary::ImaginaryPart(_));
    let real = RealBinary::all().filter(|one| !is_part(one)).map(RealBinary::word);
    let real = real.chain(RealUnary::ALL.iter().map(|one| one.word()));
    let integer = IntegerUnary::ALL.iter().map(|one| one.word());
    let integer = integer.chain(IntegerBinary::ALL.iter().map(|one| one.word()));
    let text = CharacterFunction::ALL.iter().map(|one| one.word());
    let requests = Service::ALL.iter().map(|service| service.name());
    for word in real.chain(integer).chain(text).chain(requests) {
        let is_named = document.contains(&format!("`{word}`")) || document.contains(&format!("`io {word}("));
        assert!(is_named, "docs/ir.md does not name `{word}`");
    }
}

#[test]
fn each_rule_has_a_row() {
    let expected: Vec<String> = RULES.iter().map(|(name, asks)| format!("| `{name}` | {asks} |")).collect();
    let document = document();
    let rules = document.split("## Rules of the verifier").nth(1).unwrap();
    let rows: Vec<&str> =
        rules.lines().filter(|line| line.starts_with("| `") && line.matches('|').count() == 3).collect();
    assert_eq!(rows[..expected.len().min(rows.len())], expected[..], "the rows are those of `RULES`, in order");
}
