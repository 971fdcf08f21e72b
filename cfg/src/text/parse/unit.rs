//! Lines of a unit's head.

use super::constant::constant;
use super::syntax::{Line, UnitHead, VarLine};
use super::token::{
    Parsed, fail, file_id, file_number, list, member, name, number, scope_id, sign, skip, text, type_word, word,
};
use crate::text::words;
use crate::unit::{AreaPlace, ArrayLength, Inlined, SourceLine, Storage};
use forlane_semantics::types::Constant;

/// unit-head = "unit" stage ( "program" | "subroutine" | "function" | "block_data" ) unit-name text [ "of" unit-name ] "{"
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

/// var = "var" name ":" type [ "[" ( number | "*" | ":" ) "]" ] storage [ place ] shape scope-id [ "=" run { "," run } ]
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
    let (rest, shape) = member(words::SHAPES, "a shape")(rest)?;
    let (rest, scope) = scope_id(rest)?;
    let (rest, initial) = match sign("=")(rest) {
        Ok((rest, _)) => list(run)(rest)?,
        Err(_) => (rest, Vec::new()),
    };
    Ok((rest, Line::Var(VarLine { name, ty, array, storage, area, shape, scope, initial })))
}

/// place = text "+" number ; the area's name and the offset in bytes, behind the storage `area`
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

/// result = "result" name
pub(super) fn result(input: &str) -> Parsed<'_, Line<'_>> {
    let (rest, _) = word("result")(input)?;
    let (rest, name) = name(rest)?;
    Ok((rest, Line::Result(name)))
}
