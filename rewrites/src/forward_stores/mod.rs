//! Puts values in the place of loads from memory: what was stored there before, or loaded, on every path.
//!
//! Scalars of COMMON, SAVE and modules and elements of arrays live in memory; a value is known of them from a store or
//! a load until something may assign them. The place of an element is known by a constant offset, or by the values that
//! its offset is computed of ([`crate::memory::cells`]). What a call may assign is what its callee, and what that
//! calls, may assign of the arguments, and of static variables and areas ([`crate::memory::footprints`]); by Fortran's
//! argument rules what is assigned as an argument has no other name, unless both are TARGETs. Where paths meet on which
//! different values are known there is a merge ([`available`]). Local arrays begin as zero.
//!
//! An element that is loaded twice is checked once: the second load could not fail. A load that gives its value to
//! others becomes a definition before its action, with all before it in the action that may fail, so that the lane
//! fails where it did. A scalar dummy argument that the callee does not assign gets a value that is known.
//!
//! Requires: stage `ssa`. Ensures: stage `ssa`; values are numbered anew. Keeps: all stores, the order of what may
//! fail, results. Invalidates: liveness, divergence. Cost: for each cell the sum of its live ranges.
//!
//! ```text
//! b1: x = a[v1 - 1] * v2                      b1: v3:x real8 = a[v1 - 1] * v2
//!     a[0] = v3                                   x = v3:x
//!     y = x + a[0]                becomes         a[0] = v3
//!     call f(&x)                                  y = v3:x + v3
//!                                                 call f(v3:x)
//! ```

mod available;
mod replace;
mod state;

use crate::memory::events::{Around, Events};
use crate::memory::footprints::Footprints;
use available::Available;
use forlane_cfg::analysis::Effects;
use forlane_cfg::ssa::renumber;
use forlane_cfg::{Body, Program, Stage};
use replace::Plan;

/// Forwards what is stored in the unit of that index; one at another stage than `ssa` is left alone.
pub(crate) fn forward_stores(program: &mut Program, index: usize, effects: &Effects, footprints: &Footprints) {
    let unit = &program.units[index];
    let Body::Graph(graph) = &unit.body else { return };
    if unit.stage != Stage::Ssa {
        return;
    }
    let events = Events::find(unit, graph, Around { program, effects, footprints });
    let available = Available::compute(unit, graph, &events);
    let Some(plan) = Plan::make(unit, graph, events, &available) else { return };
    let unit = &mut program.units[index];
    if let Body::Graph(graph) = &mut unit.body {
        let values = plan.apply(graph);
        unit.values = renumber(graph, values);
    }
}
