//! Loops agree with their definition on random graphs; those that only assign a range are found.

use super::{graphs, only_unit};
use crate::support::{graph, numbered, reached_without};
use forlane_cfg::analysis::{LoopForest, Predecessors, RangeLoop, RangeSource, ReversePostorder, Turns};
use forlane_cfg::text::parse_program;
use forlane_cfg::{BlockId, Body, Graph};
use std::collections::BTreeSet;

#[test]
fn loops_are_the_strongly_connected_parts_and_their_heads_cut_all_cycles() {
    for graph in graphs() {
        let forest = LoopForest::compute(&graph);
        let order = ReversePostorder::compute(&graph);
        for block in &order.blocks {
            let after = graph.blocks[*block].terminator.successors();
            let in_cycle = after.iter().any(|next| reached_without(&graph, *next, None)[block.index()]);
            assert_eq!(forest.innermost(*block).is_some(), in_cycle);
        }
        for (id, found) in forest.loops.iter() {
            assert!(forest.blocks(id).iter().all(|block| forest.contains(id, *block)));
            assert_eq!(found.entries[0], found.head);
            assert_eq!(forest.headed_by(found.head).is_some(), forest.innermost(found.head) == Some(id));
            let within = |outer| forest.blocks(id).iter().all(|block| forest.blocks(outer).contains(block));
            assert!(found.parent.is_none_or(within));
        }
        let is_back = |origin: BlockId, target: BlockId| {
            forest.loops.iter().any(|(id, found)| found.head == target && forest.contains(id, origin))
        };
        let mut cut = graph.clone();
        let stop = || forlane_cfg::Terminator::Stop(forlane_cfg::StopCode::None);
        let dead = cut.blocks.alloc(forlane_cfg::Block {
            merges: Vec::new(),
            actions: Vec::new(),
            terminator: stop(),
            at: forlane_cfg::SourceLine::own(0),
        });
        for origin in &order.blocks {
            for target in cut.blocks[*origin].terminator.successors_mut() {
                if is_back(*origin, *target) {
                    *target = dead;
                }
            }
        }
        assert_eq!(LoopForest::compute(&cut).loops.len(), 0, "{graph:?}");
    }
}

/// The loops among some blocks, each with its blocks and entries, by their definition.
fn naive_loops(graph: &Graph, within: &BTreeSet<BlockId>, found: &mut BTreeSet<(BTreeSet<BlockId>, Vec<BlockId>)>) {
    let reached = |from: BlockId| {
        let mut seen = BTreeSet::new();
        let mut work = vec![from];
        while let Some(block) = work.pop() {
            let next = graph.blocks[block].terminator.successors();
            work.extend(next.into_iter().filter(|next| within.contains(next) && seen.insert(*next)));
        }
        seen
    };
    let order = ReversePostorder::compute(graph);
    let predecessors = Predecessors::compute(graph);
    for block in within {
        let cycle: BTreeSet<BlockId> =
            reached(*block).into_iter().filter(|other| reached(*other).contains(block)).collect();
        if cycle.first() != Some(block) {
            continue;
        }
        let is_outside = |origin: &BlockId| !cycle.contains(origin);
        let is_entry = |block: &&BlockId| **block == graph.start || predecessors.of(**block).iter().any(is_outside);
        let mut entries: Vec<BlockId> = cycle.iter().filter(is_entry).copied().collect();
        entries.sort_by_key(|entry| order.position(*entry));
        let inside = cycle.iter().filter(|block| **block != entries[0]).copied().collect();
        naive_loops(graph, &inside, found);
        found.insert((cycle, entries));
    }
}

#[test]
fn loops_are_found_as_by_cutting_the_graph_again_and_again() {
    for graph in graphs() {
        let forest = LoopForest::compute(&graph);
        let mut expected = BTreeSet::new();
        naive_loops(&graph, &ReversePostorder::compute(&graph).blocks.into_iter().collect(), &mut expected);
        let blocks = |id| forest.blocks(id).iter().copied().collect::<BTreeSet<_>>();
        let found: BTreeSet<_> = forest.loops.iter().map(|(id, one)| (blocks(id), one.entries.clone())).collect();
        assert_eq!(found, expected, "{graph:?}");
        for (id, one) in forest.loops.iter() {
            assert_eq!(forest.blocks(id)[0], one.head);
            let around = one.parent.map_or(0, |parent| forest.loops[parent].depth);
            assert_eq!(one.depth, around + 1);
            for block in blocks(id) {
                assert!(forest.contains(id, block) && forest.depth(block) >= one.depth);
            }
        }
    }
}

