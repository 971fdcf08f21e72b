//! Requests to the system. A request is a transfer, as READ and WRITE are: what is written to it is what is given, what
//! is read from it are the answers, in an order that each service has. A number that is written after what is given
//! chooses the answer that is read next.
//!
//! ```text
//! io date_and_time        CALL DATE_AND_TIME(TIME=T, VALUES=V)
//! io write(1)             the date, answer 0, is left out
//! io read_text(8, &t[0])
//! io write(3)             and so is the zone
//! io read_array(&v)
//! io end
//! ```

use super::{Answer, RandomState, Service, clock, command_line, commands, named_files, random};
use crate::io::error::{IoError, SYSTEM};
use crate::io::files::Files;
use crate::io::units::{read_byte, write_byte};
use crate::io::value::{Datum, Item, ItemType};
use std::time::Duration;

/// A request in execution.
#[derive(Clone, Debug)]
pub struct Request {
    service: Service,
    given: Vec<Datum>,
    answers: Option<Vec<Answer>>,
    /// The answer that comes next.
    next: usize,
    /// Whether a text was longer than what it was read into.
    is_cut: bool,
    /// Whether CMDSTAT was read.
    is_status_known: bool,
}

impl Request {
    /// Begins a request.
    pub fn new(service: Service) -> Request {
        Request { service, given: Vec::new(), answers: None, next: 0, is_cut: false, is_status_known: false }
    }

    /// Takes what is given, and after that the numbers of the answers that are read.
    pub fn write(&mut self, item: &Item) {
        if self.service.given().is_some_and(|given| self.given.len() >= given) {
            if let Item::Integer(number, _) = item {
                self.next = usize::try_from(*number).unwrap_or(usize::MAX);
            }
            return;
        }
        if self.service == Service::ItemLength {
            return self.add_length(item.bytes().len() as i64);
        }
        self.given.push(match *item {
            Item::Integer(value, _) => Datum::Integer(value),
            Item::Real4(value) => Datum::Real8(f64::from(value)),
            Item::Real8(value) => Datum::Real8(value),
            Item::Logical(value, _) => Datum::Logical(value),
            Item::Character(text) => Datum::Character(text.to_vec()),
            Item::Complex4(..) | Item::Complex8(..) => Datum::Integer(0),
        });
    }

    fn add_length(&mut self, bytes: i64) {
        match self.given.first_mut() {
            Some(Datum::Integer(length)) => *length += bytes,
            _ => self.given.push(Datum::Integer(bytes)),
        }
    }

    /// The next answer as a value of that type; none leaves the item as it is.
    ///
    /// # Errors
    /// The arguments are not as the service requires them.
    pub fn read(&mut self, ty: ItemType, files: &mut dyn Files) -> Result<Option<Datum>, IoError> {
        if self.service == Service::RandomNumber {
            return Ok(files.system().random.next(ty));
        }
        self.answer(files)?;
        let answer = self.answers.as_ref().and_then(|answers| answers.get(self.next)).cloned();
        self.is_status_known |= self.next == commands::STATUS;
        self.next += 1;
        let answer = match answer {
            Some(Answer::Fit(otherwise)) => Some(Answer::Integer(if self.is_cut { otherwise } else { 0 })),
            answer => answer,
        };
        Ok(answer.and_then(|answer| self.datum(answer, ty)))
    }

    /// Ends the request: what has no answers is done then.
    ///
    /// # Errors
    /// As [`Request::read`].
    pub fn finish(&mut self, files: &mut dyn Files) -> Result<(), IoError> {
        self.answer(files)?;
        match &self.answers {
            Some(answers) if self.service == Service::CommandLine && !self.is_status_known => {
                commands::unanswered(answers)
            }
            _ => Ok(()),
        }
    }

    fn answer(&mut self, files: &mut dyn Files) -> Result<(), IoError> {
        if self.answers.is_none() {
            self.answers = Some(answers(self.service, &self.given, files)?);
        }
        Ok(())
    }

    fn datum(&mut self, answer: Answer, ty: ItemType) -> Option<Datum> {
        Some(match (answer, ty) {
            (Answer::Integer(value), ItemType::Integer(_)) => Datum::Integer(value),
            (Answer::Integer(value), ItemType::Real4) => Datum::Real4(value as f32),
            (Answer::Integer(value), ItemType::Real8) => Datum::Real8(value as f64),
            (Answer::Real(value), ItemType::Real4) => Datum::Real4(value as f32),
            (Answer::Real(value), ItemType::Real8) => Datum::Real8(value),
            (Answer::Text(mut text), ItemType::Character(length)) => {
                self.is_cut = text.len() > length;
                if self.is_cut && self.service.blanks_what_is_short() {
                    text.clear();
                }
                text.resize(length, b' ');
                Datum::Character(text)
            }
            _ => return None,
        })
    }
}

