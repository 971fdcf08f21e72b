//! Splitting arcs, compacting, and SSA form.

use crate::support::{Random, body_text, graph, random_graph};
use forlane_cfg::analysis::{Effects, Predecessors};
use forlane_cfg::split::split_arcs;
use forlane_cfg::ssa::convert_to_ssa;
use forlane_cfg::text::parse_program;
use forlane_cfg::verify::verify_unit;
use forlane_cfg::{Body, Stage, Unit};
use pretty_assertions::assert_eq;

/// The first unit of a text in SSA form.
fn in_ssa(text: &str) -> Unit {
    let mut program = parse_program(text).unwrap();
    let effects = Effects::compute(&program);
    let mut unit = program.units.swap_remove(0);
    split_arcs(&mut unit);
    convert_to_ssa(&mut unit, &effects);
    assert_eq!(verify_unit(&unit), Ok(()));
    unit
}

/// A unit that does nothing.
fn empty_unit() -> Unit {
    let text = "unit cfg subroutine s \"s.f\" {\n scope s0 subprogram\n b0:\n enter s0\n leave s0\n return\n}\n";
    parse_program(text).unwrap().units.remove(0)
}

#[test]
fn no_arc_is_critical_after_splitting() {
    let mut random = Random(1234567);
    let model = empty_unit();
    for at in 0..300 {
        let mut unit = Unit { body: Body::Graph(random_graph(&mut random, 3 + at % 12)), ..model.clone() };
        split_arcs(&mut unit);
        assert_eq!(unit.stage, Stage::Split);
        let graph = graph(&unit);
        let predecessors = Predecessors::compute(graph);
        assert!(predecessors.of(graph.start).is_empty());
        for (_, block) in graph.blocks.iter() {
            let successors = block.terminator.successors();
            let is_sole = |target| predecessors.of(target).len() == 1;
            assert!(successors.len() < 2 || successors.into_iter().all(is_sole));
        }
    }
}

#[test]
fn a_start_that_is_a_target_gets_a_block_before_it() {
    let mut unit = empty_unit();
    if let Body::Graph(graph) = &mut unit.body {
        let start = graph.start;
        graph.blocks[start].terminator = forlane_cfg::Terminator::Goto(start);
    }
    split_arcs(&mut unit);
    assert_eq!(Predecessors::compute(graph(&unit)).of(graph(&unit).start), []);
    assert_eq!(graph(&unit).blocks.len(), 2);
}

#[test]
fn copies_define_nothing_and_dead_variables_do_not_merge() {
    let unit = in_ssa(
        r#"
unit cfg subroutine s "s.f90" {
    scope s0 subprogram
    var n: integer4 dummy varying s0
    var m: integer4 dummy varying s0
    var a: integer4 local varying s0
    var b: integer4 local varying s0
    var dead: integer4 local varying s0
    dummies n, m
    b0:
        enter s0 @1
        a = n @3
        b = a @4
        if n > 3 goto b1 else b2 @5
    b1:
        b = 7 @6
        dead = 1 @7
        goto b2 @7
    b2:
        dead = 2 @9
        m = b @10
        leave s0 @10
        return @10
}
"#,
    );
    let expected = "\
b0: ; start
    enter s0 @1
    v0:n integer4 = n @1
    if v0:n > 3 goto b1 else b2 @5
b1: ; from b0
    v1:b integer4 = 7 @6
    v2:dead integer4 = 1 @7
    goto b3 @7
b2: ; from b0
    goto b3 @5
b3: ; from b1 b2
    merge v3:b integer4 = b1 v1:b, b2 v0:n
    v4:dead integer4 = 2 @9
    leave s0 @10
    return m = v3:b @10
";
    assert_eq!(body_text(&unit), expected);
}

#[test]
fn arguments_go_by_value_where_the_callee_does_not_assign_them() {
    let unit = in_ssa(
        r#"
unit cfg subroutine s "s.f90" {
    scope s0 subprogram
    var x: real4 dummy varying s0
    var y: real4 local varying s0
    var f.1: real4 local varying s0
    dummies x
    b0:
        enter s0 @1
        y = 1e0 @3
        f.1 = call f(&x, &y) @4
        x = f.1 @4
        call unknown(&y) @5
        x = x + y @6
        leave s0 @6
        return @6
}
unit cfg function f "s.f90" {
    scope s0 subprogram
    var a: real4 dummy varying s0
    var b: real4 dummy varying s0
    var f: real4 result varying s0
    dummies a, b
    result f
    b0:
        enter s0 @8
        b = a @10
        f = a @11
        leave s0 @11
        return @11
}
"#,
    );
    let expected = "\
b0: ; start
    enter s0 @1
    v0:x real4 = x @1
    v1:y real4 = 1e0 @3
    v3:f.1 real4 = call f(v0:x, &(v1:y => v2:y real4)) @4
    call unknown(&(v2:y => v4:y real4)) @5
    v5:x real4 = v3:f.1 + v4:y @6
    leave s0 @6
    return x = v5:x @6
";
    assert_eq!(body_text(&unit), expected);
}

#[test]
fn a_loop_over_thousands_of_variables_and_blocks_converts_quickly() {
    let mut text = String::from(
        "unit cfg subroutine s \"s.f\" {\n scope s0 subprogram\n var n: integer4 dummy varying s0\n dummies n\n",
    );
    (0..1500).for_each(|at| text.push_str(&format!(" var k{at}: integer4 local varying s0\n")));
    text.push_str(" b0:\n enter s0\n goto b1\n");
    for at in 0..1500 {
        let [head, then, next] = [2 * at + 1, 2 * at + 2, 2 * at + 3];
        text.push_str(&format!(" b{head}:\n k{at} = n + {at}\n if k{at} > n goto b{then} else b{next}\n"));
        text.push_str(&format!(" b{then}:\n n = n - k{at}\n goto b{next}\n"));
    }
    text.push_str(" b3001:\n if n > 0 goto b1 else b3002\n b3002:\n leave s0\n return\n}\n");
    let started = std::time::Instant::now();
    let unit = in_ssa(&text);
    assert!(graph(&unit).blocks.len() > 3000);
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}
