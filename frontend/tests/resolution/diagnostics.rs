//! Mistakes and what is reported of them: code and place, one for each mistake.

use super::show::{compile_text, compile_with_all_warnings};
use pretty_assertions::assert_eq;

/// Checks that a source has these diagnostics.
fn check(text: &str, expected: &[&str]) {
    let (_, diagnostics) = compile_text(text);
    assert_eq!(diagnostics, expected, "in\n{text}");
}

#[test]
fn an_undeclared_name_is_reported_once() {
    check("implicit none\nx = 1\ny = x + x\nx = y\nend\n", &["2:1 E0201", "3:1 E0201"]);
    check("subroutine s(a)\nimplicit none\na = 1\nend\n", &["1:14 E0201"]);
}

#[test]
fn conflicting_declarations() {
    check("integer i\nreal i\ndimension i(3)\ndimension i(4)\nend\n", &["2:6 E0202", "4:11 E0202"]);
    check("subroutine s(a, a)\nsave a\nexternal f\nintrinsic f\nend\n", &["1:17 E0202", "2:6 E0202", "4:11 E0202"]);
    check("real function f(x)\nreal f\nf = x\nend\n", &["2:6 E0202"]);
    check("implicit real (a), integer (a-c)\nend\n", &["1:29 E0202"]);
    check("parameter (x = 1)\ninteger x\nend\n", &["2:9 E0202"]);
    check("x = 1\ninteger z\nend\n", &["2:1 E0207"]);
    check("function f(x)\nf = x\nend\nsubroutine f\nend\n", &["4:12 E0204"]);
}

#[test]
fn constants_and_kinds() {
    check("parameter (i = 2147483647 + 1, x = 1.0 / 0.0)\nj = i + x\nend\n", &["1:16 E0228", "1:36 E0228"]);
    check("i = 3000000000\ni = 3000000000_8\nx = 1e40\nend\n", &["1:5 E0229", "2:5 E0228", "3:5 E0229"]);
    check("integer*3 i\nreal(16) x\ni = x\nend\n", &["1:9 E0206", "2:6 E0941"]);
    check("x = 2.5q0\nend\n", &["1:5 E0941"]);
    check("real(n) x\nparameter (m = k)\nend\n", &["1:6 E0205", "2:16 E0205"]);
    check("x = 1.0_k\nend\n", &["1:9 E0206"]);
}

#[test]
fn arrays() {
    check("subroutine s(a, n)\nreal a(n), b(n), c(*), d(2:m)\nend\n", &["2:20 E0208", "2:28 E0208"]);
    check("subroutine s(a, b)\nreal a(k), b(x)\nend\n", &["2:8 E0208", "2:14 E0208"]);
    check("subroutine s(a, x)\nreal a(x)\na(1) = 1\nend\n", &["2:8 E0208"]);
    check("real a(3, 2)\na(1) = a(1, .true.)\na = 1\nx = a\nend\n", &["2:1 E0224", "2:13 E0225", "4:5 E0974"]);
    check("real a(1000000, 1000000)\nend\n", &["1:17 E0208"]);
    check("a(3) = 1\nb = 1\na(4) = 1\nend\n", &["1:1 E0203"]);
}

#[test]
fn initial_values() {
    check("data x, y /1.5/\nend\n", &["1:9 E0209"]);
    check("data x /1.5, 2/\nend\n", &["1:14 E0209"]);
    check("real a(3)\ndata a(4) /1/\ndata a(1), a /4*1/\nend\n", &["2:8 E0209", "3:12 E0209"]);
    check("subroutine s(x)\ndata x /1/, l /1/\nlogical l\nend\n", &["2:6 E0210", "3:9 E0202"]);
    check("real a(2)\ndata (a(i), i = 1, 2, 0) /1, 2/\nend\n", &["2:6 E0209"]);
}

