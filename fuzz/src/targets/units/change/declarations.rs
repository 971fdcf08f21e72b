//! Variables, dummy arguments, results, values, heads of units.

use super::{Around, any_var};
use crate::random::Random;
use forlane_cfg::{
    AreaPlace, ArrayLength, Constant, IntegerKind, RealKind, ScopeId, Shape, Storage, Type, Unit, UnitKind, ValueId,
    Var, source_arguments,
};

const TYPES: [Type; 7] = [
    Type::Integer(IntegerKind::I1),
    Type::Integer(IntegerKind::I2),
    Type::Integer(IntegerKind::I4),
    Type::Integer(IntegerKind::I8),
    Type::Real(RealKind::R4),
    Type::Real(RealKind::R8),
    Type::Logical,
];

const LENGTHS: [Option<ArrayLength>; 9] = [
    None,
    Some(ArrayLength::Constant(0)),
    Some(ArrayLength::Constant(1)),
    Some(ArrayLength::Constant(2)),
    Some(ArrayLength::Constant(7)),
    Some(ArrayLength::Constant(1000)),
    Some(ArrayLength::Actual),
    Some(ArrayLength::Dynamic),
    Some(ArrayLength::Dynamic),
];

const STORAGES: [Storage; 7] = [
    Storage::Local,
    Storage::Dummy,
    Storage::Result,
    Storage::Static,
    Storage::Area,
    Storage::Constant,
    Storage::Procedure,
];

/// Changes the declaration of a variable.
pub fn variable(random: &mut Random, unit: &mut Unit, around: &Around) {
    let Some(id) = any_var(random, unit) else { return };
    let other = random.pick(&around.vars).clone();
    let scopes: Vec<ScopeId> = unit.scopes.iter().map(|(scope, _)| scope).collect();
    let var = &mut unit.vars[id];
    match random.below(12) {
        0 | 1 => var.ty = *random.pick(&TYPES),
        2 | 3 => var.array = *random.pick(&LENGTHS),
        4 => {
            let storage = *random.pick(&STORAGES);
            set_storage(random, var, storage);
        }
        5 => {
            var.storage = Storage::Area;
            let area = other.area.map_or("/fuzz/".to_owned(), |place| place.area);
            var.area = Some(AreaPlace { area, offset: 4 * random.below(8) as u64 });
        }
        6 => {
            if let Some(place) = &mut var.area {
                place.offset = 4 * random.below(8) as u64;
            }
        }
        7 => var.shape = if var.shape == Shape::Uniform { Shape::Varying } else { Shape::Uniform },
        8 => {
            let value = match var.ty {
                Type::Integer(kind) => Constant::Integer(kind, random.below(100) as i64),
                Type::Real(kind) => Constant::Real(kind, 1.5),
                _ => Constant::Logical(true),
            };
            var.initial.push((random.below(6) as u64, random.below(6) as u64, value));
        }
        9 => var.initial.clear(),
        10 => *var = Var { name: var.name.clone(), scope: var.scope, ..other },
        _ => {
            if !scopes.is_empty() {
                var.scope = *random.pick(&scopes);
            }
        }
    }
    fit_arguments(random, unit);
}

/// Another storage, and mostly what belongs to it.
fn set_storage(random: &mut Random, var: &mut Var, storage: Storage) {
    var.storage = storage;
    if random.one_in(4) {
        return;
    }
    var.shape = match storage {
        Storage::Constant => Shape::Uniform,
        Storage::Dummy | Storage::Procedure => var.shape,
        _ => Shape::Varying,
    };
    var.area = (storage == Storage::Area).then(|| AreaPlace { area: "/fuzz/".to_owned(), offset: 0 });
    if !matches!(storage, Storage::Static | Storage::Area | Storage::Constant) {
        var.initial.clear();
    }
}

/// Changes the dummy arguments or the result.
pub fn interface(random: &mut Random, unit: &mut Unit) {
    let Some(var) = any_var(random, unit) else { return };
    match random.below(5) {
        0 if !unit.dummies.is_empty() => drop(unit.dummies.remove(random.below(unit.dummies.len()))),
        1 if !unit.dummies.is_empty() => {
            let (one, other) = (random.below(unit.dummies.len()), random.below(unit.dummies.len()));
            unit.dummies.swap(one, other);
        }
        2 | 3 => {
            set_storage(random, &mut unit.vars[var], Storage::Dummy);
            if !unit.dummies.contains(&var) {
                unit.dummies.push(var);
            }
        }
        _ => {
            unit.result = if random.one_in(2) { Some(var) } else { None };
            if unit.result.is_some() {
                set_storage(random, &mut unit.vars[var], Storage::Result);
            }
        }
    }
    fit_arguments(random, unit);
}

/// Mostly makes the arguments of the source what the variables say: else nothing that changes these would be right.
fn fit_arguments(random: &mut Random, unit: &mut Unit) {
    if !random.one_in(8) {
        unit.arguments = source_arguments(&unit.vars, &unit.dummies, Vec::new());
    }
}

/// Changes what a unit is and which it is a copy of.
pub fn head(random: &mut Random, unit: &mut Unit, around: &Around) {
    match random.below(3) {
        0 => {
            let kinds = [UnitKind::Program, UnitKind::Subroutine, UnitKind::Function, UnitKind::BlockData];
            unit.kind = *random.pick(&kinds);
        }
        _ => unit.origin = Some(random.pick(&around.units).clone()),
    }
}

/// Changes the type or shape of a value.
pub fn value(random: &mut Random, unit: &mut Unit) {
    let ids: Vec<ValueId> = unit.values.iter().map(|(id, _)| id).collect();
    if ids.is_empty() {
        return;
    }
    let value = &mut unit.values[*random.pick(&ids)];
    match random.below(3) {
        0 => value.ty = *random.pick(&TYPES),
        _ => {
            value.shape = value.shape.map(|shape| if shape == Shape::Uniform { Shape::Varying } else { Shape::Uniform })
        }
    }
}
