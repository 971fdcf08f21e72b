//! What executing each unit does to memory that is kept between executions, its callees included.

use crate::inline_calls::callees_first;
use crate::objects::{Access, for_each_access, for_each_branch_access};
use forlane_cfg::analysis::Effects;
use forlane_cfg::areas::DESCRIPTOR_BYTES;
use forlane_cfg::{ActionKind, Body, Graph, Program, Storage, Unit, Var, VarId};
use indexmap::{IndexMap, IndexSet};
use std::collections::HashSet;
use std::ops::Range;

/// A piece of memory that several units can name, or several executions of one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kept {
    /// A static variable of the unit of that name in the source.
    Static(String, VarId),
    /// Bytes of an area.
    Area(String, Range<u64>),
}

impl Kept {
    /// Where a variable of a unit is kept; none for what is not, or never changes.
    pub fn of(unit: &Unit, id: VarId) -> Option<Kept> {
        let var = &unit.vars[id];
        match var.storage {
            Storage::Static => Some(Kept::Static(unit.source_name().to_owned(), id)),
            Storage::Area => {
                let place = var.area.as_ref()?;
                Some(Kept::Area(place.area.clone(), place.offset..place.offset.saturating_add(bytes_in_area(var))))
            }
            Storage::Local | Storage::Dummy | Storage::Result | Storage::Constant | Storage::Procedure => None,
        }
    }

    /// The name of the unit or the area: what differs in it does not meet.
    pub fn name(&self) -> &str {
        match self {
            Kept::Static(name, _) | Kept::Area(name, _) => name,
        }
    }

    /// Whether two of them have a byte in common.
    pub fn meets(&self, other: &Kept) -> bool {
        match (self, other) {
            // The numbers decide mostly, and are faster to compare.
            (Kept::Area(one, bytes), Kept::Area(two, others)) => {
                bytes.start < others.end && others.start < bytes.end && one == two
            }
            (one, other) => one == other,
        }
    }
}

/// The bytes of a variable in its area.
fn bytes_in_area(var: &Var) -> u64 {
    var.element_count().map_or(DESCRIPTOR_BYTES, |count| count.saturating_mul(var.ty.size() as u64))
}

/// What executing a unit may do to what is kept, by number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Footprint {
    reads: HashSet<usize>,
    writes: HashSet<usize>,
}

/// The footprints of all units of a program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Footprints {
    kept: IndexSet<Kept>,
    units: IndexMap<String, Footprint>,
}

impl Footprints {
    /// Computes them by going round until nothing changes. Nothing is known of units with region trees.
    pub fn compute(program: &Program, effects: &Effects) -> Footprints {
        let mut found = Footprints::default();
        for index in callees_first(program) {
            let unit = &program.units[index];
            if let Body::Graph(graph) = &unit.body {
                let own = found.of_unit(unit, graph, effects);
                found.units.insert(unit.name.clone(), own);
            }
        }
        while found.absorb_callees(effects) {}
        found
    }

    /// What a unit does itself.
    fn of_unit(&mut self, unit: &Unit, graph: &Graph, effects: &Effects) -> Footprint {
        let numbers: Vec<Option<usize>> =
            (unit.vars.iter()).map(|(var, _)| Kept::of(unit, var).map(|kept| self.kept.insert_full(kept).0)).collect();
        let mut own = Footprint::default();
        for (_, block) in graph.blocks.iter() {
            for action in &block.actions {
                let only_assigns = matches!(action.kind, ActionKind::Assign { .. } | ActionKind::Store { .. });
                for_each_access(&action.kind, effects, &mut |var, access| {
                    own.writes.extend(numbers[var.index()].filter(|_| access == Access::Write));
                    own.reads.extend(numbers[var.index()].filter(|_| access == Access::Read || !only_assigns));
                });
            }
            for_each_branch_access(&block.terminator, &mut |var, _| own.reads.extend(numbers[var.index()]));
        }
        own
    }

    /// Adds to each unit what its callees do; says whether that changed anything.
    fn absorb_callees(&mut self, effects: &Effects) -> bool {
        let mut changed = false;
        for at in 0..self.units.len() {
            let Some(callees) = self.units.get_index(at).and_then(|(name, _)| effects.of(name)) else { continue };
            let mut own = std::mem::take(&mut self.units[at]);
            let before = (own.reads.len(), own.writes.len());
            for callee in callees.callees.iter().filter_map(|callee| self.units.get(callee)) {
                own.reads.extend(&callee.reads);
                own.writes.extend(&callee.writes);
            }
            changed |= before != (own.reads.len(), own.writes.len());
            self.units[at] = own;
        }
        changed
    }

    /// What executing the unit of a name may read; none if it may be anything.
    pub fn reads(&self, name: &str, effects: &Effects) -> Option<impl Iterator<Item = &Kept>> {
        Some(self.of(name, effects)?.reads.iter().filter_map(|number| self.kept.get_index(*number)))
    }

    /// What executing the unit of a name may assign; none if it may be anything.
    pub fn writes(&self, name: &str, effects: &Effects) -> Option<impl Iterator<Item = &Kept>> {
        Some(self.of(name, effects)?.writes.iter().filter_map(|number| self.kept.get_index(*number)))
    }

    fn of(&self, name: &str, effects: &Effects) -> Option<&Footprint> {
        let is_known = effects.of(name).is_some_and(|effects| !effects.calls_unknown);
        self.units.get(name).filter(|_| is_known)
    }
}
