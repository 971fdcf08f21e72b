//! The analyses agree with their definitions on random graphs, and with what is known of small ones.

use crate::support::{Random, graph, numbered, random_graph, reached_without};
use forlane_cfg::analysis::{
    Completion, Completions, Divergence, Dominators, Effects, Liveness, LoopForest, MergePoints, PostDominators,
    Predecessors, RangeLoop, RangeSource, Recursion, ReversePostorder, Turns,
};
use forlane_cfg::text::parse_program;
use forlane_cfg::{BlockId, Body, Graph, RegionTree, Shape, Unit, ValueId};
use std::collections::BTreeSet;

fn graphs() -> impl Iterator<Item = Graph> {
    let mut random = Random(88172645463325252);
    (0..400).map(move |at| random_graph(&mut random, 3 + at % 13))
}

fn blocks(graph: &Graph) -> Vec<BlockId> {
    graph.blocks.iter().map(|(id, _)| id).collect()
}

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

fn only_unit(text: &str) -> Unit {
    parse_program(text).unwrap().units.remove(0)
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

fn hinted(unit: &Unit, name: &str) -> Vec<ValueId> {
    unit.values.iter().filter(|(_, value)| value.hint == name).map(|(id, _)| id).collect()
}

const NEWTON: &str = r#"unit ssa function t "t.f" {
    scope s0 subprogram
    var x: real8 dummy varying s0
    var n: integer4 dummy uniform s0
    var t: integer4 result varying s0
    dummies x, n
    result t

    b0:
        enter s0 @1
        v0:x real8 = x @1
        v1:n integer4 = n @1
        v2:i integer4 = 0 @2
        goto b1 @2
    b1:
        merge v3:i integer4 = b0 v2:i, b4 v6:i
        merge v4:y real8 = b0 v0:x, b4 v5:y
        if v4:y < 1d0 goto b2 else b3 @3
    b2:
        goto b5 @3
    b3:
        v5:y real8 = v4:y * 5d-1 @4
        v6:i integer4 = v3:i + 1 @5
        if v6:i < v1:n goto b4 else b6 @6
    b4:
        goto b1 @6
    b6:
        goto b5 @6
    b5:
        merge v7:k integer4 = b2 v2:i, b6 v1:n
        v8:t integer4 = v3:i + v7:k @7
        leave s0 @8
        return t = v8:t @8
}"#;

#[test]
fn a_counter_is_uniform_in_a_loop_that_lanes_leave_one_by_one_and_varying_after_it() {
    let unit = only_unit(NEWTON);
    let graph = graph(&unit);
    let divergence = Divergence::compute(&unit, graph);
    let block = |number| numbered(graph, number);
    let counter = hinted(&unit, "i")[1];
    assert_eq!(divergence.shape(counter), Shape::Uniform);
    assert_eq!(divergence.shape_at(counter, block(3)), Shape::Uniform);
    let after = graph.blocks.iter().find(|(_, block)| block.merges.len() == 1).unwrap().0;
    assert_eq!(divergence.shape_at(counter, after), Shape::Varying);
    // Lanes come from both exits, so even a merge of uniform values varies.
    assert!(divergence.is_join(after));
    assert_eq!(divergence.shape(hinted(&unit, "k")[0]), Shape::Varying);
    assert!(divergence.is_divergent(block(1)));
    assert!(!divergence.is_divergent(block(3)));
}

#[test]
fn nothing_diverges_if_all_arguments_are_uniform() {
    let unit = only_unit(&NEWTON.replace("varying s0\n    var n", "uniform s0\n    var n"));
    let graph = graph(&unit);
    let divergence = Divergence::compute(&unit, graph);
    assert!(unit.values.iter().all(|(value, _)| divergence.shape(value) == Shape::Uniform));
    assert!(blocks(graph).into_iter().all(|block| !divergence.is_divergent(block)));
    assert!(divergence.loops().loops.iter().all(|(id, _)| !divergence.is_loop_divergent(id)));
}

