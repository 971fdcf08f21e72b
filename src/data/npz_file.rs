//! NumPy's `.npz` archives of columns, and single arrays in `.npy`.

use super::{BATCH_ROWS, BatchWriter, DataError, Input};
use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, Float64Type, Int32Type, Int64Type};
use arrow_array::{
    Array, ArrayRef, BooleanArray, FixedSizeListArray, Float32Array, Float64Array, Int32Array, Int64Array, RecordBatch,
    StringArray, UInt64Array,
};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use npyz::npz::{NpzArchive, NpzWriter};
use npyz::{DType, NpyFile, NpyWriter, Order, TypeChar, WriterBuilder};
use num_complex::Complex;
use std::fs::File;
use std::io::{BufReader, BufWriter, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// An array of a file: its shape, and its elements in the order that its last index runs fastest.
pub struct NpyArray {
    /// Extent of each dimension, in elements.
    pub shape: Vec<u64>,
    /// The elements.
    pub elements: ArrayRef,
}

/// Reads one array from a `.npy` file, in Fortran's array element order: element (i, j) of a matrix is that of NumPy,
/// counted from 0. Fails on a file that is no such array.
pub fn read_npy(path: &Path) -> Result<NpyArray, DataError> {
    let file = File::open(path).map_err(DataError::io(path))?;
    let array = NpyFile::new(BufReader::new(file))
        .map_err(|error| DataError::content(path, format!("not a NumPy array: {error}")))?;
    let is_in_fortran_order = array.order() == Order::Fortran;
    let array = elements(path, "", array)?;
    if is_in_fortran_order || array.shape.len() < 2 {
        return Ok(array);
    }
    let order = UInt64Array::from(array_element_order(&array.shape));
    let elements =
        arrow_select::take::take(&array.elements, &order, None).map_err(|error| DataError::content(path, error))?;
    Ok(NpyArray { elements, ..array })
}

/// For each element in Fortran's order, where the first index runs fastest, its place where the last one does.
fn array_element_order(shape: &[u64]) -> Vec<u64> {
    let count: u64 = shape.iter().product();
    let place = |mut element: u64| {
        let mut stride = count;
        let mut place = 0;
        for extent in shape {
            stride /= extent;
            place += element % extent * stride;
            element /= extent;
        }
        place
    };
    (0..count).map(place).collect()
}

fn elements<R: Read>(path: &Path, name: &str, array: NpyFile<R>) -> Result<NpyArray, DataError> {
    let shape = array.shape().to_vec();
    let what = if name.is_empty() { String::new() } else { format!("array `{name}`: ") };
    let broken = |message: &dyn std::fmt::Display| DataError::content(path, format!("{what}{message}"));
    let DType::Plain(ty) = array.dtype() else {
        return Err(broken(&"structured arrays are not supported"));
    };
    let failed = |error: std::io::Error| broken(&error);
    let elements: ArrayRef = match (ty.type_char(), ty.size_field()) {
        (TypeChar::Float, 8) => Arc::new(Float64Array::from(array.into_vec::<f64>().map_err(failed)?)),
        (TypeChar::Float, 4) => Arc::new(Float32Array::from(array.into_vec::<f32>().map_err(failed)?)),
        (TypeChar::Int, 8) => Arc::new(Int64Array::from(array.into_vec::<i64>().map_err(failed)?)),
        (TypeChar::Int, 4) => Arc::new(Int32Array::from(array.into_vec::<i32>().map_err(failed)?)),
        (TypeChar::UnicodeStr | TypeChar::ByteStr, _) => {
            Arc::new(StringArray::from(array.into_vec::<String>().map_err(failed)?))
        }
        (TypeChar::Bool, _) => Arc::new(BooleanArray::from(array.into_vec::<bool>().map_err(failed)?)),
        _ => {
            return Err(broken(&format!(
                "elements of NumPy type {ty} are not supported (f8, f4, i8, i4, b1, U and S are; in .npz also c16 and c8)"
            )));
        }
    };
    Ok(NpyArray { shape, elements })
}

/// An array with its name; one of complex numbers as two, which a kernel takes as a COMPLEX argument.
fn arrays<R: Read>(path: &Path, name: &str, array: NpyFile<R>) -> Result<Vec<(String, NpyArray)>, DataError> {
    let broken = |error: std::io::Error| DataError::content(path, format!("array `{name}`: {error}"));
    let shape = array.shape().to_vec();
    let ty = match array.dtype() {
        DType::Plain(ty) if ty.type_char() == TypeChar::Complex => ty,
        _ => return Ok(vec![(name.to_owned(), elements(path, name, array)?)]),
    };
    let (re, im): (ArrayRef, ArrayRef) = match ty.size_field() {
        16 => {
            let values = array.into_vec::<Complex<f64>>().map_err(broken)?;
            let part =
                |part: fn(&Complex<f64>) -> f64| Arc::new(Float64Array::from_iter_values(values.iter().map(part)));
            (part(|value| value.re), part(|value| value.im))
        }
        8 => {
            let values = array.into_vec::<Complex<f32>>().map_err(broken)?;
            let part =
                |part: fn(&Complex<f32>) -> f32| Arc::new(Float32Array::from_iter_values(values.iter().map(part)));
            (part(|value| value.re), part(|value| value.im))
        }
        _ => {
            let message = format!("array `{name}`: elements of NumPy type {ty} are not supported (c16 and c8 are)");
            return Err(DataError::content(path, message));
        }
    };
    let part = |name, elements| (name, NpyArray { shape: shape.clone(), elements });
    Ok(vec![part(format!("{name}.re"), re), part(format!("{name}.im"), im)])
}

pub(super) fn open(path: &Path) -> Result<Input, DataError> {
    let file = File::open(path).map_err(DataError::io(path))?;
    let mut archive = NpzArchive::new(BufReader::new(file))
        .map_err(|error| DataError::content(path, format!("not a NumPy archive: {error}")))?;
    let names = array_names(&mut archive).map_err(|error| DataError::content(path, error))?;
    let mut fields = Vec::new();
    let mut columns: Vec<ArrayRef> = Vec::new();
    let mut rows: Option<(u64, String)> = None;
    for name in names {
        let array = archive
            .by_name(&name)
            .map_err(|error| DataError::content(path, format!("array `{name}`: {error}")))?
            .ok_or_else(|| DataError::content(path, format!("array `{name}` can't be found")))?;
        if array.order() == Order::Fortran && array.shape().len() > 1 {
            let message = format!("array `{name}` is in Fortran order; save numpy.ascontiguousarray(…) of it");
            return Err(DataError::content(path, message));
        }
        for (name, array) in arrays(path, &name, array)? {
            let (count, column) = column_of(path, &name, array)?;
            match &rows {
                Some((rows, first)) if *rows != count => {
                    let message = format!("array `{name}` has {count} rows, but `{first}` has {rows}");
                    return Err(DataError::content(path, message));
                }
                Some(_) => {}
                None => rows = Some((count, name.clone())),
            }
            fields.push(Field::new(&name, column.data_type().clone(), true));
            columns.push(column);
        }
    }
    if columns.is_empty() {
        return Err(DataError::content(path, "holds no arrays"));
    }
    let schema: SchemaRef = Arc::new(Schema::new(fields));
    let table = RecordBatch::try_new(schema.clone(), columns).map_err(|error| DataError::content(path, error))?;
    let count = table.num_rows();
    let batches =
        (0..count).step_by(BATCH_ROWS).map(move |start| Ok(table.slice(start, BATCH_ROWS.min(count - start))));
    Ok(Input { schema, rows: Some(count as u64), batches: Box::new(batches) })
}

/// The names of the arrays in the order of the archive.
fn array_names(archive: &mut NpzArchive<BufReader<File>>) -> std::io::Result<Vec<String>> {
    let zip = archive.zip_archive();
    let mut names = Vec::new();
    for index in 0..zip.len() {
        let entry = zip.by_index_raw(index)?;
        names.extend(npyz::npz::array_name_from_file_name(entry.name()).map(str::to_owned));
    }
    Ok(names)
}

fn column_of(path: &Path, name: &str, array: NpyArray) -> Result<(u64, ArrayRef), DataError> {
    match array.shape[..] {
        [rows] => Ok((rows, array.elements)),
        [rows, width] => {
            let field = Arc::new(Field::new("item", array.elements.data_type().clone(), false));
            let width = i32::try_from(width).map_err(|_| {
                DataError::content(path, format!("array `{name}`: rows of {width} elements are too long"))
            })?;
            let column = if width == 0 {
                FixedSizeListArray::try_new_with_length(field, 0, array.elements, None, rows as usize)
            } else {
                FixedSizeListArray::try_new(field, width, array.elements, None)
            };
            let column = column.map_err(|error| DataError::content(path, error))?;
            Ok((rows, Arc::new(column)))
        }
        _ => {
            let message =
                format!("array `{name}` has {} dimensions; a column has 1, rows of an array 2", array.shape.len());
            Err(DataError::content(path, message))
        }
    }
}

/// Keeps the batches until the end: an archive holds one column after the other.
pub(super) struct NpzTable {
    path: PathBuf,
    file: File,
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

pub(super) fn create(path: &Path, file: File, schema: SchemaRef) -> Result<NpzTable, DataError> {
    Ok(NpzTable { path: path.to_owned(), file, schema, batches: Vec::new() })
}

impl BatchWriter for NpzTable {
    fn write(&mut self, batch: &RecordBatch) -> Result<(), DataError> {
        self.batches.push(batch.clone());
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<(), DataError> {
        let mut writer = NpzWriter::new(BufWriter::new(self.file));
        for (index, field) in self.schema.fields().iter().enumerate() {
            let columns: Vec<ArrayRef> = self.batches.iter().map(|batch| batch.column(index).clone()).collect();
            write_column(&mut writer, field.name(), field.data_type(), &columns)
                .map_err(|message| DataError::content(&self.path, format!("column `{}`: {message}", field.name())))?;
        }
        let mut inner = writer.zip_writer().finish().map_err(|error| DataError::content(&self.path, error))?;
        std::io::Write::flush(&mut inner).map_err(DataError::io(&self.path))
    }
}

type Writer = NpzWriter<BufWriter<File>>;

fn write_column(writer: &mut Writer, name: &str, ty: &DataType, columns: &[ArrayRef]) -> Result<(), String> {
    let rows: u64 = columns.iter().map(|column| column.len() as u64).sum();
    let (ty, parts, shape): (DataType, Vec<ArrayRef>, Vec<u64>) = match ty {
        DataType::FixedSizeList(field, width) => {
            let parts = columns.iter().map(|column| list_elements(column)).collect();
            (field.data_type().clone(), parts, vec![rows, *width as u64])
        }
        _ => (ty.clone(), columns.to_vec(), vec![rows]),
    };
    match ty {
        DataType::Float64 => {
            let value = |part: &ArrayRef, row| part.as_primitive::<Float64Type>().value(row);
            write_elements(writer, name, &shape, &parts, f64::NAN, value)
        }
        DataType::Float32 => {
            let value = |part: &ArrayRef, row| part.as_primitive::<Float32Type>().value(row);
            write_elements(writer, name, &shape, &parts, f32::NAN, value)
        }
        DataType::Int64 => {
            let value = |part: &ArrayRef, row| part.as_primitive::<Int64Type>().value(row);
            write_elements(writer, name, &shape, &parts, 0, value)
        }
        DataType::Int32 => {
            let value = |part: &ArrayRef, row| part.as_primitive::<Int32Type>().value(row);
            write_elements(writer, name, &shape, &parts, 0, value)
        }
        DataType::Boolean => {
            write_elements(writer, name, &shape, &parts, false, |part, row| part.as_boolean().value(row))
        }
        DataType::Utf8 => write_texts(writer, name, &shape, &parts),
        other => Err(format!("values of type {other} can't go into .npz; write .csv, .arrow or .parquet")),
    }
}

/// Writes texts as NumPy has them, all as long as the longest; nothing stands for a missing one.
fn write_texts(writer: &mut Writer, name: &str, shape: &[u64], parts: &[ArrayRef]) -> Result<(), String> {
    let texts = || parts.iter().flat_map(|part| part.as_string::<i32>().iter()).map(Option::unwrap_or_default);
    let width = texts().map(|text| text.chars().count()).max().unwrap_or(0).max(1);
    let ty = format!("<U{width}").parse().map_err(|error| format!("texts of {width} characters: {error}"))?;
    let options = npyz::zip::write::FileOptions::default().large_file(true);
    let entry = writer.array(name, options).map_err(|error| error.to_string())?;
    let builder = entry.dtype(DType::Plain(ty)).shape(shape);
    let mut array: NpyWriter<str, _> = builder.begin_nd().map_err(|error: std::io::Error| error.to_string())?;
    for text in texts() {
        array.push(text).map_err(|error| error.to_string())?;
    }
    array.finish().map_err(|error| error.to_string())
}

fn list_elements(column: &ArrayRef) -> ArrayRef {
    let list = column.as_fixed_size_list();
    let width = list.value_length() as usize;
    list.values().slice(list.offset() * width, list.len() * width)
}

/// Writes all elements; where a lane gave none, `missing` stands in its place, for NumPy knows no null.
fn write_elements<T: npyz::AutoSerialize + Copy>(
    writer: &mut Writer,
    name: &str,
    shape: &[u64],
    parts: &[ArrayRef],
    missing: T,
    value: impl Fn(&ArrayRef, usize) -> T,
) -> Result<(), String> {
    let options = npyz::zip::write::FileOptions::default().large_file(true);
    let entry = writer.array(name, options).map_err(|error| error.to_string())?;
    let mut array = entry.default_dtype().shape(shape).begin_nd().map_err(|error: std::io::Error| error.to_string())?;
    for part in parts {
        for row in 0..part.len() {
            let element = if part.is_null(row) { missing } else { value(part, row) };
            array.push(&element).map_err(|error| error.to_string())?;
        }
    }
    array.finish().map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::array_element_order;

    /// A matrix given with its rows one behind the other came out scrambled: `A(1, 2)` was the third element.
    #[test]
    fn matrices_come_in_array_element_order() {
        // 0 1 2
        // 3 4 5
        assert_eq!(array_element_order(&[2, 3]), [0, 3, 1, 4, 2, 5]);
        assert_eq!(array_element_order(&[4]), [0, 1, 2, 3]);
        assert_eq!(array_element_order(&[2, 0]), [0_u64; 0]);
    }
}
