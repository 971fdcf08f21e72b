//! The items of list-directed input: a new value, or the last one again.

use super::error::{IoError, READ_VALUE};
use super::list_input::{ListReader, is_separator};
use super::list_values::{Text, integer_of, real_of as real_text};
use super::value::{Datum, ItemType};

/// What is where a value of a NAMELIST group may be.
pub enum GroupValue {
    /// A value.
    Of(Datum),
    /// None, so that the element keeps its own.
    Null,
    /// Something else.
    Missing,
}

/// Where the next value is.
enum NextValue {
    /// Nowhere: the input begins with a separator.
    Null,
    /// It is the last one again.
    Again,
    /// Here, if there is one.
    Here,
}

/// Whether a name, perhaps with subscripts, and an equals sign come next.
fn begins_with_name(rest: &[u8]) -> bool {
    let is_in_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'%');
    if !rest.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_') {
        return false;
    }
    let mut after = rest[rest.iter().take_while(|byte| is_in_name(byte)).count()..].trim_ascii_start();
    while after.first() == Some(&b'(') {
        let Some(end) = after.iter().position(|byte| *byte == b')') else { return false };
        after = after[end + 1..].trim_ascii_start();
    }
    after.first() == Some(&b'=')
}

impl ListReader<'_> {
    /// The item's value; none leaves it as it is.
    ///
    /// # Errors
    /// The end of the file, or no value of that type.
    pub fn read(&mut self, ty: ItemType) -> Result<Option<Datum>, IoError> {
        match self.find_next()? {
            NextValue::Null => return Ok(None),
            NextValue::Again => return self.again(ty),
            NextValue::Here => {}
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

    /// The next value of a variable of a NAMELIST group.
    ///
    /// # Errors
    /// As [`ListReader::read`]; what can't be a value of that type is missing, since it may be a name.
    pub fn group_value(&mut self, ty: ItemType) -> Result<GroupValue, IoError> {
        match self.find_next()? {
            NextValue::Null => return Ok(GroupValue::Null),
            NextValue::Again => return Ok(self.group_value_again()),
            NextValue::Here => {}
        }
        let rest = self.source.rest();
        if self.state.complete || matches!(rest.first(), Some(b'&' | b'$')) || begins_with_name(rest) {
            return Ok(GroupValue::Missing);
        }
        let start = self.source.place();
        self.state.repeat = 1;
        self.state.value = None;
        let value = match self.possible_value(ty)? {
            Some(value) => value,
            None => {
                if self.state.name.is_none() {
                    self.source.left(self.source.place() - start);
                }
                (self.state.repeat, self.state.complete) = (0, false);
                return Ok(GroupValue::Missing);
            }
        };
        self.state.value = value.map(|value| (value, ty));
        Ok(self.group_value_again())
    }

    /// Goes to where the next value is.
    fn find_next(&mut self) -> Result<NextValue, IoError> {
        if !self.state.started {
            self.state.started = true;
            let first = self.skip_blanks()?;
            if first.is_none() {
                return Err(IoError::end());
            }
            if is_separator(first) {
                self.separator()?;
                if !matches!(first, Some(b'\n' | b'\r')) {
                    return Ok(NextValue::Null);
                }
                self.finish_separator()?;
            }
        } else if self.state.repeat > 0 {
            return Ok(NextValue::Again);
        } else if !self.state.complete {
            if !self.state.at_line_end {
                self.skip_blanks()?;
            }
            if self.state.at_line_end {
                self.finish_separator()?;
            }
        }
        Ok(NextValue::Here)
    }

    /// The last value once more, a text as long as it was read.
    fn group_value_again(&mut self) -> GroupValue {
        self.state.repeat = self.state.repeat.saturating_sub(1);
        match &self.state.value {
            Some((value, _)) => GroupValue::Of(value.clone()),
            None => GroupValue::Null,
        }
    }

    /// Whether an equals sign follows what was read, perhaps in another record, so that a word like `infinity` is a
    /// name.
    fn is_name(&mut self, text: &[u8]) -> Result<bool, IoError> {
        let is_word = text.iter().any(|byte| matches!(byte, b'n' | b'N')) && !self.state.complete && !self.state.comma;
        if !is_word {
            return Ok(false);
        }
        let mut next = self.next()?;
        while matches!(next, Some(b' ' | b'\n' | b'\r')) {
            next = self.next()?;
        }
        self.source.back();
        Ok(next == Some(b'='))
    }

    /// A value, or a null; none if there is something else.
    fn possible_value(&mut self, ty: ItemType) -> Result<Option<Option<Datum>>, IoError> {
        let is_first = |set: fn(u8) -> bool, rest: &[u8]| rest.first().is_some_and(|byte| set(*byte));
        let rest = self.source.rest();
        match ty {
            ItemType::Integer(size) => match self.number(false)? {
                Text::Null => Ok(Some(None)),
                Text::Of(text) => match integer_of(&text, size) {
                    Some(value) => Ok(Some(Some(Datum::Integer(value)))),
                    None => {
                        let message = format!("Integer overflow while reading item {}", self.item);
                        Err(IoError::new(READ_VALUE, message))
                    }
                },
                Text::Bad(_) => Ok(None),
            },
            ItemType::Real4 | ItemType::Real8 => match self.number(true)? {
                Text::Null => Ok(Some(None)),
                Text::Of(text) => match real_text(&text) {
                    Some(_) if self.is_name(&text)? => {
                        self.state.name = Some(text);
                        Ok(None)
                    }
                    Some(text) => self.real_of(&text, ty).map(|value| Some(Some(value))),
                    None => Ok(None),
                },
                Text::Bad(_) => Ok(None),
            },
            ItemType::Logical(_) if !is_first(|byte| b".tTfF0123456789,;".contains(&byte), rest) => Ok(None),
            ItemType::Character(_) if !is_first(|byte| b"'\"0123456789,;".contains(&byte), rest) => Ok(None),
            ItemType::Character(_) => self.text().map(|text| Some(text.map(Datum::Character))),
            ItemType::Logical(_) | ItemType::Complex4 | ItemType::Complex8 => self.value(ty).map(Some),
        }
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
                let message = format!("Read type {of} where {ty} was expected for item {item}");
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
