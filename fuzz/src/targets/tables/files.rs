//! Tables with columns of each type, as Arrow and Parquet files.

use crate::targets::Case;
use arrow_array::builder::Float64Builder;
use arrow_array::builder::{ListBuilder, StringDictionaryBuilder};
use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, BinaryArray, BooleanArray, Date32Array, FixedSizeListArray, Float32Array, Float64Array, Int8Array,
    Int16Array, Int32Array, Int64Array, LargeStringArray, NullArray, RecordBatch, StringArray, StringViewArray,
    UInt8Array, UInt16Array, UInt32Array, UInt64Array,
};
use arrow_ipc::writer::{FileWriter, StreamWriter};
use arrow_schema::{DataType, Field};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, Encoding, GzipLevel, ZstdLevel};
use parquet::file::properties::{WriterProperties, WriterVersion};
use std::sync::Arc;

/// The elements of a row array.
fn elements() -> ArrayRef {
    Arc::new(Float64Array::from_iter_values((0..12).map(f64::from)))
}

fn fixed_lists() -> ArrayRef {
    let field = Arc::new(Field::new("item", DataType::Float64, false));
    Arc::new(FixedSizeListArray::new(field, 3, elements(), None))
}

fn lists() -> ArrayRef {
    let mut builder = ListBuilder::new(Float64Builder::new());
    for row in 0..4 {
        builder.append_value((0..3).map(|index| Some(f64::from(row * 3 + index))));
    }
    Arc::new(builder.finish())
}

/// Tables of four rows: the columns of the kernel, each with several types, and columns that pass through.
fn tables(with_all_types: bool) -> Vec<RecordBatch> {
    let reals: ArrayRef = Arc::new(Float64Array::from(vec![1.5, -0.0, f64::NAN, 1e300]));
    let singles: ArrayRef = Arc::new(Float32Array::from(vec![1.5, -0.0, f32::NAN, 1e30]));
    let integers: ArrayRef = Arc::new(Int32Array::from(vec![1, 2, 3, 1]));
    let longs: ArrayRef = Arc::new(Int64Array::from(vec![1, -2, i64::MAX, 0]));
    let logicals: ArrayRef = Arc::new(BooleanArray::from(vec![true, false, true, false]));
    let small = |ty: usize| -> ArrayRef {
        match ty {
            0 => Arc::new(Int8Array::from(vec![1, 2, 3, 0])),
            1 => Arc::new(UInt8Array::from(vec![1, 2, 3, 0])),
            2 => Arc::new(Int16Array::from(vec![1, 2, 3, 0])),
            3 => Arc::new(UInt16Array::from(vec![1, 2, 3, 0])),
            4 => Arc::new(UInt32Array::from(vec![1, 2, 3, 0])),
            _ => Arc::new(UInt64Array::from(vec![1, 2, 3, 0])),
        }
    };
    let texts = ["a", "", "a text of more than twelve bytes", "é"];
    let passing: Vec<(&str, ArrayRef)> = vec![
        ("text", Arc::new(StringArray::from(texts.to_vec()))),
        ("none", Arc::new(StringArray::from(vec![Some("a"), None, None, Some("b")]))),
        ("large", Arc::new(LargeStringArray::from(texts.to_vec()))),
        ("view", Arc::new(StringViewArray::from(texts.to_vec()))),
        ("missing", Arc::new(Float64Array::from(vec![Some(1.0), None, None, Some(2.0)]))),
    ];
    let mut words = StringDictionaryBuilder::<Int32Type>::new();
    texts.iter().for_each(|text| words.append_value(text));
    let others: Vec<(&str, ArrayRef)> = vec![
        ("words", Arc::new(words.finish())),
        ("nothing", Arc::new(NullArray::new(4))),
        ("date", Arc::new(Date32Array::from(vec![1, 2, 3, 4]))),
        ("bytes", Arc::new(BinaryArray::from_iter_values(texts))),
    ];
    let kernel = |x: &ArrayRef, n: &ArrayRef, m: &ArrayRef, r: &ArrayRef, l: &ArrayRef, rows: ArrayRef| {
        let columns = [("x", x), ("n", n), ("m", m), ("r", r), ("L", l)].map(|(name, column)| (name, column.clone()));
        columns.into_iter().chain([("v", rows.clone()), ("u", rows)]).collect::<Vec<(&str, ArrayRef)>>()
    };
    let mut all = vec![
        kernel(&reals, &integers, &longs, &singles, &logicals, fixed_lists()),
        kernel(&singles, &small(0), &small(1), &small(2), &logicals, lists()),
        kernel(&small(3), &small(4), &small(5), &reals, &logicals, fixed_lists()),
        [kernel(&reals, &integers, &longs, &singles, &logicals, fixed_lists()), passing].concat(),
    ];
    if with_all_types {
        all.push([kernel(&reals, &integers, &longs, &singles, &logicals, lists()), others].concat());
    }
    all.into_iter().map(|columns| RecordBatch::try_from_iter(columns).expect("columns of four rows")).collect()
}

/// Arrow files and streams.
pub fn arrow() -> Vec<Case> {
    let mut cases = Vec::new();
    for table in tables(true) {
        let schema = table.schema();
        let mut file = FileWriter::try_new(Vec::new(), &schema).expect("a writer");
        let mut stream = StreamWriter::try_new(Vec::new(), &schema).expect("a writer");
        for part in [table.slice(0, 3), table.slice(3, 1)] {
            file.write(&part).expect("memory can be written");
            stream.write(&part).expect("memory can be written");
        }
        cases.push(file.into_inner().expect("memory can be written"));
        cases.push(stream.into_inner().expect("memory can be written"));
    }
    cases.into_iter().map(|bytes| Case { ending: "arrow".to_owned(), bytes }).collect()
}

/// Parquet files of each compression, version of pages and encoding.
pub fn parquet() -> Vec<Case> {
    let compressions = [
        Compression::UNCOMPRESSED,
        Compression::SNAPPY,
        Compression::GZIP(GzipLevel::default()),
        Compression::LZ4_RAW,
        Compression::ZSTD(ZstdLevel::default()),
    ];
    let mut cases = Vec::new();
    for (index, table) in tables(false).iter().enumerate() {
        for (number, compression) in compressions.iter().enumerate() {
            let version = [WriterVersion::PARQUET_1_0, WriterVersion::PARQUET_2_0][(index + number) % 2];
            let properties = WriterProperties::builder()
                .set_compression(*compression)
                .set_writer_version(version)
                .set_dictionary_enabled(number % 2 == 0)
                .set_column_encoding(
                    "text".into(),
                    [Encoding::DELTA_BYTE_ARRAY, Encoding::DELTA_LENGTH_BYTE_ARRAY][index % 2],
                )
                .set_column_encoding("m".into(), Encoding::DELTA_BINARY_PACKED)
                .set_max_row_group_row_count(Some(3))
                .build();
            let mut writer = ArrowWriter::try_new(Vec::new(), table.schema(), Some(properties)).expect("a writer");
            writer.write(table).expect("memory can be written");
            cases.push(writer.into_inner().expect("memory can be written"));
        }
    }
    cases.into_iter().map(|bytes| Case { ending: "parquet".to_owned(), bytes }).collect()
}
