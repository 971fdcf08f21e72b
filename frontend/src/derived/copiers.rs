//! Procedures that copy objects with components that own what is in the stores: one for each type, in its module.
//!
//! What an object owns may own something in turn, perhaps of its own type, so that code for all of it has no bound.

use super::Modules;
use super::instances::add_to_module;
use super::names::{Names, Procedure};
use super::paths::{Record, Value};
use super::rewriter::{Outcome, Rewriter};
use super::terms::subroutine;
use super::types::DerivedType;
use super::units::{Surroundings, rewrite_unit};
use crate::diagnostics::Diagnostic;
use crate::source::Span;
use crate::tree::*;
use std::rc::Rc;

/// What the names of these procedures begin with, which no procedure of the source or instance of one does.
const COPY: &str = "%copy%";

/// The name of the type in one.
const TYPE: &str = "%type";

/// A procedure that is called.
#[derive(Clone, Debug)]
pub(super) struct Copier {
    ty: Rc<DerivedType>,
    procedure: Rc<Procedure>,
    is_made: bool,
}

/// Whether a unit is one.
pub(super) fn is_copier(unit: &Unit) -> bool {
    unit.header.as_ref().is_some_and(|header| header.name.text.starts_with(COPY))
}

impl Modules {
    /// The procedure for a type; none if no module defines it.
    fn copier_of(&self, ty: &Rc<DerivedType>) -> Option<Rc<Procedure>> {
        let module = ty.module.as_ref().filter(|module| self.hosts.contains_key(*module))?;
        let mut copiers = self.copiers.borrow_mut();
        if let Some(known) = copiers.iter().find(|one| Rc::ptr_eq(&one.ty, ty)) {
            return Some(Rc::clone(&known.procedure));
        }
        let name = format!("{COPY}{}", ty.name).into();
        let procedure = Rc::new(Procedure { name, module: Some(module.clone()), ..Procedure::default() });
        copiers.push(Copier { ty: Rc::clone(ty), procedure: Rc::clone(&procedure), is_made: false });
        Some(procedure)
    }

    /// Makes a procedure that has to be made; none if all are.
    pub(super) fn make_copier(&self, files: &mut [File]) -> Option<Vec<Diagnostic>> {
        let mut copiers = self.copiers.borrow_mut();
        let next = copiers.iter_mut().find(|one| !one.is_made)?;
        next.is_made = true;
        let Copier { ty, procedure, .. } = next.clone();
        drop(copiers);
        let (Some(module), true) = (&procedure.module, ty.owns()) else { return Some(Vec::new()) };
        let Some(names) = self.hosts.get(module) else { return Some(Vec::new()) };
        let types = [(TYPE.into(), Rc::clone(&ty))].into_iter().collect();
        let inner =
            Names { has_usual_types: names.has_usual_types, outer: Some(Rc::clone(names)), types, ..Names::default() };
        let around =
            Surroundings { outer: Some(Rc::new(inner)), module: Some(module.clone()), ..Surroundings::default() };
        let mut unit = unit_of(&procedure.name);
        let problems = rewrite_unit(&mut unit, &around, self);
        add_to_module(files, module, unit);
        Some(problems)
    }
}

/// ```text
/// pure recursive subroutine %copy%t(to, from)
///   type(%type), pointer, intent(in) :: to, from
///   to = from
/// end subroutine
/// ```
fn unit_of(name: &Word) -> Unit {
    let span = Span::default();
    let named = |text: &str| Name { text: text.into(), span };
    let entity =
        |text: &str| EntityDeclaration { name: named(text), dimensions: Vec::new(), length: None, initial: None };
    let kind = Some(KindSelector::Derived(named(TYPE)));
    let declaration = StatementKind::TypeDeclaration {
        ty: Box::new(TypeSpec { name: TypeName::Derived, kind, span }),
        attributes: vec![Attribute::Pointer, Attribute::Intent(Intent::In)],
        entities: ["to", "from"].map(entity).into(),
    };
    let [target, value] = ["to", "from"].map(|text| Expr { kind: ExprKind::Name(text.into()), span });
    let statements = [declaration, StatementKind::Assign { target, value }];
    let statements = statements.map(|kind| Statement { label: None, kind, span }).into();
    subroutine(name, vec![Prefix::Pure, Prefix::Recursive], &["to", "from"], statements, span)
}

impl Rewriter<'_> {
    /// Assigns an object in the stores, or an array of them, to another one: by a call for each, if it owns something.
    pub fn copy_stored(&mut self, target: Record, value: Record, span: Span) -> Outcome<Vec<StatementKind>> {
        let procedure = if value.ty.owns() { self.modules.copier_of(&value.ty) } else { None };
        let Some(procedure) = procedure else { return self.assign_record(target, value, span) };
        let name = self.accessible(&procedure);
        let ty = Rc::clone(&value.ty);
        let (to, from) = (self.object(target)?, self.object(value)?);
        let view = self.view_type(&ty, 0, false);
        self.for_each_element([&to, &from], &ty, span, |rewriter, paths| {
            let mut arguments = Vec::new();
            for path in paths {
                let parts = rewriter.parts(Value::Record(Record::object(Rc::clone(&ty), path)), &view)?;
                let each = parts.into_iter().map(super::pointer_arguments::in_parentheses);
                arguments.extend(each.map(|value| Argument { keyword: None, value }));
            }
            let procedure = Name { text: name.clone(), span };
            Ok(vec![StatementKind::Call { procedure, arguments }])
        })
    }
}
