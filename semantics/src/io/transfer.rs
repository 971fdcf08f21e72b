//! A data transfer statement while it is executed: it begins, transfers item after item, and ends.
//!
//! After an error nothing more is transferred; the error comes out at the end of the statement.

mod begin;
mod format_steps;

use super::error::{END, FORMAT, IoError};
use super::files::Files;
use super::format::{EditMode, FormatCursor};
use super::list_input::{ListReader, ListState};
use super::list_output::list_field;
use super::namelist::{GroupReader, GroupWriter, Piece};
use super::record::Record;
use super::source::Source;
use super::specifier::Specifier;
use super::system::Request;
use super::units::{Access, BytesRead, BytesWritten, FileStatement, write_begun, write_record};
use super::value::{Datum, Item, ItemType};

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
    /// Formatted records of a unit.
    Out(i64, Record),
    OutInternal(Internal, Record),
    In(Source, ListState),
    /// Unformatted records of a unit.
    OutBytes(i64, BytesWritten),
    InBytes(i64, BytesRead),
    System(Request),
    File(FileStatement),
    /// A statement that has failed at its begin.
    Nothing,
}

/// The group of a NAMELIST transfer.
#[derive(Clone, Debug)]
enum Namelist {
    Out(GroupWriter),
    In(Box<GroupReader>),
}

/// A statement in execution.
#[derive(Clone, Debug)]
pub struct Transfer {
    way: Way,
    /// The group, if it transfers one.
    namelist: Option<Namelist>,
    /// The place in the format; none if the statement is list-directed.
    walk: Option<FormatCursor>,
    pub(super) mode: EditMode,
    /// How many items were transferred.
    item: u32,
    /// Whether the last item of a list-directed record was a text.
    after_text: bool,
    /// `$` was passed: what is written from there on ends no record.
    has_dollar: bool,
    /// ADVANCE='NO': the record is not ended at the statement's end.
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
    /// Writes an item.
    pub fn write(&mut self, item: &Item, files: &mut dyn Files) {
        match &mut self.way {
            Way::System(request) => return request.write(item),
            Way::File(statement) => return statement.write(item),
            _ => {}
        }
        if self.error.is_none() {
            self.item += 1;
            self.error = self.try_write(item, files).err();
        }
    }

