//! Brings scalars into static single assignment form.
//!
//! Requires: stage `split`. Ensures: stage `ssa`; promotable variables are neither read nor assigned any more, but that
//! START reads each scalar dummy argument whose incoming value matters; each value is defined once, and its definition
//! dominates its uses; merges are only where a value is live and more than one definition reaches. Keeps: the order
//! of all other actions. Invalidates: divergence, liveness. Cost: the sum of the variables' live ranges.
//!
//! Merges are placed where definitions meet (R. Cytron, J. Ferrante, B. Rosen, M. Wegman, F. Zadeck,
//! "Efficiently Computing Static Single Assignment Form and the Control Dependence Graph", 1991), pruned by liveness.
//! An assignment of one variable to another defines nothing; merges that this makes trivial are removed.
//!
//! ```text
//! b1: x = 1 goto b3          b1: v1:x = 1 goto b3
//! b2: x = n goto b3    =>    b2: goto b3
//! b3: y = x + 1              b3: merge v2:x = b1: v1:x, b2: v0:n
//!                                v3:y = v2:x + 1
//! ```

mod number;
mod rename;
mod replacements;
mod trivial;
mod uses;

pub use replacements::Replacements;
pub use trivial::{Receiver, find_trivial};
pub use uses::for_each_use_mut;

use crate::analysis::{Dominators, Effects, LiveRanges, MergePoints, Predecessors, ReversePostorder};
use crate::graph::{Graph, Merge, Terminator};
use crate::unit::{Body, SourceLine, Stage, StopCode, Unit, Value, ValueId, VarId};
use id_arena::Arena;

/// Converts the unit to SSA form; a unit at another stage than `split` is left alone. The effects are those of the
/// program that holds the unit, at any stage.
pub fn convert_to_ssa(unit: &mut Unit, effects: &Effects) {
    if unit.stage != Stage::Split {
        return;
    }
    let Body::Graph(graph) = &mut unit.body else { return };
    let mut graph = std::mem::replace(graph, empty_graph());
    let order = ReversePostorder::compute(&graph);
    let predecessors = Predecessors::compute_in(&graph, &order);
    let dominators = Dominators::compute_in(&graph, &order, &predecessors);
    let mut values = Arena::new();
    let (places, live_at_start) = merge_places(unit, &graph, effects, &dominators);
    let merged = add_merges(unit, &mut graph, &mut values, places);
    rename::rename(
        rename::Input { unit, effects, dominators: &dominators, live_at_start, merged },
        &mut graph,
        &mut values,
    );
    for (_, block) in graph.blocks.iter_mut() {
        block.merges.iter_mut().for_each(|merge| merge.operands.sort_by_key(|(from, _)| *from));
    }
    unit.values = renumber(&mut graph, values);
    unit.body = Body::Graph(graph);
    unit.stage = Stage::Ssa;
}

/// For each block the variables that need a merge at its head, and the variables that are live at START, in order of
/// their ids.
fn merge_places(
    unit: &Unit,
    graph: &Graph,
    effects: &Effects,
    dominators: &Dominators,
) -> (Vec<Vec<VarId>>, Vec<VarId>) {
    let mut places: Vec<Vec<VarId>> = vec![Vec::new(); graph.blocks.len()];
    let mut live_at_start = Vec::new();
    let mut ranges = LiveRanges::compute(unit, graph, effects);
    let mut points = MergePoints::new(graph, dominators);
    for (var, _) in unit.vars.iter() {
        ranges.find(var);
        live_at_start.extend(ranges.is_live_in(graph.start).then_some(var));
        for block in points.find(ranges.definitions(var), |block| ranges.is_live_in(block)) {
            places[block.index()].push(var);
        }
    }
    (places, live_at_start)
}

/// Adds the merges, still without operands; returns for each block the variable of each merge.
fn add_merges(unit: &Unit, graph: &mut Graph, values: &mut Arena<Value>, places: Vec<Vec<VarId>>) -> Vec<Vec<VarId>> {
    for ((_, block), vars) in graph.blocks.iter_mut().zip(&places) {
        for var in vars {
            let value = new_value(values, unit, *var);
            block.merges.push(Merge { value, operands: Vec::new() });
        }
    }
    places
}

/// Removes merges that are only one value, and numbers the values by the order of their definitions; returns those that
/// are left.
pub fn renumber(graph: &mut Graph, values: Arena<Value>) -> Arena<Value> {
    remove_trivial_merges(graph, values.len());
    number::number_values(graph, values)
}

/// Removes merges whose operands are all one value or the merge itself.
fn remove_trivial_merges(graph: &mut Graph, values: usize) {
    let merges = graph.blocks.iter().flat_map(|(_, block)| &block.merges);
    let receivers: Vec<Receiver> = merges
        .map(|merge| Receiver {
            value: merge.value,
            given: merge.operands.iter().map(|(_, operand)| *operand).collect(),
        })
        .collect();
    let replaced = find_trivial(&receivers, values, |_, _| true);
    if replaced.is_empty() {
        return;
    }
    let name = replaced.resolved();
    for (_, block) in graph.blocks.iter_mut() {
        block.merges.retain(|merge| name(merge.value) == merge.value);
        for_each_use_mut(block, &mut |value| *value = name(*value));
    }
}

/// A value that stands for a variable.
fn new_value(values: &mut Arena<Value>, unit: &Unit, var: VarId) -> ValueId {
    let var = &unit.vars[var];
    values.alloc(Value { ty: var.ty, hint: var.name.clone(), shape: None })
}

fn empty_graph() -> Graph {
    let mut blocks = Arena::new();
    let terminator = Terminator::Stop(StopCode::None);
    let at = SourceLine::default();
    let start = blocks.alloc(crate::graph::Block::new(terminator, at));
    Graph { blocks, start }
}
