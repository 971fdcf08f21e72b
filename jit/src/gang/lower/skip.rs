//! After exits: what is left of a region is skipped if no lane is left.
//!
//! Control goes to the end of the region, where the lanes that have left may wait, and no further: what is around it
//! is run by other lanes. What the region yields there is read by no lane of this way.
//!
//! ```text
//!     if a { exit L }                      if a { exit L }
//!     rest                                 branch any active k1 k2
//!                            becomes   k1: rest
//!                                          jump k2
//!                                      k2:
//! ```

use super::state::Guard;
use super::{Lowering, Task};
use crate::error::JitError;
use crate::gang::ir::ValueId;
use forlane_cfg::{self as cfg, RegionEnd, RegionId};

/// The rest of a region, after a test.
pub(super) struct RestOfRegion {
    guard: Guard,
    /// The lanes that were left before it.
    active: ValueId,
    /// Of what the region yields, what was there before.
    known: Vec<Option<ValueId>>,
}

impl Lowering<'_> {
    /// Tests whether any lane is left before a node of a region, if it is worth it and not known.
    pub(super) fn skip_rest_if_left(&mut self, region: RegionId, next: usize) {
        let is_certain = self.state.as_ref().is_none_or(|state| state.nonempty);
        if is_certain || !self.region_facts.tests.before(region, next) {
            return;
        }
        let known = self.yielded(region).iter().map(|value| self.values[value.index()]).collect();
        let active = self.active_mask();
        if let Some(guard) = self.guard(active) {
            self.tasks.push(Task::Rest(RestOfRegion { guard, active, known }));
        }
    }

    fn yielded(&self, region: RegionId) -> &[cfg::ValueId] {
        match &self.tree.regions[region].end {
            RegionEnd::FallThrough(values) => values,
            _ => &[],
        }
    }

    /// After the end of the region: the ways meet.
    pub(super) fn rest_done(&mut self, rest: RestOfRegion) -> Result<(), JitError> {
        let RestOfRegion { guard, active, known } = rest;
        let Some(yields) = self.yields.take() else {
            self.end_guard(guard, active, Vec::new(), Vec::new(), &[]);
            if let Some(state) = self.state.as_mut() {
                state.live = false;
            }
            self.drop_inactive_here();
            return Ok(());
        };
        let inner = yields.iter().map(|value| self.value(*value)).collect::<Result<Vec<_>, _>>()?;
        let types: Vec<_> = inner.iter().map(|value| self.builder.code.ty(*value)).collect();
        let inner: Vec<Option<ValueId>> = inner.into_iter().map(Some).collect();
        let joined = self.end_guard(guard, active, inner.clone(), known.clone(), &types);
        self.join_bases(&inner, &known, &joined);
        self.define(&yields, &joined);
        self.yields = Some(yields);
        Ok(())
    }
}
