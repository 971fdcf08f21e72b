//! Ends a run before its last row: at the signal of Ctrl-C, or when its time is over.
//!
//! The run looks at a flag between gangs, in loops, too, where `--timeout` was given. What has not looked at it after a
//! while is not waited for: then the batch that is running is given up, and the watch completes the file with those
//! before, and ends the process.

use super::super::Failure;
use super::progress;
use super::sink::Sink;
use arrow_schema::SchemaRef;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often the watch looks.
const PERIOD: Duration = Duration::from_millis(10);

/// How long the batch that is running may go on when the run is to end.
const GRACE: Duration = Duration::from_millis(40);

/// The flag's value when the time is over; a signal sets it to [`crate::data::INTERRUPTED`].
const TIME_IS_OVER: u32 = 2;

/// The exit status of a run that ended before its last row.
const STATUS: i32 = 3;

/// What the watch and the run share.
pub(super) struct Watch<'a> {
    /// Not zero if the run is to end.
    pub interrupt: Arc<AtomicU32>,
    /// When it is to end.
    pub deadline: Option<Instant>,
    /// None once the table is complete.
    pub sink: Mutex<Option<Sink<'a>>>,
    /// The rows that have gone to the sink.
    pub written: AtomicU64,
}

impl<'a> Watch<'a> {
    /// The sink; it is whole whoever held it.
    pub(super) fn sink(&self) -> MutexGuard<'_, Option<Sink<'a>>> {
        self.sink.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the run is to end.
    pub(super) fn is_over(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed) != 0
    }

    /// What ended the run, in words.
    pub(super) fn reason(&self) -> String {
        let what = match self.interrupt.load(Ordering::Relaxed) {
            TIME_IS_OVER => "--timeout has expired",
            _ => "interrupted",
        };
        format!("{what}: the result has the first {} rows", self.written.load(Ordering::Relaxed))
    }

    /// Watches until the run says that it is done. The table has these columns if no row was written.
    pub(super) fn run(&self, done: &Receiver<()>, schema: &SchemaRef) {
        let mut since = None;
        while let Err(RecvTimeoutError::Timeout) = done.recv_timeout(PERIOD) {
            if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                // A signal that came before stays the reason.
                let _ = self.interrupt.compare_exchange(0, TIME_IS_OVER, Ordering::Relaxed, Ordering::Relaxed);
            }
            if self.is_over() && since.get_or_insert_with(Instant::now).elapsed() >= GRACE {
                self.give_up(schema);
            }
        }
    }

    /// Completes the table without the batch that is running, and ends the process; nothing if it is complete already.
    fn give_up(&self, schema: &SchemaRef) {
        let Some(sink) = self.sink().take() else { return };
        let result = sink.finish(schema);
        progress::clear();
        match result {
            Ok(()) => to_stderr!("error: {}", self.reason()),
            Err(Failure::Input(report)) => to_stderr!("error: {report}"),
            Err(_) => to_stderr!("error: the result can't be completed"),
        }
        std::process::exit(STATUS);
    }
}
