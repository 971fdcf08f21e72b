//! Conditions that are combined before they restrict a mask restrict it one after the other.
//!
//! A comparison under a mask is one instruction with mask registers, whatever the mask is, so that nothing is left of
//! the operation that combines two of them.
//!
//! ```text
//! g5: mask64 = g1 > g2              g5: mask64 = g1 > g2
//! g6: mask64 = g3 > g4              g6: mask64 = g3 > g4
//! g7: mask64 = or g5, g6      ⟶     g7: mask64 = andnot g0, g6
//! g8: mask64 = andnot g0, g7        g8: mask64 = andnot g7, g5
//! ```
//!
//! Comparisons of reals come last: what they compare is usually known later than integers.
//!
//! Requires: valid gang code. Keeps: blocks and arcs. Cost: linear in the operations.

use crate::gang::ir::{BinaryOp, GangCode, Op, ValueId};

/// Restricts masks so.
pub fn chain_masks(code: &mut GangCode) {
    let uses = code.count_uses();
    for block in code.reverse_postorder() {
        let mut ops = std::mem::take(&mut code.blocks[block].ops);
        let mut at = 0;
        while at < ops.len() {
            let value = ops[at];
            match link(code, &uses, value).filter(|link| ops.contains(&link.both)) {
                Some(Link { operation, mask, both, first, second }) => {
                    let restricted = code.copy_value(value);
                    code.values[restricted].op = Op::Binary(operation, mask, first);
                    code.values[value].op = Op::Binary(operation, restricted, second);
                    ops.insert(at, restricted);
                    // It is looked at next, as its condition may be one of several, too.
                    if let Some(before) = ops.iter().position(|op| *op == both) {
                        ops.remove(before);
                        at -= 1;
                    }
                }
                None => at += 1,
            }
        }
        code.blocks[block].ops = ops;
    }
}

/// A mask that is restricted by two conditions together.
struct Link {
    operation: BinaryOp,
    mask: ValueId,
    both: ValueId,
    first: ValueId,
    second: ValueId,
}

fn link(code: &GangCode, uses: &[u32], value: ValueId) -> Option<Link> {
    let ty = code.ty(value);
    let Op::Binary(operation, left, right) = code.values[value].op else { return None };
    let combined = match operation {
        BinaryOp::AndNot => BinaryOp::Or,
        BinaryOp::And => BinaryOp::And,
        _ => return None,
    };
    if !ty.is_varying() || !ty.element.is_mask() {
        return None;
    }
    let sides = [(left, right), (right, left)];
    let sides = if operation == BinaryOp::And { &sides[..] } else { &sides[..1] };
    sides.iter().find_map(|(mask, both)| match code.values[*both].op {
        Op::Binary(found, one, other) if found == combined && uses.get(both.index()) == Some(&1) => {
            let [one_rank, other_rank] = [one, other].map(|condition| rank(code, uses, condition));
            let (first, second) = if one_rank > other_rank { (other, one) } else { (one, other) };
            let is_gained = one_rank.max(other_rank).is_comparison;
            is_gained.then_some(Link { operation, mask: *mask, both: *both, first, second })
        }
        _ => None,
    })
}

/// What decides which of two conditions comes last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    /// Whether it is a comparison that is used here alone.
    is_comparison: bool,
    is_of_reals: bool,
}

fn rank(code: &GangCode, uses: &[u32], condition: ValueId) -> Rank {
    let is_alone = |value: ValueId| uses.get(value.index()) == Some(&1);
    let (compared, is_alone) = match code.values[condition].op {
        Op::Convert(inner) => (inner, is_alone(condition) && is_alone(inner)),
        _ => (condition, is_alone(condition)),
    };
    match code.values[compared].op {
        Op::Compare(_, left, _) if code.ty(compared).is_varying() => {
            Rank { is_comparison: is_alone, is_of_reals: code.ty(left).element.is_real() }
        }
        Op::Outside(..) => Rank { is_comparison: is_alone, is_of_reals: false },
        _ => Rank { is_comparison: false, is_of_reals: false },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gang::builder::Builder;
    use crate::gang::ir::{Element, GangType, SlotField, Terminator};
    use crate::gang::optimize::dead_code::remove_dead_code;
    use crate::gang::verify::verify;
    use forlane_cfg::Relation;

    const MASK: GangType = GangType::varying(Element::Mask64);
    const ADDRESS: GangType = GangType::uniform(Element::I64);

    /// The operations on masks, in order, of a mask that is restricted by a combination of conditions.
    fn restricted(operation: BinaryOp, conditions: impl Fn(&mut Builder, [ValueId; 3]) -> ValueId) -> String {
        let mut builder = Builder::new("restricted", 8);
        let bits = builder.push(ADDRESS, Op::ActiveBits);
        let mask = builder.push(MASK, Op::MaskFromBits(bits));
        let place = builder.push(ADDRESS, Op::Argument(0, SlotField::Base));
        let x = builder.load(GangType::varying(Element::F64), place, true);
        let [m, n] = [(); 2].map(|()| builder.load(GangType::varying(Element::I64), place, false));
        let reals = builder.compare(Relation::Greater, x, x);
        let integers = builder.compare(Relation::Less, m, n);
        let condition = conditions(&mut builder, [reals, integers, mask]);
        let result = builder.binary(operation, mask, condition);
        let bits = builder.bits(result);
        builder.terminate(Terminator::Return(bits));
        let mut code = builder.code;
        chain_masks(&mut code);
        remove_dead_code(&mut code);
        assert_eq!(verify(&code), Ok(()));
        let name = |value: ValueId| match value {
            _ if value == mask => "mask",
            _ if value == reals => "reals",
            _ if value == integers => "integers",
            _ => "that",
        };
        let words = code.blocks[code.entry].ops.iter().filter_map(|value| match code.values[*value].op {
            Op::Binary(operation, a, b) => Some(format!("{operation:?} {} {}", name(a), name(b))),
            _ => None,
        });
        words.collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn reals_are_compared_last() {
        let leave = restricted(BinaryOp::AndNot, |builder, [a, b, _]| builder.binary(BinaryOp::Or, a, b));
        assert_eq!(leave, "AndNot mask integers, AndNot that reals");
        let stay = restricted(BinaryOp::And, |builder, [a, b, _]| builder.binary(BinaryOp::And, a, b));
        assert_eq!(stay, "And mask integers, And that reals");
    }

    #[test]
    fn of_several_conditions_each_restricts_the_mask() {
        let three = |builder: &mut Builder, [a, b, _]: [ValueId; 3]| {
            let Op::Compare(_, x, _) = builder.code.values[a].op else { return a };
            let least = builder.compare(Relation::Less, x, x);
            let two = builder.binary(BinaryOp::Or, a, b);
            builder.binary(BinaryOp::Or, two, least)
        };
        assert_eq!(restricted(BinaryOp::AndNot, three), "AndNot mask integers, AndNot that reals, AndNot that that");
    }

    /// They would be compared twice, or there is nothing to gain.
    #[test]
    fn conditions_that_are_wanted_themselves_stay() {
        let twice = |builder: &mut Builder, [a, b, mask]: [ValueId; 3]| {
            let both = builder.binary(BinaryOp::Or, a, b);
            let others = builder.binary(BinaryOp::Xor, both, mask);
            builder.binary(BinaryOp::And, both, others)
        };
        let found = restricted(BinaryOp::AndNot, twice);
        assert!(found.starts_with("Or reals integers"), "{found}");
    }
}
