//! The forms of a switch: computed GO TO, alternate returns, dispatch heads.
//!
//! In the graph, a switch that is none becomes a jump or a branch, and cases with one target become one case. In the
//! region tree a switch stays one node, and [`switch_form`] decides what lanes make of it: under
//! [`SwitchForm::GuardedChain`] the predicate of each case (the selector equals one of its values; for the default, none
//! of all values) is computed once, at the switch and without short circuit, and the cases' regions run in source order
//! under these masks. What falls from one case into the next, or jumps there, meets it at the end of a scope that
//! structurizing placed around the switch: the pending mask of that scope is the reach predicate of the case.
//!
//! Requires: stage `cfg`. Ensures: stage `cfg`; each switch has two targets at least beside its default or one case of
//! several values, all distinct. Keeps: order of evaluation. Invalidates: nothing but the arcs it drops. Cost: O(cases).
//!
//! ```text
//! switch i (1: b1, 2: b1, 3: b2) b2      becomes      switch i (1 2: b1) b2
//! switch i (1: b1) b2                    becomes      branch i == 1 b1 b2
//! ```

use forlane_cfg::analysis::failure::integer_may_fail;
use forlane_cfg::{BlockId, Body, Case, IntegerExpr, LogicalExpr, Relation, Shape, Terminator, Unit, Var};
use id_arena::Arena;

/// How lanes take a switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SwitchForm {
    /// A real switch: all active lanes go the same way.
    Native,
    /// The cases one by one, each under the mask of its predicate.
    GuardedChain,
}

/// Decides the form of a switch by the shape of its selector.
pub fn switch_form(selector: Shape) -> SwitchForm {
    match selector {
        Shape::Uniform => SwitchForm::Native,
        Shape::Varying => SwitchForm::GuardedChain,
    }
}

/// Makes jumps and branches of the switches of a unit that need no more.
pub fn lower_switches(unit: &mut Unit) {
    let Body::Graph(graph) = &mut unit.body else { return };
    for (_, block) in graph.blocks.iter_mut() {
        if let Terminator::Switch { selector, cases, default } = &mut block.terminator {
            merge_cases(cases, *default);
            if let Some(terminator) = simpler(selector, cases, *default, &unit.vars) {
                block.terminator = terminator;
            }
        }
    }
}

/// Joins the cases of one target and drops those that go where the default goes.
fn merge_cases(cases: &mut Vec<Case<BlockId>>, default: BlockId) {
    let mut merged: indexmap::IndexMap<BlockId, Vec<i64>> = indexmap::IndexMap::new();
    for case in cases.drain(..).filter(|case| case.target != default) {
        merged.entry(case.target).or_default().extend(case.values);
    }
    cases.extend(merged.into_iter().map(|(target, values)| Case { values, target }));
}

fn simpler(selector: &IntegerExpr, cases: &[Case<BlockId>], default: BlockId, vars: &Arena<Var>) -> Option<Terminator> {
    match cases {
        [] if !integer_may_fail(selector, vars) => Some(Terminator::Goto(default)),
        [Case { values, target }] if values.len() == 1 => {
            let value = Box::new(IntegerExpr::Constant(selector.kind(), values[0]));
            let condition = LogicalExpr::CompareInteger(Relation::Equal, Box::new(selector.clone()), value);
            Some(Terminator::Branch { condition, then: *target, otherwise: default })
        }
        _ => None,
    }
}
