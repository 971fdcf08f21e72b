//! Where lanes meet, and what they may read first, against the definitions on random graphs.

use crate::support::{Random, random_graph};
use forlane_cfg::analysis::{Effects, InitialValues, Joins, ManyJoins, Origin, ReversePostorder};
use forlane_cfg::text::parse_program;
use forlane_cfg::{
    Action, ActionKind, BlockId, Body, Expr, Graph, IntegerExpr, IntegerKind, Place, Program, SourceLine, Unit, VarId,
};
use std::collections::BTreeSet;

/// What the end of the branch reaches up to the block where all ways have met, without a block or one arc out of the
/// branch.
fn reached(
    graph: &Graph,
    branch: BlockId,
    end: Option<BlockId>,
    without: Option<BlockId>,
    skipped: Option<usize>,
) -> BTreeSet<BlockId> {
    let arcs = graph.blocks[branch].terminator.successors().into_iter().enumerate();
    let mut work: Vec<BlockId> = arcs.filter(|(at, _)| Some(*at) != skipped).map(|(_, target)| target).collect();
    let mut seen = BTreeSet::new();
    while let Some(block) = work.pop() {
        if Some(block) != without && seen.insert(block) && block != branch && Some(block) != end {
            work.extend(graph.blocks[block].terminator.successors());
        }
    }
    seen
}

#[test]
fn joins_are_where_two_ways_meet_that_share_no_block() {
    let mut random = Random(0x853c49e6748fea9b);
    for round in 0..300 {
        let graph = random_graph(&mut random, 3 + round % 11);
        let mut joins = Joins::compute(&graph);
        for branch in ReversePostorder::compute(&graph).blocks {
            let targets = graph.blocks[branch].terminator.successors();
            let end = joins.end(branch);
            let all = reached(&graph, branch, end, None, None);
            let others: Vec<BlockId> = all.iter().copied().filter(|other| *other != branch).collect();
            // By Menger's theorem: no block and no arc out of the branch lies on all ways.
            let is_join = |join: &&BlockId| {
                let ways = others.iter().filter(|other| *other != *join).map(|other| (Some(*other), None));
                let arcs = (0..targets.len()).map(|at| (None, Some(at)));
                ways.chain(arcs).all(|(block, arc)| reached(&graph, branch, end, block, arc).contains(*join))
            };
            let expected: BTreeSet<BlockId> = all.iter().filter(is_join).copied().collect();
            let found: BTreeSet<BlockId> = joins.of(&graph, branch).into_iter().collect();
            assert_eq!(found, expected, "{branch:?} in {graph:?}");
        }
    }
}

#[test]
fn with_little_budget_no_join_is_missed_and_nothing_found_that_no_two_arcs_lead_to() {
    let mut random = Random(0x9e3779b97f4a7c15);
    let mut more = 0;
    for round in 0..300 {
        let graph = random_graph(&mut random, 3 + round % 11);
        let order = ReversePostorder::compute(&graph).blocks;
        let arcs_to = |to: BlockId| {
            let targets = graph.blocks.iter().flat_map(|(_, block)| block.terminator.successors());
            targets.filter(|target| *target == to).count()
        };
        let mut joins = Joins::compute(&graph);
        let exact: BTreeSet<BlockId> = order.iter().flat_map(|branch| joins.of(&graph, *branch)).collect();
        for (exactly, to_ends) in [(usize::MAX, 0), (round % 23, round % 17), (0, round % 29), (0, 0)] {
            let mut search = ManyJoins::with_budget(&graph, exactly, to_ends);
            let found: BTreeSet<BlockId> = order.iter().flat_map(|branch| search.of(&graph, *branch)).collect();
            assert!(found.is_superset(&exact), "{found:?} lack some of {exact:?} in {graph:?}");
            assert!(exactly < usize::MAX || found == exact);
            assert!(found.iter().all(|block| arcs_to(*block) > 1), "{found:?} in {graph:?}");
            more += usize::from(found != exact);
        }
    }
    assert!(more > 0, "the walks never found more than there is");
}

const HEAD: &str = r#"unit cfg subroutine t "t.f" {
    scope s0 subprogram
    var a: integer4 dummy varying s0
    var b: integer4 local varying s0
    var c: integer4 static varying s0 = 0 for 1: 7
    var d: integer4 static varying s0
    dummies a
    b0:
        a = ((a + b) + c) + d
        return
}"#;

/// A unit over a random graph whose blocks read and assign variables.
fn random_unit(random: &mut Random, len: usize) -> Unit {
    let mut unit = parse_program(HEAD).unwrap().units.remove(0);
    let vars: Vec<VarId> = unit.vars.iter().map(|(var, _)| var).collect();
    let mut graph = random_graph(random, len);
    for (_, block) in graph.blocks.iter_mut() {
        for _ in 0..random.below(3) {
            let read = IntegerExpr::Read(IntegerKind::I4, Place::Variable(vars[random.below(vars.len())]));
            let (target, value) = (vars[random.below(vars.len())], Expr::Integer(read));
            block.actions.push(Action { kind: ActionKind::Assign { target, value }, at: SourceLine::own(0) });
        }
    }
    unit.body = Body::Graph(graph);
    unit
}

#[test]
fn initial_values_are_read_where_a_way_leads_past_all_assignments() {
    let mut random = Random(0x2545f4914f6cdd1d);
    for round in 0..300 {
        let unit = random_unit(&mut random, 3 + round % 9);
        let effects = Effects::compute(&Program { units: vec![unit.clone()] });
        let graph = crate::support::graph(&unit);
        let found = InitialValues::compute(&unit, graph, &effects);
        for (var, _) in unit.vars.iter() {
            let assigns = |block: BlockId| {
                let mut actions = graph.blocks[block].actions.iter();
                actions.any(|action| matches!(&action.kind, ActionKind::Assign { target, .. } if *target == var))
            };
            let mut seen = BTreeSet::new();
            let mut work = vec![graph.start];
            while let Some(block) = work.pop() {
                if seen.insert(block) && !assigns(block) {
                    work.extend(graph.blocks[block].terminator.successors());
                }
            }
            let reads_first = |block: &BlockId| {
                for action in &graph.blocks[*block].actions {
                    let ActionKind::Assign { target, value } = &action.kind else { continue };
                    let mut reads = false;
                    value.for_each_place(&mut |place| reads |= *place == Place::Variable(var));
                    if reads || *target == var {
                        return reads;
                    }
                }
                false
            };
            let expected: Vec<BlockId> = seen.into_iter().filter(reads_first).collect();
            let read_in = found.of(var).map_or(Vec::new(), |initial| initial.read_in.clone());
            assert_eq!(read_in, expected, "{} in {graph:?}", unit.vars[var].name);
        }
    }
}

#[test]
fn initial_values_tell_where_they_come_from() {
    let unit = parse_program(HEAD).unwrap().units.remove(0);
    let effects = Effects::compute(&Program { units: vec![unit.clone()] });
    let found = InitialValues::compute(&unit, crate::support::graph(&unit), &effects);
    let origins: Vec<Origin> = found.variables.iter().map(|initial| initial.origin).collect();
    assert_eq!(origins, [Origin::Argument, Origin::Undefined, Origin::Data, Origin::Kept]);
}
