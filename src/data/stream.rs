//! The bytes of a table: of a file or a pipe, compressed or not.

use super::place::standard_input;
use super::{DataError, Place};
use flate2::read::MultiGzDecoder;
use std::fs::File;
use std::io::{Cursor, Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// An open place.
pub(super) struct Stream {
    pub path: PathBuf,
    pub file: File,
    /// The number of bytes, unless it is a pipe.
    pub length: Option<u64>,
    is_compressed: bool,
    /// What was read of a pipe already.
    begun: Vec<u8>,
    /// Counts what is read.
    bytes_read: Arc<AtomicU64>,
}

/// A file of which it is counted how much is read.
struct Counted(File, Arc<AtomicU64>);

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.0.read(buffer)?;
        self.1.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

impl Stream {
    /// Opens a place.
    pub fn open(place: &Place, bytes_read: &Arc<AtomicU64>) -> Result<Stream, DataError> {
        let io = DataError::io(&place.path);
        let file = if place.is_standard() { standard_input() } else { File::open(&place.path) }.map_err(&io)?;
        let metadata = file.metadata().map_err(&io)?;
        let length = metadata.is_file().then_some(metadata.len());
        if metadata.is_dir() {
            return Err(DataError::content(&place.path, "is a folder"));
        }
        let (path, is_compressed, bytes_read) = (place.path.clone(), place.is_compressed, Arc::clone(bytes_read));
        Ok(Stream { path, file, length, is_compressed, begun: Vec::new(), bytes_read })
    }

    /// The same bytes in a file, so that they can be read in any order. What comes from a pipe goes to one without a
    /// name, where temporary files are.
    pub fn into_file(self) -> Result<Stream, DataError> {
        if self.length.is_some() {
            return Ok(self);
        }
        let io = DataError::io(&self.path);
        let mut file = tempfile::tempfile().map_err(&io)?;
        let counter = Arc::clone(&self.bytes_read);
        let mut bytes = Cursor::new(self.begun).chain(Counted(self.file, self.bytes_read));
        let length = std::io::copy(&mut bytes, &mut file).map_err(&io)?;
        let (path, is_compressed) = (self.path.clone(), self.is_compressed);
        Ok(Stream { path, file, length: Some(length), is_compressed, begun: Vec::new(), bytes_read: counter })
    }

    /// Whether it begins with these bytes.
    pub fn begins_with(&mut self, mark: &[u8]) -> Result<bool, DataError> {
        let mut head = Vec::new();
        self.reader()?.take(mark.len() as u64).read_to_end(&mut head).map_err(DataError::io(&self.path))?;
        let is_found = head == mark;
        if self.length.is_none() {
            self.begun = head;
        }
        Ok(is_found)
    }

    /// All bytes from the beginning, without compression; those of a pipe can be read once.
    pub fn reader(&self) -> Result<Box<dyn Read + Send>, DataError> {
        let io = DataError::io(&self.path);
        let mut file = self.file.try_clone().map_err(&io)?;
        if self.length.is_some() {
            file.seek(SeekFrom::Start(0)).map_err(&io)?;
        }
        let bytes = Cursor::new(self.begun.clone()).chain(Counted(file, Arc::clone(&self.bytes_read)));
        Ok(if self.is_compressed { Box::new(MultiGzDecoder::new(bytes)) } else { Box::new(bytes) })
    }
}
