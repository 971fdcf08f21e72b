//! Generated units of any number of blocks, in the shapes that analyses fear.

use std::fmt::Write;

/// A shape of control flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// DO loops, nested a hundred deep, again and again.
    DoLoops,
    /// Loops made of GO TO, all nested in each other.
    NestedLoops,
    /// One computed GO TO to all blocks.
    WideSwitch,
    /// A loop around a computed GO TO, whose arms choose the next one, and some jump there themselves.
    Machine,
    /// Jumps that lead a few blocks ahead, across each other.
    Ladder,
    /// Jumps that all lead to the end.
    CommonEnd,
    /// A chain of IF with both arms.
    Diamonds,
    /// IFs nested a hundred deep, again and again.
    NestedIfs,
    /// Jumps anywhere.
    Tangle,
    /// Blocks in rows, from each of which jumps lead to the rows above and below.
    Grid,
    /// The same with two blocks a row: a loop with two entries, in which without these is another one, and so on.
    Strip,
    /// One loop with an exit to a block of its own from every other block.
    ManyExits,
    /// Jumps ahead over all jumps after them and their targets, so that each target's scope is in all others.
    NestedJumps,
    /// BLOCKs nested in each other, left by jumps; as units, because Fortran's are bounded.
    NestedScopes,
}

impl Shape {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Shape); 14] = [
        ("do-loops", Shape::DoLoops),
        ("nested-loops", Shape::NestedLoops),
        ("wide-switch", Shape::WideSwitch),
        ("machine", Shape::Machine),
        ("ladder", Shape::Ladder),
        ("common-end", Shape::CommonEnd),
        ("diamonds", Shape::Diamonds),
        ("nested-ifs", Shape::NestedIfs),
        ("tangle", Shape::Tangle),
        ("grid", Shape::Grid),
        ("strip", Shape::Strip),
        ("many-exits", Shape::ManyExits),
        ("nested-jumps", Shape::NestedJumps),
        ("nested-scopes", Shape::NestedScopes),
    ];

    /// The text of a unit `f` of about that number of blocks, fixed-form Fortran or, for scopes, text of stage `cfg`.
    pub fn text(self, blocks: usize) -> String {
        match self {
            Shape::DoLoops => fortran(|text| do_loops(text, blocks)),
            Shape::NestedLoops => fortran(|text| nested_loops(text, blocks)),
            Shape::WideSwitch => fortran(|text| wide_switch(text, blocks)),
            Shape::Machine => fortran(|text| machine(text, blocks / 3)),
            Shape::Ladder => fortran(|text| jumps(text, blocks, |from| from + 2 + from * 7919 % 11)),
            Shape::CommonEnd => fortran(|text| jumps(text, blocks, |_| usize::MAX)),
            Shape::Diamonds => fortran(|text| diamonds(text, blocks)),
            Shape::NestedIfs => fortran(|text| nested_ifs(text, blocks)),
            Shape::Tangle => fortran(|text| jumps(text, blocks / 2, |from| from * 7919 % (blocks / 2))),
            Shape::Grid => fortran(|text| grid(text, blocks / 3, (blocks / 3).isqrt().max(1))),
            Shape::Strip => fortran(|text| grid(text, blocks / 3, 2)),
            Shape::ManyExits => fortran(|text| many_exits(text, blocks)),
            Shape::NestedJumps => fortran(|text| nested_jumps(text, blocks)),
            Shape::NestedScopes => nested_scopes(blocks / 2),
        }
    }

    /// Whether its text is Fortran.
    pub fn is_fortran(self) -> bool {
        self != Shape::NestedScopes
    }
}

/// A function of X around statements that may use its local variables. Label 99999 is before the end.
fn fortran(body: impl FnOnce(&mut String)) -> String {
    let mut text = String::from("      DOUBLE PRECISION FUNCTION F(X)\n      DOUBLE PRECISION X, A, B\n");
    text.push_str("      INTEGER I(100), J, K, L, M\n      A = X\n      B = 0\n      J = 0\n      K = 1\n      L = 2\n      M = 3\n");
    body(&mut text);
    text.push_str("99999 CONTINUE\n      F = A + B + J + K + L + M\n      END\n");
    text
}

fn do_loops(text: &mut String, blocks: usize) {
    for _ in 0..blocks.div_ceil(300) {
        for level in 1..=100 {
            let _ = writeln!(text, "      DO N{level} = 1, K\n      A = A*0.5D0 + {level}");
        }
        for _ in 1..=100 {
            text.push_str("      B = B + A\n      END DO\n");
        }
    }
}

fn nested_loops(text: &mut String, blocks: usize) {
    let depth = blocks / 2;
    for head in 1..=depth {
        let _ = writeln!(text, "{head:5} A = A + X*{head}");
    }
    for head in (1..=depth).rev() {
        let _ = writeln!(text, "      IF (A .LT. {head}.5D0) GO TO {head}\n      B = B + A");
    }
}

fn wide_switch(text: &mut String, blocks: usize) {
    let targets = blocks.min(MOST_LABELS);
    text.push_str("      J = A\n      GO TO (");
    for target in 1..=targets {
        let _ = write!(text, "{}{target}", if target == 1 { "\n     &" } else { "\n     &," });
    }
    text.push_str("\n     &), J\n");
    for target in 1..=targets {
        let _ = writeln!(text, "{target:5} A = A + {target}");
        // Some fall through.
        if target % 3 != 0 {
            text.push_str("      GO TO 99999\n");
        }
    }
}

