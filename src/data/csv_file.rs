//! CSV files with a header line.

use super::csv_columns::{Builder, Inferred, MissingWords};
use super::csv_records::Records;
use super::dimensions::{element_name, shape_of};
use super::stream::Stream;
use super::value_text::{format_value, is_writable};
use super::{BATCH_ROWS, BatchReader, BatchWriter, DataError, InputOptions, Place, Sink, Table, TextColumns};
use crate::gather::looked_up;
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::{DataType, Field, FieldRef, Schema, SchemaRef};
use std::collections::HashMap;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

/// The metadata of a column whose cells are as they were written, with quotes and blanks: how its name was.
const WRITTEN: &str = "forlane.written";

/// The metadata of a column of arrays whose elements are cells of their own.
pub(crate) const SPREAD: &str = "forlane.spread";

/// Bytes of the records of a batch, at which it ends even if it has few rows.
const BATCH_BYTES: usize = 64 << 20;

/// A file being read.
struct CsvReader {
    path: PathBuf,
    records: Records,
    missing: MissingWords,
    /// The columns of the table, then those for arguments.
    fields: Vec<FieldRef>,
    /// For each field the column of the file that it holds.
    columns: Vec<usize>,
    /// The number of columns of the table.
    width: usize,
    is_done: bool,
}

/// Opens a file. `types` are those of its columns if they are to be typed.
pub(super) fn open(stream: &Stream, options: &InputOptions, types: Option<&[DataType]>) -> Result<Table, DataError> {
    let (records, names) = header(stream)?;
    let is_written = options.text == TextColumns::AsWritten;
    let field = |(index, (written, name)): (usize, (&str, &String))| {
        let ty = types.and_then(|types| types.get(index)).cloned().unwrap_or(DataType::Utf8);
        let metadata = is_written.then(|| (WRITTEN.to_owned(), written.to_owned()));
        Arc::new(Field::new(name, ty, true).with_metadata(HashMap::from_iter(metadata)))
    };
    let fields: Vec<FieldRef> = records.cells().map(|cell| cell.written).zip(&names).enumerate().map(field).collect();
    let (width, columns) = (fields.len(), (0..fields.len()).collect());
    let schema: SchemaRef = Arc::new(Schema::new(fields.clone()));
    let (path, missing) = (stream.path.clone(), options.missing.clone());
    let reader = CsvReader { path, records, missing, fields, columns, width, is_done: false };
    Ok(Table { schema, rows: None, batches: Box::new(reader) })
}

/// The records after the header line, which is the present one, and the names of the columns.
fn header(stream: &Stream) -> Result<(Records, Vec<String>), DataError> {
    let mut records = Records::new(&stream.path, stream.reader()?);
    if !records.advance()? {
        return Err(DataError::content(&stream.path, "empty: the first line must name the columns"));
    }
    let names = records.cells().map(|cell| cell.value.to_owned()).collect();
    Ok((records, names))
}

/// What all values of each column have in common.
pub(super) fn infer(stream: &Stream, missing: &MissingWords) -> Result<Vec<Inferred>, DataError> {
    let (mut records, names) = header(stream)?;
    let mut inferred = vec![Inferred::default(); names.len()];
    while records.advance()? {
        let columns = inferred.iter_mut().zip(records.cells());
        columns.for_each(|(inferred, cell)| inferred.see(cell, missing));
    }
    Ok(inferred)
}

impl CsvReader {
    fn read(&mut self) -> Result<RecordBatch, DataError> {
        let is_written = |field: &FieldRef| field.metadata().contains_key(WRITTEN);
        let builder = |field| if is_written(field) { Builder::written() } else { Builder::new(field.data_type()) };
        let mut builders: Vec<Builder> = self.fields.iter().map(builder).collect();
        let (mut rows, mut bytes) = (0, 0);
        while rows < BATCH_ROWS && bytes < BATCH_BYTES && !self.is_done {
            if !self.records.advance()? {
                self.is_done = true;
                break;
            }
            self.push_record(&mut builders)?;
            rows += 1;
            bytes += self.records.length();
        }
        let columns = builders.into_iter().map(Builder::finish).collect();
        let options = RecordBatchOptions::new().with_row_count(Some(rows));
        RecordBatch::try_new_with_options(Arc::new(Schema::new(self.fields.clone())), columns, &options)
            .map_err(|error| DataError::content(&self.path, error))
    }

    fn push_record(&self, builders: &mut [Builder]) -> Result<(), DataError> {
        let cells: Vec<_> = self.records.cells().collect();
        if cells.len() != self.width {
            let counted = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
            let path = self.path.display();
            let (found, expected) = (counted(cells.len(), "field"), counted(self.width, "column"));
            let message = format!("{found}, but the header line names {expected}");
            return Err(DataError::Content { path: format!("{path}:{}", self.records.line()), message });
        }
        for (index, builder) in builders.iter_mut().enumerate() {
            builder.push(cells[self.columns[index]], &self.missing).map_err(|message| DataError::Value {
                path: self.path.display().to_string(),
                line: self.records.line(),
                column: self.fields[index].name().clone(),
                message: message + MissingWords::hint(cells[self.columns[index]].value),
            })?;
        }
        Ok(())
    }
}

impl Iterator for CsvReader {
    type Item = Result<RecordBatch, DataError>;

