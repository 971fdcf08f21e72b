//! Finds texts that are passed as they are in the source to what does not assign them.
//!
//! A text as an actual argument is put into an array of its own before the call, since the callee may assign its dummy
//! argument. That it does not shows only when all units are built: then the array is a constant that all lanes share,
//! and nothing is done for it before the call.
//!
//! ```text
//! text.1[0 for 6] = "Newton" @8        becomes     var text.1: integer1[6] constant uniform = …
//! call report(&text.1[], 6) @8                     call report(&text.1[], 6) @8
//! ```

use crate::character::TEXT;
use forlane_cfg::analysis::Effects;
use forlane_cfg::expr::IntegerExpr;
use forlane_cfg::graph::{ActionKind, Argument, Graph, handed_along};
use forlane_cfg::names;
use forlane_cfg::unit::{ArrayLength, Body, Program, Shape, Storage, Unit, Var, VarId};
use forlane_cfg::{Constant, IntegerKind};
use std::collections::HashMap;

/// Turns the arrays of such texts into constants.
pub fn find_constant_texts(program: &mut Program) {
    let effects = Effects::compute(program);
    for unit in &mut program.units {
        let texts = texts(unit, &effects);
        if texts.is_empty() {
            continue;
        }
        if let Body::Graph(graph) = &mut unit.body {
            for (_, block) in graph.blocks.iter_mut() {
                block.actions.retain(
                    |action| !matches!(&action.kind, ActionKind::StoreText { array, .. } if texts.contains_key(array)),
                );
            }
        }
        for (text, bytes) in texts {
            let var = &mut unit.vars[text];
            (var.storage, var.shape) = (Storage::Constant, Shape::Uniform);
            let element =
                |(at, byte): (usize, u8)| (at as u64, 1, Constant::Integer(IntegerKind::I1, i64::from(byte as i8)));
            var.initial = bytes.into_iter().enumerate().map(element).collect();
        }
    }
}

/// The arrays that are assigned a text once, all of them, and never anything else.
fn texts(unit: &Unit, effects: &Effects) -> HashMap<VarId, Vec<u8>> {
    let Body::Graph(graph) = &unit.body else { return HashMap::new() };
    let mut found = HashMap::new();
    let mut stores = vec![0; unit.vars.len()];
    for (_, block) in graph.blocks.iter() {
        for action in &block.actions {
            if let ActionKind::StoreText { array, offset, length, value } = &action.kind {
                stores[array.index()] += 1;
                let text = value.as_text().filter(|text| is_whole(&unit.vars[*array], offset, length, text.len()));
                found.extend(text.map(|text| (*array, text.to_vec())));
            }
        }
    }
    if !found.is_empty() {
        let assigned = assigned_arrays(unit, &without_stores(graph), effects);
        found.retain(|array, _| stores[array.index()] == 1 && !assigned[array.index()]);
    }
    found
}

/// The graph without what the texts are assigned by.
fn without_stores(graph: &Graph) -> Graph {
    let mut rest = graph.clone();
    for (_, block) in rest.blocks.iter_mut() {
        block.actions.retain(|action| !matches!(action.kind, ActionKind::StoreText { .. }));
    }
    rest
}

/// Whether the variable is one that the compiler made for a text, which the range is all of. Nothing reads it before.
fn is_whole(var: &Var, offset: &IntegerExpr, length: &IntegerExpr, bytes: usize) -> bool {
    let constant = |expr: &IntegerExpr| match expr {
        IntegerExpr::Constant(_, value) => Some(*value),
        _ => None,
    };
    var.storage == Storage::Local
        && names::is_numbered(&var.name, TEXT)
        && var.array == Some(ArrayLength::Constant(bytes as u64))
        && constant(offset) == Some(0)
        && constant(length) == Some(bytes as i64)
}

/// For each variable whether it is an array that the unit or something that it calls may assign.
fn assigned_arrays(unit: &Unit, graph: &Graph, effects: &Effects) -> Vec<bool> {
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
