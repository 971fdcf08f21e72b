//! The functions of arrays: which of them are reductions, and the properties of arrays.

use super::Extents;
use super::sections::{combine, constant};
use crate::Builder;
use crate::entities::Array;
use forlane_cfg::expr::{Expr, IntegerBinary, IntegerExpr, LogicalExpr, Relation};
use forlane_cfg::fold;
use forlane_cfg::graph::ActionKind;
use forlane_frontend::resolved::{self, ArrayCall, ArrayFunction, ArrayKind};
use forlane_semantics::types::{IntegerKind, Type};

impl Builder<'_> {
    /// A function of arrays whose value is a scalar.
    pub(super) fn reduced(&mut self, call: &ArrayCall, ty: Type) -> Vec<Expr> {
        use ArrayFunction::{LBound, Size, UBound};
        let value = match (call.function, call.first()) {
            (Size | LBound | UBound, Some(_)) if let Some(dim) = call.argument("dim") => {
                let list = self.property_list(call, ty);
                let dim = self.integer(dim);
                return self.read_at(&list, &[combine(IntegerBinary::Subtract, dim, constant(1))]);
            }
            (ArrayFunction::Transfer, _) => return self.transferred_scalar(call, ty),
            (ArrayFunction::Len, Some(text)) => property(self.length_of_elements(text), ty),
            (Size, Some(array)) => {
                let extents = self.bounds_of(array).1;
                let size = match call.dim {
                    Some(dim) => extents.get(dim - 1).cloned().unwrap_or(constant(0)),
                    None => self.product(&extents),
                };
                property(size, ty)
            }
            (LBound | UBound, Some(array)) => {
                let (lowers, extents) = self.bounds_of(array);
                let dimension = call.dim.unwrap_or(1) - 1;
                let bound = self.bound_of(call.function, dimension, &lowers, &extents);
                property(bound, ty)
            }
            _ => return self.reduce(call, ty),
        };
        vec![value]
    }

    /// A function of arrays whose value is an array of that type and rank.
    pub(super) fn array_valued(&mut self, call: &ArrayCall, (ty, rank): (Type, usize)) -> Array {
        let around = std::mem::take(&mut self.elements.indices);
        let value = match call.function {
            ArrayFunction::Shape | ArrayFunction::LBound | ArrayFunction::UBound => self.property_list(call, ty),
            function if is_reduction(function) => self.reduce_along(call, ty),
            _ => self.transformed(call, (ty, rank)),
        };
        self.elements.indices = around;
        value
    }

    /// The array, if the expression is the name of one.
    pub(super) fn named_array(&mut self, expr: &resolved::Expr) -> Option<Array> {
        match &expr.as_array()?.kind {
            ArrayKind::Section(section) if section.subscripts.is_empty() => self.array(section.array, section.span),
            _ => None,
        }
    }

    /// Lower bounds and extents of an array: those of a named one, or 1.
    pub(super) fn bounds_of(&mut self, expr: &resolved::Expr) -> (Vec<IntegerExpr>, Extents) {
        if let Some(array) = self.named_array(expr) {
            let lowers = (0..array.rank()).map(|dimension| array.dimension(dimension).0).collect();
            // The last extent of an assumed-size array is not known. LBOUND alone may ask about such a dimension, which
            // counts as one with elements.
            let extents = (0..array.rank()).map(|dimension| array.dimension(dimension).1.unwrap_or(constant(1)));
            let extents = extents.map(|extent| self.extent(extent)).collect();
            return (lowers, extents);
        }
        let extents = self.prepare(expr);
        self.forget(expr);
        (vec![constant(1); extents.len()], extents)
    }

    /// LBOUND or UBOUND: 1 and 0 for a dimension without elements.
    fn bound_of(
        &mut self,
        function: ArrayFunction,
        dimension: usize,
        lowers: &[IntegerExpr],
        extents: &Extents,
    ) -> IntegerExpr {
        let lower = fold::to_index(lowers.get(dimension).cloned().unwrap_or(constant(1)));
        let extent = extents.get(dimension).cloned().unwrap_or(constant(0));
        let is_lower = function == ArrayFunction::LBound;
        let some = match is_lower {
            true => lower,
            false => {
                let end = combine(IntegerBinary::Add, lower, extent.clone());
                combine(IntegerBinary::Subtract, end, constant(1))
            }
        };
        let none = constant(i64::from(is_lower));
        match fold::constant(&extent) {
            Some(0) => none,
            Some(_) => some,
            None => {
                let bound = self.temporary("bound", Type::Integer(IntegerKind::I4));
                self.action(ActionKind::Assign { target: bound, value: Expr::Integer(none) });
                let has_some = LogicalExpr::CompareInteger(Relation::Greater, Box::new(extent), Box::new(constant(0)));
                let guard = self.open_if(has_some);
                self.action(ActionKind::Assign { target: bound, value: Expr::Integer(some) });
                self.fall_into(guard);
                self.read_integer(bound)
            }
        }
    }

    /// SHAPE, LBOUND and UBOUND as arrays.
    fn property_list(&mut self, call: &ArrayCall, ty: Type) -> Array {
        let (lowers, extents) = match call.first() {
            Some(array) => self.bounds_of(array),
            None => (Vec::new(), Extents::new()),
        };
        let list = self.temporary_array("bounds", ty, vec![constant(extents.len() as i64)]);
        for dimension in 0..extents.len() {
            let value = match call.function {
                ArrayFunction::Shape | ArrayFunction::Size => extents[dimension].clone(),
                function => self.bound_of(function, dimension, &lowers, &extents),
            };
            let value = property(value, ty);
            self.action(ActionKind::Store { array: list.var, offset: constant(dimension as i64), value });
        }
        list
    }
}

/// An extent or bound as a value of the function's type.
fn property(value: IntegerExpr, ty: Type) -> Expr {
    match ty {
        Type::Integer(kind) => Expr::Integer(fold::to_integer(kind, value)),
        _ => Expr::Integer(value),
    }
}

/// Whether the function goes once over all elements, or over all along one dimension.
pub(super) fn is_reduction(function: ArrayFunction) -> bool {
    use ArrayFunction::*;
    matches!(
        function,
        Sum | Product
            | MaxVal
            | MinVal
            | MaxLoc
            | MinLoc
            | FindLoc
            | Any
            | All
            | Parity
            | Count
            | AllBits
            | AnyBits
            | ParityBits
            | Norm2
            | DotProduct
    )
}
