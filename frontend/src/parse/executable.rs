//! Parsers of the executable statements.

use super::classify::{Class, after_parentheses, classify};
use super::construct::{concurrent, is_concurrent};
use super::expression::{arguments, designator, expression, parenthesized};
use super::input::{Input, Parsed, SyntaxError};
use super::lexical::{after_keyword, cut, digits, end_of_statement, keyword, label, name, symbol};
use super::statement::action_statement;
use super::unsupported::refuse;
use crate::diagnostics::Diagnostic;
use crate::tree::*;
use nom::Parser;
use nom::combinator::{cut as commit, map, opt, value};
use nom::multi::separated_list1;
use nom::sequence::{delimited, preceded, terminated};

/// assignment: designator ( `=` | `=>` ) expression
pub(super) fn assignment(input: Input) -> Parsed<StatementKind> {
    let (rest, target) = designator(input)?;
    let after = rest.trimmed();
    if after.text().starts_with('(') {
        return Err(refuse(input, rest, "an array section or substring", "E0931"));
    }
    if let Ok((rest, _)) = symbol("=>")(rest) {
        let (rest, value) = expression(rest).map_err(cut)?;
        return Ok((rest, StatementKind::PointerAssign { target, value }));
    }
    let (rest, _) = symbol("=")(rest)?;
    let (rest, value) = expression(rest).map_err(cut)?;
    Ok((rest, StatementKind::Assign { target, value }))
}

/// nullify-statement: `NULLIFY` `(` designator { `,` designator } `)`
pub(super) fn nullify(input: Input) -> Parsed<StatementKind> {
    let pointers = delimited(symbol("("), separated_list1(symbol(","), designator), symbol(")"));
    map(preceded(keyword("nullify"), pointers), StatementKind::Nullify).parse(input)
}

/// continue-statement: `CONTINUE`
pub(super) fn continue_statement(input: Input) -> Parsed<StatementKind> {
    value(StatementKind::Continue, keyword("continue")).parse(input)
}

/// go-to-statement: `GO TO` ( label | labels [ `,` ] expression | name [ [ `,` ] labels ] )
/// labels: `(` label { `,` label } `)`
pub(super) fn go_to(input: Input) -> Parsed<StatementKind> {
    let (rest, _) = keyword("go to")(input)?;
    if let Ok((rest, variable)) = name(rest) {
        if end_of_statement(rest).is_ok() {
            return Ok((rest, StatementKind::AssignedGoto { variable, labels: Vec::new() }));
        }
        let (rest, labels) = preceded(opt(symbol(",")), labels).parse(rest)?;
        return Ok((rest, StatementKind::AssignedGoto { variable, labels }));
    }
    if symbol("(")(rest).is_err() {
        return map(label, StatementKind::Goto).parse(rest);
    }
    let (rest, labels) = labels(rest)?;
    let (rest, _) = opt(symbol(",")).parse(rest)?;
    let (rest, selector) = expression(rest)?;
    Ok((rest, StatementKind::ComputedGoto { labels, selector }))
}

fn labels(input: Input) -> Parsed<Vec<Label>> {
    delimited(symbol("("), separated_list1(symbol(","), label), symbol(")")).parse(input)
}

/// assign-statement: `ASSIGN` label `TO` name
pub(super) fn assign_label(input: Input) -> Parsed<StatementKind> {
    let (rest, (label, _, variable)) = preceded(keyword("assign"), (label, keyword("to"), name)).parse(input)?;
    Ok((rest, StatementKind::AssignLabel { label, variable }))
}

