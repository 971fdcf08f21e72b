//! Which values and branches of an SSA graph are the same for all lanes of a gang.
//!
//! A value is varying if it depends on varying data; if it merges what lanes bring along different ways from a divergent
//! branch; or if it is used outside of a loop that lanes leave in different iterations (such a value may well be uniform
//! inside). The joins of a branch are found by sending the name of each successor down the graph up to the branch's
//! post-dominator: where two names meet, lanes meet that took different ways (J. Rosemann, S. Moll, S. Hack, "An
//! Abstract Interpretation for SPMD Divergence on Reducible Control Flow Graphs", 2021; here with any control flow).

use crate::analysis::loops::{LoopForest, LoopId};
use crate::analysis::order::ReversePostorder;
use crate::analysis::post_dominators::PostDominators;
use crate::expr::{Expr, Place};
use crate::graph::{ActionKind, Argument, BlockId, Graph, Terminator};
use crate::unit::{Shape, Storage, Unit, ValueId, VarId};

/// The shapes of all values, branches and loops.
#[derive(Clone, Debug)]
pub struct Divergence {
    varying: Vec<bool>,
    defined_in: Vec<Option<BlockId>>,
    divergent: Vec<bool>,
    joins: Vec<bool>,
    divergent_loops: Vec<bool>,
    loops: LoopForest,
}

impl Divergence {
    /// Computes it from the shapes of the unit's dummy arguments, by going round until nothing changes.
    pub fn compute(unit: &Unit, graph: &Graph) -> Divergence {
        let loops = LoopForest::compute(graph);
        let mut divergence = Divergence {
            varying: vec![false; unit.values.len()],
            defined_in: vec![None; unit.values.len()],
            divergent: vec![false; graph.blocks.len()],
            joins: vec![false; graph.blocks.len()],
            divergent_loops: vec![false; loops.loops.len()],
            loops,
        };
        let order = ReversePostorder::compute(graph);
        let exits = PostDominators::compute(graph);
        let stored = stored_arrays(unit, graph);
        divergence.find_definitions(graph, &order);
        let mut changed = true;
        while changed {
            changed = false;
            for block in &order.blocks {
                changed |= divergence.visit(unit, graph, &stored, *block);
                if divergence.branch_diverges(unit, graph, &stored, *block) {
                    divergence.divergent[block.index()] = true;
                    divergence.spread(graph, &exits, *block);
                    changed = true;
                }
            }
        }
        divergence
    }

    /// The value's shape where it is defined, and everywhere inside of the loops around its definition.
    pub fn shape(&self, value: ValueId) -> Shape {
        if self.varying[value.index()] { Shape::Varying } else { Shape::Uniform }
    }

    /// The value's shape where it is used in `block`.
    pub fn shape_at(&self, value: ValueId, block: BlockId) -> Shape {
        if self.varies_at(value, block) { Shape::Varying } else { Shape::Uniform }
    }

    /// Whether lanes may take different ways at the end of the block.
    pub fn is_divergent(&self, block: BlockId) -> bool {
        self.divergent[block.index()]
    }

    /// Whether lanes that took different ways may meet at the block's head.
    pub fn is_join(&self, block: BlockId) -> bool {
        self.joins[block.index()]
    }

    /// Whether lanes may leave the loop in different iterations. The loop is one of [`Divergence::loops`].
    pub fn is_loop_divergent(&self, id: LoopId) -> bool {
        self.divergent_loops[id.index()]
    }

    /// The graph's loops.
    pub fn loops(&self) -> &LoopForest {
        &self.loops
    }

    fn find_definitions(&mut self, graph: &Graph, order: &ReversePostorder) {
        for id in &order.blocks {
            let block = &graph.blocks[*id];
            let mut define = |value: &ValueId| self.defined_in[value.index()] = Some(*id);
            block.merges.iter().for_each(|merge| define(&merge.value));
            for action in &block.actions {
                match &action.kind {
                    ActionKind::Define { value, .. } => define(value),
                    ActionKind::Call { arguments, result_value, .. } => {
                        results(arguments).for_each(|after| define(&after));
                        result_value.iter().for_each(&mut define);
                    }
                    _ => {}
                }
            }
        }
    }

    /// Whether a use in the block sees different values in different lanes.
    fn varies_at(&self, value: ValueId, block: BlockId) -> bool {
        if self.varying[value.index()] {
            return true;
        }
        let mut around = self.defined_in[value.index()].and_then(|home| self.loops.innermost(home));
        while let Some(id) = around {
            if self.divergent_loops[id.index()] && !self.loops.contains(id, block) {
                return true;
            }
            around = self.loops.loops[id].parent;
        }
        false
    }

