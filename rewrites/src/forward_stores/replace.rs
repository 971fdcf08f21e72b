//! Puts values in the place of loads whose cells are known to hold them.

use super::available::Available;
use super::state::Source;
use crate::memory::cells::CellId;
use crate::memory::events::{Events, LoadForm, LoadId};
use forlane_cfg::ssa::{Replacements, for_each_use_mut};
use forlane_cfg::{
    Action, ActionKind, Argument, Block, BlockId, Expr, Graph, IntegerExpr, LogicalExpr, Merge, Place, RealExpr,
    SourceLine, Terminator, Unit, Value, ValueId,
};
use id_arena::Arena;
use std::collections::BTreeMap;
use std::ops::Range;

/// What becomes of a load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// It stays as it is.
    Stays,
    /// It becomes the definition of a value before its action.
    Defines(ValueId),
    /// A value is put in its place.
    Replaced(ValueId),
}

/// What becomes of a graph.
pub(super) struct Plan {
    sites: Vec<Option<LoadId>>,
    /// The first site that was not seen yet.
    next: usize,
    /// By load.
    fates: Vec<Fate>,
    /// By load: whether the lane may fail there.
    may_fail: Vec<bool>,
    /// By load: what a value is that it defines.
    loaded: Vec<Value>,
    /// The stored values that become definitions.
    stored: BTreeMap<(BlockId, usize), ValueId>,
    merges: Vec<(BlockId, Merge)>,
    /// What is zero from START on.
    zeros: Vec<ValueId>,
    /// All values, the new ones last.
    values: Arena<Value>,
}

impl Plan {
    /// Decides; none if no load is replaced.
    pub fn make(unit: &Unit, graph: &Graph, events: Events<'_>, available: &Available) -> Option<Plan> {
        if available.incoming.iter().all(Option::is_none) {
            return None;
        }
        let values = unit.values.clone();
        let (known, pending) = (BTreeMap::new(), Vec::new());
        let mut naming = Naming { graph, events: &events, available, known, pending, values };
        let mut fates: Vec<Fate> = (available.incoming.iter())
            .map(|incoming| incoming.map_or(Fate::Stays, |source| Fate::Replaced(naming.value(source))))
            .collect();
        let merges = naming.merges();
        let Naming { known, values, .. } = naming;
        let (mut stored, mut zeros) = (BTreeMap::new(), Vec::new());
        for (source, value) in known {
            let is_new = value.index() >= unit.values.len();
            match source {
                Source::Load(load) if is_new => fates[load] = Fate::Defines(value),
                Source::Store { block, at, .. } if is_new => drop(stored.insert((block, at), value)),
                Source::Zero(_) => zeros.push(value),
                Source::Load(_) | Source::Store { .. } | Source::Merge(_) => {}
            }
        }
        let may_fail = events.loads.iter().map(|load| load.may_fail).collect();
        let loaded = events.loads.iter().map(|load| events.cells.value_of(load.cell)).collect();
        Some(Plan { sites: events.sites, next: 0, fates, may_fail, loaded, stored, merges, zeros, values })
    }

    /// Does it, and returns all values.
    pub fn apply(mut self, graph: &mut Graph) -> Arena<Value> {
        let mut replacements = Replacements::default();
        for (id, block) in graph.blocks.iter_mut() {
            self.actions(id, block, &mut replacements);
            self.terminator(block);
        }
        self.define_zeros(graph);
        for (block, merge) in std::mem::take(&mut self.merges) {
            graph.blocks[block].merges.push(merge);
        }
        let name = replacements.resolved();
        for (_, block) in graph.blocks.iter_mut() {
            for_each_use_mut(block, &mut |value| *value = name(*value));
        }
        self.values
    }