/// if: `IF` `(` expression `)` ( `THEN` | label `,` label `,` label | action-statement )
pub(super) fn if_statement(input: Input, construct: Option<Name>) -> Parsed<StatementKind> {
    let (rest, condition) = preceded(keyword("if"), parenthesized).parse(input)?;
    let action = rest.trimmed();
    if action.text() == "then" {
        return Ok((rest.skip(rest.text().len()), StatementKind::IfThen { name: construct, condition }));
    }
    no_construct(&construct, input)?;
    if digits(action).is_ok() {
        return arithmetic_if(action, condition);
    }
    let (class, ..) = classify(action, true);
    if class == Class::If && (after_keyword("if", action).is_some() && !is_arithmetic_if(action)) {
        return Err(wrong_action(action));
    }
    let (rest, kind) = action_statement(action)?;
    let span = action.span_to(rest);
    let action = Box::new(Statement { label: None, kind, span });
    Ok((rest, StatementKind::LogicalIf { condition, action }))
}

/// True for `IF (…)` and a digit.
fn is_arithmetic_if(input: Input) -> bool {
    let after = after_keyword("if", input).and_then(|rest| after_parentheses(rest.trimmed()));
    after.is_some_and(|rest| digits(rest).is_ok())
}

/// The error for what cannot be the action of a logical IF.
pub(super) fn wrong_action(action: Input) -> nom::Err<SyntaxError> {
    let error = Diagnostic::error("E0120", action.span(), "this statement is not allowed after IF (…)");
    let error = error.with_help("use IF (…) THEN, the statement, and END IF");
    SyntaxError::problem(action, error)
}

/// Only IF (…) THEN, DO and the like can have a construct name.
pub(super) fn no_construct(construct: &Option<Name>, input: Input) -> Result<(), nom::Err<SyntaxError>> {
    match construct {
        None => Ok(()),
        Some(name) => {
            let message = format!("the construct name `{}` is before a statement that is not a construct", name.text);
            Err(SyntaxError::problem(input, Diagnostic::error("E0121", name.span, message)))
        }
    }
}

/// The labels of an arithmetic IF.
fn arithmetic_if(input: Input, value: Expr) -> Parsed<StatementKind> {
    let (rest, (negative, _, zero, _, positive)) = (label, symbol(","), label, symbol(","), label).parse(input)?;
    Ok((rest, StatementKind::ArithmeticIf { value, negative, zero, positive }))
}

/// else-if: `ELSE IF` `(` expression `)` `THEN` [ name ]
pub(super) fn else_if(input: Input) -> Parsed<StatementKind> {
    let (rest, condition) = preceded(keyword("else if"), parenthesized).parse(input)?;
    let (rest, _) = keyword("then")(rest)?;
    map(opt(name), move |name| StatementKind::ElseIf { condition: condition.clone(), name }).parse(rest)
}

/// else: `ELSE` [ name ]
pub(super) fn else_statement(input: Input) -> Parsed<StatementKind> {
    map(preceded(keyword("else"), opt(name)), StatementKind::Else).parse(input)
}

/// end-if: `END IF` [ name ]
pub(super) fn end_if(input: Input) -> Parsed<StatementKind> {
    map(preceded(keyword("end if"), opt(name)), StatementKind::EndIf).parse(input)
}

/// do: `DO` [ label [ `,` ] ] [ `WHILE` `(` expression `)` | concurrent | count ]
pub(super) fn do_statement(input: Input, construct: Option<Name>) -> Parsed<StatementKind> {
    let (rest, _) = keyword("do")(input)?;
    let (rest, label) = match digits(rest) {
        Ok(_) => map(label, Some).parse(rest)?,
        Err(_) => (rest, None),
    };
    let (rest, _) = opt(symbol(",")).parse(rest)?;
    let finish = |control| StatementKind::Do { name: construct, label, control };
    if end_of_statement(rest).is_ok() {
        return Ok((rest, finish(DoControl::Forever)));
    }
    if is_concurrent(rest) {
        let (rest, control) = concurrent(rest)?;
        return Ok((rest, finish(control)));
    }
    if let Some(after) = after_keyword("while", rest)
        && symbol("(")(after).is_ok()
    {
        let (rest, condition) = parenthesized(after)?;
        return Ok((rest, finish(DoControl::While(condition))));
    }
    let (rest, count) = do_count(rest)?;
    Ok((rest, finish(DoControl::Counted(Box::new(count)))))
}

