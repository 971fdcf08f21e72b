//! The records of formatted units: lines, or parts of a direct file that all have one length.

use super::connection::{Access, Connection, FileEnd, LONGEST_RECORD, Stream};
use crate::io::console::{ERROR_UNIT, OUTPUT_UNIT};
use crate::io::error::{BAD_OPTION, BEHIND_END, IoError};
use crate::io::files::Files;
use crate::io::specifier::Specifier;

/// The next record of a unit; none after the last.
///
/// # Errors
/// It can't be read, or the end was met before.
pub fn read_record(files: &mut dyn Files, unit: i64) -> Result<Option<Vec<u8>>, IoError> {
    let connection = files.system().units.connection(unit)?;
    if connection.access() == Access::Direct {
        return connection.read_direct().map(Some);
    }
    if connection.end == FileEnd::After && connection.access() == Access::Sequential {
        return Err(IoError::new(BEHIND_END, "Read past ENDFILE record"));
    }
    let mut line = match &mut connection.stream {
        Stream::Output(_) => None,
        Stream::File(file) => file.read_line(LONGEST_RECORD as usize)?,
        Stream::Input => files.read_line()?,
    };
    match &mut line {
        Some(line) if line.last() == Some(&b'\r') => drop(line.pop()),
        Some(_) => {}
        None => {
            let connection = files.system().units.connection(unit)?;
            connection.end = FileEnd::After;
            connection.words.set(Specifier::Position, "APPEND");
        }
    }
    Ok(line)
}

/// Writes the begin of a record of which the next statement goes on before what is behind it. Units that can't be
/// positioned get all of it.
///
/// # Errors
/// It can't be written.
pub fn write_begun(files: &mut dyn Files, unit: i64, mut written: Vec<u8>, mut behind: Vec<u8>) -> Result<(), IoError> {
    let connection = files.system().units.connection(unit)?;
    if !matches!(connection.stream, Stream::File(_)) || connection.access() != Access::Sequential {
        written.append(&mut behind);
    }
    connection.tail = behind;
    write_record(files, unit, written, false)
}

/// Writes a record, which a line end follows if `is_complete`.
///
/// # Errors
/// It can't be written.
pub fn write_record(files: &mut dyn Files, unit: i64, mut record: Vec<u8>, is_complete: bool) -> Result<(), IoError> {
    let connection = files.system().units.connection(unit)?;
    if connection.access() == Access::Direct {
        return connection.write_direct(&record, Some(b' '));
    }
    if is_complete {
        record.push(b'\n');
    }
    // That of the console stays without end, even in a file.
    connection.has_open_record = !is_complete && ![OUTPUT_UNIT, ERROR_UNIT].contains(&unit);
    match &mut connection.stream {
        Stream::Input => Ok(()),
        Stream::File(file) => Ok(file.write(&record)?),
        Stream::Output(file) => {
            let file = *file;
            Ok(files.write(file, &record)?)
        }
    }
}

impl Connection {
    /// Goes to before a record of a direct file.
    ///
    /// # Errors
    /// There can't be such a record; there is none, if it is read.
    pub fn go_to_record(&mut self, number: i64, reads: bool) -> Result<(), IoError> {
        let bad = |message: &str| Err(IoError::new(BAD_OPTION, message));
        let Some(before) = u64::try_from(number).ok().and_then(|number| number.checked_sub(1)) else {
            return bad("Record number must be positive");
        };
        let Some(place) = before.checked_mul(self.record_length).filter(|place| i64::try_from(*place).is_ok()) else {
            return bad("Record number too large");
        };
        let Some(file) = self.file() else { return Ok(()) };
        if reads && place >= file.length()? {
            return bad("Non-existing record number");
        }
        file.go_to(place);
        Ok(())
    }

    /// The next record of a direct file.
    fn read_direct(&mut self) -> Result<Vec<u8>, IoError> {
        let length = self.record_length as usize;
        let mut record = Vec::new();
        let Some(file) = self.file() else { return Ok(record) };
        let left = file.length()?.saturating_sub(file.place());
        let present = length.min(usize::try_from(left).unwrap_or(length));
        record.try_reserve_exact(present).map_err(|_| IoError::out_of_memory())?;
        record.resize(present, b' ');
        let read = file.read(&mut record)?;
        record.truncate(read);
        self.pass_record();
        if record.is_empty() { Err(IoError::end()) } else { Ok(record) }
    }

    /// Writes the next record of a direct file, and fills its rest.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn write_direct(&mut self, record: &[u8], fill: Option<u8>) -> Result<(), IoError> {
        let mut left = self.record_length.saturating_sub(record.len() as u64);
        let Some(file) = self.file() else { return Ok(()) };
        file.write(record)?;
        let filled = [fill.unwrap_or(0); 4096];
        while fill.is_some() && left > 0 {
            let part = left.min(filled.len() as u64) as usize;
            file.write(&filled[..part])?;
            left -= part as u64;
        }
        if fill.is_some() {
            self.pass_record();
        }
        Ok(())
    }

    /// Notes the number of the record of a direct file that was transferred, up to whose end the file's place is.
    pub(super) fn pass_record(&mut self) {
        self.record = self.place().div_ceil(self.record_length.max(1));
    }
}
