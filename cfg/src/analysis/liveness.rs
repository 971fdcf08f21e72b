//! Which promotable variables are live at the head of each block, before SSA form.

use crate::analysis::effects::Effects;
use crate::analysis::predecessors::Predecessors;
use crate::expr::Place;
use crate::graph::{Action, ActionKind, Argument, Block, BlockId, Graph, Terminator};
use crate::unit::{Storage, Unit, VarId};

/// For each block the variables whose values may still be read there.
#[derive(Clone, Debug)]
pub struct Liveness {
    live_in: Vec<Vec<VarId>>,
}

impl Liveness {
    /// Computes it for the unit's graph; the cost is the sum of the live ranges.
    pub fn compute(unit: &Unit, graph: &Graph, effects: &Effects) -> Liveness {
        let mut ranges = LiveRanges::compute(unit, graph, effects);
        let mut live_in: Vec<Vec<VarId>> = vec![Vec::new(); graph.blocks.len()];
        for (var, _) in unit.vars.iter() {
            ranges.find(var).iter().for_each(|block| live_in[block.index()].push(var));
        }
        Liveness { live_in }
    }

    /// The variables that are live at the block's head, in order of their ids.
    pub fn live_in(&self, block: BlockId) -> &[VarId] {
        &self.live_in[block.index()]
    }
}

/// Finds the live range of one variable after another, so that not all have to be kept at once.
#[derive(Clone, Debug)]
pub struct LiveRanges {
    predecessors: Predecessors,
    /// The blocks that read each variable before they assign it, and those that assign it.
    exposed: Vec<Vec<BlockId>>,
    definitions: Vec<Vec<BlockId>>,
    /// The last variable, by number of its search, that is live at the head of each block, and that the block assigns.
    live: Vec<usize>,
    assigned: Vec<usize>,
    search: usize,
    found: Vec<BlockId>,
}

impl LiveRanges {
    /// Prepares the search for the promotable variables of a unit.
    pub fn compute(unit: &Unit, graph: &Graph, effects: &Effects) -> LiveRanges {
        let returned = returned_variables(unit, effects);
        let mut exposed: Vec<Vec<BlockId>> = vec![Vec::new(); unit.vars.len()];
        let mut definitions: Vec<Vec<BlockId>> = vec![Vec::new(); unit.vars.len()];
        for (id, block) in graph.blocks.iter() {
            scan_block(block, effects, &returned, &mut |event| {
                let (list, other, var) = match event {
                    Event::Read(var) => (&mut exposed, Some(&definitions), var),
                    Event::Assigned(var) => (&mut definitions, None, var),
                };
                let is_hidden = other.is_some_and(|other| other[var.index()].last() == Some(&id));
                let list = &mut list[var.index()];
                if unit.vars[var].is_promotable() && !is_hidden && list.last() != Some(&id) {
                    list.push(id);
                }
            });
        }
        let (live, assigned) = (vec![0; graph.blocks.len()], vec![0; graph.blocks.len()]);
        let predecessors = Predecessors::compute(graph);
        LiveRanges { predecessors, exposed, definitions, live, assigned, search: 0, found: Vec::new() }
    }

    /// The blocks at whose heads the variable is live, in no order.
    pub fn find(&mut self, var: VarId) -> &[BlockId] {
        self.search += 1;
        self.found.clear();
        for block in &self.definitions[var.index()] {
            self.assigned[block.index()] = self.search;
        }
        let mut work = self.exposed[var.index()].clone();
        while let Some(block) = work.pop() {
            if std::mem::replace(&mut self.live[block.index()], self.search) != self.search {
                self.found.push(block);
                let assigns = |origin: &BlockId| self.assigned[origin.index()] == self.search;
                work.extend(self.predecessors.of(block).iter().filter(|origin| !assigns(origin)));
            }
        }
        &self.found
    }

