//! The division of a file into program units, over a stack of those that are open.

mod enumerations;
mod interfaces;
mod records;
mod refused;

use super::classify::{Class, classify};
use super::input::Input;
use super::refused_names::declared_in;
use super::scoping::procedures;
use super::statement::{Piece, parse_bound, parse_line};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::lines::LogicalLine;
use crate::resolved::UnitKind;
use crate::source::{DefaultKinds, Span};
use crate::tree::*;
use indexmap::IndexSet;
use records::Records;

/// What is passed over at present.
struct Passing {
    /// The words of the END up to which.
    end: &'static str,
    /// Constructs that are open in it, it included.
    depth: usize,
}

/// What has begun and not ended.
#[allow(clippy::large_enum_variant, reason = "no more than a dozen are open at once")]
enum OpenUnit {
    /// A program unit.
    Unit(Unit),
    /// An interface block, and where it began.
    Interface { label: Option<Label>, block: InterfaceBlock, span: Span },
}

/// A part of a derived type's definition: before CONTAINS, and after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Definition {
    Components,
    Bindings,
}

/// Divides a file into program units.
pub(super) struct Divider {
    units: Vec<Unit>,
    open: Vec<OpenUnit>,
    passing: Option<Passing>,
    /// The unsupported statements that were reported in the current unit.
    refused: Vec<&'static str>,
    /// STRUCTURE and RECORD.
    records: Records,
    /// The last enumerator of the ENUM that is open.
    last_enumerator: Option<Name>,
    /// Comments of the present statement, until it has its place in the tree.
    comments: Vec<Comment>,
    diagnostics: Diagnostics,
}

impl Divider {
    pub fn new() -> Divider {
        let diagnostics = Diagnostics::default();
        Divider {
            units: Vec::new(),
            open: Vec::new(),
            passing: None,
            refused: Vec::new(),
            records: Records::default(),
            last_enumerator: None,
            comments: Vec::new(),
            diagnostics,
        }
    }

    /// Takes the next statement of the file.
    pub fn line(&mut self, line: &mut LogicalLine) {
        self.comments.iter_mut().for_each(|comment| comment.is_trailing = false);
        self.comments.append(&mut line.comments);
        if self.pass_over(line) || self.record_line(line) {
            return;
        }
        self.parsed(line);
    }

    /// Takes a statement that is in no STRUCTURE.
    fn parsed(&mut self, line: &LogicalLine) {
        if let Some(OpenUnit::Interface { block, .. }) = self.open.last_mut()
            && let Ok((_, procedures)) = procedures(Input::new(line))
        {
            block.procedures.extend(procedures);
            return;
        }
        let bound = parse_bound(line).filter(|_| self.definition() == Some(Definition::Bindings));
        match bound.unwrap_or_else(|| parse_line(line, self.is_inside())) {
            Ok(Piece::Header(header)) => self.begin(header),
            Ok(Piece::End(end)) => self.end(end),
            Ok(Piece::Statement(kind)) => self.statement(line, kind),
            Ok(Piece::Contains) => self.contains(line),
            Ok(Piece::Interface(opening)) => self.interface(line, opening),
            Ok(Piece::Enum) => self.last_enumerator = None,
            Ok(Piece::Enumerators(list)) => self.enumerators(line, list),
            Ok(Piece::EndEnum) => {}
            Ok(Piece::EndInterface) => self.end_interface(line),
            Ok(Piece::Refused(unsupported)) => self.refuse(line, unsupported),
            Err(diagnostic) => self.error(line, *diagnostic),
        }
    }

    /// The units and the comments after them, once all statements have been taken; `comments` are those after the last.
    pub fn finish(mut self, comments: Vec<Comment>) -> (Vec<Unit>, Vec<Comment>, Diagnostics) {
        self.give_up_structures();
        while !self.open.is_empty() {
            self.missing_end(None);
        }
        self.comments.extend(comments);
        self.comments.iter_mut().for_each(|comment| comment.is_trailing = false);
        self.diagnostics.drop_echoes();
        (self.units, self.comments, self.diagnostics)
    }

    /// True where the statements of a unit are, not units themselves.
    fn is_inside(&self) -> bool {
        matches!(self.open.last(), Some(OpenUnit::Unit(Unit { contains: None, .. })))
    }

    fn begin(&mut self, header: Header) {
        let is_procedure = matches!(header.kind, UnitKind::Subroutine | UnitKind::Function);
        while !self.open.is_empty() && (!is_procedure || self.is_inside()) {
            self.missing_end(Some(header.span));
        }
        let span = header.span;
        self.open_unit(Some(header), span);
    }

