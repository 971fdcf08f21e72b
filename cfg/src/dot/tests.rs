//! Shapes of the Graphviz text.

use super::graph_to_dot;
use crate::text::parse_program;
use pretty_assertions::assert_eq;

fn dot(text: &str) -> String {
    match parse_program(text) {
        Ok(program) => graph_to_dot(&program.units[0]),
        Err(errors) => panic!("{}", errors[0]),
    }
}

#[test]
fn arcs_are_labelled_and_back_arcs_dashed() {
    let text = "unit cfg program p \"\" {
        scope s0 subprogram
        var i: integer4 local varying s0
        b0:
            i = 1
            goto b1
        b1:
            if i < 3 goto b2 else b3
        b2:
            io write_unit(6)
            io write(\"a\\\\b\")
            io end()
            goto b1
        b3:
            switch i [1 | 2 => b4, default => b5]
        b4:
            stop
        b5:
            stop
    }";
    let expected = r#"digraph "p" {
    node [shape=box, fontname="monospace"];
    edge [fontname="monospace"];
    b0 [label="b0:\li = 1\lgoto b1\l"];
    b1 [label="b1:\lif i < 3 goto b2 else b3\l"];
    b2 [label="b2:\lio write_unit(6)\lio write(\"a\\\\b\")\lio end()\lgoto b1\l"];
    b3 [label="b3:\lswitch i [1 | 2 => b4, default => b5]\l"];
    b4 [label="b4:\lstop\l"];
    b5 [label="b5:\lstop\l"];
    b0 -> b1;
    b1 -> b2 [label="true"];
    b1 -> b3 [label="false"];
    b2 -> b1 [style=dashed];
    b3 -> b4 [label="1 | 2"];
    b3 -> b5 [label="default"];
}
"#;
    assert_eq!(dot(text), expected);
}

#[test]
fn constructs_are_clusters() {
    let text = "unit structured program p \"\" {
        scope s0 subprogram
        tree r0 {
            scope L0 r1 {
                loop L1 r2 {
                    v0: integer4 = 1
                    if v0: < 2 r3 {
                        exit L0
                    } else r4 {
                        again L1
                    }
                    unreachable
                }
                unreachable
            }
            stop
        }
    }";
    let expected = r#"digraph "p" {
    node [shape=box, fontname="monospace"];
    edge [fontname="monospace"];
    subgraph cluster_1 {
        label="r0";
        subgraph cluster_2 {
            label="scope L0 r1";
            subgraph cluster_3 {
                label="loop L1 r2";
                head1 [shape=circle, label="L1"];
                n4 [label="v0: integer4 = 1\l"];
                head1 -> n4;
                subgraph cluster_5 {
                    label="if v0: < 2 r3";
                    n6 [shape=diamond, label="if v0: < 2 r3"];
                    n4 -> n6;
                    subgraph cluster_7 {
                        label="r3";
                        n8 [label="exit L0\l"];
                        n6 -> n8;
                        n8 -> behind0 [style=dashed];
                    }
                    subgraph cluster_9 {
                        label="else r4";
                        n10 [label="again L1\l"];
                        n6 -> n10;
                        n10 -> head1 [style=dashed];
                    }
                }
            }
        }
        behind0 [shape=circle, label="L0 end"];
        n11 [label="stop\l"];
        behind0 -> n11;
    }
}
"#;
    assert_eq!(dot(text), expected);
}
