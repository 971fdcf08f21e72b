//! Specification statements without derived types.

use super::definitions;
use super::names::{Meaning, Variable};
use super::paths::Value;
use super::procedure_pointers::{first_number, variable_spec};
use super::rewriter::{Outcome, Problem, Rewriter, leaf_dimensions};
use super::types::{DerivedType, Leaf, unknown_type};
use super::typing::derived_name;
use crate::source::Span;
use crate::tree::visit::mutable::walk_statement;
use crate::tree::*;
use std::rc::Rc;

/// What a declaration can't have, as nothing is executed before it.
pub(super) const IN_A_DECLARATION: &str = "a function of derived type, or by a procedure pointer, in a declaration";

impl Rewriter<'_> {
    /// Whether an assignment at the beginning of the executable part defines a statement function.
    pub fn is_statement_function(&self, statement: &Statement) -> bool {
        let StatementKind::Assign { target: Expr { kind: ExprKind::Reference(name, _), .. }, .. } = &statement.kind
        else {
            return false;
        };
        let is_array = |meaning: &Meaning| match meaning {
            Meaning::Variable(variable) => variable.shape.rank != Some(0),
            Meaning::Procedure(_) => false,
        };
        !name.text.contains('%') && !self.find(&name.text).is_some_and(is_array)
    }

    /// Rewrites declarations. The results: the declarations, and the statements that give objects their default values
    /// at entry. `is_static` says that all objects are kept.
    pub fn declarations(&mut self, statements: Vec<Statement>, is_static: bool) -> (Vec<Statement>, Vec<Statement>) {
        let (mut done, mut initial) = (Vec::new(), Vec::new());
        let mut index = 0;
        while let Some(statement) = statements.get(index).cloned() {
            if let StatementKind::DerivedType { name, .. } = &statement.kind {
                let length = definitions::length(&statements[index..]);
                let invalid = statements[index..index + length].iter().filter(|one| one.kind == StatementKind::Invalid);
                done.extend(invalid.cloned());
                let constants = self.constants.swap_remove(&index).unwrap_or_default();
                // They may be values of components whose types use constants of other modules.
                if let (false, Some(ty)) = (constants.is_empty(), self.names.types.get(&name.text).cloned()) {
                    self.need_constants(&ty);
                }
                constants.into_iter().for_each(|one| self.declaration(one, is_static, &mut done, &mut initial));
                index += length;
                continue;
            }
            index += 1;
            self.declaration(statement, is_static, &mut done, &mut initial);
        }
        let undeclared = self.own_pointers.iter().filter(|(name, _)| !self.declared_pointers.contains(*name));
        let undeclared: Vec<(Word, Span)> = undeclared.map(|(name, span)| (name.clone(), *span)).collect();
        for (text, span) in undeclared {
            let name = Name { text, span };
            let Some(variable) = self.pointer_variable(&name) else { continue };
            let entity = EntityDeclaration { name, dimensions: Vec::new(), length: None, initial: None };
            match self.pointer_declarations(&entity, &variable, is_static, &mut initial) {
                Ok(kinds) => done.extend(kinds.into_iter().map(|kind| Statement { label: None, kind, span })),
                Err(problem) => self.problems.push(problem.diagnostic()),
            }
        }
        (done, initial)
    }

    fn declaration(
        &mut self,
        statement: Statement,
        is_static: bool,
        done: &mut Vec<Statement>,
        initial: &mut Vec<Statement>,
    ) {
        let Statement { label, span, .. } = statement;
        if let StatementKind::TypeDeclaration { ty, attributes: _, entities } = &statement.kind
            && let Err(problem) = self.check_class(ty, entities, span)
        {
            // The rest of the unit is checked as if it were TYPE.
            self.problems.push(problem.diagnostic());
            done.push(Statement { label, kind: StatementKind::Invalid, span });
        }
        match self.declaration_statement(statement, is_static, initial) {
            Ok(kinds) => done.extend(kinds.into_iter().map(|kind| Statement { label, kind, span })),
            Err(problem) => {
                self.problems.push(problem.diagnostic());
                done.push(Statement { label, kind: StatementKind::Invalid, span });
            }
        }
    }

    fn declaration_statement(
        &mut self,
        statement: Statement,
        is_static: bool,
        initial: &mut Vec<Statement>,
    ) -> Outcome<Vec<StatementKind>> {
        let span = statement.span;
        match statement.kind {
            StatementKind::TypeDeclaration { ty, attributes, entities }
                if attributes.contains(&Attribute::Pointer)
                    || self.modules.has_pointers
                        && entities.iter().any(|entity| self.pointer_variable(&entity.name).is_some()) =>
            {
                self.with_pointers(*ty, attributes, entities, is_static, span, initial)
            }
            StatementKind::TypeDeclaration { ty, attributes, mut entities }
                if matches!(ty.kind, Some(KindSelector::Procedure(_))) =>
            {
                for entity in entities.iter_mut().filter(|entity| entity.initial.is_some()) {
                    let number = first_number(entity.initial.as_ref(), entity.name.span)?;
                    if let Some(Initializer::Target(target)) = &entity.initial
                        && let Some((_, pointer)) = self.named_pointer(&entity.name)
                    {
                        self.check_initial(&pointer, target)?;
                    }
                    entity.initial = Some(Initializer::Value(number));
                }
                let ty = variable_spec(&ty).map_or(ty, Box::new);
                Ok(vec![StatementKind::TypeDeclaration { ty, attributes, entities }])
            }
            StatementKind::TypeDeclaration { ty, attributes, entities } if derived_name(&ty).is_some() => {
                self.objects(&ty, &attributes, entities, is_static, span, initial)
            }
            StatementKind::Dimension(arrays) => self.declarators(arrays, StatementKind::Dimension),
            StatementKind::Allocatable(arrays) => self.declarators(arrays, StatementKind::Allocatable),
            StatementKind::Attribute(Attribute::Pointer, _) => Ok(Vec::new()),
            StatementKind::Attribute(attribute, arrays) => {
                self.declarators(arrays, |arrays| StatementKind::Attribute(attribute.clone(), arrays))
            }
            StatementKind::Save(names) => {
                let mut all = Vec::new();
                let is_all = names.is_empty();
                for saved in names {
                    match saved {
                        SavedName::Variable(name) => {
                            all.extend(self.leaf_names(&name).into_iter().map(SavedName::Variable));
                        }
                        common => all.push(common),
                    }
                }
                Ok(if is_all || !all.is_empty() { vec![StatementKind::Save(all)] } else { Vec::new() })
            }
            StatementKind::Access(access, names) => {
                let is_all = names.is_empty();
                let all: Vec<Name> = names.iter().flat_map(|name| self.listed(name)).collect();
                Ok(if is_all || !all.is_empty() { vec![StatementKind::Access(access, all)] } else { Vec::new() })
            }
            StatementKind::Import(names) => {
                let is_all = names.is_empty();
                let all: Vec<Name> = names.iter().flat_map(|name| self.listed(name)).collect();
                Ok(if is_all || !all.is_empty() { vec![StatementKind::Import(all)] } else { Vec::new() })
            }
            StatementKind::Use(used) => Ok(vec![StatementKind::Use(Box::new(self.used(*used)))]),
            StatementKind::Parameter(constants) => {
                let mut all = Vec::new();
                for (name, value) in constants {
                    match self.value(value)? {
                        Value::Plain(value, _) => all.push((name, value)),
                        Value::Record(record) => {
                            let leaves = record.ty.leaves().into_iter().zip(record.leaves());
                            all.extend(leaves.map(|(leaf, value)| (leaf_name(&name, &leaf), value)));
                        }
                        other => return Err(super::constructors::no_derived_value(other.span())),
                    }
                }
                Ok(vec![StatementKind::Parameter(all)])
            }
            StatementKind::Common(mut parts) => {
                let mut refused = Vec::new();
                for part in &mut parts {
                    part.objects = part.objects.iter().flat_map(|object| self.common_variables(object)).collect();
                }
                for ArrayDeclarator { name, .. } in parts.iter().flat_map(|part| &part.objects) {
                    match self.pointer_variable(name).map(|variable| variable.placed) {
                        Some(None) => return Err(Problem::Refused("a POINTER in COMMON", name.span)),
                        Some(Some(_)) => {
                            let what = "TARGET for a variable in COMMON that pointers may point to";
                            self.problems.push(Problem::Refused(what, name.span).diagnostic());
                            refused = vec![StatementKind::Invalid];
                        }
                        None => {
                            self.no_object(&name.text, "a COMMON block with objects of derived type", name.span)?;
                        }
                    }
                }
                // The block has its variables, so that nothing else is reported for it.
                let block = self.other(StatementKind::Common(parts), span)?;
                Ok(block.into_iter().chain(refused).collect())
            }
            StatementKind::Equivalence(sets) => {
                for object in sets.iter().flat_map(|set| &set.objects) {
                    if let Some((name, span)) = object.designated() {
                        self.no_object(name, "EQUIVALENCE of derived type", span)?;
                    }
                }
                Ok(vec![StatementKind::Equivalence(sets)])
            }
            StatementKind::Namelist(mut groups) => {
                let mut refused = Vec::new();
                for group in &mut groups {
                    let members = group.objects.iter().map(|object| match self.group_members(object) {
                        Ok(members) => members,
                        Err(problem) => {
                            refused.push(problem);
                            Vec::new()
                        }
                    });
                    group.objects = members.collect::<Vec<_>>().concat();
                }
                // The groups stay, so that nothing else is reported for them.
                let invalid = refused.first().map(|_| StatementKind::Invalid);
                self.problems.extend(refused.into_iter().map(Problem::diagnostic));
                Ok([StatementKind::Namelist(groups)].into_iter().chain(invalid).collect())
            }
            StatementKind::Data(_) => self.data(statement.kind),
            StatementKind::Interface(block) => {
                let mut block = *block;
                for body in &mut block.bodies {
                    let problems = self.interface_body(body);
                    self.problems.extend(problems);
                }
                let is_generic = block.generic.take().is_some();
                block.procedures.clear();
                let is_empty = is_generic && block.bodies.is_empty();
                Ok(if is_empty { Vec::new() } else { vec![StatementKind::Interface(Box::new(block))] })
            }
            kind => self.other(kind, span),
        }
    }

    /// A declaration with pointers, or with variables in the stores, among its entities.
    fn with_pointers(
        &mut self,
        ty: TypeSpec,
        attributes: Vec<Attribute>,
        entities: Vec<EntityDeclaration>,
        is_static: bool,
        span: Span,
        initial: &mut Vec<Statement>,
    ) -> Outcome<Vec<StatementKind>> {
        let (mut done, mut others) = (Vec::new(), Vec::new());
        for entity in entities {
            let Some(variable) = self.pointer_variable(&entity.name) else {
                if attributes.contains(&Attribute::Pointer) {
                    // Why it can't be a pointer has been reported, but for an unknown type.
                    let unknown = derived_name(&ty).filter(|name| self.names.find_type(&name.text).is_none());
                    let unknown = unknown.filter(|name| !self.modules.refused_types.contains(&name.text));
                    self.problems.extend(unknown.map(|name| unknown_type(&name.text, name.span)));
                    self.refused_names.push(entity.name.text);
                    done.push(StatementKind::Invalid);
                } else {
                    others.push(entity);
                }
                continue;
            };
            done.extend(self.pointer_declarations(&entity, &variable, is_static, initial)?);
            if variable.is_doubled {
                others.push(entity);
            }
        }
        if others.is_empty() {
            return Ok(done);
        }
        done.extend(match derived_name(&ty) {
            Some(_) => self.objects(&ty, &attributes, others, is_static, span, initial)?,
            None => {
                let ty = Box::new(ty);
                self.other(StatementKind::TypeDeclaration { ty, attributes, entities: others }, span)?
            }
        });
        Ok(done)
    }

    /// The variable of this scope that a name is, if it is a pointer or in the stores.
    pub(super) fn pointer_variable(&self, name: &Name) -> Option<Variable> {
        match self.names.others.get(&name.text) {
            Some(Meaning::Variable(variable)) => variable.pointer.is_some().then(|| variable.clone()),
            _ => None,
        }
    }

    /// A statement in which nothing but parts of objects can be.
    fn other(&mut self, kind: StatementKind, span: Span) -> Outcome<Vec<StatementKind>> {
        let mut statement = Statement { label: None, kind, span };
        let outer = self.stays_inside.replace(IN_A_DECLARATION);
        let result = self.each_plain(|each| walk_statement(each, &mut statement));
        self.stays_inside = outer;
        result.map(|()| vec![statement.kind])
    }

    /// What a group of NAMELIST has in place of an object: its variables, which are read and written by their names.
    fn group_members(&self, member: &GroupMember) -> Outcome<Vec<GroupMember>> {
        let object = &member.name;
        let refused = |what| Err(Problem::Refused(what, object.span));
        if self.pointer_variable(object).is_some_and(|variable| !variable.is_doubled) {
            return refused("a POINTER, or a dummy argument with TARGET that pointers may point to, in NAMELIST");
        }
        let Some(ty) = self.object_type(&object.text) else { return Ok(vec![member.clone()]) };
        let leaves = ty.leaves();
        let rank = match self.find(&object.text) {
            Some(Meaning::Variable(found)) => found.shape.rank.unwrap_or(0),
            _ => 0,
        };
        let has_pointers = ty.all_types().iter().any(|ty| ty.pointee.is_some());
        if has_pointers || leaves.iter().any(|leaf| leaf.is_allocatable) {
            return refused("NAMELIST with objects that have POINTER or ALLOCATABLE components");
        }
        if ty.all_types().iter().any(|ty| ty.parent.is_some()) {
            return refused("NAMELIST with objects of types that extend others");
        }
        let members = leaves.iter().filter(|leaf| !leaf.path.ends_with("%_")).map(|leaf| {
            let inner = leaf.levels.iter().rev().skip(1).rev().map(Vec::len);
            let ranks: Vec<usize> = std::iter::once(rank).chain(inner).collect();
            let is_in_array = ranks.iter().any(|rank| *rank > 0);
            GroupMember { name: leaf_name(object, leaf), ranks: if is_in_array { ranks } else { Vec::new() } }
        });
        Ok(members.collect())
    }

    fn no_object(&self, name: &str, what: &'static str, span: Span) -> Outcome<()> {
        if self.object_type(name).is_some() { Err(Problem::Refused(what, span)) } else { Ok(()) }
    }

    /// The type of the object of a name.
    pub fn object_type(&self, name: &str) -> Option<Rc<DerivedType>> {
        match self.find(name) {
            Some(Meaning::Variable(variable)) if variable.is_doubled => variable.shape.derived().cloned(),
            Some(Meaning::Variable(variable)) => variable.object().cloned(),
            _ => None,
        }
    }

    /// The names of an object's variables, or the name itself.
    pub fn leaf_names(&self, name: &Name) -> Vec<Name> {
        match self.object_type(&name.text) {
            Some(ty) => ty.leaves().iter().map(|leaf| leaf_name(name, leaf)).collect(),
            None => vec![name.clone()],
        }
    }

    /// What a list of accessible names has in place of a name: nothing for one that is a type or generic alone.
    fn listed(&self, name: &Name) -> Vec<Name> {
        let is_type = self.names.find_type(&name.text).is_some() || name.text.contains('(');
        let is_generic = !self.names.specifics(&name.text).is_empty();
        if (is_type || is_generic) && self.find(&name.text).is_none() { Vec::new() } else { self.leaf_names(name) }
    }

    fn declarators(
        &mut self,
        arrays: Vec<ArrayDeclarator>,
        make: impl Fn(Vec<ArrayDeclarator>) -> StatementKind,
    ) -> Outcome<Vec<StatementKind>> {
        let mut all = Vec::new();
        for ArrayDeclarator { name, dimensions } in arrays {
            if self.pointer_variable(&name).is_some_and(|variable| !variable.is_doubled) {
                continue;
            }
            match self.object_type(&name.text) {
                Some(ty) => all.extend(ty.leaves().iter().map(|leaf| {
                    let own =
                        if dimensions.is_empty() { Vec::new() } else { leaf_dimensions(leaf, &dimensions, false) };
                    ArrayDeclarator { name: leaf_name(&name, leaf), dimensions: own }
                })),
                None => all.push(ArrayDeclarator { name, dimensions }),
            }
        }
        if all.is_empty() { Ok(Vec::new()) } else { self.other(make(all), Span::default()) }
    }
}

/// The name of one of an object's variables.
pub(super) fn leaf_name(name: &Name, leaf: &Leaf) -> Name {
    Name { text: format!("{}{}", name.text, leaf.path).into(), span: name.span }
}
