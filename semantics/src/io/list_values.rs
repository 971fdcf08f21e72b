//! The values of list-directed input: how numbers, logicals, texts and complex numbers are written.

use super::error::IoError;
use super::list_input::{ListReader, is_separator};
use super::number_input::special_value;
use super::value::Datum;

/// What was read as a number.
pub enum Text {
    /// Nothing is between two separators.
    Null,
    /// Its characters.
    Of(Vec<u8>),
    /// None: that character can't be there; none is the end of the file.
    Bad(Option<u8>),
}

const BAD_COMPLEX: &str = "Bad complex value in item %d of list input";
const BAD_PART: &str = "Bad complex floating point number for item %d";

impl ListReader<'_> {
    /// A number with an optional repeat count, and the separator after it. An integer has digits alone, a real may
    /// have more.
    pub fn number(&mut self, real: bool) -> Result<Text, IoError> {
        let mut text = Vec::new();
        let mut repeated = false;
        loop {
            let next = self.next()?;
            match next {
                Some(b',') if real && self.state.decimal_comma => text.push(b'.'),
                _ if is_separator(next) => {
                    if text.is_empty() && next.is_none() {
                        return Ok(Text::Bad(None));
                    }
                    self.source.back();
                    self.separator()?;
                    return Ok(if text.is_empty() { Text::Null } else { checked(text, real) });
                }
                Some(b'*') if !text.is_empty() && !repeated && text.iter().all(u8::is_ascii_digit) => {
                    self.set_repeat(&text)?;
                    text.clear();
                    let next = self.next()?;
                    self.source.back();
                    if is_separator(next) {
                        self.separator()?;
                        return Ok(Text::Null);
                    }
                    repeated = true;
                }
                Some(byte) if byte.is_ascii_digit() || matches!(byte, b'+' | b'-') || real => {
                    if byte == b'*' {
                        return Ok(Text::Bad(next));
                    }
                    text.push(byte);
                }
                _ => return Ok(Text::Bad(next)),
            }
        }
    }

    /// A real as Rust's `parse` takes it, and the separator after it; none for a null.
    pub fn real(&mut self) -> Result<Option<String>, IoError> {
        match self.number(true)? {
            Text::Null => Ok(None),
            Text::Of(text) => match real_of(&text) {
                Some(real) => Ok(Some(real)),
                None => Err(self.bad("Bad real number in item %d of list input")),
            },
            Text::Bad(at) => self.bad_value(at, "Bad real number in item %d of list input"),
        }
    }

    /// A repeat count before a value that is not a number; true if there is no value, but a null.
    fn repeat_count(&mut self, what: &str) -> Result<bool, IoError> {
        let mut digits = Vec::new();
        loop {
            let next = self.next()?;
            match next {
                None => return Err(IoError::end()),
                Some(byte) if byte.is_ascii_digit() => digits.push(byte),
                Some(b'*') if !digits.is_empty() => {
                    self.set_repeat(&digits)?;
                    let next = self.next()?;
                    self.source.back();
                    if is_separator(next) {
                        self.separator()?;
                        return Ok(true);
                    }
                    return Ok(false);
                }
                _ if !digits.is_empty() => return Err(self.bad(what)),
                _ => {
                    self.source.back();
                    if is_separator(next) {
                        self.separator()?;
                        return Ok(true);
                    }
                    return Ok(false);
                }
            }
        }
    }

    /// `T`, `F`, `.TRUE.` and the like; what follows up to a separator means nothing.
    pub fn logical(&mut self) -> Result<Option<Datum>, IoError> {
        if self.repeat_count("Bad repeat count in item %d of list input")? {
            return Ok(None);
        }
        let mut next = self.next()?;
        let has_point = next == Some(b'.');
        if has_point {
            next = self.next()?;
        }
        let value = match next.map(|byte| byte.to_ascii_lowercase()) {
            Some(b't') => true,
            Some(b'f') => false,
            _ => return self.bad_value(next, "Bad logical value while reading item %d"),
        };
        let after = self.next()?;
        let mut next = after;
        while !is_separator(next) {
            next = self.next()?;
        }
        // gfortran skips one character after a word, even if it is a separator.
        if has_point || is_separator(after) {
            self.source.back();
            self.separator()?;
        }
        Ok(Some(Datum::Logical(value)))
    }

    /// A text: quoted, over several records if need be, or up to a separator.
    pub fn text(&mut self) -> Result<Option<Vec<u8>>, IoError> {
        let mut text = Vec::new();
        let mut first = self.next()?;
        while first.is_some_and(|byte| byte.is_ascii_digit()) {
            text.extend(first);
            first = self.next()?;
        }
        if first == Some(b'*') && !text.is_empty() {
            self.set_repeat(&text)?;
            text.clear();
            first = self.next()?;
        }
        if is_separator(first) {
            if text.is_empty() && first.is_none() {
                return Err(IoError::end());
            }
            self.source.back();
            self.separator()?;
            return Ok(Some(text).filter(|text| !text.is_empty()));
        }
        match first {
            Some(quote @ (b'"' | b'\'')) if text.is_empty() => {
                self.state.in_text = true;
                let ended = self.quoted(quote, &mut text);
                self.state.in_text = false;
                ended?;
            }
            _ => {
                text.extend(first);
                let mut next = self.next()?;
                while !is_separator(next) {
                    text.extend(next);
                    next = self.next()?;
                }
                self.source.back();
            }
        }
        self.separator()?;
        Ok(Some(text))
    }

    fn quoted(&mut self, quote: u8, text: &mut Vec<u8>) -> Result<(), IoError> {
        loop {
            match self.next()? {
                None => return Ok(()),
                Some(b'\n' | b'\r') => {}
                Some(byte) if byte == quote => {
                    let next = self.next()?;
                    if next != Some(quote) {
                        self.source.back();
                        if is_separator(next) || next == Some(b'!') && self.state.has_comments {
                            return Ok(());
                        }
                        return Err(self.bad("Invalid string input in item %d"));
                    }
                    text.push(quote);
                }
                Some(byte) => text.push(byte),
            }
        }
    }

    /// `(real,imaginary)`, with blanks and line ends around the parts.
    pub fn complex_parts(&mut self) -> Result<Option<(String, String)>, IoError> {
        if self.repeat_count("Bad repeat count in item %d of list input")? {
            return Ok(None);
        }
        let open = self.next()?;
        if open != Some(b'(') {
            return self.bad_value(open, BAD_COMPLEX);
        }
        let first = self.complex_part(if self.state.decimal_comma { b';' } else { b',' })?;
        let second = self.complex_part(b')')?;
        let (Some(first), Some(second)) = (real_of(&first), real_of(&second)) else { return Err(self.bad(BAD_PART)) };
        let next = self.next()?;
        self.source.back();
        if !is_separator(next) {
            return Err(self.bad(BAD_COMPLEX));
        }
        self.separator()?;
        Ok(Some((first, second)))
    }

    /// The characters of a part up to the mark after it; `NAN(…)` has parentheses of its own.
    fn complex_part(&mut self, end: u8) -> Result<Vec<u8>, IoError> {
        let mut part: Vec<u8> = Vec::new();
        let mut after = false;
        loop {
            match self.next()? {
                None => return Err(IoError::end()),
                Some(b')') if part.contains(&b'(') && !part.ends_with(b")") => part.push(b')'),
                Some(byte) if byte == end => return Ok(part),
                Some(b',') if self.state.decimal_comma && !after => part.push(b'.'),
                Some(b' ' | b'\t' | b'\n' | b'\r') => after = !part.is_empty(),
                Some(byte) if after || matches!(byte, b',' | b';' | b'/' | b')') => {
                    return Err(self.bad(if part.is_empty() { BAD_PART } else { BAD_COMPLEX }));
                }
                Some(byte) => part.push(byte),
            }
        }
    }
}

