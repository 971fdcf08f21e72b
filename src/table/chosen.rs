//! The rows of a batch that run: a row whose argument has a missing value fails, and of a table with a column that
//! chooses rows, the others are left out.

use super::{Source, TableRun, name_of};
use crate::convert::{missing_rows, truths};
use crate::data::DataError;
use crate::gather::{gather, gather_rows};
use arrow_array::{ArrayRef, RecordBatch, StringArray};
use arrow_schema::ArrowError;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The rows of a batch that run, and why others do not.
pub(super) struct Chosen {
    /// In ascending order.
    rows: Vec<usize>,
    count: usize,
    /// The rows that have a missing value, and of which parameter.
    missing: BTreeMap<usize, usize>,
}

impl TableRun<'_> {
    /// The rows that run, if that is not all of them.
    ///
    /// # Errors
    /// A value that does not say whether its row runs.
    pub(super) fn choose(&self, batch: &RecordBatch) -> Result<Option<Chosen>, DataError> {
        let mut missing = BTreeMap::new();
        if !self.options.strict {
            for (at, (source, parameter)) in self.sources.iter().zip(self.kernel.parameters()).enumerate() {
                let columns = match source {
                    Source::Column(index) | Source::Texts(index, _) => std::slice::from_ref(index),
                    Source::Elements(columns, ..) => &columns[..],
                    _ => continue,
                };
                let is_array = parameter.is_array && parameter.text_length().is_none() || parameter.is_text_array();
                let has_lists = is_array && !matches!(source, Source::Elements(..));
                for row in columns.iter().flat_map(|column| missing_rows(batch.column(*column), parameter, has_lists)) {
                    missing.entry(row).or_insert(at);
                }
            }
        }
        let choosing = self
            .options
            .chosen
            .map(|index| truths(batch.column(index)).map_err(|bad| self.bad_value(name_of(batch, index), bad)));
        let choosing = choosing.transpose()?;
        if choosing.is_none() && missing.is_empty() {
            return Ok(None);
        }
        let is_chosen = |row: &usize| choosing.as_ref().is_none_or(|choosing| choosing[*row]);
        missing.retain(|row, _| is_chosen(row));
        let count = batch.num_rows();
        let rows: Vec<usize> = (0..count).filter(|row| is_chosen(row) && !missing.contains_key(row)).collect();
        Ok((rows.len() < count).then_some(Chosen { rows, count, missing }))
    }
}

impl Chosen {
    /// These rows of the batch.
    pub(super) fn of(&self, batch: &RecordBatch) -> Result<RecordBatch, ArrowError> {
        gather_rows(batch, &self.rows)
    }

    /// A column of the chosen rows as one of all rows; others have no value.
    pub(super) fn spread(&self, column: &ArrayRef) -> Result<ArrayRef, ArrowError> {
        let places = self.of_all(Some);
        gather(column, places.iter().copied())
    }

    /// The statuses of all rows, by those of the chosen ones; a row that was left out has none.
    pub(super) fn statuses(&self, texts: &[Cow<'static, str>], describe: impl Fn(usize) -> String) -> StringArray {
        let mut statuses: Vec<Option<Cow<'static, str>>> = self.of_all(|index| Some(texts[index].clone()));
        for (row, parameter) in &self.missing {
            statuses[*row] = Some(Cow::Owned(describe(*parameter)));
        }
        StringArray::from_iter(statuses)
    }

    /// The rows that fail before they run, and the parameter without a value.
    pub(super) fn failed(&self) -> impl Iterator<Item = (usize, usize)> {
        self.missing.iter().map(|(row, parameter)| (*row, *parameter))
    }

    /// The row of the batch that is the chosen row of that number.
    pub(super) fn row(&self, index: usize) -> usize {
        self.rows[index]
    }

    fn of_all<T: Clone>(&self, of: impl Fn(usize) -> Option<T>) -> Vec<Option<T>> {
        let mut all = vec![None; self.count];
        self.rows.iter().enumerate().for_each(|(index, row)| all[*row] = of(index));
        all
    }
}