#[test]
fn operands_and_conditions() {
    check("x = .not. y\nx = 1 .and. .true.\nend\n", &["1:11 E0221", "2:5 E0221"]);
    check("logical l\nl = .true. == l\nl = -l\nend\n", &["2:5 E0221", "3:6 E0221"]);
    check("logical l\nx = l\nl = 1.5\nx = 'a'\nend\n", &["2:5 E0222", "3:5 E0222", "4:5 E0222"]);
    check("if (x) y = 1\nif (i) then\nend if\ndo while (2)\nend do\nend\n", &["1:5 E0223", "2:5 E0223", "4:11 E0223"]);
    check("x = 1 + (u .or. v) + (.not. w)\nend\n", &["1:10 E0221", "1:29 E0221"]);
    check("parameter (k = 1)\nk = 2\nend\n", &["2:1 E0210"]);
    check("subroutine s(x)\nreal, intent(in) :: x\nx = 2\nend\n", &["3:1 E0210"]);
}

#[test]
fn intrinsic_functions() {
    check("x = dsqrt(2.0)\nx = sqrt(2)\nx = max(1, 2.0)\nend\n", &["1:11 E0226", "2:10 E0226", "3:12 E0226"]);
    check(
        "x = max(1)\nx = sin()\nx = sqrt(-1.0)\nx = mod(7, 0)\nend\n",
        &["1:5 E0231", "2:5 E0231", "3:5 E0228", "4:5 E0228"],
    );
    check("i = nint(x, 3)\nx = atan2(x, 1d0)\ny = loc(x)\nend\n", &["1:13 E0206", "2:14 E0226", "3:5 E0975"]);
    check("intrinsic foo\nsin = 3\ny = sin(x)\nend\n", &["1:11 E0203", "3:5 E0203"]);
}

#[test]
fn calls_are_checked_against_their_definitions_in_any_order() {
    let definitions = "subroutine g(i)\nend\nfunction f(x)\nf = x\nend\nsubroutine h(a, b)\nreal a(*)\nend\n";
    let check_call = |text: &str, expected: &[&str]| check(&format!("{text}\nend\n{definitions}"), expected);
    check_call("call g(1, 2)", &["1:1 W0244"]);
    check_call("x = f(1.0, 2.0) + f()", &["1:5 W0244", "1:19 W0243"]);
    check_call("call f(1.0)", &["1:6 E0203"]);
    check_call("x = g(1)", &["1:5 E0203"]);
    check_call("integer f\ni = f(1.0)", &["2:5 E0243"]);
    check_call("call g(1.0)", &["1:8 W0241"]);
    check_call("call h(x, x)", &["1:8 W0242"]);
    check_call("real a(3)\ncall h(a, a)\ncall h(a(2), a(1))", &["2:11 W0242"]);
    check_call("call elsewhere(1, 2)\nx = k(3)", &[]);
    check("subroutine s\ncall s\nend\n", &["2:6 E0242"]);
    check("x = 1\ny = x(2)\nz = k(1)\nk = 2\ncall t\nt = 3\nend\n", &["2:5 E0203", "4:1 E0210", "6:1 E0210"]);
}

#[test]
fn procedures_as_arguments() {
    check("subroutine s(f, x)\nexternal f, g\nx = f(x)\ncall t(g)\nend\n", &[]);
    check("subroutine s(f)\ny = f(1) + f(2)\nend\n", &[]);
    check("intrinsic sin, int\ncall t(sin)\ncall t(int)\nend\n", &["3:8 E0249"]);
    let callee = "subroutine s(f, x)\ncall f(x)\nend\n";
    // `x` is passed on, and what the second call gives makes a procedure of it.
    check(&format!("external g\ncall s(g, 1.0)\ncall s(y, g)\nend\n{callee}"), &["2:11 E0248", "3:8 W0248"]);
    // Where the interface is explicit, no variable is passed for a procedure.
    check(&format!("real y\ncall s(y, 1.0)\ncontains\n{callee}end\n"), &["2:8 E0248"]);
}

