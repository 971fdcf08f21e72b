//! Requests of programs to the system they run on: time, the command line, the environment, random numbers.

mod clock;
mod command_line;
mod random;
mod request;
mod service;

pub use clock::{processor_time, thread_time};
pub use random::RandomState;
pub use request::Request;
pub use service::Service;

use super::error::IoError;
use super::files::{OutputFile, Source};
use super::record::Record;
use std::collections::BTreeMap;
use std::time::Duration;

/// The state of the requests of a program to the system.
#[derive(Clone, Debug, Default)]
pub struct System {
    /// The program's name and what follows it in the command.
    pub arguments: Vec<Vec<u8>>,
    /// The generators of random numbers.
    pub random: RandomState,
    /// The processor time, of the program and of the system for it, up to the last DTIME.
    pub last_interval: (Duration, Duration),
    /// Whether the transfer that begins next leaves its record unfinished; an error if it says neither YES nor NO.
    pub advance: Option<Result<bool, IoError>>,
    /// What READ without advancing left of a record of standard input.
    pub input: Option<Source>,
    /// The records in which statements failed, of the units that wrote them; what is not gone on with is never written.
    pub begun: BTreeMap<OutputFile, Record>,
    /// The number of characters that the last transfer's data edit descriptors read.
    pub last_size: usize,
    /// What was wrong with the last transfer.
    pub last_message: Option<String>,
}

/// An answer.
#[derive(Clone, Debug, PartialEq)]
enum Answer {
    Integer(i64),
    Real(f64),
    Text(Vec<u8>),
    /// -1 where a text did not fit what it was read into before, else 0.
    Fit,
}
