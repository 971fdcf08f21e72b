//! What a unit's specification part says of names.

mod dummies;
mod pointers;

use super::entries::entries_of;
use super::gathered::Gathered;
use super::implied_types::ImpliedTypes;
use super::names::{Meaning, Names, Procedure, Shaped, Ty, Variable};
use super::procedure_pointers::with_initial;
use super::refused_types::has_target;
use super::types::{UNIVERSAL, unknown_type};
use super::typing::{extents, implied_type, integer_value, type_of_spec};
use super::{Modules, definitions};
use crate::diagnostics::Diagnostic;
use crate::resolve::integer_constants;
use crate::resolved::UnitKind;
use crate::tree::*;
use dummies::dummy_argument;
use std::rc::Rc;

/// Reads a unit's declarations. `module` is the module that it is or is in.
pub(super) fn gather(unit: &Unit, outer: Option<Rc<Names>>, module: Option<&Word>, modules: &Modules) -> Gathered {
    let is_apart = unit.header.as_ref().is_some_and(|header| header.parent.is_some() || header.separate.is_some());
    let implied =
        outer.as_ref().filter(|_| !is_apart).map_or_else(ImpliedTypes::default, |outer| outer.implied.clone());
    let mut names = Names { outer, implied, ..Names::default() };
    if names.outer.is_none() {
        names.types.insert(UNIVERSAL.into(), Rc::clone(&modules.universal));
    }
    let mut gatherer = Gatherer { found: Gathered { names, ..Gathered::default() }, module, modules };
    let specification = unit.statements.iter().position(|statement| statement.kind.is_executable());
    gatherer.statements(&unit.statements[..specification.unwrap_or(unit.statements.len())], 0);
    gatherer.header(unit);
    gatherer.pointers(Some(unit));
    if let Some(header) = unit.header.as_ref().filter(|header| header.kind == UnitKind::Function) {
        super::results::note_made(gatherer.variable(header.result.as_ref().unwrap_or(&header.name)));
    }
    gatherer.procedures(unit);
    gatherer.found
}

/// Reads the declarations of a BLOCK.
pub(super) fn gather_block(statements: &[Statement], outer: Rc<Names>, modules: &Modules) -> Gathered {
    let names = Names::within(outer);
    let mut gatherer = Gatherer { found: Gathered { names, ..Gathered::default() }, module: None, modules };
    gatherer.statements(statements, 0);
    gatherer.pointers(None);
    gatherer.bind(statements);
    gatherer.found
}

struct Gatherer<'g> {
    found: Gathered,
    module: Option<&'g Word>,
    modules: &'g Modules,
}

