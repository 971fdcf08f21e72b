//! Neighbouring exits to one label become one, so that lanes leave once.
//!
//! ```text
//! if a { exit L (x) }                 if a .or. b .or. c { exit L (x) }
//! if b { exit L (x) }          ⟶
//! if c { } else { exit L (x) }        (with .not. c)
//! ```
//! Between them may be definitions that can't fail. An exit that all active lanes take or none is a branch of its own
//! where that can lead to the end of the loop around: as a mask its condition would take an operation for each
//! register.

use super::Lowering;
use crate::error::JitError;
use crate::gang::ir::{BinaryOp, UnaryOp, ValueId};
use forlane_cfg::analysis::Checked;
use forlane_cfg::analysis::weight::node_alone;
use forlane_cfg::{self as cfg, ActionKind, Control, LogicalExpr, Node, NodeKind, RegionEnd, RegionId};

/// Conditions of more operations than this are not computed together with others.
const JOINED_COST: u32 = 12;

/// A run of nodes that holds several exits of one kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct CommonExits {
    /// How many nodes.
    pub nodes: usize,
    /// The region of an exit that some lanes take, others staying.
    exit: RegionId,
    /// The region of its other arm.
    stay: RegionId,
}

/// A node that is nothing but a conditional exit.
struct ConditionalExit<'a> {
    condition: &'a LogicalExpr,
    negated: bool,
    exit: RegionId,
    stay: RegionId,
    control: Control,
}

impl<'a> Lowering<'a> {
    fn conditional_exit<'n>(&self, node: &'n Node) -> Option<ConditionalExit<'n>> {
        let NodeKind::If { condition, then, otherwise, outputs, control } = &node.kind else { return None };
        let is_exit = |region: RegionId| {
            let region = &self.tree.regions[region];
            region.nodes.is_empty() && matches!(region.end, RegionEnd::Exit { .. })
        };
        let is_stay = |region: RegionId| {
            let region = &self.tree.regions[region];
            region.nodes.is_empty() && matches!(region.end, RegionEnd::FallThrough(_))
        };
        let negated = is_exit(*otherwise);
        let (exit, stay) = if negated { (*otherwise, *then) } else { (*then, *otherwise) };
        let fits = outputs.is_empty() && is_exit(exit) && is_stay(stay);
        fits.then_some(ConditionalExit { condition, negated, exit, stay, control: *control })
    }

    fn is_same_exit(&self, a: RegionId, b: RegionId) -> bool {
        let ends = (&self.tree.regions[a].end, &self.tree.regions[b].end);
        let (RegionEnd::Exit { label: a, values: x, .. }, RegionEnd::Exit { label: b, values: y, .. }) = ends else {
            return false;
        };
        a == b && x == y
    }

    /// The run of exits at the start of these nodes, if there are several and some lanes may take them, others staying.
    pub(super) fn common_exits(&self, nodes: &[Node]) -> Option<CommonExits> {
        let first = self.conditional_exit(nodes.first()?)?;
        let mut found = CommonExits { nodes: 1, exit: first.exit, stay: first.stay };
        let mut varying = first.control != Control::Uniform;
        let has_branches = self.is_in_loop();
        if has_branches && !varying {
            return None;
        }
        for (index, node) in nodes.iter().enumerate().skip(1) {
            // Lanes that leave do all of the run, also what only those that stay may.
            let checked = if self.around.options.checks.are_made() { Checked::Everything } else { Checked::Nothing };
            let weight = node_alone(&node.kind, checked);
            if weight.fails || weight.heavy || weight.cost > JOINED_COST {
                break;
            }
            match self.conditional_exit(node) {
                Some(next) if has_branches && next.control == Control::Uniform => break,
                Some(next) if self.is_same_exit(first.exit, next.exit) => {
                    if next.control != Control::Uniform && !varying {
                        (found.exit, found.stay) = (next.exit, next.stay);
                        varying = true;
                    }
                    found.nodes = index + 1;
                }
                Some(_) => break,
                None => {
                    let NodeKind::Action(action) = &node.kind else { break };
                    if !matches!(action.kind, ActionKind::Define { .. }) {
                        break;
                    }
                }
            }
        }
        (varying && found.nodes > 1).then_some(found)
    }

    /// Lowers a run of exits as one.
    pub(super) fn start_common_exits(&mut self, nodes: &[Node], exits: CommonExits) -> Result<(), JitError> {
        let mut leaves: Option<ValueId> = None;
        for node in nodes {
            self.go_to(node.at);
            match &node.kind {
                NodeKind::Action(action) => self.action(action)?,
                _ => {
                    let Some(one) = self.conditional_exit(node) else { continue };
                    let mut condition = self.logical(one.condition)?;
                    if one.negated {
                        condition = self.builder.unary(UnaryOp::Not, condition);
                    }
                    leaves = Some(match leaves {
                        None => condition,
                        Some(earlier) => self.builder.binary(BinaryOp::Or, earlier, condition),
                    });
                }
            }
        }
        let Some(leaves) = leaves else { return Ok(()) };
        let outputs: &[cfg::ValueId] = &[];
        self.start_if_value(leaves, [exits.exit, exits.stay], outputs, Control::Varying)
    }
}
