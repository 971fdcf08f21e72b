//! Makes a region tree read like a program: exits at the ends of scopes fall through, scopes that nothing leaves early
//! dissolve, code after an arm that leaves is not nested.
//!
//! Three walks, each linear but for the moving of nodes:
//!
//! 1. *thread*: `scope L {… exit L …} exit M` → the exits go to M at once, L dissolves;
//! 2. *fall through*: `scope L {… exit L}` → `scope L {…}`; also through an `if` or `switch` that ends the scope, whose
//!    arms then yield outputs; a scope without exits dissolves; a loop with several `again` in tail position keeps one;
//! 3. *flatten*: `if c {exit L} else {rest}` → `if c {exit L} rest`.
//!
//! Requires: the tree as written by [`super::emit`], where a region inside has a greater id than the one around it.
//! Ensures: the same behaviour on each path; ids of values that dissolved are replaced everywhere.
//!
//! ```text
//! scope L1 -> v3 {                            if x > 0 -> v3 {
//!     if x > 0 {                                  v1 = 1
//!         v1 = 1                                  yield v1
//!         exit L1 (v1)               becomes  } else {
//!     } else {                                    v2 = 2
//!         v2 = 2                                  yield v2
//!         exit L1 (v2)                        }
//!     }
//! }
//! ```

use crate::values::{leaves, replace_values};
use forlane_cfg::ssa::Replacements;
use forlane_cfg::{
    Control, LabelId, Node, NodeKind, Region, RegionEnd, RegionId, RegionTree, SourceLine, Value, ValueId,
};
use id_arena::Arena;
use std::collections::HashMap;

/// How deep branches may nest at the end of a scope for it to fall through them. If they are deeper they exit, and then
/// need not be nested: a long chain of branches to one label stays flat.
const MOST_NESTED: usize = 8;

/// Simplifies a tree as it was written.
pub(super) fn simplify_tree(tree: &mut RegionTree, values: &mut Arena<Value>) {
    let ids: Vec<RegionId> = tree.regions.iter().map(|(id, _)| id).collect();
    let mut exits = vec![Vec::new(); tree.labels.len()];
    for (id, region) in tree.regions.iter() {
        if let RegionEnd::Exit { label, .. } = region.end {
            exits[label.index()].push(id);
        }
    }
    let mut simplifier = Simplifier { tree, values, exits, replaced: Replacements::default() };
    for region in &ids {
        simplifier.thread_exits(*region);
    }
    for region in ids.iter().rev() {
        simplifier.fall_through(*region);
    }
    for region in &ids {
        simplifier.flatten(*region);
    }
    for region in &ids {
        simplifier.end_scopes(*region);
    }
    let replaced = simplifier.replaced;
    replace_values(tree, replaced);
}

struct Simplifier<'a> {
    tree: &'a mut RegionTree,
    values: &'a mut Arena<Value>,
    /// Regions that end with an exit to each label, and some that did.
    exits: Vec<Vec<RegionId>>,
    replaced: Replacements,
}

fn exits_to(region: &Region, label: LabelId) -> bool {
    matches!(region.end, RegionEnd::Exit { label: to, .. } if to == label)
}

fn goes_to(region: &Region, label: LabelId) -> bool {
    matches!(region.end, RegionEnd::Exit { label: to, .. } | RegionEnd::Again { label: to, .. } if to == label)
}

fn take_region(region: &mut Region) -> (Vec<Node>, RegionEnd) {
    (std::mem::take(&mut region.nodes), std::mem::replace(&mut region.end, RegionEnd::Unreachable))
}

