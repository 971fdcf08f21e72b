//! The items of list-directed input: a new value, or the last one again.

use super::error::{IoError, READ_VALUE};
use super::list_input::{ListReader, is_separator};
use super::list_values::{Text, integer_of};
use super::value::{Datum, ItemType};

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
