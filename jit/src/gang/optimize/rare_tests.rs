//! Tests for rare lanes test all lanes first: whether active ones are among them is found on the rare way alone, so
//! that the usual way needs no mask.
//!
//! So it is done where nearly all lanes are active: in the unit that is entered, outside of arms under masks, where
//! those are idle that are past the last row or have failed. Anything may be in idle lanes, so that rarely a gang takes
//! the rare way to find nothing there.
//!
//! Requires: valid gang code of the unit that is entered, its cold blocks marked. Invalidates: dominators. Cost: linear
//! in the operations and arcs.
//!
//! ```text
//! k0: g4: mask64 = g2 > g3               k0: g4: mask64 = g2 > g3
//!     g5: mask64 = and g1, g4                g7: bool = any g4
//!     g6: bool = any g5                      branch g7, k3, k2
//!     branch g6, k1, k2            ⟶     k3: g8: mask64 = g2 > g3     ; cold
//! k1: ; cold                                 g5: mask64 = and g1, g8
//!     … g5 …                                 g6: bool = any g5
//!                                            branch g6, k1, k4
//!                                        k4: jump k2                  ; cold
//! ```

use super::dominators::Dominators;
use crate::gang::ir::{BinaryOp, Block, BlockId, GangCode, Op, Target, Terminator, ValueId};

/// Makes such tests.
pub fn test_all_lanes_first(code: &mut GangCode) {
    let order = code.reverse_postorder();
    if !order.iter().any(|block| code.blocks[*block].is_cold) {
        return;
    }
    let dominators = Dominators::compute(code, &order);
    let mut uses = Uses::compute(code, &order);
    for block in order {
        if let Some(test) = rare_test(code, &dominators, &uses, block) {
            split(code, &dominators, &mut uses, block, test);
        }
    }
}

/// Where each value is used, and how many arcs lead to each block.
struct Uses {
    blocks: Vec<Vec<BlockId>>,
    arcs: Vec<usize>,
}

impl Uses {
    fn compute(code: &GangCode, order: &[BlockId]) -> Uses {
        let mut uses = Uses { blocks: vec![Vec::new(); code.values.len()], arcs: vec![0; code.blocks.len()] };
        for block in order {
            let data = &code.blocks[*block];
            for value in &data.ops {
                code.values[*value].op.for_each_operand(&mut |operand| uses.blocks[operand.index()].push(*block));
            }
            data.terminator.clone().for_each_use_mut(&mut |value| uses.blocks[value.index()].push(*block));
            data.terminator.targets().iter().for_each(|target| uses.arcs[target.block.index()] += 1);
        }
        uses
    }
}

/// What ends a block: whether there are lanes that are active and for which a comparison holds.
struct Test {
    any: ValueId,
    lanes: ValueId,
    comparison: ValueId,
    rare: Target,
    usual: Target,
}

fn rare_test(code: &GangCode, dominators: &Dominators, uses: &Uses, block: BlockId) -> Option<Test> {
    let data = &code.blocks[block];
    let Terminator::Branch { condition: any, then: rare, otherwise: usual } = &data.terminator else { return None };
    let Op::Any(lanes) = code.values[*any].op else { return None };
    let Op::Binary(BinaryOp::And, left, right) = code.values[lanes].op else { return None };
    let is_comparison = |value: ValueId| {
        matches!(code.values[value].op, Op::Compare(..) | Op::Outside(..)) && code.ty(value).is_varying()
    };
    let (active, comparison) = if is_comparison(right) { (left, right) } else { (right, left) };
    let is_rare = !data.is_cold
        && code.blocks[rare.block].is_cold
        && uses.arcs[rare.block.index()] == 1
        && is_comparison(comparison)
        && data.ops.contains(any)
        && data.ops.contains(&lanes)
        && uses.blocks[any.index()].len() == 1
        && !usual.arguments.contains(&lanes)
        && is_nearly_all(code, active, &mut Vec::new());
    // But for the test itself, the lanes are named on the rare way alone.
    let mut others = uses.blocks[lanes.index()].iter().filter(|user| **user != block);
    let here = uses.blocks[lanes.index()].iter().filter(|user| **user == block).count();
    let passed = rare.arguments.iter().filter(|argument| **argument == lanes).count();
    (is_rare && here == 1 + passed && others.all(|user| dominators.dominates(rare.block, *user))).then(|| Test {
        any: *any,
        lanes,
        comparison,
        rare: rare.clone(),
        usual: usual.clone(),
    })
}

