//! Bytes of sources that are not UTF-8, kept as characters.
//!
//! A source is a text, but old ones are often Latin-1 in comments and constants. Each byte that belongs to no character
//! of UTF-8 becomes one of 128 characters for private use; where a source has one of these itself, its bytes become
//! such characters too. So each text stands for one sequence of bytes, and what is read is what a program gets.

use std::borrow::Cow;

/// The character that stands for byte 0; those from byte 128 on are used.
const FIRST: u32 = 0xF700;

/// The byte that a character stands for, if it stands for one alone.
pub fn lone_byte(character: char) -> Option<u8> {
    u8::try_from(u32::from(character).checked_sub(FIRST)?).ok().filter(|byte| !byte.is_ascii())
}

/// The number of bytes that a character of a text has in the source.
pub fn width(character: char) -> usize {
    if lone_byte(character).is_some() { 1 } else { character.len_utf8() }
}

/// The character that stands for a byte.
fn character_of(byte: u8) -> char {
    char::from_u32(FIRST + u32::from(byte)).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The text of a source.
pub fn decode(bytes: Vec<u8>) -> String {
    let bytes = match String::from_utf8(bytes) {
        Ok(text) if !text.contains(|character| lone_byte(character).is_some()) => return text,
        Ok(text) => text.into_bytes(),
        Err(error) => error.into_bytes(),
    };
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            match lone_byte(character) {
                Some(_) => text.extend(character.encode_utf8(&mut [0; 4]).bytes().map(character_of)),
                None => text.push(character),
            }
        }
        text.extend(chunk.invalid().iter().copied().map(character_of));
    }
    text
}

/// The bytes that a text or a part of it has in the source.
pub fn encode(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    for character in text.chars() {
        match lone_byte(character) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    bytes
}

/// A text as it is shown: bytes that are not UTF-8 are taken as Latin-1, or as `�` where that has no letter.
pub fn shown(text: &str) -> Cow<'_, str> {
    let shown = |character| match lone_byte(character).map(char::from) {
        Some(control) if control.is_control() => char::REPLACEMENT_CHARACTER,
        Some(letter) => letter,
        None => character,
    };
    match text.contains(|character| lone_byte(character).is_some()) {
        true => Cow::Owned(text.chars().map(shown).collect()),
        false => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests {
    use super::{decode, encode, shown};

    /// All bytes come back.
    #[test]
    fn all_bytes_come_back() {
        let sources: [&[u8]; 5] =
            [b"plain", "caf\u{e9} \u{f7e9}".as_bytes(), b"caf\xe9 \xc3\xa9", b"\xff\xfe\x80", b"\xe2\x82"];
        for source in sources {
            let text = decode(source.to_vec());
            assert_eq!(encode(&text), source);
        }
    }

    /// What is UTF-8 stays, even in a source that is not as a whole.
    #[test]
    fn utf8_stays() {
        assert_eq!(decode("é".into()), "é");
        assert_eq!(shown(&decode(b"\xe9 \xc3\xa9".to_vec())), "é é");
    }
}