    fn actions(&mut self, id: BlockId, block: &mut Block, replacements: &mut Replacements) {
        let mut changed = Vec::with_capacity(block.actions.len());
        for (at, mut action) in std::mem::take(&mut block.actions).into_iter().enumerate() {
            let sites = self.next_sites(count_sites(&action.kind));
            if let Some((value, by)) = self.replaced_definition(&action.kind, sites.clone()) {
                replacements.insert(value, by);
                continue;
            }
            self.action(&mut action, sites, &mut changed);
            if let Some(value) = self.stored.get(&(id, at)) {
                changed.extend(define_stored(&mut action, *value));
            }
            changed.push(action);
        }
        block.actions = changed;
    }

    fn terminator(&mut self, block: &mut Block) {
        let (at, before) = (block.at, &mut block.actions);
        match &mut block.terminator {
            Terminator::Branch { condition, .. } => {
                let mut sites = self.next_sites(count(|see| condition.for_each_place(see)));
                condition.for_each_place_mut(&mut |place| self.place(place, &mut sites, at, before));
            }
            Terminator::Switch { selector, .. } => {
                let mut sites = self.next_sites(count(|see| selector.for_each_place(see)));
                selector.for_each_place_mut(&mut |place| self.place(place, &mut sites, at, before));
            }
            Terminator::Goto(_) | Terminator::Return(_) | Terminator::Stop(_) => {}
        }
    }

    /// The next `count` sites, which are all of an action.
    fn next_sites(&mut self, count: usize) -> Range<usize> {
        let sites = self.next..self.next + count;
        self.next = sites.end;
        self.move_before(sites.clone());
        sites
    }

    /// Where a load that may fail becomes a definition, those before it in the action do so, too.
    fn move_before(&mut self, sites: Range<usize>) {
        let mut moves = false;
        for load in self.sites[sites].iter().rev().copied().flatten().filter(|load| self.may_fail[*load]) {
            match self.fates[load] {
                Fate::Defines(_) => moves = true,
                Fate::Stays if moves => {
                    let value = self.values.alloc(self.loaded[load].clone());
                    self.fates[load] = Fate::Defines(value);
                }
                Fate::Stays | Fate::Replaced(_) => {}
            }
        }
    }

    /// The value of a definition that is a load, and the one in its place.
    fn replaced_definition(&self, action: &ActionKind, sites: Range<usize>) -> Option<(ValueId, ValueId)> {
        let ActionKind::Define { value, expr } = action else { return None };
        let is_load = matches!(
            expr,
            Expr::Integer(IntegerExpr::Read(..)) | Expr::Real(RealExpr::Read(..)) | Expr::Logical(LogicalExpr::Read(_))
        );
        match (is_load, self.sites[sites].last().copied().flatten().map(|load| self.fates[load])) {
            (true, Some(Fate::Replaced(by))) => Some((*value, by)),
            _ => None,
        }
    }

    fn action(&self, action: &mut Action, mut sites: Range<usize>, before: &mut Vec<Action>) {
        let at = action.at;
        action.kind.for_each_place_mut(&mut |place| self.place(place, &mut sites, at, before));
        let ActionKind::Call { arguments, .. } = &mut action.kind else { return };
        for (argument, site) in arguments.iter_mut().zip(sites) {
            if let Some(Fate::Replaced(value)) = self.sites[site].map(|load| self.fates[load]) {
                let value = Expr::read(self.values[value].ty, Place::Value(value));
                *argument = value.map_or(Argument::Absent, Argument::Value);
            }
        }
    }

    fn place(&self, place: &mut Place, sites: &mut Range<usize>, at: SourceLine, before: &mut Vec<Action>) {
        if place.var().is_none() {
            return;
        }
        let fate = sites.next().and_then(|site| self.sites[site]).map(|load| self.fates[load]);
        match fate {
            Some(Fate::Replaced(value)) => *place = Place::Value(value),
            Some(Fate::Defines(value)) => {
                let loaded = std::mem::replace(place, Place::Value(value));
                let expr = Expr::read(self.values[value].ty, loaded);
                before.extend(expr.map(|expr| Action { kind: ActionKind::Define { value, expr }, at }));
            }
            Some(Fate::Stays) | None => {}
        }
    }

