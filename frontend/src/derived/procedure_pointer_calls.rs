//! Calls of what procedure pointers point to, and procedure pointers as arguments.

use super::calls::Actual;
use super::declarations::IN_A_DECLARATION;
use super::names::{DummyArgument, Meaning, Procedure, Shaped, Ty};
use super::paths::{Record, Value};
use super::procedure_pointers::{check_interfaces, pointer_of};
use super::rewriter::{Need, Outcome, Problem, Rewriter};
use super::terms::{integer, literal, name_expr, reference};
use super::types::is_same_type;
use super::typing::type_of_spec;
use crate::source::Span;
use crate::tree::*;
use forlane_semantics::{PROCEDURE_NUMBER, called_for};
use std::rc::Rc;

/// Why a call with an object of an extension fails.
const UNKNOWN_INSTANCE: &str = "an external procedure, or an internal one that is passed or pointed to, has an object of an extension as an argument";

fn unknown_instance() -> Vec<StatementKind> {
    vec![StatementKind::Fail(UNKNOWN_INSTANCE.into())]
}

/// The number of a procedure, and the procedures that it may be, with theirs.
type Instances = (Expr, Vec<(Expr, Rc<Procedure>)>);

/// The object of a component among the arguments of a call: the dummy argument at that place has that name.
pub(super) fn with_object(actuals: &mut Vec<Actual>, at: usize, dummy: &Word, object: Record, span: Span) {
    let positional = actuals.iter().take_while(|actual| actual.keyword.is_none()).count();
    let dummy = Name { text: dummy.clone(), span };
    let keyword = (at > positional).then(|| Box::new(dummy));
    actuals.insert(at.min(positional), Actual { keyword, value: Value::Record(object) });
}

