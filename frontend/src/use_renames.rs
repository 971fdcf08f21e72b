//! USE of the same module by several statements of a unit: what one of them renames has no own name by the others that
//! take all of the module.
//!
//! ```text
//! USE M, ONLY: OLD => X              USE M, ONLY: OLD => X
//! USE M                        →     USE M, OLD => X
//! REAL X                             REAL X
//! ```

use crate::tree::visit::{VisitMut, mutable::walk_unit};
use crate::tree::*;

/// Adds to each USE without ONLY what others of the module rename.
pub(crate) fn share_renames(files: &mut [File]) {
    files.iter_mut().flat_map(|file| &mut file.units).for_each(|unit| Renames.unit(unit));
}

struct Renames;

impl VisitMut<'_> for Renames {
    fn unit(&mut self, unit: &mut Unit) {
        // They come first; those behind are of BLOCKs.
        let uses = || unit.statements.iter().map_while(used);
        let renames = |one: &Use| one.items.iter().filter(|item| item.source.is_some()).cloned().collect::<Vec<_>>();
        let renamed: Vec<(Word, Vec<UseItem>)> =
            uses().map(|one| (one.module.text.clone(), renames(one))).filter(|(_, items)| !items.is_empty()).collect();
        if !renamed.is_empty() && uses().any(|one| !one.only) {
            for statement in &mut unit.statements {
                let StatementKind::Use(one) = &mut statement.kind else { break };
                let others = renamed.iter().filter(|(module, _)| !one.only && *module == one.module.text);
                let missing: Vec<UseItem> =
                    others.flat_map(|(_, items)| items).filter(|item| !one.items.contains(item)).cloned().collect();
                one.items.extend(missing);
            }
        }
        walk_unit(self, unit);
    }

    fn statement(&mut self, statement: &mut Statement) {
        // Bodies of interfaces are the units in a specification part.
        if let StatementKind::Interface(block) = &mut statement.kind {
            block.bodies.iter_mut().for_each(|body| self.unit(body));
        }
    }
}

fn used(statement: &Statement) -> Option<&Use> {
    match &statement.kind {
        StatementKind::Use(used) => Some(used),
        _ => None,
    }
}
