//! INQUIRE: what is known of a unit or a file.

use super::Units;
use super::connection::{Access, Connection};
use super::open::{is_new_number, path_of};
use crate::io::error::IoError;
use crate::io::specifier::Specifier;
use crate::io::value::Datum;
use std::io;
use std::path::Path;

/// What RECL is where OPEN did not say, and for stream access.
const UNLIMITED: i64 = i64::MAX - (1 << 31);
const WITHOUT_RECORDS: i64 = -2;

fn text(word: &str) -> Option<Datum> {
    Some(Datum::Character(word.as_bytes().to_vec()))
}

fn yes_or_no(is: bool) -> Option<Datum> {
    text(if is { "YES" } else { "NO" })
}

impl Units {
    /// What INQUIRE answers about a unit; none leaves the variable as it is.
    ///
    /// # Errors
    /// The system does not say.
    pub(super) fn inquire_unit(&mut self, unit: i64, asked: Specifier) -> Result<Option<Datum>, IoError> {
        match (asked, self.get(unit)) {
            (Specifier::Exist, connection) => {
                let is_number = (0..=i64::from(i32::MAX)).contains(&unit);
                Ok(Some(Datum::Logical(is_number || is_new_number(unit) && connection.is_some())))
            }
            (asked, Some(connection)) => connection.answer(unit, asked),
            (Specifier::Number, None) => Ok(Some(Datum::Integer(-1))),
            (asked, None) => Ok(of_no_unit(asked)),
        }
    }

    /// What INQUIRE answers about a file by its name.
    ///
    /// # Errors
    /// The system does not say.
    pub(super) fn inquire_file(&mut self, name: &[u8], asked: Specifier) -> Result<Option<Datum>, IoError> {
        let path = path_of(name);
        if asked == Specifier::Exist {
            return Ok(Some(Datum::Logical(path.exists())));
        }
        if let Some(unit) = self.unit_of_file(name) {
            return self.inquire_unit(unit, asked);
        }
        Ok(match asked {
            Specifier::Named => Some(Datum::Logical(true)),
            Specifier::Name => Some(Datum::Character(name.to_vec())),
            Specifier::Number | Specifier::RecordLength => Some(Datum::Integer(-1)),
            Specifier::Size => {
                let length = path.metadata().map_or(-1, |metadata| i64::try_from(metadata.len()).unwrap_or(-1));
                Some(Datum::Integer(length))
            }
            Specifier::Readable => yes_or_no(permits(&path, true, false)),
            Specifier::Writable => yes_or_no(permits(&path, false, true)),
            Specifier::ReadWritable => yes_or_no(permits(&path, true, true)),
            Specifier::Action
            | Specifier::Delimiter
            | Specifier::Asynchronous
            | Specifier::Round
            | Specifier::Sign
            | Specifier::ByteOrder
            | Specifier::Pending => None,
            asked => of_no_unit(asked),
        })
    }

    /// The unit that is connected to a file.
    fn unit_of_file(&self, name: &[u8]) -> Option<i64> {
        let path = path_of(name).canonicalize().ok();
        let files = self.connected.iter().filter(|(_, connection)| !connection.is_scratch && connection.is_file());
        let mut files = files.filter(|(_, connection)| {
            connection.name == name || path.is_some() && path_of(&connection.name).canonicalize().ok() == path
        });
        files.next().map(|(unit, _)| *unit)
    }
}

/// What holds of a unit that is not connected.
fn of_no_unit(asked: Specifier) -> Option<Datum> {
    match asked {
        Specifier::Opened | Specifier::Named | Specifier::Pending => Some(Datum::Logical(false)),
        Specifier::NextRecord | Specifier::Place => Some(Datum::Integer(0)),
        Specifier::RecordLength | Specifier::Size => Some(Datum::Integer(-1)),
        Specifier::Name => None,
        Specifier::Sequential
        | Specifier::Direct
        | Specifier::StreamAccess
        | Specifier::Formatted
        | Specifier::Unformatted => text("UNKNOWN"),
        Specifier::Readable | Specifier::Writable | Specifier::ReadWritable => text("NO"),
        _ => text("UNDEFINED"),
    }
}

