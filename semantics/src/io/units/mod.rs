//! The units of a running program: which are connected, and to what.

mod byte_file;
mod bytes;
mod connection;
mod controls;
mod inquire;
mod open;
mod position;
mod records;
mod statement;
mod unformatted;

pub use bytes::{read_byte, write_byte};
pub use connection::{Access, Connection};
use connection::{Stream, Words};
pub use controls::Controls;
pub(in crate::io) use inquire::access;
pub(in crate::io) use open::path_of;
pub use records::{read_record, write_begun, write_record};
pub use statement::FileStatement;
pub use unformatted::{BytesRead, BytesWritten};

use super::console::{ERROR_UNIT, INPUT_UNIT, OUTPUT_UNIT, OutputFile};
use super::error::{BAD_OPTION, BAD_UNIT, IoError};
use super::specifier::Specifier;
use std::collections::BTreeMap;

/// The first of the numbers that NEWUNIT gives; the next ones are less.
const FIRST_NEW_UNIT: i64 = -10;

/// The numbers that stand for internal files.
const INTERNAL_UNITS: [i64; 2] = [-1, -2];

/// The table of units.
#[derive(Debug)]
pub struct Units {
    connected: BTreeMap<i64, Connection>,
}

impl Default for Units {
    /// The units that are connected without OPEN.
    fn default() -> Units {
        let console = [
            (ERROR_UNIT, Stream::Output(OutputFile::Error), "stderr", "WRITE"),
            (INPUT_UNIT, Stream::Input, "stdin", "READ"),
            (OUTPUT_UNIT, Stream::Output(OutputFile::Output), "stdout", "WRITE"),
        ];
        let connected = console.map(|(number, stream, name, action)| {
            let mut words = Words::default();
            words.set(Specifier::Action, action);
            (number, Connection::new(stream, name.as_bytes().to_vec(), words))
        });
        Units { connected: BTreeMap::from(connected) }
    }
}

/// A program may end anywhere: what it has written is complete.
impl Drop for Units {
    fn drop(&mut self) {
        for connection in self.connected.values_mut() {
            // Nobody is left to be told of an error.
            let _ = connection.end_open_record();
            let _ = connection.file().map(|file| file.flush());
        }
    }
}

impl Units {
    /// What a unit is connected to.
    pub fn get(&mut self, unit: i64) -> Option<&mut Connection> {
        self.connected.get_mut(&unit)
    }

    /// As [`Units::get`].
    ///
    /// # Errors
    /// It is not connected.
    pub fn connection(&mut self, unit: i64) -> Result<&mut Connection, IoError> {
        self.get(unit).ok_or_else(|| IoError::new(BAD_UNIT, "Unattached unit"))
    }

    /// Whether a unit can have that number.
    ///
    /// # Errors
    /// It can't.
    pub fn check_number(unit: i64) -> Result<(), IoError> {
        let size = match i32::try_from(unit) {
            Ok(_) => return Ok(()),
            Err(_) if unit > 0 => "large",
            Err(_) => "small",
        };
        Err(IoError::new(BAD_UNIT, format!("Unit number in I/O statement too {size}")))
    }

    /// The unit of a data transfer, which is connected to a file of its number if it is not yet.
    ///
    /// # Errors
    /// It can't be.
    pub fn connected_for_transfer(&mut self, unit: i64, is_formatted: bool) -> Result<&mut Connection, IoError> {
        Units::check_number(unit)?;
        if self.get(unit).is_none() {
            if unit < 0 {
                let message = "Unit number is negative and unit was not already opened with OPEN(NEWUNIT=...)";
                return Err(IoError::new(BAD_OPTION, message));
            }
            let mut words = Words::default();
            words.set(Specifier::Form, if is_formatted { "FORMATTED" } else { "UNFORMATTED" });
            self.connect_to_number(unit, words)?;
        }
        self.connection(unit)
    }

    /// A number for NEWUNIT.
    fn new_number(&self) -> i64 {
        let mut number = FIRST_NEW_UNIT;
        while self.connected.contains_key(&number) {
            number -= 1;
        }
        number
    }

    /// Hands on to the system what was written to all files.
    pub fn flush(&mut self) {
        for connection in self.connected.values_mut() {
            // CALL FLUSH has no status; an error comes out at CLOSE.
            let _ = connection.file().map(|file| file.flush());
        }
    }
}
