//! List-directed output: what `PRINT *` writes of an item, without the blanks between items.

use super::error::IoError;
use super::field_output::integer_field;
use super::format::{Digits, EditMode, RealEdit, RealForm};
use super::real_output::{RealMode, real_field};
use super::value::Item;

/// An item's characters, in a field whose width depends on type and kind alone.
///
/// # Errors
/// None, in fact: the formats that follow it fit all values.
pub fn list_field(item: &Item, mode: &EditMode) -> Result<Vec<u8>, IoError> {
    Ok(match *item {
        Item::Integer(value, size) => {
            let width = match size {
                1 => 4,
                2 => 6,
                4 => 11,
                _ => 20,
            };
            integer_field(value, Digits { width, least: None }, mode.plus)
        }
        Item::Real4(value) => real(f64::from(value), Kind::Single, false, mode)?,
        Item::Real8(value) => real(value, Kind::Double, false, mode)?,
        Item::Logical(value, _) => vec![if value { b'T' } else { b'F' }],
        Item::Character(text) => delimited(text, mode.delimiter.character()),
        Item::Complex4(real, imaginary) => complex(f64::from(real), f64::from(imaginary), Kind::Single, mode)?,
        Item::Complex8(real, imaginary) => complex(real, imaginary, Kind::Double, mode)?,
    })
}

#[derive(Clone, Copy)]
enum Kind {
    Single,
    Double,
}

/// The descriptor of a kind: 1PG16.9E2 or 1PG25.17E3.
fn edit(kind: Kind) -> RealEdit {
    let (width, decimals, exponent) = match kind {
        Kind::Single => (16, 9, 2),
        Kind::Double => (25, 17, 3),
    };
    RealEdit { form: RealForm::G, width, decimals: Some(decimals), exponent: Some(exponent) }
}

fn real(value: f64, kind: Kind, tight: bool, mode: &EditMode) -> Result<Vec<u8>, IoError> {
    let single = matches!(kind, Kind::Single);
    let EditMode { plus, rounding, comma, .. } = *mode;
    let less = usize::from(!tight);
    real_field(value, &edit(kind), &RealMode { scale: 1, tight, single, less, plus, rounding, comma })
}

/// A text between delimiters, those in it doubled.
fn delimited(text: &[u8], delimiter: Option<u8>) -> Vec<u8> {
    let Some(delimiter) = delimiter else { return text.to_vec() };
    let mut field = vec![delimiter];
    for &byte in text {
        field.push(byte);
        field.extend((byte == delimiter).then_some(byte));
    }
    field.push(delimiter);
    field
}

/// `(real,imaginary)`, right justified.
fn complex(first: f64, second: f64, kind: Kind, mode: &EditMode) -> Result<Vec<u8>, IoError> {
    let separator = if mode.comma { b";" } else { b"," };
    let (first, second) = (real(first, kind, true, mode)?, real(second, kind, true, mode)?);
    let text = [b"(".to_vec(), first, separator.to_vec(), second, b")".to_vec()].concat();
    let width = 2 * edit(kind).width as usize + 3;
    let mut field = vec![b' '; width.saturating_sub(text.len())];
    field.extend(text);
    Ok(field)
}
