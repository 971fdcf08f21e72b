//! Arrow IPC files.

use super::{BatchWriter, DataError, Table};
use arrow_array::RecordBatch;
use arrow_ipc::reader::{FileReader, StreamReader, read_footer_length};
use arrow_ipc::writer::FileWriter;
use arrow_schema::Schema;
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// What a file in the file format begins with; the stream format has no such mark.
const MAGIC: &[u8; 6] = b"ARROW1";

pub(super) fn open(path: &Path) -> Result<Table, DataError> {
    let mut file = File::open(path).map_err(DataError::io(path))?;
    let mut head = [0; MAGIC.len()];
    let is_file_format = file.read_exact(&mut head).is_ok() && head == *MAGIC;
    file.seek(SeekFrom::Start(0)).map_err(DataError::io(path))?;
    let name = path.to_owned();
    let broken = move |error| DataError::content(&name, format!("not a readable Arrow file: {error}"));
    let mut reader = BufReader::new(file);
    if is_file_format {
        check_footer(path, &mut reader)?;
        let reader = FileReader::try_new(reader, None).map_err(&broken)?;
        let schema = reader.schema();
        Ok(Table { schema, rows: None, batches: Box::new(reader.map(move |batch| batch.map_err(&broken))) })
    } else {
        let reader = StreamReader::try_new(reader, None).map_err(&broken)?;
        let schema = reader.schema();
        Ok(Table { schema, rows: None, batches: Box::new(reader.map(move |batch| batch.map_err(&broken))) })
    }
}

/// Checks that the file is as long as the footer that it promises: the library takes memory for it before it reads.
fn check_footer(path: &Path, file: &mut (impl Read + Seek)) -> Result<(), DataError> {
    let broken = |problem: String| DataError::content(path, format!("not a readable Arrow file: {problem}"));
    let mut end = [0; 10];
    let bytes = file.seek(SeekFrom::End(-10)).map_err(|_| broken("it is cut off".to_owned()))?;
    file.read_exact(&mut end).map_err(DataError::io(path))?;
    let footer = read_footer_length(end).map_err(|error| broken(error.to_string()))?;
    match footer as u64 <= bytes {
        true => Ok(()),
        false => Err(broken(format!("its footer of {footer} bytes is cut off"))),
    }
}

pub(super) struct ArrowWriter {
    path: PathBuf,
    writer: FileWriter<BufWriter<File>>,
}

pub(super) fn create(path: &Path, file: File, schema: &Schema) -> Result<ArrowWriter, DataError> {
    let writer = FileWriter::try_new(BufWriter::new(file), schema).map_err(|error| DataError::content(path, error))?;
    Ok(ArrowWriter { path: path.to_owned(), writer })
}

impl BatchWriter for ArrowWriter {
    fn write(&mut self, batch: &RecordBatch) -> Result<(), DataError> {
        self.writer.write(batch).map_err(|error| DataError::content(&self.path, error))
    }

    fn finish(self: Box<Self>) -> Result<(), DataError> {
        let mut writer = self.writer;
        writer.finish().map_err(|error| DataError::content(&self.path, error))?;
        let buffer = writer.into_inner().map_err(|error| DataError::content(&self.path, error))?;
        buffer.into_inner().map_err(|error| DataError::io(&self.path)(error.into_error()))?;
        Ok(())
    }
}
