//! Drops the assignments of kept scalars that never have another value than the one they start with.
//!
//! ```text
//! data sw9/1./                          data sw9/1./
//! sw9 = 1.                   becomes
//! if (sw9.eq.-1.) go to 30              if (sw9.eq.-1.) go to 30
//! ```
//!
//! So are options that could have other values, but for what `settle_flags` or a guard that was taken away decided.
//! Such a scalar is a constant then (`find_constants`), and what it decides is folded.
//!
//! Requires: a closed program at stage `cfg`, of which no unit but the root is called from outside. Ensures: the same.
//! Keeps: results, which lanes fail. Cost: O(size of the program).

use super::guards::initial_value;
use crate::fold_constants::literal;
use crate::objects::{Access, Member, Objects, for_each_access};
use forlane_cfg::analysis::Effects;
use forlane_cfg::{ActionKind, Body, Program};
use std::collections::HashSet;

/// Drops them; says whether there were any.
pub(super) fn drop_same(program: &mut Program) -> bool {
    let (objects, effects) = (Objects::compute(program), Effects::compute(program));
    let assigns_same = |unit: usize, action: &ActionKind| {
        let ActionKind::Assign { target, value } = action else { return None };
        let (value, object) = (literal(value)?, objects.of(unit, *target)?);
        let is_like = |(unit, var): &Member| {
            let var = &program.units[*unit].vars[*var];
            var.array.is_none() && var.ty == value.ty()
        };
        if !objects.get(object).members.iter().all(is_like) {
            return None;
        }
        let initial = initial_value(program, &objects, (unit, *target))?;
        (value.to_bytes() == initial.to_bytes()).then_some(object)
    };
    let (mut same, mut changed) = (HashSet::new(), HashSet::new());
    for (index, unit) in program.units.iter().enumerate() {
        for action in unit.actions() {
            if let Some(object) = assigns_same(index, &action.kind) {
                same.insert(object);
                continue;
            }
            for_each_access(&action.kind, &effects, &mut |var, access| {
                if access == Access::Write {
                    changed.extend(objects.of(index, var));
                }
            });
        }
    }
    same.retain(|object| !changed.contains(object));
    if same.is_empty() {
        return false;
    }
    for (index, unit) in program.units.iter_mut().enumerate() {
        let Body::Graph(graph) = &mut unit.body else { continue };
        for (_, block) in graph.blocks.iter_mut() {
            block.actions.retain(|action| match &action.kind {
                ActionKind::Assign { target, .. } => {
                    !objects.of(index, *target).is_some_and(|object| same.contains(&object))
                }
                _ => true,
            });
        }
    }
    true
}