#[test]
fn statement_functions() {
    check("f(x) = x*x\ny = f(2.0) + f(1, 2) + f(1)\nend\n", &["2:14 E0244", "2:26 E0244"]);
    check(
        "f(x, x) = x\ng(x) = .true.\nh(x) = h2(x)\nh2(x) = h(x)\ny = 1\nend\n",
        &["1:6 E0202", "2:8 E0222", "3:8 E0244"],
    );
    check("f(x) = g(x)\ng(x) = f(x)\ny = 1\nend\n", &["1:8 E0244"]);
    check("implicit none\nreal f, y\nf(x) = x\ny = f(y)\nend\n", &["3:3 E0201"]);
    check("f(x) = x\nf(x) = x + 1\ny = 1\nend\n", &["2:1 E0202"]);
    check("f(x) = x + 'a'\ny = f(1.0) + f(2.0)\nend\n", &["1:8 E0221"]);
    check("f(x) = x\nexternal g\ng(x) = 1\ny = 1\nend\n", &["3:1 E0202"]);
}

#[test]
fn statement_functions_that_grow_are_refused() {
    let mut text = "f0(x) = x\n".to_owned();
    for n in 1..40 {
        text += &format!("f{n}(x) = f{}(x) + f{}(x)\n", n - 1, n - 1);
    }
    let (_, found) = super::show::compile_text(&format!("{text}y = f39(1.5)\nend\n"));
    assert!(!found.is_empty() && found.iter().all(|one| one.ends_with("E0245")), "{found:?}");
}

#[test]
fn alternate_returns_and_entries() {
    check("call s(1, *10, 2)\n10 end\nsubroutine s(i, *, j)\nreturn 1\nend\n", &[]);
    check("call s(*10, *10)\n10 end\nsubroutine s(i, *)\nend\n", &["1:1 W0243"]);
    check("function f(x, *)\nf = x\nreturn 1\nend\n", &["1:15 E0246", "3:8 E0246"]);
    check("x = f(*10)\n10 end\n", &["1:7 E0246"]);
    check("call s(*20)\nend\n", &["1:9 E0261"]);
    check("do i = 1, 2\nentry e(x)\nend do\nend\n", &["2:1 E0247", "2:1 E0247"]);
    check("subroutine s\nif (i > 0) then\nentry e(x)\nend if\nend\n", &["3:1 E0247"]);
    check("subroutine s\nentry e(x)\nend\nsubroutine e\nend\n", &["4:12 E0204"]);
}

#[test]
fn recursion() {
    check("recursive subroutine s(n)\nif (n > 0) call s(n - 1)\nend\n", &[]);
    check("recursive integer function f(n) result(k)\nk = f(n - 1)\nend\n", &[]);
    check("recursive integer function f(n)\nf = f(n - 1)\nend\n", &["2:5 E0242"]);
    check("subroutine s\ncall t\nend\nsubroutine t\ncall s\nend\n", &["5:6 W0245"]);
    check("recursive subroutine s\ncall t\nend\nsubroutine t\ncall s\nend\n", &[]);
}

#[test]
fn labels() {
    check("goto 10\nend\n", &["1:6 E0261"]);
    check("20 x = 1\n20 x = 2\nend\n", &["2:1 E0262"]);
    check("goto 30\n30 format (i5)\nend\n", &["1:6 E0263"]);
    check("goto 7\nif (x > 1) then\n7 else\nend if\nend\n", &["1:6 E0263"]);
    check("goto (1, 2), i\nif (x) 1, 2, 3\n1 continue\nend\n", &["1:10 E0261", "2:11 E0261", "2:14 E0261"]);
    check("do 10 i = 1, 2\nend\n", &["1:4 E0261"]);
    check("10 x = 1\ndo 10 i = 1, 2\nend\n", &["2:4 E0266"]);
}

