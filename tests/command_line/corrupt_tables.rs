//! Tables with a corrupt byte: each is read, or refused with an error that names the file. Before, some of them made a
//! library panic. The fuzz targets `csv`, `arrow`, `parquet` and `npz` go further.

use super::folder::Folder;
use arrow_array::{Array, ArrayRef, FixedSizeListArray, Float64Array, RecordBatch};
use arrow_schema::{DataType, Field};
use forlane::data::{Input, InputOptions, Place};
use parquet::arrow::ArrowWriter;
use parquet::file::properties::{WriterProperties, WriterVersion};
use std::sync::Arc;

/// Reads all of a table.
fn read(path: &std::path::Path) -> Result<usize, String> {
    let mut rows = 0;
    let place = Place::new(path, None).map_err(|error| error.to_string())?;
    for batch in Input::open(&[place], &InputOptions::default()).map_err(|error| error.to_string())? {
        let batch = batch.map_err(|error| error.to_string())?;
        for column in batch.columns() {
            column.to_data().validate_full().expect("a valid column, or an error");
        }
        rows += batch.num_rows();
    }
    Ok(rows)
}

/// Each byte of a small file in turn becomes others.
fn corrupt(ending: &str) {
    let folder = Folder::new();
    folder.write("table.csv", "x,n\n1.5,1\n-2.5,2\n3.5,3\n");
    let run = folder.run(&format!("run kernels.f --kernel half --in table.csv --out good.{ending}"));
    assert_eq!(run.status, 0, "{}", run.stderr);
    let good = std::fs::read(folder.path(&format!("good.{ending}"))).unwrap();
    corrupt_each_byte(&folder, &good, ending);
}

fn corrupt_each_byte(folder: &Folder, good: &[u8], ending: &str) {
    let path = folder.path(&format!("bad.{ending}"));
    let mut refused = 0;
    for at in 0..good.len() {
        for value in [0xff, good[at].wrapping_add(8), 0] {
            let mut bad = good.to_vec();
            bad[at] = value;
            std::fs::write(&path, bad).unwrap();
            if let Err(message) = read(&path) {
                assert!(message.contains(&format!("bad.{ending}")), "byte {at}: {message}");
                refused += 1;
            }
        }
    }
    assert!(refused > good.len() / 10, "{refused} of {} files were refused", 3 * good.len());
    std::fs::write(&path, good).unwrap();
    assert_eq!(read(&path), Ok(3));
}

#[test]
fn arrow_files() {
    corrupt("arrow");
}

/// A footer can name a block of any length: memory was taken for it, and cleared, before it was seen to be cut off.
#[test]
fn a_block_longer_than_its_arrow_file() {
    let folder = Folder::new();
    folder.write("table.csv", "x,n\n1.5,1\n-2.5,2\n3.5,3\n");
    folder.output("run kernels.f --kernel half --in table.csv --out t.arrow");
    let path = folder.path("t.arrow");
    let mut file = std::fs::read(&path).unwrap();
    let end = file.len() - 10;
    let footer_bytes = arrow_ipc::reader::read_footer_length(file[end..].try_into().unwrap()).unwrap();
    let footer = arrow_ipc::root_as_footer(&file[end - footer_bytes..end]).unwrap();
    let block = footer.recordBatches().unwrap().get(0).0;
    let at = file.windows(block.len()).position(|bytes| *bytes == block).unwrap();
    // The last of its three numbers of eight bytes is the length.
    file[at + 16..at + 24].copy_from_slice(&(4_i64 << 30).to_le_bytes());
    std::fs::write(&path, file).unwrap();
    let message = read(&path).unwrap_err();
    assert!(message.ends_with("t.arrow: not a readable Arrow file: its block 1 is cut off"), "{message}");
}

#[test]
fn parquet_files() {
    corrupt("parquet");
}

/// The levels of a corrupt file said that elements were missing, which the schema excludes. The column was taken as it
/// was, and a result that had it could not be read.
#[test]
fn row_arrays_in_parquet() {
    let elements = Arc::new(Float64Array::from(vec![1.5, -2.5, 3.5, 4.5, 5.5, 6.5]));
    let field = Arc::new(Field::new("item", DataType::Float64, false));
    let lists: ArrayRef = Arc::new(FixedSizeListArray::new(field, 2, elements, None));
    let batch = RecordBatch::try_from_iter([("x", lists)]).unwrap();
    let mut good = Vec::new();
    let mut writer = ArrowWriter::try_new(&mut good, batch.schema(), None).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    corrupt_each_byte(&Folder::new(), &good, "parquet");
}

