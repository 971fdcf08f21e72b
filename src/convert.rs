//! Columns of Arrow arrays as the values that kernels take, and back.

mod missing;
mod rounding;
mod texts;

use crate::data::parse_texts;
use crate::gather::looked_up;
use crate::number::integer_of_real;
use arrow_array::cast::AsArray;
use arrow_array::types::{
    Decimal128Type, Decimal256Type, Float16Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
    UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{
    Array, ArrayRef, BooleanArray, FixedSizeListArray, Float32Array, Float64Array, GenericListArray, Int32Array,
    Int64Array, OffsetSizeTrait, UInt8Array,
};
use arrow_buffer::{NullBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, DataType, Field};
use forlane_cfg::{IntegerKind, RealKind, Type};
use forlane_jit::{OwnedValues, Parameter, Role, Values};
use std::sync::Arc;

pub(crate) use missing::missing_rows;
pub(crate) use rounding::first_rounded;
pub(crate) use texts::{longest_texts, texts_of, texts_of_columns, texts_of_results};

/// A value that does not fit: the zero-based row and what is wrong.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct BadValue {
    pub row: usize,
    pub message: String,
}

/// The values of a column, shared with the Arrow array where the types are the same.
#[derive(Clone, Debug)]
pub(crate) enum Column {
    /// The bytes of CHARACTER.
    U8(ScalarBuffer<u8>),
    I32(ScalarBuffer<i32>),
    I64(ScalarBuffer<i64>),
    F32(ScalarBuffer<f32>),
    F64(ScalarBuffer<f64>),
}

impl Column {
    /// The values from `start` on, `count` of them.
    pub(crate) fn values(&self, start: usize, count: usize) -> Values<'_> {
        let range = start..start + count;
        match self {
            Column::U8(values) => Values::U8(&values[range]),
            Column::I32(values) => Values::I32(&values[range]),
            Column::I64(values) => Values::I64(&values[range]),
            Column::F32(values) => Values::F32(&values[range]),
            Column::F64(values) => Values::F64(&values[range]),
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Column::U8(values) => values.len(),
            Column::I32(values) => values.len(),
            Column::I64(values) => values.len(),
            Column::F32(values) => values.len(),
            Column::F64(values) => values.len(),
        }
    }

    /// The same, repeated `times` times.
    pub(crate) fn repeated(&self, times: usize) -> Column {
        match self {
            Column::U8(values) => Column::U8(values.repeat(times).into()),
            Column::I32(values) => Column::I32(values.repeat(times).into()),
            Column::I64(values) => Column::I64(values.repeat(times).into()),
            Column::F32(values) => Column::F32(values.repeat(times).into()),
            Column::F64(values) => Column::F64(values.repeat(times).into()),
        }
    }
}

/// The name of a type as Fortran writes it.
pub(crate) fn type_name(ty: Type) -> &'static str {
    match ty {
        Type::Integer(IntegerKind::I1) => "INTEGER(1)",
        Type::Integer(IntegerKind::I2) => "INTEGER(2)",
        Type::Integer(IntegerKind::I4) => "INTEGER",
        Type::Integer(IntegerKind::I8) => "INTEGER(8)",
        Type::Real(RealKind::R4) => "REAL",
        Type::Real(RealKind::R8) => "REAL(8)",
        Type::Logical => "LOGICAL",
        Type::Complex(_) => "COMPLEX",
        Type::Character => "CHARACTER",
    }
}

/// The Arrow type of a Fortran type.
pub(crate) fn arrow_type(ty: Type) -> DataType {
    match ty {
        Type::Integer(IntegerKind::I1) => DataType::Int8,
        Type::Integer(IntegerKind::I2) => DataType::Int16,
        Type::Integer(IntegerKind::I4) => DataType::Int32,
        Type::Integer(IntegerKind::I8) => DataType::Int64,
        Type::Real(RealKind::R4) => DataType::Float32,
        Type::Real(RealKind::R8) => DataType::Float64,
        Type::Logical => DataType::Boolean,
        Type::Complex(_) | Type::Character => DataType::Utf8,
    }
}

/// The type of a column whose values a parameter takes as they are: of an array one of lists.
pub(crate) fn argument_type(parameter: &Parameter) -> DataType {
    let ty = arrow_type(parameter.ty);
    match (&parameter.role, parameter.is_array) {
        // That of texts with their blanks.
        (Role::Text { is_array: false, .. }, _) => DataType::LargeUtf8,
        (Role::Text { is_array: true, .. }, _) => DataType::new_list(DataType::LargeUtf8, true),
        (_, true) => DataType::new_list(ty, true),
        (_, false) => ty,
    }
}

