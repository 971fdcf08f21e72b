//! PROCEDURE declarations become interface blocks before names are resolved; so do abstract interfaces, as those of
//! procedures that nobody calls.
//!
//! ```text
//! ABSTRACT INTERFACE                         INTERFACE
//!   REAL FUNCTION FN(X)             becomes    REAL FUNCTION G(X) RESULT(FN)
//!   …                                          …
//! PROCEDURE(FN) :: G
//! ```
//! A procedure pointer has an interface by a name of its own, so that it is known wherever the pointer is:
//!
//! ```text
//!                                            INTERFACE
//!                                              REAL FUNCTION p%interface(X) RESULT(FN)
//!                                              …
//! PROCEDURE(FN), POINTER :: P      becomes   PROCEDURE(p%interface), POINTER :: P
//! ```
//! The interface may be that of any procedure that is seen where the declaration is: of an interface body, of a
//! procedure of the module or host, or of a module that is used.

use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::resolved::UnitKind;
use crate::submodules::parent_of;
use crate::tree::*;
use indexmap::{IndexMap, IndexSet};
use std::rc::Rc;

/// What a scope has of interfaces, by name.
#[derive(Default)]
struct Known {
    /// The module that the scope is.
    module: Option<Word>,
    bodies: IndexMap<Word, Unit>,
    uses: Vec<Use>,
}

/// Replaces the PROCEDURE declarations and abstract interfaces of all files.
pub(crate) fn declare_procedures(files: &mut [File], diagnostics: &mut Diagnostics) {
    if !files.iter().flat_map(|file| &file.units).any(has_declarations) {
        return;
    }
    let modules = files.iter().flat_map(|file| &file.units).filter_map(|unit| {
        let header = unit.header.as_ref().filter(|header| header.kind == UnitKind::Module)?;
        Some((header.name.text.clone(), Rc::new(known_in(unit))))
    });
    let modules: IndexMap<Word, Rc<Known>> = modules.collect();
    let headers = files.iter().flat_map(|file| &file.units).filter_map(|unit| unit.header.as_ref());
    let parents: IndexMap<Word, Word> =
        headers.filter_map(|header| Some((header.name.text.clone(), parent_of(header)?))).collect();
    for unit in files.iter_mut().flat_map(|file| &mut file.units) {
        let parent = unit.header.as_ref().and_then(parent_of);
        let hosts = std::iter::successors(parent.as_ref(), |parent| parents.get(*parent));
        let mut outer: Vec<Rc<Known>> = hosts.filter_map(|host| modules.get(host).cloned()).collect();
        outer.reverse();
        replace_in(unit, &outer, &modules, diagnostics);
    }
}

fn has_declarations(unit: &Unit) -> bool {
    let has = |statement: &Statement| match &statement.kind {
        StatementKind::Procedure { .. } | StatementKind::Attribute(Attribute::Pointer, _) => true,
        StatementKind::TypeDeclaration { ty, attributes, .. } => {
            matches!(ty.kind, Some(KindSelector::Procedure(_)))
                || attributes.contains(&Attribute::External) && attributes.contains(&Attribute::Pointer)
        }
        StatementKind::Interface(block) => block.is_abstract || block.bodies.iter().any(has_declarations),
        _ => false,
    };
    unit.statements.iter().any(has) || unit.contains.iter().flat_map(|contains| &contains.units).any(has_declarations)
}

fn known_in(unit: &Unit) -> Known {
    let header = unit.header.as_ref().filter(|header| header.kind == UnitKind::Module);
    let mut known = Known { module: header.map(|header| header.name.text.clone()), ..Known::default() };
    for inner in unit.contains.iter().flat_map(|contains| &contains.units) {
        let length = inner.statements.iter().position(|one| one.kind.is_executable());
        let statements = inner.statements[..length.unwrap_or(inner.statements.len())].to_vec();
        let import = Statement { label: None, kind: StatementKind::Import(Vec::new()), span: inner.span };
        known.add(&Unit { statements: [vec![import], statements].concat(), contains: None, ..inner.clone() });
    }
    for statement in &unit.statements {
        match &statement.kind {
            StatementKind::Interface(block) => block.bodies.iter().for_each(|body| known.add(body)),
            StatementKind::Use(used) => known.uses.push((**used).clone()),
            _ => {}
        }
    }
    known
}

impl Known {
    fn add(&mut self, body: &Unit) {
        if let Some(header) = &body.header {
            self.bodies.insert(header.name.text.clone(), body.clone());
        }
    }
}

