//! Errors of data files.

use std::path::Path;

/// What can go wrong with a data file.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// No file was given.
    #[error("there is no file to read")]
    NoFile,
    /// The file can't be opened, read or written.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: String,
        /// Why.
        source: std::io::Error,
    },
    /// The name's ending is not that of a known format.
    #[error(
        "{path}: the format is not known from the ending (.csv, .csv.gz, .parquet, .arrow or .npz); give it with \
         --in-format or --out-format"
    )]
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
    /// The path becomes text when there is an error: this is called for each field of a CSV file.
    pub(super) fn io(path: &Path) -> impl Fn(std::io::Error) -> DataError {
        move |source| DataError::Io { path: path.display().to_string(), source }
    }

    pub(super) fn content(path: &Path, message: impl std::fmt::Display) -> DataError {
        DataError::Content { path: path.display().to_string(), message: message.to_string() }
    }
}
