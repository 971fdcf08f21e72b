//! Parquet files.

use super::parquet_limits::{CheckedFile, check_footer, ratio};
use super::stream::Stream;
use super::{BATCH_ROWS, BatchWriter, DataError, Table, plain_batches};
use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder};
use parquet::basic::Compression;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use std::fs::File;
use std::path::{Path, PathBuf};

pub(super) fn open(stream: &Stream) -> Result<Table, DataError> {
    let path = &stream.path;
    let file = stream.file.try_clone().map_err(DataError::io(path))?;
    let name = path.to_owned();
    let broken = move |error: ParquetError| DataError::content(&name, format!("not a readable Parquet file: {error}"));
    check_footer(&file).map_err(&broken)?;
    let metadata = ArrowReaderMetadata::load(&file, ArrowReaderOptions::default()).map_err(&broken)?;
    let columns = metadata.metadata().row_groups().iter().flat_map(|group| group.columns());
    let ratio = columns.map(|column| ratio(column.compression())).max().unwrap_or(1);
    let rows = metadata.metadata().file_metadata().num_rows().try_into().ok();
    let builder = ParquetRecordBatchReaderBuilder::new_with_metadata(CheckedFile { file, ratio }, metadata);
    let schema = builder.schema().clone();
    let reader = builder.with_batch_size(BATCH_ROWS).build().map_err(&broken)?;
    let batches = reader.map(move |batch| {
        let batch = batch.map_err(|error| broken(error.into()))?;
        check_elements(&batch).map_err(|error| broken(error.into()))?;
        Ok(batch)
    });
    Ok(Table { schema, rows, batches: plain_batches(batches) })
}

/// The reader takes the levels of a corrupt file as they are, so elements may be missing where the schema excludes it:
/// such a column could be written, but not read again.
fn check_elements(batch: &RecordBatch) -> Result<(), ArrowError> {
    batch.columns().iter().filter(|column| column.data_type().is_nested()).try_for_each(|column| {
        let mut open = vec![column.to_data()];
        while let Some(data) = open.pop() {
            data.validate_nulls()?;
            open.extend_from_slice(data.child_data());
        }
        Ok(())
    })
}

pub(super) struct ParquetWriter {
    path: PathBuf,
    writer: ArrowWriter<File>,
}

pub(super) fn create(path: &Path, file: File, schema: SchemaRef) -> Result<ParquetWriter, DataError> {
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let writer = ArrowWriter::try_new(file, schema, Some(properties)).map_err(|error| written(path, error))?;
    Ok(ParquetWriter { path: path.to_owned(), writer })
}

impl BatchWriter for ParquetWriter {
    fn write(&mut self, batch: &RecordBatch) -> Result<(), DataError> {
        self.writer.write(batch).map_err(|error| written(&self.path, error))
    }

    fn finish(self: Box<Self>) -> Result<(), DataError> {
        self.writer.close().map(drop).map_err(|error| written(&self.path, error))
    }
}

/// An error of writing: that of the file without the library's words around it.
fn written(path: &Path, error: ParquetError) -> DataError {
    match error {
        ParquetError::External(cause) => DataError::content(path, cause),
        error => DataError::content(path, error),
    }
}