const CALLS: &str = r#"
unit cfg subroutine outer "t.f" {
    scope s0 subprogram
    var a: integer4 dummy varying s0
    var b: integer4 dummy varying s0
    var c: integer4 dummy varying s0
    dummies a, b, c
    b0:
        enter s0
        call inner(&a, &b)
        call elsewhere(&c)
        leave s0
        return
}
unit cfg subroutine inner "t.f" {
    scope s0 subprogram
    var p: integer4 dummy varying s0
    var q: integer4 dummy varying s0
    dummies p, q
    b0:
        enter s0
        q = p / 2
        leave s0
        return
}"#;

#[test]
fn effects_come_through_calls() {
    let program = parse_program(CALLS).unwrap();
    let effects = Effects::compute(&program);
    let inner = effects.of("inner").unwrap();
    assert_eq!((inner.assigned.clone(), inner.may_fail, inner.calls_unknown), (vec![false, true], false, false));
    let outer = effects.of("outer").unwrap();
    assert_eq!((outer.assigned.clone(), outer.may_fail, outer.calls_unknown), (vec![false, true, true], true, true));
    assert_eq!(effects.cycle(), None);
}

#[test]
fn recursion_is_named() {
    let program = parse_program(&CALLS.replace("q = p / 2", "call outer(&p, &q, &q)")).unwrap();
    assert_eq!(Effects::compute(&program).cycle(), Some(&["outer".to_owned(), "inner".to_owned()][..]));
}

/// Random calls: a unit is recursive if a walk along the calls from it comes back to it.
#[test]
fn recursive_units_come_back_to_themselves() {
    let mut random = Random(88172645463325252);
    for at in 0..400 {
        let count = 2 + at % 9;
        let calls: Vec<BTreeSet<usize>> =
            (0..count).map(|_| (0..random.below(3)).map(|_| random.below(count)).collect()).collect();
        let call = |callee: &usize| format!("        call u{callee}()\n");
        let unit = |unit: usize| {
            let calls: String = calls[unit].iter().map(call).collect();
            format!(
                "unit cfg subroutine u{unit} \"t.f\" {{\n    scope s0 subprogram\n    b0:\n{calls}        return\n}}\n"
            )
        };
        let program = parse_program(&(0..count).map(unit).collect::<String>()).unwrap();
        let recursion = Recursion::compute(&program.units);
        for root in 0..count {
            let (mut reached, mut pending) = (BTreeSet::new(), vec![root]);
            while let Some(unit) = pending.pop() {
                pending.extend(calls[unit].iter().filter(|callee| reached.insert(**callee)));
            }
            assert_eq!(recursion.contains(&format!("u{root}")), reached.contains(&root), "u{root} of {calls:?}");
        }
        let is_any = (0..count).any(|unit| recursion.contains(&format!("u{unit}")));
        assert_eq!(recursion.is_empty(), !is_any);
    }
}

/// The largest local arrays of a recursive unit bound the calls, what others have does not.
#[test]
fn local_arrays_bound_the_calls_of_recursive_units() {
    let calls = |bytes: u64, callee: &str| {
        let array = format!("    var local: integer1[{bytes}] local varying s0\n    b0:\n        call {callee}\n");
        let own = CALLS.replacen("    b0:\n", &array, 1).replace("q = p / 2", "call inner(&p, &q)");
        Recursion::compute(&parse_program(&own).unwrap().units).most_calls(1000)
    };
    let again = "outer(&b, &b, &c)";
    assert_eq!(calls(Recursion::MOST_BYTES, "inner(&b, &b)"), 1000);
    for (bytes, expected) in [(8, 1000), (1 << 20, 8), (Recursion::MOST_BYTES, 1), (Recursion::MOST_BYTES + 1, 0)] {
        assert_eq!(calls(bytes, again), expected, "{bytes} bytes");
    }
    assert_eq!(Recursion::compute(&parse_program(CALLS).unwrap().units).most_calls(1000), 0);
}

