//! Values that are the same for all lanes, and variables that are used again.

use super::{blocks, only_unit};
use crate::support::{graph, numbered};
use forlane_cfg::analysis::{Divergence, Effects, Liveness};
use forlane_cfg::{Shape, Unit, ValueId};

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
