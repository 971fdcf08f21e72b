//! What an action does to the variables that matter to some branch.

use forlane_cfg::analysis::Effects;
use forlane_cfg::expr::{Expr, IntegerBinary, IntegerExpr, Place};
use forlane_cfg::graph::{ActionKind, Argument, BlockId, Callee, Graph, Terminator};
use forlane_cfg::transfer::IoKind;
use forlane_cfg::unit::{Storage, Unit, VarId};
use indexmap::IndexMap;

/// A change of a variable; expressions are over the values before the action.
#[derive(Clone, Debug)]
pub(super) enum Change {
    /// A scalar gets a value.
    Scalar(VarId, Expr),
    /// An array element gets a value.
    Element(VarId, IntegerExpr, Expr),
    /// A scalar gets the value of a function.
    Result(VarId, String, Vec<Argument>),
    /// A scalar, or elements of an array, get values that only these words describe.
    Unknown(VarId, String),
}

impl Change {
    pub fn var(&self) -> VarId {
        match self {
            Change::Scalar(var, _) | Change::Element(var, ..) | Change::Result(var, ..) | Change::Unknown(var, _) => {
                *var
            }
        }
    }
}

/// The changes that the actions of each block make.
#[derive(Clone, Debug)]
pub(super) struct Changes {
    of: Vec<Vec<Change>>,
    /// For each variable the blocks that change it.
    blocks: Vec<Vec<BlockId>>,
    matters: Vec<bool>,
}

impl Changes {
    /// Computes them. Variables on which no branch depends, directly or through others, are left out.
    pub fn compute(unit: &Unit, graph: &Graph, effects: &Effects) -> Changes {
        let finder = Finder { unit, effects, overlaps: overlaps(unit) };
        let mut of: Vec<Vec<Change>> = Vec::with_capacity(graph.blocks.len());
        for (_, block) in graph.blocks.iter() {
            let mut found = Vec::new();
            block.actions.iter().for_each(|action| finder.action(&action.kind, &mut found));
            of.push(found);
        }
        let matters = needed(unit, graph, &of);
        of.iter_mut().for_each(|changes| changes.retain(|change| matters[change.var().index()]));
        let mut blocks: Vec<Vec<BlockId>> = vec![Vec::new(); unit.vars.len()];
        for ((id, _), changes) in graph.blocks.iter().zip(&of) {
            for change in changes {
                let list = &mut blocks[change.var().index()];
                if list.last() != Some(&id) {
                    list.push(id);
                }
            }
        }
        Changes { of, blocks, matters }
    }

    /// The blocks that change a variable, in order of their ids.
    pub fn blocks(&self, var: VarId) -> &[BlockId] {
        &self.blocks[var.index()]
    }

    /// Whether some branch depends on a variable.
    pub fn matters(&self, var: VarId) -> bool {
        self.matters[var.index()]
    }

    /// Of a block, in order.
    pub fn of(&self, block: BlockId) -> &[Change] {
        &self.of[block.index()]
    }
}

/// The variables of DO loops that continue at the end of a block, each with the iteration count after which it is.
pub(super) fn counted_variables(changes: &[Change]) -> impl Iterator<Item = (VarId, VarId)> {
    changes.windows(2).filter_map(|pair| {
        let [Change::Scalar(variable, _), Change::Scalar(counter, Expr::Integer(next))] = pair else { return None };
        let IntegerExpr::Binary(IntegerBinary::Subtract, now, _) = next else { return None };
        let is_counter = matches!(**now, IntegerExpr::Read(_, Place::Variable(now)) if now == *counter);
        is_counter.then_some((*variable, *counter))
    })
}

/// For each variable whether some branch depends on it. On an iteration count depends the variable of the DO.
fn needed(unit: &Unit, graph: &Graph, changes: &[Vec<Change>]) -> Vec<bool> {
    let mut sources: Vec<Vec<VarId>> = vec![Vec::new(); unit.vars.len()];
    for change in changes.iter().flatten() {
        let list = &mut sources[change.var().index()];
        let mut add = |place: &Place| add_place(place, list);
        match change {
            Change::Scalar(_, value) => value.for_each_place(&mut add),
            Change::Element(_, offset, value) => {
                offset.for_each_place(&mut add);
                value.for_each_place(&mut add);
            }
            Change::Result(_, _, arguments) => {
                arguments.iter().for_each(|argument| for_each_argument_place(argument, &mut add));
            }
            Change::Unknown(..) => {}
        }
        list.sort_unstable();
        list.dedup();
    }
    for (variable, counter) in changes.iter().flat_map(|changes| counted_variables(changes)) {
        sources[counter.index()].push(variable);
    }
    let mut work = Vec::new();
    for (_, block) in graph.blocks.iter() {
        match &block.terminator {
            Terminator::Branch { condition, .. } => condition.for_each_place(&mut |place| add_place(place, &mut work)),
            Terminator::Switch { selector, .. } => selector.for_each_place(&mut |place| add_place(place, &mut work)),
            Terminator::Goto(_) | Terminator::Return(_) | Terminator::Stop(_) => {}
        }
    }
    let mut needed = vec![false; unit.vars.len()];
    while let Some(var) = work.pop() {
        if !std::mem::replace(&mut needed[var.index()], true) {
            work.append(&mut sources[var.index()]);
        }
    }
    needed
}

