//! Chains of operations on reals, which nest to the left and may be long, as steps one after the other; and which
//! products are fused with the sum that they are in. Scalar and gang code are made of the same steps, so that their
//! results have the same bits.

use cranelift_codegen::ir::{self, InstBuilder};
use cranelift_frontend::FunctionBuilder;
use forlane_cfg::{RealBinary, RealExpr};

/// A step, on the value so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step<'a> {
    /// The operation with this right operand.
    Binary(RealBinary, &'a RealExpr),
    /// A product and a sum with two more operands.
    Fused(FusedStep<'a>),
}

/// A step that is rounded once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FusedStep<'a> {
    /// What is computed.
    pub fused: Fused,
    /// The other operands, in order.
    pub operands: [&'a RealExpr; 2],
    /// Whether the value is the first factor; otherwise it is the addend.
    pub is_factor: bool,
}

impl FusedStep<'_> {
    /// The operands `a`, `b` and `c`.
    pub fn in_order<V>(self, value: V, [first, second]: [V; 2]) -> [V; 3] {
        if self.is_factor { [value, first, second] } else { [first, second, value] }
    }
}

/// A product and a sum that are rounded once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fused {
    /// `a * b + c`
    Add,
    /// `a * b - c`
    Subtract,
    /// `c - a * b`
    SubtractFrom,
}

impl Fused {
    /// By Cranelift, of scalars or vectors; it makes one instruction of it.
    pub fn emit(self, builder: &mut FunctionBuilder<'_>, a: ir::Value, b: ir::Value, c: ir::Value) -> ir::Value {
        let (a, c) = match self {
            Fused::Add => (a, c),
            Fused::Subtract => (a, builder.ins().fneg(c)),
            Fused::SubtractFrom => (builder.ins().fneg(a), c),
        };
        builder.ins().fma(a, b, c)
    }
}

/// The first operand of an expression and the steps from it, with products fused or none. Of two products the right one
/// is fused.
pub fn steps(expr: &RealExpr, fuses: bool) -> (&RealExpr, Vec<Step<'_>>) {
    let (mut first, mut operations) = (expr, Vec::new());
    while let RealExpr::Binary(operation, left, right) = first {
        operations.push((*operation, right.as_ref()));
        first = left;
    }
    let mut steps: Vec<Step<'_>> = Vec::with_capacity(operations.len());
    for (operation, right) in operations.into_iter().rev() {
        let (of_product, with_product) = match operation {
            RealBinary::Add if fuses => (Fused::Add, Fused::Add),
            RealBinary::Subtract if fuses => (Fused::Subtract, Fused::SubtractFrom),
            _ => {
                steps.push(Step::Binary(operation, right));
                continue;
            }
        };
        let step = match (right, steps.last().copied()) {
            (RealExpr::Binary(RealBinary::Multiply, a, b), _) => {
                Step::Fused(FusedStep { fused: with_product, operands: [a, b], is_factor: false })
            }
            (_, Some(Step::Binary(RealBinary::Multiply, factor))) => {
                steps.pop();
                Step::Fused(FusedStep { fused: of_product, operands: [factor, right], is_factor: true })
            }
            _ => Step::Binary(operation, right),
        };
        steps.push(step);
    }
    (first, steps)
}

#[cfg(test)]
mod tests {
    use super::*;
    use forlane_cfg::RealKind;

    fn constant(value: f64) -> RealExpr {
        RealExpr::Constant(RealKind::R8, value)
    }

    fn binary(operation: RealBinary, left: RealExpr, right: RealExpr) -> RealExpr {
        RealExpr::Binary(operation, Box::new(left), Box::new(right))
    }

    /// `1 * 2 + 3 - 4 * 5 * 6`: the first product goes with the sum, of the other one the last factor's.
    #[test]
    fn products_go_with_the_sum_that_they_are_in() {
        use RealBinary::{Add, Multiply, Subtract};
        let (three, five, six) = (constant(3.0), constant(5.0), constant(6.0));
        let sum = binary(Add, binary(Multiply, constant(1.0), constant(2.0)), three.clone());
        let product = binary(Multiply, binary(Multiply, constant(4.0), five.clone()), six.clone());
        let expr = binary(Subtract, sum, product);
        let (first, fused) = steps(&expr, true);
        assert_eq!(first, &constant(1.0));
        let twenty = binary(Multiply, constant(4.0), five);
        let wanted = [
            Step::Fused(FusedStep { fused: Fused::Add, operands: [&constant(2.0), &three], is_factor: true }),
            Step::Fused(FusedStep { fused: Fused::SubtractFrom, operands: [&twenty, &six], is_factor: false }),
        ];
        assert_eq!(fused, wanted);
        let (_, apart) = steps(&expr, false);
        assert!(apart.iter().all(|step| matches!(step, Step::Binary(..))));
        assert_eq!(apart.len(), 3);
    }
}
