//! Copies of units whose arguments are other names of what they access.

use crate::common::{build_text, run};
use forlane_cfg::text::print_program;
use forlane_cfg::verify::verify_program;
use forlane_cfg::{ActionKind, Callee, Program};
use forlane_interpreter::{LaneStatus, Scalar};
use forlane_rewrites::alias_arguments::alias_arguments;

const SOURCE: &str = "      double precision function f(x)
      double precision x, p, q, r, s
      common /c/ p, q, r, s
      p = x
      q = x
      r = x
      s = x
      call next(p, 1)
      call next(q, 2)
      call next(r, 3)
      call next(s, 4)
      f = p + 10 * q + 100 * r + 1000 * s
      end
      subroutine next(y, n)
      integer n
      double precision y, p, q, r, s
      common /c/ p, q, r, s
      y = y + 1
      p = 2 * p
      if (n .eq. 2) q = 3 * q
      if (n .eq. 3) r = 4 * r
      if (n .eq. 4) s = 5 * s
      y = y + 1
      end
";

/// The units that F calls, one after the other, where each call gets a copy of its own as long as there are fewer than
/// `most`.
fn called(most: usize) -> Vec<String> {
    let mut program = build_text("aliases.f", SOURCE);
    alias_arguments(&mut program, most);
    assert!(verify_program(&program).is_ok(), "{}", print_program(&program));
    // As memory has it: each call adds 1 to its variable, multiplies that, and adds 1 again; P is doubled by each.
    let expected = |x: f64| {
        let (p, q, r, s) =
            (((x + 1.0) * 2.0 + 1.0) * 8.0, (x + 1.0) * 3.0 + 1.0, (x + 1.0) * 4.0 + 1.0, (x + 1.0) * 5.0 + 1.0);
        p + 10.0 * q + 100.0 * r + 1000.0 * s
    };
    let expected: Vec<_> =
        [-1.5, 0.0, 0.25, 1.0, 2.5, 7.0].map(|x| (LaneStatus::Returned, Some(Scalar::Real8(expected(x))))).into();
    assert_eq!(run(&program), expected, "{}", print_program(&program));
    calls_of(&program, "f")
}

fn calls_of(program: &Program, name: &str) -> Vec<String> {
    let unit = program.unit(name).expect("it is there");
    let callee = |kind: &ActionKind| match kind {
        ActionKind::Call { callee: Callee::Unit(name), .. } => Some(name.clone()),
        _ => None,
    };
    unit.actions().filter_map(|action| callee(&action.kind)).collect()
}

/// Beyond the most copies, calls were left as they were, and what the callee did under the other name was lost. One
/// copy for all that its arguments may be serves them.
#[test]
fn many_calls_have_one_copy() {
    let [p, q, r, s] = &called(9)[..] else { panic!("there are four") };
    assert!(p != q && q != r && r != s && s != p);
    let [p, q, r, s] = &called(2)[..] else { panic!("there are four") };
    assert!(p != q && q != r && r == s && r != "next");
    let [p, q, r, s] = &called(0)[..] else { panic!("there are four") };
    assert!(p == q && q == r && r == s && r != "next");
}
