//! A data transfer statement while it is executed: it begins, transfers item after item, and ends.
//!
//! After an error nothing more is transferred; the error comes out at the end of the statement.

mod format_steps;

use super::error::{BAD_ACTION, BAD_UNIT, FORMAT, IoError};
use super::files::{Files, OutputFile, Source};
use super::format::{EditMode, Format, FormatCursor};
use super::list_input::{ListReader, ListState};
use super::list_output::list_field;
use super::record::Record;
use super::system::{Request, Service};
use super::value::{Datum, Item, ItemType};
use std::collections::VecDeque;
use std::sync::Arc;

/// What a statement reads or writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A unit by its number.
    Number(i64),
    /// A variable of records of that length, one after the other.
    Internal {
        /// The characters.
        characters: Vec<u8>,
        /// The length of each record.
        length: usize,
    },
}

/// Standard input.
pub const INPUT_UNIT: i64 = 5;
/// Standard output.
pub const OUTPUT_UNIT: i64 = 6;
/// Standard error.
pub const ERROR_UNIT: i64 = 0;

/// The records of an internal file that is written.
#[derive(Clone, Debug)]
struct Internal {
    characters: Vec<u8>,
    length: usize,
    /// Where the current record begins.
    at: usize,
}

#[derive(Clone, Debug)]
enum Way {
    Out(OutputFile, Record),
    OutInternal(Internal, Record),
    In(Source, ListState),
    System(Request),
}

/// A statement in execution.
#[derive(Clone, Debug)]
pub struct Transfer {
    way: Way,
    /// The place in the format; none if the statement is list-directed.
    walk: Option<FormatCursor>,
    pub(super) mode: EditMode,
    /// How many items were transferred.
    item: u32,
    /// Whether the last item of a list-directed record was a text.
    after_text: bool,
    /// The record is not ended at the statement's end.
    stays: bool,
    /// ADVANCE='NO' says so.
    is_advance_no: bool,
    /// How many characters data edit descriptors have read.
    size: usize,
    /// Whether a READ that does not advance wanted more than the record has: it transfers no further item.
    at_record_end: bool,
    error: Option<IoError>,
}

/// How a statement ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// Its error.
    pub error: Option<IoError>,
    /// The characters of an internal file that was written.
    pub internal: Option<Vec<u8>>,
}

impl Transfer {
    /// Begins a WRITE. Without format it is list-directed.
    pub fn write_to(unit: Unit, format: Option<Arc<Format>>, files: &mut dyn Files) -> Transfer {
        let mut error = None;
        let way = match unit {
            Unit::Internal { characters, length } => {
                Way::OutInternal(Internal { characters, length, at: 0 }, Record::new(Some(length)))
            }
            Unit::Number(number) => {
                let file = if number == ERROR_UNIT { OutputFile::Error } else { OutputFile::Output };
                error = match number {
                    OUTPUT_UNIT | ERROR_UNIT => None,
                    INPUT_UNIT => Some(IoError::new(BAD_ACTION, "Cannot write to file opened for READ")),
                    _ => Some(not_connected(number)),
                };
                Way::Out(file, files.system().begun.remove(&file).unwrap_or_default())
            }
        };
        Transfer::begin(way, format, error).with_advance(files)
    }

    /// Takes what ADVANCE= said.
    fn with_advance(mut self, files: &mut dyn Files) -> Transfer {
        match files.system().advance.take() {
            Some(Ok(stays)) => (self.stays, self.is_advance_no) = (stays, stays),
            Some(Err(error)) => self.error = self.error.or(Some(error)),
            None => {}
        }
        self
    }

    /// Begins a READ.
    pub fn read_from(unit: Unit, format: Option<Arc<Format>>, files: &mut dyn Files) -> Transfer {
        let mut error = None;
        let mut source = match unit {
            Unit::Internal { characters, length } => {
                let records = records_of(characters, length);
                Source::internal(records.unwrap_or_else(|failure| {
                    error = Some(failure);
                    VecDeque::new()
                }))
            }
            Unit::Number(number) => {
                error = match number {
                    INPUT_UNIT => None,
                    OUTPUT_UNIT | ERROR_UNIT => {
                        Some(IoError::new(BAD_ACTION, "Cannot read from file opened for WRITE"))
                    }
                    _ => Some(not_connected(number)),
                };
                files.system().input.take().unwrap_or_default()
            }
        };
        if format.is_some() && error.is_none() {
            error = source.start(files).err();
        }
        Transfer::begin(Way::In(source, ListState::default()), format, error).with_advance(files)
    }

