//! Which of the declared names are pointers, and which targets are in the stores.

use super::Gatherer;
use crate::derived::components::ComponentType;
use crate::derived::names::{Meaning, Names, Placed, Ty, Variable};
use crate::derived::owned_texts::is_deferred;
use crate::derived::pointers::pointer_type;
use crate::derived::stores::StoreType;
use crate::derived::terms::integer;
use crate::derived::types::{DerivedType, Later, Pointee, PointeeType};
use crate::derived::typing::{integer_value, type_of_spec};
use crate::diagnostics::Diagnostic;
use crate::resolve::intrinsics::{intrinsic_function, intrinsic_subroutine};
use crate::resolved::UnitKind;
use crate::source::Span;
use crate::tree::visit::{Visit, walk_expr, walk_statement};
use crate::tree::*;
use indexmap::IndexSet;
use std::cell::RefCell;
use std::rc::Rc;

impl Gatherer<'_> {
    /// Makes pointers of the names that are declared so, and decides which targets are in the stores.
    pub(super) fn pointers(&mut self, unit: Option<&Unit>) {
        if !self.modules.has_pointers {
            return;
        }
        let kind = unit.map(|unit| unit.header.as_ref().map_or(UnitKind::Program, |header| header.kind));
        let is_inner = self.found.names.outer.is_some();
        let dummies: Vec<&Word> = unit
            .and_then(|unit| unit.header.as_ref())
            .map(|header| header.dummies.iter().filter_map(Dummy::name).map(|name| &name.text).collect())
            .unwrap_or_default();
        for (name, span) in std::mem::take(&mut self.found.pointers) {
            self.variable(&Name { text: name.clone(), span });
            let Some(ty) = self.pointer_type(&name, Some(span), false) else { continue };
            self.found.own_pointers.insert(name.clone(), span);
            let home = self.module.filter(|_| kind == Some(UnitKind::Module) && self.found.pointing.contains(&name));
            if let Some(Meaning::Variable(variable)) = self.found.names.others.get_mut(&name) {
                (variable.pointer, variable.home) = (Some(ty), home.cloned());
            }
        }
        let is_polymorphic = |(name, meaning): (&Word, &Meaning)| {
            let is_allocatable = matches!(meaning, Meaning::Variable(variable) if variable.is_allocatable);
            (is_allocatable && self.is_class(name)).then(|| name.clone())
        };
        let polymorphic: Vec<Word> = self.found.names.others.iter().filter_map(is_polymorphic).collect();
        for name in polymorphic {
            let Some(ty) = self.pointer_type(&name, None, true) else { continue };
            let span = self.found.specs.get(&name).map_or(Span::default(), |(spec, _)| spec.span);
            self.found.own_pointers.insert(name.clone(), span);
            if let Some(Meaning::Variable(variable)) = self.found.names.others.get_mut(&name) {
                variable.pointer = Some(ty);
            }
        }
        let Some((unit, kind)) = unit.zip(kind) else { return self.targets_of_block() };
        let mut in_data = std::mem::take(&mut self.found.in_data);
        unit.statements.iter().for_each(|statement| names_in_data(statement, &mut in_data));
        let mut targets = std::mem::take(&mut self.found.targets);
        let copied: Vec<Word> =
            dummies.iter().filter(|name| self.is_copied_object(name)).map(|&name| name.clone()).collect();
        targets.extend(copied.iter().cloned());
        // What the definition does is not seen where the interface is.
        let is_separate = unit.header.as_ref().is_some_and(|header| header.separate.is_some());
        for name in &targets {
            let name = name.clone();
            let (is_dummy, is_shared) = (dummies.contains(&&name), kind == UnitKind::Module);
            let placed = match kind {
                _ if is_dummy => {
                    match is_separate
                        || copied.contains(&name)
                        || points_to(unit, &name, &self.found.names)
                        || is_inner && self.may_alias(unit, &name, &targets)
                    {
                        false => continue,
                        true if is_inner && !self.found.names.gives(&name, &Attribute::Value) => Placed::Given,
                        true => Placed::Copied,
                    }
                }
                _ if !is_shared
                    && self.found.in_common.contains(&name)
                    && !points_to(unit, &name, &self.found.names) =>
                {
                    continue;
                }
                UnitKind::Module | UnitKind::Program | UnitKind::BlockData => Placed::Kept,
                _ if self.found.names.is_saved(&name) => Placed::Kept,
                _ if in_data.contains(&name) => Placed::Kept,
                _ => Placed::Local,
            };
            let variable = self.variable(&Name { text: name.clone(), span: unit.span });
            let (is_pointer, is_allocatable) = (variable.pointer.is_some(), variable.is_allocatable);
            // Callers have to know of a dummy argument that it is one.
            let is_seen = if is_dummy { placed == Placed::Given && !is_separate } else { true };
            let is_owner = || is_seen && (is_shared || points_to(unit, &name, &self.found.names));
            if is_pointer || is_allocatable && !is_owner() {
                continue;
            }
            let Some(ty) = self.pointer_type(&name, None, is_allocatable) else { continue };
            let placed = (!is_allocatable).then_some(placed);
            self.found.own_pointers.insert(name.clone(), unit.span);
            let home = self.module.filter(|_| is_shared && placed == Some(Placed::Kept)).cloned();
            let length = self.text_length(&name, &ty).map(|length| (name.clone(), length));
            self.found.names.lengths.extend(length);
            if let Some(Meaning::Variable(variable)) = self.found.names.others.get_mut(&name) {
                (variable.pointer, variable.placed, variable.home) = (Some(ty), placed, home);
                variable.is_doubled = match placed {
                    Some(Placed::Copied) => true,
                    Some(Placed::Kept) if in_data.contains(&name) => true,
                    Some(Placed::Kept | Placed::Local) => {
                        self.found.in_namelist.contains(&name) || self.found.in_common.contains(&name)
                    }
                    Some(Placed::Given) | None => false,
                };
            }
        }
    }

    /// The variables of a BLOCK with TARGET are in the stores while it is executed.
    fn targets_of_block(&mut self) {
        for name in std::mem::take(&mut self.found.targets) {
            let span = self.found.specs.get(&name).map_or(Span::default(), |(spec, _)| spec.span);
            let variable = self.variable(&Name { text: name.clone(), span });
            if variable.pointer.is_some() || variable.is_allocatable {
                continue;
            }
            let Some(ty) = self.pointer_type(&name, None, false) else { continue };
            let placed = if self.found.names.is_saved(&name) { Placed::Kept } else { Placed::Local };
            self.found.own_pointers.insert(name.clone(), span);
            let length = self.text_length(&name, &ty).map(|length| (name.clone(), length));
            self.found.names.lengths.extend(length);
            if let Some(Meaning::Variable(variable)) = self.found.names.others.get_mut(&name) {
                (variable.pointer, variable.placed) = (Some(ty), Some(placed));
            }
        }
    }

    /// Whether a scalar with TARGET is characters in the stores, to which pointers of deferred length point: it is a
    /// text whose length is not known here, or there are no pointers of declared length.
    fn is_text_target(&self, name: &str) -> bool {
        let pointers = self.modules.text_pointers;
        let Some((spec, _)) = self.found.specs.get(name).filter(|(spec, _)| spec.name == TypeName::Character) else {
            return false;
        };
        let is_known = match declared_length(spec, self.found.specs.get(name).and_then(|(_, own)| own.as_ref())) {
            Some(length) => length.value().and_then(|value| integer_value(&self.found.names, value)).is_some(),
            None => true,
        };
        let is_usual = type_of_spec(&self.found.names, spec, None).is_some();
        is_usual && pointers.any_length && !(is_known && pointers.own_length)
    }

    /// The length that a declaration gives a text that is characters in the stores.
    fn text_length(&self, name: &str, ty: &DerivedType) -> Option<Expr> {
        let (spec, own) = self.found.specs.get(name).filter(|_| ty.owns_text())?;
        match declared_length(spec, own.as_ref()) {
            Some(length) => length.value().cloned(),
            None => Some(integer(1, spec.span)),
        }
    }

    /// Whether a dummy argument is an object with VALUE whose ALLOCATABLE components have to be copied, too.
    fn is_copied_object(&self, name: &Word) -> bool {
        let spec = self.found.specs.get(name).filter(|_| self.found.names.gives(name, &Attribute::Value));
        let Some(KindSelector::Derived(ty) | KindSelector::Class(ty)) = spec.and_then(|(spec, _)| spec.kind.as_ref())
        else {
            return false;
        };
        self.found.names.find_type(&ty.text).is_some_and(|ty| ty.owns())
    }

    /// Whether a name is declared CLASS here.
    fn is_class(&self, name: &str) -> bool {
        self.found.specs.get(name).is_some_and(|(spec, _)| matches!(spec.kind, Some(KindSelector::Class(_))))
    }

    /// Whether a dummy argument may get values by another name while the unit is executed: it is a scalar or of assumed
    /// shape and has no INTENT(IN), and statements of the unit, or of one in it, call procedures or name pointers or
    /// other targets. Where a procedure is an argument itself, the callers only know an interface without that.
    fn may_alias(&self, unit: &Unit, dummy: &Word, targets: &IndexSet<Word>) -> bool {
        let is_named = |variable: &Variable| variable.dimensions.iter().all(|one| one.is_open || one.assumes_rank());
        let names = &self.found.names;
        let is_open = matches!(names.others.get(dummy), Some(Meaning::Variable(variable)) if is_named(variable));
        let is_pure = unit.header.as_ref().is_some_and(Header::is_pure);
        let has_entries = unit.statements.iter().any(|one| matches!(one.kind, StatementKind::Entry(_)));
        let is_passed = unit.header.as_ref().is_some_and(|header| self.modules.passed.contains(&header.name.text));
        let is_read_only = names.intent_of(dummy) == Some(Intent::In);
        if !is_open || is_read_only || is_pure || has_entries || is_passed {
            return false;
        }
        let mut search = OtherNames { names, targets, dummy, is_found: false };
        visit_executable(unit, &mut search);
        search.is_found
    }

    /// The type of pointers to what is of the type and rank of a name. Where that can't be, `refused` says whether it
    /// is an error.
    fn pointer_type(&mut self, name: &Word, refused: Option<Span>, is_owned: bool) -> Option<Rc<DerivedType>> {
        let names = &self.found.names;
        let Some(Meaning::Variable(variable)) = names.others.get(name) else { return None };
        let rank = variable.shape.rank.unwrap_or(0);
        let ty = match &variable.shape.ty {
            Some(Ty::Derived(ty)) => {
                let later: Later = Rc::new(RefCell::new(Some(Rc::clone(ty))));
                self.modules.later.borrow_mut().push(Rc::clone(&later));
                PointeeType::Derived(later)
            }
            ty => {
                let store = match self.found.specs.get(name) {
                    Some((spec, _)) if spec.name == TypeName::Derived => return None,
                    Some((spec, length)) => StoreType::of(names, spec, length.as_ref()),
                    None => StoreType::implied(names, name),
                };
                let spec = self.found.specs.get(name);
                let is_deferred = spec.is_some_and(|(spec, length)| is_deferred(spec, length.as_ref()));
                let is_target = refused.is_none() && !is_owned;
                if rank == 0 && (is_deferred || is_target && self.is_text_target(name)) {
                    return Some(pointer_type(Pointee { ty: PointeeType::Text, rank, is_owned, is_class: false }));
                }
                let Some(store) = store else {
                    let message = "a pointer whose kind or length is not a constant is not supported yet";
                    self.found.problems.extend(refused.map(|span| Diagnostic::error("E0952", span, message)));
                    return None;
                };
                PointeeType::Intrinsic(store, ty.clone())
            }
        };
        let is_class = self.is_class(name) && (refused.is_some() || is_owned);
        Some(pointer_type(Pointee { ty, rank, is_owned, is_class }))
    }
}

