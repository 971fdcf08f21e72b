//! The subroutine that executes initialising calls and settings.

use super::error::SetupError;
use super::step::{Setup, SetupValue, Step};
use super::variables::{AreaNames, AreaVariable};
use forlane_cfg::analysis::Direction;
use forlane_cfg::{
    ActionKind, AreaPlace, Argument, ArrayLength, Bound, Callee, Constant, Dimension, Expr, GraphBuilder, IntegerExpr,
    IntegerKind, LogicalExpr, Place, Program, SourceArgument, SourceLine, Storage, Terminator, Type, Unit, UnitKind,
    Var, VarId,
};
use std::collections::HashMap;

/// Name of the subroutine; no name of a source has a `.` in it at its place.
pub(super) const NAME: &str = "setup.calls";

/// More elements are assigned by a loop.
const MOST_STORES: u64 = 16;

/// The subroutine for the steps of a setup. `full_name` finds the unit that a user means.
pub(super) fn build(
    setup: &Setup,
    program: &Program,
    names: &AreaNames,
    full_name: &dyn Fn(&str) -> Result<String, SetupError>,
) -> Result<Unit, SetupError> {
    let mut code = GraphBuilder::new(SourceLine::own(1));
    let scope = code.scope;
    code.action(ActionKind::ScopeEntry(scope));
    for (number, step) in (1..).zip(&setup.steps) {
        code.at = SourceLine::own(number);
        match step {
            Step::Call { name, arguments, text } => {
                let name = full_name(name)?;
                call(setup, &mut code, program, &name, arguments).map_err(|error| error.of(text))?;
            }
            Step::Set { owner, name, subscripts, value, text } => {
                let variable = names.find(owner, name).map_err(|error| error.of(text))?;
                set(setup, &mut code, variable, subscripts.as_deref(), value).map_err(|error| error.of(text))?;
            }
        }
    }
    code.action(ActionKind::ScopeExit(scope));
    code.end(Terminator::Return(Vec::new()));
    Ok(code.into_unit(NAME.to_owned(), UnitKind::Subroutine, "the initialising calls".to_owned()))
}

fn call(
    setup: &Setup,
    code: &mut GraphBuilder,
    program: &Program,
    name: &str,
    given: &[(Option<String>, SetupValue)],
) -> Result<(), SetupError> {
    let Some(unit) = program.unit(name) else {
        return Err(SetupError::new(format!("there is no subroutine `{name}`")));
    };
    if unit.kind != UnitKind::Subroutine {
        return Err(SetupError::new(format!("`{name}` is not a subroutine")));
    }
    let mut values: HashMap<VarId, Argument> = HashMap::new();
    let mut given = in_order(unit, given)?;
    for argument in &unit.arguments {
        let value = given.remove(&argument.var());
        let name = argument.name(&unit.vars);
        if argument.present.is_some() && value.is_none() {
            continue;
        }
        let value = value.ok_or_else(|| SetupError::new(format!("the argument `{name}` is not given")))?;
        let error = |error: SetupError| SetupError::new(format!("argument `{name}`: {error}"));
        pass(setup, code, unit, argument, value, &mut values).map_err(error)?;
        let is_there = Expr::Logical(LogicalExpr::Constant(true));
        values.extend(argument.present.map(|present| (present, Argument::Value(is_there))));
    }
    let arguments = unit.dummies.iter().map(|dummy| values.remove(dummy).unwrap_or(Argument::Absent)).collect();
    let callee = Callee::Unit(unit.name.clone());
    // The number of an alternate return is not looked at.
    let result = unit.result.map(|result| code.temporary("return", unit.vars[result].ty));
    code.action(ActionKind::Call { callee, arguments, result, result_value: None });
    Ok(())
}

/// The given values by the dummy argument that each is for.
fn in_order<'g>(
    unit: &Unit,
    given: &'g [(Option<String>, SetupValue)],
) -> Result<HashMap<VarId, &'g SetupValue>, SetupError> {
    let mut found = HashMap::new();
    for (at, (keyword, value)) in given.iter().enumerate() {
        let argument = match keyword {
            None => unit.arguments.get(at),
            Some(keyword) => unit.arguments.iter().find(|argument| argument.name(&unit.vars) == keyword),
        };
        let Some(argument) = argument else {
            return Err(SetupError::new(match keyword {
                Some(keyword) => format!("`{}` has no argument `{keyword}`", unit.source_name()),
                None => format!("`{}` has {} arguments", unit.source_name(), unit.arguments.len()),
            }));
        };
        if found.insert(argument.var(), value).is_some() {
            return Err(SetupError::new(format!("the argument `{}` is given twice", argument.name(&unit.vars))));
        }
    }
    Ok(found)
}

