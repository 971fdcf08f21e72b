//! Splitting arcs, compacting, and SSA form.

use crate::support::{Random, body_text, built, graph, random_graph};
use forlane_cfg::analysis::{Effects, Predecessors};
use forlane_cfg::split::split_arcs;
use forlane_cfg::ssa::convert_to_ssa;
use forlane_cfg::{Body, Stage, Unit};
use forlane_frontend::form::SourceForm;
use pretty_assertions::assert_eq;

fn in_ssa(text: &str, unit: &str) -> Unit {
    let mut program = built(text, SourceForm::Free);
    let effects = Effects::compute(&program);
    let unit = program.units.iter_mut().find(|other| other.name == unit).unwrap();
    split_arcs(unit);
    convert_to_ssa(unit, &effects);
    assert_eq!(forlane_cfg::verify::verify_unit(unit), Ok(()));
    unit.clone()
}

#[test]
fn no_arc_is_critical_after_splitting() {
    let mut random = Random(1234567);
    let model = built("subroutine s\nend\n", SourceForm::Free).units.remove(0);
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
    let mut unit = built("subroutine s\nend\n", SourceForm::Free).units.remove(0);
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
        "subroutine s(n, m)\n\
         integer n, m, a, b, dead\n\
         a = n\n\
         b = a\n\
         if (n > 3) then\n\
         b = 7\n\
         dead = 1\n\
         end if\n\
         dead = 2\n\
         m = b\n\
         end\n",
        "s",
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
        "subroutine s(x)\n\
         real x, y, f\n\
         y = 1\n\
         x = f(x, y)\n\
         call unknown(y)\n\
         x = x + y\n\
         end\n\
         real function f(a, b)\n\
         real a, b\n\
         b = a\n\
         f = a\n\
         end\n",
        "s",
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
    let mut text = String::from("subroutine s(n)\ninteger n\n");
    for at in 0..1500 {
        text.push_str(&format!("k{at} = n + {at}\nif (k{at} > n) n = n - k{at}\n"));
    }
    text.push_str("end\n");
    let started = std::time::Instant::now();
    let unit = in_ssa(&text, "s");
    assert!(graph(&unit).blocks.len() > 3000);
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}
