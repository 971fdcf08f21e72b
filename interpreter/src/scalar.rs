//! A scalar of any type, as the interpreter computes with it.

use forlane_semantics::types::{Constant, IntegerKind, RealKind, Type};
use std::fmt;

/// A scalar value.
///
/// Two are equal if they have the same type and the same bits, or are both NaNs: the sign and payload of a NaN are not
/// part of any promise, while zeros of unlike sign differ.
#[derive(Clone, Copy, Debug)]
pub enum Scalar {
    /// INTEGER(1).
    Integer1(i8),
    /// INTEGER(2).
    Integer2(i16),
    /// INTEGER(4).
    Integer4(i32),
    /// INTEGER(8).
    Integer8(i64),
    /// REAL(4).
    Real4(f32),
    /// REAL(8).
    Real8(f64),
    /// LOGICAL.
    Logical(bool),
}

impl Scalar {
    /// The zero of a type, `.FALSE.` for LOGICAL; none for CHARACTER.
    pub fn zero(ty: Type) -> Option<Scalar> {
        match ty {
            Type::Integer(kind) => Some(Scalar::integer(kind, 0)),
            Type::Real(RealKind::R4) => Some(Scalar::Real4(0.0)),
            Type::Real(RealKind::R8) => Some(Scalar::Real8(0.0)),
            Type::Logical => Some(Scalar::Logical(false)),
            Type::Complex(_) | Type::Character => None,
        }
    }

    /// The value of a constant; none for CHARACTER.
    pub fn from_constant(constant: &Constant) -> Option<Scalar> {
        match constant {
            Constant::Integer(kind, value) => Some(Scalar::integer(*kind, *value)),
            Constant::Real(kind, value) => Some(Scalar::real(*kind, *value)),
            Constant::Logical(value) => Some(Scalar::Logical(*value)),
            Constant::Complex(..) | Constant::Character(_) => None,
        }
    }

    /// As a constant.
    pub fn to_constant(self) -> Constant {
        let integer = |kind, value: i64| Constant::Integer(kind, value);
        match self {
            Scalar::Integer1(value) => integer(IntegerKind::I1, i64::from(value)),
            Scalar::Integer2(value) => integer(IntegerKind::I2, i64::from(value)),
            Scalar::Integer4(value) => integer(IntegerKind::I4, i64::from(value)),
            Scalar::Integer8(value) => integer(IntegerKind::I8, value),
            Scalar::Real4(value) => Constant::Real(RealKind::R4, f64::from(value)),
            Scalar::Real8(value) => Constant::Real(RealKind::R8, value),
            Scalar::Logical(value) => Constant::Logical(value),
        }
    }

    /// An integer of a kind; what does not fit wraps.
    pub fn integer(kind: IntegerKind, value: i64) -> Scalar {
        match kind {
            IntegerKind::I1 => Scalar::Integer1(value as i8),
            IntegerKind::I2 => Scalar::Integer2(value as i16),
            IntegerKind::I4 => Scalar::Integer4(value as i32),
            IntegerKind::I8 => Scalar::Integer8(value),
        }
    }

    /// A real of a kind, rounded to it.
    pub fn real(kind: RealKind, value: f64) -> Scalar {
        match kind {
            RealKind::R4 => Scalar::Real4(value as f32),
            RealKind::R8 => Scalar::Real8(value),
        }
    }

    /// The type.
    pub fn ty(self) -> Type {
        match self {
            Scalar::Integer1(_) => Type::Integer(IntegerKind::I1),
            Scalar::Integer2(_) => Type::Integer(IntegerKind::I2),
            Scalar::Integer4(_) => Type::Integer(IntegerKind::I4),
            Scalar::Integer8(_) => Type::Integer(IntegerKind::I8),
            Scalar::Real4(_) => Type::Real(RealKind::R4),
            Scalar::Real8(_) => Type::Real(RealKind::R8),
            Scalar::Logical(_) => Type::Logical,
        }
    }

    /// The value of an integer of any kind.
    pub fn as_integer(self) -> Option<i64> {
        match self {
            Scalar::Integer1(value) => Some(i64::from(value)),
            Scalar::Integer2(value) => Some(i64::from(value)),
            Scalar::Integer4(value) => Some(i64::from(value)),
            Scalar::Integer8(value) => Some(value),
            _ => None,
        }
    }

    /// The bits; those of all NaNs of a kind are the same.
    pub fn bits(self) -> u64 {
        match self {
            Scalar::Integer1(value) => u64::from(value as u8),
            Scalar::Integer2(value) => u64::from(value as u16),
            Scalar::Integer4(value) => u64::from(value as u32),
            Scalar::Integer8(value) => value as u64,
            Scalar::Real4(value) if value.is_nan() => u64::from(f32::NAN.to_bits()),
            Scalar::Real4(value) => u64::from(value.to_bits()),
            Scalar::Real8(value) if value.is_nan() => f64::NAN.to_bits(),
            Scalar::Real8(value) => value.to_bits(),
            Scalar::Logical(value) => u64::from(value),
        }
    }

    /// The bits as INTEGER(8) or REAL(8); those of all NaNs are the same.
    pub fn wide_bits(self) -> u64 {
        match self {
            Scalar::Integer1(value) => i64::from(value) as u64,
            Scalar::Integer2(value) => i64::from(value) as u64,
            Scalar::Integer4(value) => i64::from(value) as u64,
            Scalar::Real4(value) => Scalar::Real8(f64::from(value)).bits(),
            Scalar::Integer8(_) | Scalar::Real8(_) | Scalar::Logical(_) => self.bits(),
        }
    }
}

impl PartialEq for Scalar {
    fn eq(&self, other: &Scalar) -> bool {
        self.ty() == other.ty() && self.bits() == other.bits()
    }
}

impl Eq for Scalar {}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scalar::Integer1(value) => write!(f, "{value}"),
            Scalar::Integer2(value) => write!(f, "{value}"),
            Scalar::Integer4(value) => write!(f, "{value}"),
            Scalar::Integer8(value) => write!(f, "{value}"),
            Scalar::Real4(value) => write!(f, "{value:?}"),
            Scalar::Real8(value) => write!(f, "{value:?}"),
            Scalar::Logical(value) => f.write_str(if *value { ".true." } else { ".false." }),
        }
    }
}
