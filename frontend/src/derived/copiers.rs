//! Procedures that copy objects with components that own what is in the stores, and those that finalize them: one for
//! each type, in the module or program unit that defines it.
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

/// What such a procedure does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Work {
    Copy,
    Finalize,
}

impl Work {
    /// What the names of these procedures begin with, which no procedure of the source or instance of one does.
    fn prefix(self) -> &'static str {
        match self {
            Work::Copy => "%copy%",
            Work::Finalize => "%finalize%",
        }
    }
}

/// The name of the type in one.
const TYPE: &str = "%type";

/// A procedure that is called.
#[derive(Clone, Debug)]
pub(super) struct Copier {
    work: Work,
    ty: Rc<DerivedType>,
    procedure: Rc<Procedure>,
    is_made: bool,
}

/// What a unit does, if it is one.
pub(super) fn work_of(unit: &Unit) -> Option<Work> {
    let name = &unit.header.as_ref()?.name.text;
    [Work::Copy, Work::Finalize].into_iter().find(|work| name.starts_with(work.prefix()))
}

impl Modules {
    /// The procedure for a type; none if it is defined where no procedures can be.
    pub(super) fn copier_of(&self, work: Work, ty: &Rc<DerivedType>, names: &Names) -> Option<Rc<Procedure>> {
        let is_seen = match &ty.module {
            Some(module) => self.hosts.contains_key(module),
            None => names.chain().last().is_some_and(|outermost| defines(outermost, ty)),
        };
        if !is_seen {
            return None;
        }
        let mut copiers = self.copiers.borrow_mut();
        if let Some(known) = copiers.iter().find(|one| one.work == work && Rc::ptr_eq(&one.ty, ty)) {
            return Some(Rc::clone(&known.procedure));
        }
        let name = format!("{}{}", work.prefix(), ty.name).into();
        let procedure = Rc::new(Procedure { name, module: ty.module.clone(), ..Procedure::default() });
        copiers.push(Copier { work, ty: Rc::clone(ty), procedure: Rc::clone(&procedure), is_made: false });
        Some(procedure)
    }

    /// Makes a procedure of a module that has to be made; none if all are.
    pub(super) fn make_copier(&self, files: &mut [File]) -> Option<Vec<Diagnostic>> {
        let (work, ty, procedure) = self.next_copier(|ty| ty.module.is_some())?;
        let Some((module, names)) =
            procedure.module.as_ref().and_then(|module| Some((module, self.hosts.get(module)?)))
        else {
            return Some(Vec::new());
        };
        let around = Surroundings { module: Some(module.clone()), ..Surroundings::default() };
        let (unit, problems) = self.copier(work, (&ty, &procedure), names, &around);
        add_to_module(files, module, unit);
        Some(problems)
    }

    /// The procedures for types that a unit defines which is no module, and of which these are the names.
    pub(super) fn internal_copiers(&self, names: &Rc<Names>, around: &Surroundings) -> (Vec<Unit>, Vec<Diagnostic>) {
        let (mut made, mut problems) = (Vec::new(), Vec::new());
        while let Some((work, ty, procedure)) = self.next_copier(|ty| ty.module.is_none() && defines(names, ty)) {
            let (unit, found) = self.copier(work, (&ty, &procedure), names, around);
            made.push(unit);
            problems.extend(found);
        }
        (made, problems)
    }

    fn next_copier(
        &self,
        is_wanted: impl Fn(&Rc<DerivedType>) -> bool,
    ) -> Option<(Work, Rc<DerivedType>, Rc<Procedure>)> {
        let mut copiers = self.copiers.borrow_mut();
        let next = copiers.iter_mut().find(|one| !one.is_made && one.ty.owns() && is_wanted(&one.ty))?;
        next.is_made = true;
        Some((next.work, Rc::clone(&next.ty), Rc::clone(&next.procedure)))
    }

    fn copier(
        &self,
        work: Work,
        (ty, procedure): (&Rc<DerivedType>, &Procedure),
        names: &Rc<Names>,
        around: &Surroundings,
    ) -> (Unit, Vec<Diagnostic>) {
        let types = [(TYPE.into(), Rc::clone(ty))].into_iter().collect();
        let inner = Names { types, ..Names::within(Rc::clone(names)) };
        let around = Surroundings { outer: Some(Rc::new(inner)), ..around.clone() };
        let mut unit = unit_of(work, &procedure.name);
        let problems = rewrite_unit(&mut unit, &around, self);
        (unit, problems)
    }
}

fn defines(names: &Names, ty: &Rc<DerivedType>) -> bool {
    names.types.values().any(|one| Rc::ptr_eq(one, ty))
}

/// ```text
/// pure recursive subroutine %copy%t(to, from)
///   type(%type), pointer, intent(in) :: to, from
///   to = from
/// end subroutine
/// ```
/// For [`Work::Finalize`] it is not PURE; its `to` is finalized by what is the assignment here.
fn unit_of(work: Work, name: &Word) -> Unit {
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
    let prefixes = match work {
        Work::Copy => vec![Prefix::Pure, Prefix::Recursive],
        Work::Finalize => vec![Prefix::Recursive],
    };
    subroutine(name, prefixes, &["to", "from"], statements, span)
}

impl Rewriter<'_> {
    /// Assigns an object in the stores, or an array of them, to another one: by a call for each, if it owns something.
    pub fn copy_stored(&mut self, target: Record, value: Record, span: Span) -> Outcome<Vec<StatementKind>> {
        let is_owner = value.ty.owns();
        let procedure = is_owner.then(|| self.modules.copier_of(Work::Copy, &value.ty, &self.names)).flatten();
        let Some(procedure) = procedure else { return self.assign_record(target, value, span) };
        self.call_copier(&procedure, target, value, span)
    }

    /// Calls such a procedure for each element of the two objects, which are in the stores.
    pub(super) fn call_copier(
        &mut self,
        procedure: &Rc<Procedure>,
        target: Record,
        value: Record,
        span: Span,
    ) -> Outcome<Vec<StatementKind>> {
        let name = self.accessible(procedure);
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
