//! The units of a compilation as families: each with the procedures in it, modules in the order in which they use each
//! other.

use super::declared::{declared_names, mentioned_names};
use super::groups;
use crate::diagnostics::Diagnostic;
use crate::resolve::procedures::linked_calls::has_hidden_bounds;
use crate::resolve::scope::Scope;
use crate::resolve::scope::facts::VisibleName;
use crate::resolve::scope::visible::{Exports, Links, Modules, UseLink, View};
use crate::resolve::specification::outside_blocks;
use crate::resolved::{Expr, Part, Role, Storage, SymbolClass, UnitKind, for_each_inside};
use crate::submodules::parent_of;
use crate::tree::{self, Access, StatementKind, Word};
use indexmap::{IndexMap, IndexSet};
use std::rc::Rc;

/// The scopes of all units, a host before the procedures in it.
pub(crate) fn scopes_of(files: &[tree::File]) -> Vec<Scope<'_>> {
    let mut scopes = Vec::new();
    let modules = Modules::default();
    let parent = |unit: &tree::Unit| unit.header.as_ref().and_then(parent_of);
    let units = files.iter().flat_map(|file| &file.units);
    units.clone().filter(|unit| parent(unit).is_none()).for_each(|unit| add_family(&mut scopes, unit, None, &modules));
    // Each submodule after its parent.
    let mut waiting: Vec<(Word, &tree::Unit)> = units.filter_map(|unit| Some((parent(unit)?, unit))).collect();
    while !waiting.is_empty() {
        let before = waiting.len();
        waiting.retain(|(parent, unit)| {
            let host = scopes.iter().position(|scope| scope.kind == UnitKind::Module && scope.name == parent.as_str());
            if host.is_some() {
                add_family(&mut scopes, unit, host, &modules);
            }
            host.is_none()
        });
        if waiting.len() == before {
            break;
        }
    }
    for index in 0..scopes.len() {
        groups::take_groups(&mut scopes, index);
    }
    scopes
}

/// The parser bounds how deep units are in each other.
fn add_family<'a>(scopes: &mut Vec<Scope<'a>>, unit: &'a tree::Unit, host: Option<usize>, modules: &Modules<'a>) {
    let mut scope = Scope::new(unit);
    let index = scopes.len();
    scope.links = Links { host, modules: Rc::clone(modules), ..Links::default() };
    let is_submodule = unit.header.as_ref().is_some_and(|header| header.parent.is_some());
    match host {
        Some(host) if is_submodule => scopes[host].links.has_submodules = true,
        Some(host) => {
            let owner = match unit.header.as_ref().and_then(|header| header.separate.as_ref()) {
                Some(tree::Separate::Definition(module)) => module.as_str(),
                _ => &scopes[host].unit,
            };
            scope.unit = format!("{owner}.{}", scope.name);
            scope.links.is_internal = scopes[host].kind != UnitKind::Module;
            scopes[host].links.children.push(index);
        }
        None => {}
    }
    // A unit that is alone takes nothing from outside and lends nothing.
    if host.is_some() || unit.contains.is_some() || uses_of(unit).next().is_some() {
        scope.links.declared = declared_names(unit);
        scope.links.mentioned = mentioned_names(unit, &scope.links.declared);
    }
    scopes.push(scope);
    for inner in unit.contains.iter().flat_map(|contains| &contains.units) {
        add_family(scopes, inner, Some(index), modules);
    }
}

