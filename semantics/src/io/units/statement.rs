//! OPEN, CLOSE, INQUIRE and the other statements about units, and what the controls of a data transfer say. They are
//! requests as those of the system are: a keyword is written, and then its value, or its answer is read.
//!
//! ```text
//! io open                 OPEN (NEWUNIT=N, FILE='data', IOSTAT=I)
//! io write("file")
//! io write("data")
//! io write("newunit")
//! io read(&n)
//! io end_all(&i)
//! ```

use super::connection::Words;
use super::controls::Controls;
use super::open::Opening;
use super::{INTERNAL_UNITS, Units};
use crate::io::error::{BAD_OPTION, INTERNAL_INQUIRY, IoError};
use crate::io::files::Files;
use crate::io::namelist::Group;
use crate::io::specifier::{Specifier, SpecifierType};
use crate::io::system::Service;
use crate::io::value::{Datum, Item, ItemType};

/// A statement in execution.
#[derive(Clone, Debug)]
pub struct FileStatement {
    service: Service,
    /// The keyword whose value, or answer, comes next.
    keyword: Option<Specifier>,
    given: Vec<(Specifier, Datum)>,
    /// The unit that it was about, once it is done.
    done: Option<Option<i64>>,
    error: Option<IoError>,
}

impl FileStatement {
    /// Begins a statement.
    pub fn new(service: Service) -> FileStatement {
        FileStatement { service, keyword: None, given: Vec::new(), done: None, error: None }
    }

    /// Whether it gives controls to a data transfer.
    pub fn is_controls(&self) -> bool {
        matches!(self.service, Service::Controls | Service::InternalControls)
    }

    /// Takes a keyword, or the value of the one before.
    pub fn write(&mut self, item: &Item) {
        match (self.keyword.take(), item) {
            (None, Item::Character(keyword)) => {
                let name = String::from_utf8_lossy(keyword);
                self.keyword = Specifier::of(&name);
                if self.keyword.is_none() {
                    self.error = Some(IoError::new(BAD_OPTION, format!("`{name}` is not a specifier")));
                }
            }
            (Some(specifier), item) => self.given.extend(value_of(specifier, item).map(|value| (specifier, value))),
            (None, _) => {}
        }
    }

    /// The answer to the last keyword; none leaves the item as it is.
    ///
    /// # Errors
    /// The statement fails.
    pub fn read(&mut self, ty: ItemType, files: &mut dyn Files) -> Result<Option<Datum>, IoError> {
        let Some(asked) = self.keyword.take() else { return Ok(None) };
        self.perform_once(files)?;
        let unit = self.done.flatten();
        let units = &mut files.system().units;
        let answer = match (self.service, asked, unit) {
            (Service::Open, Specifier::NewUnit, Some(unit)) => Some(Datum::Integer(unit)),
            (Service::Controls, Specifier::Identifier, _) => Some(Datum::Integer(0)),
            (Service::Inquire, asked, Some(unit)) => units.inquire_unit(unit, asked)?,
            (Service::Inquire, asked, None) => match self.text(Specifier::File) {
                Some(name) => units.inquire_file(&name, asked)?,
                None => None,
            },
            _ => None,
        };
        Ok(answer.and_then(|answer| fitted(answer, ty)))
    }

    /// Does what the statement says, unless that is done, and ends it.
    ///
    /// # Errors
    /// It can't be done, or INQUIRE was of a number that stands for internal files.
    pub fn finish(&mut self, files: &mut dyn Files) -> Result<(), IoError> {
        self.perform_once(files)?;
        match self.integer(Specifier::Unit) {
            Some(unit) if self.service == Service::Inquire && INTERNAL_UNITS.contains(&unit) => {
                Err(IoError::new(INTERNAL_INQUIRY, "Inquire statement identifies an internal file"))
            }
            _ => Ok(()),
        }
    }

    fn perform_once(&mut self, files: &mut dyn Files) -> Result<(), IoError> {
        if self.done.is_none() {
            self.done = Some(self.integer(Specifier::Unit));
            if let Some(error) = self.error.take() {
                return Err(error);
            }
            self.perform(files)?;
        }
        Ok(())
    }

