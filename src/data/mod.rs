//! Tables in files: CSV, Parquet, Arrow IPC and NumPy's `.npz`, read and written in batches of rows.
//!
//! Batches are Arrow record batches for every file format, so that columns that a kernel does not use pass through.

mod arrow_file;
mod boundary;
mod csv_file;
mod error;
mod npy;
mod npz_file;
mod parquet_file;
mod parquet_limits;
mod temporary;

pub(crate) use csv_file::format_value;
pub use error::DataError;
pub use npz_file::read_npy;
use temporary::Temporary;
pub use temporary::remove_at_signals;

use arrow_array::RecordBatch;
use arrow_schema::{DataType, SchemaRef};
use boundary::guarded;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Rows in a batch: large enough for the threads of a machine, small enough to keep memory low.
pub const BATCH_ROWS: usize = 65_536;

/// The formats of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Csv,
    Parquet,
    Arrow,
    Npz,
}

impl Format {
    fn of(path: &Path) -> Result<Format, DataError> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or("").to_ascii_lowercase();
        match ending.as_str() {
            "csv" => Ok(Format::Csv),
            "parquet" => Ok(Format::Parquet),
            "arrow" | "ipc" | "feather" => Ok(Format::Arrow),
            "npz" => Ok(Format::Npz),
            _ => Err(DataError::UnknownFormat { path: path.display().to_string() }),
        }
    }
}

/// Which types the columns of a text format get.
#[derive(Clone, Debug, Default)]
pub struct ColumnTypes {
    /// The types of columns that are needed, by lower-case name.
    pub wanted: BTreeMap<String, DataType>,
    /// Whether the types of the others are found from their values, which costs a pass over the file, or they stay
    /// text.
    pub infer_others: bool,
}

/// No format packs more rows into a byte, but in columns without values. A file that promises more would keep a run
/// busy for nothing.
const MOST_ROWS_OF_A_BYTE: u64 = 1 << 16;

type Batches = Box<dyn Iterator<Item = Result<RecordBatch, DataError>> + Send>;

/// What the reader of a format returns.
struct Table {
    schema: SchemaRef,
    /// The number of rows, if the format records it.
    rows: Option<u64>,
    /// Of any size.
    batches: Batches,
}

/// A table being read.
pub struct Input {
    /// Names and types of the columns.
    pub schema: SchemaRef,
    /// The number of rows, if the format records it.
    pub rows: Option<u64>,
    path: PathBuf,
    /// None after the last one, or after an error.
    batches: Option<Batches>,
    /// Rows of the last batch that have not been returned yet.
    rest: Option<RecordBatch>,
    /// Rows that may still come.
    rows_left: u64,
}

impl Input {
    /// Opens a table; its format follows from the name's ending. `types` matters for CSV only.
    pub fn open(path: &Path, types: &ColumnTypes) -> Result<Input, DataError> {
        let format = Format::of(path)?;
        let bytes = std::fs::metadata(path).map_err(DataError::io(path))?.len();
        let Table { schema, rows, batches } = guarded(path, || match format {
            Format::Csv => csv_file::open(path, types),
            Format::Parquet => parquet_file::open(path),
            Format::Arrow => arrow_file::open(path),
            Format::Npz => npz_file::open(path),
        })?;
        let rows_left = bytes.saturating_mul(MOST_ROWS_OF_A_BYTE);
        Ok(Input { schema, rows, path: path.to_owned(), batches: Some(batches), rest: None, rows_left })
    }

    /// Names of the columns of a table, without reading its rows.
    pub fn column_names(path: &Path) -> Result<Vec<String>, DataError> {
        if Format::of(path)? == Format::Csv {
            return guarded(path, || csv_file::column_names(path));
        }
        let schema = Input::open(path, &ColumnTypes::default())?.schema;
        Ok(schema.fields().iter().map(|field| field.name().clone()).collect())
    }

