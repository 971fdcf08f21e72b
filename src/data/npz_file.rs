//! NumPy's `.npz` archives of columns, and single arrays in `.npy`.

use super::boundary::guarded;
use super::npy::Header;
use super::stream::Stream;
use super::{BatchWriter, DataError, Table, plain_batches};
use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, Float64Type, Int32Type, Int64Type};
use arrow_array::{
    Array, ArrayRef, BooleanArray, FixedSizeListArray, Float32Array, Float64Array, Int32Array, Int64Array, RecordBatch,
    StringArray, UInt64Array,
};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// An array of a file: its shape, and its elements in the order in which the last index varies fastest.
pub struct NpyArray {
    /// Extent of each dimension, in elements.
    pub shape: Vec<u64>,
    /// The elements.
    pub elements: ArrayRef,
}

/// Reads one array from a `.npy` file, in Fortran's array element order: element (i, j) of a matrix is that of NumPy,
/// counted from 0. Fails on a file that is not such an array.
pub fn read_npy(path: &Path) -> Result<NpyArray, DataError> {
    guarded(path, || {
        let mut file = BufReader::new(File::open(path).map_err(DataError::io(path))?);
        let header =
            Header::read(&mut file).map_err(|error| DataError::content(path, format!("not a NumPy array: {error}")))?;
        let array = elements(path, "", &header, &mut file)?;
        if header.is_in_fortran_order || array.shape.len() < 2 {
            return Ok(array);
        }
        let order = UInt64Array::from(array_element_order(&array.shape));
        let elements =
            arrow_select::take::take(&array.elements, &order, None).map_err(|error| DataError::content(path, error))?;
        Ok(NpyArray { elements, ..array })
    })
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

fn elements(path: &Path, name: &str, header: &Header, file: &mut impl Read) -> Result<NpyArray, DataError> {
    let what = if name.is_empty() { String::new() } else { format!("array `{name}`: ") };
    let broken = |error: std::io::Error| DataError::content(path, format!("{what}{error}"));
    let count = header.count().map_err(broken)?;
    let elements: ArrayRef = match header.kind() {
        Some(('f', 8)) => {
            Arc::new(Float64Array::from(header.numbers(file, count, f64::from_le_bytes).map_err(broken)?))
        }
        Some(('f', 4)) => {
            Arc::new(Float32Array::from(header.numbers(file, count, f32::from_le_bytes).map_err(broken)?))
        }
        Some(('i', 8)) => Arc::new(Int64Array::from(header.numbers(file, count, i64::from_le_bytes).map_err(broken)?)),
        Some(('i', 4)) => Arc::new(Int32Array::from(header.numbers(file, count, i32::from_le_bytes).map_err(broken)?)),
        Some(('b', 1)) => {
            Arc::new(BooleanArray::from(header.numbers(file, count, |[byte]| byte != 0).map_err(broken)?))
        }
        Some((kind @ ('U' | 'S'), size)) => {
            let texts = header.texts(file, kind, size).map_err(broken)?;
            // Arrow counts the bytes of a column of texts in 32 bits.
            if i32::try_from(texts.iter().map(String::len).sum::<usize>()).is_err() {
                return Err(DataError::content(path, format!("{what}texts of more than 2 GiB are not supported")));
            }
            Arc::new(StringArray::from(texts))
        }
        _ => {
            let message = format!(
                "{what}elements of NumPy type `{}` are not supported (f8, f4, i8, i4, b1, U and S are; in .npz also c16 and c8)",
                header.ty
            );
            return Err(DataError::content(path, message));
        }
    };
    Ok(NpyArray { shape: header.shape.clone(), elements })
}

/// An array with its name; one of complex numbers as two, which a kernel takes as a COMPLEX argument.
fn arrays(
    path: &Path,
    name: &str,
    header: &Header,
    file: &mut impl Read,
) -> Result<Vec<(String, NpyArray)>, DataError> {
    let broken = |error: std::io::Error| DataError::content(path, format!("array `{name}`: {error}"));
    // A complex number is two numbers one after the other.
    let count = header.count().map_err(broken)?.saturating_mul(2);
    let part = |ending, elements| (format!("{name}.{ending}"), NpyArray { shape: header.shape.clone(), elements });
    match header.kind() {
        Some(('c', 16)) => {
            let values = header.numbers(file, count, f64::from_le_bytes).map_err(broken)?;
            let every_second = |first: usize| values.iter().copied().skip(first).step_by(2);
            let [re, im] = [0, 1].map(|first| Arc::new(Float64Array::from_iter_values(every_second(first))));
            Ok(vec![part("re", re as ArrayRef), part("im", im)])
        }
        Some(('c', 8)) => {
            let values = header.numbers(file, count, f32::from_le_bytes).map_err(broken)?;
            let every_second = |first: usize| values.iter().copied().skip(first).step_by(2);
            let [re, im] = [0, 1].map(|first| Arc::new(Float32Array::from_iter_values(every_second(first))));
            Ok(vec![part("re", re as ArrayRef), part("im", im)])
        }
        _ => Ok(vec![(name.to_owned(), elements(path, name, header, file)?)]),
    }
}

pub(super) fn open(stream: &Stream) -> Result<Table, DataError> {
    let path = &stream.path;
    let file = stream.file.try_clone().map_err(DataError::io(path))?;
    let mut archive = ZipArchive::new(BufReader::new(file))
        .map_err(|error| DataError::content(path, format!("not a NumPy archive: {error}")))?;
    let mut fields = Vec::new();
    let mut columns: Vec<ArrayRef> = Vec::new();
    let mut rows: Option<(u64, String)> = None;
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).map_err(|error| DataError::content(path, error))?;
        let file_name = entry.name().map_err(|error| DataError::content(path, error))?.into_owned();
        let Some(name) = file_name.strip_suffix(".npy") else { continue };
        let header =
            Header::read(&mut entry).map_err(|error| DataError::content(path, format!("array `{name}`: {error}")))?;
        if header.is_in_fortran_order && header.shape.len() > 1 {
            let message = format!("array `{name}` is in Fortran order; save numpy.ascontiguousarray(…) of it");
            return Err(DataError::content(path, message));
        }
        for (name, array) in arrays(path, name, &header, &mut entry)? {
            let (count, column) = column_of(path, &name, array)?;
            match &rows {
                Some((rows, first)) if *rows != count => {
                    let message = format!("array `{name}` has {count} rows, but `{first}` has {rows}");
                    return Err(DataError::content(path, message));
                }
                Some(_) => {}
                None => rows = Some((count, name.clone())),
            }
            fields.push(Field::new(&name, column.data_type().clone(), false));
            columns.push(column);
        }
    }
    if columns.is_empty() {
        return Err(DataError::content(path, "contains no arrays"));
    }
    let schema: SchemaRef = Arc::new(Schema::new(fields));
    let table = RecordBatch::try_new(schema.clone(), columns).map_err(|error| DataError::content(path, error))?;
    let rows = Some(table.num_rows() as u64);
    Ok(Table { schema, rows, batches: plain_batches(std::iter::once(Ok(table))) })
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
        let mut archive = ZipWriter::new(BufWriter::new(OnceFailing { file: self.file, has_failed: false }));
        for (index, field) in self.schema.fields().iter().enumerate() {
            let columns: Vec<ArrayRef> = self.batches.iter().map(|batch| batch.column(index).clone()).collect();
            write_column(&mut archive, field.name(), field.data_type(), &columns)
                .map_err(|message| DataError::content(&self.path, format!("column `{}`: {message}", field.name())))?;
        }
        let mut file = archive.finish().map_err(|error| DataError::content(&self.path, error))?;
        file.flush().map_err(DataError::io(&self.path))
    }
}