impl Simplifier<'_> {
    /// While the last node is a scope and the region ends with an exit: the scope's exits take that exit.
    fn thread_exits(&mut self, region: RegionId) {
        loop {
            let this = &self.tree.regions[region];
            let Some(Node { kind: NodeKind::Scope { label, body, outputs, .. }, .. }) = this.nodes.last() else {
                return;
            };
            let RegionEnd::Exit { label: target, values, .. } = &this.end else { return };
            let (label, body, target) = (*label, *body, *target);
            let place_of: HashMap<ValueId, usize> = outputs.iter().copied().zip(0..).collect();
            let given: Vec<(ValueId, Option<usize>)> =
                values.iter().map(|value| (*value, place_of.get(value).copied())).collect();
            for exit in std::mem::take(&mut self.exits[label.index()]) {
                let end = &mut self.tree.regions[exit].end;
                let RegionEnd::Exit { label: to, values, .. } = end else { continue };
                if *to != label {
                    continue;
                }
                let routed = given.iter().map(|(value, place)| place.map_or(*value, |place| values[place]));
                *end = RegionEnd::Exit { label: target, values: routed.collect(), control: Control::Undecided };
                self.exits[target.index()].push(exit);
            }
            let at = self.tree.regions[body].at;
            let (nodes, end) = take_region(&mut self.tree.regions[body]);
            if let RegionEnd::Exit { label, .. } = &end {
                self.exits[label.index()].push(region);
            }
            let this = &mut self.tree.regions[region];
            this.nodes.pop();
            this.nodes.extend(nodes);
            this.end = end;
            this.at = at;
        }
    }

    /// Lets the scopes of a region be left by falling through where that is possible.
    fn fall_through(&mut self, region: RegionId) {
        let is_labelled = |node: &Node| matches!(node.kind, NodeKind::Scope { .. } | NodeKind::Loop { .. });
        if !self.tree.regions[region].nodes.iter().any(is_labelled) {
            return;
        }
        let nodes = std::mem::take(&mut self.tree.regions[region].nodes);
        let mut kept = Vec::with_capacity(nodes.len());
        for node in nodes {
            let (label, body, outputs) = match &node.kind {
                NodeKind::Scope { label, body, outputs, .. } => (*label, *body, outputs),
                NodeKind::Loop { label, body, inputs, .. } => {
                    let inputs: Vec<ValueId> = inputs.iter().map(|input| input.value).collect();
                    self.join_agains(*body, *label, &inputs);
                    kept.push(node);
                    continue;
                }
                _ => {
                    kept.push(node);
                    continue;
                }
            };
            self.make_tails(body, label, outputs);
            let has_exits = self.exits[label.index()].iter().any(|exit| exits_to(&self.tree.regions[*exit], label));
            match &self.tree.regions[body].end {
                RegionEnd::FallThrough(given) if !has_exits => {
                    self.replaced.insert_all(outputs, given);
                    kept.append(&mut self.tree.regions[body].nodes);
                }
                _ => kept.push(node),
            }
        }
        self.tree.regions[region].nodes = kept;
    }

    /// Lets those arms of a branch at the end of a loop's body that end with `again` fall through to one.
    fn join_agains(&mut self, body: RegionId, label: LabelId, inputs: &[ValueId]) {
        if goes_to(&self.tree.regions[body], label) {
            return;
        }
        self.make_tails(body, label, inputs);
        let end = &mut self.tree.regions[body].end;
        if let RegionEnd::FallThrough(values) = end {
            *end = RegionEnd::Again { label, values: std::mem::take(values), control: Control::Undecided };
        }
    }

    /// Replaces what goes to a label, `exit` or `again`, in tail position of its body.
    fn make_tails(&mut self, body: RegionId, label: LabelId, outputs: &[ValueId]) {
        for tail in self.tail_regions(body).into_iter().rev() {
            let region = &mut self.tree.regions[tail];
            if goes_to(region, label) {
                if let RegionEnd::Exit { values, .. } | RegionEnd::Again { values, .. } = &mut region.end {
                    region.end = RegionEnd::FallThrough(std::mem::take(values));
                }
                continue;
            }
            if !matches!(region.end, RegionEnd::Unreachable) {
                continue;
            }
            let Some(last) = region.nodes.last() else { continue };
            if matches!(last.kind, NodeKind::If { .. } | NodeKind::Switch { .. })
                && last.kind.regions().iter().any(|arm| !leaves(&self.tree.regions[*arm]))
            {
                let given: Vec<ValueId> =
                    outputs.iter().map(|output| self.values.alloc(self.values[*output].clone())).collect();
                let region = &mut self.tree.regions[tail];
                if let Some(Node { kind: NodeKind::If { outputs, .. } | NodeKind::Switch { outputs, .. }, .. }) =
                    region.nodes.last_mut()
                {
                    *outputs = given.clone();
                }
                region.end = RegionEnd::FallThrough(given);
            }
        }
    }

    /// The regions that end where a body ends: itself, and the arms of branches at the end of such a region. Only
    /// itself if branches nest too deep.
    fn tail_regions(&self, body: RegionId) -> Vec<RegionId> {
        let mut tails = vec![body];
        let mut level = 0..1;
        for _ in 0..MOST_NESTED {
            let next = tails.len();
            for at in level {
                let region = &self.tree.regions[tails[at]];
                if let (RegionEnd::Unreachable, Some(last)) = (&region.end, region.nodes.last())
                    && matches!(last.kind, NodeKind::If { .. } | NodeKind::Switch { .. })
                {
                    tails.extend(last.kind.regions());
                }
            }
            if next == tails.len() {
                return tails;
            }
            level = next..tails.len();
        }
        vec![body]
    }

    /// Moves the code of the other arm after an `if` with an arm that leaves.
    fn flatten(&mut self, region: RegionId) {
        let (nodes, mut end) = take_region(&mut self.tree.regions[region]);
        let mut at = self.tree.regions[region].at;
        let mut kept = Vec::with_capacity(nodes.len());
        let mut pending = vec![nodes.into_iter()];
        while let Some(nodes) = pending.last_mut() {
            let Some(mut node) = nodes.next() else {
                pending.pop();
                continue;
            };
            let NodeKind::If { then, otherwise, outputs, .. } = &mut node.kind else {
                kept.push(node);
                continue;
            };
            let (then, otherwise) = (*then, *otherwise);
            let Some(arm) = self.arm_to_flatten(then, otherwise, outputs) else {
                kept.push(node);
                continue;
            };
            let moved_at = self.tree.regions[arm].at;
            let (moved, moved_end) = take_region(&mut self.tree.regions[arm]);
            self.tree.regions[arm].end = RegionEnd::FallThrough(Vec::new());
            self.tree.regions[arm].at = SourceLine::default();
            match moved_end {
                RegionEnd::FallThrough(given) => self.replaced.insert_all(&std::mem::take(outputs), &given),
                other => {
                    end = other;
                    at = moved_at;
                    pending.clear();
                }
            }
            kept.push(node);
            pending.push(moved.into_iter());
        }
        let this = &mut self.tree.regions[region];
        (this.nodes, this.end, this.at) = (kept, end, at);
    }

    /// Lets bodies of scopes that end with an exit from the scope fall through.
    fn end_scopes(&mut self, region: RegionId) {
        let scope = |node: &Node| match node.kind {
            NodeKind::Scope { label, body, .. } => Some((label, body)),
            _ => None,
        };
        let scopes: Vec<(LabelId, RegionId)> = self.tree.regions[region].nodes.iter().filter_map(scope).collect();
        for (label, body) in scopes {
            let body = &mut self.tree.regions[body];
            if let RegionEnd::Exit { label: to, values, .. } = &mut body.end
                && *to == label
            {
                body.end = RegionEnd::FallThrough(std::mem::take(values));
            }
        }
    }

    /// Which arm can follow the `if` as well: one whose other arm leaves, the longer one if both do.
    fn arm_to_flatten(&self, then: RegionId, otherwise: RegionId, outputs: &[ValueId]) -> Option<RegionId> {
        let (first, second) = (&self.tree.regions[then], &self.tree.regions[otherwise]);
        let is_worth = |arm: &Region| !arm.nodes.is_empty() || !outputs.is_empty();
        match (leaves(first), leaves(second)) {
            (true, true) if first.nodes.len() > second.nodes.len() => Some(then),
            (true, true) => Some(otherwise),
            (true, false) => is_worth(second).then_some(otherwise),
            (false, true) => is_worth(first).then_some(then),
            (false, false) => None,
        }
    }
}
