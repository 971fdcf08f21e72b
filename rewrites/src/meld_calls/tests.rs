use super::*;
use forlane_cfg::text::{parse_program, print_unit};
use forlane_cfg::verify::verify_program;

/// A callee with a loop.
const SERIES: &str = r#"
unit cfg function series "a.f" {
    scope s0 subprogram
    var x: real8 dummy varying s0
    var n: integer4 dummy varying s0
    var series: real8 result varying s0
    dummies x, n
    result series
    b0:
        enter s0 @40
        goto b1 @41
    b1:
        series = ((series * x) / (x + 1d0)) + exp(x) @42
        series = (series / (x + 2d0)) + exp(series) @42
        series = (series / (x + 3d0)) + exp(series) @42
        n = n - 1 @43
        if n > 0 goto b1 else b2 @44
    b2:
        leave s0 @45
        return @45
}
"#;

/// A caller with these blocks between its first and its last one, `b9`.
fn melded(blocks: &str) -> String {
    let caller = format!(
        r#"
unit cfg subroutine caller "a.f" {{
    scope s0 subprogram
    scope s1 block in s0
    var k: integer4 dummy varying s0
    var x: real8 dummy varying s0
    var r: real8 dummy varying s0
    var t: real8[4] local varying s0
    var n: integer4 local varying s0
    var m: integer4 local varying s0
    var y: real8 local varying s0
    dummies k, x, r
    b0:
        enter s0 @1
        n = 8 @1
        m = k @1
        r = 0d0 @1
        y = x @1
        if k > 3 goto b1 else b2 @2
{blocks}
    b9:
        leave s0 @20
        return @20
}}
"#
    );
    let mut program = parse_program(&(caller + SERIES)).unwrap_or_default();
    assert_eq!(program.units.len(), 2, "{blocks}");
    verify_program(&program).expect("the test's units are valid");
    let callees = Callees::compute(&program);
    meld_calls(&mut program, 0, &callees, &mut Remarks::default());
    verify_program(&program).expect("melded units are valid");
    print_unit(&program.units[0])
}

fn calls(text: &str) -> usize {
    text.matches("call series").count()
}

/// Arguments that differ have a variable, those that are the same have none; what is assigned goes to the variable of
/// the arm.
#[test]
fn calls_of_two_arms_become_one() {
    let text = melded(
        "b1:\n r = call series(x, &n) @3\n goto b9 @4\nb2:\n y = call series(x, &m) @5\n r = y + 1d0 @6\n goto b9 @7",
    );
    let body: Vec<&str> = text.lines().skip_while(|line| !line.contains("b1:")).map(str::trim).collect();
    let expected = [
        "b1: ; from b0",
        "series.n.1 = n @3",
        "meld.1 = .false. @3",
        "goto b10 @3",
        "b2: ; from b0",
        "series.n.1 = m @5",
        "meld.1 = .true. @5",
        "goto b10 @5",
        "b10: ; from b1 b2",
        "series.1 = call series(x, &series.n.1) @3",
        "if meld.1 goto b11 else b12 @3",
        "b11: ; from b10",
        "m = series.n.1 @5",
        "y = series.1 @5",
        "r = y + 1d0 @6",
        "goto b9 @7",
        "b12: ; from b10",
        "n = series.n.1 @3",
        "r = series.1 @3",
        "goto b9 @4",
        "b9: ; from b11 b12",
    ];
    assert_eq!(body[..expected.len()], expected);
}

/// Beyond four sites a number tells them apart.
#[test]
fn many_sites_have_a_number() {
    let arm = |block: usize| format!("b{block}:\n r = call series(x * {block}d0, &n) @{block}\n goto b9 @{block}\n");
    let arms: String = (3..8).map(arm).collect();
    let text =
        melded(&format!("b1:\n goto b2\nb2:\n switch k [1 => b3, 2 => b4, 3 => b5, 4 => b6, default => b7]\n{arms}"));
    assert_eq!(calls(&text), 1, "{text}");
    assert!(text.contains("switch meld.1 [1 => "), "{text}");
}

/// The zeros of REAL are equal, but not the same.
#[test]
fn zeros_have_a_sign() {
    let text = melded("b1:\n r = call series(0d0, &n) @3\n goto b9\nb2:\n r = call series(-0d0, &n) @5\n goto b9");
    assert_eq!(calls(&text), 1, "{text}");
    assert!(text.contains("series.x.1 = 0d0 @3") && text.contains("series.x.1 = -0d0 @5"), "{text}");
}

/// An argument that may fail does so at its own line.
#[test]
fn what_may_fail_stays_at_its_site() {
    let arm = |line| format!("r = call series(x, &n) @{line}\n r = call series(t[n], &n) @{line}\n goto b9");
    let text = melded(&format!("b1:\n {}\nb2:\n {}", arm(3), arm(5)));
    assert_eq!(calls(&text), 2, "{text}");
    assert!(text.contains("series.x.1 = t[n] @3") && text.contains("series.x.1 = t[n] @5"), "{text}");
}

#[test]
fn calls_that_a_row_may_both_make_stay_apart() {
    let one_after_the_other = "b1:\n r = call series(x, &n) @3\n goto b2\nb2:\n r = call series(y, &n) @5\n goto b9";
    assert_eq!(calls(&melded(one_after_the_other)), 2);
    let inside_and_after = "b1:\n r = call series(x, &n) @3\n if n > 5 goto b1 else b9\nb2:\n \
                            r = call series(y, &n) @5\n goto b9";
    assert_eq!(calls(&melded(inside_and_after)), 2);
}

/// In one loop the arms of a turn exclude each other.
#[test]
fn arms_of_a_turn_are_melded() {
    let text = melded(
        "b1:\n goto b2\nb2:\n if m > 2 goto b3 else b4\nb3:\n r = call series(x, &n) @3\n goto b5\n\
         b4:\n r = call series(y, &n) @4\n goto b5\nb5:\n m = m + 1\n if m < 9 goto b2 else b9",
    );
    assert_eq!(calls(&text), 1, "{text}");
}

/// Calls in the middle of a transfer, or in a scope of their own, are not where others are.
#[test]
fn transfers_and_scopes_stay_whole() {
    let transfer = "b1:\n io write_unit(6)\n r = call series(x, &n) @3\n io write(r)\n io end()\n goto b9\n\
                    b2:\n r = call series(y, &n) @5\n goto b9";
    assert_eq!(calls(&melded(transfer)), 2);
    let scope = "b1:\n enter s1\n r = call series(x, &n) @3\n leave s1\n goto b9\n\
                 b2:\n r = call series(y, &n) @5\n goto b9";
    assert_eq!(calls(&melded(scope)), 2);
}
