//! Program units: their first and last statements, and the division of a file into them.

use super::classify::{Class, classify};
use super::input::{Input, Parsed, SyntaxError};
use super::lexical::{behind_keyword, keyword, name, symbol};
use super::specification::type_spec;
use super::statement::{Piece, parse_line};
use super::unsupported::{Region, Unsupported, refuse};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::lines::LogicalLine;
use crate::resolved::UnitKind;
use crate::source::Span;
use crate::tree::*;
use nom::Parser;
use nom::branch::alt;
use nom::combinator::{cut as commit, map, opt, value};
use nom::multi::separated_list0;
use nom::sequence::{delimited, preceded};

/// program-statement: `PROGRAM` name
pub(super) fn program(input: Input) -> Parsed<Header> {
    let (rest, name) = preceded(keyword("program"), name).parse(input)?;
    Ok((rest, header(input, rest, UnitKind::Program, name, Vec::new())))
}

/// subroutine-statement: `SUBROUTINE` name [ dummies ]
pub(super) fn subroutine(input: Input) -> Parsed<Header> {
    let (rest, name) = preceded(keyword("subroutine"), name).parse(input)?;
    let (rest, dummies) = opt(dummies).parse(rest)?;
    refuse_binding(rest)?;
    Ok((rest, header(input, rest, UnitKind::Subroutine, name, dummies.unwrap_or_default())))
}

/// function-statement: [ type-spec ] `FUNCTION` name dummies [ `RESULT` `(` name `)` ]
pub(super) fn function(input: Input) -> Parsed<Header> {
    let (rest, ty) = opt(type_spec).parse(input)?;
    let (rest, name) = preceded(keyword("function"), name).parse(rest)?;
    let (rest, dummies) = dummies(rest)?;
    refuse_binding(rest)?;
    let result = preceded(keyword("result"), commit(delimited(symbol("("), super::lexical::name, symbol(")"))));
    let (rest, result) = opt(result).parse(rest)?;
    refuse_binding(rest)?;
    let header = header(input, rest, UnitKind::Function, name, dummies);
    Ok((rest, Header { ty, result, ..header }))
}

fn header(input: Input, rest: Input, kind: UnitKind, name: Name, dummies: Vec<Name>) -> Header {
    let label = input.line().label;
    Header { label, kind, ty: None, name, dummies, result: None, span: input.trimmed().span_to(rest) }
}

/// dummies: `(` [ name { `,` name } ] `)`
fn dummies(input: Input) -> Parsed<Vec<Name>> {
    let dummy = |input| match symbol("*")(input) {
        Ok((rest, _)) => Err(refuse(input, rest, "an alternate return", "E0921")),
        Err(_) => name(input),
    };
    delimited(symbol("("), separated_list0(symbol(","), dummy), symbol(")")).parse(input)
}

fn refuse_binding(input: Input) -> Result<(), nom::Err<SyntaxError>> {
    match (keyword("bind"), symbol("(")).parse(input) {
        Ok(_) => Err(refuse(input, input.skip(input.text().len()), "BIND", "E0962")),
        Err(_) => Ok(()),
    }
}

/// A procedure with a prefix such as RECURSIVE, which is refused.
pub(super) fn prefixed_procedure(input: Input) -> Parsed<Header> {
    let prefixes = ["recursive", "pure", "elemental", "impure"];
    for (prefix, what) in prefixes.into_iter().zip(["RECURSIVE", "PURE", "ELEMENTAL", "IMPURE"]) {
        if let Some(rest) = behind_keyword(prefix, input) {
            return Err(refuse(input, rest, what, "E0965"));
        }
    }
    function(input)
}

/// end-statement: `END` [ ( `PROGRAM` | `SUBROUTINE` | `FUNCTION` ) [ name ] ]
pub(super) fn end_unit(input: Input) -> Parsed<End> {
    let word = |word, kind| value(kind, keyword(word));
    let kind = alt((
        word("program", UnitKind::Program),
        word("subroutine", UnitKind::Subroutine),
        word("function", UnitKind::Function),
    ));
    let (rest, _) = keyword_end(input)?;
    let (rest, words) = opt((kind, opt(name))).parse(rest)?;
    let (kind, name) = words.map_or((None, None), |(kind, name)| (Some(kind), name));
    Ok((rest, End { label: input.line().label, kind, name, span: input.trimmed().span_to(rest) }))
}

/// `END`, on which in free form too another word may follow at once.
fn keyword_end(input: Input) -> Parsed<()> {
    map(symbol("end"), |_| ()).parse(input)
}

/// What is passed over at present.
struct Passing {
    region: Region,
    /// Program units that are open in it, it included.
    depth: usize,
}

/// Divides a file into program units.
pub(super) struct Divider {
    units: Vec<Unit>,
    current: Option<Unit>,
    passing: Option<Passing>,
    /// The unsupported statements that were reported in the current unit.
    refused: Vec<&'static str>,
    diagnostics: Diagnostics,
}

impl Divider {
    pub fn new() -> Divider {
        let (units, refused, diagnostics) = (Vec::new(), Vec::new(), Diagnostics::default());
        Divider { units, current: None, passing: None, refused, diagnostics }
    }

