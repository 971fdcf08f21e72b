//! The loop report against its definitions: paths on random graphs, composed assignments and trip counts by doing
//! what they tell.

#[path = "../../cfg/tests/support/random_graph.rs"]
mod random_graph;

use forlane_cfg::analysis::{Effects, LoopForest};
use forlane_cfg::split::split_arcs;
use forlane_cfg::text::parse_program;
use forlane_cfg::{
    Action, ActionKind, BlockId, Body, Expr, Graph, IntegerBinary, IntegerExpr, IntegerKind, IntegerUnary, LogicalExpr,
    Place, Program, Relation, SourceLine, Terminator, Unit,
};
use forlane_frontend::compile::compile;
use forlane_frontend::form::SourceForm;
use forlane_frontend::source::SourceMap;
use forlane_inspect::loop_report::paths::{MOST_PATHS, Path};
use forlane_inspect::loop_report::{Assignment, LoopReport, MOST_BLOCKS, UnitLoops, print_loops};
use forlane_lower::lower_program;
use random_graph::{Random, graph, random_graph};
use std::collections::BTreeMap;

const HEAD: &str = r#"unit cfg subroutine t "t.f" {
    scope s0 subprogram
    var i: integer4 dummy varying s0
    var j: integer4 dummy varying s0
    var k: integer4 dummy varying s0
    dummies i, j, k
    b0:
        i = (i + j) + k
        return
}"#;

/// A unit over a random graph, split, whose branches compare variables and whose blocks assign sums and products.
fn random_unit(random: &mut Random, len: usize) -> Unit {
    let mut unit = parse_program(HEAD).unwrap().units.remove(0);
    let vars = unit.dummies.clone();
    let mut body = random_graph(random, len);
    for (_, block) in body.blocks.iter_mut() {
        let mut read = || Box::new(IntegerExpr::Read(IntegerKind::I4, Place::Variable(vars[random.below(3)])));
        let (left, right, target) = (read(), read(), vars[random.below(3)]);
        match &mut block.terminator {
            Terminator::Branch { condition, .. } => {
                *condition = LogicalExpr::CompareInteger(Relation::Less, left.clone(), right.clone());
            }
            Terminator::Switch { selector, .. } => *selector = (*left).clone(),
            _ => {}
        }
        let constant = Box::new(IntegerExpr::Constant(IntegerKind::I4, random.below(5) as i64 - 2));
        let operations = [IntegerBinary::Add, IntegerBinary::Subtract, IntegerBinary::Multiply];
        let operation = operations[random.below(3)];
        let value = match random.below(4) {
            0 => continue,
            1 => IntegerExpr::Binary(operation, left, right),
            _ => IntegerExpr::Binary(operation, left, constant),
        };
        let kind = ActionKind::Assign { target, value: Expr::Integer(value) };
        block.actions.push(Action { kind, at: SourceLine::own(0) });
    }
    unit.body = Body::Graph(body);
    split_arcs(&mut unit);
    unit
}

/// The only unit of a free-form source, split.
fn built(text: &str) -> Unit {
    let mut sources = SourceMap::default();
    let file = sources.add("test.f90", text);
    let (program, diagnostics) = compile(&sources, &[(file, SourceForm::Free)]);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let mut unit = lower_program(&program, &sources).unwrap().units.remove(0);
    split_arcs(&mut unit);
    unit
}

fn report(unit: &Unit) -> UnitLoops {
    let effects = Effects::compute(&Program { units: vec![unit.clone()] });
    UnitLoops::compute(unit, &effects).unwrap()
}

/// All paths from one block to another that pass no block twice, through blocks of a set.
fn all_paths(graph: &Graph, from: BlockId, to: BlockId, within: &dyn Fn(BlockId) -> bool) -> Vec<Vec<BlockId>> {
    let mut found = Vec::new();
    let mut work = vec![vec![from]];
    while let Some(path) = work.pop() {
        let last = path[path.len() - 1];
        if last == to {
            found.push(path);
            continue;
        }
        for next in graph.blocks[last].terminator.successors() {
            if within(next) && !path.contains(&next) {
                work.push([&path[..], &[next]].concat());
            }
        }
    }
    found.sort();
    found.dedup();
    found
}

fn compare_paths(found: Vec<&Path>, expected: Vec<Vec<BlockId>>, has_more: bool, graph: &Graph) {
    assert_eq!(has_more, expected.len() > MOST_PATHS, "{graph:?}");
    let mut found: Vec<Vec<BlockId>> = found.into_iter().map(|path| path.blocks.clone()).collect();
    found.sort();
    match has_more {
        true => assert!(found.len() == MOST_PATHS && found.iter().all(|path| expected.contains(path)), "{graph:?}"),
        false => assert_eq!(found, expected, "{graph:?}"),
    }
}

