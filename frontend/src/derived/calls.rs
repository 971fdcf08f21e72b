//! Calls: arguments of derived type, results of derived type, generic names and defined operators.
//!
//! An argument of derived type is as many arguments as its object has variables. A function of derived type is a
//! subroutine whose first arguments are the result's variables; it is called before the statement in which it is.

use super::constructors::no_derived_value;
use super::names::{DummyArgument, Meaning, Names, Procedure, Shaped, Ty};
use super::paths::{Record, Value};
use super::pointer_arguments::leaf_arguments;
use super::pointers::as_pointer;
use super::rewriter::{Need, Outcome, Problem, Rewriter};
use super::terms::{integer, intrinsic};
use crate::source::Span;
use crate::tree::*;
use std::rc::Rc;

/// An actual argument.
#[derive(Clone)]
pub(super) struct Actual {
    pub keyword: Option<Box<Name>>,
    pub value: Value,
}

impl Procedure {
    /// The dummy argument of an actual one at a position.
    pub(super) fn dummy_of(&self, position: usize, actual: &Actual) -> Option<&DummyArgument> {
        self.dummy(actual.keyword.as_ref().map(|keyword| &keyword.text), position)
    }
}

/// How an argument is passed.
#[derive(Clone, Copy)]
pub(super) struct Passing {
    pub intent: Option<Intent>,
    /// The call is a statement, so that others can come after it.
    pub is_statement: bool,
}

