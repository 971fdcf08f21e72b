//! The places that an action reads, and the values that it defines.

use crate::expr::Place;
use crate::graph::{ActionKind, Argument};
use crate::unit::{ValueId, VarId};

/// Visits the places that an action reads by `$each`, which is `for_each_place` or `for_each_place_mut`.
macro_rules! visit_places {
    ($action:ident, $each:ident, $see:ident) => {
        match $action {
            ActionKind::ScopeEntry(_) | ActionKind::ScopeExit(_) => {}
            ActionKind::Assign { value, .. } => value.$each($see),
            ActionKind::Define { expr, .. } => expr.$each($see),
            ActionKind::Store { offset, value, .. } => {
                offset.$each($see);
                value.$each($see);
            }
            ActionKind::StoreText { offset, length, value, .. } => {
                offset.$each($see);
                length.$each($see);
                value.$each($see);
            }
            ActionKind::Array(assignment) => assignment.$each($see),
            ActionKind::Allocate { length, .. } => length.$each($see),
            ActionKind::Deallocate { .. } => {}
            ActionKind::Call { arguments, .. } => {
                for argument in arguments {
                    match argument {
                        Argument::Value(expr) | Argument::InOut { before: expr, .. } => expr.$each($see),
                        Argument::Element(_, offset) => offset.$each($see),
                        Argument::Variable(_) | Argument::Array(_) => {}
                        Argument::Procedure(_) | Argument::Absent => {}
                    }
                }
            }
            ActionKind::Io(io) => io.$each($see),
        }
    };
}

impl ActionKind {
    /// Calls `see` for each place that an action reads.
    pub fn for_each_place(&self, see: &mut dyn FnMut(&Place)) {
        visit_places!(self, for_each_place, see);
    }

    /// As [`ActionKind::for_each_place`], to change them.
    pub fn for_each_place_mut(&mut self, change: &mut dyn FnMut(&mut Place)) {
        visit_places!(self, for_each_place_mut, change);
    }

    /// The array whose elements an action sets itself; what it passes to a call is not among that.
    pub fn assigned_array(&self) -> Option<VarId> {
        match self {
            ActionKind::Store { array, .. }
            | ActionKind::StoreText { array, .. }
            | ActionKind::Allocate { array, .. }
            | ActionKind::Deallocate { array } => Some(*array),
            ActionKind::Array(assignment) => assignment.target(),
            ActionKind::ScopeEntry(_)
            | ActionKind::ScopeExit(_)
            | ActionKind::Assign { .. }
            | ActionKind::Define { .. }
            | ActionKind::Call { .. }
            | ActionKind::Io(_) => None,
        }
    }

    /// As [`ActionKind::assigned_array`], to change it.
    pub fn assigned_array_mut(&mut self) -> Option<&mut VarId> {
        match self {
            ActionKind::Store { array, .. }
            | ActionKind::StoreText { array, .. }
            | ActionKind::Allocate { array, .. }
            | ActionKind::Deallocate { array } => Some(array),
            ActionKind::ScopeEntry(_)
            | ActionKind::ScopeExit(_)
            | ActionKind::Assign { .. }
            | ActionKind::Define { .. }
            | ActionKind::Array(_)
            | ActionKind::Call { .. }
            | ActionKind::Io(_) => None,
        }
    }

    /// The values that an action defines.
    pub fn definitions(&self) -> Vec<ValueId> {
        match self {
            ActionKind::Define { value, .. } => vec![*value],
            ActionKind::Call { arguments, result_value, .. } => arguments
                .iter()
                .filter_map(|argument| match argument {
                    Argument::InOut { after, .. } => Some(*after),
                    _ => None,
                })
                .chain(*result_value)
                .collect(),
            ActionKind::Io(io) => io.definitions().collect(),
            ActionKind::ScopeEntry(_)
            | ActionKind::ScopeExit(_)
            | ActionKind::Assign { .. }
            | ActionKind::Store { .. }
            | ActionKind::StoreText { .. }
            | ActionKind::Array(_)
            | ActionKind::Allocate { .. }
            | ActionKind::Deallocate { .. } => Vec::new(),
        }
    }

    /// Calls `change` for each value that an action defines.
    pub fn for_each_definition_mut(&mut self, change: &mut dyn FnMut(&mut ValueId)) {
        match self {
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
            ActionKind::Io(io) => {
                for object in &mut io.objects {
                    if let Argument::InOut { after, .. } = object {
                        change(after);
                    }
                }
            }
            ActionKind::ScopeEntry(_)
            | ActionKind::ScopeExit(_)
            | ActionKind::Assign { .. }
            | ActionKind::Store { .. }
            | ActionKind::StoreText { .. }
            | ActionKind::Array(_)
            | ActionKind::Allocate { .. }
            | ActionKind::Deallocate { .. } => {}
        }
    }
}
