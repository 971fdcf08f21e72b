//! Reals of input under a rounding mode: the nearest one, or its neighbour on the side that the mode requires.

use super::decimal::significant;
use super::format::Rounding;
use super::value::{Datum, ItemType};
use std::cmp::Ordering;

/// No REAL has more decimal digits than these.
const MOST_DIGITS: usize = 800;

/// The value of a text that Rust's `parse` takes; none if it does not take it.
pub fn rounded_real(text: &str, ty: ItemType, rounding: Rounding) -> Option<Datum> {
    let (is_negative, magnitude) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let wanted = match rounding {
        Rounding::Processor | Rounding::Nearest | Rounding::Compatible => Ordering::Equal,
        Rounding::Zero => Ordering::Less,
        Rounding::Up if is_negative => Ordering::Less,
        Rounding::Down if !is_negative => Ordering::Less,
        Rounding::Up | Rounding::Down => Ordering::Greater,
    };
    Some(match ty {
        ItemType::Real4 => {
            let nearest: f32 = magnitude.parse().ok()?;
            let value = match step(magnitude, f64::from(nearest), wanted) {
                Ordering::Less => nearest.next_down(),
                Ordering::Equal => nearest,
                Ordering::Greater => nearest.next_up(),
            };
            Datum::Real4(if is_negative { -value } else { value })
        }
        _ => {
            let nearest: f64 = magnitude.parse().ok()?;
            let value = match step(magnitude, nearest, wanted) {
                Ordering::Less => nearest.next_down(),
                Ordering::Equal => nearest,
                Ordering::Greater => nearest.next_up(),
            };
            Datum::Real8(if is_negative { -value } else { value })
        }
    })
}

/// To which neighbour of the nearest value to go, if that lies on the other side of the number than is wanted.
fn step(text: &str, nearest: f64, wanted: Ordering) -> Ordering {
    if wanted == Ordering::Equal || !text.starts_with(|first: char| first.is_ascii_digit() || first == '.') {
        return Ordering::Equal;
    }
    let is_beside = compare(text, nearest) == wanted;
    if is_beside { wanted } else { Ordering::Equal }
}

/// A number without sign, as digits with or without a point and an exponent, against a value that is not a NaN.
fn compare(text: &str, value: f64) -> Ordering {
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
    let zeros = all.iter().take_while(|digit| **digit == b'0').count();
    let digits = &all[zeros..];
    if digits.is_empty() || value == 0.0 {
        return usize::from(!digits.is_empty()).cmp(&usize::from(value != 0.0));
    }
    if value.is_infinite() {
        return Ordering::Less;
    }
    let exponent = exponent.parse::<i64>().unwrap_or(0) + whole.len() as i64 - zeros as i64 - 1;
    let (exact, power) = significant(value, MOST_DIGITS);
    let length = digits.len().max(exact.len());
    let padded = |digits: &[u8]| [digits, &vec![b'0'; length - digits.len()]].concat();
    exponent.cmp(&i64::from(power)).then_with(|| padded(digits).cmp(&padded(&exact)))
}
