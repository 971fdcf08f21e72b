//! Integer and conversion nodes, folded where the operands are constants and nothing can go wrong; offsets are made of
//! them.

use crate::array::{Section, Subscript};
use crate::expr::{IntegerBinary, IntegerExpr, IntegerUnary, Place, RealBinary, RealExpr, RealUnary};
use forlane_semantics::types::{IntegerKind, RealKind};

impl Section {
    /// The zero-based offset of the element in array element order.
    pub fn offset(&self) -> IntegerExpr {
        let parts = self.subscripts.iter().flat_map(|subscript| [Some(&subscript.at), subscript.extent.as_ref()]);
        let kind = parts.flatten().map(IntegerExpr::kind).max().unwrap_or(IntegerKind::I4);
        let mut offset = IntegerExpr::Constant(kind, 0);
        for Subscript { at, extent } in self.subscripts.iter().rev() {
            if let Some(extent) = extent {
                offset = binary(IntegerBinary::Multiply, offset, to_integer(kind, extent.clone()));
            }
            offset = binary(IntegerBinary::Add, to_integer(kind, at.clone()), offset);
        }
        offset
    }

    /// The same as a place outside of array assignments.
    pub fn element(&self) -> Place {
        Place::Element(self.array, Box::new(self.offset()))
    }
}

/// The constant, if it is one.
pub fn constant(expr: &IntegerExpr) -> Option<i64> {
    match expr {
        IntegerExpr::Constant(_, value) => Some(*value),
        _ => None,
    }
}

/// Whether a value is in the range of a kind.
pub fn fits(kind: IntegerKind, value: i64) -> bool {
    kind.holds(value)
}

/// A binary operation. Constants are folded unless the result overflows; what is added to zero or multiplied by one is
/// left as it is, and constants that are added one after another become one.
pub fn binary(operation: IntegerBinary, left: IntegerExpr, right: IntegerExpr) -> IntegerExpr {
    let kind = left.kind();
    if let (Some(a), Some(b)) = (constant(&left), constant(&right)) {
        let folded = match operation {
            IntegerBinary::Add => a.checked_add(b),
            IntegerBinary::Subtract => a.checked_sub(b),
            IntegerBinary::Multiply => a.checked_mul(b),
            IntegerBinary::Divide => a.checked_div(b),
            IntegerBinary::Max => Some(a.max(b)),
            IntegerBinary::Min => Some(a.min(b)),
            _ => None,
        };
        if let Some(value) = folded.filter(|value| fits(kind, *value)) {
            return IntegerExpr::Constant(kind, value);
        }
    }
    match (operation, constant(&left), constant(&right)) {
        (IntegerBinary::Add | IntegerBinary::Subtract, _, Some(0)) => left,
        (IntegerBinary::Add, Some(0), _) => right,
        (IntegerBinary::Multiply | IntegerBinary::Divide, _, Some(1)) => left,
        (IntegerBinary::Multiply, Some(1), _) => right,
        (IntegerBinary::Subtract, _, Some(b)) => subtract_constant(left, b),
        (IntegerBinary::Power, Some(-1), _) => alternating(right),
        _ => IntegerExpr::Binary(operation, Box::new(left), Box::new(right)),
    }
}

/// A REAL to the power of an INTEGER.
pub fn power_integer(base: RealExpr, exponent: IntegerExpr) -> RealExpr {
    match base {
        RealExpr::Constant(kind, -1.0) => integer_to_real(kind, alternating(exponent)),
        base => RealExpr::PowerInteger(Box::new(base), Box::new(exponent)),
    }
}

/// -1 to that power: `IOR(-IAND(exponent, 1), 1)`.
fn alternating(exponent: IntegerExpr) -> IntegerExpr {
    let one = IntegerExpr::Constant(exponent.kind(), 1);
    let odd = binary(IntegerBinary::And, exponent, one.clone());
    binary(IntegerBinary::Or, negate(odd), one)
}

