//! Rules of values in trees: defined once, and visible where they are read.

use super::Checker;
use super::uses::{SiteKind, sites_of_step};
use super::walk::Step;
use crate::region::RegionTree;
use crate::unit::ValueId;

impl Checker<'_> {
    /// Rules `value-twice` and `value-undefined`: a value is visible behind its definition in its own region and in
    /// the regions inside of that.
    pub(super) fn visibility(&mut self, tree: &RegionTree, steps: &[Step]) {
        let mut is_defined = vec![false; self.unit.values.len()];
        let mut is_visible = vec![false; self.unit.values.len()];
        // What becomes invisible with the end of each open region; a loop's inputs are its body's.
        let mut regions: Vec<Vec<ValueId>> = Vec::new();
        let mut inputs: Vec<ValueId> = Vec::new();
        for &step in steps {
            match step {
                Step::Enter(_) => regions.push(std::mem::take(&mut inputs)),
                Step::Leave(_) => {
                    for value in regions.pop().unwrap_or_default() {
                        is_visible[value.index()] = false;
                    }
                }
                Step::Node(..) | Step::Behind(..) | Step::End(_) => {}
            }
            for site in sites_of_step(tree, step) {
                for value in site.read_values() {
                    if !is_visible[value.index()] {
                        let message = format!("v{} is not visible here", value.index());
                        self.error("value-undefined", site.entity, message);
                    }
                }
                for value in site.defined_values() {
                    if std::mem::replace(&mut is_defined[value.index()], true) {
                        let message = format!("v{} is defined before", value.index());
                        self.error("value-twice", site.entity, message);
                    }
                    is_visible[value.index()] = true;
                    match (&site.kind, regions.last_mut()) {
                        (SiteKind::Inputs(_), _) => inputs.push(value),
                        (_, Some(region)) => region.push(value),
                        (_, None) => {}
                    }
                }
            }
        }
    }
}