/// The length in a declaration of CHARACTER, that of the entity first.
fn declared_length<'s>(spec: &'s TypeSpec, own: Option<&'s LengthSpec>) -> Option<&'s LengthSpec> {
    match &spec.kind {
        _ if own.is_some() => own,
        Some(KindSelector::Character { length, .. }) => length.as_ref(),
        _ => None,
    }
}

/// Adds the variables to which a statement gives values by DATA.
fn names_in_data(statement: &Statement, names: &mut IndexSet<Word>) {
    fn add(objects: &[DataObject], names: &mut IndexSet<Word>) {
        for object in objects {
            match object {
                DataObject::Variable(variable) => names.extend(variable.designated().map(|(name, _)| Word::new(name))),
                DataObject::ImpliedDo(implied) => add(&implied.objects, names),
            }
        }
    }
    if let StatementKind::Data(sets) = &statement.kind {
        sets.iter().for_each(|set| add(&set.objects, names));
    }
}

/// Whether `object%name(arguments)` is a reference to a procedure that is bound to the object's type.
fn is_bound_call(names: &Names, component: &ComponentReference) -> bool {
    fn type_of(names: &Names, expr: &Expr) -> Option<Rc<DerivedType>> {
        match &expr.kind {
            ExprKind::Name(name) => type_of_name(names, name),
            ExprKind::Reference(name, _) => type_of_name(names, &name.text),
            ExprKind::Component(component) => {
                match &type_of(names, &component.of)?.components.get(&component.name.text)?.ty {
                    ComponentType::Derived(ty) => match &ty.pointee {
                        Some(pointee) => pointee.derived(),
                        None => Some(Rc::clone(ty)),
                    },
                    ComponentType::Intrinsic(_) => None,
                }
            }
            _ => None,
        }
    }
    fn type_of_name(names: &Names, name: &str) -> Option<Rc<DerivedType>> {
        match names.find(name)? {
            Meaning::Variable(variable) => variable.shape.derived().cloned(),
            Meaning::Procedure(_) => None,
        }
    }
    let is_part = |ty: Rc<DerivedType>| ty.components.contains_key(&component.name.text);
    component.arguments.is_some() && type_of(names, &component.of).is_some_and(|ty| !is_part(ty))
}