    fn define_zeros(&self, graph: &mut Graph) {
        let start = graph.start;
        let block = &mut graph.blocks[start];
        let entries =
            block.actions.iter().take_while(|action| matches!(action.kind, ActionKind::ScopeEntry(_))).count();
        let at = block.actions.first().map_or(block.at, |action| action.at);
        let zero = |value: &ValueId| {
            let kind = ActionKind::Define { value: *value, expr: Expr::zero(self.values[*value].ty)? };
            Some(Action { kind, at })
        };
        let zeros: Vec<Action> = self.zeros.iter().filter_map(zero).collect();
        block.actions.splice(entries..entries, zeros);
    }
}

/// How many sites an action has.
fn count_sites(action: &ActionKind) -> usize {
    let arguments = match action {
        ActionKind::Call { arguments, .. } => arguments.len(),
        _ => 0,
    };
    arguments + count(|see| action.for_each_place(see))
}

fn count(for_each_place: impl FnOnce(&mut dyn FnMut(&Place))) -> usize {
    let mut count = 0;
    for_each_place(&mut |place| count += usize::from(place.var().is_some()));
    count
}

/// Makes a definition of what an action stores.
fn define_stored(action: &mut Action, value: ValueId) -> Option<Action> {
    let (ActionKind::Store { value: stored, .. } | ActionKind::Assign { value: stored, .. }) = &mut action.kind else {
        return None;
    };
    let read = Expr::read(stored.ty(), Place::Value(value))?;
    let expr = std::mem::replace(stored, read);
    Some(Action { kind: ActionKind::Define { value, expr }, at: action.at })
}

/// Gives sources their values.
struct Naming<'a> {
    graph: &'a Graph,
    events: &'a Events<'a>,
    available: &'a Available,
    known: BTreeMap<Source, ValueId>,
    /// Merges that have a value, but no operands yet.
    pending: Vec<usize>,
    values: Arena<Value>,
}

impl Naming<'_> {
    fn value(&mut self, mut source: Source) -> ValueId {
        // What a load found is what it gives.
        while let Source::Load(load) = source
            && let Some(before) = self.available.incoming[load]
        {
            source = before;
        }
        if let Some(value) = self.known.get(&source) {
            return *value;
        }
        let value = match source {
            Source::Zero(cell) => self.new_value(cell),
            Source::Load(load) => match self.events.loads[load].form {
                LoadForm::Definition(value) => value,
                LoadForm::Movable | LoadForm::Fixed => self.new_value(self.events.loads[load].cell),
            },
            Source::Store { block, at, cell } => match self.stored(block, at) {
                Some(value) => value,
                None => self.new_value(cell),
            },
            Source::Merge(number) => {
                self.pending.push(number);
                self.new_value(self.available.merges[number].cell)
            }
        };
        self.known.insert(source, value);
        value
    }

    /// The value that an action stores, if it has one already.
    fn stored(&self, block: BlockId, at: usize) -> Option<ValueId> {
        let action = self.graph.blocks[block].actions.get(at)?;
        let (ActionKind::Store { value, .. } | ActionKind::Assign { value, .. }) = &action.kind else { return None };
        value.read_value()
    }

    fn new_value(&mut self, cell: CellId) -> ValueId {
        self.values.alloc(self.events.cells.value_of(cell))
    }

    /// The merges that are needed, with their operands.
    fn merges(&mut self) -> Vec<(BlockId, Merge)> {
        let mut merges = Vec::new();
        while let Some(number) = self.pending.pop() {
            let merge = &self.available.merges[number];
            let value = self.value(Source::Merge(number));
            let operand = |(from, source): &(BlockId, Source)| (*from, self.value(*source));
            let mut operands: Vec<(BlockId, ValueId)> = merge.operands.iter().map(operand).collect();
            operands.sort_by_key(|(from, _)| *from);
            merges.push((merge.block, Merge { value, operands }));
        }
        merges
    }
}
