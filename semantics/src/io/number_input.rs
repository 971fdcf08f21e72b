//! Numbers and logicals in fields of formatted input.

use super::error::{IoError, READ_OVERFLOW, READ_VALUE};
use super::format::{EditMode, Radix};

/// Exponents of input are not greater than this, with the decimals that no point gives subtracted.
const GREATEST_EXPONENT: i64 = 9999;

/// An integer of `size` bytes; blanks alone are zero.
///
/// # Errors
/// The field is not an integer, or it is too large.
pub fn read_integer(field: &[u8], size: u8, blank_is_zero: bool) -> Result<i64, IoError> {
    let bad = || IoError::new(READ_VALUE, "Bad value during integer read");
    let field = without_leading_blanks(field);
    let (negative, digits) = match field.split_first() {
        None => return Ok(0),
        Some((b'-', rest)) => (true, rest),
        Some((b'+', rest)) => (false, rest),
        Some(_) => (false, field),
    };
    if digits.is_empty() {
        return Err(bad());
    }
    let greatest = (1i128 << (8 * u32::from(size.clamp(1, 8)) - 1)) - i128::from(!negative);
    let mut value = 0i128;
    for &byte in digits {
        let digit = match byte {
            b' ' if !blank_is_zero => continue,
            b' ' => 0,
            b'0'..=b'9' => i128::from(byte - b'0'),
            _ => return Err(bad()),
        };
        value = 10 * value + digit;
        if value > greatest {
            return Err(IoError::new(READ_OVERFLOW, "Value overflowed during integer read"));
        }
    }
    Ok(if negative { -value } else { value } as i64)
}

/// The bytes, the least significant first, of an unsigned number in that base.
///
/// # Errors
/// The field is not a number, or it is too large.
pub fn read_bits(field: &[u8], radix: Radix, size: usize, blank_is_zero: bool) -> Result<Vec<u8>, IoError> {
    let (radix, per_digit) = match radix {
        Radix::Binary => (2, 1),
        Radix::Octal => (8, 3),
        Radix::Hexadecimal => (16, 4),
    };
    let bad = || IoError::new(READ_VALUE, "Bad value during integer read");
    let field = without_leading_blanks(field);
    let (negative, field) = match field.split_first() {
        Some((b'-' | b'+', [])) => return Err(bad()),
        Some((b'-', rest)) => (true, rest),
        Some((b'+', rest)) => (false, rest),
        _ => (false, field),
    };
    let mut bits: Vec<bool> = Vec::new();
    for &byte in field.iter().rev() {
        let digit = match byte {
            b' ' if !blank_is_zero => continue,
            b' ' => 0,
            _ => (byte as char).to_digit(radix).ok_or_else(bad)?,
        };
        bits.extend((0..per_digit).map(|bit| digit >> bit & 1 != 0));
    }
    if bits.iter().skip(8 * size).any(|bit| *bit) {
        return Err(IoError::new(READ_OVERFLOW, "Value overflowed during integer read"));
    }
    bits.resize(8 * size, false);
    if negative {
        negate(&mut bits);
    }
    let byte = |bits: &[bool]| bits.iter().rev().fold(0u8, |byte, bit| byte << 1 | u8::from(*bit));
    Ok(bits.chunks(8).map(byte).collect())
}

/// The two's complement of a number's bits, the lowest first: all above the lowest one are turned.
fn negate(bits: &mut [bool]) {
    let above = bits.iter().position(|bit| *bit).map_or(bits.len(), |lowest| lowest + 1);
    bits[above..].iter_mut().for_each(|bit| *bit = !*bit);
}

/// A logical: `T` or `F` after blanks and at most one point.
///
/// # Errors
/// There is neither.
pub fn read_logical(field: &[u8]) -> Result<bool, IoError> {
    let field = without_leading_blanks(field);
    let field = field.strip_prefix(b".").unwrap_or(field);
    match field.first().map(u8::to_ascii_uppercase) {
        Some(b'T') => Ok(true),
        Some(b'F') => Ok(false),
        _ => Err(IoError::new(READ_VALUE, "Bad value on logical read")),
    }
}

