//! STRUCTURE and RECORD, which VAX has for derived types: written as these before they are parsed.
//!
//! ```text
//! STRUCTURE /DATE/                 TYPE DATE$
//!                                  SEQUENCE
//!   INTEGER*2 DAY, MONTH             INTEGER*2 DAY, MONTH
//! END STRUCTURE              →     END TYPE
//! RECORD /DATE/ TODAY, D(9)        TYPE(DATE$) :: TODAY, D(9)
//! D(1).DAY = TODAY.DAY             D(1)%DAY = TODAY%DAY
//! ```
//!
//! A structure has a name apart from those of variables, which `$` stands for. One in another is defined before that.

use super::Divider;
use crate::diagnostics::Diagnostic;
use crate::lines::LogicalLine;
use crate::source::Span;
use indexmap::IndexSet;
use std::ops::Range;

/// The operators and constants that are between two points.
const BETWEEN_POINTS: &[&str] =
    &["and", "eq", "eqv", "false", "ge", "gt", "le", "lt", "ne", "neqv", "not", "or", "true", "xor"];

/// A component that only takes place.
const FILLER: &str = "%fill";

/// What is known of structures while a file is divided.
#[derive(Debug, Default)]
pub(super) struct Records {
    /// The file has some, so that a point may be before a component.
    are_used: bool,
    /// The definitions that are open, the outermost first.
    open: Vec<Structure>,
    /// The definitions inside of the outermost one.
    inner: Vec<LogicalLine>,
    /// The structures' names.
    names: IndexSet<String>,
}

/// A definition that is open.
#[derive(Debug)]
struct Structure {
    name: String,
    lines: Vec<LogicalLine>,
    /// How many of its components are called `%FILL`.
    fillers: usize,
    /// What declares the components that are of it, of the structure around it.
    fields: Option<LogicalLine>,
    span: Span,
}

impl Divider {
    /// Takes a statement of a structure; false for any other. Points before components are replaced in all of them.
    pub(super) fn record_line(&mut self, line: &mut LogicalLine) -> bool {
        let words = squeezed(&line.text);
        let is_assignment = words.contains('=') && !words.contains('/');
        if !is_assignment
            && (words.starts_with("structure/") || !self.records.open.is_empty() && words.starts_with("structure"))
        {
            self.records.are_used = true;
            self.open_structure(line);
            return true;
        }
        if words == "endstructure" && !self.records.open.is_empty() {
            self.close_structure(line);
            return true;
        }
        if words.starts_with("record/") {
            self.records.are_used = true;
            let declarations = record_declarations(line);
            declarations.iter().for_each(|declaration| self.component_or_statement(declaration));
            return true;
        }
        if self.records.are_used {
            name_components(line);
            self.name_structure(line, &words);
        }
        let is_end = words.starts_with("end") && !words.starts_with("endunion") && !words.starts_with("endmap");
        if self.records.open.is_empty() {
            return false;
        }
        if is_end {
            self.give_up_structures();
            return false;
        }
        self.component_or_statement(line);
        true
    }

    /// Reports structures that are open where the unit or the file ends.
    pub(super) fn give_up_structures(&mut self) {
        self.records.inner.clear();
        for structure in std::mem::take(&mut self.records.open) {
            let message = "this STRUCTURE is not closed by END STRUCTURE";
            self.diagnostics.push(Diagnostic::error("E0107", structure.span, message));
        }
    }

    fn component_or_statement(&mut self, line: &LogicalLine) {
        match self.records.open.last_mut() {
            Some(structure) => {
                let mut line = line.clone();
                while let Some(at) = line.text.find(FILLER) {
                    structure.fillers += 1;
                    line = line.spliced(at..at + FILLER.len(), &format!("fill${}", structure.fillers));
                }
                structure.lines.push(line);
            }
            None => self.parsed(line),
        }
    }

    /// TYPE may name a structure, too.
    fn name_structure(&mut self, line: &mut LogicalLine, words: &str) {
        let named = words.strip_prefix("type(").and_then(|rest| rest.split_once(')'));
        let is_structure = named.is_some_and(|(name, _)| self.records.names.contains(name));
        if let Some(end) = line.text.find(')').filter(|_| is_structure) {
            *line = line.spliced(end..end, "$");
        }
    }

