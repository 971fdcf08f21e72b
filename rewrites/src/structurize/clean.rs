//! Drops from a region tree what nothing needs: outputs and inputs that are not used or always the same value, copies,
//! definitions without use, branches without code; and numbers regions, labels and values anew in the order of the
//! text.
//!
//! Requires: any tree. Ensures: the same behaviour; the arenas hold the tree's own entities only. Invalidates: all ids.

use crate::tree_index::TreeIndex;
use crate::values::{for_each_end_use_mut, integer_uses, logical_uses, rename_uses, replace_values, uses};
use forlane_cfg::analysis::failure::{expr_may_fail, logical_may_fail};
use forlane_cfg::ssa::{self, Receiver, Replacements};
use forlane_cfg::{ActionKind, LabelId, NodeKind, RegionEnd, RegionId, RegionTree, Value, ValueId, Var};
use id_arena::Arena;
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

/// Cleans a tree.
pub(crate) fn clean_tree(tree: &mut RegionTree, values: &mut Arena<Value>, vars: &Arena<Var>) {
    replace_values(tree, find_trivial(tree, values.len()));
    drop_unused(tree, values.len(), vars);
    drop_empty_branches(tree, vars);
    compact(tree, values);
}

/// What each output and loop input gets: one list of values for each place that passes some.
struct IncomingValues<'t> {
    /// The lists of all exits or agains and, for scopes, of falling through.
    by_label: Vec<Vec<&'t [ValueId]>>,
}