/// Whether a mask is that of the lanes that entered, but for those that failed.
fn is_nearly_all(code: &GangCode, mask: ValueId, seen: &mut Vec<ValueId>) -> bool {
    if seen.contains(&mask) {
        return true;
    }
    seen.push(mask);
    match code.values[mask].op {
        Op::MaskFromBits(bits) => matches!(code.values[bits].op, Op::ActiveBits),
        // Lanes that failed are noted in the frame.
        Op::Binary(BinaryOp::AndNot, lanes, lost) => {
            let is_noted = |bits: ValueId| matches!(code.values[bits].op, Op::Load { constant: false, .. });
            matches!(code.values[lost].op, Op::MaskFromBits(bits) if is_noted(bits)) && is_nearly_all(code, lanes, seen)
        }
        Op::Parameter => {
            let mut passed = Vec::new();
            for (_, origin) in code.blocks.iter().filter(|(_, origin)| !origin.is_cold) {
                for target in origin.terminator.targets() {
                    let place = code.blocks[target.block].parameters.iter().position(|other| *other == mask);
                    passed.extend(place.and_then(|place| target.arguments.get(place).copied()));
                }
            }
            !passed.is_empty() && passed.into_iter().all(|passed| is_nearly_all(code, passed, seen))
        }
        _ => false,
    }
}

/// Moves the test for active lanes to the rare way.
fn split(code: &mut GangCode, dominators: &Dominators, uses: &mut Uses, block: BlockId, test: Test) {
    let Test { any, lanes, comparison, rare, usual } = test;
    let cold =
        |terminator| Block { parameters: Vec::new(), ops: Vec::new(), terminator, is_loop_head: false, is_cold: true };
    let nobody = code.blocks.alloc(cold(Terminator::Jump(usual.clone())));
    let otherwise = Target { block: nobody, arguments: Vec::new() };
    let found = code.blocks.alloc(cold(Terminator::Branch { condition: any, then: rare.clone(), otherwise }));
    let all = code.copy_value(any);
    code.values[all].op = Op::Any(comparison);
    let then = Target { block: found, arguments: Vec::new() };
    code.blocks[block].terminator = Terminator::Branch { condition: all, then, otherwise: usual };

    // With it goes what only it, or the rare way, is computed from: from the last operation up.
    let mut moved = Vec::new();
    let mut is_moved = vec![false; code.values.len()];
    let mut has_effect = false;
    for value in code.blocks[block].ops.clone().into_iter().rev() {
        let op = &code.values[value].op;
        let is_load = matches!(op, Op::Load { .. }) && !has_effect;
        let is_needed = value == any || value == lanes || is_moved[value.index()];
        let is_movable = value == any || value == lanes || (is_needed && (op.is_pure() || is_load));
        has_effect |= op.has_effect();
        if !is_movable {
            continue;
        }
        let mut operands = Vec::new();
        code.values[value].op.for_each_operand(&mut |operand| operands.push(operand));
        moved.push(value);
        for operand in operands {
            let only_moved = |users: &Vec<BlockId>| {
                users.iter().all(|user| *user == block || dominators.dominates(rare.block, *user))
            };
            let stays = operand == comparison || code.constant(operand).is_some();
            is_moved[operand.index()] =
                !stays && only_moved(&uses.blocks[operand.index()]) && all_users_moved(code, block, operand, &moved);
        }
    }
    code.blocks[block].ops.retain(|value| !moved.contains(value));
    code.blocks[block].ops.push(all);
    moved.reverse();
    // The comparison is made again there, so that nothing holds it longer than its test.
    let mut op = code.values[comparison].op.clone();
    op.for_each_operand_mut(&mut |operand| {
        if code.constant(*operand).is_some() {
            *operand = copy_to(code, found, *operand);
        }
    });
    let again = copy_to(code, found, comparison);
    code.values[again].op = op;
    for value in moved {
        // Constants are in the block in which they are used.
        let mut op = code.values[value].op.clone();
        op.for_each_operand_mut(&mut |operand| match code.constant(*operand) {
            Some(_) => *operand = copy_to(code, found, *operand),
            None if *operand == comparison => *operand = again,
            None => {}
        });
        code.values[value].op = op;
        code.blocks[found].ops.push(value);
    }
    uses.arcs.resize(code.blocks.len(), 1);
    uses.blocks.resize(code.values.len(), vec![found]);
    uses.arcs[usual_block(code, nobody).index()] += 1;
}

/// Appends a copy of an operation to a block.
fn copy_to(code: &mut GangCode, block: BlockId, value: ValueId) -> ValueId {
    let copy = code.copy_value(value);
    code.blocks[block].ops.push(copy);
    copy
}

fn usual_block(code: &GangCode, nobody: BlockId) -> BlockId {
    code.blocks[nobody].terminator.targets()[0].block
}

