//! The numbers that kernels read and assign, by type.

use forlane_jit::{Scalar, Values, ValuesMut};

/// An argument that a kernel reads.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// A value for each row.
    Column(Numbers),
    /// A value that all rows have in common.
    Uniform(Numbers),
    /// An array that all rows have in common.
    Shared(Numbers),
}

impl Input {
    pub fn numbers(&self) -> &Numbers {
        match self {
            Input::Column(numbers) | Input::Uniform(numbers) | Input::Shared(numbers) => numbers,
        }
    }

    pub fn single(self) -> Input {
        match self {
            Input::Column(numbers) => Input::Column(numbers.single()),
            Input::Uniform(numbers) => Input::Uniform(numbers.single()),
            Input::Shared(numbers) => Input::Shared(numbers.single()),
        }
    }
}

/// Numbers of one type. Those of kernels that can be had in single precision are made in double precision.
#[derive(Clone, Debug, PartialEq)]
pub enum Numbers {
    /// INTEGER
    I32(Vec<i32>),
    /// INTEGER(8)
    I64(Vec<i64>),
    /// REAL
    F32(Vec<f32>),
    /// DOUBLE PRECISION
    F64(Vec<f64>),
}

impl Numbers {
    pub fn ty(&self) -> &'static str {
        match self {
            Numbers::I32(_) => "integer",
            Numbers::I64(_) => "integer(8)",
            Numbers::F32(_) => "real",
            Numbers::F64(_) => "real(8)",
        }
    }

    pub fn len(&self) -> usize {
        match self {
            Numbers::I32(values) => values.len(),
            Numbers::I64(values) => values.len(),
            Numbers::F32(values) => values.len(),
            Numbers::F64(values) => values.len(),
        }
    }

    pub fn bytes(&self) -> Vec<u8> {
        match self {
            Numbers::I32(values) => values.iter().flat_map(|value| value.to_ne_bytes()).collect(),
            Numbers::I64(values) => values.iter().flat_map(|value| value.to_ne_bytes()).collect(),
            Numbers::F32(values) => values.iter().flat_map(|value| value.to_ne_bytes()).collect(),
            Numbers::F64(values) => values.iter().flat_map(|value| value.to_ne_bytes()).collect(),
        }
    }

    pub fn values(&self) -> Values<'_> {
        match self {
            Numbers::I32(values) => Values::I32(values),
            Numbers::I64(values) => Values::I64(values),
            Numbers::F32(values) => Values::F32(values),
            Numbers::F64(values) => Values::F64(values),
        }
    }

    pub fn values_mut(&mut self) -> ValuesMut<'_> {
        match self {
            Numbers::I32(values) => ValuesMut::I32(values),
            Numbers::I64(values) => ValuesMut::I64(values),
            Numbers::F32(values) => ValuesMut::F32(values),
            Numbers::F64(values) => ValuesMut::F64(values),
        }
    }

    /// The first one.
    pub fn scalar(&self) -> Scalar {
        match self {
            Numbers::I32(values) => Scalar::I32(values[0]),
            Numbers::I64(values) => Scalar::I64(values[0]),
            Numbers::F32(values) => Scalar::F32(values[0]),
            Numbers::F64(values) => Scalar::F64(values[0]),
        }
    }

    pub fn single(self) -> Numbers {
        match self {
            Numbers::F64(values) => Numbers::F32(values.into_iter().map(|value| value as f32).collect()),
            other => other,
        }
    }
}

/// A type of results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Type {
    /// INTEGER
    I32,
    /// REAL
    F32,
    /// DOUBLE PRECISION
    F64,
}

impl Type {
    pub fn name(self) -> &'static str {
        match self {
            Type::I32 => "integer",
            Type::F32 => "real",
            Type::F64 => "real(8)",
        }
    }
}
