//! What is done for one lane after the other, and why.

use super::arrays::Arrays;
use crate::gang::emit::by_lane_conversion;
use crate::gang::ir::{BinaryOp, GangCode, LaneLayout, Op, ValueId};
use crate::mathematics::Mathematics;
use crate::runtime::{GangFunction, RuntimeFunction};
use forlane_cfg::{Decision, RealBinary, Remark, Subject, Unit};
use indexmap::IndexSet;

/// The remarks on the statements of a unit with operations that are done by lane.
pub fn on_statements(unit: &Unit, code: &GangCode, arrays: &Arrays<'_>, math: Mathematics) -> Vec<Remark> {
    let mut remarks = IndexSet::new();
    for block in code.reverse_postorder() {
        for value in &code.blocks[block].ops {
            let at = code.line(*value).unwrap_or_default();
            if let Some((decision, reason)) = decision(code, *value, arrays, math) {
                remarks.insert(Remark::new(unit, at, Subject::Statement, decision, reason));
            }
        }
    }
    remarks.into_iter().collect()
}

/// How an operation is done that is not one for all lanes together.
fn decision(code: &GangCode, value: ValueId, arrays: &Arrays<'_>, math: Mathematics) -> Option<(Decision, String)> {
    let ty = code.ty(value);
    let by_index = |base: ValueId, lay: LaneLayout| own_elements(lay, arrays.at(code, base));
    let by_address = |address: ValueId| in_one_piece(arrays.at(code, address));
    let for_gang = |function: GangFunction| function.has_vector_form() || math.calls(function).is_some();
    let (decision, reason) = match &code.values[value].op {
        Op::Runtime { function, mask: Some(_), .. } if !function.for_gang().is_some_and(for_gang) => {
            return Some((Decision::LaneByLane, no_vector_form(*function)));
        }
        Op::Gather { base, lay, .. } => return Some((Decision::Gather, by_index(*base, *lay))),
        Op::Scatter { base, lay, .. } => return Some((Decision::Scatter, by_index(*base, *lay))),
        Op::LoadEach { address, .. } if code.ty(*address).is_varying() => {
            return Some((Decision::Gather, by_address(*address)));
        }
        Op::StoreEach { address, .. } => return Some((Decision::Scatter, by_address(*address))),
        Op::Binary(BinaryOp::Divide | BinaryOp::Remainder, ..) if ty.is_varying() && !ty.element.is_real() => {
            (Decision::LaneByLane, "the division of integers has no vector form")
        }
        Op::Convert(operand) if ty.is_varying() && by_lane_conversion(code.ty(*operand).element, ty.element) => {
            (Decision::LaneByLane, "the conversion between REAL and INTEGER(8) has no vector form")
        }
        Op::Pick { .. } => (Decision::LaneByLane, "lanes that pass another part of an array call for themselves"),
        Op::Parameter | Op::ActiveBits | Op::Argument(..) | Op::Storage(_) | Op::Constants(_) => return None,
        Op::Slot(_) | Op::Text(_) | Op::Lanes | Op::Constant(_) | Op::Undefined | Op::Splat(_) => return None,
        Op::Unary(..) | Op::Binary(..) | Op::Fused(..) | Op::Compare(..) | Op::Blend(..) => return None,
        Op::Convert(_) | Op::MaskFromBits(_) | Op::MaskToBits(_) | Op::Any(_) | Op::CountLanes(_) => return None,
        Op::Outside(..) | Op::Address { .. } | Op::Lookup { .. } | Op::Load { .. } | Op::Store { .. } => return None,
        Op::LoadEach { .. } | Op::Clear { .. } | Op::Runtime { .. } | Op::Call { .. } => return None,
        Op::Fail { .. } | Op::Count { .. } | Op::Interrupted => return None,
    };
    Some((decision, reason.to_owned()))
}

/// Why each lane has an element of its own, of the array of that name.
fn own_elements(lay: LaneLayout, array: Option<&str>) -> String {
    match (lay, array) {
        (LaneLayout::Apart(_), _) => in_one_piece(array),
        (LaneLayout::ByAddress, Some(name)) => format!("`{name}` has a length of its own in each lane"),
        (LaneLayout::ByAddress, None) => "the array has a length of its own in each lane".to_owned(),
        (_, Some(name)) => format!("the index of `{name}` differs between lanes"),
        (_, None) => "the index differs between lanes".to_owned(),
    }
}

fn in_one_piece(array: Option<&str>) -> String {
    match array {
        Some(name) => format!("each lane has its `{name}` in one piece"),
        None => "each lane has memory of its own for it".to_owned(),
    }
}

/// What it is that a function of the run-time support does for each lane.
fn no_vector_form(function: RuntimeFunction) -> String {
    let what = match function {
        RuntimeFunction::RealUnary(_, operation) => return named(operation.word()),
        RuntimeFunction::RealBinary(_, RealBinary::RealPart(of) | RealBinary::ImaginaryPart(of)) => {
            return format!("{} of COMPLEX has no vector form", format!("{of:?}").to_uppercase());
        }
        RuntimeFunction::RealBinary(_, operation) => return named(operation.word()),
        RuntimeFunction::PowerInteger(..) | RuntimeFunction::IntegerPower(_) => "a power with a variable exponent",
        RuntimeFunction::IntegerShift(..) => "a shift by a variable number of bits",
        RuntimeFunction::IoBeginUnit
        | RuntimeFunction::IoBeginInternal
        | RuntimeFunction::IoBeginRequest
        | RuntimeFunction::IoWrite
        | RuntimeFunction::IoWriteText
        | RuntimeFunction::IoRead
        | RuntimeFunction::IoReadText
        | RuntimeFunction::IoEnd
        | RuntimeFunction::IoExitStatus => "an input or output statement",
        RuntimeFunction::Gang(_) => "what is done for a gang",
        RuntimeFunction::Zero | RuntimeFunction::Clear => "clearing memory",
        RuntimeFunction::Copy => "copying memory",
        RuntimeFunction::OfTexts(_)
        | RuntimeFunction::AssignText
        | RuntimeFunction::TakeScratch
        | RuntimeFunction::ReleaseScratch
        | RuntimeFunction::RepeatText => "what is done with CHARACTER",
        RuntimeFunction::Allocate | RuntimeFunction::Hold | RuntimeFunction::LetGo => {
            "what is done with arrays of dynamic length"
        }
    };
    format!("{what} has no vector form")
}

fn named(word: &str) -> String {
    format!("{} has no vector form", word.to_uppercase())
}