/// A procedure whose interface another is to have.
struct Model {
    body: Unit,
    /// The module that it is from, if that is used.
    module: Option<Word>,
}

/// Replaces the declarations of a unit and of those in it. The result are the interfaces of the procedure pointers that
/// functions in it have as their results: callers see them, so the host has them.
fn replace_in(
    unit: &mut Unit,
    outer: &[Rc<Known>],
    modules: &IndexMap<Word, Rc<Known>>,
    diagnostics: &mut Diagnostics,
) -> Vec<Statement> {
    declare_pointers(unit);
    let around: Vec<Rc<Known>> = outer.iter().cloned().chain([Rc::new(known_in(unit))]).collect();
    let mut statements = Vec::with_capacity(unit.statements.len());
    // The interfaces of procedure pointers come after the specification part, behind which are the declarations of
    // BLOCKs.
    let (mut named, mut end) = (Vec::new(), None);
    let mut defined: Option<Word> = None;
    let function = unit.header.as_ref().filter(|header| header.kind == UnitKind::Function && !outer.is_empty());
    let function =
        function.map(|header| (header.name.text.clone(), header.result.as_ref().unwrap_or(&header.name).clone()));
    let mut shown = Vec::new();
    for Statement { label, kind, span } in std::mem::take(&mut unit.statements) {
        if kind.is_executable() {
            end.get_or_insert(statements.len());
        }
        match kind {
            StatementKind::DerivedType { ref name, .. } => {
                defined = Some(name.text.clone());
                statements.push(Statement { label, kind, span });
            }
            StatementKind::EndDerivedType(_) => {
                defined = None;
                statements.push(Statement { label, kind, span });
            }
            StatementKind::TypeDeclaration { mut ty, attributes, entities } => {
                if let Some(KindSelector::Procedure(pointer)) = &mut ty.kind
                    && let Some(first) = entities.first()
                {
                    let within = match (&defined, end) {
                        (Some(name), _) => format!("{name}%"),
                        (None, Some(_)) => format!("{}%", statements.len()),
                        (None, None) => String::new(),
                    };
                    let function =
                        function.as_ref().filter(|(_, result)| defined.is_none() && result.text == first.name.text);
                    let is_seen = match &pointer.interface {
                        ProcedureInterface::Like(like) => find(like, outer, modules).is_some(),
                        _ => false,
                    };
                    let (within, around, named) = match function.filter(|_| is_seen) {
                        Some((function, _)) => (format!("{function}%"), outer, &mut shown),
                        None => (within, &around[..], &mut named),
                    };
                    match name_interface(pointer, &within, &first.name, (around, modules)) {
                        Ok(Some(kind)) => {
                            named.push(Statement { label: None, kind, span });
                            if let (ProcedureInterface::Like(name), true) =
                                (&pointer.interface, pointer.module.is_some())
                            {
                                let kind = StatementKind::Access(Access::Public, vec![name.clone()]);
                                named.push(Statement { label: None, kind, span });
                            }
                        }
                        Ok(None) => {}
                        Err(error) => {
                            diagnostics.push(*error);
                            unit.refused_names.extend(entities.iter().map(|entity| entity.name.text.clone()));
                            statements.push(Statement { label, kind: StatementKind::Invalid, span });
                            continue;
                        }
                    }
                }
                let kind = StatementKind::TypeDeclaration { ty, attributes, entities };
                statements.push(Statement { label, kind, span });
            }
            StatementKind::Procedure { interface, attributes, names } => {
                let declared = match interface {
                    ProcedureInterface::Like(like) => match find(&like, &around, modules) {
                        Some(model) => vec![block_like(&model, &names, span)],
                        None => {
                            diagnostics.push(unknown_interface(&like));
                            vec![StatementKind::Invalid]
                        }
                    },
                    ProcedureInterface::Type(ty) => {
                        let entities = names.iter().map(entity).collect();
                        vec![StatementKind::TypeDeclaration { ty, attributes: vec![Attribute::External], entities }]
                    }
                    ProcedureInterface::Unknown => vec![StatementKind::External(names.clone())],
                };
                let is_invalid = declared.contains(&StatementKind::Invalid);
                if is_invalid {
                    unit.refused_names.extend(names.iter().map(|name| name.text.clone()));
                }
                let with = attributes.into_iter().filter(|_| !is_invalid).map(|attribute| {
                    let declarator = |name: &Name| ArrayDeclarator { name: name.clone(), dimensions: Vec::new() };
                    StatementKind::Attribute(attribute, names.iter().map(declarator).collect())
                });
                let kinds = declared.into_iter().chain(with);
                statements.extend(kinds.map(|kind| Statement { label, kind, span }));
            }
            StatementKind::Interface(mut block) => {
                // USE and PUBLIC name abstract interfaces as they do procedures.
                block.is_abstract = false;
                for body in &mut block.bodies {
                    // What it shows is not known outside.
                    let shown = replace_in(body, &around, modules, diagnostics);
                    body.statements.extend(shown);
                }
                statements.push(Statement { label, kind: StatementKind::Interface(block), span });
            }
            kind => statements.push(Statement { label, kind, span }),
        }
    }
    for inner in unit.contains.iter_mut().flat_map(|contains| &mut contains.units) {
        named.extend(replace_in(inner, &around, modules, diagnostics));
    }
    let end = end.unwrap_or(statements.len());
    statements.splice(end..end, named);
    unit.statements = statements;
    shown
}

