//! CSV files with a header line.

use super::{BATCH_ROWS, BatchWriter, ColumnTypes, DataError, Table};
use crate::number::{parse_integer, parse_logical, parse_real4, parse_real8};
use arrow_array::builder::{BooleanBuilder, Float32Builder, Float64Builder, Int32Builder, Int64Builder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, Float64Type, Int32Type, Int64Type};
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use csv::StringRecord;
use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn reader(path: &Path) -> Result<(csv::Reader<File>, Vec<String>), DataError> {
    let file = File::open(path).map_err(DataError::io(path))?;
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(file);
    let header = reader.headers().map_err(|error| csv_error(path, &error))?;
    let names: Vec<String> = header.iter().map(|name| name.trim_start_matches('\u{feff}').to_owned()).collect();
    if names.is_empty() {
        return Err(DataError::content(path, "empty: the first line must name the columns"));
    }
    Ok((reader, names))
}

fn csv_error(path: &Path, error: &csv::Error) -> DataError {
    let line = error.position().map_or(0, csv::Position::line);
    match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => DataError::Content {
            path: format!("{}:{line}", path.display()),
            message: format!(
                "{len} {}, but the header line names {expected_len} columns",
                if *len == 1 { "field" } else { "fields" }
            ),
        },
        csv::ErrorKind::Utf8 { .. } => DataError::content(path, format!("line {line} is not text in UTF-8")),
        csv::ErrorKind::Io(_) => DataError::content(path, error),
        _ => DataError::Content { path: format!("{}:{line}", path.display()), message: error.to_string() },
    }
}

pub(super) fn column_names(path: &Path) -> Result<Vec<String>, DataError> {
    reader(path).map(|(_, names)| names)
}

pub(super) fn open(path: &Path, types: &ColumnTypes) -> Result<Table, DataError> {
    let inferred = if types.infer_others { infer(path)? } else { Vec::new() };
    let (mut reader, names) = reader(path)?;
    let fields: Vec<Field> = names
        .iter()
        .enumerate()
        .map(|(index, name)| {
            let wanted = types.wanted.get(&name.to_ascii_lowercase());
            let other = || inferred.get(index).cloned().unwrap_or(DataType::Utf8);
            Field::new(name, wanted.cloned().unwrap_or_else(other), true)
        })
        .collect();
    let schema: SchemaRef = Arc::new(Schema::new(fields));
    let path = path.to_owned();
    let batch_schema = schema.clone();
    let mut finished = false;
    let batches = std::iter::from_fn(move || {
        if finished {
            return None;
        }
        let batch = read_batch(&path, &mut reader, &batch_schema);
        finished = !matches!(&batch, Ok(batch) if batch.num_rows() == BATCH_ROWS);
        match batch {
            Ok(batch) if batch.num_rows() == 0 => None,
            batch => Some(batch),
        }
    });
    Ok(Table { schema, rows: None, batches: Box::new(batches) })
}

/// The narrowest of INTEGER, REAL, LOGICAL and text that holds all values of each column.
fn infer(path: &Path) -> Result<Vec<DataType>, DataError> {
    let (mut reader, names) = reader(path)?;
    let candidates = [DataType::Int64, DataType::Float64, DataType::Boolean, DataType::Utf8];
    let mut rank = vec![0; names.len()];
    let mut record = StringRecord::new();
    while reader.read_record(&mut record).map_err(|error| csv_error(path, &error))? {
        for (rank, field) in rank.iter_mut().zip(&record) {
            let fits = |rank: usize| match rank {
                0 => parse_integer(field).is_ok(),
                1 => parse_real8(field).is_ok(),
                2 => parse_logical(field).is_ok(),
                _ => true,
            };
            while !field.is_empty() && !fits(*rank) {
                *rank += 1;
            }
        }
    }
    Ok(rank.into_iter().map(|rank| candidates[rank].clone()).collect())
}

/// A column being read.
enum Builder {
    Integer4(Int32Builder),
    Integer8(Int64Builder),
    Real4(Float32Builder),
    Real8(Float64Builder),
    Logical(BooleanBuilder),
    Text(StringBuilder),
}

impl Builder {
    fn new(ty: &DataType) -> Builder {
        match ty {
            DataType::Int32 => Builder::Integer4(Int32Builder::new()),
            DataType::Int64 => Builder::Integer8(Int64Builder::new()),
            DataType::Float32 => Builder::Real4(Float32Builder::new()),
            DataType::Float64 => Builder::Real8(Float64Builder::new()),
            DataType::Boolean => Builder::Logical(BooleanBuilder::new()),
            _ => Builder::Text(StringBuilder::new()),
        }
    }

    /// Adds a field; an empty one is null, as what it means depends on the reader.
    fn push(&mut self, field: &str) -> Result<(), String> {
        match self {
            Builder::Text(builder) => builder.append_value(field),
            Builder::Integer4(builder) if field.is_empty() => builder.append_null(),
            Builder::Integer8(builder) if field.is_empty() => builder.append_null(),
            Builder::Real4(builder) if field.is_empty() => builder.append_null(),
            Builder::Real8(builder) if field.is_empty() => builder.append_null(),
            Builder::Logical(builder) if field.is_empty() => builder.append_null(),
            Builder::Integer4(builder) => {
                let value = parse_integer(field)?;
                builder.append_value(i32::try_from(value).map_err(|_| format!("{value} does not fit INTEGER*4"))?);
            }
            Builder::Integer8(builder) => builder.append_value(parse_integer(field)?),
            Builder::Real4(builder) => builder.append_value(parse_real4(field)?),
            Builder::Real8(builder) => builder.append_value(parse_real8(field)?),
            Builder::Logical(builder) => builder.append_value(parse_logical(field)?),
        }
        Ok(())
    }

