//! The printer: a unit as lines, each with the entity that it stands for.

mod action;
pub(super) mod constant;
mod expr;
mod graph;
mod region;
mod unit;

pub use unit::unit_title;

use super::UnitPart;
use crate::expr::Expr;
use crate::unit::{Body, Program, SourceLine, Unit};

/// Deeper lines are not indented further, so that the text's size is linear in the program's.
const DEEPEST_INDENT: usize = 40;

/// A line of text and what it stands for.
#[derive(Clone, Debug)]
pub struct TextLine {
    /// The text, indented, without line end.
    pub text: String,
    /// What the line stands for; none for empty lines and closing braces.
    pub entity: Option<UnitPart>,
}

/// The lines of a unit's text.
pub fn print_lines(unit: &Unit) -> Vec<TextLine> {
    let mut printer = Printer { unit, lines: Vec::new(), depth: 0 };
    printer.head();
    match &unit.body {
        Body::Graph(graph) => printer.graph(graph),
        Body::Tree(tree) => printer.tree(tree),
    }
    printer.close();
    printer.lines
}

/// The text of a unit.
pub fn print_unit(unit: &Unit) -> String {
    let mut text = String::new();
    for line in print_lines(unit) {
        text.push_str(&line.text);
        text.push('\n');
    }
    text
}

/// The text of all units, with an empty line between each two.
pub fn print_program(program: &Program) -> String {
    let texts: Vec<String> = program.units.iter().map(print_unit).collect();
    texts.join("\n")
}

/// The text of an expression of that unit.
pub fn print_expr(unit: &Unit, value: &Expr) -> String {
    let mut text = String::new();
    expr::write_expr(unit, value, &mut text);
    text
}

/// Prints one unit.
struct Printer<'u> {
    unit: &'u Unit,
    lines: Vec<TextLine>,
    depth: usize,
}

impl Printer<'_> {
    /// Adds a line at the present depth.
    fn line(&mut self, entity: impl Into<Option<UnitPart>>, text: &str) {
        let indent = "    ".repeat(self.depth.min(DEEPEST_INDENT));
        self.lines.push(TextLine { text: format!("{indent}{text}"), entity: entity.into() });
    }

    /// Adds an empty line.
    fn gap(&mut self) {
        self.lines.push(TextLine { text: String::new(), entity: None });
    }

    /// Adds a line that opens a brace; what follows is deeper.
    fn open(&mut self, entity: impl Into<Option<UnitPart>>, text: &str) {
        self.line(entity, text);
        self.depth += 1;
    }

    /// Closes the innermost brace.
    fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        self.line(None, "}");
    }
}

/// ` @12`, ` @f1:12` for a line of another file, or nothing for no line.
fn at(line: SourceLine) -> String {
    match line {
        SourceLine { file: 0, number: 0 } => String::new(),
        SourceLine { file: 0, number } => format!(" @{number}"),
        SourceLine { file, number } => format!(" @f{file}:{number}"),
    }
}
