//! SUM, MAXVAL, ANY and the like, over all elements or along one dimension.

use super::Extents;
use super::sections::constant;
use super::steps::is_back;
use crate::build::Builder;
use crate::build::fold;
use crate::build::variables::Array;
use crate::expr::{
    Expr, IntegerBinary, IntegerExpr, LogicalBinary, LogicalExpr, Place, RealBinary, RealExpr, Relation,
};
use crate::graph::ActionKind;
use crate::unit::VarId;
use forlane_frontend::resolved::{self, ArrayCall, ArrayFunction};
use forlane_frontend::source::Span;
use forlane_frontend::types::{RealKind, Type};

/// What is known of the elements so far.
pub(super) struct State {
    /// The value: sum, greatest element, count, ….
    pub value: VarId,
    /// Whether there was an element.
    some: Option<VarId>,
    /// Where the greatest or least element stands, from 1.
    pub positions: Vec<VarId>,
    /// The greatest magnitude of NORM2, by which the others are divided.
    pub scale: Option<VarId>,
}

impl Builder<'_> {
    /// Over all elements.
    pub(super) fn reduce(&mut self, call: &ArrayCall, ty: Type, span: Span) -> Expr {
        let Some(array) = call.arguments.first().and_then(Option::as_ref) else {
            return Expr::Integer(constant(0));
        };
        if !self.is_reducible(array, span) {
            return Expr::Logical(LogicalExpr::Constant(false));
        }
        let extents = self.prepare_operands(call);
        let state = self.start_reduction(call, ty, array, extents.len());
        let loops = self.open_loops(&extents);
        self.reduction_step(call, array, &state);
        self.close_loops(loops);
        self.forget_operands(call);
        self.end_reduction(call, ty, array, &state)
    }

    /// Along one dimension, or the positions of the greatest or least element.
    pub(super) fn reduce_along(&mut self, call: &ArrayCall, ty: Type, span: Span) -> Array {
        let Some(array) =
            call.arguments.first().and_then(Option::as_ref).filter(|array| self.is_reducible(array, span))
        else {
            return self.temporary_array("empty", ty, vec![constant(0)]);
        };
        let extents = self.prepare_operands(call);
        let Some(dim) = call.dim else {
            let result = self.temporary_array("position", ty, vec![constant(extents.len() as i64)]);
            let state = self.start_reduction(call, ty, array, extents.len());
            let loops = self.open_loops(&extents);
            self.reduction_step(call, array, &state);
            self.close_loops(loops);
            for (offset, position) in (0..).zip(&state.positions) {
                let value = Expr::read(ty, Place::Variable(*position)).unwrap_or(Expr::Integer(constant(0)));
                self.action(ActionKind::Store { array: result.var, offset: constant(offset), value });
            }
            self.forget_operands(call);
            return result;
        };
        let mut kept = extents.clone();
        let along = kept.remove(dim - 1);
        let result = self.temporary_array("reduced", ty, kept.clone());
        let loops = self.open_loops(&kept);
        let state = self.start_reduction(call, ty, array, 1);
        let (open, index) = self.open_loop(&along);
        let outer = self.elements.indices.clone();
        self.elements.indices.insert(dim - 1, index);
        self.reduction_step(call, array, &state);
        self.elements.indices = outer;
        self.close_loop(open);
        let value = self.end_reduction(call, ty, array, &state);
        let offset = self.whole_offset(&result);
        self.action(ActionKind::Store { array: result.var, offset, value });
        self.close_loops(loops);
        self.forget_operands(call);
        result
    }

    fn is_reducible(&mut self, array: &resolved::Expr, span: Span) -> bool {
        let is_simple = matches!(array.ty, Type::Integer(_) | Type::Real(_) | Type::Logical);
        if !is_simple {
            self.error(span, format!("this function of an array of {} is not supported yet", array.ty.name()));
        }
        is_simple
    }

    fn prepare_operands(&mut self, call: &ArrayCall) -> Extents {
        let mut extents = Extents::new();
        for operand in call.arguments.iter().flatten() {
            let more = self.prepare(operand);
            if extents.is_empty() {
                extents = more;
            }
        }
        extents
    }

    fn forget_operands(&mut self, call: &ArrayCall) {
        call.arguments.iter().flatten().for_each(|operand| self.forget(operand));
    }

    fn start_reduction(&mut self, call: &ArrayCall, ty: Type, array: &resolved::Expr, rank: usize) -> State {
        use ArrayFunction::*;
        let is_location = matches!(call.function, MaxLoc | MinLoc | FindLoc);
        let value_type = match call.function {
            // Whether it has been found.
            FindLoc => Type::Logical,
            MaxLoc | MinLoc => array.ty,
            _ => ty,
        };
        let value = self.temporary("reduced", value_type);
        let start = match (call.function, value_type) {
            (Product, Type::Integer(kind)) => Expr::Integer(IntegerExpr::Constant(kind, 1)),
            (Product, Type::Real(kind)) => Expr::Real(RealExpr::Constant(kind, 1.0)),
            (MaxVal | MaxLoc, Type::Integer(kind)) => Expr::Integer(IntegerExpr::Constant(kind, kind.least())),
            (MinVal | MinLoc, Type::Integer(kind)) => Expr::Integer(IntegerExpr::Constant(kind, !kind.least())),
            (MaxVal | MaxLoc | MinVal | MinLoc, Type::Real(kind)) => Expr::Real(RealExpr::Constant(kind, f64::NAN)),
            (AllBits, Type::Integer(kind)) => Expr::Integer(IntegerExpr::Constant(kind, -1)),
            (All, _) => Expr::Logical(LogicalExpr::Constant(true)),
            (_, Type::Integer(kind)) => Expr::Integer(IntegerExpr::Constant(kind, 0)),
            (_, Type::Real(kind)) => Expr::Real(RealExpr::Constant(kind, 0.0)),
            _ => Expr::Logical(LogicalExpr::Constant(false)),
        };
        self.action(ActionKind::Assign { target: value, value: start });
        let needs_some = matches!(call.function, MaxVal | MinVal | MaxLoc | MinLoc);
        let some = needs_some.then(|| {
            let some = self.temporary("some", Type::Logical);
            let none = Expr::Logical(LogicalExpr::Constant(false));
            self.action(ActionKind::Assign { target: some, value: none });
            some
        });
        let count = if is_location { rank } else { 0 };
        let positions = (0..count).map(|_| self.new_position(ty)).collect();
        let scale = (call.function == Norm2).then(|| self.start_scale(ty)).flatten();
        State { value, some, positions, scale }
    }

    fn new_position(&mut self, ty: Type) -> VarId {
        let position = self.temporary("position", ty);
        let Type::Integer(kind) = ty else { return position };
        let zero = Expr::Integer(IntegerExpr::Constant(kind, 0));
        self.action(ActionKind::Assign { target: position, value: zero });
        position
    }

    /// One element at the present indices.
    fn reduction_step(&mut self, call: &ArrayCall, array: &resolved::Expr, state: &State) {
        use ArrayFunction::{All, AllBits, Any, AnyBits, Count, FindLoc, Norm2, Parity, ParityBits};
        let is_masked = !matches!(call.function, Any | All | Count | Parity);
        let guard = call.argument("mask").filter(|_| is_masked).map(|mask| {
            let condition = self.logical(mask);
            self.guard(condition)
        });
        let element = self.expr(array);
        match call.function {
            ArrayFunction::MaxVal | ArrayFunction::MinVal | ArrayFunction::MaxLoc | ArrayFunction::MinLoc => {
                self.extremum_step(call, element, state);
            }
            Count => {
                let Expr::Logical(condition) = element else { return };
                let otherwise = self.guard(condition);
                let Type::Integer(kind) = self.vars[state.value].ty else { return };
                self.accumulate(state.value, Expr::Integer(IntegerExpr::Constant(kind, 1)), false);
                self.end_guard(otherwise);
            }
            FindLoc => self.search_step(call, element, state),
            Norm2 => self.norm_step(element, state),
            AllBits | AnyBits | ParityBits | Parity => self.combine(call.function, state.value, element),
            ArrayFunction::DotProduct => {
                let Some(other) = call.arguments.get(1).and_then(Option::as_ref) else { return };
                let other = self.expr(other);
                if let Some(product) = multiply(element, other) {
                    self.accumulate(state.value, product, false);
                }
            }
            function => {
                let multiplies = matches!(function, ArrayFunction::Product | All);
                self.accumulate(state.value, element, multiplies);
            }
        }
        if let Some(otherwise) = guard {
            self.end_guard(otherwise);
        }
    }

    /// `value = value + element`, or `*`; `.OR.` and `.AND.` of LOGICAL.
    pub(super) fn accumulate(&mut self, target: VarId, element: Expr, multiplies: bool) {
        let ty = self.vars[target].ty;
        let Some(before) = Expr::read(ty, Place::Variable(target)) else { return };
        let next = if multiplies { multiply(before, element) } else { add(before, element) };
        let value = match (next, ty) {
            (Some(Expr::Integer(value)), Type::Integer(kind)) => Expr::Integer(fold::to_integer(kind, value)),
            (Some(value), _) => value,
            (None, _) => return,
        };
        self.action(ActionKind::Assign { target, value });
    }

    /// A NaN is replaced by any number; of equal elements the first stays.
    fn extremum_step(&mut self, call: &ArrayCall, element: Expr, state: &State) {
        let is_greatest = matches!(call.function, ArrayFunction::MaxVal | ArrayFunction::MaxLoc);
        let relation = match (is_greatest, is_back(call)) {
            (true, false) => Relation::Greater,
            (true, true) => Relation::GreaterEqual,
            (false, false) => Relation::Less,
            (false, true) => Relation::LessEqual,
        };
        let element = self.temporary_value(element);
        let Some(before) = Expr::read(element.ty(), Place::Variable(state.value)) else { return };
        let or = |left, right| LogicalExpr::Binary(LogicalBinary::Or, Box::new(left), Box::new(right));
        let mut wins = match (&element, before) {
            (Expr::Integer(element), Expr::Integer(before)) => {
                let (element, before) = (fold::widen(element.clone()), fold::widen(before));
                LogicalExpr::CompareInteger(relation, Box::new(element), Box::new(before))
            }
            (Expr::Real(element), Expr::Real(before)) => {
                let compare = |relation, right: &RealExpr| {
                    LogicalExpr::CompareReal(relation, Box::new(element.clone()), Box::new(right.clone()))
                };
                let was_nan =
                    LogicalExpr::CompareReal(Relation::NotEqual, Box::new(before.clone()), Box::new(before.clone()));
                let is_number = compare(Relation::Equal, element);
                let replaces = LogicalExpr::Binary(LogicalBinary::And, Box::new(was_nan), Box::new(is_number));
                or(compare(relation, &before), replaces)
            }
            _ => return,
        };
        if let (Some(some), false) = (state.some, state.positions.is_empty()) {
            let none = LogicalExpr::Not(Box::new(LogicalExpr::Read(Place::Variable(some))));
            wins = or(none, wins);
        }
        let otherwise = self.guard(wins);
        self.action(ActionKind::Assign { target: state.value, value: element });
        self.note_position(call, state);
        self.end_guard(otherwise);
        if let Some(some) = state.some {
            let value = Expr::Logical(LogicalExpr::Constant(true));
            self.action(ActionKind::Assign { target: some, value });
        }
    }

    pub(super) fn note_position(&mut self, call: &ArrayCall, state: &State) {
        for (dimension, position) in state.positions.iter().enumerate() {
            let index = call.dim.map_or(dimension, |dim| dim - 1);
            let index = self.elements.indices.get(index).cloned().unwrap_or(constant(0));
            let Type::Integer(kind) = self.vars[*position].ty else { continue };
            let from_one = super::sections::combine(IntegerBinary::Add, index, constant(1));
            let value = Expr::Integer(crate::build::fold::to_integer(kind, from_one));
            self.action(ActionKind::Assign { target: *position, value });
        }
    }

    fn temporary_value(&mut self, value: Expr) -> Expr {
        let var = self.temporary("element", value.ty());
        self.save_in(var, value)
    }

    fn end_reduction(&mut self, call: &ArrayCall, ty: Type, array: &resolved::Expr, state: &State) -> Expr {
        if let Some(position) = state.positions.first() {
            return Expr::read(ty, Place::Variable(*position)).unwrap_or(Expr::Integer(constant(0)));
        }
        let value = Expr::read(ty, Place::Variable(state.value)).unwrap_or(Expr::Integer(constant(0)));
        if let (Some(scale), Expr::Real(sum)) = (state.scale, &value) {
            return self.norm(sum.clone(), scale);
        }
        if let (Some(some), Type::Real(kind)) = (state.some, array.ty) {
            let none = LogicalExpr::Not(Box::new(LogicalExpr::Read(Place::Variable(some))));
            let otherwise = self.guard(none);
            let huge = if kind == RealKind::R4 { f64::from(f32::MAX) } else { f64::MAX };
            let huge = if call.function == ArrayFunction::MaxVal { -huge } else { huge };
            let empty = Expr::Real(RealExpr::Constant(kind, huge));
            self.action(ActionKind::Assign { target: state.value, value: empty });
            self.end_guard(otherwise);
        }
        value
    }

    /// The offset of an array's element at the present indices.
    pub fn whole_offset(&self, array: &Array) -> IntegerExpr {
        match Self::whole_leaf(array.clone()) {
            super::Leaf::Array { along, .. } => self.offset_along(array, &along, &self.elements.indices),
            super::Leaf::Scalar(_) | super::Leaf::Parts(_) => constant(0),
        }
    }
}