/// Whether what uses a value in its block was moved.
fn all_users_moved(code: &GangCode, block: BlockId, value: ValueId, moved: &[ValueId]) -> bool {
    let data = &code.blocks[block];
    let mut is_used = false;
    for user in data.ops.iter().filter(|user| !moved.contains(user)) {
        code.values[*user].op.for_each_operand(&mut |operand| is_used |= operand == value);
    }
    data.terminator.clone().for_each_use_mut(&mut |operand| is_used |= *operand == value);
    !is_used
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gang::builder::Builder;
    use crate::gang::ir::{Element, GangType, SlotField};
    use crate::gang::verify::verify;
    use forlane_cfg::Relation;

    const MASK: GangType = GangType::varying(Element::Mask64);

    /// A unit with a rare block for the active lanes of a comparison; `active` makes their mask of that of all lanes.
    /// What is computed on the usual way names none of them, unless `is_named`.
    fn unit(active: impl Fn(&mut Builder, ValueId) -> ValueId, is_named: bool) -> GangCode {
        let mut builder = Builder::new("rare", 8);
        let bits = builder.push(GangType::uniform(Element::I64), Op::ActiveBits);
        let entered = builder.push(MASK, Op::MaskFromBits(bits));
        let place = builder.push(GangType::uniform(Element::I64), Op::Argument(0, SlotField::Base));
        let x = builder.push(GangType::varying(Element::F64), Op::Load { address: place, constant: true });
        let two = builder.constant(GangType::varying(Element::F64), 2.0_f64.to_bits());
        let active = active(&mut builder, entered);
        let bad = builder.compare(Relation::Greater, x, two);
        let lanes = builder.binary(BinaryOp::And, active, bad);
        let any = builder.any(lanes);
        let [cold, join] = [builder.new_block(), builder.new_block()];
        let left = builder.parameter(join, MASK);
        let to = |block, arguments| Target { block, arguments };
        let passed = if is_named { lanes } else { active };
        let (then, otherwise) = (to(cold, vec![]), to(join, vec![passed]));
        builder.terminate(Terminator::Branch { condition: any, then, otherwise });
        builder.code.blocks[cold].is_cold = true;
        builder.block = cold;
        let rest = builder.binary(BinaryOp::AndNot, active, lanes);
        builder.jump(join, vec![rest]);
        builder.block = join;
        let result = builder.push(GangType::uniform(Element::I64), Op::MaskToBits(left));
        builder.terminate(Terminator::Return(result));
        builder.code
    }

    /// The operations of the entry.
    fn entry(code: &GangCode) -> Vec<Op> {
        code.blocks[code.entry].ops.iter().map(|value| code.values[*value].op.clone()).collect()
    }

    fn finds_lanes(ops: &[Op]) -> bool {
        ops.iter().any(|op| matches!(op, Op::Binary(BinaryOp::And, ..)))
    }

    /// A handler of errors took all mask registers on the usual way: those of the lanes that it is for.
    #[test]
    fn lanes_are_found_on_the_rare_way() {
        let mut code = unit(|_, entered| entered, false);
        assert!(finds_lanes(&entry(&code)));
        test_all_lanes_first(&mut code);
        assert_eq!(verify(&code), Ok(()));
        assert!(!finds_lanes(&entry(&code)));
        let Terminator::Branch { condition, then, .. } = &code.blocks[code.entry].terminator else {
            panic!("{code:?}")
        };
        let Op::Any(tested) = code.values[*condition].op else { panic!("{code:?}") };
        assert!(matches!(code.values[tested].op, Op::Compare(..)));
        assert!(code.blocks[then.block].is_cold);
    }

    /// So are those that are left after failures before, which are loaded only there.
    #[test]
    fn failures_are_loaded_on_the_rare_way() {
        let without_failed = |builder: &mut Builder, entered| {
            let pointer = GangType::uniform(Element::I64);
            let slot = builder.push(pointer, Op::Slot(0));
            let failed = builder.load(pointer, slot, false);
            let failed = builder.push(MASK, Op::MaskFromBits(failed));
            builder.binary(BinaryOp::AndNot, entered, failed)
        };
        let mut code = unit(without_failed, false);
        // What is passed on the usual way is computed there.
        test_all_lanes_first(&mut code);
        assert!(entry(&code).iter().any(|op| matches!(op, Op::Load { constant: false, .. })));
        assert!(!finds_lanes(&entry(&code)));
        let mut code = unit(without_failed, false);
        let entered = code.blocks[code.entry].ops[1];
        let way = |code: &mut GangCode, block: BlockId, index: usize| {
            let mut terminator = code.blocks[block].terminator.clone();
            terminator.targets_mut()[index].arguments = vec![entered];
            code.blocks[block].terminator = terminator;
        };
        let start = code.entry;
        way(&mut code, start, 1);
        assert_eq!(verify(&code), Ok(()));
        test_all_lanes_first(&mut code);
        assert_eq!(verify(&code), Ok(()));
        assert!(!entry(&code).iter().any(|op| matches!(op, Op::Load { constant: false, .. })));
    }

    /// Where few lanes may be active, or the lanes are named on the usual way, too, the test stays.
    #[test]
    fn other_tests_stay() {
        let some = |builder: &mut Builder, entered| {
            let place = builder.push(GangType::uniform(Element::I64), Op::Argument(1, SlotField::Base));
            let y = builder.push(GangType::varying(Element::F64), Op::Load { address: place, constant: true });
            let some = builder.compare(Relation::Less, y, y);
            builder.binary(BinaryOp::And, entered, some)
        };
        for mut code in [unit(some, false), unit(|_, entered| entered, true)] {
            let before = entry(&code).len();
            test_all_lanes_first(&mut code);
            assert!(finds_lanes(&entry(&code)));
            assert_eq!(entry(&code).len(), before);
        }
    }
}