fn add_place(place: &Place, list: &mut Vec<VarId>) {
    if let Place::Variable(var) | Place::Element(var, _) = place {
        list.push(*var);
    }
}

/// Calls `see` for what an argument reads, a whole array as its first element.
fn for_each_argument_place(argument: &Argument, see: &mut dyn FnMut(&Place)) {
    match argument {
        Argument::Value(value) | Argument::InOut { before: value, .. } => value.for_each_place(see),
        Argument::Variable(var) | Argument::Array(var) => see(&Place::Variable(*var)),
        Argument::Element(array, offset) => {
            offset.for_each_place(see);
            see(&Place::Element(*array, Box::new(offset.clone())));
        }
        Argument::Procedure(_) | Argument::Absent => {}
    }
}

/// For each variable the others that share bytes of an area with it.
fn overlaps(unit: &Unit) -> Vec<Vec<VarId>> {
    let mut areas: IndexMap<&str, Vec<(u64, u64, VarId)>> = IndexMap::new();
    for (id, var) in unit.vars.iter() {
        if let Some(place) = &var.area {
            let bytes = var.element_count().unwrap_or(u64::MAX).saturating_mul(var.ty.size() as u64);
            areas.entry(&place.area).or_default().push((place.offset, place.offset.saturating_add(bytes), id));
        }
    }
    let mut overlaps = vec![Vec::new(); unit.vars.len()];
    for members in areas.values_mut() {
        members.sort_unstable();
        for (at, (_, end, var)) in members.iter().enumerate() {
            for (_, _, other) in members[at + 1..].iter().take_while(|(begin, ..)| begin < end) {
                overlaps[var.index()].push(*other);
                overlaps[other.index()].push(*var);
            }
        }
    }
    overlaps
}

struct Finder<'a> {
    unit: &'a Unit,
    effects: &'a Effects,
    overlaps: Vec<Vec<VarId>>,
}

impl Finder<'_> {
    fn action(&self, action: &ActionKind, found: &mut Vec<Change>) {
        match action {
            ActionKind::ScopeEntry(_) | ActionKind::ScopeExit(_) | ActionKind::Define { .. } => {}
            ActionKind::Assign { target, value } => self.add(Change::Scalar(*target, value.clone()), found),
            ActionKind::Store { array, offset, value } => {
                self.add(Change::Element(*array, offset.clone(), value.clone()), found);
            }
            ActionKind::StoreText { array, .. } => self.unknown(*array, "<text>", found),
            ActionKind::Array(assignment) => {
                assignment.named_vars().for_each(|var| self.unknown(var, "<array>", found));
            }
            ActionKind::Allocate { array, .. } | ActionKind::Deallocate { array } => {
                self.unknown(*array, "<allocate>", found);
            }
            ActionKind::Call { callee, arguments, result, .. } => self.call(callee, arguments, *result, found),
            ActionKind::Io(io) => {
                if io.kind.assigns() {
                    let words = match io.kind {
                        IoKind::WriteInternal => "<write>",
                        IoKind::End(_) => "<status>",
                        _ => "<read>",
                    };
                    io.objects.iter().filter_map(variable_of).for_each(|var| self.unknown(var, words, found));
                }
            }
        }
    }

    fn call(&self, callee: &Callee, arguments: &[Argument], result: Option<VarId>, found: &mut Vec<Change>) {
        let name = match callee {
            Callee::Unit(name) | Callee::Internal(name, _) => name,
            Callee::Dummy(var) => &self.unit.vars[*var].name,
        };
        let words = if result.is_some() { format!("<{name}>") } else { format!("<call {name}>") };
        // A function's value comes of the arguments as they were before it assigned any.
        if let Some(result) = result {
            self.add(Change::Result(result, name.clone(), arguments.to_vec()), found);
        }
        for (at, argument) in arguments.iter().enumerate() {
            if let Some(var) = variable_of(argument).filter(|_| self.effects.may_assign(callee, at)) {
                self.unknown(var, &words, found);
            }
        }
        let touches_kept = match callee.unit().and_then(|name| self.effects.of(name)) {
            Some(callee) => callee.touches_static || callee.calls_unknown,
            None => true,
        };
        if touches_kept {
            let is_recursive = self.effects.cycle().is_some();
            for (var, _) in self.unit.vars.iter().filter(|(_, var)| match var.storage {
                Storage::Area => true,
                Storage::Static => is_recursive,
                _ => false,
            }) {
                found.push(Change::Unknown(var, words.clone()));
            }
        }
    }

    fn unknown(&self, var: VarId, words: &str, found: &mut Vec<Change>) {
        self.add(Change::Unknown(var, words.to_owned()), found);
    }

    /// Adds a change, and that of the variables in the same place.
    fn add(&self, change: Change, found: &mut Vec<Change>) {
        let var = change.var();
        found.push(change);
        for other in &self.overlaps[var.index()] {
            found.push(Change::Unknown(*other, format!("<{}>", self.unit.vars[var].name)));
        }
    }
}

/// The variable that an argument passes by reference.
fn variable_of(argument: &Argument) -> Option<VarId> {
    match argument {
        Argument::Variable(var) | Argument::Array(var) | Argument::Element(var, _) => Some(*var),
        Argument::Value(_) | Argument::InOut { .. } | Argument::Procedure(_) | Argument::Absent => None,
    }
}
