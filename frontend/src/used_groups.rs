//! The variables of NAMELIST groups that USE lists without them: they get names that no source has.
//!
//! ```text
//! USE M, ONLY: GROUP          becomes          USE M, ONLY: GROUP, group%x => X
//! ```

use crate::resolved::UnitKind;
use crate::tree::*;
use indexmap::IndexMap;

/// The variables of the groups of each module.
type Groups = IndexMap<Word, IndexMap<Word, Vec<Word>>>;

/// Adds the variables to the lists of all USE statements.
pub(crate) fn list_group_variables(files: &mut [File]) {
    let mut groups = Groups::new();
    for unit in files.iter().flat_map(|file| &file.units) {
        if let Some(header) = unit.header.as_ref().filter(|header| header.kind == UnitKind::Module) {
            let own = groups.entry(header.name.text.clone()).or_default();
            for group in namelist_groups(unit) {
                let names = group.objects.iter().map(|object| object.name.text.clone());
                own.entry(group.name.text.clone()).or_default().extend(names);
            }
        }
    }
    groups.retain(|_, own| !own.is_empty());
    if !groups.is_empty() {
        files.iter_mut().flat_map(|file| &mut file.units).for_each(|unit| complete_lists(unit, &groups));
    }
}

/// The NAMELIST groups that a unit declares.
pub(crate) fn namelist_groups(unit: &Unit) -> impl Iterator<Item = &NamelistGroup> {
    unit.statements.iter().flat_map(|statement| match &statement.kind {
        StatementKind::Namelist(groups) => groups.as_slice(),
        _ => &[],
    })
}

fn complete_lists(unit: &mut Unit, groups: &Groups) {
    for statement in &mut unit.statements {
        if let StatementKind::Use(used) = &mut statement.kind
            && used.only
            && let Some(groups) = groups.get(&used.module.text)
        {
            complete_list(&mut used.items, groups);
        }
    }
    let inner = unit.contains.iter_mut().flat_map(|contains| &mut contains.units);
    inner.for_each(|unit| complete_lists(unit, groups));
}

fn complete_list(items: &mut Vec<UseItem>, groups: &IndexMap<Word, Vec<Word>>) {
    let listed = items.iter().filter_map(|item| {
        let group = item.name_there();
        Some((group.clone(), groups.get(&group.text)?))
    });
    for (group, variables) in listed.collect::<Vec<_>>() {
        for variable in variables {
            if items.iter().all(|item| item.name_there().text != *variable) {
                let local = Name { text: format!("{}%{variable}", group.text).into(), span: group.span };
                let source = Some(Name { text: variable.clone(), span: group.span });
                items.push(UseItem { local, source });
            }
        }
    }
}
