//! Procedures that are bound to types: `object%name(arguments)`, and the generic names, operators and assignments that
//! a type brings along.
//!
//! What an object is of is known where a procedure is compiled (see `classes`), or in the arm that is for a type (see
//! `polymorphic`), so that a name of it stands for one procedure.

use super::calls::Actual;
use super::definitions;
use super::expressions::no_object;
use super::gathered::Gathered;
use super::names::{Meaning, Procedure, Shaped};
use super::paths::{Record, Value};
use super::procedure_pointer_calls::with_object;
use super::rewriter::{Outcome, Problem, Rewriter};
use super::types::DerivedType;
use super::typing::derived_name;
use crate::diagnostics::Diagnostic;
use crate::source::Span;
use crate::tree::*;
use indexmap::{IndexMap, IndexSet};
use std::cell::RefCell;
use std::rc::Rc;

/// A procedure by a name of a type.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    procedure: Rc<Procedure>,
    /// The number of the dummy argument that is the object; none with NOPASS.
    passed: Option<usize>,
    /// Only extensions of the type have a procedure; this is the interface.
    is_deferred: bool,
}

/// The names of a type; what it has from its parents is looked up there. They are found after the type, as they are
/// declared after it.
#[derive(Debug, Default)]
pub(super) struct Names {
    specific: IndexMap<Word, Bound>,
    /// Generic names, operators and assignments: the names that they stand for.
    generic: IndexMap<Word, Vec<Word>>,
    /// The final procedures.
    finals: Vec<Rc<Procedure>>,
}

pub(super) type Bindings = RefCell<Names>;

impl DerivedType {
    /// The procedures that a name of objects of the type stands for.
    fn bound(self: &Rc<Self>, name: &str) -> Vec<Bound> {
        let specific = |name: &str| self.line().find_map(|ty| ty.bindings.borrow().specific.get(name).cloned());
        if let Some(bound) = specific(name) {
            return vec![bound];
        }
        let names = self.line().flat_map(|ty| ty.bindings.borrow().generic.get(name).cloned().unwrap_or_default());
        let names: IndexSet<Word> = names.collect();
        names.iter().filter_map(|name| specific(name)).collect()
    }

    /// The procedures that an operator or the assignment has from this type.
    pub fn bound_to(self: &Rc<Self>, operation: &str) -> Vec<Rc<Procedure>> {
        self.bound(operation).into_iter().map(|bound| bound.procedure).collect()
    }

    /// Whether procedures are bound to an operator or the assignment.
    pub fn is_bound_to(self: &Rc<Self>, operation: &str) -> bool {
        !self.bound(operation).is_empty()
    }

    /// Whether the type itself has final procedures.
    pub fn has_finals(&self) -> bool {
        !self.bindings.borrow().finals.is_empty()
    }

    /// The final procedure for objects of a rank.
    pub fn final_for(&self, rank: usize) -> Option<Rc<Procedure>> {
        let finals = &self.bindings.borrow().finals;
        let is_of_rank = |one: &&Rc<Procedure>| one.dummies.iter().any(|dummy| dummy.shape.rank == Some(rank));
        finals.iter().find(is_of_rank).or_else(|| finals.iter().find(|one| one.is_elemental)).cloned()
    }

    /// Whether an assignment of two objects of the type is bound to it. One that it has from its parent alone is not
    /// called for components, as with gfortran.
    pub fn has_own_assignment(self: &Rc<Self>) -> bool {
        let assigns = |procedure: &Rc<Procedure>| {
            let mut types = procedure.dummies.iter().map(|dummy| dummy.shape.derived());
            types.len() == 2 && types.all(|dummy| dummy.is_some_and(|dummy| self.extends(dummy)))
        };
        let is_its_own = self.bindings.borrow().generic.contains_key("assignment(=)");
        is_its_own && self.bound_to("assignment(=)").iter().any(assigns)
    }
}

