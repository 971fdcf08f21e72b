//! A progress bar for work that takes longer than a second.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// How long work may take before the bar appears.
const DELAY: Duration = Duration::from_secs(1);

/// Shows on a terminal how many rows are done.
pub(super) struct Progress {
    rows: Option<u64>,
    done: u64,
    start: Instant,
    bar: Option<ProgressBar>,
    is_terminal: bool,
}

impl Progress {
    pub(super) fn new(rows: Option<u64>) -> Progress {
        let is_terminal = std::io::stderr().is_terminal();
        Progress { rows, done: 0, start: Instant::now(), bar: None, is_terminal }
    }

    pub(super) fn advance(&mut self, rows: usize) {
        self.done += rows as u64;
        if self.bar.is_none() && self.is_terminal && self.start.elapsed() > DELAY {
            self.bar = Some(bar(self.rows));
        }
        if let Some(bar) = &self.bar {
            bar.set_position(self.done);
        }
    }

    pub(super) fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}

fn bar(rows: Option<u64>) -> ProgressBar {
    let (bar, template) = match rows {
        Some(rows) => (ProgressBar::new(rows), "{wide_bar} {human_pos}/{human_len} rows, {eta} left"),
        None => (ProgressBar::new_spinner(), "{spinner} {human_pos} rows, {elapsed}"),
    };
    // The templates are constant and well-formed; a bar in the default style would do as well.
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
