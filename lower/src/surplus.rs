//! Drops arguments that the callee does not take, which FORTRAN 77 linked without a word: the caller has evaluated
//! them, and the callee does not look at them.

use forlane_cfg::graph::{ActionKind, Callee, handed_along};
use forlane_cfg::unit::{Body, Program, Unit};
use std::collections::HashMap;

/// Drops the surplus arguments of all calls in the program.
///
/// A callee with CHARACTER arguments would take one of them for a length, so that its calls stay as they are.
pub fn drop_surplus_arguments(program: &mut Program) {
    let taken: HashMap<String, usize> = (program.units.iter())
        .filter(|unit| !takes_text(unit))
        .map(|unit| (unit.name.clone(), unit.dummies.len()))
        .collect();
    for unit in &mut program.units {
        let Body::Graph(graph) = &mut unit.body else { continue };
        for action in graph.blocks.iter_mut().flat_map(|(_, block)| &mut block.actions) {
            if let ActionKind::Call { callee: Callee::Unit(name), arguments, .. } = &mut action.kind
                && let Some(taken) = taken.get(name)
                && handed_along(arguments).next().is_none()
            {
                arguments.truncate(*taken);
            }
        }
    }
}

fn takes_text(unit: &Unit) -> bool {
    unit.arguments.iter().any(|argument| argument.length.is_some())
}
