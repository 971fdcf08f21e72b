//! The record that is written: characters at positions, which tabs and blanks move over.
//!
//! Moves are remembered until something is written, so that blanks at a record's end are not. Where several moves
//! follow each other, gfortran 12 counts them in its own way, which is followed here: a tab after a move does not
//! always reach its column.

use super::error::IoError;

/// A record in the making.
#[derive(Clone, Debug, Default)]
pub struct Record {
    bytes: Vec<u8>,
    /// Where the next character goes, but for the moves.
    at: usize,
    /// The same as tabs see it: it may differ after a tab that would have led to before the record.
    used: i64,
    /// The sum of the moves since the last character.
    moves: i64,
    /// The blanks that the moves will leave after the last character.
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

    /// A record that has characters behind the place where it is gone on with, of that greatest length.
    pub fn before(tail: Vec<u8>, limit: Option<usize>) -> Record {
        Record { most: tail.len() as i64, bytes: tail, ..Record::new(limit) }
    }

    /// Writes characters.
    ///
    /// # Errors
    /// The record is too short, or memory for it can't be had; nothing is written.
    pub fn put(&mut self, characters: &[u8]) -> Result<(), IoError> {
        self.make_moves();
        let end = self.at + characters.len();
        if self.limit.is_some_and(|limit| end > limit) {
            return Err(IoError::end_of_record());
        }
        self.grow(end)?;
        self.bytes[self.at..end].copy_from_slice(characters);
        self.at = end;
        self.used += characters.len() as i64;
        self.most = self.most.max(self.used);
        Ok(())
    }

    /// Adds blanks until the record has that length.
    fn grow(&mut self, length: usize) -> Result<(), IoError> {
        let missing = length.saturating_sub(self.bytes.len());
        if missing > 0 {
            self.bytes.try_reserve(missing).map_err(|_| IoError::out_of_memory())?;
            self.bytes.resize(length, b' ');
        }
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

    /// What a statement that failed leaves of its record to the next one, which continues at the same place, or at the
    /// end of what was written if memory for more can't be had.
    pub fn left_over(mut self) -> Record {
        self.make_moves();
        if self.grow(self.at).is_err() {
            self.at = self.bytes.len();
        }
        let most = self.bytes.len() as i64;
        Record { bytes: self.bytes, at: self.at, used: self.at as i64, most, ..Record::new(self.limit) }
    }

    /// Takes what was written up to the place of the next character, and what is behind it; the record is empty then.
    /// Moves to the right that nothing follows leave blanks, those to the left are forgotten, as with gfortran.
    ///
    /// # Errors
    /// As [`Record::put`].
    pub fn take_parts(&mut self) -> Result<(Vec<u8>, Vec<u8>), IoError> {
        if self.moves > 0 {
            self.put(b"")?;
        }
        let at = self.at;
        let mut written = self.take();
        let tail = written.split_off(at);
        Ok((written, tail))
    }

    /// Takes what was written; the record is empty then.
    pub fn take(&mut self) -> Vec<u8> {
        let written = std::mem::take(&mut self.bytes);
        *self = Record::new(self.limit);
        written
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A record that no memory can hold ended the process.
    #[test]
    fn a_record_that_is_too_long_is_an_error() {
        let mut record = Record::default();
        record.put(b"a").unwrap();
        // More than any address space has.
        (0..1 << 16).for_each(|_| record.right(u32::MAX));
        assert_eq!(record.put(b"b"), Err(IoError::out_of_memory()));
        assert_eq!(record.left_over().take(), b"a");
    }
}
