//! The parser: text to lines, lines to syntax by nom, syntax to units by looking up names and ids.
//!
//! Errors of syntax are collected from all lines; only if there are none, names are looked up, again with all errors.

mod action;
mod constant;
mod expr;
mod graph;
mod region;
mod resolve;
mod syntax;
mod token;
mod unit;

use crate::text::UnitPart;
use crate::unit::Program;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use syntax::Line;
use token::{Expected, Parsed, block_id, fail, name, sign, skip, value};

/// No more errors than these are reported.
const MOST_ERRORS: usize = 100;

/// An error in the text of a unit, with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct TextError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The same place as an offset in bytes.
    pub offset: usize,
    /// What is wrong.
    pub message: String,
}

/// Where the entities of units are in the text that they were read from.
#[derive(Clone, Debug, Default)]
pub struct TextPlaces {
    units: HashMap<String, HashMap<UnitPart, Range<usize>>>,
}

impl TextPlaces {
    /// The bytes of the line of an entity, without indent and comment; of the unit's first line for what has none of
    /// its own, none for a unit that was not read from the text.
    pub fn find(&self, unit: &str, entity: UnitPart) -> Option<Range<usize>> {
        let entities = self.units.get(unit)?;
        entities.get(&entity).or_else(|| entities.get(&UnitPart::Unit)).cloned()
    }

    /// Whether a unit of that name was read from the text.
    pub fn has_unit(&self, unit: &str) -> bool {
        self.units.contains_key(unit)
    }
}

/// Reads the text of any number of units.
///
/// ```text
/// program = { unit }
/// unit = unit-head { declaration } ( { block } | tree ) "}"
/// declaration = file | inlined | scope | var | dummies | argument | result
/// ```
///
/// # Errors
/// What can't be read, sorted by place; at most a hundred errors.
pub fn parse_program(text: &str) -> Result<Program, Vec<TextError>> {
    parse_with_places(text).map(|(program, _)| program)
}

/// As [`parse_program`], and returns where everything is.
///
/// # Errors
/// As [`parse_program`].
pub fn parse_with_places(text: &str) -> Result<(Program, TextPlaces), Vec<TextError>> {
    let mut errors = Errors { text, found: Vec::new() };
    let lines = read_lines(text, &mut errors);
    if errors.found.is_empty() {
        let read = read_units(text, &lines, &mut errors);
        if errors.found.is_empty() {
            return Ok(read);
        }
    }
    errors.found.sort_by_key(|error| error.offset);
    errors.found.truncate(MOST_ERRORS);
    Err(errors.found)
}

/// A line's syntax and its text.
struct Located<'a> {
    line: Line<'a>,
    text: &'a str,
}

/// Errors found so far.
struct Errors<'a> {
    text: &'a str,
    found: Vec<TextError>,
}

impl Errors<'_> {
    /// Adds an error at the beginning of a part of the text.
    fn add(&mut self, part: &str, message: impl Into<String>) {
        let offset = offset_in(self.text, part);
        if self.found.len() >= MOST_ERRORS {
            return;
        }
        let before = self.text.get(..offset).unwrap_or_default();
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let column = before[start..].chars().count() + 1;
        self.found.push(TextError { line, column, offset, message: message.into() });
    }
}

/// At which byte of a text a part of it begins.
fn offset_in(text: &str, part: &str) -> usize {
    (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize).min(text.len())
}

/// The syntax of all lines that are not empty.
fn read_lines<'a>(text: &'a str, errors: &mut Errors<'a>) -> Vec<Located<'a>> {
    let mut lines = Vec::new();
    for full in text.lines() {
        let text = without_comment(full).trim_end();
        if skip(text).is_empty() {
            continue;
        }
        match line(skip(text)) {
            Ok((rest, line)) if skip(rest).is_empty() => lines.push(Located { line, text: skip(text) }),
            Ok((rest, _)) => errors.add(skip(rest), "unexpected text at the end of the line"),
            Err(nom::Err::Error(error) | nom::Err::Failure(error)) => {
                let what = if error.what.is_empty() { "something else" } else { &error.what };
                errors.add(error.at, format!("expected {what}"));
            }
            Err(nom::Err::Incomplete(_)) => errors.add(full, "the line is incomplete"),
        }
    }
    lines
}

/// A line up to a `;` that is in no text.
fn without_comment(line: &str) -> &str {
    let mut in_text = false;
    let mut escaped = false;
    for (index, byte) in line.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            b';' if !in_text => return &line[..index],
            _ => {}
        }
    }
    line
}

