//! A walk over a region tree as a flat list of steps, so that no rule recurses.

use crate::region::{NodeKind, RegionId, RegionTree};

/// A step of the walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A region begins.
    Enter(RegionId),
    /// A node, before its regions.
    Node(RegionId, usize),
    /// A block of the graph that the node is, before its body.
    Block(RegionId, usize, usize),
    /// The same node after its regions; for actions, too.
    AfterGuards(RegionId, usize),
    /// The end of a region.
    End(RegionId),
    /// A region is over.
    Leave(RegionId),
}

/// The steps of a tree each of whose regions belongs to one node.
pub(super) fn steps(tree: &RegionTree) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut tasks = vec![Step::Leave(tree.root), Step::End(tree.root), Step::Enter(tree.root)];
    while let Some(task) = tasks.pop() {
        steps.push(task);
        match task {
            Step::Enter(region) => {
                for index in (0..tree.regions[region].nodes.len()).rev() {
                    tasks.extend([Step::AfterGuards(region, index), Step::Node(region, index)]);
                }
            }
            Step::Node(region, index) => {
                let kind = &tree.regions[region].nodes[index].kind;
                let is_graph = matches!(kind, NodeKind::Graph { .. });
                for (number, inner) in kind.regions().into_iter().enumerate().rev() {
                    tasks.extend([Step::Leave(inner), Step::End(inner), Step::Enter(inner)]);
                    if is_graph {
                        tasks.push(Step::Block(region, index, number));
                    }
                }
            }
            Step::Block(..) | Step::AfterGuards(..) | Step::End(_) | Step::Leave(_) => {}
        }
    }
    steps
}
