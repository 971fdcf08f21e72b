//! The specification part: what its statements say of each name is gathered in [`crate::resolve::scope::facts::Facts`].
//!
//! Types and constants that later statements build on (kinds, PARAMETER) are found in order. All else waits until
//! the part is complete: see [`settle`].

pub(super) mod allocatable;
pub(super) mod array_results;
pub(super) mod association;
pub(super) mod attributes;
mod constant_places;
pub(super) mod data;
mod declare;
mod declared_bounds;
pub(super) mod function_extents;
pub(super) mod images;
mod initial_runs;
pub(super) mod lengths;
pub(super) mod named_arrays;
pub(super) mod order;
pub(super) mod settle;
pub(super) mod storage;
pub(super) mod stored_logicals;

use crate::diagnostics::Diagnostic;
use crate::resolve::expressions::character::only_range;
use crate::resolve::scope::records::NamelistGroup;
use crate::resolve::scope::{Outcome, Reported, Scope};
use crate::resolved::UnitKind;
use crate::source::Span;
use crate::tree::{self, Attribute, ExprKind, Name, StatementKind};
use forlane_semantics::types::Type;

impl<'a> Scope<'a> {
    /// Gathers what the header and the specification part say.
    pub fn gather_specifications(&mut self) {
        self.declare_header();
        self.declare_entries();
        let statements: &'a [tree::Statement] = &self.tree.statements;
        for (index, statement) in statements.iter().enumerate() {
            if statement.kind.is_executable() && !self.is_statement_function(statement) {
                self.specification_length = index;
                self.refuse_late_specifications(&statements[index..], statement.span);
                return;
            }
            // An error in it has been reported; the other statements still count.
            self.statement = statement.span;
            let _ = self.gather_statement(statement);
        }
        self.specification_length = statements.len();
    }

    /// Enters the unit's own name, its dummy arguments and its result.
    fn declare_header(&mut self) {
        let tree = self.tree;
        let Some(header) = &tree.header else { return };
        (self.dummies, self.alternates) = self.declare_dummies(&header.dummies, header.kind);
        if header.kind == UnitKind::Function {
            let name = header.result.as_ref().unwrap_or(&header.name);
            self.result = Some(self.declare_result(name));
            if let Some(spec) = &header.ty
                && let Ok(ty) = self.type_of_spec(spec)
            {
                let length = self.length_of_spec(spec).ok().flatten();
                let logical_bytes = if ty == Type::Logical { self.logical_bytes_of_spec(spec) } else { None };
                let facts = self.facts(&name.text, name.span);
                (facts.ty, facts.length, facts.logical_bytes) = (Some((ty, spec.span)), length, logical_bytes);
            }
        }
    }

