//! Values of columns as text, for tables and CSV files.

use crate::gather::elements_of;
use arrow_array::cast::AsArray;
use arrow_array::types::{
    Decimal128Type, Decimal256Type, Float16Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
    UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, downcast_temporal_array};
use arrow_schema::DataType;
use std::fmt::{self, Write};
use zmij::Buffer as Digits;

/// Whether [`format_value`] writes values of that type.
pub(super) fn is_writable(ty: &DataType) -> bool {
    use DataType::*;
    match ty {
        FixedSizeList(element, _) | List(element) | LargeList(element) => is_writable(element.data_type()),
        Dictionary(_, values) => is_writable(values),
        Decimal128(..) | Decimal256(..) => true,
        Date32 | Date64 | Time32(_) | Time64(_) | Timestamp(..) => true,
        ty if ty.is_floating() => true,
        Boolean | Utf8 | LargeUtf8 | Utf8View | Null => true,
        other => other.is_integer(),
    }
}

/// Writes one value as text: numbers in the shortest form that reads back to the same bits, null as nothing, a row
/// array as its elements between blanks.
pub(crate) fn format_value(column: &ArrayRef, row: usize, out: &mut String) {
    if column.is_null(row) {
        return;
    }
    // Writing to a string can't fail.
    let _ = match column.data_type() {
        DataType::Int32 => write!(out, "{}", column.as_primitive::<Int32Type>().value(row)),
        DataType::Int64 => write!(out, "{}", column.as_primitive::<Int64Type>().value(row)),
        DataType::Float32 => out.write_str(Digits::new().format(column.as_primitive::<Float32Type>().value(row))),
        DataType::Float64 => out.write_str(Digits::new().format(column.as_primitive::<Float64Type>().value(row))),
        DataType::Boolean => write!(out, "{}", column.as_boolean().value(row)),
        DataType::Utf8 => out.write_str(column.as_string::<i32>().value(row)),
        DataType::LargeUtf8 => out.write_str(column.as_string::<i64>().value(row)),
        DataType::FixedSizeList(..) | DataType::List(_) | DataType::LargeList(_) => {
            format_elements(&elements_of(column, row), out)
        }
        _ => format_other(column, row, out),
    };
}

fn format_elements(elements: &ArrayRef, out: &mut String) -> fmt::Result {
    for index in 0..elements.len() {
        if index > 0 {
            out.push(' ');
        }
        format_value(elements, index, out);
    }
    Ok(())
}

/// Writes a value of a type that kernels do not take.
fn format_other(column: &ArrayRef, row: usize, out: &mut String) -> fmt::Result {
    match column.data_type() {
        DataType::Int8 => write!(out, "{}", column.as_primitive::<Int8Type>().value(row)),
        DataType::Int16 => write!(out, "{}", column.as_primitive::<Int16Type>().value(row)),
        DataType::UInt8 => write!(out, "{}", column.as_primitive::<UInt8Type>().value(row)),
        DataType::UInt16 => write!(out, "{}", column.as_primitive::<UInt16Type>().value(row)),
        DataType::UInt32 => write!(out, "{}", column.as_primitive::<UInt32Type>().value(row)),
        DataType::UInt64 => write!(out, "{}", column.as_primitive::<UInt64Type>().value(row)),
        DataType::Utf8View => write!(out, "{}", column.as_string_view().value(row)),
        DataType::Float16 => write!(out, "{:?}", column.as_primitive::<Float16Type>().value(row).to_f32()),
        DataType::Decimal128(..) => write!(out, "{}", column.as_primitive::<Decimal128Type>().value_as_string(row)),
        DataType::Decimal256(..) => write!(out, "{}", column.as_primitive::<Decimal256Type>().value_as_string(row)),
        DataType::Dictionary(..) => {
            let dictionary = column.as_any_dictionary();
            format_value(dictionary.values(), dictionary.normalized_keys()[row], out);
            Ok(())
        }
        DataType::Null => Ok(()),
        other if other.is_temporal() => out.write_str(&moment(column, row).unwrap_or_else(|| format!("({other})"))),
        other => write!(out, "({other})"),
    }
}

/// A date, a time, or both, as ISO 8601 has them, with a blank between both as in Python; what has a time zone is in
/// UTC, and what is in no calendar a number. None of a duration.
fn moment(column: &ArrayRef, row: usize) -> Option<String> {
    let text = downcast_temporal_array!(
        column => match column.data_type() {
            DataType::Date32 | DataType::Date64 => column.value_as_date(row).map(|date| date.to_string()),
            DataType::Time32(_) | DataType::Time64(_) => column.value_as_time(row).map(|time| time.to_string()),
            DataType::Timestamp(_, Some(_)) => column.value_as_datetime(row).map(|moment| format!("{moment}+00:00")),
            _ => column.value_as_datetime(row).map(|moment| moment.to_string()),
        }.unwrap_or_else(|| column.value(row).to_string()),
        _ => return None,
    );
    Some(text)
}