#[test]
fn a_variable_is_live_up_to_its_last_use() {
    let unit = only_unit(
        r#"unit split function t "t.f" {
            scope s0 subprogram
            var n: integer4 dummy varying s0
            var m: integer4 local varying s0
            var t: integer4 result varying s0
            dummies n
            result t
            b0:
                enter s0
                m = n
                goto b1
            b1:
                t = m
                n = 5
                leave s0
                return
        }"#,
    );
    let graph = graph(&unit);
    let effects = Effects::compute(&forlane_cfg::Program { units: vec![unit.clone()] });
    let liveness = Liveness::compute(&unit, graph, &effects);
    let names = |number| -> Vec<&str> {
        liveness.live_in(numbered(graph, number)).iter().map(|var| unit.vars[*var].name.as_str()).collect()
    };
    assert_eq!(names(0), ["n"]);
    assert_eq!(names(1), ["m"]);
}

/// The tree of a function of `x`, which is v0, with that body.
fn tree(lines: &str) -> RegionTree {
    let text = format!(
        "unit structured function f \"f.f\" {{\nscope s0 subprogram\nvar x: real8 dummy varying s0\n\
         var f: real8 result varying s0\ndummies x\nresult f\ntree r0 {{\nenter s0\nv0:x real8 = x\n{lines}\n}}\n}}\n"
    );
    let unit = parse_program(&text).unwrap_or_else(|errors| panic!("{errors:?}")).units.remove(0);
    match unit.body {
        Body::Tree(tree) => tree,
        Body::Graph(_) => panic!("a tree"),
    }
}

#[test]
fn completions_join_over_sequences_branches_scopes_and_loops() {
    let tree = tree(
        "scope L0 r1 {\nif v0:x > 0d0 r2 {\nexit L0\n} else r3 {\n}\n}\n\
         if v0:x > 1d0 r4 {\nstop\n} else r5 {\n}\n\
         scope L1 r6 {\nloop L2 r7 {\nif v0:x > 2d0 r8 {\nexit L1\n} else r9 {\nagain L2\n}\nunreachable\n}\nunreachable\n}\n\
         leave s0\nreturn f = v0:x",
    );
    let completions = Completions::compute(&tree);
    let regions: Vec<Completion> = (0..10)
        .map(|number| tree.regions.iter().find(|(id, _)| id.index() == number))
        .map(|region| completions.of_region(region.unwrap_or_else(|| panic!("a region")).0))
        .collect();
    use Completion::{BreakOnly, ContinueOnly, ContinueOrBreak};
    assert_eq!(regions[..4], [BreakOnly, ContinueOrBreak, BreakOnly, ContinueOnly]);
    assert_eq!(regions[4..], [BreakOnly, ContinueOnly, BreakOnly, BreakOnly, BreakOnly, BreakOnly]);
    let nodes = &tree.regions[tree.root].nodes;
    // An exit to the scope itself is not a break of the scope, and a loop inside it no end of it.
    assert_eq!(completions.of_node(&nodes[2].kind), ContinueOnly);
    assert_eq!(completions.of_node(&nodes[3].kind), ContinueOrBreak);
    assert_eq!(completions.of_node(&nodes[4].kind), ContinueOnly);
    // Those that stop are no longer among the lanes.
    assert!(!completions.is_left(&nodes[3].kind));
}

#[test]
fn a_loop_that_nothing_leaves_is_found_with_its_line() {
    let endless = |lines: &str| {
        let tree = tree(lines);
        Completions::compute(&tree).endless_loops(&tree).into_iter().map(|(_, at)| at.number).collect::<Vec<_>>()
    };
    assert_eq!(endless("loop L0 @7 r1 {\nagain L0\n}\nunreachable"), [7]);
    assert_eq!(endless("loop L0 @7 r1 {\nif v0:x > 0d0 r2 {\nstop\n} else r3 {\n}\nagain L0\n}\nunreachable"), [0; 0]);
    let left = "scope L1 r1 {\nloop L0 @7 r2 {\nif v0:x > 0d0 r3 {\nexit L1\n} else r4 {\n}\nagain L0\n}\nunreachable\n}\n\
                leave s0\nreturn f = v0:x";
    assert_eq!(endless(left), [0; 0]);
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