    pub(super) fn gather_statement(&mut self, statement: &'a tree::Statement) -> Outcome<()> {
        self.check_implicit_order(statement)?;
        match &statement.kind {
            StatementKind::TypeDeclaration { ty, attributes, entities } => {
                self.gather_type_declaration(ty, attributes, entities)
            }
            StatementKind::Dimension(arrays) => {
                for array in arrays {
                    // Each error has been reported; the next array does not depend on it.
                    let _ = self.declare_dimensions(&array.name, &array.dimensions);
                }
                Ok(())
            }
            StatementKind::Parameter(constants) => {
                for (name, value) in constants {
                    // Each error has been reported; the next name does not depend on it.
                    let _ = self.declare_parameter(name, value);
                }
                Ok(())
            }
            StatementKind::ImplicitNone { types, external } => {
                if *external {
                    self.implicit.no_external = Some(statement.span);
                }
                if *types { self.declare_implicit_none(statement.span) } else { Ok(()) }
            }
            StatementKind::Allocatable(arrays) => {
                for array in arrays {
                    self.facts(&array.name.text, array.name.span).allocatable.get_or_insert(array.name.span);
                    if !array.dimensions.is_empty() {
                        // Each error has been reported; the next array does not depend on it.
                        let _ = self.declare_dimensions(&array.name, &array.dimensions);
                    }
                }
                Ok(())
            }
            StatementKind::Data(sets) => {
                self.note_data(sets);
                Ok(())
            }
            StatementKind::Implicit(rules) => rules.iter().try_for_each(|rule| self.declare_implicit(rule)),
            StatementKind::External(names) => self.declare_each(names, Self::declare_external),
            StatementKind::Intrinsic(names) => self.declare_each(names, Self::declare_intrinsic),
            StatementKind::Save(names) if names.is_empty() => {
                self.save_all = Some(statement.span);
                Ok(())
            }
            StatementKind::Save(saved) => self.gather_save(saved),
            StatementKind::Common(parts) => self.gather_common(parts),
            StatementKind::Namelist(groups) => {
                for group in groups {
                    for object in &group.objects {
                        self.facts(&object.name.text, object.name.span);
                    }
                    let new = NamelistGroup::with_own_names(group);
                    match self.storage.groups.get_mut(&*group.name.text) {
                        Some(known) => known.objects.extend(new.objects),
                        None => drop(self.storage.groups.insert(new.name, new)),
                    }
                }
                Ok(())
            }
            StatementKind::Equivalence(sets) => self.gather_equivalence(sets),
            StatementKind::Assign { target, value } => self.define_statement_function(target, value),
            StatementKind::Attribute(attribute, arrays) => {
                for array in arrays {
                    // Each error has been reported; the next name does not depend on it.
                    let _ = self.gather_attribute(attribute, array);
                }
                Ok(())
            }
            StatementKind::Interface(block) => self.declare_interfaces(block),
            StatementKind::Procedure { interface, names, .. } => self.declare_called(interface, names),
            StatementKind::Access(_, names) if self.kind == UnitKind::Module => {
                // A name that nothing else declares is a variable of implied type.
                for name in names {
                    if self.find_outside(&name.text).is_none() {
                        self.facts(&name.text, name.span);
                    }
                }
                Ok(())
            }
            StatementKind::Access(..) => Err(self.error_with_help(
                "E0202",
                statement.span,
                "PUBLIC and PRIVATE are only allowed in modules",
                "remove it",
            )),
            // They are read elsewhere: USE and IMPORT when the scope is associated, ENTRY with the header, definitions
            // of types before all scopes.
            StatementKind::Use(_)
            | StatementKind::Import(_)
            | StatementKind::Entry(_)
            | StatementKind::DerivedType { .. }
            | StatementKind::Sequence
            | StatementKind::Bound(_)
            | StatementKind::EndDerivedType(_) => Ok(()),
            // They declare nothing.
            StatementKind::Format(_)
            | StatementKind::PointerAssign { .. }
            | StatementKind::Nullify(_)
            | StatementKind::Continue
            | StatementKind::Goto(_)
            | StatementKind::AssignLabel { .. }
            | StatementKind::AssignedGoto { .. }
            | StatementKind::ComputedGoto { .. }
            | StatementKind::ArithmeticIf { .. }
            | StatementKind::LogicalIf { .. }
            | StatementKind::IfThen { .. }
            | StatementKind::ElseIf { .. }
            | StatementKind::Else(_)
            | StatementKind::EndIf(_)
            | StatementKind::Do { .. }
            | StatementKind::EndDo(_)
            | StatementKind::Exit(_)
            | StatementKind::Cycle(_)
            | StatementKind::Call { .. }
            | StatementKind::CallBound(_)
            | StatementKind::Return(_)
            | StatementKind::Stop { .. }
            | StatementKind::Fail(_)
            | StatementKind::Pause(_)
            | StatementKind::Transfer(_)
            | StatementKind::SelectCase { .. }
            | StatementKind::SelectType { .. }
            | StatementKind::TypeGuard { .. }
            | StatementKind::Case { .. }
            | StatementKind::EndSelect(_)
            | StatementKind::Block(_)
            | StatementKind::EndBlock(_)
            | StatementKind::Associate { .. }
            | StatementKind::EndAssociate(_)
            | StatementKind::Allocate { .. }
            | StatementKind::Deallocate { .. }
            | StatementKind::Where { .. }
            | StatementKind::WhereConstruct { .. }
            | StatementKind::Elsewhere { .. }
            | StatementKind::EndWhere(_)
            | StatementKind::Forall { .. }
            | StatementKind::ForallConstruct { .. }
            | StatementKind::EndForall(_)
            | StatementKind::Unsupported(_)
            | StatementKind::Invalid => Ok(()),
        }
    }

    /// Declares each name; the errors have been reported, and the next name does not depend on them.
    fn declare_each(&mut self, names: &[Name], declare: fn(&mut Self, &Name) -> Outcome<()>) -> Outcome<()> {
        for name in names {
            let _ = declare(self, name);
        }
        Ok(())
    }

    fn gather_type_declaration(
        &mut self,
        spec: &'a tree::TypeSpec,
        attributes: &'a [Attribute],
        entities: &'a [tree::EntityDeclaration],
    ) -> Outcome<()> {
        let common = self.type_of_spec(spec);
        for entity in entities {
            // Each error has been reported; the other entities still count.
            let _ = self.gather_entity(spec, common, attributes, entity);
        }
        Ok(())
    }