    fn open_unit(&mut self, header: Option<Header>, span: Span) {
        self.refused.clear();
        let is_header = header.is_some();
        let (statements, comments) = (Vec::new(), Vec::new());
        self.open.push(OpenUnit::Unit(Unit {
            header,
            statements,
            contains: None,
            end: None,
            comments,
            refused_words: IndexSet::new(),
            default_kinds: DefaultKinds::default(),
            refused_names: IndexSet::new(),
            span,
        }));
        if is_header {
            self.place_comments(CommentPlace::Header);
        }
    }

    /// Gives the comments of the present statement to the innermost unit.
    fn place_comments(&mut self, place: CommentPlace) {
        if let Some(OpenUnit::Unit(unit)) = self.open.last_mut() {
            self.comments.iter_mut().for_each(|comment| comment.place = place);
            unit.comments.append(&mut self.comments);
        }
    }

    fn statement(&mut self, line: &LogicalLine, kind: StatementKind) {
        let span = line.whole();
        if self.open.is_empty() {
            // A statement outside of a unit begins a main program.
            self.open_unit(None, span);
        }
        let is_invalid = kind == StatementKind::Invalid;
        match self.open.last_mut() {
            Some(OpenUnit::Unit(unit)) if unit.contains.is_none() => {
                let place = CommentPlace::Statement(unit.statements.len() as u32);
                if is_invalid {
                    let words = line.text.split(|one: char| !one.is_ascii_alphanumeric() && one != '_');
                    unit.refused_words
                        .extend(words.filter(|word| !word.is_empty()).map(|word| Word::new(word.to_ascii_lowercase())));
                    unit.refused_names.extend(declared_in(line));
                }
                unit.statements.push(Statement { label: line.label, kind, span });
                self.place_comments(place);
            }
            _ if is_invalid => {}
            Some(OpenUnit::Interface { .. }) => {
                let error = Diagnostic::error("E0122", span, "this statement is not allowed in an INTERFACE block");
                self.diagnostics
                    .push(error.with_help("only SUBROUTINE and FUNCTION with their declarations are allowed there"));
            }
            _ => {
                let error = Diagnostic::error("E0122", span, "this statement is not in a procedure");
                self.diagnostics.push(error.with_help("only procedures are allowed between CONTAINS and END"));
            }
        }
    }

    fn contains(&mut self, line: &LogicalLine) {
        let span = line.whole();
        match self.definition() {
            Some(Definition::Components) => {
                return self.statement(line, StatementKind::Bound(BoundStatement::Contains));
            }
            Some(Definition::Bindings) => {
                self.diagnostics.push(Diagnostic::error("E0122", span, "CONTAINS is not allowed here"));
                return self.statement(line, StatementKind::Invalid);
            }
            None => {}
        }
        if self.open.is_empty() {
            self.open_unit(None, span);
        }
        let may_contain = self.may_contain();
        match self.open.last_mut() {
            Some(OpenUnit::Unit(unit)) if may_contain => {
                unit.contains = Some(Contains { label: line.label, units: Vec::new(), span });
                self.place_comments(CommentPlace::Contains);
            }
            _ => self.diagnostics.push(Diagnostic::error("E0122", span, "CONTAINS is not allowed here")),
        }
    }

    /// The part of a derived type's definition that is open.
    fn definition(&self) -> Option<Definition> {
        let Some(OpenUnit::Unit(unit)) = self.open.last() else { return None };
        let last = unit.statements.iter().rev().find_map(|statement| match statement.kind {
            StatementKind::DerivedType { .. } => Some(Some(Definition::Components)),
            StatementKind::Bound(BoundStatement::Contains) => Some(Some(Definition::Bindings)),
            StatementKind::EndDerivedType(_) => Some(None),
            _ => None,
        });
        last.flatten()
    }

    /// True if CONTAINS can be in the current unit: it is not an internal procedure and no interface body.
    fn may_contain(&self) -> bool {
        let outer = self.open.len().checked_sub(2).and_then(|outer| self.open.get(outer));
        let is_outermost = match outer {
            None => true,
            Some(OpenUnit::Interface { .. }) => false,
            Some(OpenUnit::Unit(unit)) => unit.header.as_ref().is_some_and(|header| header.kind == UnitKind::Module),
        };
        is_outermost && self.is_inside()
    }

    fn error(&mut self, line: &LogicalLine, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
        let (class, ..) = classify(Input::new(line), self.is_inside());
        match class {
            // The unit begins all the same: its statements are not those of the unit before.
            Class::Program
            | Class::Module
            | Class::Subroutine
            | Class::Function
            | Class::BlockData
            | Class::Submodule
            | Class::ModuleProcedure
            | Class::PrefixedProcedure => self.begin_refused(line),
            Class::EndUnit => self.close(None, line.whole()),
            Class::Contains => self.contains(line),
            Class::Interface => {
                self.passing = Some(Passing { end: "end interface", depth: 1 });
                self.statement(line, StatementKind::Invalid);
            }
            _ => self.statement(line, StatementKind::Invalid),
        }
    }