    fn try_write(&mut self, item: &Item, files: &mut dyn Files) -> Result<(), IoError> {
        if let Way::OutBytes(unit, bytes) = &mut self.way {
            let connection = files.system().units.connection(*unit)?;
            return bytes.put(connection, &item.bytes(), item.part_size());
        }
        if let Some(Namelist::Out(writer)) = &mut self.namelist {
            writer.element(item);
            return Ok(());
        }
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

    /// Writes parts of a NAMELIST group. In an internal file of one record, blanks are between its lines.
    fn write_pieces(&mut self, pieces: &[Piece], files: &mut dyn Files) -> Result<(), IoError> {
        for piece in pieces {
            match piece {
                Piece::Text(text) => self.put(text)?,
                Piece::Line if self.has_one_record() => self.put(b" ")?,
                // A group that an internal file has too few records for ends as one that is too long for a record.
                Piece::Line => self.next_record(files).map_err(|error| match error.number {
                    END => IoError::end_of_record(),
                    _ => error,
                })?,
            }
        }
        Ok(())
    }

    fn has_one_record(&self) -> bool {
        matches!(&self.way, Way::OutInternal(internal, _) if internal.length >= internal.characters.len())
    }

    fn write_listed(&mut self, item: &Item) -> Result<(), IoError> {
        let is_text = matches!(item, Item::Character(_));
        if !(is_text && self.after_text && self.mode.delimiter.character().is_none()) {
            self.put(b" ")?;
        }
        self.after_text = is_text;
        let field = list_field(item, &self.mode)?;
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
        match &mut self.way {
            Way::System(request) => return request.read(ty, files),
            Way::File(statement) => return statement.read(ty, files),
            Way::InBytes(unit, bytes) => return read_bytes(*unit, bytes, ty, files),
            _ => {}
        }
        if let (Some(Namelist::In(reader)), Way::In(source, state)) = (&mut self.namelist, &mut self.way) {
            return reader.read(ty, state, source, files);
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
        let stays = self.stays();
        let field = match &mut self.way {
            Way::In(source, _) => {
                let is_short = source.is_short_of(width);
                if is_short && self.mode.is_unpadded && !source.is_padded_always() {
                    return Err(if source.unit().is_some() { IoError::end_of_record() } else { IoError::end() });
                }
                // A comma that is the decimal mark ends no field of a file; in internal files gfortran, with
                // `-std=legacy`, lets it end one all the same.
                let comma = comma && !(self.mode.comma && source.unit().is_some());
                let field = source.field(width, comma).to_vec();
                self.at_record_end = stays && is_short && source.is_at_end();
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
        let is_complete = self.error.is_none();
        if is_complete {
            let ended = self.end_group(files).and_then(|()| self.last_controls(files));
            self.error = ended.and_then(|()| self.end_statement(files)).err();
        } else {
            self.keep_begun_record(files);
        }
        if let Way::Out(unit, _) | Way::OutBytes(unit, _) = &self.way {
            let ended = end_of_write(*unit, is_complete, files);
            self.error = self.error.or(ended.err());
        }
        let is_request = match &self.way {
            Way::System(_) => true,
            Way::File(statement) => statement.is_controls(),
            _ => false,
        };
        if !is_request {
            let system = files.system();
            system.last_size = self.size;
            system.last_message = self.error.as_ref().map(|error| error.message.clone());
        }
        let internal = match self.way {
            Way::OutInternal(internal, _) => Some(internal.characters),
            _ => None,
        };
        Finished { error: self.error, internal }
    }

    fn end_group(&mut self, files: &mut dyn Files) -> Result<(), IoError> {
        let Some(Namelist::Out(writer)) = &self.namelist else { return Ok(()) };
        let pieces = writer.finish(&self.mode)?;
        self.write_pieces(&pieces, files)
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
            Way::Out(unit, record) => {
                let begun = std::mem::take(record).left_over();
                if let Some(connection) = files.system().units.get(*unit)
                    && connection.access() != Access::Direct
                {
                    connection.begun = Some(begun);
                }
            }
            Way::OutBytes(unit, bytes) => {
                if let Some(connection) = files.system().units.get(*unit)
                    && connection.access() == Access::Direct
                {
                    // The statement has failed already, here and below.
                    let _ = bytes.finish(connection, false);
                }
            }
            Way::InBytes(unit, bytes) => {
                if let Some(connection) = files.system().units.get(*unit) {
                    let _ = bytes.finish(connection);
                }
            }
            Way::In(..) | Way::System(_) | Way::File(_) | Way::Nothing => {}
        }
    }

    fn end_statement(&mut self, files: &mut dyn Files) -> Result<(), IoError> {
        let stays = self.stays();
        match &mut self.way {
            Way::In(..) if self.at_record_end => Err(IoError::end_of_record()),
            Way::In(source, _) => {
                source.end(files)?;
                if let Some(unit) = source.unit().filter(|_| stays) {
                    let left = source.clone().left_over();
                    files.system().units.connection(unit)?.left = Some(left);
                }
                Ok(())
            }
            Way::Out(unit, record) if stays => {
                if !self.is_advance_no {
                    return write_record(files, *unit, record.take(), false);
                }
                let (written, tail) = record.take_parts()?;
                write_begun(files, *unit, written, tail)
            }
            Way::Out(unit, record) => write_record(files, *unit, record.take(), true),
            Way::OutInternal(internal, record) => internal.put(&record.take()),
            Way::OutBytes(unit, bytes) => bytes.finish(files.system().units.connection(*unit)?, true),
            Way::InBytes(unit, bytes) => bytes.finish(files.system().units.connection(*unit)?),
            Way::System(request) => request.finish(files),
            Way::File(statement) => statement.finish(files),
            Way::Nothing => Ok(()),
        }
    }

    /// The record is not ended at the statement's end.
    fn stays(&self) -> bool {
        self.has_dollar || self.is_advance_no
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

/// An item of an unformatted record; none leaves it as it is.
fn read_bytes(unit: i64, bytes: &mut BytesRead, ty: ItemType, files: &mut dyn Files) -> Result<Option<Datum>, IoError> {
    let mut item = Vec::new();
    item.try_reserve_exact(ty.size()).map_err(|_| IoError::out_of_memory())?;
    item.resize(ty.size(), 0);
    let is_there = bytes.get(files.system().units.connection(unit)?, &mut item, ty.part_size())?;
    Ok(if is_there { ty.from_bytes(&item) } else { None })
}

/// What was written is the end of a sequential file, and of a formatted stream.
fn end_of_write(unit: i64, is_complete: bool, files: &mut dyn Files) -> Result<(), IoError> {
    let Some(connection) = files.system().units.get(unit) else { return Ok(()) };
    match connection.access() {
        Access::Sequential => {
            connection.words.set(Specifier::Position, "APPEND");
            connection.end_after_write()
        }
        Access::Stream if connection.is_formatted() && is_complete => {
            connection.file().map_or(Ok(()), |file| Ok(file.truncate()?))
        }
        Access::Stream | Access::Direct => Ok(()),
    }
}
