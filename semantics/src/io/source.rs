//! The records that a READ gets its data from, and the place in the current one.

use std::collections::VecDeque;

/// Where the records of a READ come from.
#[derive(Clone, Debug)]
pub(super) enum Origin {
    Unit(i64),
    /// The records of an internal file that are left.
    Internal(VecDeque<Vec<u8>>),
}

/// The records of a READ, and the place in the current one.
#[derive(Clone, Debug)]
pub struct Source {
    pub(super) records: Origin,
    pub(super) record: Vec<u8>,
    /// The next character; one after the record's end once the line end was read, two before the first record.
    pub(super) at: usize,
    pub(super) started: bool,
    /// Whether the record is accessed by its number: no comma ends a field in it.
    pub(super) is_direct: bool,
    /// Where tabs count from: the place at which the statement begins.
    pub(super) origin: usize,
    /// How many commas have ended fields of the record; tabs to a column do not count them.
    pub(super) commas: usize,
    /// Whether it is an internal file that is a scalar, after whose record formats may go on until an item is read.
    pub(super) is_single: bool,
    /// Whether there is no further record.
    pub(super) exhausted: bool,
    /// Whether the last character read was the end of the file.
    pub(super) ended: bool,
}

impl Source {
    /// A unit, and whether its records are accessed by their numbers.
    pub fn of_unit(unit: i64, is_direct: bool) -> Source {
        Source { is_direct, ..Source::new(Origin::Unit(unit)) }
    }

    /// An internal file of those records.
    pub fn internal(records: VecDeque<Vec<u8>>) -> Source {
        Source { is_single: records.len() == 1, ..Source::new(Origin::Internal(records)) }
    }

    /// The rest of a record of a unit that was begun.
    pub fn begun(unit: i64, rest: Vec<u8>) -> Source {
        Source { record: rest, started: true, ..Source::new(Origin::Unit(unit)) }
    }

    fn new(records: Origin) -> Source {
        Source {
            records,
            record: Vec::new(),
            at: 0,
            started: false,
            is_direct: false,
            origin: 0,
            commas: 0,
            is_single: false,
            exhausted: false,
            ended: false,
        }
    }

    /// What a statement before has left of its record, which the next statement reads on.
    pub fn left_over(self) -> Source {
        Source { origin: self.at, commas: 0, ..self }
    }

    /// Takes the last character back.
    pub fn back(&mut self) {
        if !self.ended {
            self.at = self.at.saturating_sub(1);
        }
    }

    /// The next characters of the record, as many as there are up to that number. With `comma`, a comma ends them
    /// before, where it may, and is passed over.
    pub fn field(&mut self, width: usize, comma: bool) -> &[u8] {
        let start = self.at.min(self.record.len());
        let end = (self.at.saturating_add(width)).min(self.record.len()).max(start);
        self.at = end.max(self.at);
        let field = &self.record[start..end];
        match field.iter().position(|byte| comma && !self.is_direct && *byte == b',') {
            Some(comma) => {
                self.at = start + comma + 1;
                self.commas += 1;
                &field[..comma]
            }
            None => field,
        }
    }

    /// Whether PAD='NO' means nothing: in internal files, unless their records are empty.
    pub fn is_padded_always(&self) -> bool {
        self.unit().is_none() && !self.record.is_empty()
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
