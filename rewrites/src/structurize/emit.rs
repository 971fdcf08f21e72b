//! Writes the region tree: scopes, loops and branches by the placement, values by their routes.
//!
//! No region falls through yet: each ends with an exit, an `again` or a return, or its last node never completes.

use super::StructurizeError;
use super::cut::Cut;
use super::placement::Placement;
use super::routes::{Routes, operand};
use crate::values::rename_place;
use forlane_cfg::{
    Action, ActionKind, BlockId, Case, Control, Expr, Graph, GraphBlock, Label, LabelId, LabelKind, LoopInput, Node,
    NodeKind, Place, Region, RegionEnd, RegionId, RegionTree, SourceLine, Terminator, Value, ValueId,
};
use id_arena::Arena;

/// Writes the tree.
pub(super) fn emit_tree(
    graph: &Graph,
    values: &mut Arena<Value>,
    cut: &Cut,
    placement: &Placement,
    routes: &Routes,
) -> Result<RegionTree, StructurizeError> {
    let mut regions = Arena::new();
    let root = regions.alloc(empty_region(SourceLine::default()));
    let count = placement.ids.len();
    let mut emitter = Emitter {
        graph,
        values,
        cut,
        placement,
        routes,
        tree: RegionTree { regions, labels: Arena::new(), root },
        scopes: vec![None; count],
        loops: vec![None; count],
        scope_outputs: vec![Vec::new(); count],
        pending: Vec::new(),
    };
    emitter.pending.push(Task { block: graph.start.index(), origin: None, region: root });
    while let Some(task) = emitter.pending.pop() {
        emitter.emit_block(task)?;
    }
    Ok(emitter.tree)
}

/// A block to be written to the end of a region; the origin of its one arc, if it has no scope.
struct Task {
    block: usize,
    origin: Option<usize>,
    region: RegionId,
}

struct Emitter<'a> {
    graph: &'a Graph,
    values: &'a mut Arena<Value>,
    cut: &'a Cut,
    placement: &'a Placement,
    routes: &'a Routes,
    tree: RegionTree,
    /// The label of the scope before each block.
    scopes: Vec<Option<LabelId>>,
    /// The label of the loop or of the block of a graph at each head.
    loops: Vec<Option<LabelId>>,
    /// For each block with a scope the outputs of the scope that replace the merges of the block.
    scope_outputs: Vec<Vec<ValueId>>,
    pending: Vec<Task>,
}

fn empty_region(at: SourceLine) -> Region {
    Region { nodes: Vec::new(), end: RegionEnd::Unreachable, at }
}

