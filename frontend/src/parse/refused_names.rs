//! The names that a refused statement would have declared: what they are is not known, so nothing more is said of them.

use super::classify::{Class, classify, outside_text};
use super::input::Input;
use super::lexical::after_keyword;
use super::unsupported::POINTER;
use crate::lines::LogicalLine;
use crate::tree::Word;

/// Unsupported statements that declare nothing.
const DECLARE_NOTHING: &[&str] = &["ACCEPT", "CRITICAL", "SYNC ALL"];

/// The names that a statement declares, as far as its words show: after `::`, or in all of it if it has none, those
/// that are in no parentheses and after no `=`; of the first statement of a procedure all. Keywords may be among them.
pub(super) fn declared_in(line: &LogicalLine) -> Vec<Word> {
    let (class, _, input) = classify(Input::new(line), true);
    if is_header(class) || is_function(input) {
        let words = words(outside_text(input).map(|(_, character)| character));
        let keyword = words.iter().position(is_procedure_keyword).unwrap_or(0);
        return words.into_iter().skip(keyword).collect();
    }
    if let Class::Associate | Class::SelectType | Class::SelectRank = class {
        return associated(input.text());
    }
    let declares = match class {
        Class::TypeDeclaration
        | Class::Dimension
        | Class::Attribute
        | Class::Allocatable
        | Class::External
        | Class::Intrinsic
        | Class::Common
        | Class::Parameter
        | Class::Use
        | Class::Import
        | Class::Interface
        | Class::Procedure => true,
        Class::Unsupported(statement) => !DECLARE_NOTHING.contains(&statement.name),
        // An attribute that is not known.
        Class::Unknown => input.text().contains("::"),
        _ => false,
    };
    if !declares {
        return Vec::new();
    }
    // Each of the pairs of Cray's POINTER is in parentheses.
    if class == Class::Unsupported(POINTER) {
        return words(outside_text(input).map(|(_, character)| character));
    }
    words(outside_parentheses(input).into_iter())
}

/// The name of the procedure of which a statement is the first, with the keywords before it; none if it is not such a
/// statement.
pub(super) fn procedure_in(line: &LogicalLine) -> Option<Vec<Word>> {
    let (class, _, input) = classify(Input::new(line), false);
    let is_procedure = is_header(class) && class != Class::Entry;
    if !is_procedure && !is_function(input) {
        return None;
    }
    let words = words(outside_parentheses(input).into_iter());
    let keyword = words.iter().position(is_procedure_keyword);
    Some(keyword.map_or(words.clone(), |at| words.into_iter().skip(at + 1).take(1).collect()))
}

/// True for a function with a derived type in front.
pub(super) fn is_function(input: Input) -> bool {
    if ["class", "record"].iter().all(|word| after_keyword(word, input).is_none()) {
        return false;
    }
    let outside: String = outside_parentheses(input).into_iter().collect();
    let mut words = outside.split(|character: char| !is_in_name(character)).filter(|word| !word.is_empty());
    // The type, FUNCTION, the name, and perhaps RESULT.
    !outside.contains("::") && words.nth(1) == Some("function") && words.next().is_some()
}

fn is_procedure_keyword(word: &Word) -> bool {
    matches!(word.as_str(), "subroutine" | "function")
}

/// The names before `=>`.
fn associated(text: &str) -> Vec<Word> {
    let parts: Vec<&str> = text.split("=>").collect();
    let in_front = parts.split_last().map_or(&[][..], |(_, in_front)| in_front);
    in_front.iter().filter_map(|part| words(part.chars()).pop()).collect()
}

fn is_header(class: Class) -> bool {
    let is_procedure = matches!(class, Class::Subroutine | Class::Function | Class::PrefixedProcedure);
    is_procedure || matches!(class, Class::ModuleProcedure | Class::Entry)
}

/// What is outside of parentheses and after no `=`, from `::` on if there is one; parentheses become blanks.
fn outside_parentheses(input: Input) -> Vec<char> {
    let (mut depth, mut after_equals, mut kept) = (0usize, false, Vec::new());
    for (_, character) in outside_text(input) {
        match character {
            '(' => {
                depth += 1;
                kept.push(' ');
            }
            ')' => depth = depth.saturating_sub(1),
            '=' if depth == 0 => after_equals = true,
            ',' if depth == 0 => {
                after_equals = false;
                kept.push(',');
            }
            ':' if depth == 0 && kept.last() == Some(&':') => kept.clear(),
            _ if depth == 0 && !after_equals => kept.push(character),
            _ => {}
        }
    }
    kept
}

fn is_in_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

/// The names in a text.
fn words(text: impl Iterator<Item = char>) -> Vec<Word> {
    let text: String = text.collect();
    let words = text.split(|character: char| !is_in_name(character));
    words.filter(|word| word.starts_with(|first: char| first.is_ascii_alphabetic())).map(Word::new).collect()
}