type Archive = ZipWriter<BufWriter<OnceFailing>>;

/// A file that reports its first error alone: when the archive is dropped then, the library would write to it once more,
/// and print a message of its own.
struct OnceFailing {
    file: File,
    has_failed: bool,
}

impl Write for OnceFailing {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if self.has_failed {
            return Ok(bytes.len());
        }
        self.file.write(bytes).inspect_err(|_| self.has_failed = true)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.file.flush()
    }
}

impl Seek for OnceFailing {
    fn seek(&mut self, place: SeekFrom) -> std::io::Result<u64> {
        self.file.seek(place)
    }
}

fn write_column(archive: &mut Archive, name: &str, ty: &DataType, columns: &[ArrayRef]) -> Result<(), String> {
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
            let bytes = |part: &ArrayRef, row| part.as_primitive::<Float64Type>().value(row).to_le_bytes();
            write_elements(archive, name, "<f8", &shape, &parts, f64::NAN.to_le_bytes(), bytes)
        }
        DataType::Float32 => {
            let bytes = |part: &ArrayRef, row| part.as_primitive::<Float32Type>().value(row).to_le_bytes();
            write_elements(archive, name, "<f4", &shape, &parts, f32::NAN.to_le_bytes(), bytes)
        }
        DataType::Int64 => {
            let bytes = |part: &ArrayRef, row| part.as_primitive::<Int64Type>().value(row).to_le_bytes();
            write_elements(archive, name, "<i8", &shape, &parts, [0; 8], bytes)
        }
        DataType::Int32 => {
            let bytes = |part: &ArrayRef, row| part.as_primitive::<Int32Type>().value(row).to_le_bytes();
            write_elements(archive, name, "<i4", &shape, &parts, [0; 4], bytes)
        }
        DataType::Boolean => {
            let bytes = |part: &ArrayRef, row| [u8::from(part.as_boolean().value(row))];
            write_elements(archive, name, "|b1", &shape, &parts, [0], bytes)
        }
        DataType::Utf8 => write_texts(archive, name, &shape, &parts),
        other => Err(format!("values of type {other} can't go into .npz; write .csv, .arrow or .parquet")),
    }
}

