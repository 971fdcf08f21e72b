//! The NAMELIST groups of hosts and modules.

use super::families::uses_of;
use super::records::NamelistGroup;
use crate::resolve::scope::Scope;
use crate::resolved::UnitKind;
use crate::tree::{self, Access, StatementKind, Word};
use crate::used_groups::namelist_groups;
use indexmap::IndexSet;

/// Gives a scope the NAMELIST groups of its host and of modules that it mentions; their variables are mentioned so,
/// too.
pub(super) fn take_groups(scopes: &mut [Scope<'_>], index: usize) {
    let own: IndexSet<&str> = namelist_groups(scopes[index].tree).map(|group| &*group.name.text).collect();
    let used = uses_of(scopes[index].tree).filter(|used| !used.only && used.items.is_empty());
    // What a module does not show need not be known here by its name.
    let shows_all = |unit: &tree::Unit| {
        !unit.statements.iter().any(|one| matches!(one.kind, StatementKind::Access(Access::Private, _)))
    };
    let modules = used.filter_map(|used| {
        let mut all = scopes.iter().filter(|scope| scope.kind == UnitKind::Module);
        all.find(|scope| Word::new(&scope.name) == used.module.text)
            .map(|scope| scope.tree)
            .filter(|tree| shows_all(tree))
    });
    // Those that USE names, whose variables may have other names here.
    let listed = uses_of(scopes[index].tree).flat_map(|used| {
        let tree = scopes.iter().find(|scope| scope.kind == UnitKind::Module && *scope.name == *used.module.text);
        let groups: Vec<&tree::NamelistGroup> =
            tree.map(|scope| namelist_groups(scope.tree).collect()).unwrap_or_default();
        used.items.iter().filter_map(move |item| {
            let group = groups.iter().find(|group| group.name.text == item.name_there().text)?;
            Some((&*item.local.text, listed_group(group, used)?))
        })
    });
    let used: Vec<_> = listed.chain(modules.flat_map(namelist_groups).map(as_there)).collect();
    let hosts = std::iter::successors(scopes[index].links.host, |host| scopes[*host].links.host);
    let hosts = hosts.flat_map(|host| {
        let taken = scopes[host].storage.groups.iter().map(|(name, group)| (*name, group.clone()));
        namelist_groups(scopes[host].tree).map(as_there).chain(taken)
    });
    let hosts: Vec<_> = hosts.collect();
    let is_mentioned = |name: &str| is_mentioned(scopes, index, name);
    // NAMELIST here continues a group of a module, and hides one of the host.
    let used = used.into_iter().filter(|(name, _)| own.contains(name) || is_mentioned(name));
    let hosts = hosts.into_iter().filter(|(name, _)| !own.contains(name) && is_mentioned(name));
    let all: Vec<_> = used.chain(hosts).collect();
    let scope = &mut scopes[index];
    for (name, group) in all {
        if scope.storage.groups.contains_key(name) {
            continue;
        }
        for (object, local) in &group.objects {
            scope.links.mentioned.entry(local).or_insert((object.name.span, true)).1 = true;
        }
        scope.storage.groups.insert(name, group);
    }
    // A group is not a variable.
    let inherited = scope.storage.groups.keys().copied();
    let groups: Vec<&str> = own.into_iter().chain(inherited).collect();
    scope.links.mentioned.retain(|name, _| !groups.contains(name));
}

/// Whether a unit, or a procedure in it, mentions a name.
fn is_mentioned(scopes: &[Scope<'_>], index: usize, name: &str) -> bool {
    let links = &scopes[index].links;
    links.mentioned.contains_key(name) || links.children.iter().any(|child| is_mentioned(scopes, *child, name))
}

/// A group with the names that it and its variables have where it is declared.
fn as_there(group: &tree::NamelistGroup) -> (&str, NamelistGroup<'_>) {
    (&group.name.text, NamelistGroup::with_own_names(group))
}

/// A group that USE lists, with the names that its variables have by the same USE; none if they have none.
fn listed_group<'a>(group: &'a tree::NamelistGroup, used: &'a tree::Use) -> Option<NamelistGroup<'a>> {
    let named = group.objects.iter().map(|object| {
        let item = used.items.iter().find(|item| item.name_there().text == object.name.text);
        let local = item.map(|item| &item.local.text).or((!used.only).then_some(&object.name.text));
        local.map(|local| (object, local))
    });
    Some(NamelistGroup { name: &group.name.text, objects: named.collect::<Option<_>>()? })
}
