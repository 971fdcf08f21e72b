//! How regions of structured code end.

use forlane_cfg::analysis::{Completion, Completions};
use forlane_cfg::text::parse_program;
use forlane_cfg::{Body, RegionTree};

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
