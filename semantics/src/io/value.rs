//! What input and output statements transfer.

/// A value to be written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Item<'a> {
    /// INTEGER, with its size in bytes.
    Integer(i64, u8),
    /// REAL(4)
    Real4(f32),
    /// REAL(8)
    Real8(f64),
    /// LOGICAL, with its size in bytes.
    Logical(bool, u8),
    /// CHARACTER
    Character(&'a [u8]),
    /// COMPLEX(4)
    Complex4(f32, f32),
    /// COMPLEX(8)
    Complex8(f64, f64),
}

/// The type of a value to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemType {
    /// INTEGER, with its size in bytes.
    Integer(u8),
    /// REAL(4)
    Real4,
    /// REAL(8)
    Real8,
    /// LOGICAL, with its size in bytes.
    Logical(u8),
    /// CHARACTER, of that length.
    Character(usize),
    /// COMPLEX(4)
    Complex4,
    /// COMPLEX(8)
    Complex8,
}

/// A value that was read.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Datum {
    Integer(i64),
    Real4(f32),
    Real8(f64),
    Logical(bool),
    /// As long as the item.
    Character(Vec<u8>),
    Complex4(f32, f32),
    Complex8(f64, f64),
}

impl Item<'_> {
    /// The type's name in messages.
    pub fn type_name(&self) -> &'static str {
        match self {
            Item::Integer(..) => "INTEGER",
            Item::Real4(_) | Item::Real8(_) | Item::Complex4(..) | Item::Complex8(..) => "REAL",
            Item::Logical(..) => "LOGICAL",
            Item::Character(_) => "CHARACTER",
        }
    }

    /// The size of the parts whose bytes have an order.
    pub fn part_size(&self) -> usize {
        match self {
            Item::Integer(_, size) | Item::Logical(_, size) => usize::from(*size),
            Item::Real4(_) | Item::Complex4(..) => 4,
            Item::Real8(_) | Item::Complex8(..) => 8,
            Item::Character(_) => 1,
        }
    }

    /// The bytes in memory, the least significant first.
    pub fn bytes(&self) -> Vec<u8> {
        match self {
            Item::Integer(value, size) => value.to_le_bytes()[..usize::from(*size).min(8)].to_vec(),
            Item::Logical(value, size) => i64::from(*value).to_le_bytes()[..usize::from(*size).min(8)].to_vec(),
            Item::Real4(value) => value.to_le_bytes().to_vec(),
            Item::Real8(value) => value.to_le_bytes().to_vec(),
            Item::Character(text) => text.to_vec(),
            Item::Complex4(real, imaginary) => [real.to_le_bytes(), imaginary.to_le_bytes()].concat(),
            Item::Complex8(real, imaginary) => [real.to_le_bytes(), imaginary.to_le_bytes()].concat(),
        }
    }
}

impl Datum {
    /// A value of that type, to be written.
    pub fn item(&self, ty: ItemType) -> Item<'_> {
        match (self, ty) {
            (Datum::Integer(value), ItemType::Integer(size)) => Item::Integer(*value, size),
            (Datum::Integer(value), _) => Item::Integer(*value, 8),
            (Datum::Logical(value), ItemType::Logical(size)) => Item::Logical(*value, size),
            (Datum::Logical(value), _) => Item::Logical(*value, 4),
            (Datum::Real4(value), _) => Item::Real4(*value),
            (Datum::Real8(value), _) => Item::Real8(*value),
            (Datum::Character(text), _) => Item::Character(text),
            (Datum::Complex4(real, imaginary), _) => Item::Complex4(*real, *imaginary),
            (Datum::Complex8(real, imaginary), _) => Item::Complex8(*real, *imaginary),
        }
    }
}

impl ItemType {
    /// The type's name in messages.
    pub fn name(self) -> &'static str {
        match self {
            ItemType::Integer(_) => "INTEGER",
            ItemType::Real4 | ItemType::Real8 => "REAL",
            ItemType::Complex4 | ItemType::Complex8 => "COMPLEX",
            ItemType::Logical(_) => "LOGICAL",
            ItemType::Character(_) => "CHARACTER",
        }
    }

    /// The size in bytes.
    pub fn size(self) -> usize {
        match self {
            ItemType::Integer(size) | ItemType::Logical(size) => usize::from(size),
            ItemType::Real4 => 4,
            ItemType::Real8 | ItemType::Complex4 => 8,
            ItemType::Complex8 => 16,
            ItemType::Character(length) => length,
        }
    }

    /// The size of the parts whose bytes have an order.
    pub fn part_size(self) -> usize {
        match self {
            ItemType::Character(_) => 1,
            ItemType::Complex4 | ItemType::Complex8 => self.size() / 2,
            _ => self.size(),
        }
    }

    /// The value of those bytes in memory; none if they are too few.
    pub fn from_bytes(self, bytes: &[u8]) -> Option<Datum> {
        Some(match self {
            ItemType::Integer(size) => Datum::Integer(integer_of(bytes.get(..usize::from(size))?)),
            ItemType::Logical(size) => Datum::Logical(integer_of(bytes.get(..usize::from(size))?) & 1 != 0),
            ItemType::Real4 => Datum::Real4(f32::from_le_bytes(bytes.get(..4)?.try_into().ok()?)),
            ItemType::Real8 => Datum::Real8(f64::from_le_bytes(bytes.get(..8)?.try_into().ok()?)),
            ItemType::Character(length) => Datum::Character(bytes.get(..length)?.to_vec()),
            ItemType::Complex4 => {
                let (real, imaginary) = bytes.split_at_checked(4)?;
                Datum::Complex4(
                    f32::from_le_bytes(real.try_into().ok()?),
                    f32::from_le_bytes(imaginary.get(..4)?.try_into().ok()?),
                )
            }
            ItemType::Complex8 => {
                let (real, imaginary) = bytes.split_at_checked(8)?;
                Datum::Complex8(
                    f64::from_le_bytes(real.try_into().ok()?),
                    f64::from_le_bytes(imaginary.get(..8)?.try_into().ok()?),
                )
            }
        })
    }
}

fn integer_of(bytes: &[u8]) -> i64 {
    let sign = if bytes.last().is_some_and(|last| last & 0x80 != 0) { 0xff } else { 0 };
    let mut whole = [sign; 8];
    let length = bytes.len().min(8);
    whole[..length].copy_from_slice(&bytes[..length]);
    i64::from_le_bytes(whole)
}