/// Whether statements of a unit, or of one in it, may make a variable the target of a pointer: it is after `=>` or an
/// argument, or a procedure that is bound to its type is called.
fn points_to(unit: &Unit, name: &str, names: &Names) -> bool {
    struct Search<'s> {
        name: &'s str,
        names: &'s Names,
        is_found: bool,
    }
    impl Search<'_> {
        fn look(&mut self, expr: &Expr) {
            self.is_found |= expr.designated().is_some_and(|(root, _)| root == self.name);
        }
    }
    impl<'a> Visit<'a> for Search<'_> {
        fn statement(&mut self, statement: &'a Statement) {
            match &statement.kind {
                StatementKind::PointerAssign { value, .. } => self.look(value),
                StatementKind::Call { arguments, .. } => arguments.iter().for_each(|one| self.look(&one.value)),
                StatementKind::CallBound(called) => self.look(called),
                _ => {}
            }
            walk_statement(self, statement);
        }
        fn expr(&mut self, expr: &'a Expr) {
            match &expr.kind {
                ExprKind::Reference(_, arguments) => arguments.iter().for_each(|one| self.look(&one.value)),
                ExprKind::Component(component) => {
                    if is_bound_call(self.names, component) {
                        self.look(&component.of);
                    }
                    component.arguments.iter().flatten().for_each(|one| self.look(&one.value));
                }
                _ => {}
            }
            walk_expr(self, expr);
        }
    }
    let mut search = Search { name, names, is_found: false };
    visit_executable(unit, &mut search);
    search.is_found
}

