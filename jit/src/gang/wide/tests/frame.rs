//! Values that are in the frame because there are not enough registers.

use super::super::super::ir::{Element, GangCode, GangType, Op, Target, Terminator, ValueId};
use super::super::isa::WideSet;
use super::BinaryOp;
use super::harness::*;
use forlane_cfg::Relation;
use iced_x86::Register;

const REAL: GangType = GangType::varying(Element::F64);
/// More than there are registers.
const MANY: usize = 40;

/// Instructions that have an operand in the frame, and those that only move one.
fn in_frame(code: &GangCode, set: WideSet) -> [usize; 2] {
    let all = instructions(code, set);
    let of_frame = all.iter().filter(|instruction| instruction.memory_base() == Register::RSP);
    let is_move: Vec<bool> = of_frame.map(|found| format!("{:?}", found.code()).contains("_Vmov")).collect();
    [false, true].map(|wanted| is_move.iter().filter(|is_move| **is_move == wanted).count())
}

/// Each value that was in the frame was loaded to a register before its use: a tenth of the instructions of functions
/// with many variables.
#[test]
fn operands_are_read_from_the_frame() {
    let sums = |lanes| {
        let mut test = Test::new(lanes);
        let first = test.load(0, REAL);
        let numbers = (0..MANY).map(|number| test.builder.constant(REAL, (number as f64).to_bits()));
        let numbers: Vec<ValueId> = numbers.collect();
        let values: Vec<ValueId> =
            numbers.into_iter().map(|number| test.builder.binary(BinaryOp::Add, first, number)).collect();
        let of_two = |values: &[ValueId], builder: &mut super::super::super::builder::Builder| {
            values.iter().fold(first, |sum, value| builder.binary(BinaryOp::Multiply, sum, *value))
        };
        let product = of_two(&values, &mut test.builder);
        let again = of_two(&values[1..], &mut test.builder);
        let sum = test.builder.binary(BinaryOp::Add, product, again);
        test.store(sum);
        test
    };
    for set in [WideSet::Avx512, WideSet::Avx2] {
        let test = sums(set.least_lanes());
        let active = test.active;
        let [operands, moves] = in_frame(&test.finish(active), set);
        assert!(operands > MANY / 4 && operands > moves, "{}: {operands} operands, {moves} moves", set.name());
    }
    for lanes in LANES {
        sums(lanes).check([column(Element::F64, 2, 1), column(Element::F64, 0, 1)], "more values than registers");
    }
}

/// Where code is skipped, zeros were made and moved to the frame for all that it would have computed, though no lane
/// reads them then.
#[test]
fn what_no_lane_reads_is_not_moved() {
    let skipping = |lanes, by: Op| {
        let whole = GangType::uniform(Element::I64);
        let mut test = Test::new(lanes);
        let (value, number, zero) = (test.load(0, REAL), test.load(1, whole), test.builder.constant(whole, 0));
        let condition = test.builder.compare(Relation::Greater, number, zero);
        let (arm, joined) = (test.builder.new_block(), test.builder.new_block());
        let (stores, end) = (test.builder.new_block(), test.builder.new_block());
        let arguments = vec![test.builder.push(REAL, by); MANY];
        let (then, otherwise) = (Target { block: arm, arguments: Vec::new() }, Target { block: joined, arguments });
        test.builder.terminate(Terminator::Branch { condition, then, otherwise });
        test.builder.block = arm;
        let each = (0..MANY).map(|number| {
            let number = test.builder.constant(REAL, (number as f64).to_bits());
            test.builder.binary(BinaryOp::Add, value, number)
        });
        let each = each.collect();
        test.builder.jump(joined, each);
        test.builder.block = joined;
        let passed: Vec<ValueId> = (0..MANY).map(|_| test.builder.parameter(joined, REAL)).collect();
        let [then, otherwise] = [stores, end].map(|block| Target { block, arguments: Vec::new() });
        test.builder.terminate(Terminator::Branch { condition, then, otherwise });
        test.builder.block = stores;
        let sum = passed.into_iter().reduce(|sum, value| test.builder.binary(BinaryOp::Add, sum, value));
        test.store(sum.unwrap());
        test.builder.jump(end, Vec::new());
        test.builder.block = end;
        test
    };
    for set in [WideSet::Avx512, WideSet::Avx2] {
        let [zeros, undefined] = [Op::Constant(0), Op::Undefined].map(|by| {
            let test = skipping(set.least_lanes(), by);
            let active = test.active;
            instructions(&test.finish(active), set).len()
        });
        assert!(undefined + MANY <= zeros, "{}: {undefined} instructions, {zeros} with zeros", set.name());
    }
    for lanes in LANES {
        let inputs = [1, 5].map(|first| [column(Element::F64, 2, 1), column(Element::I64, first, 0)]);
        skipping(lanes, Op::Undefined).check_all(&inputs, "code that is skipped");
    }
}