#[test]
fn paths_are_all_that_pass_no_block_twice() {
    let mut random = Random(0x9e3779b97f4a7c15);
    let mut compared = 0;
    for round in 0..200 {
        let unit = random_unit(&mut random, 3 + round % 9);
        let graph = graph(&unit);
        let forest = LoopForest::compute(graph);
        let loops = report(&unit);
        for ((id, one), found) in forest.loops.iter().zip(&loops.loops) {
            let inside = |block: BlockId| forest.contains(id, block);
            let outside = |block: BlockId| !forest.contains(id, block);
            for entry in &one.entries {
                for exit in &found.exit_blocks {
                    let is_this = |path: &&Path| path.blocks[0] == *entry && path.blocks.last() == Some(exit);
                    let exits = || found.exits.iter().filter(|exit| is_this(&&exit.path_to_exit));
                    let paths = exits().map(|exit| &exit.path_to_exit).collect();
                    let has_more = exits().any(|exit| exit.has_more_paths);
                    compare_paths(paths, all_paths(graph, *entry, *exit, &inside), has_more, graph);
                    compared += 1;
                }
                let Some(exit) = found.exits.iter().find(|exit| exit.path_to_exit.blocks[0] == *entry) else {
                    continue;
                };
                let prefixes = exit.loop_prefixes.iter().map(|prefix| &prefix.prefix_path).collect();
                let leads_in = |block: BlockId| graph.blocks[block].terminator.successors().contains(entry);
                let before = graph.blocks.iter().map(|(id, _)| id).filter(|id| outside(*id) && leads_in(*id));
                let expected = before.flat_map(|end| all_paths(graph, graph.start, end, &outside)).collect::<Vec<_>>();
                let mut expected = expected;
                expected.sort();
                compare_paths(prefixes, expected, exit.has_more_prefixes, graph);
            }
        }
    }
    assert!(compared > 300, "{compared}");
}

/// The value of an INTEGER expression of kind 4; none if it has a part that no expression says.
fn value(expr: &IntegerExpr, values: &dyn Fn(usize) -> Option<i64>) -> Option<i64> {
    Some(match expr {
        IntegerExpr::Constant(_, value) => *value,
        IntegerExpr::Read(_, Place::Variable(var)) => values(var.index())?,
        IntegerExpr::FromInteger(_, operand) => value(operand, values)?,
        IntegerExpr::Unary(IntegerUnary::Negate, operand) => i64::from(-(value(operand, values)? as i32)),
        IntegerExpr::Binary(operation, left, right) => {
            let (left, right) = (value(left, values)? as i32, value(right, values)? as i32);
            i64::from(match operation {
                IntegerBinary::Add => left.wrapping_add(right),
                IntegerBinary::Subtract => left.wrapping_sub(right),
                IntegerBinary::Multiply => left.wrapping_mul(right),
                IntegerBinary::Divide => left / right,
                IntegerBinary::Max => left.max(right),
                other => panic!("{other:?}"),
            })
        }
        other => panic!("{other:?}"),
    })
}

/// Runs the actions on a path from values of the variables by index.
fn run(graph: &Graph, path: &Path, values: &mut [i64]) {
    for block in &path.blocks {
        for action in &graph.blocks[*block].actions {
            let ActionKind::Assign { target, value: Expr::Integer(expr) } = &action.kind else { continue };
            values[target.index()] = value(expr, &|var| values.get(var).copied()).unwrap();
        }
    }
}

/// Compares assignments with what running the path gives; returns how many were compared.
fn compare_values(unit: &Unit, assignments: &[Assignment], path: &Path) -> usize {
    let before: [i64; 3] = [17, -5, 1_000_003];
    let mut after = before;
    run(graph(unit), path, &mut after);
    let mut told = 0;
    for assignment in assignments {
        let (var, _) = unit.vars.iter().find(|(_, var)| var.name == assignment.target).unwrap();
        let Expr::Integer(expr) = &assignment.value else { panic!("{assignment:?}") };
        if let Some(found) = value(expr, &|var| before.get(var).copied()) {
            assert_eq!(found, after[var.index()], "{} on {path:?} in {unit:?}", assignment.target);
            told += 1;
        }
    }
    told
}

#[test]
fn assignments_on_a_path_are_what_running_it_gives() {
    let mut random = Random(0xda942042e4dd58b5);
    let mut told = 0;
    for round in 0..300 {
        let unit = random_unit(&mut random, 3 + round % 9);
        for found in report(&unit).loops {
            for exit in &found.exits {
                told += compare_values(&unit, &exit.assignments_to_vars, &exit.path_to_exit);
            }
            for round in &found.rounds {
                told += compare_values(&unit, &round.assignments_to_vars, &round.path);
            }
        }
    }
    assert!(told > 500, "{told}");
}

