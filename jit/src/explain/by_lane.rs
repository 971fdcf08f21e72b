//! What is done for one lane after the other, and why.

use crate::gang::by_lane_conversion;
use crate::gang::ir::{BinaryOp, GangCode, LaneLayout, Op, ValueId};
use crate::runtime::RuntimeFunction;
use forlane_cfg::{Decision, RealBinary, Remark, Subject, Unit};

/// The remarks on the statements of a unit with operations that are done by lane.
pub fn on_statements(unit: &Unit, code: &GangCode) -> Vec<Remark> {
    let mut remarks: Vec<Remark> = Vec::new();
    for block in code.reverse_postorder() {
        for value in &code.blocks[block].ops {
            let at = code.lines.get(value.index()).copied().unwrap_or_default();
            if let Some((decision, reason)) = decision(code, *value) {
                let remark = Remark::new(unit, at, Subject::Statement, decision, reason);
                if !remarks.contains(&remark) {
                    remarks.push(remark);
                }
            }
        }
    }
    remarks
}

/// How an operation is done that is not one for all lanes together.
fn decision(code: &GangCode, value: ValueId) -> Option<(Decision, String)> {
    let is_varying = |value: ValueId| code.ty(value).is_varying();
    let (ty, apart) = (code.ty(value), "each lane has its elements in one piece");
    let (decision, reason) = match &code.values[value].op {
        Op::Runtime { function, mask: Some(_), .. } => return Some((Decision::LaneByLane, no_vector_form(*function))),
        Op::Gather { lay, .. } => (Decision::Gather, own_elements(*lay)),
        Op::Scatter { lay, .. } => (Decision::Scatter, own_elements(*lay)),
        Op::LoadEach { address, .. } if is_varying(*address) => (Decision::Gather, apart),
        Op::StoreEach { .. } => (Decision::Scatter, apart),
        Op::Binary(BinaryOp::Divide | BinaryOp::Remainder, ..) if ty.is_varying() && !ty.element.is_real() => {
            (Decision::LaneByLane, "the division of integers has no vector form")
        }
        Op::Convert(operand) if ty.is_varying() && by_lane_conversion(code.ty(*operand).element, ty.element) => {
            (Decision::LaneByLane, "the conversion between REAL and INTEGER(8) has no vector form")
        }
        Op::Pick { .. } => (Decision::LaneByLane, "lanes that pass another part of an array call for themselves"),
        _ => return None,
    };
    Some((decision, reason.to_owned()))
}

fn own_elements(lay: LaneLayout) -> &'static str {
    match lay {
        LaneLayout::Shared | LaneLayout::Interleaved => "the index differs between lanes",
        LaneLayout::Apart(_) => "each lane has its elements in one piece",
        LaneLayout::ByAddress => "each lane has an array of its own length",
    }
}

/// What it is that a function of the run-time support does for each lane.
fn no_vector_form(function: RuntimeFunction) -> String {
    let what = match function {
        RuntimeFunction::RealUnary(_, operation) => return named(operation.word()),
        RuntimeFunction::RealBinary(_, RealBinary::RealPart(of) | RealBinary::ImaginaryPart(of)) => {
            return named(&format!("{of:?}"));
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
        RuntimeFunction::Zero => "clearing memory",
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