    /// Takes the next statement of the file.
    pub fn line(&mut self, line: &LogicalLine) {
        if self.pass_over(line) {
            return;
        }
        match parse_line(line, self.current.is_some()) {
            Ok(Piece::Header(header)) => self.begin(header),
            Ok(Piece::End(end)) => self.end(end),
            Ok(Piece::Statement(kind)) => self.statement(line, kind),
            Ok(Piece::Refused(unsupported)) => self.refuse(line, unsupported),
            Err(diagnostic) => self.error(line, *diagnostic),
        }
    }

    /// The units, once all statements have been taken.
    pub fn finish(mut self) -> (Vec<Unit>, Diagnostics) {
        self.missing_end(None);
        (self.units, self.diagnostics)
    }

    fn begin(&mut self, header: Header) {
        self.missing_end(Some(header.span));
        let span = header.span;
        self.current = Some(Unit { header: Some(header), statements: Vec::new(), end: None, span });
        self.refused.clear();
    }

    /// The current unit; a statement outside of one begins a main program.
    fn unit(&mut self, span: Span) -> &mut Unit {
        if self.current.is_none() {
            self.refused.clear();
        }
        self.current.get_or_insert_with(|| Unit { header: None, statements: Vec::new(), end: None, span })
    }

    fn statement(&mut self, line: &LogicalLine, kind: StatementKind) {
        let span = line.whole();
        self.unit(span).statements.push(Statement { label: line.label, kind, span });
    }

    fn error(&mut self, line: &LogicalLine, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
        let (class, ..) = classify(Input::new(line), self.current.is_some());
        match class {
            // The unit begins all the same: its statements are not those of the unit before.
            Class::Program | Class::Subroutine | Class::Function | Class::PrefixedProcedure => {
                self.missing_end(Some(line.whole()));
                self.unit(line.whole());
                self.statement(line, StatementKind::Invalid);
            }
            Class::EndUnit => self.close(None, line.whole()),
            _ => self.statement(line, StatementKind::Invalid),
        }
    }

    fn refuse(&mut self, line: &LogicalLine, unsupported: Unsupported) {
        let known = unsupported.follows && self.refused.contains(&unsupported.name);
        if !known {
            self.diagnostics.push(unsupported.diagnostic(Input::new(line)));
        }
        self.refused.push(unsupported.name);
        self.passing = unsupported.region.map(|region| Passing { region, depth: 1 });
        if unsupported.region == Some(Region::Unit) {
            self.missing_end(Some(line.whole()));
        } else {
            self.statement(line, StatementKind::Invalid);
        }
    }

    /// Takes a statement of what is passed over; false if it is none of that.
    fn pass_over(&mut self, line: &LogicalLine) -> bool {
        let Some(passing) = &mut self.passing else { return false };
        let input = Input::new(line);
        if let Region::Construct(end) = passing.region {
            if behind_keyword(end, input).is_some() {
                self.passing = None;
            }
            return true;
        }
        let (class, ..) = classify(input, true);
        let ends_module = ["end module", "end submodule"].iter().any(|end| behind_keyword(end, input).is_some());
        match class {
            Class::Program | Class::Subroutine | Class::Function | Class::PrefixedProcedure => passing.depth += 1,
            Class::EndUnit => passing.depth -= 1,
            _ if ends_module => passing.depth = 0,
            _ => {}
        }
        if passing.depth > 0 {
            return true;
        }
        let inside = passing.region == Region::Inside;
        self.passing = None;
        !inside
    }

    fn end(&mut self, end: End) {
        let header = self.current.as_ref().and_then(|unit| unit.header.as_ref());
        let invalid = self.current.as_ref().is_some_and(|unit| {
            matches!(unit.statements.first(), Some(Statement { kind: StatementKind::Invalid, .. }))
        });
        if let Some(kind) = end.kind.filter(|_| !invalid) {
            let expected = header.map_or(UnitKind::Program, |header| header.kind);
            let names_differ = match (&end.name, header) {
                (Some(name), Some(header)) => name.text != header.name.text,
                (Some(_), None) => true,
                (None, _) => false,
            };
            if kind != expected || names_differ {
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

    fn close(&mut self, end: Option<End>, span: Span) {
        self.unit(span);
        if let Some(unit) = self.current.take() {
            self.units.push(Unit { end, ..unit });
        }
    }

    /// Closes the current unit, if there is one, without END; `next` is where another begins.
    fn missing_end(&mut self, next: Option<Span>) {
        let Some(unit) = self.current.take() else { return };
        // What was taken for a main program may be nothing but a line out of place, which has been reported.
        if unit.header.is_none() && unit.statements.iter().all(|statement| statement.kind == StatementKind::Invalid) {
            return;
        }
        let what = unit.header.as_ref().map_or("the main program".to_owned(), describe);
        let error = Diagnostic::error("E0107", unit.span, format!("{what} has no END statement"));
        let error = error.with_label("this program unit is not closed");
        self.diagnostics.push(match next {
            Some(span) => error.with_related(span, "another one begins here"),
            None => error,
        });
        self.units.push(unit);
    }
}

/// The unit as words.
fn describe(header: &Header) -> String {
    let kind = match header.kind {
        UnitKind::Program => "program",
        UnitKind::Subroutine => "subroutine",
        UnitKind::Function => "function",
        UnitKind::BlockData => "block data",
    };
    format!("{kind} `{}`", header.name.text)
}
