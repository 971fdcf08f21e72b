//! MAXVAL, MINVAL, MAXLOC, MINLOC and FINDLOC.

use super::accumulators::State;
use super::sections::{combine, constant};
use crate::Builder;
use forlane_cfg::expr::{Expr, IntegerBinary, IntegerExpr, LogicalBinary, LogicalExpr, Place, RealExpr, Relation};
use forlane_cfg::fold;
use forlane_cfg::graph::ActionKind;
use forlane_cfg::{CharacterExpr, CharacterFunction, CharacterPart};
use forlane_frontend::resolved::{self, ArrayCall, ArrayFunction};
use forlane_semantics::types::{IntegerKind, RealKind, Type};

impl Builder<'_> {
    /// What any element replaces, as the first value; what it is if there are none.
    pub(super) fn least_value(&mut self, call: &ArrayCall, array: &resolved::Expr) -> Vec<Expr> {
        let is_greatest = matches!(call.function, ArrayFunction::MaxVal | ArrayFunction::MaxLoc);
        vec![match array.ty {
            Type::Integer(kind) => {
                let least = kind.least();
                Expr::Integer(IntegerExpr::Constant(kind, if is_greatest { least } else { !least }))
            }
            Type::Real(kind) => Expr::Real(RealExpr::Constant(kind, f64::NAN)),
            Type::Character => {
                let code = IntegerExpr::Constant(IntegerKind::I4, if is_greatest { 0 } else { 255 });
                let length = self.text_sample(array).unwrap_or(constant(0));
                let one = CharacterExpr { parts: vec![CharacterPart::Char(code)] };
                Expr::Character(CharacterExpr { parts: vec![CharacterPart::Repeat(one, length)] })
            }
            _ => Expr::Logical(LogicalExpr::Constant(false)),
        }]
    }

    /// A NaN is replaced by any number; of equal elements the first stays, or with BACK the last.
    pub(super) fn extremum_step(
        &mut self,
        call: &ArrayCall,
        element: Vec<Expr>,
        (state, place): (&State, &[IntegerExpr]),
    ) {
        let is_greatest = matches!(call.function, ArrayFunction::MaxVal | ArrayFunction::MaxLoc);
        let strict = if is_greatest { Relation::Greater } else { Relation::Less };
        let Some(element) = element.into_iter().next() else { return };
        let element = self.saved("element", element);
        let Some(before) = self.accumulated(&state.value).into_iter().next() else { return };
        let Some(mut wins) = replaces(strict, &element, &before) else { return };
        if let Some(back) = call.argument("back") {
            let equal = replaces(Relation::Equal, &element, &before).unwrap_or(LogicalExpr::Constant(false));
            let equal = LogicalExpr::Binary(LogicalBinary::And, Box::new(self.logical(back)), Box::new(equal));
            wins = or(wins, equal);
        }
        if let (Some(some), false) = (state.some, state.positions.is_empty()) {
            let none = LogicalExpr::Not(Box::new(LogicalExpr::Read(Place::Variable(some))));
            wins = or(none, wins);
        }
        let otherwise = self.open_if(wins);
        self.accumulate(&state.value, vec![element]);
        self.note_position(state, place);
        self.fall_into(otherwise);
        if let Some(some) = state.some {
            let value = Expr::Logical(LogicalExpr::Constant(true));
            self.action(ActionKind::Assign { target: some, value });
        }
    }

    /// The first element that equals the value, or with BACK the last.
    pub(super) fn find_step(
        &mut self,
        call: &ArrayCall,
        array: &resolved::Expr,
        (state, place): (&State, &[IntegerExpr]),
    ) {
        let (Some(value), Some(found)) = (call.argument("value"), self.accumulated(&state.value).into_iter().next())
        else {
            return;
        };
        let Expr::Logical(found) = found else { return };
        let equals = self.are_equal(array, value);
        let open = LogicalExpr::Not(Box::new(found));
        let open = match call.argument("back") {
            Some(back) => or(open, self.logical(back)),
            None => open,
        };
        let guard = self.open_if(open);
        let inner = self.open_if(equals);
        self.accumulate(&state.value, vec![Expr::Logical(LogicalExpr::Constant(true))]);
        self.note_position(state, place);
        self.fall_into(inner);
        self.fall_into(guard);
    }

    fn are_equal(&mut self, array: &resolved::Expr, value: &resolved::Expr) -> LogicalExpr {
        if array.ty == Type::Character {
            return self.compare_texts(Relation::Equal, array, value);
        }
        let (element, value) = (self.element_value(array), self.element_value(value));
        let pairs = element.into_iter().zip(value).filter_map(|pair| match pair {
            (Expr::Logical(one), Expr::Logical(other)) => {
                Some(LogicalExpr::Binary(LogicalBinary::Equivalent, Box::new(one), Box::new(other)))
            }
            (one, other) => compare(Relation::Equal, &one, &other),
        });
        let all = pairs.reduce(|left, right| LogicalExpr::Binary(LogicalBinary::And, Box::new(left), Box::new(right)));
        all.unwrap_or(LogicalExpr::Constant(false))
    }

    fn note_position(&mut self, state: &State, place: &[IntegerExpr]) {
        for (position, index) in state.positions.iter().zip(place) {
            let Type::Integer(kind) = self.vars[*position].ty else { continue };
            let from_one = combine(IntegerBinary::Add, index.clone(), constant(1));
            let value = Expr::Integer(fold::to_integer(kind, from_one));
            self.action(ActionKind::Assign { target: *position, value });
        }
    }
}

/// Whether an element comes before what was there so far: in a relation to it, or a number where that is a NaN.
fn replaces(relation: Relation, element: &Expr, before: &Expr) -> Option<LogicalExpr> {
    let wins = compare(relation, element, before)?;
    let (Expr::Real(element), Expr::Real(before)) = (element, before) else { return Some(wins) };
    if relation == Relation::Equal {
        return Some(wins);
    }
    let same =
        |relation, real: &RealExpr| LogicalExpr::CompareReal(relation, Box::new(real.clone()), Box::new(real.clone()));
    let (was_nan, is_number) = (same(Relation::NotEqual, before), same(Relation::Equal, element));
    Some(or(wins, LogicalExpr::Binary(LogicalBinary::And, Box::new(was_nan), Box::new(is_number))))
}

fn compare(relation: Relation, left: &Expr, right: &Expr) -> Option<LogicalExpr> {
    Some(match (left, right) {
        (Expr::Integer(left), Expr::Integer(right)) => {
            let [left, right] = [left, right].map(|operand| Box::new(fold::widen(operand.clone())));
            LogicalExpr::CompareInteger(relation, left, right)
        }
        (Expr::Real(left), Expr::Real(right)) => {
            LogicalExpr::CompareReal(relation, Box::new(left.clone()), Box::new(right.clone()))
        }
        (Expr::Character(left), Expr::Character(right)) => {
            let texts = vec![left.clone(), right.clone()];
            let order = Box::new(IntegerExpr::Character(CharacterFunction::Compare, texts));
            LogicalExpr::CompareInteger(relation, order, Box::new(IntegerExpr::Constant(IntegerKind::I4, 0)))
        }
        _ => return None,
    })
}

fn or(left: LogicalExpr, right: LogicalExpr) -> LogicalExpr {
    LogicalExpr::Binary(LogicalBinary::Or, Box::new(left), Box::new(right))
}

/// The greatest finite number of a kind.
pub(super) fn greatest(kind: RealKind) -> f64 {
    match kind {
        RealKind::R4 => f64::from(f32::MAX),
        RealKind::R8 => f64::MAX,
    }
}
