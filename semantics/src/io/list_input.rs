//! List-directed input: values between blanks, commas and line ends, with repeat counts and nulls. `list_items` says
//! which value an item gets, `list_values` how values are written.

use super::error::{IoError, READ_VALUE};
use super::files::Files;
use super::source::Source;
use super::value::{Datum, ItemType};

/// Repeat counts are not greater than this.
const MOST_REPEATS: u64 = 200_000_000;

/// What a list-directed READ remembers between its items.
#[derive(Clone, Debug, Default)]
pub struct ListState {
    pub(super) started: bool,
    /// How many items the last value still stands for.
    pub(super) repeat: u64,
    /// The last value; none for a null.
    pub(super) value: Option<(Datum, ItemType)>,
    /// A slash has ended the input.
    pub(super) complete: bool,
    /// The last character read, even if it was taken back, was a line end.
    pub(super) at_line_end: bool,
    /// The last separator held a comma.
    pub(super) comma: bool,
    /// A `!` begins a comment, up to the line's end, unless it is in a text.
    pub(super) has_comments: bool,
    pub(super) in_text: bool,
    /// What was read as a number is the name of a NAMELIST group's next variable, as `nan` and `infinity` may be.
    pub(super) name: Option<Vec<u8>>,
    /// The decimal mark is a comma; values are between semicolons.
    pub(super) decimal_comma: bool,
}

/// Reads one item.
pub struct ListReader<'r> {
    pub source: &'r mut Source,
    pub files: &'r mut dyn Files,
    pub state: &'r mut ListState,
    /// The item's number, from 1.
    pub item: u32,
}

/// Whether a character ends a value; none is the end of the file.
pub fn is_separator(byte: Option<u8>) -> bool {
    matches!(byte, None | Some(b' ' | b',' | b'/' | b'\n' | b'\t' | b'\r' | b';'))
}

impl ListReader<'_> {
    /// The next character.
    pub fn next(&mut self) -> Result<Option<u8>, IoError> {
        let mut next = self.source.next(self.files)?;
        if next == Some(b'!') && self.state.has_comments && !self.state.in_text {
            self.source.right(usize::MAX);
            next = self.source.next(self.files)?;
        }
        self.state.at_line_end = matches!(next, None | Some(b'\n' | b'\r'));
        Ok(next)
    }

    /// Skips blanks; returns the character after them, which is not taken.
    pub fn skip_blanks(&mut self) -> Result<Option<u8>, IoError> {
        loop {
            let next = self.next()?;
            if !matches!(next, Some(b' ' | b'\t' | b'\r')) {
                self.source.back();
                return Ok(next);
            }
        }
    }

    /// Skips the separator after a value: blanks and at most one comma, slash or line end.
    pub fn separator(&mut self) -> Result<(), IoError> {
        self.skip_blanks()?;
        self.state.comma = false;
        match self.next()? {
            Some(b',') if self.state.decimal_comma => self.source.back(),
            Some(b',' | b';') => {
                self.state.comma = true;
                self.skip_blanks()?;
            }
            Some(b'/') => self.state.complete = true,
            Some(b'\n') => {}
            _ => self.source.back(),
        }
        Ok(())
    }

    /// Skips the rest of a separator that ended a line: more line ends, and a comma if none came before.
    pub fn finish_separator(&mut self) -> Result<(), IoError> {
        loop {
            self.skip_blanks()?;
            match self.next()? {
                None => return Err(IoError::end()),
                Some(b',') if self.state.comma => {
                    self.source.back();
                    break;
                }
                Some(b',') => match self.skip_blanks()? {
                    None => return Err(IoError::end()),
                    Some(b'\n') => {}
                    Some(_) => break,
                },
                Some(b'/') => {
                    self.state.complete = true;
                    break;
                }
                Some(b'\n') => {}
                Some(_) => {
                    self.source.back();
                    break;
                }
            }
        }
        Ok(())
    }

    /// The error of a value that is wrong; `%d` stands for the item's number.
    pub fn bad(&self, message: &str) -> IoError {
        IoError::new(READ_VALUE, message.replace("%d", &self.item.to_string()))
    }

    /// Takes a repeat count.
    pub fn set_repeat(&mut self, digits: &[u8]) -> Result<(), IoError> {
        let count = digits
            .iter()
            .fold(0u64, |count, digit| count.saturating_mul(10).saturating_add(u64::from(digit.wrapping_sub(b'0'))));
        match count {
            0 => Err(self.bad("Zero repeat count in item %d of list input")),
            1..=MOST_REPEATS => {
                self.state.repeat = count;
                Ok(())
            }
            _ => Err(self.bad("Repeat count overflow in item %d of list input")),
        }
    }

    /// A wrong value: at the end of the file, that is the error.
    pub fn bad_value<T>(&mut self, at: Option<u8>, message: &str) -> Result<T, IoError> {
        if at.is_none() { Err(IoError::end()) } else { Err(self.bad(message)) }
    }
}
