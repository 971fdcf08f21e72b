//! MATMUL and TRANSPOSE.

use super::sections::constant;
use super::transformations::zero_of;
use crate::Builder;
use crate::entities::Array;
use forlane_cfg::expr::IntegerExpr;
use forlane_frontend::resolved;
use forlane_semantics::types::Type;

impl Builder<'_> {
    pub(super) fn matrix_product(&mut self, a: &resolved::Expr, b: &resolved::Expr, ty: Type) -> Array {
        let (left, right) = (self.materialized(a), self.materialized(b));
        let (rows, columns) = (left.extents(), right.extents());
        let inner = columns.first().cloned().unwrap_or(constant(0));
        let mut extents = rows[..rows.len().saturating_sub(1)].to_vec();
        extents.extend_from_slice(&columns[1.min(columns.len())..]);
        let result = self.temporary_array("product", ty, extents.clone());
        let has_rows = usize::from(rows.len() == 2);
        self.fill(&result, &extents, |builder| {
            let indices = builder.elements.indices.clone();
            let sum = builder.accumulator("sum", zero_of(ty));
            let (open, at) = builder.open_count(&inner);
            let mut of_left: Vec<IntegerExpr> = indices.iter().take(has_rows).cloned().collect();
            of_left.push(at.clone());
            let mut of_right = vec![at];
            of_right.extend(indices.iter().skip(has_rows).cloned());
            let (left, right) = (builder.read_at(&left, &of_left), builder.read_at(&right, &of_right));
            let product = builder.multiply_values(left, right);
            let next = builder.add_values(builder.accumulated(&sum), product);
            builder.accumulate(&sum, next);
            builder.close_loop(open);
            builder.accumulated(&sum)
        });
        result
    }

    pub(super) fn transposed(&mut self, matrix: &resolved::Expr) -> Array {
        let source = self.materialized(matrix);
        let extents: Vec<IntegerExpr> = source.extents().into_iter().rev().collect();
        let result = self.array_like("transposed", &source, extents.clone());
        self.fill(&result, &extents, |builder| {
            let indices: Vec<IntegerExpr> = builder.elements.indices.iter().rev().cloned().collect();
            builder.read_at(&source, &indices)
        });
        result
    }
}
