//! One statement: from its class to its parser.

use super::arrays;
use super::bound::bound;
use super::classify::{Class, classify};
use super::coarrays;
use super::construct;
use super::data::data;
use super::executable as exec;
use super::input::{Expected, Input, Parsed, SyntaxError};
use super::keywords::KEYWORDS;
use super::lexical::{end_of_statement, keyword};
use super::scoping::{self, Opening};
use super::specification as spec;
use super::storage;
use super::transfer;
use super::unit::{block_data, end_unit, entry, function, module, module_procedure, prefixed_procedure, program};
use super::unit::{submodule, subroutine};
use super::unsupported::Unsupported;
use crate::diagnostics::Diagnostic;
use crate::lines::LogicalLine;
use crate::tree::*;
use forlane_semantics::similar::similar;
use nom::combinator::{map, value};
use nom::{Err, Parser};

/// What a logical line is in its program unit.
#[derive(Clone, Debug)]
pub(super) enum Piece {
    Header(Header),
    End(End),
    Statement(StatementKind),
    Contains,
    Interface(Opening),
    EndInterface,
    Enum,
    Enumerators(Vec<(Name, Option<Expr>)>),
    EndEnum,
    Refused(Unsupported),
}

/// Parses a logical line. `inside` says that a program unit has begun.
pub(super) fn parse_line(line: &LogicalLine, inside: bool) -> Result<Piece, Box<Diagnostic>> {
    let (class, construct, rest) = classify(Input::new(line), inside);
    complete(line, piece(class, construct, rest))
}

/// Parses a logical line after CONTAINS in the definition of a derived type; none if it is none of these statements.
pub(super) fn parse_bound(line: &LogicalLine) -> Option<Result<Piece, Box<Diagnostic>>> {
    match bound(Input::new(line)) {
        Err(Err::Error(_)) => None,
        parsed => Some(complete(line, parsed)),
    }
}

/// What a statement is, if nothing follows it.
fn complete(line: &LogicalLine, parsed: Parsed<'_, Piece>) -> Result<Piece, Box<Diagnostic>> {
    let parsed = parsed.and_then(|(rest, piece)| {
        end_of_statement(rest).map_err(|error| at_end(rest, error))?;
        Ok(piece)
    });
    parsed.map_err(|error| {
        Box::new(match error {
            Err::Error(error) | Err::Failure(error) => error.into_diagnostic(line),
            Err::Incomplete(_) => Diagnostic::error("E0110", line.whole(), "this statement is not complete"),
        })
    })
}

/// The error where the end of the statement was expected. After an operand there could have been an operator.
fn at_end(rest: Input, error: Err<SyntaxError>) -> Err<SyntaxError> {
    if let Some(after) = rest.trimmed().text().strip_prefix(',') {
        let ends = after.trim().is_empty();
        let next = if ends { rest.trimmed().skip(1) } else { rest };
        let wanted = if ends { "another item" } else { "an operator or the end of the statement" };
        return SyntaxError::expected(next, Expected::Thing(wanted));
    }
    let before = &rest.line().text[..rest.at()];
    if before.ends_with(|character: char| character.is_alphanumeric() || matches!(character, ')' | '_' | '\'' | '"')) {
        return SyntaxError::expected(rest, Expected::Thing("an operator, `,` or the end of the statement"));
    }
    error
}

fn piece<'a>(class: Class, construct: Option<Name>, input: Input<'a>) -> Parsed<'a, Piece> {
    match class {
        Class::Program => map(program, Piece::Header).parse(input),
        Class::Module => map(module, Piece::Header).parse(input),
        Class::Subroutine => map(subroutine, Piece::Header).parse(input),
        Class::BlockData => map(block_data, Piece::Header).parse(input),
        Class::Function => map(function, Piece::Header).parse(input),
        Class::Submodule => map(submodule, Piece::Header).parse(input),
        Class::ModuleProcedure => map(module_procedure, Piece::Header).parse(input),
        Class::PrefixedProcedure => map(prefixed_procedure, Piece::Header).parse(input),
        Class::EndUnit => map(end_unit, Piece::End).parse(input),
        Class::Contains => value(Piece::Contains, scoping::contains).parse(input),
        Class::Interface => map(scoping::interface, Piece::Interface).parse(input),
        Class::Enum => value(Piece::Enum, scoping::enumeration).parse(input),
        Class::Enumerator => map(scoping::enumerators, Piece::Enumerators).parse(input),
        Class::EndEnum => value(Piece::EndEnum, keyword("end enum")).parse(input),
        Class::EndInterface => value(Piece::EndInterface, scoping::end_interface).parse(input),
        Class::Unsupported(unsupported) if unsupported.is_action => {
            let (rest, kind) = unsupported_action(unsupported, input)?;
            Ok((rest, Piece::Statement(kind)))
        }
        Class::Unsupported(unsupported) => Ok((input.skip(input.text().len()), Piece::Refused(unsupported))),
        _ => {
            let (rest, kind) = statement(class, construct, input)?;
            Ok((rest, Piece::Statement(kind)))
        }
    }
}

