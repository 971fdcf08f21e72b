//! FTELL, FSEEK, FGETC and FPUTC: the bytes of what a unit is connected to, without regard to records.

use super::Units;
use super::connection::{Connection, Stream};
use crate::io::files::Files;
use crate::io::source::Source;
use std::fs::Metadata;
use std::io;

/// What the system says of a unit without file.
const BAD_DESCRIPTOR: i32 = 9;

impl Units {
    /// The place of the next byte, counted from 0; -1 for a unit that is not connected.
    pub fn tell(&mut self, unit: i64) -> i64 {
        self.get(unit).map_or(-1, |connection| i64::try_from(connection.next_byte()).unwrap_or(-1))
    }

    /// What the system knows of a unit's file.
    ///
    /// # Errors
    /// The unit has no file, or the system does not say.
    pub fn metadata(&mut self, unit: i64) -> io::Result<Metadata> {
        match self.get(unit).and_then(Connection::file) {
            Some(file) => file.metadata(),
            None => Err(io::Error::from_raw_os_error(BAD_DESCRIPTOR)),
        }
    }

    /// Goes to a place from the begin (0), the present place (1) or the end (2); false if there is none.
    pub fn seek(&mut self, unit: i64, offset: i64, from: i64) -> bool {
        let Some(connection) = self.get(unit) else { return false };
        let present = connection.next_byte();
        let Some(file) = connection.file() else { return false };
        let start = match from {
            0 => Some(0),
            1 => Some(present),
            2 => file.length().ok(),
            _ => None,
        };
        let Some(place) = start.and_then(|start| start.checked_add_signed(offset)) else { return false };
        file.go_to(place);
        connection.drop_parts();
        true
    }
}

impl Connection {
    /// The place of the next byte: what a READ without advancing has left of a line was read from the file already.
    fn next_byte(&self) -> u64 {
        let left = self.left.as_ref().map_or(0, |left| left.rest().len() as u64 + 1);
        self.place().saturating_sub(left)
    }
}

/// Reads a byte: whether the unit is connected, and the byte, if it has not come to its end.
///
/// # Errors
/// It can't be read.
pub fn read_byte(unit: i64, files: &mut dyn Files) -> io::Result<(bool, Option<u8>)> {
    let Some(connection) = files.system().units.get(unit) else { return Ok((false, None)) };
    let place = connection.next_byte();
    let left = connection.left.take();
    if let Some(file) = connection.file() {
        let mut byte = [0];
        file.go_to(place);
        let count = file.read(&mut byte)?;
        return Ok((true, (count > 0).then_some(byte[0])));
    }
    if !matches!(connection.stream, Stream::Input) {
        return Ok((true, None));
    }
    let line = match left {
        Some(left) => Some(left.rest().to_vec()),
        None => files.read_line()?,
    };
    let Some(line) = line else { return Ok((true, None)) };
    let Some((first, rest)) = line.split_first() else { return Ok((true, Some(b'\n'))) };
    if let Some(connection) = files.system().units.get(unit) {
        connection.left = Some(Source::begun(unit, rest.to_vec()));
    }
    Ok((true, Some(*first)))
}

/// Writes a byte; false if the unit is not connected or can't be written.
pub fn write_byte(unit: i64, byte: u8, files: &mut dyn Files) -> bool {
    let Some(connection) = files.system().units.get(unit) else { return false };
    let place = connection.next_byte();
    match connection.stream {
        Stream::Output(output) => files.write(output, &[byte]).is_ok(),
        Stream::Input => false,
        Stream::File(ref mut file) => {
            file.go_to(place);
            let is_written = file.write(&[byte]).is_ok();
            connection.drop_parts();
            is_written
        }
    }
}
