//! Finds tables: arrays with initial values that no execution assigns, although they are passed by reference.
//!
//! A table that is passed to a function, as the coefficients of a polynomial are, is a constant as long as that function
//! does not assign its dummy argument; this shows only when all units are built.

use forlane_cfg::analysis::Effects;
use forlane_cfg::graph::{ActionKind, Argument, Graph, handed_along};
use forlane_cfg::unit::{Body, Program, Shape, Storage, Unit, VarId};

/// Turns static arrays that have initial values and are never assigned into constants.
pub fn find_constant_tables(program: &mut Program) {
    let effects = Effects::compute(program);
    for unit in &mut program.units {
        for table in tables(unit, &effects) {
            let var = &mut unit.vars[table];
            (var.storage, var.shape) = (Storage::Constant, Shape::Uniform);
        }
    }
}

fn tables(unit: &Unit, effects: &Effects) -> Vec<VarId> {
    let Body::Graph(graph) = &unit.body else { return Vec::new() };
    let assigned = assigned_arrays(unit, graph, effects);
    let is_table = |var: &VarId| {
        let about = &unit.vars[*var];
        about.storage == Storage::Static && about.array.is_some() && !about.initial.is_empty() && !assigned[var.index()]
    };
    unit.vars.iter().map(|(var, _)| var).filter(is_table).collect()
}

/// For each variable whether it is an array that the unit or something that it calls may assign.
pub(super) fn assigned_arrays(unit: &Unit, graph: &Graph, effects: &Effects) -> Vec<bool> {
    let mut assigned = vec![false; unit.vars.len()];
    for (_, block) in graph.blocks.iter() {
        for action in &block.actions {
            match &action.kind {
                ActionKind::Call { callee, arguments, .. } => {
                    for argument in handed_along(arguments).filter_map(|at| arguments.get(at)) {
                        if let Argument::Array(array) = argument {
                            assigned[array.index()] = true;
                        }
                    }
                    for (at, argument) in arguments.iter().enumerate() {
                        if let Argument::Array(array) | Argument::Element(array, _) = argument {
                            assigned[array.index()] |= effects.may_assign(callee, at);
                        }
                    }
                }
                ActionKind::Io(io) => io.assigned_variables().for_each(|array| assigned[array.index()] = true),
                other => other.assigned_array().iter().for_each(|array| assigned[array.index()] = true),
            }
        }
    }
    assigned
}
