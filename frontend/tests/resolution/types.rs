//! Types of names and expressions, conversions, and folded constants.

use super::show::{statements, type_word, unit_of};
use forlane_frontend::resolved::{Storage, SymbolClass};
use pretty_assertions::assert_eq;

/// Checks the statements of a subroutine with these declarations and statements.
fn check(text: &str, expected: &str) {
    let unit = unit_of(&format!("subroutine s\n{text}\nend\n"));
    assert_eq!(statements(&unit).trim_end(), expected, "in\n{text}");
}

#[test]
fn mixed_operands_are_converted_to_the_wider_type() {
    check("x = n / 3 + 1.5", "x = {r4({n / 3}) + 1.5_r4}");
    check("double precision d\nd = x * d + n", "d = {{r8(x) * d} + r8(n)}");
    check("integer*8 k\nx = k * n + 1.0", "x = {r4({k * i8(n)}) + 1.0_r4}");
    check("n = x", "n = i4(x)");
    check("logical l\nl = n < x .and. .not. l", "l = {{r4(n) < x} and not l}");
}

#[test]
fn an_integer_exponent_stays_integer_under_a_real_base() {
    check("x = x ** n", "x = {x ** n}");
    check("x = n ** x", "x = {r4(n) ** x}");
    check("integer(8) k\nn = n ** k", "n = i4({i8(n) ** k})");
    check("double precision d\nx = x ** d", "x = r4({r8(x) ** d})");
}

#[test]
fn constants_are_folded_in_their_kind_and_parentheses_stay_around_the_rest() {
    check("x = 2 ** 3 + 1 / 3 + a", "x = {8.0_r4 + a}");
    check("x = (1.0 + a) + (2.0)", "x = {({1.0_r4 + a}) + 2.0_r4}");
    check("double precision d\nd = 0.1\nd = 0.1d0\nd = 1", "d = 0.10000000149011612_r8\nd = 0.1_r8\nd = 1.0_r8");
    check("integer, parameter :: dp = kind(1d0)\nreal(dp) d\nd = 4 * atan(1.0_dp)", "d = 3.141592653589793_r8");
    check("parameter (n = 3, x = n / 2)\ny = x ** n", "y = 1.0_r4");
    check("logical, parameter :: l = .not. 1 < 2\nif (l) goto 10\n10 continue", "if false\n  goto 10\n10 continue");
}

#[test]
fn an_overflow_in_executable_code_is_left_to_run_time_with_a_warning() {
    let (program, diagnostics) = super::show::compile_text("i = 2147483647 + 1\nend\n");
    assert_eq!(diagnostics, ["1:5 W0228"]);
    assert_eq!(statements(&program.units[0]), "i = {2147483647 + 1}\n");
}

#[test]
fn specific_names_become_generic_functions_with_conversions() {
    check("x = amax0(i, 2)", "x = r4(max<i, 2>)");
    check("i = max1(x, 2.0)", "i = i4(max<x, 2.0_r4>)");
    check("double precision d\nd = dabs(d) + dble(x) + dmod(d, 2d0)", "d = {{abs<d> + r8(x)} + mod<d, 2.0_r8>}");
    check("integer(8) k\nk = nint(x, 8) + max(i, k)", "k = {nint<x> + max<i8(i), k>}");
    check("i = ifix(x) + idint(dble(x)) + nint(x)", "i = {{i4(x) + i4(r8(x))} + nint<x>}");
    check("double precision d\nd = aint(d, 4) + float(i) + real(i, 8)", "d = {r8({r4(aint<d>) + r4(i)}) + r8(i)}");
    // A declared type on an intrinsic function's name says nothing.
    check("real abs\ndouble precision dsqrt, d\nd = dsqrt(d) + abs(x)", "d = {sqrt<d> + r8(abs<x>)}");
}

#[test]
fn a_name_before_parentheses_is_array_intrinsic_or_function() {
    check("real max(3)\nx = max(2)", "x = max[2]");
    check("external abs\nx = abs(y)", "x = abs:r4(&y)");
    check("integer f\nx = f(x, (x), 1)", "x = r4(f:i4(&x, (x), 1))");
    check("implicit double precision (a-h, o-z)\nx = zero(i)", "x = zero:r8(&i)");
    check("real a(5)\ncall t(a, a(2), a(2) + 1)", "call t(&a(*), &a[2], {a[2] + 1.0_r4})");
}

#[test]
fn names_have_the_declared_or_implied_type_and_storage() {
    let unit = unit_of(
        "double precision function f(a, n, i) result(r)\nimplicit integer*8 (b-c), logical (l)\ninteger n\n\
         real a(n, 0:*), i(1)\nsave s\nb = c\nl = .true.\nr = a(1, 1) + i(1) + s\nend\n",
    );
    let mut seen = Vec::new();
    for (_, symbol) in unit.symbols.iter() {
        if let SymbolClass::Variable(variable) = &symbol.class {
            let rank = variable.shape.as_ref().map_or(0, Vec::len);
            let open = variable.shape.as_ref().is_some_and(|shape| shape.iter().any(|one| one.upper.is_none()));
            let storage = match variable.storage {
                Storage::Local => "local",
                Storage::Dummy => "dummy",
                Storage::Result => "result",
                Storage::Static => "static",
                Storage::Area => "area",
            };
            let star = if open { "*" } else { "" };
            seen.push(format!("{} {}{rank}{star} {storage}", symbol.name, type_word(variable.ty)));
        }
    }
    let expected = ["a r40* dummy", "n i40 dummy", "i r41* dummy", "r r80 result", "s r40 static"];
    let expected: Vec<String> = expected.iter().map(|line| line.replace("a r40*", "a r42*")).collect();
    assert_eq!(seen[..5], expected);
    assert_eq!(seen[5..], ["b i80 local", "c i80 local", "l l0 local"]);
    assert_eq!(unit.dummies.len(), 3);
    assert_eq!(unit.result.map(|result| unit.symbols[result].name.as_str()), Some("r"));
}
