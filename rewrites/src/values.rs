//! The values that an action uses and defines.

use forlane_cfg::{ActionKind, Argument, IntegerExpr, LogicalExpr, OutputItem, Place, Region, RegionEnd, ValueId};

/// Calls `see` for each place that an action reads.
pub(crate) fn for_each_place(action: &ActionKind, see: &mut dyn FnMut(&Place)) {
    match action {
        ActionKind::ScopeEntry(_) | ActionKind::ScopeExit(_) => {}
        ActionKind::Assign { value, .. } => value.for_each_place(see),
        ActionKind::Define { expr, .. } => expr.for_each_place(see),
        ActionKind::Store { offset, value, .. } => {
            offset.for_each_place(see);
            value.for_each_place(see);
        }
        ActionKind::Call { arguments, .. } => {
            for argument in arguments {
                match argument {
                    Argument::Value(expr) | Argument::InOut { before: expr, .. } => expr.for_each_place(see),
                    Argument::Element(_, offset) => offset.for_each_place(see),
                    Argument::Variable(_) | Argument::Array(_) => {}
                }
            }
        }
        ActionKind::Print(items) => {
            for item in items {
                if let OutputItem::Value(expr) = item {
                    expr.for_each_place(see);
                }
            }
        }
    }
}

/// As [`for_each_place`], to change them.
pub(crate) fn for_each_place_mut(action: &mut ActionKind, change: &mut dyn FnMut(&mut Place)) {
    match action {
        ActionKind::ScopeEntry(_) | ActionKind::ScopeExit(_) => {}
        ActionKind::Assign { value, .. } => value.for_each_place_mut(change),
        ActionKind::Define { expr, .. } => expr.for_each_place_mut(change),
        ActionKind::Store { offset, value, .. } => {
            offset.for_each_place_mut(change);
            value.for_each_place_mut(change);
        }
        ActionKind::Call { arguments, .. } => {
            for argument in arguments {
                match argument {
                    Argument::Value(expr) | Argument::InOut { before: expr, .. } => expr.for_each_place_mut(change),
                    Argument::Element(_, offset) => offset.for_each_place_mut(change),
                    Argument::Variable(_) | Argument::Array(_) => {}
                }
            }
        }
        ActionKind::Print(items) => {
            for item in items {
                if let OutputItem::Value(expr) = item {
                    expr.for_each_place_mut(change);
                }
            }
        }
    }
}

/// The value that a place names.
pub(crate) fn place_value(place: &Place) -> Option<ValueId> {
    match place {
        Place::Value(value) => Some(*value),
        Place::Variable(_) | Place::Element(..) => None,
    }
}

/// The values that an action uses, one for each use.
pub(crate) fn uses(action: &ActionKind) -> Vec<ValueId> {
    let mut found = Vec::new();
    for_each_place(action, &mut |place| found.extend(place_value(place)));
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

/// The values that an action defines.
pub(crate) fn definitions(action: &ActionKind) -> Vec<ValueId> {
    match action {
        ActionKind::Define { value, .. } => vec![*value],
        ActionKind::Call { arguments, result_value, .. } => arguments
            .iter()
            .filter_map(|argument| match argument {
                Argument::InOut { after, .. } => Some(*after),
                _ => None,
            })
            .chain(*result_value)
            .collect(),
        _ => Vec::new(),
    }
}

/// Calls `change` for each value that an action defines.
pub(crate) fn for_each_definition_mut(action: &mut ActionKind, change: &mut dyn FnMut(&mut ValueId)) {
    match action {
        ActionKind::Define { value, .. } => change(value),
        ActionKind::Call { arguments, result_value, .. } => {
            for argument in arguments {
                if let Argument::InOut { after, .. } = argument {
                    change(after);
                }
            }
            if let Some(value) = result_value {
                change(value);
            }
        }
        _ => {}
    }
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
        RegionEnd::FallThrough(values) | RegionEnd::Exit { values, .. } | RegionEnd::Again { values, .. } => {
            values.iter_mut().for_each(change)
        }
        RegionEnd::Return(values) => values.iter_mut().for_each(|(_, value)| change(value)),
        RegionEnd::Stop(_) | RegionEnd::Unreachable => {}
    }
}

/// Whether a region's end is reached only to leave it for somewhere else than the code behind its node.
pub(crate) fn leaves(region: &Region) -> bool {
    !matches!(region.end, RegionEnd::FallThrough(_))
}