impl Gathered {
    /// The procedure of that name, whose interface has to be known.
    pub fn specific(&mut self, name: &Name) -> Option<Rc<Procedure>> {
        match self.names.find(&name.text) {
            Some(Meaning::Procedure(procedure)) => Some(Rc::clone(procedure)),
            _ => {
                let message = format!("the interface of `{}` is not known here", name.text.to_uppercase());
                self.problems.push(Diagnostic::error("E0924", name.span, message));
                None
            }
        }
    }

    /// Reads what is bound to the types that these statements define. Returns the types.
    pub fn bind(&mut self, statements: &[Statement]) -> Vec<Rc<DerivedType>> {
        let mut bound = Vec::new();
        for (index, statement) in statements.iter().enumerate() {
            let StatementKind::DerivedType { name, .. } = &statement.kind else { continue };
            let length = definitions::length(&statements[index..]);
            let body = statements[index..index + length].iter().filter_map(|statement| match &statement.kind {
                StatementKind::Bound(bound) => Some(bound),
                _ => None,
            });
            let body: Vec<&BoundStatement> = body.collect();
            let ty = self.names.types.get(&name.text).cloned();
            let Some(ty) = ty.filter(|ty| !body.is_empty() || ty.parent.is_some()) else { continue };
            // Generic names may come before what they name.
            let (generic, specific): (Vec<_>, Vec<_>) =
                body.into_iter().partition(|one| matches!(one, BoundStatement::Generic { .. }));
            specific.into_iter().chain(generic).for_each(|statement| self.bind_statement(&ty, statement));
            self.problems.extend(disagreements(&ty, name));
            bound.push(ty);
        }
        bound
    }

    fn bind_statement(&mut self, ty: &Rc<DerivedType>, statement: &BoundStatement) {
        match statement {
            BoundStatement::Contains => {}
            BoundStatement::Final(names) => {
                for name in names {
                    let Some(procedure) = self.specific(name) else { continue };
                    if procedure.finalizes(ty) {
                        ty.bindings.borrow_mut().finals.push(procedure);
                    } else {
                        let (shown, of) = (name.text.to_uppercase(), ty.name.to_uppercase());
                        let message = format!("`{shown}` is no subroutine with one argument that is a TYPE({of})");
                        self.problems.push(Diagnostic::error("E0301", name.span, message));
                    }
                }
            }
            BoundStatement::Procedures { interface, attributes, bindings } => {
                let is_deferred = attributes.contains(&BindingAttribute::Deferred);
                for binding in bindings {
                    let named = interface.as_ref().filter(|_| is_deferred).unwrap_or(binding.procedure());
                    let Some(procedure) = self.specific(named) else { continue };
                    match passed(ty, &procedure, attributes, named) {
                        Ok(passed) => {
                            let bound = Bound { procedure, passed, is_deferred };
                            let before = ty.bindings.borrow_mut().specific.insert(binding.name.text.clone(), bound);
                            if before.is_some() || ty.components.contains_key(&binding.name.text) {
                                let message = format!("`{}` is declared twice", binding.name.text.to_uppercase());
                                self.problems.push(Diagnostic::error("E0202", binding.name.span, message));
                            }
                        }
                        Err(problem) => self.problems.push(problem.diagnostic()),
                    }
                }
            }
            BoundStatement::Generic { access: _, name, bindings } => {
                for binding in bindings {
                    if ty.bound(&binding.text).is_empty() {
                        let (of, part) = (ty.name.to_uppercase(), binding.text.to_uppercase());
                        let message = format!("no procedure is bound to the derived type `{of}` as `{part}`");
                        self.problems.push(Diagnostic::error("E0295", binding.span, message));
                    } else {
                        let mut all = ty.bindings.borrow_mut();
                        all.generic.entry(name.text.clone()).or_default().push(binding.text.clone());
                    }
                }
            }
        }
    }
}

