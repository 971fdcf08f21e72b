//! Quotients of integers of 32 bits, which are converted to reals to be divided, by the reciprocals of AVX-512.
//!
//! Only the whole part of such a quotient is wanted, which the product with a reciprocal that is [a little
//! greater](UP) has, too. Where the divisor is zero, neither is an integer. The processor has reciprocals `z` of 14
//! bits, which are improved:
//!
//! ```text
//!     e = 1 + UP - b*z
//!     t = e + e*e
//!     z + z*t              greater than 1/b by UP, less or more by a quarter of that, the third power of the error
//! ```

use super::Selector;
use crate::gang::ir::{BinaryOp, Element, Fused, GangCode, GangType, Op, ValueId};
use crate::gang::lower::UP;
use crate::gang::wide::codes;
use crate::gang::wide::isa::WideSet;
use crate::gang::wide::machine::Arg;
use iced_x86::Code;
use regalloc2::VReg;
use std::collections::HashSet;

/// Finds the quotients of which this is known, and that are computed so with an instruction set. `uses` says how often
/// each value is used.
pub(super) fn find(code: &GangCode, uses: &[u32], set: WideSet) -> HashSet<ValueId> {
    let mut found = HashSet::new();
    if !set.has_mask_registers() {
        return found;
    }
    let mut whole_parts = vec![0; code.values.len()];
    let order = code.reverse_postorder();
    for value in order.iter().flat_map(|block| &code.blocks[*block].ops) {
        let ty = code.ty(*value);
        match code.values[*value].op {
            Op::Binary(BinaryOp::Divide, left, right)
                if ty == GangType::varying(Element::F64)
                    && is_integer(code, left)
                    && is_integer(code, right)
                    && code.constant(right).is_none() =>
            {
                found.insert(*value);
            }
            // Its whole part.
            Op::Convert(quotient) if ty.element == Element::I32 => whole_parts[quotient.index()] += 1,
            _ => {}
        }
    }
    found.retain(|value| whole_parts[value.index()] == uses[value.index()]);
    found
}

/// Whether a real is an integer of 32 bits.
fn is_integer(code: &GangCode, value: ValueId) -> bool {
    match (code.constant(value).map(f64::from_bits), &code.values[value].op) {
        (Some(number), _) => f64::from(number as i32) == number,
        (None, Op::Splat(inner)) => is_integer(code, *inner),
        (None, Op::Convert(inner)) => code.ty(*inner).element == Element::I32,
        _ => false,
    }
}

impl Selector<'_> {
    /// A register of what has the whole parts of quotients.
    pub(super) fn whole_quotient(&mut self, dividend: VReg, divisor: Arg) -> VReg {
        let width = self.set.whole();
        let dividend = Arg::Reg(dividend, width);
        let [add, subtract_from] =
            [Fused::Add, Fused::SubtractFrom].map(|fused| codes::form(codes::fused(fused, Element::F64), width));
        let rough = self.function.compute(Code::EVEX_Vrcp14pd_zmm_k1z_zmmm512b64, width, &[divisor]);
        let of_rough = Arg::Reg(rough, width);
        let one = self.vector_constant(Element::F64, (1.0 + UP).to_bits());
        let error = self.function.update(subtract_from, width, one, &[of_rough, divisor]);
        let error_and_square = [Arg::Reg(error, width); 2];
        let factor = self.function.update(add, width, error, &error_and_square);
        let reciprocal = self.function.update(add, width, rough, &[of_rough, Arg::Reg(factor, width)]);
        self.with_code(BinaryOp::Multiply, Element::F64, width, [dividend, Arg::Reg(reciprocal, width)])
    }
}