#[test]
fn blocks_that_do_not_match() {
    check("do i = 1, 3\nif (i > 1) then\nx = 1\nend do\nend if\nend\n", &["4:1 E0264"]);
    check("do 10 i = 1, 3\nif (i > 1) then\n10 continue\nend if\nend\n", &["3:4 E0266"]);
    check("if (x > 1) then\ndo i = 1, 3\nend\n", &["1:1 E0264", "2:1 E0264"]);
    check("end if\nelse\nend do\nend\n", &["1:1 E0265", "2:1 E0265", "3:1 E0265"]);
    check("if (x > 1) then\nelse\nelse\nend if\nend\n", &["3:1 E0265"]);
    check("do 10 i = 1, 3\n10 goto 20\n20 continue\nend\n", &["2:4 E0266"]);
    check("do 10 i = 1, 3\n10 if (x > 1) then\nend if\nend\n", &["2:4 E0266"]);
    check("a: do\nend do\nb: if (x > 1) then\nend if c\nend\n", &["2:1 E0268", "4:8 E0268"]);
}

#[test]
fn loops() {
    check("exit\ndo\ncycle k\nend do\nend\n", &["1:1 E0267", "3:7 E0267"]);
    check("do i = 1, 3\ni = 2\ndo i = 1, 2\nend do\nend do\nend\n", &["2:1 E0269", "3:4 E0269"]);
    check("do x = 1, 2, 0\nend do\ndo i = .true., 2\nend do\nend\n", &["1:14 E0227", "3:8 E0227"]);
    check("logical l\ndo l = 1, 2\nend do\nend\n", &["2:4 E0227"]);
    check("k: if (x > 1) then\ncycle k\nend if k\nend\n", &["2:7 E0267"]);
    check("goto (1), 2.5\nif (.true.) 1, 1, 1\n1 stop 3.5\nend\n", &["1:11 E0227", "2:5 E0227", "3:8 E0227"]);
}

#[test]
fn a_function_that_never_sets_its_result_is_warned_of() {
    check("function f(x)\ny = x\nend\n", &["1:10 W0210"]);
}

#[test]
fn names_in_both_cases_and_places_of_definitions_are_shown() {
    let mut sources = forlane_frontend::source::SourceMap::default();
    let text = "call g(1, 2)\nend\nsubroutine g(i)\nend\n";
    let file = sources.add("test.f90", text);
    let form = forlane_frontend::form::SourceForm::Free;
    let (_, diagnostics) = forlane_frontend::compile::compile(&sources, &[(file, form)]);
    assert_eq!(diagnostics[0].message, "`G` takes 1 argument, but 2 are given");
    assert_eq!(sources.line_column(diagnostics[0].related[0].0), (3, 12));
}

#[test]
fn variables_that_are_read_before_they_have_a_value() {
    let check = |text: &str, expected: &[&str]| {
        let (_, diagnostics) = compile_with_all_warnings(text);
        assert_eq!(diagnostics, expected, "in\n{text}");
    };
    check("x = y\nz = x + y\nend\n", &["1:5 W0214"]);
    check("x = y\ny = 1\nend\n", &["1:5 W0214"]);
    // What follows may have been executed before.
    check("10 x = y\ny = 1\ngo to 10\nend\n", &[]);
    check("do i = 1, 3\nx = y\ny = 1\nend do\nend\n", &[]);
    check("if (x > 1) y = 2\nz = y\ncall s(w)\nv = w\nend\n", &["1:5 W0214"]);
    check("subroutine s(a)\nsave b\ndata c /1/\ncommon d\na = b + c + d\nb = 1\nend\n", &[]);
    check("subroutine s(a)\nsave b\na = b\nend\n", &["3:5 W0214"]);
    check("f(x) = x + y\ny = 1\nz = f(y)\nend\n", &[]);
}

#[test]
fn calls_of_procedures_that_are_elsewhere_agree() {
    let first = "subroutine s\ncall far(1, 2.0)\nend\n";
    check(&format!("{first}subroutine t\ncall far(1, 2.0)\nend\n"), &[]);
    check(&format!("{first}subroutine t\ncall far(1, 2)\nend\n"), &["5:13 W0246"]);
    check(&format!("{first}subroutine t\ncall far(1)\nend\n"), &["5:1 W0246"]);
    // The same name, but a dummy procedure.
    check(&format!("{first}subroutine t(far)\nexternal far\ncall far(1)\nend\n"), &[]);
}