/// count: name `=` expression `,` expression [ `,` expression ]
pub(super) fn do_count(input: Input) -> Parsed<DoCount> {
    let (rest, variable) = terminated(name, symbol("=")).parse(input)?;
    let (rest, first) = commit(expression).parse(rest)?;
    let (rest, last) = commit(preceded(symbol(","), expression)).parse(rest)?;
    let (rest, step) = opt(preceded(symbol(","), commit(expression))).parse(rest)?;
    Ok((rest, DoCount { variable, first, last, step }))
}

/// end-do: `END DO` [ name ]
pub(super) fn end_do(input: Input) -> Parsed<StatementKind> {
    map(preceded(keyword("end do"), opt(name)), StatementKind::EndDo).parse(input)
}

/// exit: `EXIT` [ name ]
pub(super) fn exit(input: Input) -> Parsed<StatementKind> {
    map(preceded(keyword("exit"), opt(name)), StatementKind::Exit).parse(input)
}

/// cycle: `CYCLE` [ name ]
pub(super) fn cycle(input: Input) -> Parsed<StatementKind> {
    map(preceded(keyword("cycle"), opt(name)), StatementKind::Cycle).parse(input)
}

/// call: `CALL` ( name | designator `%` name ) [ arguments ]
pub(super) fn call(input: Input) -> Parsed<StatementKind> {
    let (rest, procedure) = preceded(keyword("call"), name).parse(input)?;
    let after = rest.trimmed();
    if is_component(after) {
        let (rest, called) = preceded(keyword("call"), designator).parse(input)?;
        return Ok((rest, StatementKind::CallBound(called)));
    }
    let (rest, arguments) = if after.text().starts_with('(') { arguments(rest)? } else { (rest, Vec::new()) };
    Ok((rest, StatementKind::Call { procedure, arguments }))
}

/// Whether what follows a name makes a component of it: `%`, perhaps after parentheses.
fn is_component(rest: Input) -> bool {
    let rest = if rest.text().starts_with('(') { after_parentheses(rest) } else { Some(rest) };
    rest.is_some_and(|rest| rest.trimmed().text().starts_with('%'))
}

/// return: `RETURN` [ expression ]
pub(super) fn return_statement(input: Input) -> Parsed<StatementKind> {
    let (rest, _) = keyword("return")(input)?;
    if end_of_statement(rest).is_ok() {
        return Ok((rest, StatementKind::Return(None)));
    }
    map(expression, |number| StatementKind::Return(Some(number))).parse(rest)
}

/// stop: [ `ERROR` ] `STOP` [ expression ] [ `,` `QUIET` `=` expression ]
pub(super) fn stop(input: Input) -> Parsed<StatementKind> {
    let is_error = after_keyword("error stop", input).is_some();
    let (rest, _) = keyword(if is_error { "error stop" } else { "stop" })(input)?;
    let quiet = preceded((symbol(","), keyword("quiet"), symbol("=")), expression);
    if end_of_statement(rest).is_ok() {
        return Ok((rest, StatementKind::Stop { is_error, code: None, quiet: None }));
    }
    let (rest, code) = if symbol(",")(rest).is_ok() { (rest, None) } else { map(expression, Some).parse(rest)? };
    let (rest, quiet) = opt(quiet).parse(rest)?;
    Ok((rest, StatementKind::Stop { is_error, code, quiet }))
}

/// pause: `PAUSE` [ expression ]
pub(super) fn pause(input: Input) -> Parsed<StatementKind> {
    let (rest, _) = keyword("pause")(input)?;
    if end_of_statement(rest).is_ok() {
        return Ok((rest, StatementKind::Pause(None)));
    }
    map(expression, |code| StatementKind::Pause(Some(code))).parse(rest)
}
