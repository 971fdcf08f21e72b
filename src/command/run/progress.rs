//! A progress bar for work that takes longer than a second: reading, running, writing.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long work may take before the bar appears.
const DELAY: Duration = Duration::from_secs(1);

/// How often it is drawn.
const PERIOD: Duration = Duration::from_millis(100);

/// What is shown of work that is going on.
pub(super) struct Work<'a> {
    /// In words.
    pub name: String,
    /// How much is done; what it counts when the work begins is not part of it.
    pub done: &'a AtomicU64,
    /// How much there is to do, if that is known.
    pub all: Option<u64>,
    pub unit: Unit,
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Rows,
    Bytes,
}

/// Does it, and shows on a terminal how much of it is done.
pub(super) fn shown<R>(work: Work<'_>, act: impl FnOnce() -> R) -> R {
    if !std::io::stderr().is_terminal() {
        return act();
    }
    std::thread::scope(|scope| {
        let (end, ended) = channel::<()>();
        let before = work.done.load(Ordering::Relaxed);
        // Without the thread nothing is shown.
        let _ = std::thread::Builder::new()
            .name("progress".to_owned())
            .spawn_scoped(scope, move || draw(&work, before, &ended));
        let result = act();
        drop(end);
        result
    })
}

/// The bar that is shown.
static SHOWN: Mutex<Option<ProgressBar>> = Mutex::new(None);

fn shown_bar() -> MutexGuard<'static, Option<ProgressBar>> {
    SHOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes the bar away for good, before a last message.
pub(super) fn clear() {
    if let Some(bar) = shown_bar().take() {
        bar.finish_and_clear();
    }
}

/// Writes to standard error while the bar is away.
pub(super) fn beside(write: impl FnOnce()) {
    match &*shown_bar() {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

/// Draws the bar until the other end of the channel is dropped.
fn draw(work: &Work<'_>, before: u64, ended: &Receiver<()>) {
    let is_over = |time| ended.recv_timeout(time) != Err(RecvTimeoutError::Timeout);
    if is_over(DELAY) {
        return;
    }
    *shown_bar() = Some(bar(work));
    loop {
        match &*shown_bar() {
            Some(bar) => {
                bar.set_position(work.done.load(Ordering::Relaxed).saturating_sub(before));
                bar.tick();
            }
            None => return,
        }
        if is_over(PERIOD) {
            break;
        }
    }
    clear();
}

fn bar(work: &Work<'_>) -> ProgressBar {
    let (bar, template) = match (work.all, work.unit) {
        (Some(rows), Unit::Rows) => {
            (ProgressBar::new(rows), "{msg} {wide_bar} {human_pos}/{human_len} rows, {eta} left")
        }
        (Some(bytes), Unit::Bytes) => (ProgressBar::new(bytes), "{msg} {wide_bar} {bytes}/{total_bytes}, {eta} left"),
        (None, Unit::Rows) => (ProgressBar::new_spinner(), "{spinner} {msg}: {human_pos} rows, {elapsed}"),
        (None, Unit::Bytes) => (ProgressBar::new_spinner(), "{spinner} {msg}: {bytes}, {elapsed}"),
    };
    let bar = bar.with_message(work.name.clone());
    // The templates are constant and well-formed; a bar in the default style would do as well.
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
