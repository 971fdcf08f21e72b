//! Unformatted records: the bytes of the items. Those of a sequential file are in subrecords, each between two markers
//! of four bytes that hold its length; one that another follows has the first length negative, one that follows another
//! the last.

use super::connection::{Access, Connection, FileEnd};
use crate::io::error::{BAD_RECORD, BEHIND_END, CORRUPT_FILE, DIRECT_RECORD, IoError, SHORT_RECORD};

/// The length of a marker.
const MARKER: usize = 4;

/// The greatest length of a subrecord.
const LONGEST_SUBRECORD: usize = 2_147_483_639;

/// A WRITE of bytes: they are collected, and written when it ends.
#[derive(Clone, Debug, Default)]
pub struct BytesWritten {
    bytes: Vec<u8>,
}

impl BytesWritten {
    /// Adds an item of parts of `part` bytes.
    ///
    /// # Errors
    /// It does not fit the record, or memory for it can't be had.
    pub fn put(&mut self, connection: &Connection, item: &[u8], part: usize) -> Result<(), IoError> {
        let length = self.bytes.len() + item.len();
        if connection.access() == Access::Direct && length as u64 > connection.record_length {
            return Err(IoError::new(DIRECT_RECORD, "Write exceeds length of DIRECT access record"));
        }
        let has_records = connection.access() == Access::Sequential;
        if has_records && connection.greatest_record().is_some_and(|greatest| length > greatest) {
            return Err(IoError::new(SHORT_RECORD, "I/O past end of record on unformatted file"));
        }
        self.bytes.try_reserve(item.len()).map_err(|_| IoError::out_of_memory())?;
        self.bytes.extend_from_slice(item);
        if connection.is_swapped() {
            let start = length - item.len();
            self.bytes[start..].chunks_mut(part.max(1)).for_each(<[u8]>::reverse);
        }
        Ok(())
    }

    /// Writes the record; only what there is of it, after an error.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn finish(&mut self, connection: &mut Connection, is_complete: bool) -> Result<(), IoError> {
        let bytes = std::mem::take(&mut self.bytes);
        match connection.access() {
            Access::Direct => connection.write_direct(&bytes, is_complete.then_some(0)),
            Access::Stream => connection.file().map_or(Ok(()), |file| Ok(file.write(&bytes)?)),
            Access::Sequential => write_subrecords(connection, &bytes, LONGEST_SUBRECORD),
        }
    }
}

fn write_subrecords(connection: &mut Connection, bytes: &[u8], longest: usize) -> Result<(), IoError> {
    let is_swapped = connection.is_swapped();
    let Some(file) = connection.file() else { return Ok(()) };
    let marker = |length: usize, is_negative: bool| {
        let length = i32::try_from(length).unwrap_or(i32::MAX);
        let length = if is_negative { -length } else { length };
        if is_swapped { length.swap_bytes().to_ne_bytes() } else { length.to_ne_bytes() }
    };
    let mut rest = bytes;
    let mut is_first = true;
    loop {
        let (part, after) = rest.split_at(rest.len().min(longest));
        file.write(&marker(part.len(), !after.is_empty()))?;
        file.write(part)?;
        file.write(&marker(part.len(), !is_first))?;
        if after.is_empty() {
            return Ok(());
        }
        (rest, is_first) = (after, false);
    }
}

/// A READ of bytes.
#[derive(Clone, Debug)]
pub struct BytesRead {
    /// How many bytes of the subrecord, or of the record of a direct file, are left; none in a file without records.
    left: Option<u64>,
    /// Whether another subrecord follows.
    is_continued: bool,
}

impl BytesRead {
    /// Begins a READ; of a sequential file, at the begin of a record.
    ///
    /// # Errors
    /// There is no record.
    pub fn begin(connection: &mut Connection) -> Result<BytesRead, IoError> {
        let mut read = BytesRead { left: None, is_continued: false };
        match connection.access() {
            Access::Stream => {}
            Access::Direct => read.left = Some(connection.record_length),
            Access::Sequential if connection.end == FileEnd::After => {
                return Err(IoError::new(BEHIND_END, "Read past ENDFILE record"));
            }
            Access::Sequential => read.next_subrecord(connection)?,
        }
        Ok(read)
    }