/// The values of a column as truth values; what has no value is false.
///
/// # Errors
/// The first value that is not a logical one.
pub(crate) fn truths(array: &ArrayRef) -> Result<Vec<bool>, BadValue> {
    let array = &plain(array, &DataType::Boolean)?;
    let number = numbers(array, Type::Logical)?;
    let truth = |row| match array.is_valid(row).then(|| logical(number(row))) {
        None => Ok(false),
        Some(value) => value.map(|value| value != 0).map_err(|message| BadValue { row, message }),
    };
    (0..array.len()).map(truth).collect()
}

fn logical(number: Number) -> Result<i32, String> {
    match number.integer()? {
        value @ (0 | 1) => Ok(value as i32),
        value => Err(format!("{value} is not a logical value")),
    }
}

/// All elements of a column of arrays, also those that no row has.
fn elements(array: &ArrayRef) -> Option<ArrayRef> {
    match array.data_type() {
        DataType::FixedSizeList(..) => Some(array.as_fixed_size_list().values().clone()),
        DataType::List(_) => Some(array.as_list::<i32>().values().clone()),
        DataType::LargeList(_) => Some(array.as_list::<i64>().values().clone()),
        _ => None,
    }
}

/// The values of an array as those of a Fortran type.
///
/// # Errors
/// The first value that is missing or does not fit: a NaN or a fraction for an INTEGER, a number out of range, text.
pub(crate) fn column_of(array: &ArrayRef, ty: Type) -> Result<Column, BadValue> {
    let array = &plain(array, &arrow_type(ty))?;
    if array.null_count() > 0 {
        let row = (0..array.len()).find(|row| array.is_null(*row)).unwrap_or(0);
        return Err(BadValue { row, message: "the value is missing".to_owned() });
    }
    match ty {
        Type::Real(RealKind::R8) => match array.data_type() {
            DataType::Float64 => Ok(Column::F64(array.as_primitive::<Float64Type>().values().clone())),
            _ => collect(array, ty, |number| Ok(number.real())).map(|values| Column::F64(values.into())),
        },
        Type::Real(RealKind::R4) => match array.data_type() {
            DataType::Float32 => Ok(Column::F32(array.as_primitive::<Float32Type>().values().clone())),
            _ => collect(array, ty, rounding::real4).map(|values| Column::F32(values.into())),
        },
        Type::Integer(IntegerKind::I8) => match array.data_type() {
            DataType::Int64 => Ok(Column::I64(array.as_primitive::<Int64Type>().values().clone())),
            _ => collect(array, ty, Number::integer).map(|values| Column::I64(values.into())),
        },
        Type::Integer(IntegerKind::I4) => match array.data_type() {
            DataType::Int32 => Ok(Column::I32(array.as_primitive::<Int32Type>().values().clone())),
            _ => {
                let narrow = |value: i64| i32::try_from(value).map_err(|_| format!("{value} does not fit INTEGER"));
                collect(array, ty, |number| number.integer().and_then(narrow)).map(|values| Column::I32(values.into()))
            }
        },
        Type::Logical => collect(array, ty, logical).map(|values| Column::I32(values.into())),
        Type::Integer(IntegerKind::I1 | IntegerKind::I2) | Type::Complex(_) | Type::Character => {
            Err(wrong_type(array, ty))
        }
    }
}

/// A column of numbers or truth values, or of lists of them: dictionaries are looked up, and texts and decimal numbers
/// are read, as values of that type. Columns of other types are as they are.
fn plain(array: &ArrayRef, ty: &DataType) -> Result<ArrayRef, BadValue> {
    let failed = |error: ArrowError| BadValue { row: 0, message: error.to_string() };
    match array.data_type() {
        DataType::Dictionary(..) => plain(&looked_up(array).map_err(failed)?, ty),
        DataType::Decimal128(..) => {
            let decimals = array.as_primitive::<Decimal128Type>();
            let texts = (0..array.len()).map(|row| array.is_valid(row).then(|| decimals.value_as_string(row)));
            parsed(texts, ty)
        }
        DataType::Decimal256(..) => {
            let decimals = array.as_primitive::<Decimal256Type>();
            let texts = (0..array.len()).map(|row| array.is_valid(row).then(|| decimals.value_as_string(row)));
            parsed(texts, ty)
        }
        DataType::Utf8 => parsed(array.as_string::<i32>().iter(), ty),
        DataType::LargeUtf8 => parsed(array.as_string::<i64>().iter(), ty),
        DataType::Utf8View => parsed(array.as_string_view().iter(), ty),
        _ => Ok(array.clone()),
    }
}

