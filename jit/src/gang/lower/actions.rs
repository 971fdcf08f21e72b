//! Actions, but for calls.

use super::Lowering;
use crate::error::JitError;
use crate::texts::TextCode;
use crate::transfers::TransferCode;
use forlane_cfg::{self as cfg, Action, ActionKind, Argument, Expr, RegionTree, Shape};
use std::collections::BTreeSet;

impl Lowering<'_> {
    /// Lowers an action.
    pub(super) fn action(&mut self, action: &Action) -> Result<(), JitError> {
        self.go_to(action.at);
        match &action.kind {
            ActionKind::ScopeEntry(_) | ActionKind::ScopeExit(_) => Ok(()),
            ActionKind::Assign { target, value } => {
                let value = self.expr(value)?;
                self.store_scalar(*target, value)
            }
            ActionKind::Define { value, expr } => self.define_value(*value, expr),
            ActionKind::Store { array, offset, value } => {
                // In the order of the interpreter: the value first, then the element is checked.
                let value = self.expr(value)?;
                self.store_element(*array, offset, value)
            }
            ActionKind::Io(io) => self.io(io),
            ActionKind::Call { callee, arguments, result, result_value } => {
                self.call(callee, arguments, *result, *result_value)
            }
            ActionKind::Array(_) => Err(self.malformed("an array assignment is not lowered")),
            ActionKind::StoreText { array, offset, length, value } => self.store_text(*array, offset, length, value),
            ActionKind::Allocate { array, length } => self.allocate(*array, Some(length)),
            ActionKind::Deallocate { array } => self.allocate(*array, None),
        }
    }

    /// A value that may be uniform stays so even if it counts as varying: only joins need the shape that it says.
    fn define_value(&mut self, value: cfg::ValueId, expr: &Expr) -> Result<(), JitError> {
        let found = self.expr(expr)?;
        let wanted = self.unit.values[value].shape;
        if wanted == Some(Shape::Uniform) && self.builder.code.ty(found).is_varying() {
            return Err(self.malformed(&format!("v{} is marked uniform but varies", value.index())));
        }
        self.values[value.index()] = Some(found);
        Ok(())
    }
}

/// The variables that a tree may assign in memory, itself or through calls.
pub(super) fn written_variables(tree: &RegionTree) -> BTreeSet<cfg::VarId> {
    let mut written = BTreeSet::new();
    for (_, region) in tree.regions.iter() {
        for node in &region.nodes {
            let cfg::NodeKind::Action(action) = &node.kind else { continue };
            match &action.kind {
                ActionKind::Assign { target, .. } => {
                    written.insert(*target);
                }
                ActionKind::Call { arguments, result, .. } => {
                    written.extend(arguments.iter().filter_map(Argument::referenced).chain(*result));
                }
                ActionKind::Io(io) => written.extend(io.assigned_variables()),
                other => written.extend(other.assigned_array()),
            }
        }
    }
    written
}
