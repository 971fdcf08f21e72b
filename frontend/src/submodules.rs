//! Separate module procedures before names are resolved: interfaces in modules, definitions in submodules.
//!
//! ```text
//! MODULE M                               MODULE M
//!   INTERFACE                            CONTAINS
//!     MODULE SUBROUTINE S(X)     becomes   SUBROUTINE S(X)       with its specification part, and no unit of its own
//!     …                                    …
//! SUBMODULE (M) A                        MODULE M%A              which sees all that M has
//! CONTAINS                               CONTAINS
//!   MODULE PROCEDURE S                     SUBROUTINE S(X)       that is the unit S of M
//! ```

use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::resolve::declared_names;
use crate::resolved::UnitKind;
use crate::source::Span;
use crate::tree::visit::{NameRole, Visit, walk_expr};
use crate::tree::*;
use indexmap::{IndexMap, IndexSet};

/// The interfaces of separate procedures, by the module or submodule and the name.
type Interfaces = IndexMap<(Word, Word), Unit>;

/// The name that a submodule has from here on, which no source can contain.
fn name_of(ancestor: &str, submodule: &str) -> Word {
    format!("{ancestor}%{submodule}").into()
}

/// The name of what a submodule extends.
pub(crate) fn parent_of(header: &Header) -> Option<Word> {
    let Parent { ancestor, submodule } = header.parent.as_deref()?;
    Some(submodule.as_ref().map_or(ancestor.text.clone(), |submodule| name_of(&ancestor.text, &submodule.text)))
}

/// Connects the submodules of all files with their modules.
pub(crate) fn connect_submodules(files: &mut [File], diagnostics: &mut Diagnostics) {
    if !files.iter().flat_map(|file| &file.units).any(has_separate) {
        return;
    }
    for header in files.iter_mut().flat_map(|file| &mut file.units).filter_map(|unit| unit.header.as_mut()) {
        if let Some(parent) = &header.parent {
            header.name.text = name_of(&parent.ancestor.text, &header.name.text);
        }
    }
    drop_orphans(files, diagnostics);
    let mut interfaces = Interfaces::new();
    for unit in files.iter_mut().flat_map(|file| &mut file.units) {
        take_interfaces(unit, &mut interfaces);
    }
    let headers = files.iter().flat_map(|file| &file.units).filter_map(|unit| unit.header.as_ref());
    let parents: IndexMap<Word, Word> =
        headers.filter_map(|header| Some((header.name.text.clone(), parent_of(header)?))).collect();
    let units = files.iter().flat_map(|file| &file.units);
    let declared = units.filter_map(|unit| {
        let header = unit.header.as_ref().filter(|header| header.parent.is_some())?;
        Some((header.name.text.clone(), own_names(unit)))
    });
    let declared = declared.collect();
    let mut connection = Connection { parents, declared, interfaces, diagnostics };
    files.iter_mut().flat_map(|file| &mut file.units).for_each(|unit| connection.define_all(unit, None));
    let interfaces = connection.interfaces;
    for unit in files.iter_mut().flat_map(|file| &mut file.units) {
        add_interfaces(unit, &interfaces);
    }
}

fn is_separate(unit: &Unit) -> bool {
    unit.header.as_ref().is_some_and(|header| header.prefixes.contains(&Prefix::Module))
}

fn has_separate(unit: &Unit) -> bool {
    let is_submodule = unit.header.as_ref().is_some_and(|header| header.parent.is_some());
    let in_interfaces = |statement: &Statement| match &statement.kind {
        StatementKind::Interface(block) => block.bodies.iter().any(is_separate),
        _ => false,
    };
    let inner = unit.contains.iter().flat_map(|contains| &contains.units);
    is_submodule || is_separate(unit) || unit.statements.iter().any(in_interfaces) || inner.into_iter().any(is_separate)
}

/// Reports and drops the submodules that have no module.
fn drop_orphans(files: &mut [File], diagnostics: &mut Diagnostics) {
    let headers = files.iter().flat_map(|file| &file.units).filter_map(|unit| unit.header.as_ref());
    let mut left: Vec<(&Header, Word)> =
        headers.clone().filter_map(|header| Some((header, parent_of(header)?))).collect();
    let modules = headers.filter(|one| one.kind == UnitKind::Module && one.parent.is_none());
    let mut known: IndexSet<Word> = modules.map(|one| one.name.text.clone()).collect();
    while let Some(at) = left.iter().position(|(_, parent)| known.contains(parent)) {
        known.insert(left.swap_remove(at).0.name.text.clone());
    }
    let orphans: IndexSet<Word> = left.into_iter().map(|(header, _)| header.name.text.clone()).collect();
    for file in files.iter_mut() {
        file.units.retain(|unit| {
            let header = unit.header.as_ref().filter(|header| orphans.contains(&header.name.text));
            let Some(parent) = header.and_then(|header| header.parent.as_deref()) else { return true };
            let (kind, shown) = match parent {
                Parent { submodule: Some(name), .. } => ("submodule", name),
                Parent { ancestor: name, .. } => ("module", name),
            };
            let message = format!("{kind} `{}` is not defined", shown.text.to_uppercase());
            let error = Diagnostic::error("E0216", shown.span, message);
            diagnostics.push(error.with_help("also give the file that defines it, in any order"));
            false
        });
    }
}

