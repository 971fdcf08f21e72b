//! Which accesses need no check.

use forlane_cfg::analysis::InsideIndices;
use forlane_cfg::text::parse_program;
use forlane_cfg::{ActionKind, Body, NodeKind};

/// Which of the elements that are stored need no check, in a loop of `first + …`, with `count` turns, of that step; the
/// array has ten elements.
fn stored(first: i64, count: &str, step: i64, condition: &str, stores: &[&str]) -> Vec<bool> {
    let stores: String = stores.iter().map(|offset| format!("a[{offset}] = 0d0\n")).collect();
    let text = format!(
        "unit structured subroutine f \"f.f\" {{\nscope s0 subprogram\nvar n: integer4 dummy varying s0\n\
         var i: integer4 local varying s0\nvar c: integer4 local varying s0\nvar a: real8[10] local varying s0\ndummies n\ntree r0 {{\nenter s0\nv0:n integer4 = n\nv1:i integer4 = {first}\n\
         v2:c integer4 = {count}\nscope L0 r1 {{\nloop L1 (v3:i integer4 = v1:i, v4:c integer4 = v2:c) r2 {{\n\
         if v4:c {condition} 0 r3 {{\n}} else r4 {{\nexit L0\n}}\n{stores}v5:i integer4 = v3:i + {step}\n\
         v6:c integer4 = v4:c - 1\nagain L1 (v5:i, v6:c)\n}}\nunreachable\n}}\nleave s0\nreturn\n}}\n}}\n"
    );
    let unit = parse_program(&text).unwrap_or_else(|errors| panic!("{}\n{text}", errors[0])).units.remove(0);
    let Body::Tree(tree) = &unit.body else { panic!("a tree") };
    let inside = InsideIndices::compute(&unit, tree, &|_| 10);
    let nodes = tree.regions.iter().flat_map(|(_, region)| &region.nodes);
    let found = nodes.filter_map(|node| match &node.kind {
        NodeKind::Action(action) => match &action.kind {
            ActionKind::Store { offset, .. } => Some(inside.contains(offset)),
            _ => None,
        },
        _ => None,
    });
    found.collect()
}

#[test]
fn a_loop_between_constants_bounds_its_indices() {
    assert_eq!(
        stored(1, "10", 1, ">", &["v3:i - 1", "v3:i", "v3:i - 2", "10 - v3:i", "9 - v3:i"]),
        [true, false, false, true, false]
    );
    assert_eq!(stored(19, "10", -2, ">", &["(v3:i - 1) / 2", "v4:c - 1", "v4:c"]), [false, true, false]);
    assert_eq!(stored(9, "4", -3, ">", &["v3:i", "v3:i + 1", "v3:i - 1"]), [true, false, false]);
    // How many turns there are is not known.
    assert_eq!(stored(1, "v0:n", 1, ">", &["v3:i - 1", "v3:i - v3:i"]), [false, true]);
}

/// A count of `max(last, before) - before` is `last - before` where there is a turn. One that is compared with zero for
/// equality alone must not be negative.
#[test]
fn ends_of_loops_cancel_out() {
    assert_eq!(stored(3, "max(10, 2) - 2", 1, "/=", &["v3:i - 1", "v3:i", "v3:i - 3"]), [true, false, true]);
    assert_eq!(stored(3, "v0:n", 1, "/=", &["v3:i - v3:i"]), [true]);
    assert_eq!(stored(3, "0 - 8", 1, "/=", &["v3:i - 1"]), [false]);
}

/// Turns that go round all integers come back to where the ends are.
#[test]
fn indices_that_wrap_are_not_between_their_ends() {
    assert_eq!(stored(0, "2147483647", 2, ">", &["v3:i + 6"]), [false]);
    assert_eq!(stored(0, "9", 536870912, ">", &["v3:i"]), [false]);
    assert_eq!(stored(0, "5", 1, ">", &["v3:i * 1073741824", "(v3:i * 65536) * 65536"]), [false, false]);
    // Near the largest integer the index itself does not wrap.
    assert_eq!(stored(2147483638, "10", 1, ">", &["v3:i - 2147483638", "v3:i - 2147483637"]), [true, false]);
}