/// What a type does not have as the type that it extends.
fn disagreements(ty: &Rc<DerivedType>, name: &Name) -> Vec<Diagnostic> {
    let Some((_, parent)) = &ty.parent else { return Vec::new() };
    let names: IndexSet<Word> =
        parent.line().flat_map(|ty| ty.bindings.borrow().specific.keys().cloned().collect::<Vec<Word>>()).collect();
    let shown = ty.name.to_uppercase();
    let found = names.iter().filter_map(|text| {
        let (own, inherited) = (ty.bound(text).pop()?, parent.bound(text).pop()?);
        let part = text.to_uppercase();
        if own.is_deferred && !ty.is_abstract {
            let message = format!("`{shown}` has no procedure for the DEFERRED `{part}`, and is not ABSTRACT");
            return Some(Diagnostic::error("E0303", name.span, message).with_help("declare it as the parent does"));
        }
        let what = own.differs_from(&inherited)?;
        let message = format!("`{part}` of `{shown}` differs in {what} from what it overrides");
        Some(Diagnostic::error("E0303", name.span, message).with_help("declare it as the parent does"))
    });
    found.collect()
}

impl Bound {
    /// In what it differs from the procedure that it overrides.
    fn differs_from(&self, inherited: &Bound) -> Option<&'static str> {
        let (own, other) = (&self.procedure, &inherited.procedure);
        if self.passed != inherited.passed && own.result.is_some() == other.result.is_some() {
            return Some("the argument that is the object");
        }
        let mut pairs = own.dummies.iter().zip(&other.dummies);
        let is_as_long = own.dummies.len() == other.dummies.len();
        if is_as_long && pairs.any(|(one, another)| one.name != another.name) {
            return Some("the names of its arguments");
        }
        own.differs_from(other, self.passed)
    }
}

impl Procedure {
    /// In what it differs from another one, but for an argument.
    pub fn differs_from(&self, other: &Procedure, passed: Option<usize>) -> Option<&'static str> {
        let is_same = |one: &Shaped, another: &Shaped| {
            let types = one.ty.as_ref().zip(another.ty.as_ref());
            types.is_none_or(|(one, another)| one.is(another)) && one.rank == another.rank
        };
        if self.result.is_some() != other.result.is_some() {
            return Some("being a function or a subroutine");
        }
        if self.dummies.len() != other.dummies.len() {
            return Some("the number of its arguments");
        }
        let mut pairs = self.dummies.iter().zip(&other.dummies).enumerate();
        if pairs.any(|(at, (one, another))| Some(at) != passed && !is_same(&one.shape, &another.shape)) {
            return Some("the types or ranks of its arguments");
        }
        let results = self.result.as_ref().zip(other.result.as_ref());
        results.filter(|(one, another)| !is_same(&one.shape, &another.shape)).map(|_| "the type or rank of its value")
    }
}

/// The error for an object of a type of which there are only extensions.
pub(super) fn abstract_object(ty: &DerivedType, span: Span) -> Problem {
    let message = format!("the derived type `{}` is ABSTRACT and has no objects", ty.name.to_uppercase());
    Problem::error("E0303", span, message)
}

/// The number of the dummy argument that is the object.
fn passed(
    ty: &Rc<DerivedType>,
    procedure: &Procedure,
    attributes: &[BindingAttribute],
    named: &Name,
) -> Outcome<Option<usize>> {
    let mut name = None;
    for attribute in attributes {
        match attribute {
            BindingAttribute::NoPass => return Ok(None),
            BindingAttribute::Pass(given) => name = given.as_ref(),
            BindingAttribute::Access(_) | BindingAttribute::NonOverridable | BindingAttribute::Deferred => {}
        }
    }
    let at = match name {
        None => 0,
        Some(name) => procedure.dummies.iter().position(|dummy| dummy.name == name.text).unwrap_or(usize::MAX),
    };
    let is_object = |shape: &Shaped| shape.derived().is_some_and(|found| Rc::ptr_eq(found, ty));
    match procedure.dummies.get(at) {
        Some(dummy) if is_object(&dummy.shape) => Ok(Some(at)),
        _ => {
            let which =
                name.map_or("first dummy argument".to_owned(), |name| format!("`{}`", name.text.to_uppercase()));
            let (procedure, ty) = (named.text.to_uppercase(), ty.name.to_uppercase());
            let message = format!("`{procedure}` has no {which} of the type `{ty}`");
            Err(Problem::error("E0301", named.span, message))
        }
    }
}