/// Takes the interfaces of separate procedures out of the interface blocks of a module.
fn take_interfaces(unit: &mut Unit, interfaces: &mut Interfaces) {
    let Some(module) = unit.header.as_ref().filter(|one| one.kind == UnitKind::Module).map(|one| one.name.text.clone())
    else {
        return;
    };
    unit.statements.retain_mut(|statement| {
        let StatementKind::Interface(block) = &mut statement.kind else { return true };
        let (separate, others) = std::mem::take(&mut block.bodies).into_iter().partition(is_separate);
        block.bodies = others;
        let separate: Vec<Unit> = separate;
        if separate.is_empty() {
            return true;
        }
        for mut body in separate {
            body.statements.retain(|one| !matches!(one.kind, StatementKind::Import(_)));
            if let Some(header) = &mut body.header {
                header.separate = Some(Separate::Interface);
                let name = header.name.clone();
                if block.generic.is_some() {
                    block.procedures.push(name.clone());
                }
                interfaces.entry((module.clone(), name.text)).or_insert(body);
            }
        }
        block.generic.is_some() || !block.bodies.is_empty() || !block.procedures.is_empty()
    });
}

/// What is known while definitions get their interfaces.
struct Connection<'d> {
    /// What each submodule extends.
    parents: IndexMap<Word, Word>,
    /// The names that each submodule declares.
    declared: IndexMap<Word, IndexSet<Word>>,
    interfaces: Interfaces,
    diagnostics: &'d mut Diagnostics,
}

impl Connection<'_> {
    /// Makes the separate procedures that a unit is or has definitions. `module` is the one that it is in.
    fn define_all(&mut self, unit: &mut Unit, module: Option<&Word>) {
        if is_separate(unit) {
            self.define(unit, module);
        }
        let own = unit.header.as_ref().filter(|one| one.kind == UnitKind::Module).map(|one| one.name.text.clone());
        for inner in unit.contains.iter_mut().flat_map(|contains| &mut contains.units) {
            self.define_all(inner, own.as_ref());
        }
    }

    /// A module or submodule and its ancestors.
    fn line<'c>(&'c self, module: Option<&'c Word>) -> impl Iterator<Item = &'c Word> {
        std::iter::successors(module, |module| self.parents.get(*module)).take(self.parents.len() + 1)
    }

    /// Makes a procedure of a module or submodule the definition of the interface that it or an ancestor has.
    fn define(&mut self, procedure: &mut Unit, module: Option<&Word>) {
        let Some(header) = &procedure.header else { return };
        let (name, is_bare) = (header.name.clone(), header.separate == Some(Separate::Bare));
        let place = |module: &Word| (module.clone(), name.text.clone());
        let owner = self.line(module).find(|module| self.interfaces.contains_key(&place(module))).cloned();
        let Some(owner) = owner else {
            let message = format!("the module procedure `{}` has no interface", name.text.to_uppercase());
            self.diagnostics.push(Diagnostic::error("E0302", name.span, message));
            if is_bare {
                // Nothing is known of what it speaks of.
                procedure.header = None;
                procedure.statements = vec![invalid(procedure.span)];
                procedure.contains = None;
            }
            return;
        };
        if let Some(interface) = self.interfaces.get(&place(&owner)).cloned().filter(|_| is_bare) {
            let mentioned = mentioned_names(&interface);
            let between = self.line(module).take_while(|one| **one != owner).filter_map(|one| self.declared.get(one));
            let hidden = between.flatten().find(|name| mentioned.contains(*name)).cloned();
            let is_hidden = own_names(procedure).iter().any(|name| mentioned.contains(name));
            let mut is_refused = !complete(procedure, &interface, is_hidden);
            if is_refused {
                let message = "a name of its interface with another meaning in a definition with USE or CONTAINS is not \
                               supported yet";
                self.diagnostics.push(Diagnostic::error("E0947", name.span, message).with_help("rename it"));
            }
            if let Some(hidden) = hidden {
                let what = format!("`{}` of its interface, which the submodule declares, too,", hidden.to_uppercase());
                let message = format!("{what} in a definition without its interface is not supported yet");
                self.diagnostics.push(Diagnostic::error("E0947", name.span, message).with_help("repeat the interface"));
                is_refused = true;
            }
            if is_refused {
                procedure.statements.insert(0, invalid(procedure.span));
            }
        }
        if Some(&owner) == module {
            self.interfaces.shift_remove(&place(&owner));
        } else if let Some(header) = &mut procedure.header {
            header.separate = Some(Separate::Definition(owner));
        }
    }
}

