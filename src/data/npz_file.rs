//! NumPy's `.npz` archives of columns, and single arrays in `.npy`.

use super::boundary::guarded;
use super::npy::Header;
use super::stream::Stream;
use super::{BatchWriter, DataError, Table, csv_file, format_value, plain_batches, shortened};
use crate::convert::looked_up;
use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Float16Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type,
    UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{
    Array, ArrayRef, BooleanArray, FixedSizeListArray, Float32Array, Float64Array, PrimitiveArray, RecordBatch,
    StringArray, UInt64Array, make_array,
};
use arrow_buffer::NullBuffer;
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use arrow_select::concat::concat;
use arrow_select::take::take;
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// What archives begin with.
pub(super) const MAGIC: &[u8] = b"PK";

/// An array of a file: its shape, and its elements in the order in which the last index varies fastest.
pub struct NpyArray {
    /// Extent of each dimension, in elements.
    pub shape: Vec<u64>,
    /// The elements.
    pub elements: ArrayRef,
}

/// Which element of an array in a `.npy` file is which in Fortran.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ArrayOrder {
    /// Element (i, j) is that of NumPy, counted from 0.
    #[default]
    Index,
    /// The elements follow each other as in the file: if the last index runs fastest there, element (i, j) is [j, i] of
    /// NumPy.
    Memory,
}

/// Reads one array from a `.npy` file: its elements in Fortran's array element order, its shape as Fortran has it.
///
/// # Errors
/// A file that is not such an array.
pub fn read_npy(path: &Path, order: ArrayOrder) -> Result<NpyArray, DataError> {
    guarded(path, || {
        let mut file = BufReader::new(File::open(path).map_err(DataError::io(path))?);
        let header =
            Header::read(&mut file).map_err(|error| DataError::content(path, format!("not a NumPy array: {error}")))?;
        let array = elements(path, "", &header, &mut file)?;
        if header.is_in_fortran_order || array.shape.len() < 2 {
            return Ok(array);
        }
        if order == ArrayOrder::Memory {
            return Ok(NpyArray { shape: array.shape.into_iter().rev().collect(), ..array });
        }
        reordered(path, array, array_element_order)
    })
}

/// The array with its elements taken from the places that a function of the shape gives.
fn reordered(path: &Path, array: NpyArray, order: fn(&[u64]) -> Vec<u64>) -> Result<NpyArray, DataError> {
    let order = UInt64Array::from(order(&array.shape));
    let elements = take(&array.elements, &order, None).map_err(|error| DataError::content(path, error))?;
    Ok(NpyArray { elements, ..array })
}

/// For each element in the order in which the last index runs fastest, its place where the first one does.
pub(super) fn last_index_fastest(shape: &[u64]) -> Vec<u64> {
    array_element_order(&shape.iter().rev().copied().collect::<Vec<u64>>())
}

