//! Which values are what a scalar dummy argument has at the start, handed on and not looked at.
//!
//! A unit that assigns an argument on some ways only hands its start value on to the return: through merges, and
//! through calls whose callee does the same. That does not use the value: callers of the unit need not have one.

use forlane_cfg::{ActionKind, Argument, Graph, ValueId, VarId};
use indexmap::IndexMap;

/// How a dummy argument is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Use {
    /// It is looked at.
    pub read: bool,
    /// It is assigned somewhere.
    pub assigned: bool,
    /// It is a scalar, and a return may leave it as it was, although others assign it.
    pub kept: bool,
}

impl Use {
    /// What either of two is.
    pub fn or(self, other: Use) -> Use {
        let Use { read, assigned, kept } = other;
        Use { read: self.read | read, assigned: self.assigned | assigned, kept: self.kept | kept }
    }
}

/// The values that may be start values, and the dummy arguments whose these are.
#[derive(Debug, Default)]
pub struct StartValues {
    values: IndexMap<ValueId, Vec<VarId>>,
}

impl StartValues {
    /// Follows the start values through a graph in SSA form. `is_start` says whether a variable is a scalar dummy
    /// argument, `uses_of` what a unit does with its dummy arguments.
    pub fn find(
        graph: &Graph,
        is_start: impl Fn(VarId) -> bool,
        uses_of: impl Fn(&str) -> Option<Vec<Use>>,
    ) -> StartValues {
        let mut flows: IndexMap<ValueId, Vec<ValueId>> = IndexMap::new();
        let mut pending: Vec<(ValueId, VarId)> = Vec::new();
        for (_, block) in graph.blocks.iter() {
            for merge in &block.merges {
                merge.operands.iter().for_each(|(_, from)| flows.entry(*from).or_default().push(merge.value));
            }
            for action in &block.actions {
                match &action.kind {
                    ActionKind::Define { value, expr } => {
                        pending.extend(expr.read_variable().filter(|var| is_start(*var)).map(|var| (*value, var)));
                    }
                    ActionKind::Call { callee, arguments, .. } => {
                        let uses = callee.unit().and_then(&uses_of).unwrap_or_default();
                        for (argument, usage) in arguments.iter().zip(uses) {
                            if let Argument::InOut { before, after } = argument
                                && let (Some(before), false, true) = (before.read_value(), usage.read, usage.kept)
                            {
                                flows.entry(before).or_default().push(*after);
                            }
                        }
                    }
                    // An item that is not read keeps its value.
                    ActionKind::Io(io) if io.kind.assigns() => {
                        for object in &io.objects {
                            if let Argument::InOut { before, after } = object
                                && let Some(before) = before.read_value()
                            {
                                flows.entry(before).or_default().push(*after);
                            }
                        }
                    }
                    _ => {}
                }
            }
        }
        let mut found = StartValues::default();
        while let Some((value, var)) = pending.pop() {
            let known = found.values.entry(value).or_default();
            if !known.contains(&var) {
                known.push(var);
                pending.extend(flows.get(&value).into_iter().flatten().map(|next| (*next, var)));
            }
        }
        found
    }

    /// The dummy arguments whose start value this may be.
    pub fn of(&self, value: ValueId) -> &[VarId] {
        self.values.get(&value).map_or(&[], Vec::as_slice)
    }
}
