//! List-directed input: values between blanks, commas and line ends, with repeat counts and nulls.

use super::error::{IoError, READ_VALUE};
use super::files::{Files, Source};
use super::list_values::{Text, integer_of};
use super::value::{Datum, ItemType};

/// Repeat counts are not greater than this.
const MOST_REPEATS: u64 = 200_000_000;

/// What a list-directed READ remembers between its items.
#[derive(Clone, Debug, Default)]
pub struct ListState {
    started: bool,
    /// How many items the last value still stands for.
    repeat: u64,
    /// The last value; none for a null.
    value: Option<(Datum, ItemType)>,
    /// A slash has ended the input.
    complete: bool,
    /// The last character read, even if it was taken back, was a line end.
    at_line_end: bool,
    /// The last separator held a comma.
    comma: bool,
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
    /// The item's value; none leaves it as it is.
    ///
    /// # Errors
    /// The end of the file, or no value of that type.
    pub fn read(&mut self, ty: ItemType) -> Result<Option<Datum>, IoError> {
        if !self.state.started {
            self.state.started = true;
            let first = self.skip_blanks()?;
            if first.is_none() {
                return Err(IoError::end());
            }
            if is_separator(first) {
                self.state.repeat = 0;
                self.state.value = None;
                self.separator()?;
                if !matches!(first, Some(b'\n' | b'\r')) {
                    return Ok(None);
                }
                self.finish_separator()?;
            }
        } else if self.state.repeat > 0 {
            return self.again(ty);
        } else if !self.state.complete {
            if !self.state.at_line_end {
                self.skip_blanks()?;
            }
            if self.state.at_line_end {
                self.finish_separator()?;
            }
        }
        if self.state.complete {
            return Ok(None);
        }
        self.state.repeat = 1;
        self.state.value = None;
        let value = self.value(ty)?;
        self.state.value = value.map(|value| (value, ty));
        self.again(ty)
    }

    /// The last value once more.
    fn again(&mut self, ty: ItemType) -> Result<Option<Datum>, IoError> {
        self.state.repeat = self.state.repeat.saturating_sub(1);
        let Some((value, of)) = &self.state.value else { return Ok(None) };
        match (of, ty) {
            (ItemType::Character(_), ItemType::Character(length)) => match value {
                Datum::Character(text) => Ok(Some(Datum::Character(padded(text, length)))),
                _ => Ok(None),
            },
            (of, ty) if of.name() != ty.name() => {
                let (of, ty, item) = (of.name(), ty.name(), self.item);
                let message = format!("Read type {of} where type {ty} was expected for item {item}");
                Err(IoError::new(READ_VALUE, message))
            }
            (of, ty) if *of != ty => {
                let (name, item, is, needed) = (of.name(), self.item, of.size(), ty.size());
                let message = format!("Read kind {is} {name} where kind {needed} is required for item {item}");
                Err(IoError::new(READ_VALUE, message))
            }
            _ => Ok(Some(value.clone())),
        }
    }

    fn value(&mut self, ty: ItemType) -> Result<Option<Datum>, IoError> {
        match ty {
            ItemType::Character(length) => {
                let text = self.text()?;
                Ok(text.map(|text| Datum::Character(if text.len() < length { padded(&text, length) } else { text })))
            }
            ItemType::Integer(size) => self.integer(size),
            ItemType::Logical(_) => self.logical(),
            ItemType::Real4 | ItemType::Real8 => match self.real()? {
                Some(text) => self.real_of(&text, ty).map(Some),
                None => Ok(None),
            },
            ItemType::Complex4 | ItemType::Complex8 => self.complex(ty),
        }
    }

    /// The next character.
    pub fn next(&mut self) -> Result<Option<u8>, IoError> {
        let next = self.source.next(self.files)?;
        self.state.at_line_end = matches!(next, None | Some(b'\n' | b'\r'));
        Ok(next)
    }

    /// Passes over blanks; gives the character after them, which is not taken.
    pub fn skip_blanks(&mut self) -> Result<Option<u8>, IoError> {
        loop {
            let next = self.next()?;
            if !matches!(next, Some(b' ' | b'\t' | b'\r')) {
                self.source.back();
                return Ok(next);
            }
        }
    }

    /// Passes over the separator after a value: blanks and at most one comma, slash or line end.
    pub fn separator(&mut self) -> Result<(), IoError> {
        self.skip_blanks()?;
        self.state.comma = false;
        match self.next()? {
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

    /// Passes over what else belongs to a separator that ended a line: more line ends, and a comma if none came before.
    fn finish_separator(&mut self) -> Result<(), IoError> {
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

    fn integer(&mut self, size: u8) -> Result<Option<Datum>, IoError> {
        let text = match self.number(false)? {
            Text::Null => return Ok(None),
            Text::Of(text) => text,
            Text::Bad(at) => return self.bad_value(at, "Bad integer for item %d in list input"),
        };
        match integer_of(&text, size) {
            Some(value) => Ok(Some(Datum::Integer(value))),
            None => {
                let message = format!("Integer overflow while reading item {}", self.item);
                Err(IoError::new(READ_VALUE, message))
            }
        }
    }

    /// A wrong value: at the end of the file, that is the error.
    pub fn bad_value<T>(&mut self, at: Option<u8>, message: &str) -> Result<T, IoError> {
        if at.is_none() { Err(IoError::end()) } else { Err(self.bad(message)) }
    }

    fn real_of(&self, text: &str, ty: ItemType) -> Result<Datum, IoError> {
        let bad = || self.bad("Bad real number in item %d of list input");
        match ty {
            ItemType::Real4 => text.parse().map(Datum::Real4).map_err(|_| bad()),
            _ => text.parse().map(Datum::Real8).map_err(|_| bad()),
        }
    }

    fn complex(&mut self, ty: ItemType) -> Result<Option<Datum>, IoError> {
        let Some((first, second)) = self.complex_parts()? else { return Ok(None) };
        let part = if ty == ItemType::Complex4 { ItemType::Real4 } else { ItemType::Real8 };
        match (self.real_of(&first, part)?, self.real_of(&second, part)?) {
            (Datum::Real4(first), Datum::Real4(second)) => Ok(Some(Datum::Complex4(first, second))),
            (Datum::Real8(first), Datum::Real8(second)) => Ok(Some(Datum::Complex8(first, second))),
            _ => Ok(None),
        }
    }
}

fn padded(text: &[u8], length: usize) -> Vec<u8> {
    let mut text = text[..text.len().min(length)].to_vec();
    text.resize(length, b' ');
    text
}
