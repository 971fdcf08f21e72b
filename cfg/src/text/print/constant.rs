//! Constants as text that reads back to the same bits.

use forlane_semantics::bytes::lone_byte;
use forlane_semantics::types::{Constant, IntegerKind, RealKind};
use std::fmt::Write;

/// A constant that reads back to the same bits.
pub fn constant(value: &Constant) -> String {
    match value {
        Constant::Integer(kind, value) => integer(*kind, *value),
        Constant::Real(kind, value) => real(*kind, *value),
        Constant::Complex(kind, re, im) => format!("({}, {})", real(*kind, *re), real(*kind, *im)),
        Constant::Logical(value) => logical(*value).to_string(),
        Constant::Character(text) => string(text),
    }
}

/// `-3`, `3_8`, `65_1`.
pub(in crate::text) fn integer(kind: IntegerKind, value: i64) -> String {
    match kind {
        IntegerKind::I4 => value.to_string(),
        kind => format!("{value}_{}", kind.size()),
    }
}

/// The fewest digits that read back to the same bits; by bits what has no such digits.
pub(in crate::text) fn real(kind: RealKind, value: f64) -> String {
    let (digits, letter, bits_prefix) = match kind {
        RealKind::R4 if value.is_finite() && f64::from(value as f32) == value => {
            (format!("{:e}", value as f32), "e", "")
        }
        RealKind::R4 => (String::new(), "", "r4"),
        RealKind::R8 if value.is_finite() => (format!("{value:e}"), "d", ""),
        RealKind::R8 => (String::new(), "", "r8"),
    };
    if digits.is_empty() { format!("{bits_prefix}'{:016x}'", value.to_bits()) } else { digits.replace('e', letter) }
}

/// `.true.`, `.false.`
pub(in crate::text) fn logical(value: bool) -> &'static str {
    if value { ".true." } else { ".false." }
}

/// Text in quotes, with `\"`, `\\`, `\u{…}` for what can't be in a line, and `\x{…}` for bytes that are not UTF-8.
pub(in crate::text) fn string(text: impl AsRef<[u8]>) -> String {
    let mut out = String::from("\"");
    for chunk in text.as_ref().utf8_chunks() {
        for character in chunk.valid().chars() {
            match character {
                '"' => out.push_str("\\\""),
                '\\' => out.push_str("\\\\"),
                unseen if unseen.is_control() || lone_byte(unseen).is_some() => {
                    // Writing to a string can't fail.
                    let _ = write!(out, "\\u{{{:x}}}", u32::from(unseen));
                }
                other => out.push(other),
            }
        }
        for byte in chunk.invalid() {
            let _ = write!(out, "\\x{{{byte:x}}}");
        }
    }
    out.push('"');
    out
}
