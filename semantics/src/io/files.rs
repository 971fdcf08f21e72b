//! Where records come from and go to.

use super::error::IoError;
use super::system::System;
use super::units::read_record;
use std::collections::VecDeque;

/// What of the console programs write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum OutputFile {
    /// Standard output, unit 6.
    Output,
    /// Standard error, unit 0.
    Error,
}

/// The console of a running program, and the state of its files.
pub trait Files {
    /// The next line of standard input, without its end; none after the last.
    ///
    /// # Errors
    /// It can't be read.
    fn read_line(&mut self) -> std::io::Result<Option<Vec<u8>>>;

    /// Writes characters, line ends among them.
    ///
    /// # Errors
    /// They can't be written.
    fn write(&mut self, file: OutputFile, characters: &[u8]) -> std::io::Result<()>;

    /// The units, and the state of the requests to the system.
    fn system(&mut self) -> &mut System;

    /// Hands on what is written so far.
    fn flush(&mut self);
}

/// Where the records of a READ come from.
#[derive(Clone, Debug)]
enum Origin {
    Unit(i64),
    /// The records of an internal file that are left.
    Internal(VecDeque<Vec<u8>>),
}

/// The records of a READ, and the place in the current one.
#[derive(Clone, Debug)]
pub struct Source {
    records: Origin,
    record: Vec<u8>,
    /// The next character; one after the record's end once the line end was read, two before the first record.
    at: usize,
    started: bool,
    /// Where tabs count from: the place at which the statement begins.
    origin: usize,
    /// How many commas have ended fields of the record; tabs to a column do not count them.
    commas: usize,
    /// Whether there is no further record.
    exhausted: bool,
    /// Whether the last character read was the end of the file.
    ended: bool,
}

impl Source {
    /// A unit.
    pub fn of_unit(unit: i64) -> Source {
        Source::new(Origin::Unit(unit))
    }

    /// An internal file of those records.
    pub fn internal(records: VecDeque<Vec<u8>>) -> Source {
        Source::new(Origin::Internal(records))
    }

    fn new(records: Origin) -> Source {
        Source {
            records,
            record: Vec::new(),
            at: 0,
            started: false,
            origin: 0,
            commas: 0,
            exhausted: false,
            ended: false,
        }
    }

    /// What a statement before has left of its record, which the next statement reads on.
    pub fn left_over(self) -> Source {
        Source { origin: self.at, commas: 0, ..self }
    }

    /// Goes to the begin of the next record.
    ///
    /// # Errors
    /// There is none.
    pub fn next_record(&mut self, files: &mut dyn Files) -> Result<(), IoError> {
        if self.advance(files)? { Ok(()) } else { Err(IoError::end()) }
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

    /// Takes the last character back.
    pub fn back(&mut self) {
        if !self.ended {
            self.at = self.at.saturating_sub(1);
        }
    }

    /// The next characters of the record, as many as there are up to that number. With `comma`, a comma ends them
    /// before, and is passed over.
    pub fn field(&mut self, width: usize, comma: bool) -> &[u8] {
        let start = self.at.min(self.record.len());
        let end = (self.at.saturating_add(width)).min(self.record.len()).max(start);
        self.at = end.max(self.at);
        let field = &self.record[start..end];
        match field.iter().position(|byte| comma && *byte == b',') {
            Some(comma) => {
                self.at = start + comma + 1;
                self.commas += 1;
                &field[..comma]
            }
            None => field,
        }
    }

    /// The unit that it reads; none for an internal file.
    pub fn unit(&self) -> Option<i64> {
        match self.records {
            Origin::Unit(unit) => Some(unit),
            Origin::Internal(_) => None,
        }
    }

    /// Whether the record has fewer characters left.
    pub fn is_short_of(&self, width: usize) -> bool {
        self.record.len().saturating_sub(self.at) < width
    }

    /// The characters of the record that are left.
    pub fn rest(&self) -> &[u8] {
        self.record.get(self.at..).unwrap_or_default()
    }

    /// The place in the record.
    pub fn place(&self) -> usize {
        self.at
    }

    /// Whether no character of the record is left.
    pub fn is_at_end(&self) -> bool {
        self.at >= self.record.len()
    }

    /// Moves to the right, not beyond the record's end.
    pub fn right(&mut self, columns: usize) {
        self.at = self.at.saturating_add(columns).min(self.record.len().max(self.at));
    }

    /// Moves to the left.
    pub fn left(&mut self, columns: usize) {
        self.at = self.at.saturating_sub(columns).max(self.origin);
    }

    /// Moves to a column, the first of which is 1, not beyond the record's end.
    pub fn column(&mut self, column: usize) {
        self.at = (self.origin + column.max(1) - 1 + self.commas).min(self.record.len().max(self.at));
    }
}