fn checked(text: Vec<u8>, real: bool) -> Text {
    let digits = text.strip_prefix(b"-").or(text.strip_prefix(b"+")).unwrap_or(&text);
    let is_integer = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    if real || is_integer { Text::Of(text) } else { Text::Bad(Some(b'+')) }
}

/// An integer of `size` bytes; none if it does not fit.
pub fn integer_of(text: &[u8], size: u8) -> Option<i64> {
    let value: i128 = std::str::from_utf8(text).ok()?.parse().ok()?;
    let limit = 1i128 << (8 * u32::from(size.clamp(1, 8)) - 1);
    (-limit..limit).contains(&value).then_some(value as i64)
}

/// A real as Rust's `parse` takes it; none if the text is not a real.
pub fn real_of(text: &[u8]) -> Option<String> {
    let (sign, rest) = match text.split_first()? {
        (b'-', rest) => ("-", rest),
        (b'+', rest) => ("", rest),
        _ => ("", text),
    };
    if let Some(name) = special_value(rest) {
        return Some(format!("{sign}{name}"));
    }
    let mut mantissa = String::new();
    let mut exponent = None;
    for (index, &byte) in rest.iter().enumerate() {
        match byte {
            b'0'..=b'9' => mantissa.push(byte as char),
            b'.' if !mantissa.contains('.') => mantissa.push('.'),
            b'e' | b'E' | b'd' | b'D' | b'q' | b'Q' => exponent = Some(&rest[index + 1..]),
            b'+' | b'-' => exponent = Some(&rest[index..]),
            _ => return None,
        }
        if exponent.is_some() {
            break;
        }
    }
    let has_digits = mantissa.bytes().any(|byte| byte.is_ascii_digit());
    let starts = rest.first().is_some_and(|byte| byte.is_ascii_digit() || *byte == b'.');
    if !has_digits || !starts {
        return None;
    }
    let exponent = match exponent {
        None => "0".to_owned(),
        Some(exponent) => {
            let digits = exponent.strip_prefix(b"-").or(exponent.strip_prefix(b"+")).unwrap_or(exponent);
            if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
                return None;
            }
            String::from_utf8_lossy(exponent).into_owned()
        }
    };
    Some(format!("{sign}{mantissa}e{exponent}"))
}