/// Writes texts as NumPy has them, all as long as the longest; a missing one is empty.
fn write_texts(archive: &mut Archive, name: &str, shape: &[u64], parts: &[ArrayRef]) -> Result<(), String> {
    let texts = || parts.iter().flat_map(|part| part.as_string::<i32>().iter()).map(Option::unwrap_or_default);
    let width = texts().map(|text| text.chars().count()).max().unwrap_or(0).max(1);
    write_array(archive, name, &format!("<U{width}"), shape, |writer| {
        for text in texts() {
            let points = text.chars().chain(std::iter::repeat('\0')).take(width);
            points.map(u32::from).try_for_each(|point| writer.write_all(&point.to_le_bytes()))?;
        }
        Ok(())
    })
}

fn list_elements(column: &ArrayRef) -> ArrayRef {
    let list = column.as_fixed_size_list();
    let width = list.value_length() as usize;
    list.values().slice(list.offset() * width, list.len() * width)
}

/// Writes all elements; `missing` is written in place of a null, which NumPy does not have.
fn write_elements<const N: usize>(
    archive: &mut Archive,
    name: &str,
    ty: &str,
    shape: &[u64],
    parts: &[ArrayRef],
    missing: [u8; N],
    bytes: impl Fn(&ArrayRef, usize) -> [u8; N],
) -> Result<(), String> {
    write_array(archive, name, ty, shape, |writer| {
        for part in parts {
            for row in 0..part.len() {
                writer.write_all(&if part.is_null(row) { missing } else { bytes(part, row) })?;
            }
        }
        Ok(())
    })
}

/// Adds an array to the archive.
fn write_array(
    archive: &mut Archive,
    name: &str,
    ty: &str,
    shape: &[u64],
    write: impl FnOnce(&mut BufWriter<&mut Archive>) -> std::io::Result<()>,
) -> Result<(), String> {
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated).large_file(true);
    archive.start_file(format!("{name}.npy"), options).map_err(|error| error.to_string())?;
    let mut writer = BufWriter::new(archive);
    let written = Header::write(ty, shape, &mut writer).and_then(|()| write(&mut writer));
    written.and_then(|()| writer.flush()).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::array_element_order;

    /// A matrix given with its rows one after the other came out scrambled: `A(1, 2)` was the third element.
    #[test]
    fn matrices_come_in_array_element_order() {
        // 0 1 2
        // 3 4 5
        assert_eq!(array_element_order(&[2, 3]), [0, 3, 1, 4, 2, 5]);
        assert_eq!(array_element_order(&[4]), [0, 1, 2, 3]);
        assert_eq!(array_element_order(&[2, 0]), [0_u64; 0]);
    }
}
