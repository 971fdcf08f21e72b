//! Columns of texts as CHARACTER, and back.

use super::{BadValue, column_of_results, lists, lists_of, wrong_type};
use crate::gather::looked_up;
use crate::texts::Texts;
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, StringArray};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;
use forlane_cfg::Type;
use forlane_jit::OwnedValues;
use forlane_semantics::bytes::{decode, shown};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

/// The texts of a column, of CHARACTER(`length`) or, without a length, in each row as long as the longest of it. For an
/// array each row has a list of them.
///
/// # Errors
/// The first value that is missing or does not fit; a column of something else.
pub(crate) fn texts_of(array: &ArrayRef, is_array: bool, length: Option<usize>) -> Result<Texts, BadValue> {
    let rows = array.len();
    let (count, texts) = if is_array { list_of_texts(array)? } else { (1, plain(array)?) };
    let of_row = |bad: BadValue| BadValue { row: bad.row / count.max(1), ..bad };
    Texts::of(&present(&texts).map_err(of_row)?, (rows, count), length).map_err(|bad| of_element(bad, count, is_array))
}

/// The texts of several columns, one for each element of an array, as [`texts_of`].
///
/// # Errors
/// As [`texts_of`], with the number of the column.
pub(crate) fn texts_of_columns(columns: &[ArrayRef], length: Option<usize>) -> Result<Texts, (usize, BadValue)> {
    let (rows, count) = (columns.first().map_or(0, |column| column.len()), columns.len());
    let numbered = |at: usize| move |bad: BadValue| (at, bad);
    let columns = columns.iter().enumerate().map(|(at, column)| plain(column).map_err(numbered(at)));
    let columns = columns.collect::<Result<Vec<ArrayRef>, _>>()?;
    let texts = columns.iter().enumerate().map(|(at, column)| present(column).map_err(numbered(at)));
    let texts = texts.collect::<Result<Vec<Vec<&[u8]>>, _>>()?;
    let all: Vec<&[u8]> = (0..rows).flat_map(|row| texts.iter().map(move |column| column[row])).collect();
    Texts::of(&all, (rows, count), length).map_err(|bad| (bad.0 % count.max(1), of_element(bad, count, false)))
}

/// All texts of a column.
///
/// # Errors
/// The first one that is missing; a column of something else.
fn present(array: &ArrayRef) -> Result<Vec<&[u8]>, BadValue> {
    if let Some(row) = array.logical_nulls().and_then(|nulls| (0..array.len()).find(|row| nulls.is_null(*row))) {
        return Err(BadValue { row, message: "the value is missing".to_owned() });
    }
    Ok(all(array).ok_or_else(|| wrong_type(array, Type::Character))?.flatten().collect())
}

fn of_element((at, message): (usize, String), count: usize, is_array: bool) -> BadValue {
    let count = count.max(1);
    let message = if is_array { format!("element {}: {message}", at % count + 1) } else { message };
    BadValue { row: at / count, message }
}

/// The number of texts that each row of a column of lists has, and all texts.
fn list_of_texts(array: &ArrayRef) -> Result<(usize, ArrayRef), BadValue> {
    let (count, texts) = lists_of(array, Type::Character, &DataType::LargeUtf8)?;
    let texts = plain(&texts).map_err(|bad| BadValue { row: bad.row / count.max(1), ..bad })?;
    Ok((count, texts))
}

/// The bytes of the longest texts of a column, those of a row together; 0 of a column of something else.
pub(crate) fn longest_texts(array: &ArrayRef, is_array: bool) -> usize {
    let found = if is_array { list_of_texts(array) } else { plain(array).map(|texts| (1, texts)) };
    let Ok((count, texts)) = found else { return 0 };
    let longest = all(&texts).and_then(|texts| texts.flatten().map(<[u8]>::len).max());
    longest.unwrap_or(0).saturating_mul(count)
}

/// The column, without a dictionary.
fn plain(array: &ArrayRef) -> Result<ArrayRef, BadValue> {
    match array.data_type() {
        DataType::Dictionary(..) => looked_up(array).map_err(|error| BadValue { row: 0, message: error.to_string() }),
        _ => Ok(array.clone()),
    }
}

/// All texts of a column; none of a column of something else.
fn all(array: &ArrayRef) -> Option<Box<dyn Iterator<Item = Option<&[u8]>> + '_>> {
    Some(match array.data_type() {
        DataType::Utf8 => Box::new(array.as_string::<i32>().iter().map(|text| text.map(str::as_bytes))),
        DataType::LargeUtf8 => Box::new(array.as_string::<i64>().iter().map(|text| text.map(str::as_bytes))),
        DataType::Utf8View => Box::new(array.as_string_view().iter().map(|text| text.map(str::as_bytes))),
        DataType::Binary => Box::new(array.as_binary::<i32>().iter()),
        DataType::LargeBinary => Box::new(array.as_binary::<i64>().iter()),
        _ => return None,
    })
}

/// The results of a CHARACTER argument, whose texts lie as those that it started with, as a column of texts without
/// the blanks at their ends, or of lists of them.
pub(crate) fn texts_of_results(
    results: OwnedValues,
    (texts, is_array): (&Texts, bool),
    rows: usize,
    valid: Option<NullBuffer>,
) -> ArrayRef {
    let OwnedValues::U8(bytes) = results else { return column_of_results(results, Type::Character, valid) };
    let shown = |place: Range<usize>| {
        let text = without_blanks(&bytes[place]);
        match str::from_utf8(text) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => Cow::Owned(shown(&decode(text.to_vec())).into_owned()),
        }
    };
    if is_array {
        let elements: StringArray = (0..rows).flat_map(|row| texts.of_row(row)).map(|at| Some(shown(at))).collect();
        return lists(Type::Character, Arc::new(elements), texts.count, rows, valid);
    }
    let text = |row: usize| {
        let is_there = valid.as_ref().is_none_or(|valid| valid.is_valid(row));
        is_there.then(|| texts.of_row(row).next().map(shown)).flatten()
    };
    Arc::new(StringArray::from_iter((0..rows).map(text)))
}

/// A text without the blanks at its end.
fn without_blanks(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|byte| *byte != b' ').map_or(0, |last| last + 1);
    &text[..end]
}