    /// The size that a LOGICAL is declared with, if it is not 4; the kind has been checked.
    fn logical_bytes(&mut self, spec: &tree::TypeSpec, entity: &tree::EntityDeclaration) -> Option<i64> {
        let Some(length) = &entity.length else { return self.logical_bytes_of_spec(spec) };
        self.constant_integer(length.value()?).ok().filter(|bytes| *bytes != 4)
    }

    /// The size that LOGICAL has in a type specification, if it is not 4.
    pub(in crate::resolve) fn logical_bytes_of_spec(&mut self, spec: &tree::TypeSpec) -> Option<i64> {
        let Some(tree::KindSelector::Length(kind) | tree::KindSelector::Kind(kind)) = &spec.kind else { return None };
        self.constant_integer(kind).ok().filter(|bytes| *bytes != 4)
    }

    fn gather_entity(
        &mut self,
        spec: &'a tree::TypeSpec,
        common: Outcome<Type>,
        attributes: &'a [Attribute],
        entity: &'a tree::EntityDeclaration,
    ) -> Outcome<()> {
        self.check_known(&entity.name)?;
        let ty = match &entity.length {
            Some(length) => self.type_of_entity(spec.name, length),
            None => common,
        };
        let length = match (&entity.length, spec.name) {
            (Some(length), tree::TypeName::Character) => self.declared_length(length).map(Some),
            _ => self.length_of_spec(spec),
        };
        let ty = ty.and_then(|ty| length.map(|length| (ty, length)));
        match ty {
            Ok((ty, length)) => {
                self.declare_type(&entity.name, ty)?;
                let logical_bytes = if ty == Type::Logical { self.logical_bytes(spec, entity) } else { None };
                let facts = self.facts(&entity.name.text, entity.name.span);
                (facts.length, facts.logical_bytes) = (length, logical_bytes);
            }
            Err(_) => self.facts(&entity.name.text, entity.name.span).reported = true,
        }
        let dimensions = entity.dimensions_among(attributes);
        if !dimensions.is_empty() {
            self.declare_dimensions(&entity.name, dimensions)?;
        }
        for attribute in attributes {
            self.apply_attribute(&entity.name, attribute)?;
        }
        let is_parameter = attributes.contains(&Attribute::Parameter);
        match &entity.initial {
            Some(tree::Initializer::Value(value)) if is_parameter => self.declare_parameter(&entity.name, value),
            None if is_parameter => {
                let message = format!("the named constant `{}` has no value", entity.name.text.to_uppercase());
                Err(self.error("E0205", entity.name.span, message))
            }
            _ => Ok(()),
        }
    }

    /// Nothing is entered of a name about which there is an error already.
    fn check_known(&self, name: &Name) -> Outcome<()> {
        match self.names.get(&name.text) {
            Some(facts) if facts.reported => Err(self.reported_before()),
            _ => Ok(()),
        }
    }

    /// True for `f(x) = …` in the specification part, where `f` is not an array.
    fn is_statement_function(&self, statement: &tree::Statement) -> bool {
        let StatementKind::Assign { target, .. } = &statement.kind else { return false };
        let ExprKind::Reference(name, arguments) = &target.kind else { return false };
        if only_range(arguments).is_some() {
            return false;
        }
        self.names.get(&name.text).is_none_or(|facts| facts.dimensions.is_none() && !facts.reported)
    }

    /// Reports specification statements among executable ones.
    fn refuse_late_specifications(&mut self, statements: &[tree::Statement], first: Span) {
        for statement in outside_blocks(statements) {
            if statement.kind.part() != tree::Part::Specification {
                continue;
            }
            let error = Diagnostic::error("E0207", statement.span, "a specification statement among executable ones");
            self.report(error.with_related(first, "the first executable statement"));
        }
    }

    pub(super) fn refuse_own_name(&mut self, name: &Name) -> Reported {
        let message = format!("`{}` is the name of this program unit", name.text.to_uppercase());
        let error = Diagnostic::error("E0203", name.span, message).with_related(self.name_span, "named here");
        self.report(error)
    }

    /// Reports that a name can't be what is declared, because it is something else.
    pub(super) fn report_conflict(&mut self, name: &Name, what: &str, before: Span, label: &str) -> Reported {
        let error = Diagnostic::error("E0202", name.span, format!("`{}` {what}", name.text.to_uppercase()));
        self.report(error.with_related(before, label))
    }
}

/// The statements that are in no BLOCK.
pub(crate) fn outside_blocks(statements: &[tree::Statement]) -> impl Iterator<Item = &tree::Statement> {
    let mut depth = 0usize;
    statements.iter().filter(move |statement| {
        match statement.kind {
            StatementKind::Block(_) => depth += 1,
            StatementKind::EndBlock(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    })
}