    /// Begins a request to the system.
    pub fn request(service: Service) -> Transfer {
        Transfer::begin(Way::System(Request::new(service)), None, None)
    }

    /// A statement that fails at its begin.
    pub fn failing(error: IoError) -> Transfer {
        Transfer::begin(Way::In(Source::standard(), ListState::default()), None, Some(error))
    }

    fn begin(way: Way, format: Option<Arc<Format>>, error: Option<IoError>) -> Transfer {
        let walk = format.map(FormatCursor::new);
        Transfer {
            way,
            walk,
            mode: EditMode::default(),
            item: 0,
            after_text: false,
            stays: false,
            is_advance_no: false,
            size: 0,
            at_record_end: false,
            error,
        }
    }

    /// Writes an item.
    pub fn write(&mut self, item: &Item, files: &mut dyn Files) {
        if let Way::System(request) = &mut self.way {
            return request.write(item);
        }
        if self.error.is_none() {
            self.item += 1;
            self.error = self.try_write(item, files).err();
        }
    }

    fn try_write(&mut self, item: &Item, files: &mut dyn Files) -> Result<(), IoError> {
        if self.walk.is_none() {
            return self.write_listed(item);
        }
        match *item {
            Item::Complex4(real, imaginary) => {
                self.write_edited(&Item::Real4(real), files)?;
                self.write_edited(&Item::Real4(imaginary), files)
            }
            Item::Complex8(real, imaginary) => {
                self.write_edited(&Item::Real8(real), files)?;
                self.write_edited(&Item::Real8(imaginary), files)
            }
            _ => self.write_edited(item, files),
        }
    }

    fn write_listed(&mut self, item: &Item) -> Result<(), IoError> {
        let is_text = matches!(item, Item::Character(_));
        if !(is_text && self.after_text) {
            self.put(b" ")?;
        }
        self.after_text = is_text;
        let field = list_field(item)?;
        self.put(&field)
    }

    fn write_edited(&mut self, item: &Item, files: &mut dyn Files) -> Result<(), IoError> {
        let edit = self.next_edit(files)?;
        let field = self.edited(item, &edit)?;
        self.put(&field)?;
        self.pass();
        Ok(())
    }

    /// Reads an item; none leaves it as it is.
    pub fn read(&mut self, ty: ItemType, files: &mut dyn Files) -> Option<Datum> {
        if self.error.is_some() {
            return None;
        }
        self.item += 1;
        match self.try_read(ty, files) {
            Ok(value) => value,
            Err(error) => {
                self.error = Some(error);
                None
            }
        }
    }

    fn try_read(&mut self, ty: ItemType, files: &mut dyn Files) -> Result<Option<Datum>, IoError> {
        let item = self.item;
        if let Way::System(request) = &mut self.way {
            return request.read(ty, files);
        }
        if self.walk.is_none()
            && let Way::In(source, state) = &mut self.way
        {
            return ListReader { source, files, state, item }.read(ty);
        }
        let (part, size) = match ty {
            ItemType::Complex4 => (ItemType::Real4, 2),
            ItemType::Complex8 => (ItemType::Real8, 2),
            _ => (ty, 1),
        };
        let mut parts = Vec::new();
        for _ in 0..size {
            parts.push(self.read_edited(part, files)?);
        }
        Ok(match parts.as_slice() {
            [Datum::Real4(real), Datum::Real4(imaginary)] => Some(Datum::Complex4(*real, *imaginary)),
            [Datum::Real8(real), Datum::Real8(imaginary)] => Some(Datum::Complex8(*real, *imaginary)),
            _ => parts.pop(),
        })
    }

    fn read_edited(&mut self, ty: ItemType, files: &mut dyn Files) -> Result<Datum, IoError> {
        let edit = self.next_edit(files)?;
        if self.at_record_end {
            return Err(IoError::end_of_record());
        }
        let (width, comma) = self.width_of(&edit, ty);
        let field = match &mut self.way {
            Way::In(source, _) => {
                let is_short = source.is_short_of(width);
                // A comma that is the decimal mark ends no field of a file; in internal files gfortran lets it end
                // one all the same.
                let comma = comma && !(self.mode.comma && source.is_standard());
                let field = source.field(width, comma).to_vec();
                self.at_record_end = self.stays && is_short && source.is_at_end();
                field
            }
            _ => Vec::new(),
        };
        self.size += field.len();
        let value = self.value_of(&field, ty, &edit)?;
        self.pass();
        Ok(value)
    }

