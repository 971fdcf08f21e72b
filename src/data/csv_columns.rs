//! Columns of a CSV file as they are read.

use super::csv_records::Cell;
use crate::number::{parse_integer, parse_logical, parse_real4, parse_real8};
use arrow_array::builder::{
    BooleanBuilder, Float32Builder, Float64Builder, Int32Builder, Int64Builder, LargeStringBuilder, StringBuilder,
};
use arrow_array::{ArrayRef, ListArray};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::{DataType, FieldRef};
use std::sync::Arc;

/// The words for a missing value, beside an empty cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MissingWords(Vec<String>);

impl MissingWords {
    /// These words, in either case.
    pub fn new(words: impl IntoIterator<Item = impl AsRef<str>>) -> MissingWords {
        MissingWords(words.into_iter().map(|word| word.as_ref().trim().to_ascii_lowercase()).collect())
    }

    /// Those that programs write.
    pub const USUAL: [&str; 4] = ["NA", "null", "None", "nan"];

    /// That a word which is not a value is one of the usual ones.
    pub(super) fn hint(value: &str) -> &'static str {
        let is_usual = Self::USUAL.iter().any(|word| word.eq_ignore_ascii_case(value));
        if is_usual { "; with --na it is a missing value" } else { "" }
    }

    pub(super) fn contain(&self, value: &str) -> bool {
        value.is_empty() || self.0.iter().any(|word| word.eq_ignore_ascii_case(value))
    }
}

/// A column being read.
pub(super) enum Builder {
    Integer4(Int32Builder),
    Integer8(Int64Builder),
    Real4(Float32Builder),
    Real8(Float64Builder),
    Logical(BooleanBuilder),
    Text(StringBuilder),
    /// For a CHARACTER: between quotes with the blanks at either end.
    Character(LargeStringBuilder),
    /// Text as it is written.
    Written(StringBuilder),
    /// An array in each row, with blanks between its elements.
    Rows {
        field: FieldRef,
        elements: Box<Builder>,
        lengths: Vec<usize>,
        valid: Vec<bool>,
    },
}

impl Builder {
    pub fn new(ty: &DataType) -> Builder {
        match ty {
            DataType::Int32 => Builder::Integer4(Int32Builder::new()),
            DataType::Int64 => Builder::Integer8(Int64Builder::new()),
            DataType::Float32 => Builder::Real4(Float32Builder::new()),
            DataType::Float64 => Builder::Real8(Float64Builder::new()),
            DataType::Boolean => Builder::Logical(BooleanBuilder::new()),
            DataType::List(field) => {
                let elements = Box::new(Builder::new(field.data_type()));
                Builder::Rows { field: field.clone(), elements, lengths: Vec::new(), valid: Vec::new() }
            }
            DataType::LargeUtf8 => Builder::Character(LargeStringBuilder::new()),
            _ => Builder::Text(StringBuilder::new()),
        }
    }

    pub fn written() -> Builder {
        Builder::Written(StringBuilder::new())
    }

    /// Adds a cell; one of the words for a missing value is null, but in a column of text, and so is NaN for an
    /// INTEGER.
    pub fn push(&mut self, cell: Cell<'_>, missing: &MissingWords) -> Result<(), String> {
        let value = cell.value;
        let is_missing = || missing.contain(value);
        match self {
            Builder::Written(builder) => builder.append_value(cell.written),
            Builder::Text(builder) => builder.append_value(cell.text),
            // An empty cell is a text that is empty.
            Builder::Character(builder) if !value.is_empty() && is_missing() => builder.append_null(),
            Builder::Character(builder) => builder.append_value(cell.text),
            Builder::Integer4(builder) if is_missing() || is_nan(value) => builder.append_null(),
            Builder::Integer8(builder) if is_missing() || is_nan(value) => builder.append_null(),
            Builder::Real4(builder) if is_missing() => builder.append_null(),
            Builder::Real8(builder) if is_missing() => builder.append_null(),
            Builder::Logical(builder) if is_missing() => builder.append_null(),
            Builder::Integer4(builder) => {
                let value = parse_integer(value)?;
                builder.append_value(i32::try_from(value).map_err(|_| format!("{value} does not fit INTEGER*4"))?);
            }
            Builder::Integer8(builder) => builder.append_value(parse_integer(value)?),
            Builder::Real4(builder) => builder.append_value(parse_real4(value)?),
            Builder::Real8(builder) => builder.append_value(parse_real8(value)?),
            Builder::Logical(builder) => builder.append_value(parse_logical(value)?),
            Builder::Rows { elements, lengths, valid, .. } => {
                let is_missing = is_missing();
                let words = value.split_whitespace().filter(|_| !is_missing);
                let mut length = 0;
                for word in words {
                    elements.push(Cell::of(word), missing)?;
                    length += 1;
                }
                lengths.push(length);
                valid.push(!is_missing);
            }
        }
        Ok(())
    }

