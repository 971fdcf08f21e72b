//! CHARACTER in memory and out of it.

use super::*;
use pretty_assertions::assert_eq;

fn printed(actions: &str) -> LaneOutcome {
    let text = format!(
        r#"unit cfg program p "p.f" {{
            scope s0 subprogram
            var s: integer1[8] local varying s0
            var t: integer1[:] local varying s0
            var n: integer4 local varying s0
            b0:
                enter s0
                n = 3
                {actions}
                leave s0
                stop
        }}"#
    );
    let program = parse(&text);
    let outcome = Interpreter::new(&program, Options::default()).run("p", &[], 1);
    outcome.unwrap_or_else(|error| panic!("{error}")).lanes.remove(0)
}

fn records(actions: &str) -> Vec<String> {
    printed(actions).printed
}

#[test]
fn assignments_fill_and_cut_and_read_their_value_first() {
    let actions = r#"s[0 for 8] = "abc"
                s[2 for 6] = s[0 for 8]
                io write_unit(6)
                io write(s[0 for 8])
                io write("|")
                io end()
                s[0 for 4] = join(s[4 for 2], char(n + 62), repeat("xy", n))
                io write_unit(6)
                io write(s[0 for 8])
                io write(compare(s[0 for 2], "c"))
                io write(index(s[0 for 8], "x"))
                io end()"#;
    assert_eq!(records(actions), [" ababc   |", " c Axc              0           4"]);
}

#[test]
fn arrays_get_a_length_and_lose_it() {
    let actions = r#"allocate t[n]
                t[0 for n] = "hello"
                io write_unit(6)
                io write(t[0 for n])
                io end()
                allocate t[n - 5]
                io write_unit(6)
                io write(t[7 for 0])
                io write("|")
                io end()
                free t"#;
    assert_eq!(records(actions), [" hel", " |"]);
    assert!(matches!(printed("io write_unit(6)\n io write(t[0 for 1])\n io end()").status, LaneStatus::Failed { .. }));
}
