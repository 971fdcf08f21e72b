//! What gang code looks like: masks and blends are only where they matter.

use crate::support::compile_kernel;
use forlane_cfg::analysis::Effects;
use forlane_cfg::split::split_arcs;
use forlane_cfg::ssa::convert_to_ssa;
use forlane_frontend::compile::compile;
use forlane_frontend::diagnostics::has_errors;
use forlane_frontend::form::SourceForm;
use forlane_frontend::source::SourceMap;
use forlane_jit::{ArgumentShape, CompileOptions, InstructionSet};

/// The gang code of the only unit of a free-form source, for gangs of eight.
fn gang_code(source: &str, name: &str, shapes: &[ArgumentShape]) -> String {
    let [gang, _] = texts_of(source, name, shapes);
    gang
}

/// The gang code and the CLIF of the only unit.
fn texts_of(source: &str, name: &str, shapes: &[ArgumentShape]) -> [String; 2] {
    let mut sources = SourceMap::default();
    let file = sources.add("k.f90", source);
    let (resolved, diagnostics) = compile(&sources, &[(file, SourceForm::Free)]);
    assert!(!has_errors(&diagnostics), "{diagnostics:?}");
    let mut program = forlane_lower::lower_program(&resolved, &sources).unwrap();
    program.units.iter_mut().for_each(split_arcs);
    let effects = Effects::compute(&program);
    program.units.iter_mut().for_each(|unit| convert_to_ssa(unit, &effects));
    let isa = InstructionSet::Base;
    let options = CompileOptions { gang: Some(8), isa, keep_text: true, verify: true, ..CompileOptions::default() };
    let kernel = compile_kernel(&program, name, shapes, &options).unwrap();
    let text = &kernel.texts()[0];
    [text.gang.clone(), text.clif.clone()]
}

/// How many operations of that name there are.
fn count(code: &str, operation: &str) -> usize {
    code.lines().filter(|line| line.contains(&format!("= {operation} "))).count()
}

const COLUMN: ArgumentShape = ArgumentShape::Column;
const UNIFORM: ArgumentShape = ArgumentShape::Uniform;

#[test]
fn a_diamond_is_one_blend_and_no_branch() {
    let source = "real(8) function f(x)\nreal(8) x\nif (x > 1d0) then\nf = x*2d0\nelse\nf = x + 1d0\nend if\nend\n";
    let code = gang_code(source, "f", &[COLUMN]);
    assert_eq!((count(&code, "blend"), count(&code, "any")), (1, 0), "{code}");
    assert!(!code.contains("branch") && !code.contains("and"), "{code}");
}

/// Of nested arms that are jumped around only the innermost one blends, and all ways around lead after the outermost.
/// Where the condition of one takes no longer than a test whether any lane is there, the test is left out.
#[test]
fn nested_arms_blend_once() {
    for (condition, tests) in [("y/x", 3), ("y", 2)] {
        let source = format!(
            "real(8) function f(x, y)
real(8) x, y
f = x
if (x > 1d0) then
if (x/y < 2d0) then
if ({condition} > 3d0) f = sqrt(y)/x
end if
end if
end
"
        );
        let code = gang_code(&source, "f", &[COLUMN, COLUMN]);
        assert_eq!((count(&code, "blend"), count(&code, "any")), (1, tests), "{code}");
        assert_eq!(code.matches("(g").count() - 1, code.matches("branch").count() + 1, "{code}");
    }
}

/// A real and its negative: the sign alone is chosen.
#[test]
fn blends_of_a_negative_change_the_sign() {
    let source = "real(8) function f(x, y)\nreal(8) x, y\nf = x\nif (y < 0d0) f = -f\nend\n";
    let code = gang_code(source, "f", &[COLUMN, COLUMN]);
    assert_eq!((count(&code, "xor"), count(&code, "negate")), (1, 0), "{code}");
}

#[test]
fn a_uniform_condition_is_a_branch() {
    let source = "real(8) function f(x, n)\nreal(8) x\ninteger n\nf = x\nif (n > 1) f = sqrt(x)/n\nend\n";
    let code = gang_code(source, "f", &[COLUMN, UNIFORM]);
    assert_eq!((count(&code, "blend"), count(&code, "any")), (0, 0), "{code}");
    assert_eq!(code.matches("branch").count(), 1, "{code}");
}

/// What the loop carries is not blended, only what the lanes that leave take with them; the counter stays uniform; the
/// two exits to one place are one.
#[test]
fn a_loop_blends_at_its_exit_only() {
    let source = "integer function steps(x, limit)
real(8) x, y
integer limit, n
y = x
n = 0
do while (y < 4d0 .and. n < limit)
y = y*y + x
n = n + 1
end do
steps = n
end
";
    let code = gang_code(source, "steps", &[COLUMN, UNIFORM]);
    assert_eq!((count(&code, "blend"), count(&code, "any")), (1, 1), "{code}");
    assert!(code.contains("i32 uniform = add"), "{code}");
}

