//! COMMON, EQUIVALENCE and SAVE as text.

use super::expression::put_expr;
use super::layout::Text;
use super::parts::put_dimensions;
use crate::tree::{CommonPart, EquivalenceSet, NamelistGroup, SavedName};

/// Adds COMMON.
pub(super) fn put_common(text: &mut Text, parts: &[CommonPart]) {
    text.put("common ");
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            text.put(", ").can_break();
        }
        match &part.block {
            Some(block) => text.put("/").put(&block.text).put("/ "),
            None if index == 0 => text,
            None => text.put("// "),
        };
        text.list(&part.objects, |text, object| {
            text.put(&object.name.text);
            if !object.dimensions.is_empty() {
                put_dimensions(text, &object.dimensions);
            }
        });
    }
}

/// Adds NAMELIST.
pub(super) fn put_namelist(text: &mut Text, groups: &[NamelistGroup]) {
    text.put("namelist ").list(groups, |text, group| {
        text.put("/").put(&group.name.text).put("/ ").list(&group.objects, |text, object| {
            text.put(&object.name.text);
        });
    });
}

/// Adds EQUIVALENCE.
pub(super) fn put_equivalence(text: &mut Text, sets: &[EquivalenceSet]) {
    text.put("equivalence ").list(sets, |text, set| {
        text.put("(").list(&set.objects, put_expr);
        text.put(")");
    });
}

/// Adds SAVE.
pub(super) fn put_save(text: &mut Text, saved: &[SavedName]) {
    text.put(if saved.is_empty() { "save" } else { "save " }).list(saved, |text, one| match one {
        SavedName::Variable(name) => {
            text.put(&name.text);
        }
        SavedName::Common(block) => {
            text.put("/").put(&block.text).put("/");
        }
    });
}
