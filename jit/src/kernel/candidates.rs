//! Which forms a kernel is tried in, and why.

use super::trial::Form;
use forlane_cfg::{Body, SourceLine, Unit};

/// For each size that is chosen by the kernel's types, the others that may be faster, in the order in which they are
/// compiled.
const CANDIDATES: [(usize, &[usize]); 4] = [(8, &[1, 4]), (16, &[1, 8, 4]), (32, &[1, 16, 8]), (64, &[1, 32, 16])];

/// The other forms that may be faster than gangs of that size, half the usual one if the code is large, in which lanes
/// `can_refill` or not.
pub(super) fn others(gang: usize, is_large: bool, can_refill: bool) -> Vec<Form> {
    let usual = if is_large { 2 * gang } else { gang };
    let sizes = CANDIDATES.iter().find(|(size, _)| *size == usual).map_or(&[][..], |(_, others)| others);
    let sizes = sizes.iter().map(|size| if *size == gang { usual } else { *size });
    let refilled = can_refill.then_some(Form { gang, refills: true });
    sizes.map(|gang| Form { gang, refills: false }).chain(refilled).collect()
}

/// The first place in the masked unit where lanes part. Where they never do, all are active all the time, and no size
/// has to be tried.
pub(super) fn parting(unit: &Unit) -> Option<SourceLine> {
    let Body::Tree(tree) = &unit.body else { return None };
    let nodes = tree.regions.iter().flat_map(|(_, region)| &region.nodes);
    nodes.filter(|node| node.kind.control().is_varying()).map(|node| node.at).min_by_key(|at| at.number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::CompileOptions;

    /// Large gangs were tried against scalar code and a quarter of their size alone.
    #[test]
    fn half_the_size_is_tried() {
        for gang in CompileOptions::GANG_SIZES.into_iter().filter(|gang| *gang >= 8) {
            let forms = others(gang, false, false);
            assert!(forms.contains(&Form { gang: gang / 2, refills: false }), "{gang}: {forms:?}");
            let of_large = others(gang / 2, true, false);
            assert!(of_large.contains(&Form { gang, refills: false }), "{gang}: {of_large:?}");
            assert_eq!(of_large.len(), forms.len());
        }
    }
}
