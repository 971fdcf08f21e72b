//! Sources that are none, or wrong: one located message each.

use super::folder::Folder;

const RUN: &str = "--kernel half --in table.csv --out result.csv";

fn folder(name: &str, text: impl AsRef<[u8]>) -> Folder {
    let folder = Folder::new();
    folder.write(name, text).write("table.csv", "x,n\n1.0,2\n").write("result.csv", "what stood here before\n");
    folder
}

#[test]
fn a_missing_file() {
    folder("table.csv", "").fails(&format!("run nothing.f {RUN}"), 1, &["nothing.f: No such file"]);
}

#[test]
fn an_unknown_ending() {
    folder("half.txt", "").fails("check half.txt", 1, &["half.txt", ".f90"]);
}

#[test]
fn an_empty_file() {
    let folder = folder("empty.f", "C comments alone\n");
    folder.fails(&format!("run empty.f {RUN}"), 1, &["empty.f:1:1", "no program unit"]);
    // Beside others it is no mistake.
    folder.write("main.f90", "print *, 1\nend\n");
    assert_eq!(folder.output("run main.f90 empty.f"), "           1\n");
}

#[test]
fn a_binary_file() {
    folder("binary.f", b"\x7fELF\0\0\x01").fails(
        &format!("run binary.f {RUN}"),
        1,
        &["binary.f", "zero byte at byte 4"],
    );
}

#[test]
fn a_folder() {
    let folder = folder("table.csv", "");
    std::fs::create_dir(folder.path("sub.f")).expect("a folder");
    folder.fails("check sub.f", 1, &["sub.f: "]);
}

#[test]
fn mistakes_have_places() {
    let cases = [
        ("an undefined label", "      X = 1\n      GO TO 7\n", "bad.f:3:13", "label 7 is not defined"),
        ("a duplicate label", "    7 X = 1\n    7 X = 2\n", "bad.f:3:5", "label 7 is defined twice"),
        ("a jump to a declaration", "    7 REAL X\n      GO TO 7\n", "bad.f:3:13", "the label 7"),
        ("a statement cut off", "      X = (1 +\n", "bad.f:2:15", "expected an operand"),
    ];
    for (what, statements, place, message) in cases {
        let text = format!("      SUBROUTINE HALF(X)\n{statements}      END\n");
        println!("{what}");
        folder("bad.f", text).fails(&format!("run bad.f {RUN}"), 1, &[place, message]);
    }
}

#[test]
fn a_unit_without_end() {
    folder("bad.f", "      SUBROUTINE HALF(X)\n      X = 1\n").fails(
        &format!("run bad.f {RUN}"),
        1,
        &["bad.f:1:7", "not closed by an END statement"],
    );
}

#[test]
fn an_unknown_kernel() {
    let table = "--in table.csv --out result.csv";
    folder("a.f", "").fails(
        &format!("run kernels.f --kernel none {table}"),
        2,
        &["subprogram `none` is not defined", "`half`, `total`, `fill`, `kinds`, `copy`"],
    );
}

#[test]
fn a_missing_callee_matters_to_run_alone() {
    let folder = folder("part.f", "      SUBROUTINE PART(X)\n      CALL OTHER(X)\n      END\n");
    assert!(folder.output("check part.f").is_empty());
    assert!(folder.output("dump part.f --stage=cfg").contains("call other"));
    let alone = folder.output_with_failures("run part.f --kernel part --set x=1");
    assert!(alone.contains("`other` is called, but no given file defines it at part.f:2"), "{alone}");
    folder.write("other.f90", "subroutine other(x)\n x = 2*x\nend\n");
    assert!(folder.output("run part.f other.f90 --kernel part --set x=4").contains("8.0"));
}

#[test]
fn no_main_program() {
    folder("a.f", "").fails("run kernels.f", 1, &["no main program"]);
}