/// block = block-head { merge } { action } terminator
/// terminator = goto | branch | switch | return | stop | fail
/// tree = tree-head region "}"
/// region = { action | construct } [ end ]
/// construct = if-head region else-head region "}" | switch-head { case-head region "}" } default-head region "}" "}"
///           | scope-head region "}" | loop-head region "}" | graph-head { graph-block region "}" } "}"
/// end = yield | exit | again | jump | return | stop | fail | unreachable
///
/// The production of a line is told by its first word, but for assignments, which may begin with any name.
fn line(input: &str) -> Parsed<'_, Line<'_>> {
    if block_id(input).is_ok_and(|(rest, _)| rest.starts_with(':')) {
        return graph::block(input);
    }
    if value(input).is_ok() {
        return action::action(action::define)(input);
    }
    if input.starts_with('}') {
        return region::close(input);
    }
    let Ok((rest, first)) = name(input) else { return fail(input, "a declaration, an action or an end") };
    if skip(rest).starts_with('[') || (sign("=")(rest).is_ok() && sign("==")(rest).is_err()) {
        return action::action(action::assign)(input);
    }
    line_of_keyword(first, input)
}

fn line_of_keyword<'a>(keyword: &str, input: &'a str) -> Parsed<'a, Line<'a>> {
    match keyword {
        "unit" => unit::unit(input),
        "file" => unit::file(input),
        "inlined" => unit::inlined(input),
        "var" => unit::var(input),
        "dummies" => unit::dummies(input),
        "argument" => unit::argument(input),
        "result" => unit::result(input),
        "scope" => either(unit::scope, region::scope)(input),
        "merge" => graph::merge(input),
        "enter" => action::action(action::enter)(input),
        "leave" => action::action(action::leave)(input),
        "call" => action::action(action::call)(input),
        "each" => action::action(action::array)(input),
        "allocate" => action::action(action::allocate)(input),
        "free" => action::action(action::free)(input),
        "io" => action::action(action::io)(input),
        "goto" => either(graph::goto, region::jump)(input),
        "if" => either(graph::branch, region::if_line)(input),
        "switch" => either(graph::switch, region::switch)(input),
        "return" => action::return_line(input),
        "stop" => action::stop(input),
        "fail" => action::failure(input),
        "tree" => region::tree(input),
        "case" => region::case(input),
        "default" => region::default(input),
        "loop" => region::loop_line(input),
        "graph" => region::graph(input),
        "block" => region::block(input),
        "yield" => region::yield_line(input),
        "exit" => region::exit(input),
        "again" => region::again(input),
        "unreachable" => region::unreachable(input),
        _ => fail(input, "a declaration, an action or an end"),
    }
}

/// The first that fits; if none, the error of the one that came furthest.
fn either<'a>(
    first: impl Fn(&'a str) -> Parsed<'a, Line<'a>>,
    second: impl Fn(&'a str) -> Parsed<'a, Line<'a>>,
) -> impl Fn(&'a str) -> Parsed<'a, Line<'a>> {
    use nom::error::ParseError;
    move |input| match first(input) {
        Err(nom::Err::Error(error)) => match second(input) {
            Err(nom::Err::Error(other)) => Err(nom::Err::Error(Expected::or(error, other))),
            other => other,
        },
        other => other,
    }
}

/// Cuts the lines into units and resolves each.
fn read_units<'a>(text: &'a str, lines: &[Located<'a>], errors: &mut Errors<'a>) -> (Program, TextPlaces) {
    let (mut program, mut places) = (Program::default(), TextPlaces::default());
    let mut names = HashSet::new();
    // Ids may leave gaps, which cost memory: their number is limited for all units together.
    let mut gaps = 100_000 + text.len();
    let mut rest = lines;
    while let Some((first, _)) = rest.split_first() {
        let Line::Unit(head) = &first.line else {
            errors.add(first.text, "expected `unit`");
            break;
        };
        if !names.insert(head.name.clone()) {
            errors.add(head.place, format!("unit {} is defined twice", head.name));
        }
        let Some(length) = unit_length(rest) else {
            errors.add(first.text, "the unit has no closing `}`");
            break;
        };
        let (own, after) = rest.split_at(length);
        if let Some((unit, lines)) = resolve::resolve_unit(head, first.text, &own[1..length - 1], &mut gaps, errors) {
            let range = |line: &str| offset_in(text, line)..offset_in(text, line) + line.len();
            // Of two lines for one entity the first counts.
            let entities = lines.into_iter().rev().map(|(entity, line)| (entity, range(line))).collect();
            places.units.insert(unit.name.clone(), entities);
            program.units.push(unit);
        }
        rest = after;
    }
    (program, places)
}

/// The number of lines up to the brace that closes the first.
fn unit_length(lines: &[Located<'_>]) -> Option<usize> {
    let mut depth = 0_usize;
    for (index, located) in lines.iter().enumerate() {
        match &located.line {
            Line::Unit(_) if index > 0 => return None,
            Line::Unit(_)
            | Line::Tree(_)
            | Line::Construct(..)
            | Line::Case(..)
            | Line::Default(_)
            | Line::GraphBlock(..) => depth += 1,
            Line::Close => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(index + 1);
        }
    }
    None
}
