//! Whole parts of quotients, for groups of as many lanes as a register has of 32 bits.
//!
//! Integers of 32 bits are divided as reals, which have 64. Where these reals are all that has 64 bits, groups do not
//! become half as large for them: the reals of a group are computed half by half, within the operation that wants
//! their whole parts, so that everything else takes half as many registers.

use super::Selector;
use super::convert::between_sizes;
use crate::gang::ir::{BinaryOp, Element, GangCode, GangType, Op, ValueId};
use crate::gang::wide::codes::form;
use crate::gang::wide::isa::WideSet;
use crate::gang::wide::machine::Arg;
use regalloc2::VReg;
use std::collections::{HashMap, HashSet};

/// A quotient, or the product with a reciprocal.
#[derive(Clone, Copy, Debug)]
struct Real {
    value: ValueId,
    operation: BinaryOp,
    operands: [ValueId; 2],
}

/// What is computed half by half in a unit.
#[derive(Default)]
pub(super) struct Halves {
    /// The whole parts, as integers, and the reals that they are of.
    whole_parts: HashMap<ValueId, Real>,
    /// The reals.
    inner: HashSet<ValueId>,
}

impl Halves {
    /// Nothing, if anything else has 64 bits.
    pub(super) fn find(code: &GangCode, set: WideSet) -> Halves {
        match code.lanes >= set.bytes() / 4 {
            true => Halves::of_all(code).unwrap_or_default(),
            false => Halves::default(),
        }
    }

    fn of_all(code: &GangCode) -> Option<Halves> {
        let mut found = Halves::default();
        let order = code.reverse_postorder();
        let blocks = order.iter().map(|block| &code.blocks[*block]);
        for value in blocks.flat_map(|block| block.parameters.iter().chain(&block.ops)) {
            let op = &code.values[*value].op;
            if is_wide(code, *value) {
                match op {
                    Op::Constant(_) | Op::Undefined | Op::Splat(_) => {}
                    _ if is_operand(code, *value) || real(code, *value).is_some() => {
                        found.inner.insert(*value);
                    }
                    _ => return None,
                }
                continue;
            }
            let of_real = match op {
                Op::Convert(operand) if code.ty(*value) == GangType::varying(Element::I32) => real(code, *operand),
                _ => None,
            };
            match of_real {
                Some(real) => {
                    found.whole_parts.insert(*value, real);
                }
                None => {
                    let mut takes_wide = false;
                    op.for_each_operand(&mut |operand| takes_wide |= is_wide(code, operand));
                    if takes_wide {
                        return None;
                    }
                }
            }
        }
        Some(found)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.whole_parts.is_empty()
    }

    /// Whether a value is a real that is computed where its whole part is.
    pub(super) fn is_inner(&self, value: ValueId) -> bool {
        self.inner.contains(&value)
    }

    /// The reals.
    pub(super) fn inner(&self) -> impl Iterator<Item = ValueId> {
        self.inner.iter().copied()
    }
}

/// Whether each lane has 64 bits of a value.
pub(super) fn is_wide(code: &GangCode, value: ValueId) -> bool {
    let ty = code.ty(value);
    ty.is_varying() && ty.element.size() == 8 && !ty.element.is_mask()
}

/// Whether a real is an integer of 32 bits, or the same in all lanes.
fn is_operand(code: &GangCode, value: ValueId) -> bool {
    match code.values[value].op {
        _ if code.ty(value).element != Element::F64 => false,
        Op::Constant(_) | Op::Splat(_) => true,
        Op::Convert(integer) => code.ty(integer).element == Element::I32,
        _ => false,
    }
}

fn real(code: &GangCode, value: ValueId) -> Option<Real> {
    match code.values[value].op {
        Op::Binary(operation @ (BinaryOp::Divide | BinaryOp::Multiply), left, right) => {
            // Other divisors have reciprocals.
            let is_own = matches!(code.values[right].op, Op::Convert(_));
            let is_real = is_operand(code, left) && is_operand(code, right);
            let operands = [left, right];
            (is_real && (is_own || operation == BinaryOp::Multiply)).then_some(Real { value, operation, operands })
        }
        _ => None,
    }
}

impl Selector<'_> {
    /// A group of whole parts, if they are computed so.
    pub(super) fn whole_parts_by_halves(&mut self, value: ValueId, group: usize) -> Option<VReg> {
        let real = *self.halves.whole_parts.get(&value)?;
        let (whole, half) = (self.set.whole(), self.set.half());
        let to_integer = form(between_sizes(Element::F64, Element::I32)?, whole);
        let [low, high] = [false, true].map(|is_upper| {
            let [left, right] = real.operands.map(|operand| self.half_of_operand(operand, is_upper, group));
            let left = match left {
                Arg::Reg(register, _) => register,
                _ => self.register(real.operands[0], group),
            };
            let quotient = match self.whole_quotients.contains(&real.value) {
                true => self.whole_quotient(left, right),
                false => self.with_code(real.operation, Element::F64, whole, [Arg::Reg(left, whole), right]),
            };
            self.function.compute(to_integer, half, &[Arg::Reg(quotient, whole)])
        });
        Some(self.join_halves(low, high))
    }

    /// Half a group of an operand, as reals.
    fn half_of_operand(&mut self, operand: ValueId, is_upper: bool, group: usize) -> Arg {
        let whole = self.set.whole();
        match (&self.code.values[operand].op, between_sizes(Element::I32, Element::F64)) {
            (Op::Convert(integer), Some(to_real)) => {
                let integers = self.register(*integer, group);
                let half = if is_upper { self.upper_half(integers) } else { integers };
                let source = Arg::Reg(half, self.set.half());
                Arg::Reg(self.function.compute(form(to_real, whole), whole, &[source]), whole)
            }
            _ => self.source(operand, group),
        }
    }
}