    /// Whether the variable that was searched last is live at the block's head.
    pub fn is_live_in(&self, block: BlockId) -> bool {
        self.live[block.index()] == self.search
    }

    /// The blocks that assign a promotable variable, in order of their ids.
    pub fn definitions(&self, var: VarId) -> &[BlockId] {
        &self.definitions[var.index()]
    }
}

/// The promotable variables whose values a return hands to the caller: the scalar dummy arguments that the unit may
/// assign, in order, and the function result last.
pub fn returned_variables(unit: &Unit, effects: &Effects) -> Vec<VarId> {
    let is_returned =
        |(at, dummy): &(usize, &VarId)| unit.vars[**dummy].array.is_none() && effects.unit_may_assign(&unit.name, *at);
    let dummies = unit.dummies.iter().enumerate().filter(is_returned).map(|(_, dummy)| *dummy);
    let result = unit.result.filter(|result| unit.vars[*result].storage == Storage::Result);
    dummies.chain(result).collect()
}

/// Something that happens to a scalar variable.
enum Event {
    Read(VarId),
    Assigned(VarId),
}

fn scan_block(block: &Block, effects: &Effects, returned: &[VarId], see: &mut dyn FnMut(Event)) {
    for action in &block.actions {
        scan_action(action, effects, see);
    }
    let mut read = |place: &Place| read_place(place, see);
    match &block.terminator {
        Terminator::Goto(_) | Terminator::Stop(_) => {}
        Terminator::Branch { condition, .. } => condition.for_each_place(&mut read),
        Terminator::Switch { selector, .. } => selector.for_each_place(&mut read),
        Terminator::Return(_) => returned.iter().for_each(|var| see(Event::Read(*var))),
    }
}

fn read_place(place: &Place, see: &mut dyn FnMut(Event)) {
    if let Place::Variable(var) = place {
        see(Event::Read(*var));
    }
}

fn scan_action(action: &Action, effects: &Effects, see: &mut dyn FnMut(Event)) {
    match &action.kind {
        ActionKind::ScopeEntry(_) | ActionKind::ScopeExit(_) => {}
        ActionKind::Assign { target, value } => {
            value.for_each_place(&mut |place| read_place(place, see));
            see(Event::Assigned(*target));
        }
        ActionKind::Define { expr, .. } => expr.for_each_place(&mut |place| read_place(place, see)),
        ActionKind::Store { offset, value, .. } => {
            offset.for_each_place(&mut |place| read_place(place, see));
            value.for_each_place(&mut |place| read_place(place, see));
        }
        ActionKind::StoreText { .. }
        | ActionKind::Array(_)
        | ActionKind::Allocate { .. }
        | ActionKind::Deallocate { .. } => {
            action.kind.for_each_place(&mut |place| read_place(place, see));
        }
        ActionKind::Call { callee, arguments, result, .. } => {
            for argument in arguments {
                match argument {
                    Argument::Value(value) | Argument::InOut { before: value, .. } => {
                        value.for_each_place(&mut |place| read_place(place, see));
                    }
                    Argument::Variable(var) => see(Event::Read(*var)),
                    Argument::Element(_, offset) => offset.for_each_place(&mut |place| read_place(place, see)),
                    Argument::Array(_) | Argument::Procedure(_) | Argument::Absent => {}
                }
            }
            for (at, argument) in arguments.iter().enumerate() {
                match argument {
                    Argument::Variable(var) if effects.may_assign(callee, at) => see(Event::Assigned(*var)),
                    _ => {}
                }
            }
            if let Some(result) = result {
                see(Event::Assigned(*result));
            }
        }
        ActionKind::Io(io) => {
            io.for_each_place(&mut |place| read_place(place, see));
            let variables = io.objects.iter().filter_map(|object| match object {
                Argument::Variable(var) => Some(*var),
                _ => None,
            });
            for var in variables {
                see(Event::Read(var));
                if io.kind.assigns() {
                    see(Event::Assigned(var));
                }
            }
        }
    }
}