/// For each element in Fortran's order, where the first index runs fastest, its place where the last one does.
pub(super) fn array_element_order(shape: &[u64]) -> Vec<u64> {
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

/// A number of 16 bits.
type Half = <Float16Type as ArrowPrimitiveType>::Native;

fn numbers<T: ArrowPrimitiveType, const N: usize>(
    header: &Header,
    file: &mut impl Read,
    count: u64,
    of: fn([u8; N]) -> T::Native,
) -> std::io::Result<ArrayRef> {
    let numbers = header.numbers(file, count, of)?;
    Ok(Arc::new(PrimitiveArray::<T>::from_iter_values(numbers)))
}

fn elements(path: &Path, name: &str, header: &Header, file: &mut impl Read) -> Result<NpyArray, DataError> {
    let what = if name.is_empty() { String::new() } else { format!("array `{}`: ", shortened(name)) };
    let broken = |error: std::io::Error| DataError::content(path, format!("{what}{error}"));
    let count = header.count().map_err(broken)?;
    let elements: ArrayRef = match header.kind() {
        Some(('f', 8)) => numbers::<Float64Type, 8>(header, file, count, f64::from_le_bytes).map_err(broken)?,
        Some(('f', 4)) => numbers::<Float32Type, 4>(header, file, count, f32::from_le_bytes).map_err(broken)?,
        Some(('f', 2)) => numbers::<Float16Type, 2>(header, file, count, Half::from_le_bytes).map_err(broken)?,
        Some(('i', 8)) => numbers::<Int64Type, 8>(header, file, count, i64::from_le_bytes).map_err(broken)?,
        Some(('i', 4)) => numbers::<Int32Type, 4>(header, file, count, i32::from_le_bytes).map_err(broken)?,
        Some(('i', 2)) => numbers::<Int16Type, 2>(header, file, count, i16::from_le_bytes).map_err(broken)?,
        Some(('i', 1)) => numbers::<Int8Type, 1>(header, file, count, i8::from_le_bytes).map_err(broken)?,
        Some(('u', 8)) => numbers::<UInt64Type, 8>(header, file, count, u64::from_le_bytes).map_err(broken)?,
        Some(('u', 4)) => numbers::<UInt32Type, 4>(header, file, count, u32::from_le_bytes).map_err(broken)?,
        Some(('u', 2)) => numbers::<UInt16Type, 2>(header, file, count, u16::from_le_bytes).map_err(broken)?,
        Some(('u', 1)) => numbers::<UInt8Type, 1>(header, file, count, u8::from_le_bytes).map_err(broken)?,
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
                "{what}elements of NumPy type `{}` are not supported (f, i and u of each size, b1, U and S are; in .npz also c16 and c8)",
                shortened(&header.ty)
            );
            return Err(DataError::content(path, message));
        }
    };
    Ok(NpyArray { shape: header.shape.clone(), elements })
}

