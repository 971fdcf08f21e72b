//! What only scalar code can do so far: a kernel that needs it runs in gangs of one lane.

use crate::call_order::{Call, calls};
use forlane_cfg::{ActionKind, SourceLine, Unit};

/// What of the unit, one of these, gang code has no instructions for, in words; none if there is nothing.
pub fn reason(unit: &Unit, units: &[&Unit]) -> Option<String> {
    let line = resized_line(unit, units)?;
    Some(format!("{} passes an argument whose elements have another size", unit.line_in_words(line)))
}

/// The line of a call whose callee takes an argument as elements of another size, which in a gang do not lie side by side.
fn resized_line(unit: &Unit, units: &[&Unit]) -> Option<SourceLine> {
    let is_resized = |call: &Call<'_>| {
        let callee = units.iter().find(|callee| call.callee.unit() == Some(&callee.name));
        let dummies = callee.into_iter().flat_map(|callee| callee.dummies.iter().map(|dummy| &callee.vars[*dummy]));
        let mut pairs = call.arguments.iter().zip(dummies);
        pairs.any(|(argument, dummy)| argument.ty(unit).is_some_and(|ty| ty.size() != dummy.ty.size()))
    };
    calls(unit).into_iter().find(is_resized).map(|call| call.at)
}

/// Whether the unit transfers something.
pub fn has_transfers(unit: &Unit) -> bool {
    unit.actions().any(|action| matches!(action.kind, ActionKind::Io(_)))
}
