//! Loops that lanes leave with the value of a variable.

use super::*;
use crate::gang::builder::Builder;
use crate::gang::ir::{BinaryOp, Element, ExitCopy, SlotField, Target, Terminator, UnaryOp};
use crate::gang::optimize::dead_code::remove_dead_code;
use crate::gang::verify::verify;
use forlane_cfg::Relation;

const MASK: GangType = GangType::varying(Element::Mask64);
const REAL: GangType = GangType::varying(Element::F64);

/// Which exits a loop has, and whether the copy has another use in it.
#[derive(Clone, Copy)]
struct Exits {
    before_the_change: bool,
    after_the_change: bool,
    is_read: bool,
}

/// A loop that adds to a variable, left by some lanes before and after; what they left with is stored after it.
fn sum(exits: Exits) -> GangCode {
    let mut builder = Builder::new("sum", 8);
    let pointer = GangType::uniform(Element::I64);
    let bits = builder.push(pointer, Op::ActiveBits);
    let all = builder.push(MASK, Op::MaskFromBits(bits));
    let place = builder.push(pointer, Op::Argument(0, SlotField::Base));
    let [head, out] = [builder.new_block(), builder.new_block()];
    let [variable, copy] = [REAL; 2].map(|ty| builder.parameter(head, ty));
    let active = builder.parameter(head, MASK);
    let zero = builder.constant(REAL, 0);
    builder.code.blocks[head].is_loop_head = true;
    builder.code.exit_copies.push(ExitCopy { copy, active });
    builder.jump(head, vec![zero, zero, all]);
    builder.block = head;
    let x = builder.push(REAL, Op::Load { address: place, constant: false });
    let (mut left_with, mut lanes) = (copy, active);
    if exits.before_the_change {
        let leave = builder.compare(Relation::Less, variable, x);
        let leaving = builder.binary(BinaryOp::And, lanes, leave);
        left_with = builder.blend(leaving, variable, left_with);
        let stay = builder.unary(UnaryOp::Not, leave);
        lanes = builder.binary(BinaryOp::And, lanes, stay);
    }
    let changed = builder.binary(BinaryOp::Add, variable, x);
    if exits.after_the_change {
        let leave = builder.compare(Relation::Greater, changed, x);
        let leaving = builder.binary(BinaryOp::And, lanes, leave);
        left_with = builder.blend(leaving, changed, left_with);
        lanes = builder.binary(BinaryOp::AndNot, lanes, leaving);
    }
    if exits.is_read {
        builder.effect(Op::Store { address: place, value: copy, mask: None });
    }
    let any = builder.any(lanes);
    builder.terminate(Terminator::Branch {
        condition: any,
        then: Target { block: head, arguments: vec![changed, left_with, lanes] },
        otherwise: Target { block: out, arguments: vec![] },
    });
    builder.block = out;
    builder.effect(Op::Store { address: place, value: left_with, mask: None });
    builder.terminate(Terminator::Return(bits));
    builder.code
}

/// How many parameters the loop has, and choices are made in it.
fn kept(mut code: GangCode) -> (usize, usize) {
    assert_eq!(verify(&code), Ok(()));
    keep_exit_values(&mut code);
    remove_dead_code(&mut code);
    assert_eq!(verify(&code), Ok(()));
    let (_, head) = code.blocks.iter().find(|(_, block)| block.is_loop_head).unwrap();
    let choices = head.ops.iter().filter(|value| matches!(code.values[**value].op, Op::Blend(..)));
    (head.parameters.len(), choices.count())
}

/// The loops of series had two values for each sum, of which one was chosen at each exit: 40 of 103 instructions in
/// the loop of an exponential integral moved these to the stack and back.
#[test]
fn the_variable_is_what_lanes_left_with() {
    let exits = Exits { before_the_change: true, after_the_change: false, is_read: false };
    assert_eq!(kept(sum(exits)), (2, 1));
    assert_eq!(kept(sum(Exits { after_the_change: true, ..exits })), (2, 1));
    let after = Exits { before_the_change: false, after_the_change: true, is_read: false };
    assert_eq!(kept(sum(after)), (2, 1));
}

/// Where lanes wait already when control enters the loop, the copy is theirs; where it is read, it is needed.
#[test]
fn other_copies_stay() {
    let exits = Exits { before_the_change: true, after_the_change: false, is_read: false };
    let mut code = sum(exits);
    code.exit_copies.clear();
    assert_eq!(kept(code), (3, 1));
    assert_eq!(kept(sum(Exits { is_read: true, ..exits })), (3, 1));
}

