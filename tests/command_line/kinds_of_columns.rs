//! Tables as other programs write them: compressed, with dictionaries, decimal numbers, times, and integers for
//! LOGICAL.

use super::folder::Folder;
use super::tables::npy;
use arrow_array::builder::{Float64Builder, LargeListBuilder, StringDictionaryBuilder};
use arrow_array::types::Int32Type;
use arrow_array::{
    Array, ArrayRef, Date32Array, Date64Array, Decimal128Array, DictionaryArray, FixedSizeListArray, Float64Array,
    Int8Array, Int32Array, Int64Array, LargeStringArray, NullArray, RecordBatch, Time32SecondArray,
    TimestampMicrosecondArray, TimestampSecondArray,
};
use arrow_ipc::CompressionType;
use arrow_ipc::writer::{FileWriter, IpcWriteOptions};
use arrow_schema::Field;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions};
use parquet::basic::{BrotliLevel, Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;
use std::fs::File;
use std::io::Write;
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

/// A time in a table that a kernel did not even use stopped `--out r.csv`, and was shown as its type; in Parquet,
/// seconds and days came out as plain integers.
#[test]
fn dates_and_times_pass_through() {
    let folder = Folder::new();
    let seconds = vec![Some(0), Some(1_706_933_106), None];
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("i", Arc::new(Int32Array::from(vec![1, 2, 3]))),
        ("date", Arc::new(Date32Array::from(vec![0, 19_782, -1]))),
        ("days", Arc::new(Date64Array::from(vec![0, 86_400_000, -86_400_000]))),
        ("s", Arc::new(TimestampSecondArray::from(seconds.clone()))),
        ("zone", Arc::new(TimestampSecondArray::from(seconds).with_timezone("Europe/Berlin"))),
        ("us", Arc::new(TimestampMicrosecondArray::from(vec![1, -1, i64::MAX]))),
        ("clock", Arc::new(Time32SecondArray::from(vec![0, 86_399, 61]))),
    ];
    let rows = batch(columns);
    write_arrow(&folder, "t.arrow", &rows, None);
    let expected = "i,date,days,s,zone,us,clock,j\n\
        1,1970-01-01,1970-01-01,1970-01-01 00:00:00,1970-01-01 00:00:00+00:00,1970-01-01 00:00:00.000001,00:00:00,1\n\
        2,2024-02-29,1970-01-02,2024-02-03 04:05:06,2024-02-03 04:05:06+00:00,1969-12-31 23:59:59.999999,23:59:59,2\n\
        3,1969-12-31,1969-12-31,,,9223372036854775807,00:01:01,3\n";
    folder.output("run kernels.f --kernel copy --in t.arrow --no-status --out r.csv");
    assert_eq!(folder.read("r.csv"), expected);
    folder.output("run kernels.f --kernel copy --in t.arrow --no-status --out r.parquet");
    let file = File::open(folder.path("r.parquet")).expect("a file");
    let metadata = ArrowReaderMetadata::load(&file, ArrowReaderOptions::new().with_skip_arrow_metadata(true));
    let types: Vec<String> =
        metadata.expect("a Parquet file").schema().fields().iter().map(|field| field.data_type().to_string()).collect();
    assert_eq!(types[1..4], ["Date32", "Date32", "Timestamp(ms)"]);
    assert_eq!(types[6], "Time32(ms)");
    folder.output(
        "run kernels.f --kernel copy --in r.parquet --no-status --columns i,date,days,s,zone,us,clock,j --out r.csv",
    );
    assert_eq!(folder.read("r.csv"), expected);
    let none: Vec<(&str, ArrayRef)> =
        vec![("i", Arc::new(Int32Array::from(vec![1]))), ("none", Arc::new(NullArray::new(1)))];
    write_arrow(&folder, "none.arrow", &batch(none), None);
    folder.output("run kernels.f --kernel copy --in none.arrow --no-status --out r.csv");
    assert_eq!(folder.read("r.csv"), "i,none,j\n1,,1\n");
    folder.output("run kernels.f --kernel copy --in t.arrow --columns date,s,j --out r.npz");
    folder.output("run kernels.f --kernel copy --in r.npz --set i=1 --no-status --columns date,s --out r.csv");
    assert_eq!(
        folder.read("r.csv"),
        "date,s\n1970-01-01,1970-01-01 00:00:00\n2024-02-29,2024-02-03 04:05:06\n1969-12-31,\n"
    );
}

