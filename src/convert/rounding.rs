//! Numbers that REAL can't hold to the last digit.

use super::{Number, numbers};
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, GenericListArray, OffsetSizeTrait};
use arrow_schema::DataType;
use forlane_cfg::{RealKind, Type};
use forlane_jit::Parameter;

/// The number as the nearest REAL.
///
/// # Errors
/// One that is too large.
pub(super) fn real4(number: Number) -> Result<f32, String> {
    let value = number.real();
    let rounded = value as f32;
    match rounded.is_infinite() && value.is_finite() {
        true => Err(format!("{value:?} does not fit REAL")),
        false => Ok(rounded),
    }
}

/// The first number of a column, by its zero-based row, that is rounded to be a REAL; none of text, which is rounded
/// once, and of another type than REAL.
pub(crate) fn first_rounded(array: &ArrayRef, parameter: &Parameter) -> Option<(usize, f64)> {
    let rounds = |ty: &DataType| {
        matches!(ty, DataType::Float64 | DataType::Int32 | DataType::Int64 | DataType::UInt32 | DataType::UInt64)
    };
    if parameter.ty != Type::Real(RealKind::R4) {
        return None;
    }
    let all = match array.data_type() {
        DataType::FixedSizeList(_, width) => {
            let (list, width) = (array.as_fixed_size_list(), *width as usize);
            list.values().slice(list.offset() * width, list.len() * width)
        }
        DataType::List(_) => elements_of_lists(array.as_list::<i32>()),
        DataType::LargeList(_) => elements_of_lists(array.as_list::<i64>()),
        _ => array.clone(),
    };
    if !rounds(all.data_type()) {
        return None;
    }
    let width = if array.is_empty() { 1 } else { (all.len() / array.len()).max(1) };
    let number = numbers(&all, parameter.ty).ok()?;
    let exact = |number: Number| match number {
        Number::Integer(value) => (value as f32) as i128 == i128::from(value),
        Number::Unsigned(value) => (value as f32) as i128 == i128::from(value),
        Number::Real(value) => f64::from(value as f32) == value || value.is_nan(),
    };
    let row = (0..all.len()).find(|row| all.is_valid(*row) && !exact(number(*row)))?;
    Some((row / width, number(row).real()))
}

/// The elements of the lists of a column.
fn elements_of_lists<O: OffsetSizeTrait>(list: &GenericListArray<O>) -> ArrayRef {
    let ends = [list.value_offsets().first(), list.value_offsets().last()];
    let [first, last] = ends.map(|offset| offset.map_or(0, |offset| offset.as_usize()));
    list.values().slice(first, last - first)
}
