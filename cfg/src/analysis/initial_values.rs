//! Which variables may be read with the values that they have at START.

use crate::analysis::effects::Effects;
use crate::analysis::predecessors::Predecessors;
use crate::expr::Place;
use crate::graph::{Action, ActionKind, Argument, Block, BlockId, Graph, Terminator};
use crate::unit::{Storage, Unit, UnitKind, VarId};

/// The variables of which some read may see the value at START, before SSA form.
#[derive(Clone, Debug)]
pub struct InitialValues {
    /// In order of their ids.
    pub variables: Vec<InitialValue>,
}

/// A variable that may be read before the unit assigns it; an array, before the unit assigns any of its elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InitialValue {
    /// The variable.
    pub var: VarId,
    /// Where the value comes from.
    pub origin: Origin,
    /// The blocks that may read it, in order of their ids. A function that returns reads its result.
    pub read_in: Vec<BlockId>,
    /// The blocks that may pass it to what may read it, but also may assign it first.
    pub passed_in: Vec<BlockId>,
}

/// Where a value at START comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The caller passed it.
    Argument,
    /// Nothing did.
    Undefined,
    /// DATA, a declaration, or PARAMETER; nothing assigns it.
    Constant,
    /// DATA or a declaration, in the first execution; then what an earlier one left. In a main program the first is the
    /// only one.
    Data,
    /// What an earlier execution, or another unit, left.
    Kept,
}

impl InitialValues {
    /// Computes them for the unit's graph, variable by variable; the cost is the sum of the live ranges.
    pub fn compute(unit: &Unit, graph: &Graph, effects: &Effects) -> InitialValues {
        let predecessors = Predecessors::compute(graph);
        let events = Events::compute(unit, graph, effects);
        let mut live = vec![None; graph.blocks.len()];
        let mut reached = vec![None; graph.blocks.len()];
        let mut variables = Vec::new();
        for (var, _) in unit.vars.iter() {
            let assigns = |block: BlockId| events.assigned[var.index()].binary_search(&block).is_ok();
            let exposed = [&events.read[var.index()], &events.passed[var.index()]];
            let mut work: Vec<BlockId> = exposed.into_iter().flatten().copied().collect();
            while let Some(block) = work.pop() {
                if live[block.index()].replace(var) != Some(var) {
                    work.extend(predecessors.of(block).iter().filter(|origin| !assigns(**origin)));
                }
            }
            work.push(graph.start);
            while let Some(block) = work.pop() {
                if live[block.index()] != Some(var) || reached[block.index()].replace(var) == Some(var) {
                    continue;
                }
                if !assigns(block) {
                    work.extend(graph.blocks[block].terminator.successors());
                }
            }
            let [read_in, passed_in] = exposed.map(|blocks| -> Vec<BlockId> {
                blocks.iter().copied().filter(|block| reached[block.index()] == Some(var)).collect()
            });
            if !read_in.is_empty() || !passed_in.is_empty() {
                variables.push(InitialValue { var, origin: origin(unit, var), read_in, passed_in });
            }
        }
        InitialValues { variables }
    }

    /// That of a variable; none if no read sees its value at START.
    pub fn of(&self, var: VarId) -> Option<&InitialValue> {
        self.variables.iter().find(|initial| initial.var == var)
    }
}

fn origin(unit: &Unit, var: VarId) -> Origin {
    let has_data = !unit.vars[var].initial.is_empty();
    match unit.vars[var].storage {
        Storage::Dummy | Storage::Procedure => Origin::Argument,
        Storage::Local | Storage::Result => Origin::Undefined,
        Storage::Constant => Origin::Constant,
        Storage::Static | Storage::Area if has_data => Origin::Data,
        Storage::Static if unit.kind == UnitKind::Program => Origin::Undefined,
        Storage::Static | Storage::Area => Origin::Kept,
    }
}

/// For each variable the blocks that assign it, and those that read it or pass it on before they assign it, in order of
/// their ids.
struct Events {
    assigned: Vec<Vec<BlockId>>,
    read: Vec<Vec<BlockId>>,
    passed: Vec<Vec<BlockId>>,
}

/// What happens to a variable.
enum Event {
    Read(VarId),
    Passed(VarId),
    Assigned(VarId),
}

impl Events {
    fn compute(unit: &Unit, graph: &Graph, effects: &Effects) -> Events {
        let lists = || vec![Vec::new(); unit.vars.len()];
        let mut events = Events { assigned: lists(), read: lists(), passed: lists() };
        for (id, block) in graph.blocks.iter() {
            scan_block(unit, block, effects, &mut |event| {
                let (Event::Read(var) | Event::Passed(var) | Event::Assigned(var)) = event;
                if events.assigned[var.index()].last() == Some(&id) {
                    return;
                }
                let list = match event {
                    Event::Read(_) => &mut events.read[var.index()],
                    Event::Passed(_) => &mut events.passed[var.index()],
                    Event::Assigned(_) => &mut events.assigned[var.index()],
                };
                if list.last() != Some(&id) {
                    list.push(id);
                }
            });
        }
        events
    }
}

fn scan_block(unit: &Unit, block: &Block, effects: &Effects, see: &mut dyn FnMut(Event)) {
    for action in &block.actions {
        scan_action(action, effects, see);
    }
    match &block.terminator {
        Terminator::Goto(_) | Terminator::Stop(_) => {}
        Terminator::Branch { condition, .. } => condition.for_each_place(&mut |place| read_place(place, see)),
        Terminator::Switch { selector, .. } => selector.for_each_place(&mut |place| read_place(place, see)),
        Terminator::Return(_) => unit.result.into_iter().for_each(|result| see(Event::Read(result))),
    }
}

fn read_place(place: &Place, see: &mut dyn FnMut(Event)) {
    if let Place::Variable(var) | Place::Element(var, _) = place {
        see(Event::Read(*var));
    }
}

fn scan_action(action: &Action, effects: &Effects, see: &mut dyn FnMut(Event)) {
    action.kind.for_each_place(&mut |place| read_place(place, see));
    match &action.kind {
        ActionKind::Assign { target, .. } => see(Event::Assigned(*target)),
        ActionKind::Call { callee, arguments, result, .. } => {
            for (at, var) in arguments.iter().enumerate().filter_map(|(at, argument)| Some((at, passed(argument)?))) {
                let may_assign = effects.may_assign(callee, at);
                see(if may_assign { Event::Passed(var) } else { Event::Read(var) });
                if may_assign {
                    see(Event::Assigned(var));
                }
            }
            result.iter().for_each(|result| see(Event::Assigned(*result)));
        }
        ActionKind::Io(io) => {
            for var in io.objects.iter().filter_map(passed) {
                see(if io.kind.assigns() { Event::Assigned(var) } else { Event::Read(var) });
            }
        }
        other => other.assigned_array().into_iter().for_each(|array| see(Event::Assigned(array))),
    }
}

/// The variable that an argument passes by reference.
fn passed(argument: &Argument) -> Option<VarId> {
    match argument {
        Argument::Variable(var) | Argument::Array(var) | Argument::Element(var, _) => Some(*var),
        Argument::Value(_) | Argument::InOut { .. } | Argument::Procedure(_) | Argument::Absent => None,
    }
}
