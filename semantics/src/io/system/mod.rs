//! Requests of programs to the system they run on: time, the command line, the environment, random numbers, files by
//! their names and as bytes.

mod clock;
mod command_line;
mod commands;
mod named_files;
mod random;
mod request;
pub(super) mod service;

pub use clock::{processor_time, thread_time};
pub use random::RandomState;
pub use request::Request;
pub use service::Service;

use super::units::{Controls, Units};
use std::time::Duration;

/// The state of the requests of a program to the system.
#[derive(Debug, Default)]
pub struct System {
    /// The program's name and what follows it in the command.
    pub arguments: Vec<Vec<u8>>,
    /// Whether commands are run.
    pub allows_commands: bool,
    /// The generators of random numbers.
    pub random: RandomState,
    /// The processor time, of the program and of the system for it, up to the last DTIME.
    pub last_interval: (Duration, Duration),
    /// The units.
    pub units: Units,
    /// What the controls of the transfer say that begins next.
    pub controls: Option<Controls>,
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
    /// This number where a text did not fit what it was read into before, else 0.
    Fit(i64),
    /// None: the variable keeps its value.
    Nothing,
}