/// How many steps a distance has. A step that is a constant other than zero can't fail, so that is a plain quotient.
pub fn steps(distance: IntegerExpr, step: IntegerExpr) -> IntegerExpr {
    let is_nonzero = constant(&step).is_some_and(|step| step != 0);
    binary(if is_nonzero { IntegerBinary::Divide } else { IntegerBinary::Steps }, distance, step)
}

/// `left - b`, where `left` may add or subtract a constant itself. Arithmetic wraps, so this changes no result.
fn subtract_constant(left: IntegerExpr, b: i64) -> IntegerExpr {
    let kind = left.kind();
    let (inner, sum) = match left {
        IntegerExpr::Binary(IntegerBinary::Add, inner, right) => match constant(&right) {
            Some(a) => (inner, a.checked_sub(b)),
            None => return minus(IntegerExpr::Binary(IntegerBinary::Add, inner, right), kind, b),
        },
        IntegerExpr::Binary(IntegerBinary::Subtract, inner, right) => match constant(&right) {
            Some(a) => (inner, a.checked_add(b).and_then(i64::checked_neg)),
            None => return minus(IntegerExpr::Binary(IntegerBinary::Subtract, inner, right), kind, b),
        },
        other => return minus(other, kind, b),
    };
    match sum.filter(|sum| fits(kind, *sum)) {
        Some(0) => *inner,
        Some(sum) if sum < 0 && fits(kind, sum.saturating_neg()) => minus(*inner, kind, sum.saturating_neg()),
        Some(sum) => IntegerExpr::Binary(IntegerBinary::Add, inner, Box::new(IntegerExpr::Constant(kind, sum))),
        None => minus(*inner, kind, b),
    }
}

fn minus(left: IntegerExpr, kind: IntegerKind, b: i64) -> IntegerExpr {
    IntegerExpr::Binary(IntegerBinary::Subtract, Box::new(left), Box::new(IntegerExpr::Constant(kind, b)))
}

/// Negation.
pub fn negate(operand: IntegerExpr) -> IntegerExpr {
    match operand {
        IntegerExpr::Constant(kind, value) if value.checked_neg().is_some_and(|value| fits(kind, value)) => {
            IntegerExpr::Constant(kind, -value)
        }
        other => IntegerExpr::Unary(IntegerUnary::Negate, Box::new(other)),
    }
}

/// Negation.
pub fn negate_real(operand: RealExpr) -> RealExpr {
    match operand {
        RealExpr::Constant(kind, value) => RealExpr::Constant(kind, -value),
        other => RealExpr::Unary(RealUnary::Negate, Box::new(other)),
    }
}

/// A binary operation.
pub fn real_binary(mut operation: RealBinary, left: RealExpr, mut right: RealExpr) -> RealExpr {
    prefer_product(&mut operation, &mut right);
    RealExpr::Binary(operation, Box::new(left), Box::new(right))
}

/// Replaces a division by a power of two with the multiplication by its reciprocal: the results are the same numbers.
pub fn prefer_product(operation: &mut RealBinary, right: &mut RealExpr) {
    if let (RealBinary::Divide, RealExpr::Constant(kind, operand)) = (&operation, &mut *right)
        && let Some(reciprocal) = exact_reciprocal(*kind, *operand)
    {
        (*operation, *operand) = (RealBinary::Multiply, reciprocal);
    }
}

/// The reciprocal of a power of two, unless one of them is subnormal, or beyond the range of the kind.
fn exact_reciprocal(kind: RealKind, divisor: f64) -> Option<f64> {
    let is_normal = |value: f64| match kind {
        RealKind::R4 => (value as f32).is_normal(),
        RealKind::R8 => value.is_normal(),
    };
    let has_one_digit = divisor.to_bits() << (u64::BITS - (f64::MANTISSA_DIGITS - 1)) == 0;
    let reciprocal = 1.0 / divisor;
    (has_one_digit && is_normal(divisor) && is_normal(reciprocal)).then_some(reciprocal)
}