/// Some lanes leave for one label before a variable changes, some for another one after. The mask of those that go on
/// was found first for the choice, and lanes that left for the second label did so without the change.
#[test]
fn lanes_that_leave_for_another_label_have_the_change() {
    let code = sum(Exits { before_the_change: true, after_the_change: false, is_read: false });
    let (head, data) = code.blocks.iter().find(|(_, block)| block.is_loop_head).unwrap();
    let is_sum = |value: &&ValueId| matches!(code.values[**value].op, Op::Binary(BinaryOp::Add, ..));
    let changed = *data.ops.iter().find(is_sum).unwrap();
    let Terminator::Branch { condition, then, .. } = data.terminator.clone() else { panic!("{code:?}") };
    let Op::Any(lanes) = code.values[condition].op else { panic!("{code:?}") };
    let (x, active) = (data.ops[0], data.parameters[2]);
    let mut builder = Builder::new("sum", 8);
    (builder.code, builder.block) = (code, head);
    let copy = builder.parameter(head, REAL);
    builder.code.exit_copies.push(ExitCopy { copy, active });
    let leave = builder.compare(Relation::Greater, changed, x);
    let leaving = builder.binary(BinaryOp::And, lanes, leave);
    let rest = builder.binary(BinaryOp::AndNot, lanes, leaving);
    let left_with = builder.blend(leaving, changed, copy);
    let any = builder.any(rest);
    let mut code = builder.code;
    let zero = code.blocks[code.entry].ops.iter().copied().find(|value| code.constant(*value) == Some(0)).unwrap();
    let entry = code.entry;
    code.blocks[entry].terminator.targets_mut()[0].arguments.push(zero);
    if let Terminator::Branch { condition, then: to, .. } = &mut code.blocks[head].terminator {
        *condition = any;
        to.arguments = vec![then.arguments[0], then.arguments[1], rest, left_with];
    }
    assert_eq!(verify(&code), Ok(()));
    keep_exit_values(&mut code);
    assert_eq!(verify(&code), Ok(()));
    let Op::Blend(_, yes, _) = code.values[left_with].op else { panic!("{code:?}") };
    assert_eq!(yes, changed);
}

/// A loop that lanes leave with what they load; its choices are by these masks, of the lanes that are active and those
/// of two conditions.
fn choices(
    masks: impl FnOnce(&mut Builder, ValueId, [ValueId; 2]) -> Vec<ValueId>,
) -> (GangCode, ValueId, Vec<ValueId>) {
    let mut builder = Builder::new("search", 8);
    let pointer = GangType::uniform(Element::I64);
    let bits = builder.push(pointer, Op::ActiveBits);
    let all = builder.push(MASK, Op::MaskFromBits(bits));
    let place = builder.push(pointer, Op::Argument(0, SlotField::Base));
    let [head, out] = [builder.new_block(), builder.new_block()];
    let (copy, active) = (builder.parameter(head, REAL), builder.parameter(head, MASK));
    let zero = builder.constant(REAL, 0);
    builder.code.blocks[head].is_loop_head = true;
    builder.code.exit_copies.push(ExitCopy { copy, active });
    builder.jump(head, vec![zero, all]);
    builder.block = head;
    let x = builder.push(REAL, Op::Load { address: place, constant: false });
    let conditions = [Relation::Less, Relation::Greater].map(|relation| builder.compare(relation, x, zero));
    let leaving = masks(&mut builder, active, conditions);
    let mut left_with = vec![copy];
    for lanes in leaving {
        let value = builder.push(REAL, Op::Load { address: place, constant: false });
        left_with.push(builder.blend(lanes, value, *left_with.last().unwrap()));
    }
    let either = builder.binary(BinaryOp::Or, conditions[0], conditions[1]);
    let rest = builder.binary(BinaryOp::AndNot, active, either);
    let any = builder.any(rest);
    let last = *left_with.last().unwrap();
    builder.terminate(Terminator::Branch {
        condition: any,
        then: Target { block: head, arguments: vec![last, rest] },
        otherwise: Target { block: out, arguments: vec![] },
    });
    builder.block = out;
    builder.effect(Op::Store { address: place, value: last, mask: None });
    builder.terminate(Terminator::Return(bits));
    (builder.code, active, left_with[1..].to_vec())
}

/// By which masks choices are made after they are widened.
fn widened(code: &mut GangCode, choices: &[ValueId]) -> Vec<ValueId> {
    assert_eq!(verify(code), Ok(()));
    widen_exit_choices(code);
    assert_eq!(verify(code), Ok(()));
    let mask = |choice: &ValueId| match code.values[*choice].op {
        Op::Blend(lanes, ..) => lanes,
        ref other => panic!("{other:?}"),
    };
    choices.iter().map(mask).collect()
}

/// The count with which points leave a set was chosen by a comparison of its own, one of eleven operations of the loop.
#[test]
fn lanes_that_stay_are_chosen_for_as_well() {
    let (mut code, active, found) =
        choices(|builder, active, [less, _]| vec![builder.binary(BinaryOp::And, active, less)]);
    assert_eq!(widened(&mut code, &found), [active]);
}

/// Lanes that have left keep what they left with: the second choice is for those that are active still, or, if there is
/// no such mask, for those alone that leave.
#[test]
fn lanes_that_have_left_are_not_chosen_for() {
    let mut rest = None;
    let (mut code, active, found) = choices(|builder, active, [less, greater]| {
        let first = builder.binary(BinaryOp::And, active, less);
        let still = builder.binary(BinaryOp::AndNot, active, less);
        rest = Some(still);
        vec![first, builder.binary(BinaryOp::And, greater, still)]
    });
    assert_eq!(widened(&mut code, &found), [active, rest.unwrap()]);
    let mut second = None;
    let (mut code, active, found) = choices(|builder, active, [less, greater]| {
        let first = builder.binary(BinaryOp::And, active, less);
        second = Some(builder.binary(BinaryOp::And, active, greater));
        vec![first, second.unwrap()]
    });
    assert_eq!(widened(&mut code, &found), [active, second.unwrap()]);
}

/// A mask that is needed all the same costs nothing more.
#[test]
fn masks_with_other_uses_stay() {
    let mut leaving = None;
    let (mut code, _, found) = choices(|builder, active, [less, _]| {
        let lanes = builder.binary(BinaryOp::And, active, less);
        builder.effect(Op::Count { mask: lanes, counter: 0 });
        leaving = Some(lanes);
        vec![lanes]
    });
    assert_eq!(widened(&mut code, &found), [leaving.unwrap()]);
}