    fn visit(&mut self, unit: &Unit, graph: &Graph, stored: &[bool], id: BlockId) -> bool {
        let block = &graph.blocks[id];
        let mut changed = false;
        for merge in &block.merges {
            let varies = self.joins[id.index()] && merge_differs(&merge.operands)
                || merge.operands.iter().any(|(_, operand)| self.varies_at(*operand, id));
            changed |= self.mark(merge.value, varies);
        }
        for action in &block.actions {
            match &action.kind {
                ActionKind::Define { value, expr } => {
                    let varies = self.expr_varies(unit, stored, expr, id);
                    changed |= self.mark(*value, varies);
                }
                ActionKind::Call { arguments, result_value, .. } => {
                    for after in results(arguments) {
                        changed |= self.mark(after, true);
                    }
                    if let Some(value) = result_value {
                        changed |= self.mark(*value, true);
                    }
                }
                _ => {}
            }
        }
        changed
    }

    fn mark(&mut self, value: ValueId, varies: bool) -> bool {
        let changed = varies && !self.varying[value.index()];
        self.varying[value.index()] |= varies;
        changed
    }

    fn expr_varies(&self, unit: &Unit, stored: &[bool], expr: &Expr, block: BlockId) -> bool {
        let mut varies = false;
        expr.for_each_place(&mut |place| varies |= self.place_varies(unit, stored, place, block));
        varies
    }

    /// Whether what is read varies by itself; an element's offset is seen for itself.
    fn place_varies(&self, unit: &Unit, stored: &[bool], place: &Place, block: BlockId) -> bool {
        match place {
            Place::Value(value) => self.varies_at(*value, block),
            Place::Variable(var) | Place::Element(var, _) => {
                let shared = match unit.vars[*var].storage {
                    Storage::Constant | Storage::Procedure => true,
                    Storage::Dummy => unit.vars[*var].shape == Shape::Uniform && !stored[var.index()],
                    Storage::Local | Storage::Result | Storage::Static | Storage::Area => false,
                };
                !shared
            }
        }
    }

    /// Whether the block's branch is divergent and was not known to be.
    fn branch_diverges(&self, unit: &Unit, graph: &Graph, stored: &[bool], id: BlockId) -> bool {
        if self.divergent[id.index()] {
            return false;
        }
        let mut varies = false;
        let mut see = |place: &Place| varies |= self.place_varies(unit, stored, place, id);
        match &graph.blocks[id].terminator {
            Terminator::Branch { condition, .. } => condition.for_each_place(&mut see),
            Terminator::Switch { selector, .. } => selector.for_each_place(&mut see),
            Terminator::Goto(_) | Terminator::Return(_) | Terminator::Stop(_) => {}
        }
        varies
    }

    /// Finds the joins of a divergent branch and the loops that it makes divergent.
    fn spread(&mut self, graph: &Graph, exits: &PostDominators, branch: BlockId) {
        let end = exits.immediate(branch);
        let mut around = self.loops.innermost(branch);
        while let Some(id) = around.filter(|id| !end.is_some_and(|end| self.loops.contains(*id, end))) {
            self.divergent_loops[id.index()] = true;
            around = self.loops.loops[id].parent;
        }
        let mut names: Vec<Option<BlockId>> = vec![None; graph.blocks.len()];
        let mut work = Vec::new();
        for successor in graph.blocks[branch].terminator.successors() {
            self.meet(&mut names, successor, successor, &mut work);
        }
        while let Some(block) = work.pop() {
            if Some(block) == end || block == branch {
                continue;
            }
            let Some(name) = names[block.index()] else { continue };
            for successor in graph.blocks[block].terminator.successors() {
                self.meet(&mut names, successor, name, &mut work);
            }
        }
    }

    /// A name comes to a block; where it meets another one, the block is a join and sends on its own.
    fn meet(&mut self, names: &mut [Option<BlockId>], block: BlockId, name: BlockId, work: &mut Vec<BlockId>) {
        let known = &mut names[block.index()];
        match *known {
            None => {
                *known = Some(name);
                work.push(block);
            }
            Some(other) if other == name => {}
            Some(other) => {
                self.joins[block.index()] = true;
                if other != block {
                    *known = Some(block);
                    work.push(block);
                }
            }
        }
    }
}

fn merge_differs(operands: &[(BlockId, ValueId)]) -> bool {
    operands.windows(2).any(|pair| pair[0].1 != pair[1].1)
}

/// The values that a call's arguments define.
fn results(arguments: &[Argument]) -> impl Iterator<Item = ValueId> {
    arguments.iter().filter_map(|argument| match argument {
        Argument::InOut { after, .. } => Some(*after),
        _ => None,
    })
}

/// For each variable whether it is an array that the graph stores to or passes on.
fn stored_arrays(unit: &Unit, graph: &Graph) -> Vec<bool> {
    let mut stored = vec![false; unit.vars.len()];
    let mut mark = |var: VarId| stored[var.index()] = true;
    for (_, block) in graph.blocks.iter() {
        for action in &block.actions {
            match &action.kind {
                ActionKind::Assign { target, .. } => mark(*target),
                ActionKind::Call { arguments, .. } => {
                    for argument in arguments {
                        if let Argument::Variable(var) | Argument::Array(var) | Argument::Element(var, _) = argument {
                            mark(*var);
                        }
                    }
                }
                ActionKind::Io(io) => io.assigned_variables().for_each(&mut mark),
                other => other.assigned_array().into_iter().for_each(&mut mark),
            }
        }
    }
    stored
}
