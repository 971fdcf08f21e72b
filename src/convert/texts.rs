//! Columns of texts as CHARACTER, and back.

use super::{BadValue, Results, looked_up, wrong_type};
use crate::texts::Texts;
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, StringArray};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;
use forlane_cfg::Type;
use forlane_semantics::bytes::{decode, shown};
use std::borrow::Cow;
use std::sync::Arc;

/// The texts of a column, of CHARACTER(`length`) or, without a length, each as long as it is.
///
/// # Errors
/// The first value that is missing or does not fit; a column of something else.
pub(crate) fn texts_of(array: &ArrayRef, length: Option<usize>) -> Result<Texts, BadValue> {
    if let Some(row) = array.logical_nulls().and_then(|nulls| (0..array.len()).find(|row| nulls.is_null(*row))) {
        return Err(BadValue { row, message: "the value is missing".to_owned() });
    }
    let array = &plain(array)?;
    let texts: Vec<&[u8]> = all(array).ok_or_else(|| wrong_type(array, Type::Character))?.flatten().collect();
    Texts::of(texts.iter().copied(), length).map_err(|(row, message)| BadValue { row, message })
}

/// The bytes of the longest text of a column; 0 of a column of something else.
pub(crate) fn longest_text(array: &ArrayRef) -> usize {
    let Ok(array) = plain(array) else { return 0 };
    all(&array).and_then(|texts| texts.flatten().map(<[u8]>::len).max()).unwrap_or(0)
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

impl Results {
    /// The results of CHARACTER arguments of that length as a column of texts, without the blanks at their ends.
    pub(crate) fn into_texts(self, width: usize, rows: usize, valid: Option<NullBuffer>) -> ArrayRef {
        let Results::U8(bytes) = self else { return self.into_column(Type::Character, valid) };
        let text = |row: usize| {
            let text = without_blanks(&bytes[row * width..(row + 1) * width]);
            valid.as_ref().is_none_or(|valid| valid.is_valid(row)).then(|| match str::from_utf8(text) {
                Ok(text) => Cow::Borrowed(text),
                Err(_) => Cow::Owned(shown(&decode(text.to_vec())).into_owned()),
            })
        };
        Arc::new(StringArray::from_iter((0..rows).map(text)))
    }
}

/// A text without the blanks at its end.
fn without_blanks(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|byte| *byte != b' ').map_or(0, |last| last + 1);
    &text[..end]
}