fn invalid(span: Span) -> Statement {
    Statement { label: None, kind: StatementKind::Invalid, span }
}

/// Gives a definition what its interface says. Where it gives names of the interface another meaning (`is_hidden`), its
/// own statements are a BLOCK; false if that can't be.
fn complete(procedure: &mut Unit, interface: &Unit, is_hidden: bool) -> bool {
    if let (Some(own), Some(known)) = (&mut procedure.header, interface.header.clone()) {
        *own = Header { name: own.name.clone(), span: own.span, label: own.label, separate: None, ..known };
    }
    procedure.refused_names.extend(interface.refused_names.iter().cloned());
    procedure.refused_words.extend(interface.refused_words.iter().cloned());
    if let Some(end) = &mut procedure.end {
        end.word = None;
    }
    let own = std::mem::take(&mut procedure.statements);
    let may_be_block = procedure.contains.is_none() && !own.iter().any(|one| matches!(one.kind, StatementKind::Use(_)));
    let own = match is_hidden && may_be_block {
        true => {
            let (implicit, others): (Vec<Statement>, Vec<Statement>) = own.into_iter().partition(is_implicit);
            let statement = |kind| Statement { label: None, kind, span: procedure.span };
            let block = [statement(StatementKind::Block(None))].into_iter().chain(others);
            implicit.into_iter().chain(block).chain([statement(StatementKind::EndBlock(None))]).collect()
        }
        false => own,
    };
    procedure.statements = with_specification(interface.statements.clone(), own);
    !is_hidden || may_be_block
}

fn is_implicit(statement: &Statement) -> bool {
    matches!(statement.kind, StatementKind::ImplicitNone { .. } | StatementKind::Implicit(_))
}

/// The names to which a unit gives a meaning of its own; what it takes from modules as a whole is not known here.
fn own_names(unit: &Unit) -> IndexSet<Word> {
    let others = unit.statements.iter().flat_map(|statement| match &statement.kind {
        StatementKind::DerivedType { name, .. } => vec![name.text.clone()],
        StatementKind::Use(used) => used.items.iter().map(|item| item.local.text.clone()).collect(),
        _ => Vec::new(),
    });
    let own = unit.header.as_ref().map(|header| header.name.text.as_str());
    let declared = declared_names(unit).into_keys().filter(|name| Some(*name) != own).map(Word::new);
    declared.chain(others).collect()
}

/// The names of its host that an interface mentions.
fn mentioned_names(interface: &Unit) -> IndexSet<Word> {
    struct Names(IndexSet<Word>);
    impl<'a> Visit<'a> for Names {
        fn expr(&mut self, expr: &'a Expr) {
            match &expr.kind {
                ExprKind::Name(name) => drop(self.0.insert(name.clone())),
                ExprKind::Reference(name, _) => drop(self.0.insert(name.text.clone())),
                _ => {}
            }
            walk_expr(self, expr);
        }

        fn name(&mut self, name: &'a Name, role: NameRole) {
            if role == NameRole::Type {
                self.0.insert(name.text.clone());
            }
        }
    }
    let mut names = Names(IndexSet::new());
    names.unit(interface);
    let own = own_names(interface);
    names.0.retain(|name| !own.contains(name));
    names.0
}

/// The statements of a definition after those of its interface: USE and IMPLICIT come first.
fn with_specification(interface: Vec<Statement>, own: Vec<Statement>) -> Vec<Statement> {
    let order = |statement: &Statement| match statement.kind {
        StatementKind::Use(_) => 0,
        _ if is_implicit(statement) => 1,
        _ => 2,
    };
    let leading = own.iter().take_while(|one| order(one) < 2).count();
    let mut all: Vec<Statement> = own[..leading].iter().cloned().chain(interface).collect();
    // IMPLICIT NONE of both is one.
    let mut has_none = false;
    all.retain(|one| {
        let is_none = matches!(one.kind, StatementKind::ImplicitNone { .. });
        !is_none || !std::mem::replace(&mut has_none, true)
    });
    all.sort_by_key(order);
    all.extend(own.into_iter().skip(leading));
    all
}

/// Gives a module the interfaces whose definitions are elsewhere, as procedures of its own.
fn add_interfaces(unit: &mut Unit, interfaces: &Interfaces) {
    let Some(header) = unit.header.as_ref().filter(|header| header.kind == UnitKind::Module) else { return };
    let of_module = interfaces.iter().filter(|((module, _), _)| *module == header.name.text);
    let added: Vec<Unit> = of_module.map(|(_, body)| body.clone()).collect();
    if !added.is_empty() {
        let contains = unit.contains.get_or_insert(Contains { label: None, units: Vec::new(), span: unit.span });
        contains.units.extend(added);
    }
}