#[test]
fn all_mistakes_of_a_file_in_the_order_of_lines() {
    let mistakes: String = (1..=10).map(|line| format!("      X = {line} +\n")).collect();
    let folder = folder("ten.f", format!("      SUBROUTINE TEN(X)\n{mistakes}      END\n"));
    let run = folder.run("check ten.f");
    let places: Vec<usize> =
        (2..=11).map(|line| run.stderr.find(&format!("ten.f:{line}:")).expect("each line is named")).collect();
    assert!(places.is_sorted());
    assert!(run.stderr.contains("10 errors"));
    assert_eq!(run.status, 1);
}

#[test]
fn warnings_do_not_fail() {
    let folder = folder("w.f", "      SUBROUTINE W(X)\n      GO TO 1\n      DO 1 I = 1, 2\n    1 X = I\n      END\n");
    let run = folder.run("check w.f");
    assert_eq!((run.status, &run.stdout[..]), (0, ""));
    assert!(run.stderr.contains("W0261") && run.stderr.contains("a jump into a block"), "{}", run.stderr);
}

/// A device without an end was read until memory was.
#[cfg(unix)]
#[test]
fn a_device_is_no_source() {
    let folder = folder("zero.f90", "subroutine s(x)\n include '/dev/zero'\n real x\nend\n");
    folder.fails("check zero.f90", 1, &["zero.f90:2:2", "/dev/zero", "a zero byte at byte 0"]);
    folder.fails("check --form=free /dev/zero", 1, &["/dev/zero: not a text file: a zero byte at byte 0"]);
}

/// What could have assigned the result was the statement with the error, so that it is not set says nothing.
#[test]
fn an_error_does_not_bring_warnings_along() {
    let folder = folder("f.f90", "real function f(x)\nreal x\nif (x > 0) then\nend\n");
    let run = folder.run("check f.f90");
    assert!(run.stderr.contains("E0264") && !run.stderr.contains("W0210"), "{}", run.stderr);
}

/// Each line was an error of its own. One mistake in a file does not make it one of the other form.
#[test]
fn a_file_in_the_other_form_is_one_error() {
    let fixed = "C     FIXED FORM\n      REAL FUNCTION F(X)\n      REAL X\nC     SUM\n      F = X +\n     &    1.0\n   10 CONTINUE\n      END\n";
    let free = "! free form\nreal function f(x)\nreal x\nf = x + &\n  1.0\nend function\n";
    for (name, text, words, option) in [
        ("f.f90", fixed, "this file is in fixed form, and was read as free form", "--form=fixed"),
        ("f.f", free, "this file is in free form, and was read as fixed form", "--form=free"),
    ] {
        let folder = folder(name, text);
        let run = folder.run(&format!("check {name}"));
        assert!(run.status == 1 && run.stderr.contains("E0106") && run.stderr.contains("1 error\n"), "{}", run.stderr);
        assert!(run.stderr.contains(words) && run.stderr.contains(option), "{}", run.stderr);
        assert_eq!(folder.output(&format!("check {option} {name}")), "");
        let spoilt =
            folder.write(name, text.replace("x + &", "x +* &").replace("X +", "X +*")).run(&format!("check {name}"));
        assert!(!spoilt.stderr.contains("E0106"), "{}", spoilt.stderr);
    }
}

#[test]
fn names_that_may_have_been_meant() {
    let source =
        "subroutine heat(temperature, flux)\nimplicit none\nreal temperature, flux\nflux = 2*temperatur\nend\n";
    let folder = folder("heat.f90", source);
    folder.fails("check heat.f90", 1, &["`TEMPERATUR` has no type", "help: did you mean `TEMPERATURE`?"]);
    folder.write("heat.f90", source.replace("temperatur\n", "temperature\n")).write("t.csv", "temprature,flow\n1,2\n");
    let run = "run heat.f90 --kernel heat";
    folder.fails(&format!("{run} --in t.csv"), 1, &["there are `temprature`, `flow`; did you mean `temprature`?"]);
    folder.fails(&format!("{run} --set temperatre=1"), 2, &["did you mean `temperature`?"]);
    folder.fails(&format!("{run} --in t.csv --where flaw"), 2, &["did you mean `flow`?"]);
}