/// A value as it is computed with: INTEGER of a narrow kind in 32 bits.
fn computed(value: Expr) -> Expr {
    match value {
        Expr::Integer(value) => Expr::Integer(fold::widen(value)),
        other => other,
    }
}

/// `a + b`, `.OR.` of LOGICAL.
fn add(left: Expr, right: Expr) -> Option<Expr> {
    Some(match (computed(left), computed(right)) {
        (Expr::Integer(left), Expr::Integer(right)) => {
            Expr::Integer(IntegerExpr::Binary(IntegerBinary::Add, Box::new(left), Box::new(right)))
        }
        (Expr::Real(left), Expr::Real(right)) => {
            Expr::Real(RealExpr::Binary(RealBinary::Add, Box::new(left), Box::new(right)))
        }
        (Expr::Logical(left), Expr::Logical(right)) => {
            Expr::Logical(LogicalExpr::Binary(LogicalBinary::Or, Box::new(left), Box::new(right)))
        }
        _ => return None,
    })
}

/// `a * b`, `.AND.` of LOGICAL.
pub(super) fn multiply(left: Expr, right: Expr) -> Option<Expr> {
    Some(match (computed(left), computed(right)) {
        (Expr::Integer(left), Expr::Integer(right)) => {
            Expr::Integer(IntegerExpr::Binary(IntegerBinary::Multiply, Box::new(left), Box::new(right)))
        }
        (Expr::Real(left), Expr::Real(right)) => {
            Expr::Real(RealExpr::Binary(RealBinary::Multiply, Box::new(left), Box::new(right)))
        }
        (Expr::Logical(left), Expr::Logical(right)) => {
            Expr::Logical(LogicalExpr::Binary(LogicalBinary::And, Box::new(left), Box::new(right)))
        }
        _ => return None,
    })
}
