//! CHARACTER and arrays of dynamic length in scalar code.

use super::{options, parse};
use forlane_jit::{ExitStatus, MainProgram, SiteReason};

fn run(actions: &str) -> (String, ExitStatus) {
    let text = format!(
        r#"unit ssa program texts "texts.f" {{
    scope s0 subprogram
    var s: integer1[8] local varying s0
    var t: integer1[:] local varying s0
    var n: integer4 static varying s0 = 0 for 1: 3
    b0:
        enter s0
        {actions}
        leave s0
        return
}}
"#
    );
    let main = MainProgram::compile(&parse(&text), &options(1)).unwrap_or_else(|error| panic!("{error}"));
    let mut out = Vec::new();
    let status = main.run(&mut std::io::empty(), &mut out).unwrap();
    (String::from_utf8(out).unwrap(), status)
}

#[test]
fn texts_are_joined_and_assigned() {
    let (out, status) = run(r#"s[0 for 8] = "abc"
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
        io write(len_trim(s[0 for 8]))
        io end()
        io write_unit(6)
        io write(repeat(join("a", s[0 for 1]), n - 5))
        io write("|")
        io write(repeat(join("a", s[0 for 1]), index(join("x", "y"), "y")))
        io end()
        io write_unit(6)
        io write(code(char(200)))
        io write(scan("FORTRAN", "TR"))
        io write(verify_back("AB ", "A"))
        io write(compare("a", join("a", char(0))))
        io end()"#);
    let wanted = " ababc   |\n c Axc              0           4           5\n |acac\n         200           3           3           1\n";
    assert_eq!((out.as_str(), status), (wanted, ExitStatus::Returned));
}

#[test]
fn arrays_get_a_length_and_lose_it() {
    let (out, status) = run(r#"allocate t[n]
        t[0 for n] = "hello"
        io write_unit(6)
        io write(t[0 for n])
        io end()
        allocate t[n - 5]
        io write_unit(6)
        io write(t[7 for 0])
        io write("|")
        io end()
        free t
        io write_unit(6) @9
        io write(t[0 for 1]) @9
        io end() @9"#);
    assert_eq!(out, " hel\n |\n");
    let ExitStatus::Failed(site) = status else { panic!("{status:?}") };
    assert_eq!((site.line, site.reason), (9, SiteReason::OutOfBounds { array: "t".to_string() }));
}

#[test]
fn running_out_of_memory_is_a_failure() {
    let write = "io write_unit(6)\n        io write(repeat(\"ab\", 9223372036854775807_8)) @4\n        io end()";
    for actions in ["allocate t[9223372036854775807_8] @4", write] {
        let (_, status) = run(actions);
        let ExitStatus::Failed(site) = status else { panic!("{status:?}") };
        assert_eq!((site.line, site.reason), (4, SiteReason::OutOfMemory));
    }
}
