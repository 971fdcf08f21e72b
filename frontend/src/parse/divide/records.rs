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
use crate::tree::MADE_FILLER;
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
    /// The unit may have objects of some, so that a point may be before a component.
    are_used: bool,
    /// A unit of the file defines some.
    in_units_before: bool,
    /// The operators that the file defines.
    operators: IndexSet<String>,
    /// The definitions that are open, the outermost first.
    open: Vec<Structure>,
    /// The definitions inside of the outermost one.
    inner: Vec<LogicalLine>,
    /// The types that TYPE defines in the unit.
    types: IndexSet<String>,
    /// The names of the unit's structures.
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
        if self.open.is_empty() && self.records.open.is_empty() {
            self.records.begin_unit();
        }
        let first = line.text.trim_start().bytes().next();
        let may_begin = matches!(first, Some(b's' | b'r' | b'i' | b'u' | b't'));
        if !may_begin && !self.records.are_used {
            return false;
        }
        let words = squeezed(&line.text);
        if let Some(operator) = words.split("operator(.").nth(1).and_then(|rest| rest.split(".)").next()) {
            self.records.operators.insert(operator.to_owned());
        }
        if !self.records.are_used && first == Some(b't') {
            self.name_structure(line, &words);
        }
        self.records.are_used |= self.records.in_units_before && words.starts_with("use");
        let is_inner = !self.records.open.is_empty();
        if words.starts_with("structure/") || is_inner && words.starts_with("structure") {
            (self.records.are_used, self.records.in_units_before) = (true, true);
            self.open_structure(line);
            return true;
        }
        if words == "endstructure" && is_inner {
            self.close_structure(line);
            return true;
        }
        if words.starts_with("record/") {
            self.records.are_used = true;
            let declarations = record_declarations(line, &self.records.types);
            declarations.iter().for_each(|declaration| self.component_or_statement(declaration));
            return true;
        }
        if !self.records.are_used {
            return false;
        }
        name_components(line, &self.records.operators);
        self.name_structure(line, &words);
        if !is_inner {
            return false;
        }
        if words.starts_with("end") && !words.starts_with("endunion") && !words.starts_with("endmap") {
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
        let Some(structure) = self.records.open.last_mut() else { return self.parsed(line) };
        let is_constant = constants_of(line);
        let is_filler = |at: usize| !is_constant(at) && !line.text[at + FILLER.len()..].starts_with(is_word);
        let fillers: Vec<usize> =
            line.text.match_indices(FILLER).map(|(at, _)| at).filter(|at| is_filler(*at)).collect();
        let named = fillers.into_iter().map(|at| {
            structure.fillers += 1;
            (at..at + FILLER.len(), format!("{MADE_FILLER}{}", structure.fillers))
        });
        let named: Vec<_> = named.collect();
        structure.lines.push(if named.is_empty() { line.clone() } else { line.replaced(&named) });
    }

    /// TYPE may name a structure, too, unless it defines a type of that name.
    fn name_structure(&mut self, line: &mut LogicalLine, words: &str) {
        let Some(rest) = words.strip_prefix("type") else { return };
        let Some((name, _)) = rest.strip_prefix('(').and_then(|rest| rest.split_once(')')) else {
            let name = rest.rsplit("::").next().unwrap_or(rest);
            self.records.names.swap_remove(name);
            self.records.types.insert(name.to_owned());
            return;
        };
        let end = line.text.find(')').filter(|_| self.records.names.contains(name));
        if let Some(end) = end {
            *line = line.replaced(&[(end..end, "$".to_owned())]);
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
                    squeezed(&line.text[rest..]).chars().take_while(|one| !",(".contains(*one)).collect();
                (format!("{around}{first}$"), rest)
            }
        };
        self.records.names.insert(name.trim_end_matches('$').to_owned());
        let is_inner = !self.records.open.is_empty() && !line.text[rest..].trim().is_empty();
        let fields = is_inner.then(|| line.part(rest..line.text.len(), &format!("type({name})::")));
        let end = line.text.len();
        let definition = line.replaced(&[(0..end, format!("type {name}"))]);
        let lines = vec![definition, line.part(end..end, "sequence")];
        self.records.open.push(Structure { name, lines, fillers: 0, fields, span: line.whole() });
    }

    fn close_structure(&mut self, line: &LogicalLine) {
        let Some(mut closed) = self.records.open.pop() else { return };
        closed.lines.push(line.replaced(&[(0..line.text.len(), "end type".to_owned())]));
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

impl Records {
    /// A program unit has structures of its own.
    fn begin_unit(&mut self) {
        self.are_used = false;
        self.names.clear();
        self.types.clear();
    }
}

/// A statement without blanks.
fn squeezed(text: &str) -> String {
    text.chars().filter(|character| !character.is_whitespace()).collect()
}

fn is_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '$')
}