impl Rewriter<'_> {
    pub fn actuals(&mut self, arguments: Vec<Argument>) -> Outcome<Vec<Actual>> {
        let each = arguments.into_iter().map(|argument| {
            let value = match argument.value.kind {
                ExprKind::Label(_) => Value::Plain(argument.value, Shaped::default()),
                _ => self.raw(argument.value)?,
            };
            Ok(Actual { keyword: argument.keyword, value })
        });
        each.collect()
    }

    /// The arguments as they are passed.
    ///
    /// `is_statement` says that the call is a statement: what is to be done after it is in [`Rewriter::after`].
    pub fn passed(
        &mut self,
        actuals: Vec<Actual>,
        procedure: Option<&Procedure>,
        is_statement: bool,
    ) -> Outcome<Vec<Argument>> {
        super::elemental::check_elements(&actuals, procedure)?;
        let mut arguments = Vec::with_capacity(actuals.len());
        for (position, actual) in actuals.into_iter().enumerate() {
            let known = procedure.and_then(|procedure| procedure.dummy_of(position, &actual));
            let Actual { keyword, value } = super::absent_arguments::nothing_for_optional(actual, known);
            if let Some((known, ty)) = known.and_then(|known| Some((known, known.pointer.as_ref()?))) {
                let values = self.pass_pointer(known, ty, value, is_statement)?;
                arguments.extend(leaf_arguments(&keyword, ty, values));
                continue;
            }
            let is_lent = known.is_some_and(|known| known.is_allocatable) && value.is_owned();
            let passing = Passing { intent: known.and_then(|known| known.intent), is_statement };
            let value = if is_lent { self.lend(value, passing)? } else { value };
            let dummy = known.map(|dummy| &dummy.shape);
            let value = self.target_of(value)?;
            // Where nothing can come before the call, it is passed as if it were present.
            if let Some(name) = known.and_then(|known| self.optional_actual(known, &value))
                && self.stays_inside.is_none()
                && matches!(value, Value::Stored(..) | Value::Text(_))
            {
                dummy.map_or(Ok(()), |dummy| check_intrinsic(dummy, value.span()))?;
                let value = self.pass_if_present(&name, value, passing)?;
                arguments.push(Argument { keyword, value });
                continue;
            }
            let record = match value {
                Value::Stored(path, _) => {
                    dummy.map_or(Ok(()), |dummy| check_intrinsic(dummy, path.span))?;
                    let is_scalar = dummy.is_some_and(|dummy| dummy.rank == Some(0));
                    let value = self.pass_stored(path, is_scalar, passing)?;
                    arguments.push(Argument { keyword, value });
                    continue;
                }
                Value::Text(path) => {
                    dummy.map_or(Ok(()), |dummy| check_intrinsic(dummy, path.span))?;
                    let value = self.pass_text(path, passing)?;
                    arguments.push(Argument { keyword, value });
                    continue;
                }
                Value::Null(span) => return Err(Problem::error("E0296", span, "NULL() is not allowed here")),
                Value::Plain(value, _) => {
                    self.check_procedure(&value)?;
                    dummy.map_or(Ok(()), |dummy| check_intrinsic(dummy, value.span))?;
                    arguments.push(Argument { keyword, value });
                    continue;
                }
                Value::Record(record) => record,
            };
            match dummy {
                Some(Shaped { ty: Some(Ty::Derived(ty)), .. }) => self.check_type(ty, &record)?,
                Some(Shaped { ty: Some(_), .. }) => return Err(no_derived_value(record.span)),
                _ => {}
            }
            let ty = Rc::clone(&record.ty);
            let path = self.object(record)?;
            let values = self.pass_leaves(path, &ty, passing)?;
            arguments.extend(leaf_arguments(&keyword, &ty, values));
        }
        Ok(arguments)
    }

    /// CALL.
    pub fn call_of(
        &mut self,
        mut procedure: Name,
        mut actuals: Vec<Actual>,
        mut found: Option<Rc<Procedure>>,
        span: Span,
    ) -> Outcome<Vec<StatementKind>> {
        self.procedure_actuals(&mut actuals, found.as_deref())?;
        if let Some(called) = &mut found {
            if let Some(call) = self.call_without_absent(&procedure, called, &actuals, span)? {
                return Ok(call);
            }
            if let Some(call) = self.polymorphic_call(&procedure, called, &actuals, span)? {
                return Ok(call);
            }
            if let Some(call) = self.call_by_number(&procedure, called, &actuals, span)? {
                return Ok(call);
            }
            (*called, procedure.text) = self.instance(called, procedure.text, &mut actuals, span)?;
            if self.is_by_elements(called, &actuals, true) {
                return self.call_by_elements(procedure, Rc::clone(called), actuals, span);
            }
        }
        let arguments = self.passed(actuals, found.as_deref(), true)?;
        let after = std::mem::take(&mut self.after);
        if !after.is_empty() && arguments.iter().any(|one| matches!(one.value.kind, ExprKind::Label(_))) {
            // They would be passed over by an alternate return.
            let what = "a label as an argument beside one that is a pointer, of CLASS, or a part of a target";
            return Err(Problem::Refused(what, span));
        }
        let first = StatementKind::Call { procedure, arguments };
        Ok([first].into_iter().chain(after.into_iter().map(|statement| statement.kind)).collect())
    }

    /// A procedure to which callers pass places in the stores is no argument: an interface does not say that.
    fn check_procedure(&self, value: &Expr) -> Outcome<()> {
        let ExprKind::Name(name) = &value.kind else { return Ok(()) };
        match self.find(name) {
            Some(Meaning::Procedure(procedure)) if procedure.dummies.iter().any(|dummy| dummy.placed.is_some()) => {
                let what = "a procedure as an argument that has a dummy argument with TARGET, to which it points,";
                Err(Problem::Refused(what, value.span))
            }
            _ => Ok(()),
        }
    }

    /// `name(arguments)` of what is not a variable; default INTEGER has 4 bytes in what is made for an intrinsic one.
    pub(super) fn function_value(
        &mut self,
        name: Name,
        found: Option<Meaning>,
        mut arguments: Vec<Argument>,
        span: Span,
    ) -> Outcome<Value> {
        let (name, found) = self.c_function(name, found, span)?;
        let specifics = self.names.specifics(&name.text);
        let ty = self.names.find_type(&name.text).cloned();
        if specifics.is_empty()
            && let Some(ty) = ty
        {
            return self.structure(&ty, arguments, span).map(Value::Record);
        }
        if !specifics.is_empty() {
            let actuals = self.actuals(arguments.clone())?;
            let chosen = self.choose(&specifics, &actuals, span)?;
            if let Some(procedure) = chosen {
                return self.invoke(&procedure, actuals, span);
            }
            if let Some(ty) = ty {
                return self.structure(&ty, arguments, span).map(Value::Record);
            }
            return self.unknown_function(name, actuals, span);
        }
        if found.is_none()
            && matches!(name.text.as_str(), "same_type_as" | "extends_type_of")
            && let Some(value) = self.compared_types(&name, &arguments)?
        {
            return Ok(Value::Plain(value, Shaped::new(Some(Ty::Logical(4)), 0)));
        }
        if found.is_none() && name.text == "associated" {
            return self.associated(arguments, span);
        }
        if found.is_none()
            && let Some(value) = self.inquiry_of_rankless(&name, &arguments, span)
        {
            return Ok(value);
        }
        if found.is_none() && self.modules.has_pointers {
            match name.text.as_str() {
                "null" => return Ok(Value::Null(span)),
                "present" => {
                    if let Some(value) = self.is_present(&name, &arguments) {
                        return Ok(Value::Plain(value, Shaped::new(Some(Ty::Logical(4)), 0)));
                    }
                }
                "allocated" => {
                    if let [Argument { value, .. }] = &arguments[..]
                        && let Some((path, ty)) = as_pointer(self.raw(value.clone())?, true)
                    {
                        let value = self.is_allocated(&path, &ty, span);
                        return Ok(Value::Plain(value, Shaped::new(Some(Ty::Logical(4)), 0)));
                    }
                }
                _ => {}
            }
        }
        if found.is_none() && matches!(name.text.as_str(), "lbound" | "ubound") {
            // ARRAY may be given by its keyword behind DIM.
            arguments.sort_by_key(|one| one.keyword.as_ref().is_some_and(|keyword| keyword.text != "array"));
        }
        let rank = match arguments.first().map(|argument| &argument.value.kind) {
            Some(ExprKind::Component(component)) if found.is_none() => self.component_rank(component),
            _ => None,
        };
        let lower = match arguments.first().map(|argument| &argument.value.kind) {
            Some(ExprKind::Name(array)) if found.is_none() => self.lower_of(array),
            _ => Vec::new(),
        };
        let mut actuals = self.actuals(arguments)?;
        if let (false, "lbound" | "ubound") = (lower.is_empty(), name.text.as_str()) {
            return self.bound_of_association(&name, &actuals, &lower, span);
        }
        if let (Some(rank), "lbound" | "ubound") = (rank, name.text.as_str())
            && let Some(value) = self.bounds_of_component(&name, rank, &mut actuals, span)?
        {
            return Ok(value);
        }
        match found {
            Some(Meaning::Procedure(procedure)) => self.invoke_as(&procedure, name.text, actuals, span),
            _ => self.unknown_function(name, actuals, span),
        }
    }

    /// An intrinsic function, or an external one of which no more is known.
    pub(super) fn unknown_function(&mut self, name: Name, mut actuals: Vec<Actual>, span: Span) -> Outcome<Value> {
        if name.text != "present" {
            self.procedure_actuals(&mut actuals, None)?;
            for actual in &mut actuals {
                actual.value = self.target_of(actual.value.clone())?;
            }
        }
        let gives = |names: &Names| names.gives(&name.text, &Attribute::External);
        let is_external = self.names.is_external(&name.text) || self.names.chain().any(gives);
        if !is_external && let Some(value) = self.inquiry_of_stored(&name, &actuals, span)? {
            return Ok(value);
        }
        for actual in &mut actuals {
            if matches!(actual.value, Value::Stored(..) | Value::Text(_) | Value::Null(_)) {
                actual.value = self.finish(actual.value.clone())?;
            }
        }
        if !is_external
            && let Some(Actual { value: Value::Record(record), .. }) = actuals.first()
            && let Some(value) = self.inquiry(&name, record.clone(), &actuals, span)?
        {
            return Ok(value);
        }
        if !is_external && let Some(value) = self.of_objects(&name, &actuals, span)? {
            return Ok(value);
        }
        let shape = self.shape_of_result(&name.text, &actuals);
        let arguments = self.passed(actuals, None, false)?;
        Ok(Value::Plain(Expr { kind: ExprKind::Reference(Box::new(name), arguments), span }, shape))
    }

    /// A reference to a procedure that need not be accessible by its own name.
    pub fn invoke(&mut self, procedure: &Rc<Procedure>, actuals: Vec<Actual>, span: Span) -> Outcome<Value> {
        let name = self.accessible(procedure);
        self.invoke_as(procedure, name, actuals, span)
    }

    /// The name of a procedure here. Where it has none, or another meaning, USE gives it one.
    pub fn accessible(&mut self, procedure: &Rc<Procedure>) -> Word {
        let is_itself =
            matches!(self.find(&procedure.name), Some(Meaning::Procedure(found)) if Rc::ptr_eq(found, procedure));
        let is_itself = is_itself && !self.names.is_ambiguous(&procedure.name);
        match &procedure.module {
            Some(module) if !is_itself && self.module.as_ref() != Some(module) => {
                let local: Word = format!("{module}%{}", procedure.name).into();
                let (module, source) = (module.clone(), procedure.name.clone());
                self.needs.insert(Need { module, local: local.clone(), source });
                local
            }
            _ => procedure.name.clone(),
        }
    }

    pub(super) fn invoke_as(
        &mut self,
        procedure: &Rc<Procedure>,
        name: Word,
        mut actuals: Vec<Actual>,
        span: Span,
    ) -> Outcome<Value> {
        self.procedure_actuals(&mut actuals, Some(procedure))?;
        if let Some(value) = self.polymorphic_value(&name, procedure, &actuals, span)? {
            return Ok(value);
        }
        if let Some(value) = self.value_by_number(&Name { text: name.clone(), span }, procedure, &actuals)? {
            return Ok(value);
        }
        let (procedure, name) = &self.instance(procedure, name, &mut actuals, span)?;
        let name = name.clone();
        let Some(result) = procedure.result.clone() else {
            let message = format!("`{}` is a subroutine", procedure.name.to_uppercase());
            return Err(Problem::error("E0296", span, message));
        };
        if self.is_by_elements(procedure, &actuals, false) {
            return self.value_by_elements(name, procedure, actuals, span);
        }
        let rank = actuals.iter().map(|actual| actual.value.shape().rank.unwrap_or(0)).max().unwrap_or(0);
        let rank = if procedure.is_elemental { rank } else { result.shape.rank.unwrap_or(0) };
        let Some(ty) = result.object().cloned() else {
            let copied = self.result_beside_copies(procedure, &result, rank, &actuals, span);
            let arguments = self.passed(actuals, Some(procedure), copied.is_some())?;
            let kind = ExprKind::Reference(Box::new(Name { text: name, span }), arguments);
            if let Some(target) = copied {
                let after = std::mem::take(&mut self.after);
                let (value, kept) = (Expr { kind, span }, target.clone());
                self.before(StatementKind::Assign { target, value }, span)?;
                self.prelude.extend(after);
                return Ok(Value::Plain(kept, Shaped { ty: result.shape.ty, rank: Some(rank) }));
            }
            return Ok(Value::Plain(Expr { kind, span }, Shaped { ty: result.shape.ty, rank: Some(rank) }));
        };
        let rank = if result.pointer.is_some() { 0 } else { rank };
        let extents = result.extents.as_ref().filter(|_| !procedure.is_elemental && !result.is_allocatable);
        let model = if rank > 0 && procedure.is_elemental { self.model(&actuals, rank) } else { None };
        self.keeps_copies = result.pointer.is_some();
        let arguments = self.passed(actuals, Some(procedure), true);
        self.keeps_copies = false;
        let arguments = arguments?;
        let after = std::mem::take(&mut self.after);
        let is_allocatable = rank > 0 || result.is_allocatable && result.pointer.is_none();
        let path = self.allocatable_temporary(&ty, rank, is_allocatable, &procedure.name, span);
        if rank > 0 && procedure.is_elemental {
            let Some(model) = model else {
                return Err(Problem::Refused("this reference to an elemental function of derived type", span));
            };
            let of = |at: usize| intrinsic("size", vec![model.clone(), integer(at as i64, span)], span);
            self.allocate_temporary(&ty, &path, &(1..=rank).map(of).collect::<Vec<Expr>>(), span)?;
        }
        if let Some(extents) = extents {
            let extents: Vec<Expr> = extents.iter().map(|extent| integer((*extent).max(0), span)).collect();
            self.allocate_temporary(&ty, &path, &extents, span)?;
        }
        let own = path.leaves(&ty).into_iter().map(|value| Argument { keyword: None, value });
        let arguments = own.chain(arguments).collect();
        self.before(StatementKind::Call { procedure: Name { text: name, span }, arguments }, span)?;
        self.prelude.extend(after);
        // As a value it has lower bounds of 1, whatever the function has given it.
        let path = if result.is_allocatable && result.pointer.is_none() { path.into_section() } else { path };
        Ok(Value::Record(Record::object(ty, path)))
    }
}

/// A dummy argument for which the call gives what is not of derived type.
fn check_intrinsic(dummy: &Shaped, span: Span) -> Outcome<()> {
    dummy.derived().map_or(Ok(()), |ty| Err(super::constructors::wrong_type(&ty.name, span)))
}
