//! Masks whose registers hold their complements, where masks are vectors.
//!
//! Integers are compared only for `==` and signed `>`. The other relations are complements of these, and two comparisons
//! of a block are often each other's. What combines masks, or chooses by them, takes complements at no cost; a comparison
//! that is used in no other way is left as what it is the complement of.

use crate::gang::ir::{BinaryOp, BlockId, GangCode, Op, UnaryOp, ValueId};
use crate::gang::wide::isa::WideSet;
use forlane_cfg::Relation;
use std::collections::HashMap;

/// What a comparison is computed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// Its operands.
    Operands,
    /// The registers of an equal comparison.
    Same(ValueId),
    /// Those of one that is its complement.
    Opposite(ValueId),
}

/// For each value what is known.
#[derive(Debug, Default)]
pub(super) struct Complements {
    /// Whether its registers hold its complement.
    is_complement: Vec<bool>,
    origins: HashMap<ValueId, Origin>,
}

impl Complements {
    /// Whether the registers of a value hold its complement.
    pub(super) fn has(&self, value: ValueId) -> bool {
        self.is_complement.get(value.index()) == Some(&true)
    }

    /// What a comparison is computed from.
    pub(super) fn origin(&self, comparison: ValueId) -> Origin {
        self.origins.get(&comparison).copied().unwrap_or(Origin::Operands)
    }
}

/// Finds them, where masks are vectors. `uses` says how often each value is used.
pub(super) fn find(code: &GangCode, uses: &[u32], set: WideSet) -> Complements {
    let mut found = Complements::default();
    if set.has_mask_registers() {
        return found;
    }
    let order = code.reverse_postorder();
    let conversions = conversions_of_comparisons(code, &order, uses);
    let mut at_no_cost = uses_at_no_cost(code, &order);
    conversions.iter().for_each(|(_, comparison)| at_no_cost[comparison.index()] += 1);
    found.is_complement = vec![false; code.values.len()];
    for block in &order {
        // The first comparison of each kind. Only looked up, never walked.
        let mut first: HashMap<(Relation, ValueId, ValueId), ValueId> = HashMap::new();
        for value in &code.blocks[*block].ops {
            let Some((key, is_complement)) = of_basic_relation(code, *value) else { continue };
            let is_free = at_no_cost[value.index()] == uses[value.index()];
            let is_integer = !code.ty(key.1).element.is_real();
            match first.get(&key) {
                None => {
                    found.is_complement[value.index()] = is_complement && is_integer && is_free;
                    first.insert(key, *value);
                }
                Some(earlier) => {
                    let held = of_basic_relation(code, *earlier).is_some_and(|(_, is)| is) && !found.has(*earlier);
                    let is_opposite = held != is_complement;
                    found.is_complement[value.index()] = is_opposite && is_free;
                    let origin = if is_opposite { Origin::Opposite(*earlier) } else { Origin::Same(*earlier) };
                    found.origins.insert(*value, origin);
                }
            }
        }
    }
    for (conversion, comparison) in conversions {
        found.is_complement[conversion.index()] = found.has(comparison);
    }
    found
}

/// A varying comparison as `==` or `>` of two operands, and whether it is the complement of that. Of reals, whose
/// complement is another relation where one is a NaN, only for `==` and `/=`.
fn of_basic_relation(code: &GangCode, value: ValueId) -> Option<((Relation, ValueId, ValueId), bool)> {
    let Op::Compare(relation, left, right) = code.values[value].op else { return None };
    let is_real = code.ty(left).element.is_real();
    let greater = |left, right, is_complement| {
        let key = (Relation::Greater, left, right);
        (!is_real).then_some((key, is_complement))
    };
    match relation {
        _ if !code.ty(value).is_varying() => None,
        Relation::Equal => Some(((Relation::Equal, left, right), false)),
        Relation::NotEqual => Some(((Relation::Equal, left, right), true)),
        Relation::Greater => greater(left, right, false),
        Relation::LessEqual => greater(left, right, true),
        Relation::Less => greater(right, left, false),
        Relation::GreaterEqual => greater(right, left, true),
    }
}

/// How often each value is used where its complement would do.
fn uses_at_no_cost(code: &GangCode, order: &[BlockId]) -> Vec<u32> {
    let mut uses = vec![0; code.values.len()];
    for value in order.iter().flat_map(|block| &code.blocks[*block].ops) {
        match code.values[*value].op {
            Op::Binary(BinaryOp::And | BinaryOp::AndNot, left, right) => {
                uses[left.index()] += 1;
                uses[right.index()] += 1;
            }
            Op::Unary(UnaryOp::Not, operand) => uses[operand.index()] += 1,
            Op::Blend(mask, ..) => uses[mask.index()] += 1,
            _ => {}
        }
    }
    uses
}

/// The comparisons that are converted to another width, for what takes complements at no cost.
fn conversions_of_comparisons(code: &GangCode, order: &[BlockId], uses: &[u32]) -> Vec<(ValueId, ValueId)> {
    let at_no_cost = uses_at_no_cost(code, order);
    let values = order.iter().flat_map(|block| &code.blocks[*block].ops);
    values
        .filter(|value| at_no_cost[value.index()] == uses[value.index()])
        .filter_map(|value| match code.values[*value].op {
            Op::Convert(inner) => of_basic_relation(code, inner).map(|_| (*value, inner)),
            _ => None,
        })
        .collect()
}
