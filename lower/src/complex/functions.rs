//! Intrinsic functions of COMPLEX, and those of REAL that take COMPLEX arguments.

use super::Parts;
use crate::Builder;
use forlane_cfg::expr::{ComplexFunction, Expr, RealBinary, RealExpr};
use forlane_cfg::fold;
use forlane_frontend::resolved::{self, Intrinsic};
use forlane_frontend::source::Span;
use forlane_semantics::types::Type;

impl Builder<'_> {
    /// An intrinsic function whose value is COMPLEX.
    pub(super) fn complex_intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        arguments: &[resolved::Expr],
        span: Span,
    ) -> Option<Parts> {
        if let (Intrinsic::Elementary(operation), [argument]) = (intrinsic, arguments)
            && let Some(function) = operation.of_complex()
        {
            let operand = self.complex(argument);
            return Some(self.apply(function, operand));
        }
        match (intrinsic, arguments) {
            (Intrinsic::Complex, [re, im]) => {
                let first = self.real(re);
                let re = self.real_before(first, &[im]);
                let im = self.real(im);
                Some(Parts { re, im })
            }
            (Intrinsic::Conjugate, [argument]) => {
                let Parts { re, im } = self.complex(argument);
                Some(Parts { re, im: fold::negate_real(im) })
            }
            (Intrinsic::Cotangent, [argument]) => {
                let operand = self.complex(argument);
                let operand = self.keep_parts("operand", operand);
                let cosine = self.apply(ComplexFunction::Cos, operand.clone());
                let sine = self.apply(ComplexFunction::Sin, operand);
                Some(self.complex_quotient(cosine, sine))
            }
            (Intrinsic::Merge, _) => {
                let mut parts = self.merge(arguments, span).into_iter();
                match (parts.next(), parts.next()) {
                    (Some(Expr::Real(re)), Some(Expr::Real(im))) => Some(Parts { re, im }),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// An intrinsic function whose value is REAL and whose argument is COMPLEX.
    pub fn real_of_complex(&mut self, intrinsic: Intrinsic, arguments: &[resolved::Expr]) -> Option<RealExpr> {
        let [argument] = arguments else { return None };
        let Type::Complex(_) = argument.ty else { return None };
        let Parts { re, im } = self.complex(argument);
        match intrinsic {
            Intrinsic::Imaginary => Some(im),
            Intrinsic::Abs => Some(RealExpr::Binary(RealBinary::Hypot, Box::new(re), Box::new(im))),
            _ => None,
        }
    }
}
