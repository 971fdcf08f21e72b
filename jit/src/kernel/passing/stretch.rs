//! A stretch of rows brought into another order: one after the other in columns of their own, so that gangs run over
//! them as over rows that come in that order. Column by column, as what rows have of one is in the nearest cache then.

use super::ordering::RowsInOrder;
use super::places::{GangRows, LaneRows, MOST_LANES};
use super::plan::{Columns, InPlace, Plan, PlanKind, PlannedRows, Start, block};
use crate::block::Block;
use crate::error::JitError;

/// Bytes that a row has of a column at most. What has more is brought to gangs one by one.
const MOST_ROW_BYTES: usize = 64;
/// Bytes of the columns of ordered rows: as the rows lie anywhere in them, they are to fit a cache.
const MOST_BYTES: usize = 512 << 10;
/// Rows that are ordered together, at least and at most where they fit.
const ORDERED_ROWS: (usize, usize) = (1 << 11, 1 << 15);

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
            if let Some(row_bytes) = brought_bytes(plan) {
                let block = block(rows * row_bytes)?;
                in_place.push(InPlace { slot, base: block.base(), row_bytes, start: Start::Unchanged });
                blocks.push(block);
            }
        }
        Ok(Stretch { rows, columns: Columns::new(plans, in_place), _blocks: blocks })
    }

    /// How many rows of arguments with these plans are ordered together at most.
    pub(super) fn most_ordered(plans: &[Plan<'_>]) -> usize {
        let row_bytes: usize = plans.iter().filter_map(brought_bytes).sum();
        (MOST_BYTES / row_bytes.max(1)).clamp(ORDERED_ROWS.0, ORDERED_ROWS.1)
    }

    /// How many values of a row with these plans are moved where rows are ordered.
    pub(super) fn moved(plans: &[Plan<'_>]) -> usize {
        let sides = |plan: &Plan<'_>| usize::from(plan.input.is_some()) + usize::from(plan.assigned);
        let brought = plans.iter().filter(|plan| brought_bytes(plan).is_some() && !plan.is_common());
        brought.map(|plan| plan.kind.length() * sides(plan)).sum()
    }

    /// Brings rows to the columns, as the first ones.
    pub(super) fn gather(&self, planned: PlannedRows<'_>, rows: LaneRows<'_>) {
        let part = |plan: &Plan<'_>, rows: &mut GangRows<'_>, base: *mut u8, lanes| plan.bring_in(rows, base, lanes);
        self.each_column(planned, rows, |plan, base| plan.bring_in_at_once(planned.1, rows, base), part);
    }

    /// Brings the results of the first `count` of these rows to where they belong. It has room for all of them.
    pub(super) fn scatter(&self, planned: PlannedRows<'_>, order: RowsInOrder<'_>, count: usize) {
        assert!(order.rows.len() <= self.rows);
        let rows = LaneRows::Listed(order.first, &order.rows[..count]);
        let part = |plan: &Plan<'_>, rows: &mut GangRows<'_>, base: *mut u8, lanes| plan.bring_out(rows, base, lanes);
        self.each_column(planned, rows, |plan, base| plan.bring_out_at_once(order, count, base), part);
    }

    /// Calls a function for all rows of a column, and where that returns that it could not do them, another one for
    /// some after the others.
    fn each_column(
        &self,
        (plans, set): PlannedRows<'_>,
        rows: LaneRows<'_>,
        whole: impl Fn(&Plan<'_>, *mut u8) -> bool,
        part: impl Fn(&Plan<'_>, &mut GangRows<'_>, *mut u8, usize),
    ) {
        assert!(rows.count() <= self.rows);
        // They keep what they have found out for the next column.
        let mut parts: Vec<GangRows<'_>> = Vec::new();
        for column in &self.columns.in_place {
            let plan = &plans[column.slot];
            if whole(plan, column.base) {
                continue;
            }
            if parts.is_empty() {
                let firsts = (0..rows.count()).step_by(MOST_LANES);
                let end = |first: usize| rows.count().min(first + MOST_LANES);
                parts.extend(firsts.map(|first| GangRows::new(set, rows.part(first..end(first)))));
            }
            for (number, lanes) in parts.iter_mut().enumerate() {
                // SAFETY: there is room for as many rows.
                let base = unsafe { column.at(number * MOST_LANES) };
                let count = lanes.count();
                part(plan, lanes, base, count);
            }
        }
    }
}

/// Bytes that a row has of an argument's column in a stretch, if it is brought there.
fn brought_bytes(plan: &Plan<'_>) -> Option<usize> {
    let is_of_pieces = matches!(plan.kind, PlanKind::Column | PlanKind::Broadcast(_) | PlanKind::Pieces(_));
    let bytes = plan.kind.length().saturating_mul(plan.size);
    (is_of_pieces && bytes <= MOST_ROW_BYTES).then_some(bytes)
}