    fn perform(&mut self, files: &mut dyn Files) -> Result<(), IoError> {
        use Service::*;
        if self.service == FlushUnit {
            files.flush();
        }
        let unit = self.integer(Specifier::Unit);
        if let Some(unit) = unit.filter(|_| self.service != Inquire) {
            Units::check_number(unit)?;
        }
        let system = files.system();
        let units = &mut system.units;
        match (self.service, unit) {
            (Controls | InternalControls, _) => system.controls = Some(self.controls()),
            (Open, unit) => self.done = Some(Some(units.open(self.opening(unit)?)?)),
            (Close, Some(unit)) => {
                let status = self.text(Specifier::Status);
                let status = status.map(|status| Specifier::Status.word(&status).unwrap_or_default());
                units.close(unit, status)?;
            }
            (Rewind, Some(unit)) => units.rewind(unit)?,
            (Backspace, Some(unit)) => units.backspace(unit)?,
            (EndFile, Some(unit)) => units.end_file(unit)?,
            (FlushUnit, Some(unit)) => units.flush_unit(unit)?,
            (Close | Rewind | Backspace | EndFile | FlushUnit, None) => {}
            // What INQUIRE answers is found when it is read, and no transfer is left to wait for.
            (Inquire | Wait, _) => {}
            // Each is a `Request`.
            (
                DateAndTime | SystemClock | CpuTime | ElapsedTime | IntervalTime | SecondsOfDay | EpochSeconds
                | CpuTicks | Date | TimeOfDay | TimeText | PresentTimeText | ArgumentCount | Argument | Command
                | EnvironmentVariable | CommandLine | ShellCommand | ProcessId | RandomNumber | RandomInit | RandomSize
                | RandomPut | RandomGet | Rand | Irand | Srand | Sleep | LocalTime | UniversalTime | WorkingFolder
                | ChangeFolder | Unlink | Rename | AccessStatus | FileStatus | LinkStatus | UnitStatus | Tell | Seek
                | ReadByte | WriteByte | Flush | ItemLength | Size | Message,
                _,
            ) => {}
        }
        Ok(())
    }

    fn opening(&self, unit: Option<i64>) -> Result<Opening, IoError> {
        let words = self.words("parameter in OPEN statement")?;
        if matches!(words.get(Specifier::Status), "KEEP" | "DELETE") {
            return Err(IoError::new(BAD_OPTION, "Bad STATUS parameter in OPEN statement"));
        }
        let name = self.text(Specifier::File);
        Ok(Opening { unit, name, record_length: self.integer(Specifier::RecordLength), words })
    }

    fn controls(&self) -> Controls {
        let (record, place) = (self.integer(Specifier::Record), self.integer(Specifier::Place));
        match self.words("parameter in data transfer statement") {
            Ok(words) => Controls { record, place, words, group: Group::of_specifiers(&self.given), error: None },
            Err(error) => Controls { record, place, error: Some(error), ..Controls::default() },
        }
    }

    /// The words that were given.
    fn words(&self, place: &str) -> Result<Words, IoError> {
        let mut words = Words::default();
        for (specifier, value) in &self.given {
            let Datum::Character(text) = value else { continue };
            if specifier.default_word().is_empty() {
                continue;
            }
            let Some(word) = specifier.word(text) else {
                let keyword = specifier.keyword().to_uppercase();
                return Err(IoError::new(BAD_OPTION, format!("Bad {keyword} {place}")));
            };
            words.set(*specifier, word);
        }
        Ok(words)
    }

    fn given(&self, specifier: Specifier) -> Option<&Datum> {
        self.given.iter().find(|(given, _)| *given == specifier).map(|(_, value)| value)
    }

    fn integer(&self, specifier: Specifier) -> Option<i64> {
        match self.given(specifier)? {
            Datum::Integer(value) => Some(*value),
            _ => None,
        }
    }

    /// A text without its trailing blanks; a file's name ends at a null character.
    fn text(&self, specifier: Specifier) -> Option<Vec<u8>> {
        match self.given(specifier)? {
            Datum::Character(text) => {
                let length = text.iter().rposition(|byte| *byte != b' ').map_or(0, |last| last + 1);
                let end = text[..length].iter().position(|byte| specifier == Specifier::File && *byte == 0);
                Some(text[..end.unwrap_or(length)].to_vec())
            }
            _ => None,
        }
    }
}

/// The value of a specifier, if it has its type.
fn value_of(specifier: Specifier, item: &Item) -> Option<Datum> {
    match (specifier.ty(), item) {
        (SpecifierType::Integer, Item::Integer(value, _)) => Some(Datum::Integer(*value)),
        (SpecifierType::Logical, Item::Logical(value, _)) => Some(Datum::Logical(*value)),
        (SpecifierType::Character, Item::Character(text)) => Some(Datum::Character(text.to_vec())),
        _ => None,
    }
}

/// An answer as a value of that type.
fn fitted(answer: Datum, ty: ItemType) -> Option<Datum> {
    match (answer, ty) {
        (answer @ Datum::Integer(_), ItemType::Integer(_)) | (answer @ Datum::Logical(_), ItemType::Logical(_)) => {
            Some(answer)
        }
        (Datum::Character(mut text), ItemType::Character(length)) => {
            text.resize(length, b' ');
            Some(Datum::Character(text))
        }
        _ => None,
    }
}
