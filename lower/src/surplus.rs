//! Makes calls fit their callees, as FORTRAN 77 linked them without a word. What the callee does not take is dropped:
//! the caller has evaluated it, and the callee does not look at it. What a call lacks is absent: old code that passes
//! too little comes to it in no case that is used, and an absent array has no elements.

use forlane_cfg::graph::{ActionKind, Argument, Callee, handed_along};
use forlane_cfg::interface::Carrier;
use forlane_cfg::unit::{Body, Program, Unit, VarId};
use std::collections::HashMap;

/// What is known of a callee.
struct Taken {
    dummies: usize,
    /// How many of the first ones are not CHARACTER, and not their lengths, which follow the others.
    plain: usize,
}

/// Drops the surplus arguments of all calls in the program, and adds those that are missing.
///
/// Where CHARACTER is among the arguments given, one might be taken for a length, so that the call stays as it is.
pub fn fit_arguments(program: &mut Program) {
    let taken: HashMap<String, Taken> = program.units.iter().map(|unit| (unit.name.clone(), Taken::of(unit))).collect();
    for unit in &mut program.units {
        let Body::Graph(graph) = &mut unit.body else { continue };
        for action in graph.blocks.iter_mut().flat_map(|(_, block)| &mut block.actions) {
            if let ActionKind::Call { callee: Callee::Unit(name), arguments, .. } = &mut action.kind
                && let Some(taken) = taken.get(name)
                && handed_along(arguments).next().is_none()
                && arguments.len().min(taken.dummies) <= taken.plain
            {
                arguments.resize(taken.dummies, Argument::Absent);
            }
        }
    }
}

impl Taken {
    fn of(unit: &Unit) -> Taken {
        let texts = unit.arguments.iter().filter(|argument| argument.length.is_some());
        let texts: Vec<VarId> = texts.filter_map(|argument| variable_of(&argument.carrier)).collect();
        let plain = unit.dummies.iter().take_while(|dummy| !texts.contains(dummy)).count();
        Taken { dummies: unit.dummies.len(), plain }
    }
}

fn variable_of(carrier: &Carrier) -> Option<VarId> {
    match carrier {
        Carrier::Variable(var) => Some(*var),
        Carrier::Parts { .. } => None,
    }
}
