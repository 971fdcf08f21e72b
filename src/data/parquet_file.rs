//! Parquet files.

use super::parquet_limits::{CheckedFile, check_footer, ratio};
use super::stream::Stream;
use super::{BATCH_ROWS, BatchWriter, DataError, Table, plain_batches};
use arrow_array::cast::AsArray;
use arrow_array::types::{
    Date32Type, Date64Type, Time32MillisecondType, Time32SecondType, TimestampMillisecondType, TimestampSecondType,
};
use arrow_array::{ArrayRef, PrimitiveArray, RecordBatch, RecordBatchOptions};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef, TimeUnit};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder};
use parquet::basic::Compression;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What files begin with.
pub(super) const MAGIC: &[u8] = b"PAR1";

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
    schema: SchemaRef,
    writer: ArrowWriter<File>,
}

pub(super) fn create(path: &Path, file: File, schema: SchemaRef) -> Result<ParquetWriter, DataError> {
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let fields =
        schema.fields().iter().map(|field| field.as_ref().clone().with_data_type(stored_type(field.data_type())));
    let schema: SchemaRef =
        Arc::new(Schema::new_with_metadata(fields.collect::<Vec<Field>>(), schema.metadata().clone()));
    let writer = ArrowWriter::try_new(file, schema.clone(), Some(properties)).map_err(|error| written(path, error))?;
    Ok(ParquetWriter { path: path.to_owned(), schema, writer })
}

/// The type that a column has in the file, which knows no seconds and no days in milliseconds: other readers would see
/// plain numbers.
fn stored_type(ty: &DataType) -> DataType {
    match ty {
        DataType::Timestamp(TimeUnit::Second, zone) => DataType::Timestamp(TimeUnit::Millisecond, zone.clone()),
        DataType::Time32(TimeUnit::Second) => DataType::Time32(TimeUnit::Millisecond),
        DataType::Date64 => DataType::Date32,
        other => other.clone(),
    }
}

/// A column as one of its [`stored_type`].
fn stored(column: &ArrayRef) -> Result<ArrayRef, ArrowError> {
    const DAY: i64 = 24 * 60 * 60 * 1000;
    let outside = |value: i64| ArrowError::ComputeError(format!("the time {value} is outside of what can be stored"));
    Ok(match column.data_type() {
        DataType::Timestamp(TimeUnit::Second, zone) => {
            let seconds = column.as_primitive::<TimestampSecondType>();
            let times = seconds.try_unary(|value| value.checked_mul(1000).ok_or_else(|| outside(value)))?;
            Arc::new(PrimitiveArray::<TimestampMillisecondType>::with_timezone_opt(times, zone.clone()))
        }
        DataType::Time32(TimeUnit::Second) => {
            let times = column.as_primitive::<Time32SecondType>();
            let times = times.try_unary(|value| value.checked_mul(1000).ok_or_else(|| outside(value.into())))?;
            Arc::new(times as PrimitiveArray<Time32MillisecondType>)
        }
        DataType::Date64 => {
            let days = column.as_primitive::<Date64Type>();
            let days = days.try_unary(|value| i32::try_from(value.div_euclid(DAY)).map_err(|_| outside(value)))?;
            Arc::new(days as PrimitiveArray<Date32Type>)
        }
        _ => column.clone(),
    })
}

impl BatchWriter for ParquetWriter {
    fn write(&mut self, batch: &RecordBatch) -> Result<(), DataError> {
        let columns = batch.columns().iter().map(stored).collect::<Result<Vec<ArrayRef>, ArrowError>>();
        let options = RecordBatchOptions::new().with_row_count(Some(batch.num_rows()));
        let batch =
            columns.and_then(|columns| RecordBatch::try_new_with_options(self.schema.clone(), columns, &options));
        let batch = batch.map_err(|error| DataError::content(&self.path, error))?;
        self.writer.write(&batch).map_err(|error| written(&self.path, error))
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
