//! SUM, MAXVAL, ANY and the like, over all elements or along one dimension.

use super::Extents;
use super::accumulators::State;
use super::sections::constant;
use super::transformations::zero_of;
use crate::Builder;
use crate::entities::Array;
use forlane_cfg::expr::{Expr, IntegerExpr, LogicalExpr, Place, RealExpr};
use forlane_cfg::graph::ActionKind;
use forlane_cfg::unit::VarId;
use forlane_frontend::resolved::{self, ArrayCall, ArrayFunction};
use forlane_semantics::types::Type;

impl Builder<'_> {
    /// Over all elements.
    pub(super) fn reduce(&mut self, call: &ArrayCall, ty: Type) -> Vec<Expr> {
        let Some(array) = call.first() else { return zero_of(ty) };
        let extents = self.prepare_operands(call);
        let state = self.start_reduction(call, ty, array, &extents);
        let loops = self.open_loops(&extents);
        let place = self.elements.indices.clone();
        self.reduction_step(call, array, (&state, &place));
        self.close_loops(loops);
        self.forget_operands(call);
        self.end_reduction(call, ty, array, &state)
    }

    /// Along one dimension, or the positions of an element.
    pub(super) fn reduce_along(&mut self, call: &ArrayCall, ty: Type) -> Array {
        let Some(array) = call.first() else {
            return self.temporary_array("empty", ty, vec![constant(0)]);
        };
        let extents = self.prepare_operands(call);
        let Some(dimension) = self.dimension_of(call, extents.len()) else {
            return self.positions(call, ty, array, &extents);
        };
        let (along, kept) = self.split_at(&dimension, &extents);
        let result = match ty {
            Type::Character => self.temporary_for_texts(array, kept.clone()),
            _ => self.temporary_array("reduced", ty, kept.clone()),
        };
        let loops = self.open_loops(&kept);
        let state = self.start_reduction(call, ty, array, std::slice::from_ref(&along));
        let (open, index) = self.open_count(&along);
        let outer = self.elements.indices.clone();
        self.elements.indices = self.joined_at(&dimension, index.clone(), &outer);
        self.reduction_step(call, array, (&state, &[index]));
        self.elements.indices = outer;
        self.close_loop(open);
        let value = self.end_reduction(call, ty, array, &state);
        self.store_along(&result, &Self::all_along(&result), value);
        self.close_loops(loops);
        self.forget_operands(call);
        result
    }

    /// The subscripts of the element that is looked for.
    fn positions(&mut self, call: &ArrayCall, ty: Type, array: &resolved::Expr, extents: &Extents) -> Array {
        let result = self.temporary_array("position", ty, vec![constant(extents.len() as i64)]);
        let state = self.start_reduction(call, ty, array, extents);
        let loops = self.open_loops(extents);
        let place = self.elements.indices.clone();
        self.reduction_step(call, array, (&state, &place));
        self.close_loops(loops);
        for (number, position) in (0..).zip(&state.positions) {
            let value = Expr::read(ty, Place::Variable(*position)).unwrap_or(Expr::Integer(constant(0)));
            self.store_linear(&result, constant(number), vec![value]);
        }
        self.forget_operands(call);
        result
    }

    fn prepare_operands(&mut self, call: &ArrayCall) -> Extents {
        let mut extents = Extents::new();
        for operand in call.operands() {
            let more = self.prepare(operand);
            if extents.is_empty() {
                extents = more;
            }
        }
        extents
    }

    fn forget_operands(&mut self, call: &ArrayCall) {
        call.operands().for_each(|operand| self.forget(operand));
    }

    fn start_reduction(
        &mut self,
        call: &ArrayCall,
        ty: Type,
        array: &resolved::Expr,
        extents: &[IntegerExpr],
    ) -> State {
        use ArrayFunction::*;
        let is_location = matches!(call.function, MaxLoc | MinLoc | FindLoc);
        let first = match call.function {
            MaxVal | MaxLoc | MinVal | MinLoc => self.least_value(call, array),
            FindLoc => vec![Expr::Logical(LogicalExpr::Constant(false))],
            All => vec![Expr::Logical(LogicalExpr::Constant(true))],
            AllBits => all_bits(ty),
            Product => one_of(ty),
            _ => zero_of(ty),
        };
        let value = self.accumulator("reduced", first);
        let needs_some = matches!(call.function, MaxVal | MinVal | MaxLoc | MinLoc) && array.ty != Type::Character
            || matches!(call.function, MaxLoc | MinLoc);
        let some = needs_some.then(|| self.unset_flag());
        let count = if is_location { extents.len() } else { 0 };
        let positions = (0..count).map(|_| self.new_position(ty)).collect();
        let scale = (call.function == Norm2).then(|| self.start_scale(ty)).flatten();
        State { value, some, positions, scale }
    }

    fn unset_flag(&mut self) -> VarId {
        let some = self.temporary("some", Type::Logical);
        let value = Expr::Logical(LogicalExpr::Constant(false));
        self.action(ActionKind::Assign { target: some, value });
        some
    }

    fn new_position(&mut self, ty: Type) -> VarId {
        let position = self.temporary("position", ty);
        let Type::Integer(kind) = ty else { return position };
        let zero = Expr::Integer(IntegerExpr::Constant(kind, 0));
        self.action(ActionKind::Assign { target: position, value: zero });
        position
    }

    /// One element at the present indices, which has that place along the dimensions that the function goes along.
    fn reduction_step(&mut self, call: &ArrayCall, array: &resolved::Expr, (state, place): (&State, &[IntegerExpr])) {
        let guard = call.argument("mask").filter(|_| !is_of_masks(call.function)).map(|mask| {
            let condition = self.logical(mask);
            self.open_if(condition)
        });
        let element = self.element_value(array);
        match call.function {
            ArrayFunction::MaxVal | ArrayFunction::MinVal | ArrayFunction::MaxLoc | ArrayFunction::MinLoc => {
                self.extremum_step(call, element, (state, place));
            }
            ArrayFunction::FindLoc => self.find_step(call, array, (state, place)),
            ArrayFunction::Norm2 => self.norm_step(element, state),
            ArrayFunction::AllBits | ArrayFunction::AnyBits | ArrayFunction::ParityBits | ArrayFunction::Parity => {
                self.bits_step(call.function, element, state);
            }
            ArrayFunction::Count => self.count_step(element, state),
            ArrayFunction::DotProduct => {
                let Some(other) = call.argument("vector_b") else { return };
                let other = self.element_value(other);
                let product = self.multiply_values(conjugate(element), other);
                let next = self.add_values(self.accumulated(&state.value), product);
                self.accumulate(&state.value, next);
            }
            ArrayFunction::Product | ArrayFunction::All => {
                let next = self.multiply_values(self.accumulated(&state.value), element);
                self.accumulate(&state.value, next);
            }
            _ => {
                let next = self.add_values(self.accumulated(&state.value), element);
                self.accumulate(&state.value, next);
            }
        }
        guard.into_iter().for_each(|otherwise| self.fall_into(otherwise));
    }

    fn count_step(&mut self, element: Vec<Expr>, state: &State) {
        let Some(Expr::Logical(condition)) = element.into_iter().next() else { return };
        let otherwise = self.open_if(condition);
        let one = match self.accumulated(&state.value).first().map(Expr::ty) {
            Some(ty) => one_of(ty),
            None => Vec::new(),
        };
        let next = self.add_values(self.accumulated(&state.value), one);
        self.accumulate(&state.value, next);
        self.fall_into(otherwise);
    }

    fn end_reduction(&mut self, call: &ArrayCall, ty: Type, array: &resolved::Expr, state: &State) -> Vec<Expr> {
        if let Some(position) = state.positions.first() {
            return Expr::read(ty, Place::Variable(*position)).into_iter().collect();
        }
        if let Some(scale) = state.scale {
            return self.norm(self.accumulated(&state.value), scale);
        }
        if let (Some(some), Type::Real(kind)) = (state.some, array.ty) {
            let none = LogicalExpr::Not(Box::new(LogicalExpr::Read(Place::Variable(some))));
            let otherwise = self.open_if(none);
            let huge = super::extrema::greatest(kind);
            let huge = if call.function == ArrayFunction::MaxVal { -huge } else { huge };
            self.accumulate(&state.value, vec![Expr::Real(RealExpr::Constant(kind, huge))]);
            self.fall_into(otherwise);
        }
        self.accumulated(&state.value)
    }

    /// The number of an array's element at the present indices, in array element order.
    pub(super) fn whole_number(&self, array: &Array) -> IntegerExpr {
        let one_each = Array { width: 1, ..array.clone() };
        self.offset_along(&one_each, &Self::all_along(array), &self.elements.indices)
    }

    /// The offset of an array's element at the present indices.
    pub fn whole_offset(&self, array: &Array) -> IntegerExpr {
        self.offset_along(array, &Self::all_along(array), &self.elements.indices)
    }
}

