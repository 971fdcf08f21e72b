//! Loops that count down in each lane.

use super::*;
use crate::gang::builder::Builder;
use crate::gang::ir::{SlotField, Target, Terminator};
use crate::gang::optimize::dead_code::remove_dead_code;
use crate::gang::verify::verify;

const COUNT: GangType = GangType::varying(Element::I32);
const MASK: GangType = GangType::varying(Element::Mask32);
const POINTER: GangType = GangType::uniform(Element::I64);

/// A loop that counts down: its test gives what the lanes that are left are made from, its body what goes back.
struct CountDown {
    builder: Builder,
    head: BlockId,
    end: BlockId,
    count: ValueId,
    left: ValueId,
}

impl CountDown {
    /// The loop is entered on two ways, with one initial value or with two.
    fn new(ty: GangType, has_one_initial: bool) -> CountDown {
        let mut builder = Builder::new("count", 8);
        let bits = builder.push(POINTER, Op::ActiveBits);
        let active = builder.push(MASK, Op::MaskFromBits(bits));
        let place = builder.push(POINTER, Op::Argument(0, SlotField::Base));
        let counts = [true, false].map(|constant| builder.load(ty, place, constant));
        let zero = builder.integer(0);
        let condition = builder.compare(Relation::Less, bits, zero);
        let [head, way, end] = [(); 3].map(|()| builder.new_block());
        let count = builder.parameter(head, ty);
        let left = builder.parameter(head, MASK);
        builder.code.blocks[head].is_loop_head = true;
        let then = Target { block: head, arguments: vec![counts[0], active] };
        let otherwise = Target { block: way, arguments: vec![] };
        builder.terminate(Terminator::Branch { condition, then, otherwise });
        builder.block = way;
        let second = if has_one_initial { counts[0] } else { counts[1] };
        builder.jump(head, vec![second, active]);
        builder.block = end;
        builder.terminate(Terminator::Return(bits));
        builder.block = head;
        CountDown { builder, head, end, count, left }
    }

    fn test(&mut self, relation: Relation) -> ValueId {
        let zero = self.builder.constant(self.builder.code.ty(self.count), 0);
        self.builder.compare(relation, self.count, zero)
    }

    /// The code, where lanes go back by the jump of a block of its own while there are any; optimized.
    fn finish(mut self, step: u64, back: ValueId) -> GangCode {
        let ty = self.builder.code.ty(self.count);
        let step = self.builder.constant(ty, step);
        let less = self.builder.binary(BinaryOp::Subtract, self.count, step);
        let condition = self.builder.any(back);
        let then = Target { block: self.head, arguments: vec![less, back] };
        let otherwise = Target { block: self.end, arguments: vec![] };
        self.builder.terminate(Terminator::Branch { condition, then, otherwise });
        let mut code = self.builder.code;
        assert_eq!(verify(&code), Ok(()));
        make_counters_uniform(&mut code);
        assert_eq!(verify(&code), Ok(()));
        remove_dead_code(&mut code);
        assert_eq!(verify(&code), Ok(()));
        code
    }
}

/// The parameters of the head that are integers.
fn counts(code: &GangCode) -> Vec<GangType> {
    let heads = code.blocks.iter().filter(|(_, block)| block.is_loop_head);
    let types = heads.flat_map(|(_, block)| block.parameters.iter().map(|parameter| code.ty(*parameter)));
    types.filter(|ty| !ty.element.is_mask()).collect()
}

const UNIFORM: [GangType; 1] = [GangType::uniform(Element::I32)];

#[test]
fn counts_that_are_tested_become_uniform() {
    let mut unit = CountDown::new(COUNT, true);
    let passed = unit.test(Relation::Greater);
    let back = unit.builder.binary(BinaryOp::And, unit.left, passed);
    let (head, initial) = (unit.head, unit.builder.code.blocks[unit.builder.code.entry].ops[3]);
    let code = unit.finish(1, back);
    assert_eq!(counts(&code), UNIFORM);
    let Op::Compare(Relation::Greater, left, right) = code.values[passed].op else { panic!("{code:?}") };
    let done = code.blocks[head].parameters[1];
    assert_eq!((left, &code.values[right].op), (initial, &Op::Splat(done)));
    let started = code.blocks[code.entry].terminator.targets()[0].arguments[1];
    assert_eq!(code.constant(started), Some(0));
    let next = code.blocks[head].terminator.targets()[0].arguments[1];
    let Op::Binary(BinaryOp::Add, of, one) = code.values[next].op else { panic!("{code:?}") };
    assert_eq!((of, code.constant(one)), (done, Some(1)));
}

