//! Divergence on the region tree: which values are uniform, and which constructs all active lanes take together.
//!
//! All is uniform until shown varying; what follows from each thing that is shown is found by a work list, so that the
//! cost is O(n log n). The rules:
//! - a definition is varying if something it reads is; storage of a lane's own and results of calls always are;
//! - an `if` or `switch` is varying if its condition is;
//! - an exit or `again` is varying if it crosses a varying construct: lanes wait there;
//! - a scope is varying if some exit to it is; a loop, if some `again` to it or something that leaves it is; a graph,
//!   if something that leaves it is: a `goto` that is varying makes an error;
//! - an output is uniform if at most one place passes it, or all pass the same value, or all lanes come together; and
//!   no varying loop lies between, in which lanes would leave with values of different iterations;
//! - a loop's input is uniform likewise: all lanes that are still in the loop are in the same iteration.

use super::crossings::Crossings;
use crate::lower_switches::{SwitchForm, is_chain};
use crate::tree_index::TreeIndex;
use forlane_cfg::{
    ActionKind, Control, GraphBlock, LabelId, NodeKind, Place, RegionEnd, RegionId, RegionTree, Shape, SourceLine,
    Storage, Value, ValueId, Var,
};
use id_arena::Arena;

/// What is varying in a tree.
pub(super) struct Shapes<'a> {
    tree: &'a RegionTree,
    vars: &'a Arena<Var>,
    index: TreeIndex,
    crossings: Crossings,
    /// What follows from each value.
    uses: Vec<Vec<Use>>,
    labels: Vec<Labelled<'a>>,
    is_varying: Vec<bool>,
    /// For each region whether the construct around it is varying.
    owner_varies: Vec<bool>,
    /// For each region whether its end is a varying exit or `again`.
    end_varies: Vec<bool>,
    pending: Vec<Event>,
}

/// What was found to be varying and was not before.
enum Event {
    Value(ValueId),
    /// The construct around a region.
    Around(RegionId),
    /// The end of a region.
    End(RegionId),
    Label(LabelId),
}

/// What is varying if a value is.
enum Use {
    Value(ValueId),
    /// The branch at a node of a region.
    Branch(RegionId, usize),
}

/// A scope, loop or block.
#[derive(Clone, Default)]
struct Labelled<'a> {
    /// The outputs of a scope or the inputs of a loop or block.
    receivers: Vec<ValueId>,
    /// What the exits, the falling through, the `again`s or the `goto`s pass.
    given: Vec<&'a [ValueId]>,
    is_varying: bool,
}

/// What [`Shapes`] found, apart from the tree.
pub(super) struct Found {
    is_varying: Vec<bool>,
    owner_varies: Vec<bool>,
    end_varies: Vec<bool>,
}

impl<'a> Shapes<'a> {
    /// Finds what is varying, where lanes of the loop `refilled` may be in different iterations.
    pub fn compute(
        tree: &'a RegionTree,
        vars: &'a Arena<Var>,
        values: usize,
        switches: Option<SwitchForm>,
        refilled: Option<LabelId>,
    ) -> Found {
        let index = TreeIndex::compute(tree, values);
        let regions = tree.regions.len();
        let mut shapes = Shapes {
            tree,
            vars,
            crossings: Crossings::compute(tree, &index),
            index,
            uses: std::iter::repeat_with(Vec::new).take(values).collect(),
            labels: vec![Labelled::default(); tree.labels.len()],
            is_varying: vec![false; values],
            owner_varies: vec![false; regions],
            end_varies: vec![false; regions],
            pending: Vec::new(),
        };
        for place in 0..shapes.index.preorder.len() {
            let region = shapes.index.preorder[place];
            for (position, node) in tree.regions[region].nodes.iter().enumerate() {
                shapes.begin_node(region, position, &node.kind, switches);
            }
            if let RegionEnd::Exit { label, values, .. }
            | RegionEnd::Again { label, values, .. }
            | RegionEnd::Goto { label, values, .. } = &tree.regions[region].end
            {
                shapes.labels[label.index()].given.push(values);
            }
        }
        shapes.connect_labels();
        let inputs = refilled.map(|label| shapes.labels[label.index()].receivers.clone()).unwrap_or_default();
        inputs.into_iter().for_each(|input| shapes.mark_value(input));
        while let Some(event) = shapes.pending.pop() {
            match event {
                Event::Value(value) => shapes.spread_value(value),
                Event::Around(region) => {
                    let ends = shapes.crossings.take_ends(region, &shapes.index);
                    ends.into_iter().for_each(|end| shapes.mark_end(end));
                }
                Event::End(region) => shapes.spread_end(region),
                Event::Label(label) => shapes.spread_label(label),
            }
        }
        Found { is_varying: shapes.is_varying, owner_varies: shapes.owner_varies, end_varies: shapes.end_varies }
    }