fn parsed(texts: impl Iterator<Item = Option<impl AsRef<str>>>, ty: &DataType) -> Result<ArrayRef, BadValue> {
    parse_texts(texts, ty).map_err(|(row, message)| BadValue { row, message })
}

fn wrong_type(array: &ArrayRef, ty: Type) -> BadValue {
    let found = match array.data_type() {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => "text".to_owned(),
        other => format!("of type {other}"),
    };
    BadValue { row: 0, message: format!("expected {}, the column is {found}", type_name(ty)) }
}

/// A number of any type.
#[derive(Clone, Copy)]
enum Number {
    Integer(i64),
    Unsigned(u64),
    Real(f64),
}

impl Number {
    fn real(self) -> f64 {
        match self {
            Number::Integer(value) => value as f64,
            Number::Unsigned(value) => value as f64,
            Number::Real(value) => value,
        }
    }

    fn integer(self) -> Result<i64, String> {
        match self {
            Number::Integer(value) => Ok(value),
            Number::Unsigned(value) => i64::try_from(value).map_err(|_| format!("{value} does not fit INTEGER(8)")),
            Number::Real(value) => integer_of_real(value),
        }
    }
}

fn collect<T>(array: &ArrayRef, ty: Type, convert: impl Fn(Number) -> Result<T, String>) -> Result<Vec<T>, BadValue> {
    let number = numbers(array, ty)?;
    (0..array.len()).map(|row| convert(number(row)).map_err(|message| BadValue { row, message })).collect()
}

/// The number in each row of a column of a type whose values an argument of that type takes.
fn numbers<'a>(array: &'a ArrayRef, ty: Type) -> Result<Box<dyn Fn(usize) -> Number + 'a>, BadValue> {
    Ok(match array.data_type() {
        DataType::Int8 => Box::new(|row| Number::Integer(array.as_primitive::<Int8Type>().value(row).into())),
        DataType::Int16 => Box::new(|row| Number::Integer(array.as_primitive::<Int16Type>().value(row).into())),
        DataType::Int32 => Box::new(|row| Number::Integer(array.as_primitive::<Int32Type>().value(row).into())),
        DataType::Int64 => Box::new(|row| Number::Integer(array.as_primitive::<Int64Type>().value(row))),
        DataType::UInt8 => Box::new(|row| Number::Integer(array.as_primitive::<UInt8Type>().value(row).into())),
        DataType::UInt16 => Box::new(|row| Number::Integer(array.as_primitive::<UInt16Type>().value(row).into())),
        DataType::UInt32 => Box::new(|row| Number::Integer(array.as_primitive::<UInt32Type>().value(row).into())),
        DataType::UInt64 => Box::new(|row| Number::Unsigned(array.as_primitive::<UInt64Type>().value(row))),
        DataType::Float16 => Box::new(|row| Number::Real(array.as_primitive::<Float16Type>().value(row).to_f64())),
        DataType::Float32 => Box::new(|row| Number::Real(array.as_primitive::<Float32Type>().value(row).into())),
        DataType::Float64 => Box::new(|row| Number::Real(array.as_primitive::<Float64Type>().value(row))),
        DataType::Boolean if ty == Type::Logical => {
            Box::new(|row| Number::Integer(array.as_boolean().value(row).into()))
        }
        _ => return Err(wrong_type(array, ty)),
    })
}

/// The rows of an array-valued column: the number of elements of each row, and all elements.
///
/// # Errors
/// As [`column_of`]; also rows of differing lengths, and a column of scalars.
pub(crate) fn rows_of(array: &ArrayRef, ty: Type) -> Result<(usize, Column), BadValue> {
    let (width, elements) = lists_of(array, ty, &arrow_type(ty))?;
    let column = column_of(&elements, ty).map_err(|bad| BadValue { row: bad.row / width.max(1), ..bad })?;
    Ok((width, column))
}

