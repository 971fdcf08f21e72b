//! Array assignments: all values are evaluated before the first is stored.

use super::frame::Trouble;
use super::machine::{Machine, burn};
use super::outcome::Event;
use super::scalar::Scalar;
use forlane_cfg::array::ArrayAssignment;
use forlane_cfg::unit::{Unit, VarId};
use forlane_semantics::types::{IntegerKind, Type};

/// The values of an index, and which of them is the present one.
struct Range {
    index: VarId,
    kind: IntegerKind,
    first: i64,
    step: i64,
    count: i64,
    at: i64,
}

/// A value and where it goes.
type Pending = (VarId, i64, Scalar);

impl Machine<'_> {
    /// Assigns to each element for one lane; a unit of fuel burns for each.
    pub(super) fn assign_elements(
        &mut self,
        unit: &Unit,
        assignment: &ArrayAssignment,
        lane: usize,
    ) -> Result<(), Trouble> {
        let mut ranges = self.ranges(unit, assignment, lane)?;
        let mut pending: Vec<Pending> = Vec::new();
        let mut goes_on = ranges.iter().all(|range| range.count > 0);
        while goes_on {
            burn(&self.lanes[lane].fuel, 1)?;
            for Range { index, kind, first, step, at, .. } in &ranges {
                let value = Scalar::integer(*kind, first.wrapping_add(step.wrapping_mul(*at)));
                self.assign(unit, *index, 0, value, lane)?;
            }
            self.evaluate_stores(unit, assignment, lane, &mut pending)?;
            goes_on = advance(&mut ranges);
        }
        for (array, offset, value) in pending {
            self.assign(unit, array, offset, value, lane)?;
            let array = unit.vars.get(array).map(|variable| variable.name.clone());
            self.record(lane, || Event::Store { array: array.unwrap_or_default(), offset, value });
        }
        Ok(())
    }

    fn ranges(&self, unit: &Unit, assignment: &ArrayAssignment, lane: usize) -> Result<Vec<Range>, Trouble> {
        let range = |range: &forlane_cfg::array::IndexRange| {
            let Some(Type::Integer(kind)) = unit.vars.get(range.index).map(|index| index.ty) else {
                return Err(Trouble::broken("an index of an array assignment is not INTEGER"));
            };
            self.evaluate(unit, lane, |evaluator| {
                let [first, step, count] =
                    [&range.first, &range.step, &range.count].map(|bound| evaluator.index(bound));
                Ok(Range { index: range.index, kind, first: first?, step: step?, count: count?, at: 0 })
            })
        };
        assignment.ranges.iter().map(range).collect()
    }

    /// The values for the present indices.
    fn evaluate_stores(
        &mut self,
        unit: &Unit,
        assignment: &ArrayAssignment,
        lane: usize,
        pending: &mut Vec<Pending>,
    ) -> Result<(), Trouble> {
        if let Some(mask) = &assignment.mask
            && !self.evaluate(unit, lane, |evaluator| evaluator.logical(mask))?
        {
            return Ok(());
        }
        for (part, value) in &assignment.parts {
            let value = self.evaluate(unit, lane, |evaluator| evaluator.expr(value))?;
            self.assign(unit, *part, 0, value, lane)?;
        }
        for store in &assignment.stores {
            let (offset, value) = self.evaluate(unit, lane, |evaluator| {
                let value = evaluator.expr(&store.value)?;
                Ok((evaluator.section_offset(&store.target)?, value))
            })?;
            pending.push((store.target.array, offset, value));
        }
        Ok(())
    }
}

/// Goes to the next combination, the first index fastest; none is left when this is false.
fn advance(ranges: &mut [Range]) -> bool {
    for range in ranges {
        range.at += 1;
        if range.at < range.count {
            return true;
        }
        range.at = 0;
    }
    false
}
