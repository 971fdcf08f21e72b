//! CSHIFT and EOSHIFT.

use super::dimension::Dimension;
use super::sections::{combine, constant};
use super::transformations::zero_of;
use crate::Builder;
use crate::entities::Array;
use forlane_cfg::expr::{IntegerBinary, IntegerExpr, LogicalBinary, LogicalExpr, Relation};
use forlane_cfg::fold;
use forlane_frontend::resolved::{self, ArrayCall};

impl Builder<'_> {
    /// The element that is `shift` places further along a dimension. EOSHIFT has a boundary, which may be absent.
    pub(super) fn shifted(
        &mut self,
        call: &ArrayCall,
        array: &resolved::Expr,
        shift: &resolved::Expr,
        boundary: Option<Option<&resolved::Expr>>,
    ) -> Array {
        let from = self.materialized(array);
        let extents = from.extents();
        let dimension = self.dimension_of(call, extents.len()).unwrap_or(Dimension::Known(0));
        let (along, _) = self.split_at(&dimension, &extents);
        let given = boundary.flatten();
        for operand in [Some(shift), given].into_iter().flatten() {
            self.prepare(operand);
        }
        let result = self.array_like("shifted", &from, extents.clone());
        let loops = self.open_loops(&extents);
        let indices = self.elements.indices.clone();
        let (here, others) = self.split_at(&dimension, &indices);
        // Shift and boundary may be arrays of one dimension less.
        self.elements.indices = others.clone();
        let shift_value = self.integer(shift);
        let shift_value = match boundary {
            None => around(shift_value, &along),
            Some(_) => shift_value,
        };
        let moved = self.fixed("moved", combine(IntegerBinary::Add, here, shift_value));
        let outside = given.map_or_else(|| zero_of(array.ty), |boundary| self.element_value(boundary));
        self.elements.indices = indices;
        let number = self.whole_number(&result);
        let element = |builder: &mut Self, at: IntegerExpr| {
            let indices = builder.joined_at(&dimension, at, &others);
            let value = builder.read_at(&from, &indices);
            builder.store_linear(&result, number.clone(), value);
        };
        if boundary.is_none() {
            let at = combine(IntegerBinary::Modulo, moved, along);
            let at = self.fixed("at", at);
            element(self, at);
        } else {
            let compare =
                |relation, right| LogicalExpr::CompareInteger(relation, Box::new(moved.clone()), Box::new(right));
            let below = compare(Relation::GreaterEqual, constant(0));
            let above = compare(Relation::Less, along);
            let inside = LogicalExpr::Binary(LogicalBinary::And, Box::new(below), Box::new(above));
            self.either(
                inside,
                |builder| element(builder, moved.clone()),
                |builder| builder.store_linear(&result, number.clone(), outside),
            );
        }
        self.close_loops(loops);
        for operand in [Some(shift), given].into_iter().flatten() {
            self.forget(operand);
        }
        result
    }
}

/// A shift by fewer places than there are along the dimension, so that its sum with an index does not overflow.
fn around(shift: IntegerExpr, along: &IntegerExpr) -> IntegerExpr {
    match fold::constant(&shift) {
        Some(places) if places.unsigned_abs() < 1 << 30 => shift,
        _ => {
            let kind = fold::computed(shift.kind());
            let along = fold::to_integer(kind, along.clone());
            fold::binary(IntegerBinary::Modulo, fold::to_integer(kind, shift), along)
        }
    }
}