    fn finish(self) -> ArrayRef {
        match self {
            Builder::Integer4(mut builder) => Arc::new(builder.finish()),
            Builder::Integer8(mut builder) => Arc::new(builder.finish()),
            Builder::Real4(mut builder) => Arc::new(builder.finish()),
            Builder::Real8(mut builder) => Arc::new(builder.finish()),
            Builder::Logical(mut builder) => Arc::new(builder.finish()),
            Builder::Text(mut builder) => Arc::new(builder.finish()),
        }
    }
}

fn read_batch(path: &Path, reader: &mut csv::Reader<File>, schema: &SchemaRef) -> Result<RecordBatch, DataError> {
    let mut builders: Vec<Builder> = schema.fields().iter().map(|field| Builder::new(field.data_type())).collect();
    let mut record = StringRecord::new();
    let mut rows = 0;
    while rows < BATCH_ROWS && reader.read_record(&mut record).map_err(|error| csv_error(path, &error))? {
        for (index, (builder, field)) in builders.iter_mut().zip(&record).enumerate() {
            builder.push(field).map_err(|message| DataError::Value {
                path: path.display().to_string(),
                line: record.position().map_or(0, csv::Position::line),
                column: schema.field(index).name().clone(),
                message,
            })?;
        }
        rows += 1;
    }
    let columns = builders.into_iter().map(Builder::finish).collect();
    let options = RecordBatchOptions::new().with_row_count(Some(rows));
    RecordBatch::try_new_with_options(schema.clone(), columns, &options)
        .map_err(|error| DataError::content(path, error))
}

pub(super) struct CsvWriter {
    path: PathBuf,
    writer: csv::Writer<BufWriter<File>>,
}

pub(super) fn create(path: &Path, file: File, schema: &Schema) -> Result<CsvWriter, DataError> {
    if let Some(field) = schema.fields().iter().find(|field| !is_writable(field.data_type())) {
        let message = format!("column `{}` of type {} can't go into .csv", field.name(), field.data_type());
        return Err(DataError::content(path, format!("{message}; write .arrow or .parquet")));
    }
    let mut writer = csv::Writer::from_writer(BufWriter::new(file));
    writer
        .write_record(schema.fields().iter().map(|field| field.name()))
        .map_err(|error| DataError::content(path, error))?;
    Ok(CsvWriter { path: path.to_owned(), writer })
}

/// Whether [`format_value`] writes values of that type.
fn is_writable(ty: &DataType) -> bool {
    use DataType::{Boolean, FixedSizeList, Float32, Float64, LargeUtf8, Null, Utf8, Utf8View};
    match ty {
        FixedSizeList(element, _) => is_writable(element.data_type()),
        Float32 | Float64 | Boolean | Utf8 | LargeUtf8 | Utf8View | Null => true,
        other => other.is_integer(),
    }
}

impl BatchWriter for CsvWriter {
    fn write(&mut self, batch: &RecordBatch) -> Result<(), DataError> {
        let columns: Vec<&ArrayRef> = batch.columns().iter().collect();
        let mut text = String::new();
        for row in 0..batch.num_rows() {
            for column in &columns {
                text.clear();
                format_value(column, row, &mut text);
                self.writer.write_field(&text).map_err(|error| DataError::content(&self.path, error))?;
            }
            self.writer.write_record(None::<&[u8]>).map_err(|error| DataError::content(&self.path, error))?;
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<(), DataError> {
        let buffer = self.writer.into_inner().map_err(|error| DataError::content(&self.path, error.error()))?;
        buffer.into_inner().map_err(|error| DataError::io(&self.path)(error.into_error()))?;
        Ok(())
    }
}

/// Writes one value as text: numbers in the shortest form that reads back to the same bits, null as nothing, a row
/// array as its elements between blanks.
pub(crate) fn format_value(column: &ArrayRef, row: usize, out: &mut String) {
    use std::fmt::Write;
    if column.is_null(row) {
        return;
    }
    // Writing to a string can't fail.
    let _ = match column.data_type() {
        DataType::Int32 => write!(out, "{}", column.as_primitive::<Int32Type>().value(row)),
        DataType::Int64 => write!(out, "{}", column.as_primitive::<Int64Type>().value(row)),
        DataType::Float32 => write!(out, "{:?}", column.as_primitive::<Float32Type>().value(row)),
        DataType::Float64 => write!(out, "{:?}", column.as_primitive::<Float64Type>().value(row)),
        DataType::Boolean => write!(out, "{}", column.as_boolean().value(row)),
        DataType::Utf8 => write!(out, "{}", column.as_string::<i32>().value(row)),
        DataType::LargeUtf8 => write!(out, "{}", column.as_string::<i64>().value(row)),
        DataType::FixedSizeList(..) => {
            let elements = column.as_fixed_size_list().value(row);
            for index in 0..elements.len() {
                if index > 0 {
                    out.push(' ');
                }
                format_value(&elements, index, out);
            }
            Ok(())
        }
        _ => crate::convert::format_other(column, row, out),
    };
}