/// A statement between the first and the last of a unit.
fn statement<'a>(class: Class, construct: Option<Name>, input: Input<'a>) -> Parsed<'a, StatementKind> {
    match class {
        Class::If => return exec::if_statement(input, construct),
        Class::Do => return exec::do_statement(input, construct),
        Class::SelectCase => return construct::select_case(input, construct),
        Class::SelectType => return construct::select_type(input, construct),
        Class::SelectRank => return construct::select_rank(input, construct),
        Class::Block => return construct::block(input, construct),
        Class::Associate => return construct::associate(input, construct),
        Class::Where => return arrays::where_statement(input, construct),
        Class::Forall => return arrays::forall(input, construct),
        Class::Image => {}
        _ => exec::no_construct(&construct, input)?,
    }
    match class {
        Class::TypeDeclaration => spec::type_declaration(input),
        Class::DerivedType => spec::derived_type(input),
        Class::EndDerivedType => spec::end_derived_type(input),
        Class::Sequence => value(StatementKind::Sequence, keyword("sequence")).parse(input),
        Class::Dimension => spec::dimension_statement(input),
        Class::Parameter => spec::parameter(input),
        Class::Implicit => spec::implicit(input),
        Class::Data => data(input),
        Class::External => spec::external(input),
        Class::Intrinsic => spec::intrinsic(input),
        Class::Save => storage::save(input),
        Class::Common => storage::common(input),
        Class::Namelist => storage::namelist(input),
        Class::Equivalence => storage::equivalence(input),
        Class::Format => spec::format(input),
        Class::Entry => entry(input),
        Class::ElseIf => exec::else_if(input),
        Class::Else => exec::else_statement(input),
        Class::EndIf => exec::end_if(input),
        Class::EndDo => exec::end_do(input),
        Class::Use => scoping::use_statement(input),
        Class::Import => scoping::import(input),
        Class::Access => scoping::access(input),
        Class::Attribute => scoping::attribute_statement(input),
        Class::Procedure => scoping::procedure_declaration(input),
        Class::Case => construct::case(input),
        Class::TypeGuard => construct::type_guard(input),
        Class::RankGuard => construct::rank_guard(input),
        Class::EndSelect => construct::end_select(input),
        Class::EndBlock => construct::end_block(input),
        Class::EndAssociate => construct::end_associate(input),
        Class::Allocatable => arrays::allocatable(input),
        Class::Elsewhere => arrays::elsewhere(input),
        Class::EndWhere => arrays::end_where(input),
        Class::EndForall => arrays::end_forall(input),
        _ => action(class, input),
    }
}

/// A statement that can be the action of a logical IF.
fn action(class: Class, input: Input) -> Parsed<StatementKind> {
    match class {
        Class::Assignment => exec::assignment(input),
        Class::Continue => exec::continue_statement(input),
        Class::Image => coarrays::image_statement(input),
        Class::Goto => exec::go_to(input),
        Class::Assign => exec::assign_label(input),
        Class::Exit => exec::exit(input),
        Class::Cycle => exec::cycle(input),
        Class::Call => exec::call(input),
        Class::Return => exec::return_statement(input),
        Class::Stop => exec::stop(input),
        Class::Pause => exec::pause(input),
        Class::Allocate => arrays::allocate(input),
        Class::Deallocate => arrays::deallocate(input),
        Class::Nullify => exec::nullify(input),
        Class::Print => transfer::print(input),
        Class::Unit(kind) => transfer::unit_statement(kind, input),
        Class::Write => transfer::write(input),
        Class::Read => transfer::read(input),
        _ => Err(unknown(input)),
    }
}

/// A statement that is recognised by its first word alone.
fn unsupported_action(statement: Unsupported, input: Input) -> Parsed<StatementKind> {
    let text = input.text().trim().to_owned();
    let kind = StatementKind::Unsupported(UnsupportedStatement { name: statement.name, code: statement.code, text });
    Ok((input.skip(input.text().len()), kind))
}

/// Parses the action of a logical IF.
pub(super) fn action_statement(input: Input) -> Parsed<StatementKind> {
    let (class, construct, rest) = classify(input, true);
    exec::no_construct(&construct, input)?;
    match class {
        Class::If => exec::if_statement(rest, None),
        Class::Where => arrays::where_statement(rest, None),
        Class::Forall => arrays::forall(rest, None),
        Class::Unsupported(unsupported) if unsupported.is_action => unsupported_action(unsupported, rest),
        Class::Unsupported(unsupported) => Err(SyntaxError::problem(rest, unsupported.diagnostic(rest))),
        Class::Assign => action(class, rest),
        Class::Assignment | Class::Continue | Class::Image | Class::Goto | Class::Exit | Class::Cycle => {
            action(class, rest)
        }
        Class::Allocate | Class::Deallocate | Class::Nullify => action(class, rest),
        Class::Pause | Class::Call | Class::Return | Class::Stop => action(class, rest),
        Class::Print | Class::Write | Class::Read | Class::Unit(_) => action(class, rest),
        Class::Unknown => Err(unknown(rest)),
        _ => Err(exec::wrong_action(rest)),
    }
}

/// The error for what begins like no statement.
fn unknown(input: Input) -> Err<SyntaxError> {
    let input = input.trimmed();
    let word = input.first_word();
    let span = input.line().span(input.at(), input.at() + word.len());
    if word.is_empty() {
        return SyntaxError::expected(input, Expected::Thing("a statement"));
    }
    let error = Diagnostic::error("E0111", span, format!("`{}` is not the start of a statement", word.escape_debug()))
        .with_label("expected a keyword or an assignment");
    let meant = similar(word, KEYWORDS.iter().map(|(keyword, _)| *keyword));
    SyntaxError::problem(
        input,
        match meant {
            Some(keyword) => error.with_help(format!("did you mean {}?", keyword.to_uppercase())),
            None => error,
        },
    )
}
