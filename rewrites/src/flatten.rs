//! Turns region trees back into graphs, so that a unit which comes as a tree can run as scalar code.
//!
//! Requires: stage `structured` or `masked`. Ensures: stage `ssa`. Keeps: all actions and their order on every path,
//! all values. Invalidates: the tree; what is uniform is not known any more. Cost: linear.
//!
//! Constructs become blocks, and what goes to one place with values becomes merges there: the outputs of an `if`,
//! `switch` or `scope` at the block after it, the inputs of a `loop` or of the blocks of a `graph` at their heads. Each
//! way to such a block is the only arc out of where it comes from, so no arc is critical.
//!
//! ```text
//! scope L0 -> (v3:x real8) r1 {               b0: if v1:x > 0d0 goto b1 else b2
//!     if v1:x > 0d0 r2 {                      b1: goto b3
//!         exit L0 (v1:x)                 =>   b2: v2:x real8 = -v1:x
//!     } else r3 {                                 goto b3
//!     }                                       b3: merge v3:x real8 = b1 v1:x, b2 v2:x
//!     v2:x real8 = -v1:x
//!     yield (v2:x)
//! }
//! ```

use forlane_cfg::compact::compact_graph;
use forlane_cfg::{
    Block, BlockId, Body, Case, Graph, LabelId, Merge, Node, NodeKind, RegionEnd, RegionId, RegionTree, SourceLine,
    Stage, StopCode, Terminator, Unit, ValueId,
};
use id_arena::Arena;
use std::collections::HashMap;

/// Turns a unit's tree into a graph at stage `ssa`; a unit with a graph is left alone.
pub fn flatten(unit: &mut Unit) {
    let Body::Tree(tree) = &unit.body else { return };
    let mut blocks = Arena::new();
    let start = blocks.alloc(open_block(&[], SourceLine::default()));
    let mut walk = Flattener { tree, blocks, here: Some(start), labels: HashMap::new(), tasks: Vec::new() };
    walk.tasks.push(Task::Nodes { region: tree.root, next: 0, after: None });
    walk.run();
    let mut graph = Graph { blocks: walk.blocks, start };
    compact_graph(&mut graph);
    unit.body = Body::Graph(graph);
    unit.stage = Stage::Ssa;
    for (_, value) in unit.values.iter_mut() {
        value.shape = None;
    }
}

/// The work left to do, first things last.
enum Task {
    /// A region's nodes from that one on, then its end, which falls through to the block after.
    Nodes { region: RegionId, next: usize, after: Option<BlockId> },
    /// Goes on in that block.
    Place(BlockId),
    /// Goes on nowhere.
    Nowhere,
}

struct Flattener<'t> {
    tree: &'t RegionTree,
    blocks: Arena<Block>,
    /// The block that is filled; none where control does not come.
    here: Option<BlockId>,
    /// Where exits and agains go.
    labels: HashMap<LabelId, BlockId>,
    tasks: Vec<Task>,
}

