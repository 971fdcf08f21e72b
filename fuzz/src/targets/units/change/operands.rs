//! Operands by chance: offsets, arguments, places.

use super::{Around, any_var};
use crate::random::Random;
use forlane_cfg::{Argument, Callee, Expr, IntegerExpr, IntegerKind, Place, Type, Unit, ValueId, VarId};

const NUMBERS: [i64; 15] = [0, 0, 1, 1, 2, 3, -1, 4, 7, 64, 1000, 1 << 20, i32::MAX as i64, i32::MIN as i64, 1 << 30];

/// Numbers of 64 bits only.
const LONG_NUMBERS: [i64; 6] = [1 << 32, 1 << 40, 1 << 60, i64::MAX, i64::MIN, -8];

/// A constant, or what an INTEGER value or variable holds.
pub fn integer(random: &mut Random, unit: &Unit) -> IntegerExpr {
    let value = any_value(random, unit);
    match (random.below(6), value, any_var(random, unit)) {
        (0, ..) => IntegerExpr::Constant(IntegerKind::I8, *random.pick(&LONG_NUMBERS)),
        (1 | 2, Some(value), _) => match unit.values[value].ty {
            Type::Integer(kind) => IntegerExpr::Read(kind, Place::Value(value)),
            _ => IntegerExpr::Constant(IntegerKind::I4, 0),
        },
        (3, _, Some(var)) => match unit.vars[var].ty {
            Type::Integer(kind) => IntegerExpr::Read(kind, Place::Variable(var)),
            _ => IntegerExpr::Constant(IntegerKind::I4, 1),
        },
        _ => IntegerExpr::Constant(IntegerKind::I4, *random.pick(&NUMBERS)),
    }
}

fn any_value(random: &mut Random, unit: &Unit) -> Option<ValueId> {
    let ids: Vec<ValueId> = unit.values.iter().map(|(id, _)| id).collect();
    (!ids.is_empty()).then(|| *random.pick(&ids))
}

/// A variable, mostly one with whose type and rank it can be in the place of another.
pub fn var_like(random: &mut Random, unit: &Unit, var: VarId) -> VarId {
    let about = &unit.vars[var];
    let is_like = |(id, other): (VarId, &forlane_cfg::Var)| {
        (other.ty == about.ty && other.array.is_some() == about.array.is_some()).then_some(id)
    };
    let like: Vec<VarId> = unit.vars.iter().filter_map(is_like).collect();
    match random.one_in(4) {
        true => any_var(random, unit).unwrap_or(var),
        false => *random.pick(&like),
    }
}

/// A value of the same type.
pub fn value_like(random: &mut Random, unit: &Unit, value: ValueId) -> ValueId {
    let Some(about) = unit.values.get(value) else { return value };
    let like: Vec<ValueId> = unit.values.iter().filter(|(_, other)| other.ty == about.ty).map(|(id, _)| id).collect();
    *random.pick(&like)
}

/// Another place than that one.
pub fn place(random: &mut Random, unit: &Unit, place: &mut Place) {
    match place {
        Place::Variable(var) => *var = var_like(random, unit, *var),
        Place::Value(value) => *value = value_like(random, unit, *value),
        Place::Element(array, offset) => match random.below(2) {
            0 => *array = var_like(random, unit, *array),
            _ => **offset = integer(random, unit),
        },
        Place::Section(section) => section.array = var_like(random, unit, section.array),
    }
}

/// Any argument.
pub fn argument(random: &mut Random, unit: &Unit, around: &Around) -> Argument {
    let var = any_var(random, unit);
    let value = any_value(random, unit);
    match (random.below(9), var, value) {
        (0 | 1, Some(var), _) => Argument::Array(var),
        (2 | 3, Some(var), _) => Argument::Element(var, integer(random, unit)),
        (4, Some(var), _) => Argument::Variable(var),
        (5, _, _) => Argument::Absent,
        (6, _, Some(value)) => {
            Expr::read(unit.values[value].ty, Place::Value(value)).map_or(Argument::Absent, Argument::Value)
        }
        (7, _, _) => Argument::Procedure(Callee::Unit(random.pick(&around.units).clone())),
        _ => Argument::Value(Expr::Integer(integer(random, unit))),
    }
}

/// A constant of the type of an expression.
pub fn constant_like(random: &mut Random, expr: &Expr) -> Option<Expr> {
    match expr.ty() {
        Type::Integer(kind) => {
            let number = *random.pick(&NUMBERS);
            kind.holds(number).then_some(Expr::Integer(IntegerExpr::Constant(kind, number)))
        }
        ty => Expr::zero(ty),
    }
}