/// The error for a name that a type does not have.
pub(super) fn no_part(ty: &DerivedType, name: &Name) -> Diagnostic {
    let (of, part) = (ty.name.to_uppercase(), name.text.to_uppercase());
    Diagnostic::error("E0295", name.span, format!("the derived type `{of}` has no component `{part}`"))
}

impl Rewriter<'_> {
    /// The procedure that a name of an object stands for with these arguments, and the arguments with the object among
    /// them.
    pub fn bound_procedure(
        &mut self,
        object: Record,
        name: &Name,
        mut actuals: Vec<Actual>,
    ) -> Outcome<(Rc<Procedure>, Vec<Actual>)> {
        let bound = object.ty.bound(&name.text);
        if bound.is_empty() {
            return Err(Problem::Error(Box::new(no_part(&object.ty, name))));
        }
        if bound.iter().any(|one| one.is_deferred) && !object.ty.is_abstract {
            // What the type lacks has been reported where it is defined.
            return Err(no_object(name.span));
        }
        let first = bound.first().and_then(|bound| bound.passed);
        if bound.iter().any(|one| one.passed != first) {
            let what = "a generic name of a type whose procedures have the object as different arguments";
            return Err(Problem::Refused(what, name.span));
        }
        if let (Some(at), Some(one)) = (first, bound.first()) {
            with_object(&mut actuals, at, &one.procedure.dummies[at].name, object, name.span);
        }
        self.is_polymorphic |= bound.iter().any(|one| self.own_name.as_ref() == Some(&one.procedure.name));
        if let [one] = &bound[..] {
            return Ok((Rc::clone(&one.procedure), actuals));
        }
        let specifics: Vec<Rc<Procedure>> = bound.into_iter().map(|bound| bound.procedure).collect();
        match self.choose(&specifics, &actuals, name.span)? {
            Some(procedure) => Ok((procedure, actuals)),
            None => {
                let message = "no specific procedure of this generic name takes these arguments";
                Err(Problem::error("E0299", name.span, message))
            }
        }
    }

    /// The procedures of an operator, or of the assignment, by interface blocks and by the types of what it is for.
    pub fn specifics_for(&self, operation: &str, values: &[&Value]) -> Vec<Rc<Procedure>> {
        let mut found = self.names.specifics(operation);
        for value in values {
            let bound = value.shape().derived().map(|ty| ty.bound_to(operation)).unwrap_or_default();
            for procedure in bound {
                if !found.iter().any(|one| Rc::ptr_eq(one, &procedure)) {
                    found.push(procedure);
                }
            }
        }
        found
    }

    /// No object is of an ABSTRACT type. CLASS is for dummy arguments, pointers, and what is allocated.
    pub fn check_class(&self, ty: &TypeSpec, entities: &[EntityDeclaration], span: Span) -> Outcome<()> {
        let is_object = |entity: &EntityDeclaration| match self.names.others.get(&entity.name.text) {
            Some(Meaning::Variable(variable)) if variable.pointer.is_some() => true,
            _ => self.dummies.contains(&entity.name.text),
        };
        let is_class = matches!(ty.kind, Some(KindSelector::Class(_)));
        let object = derived_name(ty).filter(|_| !is_class).and_then(|name| self.names.find_type(&name.text));
        if let Some(ty) = object.filter(|ty| ty.is_abstract) {
            return Err(abstract_object(ty, span));
        }
        match entities.iter().find(|entity| is_class && !is_object(entity)) {
            Some(entity) => Err(Problem::Error(Box::new(super::classes::no_class(entity.name.span)))),
            None => Ok(()),
        }
    }
}
