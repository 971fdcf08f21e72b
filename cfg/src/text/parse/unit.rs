//! Lines of a unit's head.

use super::constant::constant;
use super::syntax::{ArgumentLine, BoundText, DimensionText, Line, UnitHead, VarLine};
use super::token::{
    Parsed, fail, file_id, file_number, group, list, member, name, number, scope_id, sign, signed, skip, text,
    type_word, word,
};
use crate::text::words;
use crate::unit::{AreaPlace, ArrayLength, Inlined, SourceLine, Storage};
use forlane_semantics::types::Constant;

/// unit-head = "unit" stage ( "program" | "subroutine" | "function" | "block_data" ) unit-name text
///       [ "of" unit-name ] "{"
pub(super) fn unit(input: &str) -> Parsed<'_, Line<'_>> {
    let (rest, _) = word("unit")(input)?;
    let (rest, stage) = member(words::STAGES, "a stage")(rest)?;
    let (rest, kind) = member(words::UNIT_KINDS, "a sort of unit")(rest)?;
    let start = skip(rest);
    let (rest, name) = unit_name(start)?;
    let place = &start[..start.len() - rest.len()];
    let (rest, file) = text(rest)?;
    let (rest, origin) = match word("of")(rest) {
        Ok((rest, _)) => unit_name(rest).map(|(rest, name)| (rest, Some(name)))?,
        Err(_) => (rest, None),
    };
    let (rest, _) = sign("{")(rest)?;
    Ok((rest, Line::Unit(UnitHead { stage, kind, place, name, file, origin })))
}

/// unit-name = name | text
pub(super) fn unit_name(input: &str) -> Parsed<'_, String> {
    match name(input) {
        Ok((rest, name)) => Ok((rest, name.to_owned())),
        Err(error) => text(input).map_err(|_| error),
    }
}

/// scope = "scope" scope-id ( "subprogram" | "block" ) [ "in" scope-id ]
pub(super) fn scope(input: &str) -> Parsed<'_, Line<'_>> {
    let (rest, _) = word("scope")(input)?;
    let (rest, id) = scope_id(rest)?;
    let (rest, kind) = member(words::SCOPE_KINDS, "a sort of scope")(rest)?;
    let Ok((rest, _)) = word("in")(rest) else { return Ok((rest, Line::Scope { id, kind, parent: None })) };
    let (rest, parent) = scope_id(rest)?;
    Ok((rest, Line::Scope { id, kind, parent: Some(parent) }))
}

/// var = "var" name ":" type [ "[" ( number | "*" | ":" ) "]" ] storage [ place ] [ "target" ] shape scope-id
///       [ "=" run { "," run } ]
/// storage = "local" | "dummy" | "result" | "static" | "area" | "constant" | "procedure"
/// shape = "uniform" | "varying"
pub(super) fn var(input: &str) -> Parsed<'_, Line<'_>> {
    let (rest, _) = word("var")(input)?;
    let (rest, name) = name(rest)?;
    let (rest, _) = sign(":")(rest)?;
    let (rest, ty) = type_word(rest)?;
    let (rest, array) = array_length(rest)?;
    let (rest, storage) = member(words::STORAGES, "a storage")(rest)?;
    let (rest, area) = if storage == Storage::Area { place(rest)? } else { (rest, None) };
    let (rest, is_target) = word("target")(rest).map_or((rest, false), |(rest, _)| (rest, true));
    let (rest, shape) = member(words::SHAPES, "a shape")(rest)?;
    let (rest, scope) = scope_id(rest)?;
    let (rest, initial) = match sign("=")(rest) {
        Ok((rest, _)) => list(run)(rest)?,
        Err(_) => (rest, Vec::new()),
    };
    Ok((rest, Line::Var(VarLine { name, ty, array, storage, area, is_target, shape, scope, initial })))
}

/// place = text "+" number ; the area's name and the offset in bytes, after the storage `area`
fn place(input: &str) -> Parsed<'_, Option<AreaPlace>> {
    let (rest, area) = text(input)?;
    let (rest, _) = sign("+")(rest)?;
    let (rest, offset) = number(rest)?;
    Ok((rest, Some(AreaPlace { area, offset })))
}

fn array_length(input: &str) -> Parsed<'_, Option<ArrayLength>> {
    let Ok((rest, _)) = sign("[")(input) else { return Ok((input, None)) };
    let (rest, length) = match (sign("*")(rest), sign(":")(rest)) {
        (Ok((rest, _)), _) => (rest, ArrayLength::Actual),
        (_, Ok((rest, _))) => (rest, ArrayLength::Dynamic),
        _ => number(rest).map(|(rest, length)| (rest, ArrayLength::Constant(length)))?,
    };
    let (rest, _) = sign("]")(rest)?;
    Ok((rest, Some(length)))
}

/// run = number "for" number ":" constant ; first element, number of elements
fn run(input: &str) -> Parsed<'_, (u64, u64, Constant)> {
    let (rest, first) = number(input)?;
    let (rest, _) = word("for")(rest)?;
    let (rest, count) = number(rest)?;
    let (rest, _) = sign(":")(rest)?;
    let (rest, value) = constant(rest)?;
    Ok((rest, (first, count, value)))
}

/// file = "file" file-id text
pub(super) fn file(input: &str) -> Parsed<'_, Line<'_>> {
    let (rest, _) = word("file")(input)?;
    let (rest, id) = file_id(rest)?;
    let (rest, name) = text(rest)?;
    Ok((rest, Line::File(id, name)))
}