/// Conversion between INTEGER kinds.
pub fn to_integer(kind: IntegerKind, operand: IntegerExpr) -> IntegerExpr {
    match operand {
        operand if operand.kind() == kind => operand,
        IntegerExpr::Constant(_, value) if fits(kind, value) => IntegerExpr::Constant(kind, value),
        // What was extended is taken back.
        IntegerExpr::FromInteger(wide, inner) if inner.kind() == kind && kind < wide => *inner,
        other => IntegerExpr::FromInteger(kind, Box::new(other)),
    }
}

/// An INTEGER as an index, an extent or a length: the nearest one of kind 4. A value beyond that kind's range is out of
/// bounds everywhere, and so is the nearest one, but not that of its lower bits.
pub fn to_index(operand: IntegerExpr) -> IntegerExpr {
    let (kind, wide) = (IntegerKind::I4, IntegerKind::I8);
    let (least, greatest) = (kind.least(), !kind.least());
    match operand {
        operand if operand.kind() != wide => to_integer(kind, operand),
        IntegerExpr::Constant(_, value) => IntegerExpr::Constant(kind, value.clamp(least, greatest)),
        IntegerExpr::FromInteger(_, inner) if inner.kind() != wide => to_integer(kind, *inner),
        operand => {
            let limit = |value| IntegerExpr::Constant(wide, value);
            let below = binary(IntegerBinary::Min, operand, limit(greatest));
            to_integer(kind, binary(IntegerBinary::Max, below, limit(least)))
        }
    }
}

/// What [`to_index`] was given, if that is what an INTEGER of kind 8 was made by.
pub fn before_nearest(expr: &IntegerExpr) -> Option<&IntegerExpr> {
    let (operation, left, right) = match expr {
        IntegerExpr::Binary(operation, left, right) => (operation, left, constant(right)?),
        _ => return None,
    };
    match operation {
        IntegerBinary::Max if right == IntegerKind::I4.least() => before_nearest(left),
        IntegerBinary::Min if right == !IntegerKind::I4.least() => Some(left),
        _ => None,
    }
}

/// An INTEGER as it is computed with: one of a narrow kind in 32 bits.
pub fn widen(operand: IntegerExpr) -> IntegerExpr {
    if operand.kind().is_narrow() { to_integer(IntegerKind::I4, operand) } else { operand }
}

/// What a value computed in 32 bits is in a kind that may be narrow, where it wraps; still in 32 bits.
pub fn wrap(kind: IntegerKind, value: IntegerExpr) -> IntegerExpr {
    if kind.is_narrow() { widen(to_integer(kind, value)) } else { value }
}

/// The kind in which INTEGER of a kind are computed with.
pub fn computed(kind: IntegerKind) -> IntegerKind {
    kind.max(IntegerKind::I4)
}

/// Conversion between REAL kinds.
pub fn to_real(kind: RealKind, operand: RealExpr) -> RealExpr {
    match operand {
        operand if operand.kind() == kind => operand,
        RealExpr::Constant(_, value) if !value.is_nan() => RealExpr::Constant(kind, rounded(kind, value)),
        other => RealExpr::FromReal(kind, Box::new(other)),
    }
}

/// Conversion from INTEGER to REAL.
pub fn integer_to_real(kind: RealKind, operand: IntegerExpr) -> RealExpr {
    match operand {
        IntegerExpr::Constant(_, value) => RealExpr::Constant(
            kind,
            match kind {
                RealKind::R4 => f64::from(value as f32),
                RealKind::R8 => value as f64,
            },
        ),
        other => RealExpr::FromInteger(kind, Box::new(other)),
    }
}

fn rounded(kind: RealKind, value: f64) -> f64 {
    match kind {
        RealKind::R4 => f64::from(value as f32),
        RealKind::R8 => value,
    }
}
