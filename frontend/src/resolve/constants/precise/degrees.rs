//! Angles in degrees, as gfortran folds them: the angle in radians is rounded to the kind before the function is taken.

use super::evaluate;
use forlane_semantics::operations::RealUnary;
use forlane_semantics::types::RealKind;
use std::f64::consts::PI;

/// The nearest number of a kind.
fn rounded(kind: RealKind, value: f64) -> f64 {
    match kind {
        RealKind::R4 => f64::from(value as f32),
        RealKind::R8 => value,
    }
}

/// COTAND of a constant; none where it has no value.
pub(crate) fn cotangent_of_degrees(kind: RealKind, degrees: f64) -> Option<f64> {
    of_degrees(RealUnary::TanDegrees, kind, rounded(kind, degrees + 90.0)).map(|value| -value)
}

/// SIND, COSD or TAND of a constant; none where it has no value. Half turns and right angles are taken out of the
/// degrees, which is exact.
pub(crate) fn of_degrees(function: RealUnary, kind: RealKind, degrees: f64) -> Option<f64> {
    let factor = rounded(kind, rounded(kind, PI) / 180.0);
    let radians = |degrees: f64| rounded(kind, degrees * factor);
    let sine = |degrees: f64| evaluate(RealUnary::Sin, radians(degrees));
    let cosine = |degrees: f64| evaluate(RealUnary::Cos, radians(degrees));
    let root = 0.75_f64.sqrt();
    // Of up to half a turn.
    let sine_of_half = |degrees: f64| match degrees {
        0.0 => Some(0.0),
        30.0 | 150.0 => Some(0.5),
        60.0 | 120.0 => Some(root),
        90.0 => Some(1.0),
        ..=45.0 => sine(degrees),
        ..90.0 => cosine(90.0 - degrees),
        ..=135.0 => cosine(degrees - 90.0),
        _ => sine(180.0 - degrees),
    };
    let cosine_of_half = |degrees: f64| match degrees {
        0.0 => Some(1.0),
        30.0 => Some(root),
        60.0 => Some(0.5),
        90.0 => Some(0.0),
        120.0 => Some(-0.5),
        150.0 => Some(-root),
        ..=45.0 => cosine(degrees),
        ..90.0 => sine(90.0 - degrees),
        ..=135.0 => sine(degrees - 90.0).map(|value| -value),
        _ => cosine(180.0 - degrees).map(|value| -value),
    };
    let sign = 1.0_f64.copysign(degrees);
    let rest = degrees.abs() % 360.0;
    let (rest, turned) = if rest >= 180.0 { (rest - 180.0, -1.0) } else { (rest, 1.0) };
    match function {
        RealUnary::SinDegrees => sine_of_half(rest).map(|value| value * sign * turned),
        RealUnary::CosDegrees if rest == 90.0 => Some(0.0),
        RealUnary::CosDegrees => cosine_of_half(rest).map(|value| value * turned),
        _ => {
            let (acute, beyond) = if rest > 90.0 { (180.0 - rest, -1.0) } else { (rest, 1.0) };
            match acute {
                90.0 => None,
                45.0 => Some(sign * beyond),
                0.0 => Some(0.0 * sign),
                _ => evaluate(RealUnary::Tan, radians(acute)).map(|value| value * sign * beyond),
            }
        }
    }
}

/// A constant angle in degrees.
pub(crate) fn in_degrees(kind: RealKind, radians: f64) -> f64 {
    rounded(kind, rounded(kind, radians * 180.0) / rounded(kind, PI))
}
