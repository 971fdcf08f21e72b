//! RESHAPE and SPREAD.

use super::Extents;
use super::dimension::Dimension;
use super::sections::{combine, constant};
use crate::Builder;
use crate::entities::Array;
use forlane_cfg::expr::{Expr, IntegerBinary, IntegerExpr, LogicalExpr, Relation};
use forlane_frontend::resolved::{self, ArrayCall};

impl Builder<'_> {
    /// RESHAPE: the elements of the source in array element order, then those of PAD again and again. ORDER says which
    /// dimension of the value varies fastest, then which, and so on.
    pub(super) fn reshaped(
        &mut self,
        source: &resolved::Expr,
        (shape, rank): (&resolved::Expr, usize),
        pad: Option<&resolved::Expr>,
        order: Option<&resolved::Expr>,
    ) -> Array {
        let from = self.materialized(source);
        let length = self.fixed_length(&from);
        let shape = self.materialized(shape);
        let extents: Extents = (0..rank as i64)
            .map(|dimension| {
                let extent = self.integer_of(&shape, dimension);
                self.extent(extent)
            })
            .collect();
        let pad = pad.map(|pad| {
            let pad = self.materialized(pad);
            let length = self.fixed_length(&pad);
            (pad, length)
        });
        let result = self.array_like("reshaped", &from, extents.clone());
        let factors = order.map(|order| self.strides_in_order(order, &extents));
        self.fill(&result, &extents, |builder| {
            let at = match &factors {
                Some(factors) => builder.number_by(factors),
                None => builder.whole_number(&result),
            };
            let Some((pad, pad_length)) = pad else { return builder.read_linear(&from, at) };
            builder.padded((&from, length), (&pad, pad_length), at)
        });
        result
    }

    /// The element of that number of one array, or after its end of another one that is repeated.
    fn padded(
        &mut self,
        (from, length): (&Array, IntegerExpr),
        (pad, pad_length): (&Array, IntegerExpr),
        at: IntegerExpr,
    ) -> Vec<Expr> {
        let at = self.save_integer("number", at);
        let inside = LogicalExpr::CompareInteger(Relation::Less, Box::new(at.clone()), Box::new(length.clone()));
        let beyond = combine(IntegerBinary::Subtract, at.clone(), length);
        let wrapped = combine(IntegerBinary::Mod, beyond, pad_length);
        self.chosen_value(inside, |builder| builder.read_linear(from, at), |builder| builder.read_linear(pad, wrapped))
    }

    /// For each dimension how far apart its elements are if the dimensions follow in this order.
    fn strides_in_order(&mut self, order: &resolved::Expr, extents: &Extents) -> Array {
        let order = self.materialized(order);
        let strides = self.temporary_array("stride", super::sections::INDEX, vec![constant(extents.len() as i64)]);
        let sizes = self.temporary_array("size", super::sections::INDEX, vec![constant(extents.len() as i64)]);
        for (dimension, extent) in (0..).zip(extents) {
            self.store_linear(&sizes, constant(dimension), vec![Expr::Integer(extent.clone())]);
        }
        let mut stride = constant(1);
        for place in 0..extents.len() as i64 {
            let dimension = self.integer_of(&order, place);
            let dimension = self.fixed("dimension", combine(IntegerBinary::Subtract, dimension, constant(1)));
            self.store_linear(&strides, dimension.clone(), vec![Expr::Integer(stride.clone())]);
            let size = self.read_linear(&sizes, dimension).pop();
            let Some(Expr::Integer(size)) = size else { break };
            stride = self.fixed("stride", combine(IntegerBinary::Multiply, stride, size));
        }
        strides
    }

    /// The number of the present element, where each index counts as often as the strides say.
    fn number_by(&mut self, strides: &Array) -> IntegerExpr {
        let indices = self.elements.indices.clone();
        let terms = (0..).zip(indices).map(|(dimension, index)| {
            let stride = self.integer_of(strides, dimension);
            combine(IntegerBinary::Multiply, index, stride)
        });
        let sum = terms.reduce(|left, right| combine(IntegerBinary::Add, left, right));
        sum.unwrap_or(constant(0))
    }

    /// An element of an INTEGER array by its number.
    fn integer_of(&self, array: &Array, number: i64) -> IntegerExpr {
        match self.read_linear(array, constant(number)).pop() {
            Some(Expr::Integer(value)) => forlane_cfg::fold::to_index(value),
            _ => constant(0),
        }
    }

    pub(super) fn spread(&mut self, call: &ArrayCall, source: &resolved::Expr, copies: &resolved::Expr) -> Array {
        let copies = self.integer(copies);
        let copies = self.extent(copies);
        if source.rank() == 0 {
            let value = self.saved_value(source);
            let extents = vec![copies];
            let result = match &value[..] {
                [Expr::Character(text)] => {
                    let length = self.text_length(text);
                    self.texts_of_length(length, extents.clone())
                }
                _ => self.temporary_array("spread", source.ty, extents.clone()),
            };
            self.fill(&result, &extents, |_| value);
            return result;
        }
        let from = self.materialized(source);
        let extents = from.extents();
        let dimension = self.dimension_of(call, extents.len() + 1).unwrap_or(Dimension::Known(0));
        let extents = self.joined_at(&dimension, copies, &extents);
        let result = self.array_like("spread", &from, extents.clone());
        self.fill(&result, &extents, |builder| {
            let indices = builder.elements.indices.clone();
            let (_, indices) = builder.split_at(&dimension, &indices);
            builder.read_at(&from, &indices)
        });
        result
    }
}