    /// Marks what varies by itself at a node, and notes what else follows from values there.
    fn begin_node(&mut self, region: RegionId, position: usize, kind: &'a NodeKind, switches: Option<SwitchForm>) {
        let tree = self.tree;
        let mut reads = Reads::default();
        match kind {
            NodeKind::Action(action) => {
                reads.varies = !matches!(action.kind, ActionKind::Define { .. });
                action.kind.for_each_place(&mut |place| self.read(place, &mut reads));
                for value in action.kind.definitions() {
                    self.follow(&reads, || Use::Value(value));
                    if reads.varies {
                        self.mark_value(value);
                    }
                }
                return;
            }
            NodeKind::If { condition, .. } => condition.for_each_place(&mut |place| self.read(place, &mut reads)),
            NodeKind::Switch { selector, .. } => {
                selector.for_each_place(&mut |place| self.read(place, &mut reads));
                reads.varies |= is_chain(switches, Shape::Uniform);
            }
            NodeKind::Scope { label, body, outputs, .. } => {
                self.labels[label.index()].receivers.clone_from(outputs);
                if let RegionEnd::FallThrough(values) = &tree.regions[*body].end {
                    self.labels[label.index()].given.push(values);
                }
                return;
            }
            NodeKind::Loop { label, inputs, .. } => {
                self.labels[label.index()].receivers = inputs.iter().map(|input| input.value).collect();
                for input in inputs {
                    self.uses[input.initial.index()].push(Use::Value(input.value));
                }
                return;
            }
            NodeKind::Graph { initial, blocks, .. } => {
                for block in blocks {
                    self.labels[block.label.index()].receivers.clone_from(&block.inputs);
                }
                let first = blocks.first().map_or(&[][..], |block| &block.inputs);
                for (value, input) in initial.iter().zip(first) {
                    self.uses[value.index()].push(Use::Value(*input));
                }
                return;
            }
        }
        let (NodeKind::If { outputs, .. } | NodeKind::Switch { outputs, .. }) = kind else { return };
        for values in yielded(tree, kind) {
            for (output, value) in outputs.iter().zip(values) {
                self.uses[value.index()].push(Use::Value(*output));
            }
        }
        self.follow(&reads, || Use::Branch(region, position));
        if reads.varies {
            self.spread_branch(region, position);
        }
    }

    /// Notes a use of all values that were read.
    fn follow(&mut self, reads: &Reads, used: impl Fn() -> Use) {
        reads.values.iter().for_each(|value| self.uses[value.index()].push(used()));
    }

    /// What labels are given goes to their receivers.
    fn connect_labels(&mut self) {
        for label in &self.labels {
            for values in &label.given {
                for (receiver, value) in label.receivers.iter().zip(*values) {
                    self.uses[value.index()].push(Use::Value(*receiver));
                }
            }
        }
    }

    fn spread_value(&mut self, value: ValueId) {
        for used in std::mem::take(&mut self.uses[value.index()]) {
            match used {
                Use::Value(other) => self.mark_value(other),
                Use::Branch(region, position) => self.spread_branch(region, position),
            }
        }
    }

    /// A varying branch: its arms are under masks, and outputs differ to which they pass different values.
    fn spread_branch(&mut self, region: RegionId, position: usize) {
        let tree = self.tree;
        let kind = &tree.regions[region].nodes[position].kind;
        let arms = kind.regions();
        if arms.first().is_some_and(|arm| self.owner_varies[arm.index()]) {
            return;
        }
        arms.into_iter().for_each(|arm| self.mark_around(arm));
        if let NodeKind::If { outputs, .. } | NodeKind::Switch { outputs, .. } = kind {
            let given: Vec<&[ValueId]> = yielded(tree, kind).collect();
            differing(outputs, &given).for_each(|output| self.mark_value(output));
        }
    }

    /// A varying end: lanes wait where it goes, and the loops on the way are left in different iterations.
    fn spread_end(&mut self, region: RegionId) {
        let tree = self.tree;
        let mut target = None;
        if let RegionEnd::Exit { label, values, .. } | RegionEnd::Again { label, values, .. } =
            &tree.regions[region].end
        {
            target = self.index.body[label.index()];
            self.mark_label(*label);
            for (position, value) in values.iter().enumerate() {
                let home = self.index.definer[value.index()];
                let is_of_iterations = |(home, body)| self.crossings.is_in_loop_inside(home, body, &self.index);
                if home.zip(target).is_some_and(is_of_iterations)
                    && let Some(receiver) = self.labels[label.index()].receivers.get(position).copied()
                {
                    self.mark_value(receiver);
                }
            }
        }
        for label in self.crossings.take_loops(region, target, &self.index) {
            self.mark_left(label);
        }
    }

