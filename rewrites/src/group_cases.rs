//! Makes of each switch what it comes to: cases with one target become one case, those that go where the default goes
//! are dropped, and a switch without a choice becomes a jump or a branch.
//!
//! Requires: stage `cfg`. Ensures: stage `cfg`; each switch has two targets at least beside its default or one case of
//! several values, all distinct. Keeps: order of evaluation. Invalidates: nothing but the arcs it drops. Cost:
//! O(cases).
//!
//! ```text
//! switch i (1: b1, 2: b1, 3: b2) b2      becomes      switch i (1 2: b1) b2
//! switch i (1: b1) b2                    becomes      branch i == 1 b1 b2
//! ```

use forlane_cfg::analysis::failure::integer_may_fail;
use forlane_cfg::{BlockId, Body, Case, IntegerExpr, LogicalExpr, Relation, Terminator, Unit, Var};
use id_arena::Arena;

/// Makes jumps and branches of the switches of a unit that need no more.
pub fn group_cases(unit: &mut Unit) {
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
