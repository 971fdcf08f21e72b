//! Definitions of derived types.
//!
//! The expressions of a definition are of the scope in which it is, and objects may be declared where its names are
//! not accessible; so each that is not a literal becomes a named constant of that scope, `module%type%1`.

use super::Modules;
use super::components::{Component, ComponentType, Initial};
use super::gathered::Gathered;
use super::names::{Meaning, Shaped, Ty, Variable};
use super::owned_texts::is_deferred;
use super::pointers::pointer_type;
use super::procedure_pointers::{first_number, variable_spec, with_initial};
use super::refused_types::{has_target, too_large};
use super::stores::StoreType;
use super::types::{DerivedType, Later, Pointee, PointeeType, unknown_type};
use super::typing::{derived_name, extents, integer_value, is_literal, type_of_spec};
use crate::diagnostics::Diagnostic;
use crate::source::Span;
use crate::tree::*;
use indexmap::IndexMap;
use std::rc::Rc;

/// A statement of a definition between its first and its last one.
enum Part<'s> {
    Components(&'s TypeSpec, &'s [Attribute], &'s [EntityDeclaration]),
    Sequence,
    /// PRIVATE of the components or of what is bound to the type.
    Private,
    /// From CONTAINS on: it is read when the procedures are known.
    Bound,
    /// It is not allowed here.
    Misplaced,
    /// It was refused.
    Invalid,
}

/// What a statement is in a definition; none if it ends it, or is not a part of one.
fn part(statement: &Statement) -> Option<Part<'_>> {
    match &statement.kind {
        StatementKind::TypeDeclaration { ty, attributes, entities } => Some(Part::Components(ty, attributes, entities)),
        StatementKind::Sequence => Some(Part::Sequence),
        StatementKind::Access(_, names) if names.is_empty() => Some(Part::Private),
        StatementKind::Access(..) | StatementKind::Import(_) => Some(Part::Misplaced),
        StatementKind::Bound(_) => Some(Part::Bound),
        StatementKind::Invalid => Some(Part::Invalid),
        _ => None,
    }
}

/// The number of statements of the definition that these begin with. What was refused in one ends it.
pub(super) fn length(statements: &[Statement]) -> usize {
    let body = statements.iter().skip(1).take_while(|statement| part(statement).is_some()).count();
    let ends = matches!(statements.get(body + 1), Some(Statement { kind: StatementKind::EndDerivedType(_), .. }));
    if ends {
        return body + 2;
    }
    let refused = statements.iter().position(|statement| statement.kind == StatementKind::Invalid);
    refused.map_or(body + 1, |at| (at + 1).min(body + 1))
}

/// Adds the type that a definition defines, and returns the constants that it needs. The body includes END TYPE.
pub(super) fn define(
    found: &mut Gathered,
    (name, extends, is_abstract): (&Name, Option<&Name>, bool),
    body: &[Statement],
    module: Option<&Word>,
    modules: &Modules,
) -> Vec<Statement> {
    let parent = match extends {
        Some(extends) => match found.names.find_type(&extends.text).cloned() {
            Some(parent) => Some((extends.text.clone(), parent)),
            None => {
                // Where it is refused itself, or extends an unknown one, that has been reported.
                let mut failed = modules.failed_types.borrow_mut();
                let is_refused = modules.refused_types.contains(&extends.text);
                let is_known =
                    failed.contains(&extends.text) || is_refused && !modules.orphaned_types.contains(&extends.text);
                failed.insert(name.text.clone());
                found.problems.extend((!is_known).then(|| unknown_type(&extends.text, extends.span)));
                return Vec::new();
            }
        },
        None => None,
    };
    let components = parent.as_ref().map(|(_, parent)| parent.components.clone()).unwrap_or_default();
    let constants = Vec::new();
    let mut definition = Definition { found, name, module, components, constants, modules, is_refused: false };
    let (mut is_sequence, mut is_after) = (false, false);
    for statement in body {
        let part = part(statement);
        if is_after && matches!(part, Some(Part::Components(..) | Part::Sequence)) {
            let message = "this statement is not allowed after CONTAINS in the definition of a derived type";
            definition.found.problems.push(Diagnostic::error("E0122", statement.span, message));
        }
        match part {
            Some(Part::Components(ty, attributes, entities)) => {
                for entity in entities {
                    definition.component(ty, attributes, entity);
                }
            }
            Some(Part::Sequence) => is_sequence = true,
            Some(Part::Bound) => is_after = true,
            Some(Part::Misplaced) => {
                let message = "this statement is not allowed in the definition of a derived type";
                definition.found.problems.push(Diagnostic::error("E0122", statement.span, message));
            }
            Some(Part::Private | Part::Invalid) => {}
            None => definition.end(statement),
        }
    }
    if definition.components.is_empty() {
        definition.placeholder();
    }
    let Definition { components, constants, is_refused, .. } = definition;
    if is_refused {
        return constants;
    }
    let names = constants.iter().flat_map(declared).collect();
    let ty = DerivedType {
        name: name.text.clone(),
        module: module.cloned(),
        is_sequence,
        is_abstract,
        parent,
        components,
        constants: names,
        ..DerivedType::default()
    };
    if let Some(what) = too_large(&ty) {
        found.problems.push(Diagnostic::error("E0947", name.span, format!("{what} is not supported yet")));
        modules.failed_types.borrow_mut().insert(name.text.clone());
        return constants;
    }
    found.names.types.insert(name.text.clone(), Rc::new(ty));
    constants
}