/// Lets PROCEDURE declare what interface bodies and EXTERNAL declare and POINTER makes a procedure pointer.
fn declare_pointers(unit: &mut Unit) {
    let pointers = |statement: &Statement| match &statement.kind {
        StatementKind::Attribute(Attribute::Pointer, names) => names.iter().map(|name| name.name.clone()).collect(),
        _ => Vec::new(),
    };
    let pointers: Vec<Name> = unit.statements.iter().flat_map(pointers).collect();
    let mut declared = Vec::new();
    let mut declare = |interface: ProcedureInterface, attributes: Vec<Attribute>, entities: Vec<EntityDeclaration>| {
        let span = entities.first().map_or(unit.span, |entity| entity.name.span);
        let pointer = ProcedurePointer { interface, attributes: Vec::new(), module: None, initial: None };
        let kind = Some(KindSelector::Procedure(Box::new(pointer)));
        let ty = Box::new(TypeSpec { name: TypeName::Integer, kind, span });
        let kind = StatementKind::TypeDeclaration { ty, attributes, entities };
        declared.push(Statement { label: None, kind, span });
    };
    let mut bodies = IndexSet::new();
    for statement in &mut unit.statements {
        match &mut statement.kind {
            StatementKind::Interface(block) if block.generic.is_none() => {
                for header in block.bodies.iter_mut().filter_map(|body| body.header.as_mut()) {
                    if let Some(name) = pointers.iter().find(|name| name.text == header.name.text) {
                        let like = Name { text: format!("{}%body", name.text).into(), span: header.name.span };
                        let own = std::mem::replace(&mut header.name, like.clone());
                        if header.kind == UnitKind::Function && header.result.is_none() {
                            header.result = Some(own);
                        }
                        declare(ProcedureInterface::Like(like), Vec::new(), vec![entity(name)]);
                        bodies.insert(name.text.clone());
                    }
                }
            }
            StatementKind::External(names) => {
                for name in names.iter().filter(|name| pointers.iter().any(|one| one.text == name.text)) {
                    declare(ProcedureInterface::Unknown, Vec::new(), vec![entity(name)]);
                    bodies.insert(name.text.clone());
                }
                names.retain(|name| !bodies.contains(&name.text));
            }
            StatementKind::TypeDeclaration { ty, attributes, entities }
                if attributes.contains(&Attribute::External) && attributes.contains(&Attribute::Pointer) =>
            {
                let is_other = |one: &Attribute| !matches!(one, Attribute::External | Attribute::Pointer);
                let attributes = attributes.iter().filter(|one| is_other(one)).cloned().collect();
                declare(ProcedureInterface::Type(ty.clone()), attributes, std::mem::take(entities));
            }
            _ => {}
        }
    }
    if declared.is_empty() {
        return;
    }
    for statement in &mut unit.statements {
        if let StatementKind::Attribute(Attribute::Pointer, names) = &mut statement.kind {
            names.retain(|name| !bodies.contains(&name.name.text));
        }
    }
    unit.statements.retain(|statement| match &statement.kind {
        StatementKind::Attribute(Attribute::Pointer, names) => !names.is_empty(),
        StatementKind::TypeDeclaration { entities, .. } => !entities.is_empty(),
        StatementKind::External(names) => !names.is_empty(),
        _ => true,
    });
    let end = unit.statements.iter().position(|statement| statement.kind.is_executable());
    let end = end.unwrap_or(unit.statements.len());
    unit.statements.splice(end..end, declared);
}

