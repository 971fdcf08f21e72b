//! Masks: decides for each construct of a region tree whether lanes take it together or under masks.
//!
//! 1. `cip` drops what is never reached and loops that run once,
//! 2. `shapes` finds which values and constructs are uniform and writes it into the tree,
//! 3. `lower_switches`(crate::lower_switches) chooses the form of each switch.
//!
//! Requires: stage `structured`; the shapes of the dummy arguments. Ensures: stage `masked`; every value has a shape,
//! every construct a control; an exit or `again` marked uniform crosses nothing that is varying. Keeps: the order of
//! actions of each lane. Invalidates: ids. Cost: O(tree × rounds), a round for each level that turns varying late.
//!
//! ```text
//! scope L1 -> v3 {                            scope L1 -> v3:varying varying {
//!     loop L2 (v1 = v0) {                         loop L2 (v1:uniform = v0) varying {
//!         if x > v1 {                                 if x > v1 varying {
//!             exit L1 (v1)               becomes          exit L1 (v1) varying
//!         }                                           }
//!         v2 = v1 + 1                                 v2:uniform = v1 + 1
//!         again L2 (v2)                               again L2 (v2) uniform
//! ```

pub mod cip;
mod shapes;

use forlane_cfg::{Body, Stage, Unit};

/// Why a unit can't be masked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MaskError {
    /// The unit is at another stage.
    #[error("masks need stage structured")]
    WrongStage,
}

/// How much masks cost in a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MaskCounts {
    /// Breakable scopes: as many masks would be needed if each had one.
    pub scopes: usize,
    /// Scopes that own a mask.
    pub masks: usize,
}

/// Decides on control and shapes; says how many masks remain.
pub fn assign_masks(unit: &mut Unit) -> Result<MaskCounts, MaskError> {
    let Body::Tree(tree) = &mut unit.body else { return Err(MaskError::WrongStage) };
    if unit.stage != Stage::Structured {
        return Err(MaskError::WrongStage);
    }
    cip::drop_unreached(tree, &mut unit.values);
    shapes::Shapes::compute(tree, &unit.vars, unit.values.len()).write(tree, &mut unit.values);
    unit.stage = Stage::Masked;
    let mut counts = MaskCounts::default();
    for (_, region) in tree.regions.iter() {
        for node in &region.nodes {
            if let forlane_cfg::NodeKind::Scope { control, .. } = &node.kind {
                counts.scopes += 1;
                counts.masks += usize::from(*control == forlane_cfg::Control::Varying);
            }
        }
    }
    Ok(counts)
}
