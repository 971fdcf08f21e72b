//! What calls do, and which units come back to themselves.

use crate::support::Random;
use forlane_cfg::analysis::{Effects, Recursion};
use forlane_cfg::text::parse_program;
use std::collections::BTreeSet;

const CALLS: &str = r#"
unit cfg subroutine outer "t.f" {
    scope s0 subprogram
    var a: integer4 dummy varying s0
    var b: integer4 dummy varying s0
    var c: integer4 dummy varying s0
    dummies a, b, c
    b0:
        enter s0
        call inner(&a, &b)
        call elsewhere(&c)
        leave s0
        return
}
unit cfg subroutine inner "t.f" {
    scope s0 subprogram
    var p: integer4 dummy varying s0
    var q: integer4 dummy varying s0
    dummies p, q
    b0:
        enter s0
        q = p / 2
        leave s0
        return
}"#;

#[test]
fn effects_come_through_calls() {
    let program = parse_program(CALLS).unwrap();
    let effects = Effects::compute(&program);
    let inner = effects.of("inner").unwrap();
    assert_eq!((inner.assigned.clone(), inner.may_fail, inner.calls_unknown), (vec![false, true], false, false));
    let outer = effects.of("outer").unwrap();
    assert_eq!((outer.assigned.clone(), outer.may_fail, outer.calls_unknown), (vec![false, true, true], true, true));
    assert_eq!(effects.cycle(), None);
}

#[test]
fn recursion_is_named() {
    let program = parse_program(&CALLS.replace("q = p / 2", "call outer(&p, &q, &q)")).unwrap();
    assert_eq!(Effects::compute(&program).cycle(), Some(&["outer".to_owned(), "inner".to_owned()][..]));
}

/// Random calls: a unit is recursive if a walk along the calls from it comes back to it.
#[test]
fn recursive_units_come_back_to_themselves() {
    let mut random = Random(88172645463325252);
    for at in 0..400 {
        let count = 2 + at % 9;
        let calls: Vec<BTreeSet<usize>> =
            (0..count).map(|_| (0..random.below(3)).map(|_| random.below(count)).collect()).collect();
        let call = |callee: &usize| format!("        call u{callee}()\n");
        let unit = |unit: usize| {
            let calls: String = calls[unit].iter().map(call).collect();
            format!(
                "unit cfg subroutine u{unit} \"t.f\" {{\n    scope s0 subprogram\n    b0:\n{calls}        return\n}}\n"
            )
        };
        let program = parse_program(&(0..count).map(unit).collect::<String>()).unwrap();
        let recursion = Recursion::compute(&program.units);
        for root in 0..count {
            let (mut reached, mut pending) = (BTreeSet::new(), vec![root]);
            while let Some(unit) = pending.pop() {
                pending.extend(calls[unit].iter().filter(|callee| reached.insert(**callee)));
            }
            assert_eq!(recursion.contains(&format!("u{root}")), reached.contains(&root), "u{root} of {calls:?}");
        }
        let is_any = (0..count).any(|unit| recursion.contains(&format!("u{unit}")));
        assert_eq!(recursion.is_empty(), !is_any);
    }
}

/// The largest local arrays of a recursive unit bound the calls, what others have does not.
#[test]
fn local_arrays_bound_the_calls_of_recursive_units() {
    let calls = |bytes: u64, callee: &str| {
        let array = format!("    var local: integer1[{bytes}] local varying s0\n    b0:\n        call {callee}\n");
        let own = CALLS.replacen("    b0:\n", &array, 1).replace("q = p / 2", "call inner(&p, &q)");
        Recursion::compute(&parse_program(&own).unwrap().units).most_calls(1000)
    };
    let again = "outer(&b, &b, &c)";
    assert_eq!(calls(Recursion::MOST_BYTES, "inner(&b, &b)"), 1000);
    for (bytes, expected) in [(8, 1000), (1 << 20, 8), (Recursion::MOST_BYTES, 1), (Recursion::MOST_BYTES + 1, 0)] {
        assert_eq!(calls(bytes, again), expected, "{bytes} bytes");
    }
    assert_eq!(Recursion::compute(&parse_program(CALLS).unwrap().units).most_calls(1000), 0);
}
