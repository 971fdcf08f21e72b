//! Parquet files.

use super::{BATCH_ROWS, BatchWriter, DataError, Input};
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::basic::Compression;
use parquet::file::properties::WriterProperties;
use std::fs::File;
use std::path::{Path, PathBuf};

pub(super) fn open(path: &Path) -> Result<Input, DataError> {
    let file = File::open(path).map_err(DataError::io(path))?;
    let name = path.to_owned();
    let broken =
        |error: &dyn std::fmt::Display| DataError::content(path, format!("not a readable Parquet file: {error}"));
    let builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(|error| broken(&error))?;
    let rows = builder.metadata().file_metadata().num_rows().try_into().ok();
    let schema = builder.schema().clone();
    let reader = builder.with_batch_size(BATCH_ROWS).build().map_err(|error| broken(&error))?;
    let batches = reader.map(move |batch| {
        batch.map_err(|error| DataError::content(&name, format!("not a readable Parquet file: {error}")))
    });
    Ok(Input { schema, rows, batches: Box::new(batches) })
}

pub(super) struct ParquetWriter {
    path: PathBuf,
    writer: ArrowWriter<File>,
}

pub(super) fn create(path: &Path, file: File, schema: SchemaRef) -> Result<ParquetWriter, DataError> {
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let writer =
        ArrowWriter::try_new(file, schema, Some(properties)).map_err(|error| DataError::content(path, error))?;
    Ok(ParquetWriter { path: path.to_owned(), writer })
}

impl BatchWriter for ParquetWriter {
    fn write(&mut self, batch: &RecordBatch) -> Result<(), DataError> {
        self.writer.write(batch).map_err(|error| DataError::content(&self.path, error))
    }

    fn finish(self: Box<Self>) -> Result<(), DataError> {
        self.writer.close().map(drop).map_err(|error| DataError::content(&self.path, error))
    }
}
