//! The records of a CSV file: each field as it is written, and its value.

use super::DataError;
use csv_core::{ReadFieldResult, Reader};
use std::io::{BufRead, BufReader, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A longer record, in bytes, is refused: a quote that is never closed makes one of the rest of a file.
const LONGEST_RECORD: usize = 64 << 20;

/// A record of more fields is refused.
const MOST_FIELDS: usize = 1 << 16;

/// Reads a file record by record.
pub(super) struct Records {
    path: PathBuf,
    source: BufReader<Box<dyn Read + Send>>,
    parser: Reader,
    room: Vec<u8>,
    /// The record as it is written.
    written: String,
    /// The values of its fields, one after the other.
    values: String,
    fields: Vec<(Range<usize>, Range<usize>)>,
    /// Where the record begins, counted from 1.
    line: u64,
}

/// A field of a record.
#[derive(Clone, Copy)]
pub(super) struct Cell<'a> {
    /// With quotes and blanks.
    pub written: &'a str,
    /// Without quotes, and without blanks at either end.
    pub value: &'a str,
    /// What is between quotes, or the value.
    pub text: &'a str,
}

impl<'a> Cell<'a> {
    /// Of a word without quotes.
    pub fn of(word: &'a str) -> Cell<'a> {
        Cell { written: word, value: word, text: word }
    }
}

impl Records {
    pub fn new(path: &Path, source: Box<dyn Read + Send>) -> Records {
        Records {
            path: path.to_owned(),
            source: BufReader::with_capacity(1 << 16, source),
            parser: Reader::new(),
            room: vec![0; 1 << 12],
            written: String::new(),
            values: String::new(),
            fields: Vec::new(),
            line: 1,
        }
    }

    /// Where the record begins.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// The number of bytes of the record.
    pub fn length(&self) -> usize {
        self.written.len()
    }

    /// The fields of the record.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cell<'_>> {
        let cell = |(place, value): &(Range<usize>, Range<usize>)| {
            let (written, text) = (&self.written[place.clone()], &self.values[value.clone()]);
            let value = text.trim();
            Cell { written, value, text: if written.starts_with('"') { text } else { value } }
        };
        self.fields.iter().map(cell)
    }

    /// Goes to the next record; false after the last one. Blank lines are not records.
    ///
    /// # Errors
    /// Those of reading; a record that is too long or not text.
    pub fn advance(&mut self) -> Result<bool, DataError> {
        let mut written = std::mem::take(&mut self.written).into_bytes();
        let mut values = std::mem::take(&mut self.values).into_bytes();
        written.clear();
        values.clear();
        self.fields.clear();
        self.line = self.parser.line();
        loop {
            let (place, value) = (written.len(), values.len());
            let Some(end) = self.field(&mut written, &mut values)? else { break };
            // The line ends before the first field belong to the lines before.
            let is_line_end = |byte: &&u8| self.fields.is_empty() && matches!(byte, b'\r' | b'\n');
            let line_ends = written[place..].iter().take_while(is_line_end);
            let (skipped, lines) =
                line_ends.fold((0, 0), |(skipped, lines), byte| (skipped + 1, lines + u64::from(*byte == b'\n')));
            self.line += lines;
            let last = written.len() - usize::from(end != FieldEnd::File && written.len() > place);
            self.fields.push(((place + skipped).min(last)..last, value..values.len()));
            if self.fields.len() > MOST_FIELDS {
                return Err(self.refused(format!("more than {MOST_FIELDS} fields")));
            }
            if end != FieldEnd::Field {
                break;
            }
        }
        // Fields end at ASCII characters: if all is text, so is each of them.
        let not_text = |_| self.refused("not text in UTF-8".to_owned());
        let texts = (String::from_utf8(written).map_err(not_text)?, String::from_utf8(values).map_err(not_text)?);
        (self.written, self.values) = texts;
        Ok(!self.fields.is_empty())
    }

    fn refused(&self, problem: String) -> DataError {
        DataError::content(&self.path, format!("line {}: {problem}", self.line))
    }

    /// Reads a field, with the mark after it.
    fn field(&mut self, written: &mut Vec<u8>, values: &mut Vec<u8>) -> Result<Option<FieldEnd>, DataError> {
        loop {
            let input = self.source.fill_buf().map_err(DataError::io(&self.path))?;
            let is_end = input.is_empty();
            let (result, read, found) = self.parser.read_field(input, &mut self.room);
            written.extend_from_slice(&input[..read]);
            values.extend_from_slice(&self.room[..found]);
            self.source.consume(read);
            if written.len() > LONGEST_RECORD {
                return Err(self.refused(format!("a record of more than {} MiB", LONGEST_RECORD >> 20)));
            }
            match result {
                ReadFieldResult::InputEmpty | ReadFieldResult::OutputFull => {}
                ReadFieldResult::Field { record_end: false } => return Ok(Some(FieldEnd::Field)),
                ReadFieldResult::Field { record_end: true } if is_end => return Ok(Some(FieldEnd::File)),
                ReadFieldResult::Field { record_end: true } => return Ok(Some(FieldEnd::Record)),
                ReadFieldResult::End => return Ok(None),
            }
        }
    }
}

/// What ends a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FieldEnd {
    /// A comma.
    Field,
    /// A line end.
    Record,
    /// The end of the file.
    File,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fields of all records, as written and as values, with their lines.
    fn read(text: &str) -> Vec<(u64, Vec<(String, String)>)> {
        let mut records = Records::new(Path::new("t.csv"), Box::new(std::io::Cursor::new(text.to_owned())));
        let mut all = Vec::new();
        while records.advance().unwrap() {
            let cell = |cell: Cell<'_>| (cell.written.to_owned(), cell.value.to_owned());
            all.push((records.line(), records.cells().map(cell).collect()));
        }
        all
    }

    fn record(line: u64, fields: &[(&str, &str)]) -> (u64, Vec<(String, String)>) {
        (line, fields.iter().map(|(written, value)| ((*written).to_owned(), (*value).to_owned())).collect())
    }

    #[test]
    fn fields_are_there_as_they_are_written_and_by_value() {
        let same = |line, fields: &[&str]| record(line, &fields.iter().map(|text| (*text, *text)).collect::<Vec<_>>());
        assert_eq!(read("a,b\n1,2\n"), [same(1, &["a", "b"]), same(2, &["1", "2"])]);
        assert_eq!(read("a,b\r\n\r\n\n1,\r\n,2"), [same(1, &["a", "b"]), same(4, &["1", ""]), same(5, &["", "2"])]);
        let quoted = [(" x ", "x"), ("\"a \"\"b\"\", \n c\"", "a \"b\", \n c"), ("\"\"", "")];
        assert_eq!(read(" x ,\"a \"\"b\"\", \n c\",\"\"\n7,8,9"), [record(1, &quoted), same(3, &["7", "8", "9"])]);
        assert_eq!(read("\u{feff}a\n"), [record(1, &[("\u{feff}a", "a")])]);
        assert_eq!(read("\"\"\n\"\"\n"), [record(1, &[("\"\"", "")]), record(2, &[("\"\"", "")])]);
        assert_eq!(read(""), []);
    }
}
