//! Orders of blocks, dominators and merge points agree with their definitions on random graphs.

use super::{blocks, graphs};
use crate::support::reached_without;
use forlane_cfg::BlockId;
use forlane_cfg::analysis::{Dominators, MergePoints, PostDominators, Predecessors, ReversePostorder};

#[test]
fn reverse_postorder_holds_the_reached_blocks_and_only_retreating_arcs_go_back() {
    for graph in graphs() {
        let order = ReversePostorder::compute(&graph);
        let reached = reached_without(&graph, graph.start, None);
        for block in blocks(&graph) {
            assert_eq!(order.reaches(block), reached[block.index()]);
        }
        // A retreating arc closes a cycle, so its target reaches its origin.
        for origin in &order.blocks {
            for target in graph.blocks[*origin].terminator.successors() {
                let retreats = order.position(target) <= order.position(*origin);
                assert!(!retreats || reached_without(&graph, target, None)[origin.index()]);
            }
        }
    }
}

#[test]
fn a_block_dominates_what_start_reaches_only_through_it() {
    for graph in graphs() {
        let dominators = Dominators::compute(&graph);
        let reached = reached_without(&graph, graph.start, None);
        for above in blocks(&graph) {
            let without = reached_without(&graph, graph.start, Some(above));
            for below in blocks(&graph) {
                let expected = reached[below.index()] && !without[below.index()];
                assert_eq!(dominators.dominates(above, below), expected, "{above:?} {below:?} {graph:?}");
            }
        }
    }
}

#[test]
fn the_immediate_dominator_is_the_closest() {
    for graph in graphs() {
        let dominators = Dominators::compute(&graph);
        let order = ReversePostorder::compute(&graph);
        for block in order.blocks.iter().skip(1) {
            let closest = dominators.immediate(*block).unwrap();
            let strict = order.blocks.iter().filter(|above| *above != block && dominators.dominates(**above, *block));
            assert!(strict.into_iter().all(|above| dominators.dominates(*above, closest)));
            assert!(dominators.children(closest).contains(block));
        }
        assert_eq!(dominators.preorder().len(), order.blocks.len());
    }
}

#[test]
fn dominance_frontiers_follow_their_definition() {
    for graph in graphs() {
        let order = ReversePostorder::compute(&graph);
        let predecessors = Predecessors::compute(&graph);
        let dominators = Dominators::compute(&graph);
        let frontiers = dominators.frontiers(&order, &predecessors);
        for above in &order.blocks {
            for block in &order.blocks {
                let through = predecessors.of(*block).iter().any(|origin| dominators.dominates(*above, *origin));
                let strictly = above != block && dominators.dominates(*above, *block);
                assert_eq!(frontiers[above.index()].contains(block), through && !strictly, "{graph:?}");
            }
        }
    }
}

/// The merge points of some blocks are the blocks that these, or merge points of them, do not dominate strictly
/// although they dominate a predecessor: their iterated dominance frontier.
#[test]
fn merge_points_are_the_iterated_dominance_frontier() {
    for (number, graph) in graphs().enumerate() {
        let order = ReversePostorder::compute(&graph);
        let predecessors = Predecessors::compute(&graph);
        let dominators = Dominators::compute(&graph);
        let is_in_frontier = |above: BlockId, block: BlockId| {
            let through = predecessors.of(block).iter().any(|origin| dominators.dominates(above, *origin));
            through && (above == block || !dominators.dominates(above, block))
        };
        let mut points = MergePoints::new(&graph, &dominators);
        for apart in 1..4 {
            let definitions: Vec<BlockId> =
                order.blocks.iter().copied().filter(|block| (block.index() + number) % (apart + 1) == 0).collect();
            let mut expected: Vec<BlockId> = Vec::new();
            let mut work = definitions.clone();
            while let Some(above) = work.pop() {
                for block in &order.blocks {
                    if is_in_frontier(above, *block) && !expected.contains(block) {
                        expected.push(*block);
                        work.push(*block);
                    }
                }
            }
            let mut found = points.find(&definitions, |_| true);
            found.sort();
            expected.sort();
            assert_eq!(found, expected, "of {definitions:?} in {graph:?}");
        }
    }
}

#[test]
fn a_block_post_dominates_what_reaches_an_exit_only_through_it() {
    for graph in graphs() {
        let post_dominators = PostDominators::compute(&graph);
        let order = ReversePostorder::compute(&graph);
        let is_exit = |block: BlockId| graph.blocks[block].terminator.successors().is_empty();
        let ends = |from: BlockId, without: Option<BlockId>| {
            let seen = reached_without(&graph, from, without);
            blocks(&graph).into_iter().any(|block| seen[block.index()] && is_exit(block))
        };
        // Where a loop never ends there is no fixed answer.
        if !order.blocks.iter().all(|block| ends(*block, None)) {
            continue;
        }
        for above in &order.blocks {
            for below in &order.blocks {
                let expected = above == below || !ends(*above, Some(*below));
                assert_eq!(post_dominators.post_dominates(*below, *above), expected, "{graph:?}");
            }
        }
    }
}