impl Gatherer<'_> {
    fn statements(&mut self, statements: &[Statement], offset: usize) {
        // Generic interfaces may name procedures that are declared after them.
        let mut index = 0;
        while let Some(statement) = statements.get(index) {
            if let StatementKind::DerivedType { name, extends, is_abstract, access: _ } = &statement.kind {
                let length = definitions::length(&statements[index..]);
                let body = &statements[index + 1..index + length];
                let ends = matches!(body.last(), Some(Statement { kind: StatementKind::EndDerivedType(_), .. }));
                let is_refused = body.iter().any(|one| one.kind == StatementKind::Invalid) || !ends;
                if !ends {
                    let message = format!("the derived type `{}` has no END TYPE", name.text.to_uppercase());
                    let is_reported = body.iter().any(|one| one.kind == StatementKind::Invalid);
                    self.found.problems.extend((!is_reported).then(|| Diagnostic::error("E0107", name.span, message)));
                }
                if !is_refused {
                    let constants = definitions::define(
                        &mut self.found,
                        (name, extends.as_ref(), *is_abstract),
                        body,
                        self.module,
                        self.modules,
                    );
                    self.found.constants.insert(offset + index, constants);
                }
                index += length;
                continue;
            }
            self.statement(statement);
            index += 1;
        }
        for (later, name) in std::mem::take(&mut self.found.pending) {
            match self.found.names.find_type(&name.text).cloned() {
                Some(ty) => *later.borrow_mut() = Some(ty),
                None if self.modules.refused_types.contains(&name.text) => {}
                None => self.found.problems.push(unknown_type(&name.text, name.span)),
            }
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Use(used) => self.import(used),
            StatementKind::Implicit(rules) => rules.iter().for_each(|rule| {
                let ty = type_of_spec(&self.found.names, &rule.ty, None);
                self.found.names.implied.set(&rule.letters, ty);
            }),
            StatementKind::ImplicitNone { types: true, .. } => self.found.names.implied = ImpliedTypes::none(),
            StatementKind::TypeDeclaration { ty, attributes, entities } => {
                for entity in entities {
                    self.declare(ty, attributes, entity);
                }
            }
            StatementKind::Parameter(constants) => {
                for (name, value) in constants {
                    let value = integer_value(&self.found.names, value);
                    self.variable(name).value = value;
                    self.attribute(&Attribute::Parameter, name);
                }
            }
            StatementKind::External(names) => {
                self.found.names.externals.extend(names.iter().map(|name| name.text.clone()));
            }
            StatementKind::Intrinsic(names) => {
                names.iter().for_each(|name| self.attribute(&Attribute::Intrinsic, name))
            }
            StatementKind::Save(names) => {
                self.found.names.saves_all |= names.is_empty();
                for saved in names {
                    if let SavedName::Variable(name) = saved {
                        self.attribute(&Attribute::Save, name);
                    }
                }
            }
            StatementKind::Dimension(arrays)
            | StatementKind::Allocatable(arrays)
            | StatementKind::Attribute(_, arrays) => {
                for array in arrays.iter().filter(|array| !array.dimensions.is_empty()) {
                    self.set_dimensions(&array.name, &array.dimensions);
                }
                if let StatementKind::Attribute(attribute, _) = &statement.kind {
                    arrays.iter().for_each(|array| self.attribute(attribute, &array.name));
                }
                if let StatementKind::Allocatable(_) = statement.kind {
                    arrays.iter().for_each(|array| self.variable(&array.name).is_allocatable = true);
                }
            }
            StatementKind::Common(parts) => {
                let arrays = parts.iter().flat_map(|part| &part.objects);
                for array in arrays {
                    self.found.in_common.insert(array.name.text.clone());
                    if !array.dimensions.is_empty() {
                        self.set_dimensions(&array.name, &array.dimensions);
                    }
                }
            }
            StatementKind::Namelist(groups) => {
                for group in groups {
                    let objects = group.objects.iter().map(|object| object.name.text.clone());
                    self.found.in_namelist.extend(objects.clone());
                    self.found.names.groups.entry(group.name.text.clone()).or_default().extend(objects);
                }
            }
            StatementKind::Interface(block) => {
                for body in &block.bodies {
                    self.body(body);
                }
            }
            _ => {}
        }
    }

    /// Takes over what a USE statement makes accessible.
    fn import(&mut self, used: &Use) {
        let Some(module) = self.modules.get(&used.module.text).filter(|_| used.intrinsic != Some(true)) else {
            let constants = integer_constants(&used.module.text);
            for item in &used.items {
                let source = item.source.as_ref().unwrap_or(&item.local);
                if let Some((_, value)) = constants.iter().find(|(name, _)| *name == source.text) {
                    let variable = self.variable(&item.local);
                    (variable.value, variable.shape) = (Some(*value), Shaped::new(Some(Ty::Integer(4)), 0));
                }
            }
            for (name, value) in constants.iter().filter(|_| !used.only) {
                let shape = Shaped::new(Some(Ty::Integer(4)), 0);
                let variable = Variable { value: Some(*value), shape, ..Variable::default() };
                self.found.names.others.insert((*name).into(), Meaning::Variable(variable));
            }
            return;
        };
        let names = &mut self.found.names;
        if !used.only {
            let is_renamed =
                |name: &Word| used.items.iter().any(|item| item.source.as_ref().is_some_and(|one| one.text == *name));
            for name in module.all() {
                if !is_renamed(&name) {
                    names.import(&name, module, &name);
                }
            }
        }
        for item in &used.items {
            names.import(&item.local.text, module, &item.source.as_ref().unwrap_or(&item.local).text);
        }
    }

    fn declare(&mut self, ty: &TypeSpec, attributes: &[Attribute], entity: &EntityDeclaration) {
        let dimensions = entity.dimensions_among(attributes);
        if !dimensions.is_empty() {
            self.set_dimensions(&entity.name, dimensions);
        }
        attributes.iter().for_each(|attribute| self.attribute(attribute, &entity.name));
        if entity.initial.is_some() {
            self.attribute(&Attribute::Save, &entity.name);
        }
        match entity.initial {
            Some(Initializer::Data(_)) => self.found.in_data.extend([entity.name.text.clone()]),
            Some(Initializer::Target(_)) if has_target(entity) => {
                self.found.pointing.extend([entity.name.text.clone()]);
            }
            _ => {}
        }
        self.found.specs.insert(entity.name.text.clone(), (ty.clone(), entity.length.clone()));
        let ty = with_initial(type_of_spec(&self.found.names, ty, entity.length.as_ref()), entity.initial.as_ref());
        let value = match &entity.initial {
            Some(Initializer::Value(value)) if attributes.contains(&Attribute::Parameter) => {
                integer_value(&self.found.names, value)
            }
            _ => None,
        };
        let is_allocatable = attributes.contains(&Attribute::Allocatable);
        let variable = self.variable(&entity.name);
        variable.shape.ty = ty;
        if !variable.assumes_rank() {
            variable.shape.rank.get_or_insert(0);
        }
        variable.value = value;
        variable.is_allocatable |= is_allocatable;
    }

    fn attribute(&mut self, attribute: &Attribute, name: &Name) {
        match attribute {
            Attribute::Dimension(_) => return,
            Attribute::Pointer => {
                self.found.pointers.insert(name.text.clone(), name.span);
            }
            Attribute::Target => {
                self.found.targets.insert(name.text.clone());
            }
            _ => {}
        }
        self.found.names.attributes.entry(name.text.clone()).or_default().push(attribute.clone());
    }

    fn set_dimensions(&mut self, name: &Name, dimensions: &[DimensionSpec]) {
        let extents = extents(&self.found.names, dimensions);
        let variable = self.variable(name);
        variable.dimensions = dimensions.to_vec();
        variable.shape.rank = (!variable.assumes_rank()).then_some(dimensions.len());
        variable.extents = extents;
    }

    /// The variable of a name of this scope.
    fn variable(&mut self, name: &Name) -> &mut Variable {
        let implied = implied_type(&self.found.names, &name.text);
        let new = || Meaning::Variable(Variable { shape: Shaped::new(implied, 0), ..Variable::default() });
        let meaning = self.found.names.others.entry(name.text.clone()).or_insert_with(new);
        if let Meaning::Procedure(_) = meaning {
            *meaning = Meaning::Variable(Variable::default());
        }
        match meaning {
            Meaning::Variable(variable) => variable,
            Meaning::Procedure(_) => unreachable!("it has just become a variable"),
        }
    }

    /// Adds the procedure of an interface body.
    fn body(&mut self, body: &Unit) {
        let sees_host = body.statements.iter().any(|one| matches!(one.kind, StatementKind::Import(_)));
        let names = std::mem::take(&mut self.found.names);
        let shared = Rc::new(names);
        let procedures = procedures_of(body, sees_host.then(|| Rc::clone(&shared)), self.module, self.modules);
        self.found.names = Rc::try_unwrap(shared).unwrap_or_default();
        for procedure in procedures {
            let procedure = Procedure { is_body: true, ..procedure };
            self.found.names.others.insert(procedure.name.clone(), Meaning::Procedure(Rc::new(procedure)));
        }
    }

    /// The result of a function, which is a variable in it.
    fn header(&mut self, unit: &Unit) {
        let Some(header) = &unit.header else { return };
        if header.kind != UnitKind::Function {
            return;
        }
        let name = header.result.as_ref().unwrap_or(&header.name);
        let ty = header.ty.as_ref().and_then(|ty| type_of_spec(&self.found.names, ty, None));
        if let Some(spec) = &header.ty {
            self.found.specs.insert(name.text.clone(), (spec.clone(), None));
        }
        let variable = self.variable(name);
        if ty.is_some() {
            variable.shape.ty = ty;
        }
    }

    /// The procedures of a unit and the generic names of them.
    fn procedures(&mut self, unit: &Unit) {
        let inner = unit.contains.iter().flat_map(|contains| &contains.units);
        let shared = Rc::new(std::mem::take(&mut self.found.names));
        let module = self.module.filter(|_| unit.header.as_ref().is_some_and(|one| one.kind == UnitKind::Module));
        let procedures: Vec<_> =
            inner.flat_map(|one| procedures_of(one, Some(Rc::clone(&shared)), module, self.modules)).collect();
        self.found.names = Rc::try_unwrap(shared).unwrap_or_default();
        for procedure in procedures {
            self.found.names.others.insert(procedure.name.clone(), Meaning::Procedure(Rc::new(procedure)));
        }
        for statement in &unit.statements {
            if let StatementKind::Interface(block) = &statement.kind
                && let Some(generic) = &block.generic
            {
                let bodies = block.bodies.iter().filter_map(|body| body.header.as_ref().map(|header| &header.name));
                let specifics: Vec<_> =
                    block.procedures.iter().chain(bodies).filter_map(|name| self.found.specific(name)).collect();
                self.found.names.generics.entry(generic.text.clone()).or_default().extend(specifics);
            }
        }
        self.bind(&unit.statements);
    }

    /// What is bound to the types that these statements define.
    fn bind(&mut self, statements: &[Statement]) {
        let bound = self.found.bind(statements);
        self.modules.bound.borrow_mut().extend(bound);
    }
}

