//! Runs rows by code that sets lanes aside: those that are done take the next rows while the others go on.

use super::places::{LaneRows, MOST_LANES};
use super::plan::{Columns, InPlace, PlannedRows};
use super::room::Room;
use crate::refill;
use std::ptr;
use std::sync::atomic::{AtomicU32, Ordering};

/// Which rows the lanes have, and what these have in columns.
struct Lanes {
    /// The row of each lane that has one, counted from the first of the run.
    rows: [usize; MOST_LANES],
    /// The first row that no lane has had.
    next: usize,
    columns: Vec<Column>,
}

/// A column with the rows of a run, and the gang's part of it.
struct Column {
    /// The element of the first row.
    rows: *mut u8,
    /// That of the first lane.
    gang: *mut u8,
    bytes: usize,
    is_assigned: bool,
}

impl Room<'_> {
    /// Whether the code sets lanes aside, for rows whose arguments are all in columns.
    pub(super) fn refills(&self, columns: &Columns) -> bool {
        self.version().tables.kept_bytes > 0 && columns.buffered.is_empty()
    }

    /// Whether rows are brought to columns for that.
    pub(super) fn is_brought(&self) -> bool {
        self.version().tables.kept_bytes > 0 && !self.columns().buffered.is_empty()
    }

    /// Says how many lanes go on in the loop at least.
    pub(super) fn set_least(&mut self, least: u64) {
        if self.version().tables.kept_bytes > 0 {
            // SAFETY: the storage of such code begins with that (`refill`), and no code runs.
            unsafe { *self.kept(refill::LEAST) = least };
        }
    }

    /// Runs rows; returns how many are done, and whether one of them failed. If the run is interrupted, rows after
    /// those that are done may have run as well.
    pub(super) fn run_refilled(
        &mut self,
        (plans, _): PlannedRows<'_>,
        rows: LaneRows<'_>,
        columns: &Columns,
        statuses: &mut [u32],
        interrupt: &AtomicU32,
    ) -> (usize, bool) {
        let gang = self.version().gang;
        let all = u64::MAX >> (64 - gang);
        let (place, count) = (rows.place(0), rows.count());
        let batch = columns.batch(gang) * gang;
        let of_run = |column: &InPlace| Column {
            // SAFETY: the column has that row, or ends before it.
            rows: unsafe { column.at(place) },
            gang: self.use_buffer(column.slot),
            bytes: column.row_bytes,
            is_assigned: plans[column.slot].assigned,
        };
        let columns_of_run = columns.in_place.iter().map(of_run).collect();
        let mut lanes = Lanes { rows: [0; MOST_LANES], next: 0, columns: columns_of_run };
        let (mut ready, mut has_failed) = (0, false);
        let (mut busy, mut complete) = (0, 0);
        loop {
            if lanes.next + gang > ready && ready < count {
                let more = place + ready..place + count.min(ready + batch);
                ready = more.end - place;
                // SAFETY: as in `Room::run_batch`.
                columns.in_place.iter().for_each(|column| unsafe { column.start(more.clone()) });
            }
            // SAFETY: there are `ready` rows and `gang` lanes, and those that are complete have had rows.
            busy |= unsafe { lanes.exchange(all & !busy, complete, ready) };
            if busy == 0 || interrupt.load(Ordering::Relaxed) != 0 {
                break;
            }
            self.set_least(if lanes.next < count { refill::least(gang) } else { 1 });
            let (_, returned) = self.enter(busy, 1);
            // SAFETY: as in `set_least`.
            let aside = unsafe { *self.kept(refill::LANES) };
            let over = busy & !aside;
            complete = over & returned.unwrap_or(busy);
            let mut failed = over & !complete;
            while failed != 0 {
                let lane = failed.trailing_zeros() as usize;
                statuses[lanes.rows[lane]] = self.take_status(lane);
                has_failed = true;
                failed &= failed - 1;
            }
            busy = aside;
        }
        // SAFETY: as in `set_least`.
        unsafe { *self.kept(refill::LANES) = 0 };
        let unfinished = (0..gang).filter(|lane| busy >> lane & 1 == 1).map(|lane| lanes.rows[lane]);
        (unfinished.fold(lanes.next, usize::min), has_failed)
    }
}

impl Lanes {
    /// Brings the results of those of the `free` lanes that are `complete` to their rows, and the next rows, up to that
    /// one, to the free lanes; returns the lanes that have got one. It is one loop, as how often it runs can't be
    /// foreseen by the processor.
    ///
    /// # Safety
    /// Columns have these rows and lanes; what is complete has a row.
    unsafe fn exchange(&mut self, mut free: u64, complete: u64, end: usize) -> u64 {
        let (columns, mut next, mut taken) = (self.columns.as_slice(), self.next, 0);
        while free != 0 {
            let lane = free.trailing_zeros() as usize;
            if complete >> lane & 1 == 1 {
                let row = self.rows[lane];
                for Column { rows, gang, bytes, .. } in columns.iter().filter(|column| column.is_assigned) {
                    // SAFETY: as this function's own contract says.
                    unsafe { copy(gang.add(lane * bytes), rows.add(row * bytes), *bytes) };
                }
            }
            if next < end {
                for Column { rows, gang, bytes, .. } in columns {
                    // SAFETY: as this function's own contract says.
                    unsafe { copy(rows.add(next * bytes), gang.add(lane * bytes), *bytes) };
                }
                self.rows[lane] = next;
                next += 1;
                taken |= 1 << lane;
            }
            free &= free - 1;
        }
        self.next = next;
        taken
    }
}

/// Copies an element.
///
/// # Safety
/// Both places have that number of bytes.
unsafe fn copy(from: *const u8, to: *mut u8, bytes: usize) {
    // SAFETY: as this function's own contract says. Numbers of bytes that are known are single instructions.
    unsafe {
        match bytes {
            8 => ptr::copy_nonoverlapping(from, to, 8),
            4 => ptr::copy_nonoverlapping(from, to, 4),
            bytes => ptr::copy_nonoverlapping(from, to, bytes),
        }
    }
}

#[cfg(test)]
mod tests;