/// A real as Rust's `parse` takes it; blanks alone are zero. Without a point the last `decimals` digits follow
/// it; without an exponent the value is divided by ten to the scale factor.
///
/// # Errors
/// The field is not a real number.
pub(super) fn read_real(field: &[u8], decimals: u32, mode: &EditMode) -> Result<String, IoError> {
    let EditMode { scale, blank_is_zero, comma, .. } = *mode;
    let field = without_leading_blanks(field);
    let (sign, rest) = match field.split_first() {
        None => return Ok("0".to_owned()),
        Some((b'-', rest)) => ("-", rest),
        Some((b'+', rest)) => ("", rest),
        Some(_) => ("", field),
    };
    let rest = without_leading_blanks(rest);
    if rest.is_empty() {
        return Ok("0".to_owned());
    }
    if let Some(name) = special_value(rest) {
        // Blanks that are zeros do not belong to a name.
        let is_name = !blank_is_zero || !rest.ends_with(b" ") || rest.contains(&b')');
        return if is_name { Ok(format!("{sign}{name}")) } else { Err(bad_real()) };
    }
    let mut mantissa = String::new();
    let mut after_point = None;
    let mut exponent = None;
    for (index, &byte) in rest.iter().enumerate() {
        match byte {
            b'.' | b',' if after_point.is_none() && (byte == b'.' || comma) => after_point = Some(0i64),
            b' ' if !blank_is_zero => {}
            b'0'..=b'9' | b' ' => {
                mantissa.push(if byte == b' ' { '0' } else { byte as char });
                after_point = after_point.map(|digits| digits + 1);
            }
            b'+' | b'-' => {
                exponent = Some(read_exponent(&rest[index..], blank_is_zero)?);
                break;
            }
            b'e' | b'E' | b'd' | b'D' | b'q' | b'Q' => {
                let after = without_leading_blanks(&rest[index + 1..]);
                exponent = Some(read_exponent(after, blank_is_zero)?);
                break;
            }
            _ => return Err(bad_real()),
        }
    }
    let implied = if after_point.is_some() { 0 } else { i64::from(decimals) };
    let exponent = exponent.unwrap_or(-i64::from(scale)) - implied;
    if exponent.abs() > GREATEST_EXPONENT {
        return Err(bad_real());
    }
    let power = exponent - after_point.unwrap_or(0);
    let mantissa = if mantissa.is_empty() { "0" } else { &mantissa };
    Ok(format!("{sign}{mantissa}e{power}"))
}

/// The error of a text that is not a real.
pub fn bad_real() -> IoError {
    IoError::new(READ_VALUE, "Bad value during floating point read")
}

/// Blanks may be before the sign, or before the digits without one. After a sign blanks alone are a zero.
fn read_exponent(field: &[u8], blank_is_zero: bool) -> Result<i64, IoError> {
    let field = without_leading_blanks(field);
    let (negative, digits) = match field.split_first() {
        Some((b'-', rest)) => (true, rest),
        Some((b'+', rest)) => (false, rest),
        _ => (false, field),
    };
    if digits.is_empty() {
        return Err(bad_real());
    }
    let mut value = 0i64;
    for &byte in digits {
        let digit = match byte {
            b' ' if !blank_is_zero => continue,
            b' ' => 0,
            b'0'..=b'9' => i64::from(byte - b'0'),
            _ => return Err(bad_real()),
        };
        value = (10 * value + digit).min(10 * GREATEST_EXPONENT);
    }
    Ok(if negative { -value } else { value })
}

/// `INF`, `INFINITY`, `NAN` or `NAN(…)`, and nothing but blanks after it.
pub fn special_value(text: &[u8]) -> Option<&'static str> {
    let text = String::from_utf8_lossy(text).trim_end_matches([' ', '\t']).to_ascii_lowercase();
    match text.as_str() {
        "inf" | "infinity" => Some("inf"),
        "nan" => Some("nan"),
        _ if text.starts_with("nan(") && text.ends_with(')') => Some("nan"),
        _ => None,
    }
}

fn without_leading_blanks(field: &[u8]) -> &[u8] {
    let blanks = field.iter().take_while(|byte| **byte == b' ').count();
    &field[blanks..]
}