/// The test is also the opposite of the lanes that leave, which are collected, and joined with others.
#[test]
fn lanes_may_leave_in_several_ways() {
    let mut unit = CountDown::new(COUNT, true);
    let place = unit.builder.push(POINTER, Op::Argument(1, SlotField::Base));
    let x = unit.builder.load(COUNT, place, false);
    let over = unit.test(Relation::LessEqual);
    let found = unit.builder.compare(Relation::Less, x, x);
    let leaves = unit.builder.binary(BinaryOp::Or, over, found);
    let leaving = unit.builder.binary(BinaryOp::And, unit.left, leaves);
    unit.builder.effect(Op::Store { address: place, value: x, mask: Some(leaving) });
    let stay = unit.builder.binary(BinaryOp::AndNot, unit.left, leaves);
    let join = unit.builder.new_block();
    let back = unit.builder.parameter(join, MASK);
    let none = unit.builder.truth(MASK, false);
    let condition = unit.builder.any(found);
    let to = |argument| Target { block: join, arguments: vec![argument] };
    unit.builder.terminate(Terminator::Branch { condition, then: to(none), otherwise: to(stay) });
    unit.builder.block = join;
    assert_eq!(counts(&unit.finish(1, back)), UNIFORM);
}

/// Equal and not equal are exact in all lanes, whichever come back.
#[test]
fn equality_needs_no_mask() {
    for relation in [Relation::Equal, Relation::NotEqual] {
        let mut unit = CountDown::new(COUNT, true);
        let found = unit.test(relation);
        let place = unit.builder.push(POINTER, Op::Argument(1, SlotField::Base));
        let (one, two) = (unit.builder.constant(COUNT, 1), unit.builder.constant(COUNT, 2));
        let value = unit.builder.blend(found, one, two);
        unit.builder.effect(Op::Store { address: place, value, mask: None });
        let left = unit.left;
        assert_eq!(counts(&unit.finish(1, left)), UNIFORM);
    }
}

/// With a count below zero, a lane that stays after it has failed the test passes it when the count has wrapped.
#[test]
fn lanes_that_stay_keep_their_count() {
    // All stay; all that the test is false for stay; one of two masks has what stays.
    for way in 0..3 {
        let mut unit = CountDown::new(COUNT, true);
        let passed = unit.test(Relation::Greater);
        let left = unit.left;
        let among = unit.builder.binary(BinaryOp::And, left, passed);
        let back = match way {
            0 => left,
            1 => unit.builder.binary(BinaryOp::AndNot, left, passed),
            _ => {
                let over = unit.test(Relation::LessEqual);
                unit.builder.binary(BinaryOp::Or, among, over)
            }
        };
        let place = unit.builder.push(POINTER, Op::Argument(1, SlotField::Base));
        let value = unit.builder.constant(COUNT, 1);
        unit.builder.effect(Op::Store { address: place, value, mask: Some(among) });
        assert_eq!(counts(&unit.finish(1, back)), [COUNT], "{way}");
    }
}

/// What other lanes give is seen where the test is used without the mask.
#[test]
fn tests_of_all_lanes_stay() {
    let mut unit = CountDown::new(COUNT, true);
    let passed = unit.test(Relation::Greater);
    let back = unit.builder.binary(BinaryOp::And, unit.left, passed);
    let place = unit.builder.push(POINTER, Op::Argument(1, SlotField::Base));
    let value = unit.builder.constant(COUNT, 1);
    unit.builder.effect(Op::Store { address: place, value, mask: Some(passed) });
    assert_eq!(counts(&unit.finish(1, back)), [COUNT]);
}

/// Where the count is read otherwise, differs between the ways into the loop, is counted by twos, is compared by a
/// relation that overflows, or is uniform.
#[test]
fn other_counts_stay() {
    for (ty, has_one_initial, step, relation, is_stored) in [
        (COUNT, true, 1, Relation::Greater, true),
        (COUNT, false, 1, Relation::Greater, false),
        (COUNT, true, 2, Relation::Greater, false),
        (COUNT, true, 1, Relation::GreaterEqual, false),
        (UNIFORM[0], true, 1, Relation::Greater, false),
    ] {
        let mut unit = CountDown::new(ty, has_one_initial);
        let passed = unit.test(relation);
        let passed = unit.builder.mask_of_width(passed, Element::Mask32);
        let back = unit.builder.binary(BinaryOp::And, unit.left, passed);
        if is_stored {
            let address = unit.builder.push(POINTER, Op::Argument(1, SlotField::Base));
            unit.builder.effect(Op::Store { address, value: unit.count, mask: None });
        }
        assert_eq!(counts(&unit.finish(step, back)), [ty]);
    }
}

/// Where what is left is kept for lanes that are set aside, it is there.
#[test]
fn counts_that_are_kept_stay() {
    let mut unit = CountDown::new(COUNT, true);
    let passed = unit.test(Relation::Greater);
    let back = unit.builder.binary(BinaryOp::And, unit.left, passed);
    let one = unit.builder.constant(COUNT, 1);
    let value = unit.builder.binary(BinaryOp::Subtract, unit.count, one);
    let (block, end) = (unit.builder.block, unit.end);
    unit.builder.block = end;
    let address = unit.builder.push(POINTER, Op::Storage(64));
    unit.builder.effect(Op::Store { address, value, mask: None });
    unit.builder.block = block;
    assert_eq!(counts(&unit.finish(1, back)), [COUNT]);
}