    fn end(&mut self, end: End) {
        self.close_units_inside(&end);
        let unit = match self.open.last() {
            Some(OpenUnit::Unit(unit)) => Some(unit),
            _ => None,
        };
        let header = unit.and_then(|unit| unit.header.as_ref());
        let invalid = unit.is_some_and(|unit| {
            matches!(unit.statements.first(), Some(Statement { kind: StatementKind::Invalid, .. }))
        });
        if let Some(word) = end.word.filter(|_| !invalid) {
            let expected = header.map_or(UnitWord::Program, Header::word);
            let names_differ = match (&end.name, header) {
                (Some(name), Some(header)) => name.text != header.name.text,
                (Some(_), None) => true,
                (None, _) => false,
            };
            if word != expected || names_differ {
                let what = header.map_or("the main program".to_owned(), describe);
                let error = Diagnostic::error("E0108", end.span, format!("this does not end {what}"));
                let error = match header {
                    Some(header) => error.with_related(header.span, "which begins here"),
                    None => error,
                };
                self.diagnostics.push(error);
            }
        }
        let span = end.span;
        self.close(Some(end), span);
    }

    /// Closes what is open inside of the unit that an END names: a block, or a procedure whose own END is missing.
    fn close_units_inside(&mut self, end: &End) {
        while let Some(OpenUnit::Interface { span, .. }) = self.open.last() {
            let error = Diagnostic::error("E0107", *span, "this INTERFACE block is not closed by END INTERFACE");
            self.diagnostics.push(error.with_related(end.span, "the unit ends here"));
            self.close_interface(end.span);
        }
        let is_named = |open: &OpenUnit| match open {
            OpenUnit::Unit(unit) if has_refused_header(unit) => {
                matches!(end.word, Some(UnitWord::Subroutine | UnitWord::Function | UnitWord::Procedure))
            }
            OpenUnit::Unit(Unit { header: Some(header), .. }) => {
                let is_name = end.name.as_ref().is_none_or(|name| name.text == header.name.text);
                end.word == Some(header.word()) && is_name
            }
            _ => false,
        };
        let Some(named) = self.open.iter().rposition(is_named) else { return };
        while self.open.len() > named + 1 {
            self.missing_end(Some(end.span));
        }
    }

    fn close(&mut self, end: Option<End>, span: Span) {
        if self.open.is_empty() {
            self.open_unit(None, span);
        }
        self.place_comments(CommentPlace::End);
        match self.open.pop() {
            Some(OpenUnit::Unit(unit)) => self.attach(Unit { end, ..unit }),
            Some(interface) => self.open.push(interface),
            None => {}
        }
    }

    /// Gives a complete unit to what it is in.
    fn attach(&mut self, mut unit: Unit) {
        unit.statements.shrink_to_fit();
        unit.comments.shrink_to_fit();
        match self.open.last_mut() {
            Some(OpenUnit::Unit(Unit { contains: Some(contains), .. })) => contains.units.push(unit),
            Some(OpenUnit::Interface { block, .. }) => block.bodies.push(unit),
            _ => self.units.push(unit),
        }
    }

    /// Closes the innermost unit or block without its END; `next` is where another begins.
    fn missing_end(&mut self, next: Option<Span>) {
        let unit = match self.open.pop() {
            Some(OpenUnit::Unit(unit)) => unit,
            Some(OpenUnit::Interface { label, block, span }) => {
                let error = Diagnostic::error("E0107", span, "this INTERFACE block is not closed by END INTERFACE");
                self.diagnostics.push(error);
                self.open.push(OpenUnit::Interface { label, block, span });
                return self.close_interface(span);
            }
            None => return,
        };
        // What was taken for a main program may be nothing but a line out of place, which has been reported.
        let is_stray = unit.header.is_none() && unit.contains.is_none();
        if is_stray && unit.statements.iter().all(|statement| statement.kind == StatementKind::Invalid) {
            return;
        }
        let what = unit.header.as_ref().map_or("the main program".to_owned(), describe);
        let error = Diagnostic::error("E0107", unit.span, format!("{what} is not closed by an END statement"));
        let error = error.with_label("begins here");
        self.diagnostics.push(match next {
            Some(span) => error.with_related(span, "another one begins here"),
            None => error,
        });
        self.attach(unit);
    }
}

/// Whether the first statement of a unit, which should contain its name, could not be parsed.
fn has_refused_header(unit: &Unit) -> bool {
    let first = unit.statements.first();
    unit.header.is_none() && first.is_some_and(|first| first.kind == StatementKind::Invalid)
}

/// The unit as words.
fn describe(header: &Header) -> String {
    let kind = header.word().word();
    if header.name.text == UNNAMED_BLOCK_DATA {
        return format!("{kind} without name");
    }
    format!("{kind} `{}`", header.name.text)
}