/// Lists in more than one page were taken for corrupt: to see whether the next page goes on with a list, the library
/// reads the header of that page, and begins to read there again, at what follows the header, without taking anything.
#[test]
fn lists_in_several_pages_of_parquet() {
    let elements: ArrayRef = Arc::new(Float64Array::from_iter_values((0..4000).map(f64::from)));
    let field = Arc::new(Field::new("item", DataType::Float64, false));
    let lists: ArrayRef = Arc::new(FixedSizeListArray::new(field, 2, elements, None));
    let batch = RecordBatch::try_from_iter([("x", lists)]).unwrap();
    let folder = Folder::new();
    for version in [WriterVersion::PARQUET_1_0, WriterVersion::PARQUET_2_0] {
        let pages = WriterProperties::builder().set_data_page_row_count_limit(100).set_write_batch_size(100);
        let properties = pages.set_writer_version(version).set_dictionary_enabled(false).build();
        let file = std::fs::File::create(folder.path("t.parquet")).unwrap();
        let mut writer = ArrowWriter::try_new(file, batch.schema(), Some(properties)).unwrap();
        writer.write(&batch).unwrap();
        writer.close().unwrap();
        folder.write("sum.f90", "subroutine total(x, y)\nreal(8) x(2), y\ny = x(2) - 3*x(1)\nend\n");
        let shown = folder.output("run sum.f90 --kernel total --in t.parquet --columns y --out-format csv --out -");
        let expected = (0..2000).map(|row| format!("{:?}\n", f64::from(2 * row + 1) - 3.0 * f64::from(2 * row)));
        assert_eq!(shown, format!("y\n{}", expected.collect::<String>()));
    }
}

#[test]
fn numpy_archives() {
    corrupt("npz");
}

/// Lists may differ in length. The result was written as if all were as long as those of the first batch, and could not
/// be read.
#[test]
fn row_arrays_of_another_length_in_a_later_batch() {
    use arrow_array::builder::{Float64Builder, ListBuilder};
    let batch = |width: usize| {
        let mut rows = ListBuilder::new(Float64Builder::new());
        rows.append_value(vec![Some(1.0); width]);
        let x: arrow_array::ArrayRef = std::sync::Arc::new(arrow_array::Float64Array::from(vec![2.0]));
        let rows: arrow_array::ArrayRef = std::sync::Arc::new(rows.finish());
        arrow_array::RecordBatch::try_from_iter([("a", rows), ("x", x)]).unwrap()
    };
    let folder = Folder::new();
    let file = std::fs::File::create(folder.path("t.arrow")).unwrap();
    let mut writer = arrow_ipc::writer::FileWriter::try_new(file, &batch(3).schema()).unwrap();
    [batch(3), batch(4)].iter().for_each(|batch| writer.write(batch).unwrap());
    writer.finish().unwrap();
    let run = "run kernels.f --kernel fill --in t.arrow --out result.arrow";
    folder.fails(run, 1, &["t.arrow: row 2: column `a`: 4 elements, but the first row has 3"]);
}

/// The batch of a file without columns, or with columns that take no space, can have any number of rows.
#[test]
fn more_rows_than_the_file_can_hold() {
    let folder = Folder::new();
    let header = format!("{{'descr': '<f8', 'fortran_order': False, 'shape': ({}, 0), }}\n", u64::MAX >> 1);
    let array = [b"\x93NUMPY\x01\x00", &(header.len() as u16).to_le_bytes()[..], header.as_bytes()].concat();
    let mut archive = zip::ZipWriter::new(std::fs::File::create(folder.path("t.npz")).unwrap());
    archive.start_file("v.npy", zip::write::SimpleFileOptions::default()).unwrap();
    std::io::Write::write_all(&mut archive, &array).unwrap();
    archive.finish().unwrap();
    let message = read(&folder.path("t.npz")).unwrap_err();
    assert!(message.ends_with("t.npz: the file is corrupt: it declares more rows than it can hold"), "{message}");
}