/// Visits the executable statements of a unit, and what is in it.
fn visit_executable<'u>(unit: &'u Unit, search: &mut impl Visit<'u>) {
    let executable = unit.statements.iter().skip_while(|one| !one.kind.is_executable());
    executable.for_each(|statement| search.statement(statement));
    let inner = unit.contains.iter().flat_map(|contains| &contains.units);
    inner.for_each(|unit| unit.statements.iter().for_each(|statement| search.statement(statement)));
}

/// Looks for what may have the value of a dummy argument by another name.
///
/// The callers of the unit look, too, when the procedures beside it are not known yet, and have to find the same.
struct OtherNames<'s> {
    names: &'s Names,
    targets: &'s IndexSet<Word>,
    dummy: &'s str,
    is_found: bool,
}

impl OtherNames<'_> {
    fn name(&mut self, name: &str) {
        let is_pointer = |ty: &Rc<DerivedType>| ty.pointee.as_ref().is_some_and(|pointee| !pointee.is_owned);
        let has_pointers = |ty: &Rc<DerivedType>| ty.all_types().iter().any(is_pointer);
        self.is_found |= name != self.dummy && self.targets.contains(name);
        if let Some(Meaning::Variable(variable)) = self.names.find(name) {
            self.is_found |= variable.pointer.is_some() || variable.shape.derived().is_some_and(has_pointers);
        }
    }
}

impl<'a> Visit<'a> for OtherNames<'_> {
    fn statement(&mut self, statement: &'a Statement) {
        match &statement.kind {
            StatementKind::Call { procedure, .. } => self.is_found |= intrinsic_subroutine(&procedure.text).is_none(),
            StatementKind::CallBound(_) => self.is_found = true,
            _ => {}
        }
        walk_statement(self, statement);
    }

    fn expr(&mut self, expr: &'a Expr) {
        match &expr.kind {
            ExprKind::Name(name) => self.name(name),
            ExprKind::Reference(name, arguments) => {
                let is_range = |argument: &Argument| matches!(argument.value.kind, ExprKind::Range(_));
                let is_known = match self.names.find(&name.text) {
                    Some(Meaning::Variable(variable)) => {
                        variable.shape.rank != Some(0) || arguments.iter().any(is_range)
                    }
                    _ => intrinsic_function(&name.text).is_some() || self.names.find_type(&name.text).is_some(),
                };
                self.is_found |= !is_known;
                self.name(&name.text);
            }
            ExprKind::Component(component) => self.is_found |= is_bound_call(self.names, component),
            ExprKind::Defined(..) => self.is_found = true,
            _ => {}
        }
        walk_expr(self, expr);
    }
}
