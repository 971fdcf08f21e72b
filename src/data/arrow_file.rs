//! Arrow IPC files.

use super::stream::Stream;
use super::{BatchWriter, DataError, Table, plain_batches};
use arrow_array::{RecordBatch, RecordBatchWriter};
use arrow_ipc::reader::{FileReader, StreamReader, read_footer_length};
use arrow_ipc::writer::{FileWriter, StreamWriter};
use arrow_ipc::{Block, root_as_footer};
use arrow_schema::{ArrowError, Schema};
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// What a file in the file format begins with; the stream format has no such mark.
pub(super) const MAGIC: &[u8; 6] = b"ARROW1";

pub(super) fn open(stream: &Stream) -> Result<Table, DataError> {
    let path = &stream.path;
    let name = path.to_owned();
    let broken = move |error| DataError::content(&name, format!("not a readable Arrow file: {error}"));
    let mut head = Vec::new();
    stream.reader()?.take(MAGIC.len() as u64).read_to_end(&mut head).map_err(DataError::io(path))?;
    if head == *MAGIC {
        let mut reader = BufReader::new(stream.file.try_clone().map_err(DataError::io(path))?);
        check_footer(path, &mut reader)?;
        let reader = FileReader::try_new(reader, None).map_err(&broken)?;
        let schema = reader.schema();
        Ok(Table { schema, rows: None, batches: plain_batches(reader.map(move |batch| batch.map_err(&broken))) })
    } else {
        let reader = StreamReader::try_new(BufReader::new(stream.reader()?), None).map_err(&broken)?;
        let schema = reader.schema();
        Ok(Table { schema, rows: None, batches: plain_batches(reader.map(move |batch| batch.map_err(&broken))) })
    }
}

/// Checks that the file is as long as the footer that it promises, and as the parts of it that the footer names: the
/// library takes memory for them, and clears it, before it reads.
fn check_footer(path: &Path, file: &mut (impl Read + Seek)) -> Result<(), DataError> {
    let broken = |problem: String| DataError::content(path, format!("not a readable Arrow file: {problem}"));
    let mut end = [0; 10];
    let bytes = file.seek(SeekFrom::End(-10)).map_err(|_| broken("it is cut off".to_owned()))?;
    file.read_exact(&mut end).map_err(DataError::io(path))?;
    let length = read_footer_length(end).map_err(|error| broken(error.to_string()))?;
    let start =
        bytes.checked_sub(length as u64).ok_or_else(|| broken(format!("its footer of {length} bytes is cut off")))?;
    let mut footer = vec![0; length];
    file.seek(SeekFrom::Start(start)).and_then(|_| file.read_exact(&mut footer)).map_err(DataError::io(path))?;
    let footer = root_as_footer(&footer).map_err(|error| broken(error.to_string()))?;
    let ends_in_time = |block: &Block| {
        let parts = [block.offset(), i64::from(block.metaDataLength()), block.bodyLength()];
        let lengths = parts.map(|part| u64::try_from(part).ok());
        lengths.into_iter().try_fold(0, |end: u64, part| end.checked_add(part?)).is_some_and(|end| end <= start)
    };
    let blocks = [footer.dictionaries(), footer.recordBatches()].into_iter().flatten().flatten();
    match blocks.zip(1..).find(|(block, _)| !ends_in_time(block)) {
        None => Ok(()),
        Some((_, number)) => Err(broken(format!("its block {number} is cut off"))),
    }
}

/// A writer of one of Arrow's formats.
pub(super) struct ArrowWriter<W> {
    path: PathBuf,
    writer: W,
    /// Completes the file.
    finish: fn(W) -> Result<BufWriter<File>, ArrowError>,
}

pub(super) fn create(path: &Path, file: File, schema: &Schema) -> Result<Box<dyn BatchWriter>, DataError> {
    let writer = FileWriter::try_new(BufWriter::new(file), schema).map_err(|error| written(path, error))?;
    // The library's own way to the file completes it.
    Ok(Box::new(ArrowWriter { path: path.to_owned(), writer, finish: FileWriter::into_inner }))
}

/// Begins a table in the stream format, which a reader takes as it comes.
pub(super) fn create_stream(path: &Path, file: File, schema: &Schema) -> Result<Box<dyn BatchWriter>, DataError> {
    let writer = StreamWriter::try_new(BufWriter::new(file), schema).map_err(|error| written(path, error))?;
    Ok(Box::new(ArrowWriter { path: path.to_owned(), writer, finish: StreamWriter::into_inner }))
}

impl<W: RecordBatchWriter + Send> BatchWriter for ArrowWriter<W> {
    fn write(&mut self, batch: &RecordBatch) -> Result<(), DataError> {
        self.writer.write(batch).map_err(|error| written(&self.path, error))
    }

    fn finish(self: Box<Self>) -> Result<(), DataError> {
        let mut file = (self.finish)(self.writer).map_err(|error| written(&self.path, error))?;
        file.flush().map_err(DataError::io(&self.path))
    }
}

/// An error of writing: that of the file without the library's words around it.
fn written(path: &Path, error: ArrowError) -> DataError {
    match error {
        ArrowError::IoError(_, source) => DataError::io(path)(source),
        error => DataError::content(path, error),
    }
}
