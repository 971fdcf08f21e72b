//! What pictures hold.

use super::{BACK_COLOR, EXIT_COLOR, IRREDUCIBLE_COLOR, MOST_BOXES, draw};
use forlane_cfg::text::parse_program;
use pretty_assertions::assert_eq;

/// The picture, its lines without indent.
fn picture(text: &str, source: Option<&str>) -> Vec<String> {
    let program = match parse_program(text) {
        Ok(program) => program,
        Err(errors) => panic!("{}", errors[0]),
    };
    let dot = draw(&program.units[0], &|_| source);
    assert_eq!(dot.matches(" {\n").count(), dot.lines().filter(|line| line.trim() == "}").count(), "{dot}");
    dot.lines().map(|line| line.trim().to_owned()).collect()
}

/// The numbers of lines that hold these texts; they follow each other.
fn assert_in_order(lines: &[String], texts: &[&str]) {
    let mut rest = lines.iter();
    for text in texts {
        assert!(rest.any(|line| line.contains(text)), "{text} is missing or too early in\n{}", lines.join("\n"));
    }
}

const LOOP: &str = r#"unit cfg program p "p.f" {
    scope s0 subprogram
    scope s1 block in s0
    var i: integer4 local varying s0
    b0:
        i = 1 @1
        goto b1
    b1:
        if i < 3 goto b2 else b3 @2
    b2:
        enter s1
        io write_unit(6) @3
        io write("a\\b") @3
        io end() @3
        leave s1
        goto b1
    b3:
        switch i [1 | 2 => b4, default => b5]
    b4:
        stop
    b5:
        stop 7
}"#;

#[test]
fn blocks_arcs_loops_and_scopes() {
    let lines = picture(LOOP, None);
    assert_in_order(
        &lines,
        &[
            "label=\"program p of p.f at stage cfg\";",
            "<b>b0  start</b></td></tr><tr><td align=\"left\">i = 1 @1",
            "label=\"loop b1\";",
            "b1 [label",
            "label=\"scope s1\";",
            "b2 [label",
            "}",
            "}",
            "switch i",
            "b0 -> b1;",
            "b1 -> b2 [label=\" i < 3 \"];",
            "b1 -> b3 [label=\" otherwise \"];",
            &format!("b1 -> b2 [dir=back, color=\"{BACK_COLOR}\", penwidth=1.5];"),
            "b3 -> b4 [label=\" 1 | 2 \"];",
            "b3 -> b5 [label=\" otherwise \"];",
        ],
    );
}

#[test]
fn source_lines_stand_above_what_was_made_of_them() {
    let source = "      i = 1 ! <first>\n   10 if (i .lt. 3) goto 20\n      print *, 'a\\b'\n";
    let lines = picture(LOOP, Some(source));
    let start = lines.iter().find(|line| line.starts_with("b0 [")).cloned().unwrap_or_default();
    assert!(start.contains("1  i = 1 ! &lt;first&gt;"), "{start}");
    assert!(start.find("first").unwrap() < start.find(";i = 1</td>").unwrap(), "{start}");
    let print = lines.iter().find(|line| line.starts_with("b2 [")).cloned().unwrap_or_default();
    assert_eq!(print.matches("print *").count(), 1, "{print}");
    assert!(!print.contains("@3"), "{print}");
}

#[test]
fn an_irreducible_loop_shows_its_entries() {
    let lines = picture(
        "unit cfg subroutine p \"p.f\" {
        scope s0 subprogram
        var i: integer4 dummy varying s0
        dummies i
        b0:
            if i < 3 goto b1 else b2
        b1:
            goto b2
        b2:
            if i < 5 goto b1 else b3
        b3:
            return
    }",
        None,
    );
    assert_in_order(&lines, &["label=\"irreducible loop, entered at b1, b2\";", "b1 [label", "b2 [label"]);
    let red = |line: &&String| line.contains("->") && line.contains(IRREDUCIBLE_COLOR);
    let arcs: Vec<&str> = lines.iter().filter(red).filter_map(|line| line.split(" [").next()).collect();
    assert_eq!(arcs, ["b0 -> b1", "b0 -> b2"]);
}

#[test]
fn constructs_of_trees() {
    let lines = picture(
        "unit structured program p \"\" {
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
    }",
        None,
    );
    assert_in_order(
        &lines,
        &[
            "label=\"scope L0\";",
            "label=\"loop L1\";",
            "head1 [",
            "v0: integer4 = 1",
            "shape=hexagon",
            "exit L0",
            "again L1",
            "}",
            "}",
            "behind0 [",
            "stop",
            "head1 -> ",
            "[label=\" then \"];",
            &format!("-> behind0 [color=\"{EXIT_COLOR}\"];"),
            "[label=\" otherwise \"];",
            &format!("[dir=back, color=\"{BACK_COLOR}\", penwidth=1.5];"),
            "behind0 -> ",
        ],
    );
}

/// Jumps of a graph lead to the heads of its blocks, forward as well as back.
#[test]
fn graphs_in_trees() {
    let lines = picture(
        "unit structured subroutine p \"\" {
        scope s0 subprogram
        var k: integer4 dummy varying s0
        dummies k
        tree r0 {
            v0:k integer4 = k
            graph (v0:k) {
                block L0 (v1:i integer4) r1 {
                    if v1:i < 2 r2 {
                        goto L1
                    } else r3 {
                    }
                    goto L0 (v0:k)
                }
                block L1 r4 {
                    return
                }
            }
            unreachable
        }
    }",
        None,
    );
    assert_in_order(
        &lines,
        &["label=\"graph\";", "head0 [", "shape=hexagon", "goto L1", "goto L0", "head1 [", "return", "}"],
    );
    let jumps = |head: &str| lines.iter().filter(|line| line.contains(&format!("-> {head} ["))).count();
    assert_eq!((jumps("head0"), jumps("head1")), (1, 1), "{lines:#?}");
    assert!(lines.iter().any(|line| line.ends_with("-> head0;")), "{lines:#?}");
}

#[test]
fn large_units_are_cut_off() {
    let blocks: String = (0..1000).map(|block| format!("b{block}:\n goto b{}\n", block + 1)).collect();
    let graph = picture(&format!("unit cfg program p \"\" {{\nscope s0 subprogram\n{blocks}b1000:\n stop\n}}\n"), None);
    assert_in_order(&graph, &["b398 -> b399", "601 more blocks"]);
    assert!(graph.len() < 3 * MOST_BOXES);
    let open: String = (0..1000).map(|n| format!("loop L{n} r{} {{\n", n + 1)).collect();
    let close = "unreachable\n}\n".repeat(999);
    let text = format!(
        "unit structured program p \"\" {{\nscope s0 subprogram\ntree r0 {{\n{open}again L0\n}}\n{close}unreachable\n}}\n}}\n"
    );
    let tree = picture(&text, None);
    assert_in_order(&tree, &["head399 [", "more lines of text", "head398 -> head399"]);
}
