//! Drops from a region tree what nothing needs: outputs and inputs that are not used or always the same value, copies,
//! definitions without use, branches without code; and numbers regions, labels and values anew in the order of the text.
//!
//! Requires: any tree. Ensures: the same behaviour; the arenas hold the tree's own entities only. Invalidates: all ids.

use super::simplify::replace_values;
use crate::tree_index::TreeIndex;
use crate::values::{for_each_end_use_mut, integer_uses, logical_uses, rename_place, uses};
use forlane_cfg::analysis::failure::{expr_may_fail, logical_may_fail};
use forlane_cfg::{
    ActionKind, Expr, IntegerExpr, LabelId, LogicalExpr, NodeKind, Place, RealExpr, RegionEnd, RegionId, RegionTree,
    Value, ValueId, Var,
};
use id_arena::Arena;
use std::collections::{HashMap, HashSet};

/// The most rounds of replacing; each round takes one more level of nested constructs.
const ROUNDS: usize = 16;

/// Cleans a tree.
pub(crate) fn clean_tree(tree: &mut RegionTree, values: &mut Arena<Value>, vars: &Arena<Var>) {
    for _ in 0..ROUNDS {
        let replaced = find_trivial(tree, values.len());
        if replaced.is_empty() {
            break;
        }
        replace_values(tree, replaced);
        // A replaced output still stands at its node; nothing uses it any more.
        drop_unused(tree, values.len(), vars);
    }
    drop_unused(tree, values.len(), vars);
    drop_empty_branches(tree, vars);
    compact(tree, values);
}

/// Renames the values that a node itself uses, those of its regions apart.
pub(super) fn rename_uses(kind: &mut NodeKind, name: &dyn Fn(ValueId) -> ValueId) {
    match kind {
        NodeKind::Action(action) => action.kind.for_each_place_mut(&mut rename_place(name)),
        NodeKind::If { condition, .. } => condition.for_each_place_mut(&mut rename_place(name)),
        NodeKind::Switch { selector, .. } => selector.for_each_place_mut(&mut rename_place(name)),
        NodeKind::Scope { .. } => {}
        NodeKind::Loop { inputs, .. } => inputs.iter_mut().for_each(|input| input.initial = name(input.initial)),
        NodeKind::Graph { initial, .. } => initial.iter_mut().for_each(|value| *value = name(*value)),
    }
}

/// What each output and loop input gets: one list of values for each place that gives some.
pub(crate) struct Given {
    /// For each region its values, if it falls through to a node's outputs; for labels the lists of all exits or
    /// agains and, for scopes, of falling through.
    pub by_label: Vec<Vec<Vec<ValueId>>>,
}

impl Given {
    /// Collects the ends of all regions of the tree.
    pub fn collect(tree: &RegionTree, index: &TreeIndex) -> Given {
        let mut by_label = vec![Vec::new(); tree.labels.len()];
        for region in &index.preorder {
            let this = &tree.regions[*region];
            if let RegionEnd::Exit { label, values, .. }
            | RegionEnd::Again { label, values, .. }
            | RegionEnd::Goto { label, values, .. } = &this.end
            {
                by_label[label.index()].push(values.clone());
            }
            for node in &this.nodes {
                if let NodeKind::Scope { label, body, .. } = &node.kind
                    && let RegionEnd::FallThrough(values) = &tree.regions[*body].end
                {
                    by_label[label.index()].push(values.clone());
                }
            }
        }
        Given { by_label }
    }

    /// The lists that the arms of a branch yield.
    pub fn of_arms(tree: &RegionTree, kind: &NodeKind) -> Vec<Vec<ValueId>> {
        let yielded = |arm: RegionId| match &tree.regions[arm].end {
            RegionEnd::FallThrough(values) => Some(values.clone()),
            _ => None,
        };
        kind.regions().into_iter().filter_map(yielded).collect()
    }
}

