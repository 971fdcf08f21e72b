//! Reading on from record to record.

use super::error::IoError;
use super::files::Files;
use super::source::{Origin, Source};
use super::units::read_record;

impl Source {
    /// Goes to the begin of the next record.
    ///
    /// # Errors
    /// There is none.
    pub fn next_record(&mut self, files: &mut dyn Files) -> Result<(), IoError> {
        if self.advance(files)? { Ok(()) } else { Err(IoError::end()) }
    }

    /// As [`Source::next_record`], for a slash in the format: after the one record of a scalar nothing is missed before
    /// an item is read there.
    ///
    /// # Errors
    /// As there.
    pub fn pass_record(&mut self, files: &mut dyn Files) -> Result<(), IoError> {
        match self.advance(files)? {
            false if self.is_single => {
                (self.started, self.at) = (false, 0);
                self.record.clear();
                Ok(())
            }
            false => Err(IoError::end()),
            true => Ok(()),
        }
    }

    /// Makes sure that there was a record, as [`Source::start`], unless a slash has passed the one of a scalar.
    ///
    /// # Errors
    /// As there.
    pub fn end(&mut self, files: &mut dyn Files) -> Result<(), IoError> {
        if self.is_beyond_single() { Ok(()) } else { self.start(files) }
    }

    /// Whether nothing has been read after the one record of a scalar.
    pub fn is_beyond_single(&self) -> bool {
        self.is_single && self.exhausted && !self.started
    }

    /// As [`Source::next_record`]; false if there is none.
    fn advance(&mut self, files: &mut dyn Files) -> Result<bool, IoError> {
        let next = match &mut self.records {
            _ if self.exhausted => None,
            Origin::Internal(records) => records.pop_front(),
            Origin::Unit(unit) => read_record(files, *unit)?,
        };
        let Some(record) = next else {
            self.exhausted = true;
            return Ok(false);
        };
        self.record = record;
        self.at = 0;
        self.origin = 0;
        self.commas = 0;
        self.started = true;
        Ok(true)
    }

    /// Makes sure that there is a current record.
    ///
    /// # Errors
    /// There is none.
    pub fn start(&mut self, files: &mut dyn Files) -> Result<(), IoError> {
        if self.started { Ok(()) } else { self.next_record(files) }
    }

    /// The next character, a line end after each record; none at the end of the file.
    ///
    /// # Errors
    /// The file can't be read.
    pub fn next(&mut self, files: &mut dyn Files) -> Result<Option<u8>, IoError> {
        self.ended = false;
        if (!self.started || self.at > self.record.len()) && !self.advance(files)? {
            self.ended = true;
            return Ok(None);
        }
        self.at += 1;
        Ok(Some(self.record.get(self.at - 1).copied().unwrap_or(b'\n')))
    }
}