impl<'t> IncomingValues<'t> {
    /// Collects the ends of all regions of the tree.
    fn collect(tree: &'t RegionTree, index: &TreeIndex) -> IncomingValues<'t> {
        let mut by_label: Vec<Vec<&[ValueId]>> = vec![Vec::new(); tree.labels.len()];
        for region in &index.preorder {
            let this = &tree.regions[*region];
            if let RegionEnd::Exit { label, values, .. }
            | RegionEnd::Again { label, values, .. }
            | RegionEnd::Goto { label, values, .. } = &this.end
            {
                by_label[label.index()].push(values);
            }
            for node in &this.nodes {
                if let NodeKind::Scope { label, body, .. } = &node.kind
                    && let RegionEnd::FallThrough(values) = &tree.regions[*body].end
                {
                    by_label[label.index()].push(values);
                }
            }
        }
        IncomingValues { by_label }
    }

    /// The lists that the arms of a branch yield.
    fn of_arms(tree: &'t RegionTree, kind: &NodeKind) -> Vec<&'t [ValueId]> {
        let yielded = |arm: RegionId| match &tree.regions[arm].end {
            RegionEnd::FallThrough(values) => Some(values.as_slice()),
            _ => None,
        };
        kind.regions().into_iter().filter_map(yielded).collect()
    }
}

/// What receives values in a tree.
#[derive(Default)]
struct Receivers {
    all: Vec<Receiver>,
    /// For each the places of regions whose values it must not be replaced by, as they are not visible outside.
    inside: Vec<Range<usize>>,
    /// For an input of a graph's block the graph: what all jumps pass is visible at the head of the block if it is
    /// defined in the body of a block, not in a region inside of one.
    graphs: Vec<Option<(RegionId, usize)>>,
}

impl Receivers {
    fn add(&mut self, values: impl Iterator<Item = ValueId>, lists: &[&[ValueId]], inside: Range<usize>) {
        for (position, value) in values.enumerate() {
            let given = lists.iter().filter_map(|list| list.get(position).copied()).collect();
            self.all.push(Receiver { value, given });
            self.inside.push(inside.clone());
        }
    }
}

/// Outputs and inputs that can only be one value, visible where they are, and copies.
fn find_trivial(tree: &RegionTree, values: usize) -> Replacements {
    let index = TreeIndex::compute(tree, values);
    let given = IncomingValues::collect(tree, &index);
    let mut receivers = Receivers::default();
    for region in &index.preorder {
        for (position, node) in tree.regions[*region].nodes.iter().enumerate() {
            match &node.kind {
                NodeKind::Action(action) => {
                    if let ActionKind::Define { value, expr } = &action.kind
                        && let Some(source) = expr.read_value()
                    {
                        receivers.add(std::iter::once(*value), &[&[source]], 0..0);
                    }
                }
                kind @ (NodeKind::If { outputs, .. } | NodeKind::Switch { outputs, .. }) => {
                    let arms = kind.regions();
                    let first = arms.first().map_or(0, |arm| index.range(*arm).0);
                    let last = arms.last().map_or(0, |arm| index.range(*arm).1 + 1);
                    receivers.add(outputs.iter().copied(), &IncomingValues::of_arms(tree, kind), first..last);
                }
                NodeKind::Scope { label, body, outputs, .. } => {
                    let (first, last) = index.range(*body);
                    receivers.add(outputs.iter().copied(), &given.by_label[label.index()], first..last + 1);
                }
                NodeKind::Loop { label, inputs, .. } => {
                    let initial: Vec<ValueId> = inputs.iter().map(|input| input.initial).collect();
                    let mut lists = vec![initial.as_slice()];
                    lists.extend(&given.by_label[label.index()]);
                    receivers.add(inputs.iter().map(|input| input.value), &lists, 0..0);
                }
                NodeKind::Graph { initial, blocks, .. } => {
                    let (Some(first), Some(last)) = (blocks.first(), blocks.last()) else { continue };
                    let inside = index.range(first.body).0..index.range(last.body).1 + 1;
                    for (number, block) in blocks.iter().enumerate() {
                        let mut lists = given.by_label[block.label.index()].clone();
                        lists.extend((number == 0).then_some(initial.as_slice()));
                        receivers.add(block.inputs.iter().copied(), &lists, inside.clone());
                        receivers.graphs.resize(receivers.all.len(), Some((*region, position)));
                    }
                }
            }
            receivers.graphs.resize(receivers.all.len(), None);
        }
    }
    let is_outside = |receiver: usize, value: ValueId| {
        index.definer[value.index()].is_none_or(|definer| {
            let is_of_block =
                receivers.graphs[receiver].is_some_and(|graph| index.owner[definer.index()] == Some(graph));
            is_of_block || !receivers.inside[receiver].contains(&index.place(definer))
        })
    };
    ssa::find_trivial(&receivers.all, values, is_outside)
}

/// Drops outputs, inputs and definitions that no action, condition or return needs, directly or through others.
fn drop_unused(tree: &mut RegionTree, values: usize, vars: &Arena<Var>) {
    let index = TreeIndex::compute(tree, 0);
    let used = find_used(tree, &index, values, vars);
    let is_used = |value: &ValueId| used[value.index()];
    let mut kept_by_label: Vec<Option<Rc<[bool]>>> = vec![None; tree.labels.len()];
    let mut kept_by_arm: Vec<Option<Rc<[bool]>>> = vec![None; tree.regions.len()];
    for region in &index.preorder {
        let this = &mut tree.regions[*region];
        this.nodes.retain(|node| match &node.kind {
            NodeKind::Action(action) => match &action.kind {
                ActionKind::Define { value, expr } => is_used(value) || expr_may_fail(expr, vars),
                _ => true,
            },
            _ => true,
        });
        for node in &mut this.nodes {
            let arms = node.kind.regions();
            match &mut node.kind {
                NodeKind::Action(_) => {}
                NodeKind::If { outputs, .. } | NodeKind::Switch { outputs, .. } => {
                    let kept: Rc<[bool]> = outputs.iter().map(is_used).collect();
                    outputs.retain(is_used);
                    arms.into_iter().for_each(|arm| kept_by_arm[arm.index()] = Some(kept.clone()));
                }
                NodeKind::Scope { label, outputs, body, .. } => {
                    let kept: Rc<[bool]> = outputs.iter().map(is_used).collect();
                    outputs.retain(is_used);
                    kept_by_arm[body.index()] = Some(kept.clone());
                    kept_by_label[label.index()] = Some(kept);
                }
                NodeKind::Loop { label, inputs, .. } => {
                    kept_by_label[label.index()] = Some(inputs.iter().map(|input| is_used(&input.value)).collect());
                    inputs.retain(|input| is_used(&input.value));
                }
                NodeKind::Graph { initial, blocks, .. } => {
                    if let Some(first) = blocks.first() {
                        let mut keep = first.inputs.iter().map(is_used);
                        initial.retain(|_| keep.next().unwrap_or(true));
                    }
                    for block in blocks {
                        kept_by_label[block.label.index()] = Some(block.inputs.iter().map(is_used).collect());
                        block.inputs.retain(is_used);
                    }
                }
            }
        }
    }
    for region in &index.preorder {
        let (values, kept) = match &mut tree.regions[*region].end {
            RegionEnd::FallThrough(values) => (values, kept_by_arm[region.index()].as_ref()),
            RegionEnd::Exit { label, values, .. }
            | RegionEnd::Again { label, values, .. }
            | RegionEnd::Goto { label, values, .. } => (values, kept_by_label[label.index()].as_ref()),
            _ => continue,
        };
        let Some(kept) = kept else { continue };
        let mut keep = kept.iter().copied();
        values.retain(|_| keep.next().unwrap_or(true));
    }
}

/// Which values are needed.
fn find_used(tree: &RegionTree, index: &TreeIndex, values: usize, vars: &Arena<Var>) -> Vec<bool> {
    let given = IncomingValues::collect(tree, index);
    let mut sources: Vec<Vec<ValueId>> = vec![Vec::new(); values];
    let mut pending: Vec<ValueId> = Vec::new();
    let mut give = |outputs: &[ValueId], lists: &[&[ValueId]]| {
        for list in lists {
            for (output, value) in outputs.iter().zip(*list) {
                sources[output.index()].push(*value);
            }
        }
    };
    let mut defined: Vec<(ValueId, Vec<ValueId>)> = Vec::new();
    for region in &index.preorder {
        let this = &tree.regions[*region];
        for node in &this.nodes {
            match &node.kind {
                NodeKind::Action(action) => match &action.kind {
                    ActionKind::Define { value, expr } if !expr_may_fail(expr, vars) => {
                        defined.push((*value, uses(&action.kind)));
                    }
                    other => pending.extend(uses(other)),
                },
                kind @ NodeKind::If { condition, outputs, .. } => {
                    pending.extend(logical_uses(condition));
                    give(outputs, &IncomingValues::of_arms(tree, kind));
                }
                kind @ NodeKind::Switch { selector, outputs, .. } => {
                    pending.extend(integer_uses(selector));
                    give(outputs, &IncomingValues::of_arms(tree, kind));
                }
                NodeKind::Scope { label, outputs, .. } => give(outputs, &given.by_label[label.index()]),
                NodeKind::Loop { label, inputs, .. } => {
                    let carried: Vec<ValueId> = inputs.iter().map(|input| input.value).collect();
                    give(&carried, &given.by_label[label.index()]);
                    let initial: Vec<ValueId> = inputs.iter().map(|input| input.initial).collect();
                    give(&carried, &[&initial]);
                }
                NodeKind::Graph { initial, blocks, .. } => {
                    if let Some(first) = blocks.first() {
                        give(&first.inputs, &[initial]);
                    }
                    for block in blocks {
                        give(&block.inputs, &given.by_label[block.label.index()]);
                    }
                }
            }
        }
        if let RegionEnd::Return(values) = &this.end {
            pending.extend(values.iter().map(|(_, value)| *value));
        }
    }
    for (value, operands) in defined {
        sources[value.index()].extend(operands);
    }
    let mut used = vec![false; values];
    while let Some(value) = pending.pop() {
        if !std::mem::replace(&mut used[value.index()], true) {
            pending.extend(sources[value.index()].iter().copied());
        }
    }
    used
}

/// Drops branches whose arms do nothing and whose condition can't fail.
fn drop_empty_branches(tree: &mut RegionTree, vars: &Arena<Var>) {
    let empty: Vec<bool> = tree
        .regions
        .iter()
        .map(|(_, region)| region.nodes.is_empty() && matches!(&region.end, RegionEnd::FallThrough(v) if v.is_empty()))
        .collect();
    for (_, region) in tree.regions.iter_mut() {
        region.nodes.retain(|node| match &node.kind {
            NodeKind::If { condition, then, otherwise, .. } => {
                !(empty[then.index()] && empty[otherwise.index()]) || logical_may_fail(condition, vars)
            }
            _ => true,
        });
    }
}

/// New ids for regions, labels and values in the order of the text; what the tree does not hold is gone.
pub(crate) fn compact(tree: &mut RegionTree, values: &mut Arena<Value>) {
    let index = TreeIndex::compute(tree, values.len());
    let mut new = RegionTree { regions: Arena::new(), labels: Arena::new(), root: tree.root };
    let mut regions: HashMap<RegionId, RegionId> = HashMap::new();
    let mut labels: HashMap<LabelId, LabelId> = HashMap::new();
    let mut names = Names { old: std::mem::take(values), new: Arena::new(), known: HashMap::new() };
    for region in &index.preorder {
        regions.insert(*region, new.regions.alloc(tree.regions[*region].clone()));
    }
    new.root = regions[&tree.root];
    let order: Vec<RegionId> = new.regions.iter().map(|(id, _)| id).collect();
    for region in order {
        let this = &mut new.regions[region];
        for node in &mut this.nodes {
            names.define_node(&mut node.kind);
            rename_node(&mut node.kind, &regions, &mut |label| {
                let kind = tree.labels[label].clone();
                *labels.entry(label).or_insert_with(|| new.labels.alloc(kind))
            });
        }
    }
    for (_, region) in new.regions.iter_mut() {
        for node in &mut region.nodes {
            rename_uses(&mut node.kind, &|value| names.name(value));
        }
        for_each_end_use_mut(&mut region.end, &mut |value| *value = names.name(*value));
        if let RegionEnd::Exit { label, .. } | RegionEnd::Again { label, .. } | RegionEnd::Goto { label, .. } =
            &mut region.end
        {
            *label = labels[label];
        }
    }
    *values = names.new;
    *tree = new;
}

/// New names of values.
struct Names {
    old: Arena<Value>,
    new: Arena<Value>,
    known: HashMap<ValueId, ValueId>,
}

impl Names {
    fn define(&mut self, value: &mut ValueId) {
        let new = self.new.alloc(self.old[*value].clone());
        self.known.insert(*value, new);
        *value = new;
    }

    fn define_node(&mut self, kind: &mut NodeKind) {
        match kind {
            NodeKind::Action(action) => action.kind.for_each_definition_mut(&mut |value| self.define(value)),
            NodeKind::If { outputs, .. } | NodeKind::Switch { outputs, .. } | NodeKind::Scope { outputs, .. } => {
                outputs.iter_mut().for_each(|value| self.define(value));
            }
            NodeKind::Loop { inputs, .. } => inputs.iter_mut().for_each(|input| self.define(&mut input.value)),
            NodeKind::Graph { blocks, .. } => {
                blocks.iter_mut().flat_map(|block| &mut block.inputs).for_each(|value| self.define(value));
            }
        }
    }

    /// A value without a definition keeps its old id; the verifier reports it.
    fn name(&self, value: ValueId) -> ValueId {
        self.known.get(&value).copied().unwrap_or(value)
    }
}

fn rename_node(
    kind: &mut NodeKind,
    regions: &HashMap<RegionId, RegionId>,
    label_name: &mut dyn FnMut(LabelId) -> LabelId,
) {
    match kind {
        NodeKind::Action(_) => {}
        NodeKind::If { then, otherwise, .. } => {
            *then = regions[then];
            *otherwise = regions[otherwise];
        }
        NodeKind::Switch { cases, default, .. } => {
            cases.iter_mut().for_each(|case| case.target = regions[&case.target]);
            *default = regions[default];
        }
        NodeKind::Scope { label, body, .. } | NodeKind::Loop { label, body, .. } => {
            *label = label_name(*label);
            *body = regions[body];
        }
        NodeKind::Graph { blocks, .. } => {
            for block in blocks {
                block.label = label_name(block.label);
                block.body = regions[&block.body];
            }
        }
    }
}
