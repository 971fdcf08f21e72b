//! EXECUTE_COMMAND_LINE and SYSTEM: commands, which the system's shell runs.

use super::{Answer, named_files};
use crate::io::error::{IoError, SYSTEM};
use std::io;
use std::process::{Command, ExitStatus};

/// Why none is run.
const NOT_ALLOWED: &str = "Commands are run by main programs alone, with --allow-commands";

/// Which answer CMDSTAT is.
pub(super) const STATUS: usize = 1;
/// Its values, and what CMDMSG says of them.
const NONE_ARE_RUN: i64 = -1;
const NO_SHELL: (i64, &str) = (1, "Termination status of the command-language interpreter cannot be obtained");
const NOT_STARTED: (i64, &str) = (2, "Execution of child process impossible");
const NO_SUCH_COMMAND: (i64, &str) = (3, "Invalid command line");

/// Exit statuses by which a shell says that it can't run a command, or does not find it.
const NOT_RUN: [i32; 2] = [126, 127];

/// The shell that is to run a command.
fn shell(command: &[u8]) -> Command {
    let (shell, option) = if cfg!(unix) { ("/bin/sh", "-c") } else { ("cmd", "/C") };
    let mut started = Command::new(shell);
    started.arg(option).arg(named_files::path(command));
    started
}

/// EXITSTAT, CMDSTAT and CMDMSG of a command; those that it leaves as they are are nothing.
pub(super) fn execute(command: &[u8], waits: bool, is_allowed: bool) -> Vec<Answer> {
    let failed = |(number, message): (i64, &str)| {
        vec![Answer::Nothing, Answer::Integer(number), Answer::Text(message.as_bytes().to_vec())]
    };
    if !is_allowed {
        return failed((NONE_ARE_RUN, NOT_ALLOWED));
    }
    if !waits {
        return match start(command) {
            Ok(()) => vec![Answer::Nothing, Answer::Integer(0)],
            Err(_) => failed(NOT_STARTED),
        };
    }
    let Ok(status) = shell(command).status() else { return failed(NO_SHELL) };
    let mut answers = match status.code() {
        Some(code) if NOT_RUN.contains(&code) => failed(NO_SUCH_COMMAND),
        _ => vec![Answer::Nothing, Answer::Integer(0)],
    };
    answers[0] = Answer::Integer(i64::from(status.code().unwrap_or(0)));
    answers
}

/// Starts a command that runs on; a thread waits for its end, which frees what the system keeps of it.
fn start(command: &[u8]) -> io::Result<()> {
    let mut child = shell(command).spawn()?;
    std::thread::Builder::new().spawn(move || child.wait()).map(drop)
}

/// The error of a program that does not ask for CMDSTAT, if that is one.
pub(super) fn unanswered(answers: &[Answer]) -> Result<(), IoError> {
    match answers {
        [_, Answer::Integer(NONE_ARE_RUN), ..] => Err(IoError::new(SYSTEM, NOT_ALLOWED)),
        [_, Answer::Integer(1..), ..] => Err(IoError::new(SYSTEM, "Could not execute command line")),
        _ => Ok(()),
    }
}

/// The status of SYSTEM.
///
/// # Errors
/// None is run.
pub(super) fn system(command: &[u8], is_allowed: bool) -> Result<Vec<Answer>, IoError> {
    if !is_allowed {
        return Err(IoError::new(SYSTEM, NOT_ALLOWED));
    }
    Ok(vec![Answer::Integer(shell(command).status().map_or(-1, |status| i64::from(raw(status))))])
}

#[cfg(unix)]
fn raw(status: ExitStatus) -> i32 {
    std::os::unix::process::ExitStatusExt::into_raw(status)
}

#[cfg(not(unix))]
fn raw(status: ExitStatus) -> i32 {
    status.code().unwrap_or(-1)
}
