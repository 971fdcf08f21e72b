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
use indexmap::IndexMap;
use std::collections::HashSet;

/// Adds to each USE without ONLY what others of the module rename.
pub(crate) fn share_renames(files: &mut [File]) {
    files.iter_mut().flat_map(|file| &mut file.units).for_each(|unit| Renames.unit(unit));
}

struct Renames;

impl VisitMut<'_> for Renames {
    fn unit(&mut self, unit: &mut Unit) {
        // Those of the unit are first; others are of BLOCKs.
        let mut at = 0;
        while at < unit.statements.len() {
            let count = unit.statements[at..].iter().take_while(|one| used(one).is_some()).count();
            share(&mut unit.statements[at..at + count]);
            at += count + 1;
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

/// The most items that are added to statements of a unit.
const MOST_ITEMS: usize = 1 << 16;

/// Shares the renames of statements that follow each other.
fn share(statements: &mut [Statement]) {
    let mut renamed: IndexMap<Word, Vec<UseItem>> = IndexMap::new();
    for one in statements.iter().filter_map(used) {
        let items = one.items.iter().filter(|item| item.source.is_some()).cloned();
        renamed.entry(one.module.text.clone()).or_default().extend(items);
    }
    let mut left = MOST_ITEMS;
    for statement in statements {
        let StatementKind::Use(one) = &mut statement.kind else { continue };
        let others = renamed.get(&one.module.text).filter(|items| !one.only && items.len() > one.items.len());
        let Some(others) = others.filter(|items| items.len() <= left) else { continue };
        left -= others.len();
        let own: HashSet<(Word, Word)> = one.items.iter().filter_map(names).collect();
        one.items.extend(others.iter().filter(|item| names(item).is_some_and(|names| !own.contains(&names))).cloned());
    }
}

/// What is renamed, and how.
fn names(item: &UseItem) -> Option<(Word, Word)> {
    item.source.as_ref().map(|source| (item.local.text.clone(), source.text.clone()))
}
