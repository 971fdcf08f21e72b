//! Tables as other programs write them: compressed, with dictionaries, decimal numbers and integers for LOGICAL.

use super::folder::Folder;
use arrow_array::builder::StringDictionaryBuilder;
use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, Decimal128Array, DictionaryArray, Float64Array, Int8Array, Int32Array, Int64Array, LargeStringArray,
    RecordBatch,
};
use arrow_ipc::CompressionType;
use arrow_ipc::writer::{FileWriter, IpcWriteOptions};
use parquet::arrow::ArrowWriter;
use parquet::basic::{BrotliLevel, Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;
use std::fs::File;
use std::sync::Arc;

fn batch(columns: Vec<(&str, ArrayRef)>) -> RecordBatch {
    RecordBatch::try_from_iter(columns).expect("columns of equal length")
}

fn write_arrow(folder: &Folder, name: &str, batch: &RecordBatch, compression: Option<CompressionType>) {
    let options = IpcWriteOptions::default().try_with_compression(compression).expect("a supported compression");
    let file = File::create(folder.path(name)).expect("a file");
    let mut writer = FileWriter::try_new_with_options(file, &batch.schema(), options).expect("a writer");
    writer.write(batch).expect("a batch");
    writer.finish().expect("a complete file");
}

/// What pandas writes by default could not be read.
#[test]
fn compressed_files() {
    let folder = Folder::new();
    let rows = batch(vec![("i", Arc::new(Int32Array::from_iter_values(0..1000)))]);
    for compression in [CompressionType::LZ4_FRAME, CompressionType::ZSTD] {
        write_arrow(&folder, "t.feather", &rows, Some(compression));
        folder.output("run kernels.f --kernel copy --in t.feather --out r.csv");
        assert!(folder.read("r.csv").ends_with("\n999,999\n"), "{compression:?}");
    }
    let zstd = Compression::ZSTD(ZstdLevel::default());
    for compression in [Compression::BROTLI(BrotliLevel::default()), Compression::LZ4_RAW, zstd] {
        let properties = WriterProperties::builder().set_compression(compression).build();
        let file = File::create(folder.path("t.parquet")).expect("a file");
        let mut writer = ArrowWriter::try_new(file, rows.schema(), Some(properties)).expect("a writer");
        writer.write(&rows).expect("a batch");
        writer.close().expect("a complete file");
        folder.output("run kernels.f --kernel copy --in t.parquet --out r.csv");
        assert!(folder.read("r.csv").ends_with("\n999,999\n"), "{compression:?}");
    }
}

/// Each was refused by its type.
#[test]
fn numbers_in_other_types() {
    let folder = Folder::new();
    let mut words = StringDictionaryBuilder::<Int32Type>::new();
    [Some("1.5"), None, Some("-2d0")].into_iter().for_each(|word| words.append_option(word));
    let keys = Int8Array::from(vec![0, 1, 0]);
    let numbers: ArrayRef = Arc::new(DictionaryArray::new(keys, Arc::new(Float64Array::from(vec![0.5, 7.0]))));
    let decimals = Decimal128Array::from(vec![10, -35, 25]).with_precision_and_scale(10, 1).expect("a decimal type");
    let rows = batch(vec![
        ("r", Arc::new(words.finish())),
        ("d", numbers),
        ("i", Arc::new(LargeStringArray::from(vec!["1", "2", "3"]))),
        ("l", Arc::new(Decimal128Array::from(vec![7, 8, 9]).with_precision_and_scale(10, 0).expect("a decimal type"))),
        ("p", Arc::new(Int64Array::from(vec![0, 1, 1]))),
        ("x", Arc::new(decimals)),
    ]);
    write_arrow(&folder, "t.arrow", &rows, None);
    folder.output("run kernels.f --kernel kinds --in t.arrow --out r.csv");
    let negated: Vec<bool> = folder.read("r.csv").lines().skip(1).map(|row| row.contains(",true")).collect();
    assert_eq!(negated, [true, false, false]);
    let source = "subroutine sums(r, d, i, l, x, y)\nreal r\nreal(8) d, x, y\ninteger i\ninteger(8) l\n\
                  y = r + d + i + l + x\nend\n";
    folder.write("sums.f90", source);
    folder.output_with_failures("run sums.f90 --kernel sums --in t.arrow --out r.csv");
    let missing = "the value of `r` is missing";
    let expected = format!(
        "r,d,i,l,p,x,y,status\n1.5,0.5,1,7,0,1.0,11.0,ok\n,7.0,2,8,1,-3.5,,{missing}\n-2d0,0.5,3,9,1,2.5,13.0,ok\n"
    );
    assert_eq!(folder.read("r.csv"), expected);
}