    /// The next batch of the format's reader that has rows; the reader is not called again after an error.
    fn read(&mut self) -> Result<Option<RecordBatch>, DataError> {
        let Some(mut batches) = self.batches.take() else { return Ok(None) };
        let next = || batches.find(|batch| batch.as_ref().map_or(true, |batch| batch.num_rows() > 0)).transpose();
        let Some(batch) = guarded(&self.path, next)? else { return Ok(None) };
        let rows = batch.num_rows() as u64;
        let Some(left) = self.rows_left.checked_sub(rows) else {
            return Err(DataError::content(&self.path, "the file is corrupt: it promises more rows than it can hold"));
        };
        self.rows_left = left;
        self.batches = Some(batches);
        Ok(Some(batch))
    }
}

impl Iterator for Input {
    type Item = Result<RecordBatch, DataError>;

    /// The next [`BATCH_ROWS`] rows, or fewer.
    fn next(&mut self) -> Option<Self::Item> {
        let batch = match self.rest.take() {
            Some(batch) => batch,
            None => match self.read() {
                Ok(batch) => batch?,
                Err(error) => return Some(Err(error)),
            },
        };
        let rows = batch.num_rows();
        if rows > BATCH_ROWS {
            self.rest = Some(batch.slice(BATCH_ROWS, rows - BATCH_ROWS));
        }
        Some(Ok(batch.slice(0, rows.min(BATCH_ROWS))))
    }
}

/// A format's way to take batches.
trait BatchWriter {
    fn write(&mut self, batch: &RecordBatch) -> Result<(), DataError>;
    fn finish(self: Box<Self>) -> Result<(), DataError>;
}

/// A table being written. It is under a temporary name beside its place until [`Output::finish`]; if it is
/// dropped before, nothing is left after and what was there stays.
pub struct Output {
    writer: Box<dyn BatchWriter>,
    temporary: Temporary,
    path: PathBuf,
}

impl Output {
    /// Begins a table of those columns; its format follows from the name's ending.
    pub fn create(path: &Path, schema: SchemaRef) -> Result<Output, DataError> {
        let format = Format::of(path)?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let (file, temporary) = Temporary::create(folder).map_err(DataError::io(path))?;
        let writer = guarded(path, || {
            Ok::<Box<dyn BatchWriter>, DataError>(match format {
                Format::Csv => Box::new(csv_file::create(path, file, &schema)?),
                Format::Parquet => Box::new(parquet_file::create(path, file, schema)?),
                Format::Arrow => Box::new(arrow_file::create(path, file, &schema)?),
                Format::Npz => Box::new(npz_file::create(path, file, schema)?),
            })
        })?;
        Ok(Output { writer, temporary, path: path.to_owned() })
    }

    /// Whether a format keeps types, so that columns of text must be distinguished from columns of numbers.
    pub fn is_typed(path: &Path) -> bool {
        !matches!(Format::of(path), Ok(Format::Csv))
    }

    /// Checks that the format is known and the folder is there, before any work is done.
    pub fn check_path(path: &Path) -> Result<(), DataError> {
        Format::of(path)?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let metadata = std::fs::metadata(folder).map_err(DataError::io(path))?;
        if metadata.is_dir() && !path.is_dir() {
            return Ok(());
        }
        Err(DataError::content(path, "can't hold a file"))
    }

    /// Adds rows.
    pub fn write(&mut self, batch: &RecordBatch) -> Result<(), DataError> {
        guarded(&self.path, || self.writer.write(batch))
    }

    /// Completes the table and renames it to its final name.
    pub fn finish(self) -> Result<(), DataError> {
        guarded(&self.path, || self.writer.finish())?;
        set_usual_permissions(self.temporary.path(), &self.path)?;
        self.temporary
            .persist(&self.path)
            .map_err(|error| DataError::Io { path: self.path.display().to_string(), source: error.error })
    }
}

/// Temporary files are private; the finished one is as readable as any new file of the user.
#[cfg(unix)]
fn set_usual_permissions(temporary: &Path, path: &Path) -> Result<(), DataError> {
    use std::os::unix::fs::PermissionsExt;
    let mode = std::fs::metadata(path).map_or(0o644, |metadata| metadata.permissions().mode());
    std::fs::set_permissions(temporary, std::fs::Permissions::from_mode(mode)).map_err(DataError::io(path))
}

#[cfg(not(unix))]
fn set_usual_permissions(_temporary: &Path, _path: &Path) -> Result<(), DataError> {
    Ok(())
}
