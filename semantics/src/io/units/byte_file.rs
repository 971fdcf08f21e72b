//! A file as bytes: read and written by way of one buffer, at any place where the system allows it.

use std::fs::{File, Metadata};
use std::io::{self, Read, Seek, SeekFrom, Write};

/// How many bytes the buffer holds.
const BUFFER_BYTES: usize = 1 << 16;

/// An open file.
#[derive(Debug)]
pub struct ByteFile {
    file: File,
    /// Whether it has places; else it is read and written from begin to end, as a pipe is.
    has_places: bool,
    /// The place of the next byte that is read or written.
    at: u64,
    /// Bytes that were read from `start` on, or are to be written there.
    buffer: Vec<u8>,
    start: u64,
    is_written: bool,
}

impl ByteFile {
    /// Reads and writes that file, from its begin on.
    pub fn new(mut file: File) -> ByteFile {
        let has_places = file.stream_position().is_ok();
        ByteFile { file, has_places, at: 0, buffer: Vec::new(), start: 0, is_written: false }
    }

    /// The place of the next byte.
    pub fn place(&self) -> u64 {
        self.at
    }

    /// Continues at that place.
    pub fn go_to(&mut self, place: u64) {
        self.at = place;
    }

    /// The number of bytes; 0 for a file without places.
    ///
    /// # Errors
    /// The system does not say.
    pub fn length(&mut self) -> io::Result<u64> {
        self.metadata().map(|metadata| metadata.len())
    }

    /// What the system knows of the file.
    ///
    /// # Errors
    /// The system does not say.
    pub fn metadata(&mut self) -> io::Result<Metadata> {
        self.flush()?;
        self.file.metadata()
    }

    /// The bytes that come next, as many as the buffer has; none at the end.
    fn next_bytes(&mut self) -> io::Result<&[u8]> {
        if self.is_written || self.at < self.start || self.at >= self.start + self.buffer.len() as u64 {
            self.flush()?;
            self.seek(self.at)?;
            self.start = self.at;
            self.fill()?;
        }
        Ok(&self.buffer[(self.at - self.start) as usize..])
    }

    /// Reads what the system has, up to a buffer, so that what a person types is there line by line.
    fn fill(&mut self) -> io::Result<()> {
        self.buffer.resize(BUFFER_BYTES, 0);
        let read = loop {
            match self.file.read(&mut self.buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        self.buffer.truncate(*read.as_ref().unwrap_or(&0));
        read.map(drop)
    }

    fn seek(&mut self, place: u64) -> io::Result<()> {
        if self.has_places {
            self.file.seek(SeekFrom::Start(place))?;
        }
        Ok(())
    }

    /// Fills `bytes` from the file; returns how many there were.
    ///
    /// # Errors
    /// The file can't be read.
    pub fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let mut filled = 0;
        while filled < bytes.len() {
            let next = self.next_bytes()?;
            if next.is_empty() {
                break;
            }
            let count = next.len().min(bytes.len() - filled);
            bytes[filled..filled + count].copy_from_slice(&next[..count]);
            filled += count;
            self.at += count as u64;
        }
        Ok(filled)
    }

    /// The bytes up to the next line end, which is passed over; none at the end of the file.
    ///
    /// # Errors
    /// The file can't be read, or the line has more than `most` bytes.
    pub fn read_line(&mut self, most: usize) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        loop {
            let next = self.next_bytes()?;
            if next.is_empty() {
                return Ok(Some(line).filter(|line| !line.is_empty()));
            }
            let end = next.iter().position(|byte| *byte == b'\n');
            let part = &next[..end.unwrap_or(next.len())];
            if part.len() > most - line.len() {
                return Err(io::ErrorKind::OutOfMemory.into());
            }
            line.try_reserve(part.len())?;
            line.extend_from_slice(part);
            let passed = part.len() + usize::from(end.is_some());
            self.at += passed as u64;
            if end.is_some() {
                return Ok(Some(line));
            }
        }
    }

    /// Writes bytes.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if !self.is_written || self.at != self.start + self.buffer.len() as u64 {
            self.flush()?;
            self.buffer.clear();
            (self.start, self.is_written) = (self.at, true);
        }
        self.at += bytes.len() as u64;
        if bytes.len() < BUFFER_BYTES {
            self.buffer.extend_from_slice(bytes);
            return if self.buffer.len() < BUFFER_BYTES { Ok(()) } else { self.flush() };
        }
        self.flush()?;
        (self.start, self.is_written) = (self.at, false);
        self.seek(self.at - bytes.len() as u64)?;
        self.file.write_all(bytes)
    }

    /// Hands on to the system what was written.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn flush(&mut self) -> io::Result<()> {
        if !self.is_written {
            return Ok(());
        }
        self.is_written = false;
        self.seek(self.start)?;
        let written = self.file.write_all(&self.buffer);
        self.start += self.buffer.len() as u64;
        self.buffer.clear();
        written
    }

    /// Makes the present place the end of the file.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn truncate(&mut self) -> io::Result<()> {
        self.flush()?;
        if self.has_places && self.file.metadata()?.is_file() && self.length()? > self.at {
            self.buffer.clear();
            self.file.set_len(self.at)?;
        }
        Ok(())
    }

    /// The place after the last line end before `place`, which is not that line's own.
    ///
    /// # Errors
    /// The file can't be read.
    pub fn begin_of_line_before(&mut self, place: u64) -> io::Result<u64> {
        let mut end = place.saturating_sub(1);
        let mut part = [0; 4096];
        while end > 0 {
            let start = end.saturating_sub(part.len() as u64);
            self.at = start;
            let wanted = (end - start) as usize;
            let read = self.read(&mut part[..wanted])?;
            if let Some(found) = part[..read].iter().rposition(|byte| *byte == b'\n') {
                return Ok(start + found as u64 + 1);
            }
            end = start;
        }
        Ok(0)
    }
}
