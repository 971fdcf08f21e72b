//! Makes the program of a kernel: the units that the kernel reaches by calls, and in them what a row can do.
//!
//! What is not reached is neither compiled nor judged. What is reached and can't be done in a kernel fails the row that
//! gets there, with its reason and its line, and no other row: input from units, what is asked of the system, calls of
//! procedures that are in none of the files. Output to units is left out with its items, but for the functions that
//! these call (`limits`), unless it goes to the console and is to be kept. Of a unit with ENTRY it is what follows the
//! entry point that is called (`entries`).
//!
//! Requires: units at stage `cfg`; others are taken as they are. Ensures: stage `cfg`; dummy procedures are bound.
//! Keeps: results of rows that do not fail; the initial values of areas, also those that only units give that are not
//! reached. Invalidates: all analyses. Cost: O(size of the program).
//!
//! ```text
//! b0:                                         b0:
//!     value.1 = call f(i)                         value.1 = call f(i)
//!     io write_unit(7, "(I5)")                    status = 0
//!     io write(a[i] + value.1)     becomes        fail unsupported "input from a unit is not done in …"
//!     io end_all(&status)
//!     io read_unit(5)
//!     …
//! ```

mod entries;
mod limits;

use crate::bind_procedures::{BindError, bind_pointed_procedures, has_procedure_pointers, passed_procedures};
use entries::choose_entries;
use forlane_cfg::{
    Action, ActionKind, Argument, Body, Callee, GraphBuilder, NodeKind, Program, SourceLine, Stage, Storage,
    Terminator, Unit, UnitKind, Var,
};
use indexmap::{IndexMap, IndexSet};
use limits::Limits;

pub use limits::Allowed;

/// The program of a kernel.
#[derive(Clone, Debug)]
pub struct KernelProgram {
    /// Its units.
    pub program: Program,
    /// Where output to units was left out: the unit's name and the line.
    pub left_out: Vec<(String, SourceLine)>,
}

/// The program of the kernel `root`, which has no dummy procedures, and whose rows may do what is allowed.
///
/// # Errors
/// As [`bind_procedures`](crate::bind_procedures::bind_procedures).
pub fn kernel_program(program: &Program, root: &str, allowed: Allowed) -> Result<KernelProgram, BindError> {
    let all: Vec<&str> = program.units.iter().map(|unit| unit.name.as_str()).collect();
    // A pointer may have been set before the rows, by what the kernel does not reach.
    let reached = reached_units(program, root);
    let pointed =
        if reached.units.iter().any(has_procedure_pointers) { passed_procedures(program) } else { Vec::new() };
    let roots = std::iter::once(root).chain(pointed.iter().map(String::as_str));
    let mut program = if pointed.is_empty() { reached } else { units_reached_from(program, roots) };
    bind_pointed_procedures(&mut program, &pointed)?;
    let mut program = reached_units(&program, root);
    choose_entries(&mut program);
    let mut program = reached_units(&program, root);
    let known: IndexSet<String> = program.units.iter().map(|unit| unit.name.clone()).collect();
    let mut left_out = Vec::new();
    for unit in program.units.iter_mut().filter(|unit| unit.stage == Stage::Cfg) {
        let lines = Limits::new(&known, &all, allowed).apply(unit);
        left_out.extend(lines.into_iter().map(|at| (unit.name.clone(), at)));
    }
    Ok(KernelProgram { program, left_out })
}

/// The units that `root` reaches, and the variables in areas that others initialise.
pub fn reached_units(program: &Program, root: &str) -> Program {
    units_reached_from(program, std::iter::once(root))
}

fn units_reached_from<'r>(program: &Program, roots: impl Iterator<Item = &'r str>) -> Program {
    let by_name: IndexMap<&str, &Unit> = program.units.iter().map(|unit| (unit.name.as_str(), unit)).collect();
    let roots = roots.filter_map(|root| by_name.get_key_value(root));
    let mut reached: IndexSet<&str> = roots.map(|(name, _)| *name).collect();
    let mut next = 0;
    while let Some(unit) = reached.get_index(next).and_then(|name| by_name.get(name)) {
        let callees = callees(unit).into_iter().filter_map(|name| by_name.get_key_value(name));
        reached.extend(callees.map(|(name, _)| *name));
        next += 1;
    }
    let kept = |unit: &Unit| match reached.contains(unit.name.as_str()) {
        true => Some(unit.clone()),
        false => initial_values(unit),
    };
    Program { units: program.units.iter().filter_map(kept).collect() }
}

/// The names that a unit calls, or passes to what it calls.
fn callees(unit: &Unit) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    for action in actions(unit) {
        let ActionKind::Call { callee, arguments, .. } = &action.kind else { continue };
        found.extend(callee.unit());
        for argument in arguments {
            if let Argument::Procedure(Callee::Unit(name) | Callee::Internal(name, _)) = argument {
                found.push(name);
            }
        }
    }
    found
}

fn actions(unit: &Unit) -> Vec<&Action> {
    match &unit.body {
        Body::Graph(graph) => graph.blocks.iter().flat_map(|(_, block)| &block.actions).collect(),
        Body::Tree(tree) => (tree.regions.iter().flat_map(|(_, region)| &region.nodes))
            .filter_map(|node| match &node.kind {
                NodeKind::Action(action) => Some(action),
                _ => None,
            })
            .collect(),
    }
}

/// What stays of a unit that is not reached: BLOCK DATA of its variables in areas that have initial values.
fn initial_values(unit: &Unit) -> Option<Unit> {
    let is_initial = |var: &&Var| var.storage == Storage::Area && !var.initial.is_empty();
    let mut code = GraphBuilder::new(SourceLine::default());
    let scope = code.scope;
    for var in unit.vars.iter().map(|(_, var)| var).filter(is_initial) {
        code.vars.alloc(Var { scope, ..var.clone() });
    }
    if code.vars.len() == 0 {
        return None;
    }
    code.action(ActionKind::ScopeEntry(scope));
    code.action(ActionKind::ScopeExit(scope));
    code.end(Terminator::Return(Vec::new()));
    let block_data = code.into_unit(unit.name.clone(), UnitKind::BlockData, unit.file.clone());
    Some(Unit { origin: unit.origin.clone(), ..block_data })
}
