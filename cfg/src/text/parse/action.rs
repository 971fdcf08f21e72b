//! Lines of actions, and of the ends that blocks and regions have in common.

use super::expr::expression;
use super::syntax::{ActionText, ArrayText, CallTarget, CalleeText, Definition, ItemText, Line, RangeText};
use super::token::{
    Numbered, Parsed, at, bytes, fail, list, member, name, number, scope_id, sign, signed, skip, text, type_word,
    value, word,
};
use super::unit::unit_name;
use crate::text::words;
use crate::unit::StopCode;

/// action = ( enter | leave | assign | define | store | array | call | allocate | free | io ) at
pub(super) fn action<'a>(
    parser: impl Fn(&'a str) -> Parsed<'a, ActionText<'a>>,
) -> impl Fn(&'a str) -> Parsed<'a, Line<'a>> {
    move |input| {
        let (rest, action) = parser(input)?;
        let (rest, at) = at(rest)?;
        Ok((rest, Line::Action(action, at)))
    }
}

/// enter = "enter" scope-id
pub(super) fn enter(input: &str) -> Parsed<'_, ActionText<'_>> {
    let (rest, scope) = scope_id(word("enter")(input)?.0)?;
    Ok((rest, ActionText::Enter(scope)))
}

/// leave = "leave" scope-id
pub(super) fn leave(input: &str) -> Parsed<'_, ActionText<'_>> {
    let (rest, scope) = scope_id(word("leave")(input)?.0)?;
    Ok((rest, ActionText::Leave(scope)))
}

/// definition = value type [ shape ]
pub(super) fn definition(input: &str) -> Parsed<'_, Definition<'_>> {
    let (rest, (id, hint)) = value(input)?;
    let (rest, ty) = type_word(rest)?;
    let (rest, shape) = match member(words::SHAPES, "a shape")(rest) {
        Ok((rest, shape)) => (rest, Some(shape)),
        Err(_) => (rest, None),
    };
    Ok((rest, Definition { id, hint, ty, shape }))
}

/// define = definition "=" ( call | expression )
pub(super) fn define(input: &str) -> Parsed<'_, ActionText<'_>> {
    let (rest, target) = definition(input)?;
    let (rest, _) = sign("=")(rest)?;
    if is_call(rest) {
        return call_into(CallTarget::Value(target), rest);
    }
    let (rest, expr) = expression(rest)?;
    Ok((rest, ActionText::Define(target, expr)))
}

/// assign = name "=" ( call | expression )
/// store = name "[" expression [ "for" expression ] "]" "=" expression
pub(super) fn assign(input: &str) -> Parsed<'_, ActionText<'_>> {
    let (rest, target) = name(input)?;
    if let Ok((rest, _)) = sign("[")(rest) {
        let (rest, offset) = expression(rest)?;
        if let Ok((rest, _)) = word("for")(rest) {
            let (rest, length) = expression(rest)?;
            let (rest, _) = sign("]")(rest)?;
            let (rest, value) = expression(sign("=")(rest)?.0)?;
            return Ok((rest, ActionText::StoreText(target, offset, length, value)));
        }
        let (rest, _) = sign("]")(rest)?;
        let (rest, value) = expression(sign("=")(rest)?.0)?;
        return Ok((rest, ActionText::Store(target, offset, value)));
    }
    let (rest, _) = sign("=")(rest)?;
    if is_call(rest) {
        return call_into(CallTarget::Variable(target), rest);
    }
    let (rest, value) = expression(rest)?;
    Ok((rest, ActionText::Assign(target, value)))
}

/// call = "call" callee "(" [ item { "," item } ] ")"
pub(super) fn call(input: &str) -> Parsed<'_, ActionText<'_>> {
    call_into(CallTarget::None, input)
}

fn call_into<'a>(target: CallTarget<'a>, input: &'a str) -> Parsed<'a, ActionText<'a>> {
    let (rest, callee) = callee(word("call")(input)?.0)?;
    let (rest, _) = sign("(")(rest)?;
    if let Ok((rest, _)) = sign(")")(rest) {
        return Ok((rest, ActionText::Call { target, callee, arguments: Vec::new() }));
    }
    let (rest, arguments) = list(item)(rest)?;
    let (rest, _) = sign(")")(rest)?;
    Ok((rest, ActionText::Call { target, callee, arguments }))
}