    fn open_structure(&mut self, line: &LogicalLine) {
        let slashes: Vec<usize> = line.text.match_indices('/').map(|(at, _)| at).take(2).collect();
        let around = self.records.open.last().map_or("", |around| &around.name);
        let (name, rest) = match slashes[..] {
            [first, second] => (format!("{}$", squeezed(&line.text[first + 1..second])), second + 1),
            // One without a name is known by its first component.
            _ => {
                let rest = keyword_end(line, "structure");
                let first: String =
                    squeezed(&line.text[rest..]).chars().take_while(|one| *one != ',' && *one != '(').collect();
                (format!("{around}{first}$"), rest)
            }
        };
        self.records.names.insert(name.trim_end_matches('$').to_owned());
        let is_inner = !self.records.open.is_empty() && !line.text[rest..].trim().is_empty();
        let fields = is_inner.then(|| line.spliced(0..rest, &format!("type({name})::")));
        let all = 0..line.text.len();
        let lines = vec![line.spliced(all.clone(), &format!("type {name}")), line.spliced(all, "sequence")];
        self.records.open.push(Structure { name, lines, fillers: 0, fields, span: line.whole() });
    }

    fn close_structure(&mut self, line: &LogicalLine) {
        let Some(mut closed) = self.records.open.pop() else { return };
        closed.lines.push(line.spliced(0..line.text.len(), "end type"));
        if let Some(around) = self.records.open.last_mut() {
            around.lines.extend(closed.fields);
            self.records.inner.append(&mut closed.lines);
            return;
        }
        let lines = std::mem::take(&mut self.records.inner).into_iter().chain(closed.lines);
        for line in lines.collect::<Vec<_>>() {
            if !self.pass_over(&line) {
                self.parsed(&line);
            }
        }
    }
}

/// A statement without blanks.
fn squeezed(text: &str) -> String {
    text.chars().filter(|character| !character.is_whitespace()).collect()
}

/// Where a word at the begin of a statement ends, which may have blanks in it.
fn keyword_end(line: &LogicalLine, word: &str) -> usize {
    let letters = line.text.char_indices().filter(|(_, character)| !character.is_whitespace());
    letters.map(|(at, _)| at + 1).nth(word.len() - 1).unwrap_or(line.text.len())
}

/// `RECORD /A/ X, Y, /B/ Z` as a declaration for each structure.
fn record_declarations(line: &LogicalLine) -> Vec<LogicalLine> {
    let slashes: Vec<usize> = line.text.match_indices('/').map(|(at, _)| at).collect();
    let mut declarations = Vec::new();
    for (pair, name) in slashes.chunks(2).enumerate() {
        let [first, second] = *name else { continue };
        let end = slashes.get(2 * pair + 2).copied().unwrap_or(line.text.len());
        let listed = line.text[second + 1..end].trim_end().trim_end_matches(',').len();
        let kept = line.spliced(second + 1 + listed..line.text.len(), "");
        let name = squeezed(&line.text[first + 1..second]);
        declarations.push(kept.spliced(0..second + 1, &format!("type({name}$)::")));
    }
    declarations
}

/// Puts `%` for points between an object and a component.
fn name_components(line: &mut LogicalLine) {
    let is_constant = |at: usize| line.constants(at).next().is_some_and(|range: &Range<usize>| range.contains(&at));
    let bytes = line.text.as_bytes();
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$');
    let mut points = Vec::new();
    let mut at = 0;
    while let Some(found) = line.text[at..].find('.') {
        let point = at + found;
        at = point + 1;
        let after = bytes[at..].iter().take_while(|byte| is_word(**byte)).count();
        let word = &line.text[at..at + after];
        if is_constant(point) || !word.starts_with(|first: char| first.is_ascii_alphabetic()) {
            continue;
        }
        if bytes.get(at + after) == Some(&b'.') && BETWEEN_POINTS.contains(&word) {
            at += after + 1;
            continue;
        }
        let before = line.text[..point].trim_end();
        let length = before.bytes().rev().take_while(|byte| is_word(*byte)).count();
        let object = &before[before.len() - length..];
        if before.ends_with(')') || object.starts_with(|first: char| first.is_ascii_alphabetic()) {
            points.push(point);
        }
    }
    for point in points {
        line.text.replace_range(point..point + 1, "%");
    }
}
