//! Derived types end here: a parse tree with them becomes one without, before names are resolved.
//!
//! An object of derived type becomes a variable for each of its components that is not of derived type itself
//! (scalar replacement), by a name that says which: `x%a`, `x%inner%b`. In an array of objects each component is an
//! array, whose own dimensions come first; so what belongs to one element is one piece of storage, and a gang has
//! structures of arrays.
//!
//! | file | what it does |
//! |---|---|
//! | `definitions`, `types`, `components`, `default_values`, `refused_types` | reads definitions of derived types; a type, its components, when two are the same; which can't be known |
//! | `scan` | whether a compilation has something to replace |
//! | `gather`, `gathered`, `names` | finds what the names of a scope mean |
//! | `typing`, `implied_types`, `intrinsic_results` | types and kinds of constants, and of what intrinsic functions give |
//! | `rewriter`, `units`, `entries` | the state while a program unit is rewritten, and the order in which that is done |
//! | `paths`, `expressions`, `constructors`, `constant_objects`, `record_arrays`, `terms` | replaces objects and components in expressions by variables |
//! | `calls`, `elemental`, `generics`, `c_binding`, `results`, `inquiries` | arguments, results, generic references, defined operators, SIZE and the like |
//! | `bound`, `classes`, `instances`, `polymorphic`, `polymorphic_calls` | procedures that are bound to types, and those that take objects of any extension of one |
//! | `boxes` | values of intrinsic types that are CLASS(*) |
//! | `transformations`, `images`, `layouts` | MERGE, PACK and the like of objects |
//! | `statements`, `assign`, `assigning_parts`, `associate`, `blocks`, `select_type`, `select_rank`, `allocation`, `loops`, `transfers`, `implied_do` | executable statements; the first says which is where |
//! | `declarations`, `objects`, `data`, `common` | specification statements |
//! | `pointers`, `pointer_allocation`, `pointer_bounds`, `pointer_status` | pointers, which are objects too |
//! | `procedure_pointers`, `procedure_pointer_calls` | procedure pointers, which are numbers |
//! | `pointer_arguments`, `packed_arguments`, `absent_arguments` | pointers and what is in the stores as arguments |
//! | `owned_types`, `ownership`, `owned`, `owned_arrays`, `owned_texts`, `copiers` | ALLOCATABLE components of objects in arrays, which are pointers too |
//! | `whole_arrays` | bounds that arrays get from others when they are allocated |
//! | `lent` | what these have as ALLOCATABLE arguments |
//! | `wrappers` | subroutines with TARGET arguments as kernels |
//! | `finalize` | final procedures |
//! | `stores`, `used_stores`, `places`, `targets` | where the targets of pointers are |
//!
//! Of a statement for which `statements` or `declarations` says nothing else, only the expressions are rewritten. One
//! that declares objects, or gives them attributes, is also read by `gather`, and by `owned_types`, which looks at all
//! files before anything is rewritten.
//!
//! What has no derived types and no generic interfaces stays as it was. Resolution sees names such as `x%a` like any
//! other; no source can contain them as one name.

mod absent_arguments;
mod allocation;
mod assign;
mod assigning_parts;
mod associate;
mod blocks;
mod bound;
mod boxes;
mod c_binding;
mod calls;
mod classes;
mod common;
mod components;
mod constant_objects;
mod constructors;
mod copiers;
mod data;
mod declarations;
mod default_values;
mod definitions;
mod elemental;
mod entries;
mod expressions;
mod finalize;
mod gather;
mod gathered;
mod generics;
mod images;
mod implied_do;
mod implied_types;
mod inquiries;
mod instances;
mod intrinsic_results;
mod layouts;
mod lent;
mod loops;
mod names;
mod objects;
mod owned;
mod owned_arrays;
mod owned_texts;
mod owned_types;
mod ownership;
mod packed_arguments;
mod paths;
mod places;
mod pointer_allocation;
mod pointer_arguments;
mod pointer_bounds;
mod pointer_status;
mod pointers;
mod polymorphic;
mod polymorphic_calls;
mod procedure_pointer_calls;
mod procedure_pointers;
mod record_arrays;
mod refused_types;
mod results;
mod rewriter;
mod scan;
mod select_rank;
mod select_type;
mod statements;
mod stores;
mod targets;
mod terms;
mod transfers;
mod transformations;
mod types;
mod typing;
mod units;
mod used_stores;
mod whole_arrays;
mod wrappers;

use crate::diagnostics::Diagnostics;
use crate::resolved::UnitKind;
use crate::submodules::parent_of;
use crate::tree::*;
use copiers::Copier;
use indexmap::{IndexMap, IndexSet};
use instances::{Instance, Original};
use names::Names;
pub(crate) use scan::{PassedNames, has_procedure_pointers};
use scan::{has_anything, has_pointers, has_types};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use types::{DerivedType, Later};
use units::{Surroundings, gather_unit, rewrite_gathered};