/// The number of elements of each list of a column, and all elements; in text they are read as of the type `element`.
///
/// # Errors
/// A list that is missing, or of another length than the first; a column of something else.
fn lists_of(array: &ArrayRef, ty: Type, element: &DataType) -> Result<(usize, ArrayRef), BadValue> {
    let array = &plain(array, &DataType::new_list(element.clone(), true))?;
    if array.null_count() > 0 {
        let row = (0..array.len()).find(|row| array.is_null(*row)).unwrap_or(0);
        return Err(BadValue { row, message: "the value is missing".to_owned() });
    }
    match array.data_type() {
        DataType::FixedSizeList(..) => {
            let list = array.as_fixed_size_list();
            let width = list.value_length() as usize;
            Ok((width, list.values().slice(list.offset() * width, width * list.len())))
        }
        DataType::List(_) => lists_of_one_length(array.as_list::<i32>()),
        DataType::LargeList(_) => lists_of_one_length(array.as_list::<i64>()),
        other => {
            let message = format!("expected a list of {} in each row, the column is of type {other}", type_name(ty));
            Err(BadValue { row: 0, message })
        }
    }
}

/// The length of all lists, and all elements.
fn lists_of_one_length<O: OffsetSizeTrait>(list: &GenericListArray<O>) -> Result<(usize, ArrayRef), BadValue> {
    let length = |row: usize| list.value_length(row).as_usize();
    let width = if list.is_empty() { 0 } else { length(0) };
    if let Some(row) = (0..list.len()).find(|row| length(*row) != width) {
        let message = format!("{} elements, but the first row has {width}", length(row));
        return Err(BadValue { row, message });
    }
    let start = list.value_offsets().first().map_or(0, |start| start.as_usize());
    Ok((width, list.values().slice(start, width * list.len())))
}

/// A kernel's results as an Arrow column; a row that is not in `valid` has none.
pub(crate) fn column_of_results(results: OwnedValues, ty: Type, valid: Option<NullBuffer>) -> ArrayRef {
    match results {
        OwnedValues::I32(values) if ty == Type::Logical => {
            let values: Vec<bool> = values.into_iter().map(|value| value != 0).collect();
            Arc::new(BooleanArray::new(values.into(), valid))
        }
        OwnedValues::U8(values) => Arc::new(UInt8Array::new(values.into(), valid)),
        OwnedValues::I32(values) => Arc::new(Int32Array::new(values.into(), valid)),
        OwnedValues::I64(values) => Arc::new(Int64Array::new(values.into(), valid)),
        OwnedValues::F32(values) => Arc::new(Float32Array::new(values.into(), valid)),
        OwnedValues::F64(values) => Arc::new(Float64Array::new(values.into(), valid)),
    }
}

/// The results of array arguments as a column of fixed-size lists.
pub(crate) fn lists_of_results(
    results: OwnedValues,
    ty: Type,
    (width, rows): (usize, usize),
    valid: Option<NullBuffer>,
) -> ArrayRef {
    lists(ty, column_of_results(results, ty, None), width, rows, valid)
}

/// A column of lists of that length with these elements; a row that is not in `valid` has none.
fn lists(ty: Type, elements: ArrayRef, width: usize, rows: usize, valid: Option<NullBuffer>) -> ArrayRef {
    let field = rows_field(ty);
    Arc::new(if width == 0 {
        FixedSizeListArray::new_null(field, 0, rows)
    } else {
        FixedSizeListArray::new(field, width as i32, elements, valid)
    })
}

/// The element field of a column of fixed-size lists.
pub(crate) fn rows_field(ty: Type) -> Arc<Field> {
    Arc::new(Field::new("item", arrow_type(ty), false))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nan_is_no_integer_and_the_row_is_named() {
        let array: ArrayRef = Arc::new(Float64Array::from(vec![1.0, f64::NAN]));
        let bad = column_of(&array, Type::Integer(IntegerKind::I4)).map(|_| ()).unwrap_err();
        assert_eq!(bad, BadValue { row: 1, message: "NaN can't be an integer".to_owned() });
    }

    #[test]
    fn a_missing_value_is_named() {
        let array: ArrayRef = Arc::new(Float64Array::from(vec![Some(1.0), None]));
        let bad = column_of(&array, Type::Real(RealKind::R8)).map(|_| ()).unwrap_err();
        assert_eq!(bad.row, 1);
    }

    #[test]
    fn sliced_lists_give_their_own_rows() {
        let elements = Arc::new(Float64Array::from(vec![1.0, 2.0, 3.0, 4.0]));
        let field = rows_field(Type::Real(RealKind::R8));
        let list: ArrayRef = Arc::new(FixedSizeListArray::new(field, 2, elements, None));
        let (width, column) = rows_of(&list.slice(1, 1), Type::Real(RealKind::R8)).unwrap();
        assert_eq!(width, 2);
        assert!(matches!(column.values(0, 2), Values::F64([3.0, 4.0])));
    }
}
