//! The table of results: its columns, and what the rows of a batch gave.

use super::bound::Bound;
use super::chosen::Chosen;
use super::names::status_name;
use super::rows::Rows;
use super::{Source, TableError, TableRun};
use crate::convert::{arrow_type, column_of_results, lists_of_results, rows_field, texts_of_results};
use crate::data::{COMPLEX, SHAPE, SPREAD};
use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions, StringArray};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use forlane_cfg::Type;
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

impl TableRun<'_> {
    /// The columns of the result: those of the input first. The batch determines the number of elements of each row
    /// array.
    pub fn schema(&self, batch: Option<&RecordBatch>) -> Result<SchemaRef, TableError> {
        let mut fields: Vec<Arc<Field>> = self.input.fields().iter().cloned().collect();
        for output in &self.outputs {
            let parameter = &self.kernel.parameters()[output.parameter];
            let is_text = parameter.text_length().is_some();
            let ty = if is_text && !parameter.is_text_array() {
                DataType::Utf8
            } else if parameter.is_array {
                let width = match (&self.sources[output.parameter], batch) {
                    (Source::Column(index), Some(batch)) => match self.widths[output.parameter] {
                        Some(width) => width,
                        None => self.rows(batch, *index, parameter)?.0,
                    },
                    (Source::Texts(..), Some(_)) if let Some(width) = self.widths[output.parameter] => width,
                    (Source::Column(index) | Source::Texts(index, _), None) => {
                        match self.input.fields().get(*index).map(|field| field.data_type()) {
                            Some(DataType::FixedSizeList(_, width)) => *width as usize,
                            _ => 0,
                        }
                    }
                    (Source::Zeros(shape) | Source::Repeated(_, shape), _) => shape.count(),
                    (Source::Blanks(shape) | Source::Elements(_, shape, _), _) => shape.count(),
                    _ => 0,
                };
                let element = if is_text { Type::Character } else { parameter.ty };
                DataType::FixedSizeList(rows_field(element), width as i32)
            } else {
                arrow_type(parameter.ty)
            };
            // An array that is assigned has the shape that it had.
            let (metadata, is_spread) = match &self.sources[output.parameter] {
                Source::Column(index) | Source::Texts(index, _) => {
                    let field = self.input.fields().get(*index);
                    let is_shape = |(key, _): &(&String, &String)| [SHAPE, COMPLEX].contains(&key.as_str());
                    let shape = field.into_iter().flat_map(|field| field.metadata()).filter(is_shape);
                    (shape.map(|(key, value)| (key.clone(), value.clone())).collect(), parameter.is_text_array())
                }
                Source::Zeros(shape) | Source::Repeated(_, shape) => (shape.metadata(), true),
                Source::Blanks(shape) | Source::Elements(_, shape, _) => (shape.metadata(), true),
                _ => (Vec::new(), false),
            };
            let spread = is_spread.then(|| (SPREAD.to_owned(), String::new()));
            let metadata = HashMap::from_iter(metadata.into_iter().chain(spread));
            fields.push(Arc::new(Field::new(&output.name, ty, true).with_metadata(metadata)));
        }
        if self.options.has_status {
            let is_nullable = self.options.chosen.is_some();
            fields.push(Arc::new(Field::new(status_name(&fields), DataType::Utf8, is_nullable)));
        }
        Ok(Arc::new(Schema::new(fields)))
    }

    /// The result: the columns of the batch, and what the part of it that ran gave.
    pub(super) fn assemble(
        &self,
        batch: &RecordBatch,
        part: &RecordBatch,
        rows: Rows,
        missing: &[Vec<usize>],
        chosen: Option<&Chosen>,
    ) -> Result<RecordBatch, TableError> {
        let Rows { bound, mut results, statuses, has_failed, .. } = rows;
        let returned = has_failed.then(|| NullBuffer::from_iter(statuses.iter().map(|status| *status == 0)));
        let mut columns: Vec<ArrayRef> = batch.columns()[..self.input.fields().len()].to_vec();
        for output in &self.outputs {
            let ty = self.kernel.parameters()[output.parameter].ty;
            let Some(results) = results[output.parameter].take() else { continue };
            let valid = match &missing[output.parameter][..] {
                [] => returned.clone(),
                missing => Some(NullBuffer::from_iter(
                    (statuses.iter().enumerate())
                        .map(|(row, status)| *status == 0 && missing.binary_search(&row).is_err()),
                )),
            };
            let is_array = self.kernel.parameters()[output.parameter].is_text_array();
            let column = match &bound[output.parameter] {
                Bound::Texts(texts) => texts_of_results(results, (texts, is_array), statuses.len(), valid),
                bound => match bound.width() {
                    Some(width) => lists_of_results(results, ty, (width, statuses.len()), valid),
                    None => column_of_results(results, ty, valid),
                },
            };
            columns.push(chosen.map_or(Ok(column.clone()), |chosen| chosen.spread(&column))?);
        }
        if self.options.has_status {
            let text = statuses.iter().map(|status| match status {
                0 => Cow::Borrowed(RETURNED),
                failed => Cow::Owned(self.describe_status(*failed)),
            });
            columns.push(Arc::new(match chosen {
                None if !has_failed => all_returned(statuses.len()),
                None => StringArray::from_iter_values(text),
                Some(chosen) => {
                    chosen.statuses(&text.collect::<Vec<_>>(), |parameter| self.describe_missing(parameter))
                }
            }));
        }
        let options = RecordBatchOptions::new().with_row_count(Some(batch.num_rows()));
        Ok(RecordBatch::try_new_with_options(self.schema(Some(part))?, columns, &options)?)
    }
}

/// The status of a row that has returned.
const RETURNED: &str = "ok";

/// The statuses of that many rows, all of which have returned.
fn all_returned(rows: usize) -> StringArray {
    let lengths = OffsetBuffer::from_repeated_length(RETURNED.len(), rows);
    StringArray::new(lengths, RETURNED.repeat(rows).into_bytes().into(), None)
}
