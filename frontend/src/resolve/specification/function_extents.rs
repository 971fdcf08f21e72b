//! The extents of the results of functions of whole arrays, as far as they are constant.

use crate::resolve::expressions::arrays::integer_constant;
use crate::resolve::scope::Scope;
use crate::resolve::scope::facts::ConstantValue;
use crate::resolved::{ArrayCall, ArrayFunction, Expr};
use forlane_semantics::types::Constant;

impl Scope<'_> {
    /// The extents of a function's value of that rank.
    pub fn function_extents(&self, call: &ArrayCall, rank: usize) -> Vec<Option<i64>> {
        let extents = self.extents_by_function(call).filter(|extents| extents.len() == rank);
        extents.unwrap_or_else(|| vec![None; rank])
    }

    fn extents_by_function(&self, call: &ArrayCall) -> Option<Vec<Option<i64>>> {
        use ArrayFunction::*;
        let of = |name: &str| call.argument(name).map(|argument| self.known_extents(argument));
        let first = || call.first().map(|argument| self.known_extents(argument));
        match call.function {
            Sum | Product | MaxVal | MinVal | AllBits | AnyBits | ParityBits | Norm2 | Any | All | Parity | Count => {
                without(first()?, call.dim?)
            }
            MaxLoc | MinLoc | FindLoc if call.argument("dim").is_none() && call.dim.is_none() => {
                Some(vec![Some(first()?.len() as i64)])
            }
            MaxLoc | MinLoc | FindLoc => without(first()?, call.dim?),
            MatMul => match (&of("matrix_a")?[..], &of("matrix_b")?[..]) {
                ([rows, _], [_, columns]) => Some(vec![*rows, *columns]),
                ([rows, _], [_]) => Some(vec![*rows]),
                ([_], [_, columns]) => Some(vec![*columns]),
                _ => None,
            },
            Transpose => Some(first()?.into_iter().rev().collect()),
            CShift | EoShift => first(),
            Unpack => of("mask"),
            Pack => of("vector"),
            Reshape => self.extents_in(call.argument("shape")?),
            Spread => {
                let mut extents = first()?;
                let at = call.dim?.checked_sub(1).filter(|at| *at <= extents.len())?;
                extents.insert(at, integer_constant(call.argument("ncopies")?).map(|copies| copies.max(0)));
                Some(extents)
            }
            Shape => Some(vec![Some(call.first()?.rank() as i64)]),
            _ => None,
        }
    }

    /// The extents that the elements of a constant array are.
    fn extents_in(&self, shape: &Expr) -> Option<Vec<Option<i64>>> {
        let ConstantValue { elements, .. } = self.value_of(shape).ok()?;
        let extent = |element: &Constant| match element {
            Constant::Integer(_, extent) => Some(*extent),
            _ => None,
        };
        Some(elements.iter().map(extent).collect())
    }
}

/// All extents but that of a dimension, counted from 1.
fn without(mut extents: Vec<Option<i64>>, dim: usize) -> Option<Vec<Option<i64>>> {
    let at = dim.checked_sub(1).filter(|at| *at < extents.len())?;
    extents.remove(at);
    Some(extents)
}