/// An array with its name; one of complex numbers as its two parts, which are two columns where a row has one number.
fn arrays(
    path: &Path,
    name: &str,
    header: &Header,
    file: &mut impl Read,
) -> Result<Vec<(String, NpyArray)>, DataError> {
    let broken = |error: std::io::Error| DataError::content(path, format!("array `{}`: {error}", shortened(name)));
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
        let header = Header::read(&mut entry)
            .map_err(|error| DataError::content(path, format!("array `{}`: {error}", shortened(name))))?;
        let mut parts = arrays(path, name, &header, &mut entry)?;
        if header.is_in_fortran_order && header.shape.len() > 1 {
            let in_order = parts.into_iter().map(|(name, part)| Ok((name, reordered(path, part, last_index_fastest)?)));
            parts = in_order.collect::<Result<_, DataError>>()?;
        }
        let is_complex = parts.len() == 2 && header.shape.len() > 1;
        if is_complex {
            let joined = joined(path, [&parts[0].1, &parts[1].1])?;
            parts = vec![(name.to_owned(), joined)];
        }
        for (name, array) in parts {
            let (count, column, shape) = column_of(path, &name, array)?;
            match &rows {
                Some((rows, first)) if *rows != count => {
                    let (name, first) = (shortened(&name), shortened(first));
                    let message = format!("array `{name}` has {count} rows, but `{first}` has {rows}");
                    return Err(DataError::content(path, message));
                }
                Some(_) => {}
                None => rows = Some((count, name.clone())),
            }
            let shape = shape.map(|shape| (SHAPE.to_owned(), shape));
            let metadata = shape.into_iter().chain(is_complex.then(|| (COMPLEX.to_owned(), String::new())));
            let field = Field::new(&name, column.data_type().clone(), false);
            fields.push(field.with_metadata(HashMap::from_iter(metadata)));
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

/// The metadata of a column of arrays with several dimensions: their extents, as in `3,2`. The elements of a row are in
/// Fortran's array element order.
pub(crate) const SHAPE: &str = "forlane.shape";

/// The metadata of a column of arrays of complex numbers: each is two numbers one after the other, real part and
/// imaginary part, which the first extent counts if there are several.
pub(crate) const COMPLEX: &str = "forlane.complex";

/// An array of both parts, as one with another dimension, the first one of each row.
fn joined(path: &Path, parts: [&NpyArray; 2]) -> Result<NpyArray, DataError> {
    let both = concat(&parts.map(|part| &*part.elements)).map_err(|error| DataError::content(path, error))?;
    let [rows, extents @ ..] = &parts[0].shape[..] else { return Err(DataError::content(path, "no dimensions")) };
    let (count, width) = (parts[0].elements.len() as u64, extents.iter().product::<u64>());
    let of_row = |row: u64| [row * width..(row + 1) * width, count + row * width..count + (row + 1) * width];
    let places = UInt64Array::from_iter_values((0..*rows).flat_map(of_row).flatten());
    let elements = take(&both, &places, None).map_err(|error| DataError::content(path, error))?;
    Ok(NpyArray { shape: [&[*rows, 2], extents].concat(), elements })
}

/// The extents of the arrays of such a column.
pub(crate) fn shape_of(field: &Field) -> Option<Vec<u64>> {
    field.metadata().get(SHAPE)?.split(',').map(|extent| extent.parse().ok()).collect()
}

/// The number of rows, the column, and the extents of its arrays if they have several dimensions.
fn column_of(path: &Path, name: &str, array: NpyArray) -> Result<(u64, ArrayRef, Option<String>), DataError> {
    let too_long = |width: u64| {
        DataError::content(path, format!("array `{}`: rows of {width} elements are too long", shortened(name)))
    };
    let [rows, extents @ ..] = &array.shape[..] else {
        return Err(DataError::content(
            path,
            format!("array `{}` has no dimensions; a column has one for its rows", shortened(name)),
        ));
    };
    if extents.is_empty() {
        return Ok((*rows, array.elements, None));
    }
    let width: u64 = extents.iter().product();
    let length = i32::try_from(width).map_err(|_| too_long(width))?;
    let (elements, shape) = match extents {
        [_] => (array.elements, None),
        several => {
            let elements = each_row(path, &array.elements, width, &array_element_order(several))?;
            (elements, Some(several.iter().map(u64::to_string).collect::<Vec<_>>().join(",")))
        }
    };
    let field = Arc::new(Field::new("item", elements.data_type().clone(), false));
    let column = if width == 0 {
        FixedSizeListArray::try_new_with_length(field, 0, elements, None, *rows as usize)
    } else {
        FixedSizeListArray::try_new(field, length, elements, None)
    };
    let column = column.map_err(|error| DataError::content(path, error))?;
    Ok((*rows, Arc::new(column), shape))
}

/// The elements with those of each row, of which there are `width`, taken from these places of the row.
pub(super) fn each_row(path: &Path, elements: &ArrayRef, width: u64, places: &[u64]) -> Result<ArrayRef, DataError> {
    let starts = (0..elements.len() as u64).step_by((width as usize).max(1));
    let order = starts.flat_map(|start| places.iter().map(move |place| start + place));
    let order = UInt64Array::from_iter_values(order);
    take(elements, &order, None).map_err(|error| DataError::content(path, error))
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
        let mut archive =
            ZipWriter::new(BufWriter::with_capacity(WRITE_BYTES, OnceFailing { file: self.file, has_failed: false }));
        for (index, field) in self.schema.fields().iter().enumerate() {
            let columns: Vec<ArrayRef> = self.batches.iter().map(|batch| batch.column(index).clone()).collect();
            write_column(&mut archive, field, &columns)
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

fn write_column(archive: &mut Archive, field: &Field, columns: &[ArrayRef]) -> Result<(), String> {
    let (name, ty) = (field.name(), field.data_type());
    let is_complex = is_complex(field);
    let rows: u64 = columns.iter().map(|column| column.len() as u64).sum();
    let (ty, parts, shape): (DataType, Vec<ArrayRef>, Vec<u64>) = match ty {
        DataType::FixedSizeList(item, width) => {
            let width = *width as u64;
            let extents = shape_of(field).filter(|extents| extents.iter().product::<u64>() == width);
            let mut extents = extents.unwrap_or_else(|| vec![width]);
            let mut places = (extents.len() > 1).then(|| last_index_fastest(&extents));
            if is_complex {
                // What is left of them are extents of complex numbers.
                match extents.len() {
                    1 => extents[0] /= 2,
                    _ => extents = extents.split_off(1),
                }
                let pairs = last_index_fastest(&extents).into_iter();
                places = Some(pairs.flat_map(|place| [2 * place, 2 * place + 1]).collect());
            }
            let part = |column| {
                let elements = list_elements(column).map_err(|error| error.to_string())?;
                match &places {
                    None => Ok(elements),
                    Some(places) => {
                        each_row(Path::new(name), &elements, width, places).map_err(|error| error.to_string())
                    }
                }
            };
            let parts: Result<_, String> = columns.iter().map(part).collect();
            let shape = [vec![rows], extents].concat();
            (item.data_type().clone(), parts?, shape)
        }
        _ => (ty.clone(), columns.to_vec(), vec![rows]),
    };
    let shape = &shape;
    match ty {
        DataType::Float64 if is_complex => {
            write_numbers::<Float64Type, 8>(archive, name, "<c16", shape, &parts, f64::NAN, f64::to_le_bytes)
        }
        DataType::Float32 if is_complex => {
            write_numbers::<Float32Type, 4>(archive, name, "<c8", shape, &parts, f32::NAN, f32::to_le_bytes)
        }
        DataType::Float64 => {
            write_numbers::<Float64Type, 8>(archive, name, "<f8", shape, &parts, f64::NAN, f64::to_le_bytes)
        }
        DataType::Float32 => {
            write_numbers::<Float32Type, 4>(archive, name, "<f4", shape, &parts, f32::NAN, f32::to_le_bytes)
        }
        DataType::Float16 => {
            write_numbers::<Float16Type, 2>(archive, name, "<f2", shape, &parts, Half::NAN, Half::to_le_bytes)
        }
        DataType::Int64 => write_numbers::<Int64Type, 8>(archive, name, "<i8", shape, &parts, 0, i64::to_le_bytes),
        DataType::Int32 => write_numbers::<Int32Type, 4>(archive, name, "<i4", shape, &parts, 0, i32::to_le_bytes),
        DataType::Int16 => write_numbers::<Int16Type, 2>(archive, name, "<i2", shape, &parts, 0, i16::to_le_bytes),
        DataType::Int8 => write_numbers::<Int8Type, 1>(archive, name, "|i1", shape, &parts, 0, i8::to_le_bytes),
        DataType::UInt64 => write_numbers::<UInt64Type, 8>(archive, name, "<u8", shape, &parts, 0, u64::to_le_bytes),
        DataType::UInt32 => write_numbers::<UInt32Type, 4>(archive, name, "<u4", shape, &parts, 0, u32::to_le_bytes),
        DataType::UInt16 => write_numbers::<UInt16Type, 2>(archive, name, "<u2", shape, &parts, 0, u16::to_le_bytes),
        DataType::UInt8 => write_numbers::<UInt8Type, 1>(archive, name, "|u1", shape, &parts, 0, u8::to_le_bytes),
        DataType::Boolean => write_array(archive, name, "|b1", shape, |writer| {
            parts.iter().try_for_each(|part| {
                let truths = part.as_boolean().iter().map(|truth| u8::from(truth == Some(true)));
                writer.write_all(&truths.collect::<Vec<u8>>())
            })
        }),
        DataType::Dictionary(..) => {
            let looked_up = parts.iter().map(looked_up).collect::<Result<Vec<ArrayRef>, _>>();
            let looked_up = looked_up.map_err(|error| error.to_string())?;
            let values =
                Field::new(name, looked_up.first().map_or(DataType::Utf8, |part| part.data_type().clone()), true);
            write_column(archive, &values, &looked_up)
        }
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => write_texts(archive, name, shape, &parts),
        ty if ty.is_temporal() && csv_file::is_writable(&ty) => write_texts(archive, name, shape, &parts),
        other => Err(format!("values of type {other} can't go into .npz; write .csv, .arrow or .parquet")),
    }
}

/// Elements whose bytes are collected before they are written.
const PIECE: usize = 8192;

/// Writes all elements; `missing` is written in place of a null, which NumPy does not have.
fn write_numbers<T: ArrowPrimitiveType, const N: usize>(
    archive: &mut Archive,
    name: &str,
    ty: &str,
    shape: &[u64],
    parts: &[ArrayRef],
    missing: T::Native,
    bytes: fn(T::Native) -> [u8; N],
) -> Result<(), String> {
    write_array(archive, name, ty, shape, |writer| {
        let mut piece: Vec<[u8; N]> = Vec::with_capacity(PIECE);
        for part in parts.iter().map(|part| part.as_primitive::<T>()) {
            for (number, values) in part.values().chunks(PIECE).enumerate() {
                piece.clear();
                piece.extend(values.iter().map(|value| bytes(*value)));
                if part.null_count() > 0 {
                    let first = number * PIECE;
                    let nulls = (0..values.len()).filter(|index| part.is_null(first + index));
                    nulls.for_each(|index| piece[index] = bytes(missing));
                }
                writer.write_all(piece.as_flattened())?;
            }
        }
        Ok(())
    })
}

/// Writes texts as NumPy has them, all as long as the longest; a missing one is empty.
fn write_texts(archive: &mut Archive, name: &str, shape: &[u64], parts: &[ArrayRef]) -> Result<(), String> {
    let parts: Vec<StringArray> = parts.iter().map(as_texts).collect();
    let texts = || parts.iter().flat_map(StringArray::iter).map(Option::unwrap_or_default);
    let width = texts().map(|text| text.chars().count()).max().unwrap_or(0).max(1);
    write_array(archive, name, &format!("<U{width}"), shape, |writer| {
        for text in texts() {
            let points = text.chars().chain(std::iter::repeat('\0')).take(width);
            points.map(u32::from).try_for_each(|point| writer.write_all(&point.to_le_bytes()))?;
        }
        Ok(())
    })
}

/// The values of a column as they are shown.
fn as_texts(column: &ArrayRef) -> StringArray {
    let text = |row| {
        let mut text = String::new();
        format_value(column, row, &mut text);
        text
    };
    match column.data_type() {
        DataType::Utf8 => column.as_string::<i32>().clone(),
        _ => StringArray::from_iter_values((0..column.len()).map(text)),
    }
}

/// Whether a column has arrays of complex numbers.
fn is_complex(field: &Field) -> bool {
    let DataType::FixedSizeList(item, width) = field.data_type() else { return false };
    let has_pairs = shape_of(field).map_or(width % 2 == 0, |extents| extents.first() == Some(&2));
    field.metadata().contains_key(COMPLEX) && item.data_type().is_floating() && has_pairs
}

/// The elements of all rows; those of a missing row are missing.
fn list_elements(column: &ArrayRef) -> Result<ArrayRef, ArrowError> {
    let list = column.as_fixed_size_list();
    let width = list.value_length() as usize;
    let elements = list.values().slice(list.offset() * width, list.len() * width);
    let Some(rows) = list.nulls().filter(|rows| rows.null_count() > 0) else { return Ok(elements) };
    let missing = NullBuffer::union(elements.nulls(), Some(&rows.expand(width)));
    Ok(make_array(elements.to_data().into_builder().nulls(missing).build()?))
}

/// Bytes that go to the archive at once.
const WRITE_BYTES: usize = 1 << 18;

/// Adds an array to the archive.
fn write_array(
    archive: &mut Archive,
    name: &str,
    ty: &str,
    shape: &[u64],
    write: impl FnOnce(&mut dyn Write) -> std::io::Result<()>,
) -> Result<(), String> {
    // As `numpy.savez` writes it: a reader can map the elements, and compressing takes longer than many a kernel.
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored).large_file(true);
    archive.start_file(format!("{name}.npy"), options).map_err(|error| error.to_string())?;
    let mut writer = BufWriter::with_capacity(WRITE_BYTES, archive);
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
