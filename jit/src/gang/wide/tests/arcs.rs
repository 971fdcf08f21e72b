//! What arcs pass, in the code of both emitters.

use super::super::super::emit as base;
use super::super::super::ir::{Element, GangCode, GangType, Op, Target, Terminator};
use super::super::isa::WideSet;
use super::super::machine::End;
use super::super::select;
use super::harness::*;
use cranelift_codegen::ir::Opcode;
use forlane_cfg::Relation;

/// A loop that passes as many constants to what is after it, zero among them, which are stored there.
fn left_with(constants: usize) -> Test {
    let (whole, real) = (GangType::uniform(Element::I64), GangType::varying(Element::F64));
    let mut test = Test::new(16);
    let (first, head, end) = (test.load(0, whole), test.builder.new_block(), test.builder.new_block());
    test.builder.code.blocks[head].is_loop_head = true;
    test.builder.jump(head, vec![first]);
    test.builder.block = head;
    let counter = test.builder.parameter(head, whole);
    let (one, ten) = (test.builder.constant(whole, 1), test.builder.constant(whole, 10));
    let next = test.builder.binary(super::BinaryOp::Add, counter, one);
    let condition = test.builder.compare(Relation::Less, next, ten);
    let numbers: Vec<u64> = (0..constants).map(|number| (number as f64).to_bits()).collect();
    let arguments = numbers.iter().map(|bits| test.builder.constant(real, *bits)).collect();
    let (then, otherwise) = (Target { block: head, arguments: vec![next] }, Target { block: end, arguments });
    test.builder.terminate(Terminator::Branch { condition, then, otherwise });
    test.builder.block = end;
    let passed: Vec<_> = numbers.iter().map(|_| test.builder.parameter(end, real)).collect();
    let address = test.base(2);
    for value in passed {
        test.builder.effect(Op::Store { address, value, mask: None });
    }
    test
}

/// Instructions of the wide emitter's blocks that end with a branch.
fn before_branches(code: &GangCode, set: WideSet) -> usize {
    let function = emitted(code, |module, tables| select::select(code, set, module, tables, &[]));
    let branches = function.blocks.iter().filter(|block| matches!(block.insts.last().unwrap().end, End::Branch(_)));
    branches.map(|block| block.insts.len()).sum()
}

/// How many conditional branches the code for AVX-512 has.
fn branches(code: &GangCode) -> usize {
    let function = emitted(code, |module, tables| select::select(code, WideSet::Avx512, module, tables, &[]));
    function.blocks.iter().filter(|block| matches!(block.insts.last().unwrap().end, End::Branch(_))).count()
}

/// The same of the base emitter's.
fn before_branches_in_clif(code: &GangCode) -> usize {
    let clif = emitted(code, |module, tables| base::emit(code, module, tables, &[]));
    let is_branch = |block| clif.dfg.insts[clif.layout.last_inst(block).unwrap()].opcode() == Opcode::Brif;
    clif.layout.blocks().filter(|block| is_branch(*block)).map(|block| clif.layout.block_insts(block).count()).sum()
}

/// What a loop is left with was made in each of its iterations: nearly a third of the instructions in those of a
/// series, zeros for what no lane reads where the loop is left.
#[test]
fn constants_are_made_where_a_loop_is_left() {
    let [without, with] = [0, 5].map(|constants| {
        let test = left_with(constants);
        let active = test.active;
        test.finish(active)
    });
    for set in [WideSet::Avx512, WideSet::Avx2] {
        assert_eq!(before_branches(&with, set), before_branches(&without, set), "{}", set.name());
    }
    assert_eq!(before_branches_in_clif(&with), before_branches_in_clif(&without));
    left_with(5).check([column(Element::I64, 1, 0), column(Element::I64, 1, 0)], "a loop left with constants");
}

/// A loop of one block in which each lane subtracts 1 as long as what it has is greater than 0.
fn counting_down(lanes: u32) -> Test {
    let (real, mask) = (GangType::varying(Element::F64), GangType::varying(Element::Mask64));
    let mut test = Test::new(lanes);
    let (first, all) = (test.load(0, real), test.mask(Element::F64));
    let (head, end) = (test.builder.new_block(), test.builder.new_block());
    test.builder.code.blocks[head].is_loop_head = true;
    test.builder.jump(head, vec![first, all]);
    test.builder.block = head;
    let (number, going) = (test.builder.parameter(head, real), test.builder.parameter(head, mask));
    let (one, zero) = (test.builder.constant(real, 1f64.to_bits()), test.builder.constant(real, 0));
    let less = test.builder.binary(super::BinaryOp::Subtract, number, one);
    let next = test.builder.blend(going, less, number);
    let is_positive = test.builder.compare(Relation::Greater, next, zero);
    let going = test.builder.binary(super::BinaryOp::And, going, is_positive);
    let condition = test.builder.push(GangType::uniform(Element::Bool), Op::Any(going));
    let then = Target { block: head, arguments: vec![next, going] };
    let otherwise = Target { block: end, arguments: vec![next] };
    test.builder.terminate(Terminator::Branch { condition, then, otherwise });
    test.builder.block = end;
    let left = test.builder.parameter(end, real);
    test.store(left);
    test
}

/// A loop goes on for any lane, whichever group it is in; two groups are tested at a time.
#[test]
fn a_loop_goes_on_for_the_last_lane() {
    for lanes in [8, 16, 32, 64] {
        let numbers = |longest: usize| (0..BYTES / 8).map(move |lane| if lane == longest { 9.5 } else { 2.0 });
        let inputs: Vec<[Vec<u8>; 2]> = (0..lanes as usize)
            .step_by(5)
            .map(|longest| [numbers(longest).flat_map(f64::to_le_bytes).collect(), column(Element::F64, 0, 1)])
            .collect();
        counting_down(lanes).check_all(&inputs, "a loop of one block");
    }
    let test = counting_down(32);
    let active = test.active;
    assert_eq!(branches(&test.finish(active)), 2);
}