    /// Ends the statement.
    pub fn finish(mut self, files: &mut dyn Files) -> Finished {
        if self.error.is_none() {
            self.error = self.last_controls(files).and_then(|()| self.end_statement(files)).err();
        } else {
            self.keep_begun_record(files);
        }
        if !matches!(self.way, Way::System(_)) {
            let system = files.system();
            system.last_size = self.size;
            system.last_message = self.error.as_ref().map(|error| error.message.clone());
        }
        let internal = match self.way {
            Way::OutInternal(internal, _) => Some(internal.characters),
            Way::Out(..) | Way::In(..) | Way::System(_) => None,
        };
        Finished { error: self.error, internal }
    }

    /// What of a record was written before an error stays in it; the next statement continues with the record of a
    /// unit.
    fn keep_begun_record(&mut self, files: &mut dyn Files) {
        match &mut self.way {
            Way::OutInternal(internal, record) => {
                let written = record.take();
                let end = internal.characters.len().min(internal.at + written.len());
                if let Some(place) = internal.characters.get_mut(internal.at..end) {
                    place.copy_from_slice(&written[..place.len()]);
                }
            }
            Way::Out(file, record) => {
                let begun = std::mem::take(record).left_over();
                files.system().begun.insert(*file, begun);
            }
            Way::In(..) | Way::System(_) => {}
        }
    }

    fn end_statement(&mut self, files: &mut dyn Files) -> Result<(), IoError> {
        match &mut self.way {
            Way::In(..) if self.at_record_end => Err(IoError::end_of_record()),
            Way::In(source, _) => {
                source.start(files)?;
                if self.stays && source.is_standard() {
                    files.system().input = Some(std::mem::take(source).left_over());
                }
                Ok(())
            }
            Way::Out(file, record) if self.stays => {
                // ADVANCE='NO' leaves the blanks of the last moves too.
                if self.is_advance_no {
                    record.put(b"")?;
                }
                files.write(*file, &record.take()).map_err(system_error)
            }
            Way::Out(file, record) => end_line(*file, record, files),
            Way::OutInternal(internal, record) => internal.put(&record.take()),
            Way::System(request) => request.finish(files),
        }
    }

    /// The error of a descriptor that does not fit the item's type.
    pub(super) fn mismatch(&self, expected: &str, given: &str) -> IoError {
        let message = format!("Expected {expected} for item {} in formatted transfer, got {given}", self.item);
        let Some(walk) = &self.walk else { return IoError::new(FORMAT, message) };
        IoError::in_format(&message, &walk.format().text, walk.place())
    }
}

impl Internal {
    /// Fills the current record.
    fn put(&mut self, written: &[u8]) -> Result<(), IoError> {
        let end = self.at + self.length;
        let Some(place) = self.characters.get_mut(self.at..end) else { return Err(IoError::end()) };
        let written = &written[..written.len().min(place.len())];
        let (start, rest) = place.split_at_mut(written.len());
        start.copy_from_slice(written);
        rest.fill(b' ');
        Ok(())
    }
}

/// The records of an internal file, each of that length.
fn records_of(characters: Vec<u8>, length: usize) -> Result<VecDeque<Vec<u8>>, IoError> {
    if length == 0 || length == characters.len() {
        return Ok(VecDeque::from([characters]));
    }
    let copied = characters.chunks(length).map(|record| {
        let mut copy = Vec::new();
        copy.try_reserve_exact(length).map_err(|_| IoError::out_of_memory())?;
        copy.extend_from_slice(record);
        Ok(copy)
    });
    copied.collect()
}

fn end_line(file: OutputFile, record: &mut Record, files: &mut dyn Files) -> Result<(), IoError> {
    let mut line = record.take();
    line.push(b'\n');
    files.write(file, &line).map_err(system_error)
}

fn system_error(error: std::io::Error) -> IoError {
    IoError::new(error.raw_os_error().unwrap_or(5), error.to_string())
}

fn not_connected(number: i64) -> IoError {
    IoError::new(BAD_UNIT, format!("unit {number} is connected to no file; only units 0, 5 and 6 are supported yet"))
}