    /// A loop that some lanes leave while others wait inside, or the graph of such a block. Of a graph no more follows:
    /// those that are left jump together.
    fn mark_left(&mut self, label: LabelId) {
        let tree = self.tree;
        let owner = self.index.body[label.index()].and_then(|body| self.index.owner[body.index()]);
        match owner.map(|(region, position)| &tree.regions[region].nodes[position].kind) {
            Some(NodeKind::Graph { blocks, .. }) => blocks.iter().for_each(|block| self.mark_around(block.body)),
            _ => self.mark_label(label),
        }
    }

    /// A varying scope or loop.
    fn spread_label(&mut self, label: LabelId) {
        if let Some(body) = self.index.body[label.index()] {
            self.mark_around(body);
        }
        let Labelled { receivers, given, .. } = std::mem::take(&mut self.labels[label.index()]);
        differing(&receivers, &given).for_each(|receiver| self.mark_value(receiver));
        self.labels[label.index()] = Labelled { receivers, given, is_varying: true };
    }

    fn mark_value(&mut self, value: ValueId) {
        if !std::mem::replace(&mut self.is_varying[value.index()], true) {
            self.pending.push(Event::Value(value));
        }
    }

    fn mark_around(&mut self, region: RegionId) {
        if !std::mem::replace(&mut self.owner_varies[region.index()], true) {
            self.pending.push(Event::Around(region));
        }
    }

    fn mark_end(&mut self, region: RegionId) {
        if !std::mem::replace(&mut self.end_varies[region.index()], true) {
            self.pending.push(Event::End(region));
        }
    }

    fn mark_label(&mut self, label: LabelId) {
        if !std::mem::replace(&mut self.labels[label.index()].is_varying, true) {
            self.pending.push(Event::Label(label));
        }
    }

    fn read(&self, place: &Place, reads: &mut Reads) {
        match place {
            Place::Value(value) => reads.values.push(*value),
            _ => reads.varies |= place.var().is_some_and(|var| memory_varies(&self.vars[var])),
        }
    }
}

/// What a node reads: whether some of it varies by itself, and values.
#[derive(Default)]
struct Reads {
    varies: bool,
    values: Vec<ValueId>,
}

fn memory_varies(var: &Var) -> bool {
    match var.storage {
        Storage::Constant | Storage::Procedure => false,
        Storage::Dummy => var.shape == Shape::Varying,
        Storage::Local | Storage::Result | Storage::Static | Storage::Area => true,
    }
}

/// What the arms of a branch pass that fall through.
fn yielded<'a>(tree: &'a RegionTree, kind: &NodeKind) -> impl Iterator<Item = &'a [ValueId]> {
    kind.regions().into_iter().filter_map(|arm| match &tree.regions[arm].end {
        RegionEnd::FallThrough(values) => Some(values.as_slice()),
        _ => None,
    })
}

/// The receivers that are given more than one value.
fn differing(receivers: &[ValueId], given: &[&[ValueId]]) -> impl Iterator<Item = ValueId> {
    let differs = |position: usize| {
        let mut values = given.iter().filter_map(|values| values.get(position));
        let first = values.next();
        values.any(|value| Some(value) != first)
    };
    receivers.iter().enumerate().filter(move |(position, _)| differs(*position)).map(|(_, receiver)| *receiver)
}

impl Found {
    /// The line of a `goto` that some of the lanes take, others not.
    pub fn varying_goto(&self, tree: &RegionTree) -> Option<SourceLine> {
        let mut regions = tree.regions.iter();
        let found =
            regions.find(|(id, region)| self.end_varies[id.index()] && matches!(region.end, RegionEnd::Goto { .. }));
        found.map(|(_, region)| region.at)
    }

    /// Writes shapes and control into the tree.
    pub fn write(self, tree: &mut RegionTree, values: &mut Arena<Value>) {
        for (id, value) in values.iter_mut() {
            value.shape = Some(if self.is_varying[id.index()] { Shape::Varying } else { Shape::Uniform });
        }
        let decided = |varies: bool| if varies { Control::Varying } else { Control::Uniform };
        for (id, region) in tree.regions.iter_mut() {
            if let RegionEnd::Exit { control, .. }
            | RegionEnd::Again { control, .. }
            | RegionEnd::Goto { control, .. } = &mut region.end
            {
                *control = decided(self.end_varies[id.index()]);
            }
            for node in &mut region.nodes {
                match &mut node.kind {
                    NodeKind::Action(_) => {}
                    NodeKind::If { then: inner, control, .. }
                    | NodeKind::Switch { default: inner, control, .. }
                    | NodeKind::Scope { body: inner, control, .. }
                    | NodeKind::Loop { body: inner, control, .. } => {
                        *control = decided(self.owner_varies[inner.index()]);
                    }
                    NodeKind::Graph { blocks, control, .. } => {
                        let is_varying = |block: &GraphBlock| self.owner_varies[block.body.index()];
                        *control = decided(blocks.first().is_some_and(is_varying));
                    }
                }
            }
        }
    }
}
