//! Drops what continuation intentions show to be dead: code after what only breaks, and the looping of a loop that runs
//! once, whose body then is in the scope around it.
//!
//! ```text
//! scope L1 {                                    scope L1 {
//!     loop L2 (v1 = v0) {                           if v0 > 0 {
//!         if v1 > 0 {                  becomes          exit L1
//!             exit L1                               }
//!         }                                         exit L1
//!         exit L1                               }
//! ```

use crate::structurize::compact;
use crate::tree_index::TreeIndex;
use crate::values::replace_values;
use forlane_cfg::analysis::Completions;
use forlane_cfg::ssa::Replacements;
use forlane_cfg::{GraphBlock, LabelId, NodeKind, RegionEnd, RegionId, RegionTree, Value};
use id_arena::Arena;
use std::collections::{BTreeSet, HashMap};

/// Drops code that is not reached, and loops that run once, until there are none.
pub fn drop_unreached(tree: &mut RegionTree, values: &mut Arena<Value>) {
    let mut changed = false;
    loop {
        let truncated = truncate(tree);
        let pruned = prune_graphs(tree);
        let unrolled = unroll_single(tree, values.len());
        if !truncated && !pruned && !unrolled {
            break;
        }
        changed = true;
    }
    if changed {
        compact(tree, values);
    }
}

/// Cuts regions after the first node that never continues.
fn truncate(tree: &mut RegionTree) -> bool {
    let index = TreeIndex::compute(tree, 0);
    let completions = Completions::compute(tree);
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

/// Drops the blocks of graphs that no jump leads to any more.
fn prune_graphs(tree: &mut RegionTree) -> bool {
    let index = TreeIndex::compute(tree, 0);
    let mut blocks: HashMap<RegionId, LabelId> = HashMap::new();
    let mut first: Vec<LabelId> = Vec::new();
    for region in &index.preorder {
        for node in &tree.regions[*region].nodes {
            if let NodeKind::Graph { blocks: own, .. } = &node.kind {
                first.extend(own.first().map(|block| block.label));
                blocks.extend(own.iter().map(|block| (block.body, block.label)));
            }
        }
    }
    if blocks.is_empty() {
        return false;
    }
    // The innermost block around each region, and where each block jumps to.
    let mut around: Vec<Option<LabelId>> = vec![None; tree.regions.len()];
    let mut jumps: Vec<Vec<LabelId>> = vec![Vec::new(); tree.labels.len()];
    for region in &index.preorder {
        let outer = index.owner[region.index()].and_then(|(owner, _)| around[owner.index()]);
        around[region.index()] = blocks.get(region).copied().or(outer);
        if let (RegionEnd::Goto { label, .. }, Some(block)) = (&tree.regions[*region].end, around[region.index()]) {
            jumps[block.index()].push(*label);
        }
    }
    let mut is_reached = vec![false; tree.labels.len()];
    let mut pending = first;
    while let Some(label) = pending.pop() {
        if !std::mem::replace(&mut is_reached[label.index()], true) {
            pending.extend(jumps[label.index()].iter().copied());
        }
    }
    let mut changed = false;
    for region in &index.preorder {
        for node in &mut tree.regions[*region].nodes {
            if let NodeKind::Graph { blocks, .. } = &mut node.kind
                && blocks.iter().any(|block| !is_reached[block.label.index()])
            {
                changed = true;
                blocks.retain(|block| is_reached[block.label.index()]);
                order_blocks(blocks, &jumps);
            }
        }
    }
    changed
}

/// Orders blocks so that to each but the first a jump leads from one before it, otherwise as they are.
fn order_blocks(blocks: &mut Vec<GraphBlock>, jumps: &[Vec<LabelId>]) {
    let number: HashMap<LabelId, usize> = blocks.iter().map(|block| block.label).zip(0..).collect();
    let mut is_placed = vec![false; blocks.len()];
    let mut ready: BTreeSet<usize> = BTreeSet::from([0]);
    let mut order = Vec::with_capacity(blocks.len());
    while let Some(next) = ready.pop_first() {
        is_placed[next] = true;
        let targets = jumps[blocks[next].label.index()].iter().filter_map(|label| number.get(label).copied());
        ready.extend(targets.filter(|target| !is_placed[*target]));
        order.push(next);
    }
    *blocks = order.into_iter().map(|number| blocks[number].clone()).collect();
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
    let mut replaced = Replacements::default();
    let mut changed = false;
    for region in index.preorder.iter().rev() {
        // Nothing follows a loop, so that it is the last node.
        let Some(node) = tree.regions[*region].nodes.last() else { continue };
        let NodeKind::Loop { label, inputs, body, .. } = &node.kind else { continue };
        if repeats[label.index()] {
            continue;
        }
        inputs.iter().for_each(|input| replaced.insert(input.value, input.initial));
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

    /// A function of `x`, which is v0, with that body.
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
    fn code_after_what_only_breaks_is_dropped() {
        let text = cleaned(
            "scope L0 r1 {\nif v0:x > 0d0 r2 {\nexit L0\n} else r3 {\nleave s0\nreturn f = v0:x\n}\n\
             v1:y real8 = 1d0\nexit L0\n}\nleave s0\nreturn f = v0:x",
        );
        assert!(!text.contains("1d0") && text.contains("unreachable"), "{text}");
    }

    /// What leads to the last block is dead, so that it is; the one before it is still gone to, from after.
    #[test]
    fn blocks_that_no_jump_leads_to_are_dropped() {
        let text = cleaned(
            "graph {\nblock L0 r1 {\ngoto L1\n}\nblock L1 r2 {\nif v0:x > 0d0 r3 {\ngoto L0\n} else r4 {\n}\n\
             scope L5 r5 {\nleave s0\nreturn f = v0:x\n}\ngoto L2\n}\nblock L2 r6 {\ngoto L1\n}\n}\nunreachable",
        );
        assert_eq!(text.matches("block L").count(), 2, "{text}");
    }

    #[test]
    fn a_loop_without_again_becomes_straight_code() {
        let text = cleaned("loop L0 (v1:y real8 = v0:x) r1 {\nleave s0\nreturn f = v1:y\n}\nunreachable");
        assert!(!text.contains("loop") && text.contains("return f = v0:x"), "{text}");
    }
}