impl Flattener<'_> {
    fn run(&mut self) {
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Place(block) => self.here = Some(block),
                Task::Nowhere => self.here = None,
                Task::Nodes { region, next, after } => self.nodes(region, next, after),
            }
        }
    }

    /// Nodes up to one that holds regions, which are left as tasks.
    fn nodes(&mut self, id: RegionId, next: usize, after: Option<BlockId>) {
        let region = &self.tree.regions[id];
        for (index, node) in region.nodes.iter().enumerate().skip(next) {
            let Some(here) = self.here else { return };
            match &node.kind {
                NodeKind::Action(action) => self.blocks[here].actions.push(action.clone()),
                _ => {
                    self.tasks.push(Task::Nodes { region: id, next: index + 1, after });
                    return self.construct(here, node);
                }
            }
        }
        match &region.end {
            RegionEnd::FallThrough(values) => {
                if let Some(after) = after {
                    self.jump(after, values, region.at);
                }
            }
            RegionEnd::Exit { label, values, .. }
            | RegionEnd::Again { label, values, .. }
            | RegionEnd::Goto { label, values, .. } => {
                if let Some(target) = self.labels.get(label).copied() {
                    self.jump(target, values, region.at);
                }
            }
            RegionEnd::Return(results) => self.end(Terminator::Return(results.clone()), region.at),
            RegionEnd::Stop(code) => self.end(Terminator::Stop(code.clone()), region.at),
            RegionEnd::Unreachable => self.here = None,
        }
    }

    fn construct(&mut self, here: BlockId, node: &Node) {
        let at = node.at;
        match &node.kind {
            NodeKind::Action(_) => {}
            NodeKind::If { condition, then, otherwise, outputs, .. } => {
                let after = self.after(outputs, at);
                let [then, otherwise] = [self.arm(*then, after, at), self.arm(*otherwise, after, at)];
                self.here = Some(here);
                self.end(Terminator::Branch { condition: condition.clone(), then, otherwise }, at);
            }
            NodeKind::Switch { selector, cases, default, outputs, .. } => {
                let after = self.after(outputs, at);
                let arms = cases.iter().map(|case| (case.values.clone(), self.arm(case.target, after, at)));
                let cases = arms.map(|(values, target)| Case { values, target }).collect();
                let default = self.arm(*default, after, at);
                self.here = Some(here);
                self.end(Terminator::Switch { selector: selector.clone(), cases, default }, at);
            }
            NodeKind::Scope { label, body, outputs, .. } => {
                let after = self.after(outputs, at);
                self.labels.insert(*label, after);
                self.tasks.push(Task::Nodes { region: *body, next: 0, after: Some(after) });
            }
            NodeKind::Loop { label, inputs, body, .. } => {
                let values: Vec<ValueId> = inputs.iter().map(|input| input.value).collect();
                let initial: Vec<ValueId> = inputs.iter().map(|input| input.initial).collect();
                let head = self.blocks.alloc(open_block(&values, at));
                self.labels.insert(*label, head);
                self.jump(head, &initial, at);
                self.tasks.push(Task::Nowhere);
                self.tasks.push(Task::Nodes { region: *body, next: 0, after: None });
                self.tasks.push(Task::Place(head));
            }
            NodeKind::Graph { initial, blocks, .. } => {
                let heads: Vec<BlockId> =
                    blocks.iter().map(|block| self.blocks.alloc(open_block(&block.inputs, at))).collect();
                self.labels.extend(blocks.iter().map(|block| block.label).zip(heads.iter().copied()));
                if let Some(first) = heads.first() {
                    self.jump(*first, initial, at);
                }
                self.tasks.push(Task::Nowhere);
                for (block, head) in blocks.iter().zip(heads).rev() {
                    self.tasks.push(Task::Nodes { region: block.body, next: 0, after: None });
                    self.tasks.push(Task::Place(head));
                }
            }
        }
    }

    /// The block after a construct, to continue in.
    fn after(&mut self, outputs: &[ValueId], at: SourceLine) -> BlockId {
        let after = self.blocks.alloc(open_block(outputs, at));
        self.tasks.push(Task::Place(after));
        after
    }

    /// The block at which an arm begins.
    fn arm(&mut self, region: RegionId, after: BlockId, at: SourceLine) -> BlockId {
        let head = self.blocks.alloc(open_block(&[], at));
        self.tasks.push(Task::Nodes { region, next: 0, after: Some(after) });
        self.tasks.push(Task::Place(head));
        head
    }

    /// Goes to a block with a value for each of its merges.
    fn jump(&mut self, target: BlockId, values: &[ValueId], at: SourceLine) {
        if let Some(here) = self.here {
            for (merge, value) in self.blocks[target].merges.iter_mut().zip(values) {
                merge.operands.push((here, *value));
            }
            self.end(Terminator::Goto(target), at);
        }
    }

    fn end(&mut self, terminator: Terminator, at: SourceLine) {
        if let Some(here) = self.here.take() {
            let block = &mut self.blocks[here];
            (block.terminator, block.at) = (terminator, at);
        }
    }
}

/// A block that merges values, still without its end.
fn open_block(merged: &[ValueId], at: SourceLine) -> Block {
    let merges = merged.iter().map(|value| Merge { value: *value, operands: Vec::new() }).collect();
    Block { merges, ..Block::new(Terminator::Stop(StopCode::None), at) }
}