/// What modules show.
#[derive(Default)]
pub(crate) struct Modules {
    exports: IndexMap<Word, Names>,
    /// All names of modules, which their submodules and instances of their procedures see.
    hosts: IndexMap<Word, Rc<Names>>,
    private: IndexMap<Word, IndexSet<Word>>,
    /// The functions that are program units.
    external_functions: IndexSet<Word>,
    /// The derived types whose definitions were refused.
    refused_types: IndexSet<Word>,
    /// Those of them that extend unknown types, and what has been found wrong so far as it extends one.
    orphaned_types: IndexSet<Word>,
    failed_types: RefCell<IndexSet<Word>>,
    /// Whether the compilation has pointers.
    has_pointers: bool,
    text_pointers: scan::TextPointers,
    /// The names that are arguments as they are, or targets of pointers, and may be those of procedures.
    passed: IndexSet<Word>,
    /// The types whose ALLOCATABLE components are in the stores.
    owned_types: IndexSet<Word>,
    /// The procedures of modules of which there may be instances for types of objects, and these instances.
    originals: RefCell<Vec<Original>>,
    instances: RefCell<Vec<Instance>>,
    /// The procedures that copy objects.
    copiers: RefCell<Vec<Copier>>,
    /// What all types extend.
    universal: Rc<DerivedType>,
    /// The types that guards of SELECT TYPE name: only objects of these, and of extensions, are CLASS(*).
    guarded: IndexSet<Word>,
    /// Others that objects of CLASS(*) are made of.
    unguarded: RefCell<IndexSet<Word>>,
    /// The types that program units define; their numbers are their places here.
    types: Vec<Rc<DerivedType>>,
    /// The types that pointers point to.
    later: RefCell<Vec<Later>>,
    /// The types that procedures are bound to.
    bound: RefCell<Vec<Rc<DerivedType>>>,
    /// Whether types have final procedures.
    has_finals: bool,
    /// The stores that have been used.
    stores: RefCell<IndexSet<Word>>,
    /// Whether anything has been done to stores.
    uses_stores: Cell<bool>,
}

impl Modules {
    fn get(&self, module: &str) -> Option<&Names> {
        self.exports.get(module)
    }

    fn is_private(&self, module: &str, name: &str) -> bool {
        self.private.get(module).is_some_and(|names| names.contains(name))
    }
}

/// Replaces derived types, pointers and generic names in all files of a compilation. The result is the module that has
/// the targets of pointers, if there are any.
pub(crate) fn expand(files: &mut [File], diagnostics: &mut Diagnostics) -> Option<File> {
    let all_units = || files.iter().flat_map(|file| &file.units);
    let (has_pointers, points_at_procedures) = (all_units().any(has_pointers), all_units().any(has_procedure_pointers));
    if !has_pointers && !points_at_procedures && !all_units().any(has_types) {
        return None;
    }
    let has_anything = all_units().any(has_anything);
    let mut guarded = polymorphic::guarded_types(files);
    loop {
        let before = has_anything.then(|| (files.to_vec(), diagnostics.clone()));
        let (targets, unguarded) = expand_with(files, guarded.clone(), has_pointers, diagnostics);
        match before {
            // What has no number stays missing.
            Some((original, known)) if unguarded.iter().any(|ty| !guarded.contains(ty)) => {
                files.clone_from_slice(&original);
                *diagnostics = known;
                guarded.extend(unguarded);
            }
            _ => return targets,
        }
    }
}