/// An index that was checked is not checked again, and a small table is looked up in a register.
#[test]
fn checks_are_made_once() {
    let source = "integer function f(k)
integer k, t(4), u(4)
data t /3, 1, 4, 1/, u /5, 9, 2, 6/
f = t(k)*u(k) + t(k)
end
";
    let code = gang_code(source, "f", &[COLUMN]);
    assert_eq!(code.matches(" fail ").count(), 1, "{code}");
    assert_eq!((code.matches("lookup").count(), code.matches("gather").count()), (2, 0), "{code}");
}

/// An arm with a division is jumped around where no lane takes it; a cheap one is not.
#[test]
fn expensive_arms_are_guarded() {
    let arm = |statement: &str| {
        let source = format!("real(8) function f(x)\nreal(8) x\nf = x\nif (x > 1d0) f = {statement}\nend\n");
        gang_code(&source, "f", &[COLUMN])
    };
    let (cheap, expensive) = (arm("x + 3d0"), arm("3d0/x + sin(x)"));
    assert_eq!((count(&cheap, "any"), count(&expensive, "any")), (0, 1), "{cheap}{expensive}");
}

/// Integers are divided by powers of two with shifts, by other 32-bit integers as doubles, by one that lanes have in
/// common with its reciprocal, and only by what may be zero under a check.
#[test]
fn integer_divisions() {
    let divide = |divisor: &str, shape| {
        let source = format!("integer function f(k, n)\ninteger k, n\nf = k/{divisor}\nend\n");
        gang_code(&source, "f", &[COLUMN, shape])
    };
    let (shift, known) = (divide("8", COLUMN), divide("10", COLUMN));
    let (common, any) = (divide("n", UNIFORM), divide("n", COLUMN));
    assert!(shift.contains("shiftright") && !shift.contains("divide"), "{shift}");
    assert!(known.contains("f64 = multiply") && !known.contains("divide") && !known.contains("cold"), "{known}");
    assert!(common.contains("f64 uniform = divide") && common.contains("f64 = multiply"), "{common}");
    assert!(common.contains("cold"), "{common}");
    assert!(any.contains("f64 = divide") && any.contains("cold"), "{any}");
}

/// A loop of two entries that all lanes enter and iterate together has no masks: its jumps are those of the source.
#[test]
fn what_lanes_take_together_keeps_its_jumps() {
    let source = "real(8) function f(x, k)
real(8) x
integer k, n
n = 0
f = x
if (k > 3) goto 20
10 f = f*0.5d0
20 n = n + 1
if (n < k) goto 10
end
";
    let together = gang_code(source, "f", &[COLUMN, UNIFORM]);
    assert_eq!((count(&together, "blend"), count(&together, "any")), (0, 0), "{together}");
    let apart = gang_code(source, "f", &[COLUMN, COLUMN]);
    assert!(count(&apart, "blend") > 0 && count(&apart, "any") > 0, "{apart}");
}

/// SIN and COS of one argument are one call of the run-time support for the gang, whichever is first; of two arguments,
/// or where other lanes are active, they are two.
#[test]
fn sine_and_cosine_are_one_call() {
    let calls = |statements: &str| {
        let source = format!("real(8) function f(x, y)\nreal(8) x, y\nf = x\n{statements}\nend\n");
        let [_, clif] = texts_of(&source, "f", &[COLUMN, COLUMN]);
        clif.matches(" call ").count()
    };
    assert_eq!(calls("f = sin(x) - cos(x)*y"), 1);
    assert_eq!(calls("f = cos(x)*y - sin(x)"), 1);
    assert_eq!(calls("f = cos(x)*y - sin(y)"), 2);
    assert_eq!(calls("f = sin(x)*y\nif (y > 1d0) f = f + cos(x)"), 2);
    assert_eq!(calls("f = real(sin(cmplx(x, y, 8)))/aimag(sin(cmplx(x, y, 8)))"), 1);
}

/// What leads to a unit that only makes a message or ends the row is out of the way of lanes that do not come there;
/// what may return without that is not.
#[test]
fn calls_of_error_handlers_are_cold() {
    let source = "
real function f(x)
  real :: x
  f = 2*x
  if (x > 3) call complain(x)
  if (x > 2) call halve(f)
  if (x > 1) call pass_on(x)
end function
subroutine complain(x)
  real :: x
  character(20) :: line
  if (x > 4) stop
  write (line, *) x
end subroutine
subroutine pass_on(x)
  real :: x
  call complain(x)
end subroutine
subroutine halve(y)
  real :: y
  if (y > 9) call complain(y)
  y = y/2
end subroutine
";
    let code = gang_code(source, "f", &[ArgumentShape::Column]);
    let blocks: Vec<&str> = code.split("\n    k").collect();
    let is_cold = |callee: &str| {
        let call = format!("= call {callee}.");
        let block = blocks.iter().find(|block| block.contains(&call)).unwrap_or_else(|| panic!("{callee}: {code}"));
        block.lines().next().is_some_and(|head| head.ends_with("; cold"))
    };
    assert_eq!(["complain", "pass_on", "halve"].map(is_cold), [true, true, false], "{code}");
}