fn machine(text: &mut String, arms: usize) {
    let arms = arms.min(MOST_LABELS);
    text.push_str("      J = A\n99998 GO TO (");
    for arm in 1..=arms {
        let _ = write!(text, "{}{arm}", if arm == 1 { "\n     &" } else { "\n     &," });
    }
    text.push_str("\n     &), J\n      GO TO 99999\n");
    for arm in 1..=arms {
        let other = arm * 7919 % arms + 1;
        let _ = writeln!(text, "{arm:5} A = A*0.5D0 + X\n      IF (A .GT. {arm}.5D0) GO TO {other}\n      J = A*{arm}");
        text.push_str("      GO TO 99998\n");
    }
}

/// The most labels of a unit, but for two that some shapes have.
const MOST_LABELS: usize = 99_990;

/// Steps that each jump to another one, or to the end; no more than there are labels.
fn jumps(text: &mut String, steps: usize, target: impl Fn(usize) -> usize) {
    let steps = steps.min(MOST_LABELS);
    for step in 0..steps {
        let target = Some(target(step)).filter(|target| *target < steps).map_or(99_999, |target| target + 1);
        let _ = writeln!(text, "{:5} IF (A .GT. {step}.5D0) GO TO {target}", step + 1);
        let _ = writeln!(text, "      {}", ["A = A*0.5D0 + X", "B = B + A", "J = J + K", "K = L - J"][step % 4]);
    }
}

fn diamonds(text: &mut String, blocks: usize) {
    for step in 0..blocks / 3 {
        let _ = writeln!(
            text,
            "      IF (A .GT. {step}.5D0) THEN\n      A = A*0.5D0\n      ELSE\n      B = B + A\n      END IF"
        );
    }
}

fn nested_ifs(text: &mut String, blocks: usize) {
    for _ in 0..blocks.div_ceil(200) {
        for level in 1..=100 {
            let _ = writeln!(text, "      IF (A .GT. {level}.5D0) THEN\n      A = A*0.5D0");
        }
        for _ in 1..=100 {
            text.push_str("      ELSE\n      B = B + A\n      END IF\n");
        }
    }
}

fn grid(text: &mut String, places: usize, width: usize) {
    for place in 0..places {
        let label = |place: usize| if place < places { place + 1 } else { 99_999 };
        let (below, above) = (label(place + width), label(place.wrapping_sub(width)));
        let _ = writeln!(text, "{:5} IF (A .GT. {place}.5D0) GO TO {below}", place + 1);
        let _ = writeln!(text, "      A = A + X\n      IF (B .GT. {place}.5D0) GO TO {above}\n      B = B + A");
    }
}

fn nested_jumps(text: &mut String, blocks: usize) {
    let depth = blocks / 2;
    for label in (1..=depth).rev() {
        let _ = writeln!(text, "      IF (A .GT. {label}.5D0) GO TO {label}\n      A = A + X");
    }
    for label in 1..=depth {
        let _ = writeln!(text, "{label:5} B = B + A");
    }
}

fn many_exits(text: &mut String, blocks: usize) {
    let exits = blocks / 2;
    text.push_str("    1 J = J + 1\n");
    for exit in 2..exits {
        let _ = writeln!(text, "      IF (A .GT. {exit}.5D0) GO TO {exit}\n      A = A + X");
    }
    text.push_str("      GO TO 1\n");
    for exit in 2..exits {
        let _ = writeln!(text, "{exit:5} B = B + {exit}\n      GO TO 99999");
    }
}

fn nested_scopes(depth: usize) -> String {
    let mut text = String::from("unit cfg function f \"scopes.f\" {\n    scope s0 subprogram\n");
    text.push_str("    var x: real8 dummy varying s0\n    var f: real8 result varying s0\n");
    for scope in 1..=depth {
        let _ = writeln!(
            text,
            "    scope s{scope} block in s{}\n    var y{scope}: real8 local varying s{scope}",
            scope - 1
        );
    }
    text.push_str("    dummies x\n    result f\n\n    b0:\n        enter s0\n        goto b1\n");
    for scope in 1..=depth {
        let outer = if scope == 1 { "x".to_owned() } else { format!("y{}", scope - 1) };
        let inner = if scope == depth { 2 * depth } else { scope + 1 };
        let _ = writeln!(text, "    b{scope}:\n        enter s{scope}\n        y{scope} = {outer} * 5d-1");
        let _ = writeln!(text, "        f = f + y{scope}");
        let _ = writeln!(text, "        if y{scope} > {scope}d0 goto b{inner} else b{}", depth + scope);
    }
    for scope in 1..=depth {
        let _ = writeln!(text, "    b{}:\n        leave s{scope}", depth + scope);
        let _ = writeln!(text, "        goto b{}", if scope == 1 { 2 * depth + 1 } else { depth + scope - 1 });
    }
    let _ = writeln!(text, "    b{}:\n        leave s0\n        return\n}}", 2 * depth + 1);
    text
}