/// The order in which specification parts are resolved: a module after those that it uses, then all other units in
/// their order. Modules that use each other are reported.
pub(crate) fn specification_order(scopes: &mut [Scope<'_>]) -> Vec<usize> {
    let is_module = |scope: &Scope<'_>| scope.kind == UnitKind::Module;
    let modules: IndexMap<Word, usize> = (scopes.iter().enumerate())
        .filter(|(_, scope)| is_module(scope))
        .map(|(index, scope)| (Word::new(&scope.name), index))
        .collect();
    let needed: Vec<Vec<usize>> = modules
        .values()
        .map(|index| {
            let used = uses_with_bodies(scopes[*index].tree).into_iter();
            let used = used.filter_map(|used| modules.get(&used.module.text).copied());
            used.chain(scopes[*index].links.host).collect()
        })
        .collect();
    let mut order: Vec<usize> = Vec::new();
    let mut done = IndexSet::new();
    // Each round takes the modules all of whose needs are met; a chain against the source order takes many rounds.
    let mut waiting: IndexMap<usize, usize> = IndexMap::new();
    let mut users: IndexMap<usize, Vec<usize>> = IndexMap::new();
    for (at, (_, index)) in modules.iter().enumerate() {
        let wanted: IndexSet<usize> = needed[at].iter().copied().collect();
        waiting.insert(*index, wanted.len());
        wanted.iter().for_each(|module| users.entry(*module).or_default().push(*index));
    }
    let mut ready: std::collections::VecDeque<usize> =
        waiting.iter().filter(|(_, left)| **left == 0).map(|(index, _)| *index).collect();
    while let Some(index) = ready.pop_front() {
        order.push(index);
        done.insert(index);
        for user in users.get(&index).into_iter().flatten() {
            if let Some(left) = waiting.get_mut(user) {
                *left -= 1;
                if *left == 0 {
                    ready.push_back(*user);
                }
            }
        }
    }
    let circular: Vec<usize> = modules.values().copied().filter(|index| !done.contains(index)).collect();
    report_cycle(scopes, &circular);
    for index in &circular {
        let modules = Rc::clone(&scopes[*index].links.modules);
        modules.borrow_mut().insert(Word::new(&scopes[*index].name), None);
    }
    order.extend(&circular);
    order.extend((0..scopes.len()).filter(|index| !is_module(&scopes[*index])));
    order
}

/// Reports modules that can't be ordered: those on a cycle, each at the USE of the next.
fn report_cycle(scopes: &mut [Scope<'_>], circular: &[usize]) {
    let Some(first) = circular.first() else { return };
    let next_of = |index: usize| {
        let mut uses = uses_with_bodies(scopes[index].tree).into_iter();
        uses.find_map(|used| {
            let next = circular.iter().copied().find(|next| scopes[*next].name == used.module.text)?;
            Some((next, used.module.span))
        })
    };
    let mut path: Vec<(usize, crate::source::Span)> = Vec::new();
    let mut at = *first;
    while let Some((next, span)) = next_of(at) {
        if let Some(begin) = path.iter().position(|(index, _)| *index == at) {
            path.drain(..begin);
            break;
        }
        path.push((at, span));
        at = next;
    }
    let Some((index, span)) = path.first().copied() else { return };
    let mut error =
        Diagnostic::error("E0216", span, format!("the module `{}` uses itself", scopes[index].name.to_uppercase()));
    for (other, span) in path.iter().skip(1) {
        error = error.with_related(*span, format!("`{}` uses the next here", scopes[*other].name.to_uppercase()));
    }
    scopes[index].report(error);
}

/// The USE statements of a unit and of the interface bodies in it, which are resolved with it.
fn uses_with_bodies(unit: &tree::Unit) -> Vec<&tree::Use> {
    let bodies = unit.statements.iter().flat_map(|statement| match &statement.kind {
        StatementKind::Interface(block) => &block.bodies[..],
        _ => &[],
    });
    uses_of(unit).chain(bodies.flat_map(uses_with_bodies)).collect()
}

/// The USE statements of a unit, those in a BLOCK among them.
pub(super) fn uses_of(unit: &tree::Unit) -> impl Iterator<Item = &tree::Use> {
    unit.statements.iter().filter_map(use_of)
}

/// The USE statement that a statement is.
pub(crate) fn use_of(statement: &tree::Statement) -> Option<&tree::Use> {
    match &statement.kind {
        StatementKind::Use(used) => Some(used),
        _ => None,
    }
}

/// Shows the procedures in a scope its names, and users of a module its public ones, once its specification part is
/// settled.
pub(crate) fn publish(scopes: &mut [Scope<'_>], index: usize) {
    if scopes[index].kind == UnitKind::Module {
        let exports = exports_of(&scopes[index]);
        let modules = Rc::clone(&scopes[index].links.modules);
        modules.borrow_mut().entry(Word::new(&scopes[index].name)).or_insert(Some(Rc::new(exports)));
    }
    if scopes[index].links.children.is_empty() && !scopes[index].links.has_submodules {
        return;
    }
    declare_implied(scopes, index);
    let scope = &scopes[index];
    let owner: Rc<str> = scope.unit.as_str().into();
    let names = own_entities(scope, &owner).collect();
    let view = Rc::new(View { names, uses: scope.links.uses.clone(), outer: scope.links.outer.clone() });
    scopes[index].links.view = Some(Rc::clone(&view));
    capture(scopes, index, &view);
}

fn own_entities<'s, 'a>(
    scope: &'s Scope<'a>,
    owner: &'s Rc<str>,
) -> impl Iterator<Item = (Word, Rc<VisibleName<'a>>)> + use<'s, 'a> {
    scope.names.iter().filter(|(_, facts)| facts.settled || facts.parameter.is_some() || facts.reported).map(
        |(name, facts)| {
            let entity = match &facts.origin {
                Some(origin) => Rc::clone(origin),
                None => {
                    let symbol = scope.symbols[facts.symbol].clone();
                    Rc::new(VisibleName { facts: facts.clone(), symbol, owner: Rc::clone(owner) })
                }
            };
            (name.clone(), entity)
        },
    )
}

/// The name by which a private procedure of a module is taken from it, where a generic name means it.
pub(crate) fn hidden_name(name: &str) -> Word {
    format!("%{name}").into()
}

fn exports_of<'a>(scope: &Scope<'a>) -> Exports<'a> {
    let owner: Rc<str> = scope.unit.as_str().into();
    let default = scope.links.default_access.map_or(Access::Public, |(access, _)| access);
    let is_public = |name: &str| {
        let listed = scope.listed_access.get(name).copied();
        listed.unwrap_or(default) == Access::Public
    };
    // Of a refused declaration it is not known whether it says PUBLIC.
    let is_shown = |(name, entity): &(Word, Rc<VisibleName<'a>>)| is_public(name) || entity.facts.reported;
    // A public generic name may stand for a private procedure; no source can contain the name that it has for that.
    let shown = |one: (Word, Rc<VisibleName<'a>>)| match one {
        _ if is_shown(&one) => Some(one),
        (name, entity) if matches!(entity.symbol.class, SymbolClass::External { .. }) => {
            Some((hidden_name(&name), entity))
        }
        _ => None,
    };
    let mut exports: Exports<'a> = own_entities(scope, &owner).filter_map(shown).collect();
    for link in &scope.links.uses {
        for name in link.names().filter(|name| is_public(name)) {
            if !scope.names.contains_key(name)
                && let Some(entity) = link.find(name)
            {
                exports.entry(Word::new(name)).or_insert_with(|| Rc::clone(entity));
            }
        }
    }
    exports
}

/// Declares the variables of implied type that a host mentions and an internal procedure takes from it.
fn declare_implied(scopes: &mut [Scope<'_>], index: usize) {
    if scopes[index].kind == UnitKind::Module {
        return;
    }
    let mentioned: IndexSet<&str> = (scopes[index].links.children.iter())
        .flat_map(|child| scopes[*child].links.mentioned.iter())
        .filter(|(_, (_, is_variable))| *is_variable)
        .map(|(name, _)| *name)
        .collect();
    for name in mentioned {
        let scope = &mut scopes[index];
        let Some((span, true)) = scope.links.mentioned.get(name).copied() else { continue };
        if !scope.names.contains_key(name) && scope.find_outside(name).is_none() {
            // That it has no type has been reported.
            let _ = scope.symbol_of_name(name, span);
        }
    }
}

/// Finds which of the host's variables each procedure in it takes: those that it mentions, and those that the
/// procedures beside it take which it may call.
fn capture(scopes: &mut [Scope<'_>], index: usize, view: &View<'_>) {
    if scopes[index].kind == UnitKind::Module {
        return;
    }
    let children = scopes[index].links.children.clone();
    let named: IndexMap<Word, usize> =
        children.iter().enumerate().map(|(at, child)| (Word::new(&scopes[*child].name), at)).collect();
    let mut taken: Vec<IndexSet<Word>> = Vec::with_capacity(children.len());
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); children.len()];
    for (at, child) in children.iter().enumerate() {
        let links = &scopes[*child].links;
        let mentioned = links.mentioned.keys().copied().filter(|name| !is_used(scopes, *child, name));
        let mut names = IndexSet::new();
        for name in mentioned {
            if let Some(beside) = named.get(name) {
                callers[*beside].push(at);
            }
            take_variable(&scopes[index], view, name, &mut names);
        }
        taken.push(names);
    }
    let mut pending: Vec<usize> = (0..children.len()).collect();
    while let Some(at) = pending.pop() {
        for caller in callers[at].clone() {
            let more: Vec<Word> = taken[at].difference(&taken[caller]).cloned().collect();
            if !more.is_empty() {
                taken[caller].extend(more);
                pending.push(caller);
            }
        }
    }
    let mut lent: IndexSet<Word> = IndexSet::new();
    for (child, mut names) in children.iter().zip(taken) {
        names.sort_by_key(|name| scopes[index].names.get_index_of(name));
        lent.extend(names.iter().cloned());
        scopes[*child].links.captured = names;
    }
    for name in lent {
        let symbol = scopes[index].names.get(&name).map(|facts| facts.symbol);
        scopes[index].links.carried.extend(symbol.map(|symbol| (name, symbol)));
    }
}

fn is_used(scopes: &[Scope<'_>], child: usize, name: &str) -> bool {
    let modules = scopes[child].links.modules.borrow();
    outside_blocks(&scopes[child].tree.statements).filter_map(use_of).any(|used| {
        let exports = modules.get(&used.module.text).and_then(Option::as_ref);
        exports.is_some_and(|exports| UseLink { used, exports: Rc::clone(exports) }.find(name).is_some())
    })
}

/// Adds a variable of the host that does not lie in an area, and the variables on which its bounds depend.
fn take_variable(host: &Scope<'_>, view: &View<'_>, name: &str, taken: &mut IndexSet<Word>) {
    let mut pending = vec![Word::new(name)];
    while let Some(name) = pending.pop() {
        let Some(entity) = view.names.get(&name) else { continue };
        let SymbolClass::Variable(variable) = &entity.symbol.class else {
            if entity.facts.dummy.is_some() && matches!(entity.symbol.class, SymbolClass::External { .. }) {
                taken.insert(name);
            }
            continue;
        };
        if variable.storage == Storage::Area
            || entity.facts.constant.is_some()
            || entity.facts.reported
            || !taken.insert(name)
        {
            continue;
        }
        let shape = variable.shape.as_ref().filter(|shape| !has_hidden_bounds(variable.form, shape));
        for dimension in shape.into_iter().flatten() {
            for bound in [Some(&dimension.lower), dimension.upper.as_ref()].into_iter().flatten() {
                pending.extend(variables_of(bound).map(|symbol| Word::new(&host.symbols[symbol].name)));
            }
        }
    }
}

/// The variables that a bound names.
fn variables_of(bound: &Expr) -> impl Iterator<Item = crate::resolved::SymbolId> {
    let mut found = Vec::new();
    for_each_inside([Part::Expr(bound)], &mut |part| {
        if let Part::Symbol(symbol, role) = part
            && !matches!(role, Role::Called | Role::PassedProcedure | Role::Index | Role::Inner)
        {
            found.push(symbol);
        }
        true
    });
    found.into_iter()
}