    fn next(&mut self) -> Option<Self::Item> {
        let batch = self.read();
        batch.map_or_else(|error| Some(Err(error)), |batch| (batch.num_rows() > 0).then_some(Ok(batch)))
    }
}

impl BatchReader for CsvReader {
    /// A column of its own, unless the table's has that type: the table's is as it came in.
    fn argument(&mut self, column: usize, ty: &DataType) -> usize {
        let field = &self.fields[column];
        if field.data_type() == ty {
            return column;
        }
        self.fields.push(Arc::new(Field::new(field.name(), ty.clone(), true)));
        self.columns.push(column);
        self.fields.len() - 1
    }
}

pub(super) struct CsvWriter {
    path: PathBuf,
    sink: Sink,
    /// Of each cell of a line, whether it is as it was written.
    is_written: Vec<bool>,
    /// The cells of each column whose elements have one each.
    spread: Vec<Option<usize>>,
}

pub(super) fn create(place: &Place, sink: Sink, schema: &Schema) -> Result<CsvWriter, DataError> {
    let path = &place.path;
    if let Some(field) = schema.fields().iter().find(|field| !is_writable(field.data_type())) {
        let message = format!("column `{}` of type {} can't go into .csv", field.name(), field.data_type());
        return Err(DataError::content(path, format!("{message}; write .arrow or .parquet")));
    }
    let fields = || schema.fields().iter();
    let cells = fields().flat_map(|field| {
        let is_written = field.metadata().contains_key(WRITTEN);
        names_of(field).into_iter().map(move |name| (name, is_written))
    });
    let (names, is_written): (Vec<String>, Vec<bool>) = cells.unzip();
    let spread = fields().map(|field| spread_cells(field)).collect();
    let mut writer = CsvWriter { path: path.clone(), sink, is_written, spread };
    let mut line = String::new();
    for (index, name) in names.iter().enumerate() {
        writer.push_cell(&mut line, index, false, |line| line.push_str(name));
    }
    writer.write_line(&mut line)?;
    Ok(writer)
}

impl CsvWriter {
    /// Adds the cell of that number, which `push` writes, to a line, in quotes if it needs them, as a number does not.
    fn push_cell(&self, line: &mut String, cell: usize, is_number: bool, push: impl FnOnce(&mut String)) {
        if cell > 0 {
            line.push(',');
        }
        let start = line.len();
        push(line);
        let text = &line[start..];
        // An empty line is not a record.
        let is_nothing = text.is_empty() && self.is_written.len() == 1;
        if (self.is_written[cell] || is_number) && !is_nothing {
            return;
        }
        let is_plain = !text.contains(['"', ',', '\n', '\r']) && text.trim().len() == text.len();
        if is_nothing || !is_plain {
            let text = line.split_off(start);
            line.push('"');
            line.push_str(&text.replace('"', "\"\""));
            line.push('"');
        }
    }

    /// Writes a line, and makes it empty for the next one.
    fn write_line(&mut self, line: &mut String) -> Result<(), DataError> {
        line.push('\n');
        self.sink.write_all(line.as_bytes()).map_err(DataError::io(&self.path))?;
        line.clear();
        Ok(())
    }
}

/// The number of cells of a column whose elements have one each.
fn spread_cells(field: &Field) -> Option<usize> {
    match field.data_type() {
        DataType::FixedSizeList(_, width) if field.metadata().contains_key(SPREAD) => Some(*width as usize),
        _ => None,
    }
}

/// The names of a column's cells: `d_1`, `d_2` of the elements of an array, `t_1_1`, `t_2_1` of one of two dimensions.
fn names_of(field: &Field) -> Vec<String> {
    let name = field.metadata().get(WRITTEN).unwrap_or(field.name());
    let Some(cells) = spread_cells(field) else { return vec![name.clone()] };
    let extents = shape_of(field).unwrap_or_else(|| vec![cells as u64]);
    (0..cells).map(|element| element_name(name, &extents, element as u64)).collect()
}

impl BatchWriter for CsvWriter {
    fn write(&mut self, batch: &RecordBatch) -> Result<(), DataError> {
        // The library looks at a whole dictionary to write one of its values.
        let plain = |column: &ArrayRef| match column.data_type() {
            DataType::Dictionary(..) => looked_up(column).map_err(|error| DataError::content(&self.path, error)),
            _ => Ok(Arc::clone(column)),
        };
        let columns: Vec<ArrayRef> = batch.columns().iter().map(plain).collect::<Result<_, _>>()?;
        let mut line = String::new();
        for row in 0..batch.num_rows() {
            let mut cell = 0;
            let mut push = |values: &ArrayRef, at: usize| {
                self.push_cell(&mut line, cell, values.data_type().is_numeric(), |line| {
                    if at < values.len() {
                        format_value(values, at, line);
                    }
                });
                cell += 1;
            };
            for (column, cells) in columns.iter().zip(&self.spread) {
                match cells {
                    None => push(column, row),
                    Some(cells) => {
                        let list = column.as_fixed_size_list();
                        let elements = if list.is_null(row) { list.values().slice(0, 0) } else { list.value(row) };
                        (0..*cells).for_each(|element| push(&elements, element));
                    }
                }
            }
            self.write_line(&mut line)?;
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<(), DataError> {
        self.sink.finish().map_err(DataError::io(&self.path))
    }
}
