//! Narrowing: which of the CI masks are needed.
//!
//! A mask is *significant* if lanes wait in it while others go further outward: at the end of its scope only the mask
//! says which lanes are there. The others need none:
//! - a scope whose exits are all uniform: all lanes leave it together, by a jump;
//! - a scope that nothing leaves for further outward: all lanes that entered, but those that failed, are at its end, so
//!   that the mask of its entry comes back ([`Control::Restored`]). An exit over several levels touches the mask of its
//!   target alone, so that no mask of the levels between has to know of it.
//!
//! Scopes that end at one place, without code between, were made one by structurizing.
//!
//! ```text
//! scope L1 varying {                    scope L1 varying {
//!     scope L2 varying {                    scope L2 varying {
//!         if a { exit L1 }                      if a { exit L1 }
//!         if b { exit L2 }    becomes           if b { exit L2 }
//!         …                                     …
//!     }                                     }
//!     scope L3 varying {                    scope L3 restored {
//!         if c { exit L3 }                      if c { exit L3 }
//! ```

use forlane_cfg::analysis::Completions;
use forlane_cfg::{Control, NodeKind, RegionTree};

/// Marks the scopes under masks that restore the mask of their entry. A STOP ends its lanes, and leaves no scope.
pub(super) fn narrow_masks(tree: &mut RegionTree) {
    let completions = Completions::compute(tree);
    for (_, region) in tree.regions.iter_mut() {
        for node in &mut region.nodes {
            let is_left = completions.is_left(&node.kind);
            if let NodeKind::Scope { control: control @ Control::Varying, .. } = &mut node.kind
                && !is_left
            {
                *control = Control::Restored;
            }
        }
    }
}
