//! A stretch of rows brought into another order: one after the other in columns of their own, so that gangs run over
//! them as over rows that come in that order. Column by column, as what rows have of one is in the nearest cache then.

use super::places::{GangRows, LaneRows, MOST_LANES};
use super::plan::{Columns, InPlace, Plan, PlanKind, Start, block};
use crate::block::Block;
use crate::error::JitError;
use crate::rows::RowSet;

/// Bytes that a row has of a column at most. What has more is brought to gangs one by one.
const MOST_ROW_BYTES: usize = 64;

/// Columns for the rows of a stretch.
pub(super) struct Stretch {
    /// How many rows have room.
    pub rows: usize,
    pub columns: Columns,
    /// What the columns that are in place lie in.
    _blocks: Vec<Block>,
}

impl Stretch {
    /// For that number of rows, of arguments with these plans.
    ///
    /// # Errors
    /// [`JitError::OutOfMemory`].
    pub(super) fn new(plans: &[Plan<'_>], rows: usize) -> Result<Stretch, JitError> {
        let (mut in_place, mut blocks) = (Vec::new(), Vec::new());
        for (slot, plan) in plans.iter().enumerate() {
            let is_of_pieces = matches!(plan.kind, PlanKind::Column | PlanKind::Broadcast(_) | PlanKind::Pieces(_));
            let row_bytes = plan.kind.length() * plan.size;
            if is_of_pieces && row_bytes <= MOST_ROW_BYTES {
                let block = block(rows * row_bytes)?;
                in_place.push(InPlace { slot, base: block.base(), row_bytes, start: Start::Unchanged });
                blocks.push(block);
            }
        }
        Ok(Stretch { rows, columns: Columns::new(plans, in_place), _blocks: blocks })
    }

    /// Brings rows to the columns, as the first ones.
    pub(super) fn gather(&self, (plans, set): (&[Plan<'_>], &RowSet<'_>), rows: LaneRows<'_>) {
        self.each_part(set, rows, |column, base, lanes| plans[column].bring_in(lanes, base, lanes.count()));
    }

    /// Brings the results of these rows, the first ones, to where they belong.
    pub(super) fn scatter(&self, (plans, set): (&[Plan<'_>], &RowSet<'_>), rows: LaneRows<'_>) {
        self.each_part(set, rows, |column, base, lanes| plans[column].bring_out(lanes, base, lanes.count()));
    }

    /// Calls the function, column after column, with the argument's number and some rows after the others: where they
    /// are in the column, and the rows.
    fn each_part(&self, set: &RowSet<'_>, rows: LaneRows<'_>, with: impl Fn(usize, *mut u8, &mut GangRows<'_>)) {
        assert!(rows.count() <= self.rows);
        let firsts = (0..rows.count()).step_by(MOST_LANES);
        // They keep what they have found out for the next column.
        let mut parts: Vec<GangRows<'_>> =
            firsts.map(|first| GangRows::new(set, rows.part(first..rows.count().min(first + MOST_LANES)))).collect();
        for column in &self.columns.in_place {
            for (number, part) in parts.iter_mut().enumerate() {
                // SAFETY: there is room for as many rows.
                with(column.slot, unsafe { column.at(number * MOST_LANES) }, part);
            }
        }
    }
}
