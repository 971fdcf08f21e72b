//! The NAMELIST groups of hosts and modules.

use super::families::uses_of;
use super::records::NamelistGroup;
use crate::resolve::scope::Scope;
use crate::resolved::UnitKind;
use crate::tree::{self, Access, StatementKind, Word};
use indexmap::IndexSet;

/// Gives a scope the NAMELIST groups of its host and of modules that it mentions; their variables are mentioned so,
/// too.
pub(super) fn take_groups(scopes: &mut [Scope<'_>], index: usize) {
    let own: IndexSet<&str> = groups_of(scopes[index].tree).map(|group| &*group.name.text).collect();
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
    // Those that USE names, whose variables have their own names here, too.
    let listed = uses_of(scopes[index].tree).flat_map(|used| {
        let tree = scopes.iter().find(|scope| scope.kind == UnitKind::Module && *scope.name == *used.module.text);
        let groups: Vec<&tree::NamelistGroup> = tree.map(|scope| groups_of(scope.tree).collect()).unwrap_or_default();
        let has = |name: &Word| {
            let mut items = used.items.iter();
            items.any(|item| item.source.is_none() && item.local.text == *name) || !used.only
        };
        let of_item = move |item: &'_ tree::UseItem| {
            let source = item.source.as_ref().unwrap_or(&item.local);
            let mut named = groups.iter().filter(|group| group.name.text == source.text);
            named.next().filter(|group| group.objects.iter().all(|object| has(&object.text))).copied()
        };
        used.items.iter().filter_map(move |item| Some((&*item.local.text, of_item(item)?)))
    });
    let listed: Vec<(&str, &tree::NamelistGroup)> = listed.collect();
    let hosts = std::iter::successors(scopes[index].links.host, |host| scopes[*host].links.host);
    let outside: Vec<&tree::Unit> = modules.chain(hosts.map(|host| scopes[host].tree)).collect();
    let outside = outside.into_iter().flat_map(groups_of).map(|group| (&*group.name.text, group));
    for (name, group) in listed.into_iter().chain(outside) {
        let scope = &mut scopes[index];
        if own.contains(name) || !scope.links.mentioned.contains_key(name) || scope.storage.groups.contains_key(name) {
            continue;
        }
        for object in &group.objects {
            scope.links.mentioned.entry(&object.text).or_insert((object.span, true)).1 = true;
        }
        let found = NamelistGroup { name: &group.name.text, objects: group.objects.iter().collect() };
        scope.storage.groups.insert(name, found);
    }
    // A group is not a variable.
    let scope = &mut scopes[index];
    let inherited = scope.storage.groups.keys().copied();
    let groups: Vec<&str> = own.into_iter().chain(inherited).collect();
    scope.links.mentioned.retain(|name, _| !groups.contains(name));
}

/// The NAMELIST groups that a unit declares.
fn groups_of(unit: &tree::Unit) -> impl Iterator<Item = &tree::NamelistGroup> {
    unit.statements.iter().flat_map(|statement| match &statement.kind {
        StatementKind::Namelist(groups) => groups.as_slice(),
        _ => &[],
    })
}
