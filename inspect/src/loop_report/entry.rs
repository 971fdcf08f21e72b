//! How control comes to an entry of a loop, and with which values.

use super::changes::Changes;
use super::paths::{LONGEST_PATH, Path};
use super::state::{State, depends_on, is_made};
use super::symbols::Symbols;
use super::{Assignment, LoopPrefix, Reporter};
use forlane_cfg::analysis::LoopId;
use forlane_cfg::expr::{Expr, LogicalExpr, Place};
use forlane_cfg::graph::BlockId;
use forlane_cfg::unit::{Storage, Unit, UnitKind, VarId};
use std::collections::BTreeMap;

/// An entry of a loop.
pub(super) struct Entry {
    pub block: BlockId,
    /// The paths to it from START, each with the state at its end.
    pub paths: Vec<(Path, State)>,
    /// Whether there are more.
    pub has_more: bool,
    /// The present values at the entry, as far as all paths agree.
    pub agreed: BTreeMap<VarId, Expr>,
    /// Of these, those of variables that the compiler made and that stay the same in the loop.
    pub present: BTreeMap<VarId, Expr>,
}

impl Reporter<'_> {
    /// Finds the paths to an entry.
    pub(super) fn entry(&mut self, id: LoopId, block: BlockId) -> Entry {
        let outside = |block: BlockId| !self.forest.contains(id, block);
        let mut ends = self.predecessors.of(block).to_vec();
        ends.retain(|origin| outside(*origin));
        ends.dedup();
        let found = self.search.paths(&ends, &outside, &|block| block == self.graph.start);
        let mut paths = Vec::new();
        for path in found.paths {
            let state = self.walk_to(id, &path);
            paths.push((path, state));
        }
        let agreed = match found.has_more {
            true => self.common_end(id, block).present().clone(),
            false => agreed(&paths),
        };
        let mut present = agreed.clone();
        present.retain(|var, _| is_made(*var, &self.symbols));
        for assigned in self.assigned[id.index()].iter() {
            present.retain(|var, value| var != assigned && !depends_on(value, *assigned, &self.symbols));
        }
        Entry { block, paths, has_more: found.has_more, agreed, present }
    }

    /// What is known at an entry from the blocks alone that end all paths to it.
    fn common_end(&mut self, id: LoopId, block: BlockId) -> State {
        let mut blocks = Vec::new();
        let mut origins: Vec<BlockId> = self.predecessors.of(block).to_vec();
        origins.retain(|origin| !self.forest.contains(id, *origin));
        while let ([origin], true) = (&origins[..], blocks.len() < LONGEST_PATH) {
            blocks.push(*origin);
            origins = self.predecessors.of(*origin).to_vec();
        }
        blocks.reverse();
        self.walk_to(id, &Path { blocks, is_cut: true })
    }

    /// The state at the end of a path to a loop.
    fn walk_to(&mut self, id: LoopId, path: &Path) -> State {
        let mut state = if path.is_cut { State::default() } else { self.initial.clone() };
        self.follow(id, path, &mut state);
        state
    }

    /// The paths to an entry, with the values there of the variables of a condition.
    pub(super) fn prefixes(
        &mut self,
        id: LoopId,
        entry: &Entry,
        exit: BlockId,
        condition: &LogicalExpr,
        vars: &[VarId],
        has_others: bool,
    ) -> Vec<LoopPrefix> {
        let test = self.test(id, exit, condition);
        let mut prefixes = Vec::new();
        for (path, state) in &entry.paths {
            let mut values = Vec::new();
            for var in vars {
                let assigned = self.assignments(state, [*var].into_iter());
                match assigned.is_empty() {
                    false => values.extend(assigned),
                    true => values.extend(self.unchanged(*var)),
                }
            }
            prefixes.push(LoopPrefix {
                prefix_path: path.clone(),
                loop_var_values: values,
                trip_count: test.as_ref().and_then(|test| test.trip_count(state, &mut self.symbols)),
                is_trip_count_bound: has_others,
            });
        }
        prefixes
    }

    /// `n=n`; nothing for an array, of which no element changed.
    fn unchanged(&self, var: VarId) -> Option<Assignment> {
        let own = &self.symbols.vars[var];
        let value = Expr::read(own.ty, Place::Variable(var)).filter(|_| own.array.is_none())?;
        Some(Assignment { target: own.name.clone(), value })
    }
}

/// The values at START: arguments have theirs, local variables none; in a main program what is kept has the value that
/// DATA specifies.
pub(super) fn initial_state(unit: &Unit, changes: &Changes, symbols: &mut Symbols) -> State {
    let mut state = State::default();
    let is_main = unit.kind == UnitKind::Program;
    for (id, var) in unit.vars.iter().filter(|(id, var)| var.array.is_none() && changes.matters(*id)) {
        let given = match var.storage {
            Storage::Constant => var.initial.first(),
            Storage::Static | Storage::Area if is_main => var.initial.first(),
            _ => None,
        };
        if let Some(value) = given.and_then(|(_, _, value)| Expr::constant(value)) {
            state.begin_with(id, value);
        } else if matches!(var.storage, Storage::Local | Storage::Result) {
            let value = symbols.stand_in("<undefined>", var.ty, &[]);
            state.begin_with(id, value);
        }
    }
    state
}

/// The present values on which all paths agree.
fn agreed(paths: &[(Path, State)]) -> BTreeMap<VarId, Expr> {
    let Some(((_, first), others)) = paths.split_first() else { return BTreeMap::new() };
    let mut agreed = first.present().clone();
    agreed.retain(|var, value| others.iter().all(|(_, state)| state.present().get(var) == Some(value)));
    agreed
}
