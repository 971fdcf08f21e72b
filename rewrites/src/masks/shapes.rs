//! Divergence on the region tree: which values are uniform, and which constructs all active lanes take together.
//!
//! All is uniform until shown varying; rounds over the tree go on until nothing changes. The rules:
//! - a definition is varying if something it reads is; storage of a lane's own and results of calls always are;
//! - an `if` or `switch` is varying if its condition is;
//! - an exit or `again` is varying if it crosses a varying construct: lanes wait there;
//! - a scope is varying if some exit to it is; a loop, if some `again` to it or something that leaves it is; a graph, if
//!   something that leaves it is: a `goto` that is varying makes an error;
//! - an output is uniform if at most one place gives it, or all give the same value, or all lanes come together; and no
//!   varying loop lies between, in which lanes would leave with values of different iterations;
//! - a loop's input is uniform likewise: all lanes that are still in the loop are in the same iteration.

use crate::lower_switches::{SwitchForm, is_chain};
use crate::structurize::Given;
use crate::tree_index::TreeIndex;
use forlane_cfg::{
    ActionKind, Control, GraphBlock, LabelId, Node, NodeKind, Place, RegionEnd, RegionId, RegionTree, Shape,
    SourceLine, Storage, Value, ValueId, Var,
};
use id_arena::Arena;

/// What is varying in a tree.
pub(super) struct Shapes<'a> {
    tree: &'a RegionTree,
    vars: &'a Arena<Var>,
    switches: Option<SwitchForm>,
    index: TreeIndex,
    /// The places that give values to each label: region and values.
    given: Vec<Vec<(RegionId, Vec<ValueId>)>>,
    is_varying: Vec<bool>,
    /// For each region whether the construct around it is varying.
    owner_varies: Vec<bool>,
    /// For each region whether its end is a varying exit or `again`.
    end_varies: Vec<bool>,
    /// For each label whether its scope or loop is varying.
    label_varies: Vec<bool>,
    changed: bool,
}

/// What [`Shapes`] found, apart from the tree.
pub(super) struct Found {
    is_varying: Vec<bool>,
    owner_varies: Vec<bool>,
    end_varies: Vec<bool>,
}

impl<'a> Shapes<'a> {
    /// Finds what is varying.
    pub fn compute(tree: &'a RegionTree, vars: &'a Arena<Var>, values: usize, switches: Option<SwitchForm>) -> Found {
        let index = TreeIndex::compute(tree, values);
        let given = collect_given(tree, &index);
        let regions = tree.regions.len();
        let mut shapes = Shapes {
            tree,
            vars,
            switches,
            index,
            given,
            is_varying: vec![false; values],
            owner_varies: vec![false; regions],
            end_varies: vec![false; regions],
            label_varies: vec![false; tree.labels.len()],
            changed: true,
        };
        while std::mem::replace(&mut shapes.changed, false) {
            for position in 0..shapes.index.preorder.len() {
                let region = shapes.index.preorder[position];
                for node in &tree.regions[region].nodes {
                    shapes.visit_node(node);
                }
                shapes.visit_end(region);
            }
        }
        Found { is_varying: shapes.is_varying, owner_varies: shapes.owner_varies, end_varies: shapes.end_varies }
    }

    fn visit_node(&mut self, node: &Node) {
        match &node.kind {
            NodeKind::Action(action) => {
                let mut varies = !matches!(action.kind, ActionKind::Define { .. });
                action.kind.for_each_place(&mut |place| varies |= self.place_varies(place));
                if varies {
                    action.kind.definitions().into_iter().for_each(|value| self.mark_value(value));
                }
            }
            kind @ NodeKind::If { condition, outputs, .. } => {
                let mut varies = false;
                condition.for_each_place(&mut |place| varies |= self.place_varies(place));
                self.visit_branch(kind, varies, outputs);
            }
            kind @ NodeKind::Switch { selector, outputs, .. } => {
                let mut varies = false;
                selector.for_each_place(&mut |place| varies |= self.place_varies(place));
                let shape = if varies { Shape::Varying } else { Shape::Uniform };
                self.visit_branch(kind, is_chain(self.switches, shape), outputs);
            }
            NodeKind::Scope { label, body, outputs, .. } => {
                for (position, output) in outputs.iter().enumerate() {
                    if self.gives_varying(*label, *body, position) {
                        self.mark_value(*output);
                    }
                }
            }
            NodeKind::Loop { label, body, inputs, .. } => {
                for (position, input) in inputs.iter().enumerate() {
                    if self.is_varying[input.initial.index()] || self.gives_varying(*label, *body, position) {
                        self.mark_value(input.value);
                    }
                }
            }
            NodeKind::Graph { initial, blocks, .. } => {
                for (number, block) in blocks.iter().enumerate() {
                    for (position, input) in block.inputs.iter().enumerate() {
                        let on_entry = initial.get(position).filter(|_| number == 0);
                        if on_entry.is_some_and(|value| self.is_varying[value.index()])
                            || self.gives_varying(block.label, block.body, position)
                        {
                            self.mark_value(*input);
                        }
                    }
                }
            }
        }
    }

    fn visit_branch(&mut self, kind: &NodeKind, varies: bool, outputs: &[ValueId]) {
        if varies {
            for arm in kind.regions() {
                self.changed |= !std::mem::replace(&mut self.owner_varies[arm.index()], true);
            }
        }
        let lists = Given::of_arms(self.tree, kind);
        for (position, output) in outputs.iter().enumerate() {
            let mut values: Vec<ValueId> = lists.iter().filter_map(|list| list.get(position).copied()).collect();
            values.dedup();
            if values.iter().any(|value| self.is_varying[value.index()]) || (varies && values.len() > 1) {
                self.mark_value(*output);
            }
        }
    }

