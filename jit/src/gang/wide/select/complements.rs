//! Masks whose registers hold their complements, where masks are vectors.
//!
//! Integers are compared only for `==` and signed `>`. The other relations are complements of these, and two
//! comparisons of a block are often each other's. What combines masks, or chooses by them, takes complements at no
//! cost; a comparison that is used in no other way is left as what it is the complement of. So it is with comparisons
//! that are converted to another width: of those of a block that are equal or each other's complements one is
//! converted.

use crate::gang::ir::{BinaryOp, BlockId, GangCode, Op, UnaryOp, ValueId};
use crate::gang::wide::isa::WideSet;
use forlane_cfg::Relation;
use std::collections::HashMap;

/// What a comparison, or its conversion to another width, is computed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// Its operands.
    Operands,
    /// The registers of an equal one.
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

    /// What a comparison or its conversion is computed from.
    pub(super) fn origin(&self, value: ValueId) -> Origin {
        self.origins.get(&value).copied().unwrap_or(Origin::Operands)
    }

    /// Takes a value from the registers of an earlier one of the same basic relation. Of each it is given whether it is
    /// the complement of that; `is_free` says that a complement would do.
    fn take(&mut self, (earlier, of_earlier): (ValueId, bool), (value, of_value): (ValueId, bool), is_free: bool) {
        let held = of_earlier != self.has(earlier);
        let is_opposite = held != of_value;
        self.is_complement[value.index()] = is_opposite && is_free;
        let origin = if is_opposite { Origin::Opposite(earlier) } else { Origin::Same(earlier) };
        self.origins.insert(value, origin);
    }
}

/// Finds them, where masks are vectors. `uses` says how often each value is used.
pub(super) fn find(code: &GangCode, uses: &[u32], set: WideSet) -> Complements {
    let mut found = Complements::default();
    if set.has_mask_registers() {
        return found;
    }
    let order = code.reverse_postorder();
    let conversions = conversions_of_comparisons(code, &order);
    let of_others = uses_at_no_cost(code, &order);
    let is_free = |value: ValueId, at_no_cost: &[u32]| at_no_cost[value.index()] == uses[value.index()];
    let mut at_no_cost = of_others.clone();
    for Conversion { value, comparison, earlier, .. } in &conversions {
        // What is taken from an earlier one does not look at the comparison.
        at_no_cost[comparison.index()] += u32::from(earlier.is_some() || is_free(*value, &of_others));
    }
    found.is_complement = vec![false; code.values.len()];
    for block in &order {
        // The first comparison of each kind. Only looked up, never walked.
        let mut first: HashMap<Key, (ValueId, bool)> = HashMap::new();
        for value in &code.blocks[*block].ops {
            let Some((key, is_complement)) = of_basic_relation(code, *value) else { continue };
            let is_free = is_free(*value, &at_no_cost);
            let is_integer = !code.ty(key.1).element.is_real();
            match first.get(&key) {
                None => {
                    found.is_complement[value.index()] = is_complement && is_integer && is_free;
                    first.insert(key, (*value, is_complement));
                }
                Some(earlier) => found.take(*earlier, (*value, is_complement), is_free),
            }
        }
    }
    for Conversion { value, comparison, is_complement, earlier } in conversions {
        let is_free = is_free(value, &of_others);
        match earlier {
            None => found.is_complement[value.index()] = is_free && found.has(comparison),
            Some(earlier) => found.take(earlier, (value, is_complement), is_free),
        }
    }
    found
}

/// `==` or `>` of two operands.
type Key = (Relation, ValueId, ValueId);

/// A varying comparison as `==` or `>` of two operands, and whether it is the complement of that. Of reals, whose
/// complement is another relation where one is a NaN, only for `==` and `/=`.
fn of_basic_relation(code: &GangCode, value: ValueId) -> Option<(Key, bool)> {
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

/// A comparison that is converted to another width.
struct Conversion {
    value: ValueId,
    comparison: ValueId,
    /// Whether it is the complement of its basic relation.
    is_complement: bool,
    /// The first conversion in the block of a comparison of the same basic relation, and the same of that.
    earlier: Option<(ValueId, bool)>,
}

/// The conversions of comparisons, in order. A mask has but one other width.
fn conversions_of_comparisons(code: &GangCode, order: &[BlockId]) -> Vec<Conversion> {
    let mut conversions = Vec::new();
    for block in order {
        // The first one of each kind. Only looked up, never walked.
        let mut first: HashMap<Key, (ValueId, bool)> = HashMap::new();
        for value in &code.blocks[*block].ops {
            let Op::Convert(comparison) = code.values[*value].op else { continue };
            let Some((key, is_complement)) = of_basic_relation(code, comparison) else { continue };
            let earlier = first.get(&key).copied();
            first.entry(key).or_insert((*value, is_complement));
            conversions.push(Conversion { value: *value, comparison, is_complement, earlier });
        }
    }
    conversions
}
