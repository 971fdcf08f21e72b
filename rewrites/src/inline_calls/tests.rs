use super::*;
use forlane_cfg::text::{parse_program, print_unit};

const TEXT: &str = r#"
unit cfg subroutine caller "a.f" {
    scope s0 subprogram
    var x: real8 dummy varying s0
    var y: real8 local varying s0
    dummies x
    b0:
        enter s0
        y = call square(x + 1d0) @9
        y = call square(&y) @10
        x = y @11
        leave s0
        return
}
unit cfg function square "a.f" {
    scope s0 subprogram
    var x: real8 dummy varying s0
    var square: real8 result varying s0
    dummies x
    result square
    b0:
        enter s0 @1
        if x < 0d0 goto b1 else b2 @2
    b1:
        square = -(x) @3
        leave s0
        return @4
    b2:
        square = x * x @5
        leave s0
        return @6
}
"#;

fn splice(program: &mut Program) {
    let frees = Frees::compute(&program.units);
    inline_calls(program, 0, &frees, &mut Remarks::default());
}

#[test]
fn calls_are_replaced_by_the_callees_blocks() {
    let mut program = parse_program(TEXT).unwrap_or_default();
    assert_eq!(callees_first(&program), [1, 0]);
    splice(&mut program);
    let text = print_unit(&program.units[0]);
    assert!(!text.contains("call square"), "{text}");
    for line in ["square.x.1 = x + 1d0 @9", "square.square.1 = -square.x.1 @3", "y = square.square.2 @10", "x = y @11"]
    {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert!(text.contains("inlined square 1 6"), "{text}");
    let unit = &program.units[0];
    assert_eq!([5, 9].map(|line| unit.subprogram_at(SourceLine::own(line))), ["square", "caller"]);
}

/// The lines of a callee of another file, and of what it includes, keep their files.
#[test]
fn lines_keep_their_files() {
    let head = "unit cfg function square \"b.f\" {\n    file f1 \"a.f\"\n    file f2 \"b.inc\"";
    let text = TEXT.replace("unit cfg function square \"a.f\" {", head).replace("x * x @5", "x * x @f2:5");
    let mut program = parse_program(&text.replace("-(x) @3", "-(x) @f1:40")).unwrap_or_default();
    splice(&mut program);
    let unit = &program.units[0];
    let text = print_unit(unit);
    assert_eq!(unit.files, ["b.f", "b.inc"]);
    for line in ["= -square.x.1 @40", "square.x.1 * square.x.1 @f2:5", "if square.x.1 < 0d0 goto b3 else b4 @f1:2"] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    for line in ["inlined square 1 6 of f1", "inlined square 40 40", "inlined square 5 5 of f2"] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    let at = |file, number| unit.subprogram_at(SourceLine { file, number });
    assert_eq!([at(0, 5), at(1, 5), at(2, 5)], ["caller", "square", "square"]);
}

/// A line of a file that both include would be told to be the callee's where it is the caller's.
#[test]
fn units_that_include_the_same_statements_stay_apart() {
    let text = TEXT.replace("\"a.f\" {", "\"a.f\" {\n    file f1 \"a.inc\"").replace("x = y @11", "x = y @f1:4");
    let is_spliced = |text: &str| {
        let mut program = parse_program(text).unwrap_or_default();
        splice(&mut program);
        !print_unit(&program.units[0]).contains("call square")
    };
    assert!(is_spliced(&text));
    assert!(is_spliced(&text.replace("x * x @5", "x * x @f1:5")));
    assert!(!is_spliced(&text.replace("x * x @5", "x * x @f1:4")));
}

#[test]
fn a_callee_that_prints_stays_a_call() {
    let mut program = parse_program(&TEXT.replace("square = x * x @5", "io write(x)")).unwrap_or_default();
    splice(&mut program);
    assert!(print_unit(&program.units[0]).contains("call square"));
}
