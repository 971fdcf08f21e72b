//! The values that actions, expressions and the ends of regions use.

use forlane_cfg::{ActionKind, IntegerExpr, LogicalExpr, Place, Region, RegionEnd, ValueId};

/// The value that a place names.
pub(crate) fn place_value(place: &Place) -> Option<ValueId> {
    match place {
        Place::Value(value) => Some(*value),
        Place::Variable(_) | Place::Element(..) | Place::Section(_) => None,
    }
}

/// The values that an action uses, one for each use.
pub(crate) fn uses(action: &ActionKind) -> Vec<ValueId> {
    let mut found = Vec::new();
    action.for_each_place(&mut |place| found.extend(place_value(place)));
    found
}

/// The values that an integer expression uses.
pub(crate) fn integer_uses(expr: &IntegerExpr) -> Vec<ValueId> {
    let mut found = Vec::new();
    expr.for_each_place(&mut |place| found.extend(place_value(place)));
    found
}

/// The values that a logical expression uses.
pub(crate) fn logical_uses(expr: &LogicalExpr) -> Vec<ValueId> {
    let mut found = Vec::new();
    expr.for_each_place(&mut |place| found.extend(place_value(place)));
    found
}

/// A closure for the `for_each_place_mut` functions that renames values.
pub(crate) fn rename_place<'a>(name: &'a dyn Fn(ValueId) -> ValueId) -> impl FnMut(&mut Place) + 'a {
    move |place| {
        if let Place::Value(value) = place {
            *value = name(*value);
        }
    }
}

/// Calls `change` for each value that a region's end gives.
pub(crate) fn for_each_end_use_mut(end: &mut RegionEnd, change: &mut dyn FnMut(&mut ValueId)) {
    match end {
        RegionEnd::FallThrough(values)
        | RegionEnd::Exit { values, .. }
        | RegionEnd::Again { values, .. }
        | RegionEnd::Goto { values, .. } => values.iter_mut().for_each(change),
        RegionEnd::Return(values) => values.iter_mut().for_each(|(_, value)| change(value)),
        RegionEnd::Stop(_) | RegionEnd::Unreachable => {}
    }
}

/// Whether a region's end is reached only to leave it for somewhere else than the code behind its node.
pub(crate) fn leaves(region: &Region) -> bool {
    !matches!(region.end, RegionEnd::FallThrough(_))
}