impl Emitter<'_> {
    fn emit_block(&mut self, task: Task) -> Result<(), StructurizeError> {
        let block = task.block;
        let graph = self.graph;
        let body = &graph.blocks[self.placement.ids[block]];
        let mut region = task.region;
        let entering = self.enter_values(block, task.origin)?;
        if self.placement.head_of[block].is_some() {
            for follower in self.placement.outside[block].iter().rev() {
                region = self.open_scope(*follower, region, body.at);
            }
            region = match self.cut.part_of[block].filter(|part| self.cut.heads[*part][0] == block) {
                Some(part) => self.open_graph(part, entering, region, body.at),
                None => self.open_loop(block, &entering, region, body.at),
            };
        } else {
            for (merge, value) in body.merges.iter().zip(entering) {
                if merge.value != value {
                    let kind = ActionKind::Define { value: merge.value, expr: self.read(value)? };
                    self.push_action(region, Action { kind, at: body.at });
                }
            }
        }
        for action in &body.actions {
            let mut action = action.clone();
            action.kind.for_each_place_mut(&mut rename_place(&|value| self.routes.at(block, value)));
            self.push_action(region, action);
        }
        for follower in self.placement.inside[block].iter().rev() {
            region = self.open_scope(*follower, region, body.at);
        }
        self.emit_terminator(block, region)
    }

    /// The values that stand for the block's merges on entry from outside of its loop.
    fn enter_values(&mut self, block: usize, origin: Option<usize>) -> Result<Vec<ValueId>, StructurizeError> {
        match origin {
            None => Ok(self.scope_outputs[block].clone()),
            Some(origin) => self.operands(origin, block),
        }
    }

    /// The operands of a block's merges for the arc from a block, by their names there.
    fn operands(&self, origin: usize, block: usize) -> Result<Vec<ValueId>, StructurizeError> {
        let id = self.placement.ids[block];
        let missing = || StructurizeError::MissingOperand { block: id, origin: self.placement.ids[origin] };
        let merges = &self.graph.blocks[id].merges;
        let found = merges.iter().map(|merge| operand(merge, origin).map(|value| self.routes.at(origin, value)));
        found.collect::<Option<Vec<_>>>().ok_or_else(missing)
    }

    fn read(&self, value: ValueId) -> Result<Expr, StructurizeError> {
        Expr::read(self.values[value].ty, Place::Value(value)).ok_or(StructurizeError::CharacterValue(value))
    }

    fn push_action(&mut self, region: RegionId, action: Action) {
        let at = action.at;
        self.tree.regions[region].nodes.push(Node { kind: NodeKind::Action(action), at });
    }

    /// Opens the scope before `follower` and leaves the follower itself to be written after it.
    fn open_scope(&mut self, follower: usize, region: RegionId, at: SourceLine) -> RegionId {
        let label = self.tree.labels.alloc(Label { kind: LabelKind::Scope });
        let body = self.tree.regions.alloc(empty_region(at));
        let merges = &self.graph.blocks[self.placement.ids[follower]].merges;
        let is_head = self.placement.head_of[follower].is_some();
        let mut outputs = Vec::new();
        for merge in merges {
            // The merge at a loop head is the loop's input; what comes in from outside needs a name of its own.
            let copy = self.values[merge.value].clone();
            outputs.push(if is_head { self.values.alloc(copy) } else { merge.value });
        }
        self.scope_outputs[follower] = outputs.clone();
        outputs.extend(self.routes.imports[follower].iter().map(|(_, name)| *name));
        let kind = NodeKind::Scope { label, body, outputs, control: Control::Undecided };
        self.tree.regions[region].nodes.push(Node { kind, at });
        self.scopes[follower] = Some(label);
        self.pending.push(Task { block: follower, origin: None, region });
        body
    }

    fn open_loop(&mut self, head: usize, entering: &[ValueId], region: RegionId, at: SourceLine) -> RegionId {
        let label = self.tree.labels.alloc(Label { kind: LabelKind::Loop });
        let body = self.tree.regions.alloc(empty_region(at));
        let merges = &self.graph.blocks[self.placement.ids[head]].merges;
        let inputs = merges
            .iter()
            .zip(entering)
            .map(|(merge, initial)| LoopInput { value: merge.value, initial: *initial })
            .collect();
        let kind = NodeKind::Loop { label, inputs, body, control: Control::Undecided };
        self.tree.regions[region].nodes.push(Node { kind, at });
        self.loops[head] = Some(label);
        body
    }

    /// Opens the graph of a part; returns the body of its first block and leaves the others to be written.
    fn open_graph(&mut self, part: usize, initial: Vec<ValueId>, region: RegionId, at: SourceLine) -> RegionId {
        let heads = &self.cut.heads[part];
        let mut blocks = Vec::with_capacity(heads.len());
        for head in heads {
            let label = self.tree.labels.alloc(Label { kind: LabelKind::Block });
            let body = self.tree.regions.alloc(empty_region(at));
            let merges = &self.graph.blocks[self.placement.ids[*head]].merges;
            let inputs: Vec<ValueId> = merges.iter().map(|merge| merge.value).collect();
            self.scope_outputs[*head].clone_from(&inputs);
            self.loops[*head] = Some(label);
            blocks.push(GraphBlock { label, inputs, body });
        }
        let others = heads.iter().zip(&blocks).skip(1).rev();
        let tasks = others.map(|(head, block)| Task { block: *head, origin: None, region: block.body });
        self.pending.extend(tasks);
        let body = blocks[0].body;
        let kind = NodeKind::Graph { initial, blocks, control: Control::Undecided };
        self.tree.regions[region].nodes.push(Node { kind, at });
        body
    }

    fn emit_terminator(&mut self, block: usize, region: RegionId) -> Result<(), StructurizeError> {
        let graph = self.graph;
        let body = &graph.blocks[self.placement.ids[block]];
        let at = body.at;
        self.tree.regions[region].at = at;
        match &body.terminator {
            Terminator::Goto(target) => self.emit_arc(block, *target, region)?,
            Terminator::Branch { condition, then, otherwise } => {
                let mut condition = condition.clone();
                condition.for_each_place_mut(&mut rename_place(&|value| self.routes.at(block, value)));
                let then = self.emit_arm(block, *then, at)?;
                let otherwise = self.emit_arm(block, *otherwise, at)?;
                let control = Control::Undecided;
                let kind = NodeKind::If { condition, then, otherwise, outputs: Vec::new(), control };
                self.tree.regions[region].nodes.push(Node { kind, at });
            }
            Terminator::Switch { selector, cases, default } => {
                let mut selector = selector.clone();
                selector.for_each_place_mut(&mut rename_place(&|value| self.routes.at(block, value)));
                let mut arms = Vec::with_capacity(cases.len());
                for case in cases {
                    let target = self.emit_arm(block, case.target, at)?;
                    arms.push(Case { values: case.values.clone(), target });
                }
                let default = self.emit_arm(block, *default, at)?;
                let control = Control::Undecided;
                let kind = NodeKind::Switch { selector, cases: arms, default, outputs: Vec::new(), control };
                self.tree.regions[region].nodes.push(Node { kind, at });
            }
            Terminator::Return(values) => {
                let values = values.iter().map(|(var, value)| (*var, self.routes.at(block, *value))).collect();
                self.tree.regions[region].end = RegionEnd::Return(values);
            }
            Terminator::Stop(code) => self.tree.regions[region].end = RegionEnd::Stop(code.clone()),
        }
        Ok(())
    }

    fn emit_arm(&mut self, block: usize, target: BlockId, at: SourceLine) -> Result<RegionId, StructurizeError> {
        let region = self.tree.regions.alloc(empty_region(at));
        self.emit_arc(block, target, region)?;
        Ok(region)
    }

    fn emit_arc(&mut self, block: usize, target: BlockId, region: RegionId) -> Result<(), StructurizeError> {
        let to = target.index();
        let control = Control::Undecided;
        let end = if self.cut.is_jump(block, to) {
            let label = self.loops[to].ok_or(StructurizeError::Misplaced(target))?;
            RegionEnd::Goto { label, values: self.operands(block, to)?, control }
        } else if self.placement.is_back_arc(block, to) {
            let label = self.loops[to].ok_or(StructurizeError::Misplaced(target))?;
            RegionEnd::Again { label, values: self.operands(block, to)?, control }
        } else if self.placement.is_labelled[to] {
            let label = self.scopes[to].ok_or(StructurizeError::Misplaced(target))?;
            let mut values = self.operands(block, to)?;
            values.extend(self.routes.imports[to].iter().map(|(value, _)| self.routes.at(block, *value)));
            RegionEnd::Exit { label, values, control }
        } else {
            self.pending.push(Task { block: to, origin: Some(block), region });
            return Ok(());
        };
        self.tree.regions[region].end = end;
        Ok(())
    }
}
