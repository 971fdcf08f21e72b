//! Continuation intentions: whether what stands in a region continues behind it, breaks out of it, or either.
//!
//! A region that breaks only makes the code behind it dead; a loop that nothing repeats runs once and becomes straight
//! code; a loop that nothing leaves never ends, and is reported.

use crate::structurize::{compact, replace_values};
use crate::tree_index::{TreeIndex, children};
use forlane_cfg::{LabelId, NodeKind, RegionEnd, RegionId, RegionTree, Value, ValueId};
use id_arena::Arena;
use std::collections::HashMap;

/// How a region or node completes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Completion {
    /// Control goes on behind it.
    ContinueOnly,
    /// Control leaves for somewhere else, or never ends.
    BreakOnly,
    /// Either.
    ContinueOrBreak,
}

impl Completion {
    fn of(continues: bool, breaks: bool) -> Completion {
        match (continues, breaks) {
            (true, false) => Completion::ContinueOnly,
            (true, true) => Completion::ContinueOrBreak,
            (false, _) => Completion::BreakOnly,
        }
    }

    fn continues(self) -> bool {
        self != Completion::BreakOnly
    }

    fn breaks(self) -> bool {
        self != Completion::ContinueOnly
    }
}

/// How each region completes; indexed by region.
pub struct Completions {
    of_region: Vec<Completion>,
    /// Whether something that is reached exits to each label.
    is_exited: Vec<bool>,
}

impl Completions {
    /// Joins over sequences, branches and loops, inner regions first.
    pub fn compute(tree: &RegionTree) -> Completions {
        let index = TreeIndex::compute(tree, 0);
        Completions::compute_with(tree, &index)
    }

    fn compute_with(tree: &RegionTree, index: &TreeIndex) -> Completions {
        let mut found = Completions {
            of_region: vec![Completion::BreakOnly; tree.regions.len()],
            is_exited: vec![false; tree.labels.len()],
        };
        for region in index.preorder.iter().rev() {
            let this = &tree.regions[*region];
            let mut breaks = false;
            let mut continues = true;
            for node in &this.nodes {
                let completion = found.of_node(&node.kind);
                breaks |= completion.breaks();
                continues &= completion.continues();
                if !continues {
                    break;
                }
            }
            if continues && !matches!(this.end, RegionEnd::FallThrough(_)) {
                if let RegionEnd::Exit { label, .. } = &this.end {
                    found.is_exited[label.index()] = true;
                }
                (continues, breaks) = (false, true);
            }
            found.of_region[region.index()] = Completion::of(continues, breaks);
        }
        found
    }

    /// How a region completes.
    pub fn of_region(&self, region: RegionId) -> Completion {
        self.of_region[region.index()]
    }

    /// How a node completes. A scope continues if something exits to it; that it may also break is then assumed.
    pub fn of_node(&self, kind: &NodeKind) -> Completion {
        match kind {
            NodeKind::Action(_) => Completion::ContinueOnly,
            NodeKind::If { .. } | NodeKind::Switch { .. } => {
                let arms = children(kind);
                let continues = arms.iter().any(|arm| self.of_region(*arm).continues());
                let breaks = arms.iter().any(|arm| self.of_region(*arm).breaks());
                Completion::of(continues, breaks)
            }
            NodeKind::Scope { label, body, .. } => {
                let body = self.of_region(*body);
                Completion::of(body.continues() || self.is_exited[label.index()], body.breaks())
            }
            NodeKind::Loop { .. } => Completion::BreakOnly,
        }
    }
}

/// The loops of a tree that nothing leaves.
pub fn endless_loops(tree: &RegionTree) -> Vec<LabelId> {
    let index = TreeIndex::compute(tree, 0);
    let mut is_left = vec![false; tree.labels.len()];
    for region in &index.preorder {
        let target = match &tree.regions[*region].end {
            RegionEnd::Exit { label, .. } | RegionEnd::Again { label, .. } => index.body[label.index()],
            RegionEnd::Return(_) | RegionEnd::Stop(_) => None,
            RegionEnd::FallThrough(_) | RegionEnd::Unreachable => continue,
        };
        let mut inner = *region;
        while Some(inner) != target {
            let Some((outer, position)) = index.owner[inner.index()] else { break };
            if let NodeKind::Loop { label, .. } = &tree.regions[outer].nodes[position].kind {
                is_left[label.index()] = true;
            }
            inner = outer;
        }
    }
    let labels = tree.labels.iter().filter(|(id, label)| label.is_loop && index.body[id.index()].is_some());
    labels.map(|(id, _)| id).filter(|id| !is_left[id.index()]).collect()
}

/// Drops code that is not reached, and loops that run once, until there are none.
pub fn drop_unreached(tree: &mut RegionTree, values: &mut Arena<Value>) {
    let mut changed = false;
    loop {
        let truncated = truncate(tree);
        let unrolled = unroll_single(tree, values.len());
        if !truncated && !unrolled {
            break;
        }
        changed = true;
    }
    if changed {
        compact(tree, values);
    }
}

