//! REWIND, BACKSPACE, ENDFILE and FLUSH.

use super::Units;
use super::connection::{Access, Connection, FileEnd, Words};
use crate::io::error::{BAD_OPTION, BAD_UNIT, CONFLICT, IoError};
use crate::io::specifier::Specifier;

impl Units {
    /// REWIND; nothing happens to a unit that is not connected.
    ///
    /// # Errors
    /// The file has no places, or no order of records.
    pub(super) fn rewind(&mut self, unit: i64) -> Result<(), IoError> {
        let Some(connection) = self.get(unit) else { return Ok(()) };
        if connection.access() == Access::Direct {
            return Err(IoError::new(BAD_OPTION, "Cannot REWIND a file opened for DIRECT access"));
        }
        connection.end_open_record()?;
        connection.rewind()?;
        connection.words.set(Specifier::Position, "REWIND");
        Ok(())
    }

    /// BACKSPACE
    ///
    /// # Errors
    /// The unit is not connected, or to a file whose records have no order.
    pub(super) fn backspace(&mut self, unit: i64) -> Result<(), IoError> {
        let connection = self.connection(unit)?;
        let conflict = |message: &str| Err(IoError::new(CONFLICT, message));
        match (connection.access(), connection.is_formatted()) {
            (Access::Direct, _) => return conflict("Cannot BACKSPACE a file opened for DIRECT access"),
            (Access::Stream, false) => return conflict("Cannot BACKSPACE an unformatted stream file"),
            _ => {}
        }
        connection.drop_parts();
        if connection.end == FileEnd::After {
            connection.end = FileEnd::At;
            connection.words.set(Specifier::Position, "APPEND");
            return Ok(());
        }
        // What is behind the place where the record would go on is lost, as with gfortran.
        connection.tail.clear();
        connection.end_open_record()?;
        let place = connection.place();
        if place == 0 {
            return Ok(());
        }
        if connection.is_formatted() {
            if let Some(file) = connection.file() {
                let begin = file.begin_of_line_before(place)?;
                file.go_to(begin);
            }
        } else {
            connection.unformatted_backspace()?;
        }
        connection.end = FileEnd::Before;
        let is_first = connection.place() == 0;
        connection.words.set(Specifier::Position, if is_first { "REWIND" } else { "UNSPECIFIED" });
        Ok(())
    }

    /// ENDFILE; a unit that is not connected is connected to a file of its number.
    ///
    /// # Errors
    /// The file has no end here, or is after it.
    pub(super) fn end_file(&mut self, unit: i64) -> Result<(), IoError> {
        if self.get(unit).is_none() {
            if unit < 0 {
                return Err(IoError::new(BAD_OPTION, "Bad unit number in statement"));
            }
            let mut words = Words::default();
            words.set(Specifier::Form, "UNFORMATTED");
            self.connect_to_number(unit, words)?;
            self.connection(unit)?.end = FileEnd::After;
            return Ok(());
        }
        let connection = self.connection(unit)?;
        let conflict = |message: &str| Err(IoError::new(CONFLICT, message));
        match (connection.access(), connection.end) {
            (Access::Direct, _) => return conflict("Cannot perform ENDFILE on a file opened for DIRECT access"),
            (Access::Sequential, FileEnd::After) => {
                return conflict("Cannot perform ENDFILE on a file already positioned after the EOF marker");
            }
            _ => {}
        }
        connection.end_open_record()?;
        connection.drop_parts();
        if let Some(file) = connection.file() {
            file.truncate()?;
        }
        connection.end = FileEnd::After;
        let is_first = connection.place() == 0;
        connection.words.set(Specifier::Position, if is_first { "REWIND" } else { "APPEND" });
        Ok(())
    }

    /// FLUSH of one unit.
    ///
    /// # Errors
    /// The unit is not connected, or can't be written.
    pub(super) fn flush_unit(&mut self, unit: i64) -> Result<(), IoError> {
        match self.get(unit) {
            Some(connection) => connection.file().map_or(Ok(()), |file| Ok(file.flush()?)),
            // The one number that gfortran gives as a negative one.
            None => Err(IoError::new(-BAD_UNIT, "Specified UNIT in FLUSH is not connected")),
        }
    }
}

impl Connection {
    /// Goes to the begin of the file.
    pub(super) fn rewind(&mut self) -> Result<(), IoError> {
        self.drop_parts();
        self.record = 0;
        self.end = FileEnd::Before;
        if let Some(file) = self.file() {
            file.go_to(0);
            let is_empty = file.length()? == 0;
            self.end = if is_empty { FileEnd::At } else { FileEnd::Before };
        }
        Ok(())
    }
}
