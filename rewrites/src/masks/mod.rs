//! Masks: decides for each construct of a region tree whether lanes take it together or under masks.
//!
//! 1. `unreached` drops dead code and the looping of loops that run once, by how each construct completes
//!    ([`Completions`](forlane_cfg::analysis::Completions)),
//! 2. `shapes` finds which values and constructs are uniform and writes it into the tree; for a switch that also
//!    depends on the form that [`lower_switches`](crate::lower_switches) chooses,
//! 3. `narrow` finds which scopes need no mask though lanes part in them.
//!
//! Requires: stage `structured`; the shapes of the dummy arguments. Ensures: stage `masked`; every value has a shape,
//! every construct a control; an exit or `again` marked uniform crosses nothing that is varying. Keeps: the order of
//! actions of each lane. Invalidates: ids. Cost: O(n log n).
//!
//! ```text
//! scope L1 -> v3 {                            scope L1 -> v3:varying restored {
//!     loop L2 (v1 = v0) {                         loop L2 (v1:uniform = v0) varying {
//!         if x > v1 {                                 if x > v1 varying {
//!             exit L1 (v1)               becomes          exit L1 (v1) varying
//!         }                                           }
//!         v2 = v1 + 1                                 v2:uniform = v1 + 1
//!         again L2 (v2)                               again L2 (v2) uniform
//! ```

mod crossings;
mod narrow;
mod shapes;
mod unreached;

use crate::lower_switches::SwitchForm;
use forlane_cfg::analysis::RefillLoop;
use forlane_cfg::{Body, SourceLine, Stage, Unit};

/// Why a unit can't be masked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MaskError {
    /// The unit is at another stage.
    #[error("masks need stage structured")]
    WrongStage,
    /// Some of the lanes jump to another block of a graph than others.
    #[error("lanes part at the jump of a graph at line {}", .0.number)]
    VaryingGoto(SourceLine),
}

/// Decides on control and shapes; on those of switches as [`switch_form`](crate::lower_switches::switch_form) does. If
/// it `refills`, the lanes of the [`RefillLoop`] may be in different iterations.
///
/// # Errors
/// The unit is at another stage, or lanes part at a jump of a graph; then nothing is decided.
pub fn assign_masks(unit: &mut Unit, switches: Option<SwitchForm>, refills: bool) -> Result<(), MaskError> {
    let Body::Tree(tree) = &mut unit.body else { return Err(MaskError::WrongStage) };
    if unit.stage != Stage::Structured {
        return Err(MaskError::WrongStage);
    }
    unreached::drop_unreached(tree, &mut unit.values);
    let mut refilled = None;
    loop {
        let shapes = shapes::Shapes::compute(tree, &unit.vars, unit.values.len(), switches, refilled);
        if let Some(line) = shapes.varying_goto(tree) {
            return Err(MaskError::VaryingGoto(line));
        }
        shapes.write(tree, &mut unit.values);
        let found = if refills && refilled.is_none() { RefillLoop::find(tree) } else { None };
        let Some(found) = found else { break };
        refilled = Some(found.label);
    }
    narrow::narrow_masks(tree);
    unit.stage = Stage::Masked;
    Ok(())
}
