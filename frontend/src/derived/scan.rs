//! Whether a compilation has derived types and pointers, and which procedures may be passed.

use super::types::UNIVERSAL;
use crate::tree::visit::{Visit, walk_expr, walk_statement};
use crate::tree::*;
use indexmap::IndexSet;

/// Whether a unit, or one in it, declares pointers.
pub(super) fn has_pointers(unit: &Unit) -> bool {
    has_statement(unit, &|statement| match statement {
        StatementKind::TypeDeclaration { ty, attributes, .. } => {
            let is_class = matches!(ty.kind, Some(KindSelector::Class(_)));
            attributes.contains(&Attribute::Pointer) || is_class && attributes.contains(&Attribute::Allocatable)
        }
        StatementKind::Attribute(attribute, _) => *attribute == Attribute::Pointer,
        _ => false,
    })
}

/// What scalar pointers to texts a compilation has.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TextPointers {
    /// Some of deferred length, whose targets are characters.
    pub any_length: bool,
    /// Some of declared length, whose targets are texts of that.
    pub own_length: bool,
}

impl TextPointers {
    pub fn of(files: &[File]) -> TextPointers {
        let has = |is_deferred: bool| {
            let is_one = |statement: &StatementKind| match statement {
                StatementKind::TypeDeclaration { ty, attributes, entities } => {
                    let is_pointer = |entity: &EntityDeclaration| {
                        super::owned_texts::is_deferred(ty, entity.length.as_ref()) == is_deferred
                            && entity.dimensions_among(attributes).is_empty()
                    };
                    ty.name == TypeName::Character
                        && attributes.contains(&Attribute::Pointer)
                        && entities.iter().any(is_pointer)
                }
                _ => false,
            };
            files.iter().flat_map(|file| &file.units).any(|unit| has_statement(unit, &is_one))
        };
        TextPointers { any_length: has(true), own_length: has(false) }
    }
}

/// Whether a unit, or one in it, declares something of CLASS(*).
pub(super) fn has_anything(unit: &Unit) -> bool {
    has_statement(unit, &|statement| match statement {
        StatementKind::TypeDeclaration { ty, .. } => {
            matches!(&ty.kind, Some(KindSelector::Class(name)) if name.text == UNIVERSAL)
        }
        _ => false,
    })
}

/// Whether a unit, one in it, or a body of an interface has such a statement.
fn has_statement(unit: &Unit, is_one: &dyn Fn(&StatementKind) -> bool) -> bool {
    let has = |statement: &Statement| match &statement.kind {
        StatementKind::Interface(block) => block.bodies.iter().any(|body| has_statement(body, is_one)),
        kind => is_one(kind),
    };
    let mut inner = unit.contains.iter().flat_map(|contains| &contains.units);
    unit.statements.iter().any(has) || inner.any(|inner| has_statement(inner, is_one))
}

/// Finds the names that are arguments as they are, or targets of pointers, and that neither the unit nor its hosts
/// declare as variables.
#[derive(Default)]
pub(crate) struct PassedNames {
    pub found: IndexSet<Word>,
    /// The variables of the unit and its hosts.
    variables: Vec<IndexSet<Word>>,
}

impl PassedNames {
    pub fn unit(&mut self, unit: &Unit) {
        let dummies = unit.header.iter().flat_map(|header| &header.dummies).filter_map(Dummy::name);
        let mut variables: IndexSet<Word> = dummies.map(|name| name.text.clone()).collect();
        for statement in &unit.statements {
            if let StatementKind::TypeDeclaration { entities, .. } = &statement.kind {
                variables.extend(entities.iter().map(|entity| entity.name.text.clone()));
            }
        }
        self.variables.push(variables);
        unit.statements.iter().for_each(|statement| self.statement(statement));
        unit.contains.iter().flat_map(|contains| &contains.units).for_each(|inner| self.unit(inner));
        self.variables.pop();
    }

    fn arguments(&mut self, arguments: &[Argument]) {
        arguments.iter().for_each(|argument| self.named(&argument.value));
    }

    fn named(&mut self, value: &Expr) {
        if let ExprKind::Name(name) = &value.kind
            && !self.variables.iter().any(|variables| variables.contains(name))
        {
            self.found.insert(name.clone());
        }
    }
}

impl<'a> Visit<'a> for PassedNames {
    fn statement(&mut self, statement: &'a Statement) {
        match &statement.kind {
            StatementKind::Call { arguments, .. } => self.arguments(arguments),
            StatementKind::PointerAssign { value, .. } => self.named(value),
            _ => {}
        }
        walk_statement(self, statement);
    }

    fn expr(&mut self, expr: &'a Expr) {
        match &expr.kind {
            ExprKind::Reference(_, arguments) => self.arguments(arguments),
            ExprKind::Component(part) => part.arguments.iter().for_each(|arguments| self.arguments(arguments)),
            _ => {}
        }
        walk_expr(self, expr);
    }
}

/// Whether a unit, or one in it, has procedure pointers.
pub(crate) fn has_procedure_pointers(unit: &Unit) -> bool {
    let has = |statement: &Statement| match &statement.kind {
        StatementKind::TypeDeclaration { ty, .. } => matches!(ty.kind, Some(KindSelector::Procedure(_))),
        _ => false,
    };
    let inner = unit.contains.iter().flat_map(|contains| &contains.units);
    unit.statements.iter().any(has) || inner.into_iter().any(has_procedure_pointers)
}

/// Whether a unit, or one in it, has something to replace.
pub(super) fn has_types(unit: &Unit) -> bool {
    let is_derived = |ty: &TypeSpec| ty.name == TypeName::Derived;
    let has = |statement: &Statement| match &statement.kind {
        StatementKind::DerivedType { .. } | StatementKind::SelectType { .. } => true,
        StatementKind::TypeDeclaration { ty, attributes, entities } => {
            let shapes = entities.iter().flat_map(|entity| entity.dimensions_among(attributes));
            is_derived(ty) || shapes.into_iter().any(DimensionSpec::assumes_rank)
        }
        StatementKind::Dimension(arrays) | StatementKind::Allocatable(arrays) | StatementKind::Attribute(_, arrays) => {
            arrays.iter().flat_map(|array| &array.dimensions).any(DimensionSpec::assumes_rank)
        }
        StatementKind::Interface(block) => {
            block.generic.is_some() || !block.procedures.is_empty() || block.bodies.iter().any(has_types)
        }
        _ => false,
    };
    let in_header = unit.header.as_ref().and_then(|header| header.ty.as_ref()).is_some_and(is_derived);
    let inner = unit.contains.iter().flat_map(|contains| &contains.units);
    in_header || unit.statements.iter().any(has) || inner.into_iter().any(has_types)
}

/// Adds the names that modules have for what has one of these by USE.
pub(super) fn add_renamed(files: &[File], found: &mut IndexSet<Word>) {
    fn add(unit: &Unit, found: &mut IndexSet<Word>) {
        for statement in &unit.statements {
            if let StatementKind::Use(used) = &statement.kind {
                let named = used.items.iter().filter(|item| found.contains(&item.local.text));
                let sources: Vec<Word> = named.filter_map(|item| Some(item.source.as_ref()?.text.clone())).collect();
                found.extend(sources);
            }
        }
        unit.contains.iter().flat_map(|contains| &contains.units).for_each(|inner| add(inner, found));
    }
    files.iter().flat_map(|file| &file.units).for_each(|unit| add(unit, found));
}