/// Cuts regions behind the first node that never continues.
fn truncate(tree: &mut RegionTree) -> bool {
    let index = TreeIndex::compute(tree, 0);
    let completions = Completions::compute_with(tree, &index);
    let mut changed = false;
    for region in &index.preorder {
        let this = &mut tree.regions[*region];
        let Some(last) = this.nodes.iter().position(|node| !completions.of_node(&node.kind).continues()) else {
            continue;
        };
        if last + 1 < this.nodes.len() || !matches!(this.end, RegionEnd::Unreachable) {
            this.nodes.truncate(last + 1);
            this.end = RegionEnd::Unreachable;
            changed = true;
        }
    }
    changed
}

/// Puts the body of a loop without `again` in its place.
fn unroll_single(tree: &mut RegionTree, values: usize) -> bool {
    let index = TreeIndex::compute(tree, values);
    let mut repeats = vec![false; tree.labels.len()];
    for region in &index.preorder {
        if let RegionEnd::Again { label, .. } = &tree.regions[*region].end {
            repeats[label.index()] = true;
        }
    }
    let mut replaced: HashMap<ValueId, ValueId> = HashMap::new();
    let mut changed = false;
    for region in index.preorder.iter().rev() {
        // Nothing stands behind a loop, so that it is the last node.
        let Some(node) = tree.regions[*region].nodes.last() else { continue };
        let NodeKind::Loop { label, inputs, body, .. } = &node.kind else { continue };
        if repeats[label.index()] {
            continue;
        }
        replaced.extend(inputs.iter().map(|input| (input.value, input.initial)));
        let body = *body;
        let nodes = std::mem::take(&mut tree.regions[body].nodes);
        let end = std::mem::replace(&mut tree.regions[body].end, RegionEnd::Unreachable);
        let this = &mut tree.regions[*region];
        this.nodes.pop();
        this.nodes.extend(nodes);
        this.end = end;
        changed = true;
    }
    replace_values(tree, replaced);
    changed
}

#[cfg(test)]
mod tests {
    use super::*;
    use forlane_cfg::text::{parse_program, print_unit};
    use forlane_cfg::{Body, Unit};

    fn tree_of(lines: &str) -> Option<Unit> {
        let text = format!(
            "unit structured function f \"f.f\" {{\nscope s0 subprogram\nvar x: real8 dummy varying s0\n\
             var f: real8 result varying s0\ndummies x\nresult f\ntree r0 {{\nenter s0\nv0:x real8 = x\n{lines}\n}}\n}}\n"
        );
        parse_program(&text).ok()?.units.pop()
    }

    fn cleaned(lines: &str) -> String {
        let Some(mut unit) = tree_of(lines) else { return "does not parse".to_string() };
        if let Body::Tree(tree) = &mut unit.body {
            drop_unreached(tree, &mut unit.values);
        }
        print_unit(&unit)
    }

    #[test]
    fn code_behind_what_only_breaks_is_dropped() {
        let text = cleaned(
            "scope L0 r1 {\nif v0:x > 0d0 r2 {\nexit L0\n} else r3 {\nleave s0\nreturn f = v0:x\n}\n\
             v1:y real8 = 1d0\nexit L0\n}\nleave s0\nreturn f = v0:x",
        );
        assert!(!text.contains("1d0") && text.contains("unreachable"), "{text}");
    }

    #[test]
    fn a_loop_without_again_becomes_straight_code() {
        let text = cleaned("loop L0 (v1:y real8 = v0:x) r1 {\nleave s0\nreturn f = v1:y\n}\nunreachable");
        assert!(!text.contains("loop") && text.contains("return f = v0:x"), "{text}");
    }

    #[test]
    fn a_loop_that_nothing_leaves_is_reported() {
        let endless = |lines: &str| {
            tree_of(lines).map(|unit| match &unit.body {
                Body::Tree(tree) => endless_loops(tree).len(),
                Body::Graph(_) => 0,
            })
        };
        assert_eq!(endless("loop L0 r1 {\nagain L0\n}\nunreachable"), Some(1));
        let left = "scope L1 r1 {\nloop L0 r2 {\nif v0:x > 0d0 r3 {\nexit L1\n} else r4 {\n}\nagain L0\n}\nunreachable\n}\n\
                    leave s0\nreturn f = v0:x";
        assert_eq!(endless(left), Some(0));
    }

    #[test]
    fn completions_join_over_branches() {
        let lines = "scope L0 r1 {\nif v0:x > 0d0 r2 {\nexit L0\n} else r3 {\n}\n}\nleave s0\nreturn f = v0:x";
        let Some(unit) = tree_of(lines) else { panic!("does not parse") };
        let Body::Tree(tree) = &unit.body else { panic!("no tree") };
        let completions = Completions::compute(tree);
        let of = |index: usize| {
            tree.regions.iter().find(|(id, _)| id.index() == index).map(|(id, _)| completions.of_region(id))
        };
        assert_eq!(of(0), Some(Completion::BreakOnly));
        assert_eq!(of(1), Some(Completion::ContinueOrBreak));
        assert_eq!((of(2), of(3)), (Some(Completion::BreakOnly), Some(Completion::ContinueOnly)));
    }
}
