//! Drops tests whether any lane goes on, where little follows before a test that leads the same way.
//!
//! `IF (…) GO TO 9` several times in a row tests its lanes each time. A mask that is a part of another one is empty
//! where that is, so the later test decides for both. What is between is computed even if no lane needs it.
//!
//! Requires: valid gang code. Ensures: blocks that were led to by a dropped test alone are parts of the block before.
//! Invalidates: dominators. Cost: linear in the operations and arcs.
//!
//! ```text
//! k1: g5: mask64 = andnot g1, g4          k1: g5: mask64 = andnot g1, g4
//!     g6: bool = any g5                       g7: mask64 = g2 > g3
//!     branch g6, k2, k9(g0)         ⟶         g8: mask64 = andnot g5, g7
//! k2: g7: mask64 = g2 > g3                    g9: bool = any g8
//!     g8: mask64 = andnot g5, g7              branch g9, k3, k9(g0)
//!     g9: bool = any g8
//!     branch g9, k3, k9(g0)
//! ```

use super::arcs::arcs_to_blocks;
use crate::gang::emit::schedule::cost;
use crate::gang::ir::{BinaryOp, BlockId, GangCode, Op, Terminator, ValueId};

/// What may be computed in place of a test, in the units of [`cost`].
const CHEAP: u32 = 8;

/// Drops such tests.
pub fn drop_tests(code: &mut GangCode) {
    let order = code.reverse_postorder();
    let arcs = arcs_to_blocks(code, &order);
    // The last ones first: where three follow each other, the first one sees what became of the others.
    for block in order.into_iter().rev() {
        let Some(next) = next_test(code, block) else { continue };
        if arcs[next.index()].len() > 1 || code.blocks[next].is_cold != code.blocks[block].is_cold {
            continue;
        }
        let data = &mut code.blocks[next];
        let (ops, terminator) =
            (std::mem::take(&mut data.ops), std::mem::replace(&mut data.terminator, Terminator::Unreachable));
        let data = &mut code.blocks[block];
        data.ops.extend(ops);
        data.terminator = terminator;
    }
}

/// Where a block leads if any lane goes on, if its test may be dropped.
fn next_test(code: &GangCode, block: BlockId) -> Option<BlockId> {
    let Terminator::Branch { condition, then, otherwise } = &code.blocks[block].terminator else { return None };
    let Op::Any(lanes) = code.values[*condition].op else { return None };
    let next = &code.blocks[then.block];
    let Terminator::Branch { condition, otherwise: same, .. } = &next.terminator else { return None };
    let Op::Any(part) = code.values[*condition].op else { return None };
    let is_like = otherwise.block == same.block && otherwise.arguments == same.arguments;
    let cost_of = |value: &ValueId| {
        let data = &code.values[*value];
        let cost = if data.ty.is_varying() { cost(&data.op).1 } else { 0 };
        is_harmless(&data.op).then_some(cost)
    };
    let total = next.ops.iter().map(cost_of).sum::<Option<u32>>();
    (is_like
        && next.parameters.is_empty()
        && then.block != block
        && total.is_some_and(|total| total <= CHEAP)
        && is_part(code, part, lanes))
    .then_some(then.block)
}

/// Whether an operation does no harm where no lane needs its result. Of what all lanes have in common an index may be
/// outside then, a divisor zero, and there is no first lane.
fn is_harmless(op: &Op) -> bool {
    match op {
        Op::Binary(operation, ..) => !matches!(operation, BinaryOp::Divide | BinaryOp::Remainder),
        Op::Argument(..) | Op::Constant(_) | Op::Undefined | Op::Splat(_) | Op::Unary(..) | Op::Fused(..) => true,
        Op::Compare(..) | Op::Outside(..) | Op::Blend(..) | Op::Convert(_) => true,
        Op::Any(_) | Op::MaskFromBits(_) | Op::MaskToBits(_) => true,
        _ => false,
    }
}

/// Whether all lanes of a mask are, as its operations show, among those of another one.
fn is_part(code: &GangCode, mask: ValueId, of: ValueId) -> bool {
    mask == of
        || match code.values[mask].op {
            Op::Binary(BinaryOp::AndNot, left, _) => is_part(code, left, of),
            Op::Binary(BinaryOp::And, left, right) => is_part(code, left, of) || is_part(code, right, of),
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gang::builder::Builder;
    use crate::gang::ir::{Element, GangType, SlotField, Target};
    use crate::gang::optimize::dead_code::remove_dead_code;
    use crate::gang::verify::verify;
    use forlane_cfg::Relation;

    /// How many tests are left of three in a row, between which something is computed, whose ways out pass a value.
    fn tests_left(between: &dyn Fn(&mut Builder, [ValueId; 2]) -> ValueId, is_same_way: bool) -> usize {
        let mut builder = Builder::new("guards", 8);
        let bits = builder.push(GangType::uniform(Element::I64), Op::ActiveBits);
        let mut lanes = builder.push(GangType::varying(Element::Mask64), Op::MaskFromBits(bits));
        let place = builder.push(GangType::uniform(Element::I64), Op::Argument(0, SlotField::Base));
        let x = builder.push(GangType::varying(Element::F64), Op::Load { address: place, constant: true });
        let out = builder.new_block();
        let passed = builder.parameter(out, GangType::uniform(Element::I64));
        let mut y = x;
        for _ in 0..3 {
            y = between(&mut builder, [y, x]);
            let leaves = builder.compare(Relation::Less, y, x);
            lanes = builder.binary(BinaryOp::AndNot, lanes, leaves);
            let (any, rest) = (builder.any(lanes), builder.bits(lanes));
            let next = builder.new_block();
            let then = Target { block: next, arguments: vec![] };
            let otherwise = Target { block: out, arguments: vec![if is_same_way { bits } else { rest }] };
            builder.terminate(Terminator::Branch { condition: any, then, otherwise });
            builder.block = next;
        }
        let rest = builder.bits(lanes);
        builder.jump(out, vec![rest]);
        builder.block = out;
        builder.terminate(Terminator::Return(passed));
        let mut code = builder.code;
        drop_tests(&mut code);
        remove_dead_code(&mut code);
        assert_eq!(verify(&code), Ok(()));
        let ops = code.reverse_postorder().into_iter().flat_map(|block| code.blocks[block].ops.clone());
        ops.filter(|value| matches!(code.values[*value].op, Op::Any(_))).count()
    }

    #[test]
    fn the_last_of_several_tests_decides() {
        assert_eq!(tests_left(&|builder, [y, x]| builder.binary(BinaryOp::Add, y, x), true), 1);
    }

    #[test]
    fn tests_stay_before_what_takes_long_and_where_ways_differ() {
        assert_eq!(tests_left(&|builder, [y, x]| builder.binary(BinaryOp::Divide, y, x), true), 3);
        assert_eq!(tests_left(&|builder, [y, x]| builder.binary(BinaryOp::Add, y, x), false), 3);
    }

    /// The index of what is loaded for all lanes may be outside of its array where no lane goes on.
    #[test]
    fn tests_stay_before_what_may_trap() {
        let loaded = |builder: &mut Builder, _| {
            // Another one each time.
            let number = builder.code.values.len() as u32;
            let place = builder.push(GangType::uniform(Element::I64), Op::Argument(number, SlotField::Base));
            let common = builder.load(GangType::uniform(Element::F64), place, true);
            builder.splat(common)
        };
        assert_eq!(tests_left(&loaded, true), 3);
    }
}
