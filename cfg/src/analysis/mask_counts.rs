//! What masks cost in a region tree, before and after it was decided how lanes take each construct.
//!
//! *Before* is what the plain rules require: a CI mask for each scope and loop; a blend for each value that an arm, an
//! exit or an `again` gives; a test whether any lane is active at each arm, after each exit and at each loop. *After*
//! is what the tree says.

use crate::analysis::{AnyActiveTests, Checked, Completions, Weights};
use crate::region::{Control, LabelId, NodeKind, RegionEnd, RegionTree};
use crate::unit::ValueId;
use std::collections::BTreeSet;

/// Numbers of places in a tree, not of executions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MaskCounts {
    /// CI masks.
    pub masks: usize,
    /// Blends of values.
    pub blends: usize,
    /// Tests whether any lane is active.
    pub tests: usize,
}

/// A place that passes values to a label or to what is after a branch.
#[derive(Clone)]
struct Place<'t> {
    values: &'t [ValueId],
    is_varying: bool,
    /// Whether a loop under masks lies between: lanes come from several of its rounds, and what earlier ones gave is
    /// kept.
    is_gathered: bool,
}

/// All that come to one label.
#[derive(Clone, Default)]
struct LabelSources<'t> {
    places: Vec<Place<'t>>,
}

impl LabelSources<'_> {
    /// How many blends one output takes.
    fn blends_at(&self, output: usize) -> usize {
        let (gathered, others): (Vec<&Place>, Vec<&Place>) = self.places.iter().partition(|place| place.is_gathered);
        let distinct: BTreeSet<usize> =
            others.iter().filter_map(|place| place.values.get(output)).map(|value| value.index()).collect();
        let blended = others.iter().filter(|place| place.is_varying).count();
        gathered.len() + if distinct.len() > 1 { blended.min(others.len() - 1) } else { 0 }
    }
}

impl MaskCounts {
    /// Counts both; none for a tree that names regions or labels which are not its own.
    pub fn compute(tree: &RegionTree) -> Option<(MaskCounts, MaskCounts)> {
        if !has_own_ids(tree) {
            return None;
        }
        let given = given_to_labels(tree);
        let (weights, completions) = (Weights::compute(tree, Checked::Everything), Completions::compute(tree));
        let tests = AnyActiveTests::compute(tree, &weights, &completions, Checked::Everything).count();
        let (mut before, mut after) = (MaskCounts::default(), MaskCounts { tests, ..MaskCounts::default() });
        for (_, region) in tree.regions.iter() {
            for node in &region.nodes {
                let arms: Vec<_> = node.kind.regions();
                match &node.kind {
                    NodeKind::Action(_) => {}
                    NodeKind::If { outputs, control, .. } | NodeKind::Switch { outputs, control, .. } => {
                        before.tests += arms.len();
                        let mut yielded = LabelSources::default();
                        for arm in &arms {
                            if let RegionEnd::FallThrough(values) = &tree.regions[*arm].end {
                                yielded.places.push(Place { values, is_varying: true, is_gathered: false });
                            }
                        }
                        before.blends += outputs.len() * yielded.places.len();
                        if control.is_varying() {
                            after.blends += (0..outputs.len()).map(|output| yielded.blends_at(output)).sum::<usize>();
                        }
                    }
                    NodeKind::Scope { label, outputs, control, .. } => {
                        let given = &given[label.index()];
                        before.masks += 1;
                        before.tests += given.places.len();
                        before.blends += outputs.len() * given.places.len();
                        after.masks += usize::from(*control == Control::Varying);
                        after.blends += (0..outputs.len()).map(|output| given.blends_at(output)).sum::<usize>();
                    }
                    NodeKind::Loop { label, inputs, .. } => {
                        let given = &given[label.index()];
                        before.masks += 1;
                        before.tests += 1;
                        before.blends += inputs.len() * given.places.len();
                        after.masks += usize::from(given.places.iter().any(|place| place.is_varying));
                        after.blends += (0..inputs.len()).map(|input| given.blends_at(input)).sum::<usize>();
                    }
                    // The lanes of a graph jump together: what would be a loop with a dispatch needs no mask.
                    NodeKind::Graph { blocks, .. } => {
                        before.masks += 1;
                        before.tests += 1;
                        let taken =
                            blocks.iter().map(|block| block.inputs.len() * given[block.label.index()].places.len());
                        before.blends += taken.sum::<usize>();
                    }
                }
            }
        }
        Some((before, after))
    }
}

/// Whether all regions and labels that the tree names are its own.
fn has_own_ids(tree: &RegionTree) -> bool {
    let is_label = |label: &LabelId| tree.labels.get(*label).is_some();
    tree.regions.iter().all(|(_, region)| {
        let end = match &region.end {
            RegionEnd::Exit { label, .. } | RegionEnd::Again { label, .. } | RegionEnd::Goto { label, .. } => {
                is_label(label)
            }
            _ => true,
        };
        let is_sound = |kind: &NodeKind| {
            kind.labels().0.iter().all(|(label, _)| is_label(label))
                && kind.regions().into_iter().all(|inner| tree.regions.get(inner).is_some())
        };
        end && region.nodes.iter().all(|node| is_sound(&node.kind))
    }) && tree.regions.get(tree.root).is_some()
}

/// For each label what its exits or `again`s pass, and for a scope what falls through its body, last.
fn given_to_labels(tree: &RegionTree) -> Vec<LabelSources<'_>> {
    let mut given = vec![LabelSources::default(); tree.labels.len()];
    // The number of loops under masks around each region, and around what each label is before.
    let mut around = vec![0; tree.regions.len()];
    let mut around_label = vec![0; tree.labels.len()];
    for region in tree.outer_first() {
        let this = &tree.regions[region];
        for node in &this.nodes {
            let is_varying = node.kind.control().is_varying();
            let is_loop = matches!(node.kind, NodeKind::Loop { .. } | NodeKind::Graph { .. });
            let inside = around[region.index()] + usize::from(is_loop && is_varying);
            node.kind.labels().0.into_iter().for_each(|(label, _)| around_label[label.index()] = inside);
            node.kind.regions().into_iter().for_each(|inner| around[inner.index()] = inside);
        }
        if let RegionEnd::Exit { label, values, control }
        | RegionEnd::Again { label, values, control }
        | RegionEnd::Goto { label, values, control } = &this.end
        {
            let (is_varying, is_gathered) =
                (control.is_varying(), around[region.index()] > around_label[label.index()]);
            given[label.index()].places.push(Place { values, is_varying, is_gathered });
        }
    }
    for (_, region) in tree.regions.iter() {
        for node in &region.nodes {
            if let NodeKind::Scope { label, body, .. } = &node.kind
                && let RegionEnd::FallThrough(values) = &tree.regions[*body].end
            {
                given[label.index()].places.push(Place { values, is_varying: false, is_gathered: false });
            }
        }
    }
    given
}
