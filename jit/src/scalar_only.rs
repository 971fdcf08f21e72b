//! What only scalar code can do so far: a kernel that needs it runs in gangs of one lane.

use forlane_cfg::{Type, Unit};

/// What of the unit gang code has no instructions for, in words; none if there is nothing.
pub fn reason(unit: &Unit) -> Option<String> {
    let is_narrow = |ty: Type| matches!(ty, Type::Integer(kind) if kind.is_narrow());
    let variable = unit.vars.iter().find(|(_, var)| is_narrow(var.ty));
    variable.map(|(_, var)| format!("`{}` has elements of {} bytes", var.name, var.ty.size()))
}
