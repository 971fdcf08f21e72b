//! A worker process seen from the driver: how it is started, asked, and how it ends.

use crate::targets::{Case, Target, Verdict};
use crate::worker::{Answer, receive_answer, send_case};
use std::io;
use std::os::unix::net::{UnixListener, UnixStream};
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A worker is replaced after this many cases, so that what a case leaves after does not grow.
const CASES_OF_A_WORKER: u32 = 2000;

/// How long a worker may take to start, with all its corpus and on a busy machine.
const START_LIMIT: Duration = Duration::from_secs(60);

/// Address space that `FORLANE_GUARD` reserves, in KiB, with some more for the code of kernels.
const GUARDS_KIB: u64 = 1 << 35;

/// The longest file that a program may write, in blocks of 512 bytes.
const FILE_BLOCKS: u64 = 1 << 17;

/// How a case failed.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The way.
    pub way: Way,
    /// What is known, in one line.
    pub summary: String,
}

impl Failure {
    /// Whether two failures look as if they had one cause: one way, and one message up to what it quotes and counts.
    pub fn has_cause_of(&self, other: &Failure) -> bool {
        self.way == other.way && self.message_without_values() == other.message_without_values()
    }

    fn message_without_values(&self) -> String {
        // A panic begins with its place, whose line says more than the rest.
        match self.summary.strip_prefix("panicked at ").and_then(|rest| rest.split_once(": ")) {
            Some((place, _)) => place.to_owned(),
            None => {
                let unquoted: String = self.summary.split(['`', '\'', '"']).step_by(2).collect();
                unquoted.chars().filter(|c| !c.is_ascii_digit()).collect()
            }
        }
    }
}

/// The ways to fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// A panic, or results that differ.
    Wrong,
    /// A signal, an abort, an exit.
    Died,
    /// No answer in time.
    Hung,
}

/// Runs cases of one target in a worker process, and starts another when it has ended.
pub struct Workers<'t> {
    target: &'t Target,
    time_limit: Duration,
    folder: tempfile::TempDir,
    running: Option<Running>,
}

struct Running {
    child: Child,
    stream: UnixStream,
    cases: u32,
}

impl<'t> Workers<'t> {
    /// Workers of a target. A case may take `time_limit`.
    ///
    /// # Errors
    /// There is no place for temporary files.
    pub fn new(target: &'t Target, time_limit: Duration) -> io::Result<Workers<'t>> {
        let folder = tempfile::Builder::new().prefix("forlane-fuzz-").tempdir()?;
        Ok(Workers { target, time_limit, folder, running: None })
    }

    /// What they run.
    pub fn target(&self) -> &Target {
        self.target
    }

    /// Runs a case.
    ///
    /// # Errors
    /// No worker can be started.
    pub fn run(&mut self, case: &Case) -> io::Result<Result<Verdict, Failure>> {
        if self.running.as_ref().is_some_and(|running| running.cases >= CASES_OF_A_WORKER) {
            self.stop();
        }
        let running = match &mut self.running {
            Some(running) => running,
            None => self.running.insert(start(self.target, &self.folder)?),
        };
        running.cases += 1;
        let answer = ask(&mut running.stream, case, self.time_limit);
        let failure = match answer {
            Ok(Answer::Fine(verdict)) => return Ok(Ok(verdict)),
            Ok(Answer::Wrong(problem)) => Failure { way: Way::Wrong, summary: one_line(&problem) },
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {
                Failure { way: Way::Hung, summary: format!("no end after {} s", self.time_limit.as_secs()) }
            }
            Err(_) => self.how_it_died()?,
        };
        // After a failure nothing is known about the worker's state.
        self.stop();
        Ok(Err(failure))
    }

    fn how_it_died(&mut self) -> io::Result<Failure> {
        let Some(running) = &mut self.running else {
            return Ok(Failure { way: Way::Died, summary: "the worker ended".to_owned() });
        };
        let status = running.child.wait()?;
        let how = match (status.signal(), status.code()) {
            (Some(signal), _) => format!("signal {signal}"),
            (None, code) => format!("exit status {}", code.unwrap_or(-1)),
        };
        let said = String::from_utf8_lossy(&std::fs::read(self.errors())?).into_owned();
        // A kernel's or program's own messages are before those of the runtime.
        let last: Vec<&str> = said.lines().rev().take(3).filter(|line| !line.is_empty()).collect();
        Ok(Failure { way: Way::Died, summary: one_line(&format!("{how}: {}", last.join(" | "))) })
    }

    fn errors(&self) -> PathBuf {
        self.folder.path().join("stderr")
    }

    fn stop(&mut self) {
        if let Some(mut running) = self.running.take() {
            // It may have ended by itself.
            let _ = running.child.kill();
            let _ = running.child.wait();
        }
    }
}

impl Drop for Workers<'_> {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Starts this program as a worker with limited address space, in a folder of its own for the files that programs open.
/// The limits are set by a shell, as the standard library can't.
fn start(target: &Target, folder: &tempfile::TempDir) -> io::Result<Running> {
    let socket = folder.path().join("socket");
    let _ = std::fs::remove_file(&socket);
    let files = folder.path().join("files");
    let _ = std::fs::remove_dir_all(&files);
    std::fs::create_dir(&files)?;
    let listener = UnixListener::bind(&socket)?;
    listener.set_nonblocking(true)?;
    let guards = if target.runs_kernels { GUARDS_KIB } else { 0 };
    // The second limit is that of memory that can be written: what is only reserved does not count.
    let memory = target.memory_mib * 1024;
    let mut command = Command::new("sh");
    if target.runs_kernels {
        command.env("FORLANE_GUARD", std::env::var_os("FORLANE_GUARD").unwrap_or("after".into()));
    }
    let mut child = command
        .arg("-c")
        .arg(format!(
            // Too long a file is an error of WRITE, not a signal.
            "trap '' XFSZ; ulimit -c 0; ulimit -f {FILE_BLOCKS}; ulimit -v {} && ulimit -d {memory} && exec \"$@\"",
            guards + memory
        ))
        .arg("sh")
        .arg(std::env::current_exe()?)
        .args([target.name, "--worker"])
        .arg(&socket)
        .env("RUST_BACKTRACE", "0")
        .current_dir(files)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(std::fs::File::create(folder.path().join("stderr"))?)
        .spawn()?;
    let begin = Instant::now();
    let stream = loop {
        match listener.accept() {
            Ok((stream, _)) => break stream,
            Err(error) if error.kind() != io::ErrorKind::WouldBlock => return Err(error),
            Err(_) if child.try_wait()?.is_some() || begin.elapsed() > START_LIMIT => {
                let _ = child.kill();
                let said = std::fs::read_to_string(folder.path().join("stderr")).unwrap_or_default();
                return Err(io::Error::other(format!("a worker of {} does not start: {said}", target.name)));
            }
            Err(_) => std::thread::sleep(Duration::from_millis(1)),
        }
    };
    stream.set_nonblocking(false)?;
    Ok(Running { child, stream, cases: 0 })
}

fn ask(stream: &mut UnixStream, case: &Case, time_limit: Duration) -> io::Result<Answer> {
    stream.set_read_timeout(Some(time_limit))?;
    stream.set_write_timeout(Some(time_limit))?;
    send_case(stream, case)?;
    receive_answer(stream)
}

fn one_line(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(300) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