/// Whether the function's MASK is its array.
fn is_of_masks(function: ArrayFunction) -> bool {
    matches!(function, ArrayFunction::Any | ArrayFunction::All | ArrayFunction::Count | ArrayFunction::Parity)
}

/// DOT_PRODUCT takes the conjugate of its first vector.
fn conjugate(value: Vec<Expr>) -> Vec<Expr> {
    let mut value = value;
    if let [_, Expr::Real(im)] = &mut value[..] {
        *im = forlane_cfg::fold::negate_real(im.clone());
    }
    value
}

/// All bits set.
fn all_bits(ty: Type) -> Vec<Expr> {
    match ty {
        Type::Integer(kind) => vec![Expr::Integer(IntegerExpr::Constant(kind, -1))],
        ty => zero_of(ty),
    }
}

/// One; of COMPLEX both parts.
fn one_of(ty: Type) -> Vec<Expr> {
    match ty {
        Type::Integer(kind) => vec![Expr::Integer(IntegerExpr::Constant(kind, 1))],
        Type::Real(kind) => vec![Expr::Real(RealExpr::Constant(kind, 1.0))],
        Type::Complex(kind) => [1.0, 0.0].map(|part| Expr::Real(RealExpr::Constant(kind, part))).to_vec(),
        Type::Logical => vec![Expr::Logical(LogicalExpr::Constant(true))],
        Type::Character => zero_of(ty),
    }
}