/// The interface of a procedure, and of each of its entries.
fn procedures_of(unit: &Unit, outer: Option<Rc<Names>>, module: Option<&Word>, modules: &Modules) -> Vec<Procedure> {
    let Some(header) = &unit.header else { return Vec::new() };
    let found = gather(unit, outer, None, modules);
    let module = match &header.separate {
        Some(Separate::Definition(owner)) => Some(owner),
        _ => module,
    };
    let entries = entries_of(&unit.statements);
    let entries = entries.iter().map(|entry| (&entry.name, &entry.dummies, &entry.result));
    let all = std::iter::once((&header.name, &header.dummies, &header.result)).chain(entries);
    all.map(|(name, dummies, result)| {
        let result = (header.kind == UnitKind::Function).then(|| {
            let name = result.as_ref().unwrap_or(name);
            match found.names.others.get(&name.text) {
                Some(Meaning::Variable(variable)) => variable.clone(),
                _ => Variable { shape: shape_of(&found.names, &name.text), ..Variable::default() },
            }
        });
        Procedure {
            name: name.text.clone(),
            module: module.cloned(),
            dummies: dummies.iter().map(|one| dummy_argument(&found, one.name())).collect(),
            result,
            is_elemental: header.prefixes.contains(&Prefix::Elemental),
            is_body: false,
        }
    })
    .collect()
}

pub(super) fn shape_of(names: &Names, name: &str) -> Shaped {
    match names.others.get(name) {
        Some(Meaning::Variable(variable)) => variable.shape.clone(),
        Some(Meaning::Procedure(_)) => Shaped::default(),
        None => Shaped::new(implied_type(names, name), 0),
    }
}
