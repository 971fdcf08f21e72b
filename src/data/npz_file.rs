//! Reading NumPy's `.npz` archives of columns, and single arrays in `.npy`.

use super::boundary::guarded;
use super::dimensions::{COMPLEX, SHAPE, array_element_order, each_row, last_index_fastest};
use super::npy::Header;
use super::stream::Stream;
use super::{DataError, Table, plain_batches, shortened};
use crate::gather::gather;
use arrow_array::types::{
    ArrowPrimitiveType, Float16Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type,
    UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{
    Array, ArrayRef, BooleanArray, FixedSizeListArray, Float32Array, Float64Array, PrimitiveArray, RecordBatch,
    StringArray,
};
use arrow_schema::{Field, Schema, SchemaRef};
use arrow_select::concat::concat;
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use zip::ZipArchive;

/// What archives begin with.
pub(super) const MAGIC: &[u8] = b"PK";

/// A number of 16 bits.
pub(super) type Half = <Float16Type as ArrowPrimitiveType>::Native;

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
/// ```
/// use forlane::arrow_array::Int8Array;
/// use forlane::data::{ArrayOrder, read_npy};
///
/// let folder = tempfile::tempdir()?;
/// let file = folder.path().join("a.npy");
/// let header = format!("{:<117}\n", "{'descr': '|i1', 'fortran_order': False, 'shape': (2, 3)}");
/// std::fs::write(&file, [b"\x93NUMPY\x01\0\x76\0", header.as_bytes(), &[1, 2, 3, 4, 5, 6]].concat())?;
/// let array = read_npy(&file, ArrayOrder::Index)?;
/// assert_eq!(array.shape, [2, 3]);
/// assert!(*array.elements == Int8Array::from(vec![1, 4, 2, 5, 3, 6]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    let order = order(&array.shape);
    let elements = gather(&array.elements, order.iter().map(|place| Some(*place as usize)))
        .map_err(|error| DataError::content(path, error))?;
    Ok(NpyArray { elements, ..array })
}

fn numbers<T: ArrowPrimitiveType, const N: usize>(
    header: &Header,
    file: &mut impl Read,
    count: u64,
    of: impl Fn([u8; N]) -> T::Native,
) -> std::io::Result<ArrayRef> {
    let numbers = header.numbers(file, count, of)?;
    Ok(Arc::new(PrimitiveArray::<T>::new(numbers.into(), None)))
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

/// An array of both parts, as one with another dimension, the first one of each row.
fn joined(path: &Path, parts: [&NpyArray; 2]) -> Result<NpyArray, DataError> {
    let both = concat(&parts.map(|part| &*part.elements)).map_err(|error| DataError::content(path, error))?;
    let [rows, extents @ ..] = &parts[0].shape[..] else { return Err(DataError::content(path, "no dimensions")) };
    let (count, width) = (parts[0].elements.len() as u64, extents.iter().product::<u64>());
    let of_row = |row: u64| [row * width..(row + 1) * width, count + row * width..count + (row + 1) * width];
    let places = (0..*rows).flat_map(of_row).flatten();
    let elements =
        gather(&both, places.map(|place| Some(place as usize))).map_err(|error| DataError::content(path, error))?;
    Ok(NpyArray { shape: [&[*rows, 2], extents].concat(), elements })
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
