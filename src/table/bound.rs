//! What parameters are bound to in a batch of rows.

use crate::convert::Column;
use crate::texts::Texts;
use forlane_cfg::{IntegerKind, RealKind, Type};
use forlane_jit::{Binding, OwnedValues, Scalar, Values};

/// A parameter's values in one batch.
pub(super) enum Bound {
    Nothing,
    /// One that is not bound, but that must show whether it is assigned.
    Start(Column),
    Value(Scalar),
    Shared(Column),
    Column(Column),
    /// The elements of each row, and those of all.
    Rows(usize, Column),
    Texts(Texts),
    /// An array of as many zeros for each row.
    Zeros(usize),
}

impl Bound {
    /// The number of elements, if each row has an array.
    pub(super) fn width(&self) -> Option<usize> {
        match self {
            Bound::Rows(width, _) | Bound::Zeros(width) => Some(*width),
            Bound::Texts(texts) => Some(texts.width),
            _ => None,
        }
    }

    /// The number of elements, if each row has an array: of texts not their bytes.
    pub(super) fn elements(&self) -> Option<usize> {
        if let Bound::Texts(texts) = self { Some(texts.count) } else { self.width() }
    }

    /// Whether each row has an array of the table's.
    pub(super) fn has_rows(&self) -> bool {
        matches!(self, Bound::Rows(..) | Bound::Texts(_))
    }

    pub(super) fn binding<'b>(
        &'b self,
        start: usize,
        count: usize,
        output: Option<forlane_jit::ValuesMut<'b>>,
    ) -> Binding<'b> {
        match self {
            Bound::Nothing => Binding::Column { input: None, output },
            Bound::Value(value) => Binding::Uniform { value: *value, output },
            Bound::Shared(array) => Binding::Shared(array.values(0, array.len())),
            Bound::Column(column) | Bound::Start(column) => {
                Binding::Column { input: Some(column.values(start, count)), output }
            }
            Bound::Zeros(width) => Binding::Rows { length: *width, input: None, output },
            Bound::Texts(texts) => {
                let bytes = &texts.bytes[start * texts.width..(start + count) * texts.width];
                Binding::Rows { length: texts.width, input: Some(Values::U8(bytes)), output }
            }
            Bound::Rows(width, column) => {
                Binding::Rows { length: *width, input: Some(column.values(start * width, count * width)), output }
            }
        }
    }
}

/// A value that arguments start with: unlikely ones, so that few rows run twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    First,
    Second,
}

impl Start {
    /// The bits of the value, for a type.
    fn bits(self, ty: Type) -> u64 {
        let tag = if self == Start::First { 0 } else { 1 };
        match ty {
            Type::Logical => tag,
            // NaNs that no operation makes.
            Type::Real(RealKind::R8) => 0x7ff9_6b65_7074_5f30 + tag,
            Type::Real(RealKind::R4) => 0x7fd6_b657 + tag,
            Type::Integer(IntegerKind::I8) => 0xa96b_6570_745f_5f30 + tag,
            _ => 0xa96b_6530 + tag,
        }
    }

    /// The value for each of `rows` rows.
    pub(super) fn column(self, ty: Type, rows: usize) -> Column {
        let bits = self.bits(ty);
        match ty {
            Type::Integer(IntegerKind::I8) => Column::I64(vec![bits as i64; rows].into()),
            Type::Real(RealKind::R8) => Column::F64(vec![f64::from_bits(bits); rows].into()),
            Type::Real(RealKind::R4) => Column::F32(vec![f32::from_bits(bits as u32); rows].into()),
            _ => Column::I32(vec![bits as u32 as i32; rows].into()),
        }
    }

    /// The rows, in ascending order, whose result is this value.
    pub(super) fn rows_left(self, results: &OwnedValues, ty: Type) -> Vec<usize> {
        fn rows<T: Copy>(values: &[T], is_left: impl Fn(T) -> bool) -> Vec<usize> {
            values.iter().enumerate().filter(|(_, value)| is_left(**value)).map(|(row, _)| row).collect()
        }
        let bits = self.bits(ty);
        match results {
            OwnedValues::U8(_) => Vec::new(),
            OwnedValues::I32(values) => rows(values, |value| u64::from(value as u32) == bits),
            OwnedValues::I64(values) => rows(values, |value| value as u64 == bits),
            OwnedValues::F32(values) => rows(values, |value| u64::from(value.to_bits()) == bits),
            OwnedValues::F64(values) => rows(values, |value| value.to_bits() == bits),
        }
    }
}

/// A number that is not negative, for an INTEGER type.
pub(super) fn integer(ty: Type, value: u64) -> Scalar {
    match ty {
        Type::Integer(IntegerKind::I8) => Scalar::I64(i64::try_from(value).unwrap_or(i64::MAX)),
        _ => Scalar::I32(i32::try_from(value).unwrap_or(i32::MAX)),
    }
}

/// Zero, for a type.
pub(super) fn zero(ty: Type) -> Scalar {
    match ty {
        Type::Integer(IntegerKind::I8) => Scalar::I64(0),
        Type::Real(RealKind::R8) => Scalar::F64(0.0),
        Type::Real(RealKind::R4) => Scalar::F32(0.0),
        _ => Scalar::I32(0),
    }
}