    fn visit_end(&mut self, region: RegionId) {
        let tree = self.tree;
        let (target, label) = match &tree.regions[region].end {
            RegionEnd::Exit { label, .. } | RegionEnd::Again { label, .. } | RegionEnd::Goto { label, .. } => {
                (self.index.body[label.index()], Some(*label))
            }
            RegionEnd::Return(_) | RegionEnd::Stop(_) => (None, None),
            RegionEnd::FallThrough(_) | RegionEnd::Unreachable => return,
        };
        let crossed = self.crossed(region, target);
        if !crossed.iter().any(|inner| self.owner_varies[inner.index()]) {
            return;
        }
        self.changed |= !std::mem::replace(&mut self.end_varies[region.index()], true);
        if let Some(label) = label {
            self.mark_label(label);
        }
        for inner in crossed {
            if let Some(label) = self.loop_of(inner) {
                self.mark_label(label);
            }
            self.mark_graph(inner);
        }
    }

    /// Marks the graph one of whose blocks has that body.
    fn mark_graph(&mut self, body: RegionId) {
        let Some((region, position)) = self.index.owner[body.index()] else { return };
        if let NodeKind::Graph { blocks, .. } = &self.tree.regions[region].nodes[position].kind
            && !self.owner_varies[body.index()]
        {
            self.changed = true;
            blocks.iter().for_each(|block| self.owner_varies[block.body.index()] = true);
        }
    }

    /// The regions from one outward up to the body of a label, or all; the constructs around them are what is crossed.
    /// A `goto` goes as far as the body of the block that it ends, which belongs to the node that its target belongs to.
    fn crossed(&self, region: RegionId, target: Option<RegionId>) -> Vec<RegionId> {
        let mut found = Vec::new();
        let mut inner = region;
        let end = target.and_then(|target| self.index.owner[target.index()]);
        while let Some((outer, position)) = self.index.owner[inner.index()] {
            if end == Some((outer, position)) {
                break;
            }
            found.push(inner);
            inner = outer;
        }
        found
    }

    /// The label of the loop whose body a region is.
    fn loop_of(&self, body: RegionId) -> Option<LabelId> {
        let (region, position) = self.index.owner[body.index()]?;
        match &self.tree.regions[region].nodes.get(position)?.kind {
            NodeKind::Loop { label, .. } => Some(*label),
            _ => None,
        }
    }

    fn mark_label(&mut self, label: LabelId) {
        self.changed |= !std::mem::replace(&mut self.label_varies[label.index()], true);
        if let Some(body) = self.index.body[label.index()] {
            self.owner_varies[body.index()] = true;
        }
    }

    fn mark_value(&mut self, value: ValueId) {
        self.changed |= !std::mem::replace(&mut self.is_varying[value.index()], true);
    }

    /// Whether what a label is given at one position may differ between lanes.
    fn gives_varying(&self, label: LabelId, body: RegionId, position: usize) -> bool {
        let given = &self.given[label.index()];
        let mut common = None;
        let mut differ = false;
        for (region, values) in given {
            let Some(value) = values.get(position).copied() else { continue };
            differ |= common.replace(value).is_some_and(|other| other != value);
            if self.is_varying[value.index()] || self.comes_from_iterations(value, *region, body) {
                return true;
            }
        }
        differ && self.label_varies[label.index()]
    }

    /// Whether a varying loop lies between a place and a body around it, and defines the value anew each time.
    fn comes_from_iterations(&self, value: ValueId, region: RegionId, body: RegionId) -> bool {
        self.crossed(region, Some(body)).into_iter().any(|inner| {
            self.owner_varies[inner.index()]
                && (self.loop_of(inner).is_some_and(|label| self.index.is_defined_inside(value, label))
                    || self.is_defined_in_graph(value, inner))
        })
    }

    /// Whether a value is defined in the graph one of whose blocks has that body.
    fn is_defined_in_graph(&self, value: ValueId, body: RegionId) -> bool {
        let (Some((region, position)), Some(definer)) =
            (self.index.owner[body.index()], self.index.definer[value.index()])
        else {
            return false;
        };
        match &self.tree.regions[region].nodes[position].kind {
            NodeKind::Graph { blocks, .. } => self.index.is_inside_blocks(definer, blocks),
            _ => false,
        }
    }

    fn place_varies(&self, place: &Place) -> bool {
        match place {
            Place::Value(value) => self.is_varying[value.index()],
            _ => place.var().is_some_and(|var| self.memory_varies(&self.vars[var])),
        }
    }

    fn memory_varies(&self, var: &Var) -> bool {
        match var.storage {
            Storage::Constant | Storage::Procedure => false,
            Storage::Dummy => var.shape == Shape::Varying,
            Storage::Local | Storage::Result | Storage::Static | Storage::Area => true,
        }
    }
}

/// The places that give values to each label.
fn collect_given(tree: &RegionTree, index: &TreeIndex) -> Vec<Vec<(RegionId, Vec<ValueId>)>> {
    let mut given = vec![Vec::new(); tree.labels.len()];
    for region in &index.preorder {
        let this = &tree.regions[*region];
        if let RegionEnd::Exit { label, values, .. }
        | RegionEnd::Again { label, values, .. }
        | RegionEnd::Goto { label, values, .. } = &this.end
        {
            given[label.index()].push((*region, values.clone()));
        }
        for node in &this.nodes {
            if let NodeKind::Scope { label, body, .. } = &node.kind
                && let RegionEnd::FallThrough(values) = &tree.regions[*body].end
            {
                given[label.index()].push((*body, values.clone()));
            }
        }
    }
    given
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
