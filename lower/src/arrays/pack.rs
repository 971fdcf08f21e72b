//! PACK and UNPACK.

use super::Extents;
use super::sections::{combine, constant};
use crate::Builder;
use crate::entities::Array;
use forlane_cfg::expr::{Expr, IntegerBinary, IntegerExpr, LogicalExpr};
use forlane_frontend::resolved::{self, ArrayKind};

impl Builder<'_> {
    pub(super) fn packed(
        &mut self,
        array: &resolved::Expr,
        mask: &resolved::Expr,
        vector: Option<&resolved::Expr>,
    ) -> Array {
        let filler = vector.map(|vector| self.materialized(vector));
        let from = self.materialized(array);
        let extents = from.extents();
        self.prepare(mask);
        let count = match (&filler, vector.map(|vector| self.is_array_present(vector))) {
            (Some(filler), Some(LogicalExpr::Constant(true))) => self.fixed_length(filler),
            (Some(filler), Some(is_present)) => {
                let length = |builder: &mut Self| vec![Expr::Integer(builder.fixed_length(filler))];
                let count = |builder: &mut Self| vec![Expr::Integer(builder.count_true(mask, &extents))];
                match self.chosen_value(is_present, length, count).pop() {
                    Some(Expr::Integer(count)) => count,
                    _ => constant(0),
                }
            }
            _ => self.count_true(mask, &extents),
        };
        let result = self.array_like("packed", &from, vec![count.clone()]);
        let at = self.new_counter("at");
        let loops = self.open_loops(&extents);
        let condition = self.logical(mask);
        let otherwise = self.open_if(condition);
        let value = self.read_at(&from, &self.elements.indices);
        self.store_linear(&result, self.read_integer(at), value);
        self.advance(at, constant(1));
        self.fall_into(otherwise);
        self.close_loops(loops);
        self.forget(mask);
        if let Some(filler) = filler {
            let begin = self.read_integer(at);
            let rest = combine(IntegerBinary::Subtract, count, begin.clone());
            let rest = self.extent(rest);
            let (open, index) = self.open_count(&rest);
            let number = combine(IntegerBinary::Add, begin, index);
            let value = self.read_linear(&filler, number.clone());
            self.store_linear(&result, number, value);
            self.close_loop(open);
        }
        result
    }

    /// Whether an array is present, which may be an OPTIONAL dummy argument.
    fn is_array_present(&self, array: &resolved::Expr) -> LogicalExpr {
        match array.as_array().map(|operand| &operand.kind) {
            Some(ArrayKind::Section(section)) => self.is_present(section.array),
            _ => LogicalExpr::Constant(true),
        }
    }

    fn count_true(&mut self, mask: &resolved::Expr, extents: &Extents) -> IntegerExpr {
        let count = self.new_counter("count");
        let loops = self.open_loops(extents);
        let condition = self.logical(mask);
        let otherwise = self.open_if(condition);
        self.advance(count, constant(1));
        self.fall_into(otherwise);
        self.close_loops(loops);
        self.read_integer(count)
    }

    pub(super) fn unpacked(&mut self, vector: &resolved::Expr, mask: &resolved::Expr, field: &resolved::Expr) -> Array {
        let from = self.materialized(vector);
        let rest = match (field.rank(), field.ty) {
            (0, _) => None,
            _ => Some(self.materialized(field)),
        };
        let scalar = if rest.is_none() { self.saved_value(field) } else { Vec::new() };
        let mask_array = self.materialized(mask);
        let extents = mask_array.extents();
        let result = self.array_like("unpacked", &from, extents.clone());
        let at = self.new_counter("at");
        let loops = self.open_loops(&extents);
        let condition = self.mask_element(&mask_array);
        let number = self.whole_number(&result);
        self.either(
            condition,
            |builder| {
                let value = builder.read_linear(&from, builder.read_integer(at));
                builder.store_linear(&result, number.clone(), value);
                builder.advance(at, constant(1));
            },
            |builder| {
                let value = match &rest {
                    Some(rest) => builder.read_at(rest, &builder.elements.indices),
                    None => scalar,
                };
                builder.store_linear(&result, number.clone(), value);
            },
        );
        self.close_loops(loops);
        result
    }
}
