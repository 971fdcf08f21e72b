//! `forlane check --json`: what each program unit looks like from outside, as one JSON object.

use super::{Failure, SourceArguments, sources};
use crate::compile::{Compiled, compile};
use forlane_cfg::analysis::{Effects, InitialValues};
use forlane_cfg::{Body, Bound, Companion, Dimension, Intent, SourceArgument, Unit, UnitKind, VarId};
use serde_json::{Map, Value, json};

/// Shows all diagnostics, and the interfaces of the units.
pub(super) fn interfaces(arguments: &SourceArguments) -> Result<(), Failure> {
    let sources = sources::read(arguments)?;
    let (program, diagnostics) = compile(&sources);
    let is_sound = sources::show(arguments, diagnostics, &sources.map)?;
    if let Some(Compiled { units: program, .. }) = &program {
        let effects = Effects::compute(program);
        let units: Vec<Value> = program.units.iter().filter_map(|unit| interface(unit, &effects)).collect();
        super::print(format!("{:#}\n", json!({ "units": units })))?;
    }
    if is_sound { Ok(()) } else { Err(Failure::Shown) }
}

/// The interface of a unit; none for BLOCK DATA, which is not called.
fn interface(unit: &Unit, effects: &Effects) -> Option<Value> {
    let has_result = unit.arguments.iter().any(|argument| argument.is_result);
    let kind = match unit.kind {
        UnitKind::Subroutine if has_result => "function",
        UnitKind::Program => "program",
        UnitKind::Subroutine => "subroutine",
        UnitKind::Function => "function",
        UnitKind::BlockData => return None,
    };
    let initial = match &unit.body {
        Body::Graph(graph) => Some(InitialValues::compute(unit, graph, effects)),
        Body::Tree(_) => None,
    };
    let is_read = |var: VarId| initial.as_ref().map(|initial| initial.of(var).is_some());
    let arguments: Vec<Value> = unit.arguments.iter().map(|one| argument(unit, one, is_read(one.var()))).collect();
    let result = unit.result.filter(|_| unit.kind == UnitKind::Function);
    let result = result.map(|result| json!({ "name": unit.vars[result].name, "type": unit.vars[result].ty.name() }));
    Some(json!({ "name": unit.name, "kind": kind, "file": unit.file, "arguments": arguments, "result": result }))
}

fn argument(unit: &Unit, argument: &SourceArgument, is_read: Option<bool>) -> Value {
    let name = |var: VarId| unit.vars[var].name.as_str();
    let dimensions: Vec<Value> = argument.dimensions.iter().map(|dimension| bounds(unit, dimension)).collect();
    let mut companions = Map::new();
    for (companion, var) in argument.companions() {
        let key = match companion {
            Companion::ImaginaryPart => "imaginary_part".to_owned(),
            Companion::Length => "length".to_owned(),
            Companion::LowerBound(dimension) => format!("lower_bound_{dimension}"),
            Companion::Extent(dimension) => format!("extent_{dimension}"),
            Companion::Allocated => "allocated".to_owned(),
            Companion::Present => "present".to_owned(),
        };
        companions.insert(key, json!(name(var)));
    }
    json!({
        "name": argument.name(&unit.vars),
        "type": argument.ty.name(),
        "length": argument.length.map(|length| length.declared.map_or_else(|| json!("*"), |bound| value(unit, &bound))),
        "rank": argument.dimensions.len(),
        "dimensions": dimensions,
        "intent": argument.intent.map(|intent| match intent {
            Intent::In => "in",
            Intent::Out => "out",
            Intent::InOut => "inout",
        }),
        "is_read": is_read,
        "is_result": argument.is_result,
        "companions": companions,
    })
}

/// A number, the name of an argument, or null for what only the call says.
fn value(unit: &Unit, bound: &Bound) -> Value {
    match bound {
        Bound::Constant(value) => json!(value),
        Bound::Argument(var) => json!(unit.vars[*var].name),
        Bound::Computed => Value::Null,
    }
}

/// Lower and upper bound.
fn bounds(unit: &Unit, dimension: &Dimension) -> Value {
    let value = |bound: &Bound| value(unit, bound);
    match dimension {
        Dimension::Declared { lower, upper } => json!([value(lower), upper.as_ref().map_or(Value::Null, value)]),
        Dimension::Assumed { lower, .. } => json!([value(lower), null]),
        Dimension::Hidden { .. } => json!([null, null]),
    }
}
