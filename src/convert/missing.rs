//! Rows without a value.

use super::{argument_type, arrow_type, elements, plain};
use crate::gather::elements_of;
use arrow_array::cast::AsArray;
use arrow_array::types::{Float16Type, Float32Type, Float64Type};
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;
use forlane_cfg::Type;
use forlane_jit::Parameter;

/// The rows of a column, in ascending order, that have no value for a parameter: those without one, NaN for an INTEGER,
/// and rows of an array of which an element has none; the rows of an array are lists if the column has all of it.
pub(crate) fn missing_rows(array: &ArrayRef, parameter: &Parameter, has_lists: bool) -> Vec<usize> {
    let ty = parameter.ty;
    if parameter.text_length().is_some() && !has_lists {
        let nulls = array.logical_nulls().filter(|nulls| nulls.null_count() > 0);
        return nulls.map_or_else(Vec::new, |nulls| (0..array.len()).filter(|row| nulls.is_null(*row)).collect());
    }
    // What can't be a value at all is an error of the conversion.
    let Ok(array) = &plain(array, &argument_type(parameter)) else { return Vec::new() };
    if !has_lists {
        return missing_scalars(array, ty);
    }
    let missing_elements = |elements: &ArrayRef| match parameter.text_length() {
        Some(_) => (0..elements.len()).filter(|at| elements.is_null(*at)).collect(),
        None => missing_scalars(elements, ty),
    };
    let is_short = |row: usize| !missing_elements(&elements_of(array, row)).is_empty();
    let has_none = elements(array).is_none_or(|all| missing_elements(&all).is_empty());
    match (array.null_count(), has_none) {
        (0, true) => Vec::new(),
        _ => (0..array.len()).filter(|row| array.is_null(*row) || !has_none && is_short(*row)).collect(),
    }
}

/// The same of scalars of that type.
fn missing_scalars(array: &ArrayRef, ty: Type) -> Vec<usize> {
    let Ok(array) = &plain(array, &arrow_type(ty)) else { return Vec::new() };
    let is_nan: Option<Box<dyn Fn(usize) -> bool + '_>> = match (ty, array.data_type()) {
        (Type::Integer(_), DataType::Float64) => {
            let values = array.as_primitive::<Float64Type>().values();
            Some(Box::new(|row| values[row].is_nan()))
        }
        (Type::Integer(_), DataType::Float32) => {
            let values = array.as_primitive::<Float32Type>().values();
            Some(Box::new(|row| values[row].is_nan()))
        }
        (Type::Integer(_), DataType::Float16) => {
            let values = array.as_primitive::<Float16Type>().values();
            Some(Box::new(|row| values[row].is_nan()))
        }
        _ => None,
    };
    if array.null_count() == 0 && is_nan.is_none() {
        return Vec::new();
    }
    let is_missing = |row: &usize| array.is_null(*row) || is_nan.as_ref().is_some_and(|is_nan| is_nan(*row));
    (0..array.len()).filter(is_missing).collect()
}