/// callee = unit-name | "*" name
fn callee(input: &str) -> Parsed<'_, CalleeText<'_>> {
    match sign("*")(input) {
        Ok((rest, _)) => name(rest).map(|(rest, name)| (rest, CalleeText::Dummy(name))),
        Err(_) => unit_name(input).map(|(rest, name)| (rest, CalleeText::Unit(name))),
    }
}

/// procedure = callee [ "with" number { number } ]
fn procedure(input: &str) -> Parsed<'_, CalleeText<'_>> {
    let (rest, callee) = callee(input)?;
    let (CalleeText::Unit(name), Ok((rest, _))) = (&callee, word("with")(rest)) else { return Ok((rest, callee)) };
    let (mut rest, first) = number(rest)?;
    let mut with = vec![first as usize];
    while let Ok((after, next)) = number(rest) {
        with.push(next as usize);
        rest = after;
    }
    Ok((rest, CalleeText::Internal(name.clone(), with)))
}

/// Whether a call is here, and not a variable of that name.
fn is_call(input: &str) -> bool {
    word("call")(input).is_ok_and(|(rest, _)| callee(rest).is_ok())
}

/// allocate = "allocate" name "[" expression "]"
pub(super) fn allocate(input: &str) -> Parsed<'_, ActionText<'_>> {
    let (rest, array) = name(word("allocate")(input)?.0)?;
    let (rest, length) = expression(sign("[")(rest)?.0)?;
    let (rest, _) = sign("]")(rest)?;
    Ok((rest, ActionText::Allocate(array, length)))
}

/// array = "each" range { "," range } [ "where" expression ] ":" assignment { "," assignment }
/// assignment = ( name | element ) "=" expression
pub(super) fn array(input: &str) -> Parsed<'_, ActionText<'_>> {
    let (rest, ranges) = list(range)(word("each")(input)?.0)?;
    let (rest, mask) = match word("where")(rest) {
        Ok((rest, _)) => expression(rest).map(|(rest, mask)| (rest, Some(mask)))?,
        Err(_) => (rest, None),
    };
    let assignment = |input| {
        let (rest, target) = expression(input)?;
        let (rest, value) = expression(sign("=")(rest)?.0)?;
        Ok((rest, (target, value)))
    };
    let (rest, assignments) = list(assignment)(sign(":")(rest)?.0)?;
    Ok((rest, ActionText::Array(Box::new(ArrayText { ranges, mask, assignments }))))
}

/// range = name "=" expression "for" expression [ "by" expression ]
fn range(input: &str) -> Parsed<'_, RangeText<'_>> {
    let (rest, index) = name(input)?;
    let (rest, first) = expression(sign("=")(rest)?.0)?;
    let (rest, count) = expression(word("for")(rest)?.0)?;
    let (rest, step) = match word("by")(rest) {
        Ok((rest, _)) => expression(rest).map(|(rest, step)| (rest, Some(step)))?,
        Err(_) => (rest, None),
    };
    Ok((rest, RangeText { index, first, count, step }))
}

/// free = "free" name
pub(super) fn free(input: &str) -> Parsed<'_, ActionText<'_>> {
    let (rest, array) = name(word("free")(input)?.0)?;
    Ok((rest, ActionText::Free(array)))
}

/// io = "io" io-kind "(" [ item { "," item } ] ")"
pub(super) fn io(input: &str) -> Parsed<'_, ActionText<'_>> {
    let (rest, kind) = member(words::IO_KINDS, "a step of input or output")(word("io")(input)?.0)?;
    let (rest, _) = sign("(")(rest)?;
    if let Ok((rest, _)) = sign(")")(rest) {
        return Ok((rest, ActionText::Io(kind, Vec::new())));
    }
    let (rest, items) = list(item)(rest)?;
    let (rest, _) = sign(")")(rest)?;
    Ok((rest, ActionText::Io(kind, items)))
}

