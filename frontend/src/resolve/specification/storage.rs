//! What COMMON, EQUIVALENCE and SAVE say is gathered here; [`super::association`] makes places of it.

use crate::diagnostics::Diagnostic;
use crate::resolve::scope::records::Common;
use crate::resolve::scope::{Outcome, Scope};
use crate::tree::{self, Name, SavedName};
use forlane_semantics::common_area;
use indexmap::{IndexMap, IndexSet};

/// The name of the area of a COMMON block.
pub(crate) fn area_of_block(block: Option<&Name>) -> String {
    common_area(block.map_or("", |block| &block.text))
}

impl<'a> Scope<'a> {
    /// COMMON.
    pub fn gather_common(&mut self, parts: &'a [tree::CommonPart]) -> Outcome<()> {
        for part in parts {
            let area = area_of_block(part.block.as_ref());
            let span = part.block.as_ref().map_or(part.span, |block| block.span);
            self.storage.commons.entry(area.clone()).or_insert(Common { span, members: Vec::new(), bytes: None });
            for object in &part.objects {
                // Each error has been reported; the next object does not depend on it.
                let _ = self.declare_common(&area, object);
            }
        }
        Ok(())
    }

    fn declare_common(&mut self, area: &str, object: &'a tree::ArrayDeclarator) -> Outcome<()> {
        let name = &object.name;
        if self.is_own_name(&name.text) {
            return Err(self.refuse_own_name(name));
        }
        let facts = self.facts(&name.text, name.span);
        let conflict = [
            (facts.common, "is in a COMMON block already", "here"),
            (facts.dummy, "is a dummy argument and can't be in COMMON", "here"),
            (facts.save, "is saved by itself and can't be in COMMON", "SAVE names it here"),
            (facts.parameter, "is a named constant and can't be in COMMON", "its value is given here"),
            (facts.external, "is EXTERNAL and can't be in COMMON", "declared here"),
            (facts.result.then_some(name.span), "is the function's result and can't be in COMMON", "here"),
        ];
        let conflict = conflict.into_iter().find_map(|(place, what, label)| Some((place?, what, label)));
        facts.common.get_or_insert(name.span);
        let symbol = facts.symbol;
        if let Some((place, what, label)) = conflict {
            return Err(self.report_conflict(name, what, place, label));
        }
        if let Some(common) = self.storage.commons.get_mut(area) {
            common.members.push((symbol, name.span));
        }
        if object.dimensions.is_empty() { Ok(()) } else { self.declare_dimensions(name, &object.dimensions) }
    }

    /// EQUIVALENCE.
    pub fn gather_equivalence(&mut self, sets: &'a [tree::EquivalenceSet]) -> Outcome<()> {
        for set in sets {
            for object in &set.objects {
                if let tree::ExprKind::Name(name) = &object.kind {
                    self.facts(name, object.span);
                } else if let tree::ExprKind::Reference(name, _) = &object.kind {
                    self.facts(&name.text, name.span);
                } else if let tree::ExprKind::Substring(element, _) = &object.kind
                    && let tree::ExprKind::Reference(name, _) = &element.kind
                {
                    self.facts(&name.text, name.span);
                }
            }
            self.storage.equivalences.push(set);
        }
        Ok(())
    }

    /// Whether EQUIVALENCE puts a variable where one of COMMON is, through however many sets.
    pub fn shares_with_common(&self, name: &str) -> bool {
        let mut sets_of: IndexMap<&str, Vec<usize>> = IndexMap::new();
        for (index, set) in self.storage.equivalences.iter().enumerate() {
            set.objects.iter().filter_map(name_of_object).for_each(|name| sets_of.entry(name).or_default().push(index));
        }
        // The names that are met so far; those after `at` have not led on yet.
        let mut names = IndexSet::from([name]);
        let mut at = 0;
        while let Some(name) = names.get_index(at).copied() {
            at += 1;
            for index in sets_of.swap_remove(name).unwrap_or_default() {
                names.extend(self.storage.equivalences[index].objects.iter().filter_map(name_of_object));
            }
        }
        names.iter().any(|name| self.names.get(*name).is_some_and(|facts| facts.common.is_some()))
    }

    /// SAVE with names.
    pub fn gather_save(&mut self, saved: &'a [SavedName]) -> Outcome<()> {
        for one in saved {
            match one {
                // Each error has been reported; the next name does not depend on it.
                SavedName::Variable(name) => {
                    let _ = self.declare_saved(name);
                }
                SavedName::Common(block) => self.storage.saved.push(block),
            }
        }
        Ok(())
    }

    /// Reports blocks in SAVE that the unit does not have.
    pub fn check_saved_blocks(&mut self) {
        for block in std::mem::take(&mut self.storage.saved) {
            if !self.storage.commons.contains_key(&area_of_block(Some(block))) {
                let message = format!("COMMON block `{}` is not defined in this unit", block.text.to_uppercase());
                self.report(Diagnostic::error("E0211", block.span, message).with_label("SAVE names it"));
            }
        }
    }
}

/// The variable that an object of EQUIVALENCE is, or is a part of.
fn name_of_object(object: &tree::Expr) -> Option<&str> {
    match &object.kind {
        tree::ExprKind::Name(name) => Some(name),
        tree::ExprKind::Reference(name, _) => Some(&name.text),
        tree::ExprKind::Substring(element, _) => match &element.kind {
            tree::ExprKind::Reference(name, _) => Some(&name.text),
            _ => None,
        },
        _ => None,
    }
}
