//! Items by data edit descriptors: which field an item gets, which value a field has.

use super::error::{IoError, READ_VALUE};
use super::field_output::{bits_field, integer_field, logical_field, text_field};
use super::format::{Digits, Edit, EditMode, RealEdit, RealForm};
use super::number_input::{bad_real, read_bits, read_integer, read_logical, read_real};
use super::real_output::{RealMode, real_field};
use super::rounded_input::rounded_real;
use super::transfer::Transfer;
use super::value::{Datum, Item, ItemType};

impl Transfer {
    /// The field of an item.
    pub(super) fn edited(&self, item: &Item, edit: &Edit) -> Result<Vec<u8>, IoError> {
        match (edit, *item) {
            (Edit::Integer(digits), Item::Integer(value, _)) => Ok(integer_field(value, *digits, self.mode.plus)),
            // Of a text the first character alone.
            (Edit::Bits(radix, digits), Item::Character(text)) => {
                Ok(bits_field(&text[..text.len().min(1)], *radix, *digits))
            }
            (Edit::Bits(radix, digits), item) => Ok(bits_field(&item.bytes(), *radix, *digits)),
            (Edit::Logical(width), Item::Logical(value, _)) => Ok(logical_field(value, *width)),
            (Edit::Logical(width), item) => Ok(logical_field(item.bytes().iter().any(|byte| *byte != 0), *width)),
            (Edit::Character(width), item) => Ok(text_field(&item.bytes(), *width)),
            (Edit::Real(real), Item::Real4(value)) => self.real(f64::from(value), real, true),
            (Edit::Real(real), Item::Real8(value)) => self.real(value, real, false),
            (Edit::Real(real), item) if real.form == RealForm::G => Ok(self.general(&item, real)),
            (edit, item) => Err(self.mismatch(expected(edit), item.type_name())),
        }
    }

    /// A real; `G0` alone shows all digits of the kind.
    fn real(&self, value: f64, edit: &RealEdit, single: bool) -> Result<Vec<u8>, IoError> {
        let EditMode { scale, plus, rounding, comma, .. } = self.mode;
        let mode = RealMode { scale, plus, single, rounding, comma, ..RealMode::default() };
        if edit.form != RealForm::G || edit.width > 0 {
            return real_field(value, edit, &mode);
        }
        let (width, all_digits) = if single { (16, 9) } else { (25, 17) };
        let given = edit.decimals.filter(|decimals| *decimals > 0);
        let less = usize::from(scale > 0 && given.is_none());
        let decimals = given.or(Some(all_digits));
        let edit = RealEdit { width, decimals, exponent: edit.exponent.or(Some(0)), ..*edit };
        real_field(value, &edit, &RealMode { tight: true, less, ..mode })
    }

    /// G of a value that is not a real.
    fn general(&self, item: &Item, edit: &RealEdit) -> Vec<u8> {
        match item {
            Item::Integer(value, _) => integer_field(*value, digits_of(edit), self.mode.plus),
            Item::Logical(value, _) => logical_field(*value, edit.width),
            item => text_field(&item.bytes(), Some(edit.width).filter(|width| *width > 0)),
        }
    }

    /// How many characters a field to be read has, and whether a comma ends it before.
    pub(super) fn width_of(&self, edit: &Edit, ty: ItemType) -> (usize, bool) {
        match edit {
            Edit::Integer(digits) | Edit::Bits(_, digits) => (digits.width as usize, true),
            Edit::Logical(width) => (*width as usize, true),
            Edit::Character(width) => (width.map_or(ty.size(), |width| width as usize), false),
            Edit::Real(real) if real.width == 0 => (ty.size(), !matches!(ty, ItemType::Character(_))),
            Edit::Real(real) => (real.width as usize, !matches!(ty, ItemType::Character(_))),
        }
    }

    /// The value of a field.
    pub(super) fn value_of(&self, field: &[u8], ty: ItemType, edit: &Edit) -> Result<Datum, IoError> {
        let blank_is_zero = self.mode.blank_is_zero;
        match (edit, ty) {
            (Edit::Integer(_), ItemType::Integer(size)) => read_integer(field, size, blank_is_zero).map(Datum::Integer),
            (Edit::Bits(radix, _), ty) => typed(ty, &read_bits(field, *radix, ty.size(), blank_is_zero)?),
            (Edit::Logical(_), ItemType::Logical(_)) => read_logical(field).map(Datum::Logical),
            (Edit::Logical(_), ty) if !matches!(ty, ItemType::Character(_)) => {
                let mut bytes = vec![u8::from(read_logical(field)?)];
                bytes.resize(ty.size(), 0);
                typed(ty, &bytes)
            }
            (Edit::Character(_), ty) => typed(ty, &read_text(field, ty.size())),
            (Edit::Real(real), ItemType::Real4 | ItemType::Real8) => {
                let text = read_real(field, real.decimals.unwrap_or(0), &self.mode)?;
                rounded_real(&text, ty, self.mode.rounding).ok_or_else(bad_real)
            }
            (Edit::Real(real), ty) if real.form == RealForm::G => match ty {
                ItemType::Integer(size) => read_integer(field, size, blank_is_zero).map(Datum::Integer),
                ItemType::Logical(_) => read_logical(field).map(Datum::Logical),
                ty => typed(ty, &read_text(field, ty.size())),
            },
            (edit, ty) => Err(self.mismatch(expected(edit), ty.name())),
        }
    }
}

fn expected(edit: &Edit) -> &'static str {
    match edit {
        Edit::Integer(_) | Edit::Bits(..) => "INTEGER",
        Edit::Real(_) => "REAL",
        Edit::Logical(_) => "LOGICAL",
        Edit::Character(_) => "CHARACTER",
    }
}

fn digits_of(edit: &RealEdit) -> Digits {
    Digits { width: edit.width, least: None }
}

/// The characters of a text that is so long: the last ones of a longer field, blanks after a shorter one.
fn read_text(field: &[u8], length: usize) -> Vec<u8> {
    let mut text = field[field.len().saturating_sub(length)..].to_vec();
    text.resize(length, b' ');
    text
}

fn typed(ty: ItemType, bytes: &[u8]) -> Result<Datum, IoError> {
    ty.from_bytes(bytes).ok_or_else(|| IoError::new(READ_VALUE, "Bad value during read"))
}
