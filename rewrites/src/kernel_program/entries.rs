//! Takes a kernel's entry point for good: a unit with ENTRY that only one entry point is called of is what follows
//! that.
//!
//! ```text
//! (root) call first.entries(&x, &y, absent, 0)
//! (first.entries)                                     (first.entries)
//! b0: switch entry.number [1 => b1, default => b2]    b0: goto b2
//! b1: w = x + y; return                      becomes  b2: y = x * 2e0; return
//! b2: y = x * 2e0; return
//! ```
//! So what another entry point reads or assigns is not taken to be done by this one.

use forlane_cfg::compact::compact_graph;
use forlane_cfg::{ActionKind, Argument, Body, Expr, IntegerExpr, Place, Program, Terminator, Unit, VarId};

/// What the lowering calls the dummy argument that says where execution begins.
const ENTRY_NUMBER: &str = "entry.number";

/// Takes the entry points that units with ENTRY are called of, where each call says the same one.
///
/// Requires: units at stage `cfg`; others are left as they are. Ensures: stage `cfg`. Keeps: what the units that are
/// called from others do. Invalidates: all analyses of the units that change. Cost: O(size of the program).
pub(super) fn choose_entries(program: &mut Program) {
    let united: Vec<usize> = (0..program.units.len()).filter(|at| number_of(&program.units[*at]).is_some()).collect();
    for at in united {
        let Some((argument, var)) = number_of(&program.units[at]) else { continue };
        let numbers: Option<Vec<i64>> =
            numbers_in_calls(program, &program.units[at].name, argument).into_iter().collect();
        let Some([first, others @ ..]) = numbers.as_deref() else { continue };
        if others.iter().any(|other| other != first) {
            continue;
        }
        let Body::Graph(graph) = &mut program.units[at].body else { continue };
        for (_, block) in graph.blocks.iter_mut() {
            let Terminator::Switch { selector, cases, default } = &block.terminator else { continue };
            if matches!(selector, IntegerExpr::Read(_, Place::Variable(read)) if *read == var) {
                let case = cases.iter().find(|case| case.values.contains(first));
                block.terminator = Terminator::Goto(case.map_or(*default, |case| case.target));
            }
        }
        compact_graph(graph);
    }
}

/// The number and the variable of the dummy argument that says where execution of a unit begins.
fn number_of(unit: &Unit) -> Option<(usize, VarId)> {
    let mut dummies = unit.dummies.iter().copied().enumerate();
    dummies.find(|(_, dummy)| unit.vars[*dummy].name == ENTRY_NUMBER)
}

/// What the calls of a unit pass for an argument; none for what is not a constant.
fn numbers_in_calls(program: &Program, name: &str, argument: usize) -> Vec<Option<i64>> {
    let calls = program.units.iter().flat_map(super::actions).filter_map(|action| match &action.kind {
        ActionKind::Call { callee, arguments, .. } if callee.unit() == Some(name) => arguments.get(argument),
        _ => None,
    });
    calls
        .map(|argument| match argument {
            Argument::Value(Expr::Integer(IntegerExpr::Constant(_, number))) => Some(*number),
            _ => None,
        })
        .collect()
}