/// Adds what an argument of the source passes for the dummy arguments that belong to it.
fn pass(
    setup: &Setup,
    code: &mut GraphBuilder,
    unit: &Unit,
    argument: &SourceArgument,
    value: &SetupValue,
    values: &mut HashMap<VarId, Argument>,
) -> Result<(), SetupError> {
    let var = &unit.vars[argument.var()];
    let is_hidden = argument.dimensions.iter().any(|dimension| matches!(dimension, Dimension::Hidden { .. }));
    let problem = match argument.ty {
        _ if var.storage == Storage::Procedure => Some("a procedure"),
        _ if is_hidden || argument.allocated.is_some() => Some("ALLOCATABLE"),
        _ => None,
    };
    if let Some(problem) = problem {
        return Err(SetupError::new(format!("it is {problem}, which can't be given to an initialising call yet")));
    }
    if argument.ty == Type::Character {
        let declared = match argument.length.and_then(|length| length.declared) {
            Some(Bound::Constant(length)) => Some(usize::try_from(length).unwrap_or(0)),
            _ => None,
        };
        let (texts, count) = setup.texts(value, declared)?;
        match (count, argument.dimensions.is_empty()) {
            (Some(_), true) => return Err(SetupError::new("it is a scalar, which takes one text".to_owned())),
            (None, false) => return Err(SetupError::new("it is an array, which takes a list `[…]`".to_owned())),
            (None, true) => {}
            (Some(count), false) => pass_extents(argument, &[count as u64], values)?,
        }
        let length = i64::from(texts.lengths.first().copied().unwrap_or(0));
        values.insert(argument.var(), Argument::Array(array(code, bytes(&texts.bytes))));
        let length = Expr::Integer(IntegerExpr::Constant(IntegerKind::I4, length));
        values.extend(argument.length.map(|of| (of.actual, Argument::Value(length))));
        return Ok(());
    }
    if let (Type::Complex(kind), true) = (argument.ty, argument.dimensions.is_empty()) {
        let (parts, shape) = setup.complex(value, kind)?;
        if !shape.is_empty() {
            return Err(SetupError::new("it is a scalar, which takes one value".to_owned()));
        }
        values.insert(argument.var(), Argument::Array(array(code, parts)));
        return Ok(());
    }
    let (elements, shape) = match argument.ty {
        Type::Complex(kind) => setup.complex(value, kind)?,
        ty => setup.elements(value, ty)?,
    };
    if argument.dimensions.is_empty() {
        let value = match &elements[..] {
            [only] if shape.is_empty() => Expr::constant(only),
            _ => None,
        };
        let value = value.ok_or_else(|| SetupError::new("it is a scalar, which takes one value".to_owned()))?;
        values.insert(argument.var(), Argument::Value(value));
        return Ok(());
    }
    if shape.is_empty() {
        return Err(SetupError::new("it is an array, which takes a list `[…]` or `@file.npy`".to_owned()));
    }
    pass_extents(argument, &shape, values)?;
    values.insert(argument.var(), Argument::Array(array(code, elements)));
    Ok(())
}

fn bytes(text: &[u8]) -> Vec<Constant> {
    text.iter().map(|byte| Constant::Integer(IntegerKind::I1, i64::from(*byte as i8))).collect()
}

/// Adds what is passed for the extents of an array of that shape.
fn pass_extents(
    argument: &SourceArgument,
    shape: &[u64],
    values: &mut HashMap<VarId, Argument>,
) -> Result<(), SetupError> {
    check_shape(argument, shape)?;
    for (dimension, extent) in argument.dimensions.iter().zip(shape) {
        if let Dimension::Assumed { extent: var, .. } = dimension {
            let extent = Expr::Integer(IntegerExpr::Constant(IntegerKind::I4, *extent as i64));
            values.insert(*var, Argument::Value(extent));
        }
    }
    Ok(())
}