/// inlined = "inlined" name number number [ "of" file-id ]
pub(super) fn inlined(input: &str) -> Parsed<'_, Line<'_>> {
    let (rest, _) = word("inlined")(input)?;
    let (rest, unit) = name(rest)?;
    let (at_first, first) = number(rest)?;
    let (at_last, last) = number(at_first)?;
    match (u32::try_from(first), u32::try_from(last)) {
        (Ok(first), Ok(last)) if first <= last => {
            let (after, file) = match word("of")(at_last) {
                Ok((at_file, _)) => file_number(at_file)?,
                Err(_) => (at_last, 0),
            };
            let [first, last] = [first, last].map(|number| SourceLine { file, number });
            Ok((after, Line::Inlined(Inlined { unit: unit.to_string(), first, last })))
        }
        _ => fail(skip(rest), "the first and the last line"),
    }
}

/// dummies = "dummies" name { "," name }
pub(super) fn dummies(input: &str) -> Parsed<'_, Line<'_>> {
    let (rest, _) = word("dummies")(input)?;
    let (rest, names) = list(name)(rest)?;
    Ok((rest, Line::Dummies(names)))
}

/// argument = "argument" name ":" type [ dimensions ] [ intent ] companions [ "result" ] [ "promised" ] [ parts ]
/// companions = [ "length" name [ ":" bound ] ] [ "allocated" name ] [ "present" name ]
/// intent = "intent" ( "in" | "out" | "inout" )
pub(super) fn argument(input: &str) -> Parsed<'_, Line<'_>> {
    let (rest, _) = word("argument")(input)?;
    let (rest, argument_name) = name(rest)?;
    let (rest, _) = sign(":")(rest)?;
    let (rest, ty) = type_word(rest)?;
    let (rest, dimensions) = dimensions(rest)?;
    let (rest, intent) = optional(rest, "intent", member(words::INTENTS, "an intent"))?;
    let (rest, length) = optional(rest, "length", length)?;
    let (rest, allocated) = optional(rest, "allocated", name)?;
    let (rest, present) = optional(rest, "present", name)?;
    let (rest, is_result) = word("result")(rest).map_or((rest, false), |(rest, _)| (rest, true));
    let (rest, is_promised) = word("promised")(rest).map_or((rest, false), |(rest, _)| (rest, true));
    let (rest, parts) = parts(rest)?;
    let name = argument_name;
    let argument =
        ArgumentLine { name, ty, dimensions, intent, length, allocated, present, is_result, is_promised, parts };
    Ok((rest, Line::Argument(argument)))
}

fn length(input: &str) -> Parsed<'_, (&str, Option<BoundText<'_>>)> {
    let (rest, actual) = name(input)?;
    match sign(":")(rest) {
        Ok((rest, _)) => bound(rest).map(|(rest, declared)| (rest, (actual, Some(declared)))),
        Err(_) => Ok((rest, (actual, None))),
    }
}

/// parts = "=" name "," name
fn parts(input: &str) -> Parsed<'_, Option<(&str, &str)>> {
    let Ok((rest, _)) = sign("=")(input) else { return Ok((input, None)) };
    let (rest, re) = name(rest)?;
    let (rest, _) = sign(",")(rest)?;
    name(rest).map(|(rest, im)| (rest, Some((re, im))))
}

/// What follows a word, if that is there.
fn optional<'a, T>(
    input: &'a str,
    keyword: &'static str,
    item: impl Fn(&'a str) -> Parsed<'a, T>,
) -> Parsed<'a, Option<T>> {
    match word(keyword)(input) {
        Ok((rest, _)) => item(rest).map(|(rest, item)| (rest, Some(item))),
        Err(_) => Ok((input, None)),
    }
}

/// dimensions = "(" dimension { "," dimension } ")"
fn dimensions(input: &str) -> Parsed<'_, Vec<DimensionText<'_>>> {
    group(dimension)(input)
}

/// dimension = [ bound ":" ] ( bound | "*" ) | bound "for" name | "given" name "for" name
fn dimension(input: &str) -> Parsed<'_, DimensionText<'_>> {
    if let Ok(found) = given_dimension(input) {
        return Ok(found);
    }
    if let Ok((rest, _)) = sign("*")(input) {
        return Ok((rest, DimensionText::Declared(BoundText::Constant(1), None)));
    }
    let (rest, first) = bound(input)?;
    if let Ok((rest, _)) = word("for")(rest) {
        return name(rest).map(|(rest, extent)| (rest, DimensionText::Assumed(first, extent)));
    }
    let Ok((rest, _)) = sign(":")(rest) else {
        return Ok((rest, DimensionText::Declared(BoundText::Constant(1), Some(first))));
    };
    match sign("*")(rest) {
        Ok((rest, _)) => Ok((rest, DimensionText::Declared(first, None))),
        Err(_) => bound(rest).map(|(rest, upper)| (rest, DimensionText::Declared(first, Some(upper)))),
    }
}

fn given_dimension(input: &str) -> Parsed<'_, DimensionText<'_>> {
    let (rest, _) = word("given")(input)?;
    let (rest, lower) = name(rest)?;
    let (rest, _) = word("for")(rest)?;
    name(rest).map(|(rest, extent)| (rest, DimensionText::Hidden(lower, extent)))
}

/// bound = signed | name | "?" ; what is computed when the unit is called
fn bound(input: &str) -> Parsed<'_, BoundText<'_>> {
    if let Ok((rest, _)) = sign("?")(input) {
        return Ok((rest, BoundText::Computed));
    }
    match name(input) {
        Ok((rest, name)) => Ok((rest, BoundText::Argument(name))),
        Err(_) => signed(input).map(|(rest, value)| (rest, BoundText::Constant(value))),
    }
}

/// result = "result" name
pub(super) fn result(input: &str) -> Parsed<'_, Line<'_>> {
    let (rest, _) = word("result")(input)?;
    let (rest, name) = name(rest)?;
    Ok((rest, Line::Result(name)))
}
