//! The iteration count of a DO with an INTEGER variable, `max((last - first + step) / step, 0)` without overflow.
//!
//! The count is of the variable's kind where that is possible. It may then exceed the kind's greatest value, as in
//! `DO I = -2000000000, 2000000000`; the bits still are right and the loop tests whether they are all zero. A loop into
//! whose range branches lead finds a count that was never set, zero, and counts it below zero; there the test must be
//! `count > 0`, and so the count is wide enough. What is left out: a loop over all values of its kind whose bounds are
//! no constants, and one of kind 8 and step other than 1 or -1 over more than half of them, do no iteration.

use forlane_cfg::expr::{IntegerBinary, IntegerExpr, Relation};
use forlane_cfg::fold::{self, binary, constant, to_integer};
use forlane_semantics::types::IntegerKind;

/// What is known of a loop. First and last value are constants or scalar variables.
pub struct Bounds<'a> {
    /// First value.
    pub first: &'a IntegerExpr,
    /// Limit.
    pub last: &'a IntegerExpr,
    /// Increment.
    pub step: &'a IntegerExpr,
    /// Whether branches lead into the loop's range.
    pub entered: bool,
    /// Whether the first value and the limit are certainly greater than the least value of their kind.
    pub exceed_least: [bool; 2],
}

/// Whether an expression is certainly greater than the least value of its kind: what adds a positive constant is, or it
/// has overflowed, which Fortran forbids.
pub fn exceeds_least(expr: &IntegerExpr) -> bool {
    match expr {
        IntegerExpr::Constant(kind, value) => *value > least(*kind),
        IntegerExpr::Binary(IntegerBinary::Add, _, right) => constant(right).is_some_and(|right| right > 0),
        _ => false,
    }
}

fn least(kind: IntegerKind) -> i64 {
    kind.least()
}

/// A count and how to test it against zero for another iteration.
pub struct Count {
    /// The value.
    pub value: IntegerExpr,
    /// [`Relation::Greater`] or [`Relation::NotEqual`].
    pub relation: Relation,
}

/// The count of a loop.
pub fn integer_count(bounds: Bounds<'_>) -> Count {
    constant_count(&bounds)
        .or_else(|| small_count(&bounds))
        .or_else(|| unit_step_count(&bounds))
        .unwrap_or_else(|| wide_count(&bounds))
}

/// All known.
fn constant_count(bounds: &Bounds<'_>) -> Option<Count> {
    let (first, last, step) = (constant(bounds.first)?, constant(bounds.last)?, constant(bounds.step)?);
    if step == 0 {
        return None;
    }
    let step = i128::from(step);
    let count = ((i128::from(last) - i128::from(first) + step) / step).max(0);
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    let kind = if fold::fits(IntegerKind::I4, count) { bounds.first.kind() } else { IntegerKind::I8 };
    Some(Count { value: IntegerExpr::Constant(kind, count), relation: Relation::Greater })
}

/// The lesser and the greater end for a constant step, and the step's magnitude.
fn ends<'a>(bounds: &Bounds<'a>) -> Option<(&'a IntegerExpr, &'a IntegerExpr, i64)> {
    let step = constant(bounds.step).filter(|step| *step != 0)?;
    let (low, high) = if step > 0 { (bounds.first, bounds.last) } else { (bounds.last, bounds.first) };
    Some((low, high, step.checked_abs()?))
}

/// A constant lower end not below the step's magnitude: the count can't overflow. It may be below zero.
fn small_count(bounds: &Bounds<'_>) -> Option<Count> {
    let (low, high, step) = ends(bounds)?;
    let kind = low.kind();
    let below = constant(low)?.checked_sub(step).filter(|below| *below >= 0)?;
    let below = IntegerExpr::Constant(kind, below);
    let mut value = high.clone();
    if constant(&below) != Some(0) {
        value = binary(IntegerBinary::Max, value, below.clone());
        value = binary(IntegerBinary::Subtract, value, below);
    }
    let value = binary(IntegerBinary::Divide, value, IntegerExpr::Constant(kind, step));
    Some(Count { value, relation: Relation::Greater })
}

/// Step 1 or -1: `max(high, low - 1) - (low - 1)`, which wraps to the right bits.
fn unit_step_count(bounds: &Bounds<'_>) -> Option<Count> {
    let (low, high, step) = ends(bounds)?;
    let kind = low.kind();
    if step != 1 || bounds.entered || constant(low) == Some(least(kind)) {
        return None;
    }
    // A variable that holds the least value would wrap here; in 64 bits nothing does.
    let [first_exceeds, last_exceeds] = bounds.exceed_least;
    let low_exceeds = if std::ptr::eq(low, bounds.first) { first_exceeds } else { last_exceeds };
    let wide = if low_exceeds { kind } else { IntegerKind::I8 };
    let (low, high) = (to_integer(wide, low.clone()), to_integer(wide, high.clone()));
    let below = binary(IntegerBinary::Subtract, low, IntegerExpr::Constant(wide, 1));
    let reached = binary(IntegerBinary::Max, high, below.clone());
    let value = to_integer(kind, binary(IntegerBinary::Subtract, reached, below));
    Some(Count { value, relation: Relation::NotEqual })
}

/// Any other, computed with 64 bits; fails at a zero step.
fn wide_count(bounds: &Bounds<'_>) -> Count {
    let [first, last, step] =
        [bounds.first, bounds.last, bounds.step].map(|it| to_integer(IntegerKind::I8, it.clone()));
    let distance = binary(IntegerBinary::Subtract, last, first);
    let reached = binary(IntegerBinary::Add, distance, step.clone());
    let count = fold::steps(reached, step);
    if bounds.entered || bounds.first.kind() == IntegerKind::I8 {
        return Count { value: count, relation: Relation::Greater };
    }
    let some = binary(IntegerBinary::Max, count, IntegerExpr::Constant(IntegerKind::I8, 0));
    Count { value: to_integer(IntegerKind::I4, some), relation: Relation::NotEqual }
}
