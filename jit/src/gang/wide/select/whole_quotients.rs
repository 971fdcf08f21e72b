//! Quotients of integers of 32 bits, which are converted to reals to be divided, without the processor's division.
//!
//! Only the whole part of such a quotient `a/b` is wanted, and another product than the quotient has it as well: that
//! of `a` and a number whose magnitude is greater than that of `1/b`, but not by more than its 2^-32th part. If `a/b`
//! is whole, the product is little more; if it is not, the next number that is whole is further away than a `b`th, and
//! the product, as `a` has 32 bits, comes up by less. Where `b` is zero, both are no integers.
//!
//! Of a constant the reciprocal is one. With AVX-512 the processor has reciprocals `z` of 14 bits, which are improved:
//!
//! ```text
//!     e = 1 + UP - b*z
//!     t = e + e*e
//!     z + z*t              greater than 1/b by UP, less or more by a quarter of that, the third power of the error
//! ```

use super::Selector;
use crate::gang::ir::{BinaryOp, Element, Fused, GangCode, GangType, Op, ValueId};
use crate::gang::wide::codes;
use crate::gang::wide::isa::WideSet;
use crate::gang::wide::machine::Arg;
use iced_x86::Code;
use regalloc2::VReg;
use std::collections::HashSet;

/// The part by which reciprocals are greater: 2^-40.
const UP: f64 = 1.0 / (1_u64 << 40) as f64;

/// Finds the quotients of which this is known, and that are computed so with an instruction set. `uses` says how often
/// each value is used.
pub(super) fn find(code: &GangCode, uses: &[u32], set: WideSet) -> HashSet<ValueId> {
    let mut found = HashSet::new();
    let mut others = vec![0; code.values.len()];
    let order = code.reverse_postorder();
    for value in order.iter().flat_map(|block| &code.blocks[*block].ops) {
        match code.values[*value].op {
            Op::Binary(BinaryOp::Divide, left, right) if code.ty(*value) == GangType::varying(Element::F64) => {
                let is_known = code.constant(right).is_some() || set.has_mask_registers();
                if is_known && is_integer(code, left) && is_integer(code, right) {
                    found.insert(*value);
                }
            }
            // Its whole part.
            Op::Convert(quotient) if code.ty(*value).element == Element::I32 => others[quotient.index()] += 1,
            _ => {}
        }
    }
    found.retain(|value| others[value.index()] == uses[value.index()]);
    found
}

/// Whether a real is an integer of 32 bits, and if it is a constant not zero.
fn is_integer(code: &GangCode, value: ValueId) -> bool {
    match (code.constant(value).map(f64::from_bits), &code.values[value].op) {
        (Some(number), _) => number != 0.0 && f64::from(number as i32) == number,
        (None, Op::Splat(inner)) => is_integer(code, *inner),
        (None, Op::Convert(inner)) => code.ty(*inner).element == Element::I32,
        _ => false,
    }
}

impl Selector<'_> {
    /// What has the whole part of a quotient, for a group of lanes.
    pub(super) fn whole_quotient(&mut self, left: ValueId, right: ValueId, group: usize) -> VReg {
        let width = self.width(Element::F64);
        let dividend = Arg::Reg(self.register(left, group), width);
        let reciprocal = match self.code.constant(right).map(f64::from_bits) {
            Some(divisor) => self.broadcast_constant(((1.0 + UP) / divisor).to_bits(), 8),
            None => Arg::Reg(self.greater_reciprocal(right, group), width),
        };
        self.with_code(BinaryOp::Multiply, Element::F64, width, [dividend, reciprocal])
    }

    fn greater_reciprocal(&mut self, divisor: ValueId, group: usize) -> VReg {
        let width = self.width(Element::F64);
        let divisor = Arg::Reg(self.register(divisor, group), width);
        let [add, subtract_from] =
            [Fused::Add, Fused::SubtractFrom].map(|fused| codes::form(codes::fused(fused, Element::F64), width));
        let rough = self.function.compute(Code::EVEX_Vrcp14pd_zmm_k1z_zmmm512b64, width, &[divisor]);
        let of_rough = Arg::Reg(rough, width);
        let one = self.vector_constant(Element::F64, (1.0 + UP).to_bits());
        let error = self.function.update(subtract_from, width, one, &[of_rough, divisor]);
        let error_and_square = [Arg::Reg(error, width); 2];
        let factor = self.function.update(add, width, error, &error_and_square);
        self.function.update(add, width, rough, &[of_rough, Arg::Reg(factor, width)])
    }
}