/// Refuses an array that has fewer elements than are declared, or another rank than one of assumed shape.
fn check_shape(argument: &SourceArgument, shape: &[u64]) -> Result<(), SetupError> {
    let rank = argument.dimensions.len();
    let is_assumed = argument.dimensions.iter().any(|dimension| matches!(dimension, Dimension::Assumed { .. }));
    if is_assumed && shape.len() != rank {
        return Err(SetupError::new(format!("it has {rank} dimensions, the array has {}", shape.len())));
    }
    let extent = |dimension: &Dimension| match dimension {
        Dimension::Declared { lower: Bound::Constant(lower), upper: Some(Bound::Constant(upper)) } => {
            u64::try_from(upper.checked_sub(*lower)?.checked_add(1)?).ok()
        }
        _ => None,
    };
    let declared = argument.dimensions.iter().try_fold(1_u64, |count, one| count.checked_mul(extent(one)?));
    let count: u64 = shape.iter().product();
    match declared {
        Some(declared) if count < declared => {
            Err(SetupError::new(format!("it has {declared} elements, {count} are given")))
        }
        _ => Ok(()),
    }
}

/// An array with these elements, which a callee may change.
fn array(code: &mut GraphBuilder, elements: Vec<Constant>) -> VarId {
    let ty = elements.first().map_or(Type::Integer(IntegerKind::I1), Constant::ty);
    let length = elements.len() as u64;
    let initial = (0..).zip(elements).map(|(at, value)| (at, 1, value)).collect();
    let var = Var::local(code.numbered("array"), ty, code.scope);
    code.vars.alloc(Var { array: Some(ArrayLength::Constant(length)), storage: Storage::Static, initial, ..var })
}

/// Adds the assignment of a variable in an area, of one of its elements, or of all.
fn set(
    setup: &Setup,
    code: &mut GraphBuilder,
    variable: &AreaVariable,
    subscripts: Option<&[i64]>,
    value: &SetupValue,
) -> Result<(), SetupError> {
    let (first, count) = match subscripts {
        Some(subscripts) => (variable.element(subscripts)?, 1),
        None => (0, variable.elements()),
    };
    let (ty, mut elements) = match (variable.ty, variable.length) {
        (Type::Complex(kind), _) => (Type::Real(kind), setup.complex(value, kind)?.0),
        (Type::Character, Some(length)) => {
            let (texts, _) = setup.texts(value, Some(length as usize))?;
            (Type::Integer(IntegerKind::I1), bytes(&texts.bytes))
        }
        (ty, _) => (ty, setup.elements(value, ty)?.0),
    };
    // A complex number, and a text, is several elements.
    let each = (variable.element_size() / ty.size().max(1) as u64).max(1);
    if elements.len() as u64 == each {
        elements = elements.iter().cycle().take((count * each) as usize).cloned().collect();
    }
    if elements.len() as u64 != count * each {
        let given = elements.len() as u64 / each;
        return Err(SetupError::new(format!("it has {count} elements, {given} are given")));
    }
    let count = count * each;
    let offset = variable.place.offset + first * variable.element_size();
    let place = AreaPlace { offset, ..variable.place.clone() };
    let var = Var::local(code.numbered("state"), ty, code.scope);
    let array_length = Some(ArrayLength::Constant(count));
    let target = code.vars.alloc(Var { array: array_length, storage: Storage::Area, area: Some(place), ..var });
    assign(code, target, ty, elements);
    Ok(())
}

fn assign(code: &mut GraphBuilder, target: VarId, ty: Type, elements: Vec<Constant>) {
    let count = elements.len() as u64;
    if count <= MOST_STORES {
        for (at, value) in elements.iter().enumerate().filter_map(|(at, value)| Some((at, Expr::constant(value)?))) {
            let offset = IntegerExpr::Constant(IntegerKind::I4, at as i64);
            code.action(ActionKind::Store { array: target, offset, value });
        }
        return;
    }
    let source = array(code, elements);
    let counter = code.temporary("element", Type::Integer(IntegerKind::I4));
    let open = code.open_loop(counter, &IntegerExpr::Constant(IntegerKind::I4, count as i64), Direction::Forward);
    let at = IntegerExpr::Read(IntegerKind::I4, Place::Variable(counter));
    if let Some(value) = Expr::read(ty, Place::Element(source, Box::new(at.clone()))) {
        code.action(ActionKind::Store { array: target, offset: at, value });
    }
    code.close_loop(open);
}
