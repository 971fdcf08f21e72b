//! Functions that make an array of arrays: which file has which, and the arrays that they work on.

use super::Extents;
use super::elements::{Mask, Target};
use super::sections::constant;
use crate::Builder;
use crate::entities::Array;
use forlane_cfg::expr::{Expr, IntegerExpr, LogicalExpr, RealExpr};
use forlane_frontend::resolved::{self, ArrayCall, ArrayFunction, ArrayKind};
use forlane_semantics::types::Type;

impl Builder<'_> {
    /// A transformational function's value.
    pub(super) fn transformed(&mut self, call: &ArrayCall, (ty, rank): (Type, usize)) -> Array {
        let first = call.first();
        let with = |keyword: &str| first.zip(call.argument(keyword));
        let made = match call.function {
            ArrayFunction::MatMul => with("matrix_b").map(|(a, b)| self.matrix_product(a, b, ty)),
            ArrayFunction::Transpose => first.map(|matrix| self.transposed(matrix)),
            ArrayFunction::Reshape => {
                let (pad, order) = (call.argument("pad"), call.argument("order"));
                with("shape").map(|(source, shape)| self.reshaped(source, (shape, rank), pad, order))
            }
            ArrayFunction::Spread => with("ncopies").map(|(source, copies)| self.spread(call, source, copies)),
            ArrayFunction::Pack => with("mask").map(|(array, mask)| self.packed(array, mask, call.argument("vector"))),
            ArrayFunction::Unpack => {
                let field = call.argument("field");
                with("mask").zip(field).map(|((vector, mask), field)| self.unpacked(vector, mask, field))
            }
            ArrayFunction::BesselJ | ArrayFunction::BesselY => self.bessel_functions(call, ty),
            ArrayFunction::Transfer => Some(self.transferred(call, ty)),
            ArrayFunction::CShift => with("shift").map(|(array, shift)| self.shifted(call, array, shift, None)),
            ArrayFunction::EoShift => {
                let boundary = Some(call.argument("boundary"));
                with("shift").map(|(array, shift)| self.shifted(call, array, shift, boundary))
            }
            _ => None,
        };
        match made {
            Some(array) => array,
            None => self.temporary_array("empty", Type::Logical, vec![constant(0)]),
        }
    }

    /// An array whose elements stay where they are: the named one, or a copy of the expression's value.
    pub(super) fn materialized(&mut self, expr: &resolved::Expr) -> Array {
        if let Some(ArrayKind::Section(section)) = expr.as_array().map(|operand| &operand.kind)
            && section.subscripts.is_empty()
            && let Some(array) = self.array(section.array, section.span)
        {
            let dimensions = self.whole_extents(&array).into_iter().map(|extent| (constant(1), Some(extent)));
            return Array { dimensions: dimensions.collect(), ..array };
        }
        self.evaluated(expr)
    }

    /// The value of an array-valued expression in an array of its own.
    pub fn evaluated(&mut self, expr: &resolved::Expr) -> Array {
        match expr.as_array().map(|operand| &operand.kind) {
            Some(ArrayKind::Constructor(items)) => return self.constructor(items, expr.ty),
            Some(ArrayKind::Function(call)) => return self.array_valued(call, (expr.ty, expr.rank())),
            Some(ArrayKind::Call { procedure, arguments, bounds, length }) => {
                let sizes = (&bounds[..], length.as_deref());
                return self.array_from_call(*procedure, arguments, sizes, (expr.ty, expr.rank()), expr.span);
            }
            _ => {}
        }
        let extents = self.prepare(expr);
        let copy = match expr.ty {
            Type::Character => self.evaluated_texts(expr, &extents),
            _ => {
                let copy = self.temporary_array("copy", expr.ty, extents.clone());
                self.fill(&copy, &extents, |builder| builder.element_value(expr));
                copy
            }
        };
        self.forget(expr);
        copy
    }

    /// The elements of a CHARACTER expression, all of one length.
    fn evaluated_texts(&mut self, expr: &resolved::Expr, extents: &Extents) -> Array {
        let copy = self.temporary_for_texts(expr, extents.clone());
        self.fill(&copy, extents, |builder| builder.element_value(expr));
        copy
    }

    /// A new array for elements as long as those of a prepared CHARACTER expression.
    pub(super) fn temporary_for_texts(&mut self, expr: &resolved::Expr, extents: Extents) -> Array {
        let length = self.text_sample(expr).unwrap_or_else(|| {
            self.error(expr.span, "CHARACTER elements whose length is computed for each are not supported yet");
            constant(0)
        });
        self.texts_of_length(length, extents)
    }

    /// Stores a value in each element of an array.
    pub(super) fn fill(&mut self, array: &Array, extents: &Extents, value: impl FnOnce(&mut Self) -> Vec<Expr>) {
        let along = Self::all_along(array);
        self.store_all(Target { array, along: &along }, extents, Mask::None, false, value);
    }

    /// A new array `stem.N` for elements like those of another.
    pub(super) fn array_like(&mut self, stem: &str, like: &Array, extents: Extents) -> Array {
        match (self.temporary_texts(like, extents.clone()), self.vars[like.var].ty) {
            (Some(texts), _) => texts,
            (None, Type::Real(kind)) if like.width == 2 => self.temporary_array(stem, Type::Complex(kind), extents),
            (None, ty) => self.temporary_array(stem, ty, extents),
        }
    }

    /// Stores a value as the element of that number, in array element order.
    pub(super) fn store_linear(&mut self, array: &Array, number: IntegerExpr, value: Vec<Expr>) {
        let linear = Array { dimensions: vec![(constant(1), None)], ..array.clone() };
        let indices = std::mem::replace(&mut self.elements.indices, vec![number]);
        self.store_along(&linear, &Self::all_along(&linear), value);
        self.elements.indices = indices;
    }

    pub(super) fn fixed_length(&mut self, array: &Array) -> IntegerExpr {
        let length = self.product(&array.extents());
        self.fixed("length", length)
    }

    /// Two ways, one of which is taken.
    pub(super) fn either(
        &mut self,
        condition: LogicalExpr,
        then: impl FnOnce(&mut Self),
        otherwise: impl FnOnce(&mut Self),
    ) {
        let other = self.open_if(condition);
        then(self);
        let done = self.open_else(other);
        otherwise(self);
        self.fall_into(done);
    }

    /// A scalar's value, from here on.
    pub(super) fn saved_value(&mut self, expr: &resolved::Expr) -> Vec<Expr> {
        let parts = self.element_value(expr);
        parts.into_iter().map(|part| self.saved("scalar", part)).collect()
    }
}

/// Zero, false, or the empty text; of COMPLEX both parts.
pub(super) fn zero_of(ty: Type) -> Vec<Expr> {
    match ty {
        Type::Integer(kind) => vec![Expr::Integer(IntegerExpr::Constant(kind, 0))],
        Type::Real(kind) => vec![Expr::Real(RealExpr::Constant(kind, 0.0))],
        Type::Complex(kind) => vec![Expr::Real(RealExpr::Constant(kind, 0.0)); 2],
        Type::Logical => vec![Expr::Logical(LogicalExpr::Constant(false))],
        Type::Character => vec![Expr::Character(Default::default())],
    }
}