impl Connection {
    fn is_file(&self) -> bool {
        matches!(self.stream, super::Stream::File(_))
    }

    fn answer(&mut self, unit: i64, asked: Specifier) -> Result<Option<Datum>, IoError> {
        let access = self.access();
        let is_formatted = self.is_formatted();
        let action = self.words.get(Specifier::Action);
        Ok(match asked {
            Specifier::Opened => Some(Datum::Logical(true)),
            Specifier::Pending => Some(Datum::Logical(false)),
            Specifier::Number => Some(Datum::Integer(unit)),
            Specifier::Named => Some(Datum::Logical(!self.is_scratch)),
            Specifier::Name if self.is_scratch => None,
            Specifier::Name => Some(Datum::Character(self.name.clone())),
            Specifier::Sequential => yes_or_no(access == Access::Sequential),
            Specifier::Direct => yes_or_no(access == Access::Direct),
            Specifier::StreamAccess => yes_or_no(access == Access::Stream),
            Specifier::Formatted => yes_or_no(is_formatted),
            Specifier::Unformatted => yes_or_no(!is_formatted),
            Specifier::Readable => yes_or_no(action != "WRITE"),
            Specifier::Writable => yes_or_no(action != "READ"),
            Specifier::ReadWritable => yes_or_no(action == "READWRITE"),
            Specifier::NextRecord if access == Access::Direct => Some(Datum::Integer(self.record as i64 + 1)),
            Specifier::NextRecord => Some(Datum::Integer(0)),
            Specifier::RecordLength => Some(Datum::Integer(self.shown_record_length())),
            Specifier::Size => {
                let length = self.file().map_or(Ok(0), |file| file.length())?;
                Some(Datum::Integer(i64::try_from(length).unwrap_or(-1)))
            }
            Specifier::Place => {
                let is_stream = access == Access::Stream;
                Some(Datum::Integer(if is_stream { self.place() as i64 + 1 } else { 0 }))
            }
            Specifier::Position if access == Access::Direct => text("UNDEFINED"),
            Specifier::Blank | Specifier::Pad | Specifier::Delimiter | Specifier::DecimalMark | Specifier::Encoding
                if !is_formatted =>
            {
                text("UNDEFINED")
            }
            Specifier::Encoding if self.words.is(asked, "DEFAULT") => text("UNKNOWN"),
            Specifier::ByteOrder => {
                let is_big = cfg!(target_endian = "big") != self.is_swapped();
                text(if is_big { "BIG_ENDIAN" } else { "LITTLE_ENDIAN" })
            }
            asked => text(self.words.get(asked)),
        })
    }

    fn shown_record_length(&self) -> i64 {
        match self.access() {
            Access::Stream => WITHOUT_RECORDS,
            _ if self.record_length == super::connection::LONGEST_RECORD => UNLIMITED,
            _ => i64::try_from(self.record_length).unwrap_or(i64::MAX),
        }
    }
}

/// Whether the system lets the program read or write that file.
fn permits(path: &Path, reads: bool, writes: bool) -> bool {
    access(path, reads, writes, false).is_ok()
}

/// Whether the file is there, and the system lets the program read, write or execute it.
///
/// # Errors
/// It is not, or the system does not.
#[cfg(unix)]
pub(in crate::io) fn access(path: &Path, reads: bool, writes: bool, executes: bool) -> io::Result<()> {
    use rustix::fs::Access;
    let mut access = Access::empty();
    access.set(Access::READ_OK, reads);
    access.set(Access::WRITE_OK, writes);
    access.set(Access::EXEC_OK, executes);
    Ok(rustix::fs::access(path, access)?)
}

/// Whether the file is there, and is not protected where it is to be written.
///
/// # Errors
/// It is not, or is.
#[cfg(not(unix))]
pub(in crate::io) fn access(path: &Path, _reads: bool, writes: bool, _executes: bool) -> io::Result<()> {
    match path.metadata()?.permissions().readonly() && writes {
        true => Err(io::ErrorKind::PermissionDenied.into()),
        false => Ok(()),
    }
}
