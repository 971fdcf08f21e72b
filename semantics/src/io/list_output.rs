//! List-directed output: what `PRINT *` writes of an item, without the blanks between items.

use super::error::IoError;
use super::field_output::integer_field;
use super::format::{Digits, RealEdit, RealForm};
use super::real_output::{RealMode, real_field};
use super::value::Item;

/// An item's characters, in a field whose width depends on type and kind alone.
///
/// # Errors
/// None, in fact: the formats that follow it fit all values.
pub fn list_field(item: &Item) -> Result<Vec<u8>, IoError> {
    Ok(match *item {
        Item::Integer(value, size) => {
            let width = match size {
                1 => 4,
                2 => 6,
                4 => 11,
                _ => 20,
            };
            integer_field(value, Digits { width, least: None }, false)
        }
        Item::Real4(value) => real(f64::from(value), Kind::Single, false)?,
        Item::Real8(value) => real(value, Kind::Double, false)?,
        Item::Logical(value, _) => vec![if value { b'T' } else { b'F' }],
        Item::Character(text) => text.to_vec(),
        Item::Complex4(real, imaginary) => complex(f64::from(real), f64::from(imaginary), Kind::Single)?,
        Item::Complex8(real, imaginary) => complex(real, imaginary, Kind::Double)?,
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

fn real(value: f64, kind: Kind, tight: bool) -> Result<Vec<u8>, IoError> {
    let single = matches!(kind, Kind::Single);
    let mode = RealMode { scale: 1, tight, single, less: usize::from(!tight), ..RealMode::default() };
    real_field(value, &edit(kind), &mode)
}

/// `(real,imaginary)`, right justified.
fn complex(first: f64, second: f64, kind: Kind) -> Result<Vec<u8>, IoError> {
    let text = [b"(".to_vec(), real(first, kind, true)?, b",".to_vec(), real(second, kind, true)?, b")".to_vec()];
    let text = text.concat();
    let width = 2 * edit(kind).width as usize + 3;
    let mut field = vec![b' '; width.saturating_sub(text.len())];
    field.extend(text);
    Ok(field)
}