/// What a service answers.
fn answers(service: Service, given: &[Datum], files: &mut dyn Files) -> Result<Vec<Answer>, IoError> {
    let number = |at: usize| match given.get(at) {
        Some(Datum::Integer(value)) => *value,
        _ => 0,
    };
    let real = |at: usize| match given.get(at) {
        Some(Datum::Real8(value)) => *value,
        _ => 0.0,
    };
    let text = |at: usize| match given.get(at) {
        Some(Datum::Character(text)) => text.as_slice(),
        _ => &[],
    };
    let flag = |at: usize| matches!(given.get(at), Some(Datum::Logical(true)));
    let system = files.system();
    Ok(match service {
        Service::DateAndTime => clock::date_and_time(),
        Service::SystemClock => clock::system_clock(number(0)),
        Service::CpuTime => clock::cpu_time(),
        Service::ElapsedTime => clock::elapsed_time(),
        Service::IntervalTime => clock::interval_time(&mut system.last_interval),
        Service::SecondsOfDay => clock::seconds_of_day(real(0)),
        Service::EpochSeconds => clock::epoch_seconds(),
        Service::CpuTicks => clock::cpu_ticks(),
        Service::Date => clock::date(),
        Service::TimeOfDay => clock::time_of_day(),
        Service::TimeText => clock::time_text(number(0)),
        Service::PresentTimeText => clock::present_time_text(),
        Service::ArgumentCount => vec![Answer::Integer(system.arguments.len().saturating_sub(1) as i64)],
        Service::Argument => command_line::argument(&system.arguments, number(0)),
        Service::Command => command_line::command(&system.arguments),
        Service::EnvironmentVariable => command_line::environment_variable(text(0), flag(1)),
        Service::ProcessId => vec![Answer::Integer(i64::from(std::process::id()))],
        Service::RandomNumber => Vec::new(),
        Service::RandomInit => {
            system.random = RandomState::default();
            Vec::new()
        }
        Service::RandomSize => vec![Answer::Integer(random::SEED_WORDS as i64)],
        Service::RandomPut => {
            let words: Vec<i64> = (0..given.len()).map(number).collect();
            let short = || IoError::new(SYSTEM, "Array size of PUT is too small.");
            system.random.put(&words).ok_or_else(short)?;
            Vec::new()
        }
        Service::RandomGet => system.random.get().into_iter().map(|word| Answer::Integer(i64::from(word))).collect(),
        Service::Rand => vec![Answer::Real(f64::from(system.random.rand(number(0))))],
        Service::Irand => vec![Answer::Integer(system.random.irand(number(0)))],
        Service::Srand => {
            system.random.srand(number(0));
            Vec::new()
        }
        Service::Sleep => {
            // What is shown before is seen while the program waits.
            files.flush();
            std::thread::sleep(Duration::from_secs(u64::try_from(number(0)).unwrap_or(0)));
            Vec::new()
        }
        Service::LocalTime => clock::local_time(number(0)),
        Service::UniversalTime => clock::universal_time(number(0)),
        Service::CommandLine | Service::ShellCommand => {
            // What is written before is where the command finds it, and is seen before what that shows.
            system.units.flush();
            files.flush();
            let is_allowed = files.system().allows_commands;
            match service {
                Service::CommandLine => commands::execute(text(0), flag(1), is_allowed),
                _ => commands::system(text(0), is_allowed)?,
            }
        }
        Service::WorkingFolder => named_files::working_folder(),
        Service::ChangeFolder => named_files::change_folder(text(0)),
        Service::Unlink => named_files::unlink(text(0)),
        Service::Rename => named_files::rename(text(0), text(1)),
        Service::AccessStatus => named_files::access_status(text(0), text(1)),
        Service::FileStatus => named_files::file_status(text(0), true),
        Service::LinkStatus => named_files::file_status(text(0), false),
        Service::UnitStatus => named_files::status_and_numbers(system.units.metadata(number(0))),
        Service::Tell => vec![Answer::Integer(system.units.tell(number(0)))],
        Service::Seek => {
            let is_done = system.units.seek(number(0), number(1), number(2));
            vec![Answer::Integer(if is_done { 0 } else { -1 })]
        }
        Service::ReadByte => {
            let (is_connected, byte) = read_byte(number(0), files)?;
            let text = if is_connected { Answer::Text(byte.into_iter().collect()) } else { Answer::Nothing };
            vec![Answer::Integer(if byte.is_some() { 0 } else { -1 }), text]
        }
        Service::WriteByte => {
            let is_done = write_byte(number(0), text(1).first().copied().unwrap_or(b' '), files);
            vec![Answer::Integer(if is_done { 0 } else { -1 })]
        }
        Service::Flush => {
            system.units.flush();
            files.flush();
            vec![Answer::Integer(0)]
        }
        Service::ItemLength => vec![Answer::Integer(number(0))],
        // Each is a `FileStatement`.
        Service::Controls
        | Service::InternalControls
        | Service::Open
        | Service::Close
        | Service::Inquire
        | Service::Rewind
        | Service::Backspace
        | Service::EndFile
        | Service::FlushUnit
        | Service::Wait => Vec::new(),
        Service::Size => vec![Answer::Integer(system.last_size as i64)],
        Service::Message => system.last_message.iter().map(|text| Answer::Text(text.clone().into_bytes())).collect(),
    })
}
