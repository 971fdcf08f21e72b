//! Values in the caller's memory: one, and slices of them.

use forlane_cfg::{IntegerKind, RealKind, Type};
use std::hint::black_box;

/// One value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scalar {
    /// INTEGER(4), or LOGICAL as 0 or 1.
    I32(i32),
    /// INTEGER(8).
    I64(i64),
    /// REAL(4).
    F32(f32),
    /// REAL(8).
    F64(f64),
}

/// Values to read.
#[derive(Clone, Copy, Debug)]
pub enum Values<'a> {
    /// The bytes of CHARACTER.
    U8(&'a [u8]),
    /// INTEGER(4), or LOGICAL as 0 or 1.
    I32(&'a [i32]),
    /// INTEGER(8).
    I64(&'a [i64]),
    /// REAL(4).
    F32(&'a [f32]),
    /// REAL(8).
    F64(&'a [f64]),
}

/// Room for values.
#[derive(Debug)]
pub enum ValuesMut<'a> {
    /// The bytes of CHARACTER.
    U8(&'a mut [u8]),
    /// INTEGER(4), or LOGICAL as 0 or 1.
    I32(&'a mut [i32]),
    /// INTEGER(8).
    I64(&'a mut [i64]),
    /// REAL(4).
    F32(&'a mut [f32]),
    /// REAL(8).
    F64(&'a mut [f64]),
}

/// The Rust type whose values are those of a type; none for a type that is not bound.
fn rust_type(ty: Type) -> Option<&'static str> {
    match ty {
        Type::Integer(IntegerKind::I1) => Some("u8"),
        Type::Integer(IntegerKind::I4) | Type::Logical => Some("i32"),
        Type::Integer(IntegerKind::I8) => Some("i64"),
        Type::Real(RealKind::R4) => Some("f32"),
        Type::Real(RealKind::R8) => Some("f64"),
        Type::Integer(IntegerKind::I2) | Type::Complex(_) | Type::Character => None,
    }
}

impl Scalar {
    /// Whether this is a value of that type.
    pub fn fits(self, ty: Type) -> bool {
        rust_type(ty) == Some(self.type_name())
    }

    /// The Rust type's name.
    pub fn type_name(self) -> &'static str {
        match self {
            Scalar::I32(_) => "i32",
            Scalar::I64(_) => "i64",
            Scalar::F32(_) => "f32",
            Scalar::F64(_) => "f64",
        }
    }

    /// The value in memory, at the begin of the bytes.
    pub(crate) fn bytes(self) -> [u8; 8] {
        let mut bytes = [0; 8];
        match self {
            Scalar::I32(value) => bytes[..4].copy_from_slice(&value.to_ne_bytes()),
            Scalar::I64(value) => bytes = value.to_ne_bytes(),
            Scalar::F32(value) => bytes[..4].copy_from_slice(&value.to_ne_bytes()),
            Scalar::F64(value) => bytes = value.to_ne_bytes(),
        }
        bytes
    }
}

/// Slices of memory without their type, once that has been checked; those to read are never written through.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RawValues {
    /// The first element.
    pub base: *mut u8,
    /// Number of elements.
    pub length: usize,
}

impl Values<'_> {
    /// Whether these are values of that type.
    pub fn fits(&self, ty: Type) -> bool {
        rust_type(ty) == Some(self.type_name())
    }

    /// The Rust type's name.
    pub fn type_name(&self) -> &'static str {
        match self {
            Values::U8(_) => "u8",
            Values::I32(_) => "i32",
            Values::I64(_) => "i64",
            Values::F32(_) => "f32",
            Values::F64(_) => "f64",
        }
    }

    pub(crate) fn raw(&self) -> RawValues {
        match self {
            Values::U8(values) => RawValues { base: values.as_ptr().cast_mut(), length: values.len() },
            Values::I32(values) => RawValues { base: values.as_ptr().cast_mut().cast(), length: values.len() },
            Values::I64(values) => RawValues { base: values.as_ptr().cast_mut().cast(), length: values.len() },
            Values::F32(values) => RawValues { base: values.as_ptr().cast_mut().cast(), length: values.len() },
            Values::F64(values) => RawValues { base: values.as_ptr().cast_mut().cast(), length: values.len() },
        }
    }
}

impl ValuesMut<'_> {
    /// Whether there is room for values of that type.
    pub fn fits(&self, ty: Type) -> bool {
        rust_type(ty) == Some(self.type_name())
    }

    /// The Rust type's name.
    pub fn type_name(&self) -> &'static str {
        match self {
            ValuesMut::U8(_) => "u8",
            ValuesMut::I32(_) => "i32",
            ValuesMut::I64(_) => "i64",
            ValuesMut::F32(_) => "f32",
            ValuesMut::F64(_) => "f64",
        }
    }

    pub(crate) fn raw(&mut self) -> RawValues {
        match self {
            ValuesMut::U8(values) => RawValues { base: values.as_mut_ptr(), length: values.len() },
            ValuesMut::I32(values) => RawValues { base: values.as_mut_ptr().cast(), length: values.len() },
            ValuesMut::I64(values) => RawValues { base: values.as_mut_ptr().cast(), length: values.len() },
            ValuesMut::F32(values) => RawValues { base: values.as_mut_ptr().cast(), length: values.len() },
            ValuesMut::F64(values) => RawValues { base: values.as_mut_ptr().cast(), length: values.len() },
        }
    }
}

/// Values that a caller has made.
#[derive(Clone, Debug)]
pub enum OwnedValues {
    /// The bytes of CHARACTER.
    U8(Vec<u8>),
    /// INTEGER(4), or LOGICAL as 0 or 1.
    I32(Vec<i32>),
    /// INTEGER(8).
    I64(Vec<i64>),
    /// REAL(4).
    F32(Vec<f32>),
    /// REAL(8).
    F64(Vec<f64>),
}

impl OwnedValues {
    /// `count` times that value.
    pub fn filled(value: Scalar, count: usize) -> OwnedValues {
        match value {
            Scalar::I32(value) => OwnedValues::I32(vec![value; count]),
            Scalar::I64(value) => OwnedValues::I64(vec![value; count]),
            Scalar::F32(value) => OwnedValues::F32(vec![value; count]),
            Scalar::F64(value) => OwnedValues::F64(vec![value; count]),
        }
    }

    /// `count` zeros of the type of a parameter. All of them are written here: memory that is only requested as zeros
    /// is provided by the system at the first access to each page, which would be in the kernel, and count as its time.
    pub fn zeros(ty: Type, count: usize) -> OwnedValues {
        fn written<T: Copy>(zero: T, count: usize) -> Vec<T> {
            let mut values = Vec::with_capacity(count);
            values.resize(count, black_box(zero));
            values
        }
        match ty {
            Type::Integer(IntegerKind::I1) => OwnedValues::U8(written(0, count)),
            Type::Integer(IntegerKind::I8) => OwnedValues::I64(written(0, count)),
            Type::Real(RealKind::R4) => OwnedValues::F32(written(0.0, count)),
            Type::Real(RealKind::R8) => OwnedValues::F64(written(0.0, count)),
            Type::Integer(_) | Type::Logical | Type::Complex(_) | Type::Character => {
                OwnedValues::I32(written(0, count))
            }
        }
    }

    /// Keeps the first `count` values.
    pub fn truncate(&mut self, count: usize) {
        match self {
            OwnedValues::U8(values) => values.truncate(count),
            OwnedValues::I32(values) => values.truncate(count),
            OwnedValues::I64(values) => values.truncate(count),
            OwnedValues::F32(values) => values.truncate(count),
            OwnedValues::F64(values) => values.truncate(count),
        }
    }

    /// Parts of `count` values each, the last one perhaps shorter, to assign.
    pub fn parts(&mut self, count: usize) -> Vec<ValuesMut<'_>> {
        match self {
            OwnedValues::U8(values) => values.chunks_mut(count).map(ValuesMut::U8).collect(),
            OwnedValues::I32(values) => values.chunks_mut(count).map(ValuesMut::I32).collect(),
            OwnedValues::I64(values) => values.chunks_mut(count).map(ValuesMut::I64).collect(),
            OwnedValues::F32(values) => values.chunks_mut(count).map(ValuesMut::F32).collect(),
            OwnedValues::F64(values) => values.chunks_mut(count).map(ValuesMut::F64).collect(),
        }
    }

    /// The values, to read.
    pub fn values(&self) -> Values<'_> {
        match self {
            OwnedValues::U8(values) => Values::U8(values),
            OwnedValues::I32(values) => Values::I32(values),
            OwnedValues::I64(values) => Values::I64(values),
            OwnedValues::F32(values) => Values::F32(values),
            OwnedValues::F64(values) => Values::F64(values),
        }
    }

    /// The values, to assign.
    pub fn values_mut(&mut self) -> ValuesMut<'_> {
        match self {
            OwnedValues::U8(values) => ValuesMut::U8(values),
            OwnedValues::I32(values) => ValuesMut::I32(values),
            OwnedValues::I64(values) => ValuesMut::I64(values),
            OwnedValues::F32(values) => ValuesMut::F32(values),
            OwnedValues::F64(values) => ValuesMut::F64(values),
        }
    }

    /// The first value, if it can be one of a scalar.
    pub fn first(&self) -> Option<Scalar> {
        match self {
            OwnedValues::U8(_) => None,
            OwnedValues::I32(values) => values.first().copied().map(Scalar::I32),
            OwnedValues::I64(values) => values.first().copied().map(Scalar::I64),
            OwnedValues::F32(values) => values.first().copied().map(Scalar::F32),
            OwnedValues::F64(values) => values.first().copied().map(Scalar::F64),
        }
    }
}
