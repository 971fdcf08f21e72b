//! Rules of a region tree's form: owners, labels, exits, completion.

use super::Checker;
use super::uses::sites_of_tree;
use super::walk::Step;
use crate::region::{LabelId, Node, NodeKind, RegionEnd, RegionId, RegionTree};
use crate::text::UnitPart;
use crate::unit::{Stage, ValueId};
use std::collections::{HashMap, HashSet};

impl Checker<'_> {
    /// Rules `region-owner`, `id-foreign` for regions and labels, `label-owner`; on these the walk relies.
    pub(super) fn tree_ids(&mut self, tree: &RegionTree) {
        let mut seen = HashSet::from([tree.root]);
        let mut labels = HashSet::new();
        let mut tasks = vec![tree.root];
        if tree.regions.get(tree.root).is_none() {
            return self.error("id-foreign", UnitPart::Unit, "the root is not a region of the unit");
        }
        while let Some(id) = tasks.pop() {
            let region = &tree.regions[id];
            for (index, node) in region.nodes.iter().enumerate() {
                let entity = UnitPart::Node(id, index);
                for inner in node.kind.regions() {
                    if tree.regions.get(inner).is_none() {
                        self.error("id-foreign", entity, format!("r{} does not exist", inner.index()));
                    } else if seen.insert(inner) {
                        tasks.push(inner);
                    } else {
                        self.error("region-owner", entity, format!("r{} has another owner", inner.index()));
                    }
                }
                let (own, kind) = node.kind.labels();
                for (label, _) in own {
                    if self.known_label(tree, entity, label) && !labels.insert(label) {
                        self.error("label-owner", entity, format!("L{} has another owner", label.index()));
                    } else if tree.labels.get(label).is_some_and(|found| found.kind != kind) {
                        let message = format!("L{} says that it is another construct", label.index());
                        self.error("label-owner", entity, message);
                    }
                }
            }
            if let RegionEnd::Exit { label, .. } | RegionEnd::Again { label, .. } | RegionEnd::Goto { label, .. } =
                &region.end
            {
                self.known_label(tree, UnitPart::End(id), *label);
            }
        }
    }

    fn known_label(&mut self, tree: &RegionTree, entity: UnitPart, label: LabelId) -> bool {
        let is_known = tree.labels.get(label).is_some();
        if !is_known {
            self.error("id-foreign", entity, format!("L{} does not exist", label.index()));
        }
        is_known
    }

    /// All rules of trees.
    pub(super) fn tree_rules(&mut self, tree: &RegionTree, steps: &[Step]) {
        let sites = sites_of_tree(tree, steps);
        self.actions(&sites);
        // What becomes the start again where the tree is turned back into a graph.
        let is_action = |node: &&Node| matches!(node.kind, NodeKind::Action(_));
        let head = tree.regions[tree.root].nodes.iter().take_while(is_action).count();
        for site in &sites {
            let is_start = matches!(site.entity, UnitPart::Node(region, index) if region == tree.root && index < head);
            self.no_promotable(site, is_start);
        }
        self.ends(tree, steps);
        self.graph_blocks(tree, steps);
        self.completion(tree, steps);
        self.visibility(tree, steps);
        self.tree_scopes(tree, steps);
        self.tree_transfers(tree, steps);
        if self.unit.stage == Stage::Masked && self.errors.is_empty() {
            self.masks(tree, steps);
        }
    }

    /// Rules `exit-target`, `again-target`, `output-values`, `case-duplicate`.
    fn ends(&mut self, tree: &RegionTree, steps: &[Step]) {
        // The open nodes.
        let mut open: Vec<&NodeKind> = Vec::new();
        let mut open_labels: HashMap<LabelId, &NodeKind> = HashMap::new();
        for &step in steps {
            match step {
                Step::Node(region, index) => {
                    let kind = &tree.regions[region].nodes[index].kind;
                    let entity = UnitPart::Node(region, index);
                    match kind {
                        NodeKind::Scope { label, .. } => {
                            open_labels.insert(*label, kind);
                        }
                        NodeKind::Loop { label, inputs, .. } => {
                            open_labels.insert(*label, kind);
                            let initial: Vec<ValueId> = inputs.iter().map(|input| input.initial).collect();
                            let wanted: Vec<ValueId> = inputs.iter().map(|input| input.value).collect();
                            self.same_types(entity, &initial, &wanted);
                        }
                        NodeKind::Switch { cases, .. } => {
                            self.cases(entity, cases.iter().flat_map(|case| &case.values));
                        }
                        NodeKind::If { .. } | NodeKind::Graph { .. } | NodeKind::Action(_) => {}
                    }
                    open.push(kind);
                }
                Step::AfterGuards(..) => {
                    if let Some(NodeKind::Scope { label, .. } | NodeKind::Loop { label, .. }) = open.pop() {
                        open_labels.remove(label);
                    }
                }
                Step::End(region) => self.end(tree, region, &open, &open_labels),
                Step::Enter(_) | Step::Block(..) | Step::Leave(_) => {}
            }
        }
    }

    fn end(&mut self, tree: &RegionTree, id: RegionId, open: &[&NodeKind], labels: &HashMap<LabelId, &NodeKind>) {
        let entity = UnitPart::End(id);
        match &tree.regions[id].end {
            RegionEnd::FallThrough(values) => match open.last() {
                Some(
                    NodeKind::If { outputs, .. } | NodeKind::Switch { outputs, .. } | NodeKind::Scope { outputs, .. },
                ) => {
                    self.same_types(entity, values, outputs);
                }
                _ => self.error("fall-through", entity, "nothing comes after this"),
            },
            RegionEnd::Exit { label, values, .. } => match labels.get(label) {
                Some(NodeKind::Scope { outputs, .. }) => self.same_types(entity, values, outputs),
                _ => self.error("exit-target", entity, format!("L{} is not a scope around this", label.index())),
            },
            RegionEnd::Again { label, values, .. } => match labels.get(label) {
                Some(NodeKind::Loop { inputs, .. }) => {
                    let wanted: Vec<ValueId> = inputs.iter().map(|input| input.value).collect();
                    self.same_types(entity, values, &wanted);
                }
                _ => self.error("again-target", entity, format!("L{} is not a loop around this", label.index())),
            },
            // That a goto names a block around it is for `graph_blocks` to see.
            RegionEnd::Goto { .. } | RegionEnd::Return(_) | RegionEnd::Stop(_) | RegionEnd::Unreachable => {}
        }
    }

    /// Rule `output-values`.
    pub(super) fn same_types(&mut self, entity: UnitPart, given: &[ValueId], wanted: &[ValueId]) {
        if given.len() != wanted.len() {
            let message = format!("{} values are given where {} are taken", given.len(), wanted.len());
            self.error("output-values", entity, message);
            return;
        }
        for (given, wanted) in given.iter().zip(wanted) {
            if self.unit.values[*given].ty != self.unit.values[*wanted].ty {
                let message = format!("v{} goes to v{}, which is of another type", given.index(), wanted.index());
                self.error("output-values", entity, message);
            }
        }
    }

    /// Rule `unreachable-end`: a node completes if an arm or the body falls through, or an exit leads after it.
    fn completion(&mut self, tree: &RegionTree, steps: &[Step]) {
        // Whether control comes so far in the open regions; whether a region of the open nodes falls through.
        let mut alive: Vec<bool> = Vec::new();
        let mut completes: Vec<bool> = Vec::new();
        let mut exited: HashSet<LabelId> = HashSet::new();
        for &step in steps {
            match step {
                Step::Enter(_) => alive.push(true),
                Step::Node(..) => completes.push(false),
                Step::AfterGuards(region, index) => {
                    let falls_through = completes.pop().unwrap_or(false);
                    let is_completed = match &tree.regions[region].nodes[index].kind {
                        NodeKind::Action(_) => true,
                        NodeKind::Scope { label, .. } => falls_through || exited.contains(label),
                        NodeKind::Loop { .. } | NodeKind::Graph { .. } => false,
                        NodeKind::If { .. } | NodeKind::Switch { .. } => falls_through,
                    };
                    if let Some(alive) = alive.last_mut() {
                        *alive &= is_completed;
                    }
                }
                Step::End(region) => {
                    let is_alive = alive.last().copied().unwrap_or(true);
                    match &tree.regions[region].end {
                        RegionEnd::Unreachable if is_alive => {
                            self.error("unreachable-end", UnitPart::End(region), "control comes here");
                        }
                        RegionEnd::FallThrough(_) if is_alive => {
                            if let Some(completes) = completes.last_mut() {
                                *completes = true;
                            }
                        }
                        RegionEnd::Exit { label, .. } if is_alive => {
                            exited.insert(*label);
                        }
                        _ => {}
                    }
                }
                Step::Block(..) => {}
                Step::Leave(_) => {
                    alive.pop();
                }
            }
        }
    }
}