/// Polars writes long lists, and a row of a CSV file became text in Parquet, which was then refused.
#[test]
fn lists_of_every_kind_are_row_arrays() {
    let folder = Folder::new();
    let mut lists = LargeListBuilder::new(Float64Builder::new());
    for row in [Some([1.0, 2.0, 3.0]), None, Some([4.0, 5.0, 6.0])] {
        match row {
            Some(elements) => lists.append_value(elements.map(Some)),
            None => lists.append_null(),
        }
    }
    let rows = batch(vec![
        ("a", Arc::new(lists.finish())),
        ("k", Arc::new(Int32Array::from(vec![2, 2, 3]))),
        ("text", Arc::new(LargeStringArray::from(vec!["u", "v", "w"]))),
    ]);
    write_arrow(&folder, "t.arrow", &rows, None);
    let expected =
        "a,k,text,total,status\n1.0 2.0 3.0,2,u,5.0,ok\n,2,v,,the value of `a` is missing\n4.0 5.0 6.0,3,w,34.0,ok\n";
    folder.output_with_failures("run kernels.f --kernel total --in t.arrow --out r.csv");
    assert_eq!(folder.read("r.csv"), expected);
    // The list is text in this file.
    folder.output_with_failures("run kernels.f --kernel total --in r.csv --out r.parquet");
    folder.output_with_failures(
        "run kernels.f --kernel total --in r.parquet --columns a,k,text,total,status --out r.csv",
    );
    assert_eq!(folder.read("r.csv"), expected);
}

const MATRICES: &str = "subroutine m(a, s)
  real(8) :: a(2, 3)
  complex(8) :: s(2)
  a(2, 3) = -a(2, 1)
  s(1) = s(2)*(0, 1)
end subroutine
";

/// They were refused, and matrices came out as one list.
#[test]
fn nested_lists_are_arrays_with_several_dimensions() {
    let folder = Folder::new();
    let list = |elements: ArrayRef, length: i32| {
        let item = Arc::new(Field::new("item", elements.data_type().clone(), true));
        Arc::new(FixedSizeListArray::new(item, length, elements, None)) as ArrayRef
    };
    let numbers = |count: i32| Arc::new(Float64Array::from_iter_values((0..count).map(f64::from))) as ArrayRef;
    let rows = batch(vec![("a", list(list(numbers(12), 3), 2)), ("s", list(numbers(8), 4))]);
    folder.write("m.f90", MATRICES);
    write_arrow(&folder, "t.arrow", &rows, None);
    for (table, result) in [("t.arrow", "r.parquet"), ("r.parquet", "r.arrow"), ("r.arrow", "r.csv")] {
        let options = if table == "t.arrow" { "" } else { " --columns a,s,a_out,s_out" };
        folder.output(&format!("run m.f90 --kernel m --in {table} --out {result}{options}"));
    }
    let expected = "a,s,a_out,s_out\n0.0 3.0 1.0 4.0 2.0 5.0,";
    assert!(folder.read("r.csv").starts_with(expected), "{}", folder.read("r.csv"));
    assert!(folder.read("r.csv").contains("0.0 3.0 1.0 4.0 2.0 -3.0,-3.0 2.0 2.0 3.0"), "{}", folder.read("r.csv"));
    let file = File::open(folder.path("r.arrow")).expect("a file");
    let schema = arrow_ipc::reader::FileReader::try_new(file, None).expect("an Arrow file").schema();
    let kinds: Vec<String> = schema.fields().iter().map(|field| field.data_type().to_string()).collect();
    assert!(kinds[2].starts_with("FixedSizeList(2") && kinds[2].contains("FixedSizeList(3"), "{kinds:?}");
}