impl Rewriter<'_> {
    /// A variable with the number of what a pointer points to now.
    fn number_in(&mut self, value: Value, span: Span) -> Outcome<Name> {
        let hint = match &value {
            Value::Plain(Expr { kind: ExprKind::Name(name), .. }, _) => name.clone(),
            Value::Plain(Expr { kind: ExprKind::Reference(name, _), .. }, _) => name.text.clone(),
            _ => "procedure".into(),
        };
        let value = self.number_value(value)?;
        let number = self.integer(hint.rsplit('%').next().unwrap_or(&hint), span);
        let is_fixed = match &value.kind {
            ExprKind::Name(_) => true,
            ExprKind::Reference(_, subscripts) => subscripts.iter().all(|one| literal(&one.value).is_some()),
            _ => false,
        };
        let is_same = is_fixed && self.stays_inside != Some(IN_A_DECLARATION);
        let kind = StatementKind::Assign { target: name_expr(&number), value };
        match is_same {
            // It is the same for all values of an index.
            true => self.prelude.push(Statement { label: None, kind, span }),
            false => self.before(kind, span)?,
        }
        Ok(number)
    }

    /// A name for what a pointer points to now.
    fn called(&mut self, pointer: &ProcedurePointer, value: Value, span: Span) -> Outcome<Name> {
        let number = self.number_in(value, span)?;
        let interface = match (&pointer.interface, &pointer.module) {
            (ProcedureInterface::Like(name), Some(module)) if self.module.as_ref() != Some(module) => {
                let local: Word = format!("{module}%{}", name.text).into();
                let (module, source) = (module.clone(), name.text.clone());
                self.needs.insert(Need { module, local: local.clone(), source });
                ProcedureInterface::Like(Name { text: local, span })
            }
            (interface, _) => interface.clone(),
        };
        let name = Name { text: called_for(&number.text).into(), span };
        let (attributes, names) = (vec![Attribute::Pointer], vec![name.clone()]);
        let kind = StatementKind::Procedure { interface, attributes, names };
        self.temporaries.push(Statement { label: None, kind, span });
        Ok(name)
    }

    /// CALL of what a pointer points to.
    pub fn call_pointer(
        &mut self,
        value: Value,
        pointer: &Rc<ProcedurePointer>,
        actuals: Vec<Actual>,
        span: Span,
    ) -> Outcome<Vec<StatementKind>> {
        let found = self.interface_of(pointer);
        if found.as_ref().is_some_and(|interface| interface.result.is_some()) {
            return Err(Problem::error("E0203", value.span(), "this points to functions, and not to subroutines")
                .with_help("refer to it in an expression"));
        }
        let name = self.called(pointer, value, span)?;
        self.call_of(name, actuals, found, span)
    }

    /// The call of a procedure of which only the interface is known, a dummy one or what a pointer points to, with an
    /// object of an extension: each procedure that it may be is an instance for that type. None for other calls.
    pub fn call_by_number(
        &mut self,
        name: &Name,
        procedure: &Procedure,
        actuals: &[Actual],
        span: Span,
    ) -> Outcome<Option<Vec<StatementKind>>> {
        let Some((number, arms)) = self.known_instances(name, procedure, actuals)? else { return Ok(None) };
        let call = self.in_arms(&number, (arms, unknown_instance()), |rewriter, procedure| {
            let name = Name { text: rewriter.accessible(&procedure), span };
            rewriter.call_of(name, actuals.to_vec(), Some(procedure), span)
        });
        call.map(Some)
    }

    /// The same of a function.
    pub fn value_by_number(
        &mut self,
        name: &Name,
        procedure: &Procedure,
        actuals: &[Actual],
    ) -> Outcome<Option<Value>> {
        let Some((number, arms)) = self.known_instances(name, procedure, actuals)? else { return Ok(None) };
        let arms = (arms, unknown_instance());
        let value = self.value_in_arms(&number, arms, name.span, |rewriter, procedure| {
            rewriter.invoke(&procedure, actuals.to_vec(), name.span)
        });
        value.map(Some)
    }

    /// The number of a procedure, and the procedures of modules that it may be, with theirs.
    fn known_instances(
        &mut self,
        name: &Name,
        procedure: &Procedure,
        actuals: &[Actual],
    ) -> Outcome<Option<Instances>> {
        let is_extension = |(position, actual): (usize, &Actual)| {
            let dummy = procedure.dummy_of(position, actual).filter(|dummy| dummy.is_class);
            let wanted = dummy.and_then(|dummy| dummy.shape.derived().cloned());
            let types = wanted.zip(actual.value.shape().derived().cloned());
            types.is_some_and(|(wanted, found)| !is_same_type(&wanted, &found) && found.extends(&wanted))
        };
        if !procedure.is_body || !actuals.iter().enumerate().any(is_extension) {
            return Ok(None);
        }
        let span = name.span;
        let number = self.integer(&name.text, span);
        let value = reference(PROCEDURE_NUMBER, vec![name_expr(name)], span);
        self.before(StatementKind::Assign { target: name_expr(&number), value }, span)?;
        self.declare_number(span);
        let all = self.modules.hosts.iter().flat_map(|(module, names)| {
            names.others.values().filter_map(move |meaning| match meaning {
                Meaning::Procedure(one) if one.module.as_ref() == Some(module) && !one.is_body => Some(Rc::clone(one)),
                _ => None,
            })
        });
        let may_be = |one: &Rc<Procedure>| {
            self.modules.passed.contains(&one.name) && one.differs_from(procedure, None).is_none()
        };
        let found: Vec<Rc<Procedure>> = all.filter(may_be).collect();
        let numbered = |procedure: Rc<Procedure>| {
            let name = Name { text: self.accessible(&procedure), span };
            (reference(PROCEDURE_NUMBER, vec![name_expr(&name)], span), procedure)
        };
        Ok(Some((name_expr(&number), found.into_iter().map(numbered).collect())))
    }

    /// The value of the function that a pointer points to.
    pub fn value_of_pointer(
        &mut self,
        value: Value,
        pointer: &Rc<ProcedurePointer>,
        mut actuals: Vec<Actual>,
        span: Span,
    ) -> Outcome<Value> {
        let found = self.interface_of(pointer);
        if found.as_ref().is_some_and(|interface| interface.result.is_none()) {
            return Err(Problem::error("E0203", value.span(), "this points to subroutines, and not to functions")
                .with_help("write CALL before it"));
        }
        let name = self.called(pointer, value, span)?;
        if let Some(procedure) = found {
            return self.invoke_as(&procedure, name.text, actuals, span);
        }
        let ty = match &pointer.interface {
            ProcedureInterface::Type(ty) => type_of_spec(&self.names, ty, None),
            ProcedureInterface::Like(name) => match self.find(&name.text) {
                Some(Meaning::Variable(variable)) => variable.shape.ty.clone(),
                _ => None,
            },
            ProcedureInterface::Unknown => None,
        };
        self.procedure_actuals(&mut actuals, None)?;
        let arguments = self.passed(actuals, None, false)?;
        let kind = ExprKind::Reference(Box::new(name), arguments);
        Ok(Value::Plain(Expr { kind, span }, Shaped::new(ty, 0)))
    }

    /// The object that a component is called for, among the arguments.
    pub fn actuals_of_component(
        &mut self,
        pointer: &ProcedurePointer,
        object: Record,
        arguments: Vec<Argument>,
        span: Span,
    ) -> Outcome<Vec<Actual>> {
        let mut actuals = self.actuals(arguments)?;
        let mut passed = None;
        for attribute in &pointer.attributes {
            match attribute {
                BindingAttribute::NoPass => return Ok(actuals),
                BindingAttribute::Pass(name) => passed = name.as_ref(),
                _ => {}
            }
        }
        let Some(procedure) = self.interface_of(pointer) else { return Ok(actuals) };
        let at = passed.and_then(|name| procedure.dummies.iter().position(|dummy| dummy.name == name.text));
        let at = at.unwrap_or(0);
        let takes = |dummy: &&DummyArgument| dummy.shape.derived().is_some_and(|ty| object.ty.extends(ty));
        let Some(dummy) = procedure.dummies.get(at).filter(takes) else {
            let message = "what this component points to has no argument for the object: NOPASS is missing";
            return Err(Problem::error("E0301", span, message));
        };
        with_object(&mut actuals, at, &dummy.name, object, span);
        Ok(actuals)
    }

    /// Lets procedure pointers among arguments be procedures, where the dummy argument is one, or procedures be their
    /// numbers, where it is a pointer.
    pub fn procedure_actuals(&mut self, actuals: &mut [Actual], procedure: Option<&Procedure>) -> Outcome<()> {
        for (position, actual) in actuals.iter_mut().enumerate() {
            let dummy = procedure.and_then(|procedure| procedure.dummy_of(position, actual));
            let wanted = dummy.and_then(|dummy| match &dummy.shape.ty {
                Some(Ty::Procedure(pointer)) => Some(Rc::clone(pointer)),
                _ => None,
            });
            let span = actual.value.span();
            match (pointer_of(&actual.value), wanted) {
                (None, None) => {}
                (Some(pointer), Some(wanted)) => {
                    let (own, other) = (self.interface_of(&wanted), self.interface_of(&pointer));
                    check_interfaces(own, other, span)?;
                    if pointer.initial.is_some() && dummy.is_some_and(|dummy| dummy.intent == Some(Intent::In)) {
                        let (value, shape) = (self.number_value(actual.value.clone())?, actual.value.shape());
                        actual.value = Value::Plain(value, shape);
                    } else {
                        self.settle_initial(&actual.value, span)?;
                    }
                }
                (Some(pointer), None) => {
                    let name = self.called(&pointer, actual.value.clone(), span)?;
                    actual.value = Value::Plain(name_expr(&name), Shaped::default());
                }
                (None, Some(wanted)) => {
                    let number = match &actual.value {
                        Value::Null(_) => integer(0, span),
                        Value::Plain(value, _) => {
                            self.check_target(&wanted, value)?;
                            self.number_of_procedure(value.clone())?
                        }
                        other => return Err(self.not_a_pointer(other.span())),
                    };
                    actual.value = Value::Plain(number, Shaped::new(Some(Ty::Integer(4)), 0));
                }
            }
        }
        Ok(())
    }
}
