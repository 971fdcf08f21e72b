//! What a caller binds the parameters of a kernel to.

use crate::rows::Strided;
use forlane_cfg::{IntegerKind, RealKind, Type};

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

/// What a parameter of a kernel is bound to in a run. Without an input it starts as zero; an output is only written where
/// the kernel assigns the parameter.
#[derive(Debug)]
pub enum Binding<'a> {
    /// A scalar with a value for each row.
    Column {
        /// What it starts with.
        input: Option<Values<'a>>,
        /// What it ends with.
        output: Option<ValuesMut<'a>>,
    },
    /// A scalar that starts with the same value in each row.
    Uniform {
        /// What it starts with.
        value: Scalar,
        /// What it ends with, for each row.
        output: Option<ValuesMut<'a>>,
    },
    /// An array that all rows read and none assigns.
    Shared(Values<'a>),
    /// An array for each row, one after the other.
    Rows {
        /// Number of elements of one row's array.
        length: usize,
        /// What the arrays start with.
        input: Option<Values<'a>>,
        /// What the arrays end with.
        output: Option<ValuesMut<'a>>,
    },
    /// A scalar or an array for each row, at any distances.
    Strided {
        /// Number of elements of one row's array, 1 for a scalar.
        length: usize,
        /// What they start with.
        input: Option<Strided<'a>>,
        /// What they end with.
        output: Option<Strided<'a>>,
    },
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
