//! Arguments of calls that may become those of one call.

use super::Known;
use forlane_cfg::analysis::failure::expr_may_fail;
use forlane_cfg::{Argument, Unit, Var};
use id_arena::Arena;

/// Whether two sites may become one call: they call the same unit, and each argument is the same, or a variable may
/// stand for both.
pub(super) fn fit(known: &Known, one: usize, other: usize) -> bool {
    let (given, others) = (known.arguments(one), known.arguments(other));
    known.sites[one].callee == known.sites[other].callee
        && known.callee(one).is_some_and(|callee| {
            (0..callee.dummies.len()).all(|at| {
                is_same(&known.unit.vars, &given[at], &others[at]) && is_alike_at_entry(known, at, one, other)
                    || is_copied(known, callee, one, at) && is_copied(known, callee, other, at)
            })
        })
}

/// Whether two arguments are the same wherever they are evaluated.
pub(super) fn is_same(vars: &Arena<Var>, one: &Argument, other: &Argument) -> bool {
    match (one, other) {
        // The zeros of REAL are equal, but not the same.
        (Argument::Value(one), Argument::Value(other)) => {
            one == other && format!("{one:?}") == format!("{other:?}") && !expr_may_fail(one, vars)
        }
        (Argument::Variable(one), Argument::Variable(other)) | (Argument::Array(one), Argument::Array(other)) => {
            one == other
        }
        (Argument::Absent, Argument::Absent) => true,
        _ => false,
    }
}

/// Whether an argument of both sites, if it is one of the unit that the callee may assign, has its value at entry at
/// both or at none.
fn is_alike_at_entry(known: &Known, at: usize, one: usize, other: usize) -> bool {
    let Argument::Variable(var) = known.arguments(one)[at] else { return true };
    !known.effects.unit_may_assign(&known.sites[one].callee, at)
        || known
            .entry
            .iter()
            .filter(|value| value.var == var)
            .all(|value| value.is[one] && value.is[other] || !value.may_be[one] && !value.may_be[other])
}

/// Whether a variable of the dummy argument's type may stand for an argument of a site.
fn is_copied(known: &Known, callee: &Unit, site: usize, at: usize) -> bool {
    let dummy = &callee.vars[callee.dummies[at]];
    dummy.array.is_none()
        && match &known.arguments(site)[at] {
            Argument::Value(expr) => expr.ty() == dummy.ty,
            Argument::Variable(var) => {
                // The callee may return it as it was: that would look like a value for the variables of other sites.
                let has_entry_value = || {
                    known.effects.unit_may_assign(&callee.name, at)
                        && known.entry.iter().any(|value| value.var == *var && value.may_be[site])
                };
                let var = &known.unit.vars[*var];
                let has_one_name = !(var.is_target && dummy.is_target);
                var.array.is_none() && var.ty == dummy.ty && has_one_name && !has_entry_value()
            }
            _ => false,
        }
}
