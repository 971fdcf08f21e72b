//! The worker process: runs the cases that it gets through a socket, one after the other, and answers each.

use crate::targets::{Case, Target, Verdict};
use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// What is said of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Nothing is wrong.
    Fine(Verdict),
    /// It panicked, or returned an error.
    Wrong(String),
}

/// The last panic: its place and its message.
static LAST_PANIC: Mutex<String> = Mutex::new(String::new());

/// Connects to the socket and answers until the other side closes it.
///
/// # Errors
/// The socket can't be read or written.
pub fn serve(target: &Target, socket: &Path) -> io::Result<()> {
    if target.runs_kernels {
        reserve_guards()?;
    }
    let mut stream = UnixStream::connect(socket)?;
    std::panic::set_hook(Box::new(|panic| {
        *LAST_PANIC.lock().unwrap_or_else(PoisonError::into_inner) = panic.to_string();
    }));
    while let Some(case) = receive_case(&mut stream)? {
        let answer = match catch_unwind(AssertUnwindSafe(|| (target.run)(&case))) {
            Ok(Ok(verdict)) => Answer::Fine(verdict),
            Ok(Err(problem)) => Answer::Wrong(problem),
            Err(_) => Answer::Wrong(std::mem::take(&mut *LAST_PANIC.lock().unwrap_or_else(PoisonError::into_inner))),
        };
        send_answer(&mut stream, &answer)?;
    }
    Ok(())
}

/// Compiles a kernel, so that the guards take their addresses: the limit of memory counts on it.
fn reserve_guards() -> io::Result<()> {
    let program = forlane::compile("guard.f90", "subroutine guard\nend\n").map_err(io::Error::other)?;
    program.kernel("guard").map(drop).map_err(io::Error::other)
}

/// Sends a case to a worker.
///
/// # Errors
/// Those of writing.
pub fn send_case(stream: &mut UnixStream, case: &Case) -> io::Result<()> {
    send_block(stream, case.ending.as_bytes())?;
    send_block(stream, &case.bytes)
}

/// The next case; none if there are no more.
fn receive_case(stream: &mut UnixStream) -> io::Result<Option<Case>> {
    let ending = match receive_block(stream) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        ending => String::from_utf8_lossy(&ending?).into_owned(),
    };
    Ok(Some(Case { ending, bytes: receive_block(stream)? }))
}

fn send_answer(stream: &mut UnixStream, answer: &Answer) -> io::Result<()> {
    let (code, text) = match answer {
        Answer::Fine(Verdict::Accepted) => (b"a", ""),
        Answer::Fine(Verdict::Refused) => (b"r", ""),
        Answer::Wrong(problem) => (b"w", problem.as_str()),
    };
    send_block(stream, code)?;
    send_block(stream, text.as_bytes())
}

/// Waits for a worker's answer.
///
/// # Errors
/// Those of reading; the worker has ended, or its time is over.
pub fn receive_answer(stream: &mut UnixStream) -> io::Result<Answer> {
    let code = receive_block(stream)?;
    let text = String::from_utf8_lossy(&receive_block(stream)?).into_owned();
    match &code[..] {
        b"a" => Ok(Answer::Fine(Verdict::Accepted)),
        b"r" => Ok(Answer::Fine(Verdict::Refused)),
        _ => Ok(Answer::Wrong(text)),
    }
}

fn send_block(stream: &mut UnixStream, bytes: &[u8]) -> io::Result<()> {
    stream.write_all(&(bytes.len() as u64).to_le_bytes())?;
    stream.write_all(bytes)
}

fn receive_block(stream: &mut UnixStream) -> io::Result<Vec<u8>> {
    let mut length = [0; 8];
    stream.read_exact(&mut length)?;
    let mut bytes = Vec::new();
    let length = u64::from_le_bytes(length);
    match stream.take(length).read_to_end(&mut bytes)? as u64 == length {
        true => Ok(bytes),
        false => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}