/// Outputs and inputs that can only be one value, visible where they are, and copies.
fn find_trivial(tree: &RegionTree, values: usize) -> HashMap<ValueId, ValueId> {
    let index = TreeIndex::compute(tree, values);
    let given = Given::collect(tree, &index);
    let mut replaced = HashMap::new();
    for region in &index.preorder {
        for node in &tree.regions[*region].nodes {
            match &node.kind {
                NodeKind::Action(action) => {
                    if let ActionKind::Define { value, expr } = &action.kind
                        && let Some(source) = copied_value(expr)
                    {
                        note(&mut replaced, *value, source);
                    }
                }
                kind @ (NodeKind::If { outputs, .. } | NodeKind::Switch { outputs, .. }) => {
                    let lists = Given::of_arms(tree, kind);
                    let arms = kind.regions();
                    let is_inside = |value: ValueId| match index.definer[value.index()] {
                        Some(definer) => arms.iter().any(|arm| index.is_inside(definer, *arm)),
                        None => false,
                    };
                    note_common(&mut replaced, outputs, &lists, &is_inside);
                }
                NodeKind::Scope { label, outputs, .. } => {
                    let is_inside = |value| index.is_defined_inside(value, *label);
                    note_common(&mut replaced, outputs, &given.by_label[label.index()], &is_inside);
                }
                NodeKind::Loop { label, inputs, .. } => {
                    for (position, input) in inputs.iter().enumerate() {
                        let stays = |list: &Vec<ValueId>| {
                            list.get(position).is_some_and(|next| *next == input.value || *next == input.initial)
                        };
                        if given.by_label[label.index()].iter().all(stays) {
                            note(&mut replaced, input.value, input.initial);
                        }
                    }
                }
                NodeKind::Graph { initial, blocks, .. } => {
                    let bodies: HashSet<RegionId> = blocks.iter().map(|block| block.body).collect();
                    // What all jumps give is visible at the head if it is not of a region inside of a body.
                    let is_hidden = |value: ValueId| {
                        index.definer[value.index()]
                            .is_none_or(|definer| !bodies.contains(&definer) && index.is_inside_blocks(definer, blocks))
                    };
                    for (number, block) in blocks.iter().enumerate() {
                        let mut lists = given.by_label[block.label.index()].clone();
                        if number == 0 {
                            lists.push(initial.clone());
                        }
                        for (place, input) in block.inputs.iter().enumerate() {
                            // What stays as it is tells nothing.
                            let mut others =
                                lists.iter().filter_map(|list| list.get(place)).filter(|value| *value != input);
                            let Some(first) = others.next() else { continue };
                            if others.all(|value| value == first) && !is_hidden(*first) {
                                note(&mut replaced, *input, *first);
                            }
                        }
                    }
                }
            }
        }
    }
    replaced
}

/// Notes a replacement unless it would close a circle.
fn note(replaced: &mut HashMap<ValueId, ValueId>, value: ValueId, source: ValueId) {
    let mut end = source;
    while let Some(next) = replaced.get(&end) {
        end = *next;
    }
    if end != value {
        replaced.insert(value, end);
    }
}

fn note_common(
    replaced: &mut HashMap<ValueId, ValueId>,
    outputs: &[ValueId],
    lists: &[Vec<ValueId>],
    is_inside: &dyn Fn(ValueId) -> bool,
) {
    for (position, output) in outputs.iter().enumerate() {
        let Some(first) = lists.first().and_then(|list| list.get(position)) else { continue };
        if lists.iter().all(|list| list.get(position) == Some(first)) && !is_inside(*first) {
            note(replaced, *output, *first);
        }
    }
}

fn copied_value(expr: &Expr) -> Option<ValueId> {
    match expr {
        Expr::Integer(IntegerExpr::Read(_, Place::Value(value)))
        | Expr::Real(RealExpr::Read(_, Place::Value(value)))
        | Expr::Logical(LogicalExpr::Read(Place::Value(value))) => Some(*value),
        _ => None,
    }
}

/// Drops outputs, inputs and definitions that no action, condition or return needs, directly or through others.
fn drop_unused(tree: &mut RegionTree, values: usize, vars: &Arena<Var>) {
    let used = find_used(tree, values, vars);
    let index = TreeIndex::compute(tree, values);
    let is_used = |value: &ValueId| used[value.index()];
    let mut kept_by_label: Vec<Option<Vec<bool>>> = vec![None; tree.labels.len()];
    let mut kept_by_arm: HashMap<RegionId, Vec<bool>> = HashMap::new();
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
                    let kept: Vec<bool> = outputs.iter().map(is_used).collect();
                    outputs.retain(is_used);
                    kept_by_arm.extend(arms.into_iter().map(|arm| (arm, kept.clone())));
                }
                NodeKind::Scope { label, outputs, body, .. } => {
                    let kept: Vec<bool> = outputs.iter().map(is_used).collect();
                    outputs.retain(is_used);
                    kept_by_arm.insert(*body, kept.clone());
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
            RegionEnd::FallThrough(values) => (values, kept_by_arm.get(region)),
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
fn find_used(tree: &RegionTree, values: usize, vars: &Arena<Var>) -> Vec<bool> {
    let index = TreeIndex::compute(tree, values);
    let given = Given::collect(tree, &index);
    let mut sources: Vec<Vec<ValueId>> = vec![Vec::new(); values];
    let mut pending: Vec<ValueId> = Vec::new();
    let mut give = |outputs: &[ValueId], lists: &[Vec<ValueId>]| {
        for list in lists {
            for (output, value) in outputs.iter().zip(list) {
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
                    give(outputs, &Given::of_arms(tree, kind));
                }
                kind @ NodeKind::Switch { selector, outputs, .. } => {
                    pending.extend(integer_uses(selector));
                    give(outputs, &Given::of_arms(tree, kind));
                }
                NodeKind::Scope { label, outputs, .. } => give(outputs, &given.by_label[label.index()]),
                NodeKind::Loop { label, inputs, .. } => {
                    let carried: Vec<ValueId> = inputs.iter().map(|input| input.value).collect();
                    give(&carried, &given.by_label[label.index()]);
                    give(&carried, &[inputs.iter().map(|input| input.initial).collect()]);
                }
                NodeKind::Graph { initial, blocks, .. } => {
                    if let Some(first) = blocks.first() {
                        give(&first.inputs, std::slice::from_ref(initial));
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
