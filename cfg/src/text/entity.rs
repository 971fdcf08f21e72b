//! What a line of the text form stands for.

use crate::graph::BlockId;
use crate::region::RegionId;
use crate::unit::{ScopeId, Unit, VarId};

/// The part of a unit that a line of its text stands for. Verifier errors concern one, so that they can be shown
/// under its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnitPart {
    /// The unit as a whole: its first line.
    Unit,
    /// A scope's declaration.
    Scope(ScopeId),
    /// A variable's declaration.
    Var(VarId),
    /// The dummy arguments and the function result.
    Interface,
    /// The argument of the source that this dummy argument stands for.
    Argument(VarId),
    /// A block: its head.
    Block(BlockId),
    /// The merge at that place of the block.
    Merge(BlockId, usize),
    /// The action at that place of the block.
    Action(BlockId, usize),
    /// The terminator of the block.
    Terminator(BlockId),
    /// A region: the line that opens it.
    Region(RegionId),
    /// The node at that place of the region.
    Node(RegionId, usize),
    /// The end of the region.
    End(RegionId),
}

impl UnitPart {
    /// In words, for messages.
    pub fn describe(self, unit: &Unit) -> String {
        match self {
            UnitPart::Unit => "the unit".to_string(),
            UnitPart::Scope(scope) => format!("scope s{}", scope.index()),
            UnitPart::Var(var) => match unit.vars.get(var) {
                Some(found) => format!("variable {}", found.name),
                None => format!("variable {}", var.index()),
            },
            UnitPart::Interface => "the dummy arguments and the result".to_string(),
            UnitPart::Argument(var) => match unit.argument_of(var) {
                Some(argument) => format!("argument {}", argument.name(&unit.vars)),
                None => format!("argument {}", var.index()),
            },
            UnitPart::Block(block) => format!("b{}", block.index()),
            UnitPart::Merge(block, index) => format!("merge {index} of b{}", block.index()),
            UnitPart::Action(block, index) => format!("action {index} of b{}", block.index()),
            UnitPart::Terminator(block) => format!("the end of b{}", block.index()),
            UnitPart::Region(region) => format!("r{}", region.index()),
            UnitPart::Node(region, index) => format!("node {index} of r{}", region.index()),
            UnitPart::End(region) => format!("the end of r{}", region.index()),
        }
    }
}