#[test]
fn an_irreducible_loop_lists_its_entries() {
    let unit = only_unit(
        r#"unit cfg subroutine t "t.f" {
            scope s0 subprogram
            var n: integer4 dummy varying s0
            dummies n
            b0:
                if n > 0 goto b1 else b2
            b1:
                if n > 1 goto b2 else b3
            b2:
                if n > 2 goto b1 else b3
            b3:
                return
        }"#,
    );
    let graph = graph(&unit);
    let forest = LoopForest::compute(graph);
    let (id, found) = forest.loops.iter().next().unwrap();
    assert!(!found.is_reducible());
    let entries: BTreeSet<BlockId> = found.entries.iter().copied().collect();
    assert_eq!(entries, BTreeSet::from([numbered(graph, 1), numbered(graph, 2)]));
    assert_eq!(forest.depth(numbered(graph, 2)), 1);
    assert!(!forest.contains(id, numbered(graph, 3)));
}

/// A unit in SSA form with one loop: what its head branches on, what its body stores, and by how much it steps `i`.
fn loop_of(condition: &str, store: &str, step: i32) -> Vec<RangeLoop> {
    let text = format!(
        "unit ssa subroutine f \"f.f\" {{
            scope s0 subprogram
            var n: integer4 dummy varying s0
            var a: real8[*] dummy varying s0
            var b: real8[*] dummy varying s0
            var i: integer4 local varying s0
            dummies n, a, b
            b0:
                enter s0
                v0:n integer4 = n
                v1:i integer4 = 1
                goto b1
            b1:
                merge v2:i integer4 = b0 v1:i, b2 v4:i
                merge v3:n integer4 = b0 v0:n, b2 v5:n
                if {condition} goto b2 else b3
            b2:
                {store}
                v4:i integer4 = v2:i + {step}
                v5:n integer4 = v3:n - 1
                goto b1
            b3:
                leave s0
                return
        }}"
    );
    let program = parse_program(&text).unwrap();
    let Body::Graph(graph) = &program.units[0].body else { panic!("{text}") };
    RangeLoop::find(&program.units[0], graph)
}

#[test]
fn loops_that_only_assign_a_range_are_found() {
    let [copy] = &loop_of("v3:n > 0", "a[v2:i - 1] = b[(v0:n + v2:i) - 1]", 1)[..] else { panic!("no loop") };
    assert!(matches!(copy.turns, Turns::Left(_)) && matches!(copy.source, RangeSource::Elements(..)), "{copy:?}");
    assert_eq!(copy.steps.iter().map(|(_, step)| *step).collect::<Vec<_>>(), [1, -1]);
    let [clear] = &loop_of("v2:i < (v0:n + 3)", "a[7 + v2:i] = 0d0", 1)[..] else { panic!("no loop") };
    assert!(matches!(clear.turns, Turns::Until(..)) && clear.source == RangeSource::Zero, "{clear:?}");
    let others = [
        // Another sign, another value, another step, another direction, another operation.
        loop_of("v3:n > 0", "a[v2:i] = -0d0", 1),
        loop_of("v3:n > 0", "a[v2:i] = 1d0", 1),
        loop_of("v3:n > 0", "a[v2:i] = b[v2:i]", 2),
        loop_of("v3:n > 0", "a[v2:i] = b[v0:n - v2:i]", 1),
        loop_of("v3:n > 0", "a[v2:i] = b[v2:i] + 1d0", 1),
        loop_of("v3:n > 0", "a[v2:i * 2] = b[v2:i]", 1),
        // An end or an offset that the loop changes, and one that is in memory.
        loop_of("v2:i < v3:n", "a[v2:i] = b[v2:i]", 1),
        loop_of("v3:n > 0", "a[v2:i] = b[v2:i + int4(a[0])]", 1),
        loop_of("v3:n >= 0", "a[v2:i] = b[v2:i]", 1),
    ];
    assert_eq!(others.map(|found| found.len()), [0; 9]);
}