/// item = text | reference | "procedure" procedure | "absent" | expression
/// reference = "&" ( name [ "[" [ expression ] "]" ] | "(" expression "=>" definition ")" )
fn item(input: &str) -> Parsed<'_, ItemText<'_>> {
    let start = skip(input);
    if start.starts_with('"') {
        let (rest, found) = bytes(start)?;
        return Ok((rest, ItemText::Text(found, &start[..start.len() - rest.len()])));
    }
    if let Ok((rest, callee)) = word("procedure")(start).and_then(|(rest, _)| procedure(rest)) {
        return Ok((rest, ItemText::Procedure(callee, &start[..start.len() - rest.len()])));
    }
    if let Ok((rest, _)) = word("absent")(start)
        && skip(rest).starts_with([',', ')'])
    {
        return Ok((rest, ItemText::Absent(&start[..start.len() - rest.len()])));
    }
    let Ok((rest, _)) = sign("&")(start) else {
        return expression(start).map(|(rest, value)| (rest, ItemText::Value(value)));
    };
    if let Ok((rest, _)) = sign("(")(rest) {
        let (rest, before) = expression(rest)?;
        let (rest, after) = definition(sign("=>")(rest)?.0)?;
        let (rest, _) = sign(")")(rest)?;
        return Ok((rest, ItemText::InOut(before, after)));
    }
    let (rest, var) = name(rest)?;
    let Ok((rest, _)) = sign("[")(rest) else { return Ok((rest, ItemText::Variable(var))) };
    if let Ok((rest, _)) = sign("]")(rest) {
        return Ok((rest, ItemText::Array(var)));
    }
    let (rest, offset) = expression(rest)?;
    let (rest, _) = sign("]")(rest)?;
    Ok((rest, ItemText::Element(var, offset)))
}

/// return = "return" [ returned { "," returned } ] at
/// returned = name "=" value
pub(super) fn return_line(input: &str) -> Parsed<'_, Line<'_>> {
    let (rest, _) = word("return")(input)?;
    let (rest, results) = if name(rest).is_ok() { list(returned)(rest)? } else { (rest, Vec::new()) };
    let (rest, at) = at(rest)?;
    Ok((rest, Line::Return(results, at)))
}

fn returned(input: &str) -> Parsed<'_, (&str, Numbered<'_>)> {
    let (rest, var) = name(input)?;
    let (rest, (value, _)) = value(sign("=")(rest)?.0)?;
    Ok((rest, (var, value)))
}

/// stop = "stop" [ signed | text | "error" text signed ] at
pub(super) fn stop(input: &str) -> Parsed<'_, Line<'_>> {
    let (rest, _) = word("stop")(input)?;
    let (rest, code) = match skip(rest).chars().next() {
        Some('e') => error_stop(rest)?,
        Some('"') => text(rest).map(|(rest, text)| (rest, StopCode::Text(text)))?,
        Some('-' | '0'..='9') => {
            let (after, number) = signed(rest)?;
            match i32::try_from(number) {
                Ok(number) => (after, StopCode::Number(number)),
                Err(_) => return fail(rest, "a number of 32 bits"),
            }
        }
        _ => (rest, StopCode::None),
    };
    let (rest, at) = at(rest)?;
    Ok((rest, Line::Stop(code, at)))
}

fn error_stop(input: &str) -> Parsed<'_, StopCode> {
    let (rest, text) = text(word("error")(input)?.0)?;
    let (after, status) = signed(rest)?;
    match i32::try_from(status) {
        Ok(status) => Ok((after, StopCode::Error(text, status))),
        Err(_) => fail(rest, "a number of 32 bits"),
    }
}

/// fail = "fail" [ "unsupported" ] text at
pub(super) fn failure(input: &str) -> Parsed<'_, Line<'_>> {
    let rest = word("fail")(input)?.0;
    let unsupported = word("unsupported")(rest).ok();
    let (rest, message) = text(unsupported.map_or(rest, |(rest, _)| rest))?;
    let (rest, at) = at(rest)?;
    let code = if unsupported.is_some() { StopCode::Unsupported(message) } else { StopCode::Failure(message) };
    Ok((rest, Line::Stop(code, at)))
}