fn entity(name: &Name) -> EntityDeclaration {
    EntityDeclaration { name: name.clone(), dimensions: Vec::new(), length: None, initial: None }
}

fn unknown_interface(like: &Name) -> Diagnostic {
    Diagnostic::error("E0924", like.span, format!("the interface of `{}` is not known here", like.text.to_uppercase()))
}

/// Gives the interface of procedure pointers a name of its own. The result declares that.
fn name_interface(
    pointer: &mut ProcedurePointer,
    within: &str,
    first: &Name,
    (around, modules): (&[Rc<Known>], &IndexMap<Word, Rc<Known>>),
) -> Result<Option<StatementKind>, Box<Diagnostic>> {
    let module = around.last().and_then(|known| known.module.clone());
    let host = module.as_ref().map(|module| format!("{module}%")).unwrap_or_default();
    let name = Name { text: format!("{host}{within}{}%interface", first.text).into(), span: first.span };
    let declared = match &pointer.interface {
        ProcedureInterface::Like(like) => {
            let model = find(like, around, modules).ok_or_else(|| Box::new(unknown_interface(like)))?;
            block_like(&model, std::slice::from_ref(&name), first.span)
        }
        ProcedureInterface::Type(ty) => {
            let (ty, attributes) = (ty.clone(), vec![Attribute::External]);
            StatementKind::TypeDeclaration { ty, attributes, entities: vec![entity(&name)] }
        }
        ProcedureInterface::Unknown => return Ok(None),
    };
    pointer.interface = ProcedureInterface::Like(name);
    pointer.module = module;
    Ok(Some(declared))
}

/// The procedure of a name, the innermost scope's first.
fn find(name: &Name, around: &[Rc<Known>], modules: &IndexMap<Word, Rc<Known>>) -> Option<Model> {
    for known in around.iter().rev() {
        if let Some(body) = known.bodies.get(&name.text) {
            return Some(Model { body: body.clone(), module: None });
        }
        if let Some(found) = find_used(&name.text, known, modules, &mut IndexSet::new()) {
            return Some(found);
        }
    }
    None
}

/// The procedure of a name in the modules that a scope uses; they may use each other.
fn find_used(
    name: &Word,
    known: &Known,
    modules: &IndexMap<Word, Rc<Known>>,
    seen: &mut IndexSet<Word>,
) -> Option<Model> {
    for used in &known.uses {
        let listed = used.items.iter().find(|item| item.local.text == *name);
        let source = match listed {
            Some(item) => &item.source.as_ref().unwrap_or(&item.local).text,
            None if used.only => continue,
            None => name,
        };
        let Some(module) = modules.get(&used.module.text).filter(|_| seen.insert(used.module.text.clone())) else {
            continue;
        };
        if let Some(body) = module.bodies.get(source) {
            return Some(Model { body: body.clone(), module: module.module.clone() });
        }
        if let Some(found) = find_used(source, module, modules, seen) {
            return Some(found);
        }
    }
    None
}

/// An interface block for procedures with the interface of another.
fn block_like(model: &Model, names: &[Name], span: crate::source::Span) -> StatementKind {
    let bodies = names.iter().map(|name| {
        let mut body = model.body.clone();
        if let Some(header) = &mut body.header {
            let like = std::mem::replace(&mut header.name, name.clone());
            if header.kind == UnitKind::Function && header.result.is_none() {
                header.result = Some(like.clone());
            }
            let mut import = |module| body.statements.iter_mut().for_each(|one| import_by_use(one, module, &like));
            model.module.iter().for_each(&mut import);
        }
        Unit { end: None, comments: Vec::new(), ..body }
    });
    let (generic, procedures) = (None, Vec::new());
    let bodies = bodies.collect();
    StatementKind::Interface(Box::new(InterfaceBlock { generic, is_abstract: false, procedures, bodies, end: span }))
}

/// IMPORT in a body of another module takes names of that module; its own may be that of the result in the body.
fn import_by_use(statement: &mut Statement, module: &Word, own: &Name) {
    if let StatementKind::Import(names) = &statement.kind {
        let only = !names.is_empty();
        let local = Name { text: format!("{}%own", own.text).into(), span: own.span };
        let items = match only {
            true => names.iter().map(|name| UseItem { local: name.clone(), source: None }).collect(),
            false => vec![UseItem { local, source: Some(own.clone()) }],
        };
        let module = Name { text: module.clone(), span: statement.span };
        statement.kind = StatementKind::Use(Box::new(Use { intrinsic: None, module, only, items }));
    }
}
