//! Tables in files: CSV, Parquet, Arrow IPC and NumPy's `.npz`, read and written in batches of rows.
//!
//! Batches are Arrow record batches for every file format, so that columns that a kernel does not use pass through.

mod arrow_file;
mod boundary;
mod csv_columns;
mod csv_file;
mod csv_records;
mod dimensions;
mod error;
mod input;
mod nested;
mod npy;
mod npz_file;
mod npz_output;
mod output;
mod parquet_file;
mod parquet_limits;
mod place;
mod sink;
mod stream;
mod temporary;
mod value_text;

pub(crate) use crate::number::shortened;
pub use csv_columns::MissingWords;
pub(crate) use csv_columns::parse_texts;
pub(crate) use csv_file::SPREAD;
pub(crate) use dimensions::{COMPLEX, SHAPE, element_name, shape_of};
pub use error::DataError;
pub use input::Input;
pub use npz_file::{ArrayOrder, NpyArray, read_npy};
pub use output::Output;
pub use place::{Format, Place};
pub use temporary::{INTERRUPTED, interrupt_at_signal, remove_at_signals};
pub(crate) use value_text::format_value;

use arrow_array::RecordBatch;
use arrow_schema::{DataType, SchemaRef};
use sink::Sink;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// Rows in a batch that is read: few, to keep memory low.
pub const BATCH_ROWS: usize = 65_536;

/// Rows in a batch that need not be read: more for several threads, which take some time to begin and end together.
pub fn batch_rows(threads: usize) -> usize {
    match threads {
        0 | 1 => BATCH_ROWS,
        threads => threads.saturating_mul(2 * BATCH_ROWS),
    }
}

/// How the columns of a format that holds text are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextColumns {
    /// As text, without quotes, and without blanks at either end unless they are between quotes.
    #[default]
    Text,
    /// As text as it is written; a CSV file gets it back byte for byte.
    AsWritten,
    /// By the narrowest of INTEGER, REAL, LOGICAL and text that holds all values of a column, which costs a pass over
    /// the file.
    Typed,
}

/// How tables are read.
#[derive(Clone, Debug, Default)]
pub struct InputOptions {
    /// The columns of text.
    pub text: TextColumns,
    /// Words for a missing value.
    pub missing: MissingWords,
    /// Counts the bytes that are read of text and of pipes.
    pub bytes_read: Arc<AtomicU64>,
}

/// No format packs more rows into a byte, but in columns without values. A file that promises more would keep a run
/// busy for nothing.
const MOST_ROWS_OF_A_BYTE: u64 = 1 << 16;

/// What reads the batches of a file, of any size.
trait BatchReader: Iterator<Item = Result<RecordBatch, DataError>> + Send {
    /// The column of the batches that has the values of a column of the table for an argument of that type.
    fn argument(&mut self, column: usize, ty: &DataType) -> usize;
}

/// A reader of batches that have types already.
struct PlainBatches<I>(I);

impl<I: Iterator<Item = Result<RecordBatch, DataError>>> Iterator for PlainBatches<I> {
    type Item = Result<RecordBatch, DataError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next()
    }
}

impl<I: Iterator<Item = Result<RecordBatch, DataError>> + Send> BatchReader for PlainBatches<I> {
    fn argument(&mut self, column: usize, _ty: &DataType) -> usize {
        column
    }
}

fn plain_batches(
    batches: impl Iterator<Item = Result<RecordBatch, DataError>> + Send + 'static,
) -> Box<dyn BatchReader> {
    Box::new(PlainBatches(batches))
}

/// What the reader of a format returns.
struct Table {
    schema: SchemaRef,
    /// The number of rows, if the format records it.
    rows: Option<u64>,
    batches: Box<dyn BatchReader>,
}

/// A format's way to take batches.
trait BatchWriter: Send {
    fn write(&mut self, batch: &RecordBatch) -> Result<(), DataError>;
    fn finish(self: Box<Self>) -> Result<(), DataError>;
}