    fn next_subrecord(&mut self, connection: &mut Connection) -> Result<(), IoError> {
        let length = match marker(connection)? {
            Ok(length) => length,
            Err(0) => {
                connection.end = FileEnd::After;
                return Err(IoError::end());
            }
            Err(_) => return Err(IoError::new(BAD_RECORD, "Corrupt unformatted sequential file")),
        };
        self.is_continued = length < 0;
        self.left = Some(u64::from(length.unsigned_abs()));
        Ok(())
    }

    /// Reads an item of parts of `part` bytes; false if a direct file ends before.
    ///
    /// # Errors
    /// The record, or another file, has fewer bytes.
    pub fn get(&mut self, connection: &mut Connection, item: &mut [u8], part: usize) -> Result<bool, IoError> {
        let mut filled = 0;
        while filled < item.len() {
            let wanted = (item.len() - filled) as u64;
            let present = self.left.unwrap_or(wanted).min(wanted) as usize;
            if present == 0 {
                if !self.is_continued {
                    return Err(IoError::new(SHORT_RECORD, "I/O past end of record on unformatted file"));
                }
                marker(connection)?.map_err(|_| corrupt())?;
                self.next_subrecord(connection)?;
                continue;
            }
            let Some(file) = connection.file() else { return Err(IoError::end()) };
            let read = file.read(&mut item[filled..filled + present])?;
            if read < present {
                return match connection.access() {
                    Access::Direct => Ok(false),
                    Access::Sequential => Err(corrupt()),
                    Access::Stream => Err(IoError::end()),
                };
            }
            self.left = self.left.map(|left| left - read as u64);
            filled += read;
        }
        if connection.is_swapped() {
            item.chunks_mut(part.max(1)).for_each(<[u8]>::reverse);
        }
        Ok(true)
    }

    /// Ends the statement, which leaves the rest of the record behind.
    ///
    /// # Errors
    /// A subrecord that is to follow is missing.
    pub fn finish(&mut self, connection: &mut Connection) -> Result<(), IoError> {
        match connection.access() {
            Access::Stream => return Ok(()),
            Access::Direct => {
                connection.pass_record();
                return Ok(());
            }
            Access::Sequential => {}
        }
        loop {
            let left = self.left.take().unwrap_or(0);
            if let Some(file) = connection.file() {
                let place = file.place().saturating_add(left);
                file.go_to(place);
            }
            // As in gfortran, nobody looks at the marker after the last subrecord.
            if !self.is_continued {
                marker(connection)?.ok();
                return Ok(());
            }
            marker(connection)?.map_err(|_| corrupt())?;
            self.next_subrecord(connection)?;
        }
    }
}

fn corrupt() -> IoError {
    IoError::new(CORRUPT_FILE, "Unformatted file structure has been corrupted")
}

/// A marker, or how many bytes of one there are.
fn marker(connection: &mut Connection) -> Result<Result<i32, usize>, IoError> {
    let is_swapped = connection.is_swapped();
    let Some(file) = connection.file() else { return Ok(Err(0)) };
    let mut bytes = [0; MARKER];
    let read = file.read(&mut bytes)?;
    if read < MARKER {
        return Ok(Err(read));
    }
    let length = i32::from_ne_bytes(bytes);
    Ok(Ok(if is_swapped { length.swap_bytes() } else { length }))
}

impl Connection {
    /// Goes back to the begin of the record before the present place.
    ///
    /// # Errors
    /// There is no complete record.
    pub(super) fn unformatted_backspace(&mut self) -> Result<(), IoError> {
        loop {
            let end = self.place();
            let Some(file) = self.file() else { return Ok(()) };
            let Some(place) = end.checked_sub(MARKER as u64) else { return Err(corrupt()) };
            file.go_to(place);
            let length = marker(self)?.map_err(|_| corrupt())?;
            let whole = u64::from(length.unsigned_abs()) + 2 * MARKER as u64;
            let Some(begin) = end.checked_sub(whole) else { return Err(corrupt()) };
            if let Some(file) = self.file() {
                file.go_to(begin);
            }
            if length >= 0 {
                return Ok(());
            }
        }
    }
}
