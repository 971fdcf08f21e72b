//! MATMUL, RESHAPE, PACK and the like: functions that make an array of arrays.

use super::Extents;
use super::reductions::multiply;
use super::sections::{combine, constant};
use crate::build::Builder;
use crate::build::variables::Array;
use crate::expr::{Expr, IntegerBinary, IntegerExpr, LogicalExpr, Place, RealExpr, Relation};
use crate::graph::{ActionKind, Terminator};
use crate::unit::VarId;
use forlane_frontend::resolved::{self, ArrayCall, ArrayFunction, ArrayKind};
use forlane_frontend::source::Span;
use forlane_frontend::types::Type;

impl Builder<'_> {
    /// A transformational function's value.
    pub(super) fn transformed(&mut self, call: &ArrayCall, ty: Type, span: Span) -> Array {
        if !matches!(ty, Type::Integer(_) | Type::Real(_) | Type::Logical) {
            self.error(span, format!("this function of an array of {} is not supported yet", ty.name()));
            return self.temporary_array("empty", Type::Logical, vec![constant(0)]);
        }
        let argument = |index: usize| call.arguments.get(index).and_then(Option::as_ref);
        let (first, second, third) = (argument(0), argument(1), argument(2));
        let made = match (call.function, first, second) {
            (ArrayFunction::MatMul, Some(a), Some(b)) => Some(self.matrix_product(a, b, ty)),
            (ArrayFunction::Transpose, Some(a), _) => Some(self.transposed(a)),
            (ArrayFunction::Reshape, Some(source), Some(shape)) => {
                if let Some(order) = argument(3) {
                    self.error(order.span, "ORDER of RESHAPE is not supported yet");
                }
                Some(self.reshaped(source, shape, third))
            }
            (ArrayFunction::Spread, Some(source), _) => {
                third.map(|copies| self.spread(source, call.dim.unwrap_or(1), copies))
            }
            (ArrayFunction::Pack, Some(array), Some(mask)) => Some(self.packed(array, mask, third)),
            (ArrayFunction::Unpack, Some(vector), Some(mask)) => third.map(|field| self.unpacked(vector, mask, field)),
            (ArrayFunction::CShift | ArrayFunction::EoShift, Some(array), Some(shift)) => {
                let boundary = third.filter(|_| call.function == ArrayFunction::EoShift);
                let is_circular = call.function == ArrayFunction::CShift;
                Some(self.shifted(array, shift, (boundary, is_circular), call.dim.unwrap_or(1)))
            }
            _ => None,
        };
        match made {
            Some(array) => array,
            None => self.temporary_array("empty", ty, vec![constant(0)]),
        }
    }

    /// An array whose elements stay where they are: the named one, or a copy of the expression's value.
    pub(super) fn materialized(&mut self, expr: &resolved::Expr) -> Array {
        if let Some(ArrayKind::Section(section)) = expr.as_array().map(|operand| &operand.kind)
            && section.subscripts.is_empty()
            && let Some(array) = self.array(section.array, section.span)
        {
            let extents = self.whole_extents(&array);
            return Array::of_extents(array.var, extents, array.declared);
        }
        self.evaluated(expr)
    }

    /// The value of an array-valued expression in an array of its own.
    pub fn evaluated(&mut self, expr: &resolved::Expr) -> Array {
        match expr.as_array().map(|operand| &operand.kind) {
            Some(ArrayKind::Constructor(items)) => return self.constructor(items, expr.ty),
            Some(ArrayKind::Function(call)) => return self.array_valued(call, expr.ty, expr.span),
            Some(ArrayKind::Call { procedure, arguments, bounds }) => {
                return self.array_from_call(*procedure, arguments, bounds, (expr.ty, expr.rank()));
            }
            _ => {}
        }
        let extents = self.prepare(expr);
        let copy = self.temporary_array("copy", expr.ty, extents.clone());
        match expr.ty {
            Type::Complex(_) => self.fill_complex(&copy, &extents, expr),
            _ => self.fill(&copy, &extents, |builder| builder.expr(expr)),
        }
        self.forget(expr);
        copy
    }

    /// Stores a value in each element of an array.
    fn fill(&mut self, array: &Array, extents: &Extents, value: impl FnMut(&mut Self) -> Expr) {
        let super::Leaf::Array { along, .. } = Self::whole_leaf(array.clone()) else { return };
        self.store_all(array, &along, extents, None, value);
    }

    fn read_at(&self, array: &Array, ty: Type, indices: &[IntegerExpr]) -> Expr {
        let offset = match Self::whole_leaf(array.clone()) {
            super::Leaf::Array { along, .. } => self.offset_along(array, &along, indices),
            super::Leaf::Scalar(_) | super::Leaf::Parts(_) => constant(0),
        };
        self.read_linear(array.var, ty, offset)
    }

    fn read_linear(&self, array: VarId, ty: Type, offset: IntegerExpr) -> Expr {
        Expr::read(ty, Place::Element(array, Box::new(offset))).unwrap_or(Expr::Integer(constant(0)))
    }

    fn matrix_product(&mut self, a: &resolved::Expr, b: &resolved::Expr, ty: Type) -> Array {
        let (left, right) = (self.materialized(a), self.materialized(b));
        let (rows, columns) = (left.extents(), right.extents());
        let inner = columns.first().cloned().unwrap_or(constant(0));
        let mut extents = rows[..rows.len().saturating_sub(1)].to_vec();
        extents.extend_from_slice(&columns[1.min(columns.len())..]);
        let result = self.temporary_array("product", ty, extents.clone());
        let has_rows = rows.len() == 2;
        self.fill(&result, &extents, |builder| {
            let indices = builder.elements.indices.clone();
            let sum = builder.temporary("sum", ty);
            let zero = zero_of(ty);
            builder.action(ActionKind::Assign { target: sum, value: zero });
            let (open, at) = builder.open_loop(&inner);
            let mut of_left: Vec<IntegerExpr> = indices.iter().take(usize::from(has_rows)).cloned().collect();
            of_left.push(at.clone());
            let mut of_right = vec![at];
            of_right.extend(indices.iter().skip(usize::from(has_rows)).cloned());
            let factors = [builder.read_at(&left, ty, &of_left), builder.read_at(&right, ty, &of_right)];
            let [factor, other] = factors;
            if let Some(product) = multiply(factor, other) {
                builder.accumulate(sum, product, false);
            }
            builder.close_loop(open);
            Expr::read(ty, Place::Variable(sum)).unwrap_or(zero_of(ty))
        });
        result
    }

    fn transposed(&mut self, matrix: &resolved::Expr) -> Array {
        let source = self.materialized(matrix);
        let extents: Extents = source.extents().into_iter().rev().collect();
        let result = self.temporary_array("transposed", matrix.ty, extents.clone());
        self.fill(&result, &extents, |builder| {
            let indices: Vec<IntegerExpr> = builder.elements.indices.iter().rev().cloned().collect();
            builder.read_at(&source, matrix.ty, &indices)
        });
        result
    }

    fn reshaped(&mut self, source: &resolved::Expr, shape: &resolved::Expr, pad: Option<&resolved::Expr>) -> Array {
        let ty = source.ty;
        let from = self.materialized(source);
        let length = self.fixed_length(&from);
        let shape_array = self.materialized(shape);
        let rank = shape_array.extents().first().and_then(crate::build::fold::constant).unwrap_or(1);
        let extents: Extents = (0..rank)
            .map(|dimension| {
                let extent = self.read_linear(shape_array.var, shape.ty, constant(dimension));
                let extent = match extent {
                    Expr::Integer(extent) => extent,
                    _ => constant(0),
                };
                self.extent(extent)
            })
            .collect();
        let result = self.temporary_array("reshaped", ty, extents.clone());
        let pad = pad.map(|pad| {
            let pad = self.materialized(pad);
            let length = self.fixed_length(&pad);
            (pad, length)
        });
        let total = self.product(&extents);
        let total = self.fixed("total", total);
        let (open, at) = self.open_loop(&total);
        let Some((pad, pad_length)) = pad else {
            let value = self.read_linear(from.var, ty, at.clone());
            self.action(ActionKind::Store { array: result.var, offset: at, value });
            self.close_loop(open);
            return result;
        };
        let inside = compare(Relation::Less, &at, &length);
        let beyond = combine(IntegerBinary::Subtract, at.clone(), length);
        let wrapped = combine(IntegerBinary::Mod, beyond, pad_length);
        self.either(
            inside,
            |builder| {
                let value = builder.read_linear(from.var, ty, at.clone());
                builder.action(ActionKind::Store { array: result.var, offset: at.clone(), value });
            },
            |builder| {
                let value = builder.read_linear(pad.var, ty, wrapped.clone());
                builder.action(ActionKind::Store { array: result.var, offset: at.clone(), value });
            },
        );
        self.close_loop(open);
        result
    }

    fn fixed_length(&mut self, array: &Array) -> IntegerExpr {
        let length = self.length_of(array);
        self.fixed("length", length)
    }

    /// Two ways, one of which is taken.
    fn either(&mut self, condition: LogicalExpr, then: impl FnOnce(&mut Self), otherwise: impl FnOnce(&mut Self)) {
        let other = self.guard(condition);
        then(self);
        let done = self.new_block();
        self.end(Terminator::Goto(done));
        self.start(other);
        otherwise(self);
        self.fall_into(done);
    }

    fn spread(&mut self, source: &resolved::Expr, dim: usize, copies: &resolved::Expr) -> Array {
        let copies = self.integer(copies);
        let copies = self.extent(copies);
        let ty = source.ty;
        if source.rank() == 0 {
            let value = self.expr(source);
            let var = self.temporary("scalar", value.ty());
            let value = self.save_in(var, value);
            let extents = vec![copies];
            let result = self.temporary_array("spread", ty, extents.clone());
            self.fill(&result, &extents, |_| value.clone());
            return result;
        }
        let from = self.materialized(source);
        let mut extents = from.extents();
        extents.insert((dim - 1).min(extents.len()), copies);
        let result = self.temporary_array("spread", ty, extents.clone());
        self.fill(&result, &extents, |builder| {
            let mut indices = builder.elements.indices.clone();
            indices.remove((dim - 1).min(indices.len() - 1));
            builder.read_at(&from, ty, &indices)
        });
        result
    }

    fn packed(&mut self, array: &resolved::Expr, mask: &resolved::Expr, vector: Option<&resolved::Expr>) -> Array {
        let ty = array.ty;
        let filler = vector.map(|vector| self.materialized(vector));
        let extents = self.prepare(array);
        self.prepare(mask);
        let count = match &filler {
            Some(filler) => self.fixed_length(filler),
            None => self.count_true(mask, &extents),
        };
        let result = self.temporary_array("packed", ty, vec![count.clone()]);
        let at = self.new_counter("at");
        let loops = self.open_loops(&extents);
        let condition = self.logical(mask);
        let otherwise = self.guard(condition);
        let value = self.expr(array);
        let offset = self.read_integer(at);
        self.action(ActionKind::Store { array: result.var, offset, value });
        self.advance(at, constant(1));
        self.end_guard(otherwise);
        self.close_loops(loops);
        self.forget(array);
        self.forget(mask);
        if let Some(filler) = filler {
            let begin = self.read_integer(at);
            let rest = combine(IntegerBinary::Subtract, count, begin.clone());
            let rest = self.extent(rest);
            let begin = self.save_integer("begin", begin);
            let (open, index) = self.open_loop(&rest);
            let offset = combine(IntegerBinary::Add, begin, index);
            let value = self.read_linear(filler.var, ty, offset.clone());
            self.action(ActionKind::Store { array: result.var, offset, value });
            self.close_loop(open);
        }
        result
    }

    fn count_true(&mut self, mask: &resolved::Expr, extents: &Extents) -> IntegerExpr {
        let count = self.new_counter("count");
        let loops = self.open_loops(extents);
        let condition = self.logical(mask);
        let otherwise = self.guard(condition);
        self.advance(count, constant(1));
        self.end_guard(otherwise);
        self.close_loops(loops);
        self.read_integer(count)
    }

    fn unpacked(&mut self, vector: &resolved::Expr, mask: &resolved::Expr, field: &resolved::Expr) -> Array {
        let ty = vector.ty;
        let from = self.materialized(vector);
        let extents = self.prepare(mask);
        self.prepare(field);
        let result = self.temporary_array("unpacked", ty, extents.clone());
        let at = self.new_counter("at");
        let loops = self.open_loops(&extents);
        let condition = self.logical(mask);
        let offset = self.whole_offset(&result);
        self.either(
            condition,
            |builder| {
                let value = builder.read_linear(from.var, ty, builder.read_integer(at));
                builder.action(ActionKind::Store { array: result.var, offset: offset.clone(), value });
                builder.advance(at, constant(1));
            },
            |builder| {
                let value = builder.expr(field);
                builder.action(ActionKind::Store { array: result.var, offset: offset.clone(), value });
            },
        );
        self.close_loops(loops);
        self.forget(mask);
        self.forget(field);
        result
    }

    /// CSHIFT and EOSHIFT: the element that many places further along a dimension.
    fn shifted(
        &mut self,
        array: &resolved::Expr,
        shift: &resolved::Expr,
        (boundary, is_circular): (Option<&resolved::Expr>, bool),
        dim: usize,
    ) -> Array {
        let ty = array.ty;
        let from = self.materialized(array);
        let extents = from.extents();
        let along = extents.get(dim - 1).cloned().unwrap_or(constant(0));
        for operand in [Some(shift), boundary].into_iter().flatten() {
            self.prepare(operand);
        }
        let result = self.temporary_array("shifted", ty, extents.clone());
        let loops = self.open_loops(&extents);
        let indices = self.elements.indices.clone();
        let mut others = indices.clone();
        let here = others.remove((dim - 1).min(others.len() - 1));
        // Shift and boundary may be arrays of one dimension less.
        self.elements.indices = others;
        let shift_value = self.integer(shift);
        let moved = combine(IntegerBinary::Add, here, shift_value);
        let moved = self.fixed("moved", moved);
        let outside = boundary.map(|boundary| self.expr(boundary)).unwrap_or(zero_of(ty));
        self.elements.indices = indices.clone();
        let offset = self.whole_offset(&result);
        let element = |builder: &mut Self, at: IntegerExpr| {
            let mut indices = indices.clone();
            indices[(dim - 1).min(extents.len() - 1)] = at;
            let value = builder.read_at(&from, ty, &indices);
            builder.action(ActionKind::Store { array: result.var, offset: offset.clone(), value });
        };
        if is_circular {
            let rest = combine(IntegerBinary::Mod, moved, along.clone());
            let raised = combine(IntegerBinary::Add, rest, along.clone());
            let at = combine(IntegerBinary::Mod, raised, along);
            let at = self.fixed("at", at);
            element(self, at);
        } else {
            let below = compare(Relation::GreaterEqual, &moved, &constant(0));
            let above = compare(Relation::Less, &moved, &along);
            let inside = LogicalExpr::Binary(crate::expr::LogicalBinary::And, Box::new(below), Box::new(above));
            self.either(
                inside,
                |builder| element(builder, moved.clone()),
                |builder| {
                    builder.action(ActionKind::Store { array: result.var, offset: offset.clone(), value: outside });
                },
            );
        }
        self.close_loops(loops);
        for operand in [Some(shift), boundary].into_iter().flatten() {
            self.forget(operand);
        }
        result
    }
}

fn compare(relation: Relation, left: &IntegerExpr, right: &IntegerExpr) -> LogicalExpr {
    LogicalExpr::CompareInteger(relation, Box::new(left.clone()), Box::new(right.clone()))
}

/// Zero, or false.
fn zero_of(ty: Type) -> Expr {
    match ty {
        Type::Integer(kind) => Expr::Integer(IntegerExpr::Constant(kind, 0)),
        Type::Real(kind) => Expr::Real(RealExpr::Constant(kind, 0.0)),
        _ => Expr::Logical(LogicalExpr::Constant(false)),
    }
}
