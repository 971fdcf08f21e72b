//! What ends a block: jumps, and what they pass.

use super::{BlockId, ValueId};

/// A jump's destination and what it passes to the parameters there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Where to.
    pub block: BlockId,
    /// One for each parameter.
    pub arguments: Vec<ValueId>,
}

/// What ends a block.
#[derive(Clone, Debug)]
pub enum Terminator {
    /// One successor.
    Jump(Target),
    /// Two, by a uniform condition.
    Branch {
        /// The condition.
        condition: ValueId,
        /// Where to if it is true.
        then: Target,
        /// Where to otherwise.
        otherwise: Target,
    },
    /// Many, by a uniform integer.
    Switch {
        /// The selector.
        selector: ValueId,
        /// The selector's values and where they lead.
        cases: Vec<(Vec<i64>, Target)>,
        /// Where to for all others.
        default: Target,
    },
    /// The end of the unit, with the set of lanes that return normally.
    Return(ValueId),
    /// Not decided yet (while lowering), or never reached.
    Unreachable,
}

impl Terminator {
    /// Its targets, in order.
    pub fn targets(&self) -> Vec<&Target> {
        match self {
            Terminator::Jump(target) => vec![target],
            Terminator::Branch { then, otherwise, .. } => vec![then, otherwise],
            Terminator::Switch { cases, default, .. } => {
                cases.iter().map(|(_, target)| target).chain(std::iter::once(default)).collect()
            }
            Terminator::Return(_) | Terminator::Unreachable => Vec::new(),
        }
    }

    /// Its targets, in the order of [`Terminator::targets`].
    pub fn targets_mut(&mut self) -> Vec<&mut Target> {
        match self {
            Terminator::Jump(target) => vec![target],
            Terminator::Branch { then, otherwise, .. } => vec![then, otherwise],
            Terminator::Switch { cases, default, .. } => {
                cases.iter_mut().map(|(_, target)| target).chain(std::iter::once(default)).collect()
            }
            Terminator::Return(_) | Terminator::Unreachable => Vec::new(),
        }
    }

    /// Calls `change` for each value used, arguments of targets included.
    pub fn for_each_use_mut(&mut self, change: &mut dyn FnMut(&mut ValueId)) {
        match self {
            Terminator::Branch { condition: value, .. }
            | Terminator::Switch { selector: value, .. }
            | Terminator::Return(value) => change(value),
            Terminator::Jump(_) | Terminator::Unreachable => {}
        }
        for target in self.targets_mut() {
            target.arguments.iter_mut().for_each(&mut *change);
        }
    }
}