/// A loop that counts its iterations in C, and whose other variable goes from `first` by `step` to `last`.
struct Counted {
    form: usize,
    first: &'static str,
    last: &'static str,
    step: i64,
}

impl Counted {
    fn source(&self) -> String {
        let Counted { first, last, step, .. } = self;
        let relation = if *step > 0 { "<=" } else { ">=" };
        let body = match self.form {
            0 => format!("do i = {first}, {last}, {step}\n c = c + 1\nend do"),
            1 => format!("i = {first}\ndo while (i {relation} {last})\n c = c + 1\n i = i + {step}\nend do"),
            2 => format!("i = {first}\n10 c = c + 1\ni = i + {step}\nif (i {relation} {last}) go to 10"),
            _ => format!(
                "i = {first}\n10 i = i + {step}\nif (.not. i {relation} {last}) go to 20\nc = c + 1\ngo to 10\n20 i = i + {step}"
            ),
        };
        format!("subroutine s(n, m, c)\ninteger n, m, c, i\nc = 0\n{body}\nend\n")
    }

    /// How often the loop's first statement is done.
    fn trips(&self, n: i64, m: i64) -> i64 {
        let bound = |text: &str| match text {
            "n" => n,
            "n + 3" => n + 3,
            "2*m - n" => 2 * m - n,
            constant => constant.parse().unwrap(),
        };
        let (first, last) = (bound(self.first), bound(self.last));
        let goes_on = |i: i64| if self.step > 0 { i <= last } else { i >= last };
        let (mut i, mut trips) = (first, 0);
        match self.form {
            0 | 1 => {
                while goes_on(i) {
                    (i, trips) = (i + self.step, trips + 1);
                }
            }
            _ => loop {
                (i, trips) = (i + self.step, trips + 1);
                if !goes_on(i) {
                    break;
                }
            },
        }
        trips
    }
}

fn only_loop(unit: &Unit) -> LoopReport {
    let mut loops = report(unit).loops;
    assert_eq!(loops.len(), 1);
    loops.remove(0)
}

#[test]
fn trip_counts_are_what_running_the_loop_gives() {
    let bounds = ["n", "n + 3", "2*m - n", "1", "-4", "10"];
    for form in 0..4 {
        for (first, last) in bounds.iter().flat_map(|first| bounds.iter().map(move |last| (*first, *last))) {
            for step in [1, 2, 3, -1, -2, -3] {
                let case = Counted { form, first, last, step };
                let unit = built(&case.source());
                let found = only_loop(&unit);
                let told = found.exits[0].loop_prefixes[0].trip_count.as_ref();
                let Some(Expr::Integer(told)) = told else {
                    panic!("{}{}", case.source(), print_loops(&report(&unit)))
                };
                for (n, m) in [(0, 0), (1, 10), (10, 1), (-3, 4), (7, 7), (5, 20)] {
                    let given = BTreeMap::from([("n", n), ("m", m)]);
                    let of = |var: usize| {
                        let (_, var) = unit.vars.iter().find(|(id, _)| id.index() == var)?;
                        given.get(var.name.as_str()).copied()
                    };
                    let told = value(told, &of);
                    assert_eq!(
                        told,
                        Some(case.trips(n, m)),
                        "n={n} m={m}\n{}{}",
                        case.source(),
                        print_loops(&report(&unit))
                    );
                }
            }
        }
    }
}

#[test]
fn reports_of_large_nests_and_long_sequences_take_no_time_and_no_stack() {
    let deep = (0..600).map(|at| format!("{} k = k + 1\n", at + 1)).collect::<String>();
    let deep = (0..600).rev().fold(deep, |text, at| text + &format!("if (k < {at}) go to {}\n", at + 1));
    let long = (0..1000).map(|at| format!("do while (k < {at})\nk = k + 1\nend do\n")).collect::<String>();
    for (body, count) in [(deep, 600), (long, 1000)] {
        let text = format!("subroutine s(k)\ninteger k\n{body}end\n");
        let unit = built(&text);
        let loops = report(&unit);
        assert_eq!(loops.loops.len(), count);
        let forest = LoopForest::compute(graph(&unit));
        for ((id, _), found) in forest.loops.iter().zip(&loops.loops) {
            assert!(found.blocks.len() <= MOST_BLOCKS);
            assert_eq!(found.blocks.len() + found.blocks_left_out, forest.blocks(id).len());
        }
        assert!(print_loops(&loops).len() < 10_000_000);
    }
}
