//! Which values and branches of an SSA graph are the same for all lanes of a gang.
//!
//! A value is varying if it depends on varying data; if it merges what lanes bring along different ways from a
//! divergent branch (a [join](crate::analysis::joins), of which large graphs have [a few
//! more](crate::analysis::many_joins)); or if it is used outside of a loop that lanes leave in different iterations
//! (such a value may well be uniform inside).

use crate::analysis::loops::{LoopForest, LoopId};
use crate::analysis::many_joins::ManyJoins;
use crate::analysis::order::ReversePostorder;
use crate::expr::{Expr, Place};
use crate::graph::{ActionKind, Argument, Block, BlockId, Graph, Terminator};
use crate::unit::{Shape, Storage, Unit, ValueId, VarId};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The shapes of all values, branches and loops.
#[derive(Clone, Debug)]
pub struct Divergence {
    varying: Vec<bool>,
    defined_in: Vec<Option<BlockId>>,
    divergent: Vec<bool>,
    joins: Vec<bool>,
    divergent_loops: Vec<bool>,
    has_divergent_loop: bool,
    /// Whether any loop around a value counts as left in different iterations as soon as one in the graph is.
    is_coarse: bool,
    loops: LoopForest,
}

/// How many loops there may be on average that a value is used after, for each block; beyond that nothing is looked at
/// loop by loop. No nest that is written by hand comes near it.
const MOST_LOOPS_LEFT: usize = 64;