/// A row of complex numbers was two columns that no kernel takes.
#[test]
fn rows_of_complex_numbers() {
    let folder = Folder::new();
    folder.write("m.f90", MATRICES);
    let bytes = |numbers: Vec<f64>| numbers.into_iter().flat_map(f64::to_le_bytes).collect::<Vec<u8>>();
    let a = npy("<f8", "(2, 2, 3)", &bytes((0..12).map(f64::from).collect()));
    let s = npy("<c16", "(2, 2)", &bytes(vec![1.0, 2.0, 3.0, 4.0, 5.0, 0.0, 6.0, 0.0]));
    let mut archive = zip::ZipWriter::new(File::create(folder.path("t.npz")).expect("a file"));
    for (name, array) in [("a.npy", a), ("s.npy", s)] {
        archive.start_file(name, zip::write::SimpleFileOptions::default()).expect("an entry");
        archive.write_all(&array).expect("its bytes");
    }
    archive.finish().expect("an archive");
    folder.output("run m.f90 --kernel m --in t.npz --out r.npz");
    folder.output("run m.f90 --kernel m --in r.npz --out again.csv --columns s,s_out");
    let text = folder.read("again.csv");
    assert_eq!(text, "s,s_out\n1.0 2.0 3.0 4.0,-4.0 3.0 3.0 4.0\n5.0 0.0 6.0 0.0,0.0 6.0 6.0 0.0\n", "{text}");
    let archive = std::fs::read(folder.path("r.npz")).expect("an archive");
    let has_type = |wanted: &[u8]| archive.windows(wanted.len()).any(|bytes| bytes == wanted);
    assert!(has_type(b"'<c16'"));
}

/// Doubles were rounded to REAL without a word, and those that are too large became infinite.
#[test]
fn numbers_that_are_rounded_are_noted() {
    let folder = Folder::new();
    let kernel = "subroutine s(x, a, y)\n real, intent(in) :: x, a(2)\n real, intent(out) :: y\n y = x + sum(a)\nend\n";
    folder.write("s.f90", kernel);
    let table = |x: Vec<f64>, a: Vec<f64>| {
        let field = Arc::new(Field::new("item", arrow_schema::DataType::Float64, false));
        let a = FixedSizeListArray::new(field, 2, Arc::new(Float64Array::from(a)), None);
        write_arrow(&folder, "t.arrow", &batch(vec![("x", Arc::new(Float64Array::from(x))), ("a", Arc::new(a))]), None);
    };
    let run =
        |options: &str| folder.run(&format!("run s.f90 --kernel s --in t.arrow {options} --columns y --out r.csv"));
    table(vec![0.5, 2.0, f64::NAN], vec![1.0, 2.0, 0.25, 4.0, f64::from(-1e30_f32), 0.0]);
    for options in ["", "--strict"] {
        let exact = run(options);
        assert_eq!((exact.status, exact.stderr.as_str()), (0, ""), "{options}");
        assert_eq!(folder.read("r.csv"), "y\n3.5\n6.25\nNaN\n");
    }
    table(vec![0.5, 2.0, 0.5], vec![1.0, 2.0, 0.25, 0.1, 0.3, 0.0]);
    let rounded = run("");
    let note = "note: `a` is REAL; its column is rounded to the nearest, first 0.1 in row 2 (--strict refuses that)\n";
    assert_eq!((rounded.status, rounded.stderr.as_str()), (0, note));
    let strict = "run s.f90 --kernel s --in t.arrow --strict --out strict.csv";
    folder.fails(strict, 1, &["t.arrow", "row 2", "column `a`", "0.1 is not a REAL to the last digit"]);
    table(vec![0.5, 1e39], vec![1.0; 4]);
    let large = "run s.f90 --kernel s --in t.arrow --out large.csv";
    folder.fails(large, 1, &["row 2", "column `x`", "1e39 does not fit REAL"]);
    let whole: ArrayRef = Arc::new(Int64Array::from(vec![1 << 24, (1 << 24) + 1]));
    write_arrow(&folder, "t.arrow", &batch(vec![("x", whole)]), None);
    let rounded = folder.run("run s.f90 --kernel s --in t.arrow --set a=[0,0] --columns y --out r.csv");
    assert!(rounded.stderr.contains("first 16777217.0 in row 2"), "{}", rounded.stderr);
    assert_eq!(folder.read("r.csv"), "y\n16777216.0\n16777216.0\n");
    folder.fails("run s.f90 --kernel s --set x=1e39 --set a=[0,0]", 2, &["`1e39` does not fit REAL"]);
}
