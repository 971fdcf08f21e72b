//! The record that is written: characters at positions, which tabs and blanks move over.
//!
//! Moves are remembered until something is written, so that blanks at a record's end are not. Where several moves follow
//! each other, gfortran 12 reckons them in its own way, which is followed here: a tab behind a move does not always reach
//! its column.

use super::error::IoError;

/// A record in the making.
#[derive(Clone, Debug, Default)]
pub struct Record {
    bytes: Vec<u8>,
    /// Where the next character goes, but for the moves.
    at: usize,
    /// The same as tabs see it: it may differ behind a tab that would have led to before the record.
    used: i64,
    /// The sum of the moves since the last character.
    moves: i64,
    /// The blanks that the moves will leave behind the last character.
    blanks: i64,
    /// How far characters have been written.
    most: i64,
    /// The length of the records of an internal file.
    limit: Option<usize>,
}

impl Record {
    /// An empty record, of that greatest length.
    pub fn new(limit: Option<usize>) -> Record {
        Record { limit, ..Record::default() }
    }

    /// Writes characters.
    ///
    /// # Errors
    /// The record is too short; nothing is written.
    pub fn put(&mut self, characters: &[u8]) -> Result<(), IoError> {
        self.make_moves();
        let end = self.at + characters.len();
        if self.limit.is_some_and(|limit| end > limit) {
            return Err(IoError::end_of_record());
        }
        if end > self.bytes.len() {
            self.bytes.resize(end, b' ');
        }
        self.bytes[self.at..end].copy_from_slice(characters);
        self.at = end;
        self.used += characters.len() as i64;
        self.most = self.most.max(self.used);
        Ok(())
    }

    fn make_moves(&mut self) {
        let target = self.at as i64 + self.moves;
        self.at = usize::try_from(target).unwrap_or(self.at);
        self.used += self.moves;
        self.most = self.most.max(self.used);
        self.moves = 0;
        self.blanks = 0;
    }

    /// Moves to the right.
    pub fn right(&mut self, columns: u32) {
        self.moves += i64::from(columns);
        self.blanks = self.used + self.moves - self.most;
    }

    /// Moves to the left.
    pub fn left(&mut self, columns: u32) {
        let columns = i64::from(columns);
        if self.used == 0 {
            self.blanks -= columns;
            self.moves = (self.moves - columns).max(0);
        }
        self.tab(self.used - columns);
    }

    /// Moves to a column, the first of which is 1.
    pub fn column(&mut self, column: u32) {
        self.tab(i64::from(column) - self.blanks - 1);
    }

    fn tab(&mut self, position: i64) {
        let position = position.max(0);
        self.moves += position - self.used;
        self.blanks = (self.blanks + position - self.most).max(0);
    }

    /// What a statement that failed leaves of its record to the next one, which goes on at the same place.
    pub fn left_over(mut self) -> Record {
        self.make_moves();
        let length = self.bytes.len().max(self.at);
        self.bytes.resize(length, b' ');
        let most = length as i64;
        Record { bytes: self.bytes, at: self.at, used: self.at as i64, most, ..Record::new(self.limit) }
    }

    /// Takes what was written; the record is empty then.
    pub fn take(&mut self) -> Vec<u8> {
        let written = std::mem::take(&mut self.bytes);
        *self = Record::new(self.limit);
        written
    }
}