/// The same, where these are the types that objects of CLASS(*) can be of. The second result is those that are missing
/// among them.
fn expand_with(
    files: &mut [File],
    guarded: IndexSet<Word>,
    has_pointers: bool,
    diagnostics: &mut Diagnostics,
) -> (Option<File>, IndexSet<Word>) {
    let all_units = || files.iter().flat_map(|file| &file.units);
    let owned_types = owned_types::owned_types(files, has_pointers, &guarded);
    let has_pointers = has_pointers || !owned_types.is_empty();
    let headers = all_units().filter_map(|unit| unit.header.as_ref());
    let functions = headers.filter(|header| header.kind == UnitKind::Function);
    let mut passed = PassedNames::default();
    all_units().for_each(|unit| passed.unit(unit));
    scan::add_renamed(files, &mut passed.found);
    let (refused_types, orphaned_types) = refused_types::refused_types(files);
    let universal = polymorphic::universal();
    let mut modules = Modules {
        passed: passed.found,
        external_functions: functions.map(|header| header.name.text.clone()).collect(),
        refused_types,
        orphaned_types,
        owned_types,
        has_pointers,
        text_pointers: scan::TextPointers::of(files),
        universal,
        guarded,
        has_finals: all_units().any(finalize::has_finals),
        ..Modules::default()
    };
    let order = order(files);
    let mut gathered = Vec::with_capacity(order.len());
    for (file, unit) in order.iter().copied() {
        let unit = &files[file].units[unit];
        let module = unit.header.as_ref().filter(|header| header.kind == UnitKind::Module);
        let module = module.map(|header| header.name.text.clone());
        let outer = unit.header.as_ref().and_then(parent_of).and_then(|parent| modules.hosts.get(&parent).cloned());
        let around = Surroundings { module: module.clone(), outer, ..Surroundings::default() };
        let found = gather_unit(unit, &around, &modules);
        let names = &found.names;
        modules.add_types(names);
        if let Some(module) = module {
            let access = Visibility::of(unit);
            let mut exports = Names::default();
            let (shown, hidden): (Vec<Word>, Vec<Word>) = names.all().into_iter().partition(|name| access.shows(name));
            shown.iter().for_each(|name| exports.import(name, names, name));
            modules.hosts.insert(module.clone(), Rc::clone(names));
            modules.exports.entry(module.clone()).or_insert(exports);
            modules.private.entry(module).or_insert(hidden.into_iter().collect());
        }
        gathered.push((found, around));
    }
    modules.types.extend(boxes::boxes());
    // Procedures are rewritten when all types are known: which ones extend one decides what a call does.
    for ((file, unit), (found, around)) in order.into_iter().zip(gathered) {
        diagnostics.extend(rewrite_gathered(&mut files[file].units[unit], found, &around, &modules));
    }
    loop {
        diagnostics.extend(modules.module_instances(files));
        // They may need further instances.
        let Some(problems) = modules.make_copier(files) else { break };
        diagnostics.extend(problems);
    }
    diagnostics.drop_echoes();
    // Types that have pointers to each other hold each other, and so do types and procedures that are bound to them.
    modules.later.take().into_iter().for_each(|later| drop(later.take()));
    modules.bound.take().into_iter().for_each(|ty| drop(ty.bindings.take()));
    let stores = modules.stores.take();
    (modules.uses_stores.get().then(|| stores::module_of(stores.iter())), modules.unguarded.take())
}

/// The units of all files, each module before those that use it.
fn order(files: &[File]) -> Vec<(usize, usize)> {
    let all = files.iter().enumerate();
    let units: Vec<(usize, usize)> =
        all.flat_map(|(file, tree)| (0..tree.units.len()).map(move |unit| (file, unit))).collect();
    let name = |(file, unit): (usize, usize)| {
        let header = files[file].units[unit].header.as_ref();
        header.filter(|header| header.kind == UnitKind::Module).map(|header| header.name.text.clone())
    };
    let modules: IndexMap<Word, usize> =
        units.iter().enumerate().filter_map(|(index, at)| Some((name(*at)?, index))).collect();
    let (mut done, mut ordered) = (vec![false; units.len()], Vec::with_capacity(units.len()));
    for start in 0..units.len() {
        // Modules that use each other end when one is met again.
        let mut stack = vec![(start, false)];
        while let Some((index, is_complete)) = stack.pop() {
            if is_complete {
                ordered.push(units[index]);
            } else if !std::mem::replace(&mut done[index], true) {
                stack.push((index, true));
                let (file, unit) = units[index];
                let mut used = Vec::new();
                let unit = &files[file].units[unit];
                let parent = unit.header.as_ref().and_then(parent_of);
                used_modules(unit, &mut used);
                used.extend(parent.as_deref());
                stack.extend(used.iter().rev().filter_map(|name| modules.get(*name)).map(|index| (*index, false)));
            }
        }
    }
    ordered
}

/// The modules that a unit and those in it use.
fn used_modules<'a>(unit: &'a Unit, used: &mut Vec<&'a str>) {
    for statement in &unit.statements {
        match &statement.kind {
            StatementKind::Use(one) => used.push(&one.module.text),
            StatementKind::Interface(block) => block.bodies.iter().for_each(|body| used_modules(body, used)),
            _ => {}
        }
    }
    unit.contains.iter().flat_map(|contains| &contains.units).for_each(|inner| used_modules(inner, used));
}

/// What PUBLIC and PRIVATE say in a module.
struct Visibility {
    default: Access,
    listed: IndexMap<Word, Access>,
}

impl Visibility {
    fn of(unit: &Unit) -> Visibility {
        let mut found = Visibility { default: Access::Public, listed: IndexMap::new() };
        let mut rest = unit.statements.as_slice();
        while let Some((statement, after)) = rest.split_first() {
            rest = after;
            if let StatementKind::DerivedType { access, name, .. } = &statement.kind {
                // PRIVATE in a definition is of its components.
                let ends = |one: &&Statement| matches!(one.kind, StatementKind::EndDerivedType(_));
                let components = after.iter().take_while(|one| !ends(one)).count();
                rest = after.get(components..).unwrap_or_default();
                found.listed.extend(access.map(|access| (name.text.clone(), access)));
            }
            let Some((access, names)) = statement.kind.listed_access() else { continue };
            if names.is_empty() {
                found.default = access;
            }
            found.listed.extend(names.iter().map(|name| (name.text.clone(), access)));
        }
        found
    }

    /// Constants of definitions go with the types.
    fn shows(&self, name: &str) -> bool {
        name.contains('%') || self.listed.get(name).copied().unwrap_or(self.default) == Access::Public
    }
}