impl Divergence {
    /// Computes it from the shapes of the unit's dummy arguments, continuing from what became varying until nothing
    /// changes.
    pub fn compute(unit: &Unit, graph: &Graph) -> Divergence {
        let loops = LoopForest::nesting(graph);
        let mut divergence = Divergence {
            varying: vec![false; unit.values.len()],
            defined_in: vec![None; unit.values.len()],
            divergent: vec![false; graph.blocks.len()],
            joins: vec![false; graph.blocks.len()],
            divergent_loops: vec![false; loops.loops.len()],
            has_divergent_loop: false,
            is_coarse: false,
            loops,
        };
        let order = ReversePostorder::compute(graph);
        divergence.find_definitions(graph, &order);
        divergence.is_coarse = divergence.leaves_many_loops(graph, &order);
        let mut spread = Spread::new(unit, graph, &order, &divergence);
        while let Some(block) = spread.next() {
            divergence.visit(unit, graph, &mut spread, block);
            if divergence.branch_diverges(unit, graph, &spread.stored, block) {
                divergence.divergent[block.index()] = true;
                divergence.diverge(graph, &mut spread, block);
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

    /// Whether lanes may hold different values of it after some loop around its definition, even if it is uniform
    /// inside.
    pub fn varies_after(&self, value: ValueId) -> bool {
        let innermost = self.defined_in[value.index()].and_then(|home| self.loops.innermost(home));
        let mut around = std::iter::successors(innermost, |id| self.loops.loops[*id].parent);
        around.any(|id| self.divergent_loops[id.index()])
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

    /// The graph's loops; of their entries only the heads are listed.
    pub fn loops(&self) -> &LoopForest {
        &self.loops
    }

    fn find_definitions(&mut self, graph: &Graph, order: &ReversePostorder) {
        for id in &order.blocks {
            let block = &graph.blocks[*id];
            let merged = block.merges.iter().map(|merge| merge.value);
            for value in merged.chain(block.actions.iter().flat_map(|action| action.kind.definitions())) {
                self.defined_in[value.index()] = Some(*id);
            }
        }
    }

    /// The loops around a value's definition that do not hold a block, the innermost first.
    fn loops_left(&self, value: ValueId, block: BlockId) -> impl Iterator<Item = LoopId> {
        let innermost = self.defined_in[value.index()].and_then(|home| self.loops.innermost(home));
        let around = std::iter::successors(innermost, |id| self.loops.loops[*id].parent);
        around.take_while(move |id| !self.loops.contains(*id, block))
    }

    /// Whether values are used after too many loops to go through them all.
    fn leaves_many_loops(&self, graph: &Graph, order: &ReversePostorder) -> bool {
        let mut left = MOST_LOOPS_LEFT.saturating_mul(graph.blocks.len());
        for id in &order.blocks {
            for_each_used_value(&graph.blocks[*id], &mut |value| {
                left = left.saturating_sub(self.loops_left(value, *id).take(left).count());
            });
        }
        left == 0
    }

    /// Whether a use in the block sees different values in different lanes.
    fn varies_at(&self, value: ValueId, block: BlockId) -> bool {
        let mut left = self.loops_left(value, block);
        let is_left_by_some = |id: LoopId| self.divergent_loops[id.index()];
        self.varying[value.index()]
            || match self.is_coarse {
                true => self.has_divergent_loop && left.next().is_some(),
                false => left.any(is_left_by_some),
            }
    }

    fn visit(&mut self, unit: &Unit, graph: &Graph, spread: &mut Spread, id: BlockId) {
        let block = &graph.blocks[id];
        for merge in &block.merges {
            let varies = self.joins[id.index()] && merge_differs(&merge.operands)
                || merge.operands.iter().any(|(_, operand)| self.varies_at(*operand, id));
            self.mark(merge.value, varies, spread);
        }
        for action in &block.actions {
            match &action.kind {
                ActionKind::Define { value, expr } => {
                    let varies = self.expr_varies(unit, &spread.stored, expr, id);
                    self.mark(*value, varies, spread);
                }
                other => other.definitions().into_iter().for_each(|value| self.mark(value, true, spread)),
            }
        }
    }

    fn mark(&mut self, value: ValueId, varies: bool, spread: &mut Spread) {
        if varies && !std::mem::replace(&mut self.varying[value.index()], true) {
            spread.again_users(value);
        }
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
            Place::Variable(var) | Place::Element(var, _) => memory_varies(unit, stored, *var),
            Place::Section(section) => memory_varies(unit, stored, section.array),
        }
    }

    /// Whether the block's branch is divergent and was not known to be.
    fn branch_diverges(&self, unit: &Unit, graph: &Graph, stored: &[bool], id: BlockId) -> bool {
        let mut varies = false;
        if !self.divergent[id.index()] {
            let mut see = |place: &Place| varies |= self.place_varies(unit, stored, place, id);
            for_each_branch_place(&graph.blocks[id].terminator, &mut see);
        }
        varies
    }

    /// Notes the joins of a divergent branch and the loops that it makes divergent.
    fn diverge(&mut self, graph: &Graph, spread: &mut Spread, branch: BlockId) {
        let end = spread.search.end(branch);
        let mut around = self.convergent_loop_around(spread, self.loops.innermost(branch));
        while let Some(id) = around.filter(|id| !end.is_some_and(|end| self.loops.contains(*id, end))) {
            self.divergent_loops[id.index()] = true;
            self.has_divergent_loop = true;
            spread.again_after(if self.is_coarse { 0 } else { id.index() });
            around = self.convergent_loop_around(spread, self.loops.loops[id].parent);
        }
        for join in spread.search.of(graph, branch) {
            if !std::mem::replace(&mut self.joins[join.index()], true) {
                spread.again(join);
            }
        }
    }
}

impl Divergence {
    /// The innermost of the loops from this one outward that lanes are not known to leave in different iterations.
    fn convergent_loop_around(&self, spread: &mut Spread, innermost: Option<LoopId>) -> Option<LoopId> {
        let mut found = innermost;
        while let Some(id) = found.filter(|id| self.divergent_loops[id.index()]) {
            found = spread.around[id.index()];
        }
        // What is known to diverge is passed over at once the next time.
        let mut passed = innermost;
        while let Some(id) = passed.filter(|id| Some(*id) != found) {
            passed = std::mem::replace(&mut spread.around[id.index()], found);
        }
        found
    }
}

/// The blocks that are still to be visited, and the set of them.
struct Spread {
    search: ManyJoins,
    /// For each variable whether it is an array that the graph stores to or passes on.
    stored: Vec<bool>,
    /// The blocks that use each value.
    users: Vec<Vec<BlockId>>,
    /// For each loop the blocks outside that use values defined inside; for the first one those after any loop, if the
    /// loops are not looked at one by one.
    after: Vec<Vec<BlockId>>,
    /// For each loop one around it; those between are left in different iterations.
    around: Vec<Option<LoopId>>,
    /// Positions in reverse postorder, the first one first.
    waiting: BinaryHeap<Reverse<usize>>,
    is_waiting: Vec<bool>,
    order: ReversePostorder,
}

impl Spread {
    fn new(unit: &Unit, graph: &Graph, order: &ReversePostorder, divergence: &Divergence) -> Spread {
        let mut spread = Spread {
            search: ManyJoins::compute(graph),
            stored: stored_arrays(unit, graph),
            users: vec![Vec::new(); unit.values.len()],
            after: vec![Vec::new(); divergence.loops.loops.len()],
            around: divergence.loops.loops.iter().map(|(_, found)| found.parent).collect(),
            waiting: BinaryHeap::new(),
            is_waiting: vec![false; graph.blocks.len()],
            order: order.clone(),
        };
        for id in &order.blocks {
            for_each_used_value(&graph.blocks[*id], &mut |value| {
                let users = &mut spread.users[value.index()];
                if users.last() != Some(id) {
                    users.push(*id);
                    let mut left = divergence.loops_left(value, *id);
                    match divergence.is_coarse {
                        true => left.next().into_iter().for_each(|_| spread.after[0].push(*id)),
                        false => left.for_each(|left| spread.after[left.index()].push(*id)),
                    }
                }
            });
            spread.again(*id);
        }
        spread
    }

    fn next(&mut self) -> Option<BlockId> {
        let Reverse(position) = self.waiting.pop()?;
        let block = self.order.blocks[position];
        self.is_waiting[block.index()] = false;
        Some(block)
    }

    fn again(&mut self, block: BlockId) {
        let Some(position) = self.order.position(block) else { return };
        if !std::mem::replace(&mut self.is_waiting[block.index()], true) {
            self.waiting.push(Reverse(position));
        }
    }

    fn again_users(&mut self, value: ValueId) {
        for block in std::mem::take(&mut self.users[value.index()]) {
            self.again(block);
        }
    }

    fn again_after(&mut self, index: usize) {
        for block in std::mem::take(&mut self.after[index]) {
            self.again(block);
        }
    }
}

fn memory_varies(unit: &Unit, stored: &[bool], var: VarId) -> bool {
    let shared = match unit.vars[var].storage {
        Storage::Constant | Storage::Procedure => true,
        Storage::Dummy => unit.vars[var].shape == Shape::Uniform && !stored[var.index()],
        Storage::Local | Storage::Result | Storage::Static | Storage::Area => false,
    };
    !shared
}

fn merge_differs(operands: &[(BlockId, ValueId)]) -> bool {
    operands.windows(2).any(|pair| pair[0].1 != pair[1].1)
}

fn for_each_branch_place(terminator: &Terminator, see: &mut dyn FnMut(&Place)) {
    match terminator {
        Terminator::Branch { condition, .. } => condition.for_each_place(see),
        Terminator::Switch { selector, .. } => selector.for_each_place(see),
        Terminator::Goto(_) | Terminator::Return(_) | Terminator::Stop(_) => {}
    }
}

/// The values on which a block's merges, actions and branch depend.
fn for_each_used_value(block: &Block, see: &mut dyn FnMut(ValueId)) {
    block.merges.iter().flat_map(|merge| &merge.operands).for_each(|(_, operand)| see(*operand));
    let mut place = |place: &Place| {
        if let Place::Value(value) = place {
            see(*value);
        }
    };
    block.actions.iter().for_each(|action| action.kind.for_each_place(&mut place));
    for_each_branch_place(&block.terminator, &mut place);
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
                other => other.assigned_array().into_iter().for_each(&mut mark),
            }
        }
    }
    stored
}
