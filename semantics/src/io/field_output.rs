//! Integers, logicals and texts in fields: I, B, O, Z, L and A.

use super::format::{Digits, Radix};

/// The field of an integer.
pub fn integer_field(value: i64, digits: Digits, plus: bool) -> Vec<u8> {
    let sign = match (value < 0, plus) {
        (true, _) => "-",
        (false, true) => "+",
        (false, false) => "",
    };
    number_field(value.unsigned_abs().to_string(), value == 0, sign, digits)
}

/// The field of an unsigned number: those bytes, the least significant first, in that base.
pub fn bits_field(bytes: &[u8], radix: Radix, digits: Digits) -> Vec<u8> {
    let per_digit = match radix {
        Radix::Binary => 1,
        Radix::Octal => 3,
        Radix::Hexadecimal => 4,
    };
    let bits: Vec<u8> = bytes.iter().flat_map(|byte| (0..8).map(move |bit| byte >> bit & 1)).collect();
    let text: String = bits
        .chunks(per_digit)
        .rev()
        .map(|chunk| chunk.iter().rev().fold(0, |digit, bit| 2 * digit + u32::from(*bit)))
        .map(|digit| char::from_digit(digit, 16).unwrap_or('0').to_ascii_uppercase())
        .collect();
    let text = text.trim_start_matches('0');
    number_field(if text.is_empty() { "0" } else { text }.to_owned(), text.is_empty(), "", digits)
}

fn number_field(text: String, is_zero: bool, sign: &str, digits: Digits) -> Vec<u8> {
    let width = digits.width as usize;
    let text = match digits.least {
        // A zero has no digits then.
        Some(0) if is_zero => return vec![b' '; width.max(usize::from(width == 0))],
        Some(least) => format!("{text:0>least$}", least = least as usize),
        None => text,
    };
    let field = format!("{sign}{text}");
    match width {
        0 => field.into_bytes(),
        width if field.len() > width => vec![b'*'; width],
        width => format!("{field:>width$}").into_bytes(),
    }
}

/// The field of a logical.
pub fn logical_field(value: bool, width: u32) -> Vec<u8> {
    let width = width.max(1) as usize;
    format!("{:>width$}", if value { 'T' } else { 'F' }).into_bytes()
}

/// The field of a text: right justified in a wider one, cut at a narrower one.
pub fn text_field(text: &[u8], width: Option<u32>) -> Vec<u8> {
    let width = width.map_or(text.len(), |width| width as usize);
    let mut field = vec![b' '; width.saturating_sub(text.len())];
    field.extend_from_slice(&text[..text.len().min(width)]);
    field
}