fn declared(statement: &Statement) -> Option<Word> {
    match &statement.kind {
        StatementKind::TypeDeclaration { entities, .. } => entities.first().map(|entity| entity.name.text.clone()),
        _ => None,
    }
}

/// The component of types that have none.
pub(super) const PLACEHOLDER: &str = "_";

pub(super) struct Definition<'d> {
    pub found: &'d mut Gathered,
    name: &'d Name,
    module: Option<&'d Word>,
    components: IndexMap<Word, Component>,
    constants: Vec<Statement>,
    modules: &'d Modules,
    pub is_refused: bool,
}

impl Definition<'_> {
    /// END TYPE.
    fn end(&mut self, statement: &Statement) {
        if let StatementKind::EndDerivedType(Some(end)) = &statement.kind
            && end.text != self.name.text
        {
            let message = format!("this does not end the derived type `{}`", self.name.text.to_uppercase());
            let error = Diagnostic::error("E0108", end.span, message);
            self.found.problems.push(error.with_related(self.name.span, "which begins here"));
        }
    }

    fn component(&mut self, ty: &TypeSpec, attributes: &[Attribute], entity: &EntityDeclaration) {
        if let Some(spec) = variable_spec(ty) {
            return self.procedure_pointer(ty, spec, entity);
        }
        let dimensions = entity.dimensions_among(attributes).iter().cloned();
        let dimensions: Vec<_> = dimensions.map(|dimension| self.bounds(dimension)).collect();
        let is_allocatable = attributes.contains(&Attribute::Allocatable);
        let is_class = matches!(ty.kind, Some(KindSelector::Class(_)));
        let is_owned = is_allocatable && (is_class || self.modules.owned_types.contains(&self.name.text));
        if is_class && !is_owned && !attributes.contains(&Attribute::Pointer) {
            self.found.problems.push(super::classes::no_class(entity.name.span));
        }
        if is_owned || attributes.contains(&Attribute::Pointer) {
            return self.pointer(ty, dimensions.len(), entity, is_owned);
        }
        let (ty, initial) = match derived_name(ty) {
            Some(name) => match self.found.names.find_type(&name.text).cloned() {
                Some(inner) => {
                    if is_allocatable {
                        self.refuse(entity.name.span, "an ALLOCATABLE component of derived type");
                    }
                    let initial = self.initial_leaves(&inner, &dimensions, entity);
                    (ComponentType::Derived(inner), initial)
                }
                None if self.modules.refused_types.contains(&name.text) => {
                    self.is_refused = true;
                    return;
                }
                None => return self.found.problems.push(unknown_type(&name.text, name.span)),
            },
            None => {
                let ty = self.intrinsic_type(ty, entity);
                let initial = self.initial_value(&ty, &dimensions, entity);
                (ComponentType::Intrinsic(ty), initial)
            }
        };
        let names = &self.found.names;
        let shape = match &ty {
            ComponentType::Intrinsic(spec) => type_of_spec(names, spec, None),
            ComponentType::Derived(inner) => Some(Ty::Derived(Rc::clone(inner))),
        };
        let shape = Shaped::new(shape, dimensions.len());
        let extents = extents(names, &dimensions);
        let store = match &ty {
            ComponentType::Intrinsic(spec) => StoreType::of(names, spec, None),
            ComponentType::Derived(_) => None,
        };
        let component = Component { ty, dimensions, initial, is_allocatable, shape, extents, store };
        self.insert(component, entity);
    }

    /// A component that has no name in the source, as objects without variables could not be told apart.
    fn placeholder(&mut self) {
        let span = self.name.span;
        let ty = TypeSpec { name: TypeName::Integer, kind: None, span };
        let name = Name { text: PLACEHOLDER.into(), span };
        let zero = Expr { kind: ExprKind::Integer("0".into(), None), span };
        let initial = Some(Initializer::Value(zero));
        self.component(&ty, &[], &EntityDeclaration { name, dimensions: Vec::new(), length: None, initial });
    }

    /// A component that is a procedure pointer, which is a variable of that type.
    fn procedure_pointer(&mut self, ty: &TypeSpec, spec: TypeSpec, entity: &EntityDeclaration) {
        match first_number(entity.initial.as_ref(), entity.name.span) {
            Ok(number) => {
                let ty = with_initial(type_of_spec(&self.found.names, ty, None), entity.initial.as_ref());
                let shape = Shaped::new(ty, 0);
                let component = Component::scalar(Initial::Value(number));
                self.insert(Component { ty: ComponentType::Intrinsic(spec), shape, ..component }, entity);
            }
            Err(problem) => self.found.problems.push(problem.diagnostic()),
        }
    }

    /// A component that is a pointer.
    fn pointer(&mut self, ty: &TypeSpec, rank: usize, entity: &EntityDeclaration, is_owned: bool) {
        if has_target(entity) {
            self.is_refused = true;
            self.refuse(entity.name.span, "a pointer component whose initial target is not NULL()");
        }
        let pointee = match derived_name(ty) {
            Some(name) => {
                let later = Later::default();
                self.modules.later.borrow_mut().push(Later::clone(&later));
                self.found.pending.push((Later::clone(&later), name.clone()));
                PointeeType::Derived(later)
            }
            None => {
                let spec = self.intrinsic_type(ty, entity);
                let is_deferred = is_deferred(&spec, None);
                let store = StoreType::of(&self.found.names, &spec, None);
                let Some(store) = store.filter(|_| !is_deferred) else {
                    if is_deferred && rank == 0 {
                        return self.insert_pointer(PointeeType::Text, rank, is_owned, false, entity);
                    }
                    let what = match is_owned {
                        true => {
                            "an ALLOCATABLE component whose kind or length is not a constant, in a type of which there \
                             are arrays or targets,"
                        }
                        false => "a pointer whose kind or length is not a constant",
                    };
                    return self.refuse(entity.name.span, what);
                };
                let ty = type_of_spec(&self.found.names, &spec, None);
                PointeeType::Intrinsic(store, ty)
            }
        };
        let is_class = matches!(ty.kind, Some(KindSelector::Class(_)));
        self.insert_pointer(pointee, rank, is_owned, is_class, entity);
    }

    fn insert_pointer(
        &mut self,
        ty: PointeeType,
        rank: usize,
        is_owned: bool,
        is_class: bool,
        entity: &EntityDeclaration,
    ) {
        let ty = pointer_type(Pointee { ty, rank, is_owned, is_class });
        let shape = Shaped::new(Some(Ty::Derived(Rc::clone(&ty))), 0);
        let component = Component {
            ty: ComponentType::Derived(ty),
            dimensions: Vec::new(),
            initial: Initial::None,
            is_allocatable: false,
            shape,
            extents: Some(Vec::new()),
            store: None,
        };
        self.insert(component, entity);
    }

    fn insert(&mut self, component: Component, entity: &EntityDeclaration) {
        if self.components.insert(entity.name.text.clone(), component).is_some() {
            let message = format!("the component `{}` is declared twice", entity.name.text.to_uppercase());
            self.found.problems.push(Diagnostic::error("E0202", entity.name.span, message));
        }
    }

    pub(super) fn refuse(&mut self, span: Span, what: &str) {
        self.found.problems.push(Diagnostic::error("E0947", span, format!("{what} is not supported yet")));
    }

    fn bounds(&mut self, dimension: DimensionSpec) -> DimensionSpec {
        let lower = dimension.lower.map(|lower| self.constant(lower));
        let upper = dimension.upper.map(|upper| self.constant(upper));
        DimensionSpec { lower, upper, ..dimension }
    }

    /// A component's type with constants for its kind and length.
    fn intrinsic_type(&mut self, ty: &TypeSpec, entity: &EntityDeclaration) -> TypeSpec {
        let mut ty = ty.clone();
        if let Some(length) = &entity.length {
            ty.kind = Some(match (ty.name, length) {
                (TypeName::Character, length) => KindSelector::Character { length: Some(length.clone()), kind: None },
                (_, LengthSpec::Value(size)) => KindSelector::Length(size.clone()),
                _ => return ty,
            });
        }
        ty.kind = ty.kind.map(|kind| match kind {
            KindSelector::Kind(kind) => KindSelector::Kind(self.constant(kind)),
            KindSelector::Character { length: Some(LengthSpec::Value(length)), kind } => {
                KindSelector::Character { length: Some(LengthSpec::Value(self.constant(length))), kind }
            }
            other => other,
        });
        ty
    }

    /// A literal, or a new named constant.
    fn constant(&mut self, value: Expr) -> Expr {
        if is_literal(&self.found.names, &value) {
            return value;
        }
        let ty = TypeSpec { name: TypeName::Integer, kind: None, span: value.span };
        self.named(ty, Vec::new(), value)
    }

    pub(super) fn named(&mut self, ty: TypeSpec, dimensions: Vec<DimensionSpec>, value: Expr) -> Expr {
        let span = value.span;
        let known = integer_value(&self.found.names, &value);
        // Types of one name may come from several modules.
        let module = self.module.map(|module| format!("{module}%")).unwrap_or_default();
        let text: Word = format!("{module}{}%{}", self.name.text, self.constants.len() + 1).into();
        let name = Name { text: text.clone(), span };
        let entity = EntityDeclaration { name, dimensions, length: None, initial: Some(Initializer::Value(value)) };
        let attributes = vec![Attribute::Parameter];
        let kind = StatementKind::TypeDeclaration { ty: Box::new(ty), attributes, entities: vec![entity] };
        let variable = Variable { value: known, ..Variable::default() };
        self.found.names.others.insert(text.clone(), Meaning::Variable(variable));
        self.constants.push(Statement { label: None, kind, span });
        Expr { kind: ExprKind::Name(text), span }
    }
}
