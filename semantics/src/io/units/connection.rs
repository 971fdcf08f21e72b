//! What a unit is connected to: the file, its place, and the modes that OPEN has given.

use super::byte_file::ByteFile;
use crate::io::console::OutputFile;
use crate::io::error::IoError;
use crate::io::format::{Delimiter, EditMode, Rounding};
use crate::io::record::Record;
use crate::io::source::Source;
use crate::io::specifier::Specifier;
use std::collections::BTreeMap;

/// How many bytes a record has at most, if RECL does not say.
pub const LONGEST_RECORD: u64 = 1 << 30;

/// The words of specifiers; those that are not given have the first word of the table.
#[derive(Clone, Debug, Default)]
pub struct Words(BTreeMap<Specifier, &'static str>);

impl Words {
    /// The word of a specifier.
    pub fn get(&self, specifier: Specifier) -> &'static str {
        self.given(specifier).unwrap_or(specifier.default_word())
    }

    /// The word, if one was given.
    pub fn given(&self, specifier: Specifier) -> Option<&'static str> {
        self.0.get(&specifier).copied()
    }

    /// Whether the specifier has that word.
    pub fn is(&self, specifier: Specifier, word: &str) -> bool {
        self.get(specifier) == word
    }

    /// Gives a specifier a word.
    pub fn set(&mut self, specifier: Specifier, word: &'static str) {
        self.0.insert(specifier, word);
    }

    /// Sets what they say of how items are edited.
    pub fn edit(&self, mode: &mut EditMode) {
        for (specifier, word) in &self.0 {
            match specifier {
                Specifier::Blank => mode.blank_is_zero = *word == "ZERO",
                Specifier::Pad => mode.is_unpadded = *word == "NO",
                Specifier::DecimalMark => mode.comma = *word == "COMMA",
                Specifier::Sign => mode.plus = *word == "PLUS",
                Specifier::Delimiter => {
                    mode.delimiter = match *word {
                        "APOSTROPHE" => Delimiter::Apostrophe,
                        "QUOTE" => Delimiter::Quote,
                        _ => Delimiter::None,
                    };
                }
                Specifier::Round => {
                    mode.rounding = match *word {
                        "UP" => Rounding::Up,
                        "DOWN" => Rounding::Down,
                        "ZERO" => Rounding::Zero,
                        "NEAREST" => Rounding::Nearest,
                        "COMPATIBLE" => Rounding::Compatible,
                        _ => Rounding::Processor,
                    };
                }
                _ => {}
            }
        }
    }
}

/// Where the bytes of a unit are.
#[derive(Debug)]
pub enum Stream {
    /// Standard input.
    Input,
    /// Standard output or standard error.
    Output(OutputFile),
    /// A file.
    File(ByteFile),
}

/// How a unit's records are reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// One after the other.
    Sequential,
    /// By their numbers.
    Direct,
    /// By places.
    Stream,
}

/// Where a sequential file is with respect to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileEnd {
    /// Before it, as far as is known.
    Before,
    /// At it: nothing is after what was written.
    At,
    /// After it: a READ has met it.
    After,
}

/// A unit that is connected.
#[derive(Debug)]
pub struct Connection {
    pub stream: Stream,
    /// The file's name, as it was given.
    pub name: Vec<u8>,
    /// Whether the file has gone when the unit is closed.
    pub is_scratch: bool,
    /// What OPEN has said.
    pub words: Words,
    /// RECL: the length of the records, or the greatest length.
    pub record_length: u64,
    pub end: FileEnd,
    /// What READ without advancing left of a record.
    pub left: Option<Source>,
    /// The record in which a statement failed; what is not gone on with is never written.
    pub begun: Option<Record>,
    /// Whether a WRITE without advancing has left its record without end.
    pub has_open_record: bool,
    /// What that record has behind the place to which a tab has led.
    pub tail: Vec<u8>,
    /// The number of the record of a direct file that was accessed last.
    pub record: u64,
}

impl Connection {
    /// A connection at its begin.
    pub fn new(stream: Stream, name: Vec<u8>, words: Words) -> Connection {
        Connection {
            stream,
            name,
            is_scratch: false,
            words,
            record_length: LONGEST_RECORD,
            end: FileEnd::Before,
            left: None,
            begun: None,
            has_open_record: false,
            tail: Vec::new(),
            record: 0,
        }
    }

    /// How records are reached.
    pub fn access(&self) -> Access {
        match self.words.get(Specifier::Access) {
            "DIRECT" => Access::Direct,
            "STREAM" => Access::Stream,
            _ => Access::Sequential,
        }
    }

    /// The greatest length of a record that is written, if there is one.
    pub fn greatest_record(&self) -> Option<usize> {
        Some(self.record_length as usize).filter(|length| *length as u64 != LONGEST_RECORD)
    }

    /// Whether records are text.
    pub fn is_formatted(&self) -> bool {
        self.words.is(Specifier::Form, "FORMATTED")
    }

    /// Whether the bytes of numbers are in the order that is not the machine's.
    pub fn is_swapped(&self) -> bool {
        match self.words.get(Specifier::ByteOrder) {
            "NATIVE" => false,
            "SWAP" => true,
            "BIG_ENDIAN" => cfg!(target_endian = "little"),
            _ => cfg!(target_endian = "big"),
        }
    }

    /// The file, if it is one.
    pub fn file(&mut self) -> Option<&mut ByteFile> {
        match &mut self.stream {
            Stream::File(file) => Some(file),
            Stream::Input | Stream::Output(_) => None,
        }
    }

    /// The place in the file, counted from 0.
    pub fn place(&self) -> u64 {
        match &self.stream {
            Stream::File(file) => file.place(),
            Stream::Input | Stream::Output(_) => 0,
        }
    }

    /// Ends the record that a WRITE without advancing has begun; that of the console stays as it is.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn end_open_record(&mut self) -> Result<(), IoError> {
        let mut rest = std::mem::take(&mut self.tail);
        if std::mem::take(&mut self.has_open_record)
            && let Stream::File(file) = &mut self.stream
        {
            rest.push(b'\n');
            file.write(&rest)?;
        }
        Ok(())
    }

    /// Forgets the parts of records that statements have left.
    pub fn drop_parts(&mut self) {
        (self.left, self.begun) = (None, None);
    }

    /// Makes the present place of a sequential file its end, unless it is.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn end_after_write(&mut self) -> Result<(), IoError> {
        if self.access() == Access::Sequential && self.end != FileEnd::At {
            self.end = FileEnd::At;
            if let Some(file) = self.file() {
                file.truncate()?;
            }
        }
        Ok(())
    }
}