    pub fn finish(self) -> ArrayRef {
        match self {
            Builder::Integer4(mut builder) => Arc::new(builder.finish()),
            Builder::Integer8(mut builder) => Arc::new(builder.finish()),
            Builder::Real4(mut builder) => Arc::new(builder.finish()),
            Builder::Real8(mut builder) => Arc::new(builder.finish()),
            Builder::Logical(mut builder) => Arc::new(builder.finish()),
            Builder::Text(mut builder) | Builder::Written(mut builder) => Arc::new(builder.finish()),
            Builder::Character(mut builder) => Arc::new(builder.finish()),
            Builder::Rows { field, elements, lengths, valid } => {
                let offsets = OffsetBuffer::from_lengths(lengths);
                Arc::new(ListArray::new(field, offsets, elements.finish(), Some(NullBuffer::from(valid))))
            }
        }
    }
}

fn is_nan(value: &str) -> bool {
    value.trim_start_matches(['+', '-']).eq_ignore_ascii_case("nan")
}

/// The values of texts as those of a type; an empty one is a missing value.
///
/// # Errors
/// The first text that is not a value of that type: its number, from 0, and what is wrong.
pub(crate) fn parse_texts(
    texts: impl Iterator<Item = Option<impl AsRef<str>>>,
    ty: &DataType,
) -> Result<ArrayRef, (usize, String)> {
    let (mut builder, missing) = (Builder::new(ty), MissingWords::default());
    for (row, text) in texts.enumerate() {
        let value = text.as_ref().map_or("", |text| text.as_ref().trim());
        builder.push(Cell::of(value), &missing).map_err(|message| (row, message))?;
    }
    Ok(builder.finish())
}

/// The narrowest of INTEGER, REAL, LOGICAL and text that holds all values of a column that were seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Inferred {
    #[default]
    Nothing,
    Integer,
    Real,
    Logical,
    Text,
}

impl Inferred {
    fn of(value: &str) -> Inferred {
        let is_logical = || ["true", "false"].iter().any(|word| value.trim_matches('.').eq_ignore_ascii_case(word));
        match value {
            // A column of `1.0` and `2.0` is one of real numbers, and one of `T` and `1` is text.
            _ if value.parse::<i64>().is_ok() => Inferred::Integer,
            _ if parse_real8(value).is_ok() => Inferred::Real,
            _ if is_logical() => Inferred::Logical,
            _ => Inferred::Text,
        }
    }

    pub fn see(&mut self, cell: Cell<'_>, missing: &MissingWords) {
        if *self != Inferred::Text && !missing.contain(cell.value) {
            *self = self.and(Inferred::of(cell.value));
        }
    }

    /// What both have in common.
    pub fn and(self, other: Inferred) -> Inferred {
        use Inferred::{Integer, Nothing, Real};
        match (self, other) {
            (one, same) if one == same => one,
            (Nothing, one) | (one, Nothing) => one,
            (Integer | Real, Integer | Real) => Real,
            _ => Inferred::Text,
        }
    }

    pub fn ty(self) -> DataType {
        match self {
            Inferred::Integer => DataType::Int64,
            Inferred::Real | Inferred::Nothing => DataType::Float64,
            Inferred::Logical => DataType::Boolean,
            Inferred::Text => DataType::Utf8,
        }
    }
}