/// Whether a place is in a text or Hollerith constant.
fn constants_of(line: &LogicalLine) -> impl Fn(usize) -> bool + '_ {
    |at| line.constants(at).next().is_some_and(|range: &Range<usize>| range.contains(&at))
}

/// Where a word at the begin of a statement ends, which may have blanks in it.
fn keyword_end(line: &LogicalLine, word: &str) -> usize {
    let letters = line.text.char_indices().filter(|(_, character)| !character.is_whitespace());
    letters.map(|(at, _)| at + 1).nth(word.len() - 1).unwrap_or(line.text.len())
}

/// `RECORD /A/ X, Y, /B/ Z` as a declaration for each structure.
fn record_declarations(line: &LogicalLine, types: &IndexSet<String>) -> Vec<LogicalLine> {
    let mut depth = 0usize;
    let mut slashes = Vec::new();
    for (at, character) in line.text.char_indices() {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '/' if depth == 0 => slashes.push(at),
            _ => {}
        }
    }
    let mut declarations = Vec::new();
    for (pair, name) in slashes.chunks(2).enumerate() {
        let [first, second] = *name else { continue };
        let end = slashes.get(2 * pair + 2).copied().unwrap_or(line.text.len());
        let length = line.text[second + 1..end].trim_end().trim_end_matches(',').len();
        let name = squeezed(&line.text[first + 1..second]);
        let mark = if types.contains(&name) { "" } else { "$" };
        let mut declaration = line.part(second + 1..second + 1 + length, &format!("type({name}{mark})::"));
        declaration.label = line.label.filter(|_| pair == 0);
        declarations.push(declaration);
    }
    declarations
}

/// Puts `%` for points between an object and a component.
fn name_components(line: &mut LogicalLine, operators: &IndexSet<String>) {
    let points = component_points(line, operators);
    if !points.is_empty() {
        let mut bytes = std::mem::take(&mut line.text).into_bytes();
        points.into_iter().for_each(|point| bytes[point] = b'%');
        line.text = String::from_utf8(bytes).unwrap_or_default();
    }
}

/// Where the points before components are.
fn component_points(line: &LogicalLine, operators: &IndexSet<String>) -> Vec<usize> {
    let is_constant = constants_of(line);
    let bytes = line.text.as_bytes();
    let is_word = |byte: u8| is_word(char::from(byte));
    let mut points = Vec::new();
    let mut at = 0;
    while let Some(found) = line.text[at..].find('.') {
        let point = at + found;
        at = point + 1;
        at += line.text[at..].len() - line.text[at..].trim_start().len();
        let after = bytes[at..].iter().take_while(|byte| is_word(**byte)).count();
        let word = &line.text[at..at + after];
        if is_constant(point) || !word.starts_with(|first: char| first.is_ascii_alphabetic()) {
            continue;
        }
        let is_operator = BETWEEN_POINTS.contains(&word) || operators.contains(word);
        if bytes.get(at + after) == Some(&b'.') && is_operator {
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
    points
}
