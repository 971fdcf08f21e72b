//! Tables in files: CSV, Parquet, Arrow IPC and NumPy's `.npz`, read and written in batches of rows.
//!
//! Batches are Arrow record batches whatever the file's format, so that what a kernel does not touch passes through.

mod arrow_file;
mod csv_file;
mod npy;
mod npz_file;
mod parquet_file;
mod temporary;

pub(crate) use csv_file::format_value;
pub use npz_file::read_npy;
use temporary::Temporary;
pub use temporary::remove_at_signals;

use arrow_array::RecordBatch;
use arrow_schema::{DataType, SchemaRef};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Rows in a batch: large enough for the threads of a machine, small enough to keep memory low.
pub const BATCH_ROWS: usize = 65_536;

/// What can go wrong with a data file.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// The file can't be opened, read or written.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: String,
        /// Why.
        source: std::io::Error,
    },
    /// The name's ending is not that of a known format.
    #[error("{path}: the format is told by the ending: .csv, .parquet, .arrow or .npz")]
    UnknownFormat {
        /// The file.
        path: String,
    },
    /// The file is not what its name says, or holds what is not supported.
    #[error("{path}: {message}")]
    Content {
        /// The file.
        path: String,
        /// What is wrong.
        message: String,
    },
    /// A value that does not fit its column.
    #[error("{path}:{line}: column `{column}`: {message}")]
    Value {
        /// The file.
        path: String,
        /// Line of the file.
        line: u64,
        /// The column.
        column: String,
        /// What is wrong.
        message: String,
    },
    /// A value that does not fit the kernel.
    #[error("{path}: row {row}: column `{column}`: {message}")]
    Row {
        /// The file.
        path: String,
        /// Row of the table, from 1.
        row: u64,
        /// The column.
        column: String,
        /// What is wrong.
        message: String,
    },
}

impl DataError {
    fn io(path: &Path) -> impl Fn(std::io::Error) -> DataError {
        let path = path.display().to_string();
        move |source| DataError::Io { path: path.clone(), source }
    }

    fn content(path: &Path, message: impl std::fmt::Display) -> DataError {
        DataError::Content { path: path.display().to_string(), message: message.to_string() }
    }
}

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

/// Which types the reader of a text format gives its columns.
#[derive(Clone, Debug, Default)]
pub struct ColumnTypes {
    /// The columns that are asked for, by lower-case name.
    pub wanted: BTreeMap<String, DataType>,
    /// Whether the types of the others are found from their values, which costs a pass over the file, or they stay
    /// text.
    pub infer_others: bool,
}

/// A table being read.
pub struct Input {
    /// Names and types of the columns.
    pub schema: SchemaRef,
    /// Number of rows where the format tells it.
    pub rows: Option<u64>,
    batches: Box<dyn Iterator<Item = Result<RecordBatch, DataError>> + Send>,
}

impl Input {
    /// Opens a table; its format is told by the name's ending. `types` matters for CSV only.
    pub fn open(path: &Path, types: &ColumnTypes) -> Result<Input, DataError> {
        match Format::of(path)? {
            Format::Csv => csv_file::open(path, types),
            Format::Parquet => parquet_file::open(path),
            Format::Arrow => arrow_file::open(path),
            Format::Npz => npz_file::open(path),
        }
    }

    /// Names of the columns of a table, without reading its rows.
    pub fn column_names(path: &Path) -> Result<Vec<String>, DataError> {
        let schema = match Format::of(path)? {
            Format::Csv => return csv_file::column_names(path),
            Format::Parquet => parquet_file::open(path)?.schema,
            Format::Arrow => arrow_file::open(path)?.schema,
            Format::Npz => npz_file::open(path)?.schema,
        };
        Ok(schema.fields().iter().map(|field| field.name().clone()).collect())
    }
}

impl Iterator for Input {
    type Item = Result<RecordBatch, DataError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.batches.next()
    }
}

/// A format's way to take batches.
trait BatchWriter {
    fn write(&mut self, batch: &RecordBatch) -> Result<(), DataError>;
    fn finish(self: Box<Self>) -> Result<(), DataError>;
}

/// A table being written. It stands under a temporary name beside its place until [`Output::finish`]; if it is
/// dropped before, nothing is left behind and what stood there stays.
pub struct Output {
    writer: Box<dyn BatchWriter>,
    temporary: Temporary,
    path: PathBuf,
}

impl Output {
    /// Begins a table of those columns; its format is told by the name's ending.
    pub fn create(path: &Path, schema: SchemaRef) -> Result<Output, DataError> {
        let format = Format::of(path)?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let file = tempfile::Builder::new().prefix(".forlane-").tempfile_in(folder).map_err(DataError::io(path))?;
        let (file, path_of_file) = file.into_parts();
        let temporary = Temporary::new(path_of_file);
        let writer: Box<dyn BatchWriter> = match format {
            Format::Csv => Box::new(csv_file::create(path, file, &schema)?),
            Format::Parquet => Box::new(parquet_file::create(path, file, schema)?),
            Format::Arrow => Box::new(arrow_file::create(path, file, &schema)?),
            Format::Npz => Box::new(npz_file::create(path, file, schema)?),
        };
        Ok(Output { writer, temporary, path: path.to_owned() })
    }

    /// Whether a format keeps types, so that columns of text should be told from columns of numbers.
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
        Err(DataError::content(path, "is no place for a file"))
    }

    /// Adds rows.
    pub fn write(&mut self, batch: &RecordBatch) -> Result<(), DataError> {
        self.writer.write(batch)
    }

    /// Completes the table and gives it its name.
    pub fn finish(self) -> Result<(), DataError> {
        self.writer.finish()?;
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
