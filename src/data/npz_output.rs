//! Writing columns as NumPy's `.npz` archives.

use super::dimensions::{COMPLEX, each_row, last_index_fastest, shape_of};
use super::npy::Header;
use super::npz_file::Half;
use super::value_text::{format_value, is_writable};
use super::{BatchWriter, DataError};
use crate::gather::looked_up;
use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Float16Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type,
    UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, RecordBatch, StringArray, make_array};
use arrow_buffer::{NullBuffer, ToByteSlice};
use arrow_schema::{ArrowError, DataType, Field, SchemaRef};
use std::fs::File;
use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

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

/// A file that reports its first error alone: when the archive is dropped then, the library would write to it once
/// more, and print a message of its own.
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
        DataType::Float64 if is_complex => write_numbers::<Float64Type>(archive, name, "<c16", shape, &parts, f64::NAN),
        DataType::Float32 if is_complex => write_numbers::<Float32Type>(archive, name, "<c8", shape, &parts, f32::NAN),
        DataType::Float64 => write_numbers::<Float64Type>(archive, name, "<f8", shape, &parts, f64::NAN),
        DataType::Float32 => write_numbers::<Float32Type>(archive, name, "<f4", shape, &parts, f32::NAN),
        DataType::Float16 => write_numbers::<Float16Type>(archive, name, "<f2", shape, &parts, Half::NAN),
        DataType::Int64 => write_numbers::<Int64Type>(archive, name, "<i8", shape, &parts, 0),
        DataType::Int32 => write_numbers::<Int32Type>(archive, name, "<i4", shape, &parts, 0),
        DataType::Int16 => write_numbers::<Int16Type>(archive, name, "<i2", shape, &parts, 0),
        DataType::Int8 => write_numbers::<Int8Type>(archive, name, "|i1", shape, &parts, 0),
        DataType::UInt64 => write_numbers::<UInt64Type>(archive, name, "<u8", shape, &parts, 0),
        DataType::UInt32 => write_numbers::<UInt32Type>(archive, name, "<u4", shape, &parts, 0),
        DataType::UInt16 => write_numbers::<UInt16Type>(archive, name, "<u2", shape, &parts, 0),
        DataType::UInt8 => write_numbers::<UInt8Type>(archive, name, "|u1", shape, &parts, 0),
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
        ty if ty.is_temporal() && is_writable(&ty) => write_texts(archive, name, shape, &parts),
        other => Err(format!("values of type {other} can't go into .npz; write .csv, .arrow or .parquet")),
    }
}

/// Writes all elements; `missing` is written in place of a null, which NumPy does not have. They are in memory as in
/// the file, as all processors that code is generated for begin with the lowest byte.
fn write_numbers<T: ArrowPrimitiveType>(
    archive: &mut Archive,
    name: &str,
    ty: &str,
    shape: &[u64],
    parts: &[ArrayRef],
    missing: T::Native,
) -> Result<(), String> {
    write_array(archive, name, ty, shape, |writer| {
        parts.iter().map(|part| part.as_primitive::<T>()).try_for_each(|part| match part.null_count() {
            0 => writer.write_all(part.values().to_byte_slice()),
            _ => {
                let values: Vec<T::Native> = part.iter().map(|value| value.unwrap_or(missing)).collect();
                writer.write_all(values.to_byte_slice())
            }
        })
    })
}

/// Bytes of texts that are collected before they are written.
const PIECE: usize = 1 << 16;

/// Writes texts as NumPy has them, all as long as the longest; a missing one is empty.
fn write_texts(archive: &mut Archive, name: &str, shape: &[u64], parts: &[ArrayRef]) -> Result<(), String> {
    let parts: Vec<StringArray> = parts.iter().map(as_texts).collect();
    let width = parts.iter().map(longest).max().unwrap_or(0).max(1);
    write_array(archive, name, &format!("<U{width}"), shape, |writer| {
        let mut piece: Vec<u8> = Vec::with_capacity(PIECE);
        for (part, row) in parts.iter().flat_map(|part| (0..part.len()).map(move |row| (part, row))) {
            let end = piece.len() + 4 * width;
            if part.is_valid(row) {
                part.value(row).chars().for_each(|point| piece.extend(u32::from(point).to_le_bytes()));
            }
            piece.resize(end, 0);
            if end >= PIECE {
                writer.write_all(&piece)?;
                piece.clear();
            }
        }
        writer.write_all(&piece)
    })
}

/// The most characters that a text has. Where there is nothing but ASCII, these are its bytes.
fn longest(texts: &StringArray) -> usize {
    match texts.value_data().is_ascii() && texts.null_count() == 0 {
        true => texts.value_offsets().windows(2).map(|pair| (pair[1] - pair[0]) as usize).max().unwrap_or(0),
        false => texts.iter().flatten().map(|text| text.chars().count()).max().unwrap_or(0),
    }
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
