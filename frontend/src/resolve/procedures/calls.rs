//! Actual arguments, and the check of a call against the definition of its procedure.

use super::optional::ArrangedArgument;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::counted;
use crate::resolve::expressions::arrays::ElementOrSection;
use crate::resolve::scope::facts::Use;
use crate::resolve::scope::interface::Allocatable;
use crate::resolve::scope::interface::ResultShape;
use crate::resolve::scope::interface::{DummyArgument, Interface};
use crate::resolve::scope::records::Bound;
use crate::resolve::scope::{Outcome, Scope};
use crate::resolved::{Argument, ArrayKind, Designator, Expr, Section, SymbolClass, UnitKind};
use crate::source::Span;
use crate::tree::{self, ExprKind, Name};
use forlane_semantics::types::Type;

impl Scope<'_> {
    /// Resolves actual arguments; all of them, so that each error is reported.
    pub fn resolve_arguments(&mut self, name: &Name, arguments: &[ArrangedArgument<'_>]) -> Outcome<Vec<Argument>> {
        let interface = self.known_interface(&name.text);
        let is_read = |at: usize| {
            let dummy = interface.as_ref().and_then(|interface| interface.dummies.get(at));
            dummy.is_some_and(|dummy| dummy.is_value || dummy.intent == Some(tree::Intent::In))
        };
        let arguments: Vec<Outcome<Argument>> = (arguments.iter().enumerate())
            .map(|(at, argument)| match argument {
                // A part of a complex number, which is not assigned.
                ArrangedArgument::Actual(tree::Expr { kind: ExprKind::Component(part), span }) if is_read(at) => {
                    self.resolve_part(part, *span).map(Argument::Value)
                }
                ArrangedArgument::Actual(value) => self.resolve_actual(value),
                ArrangedArgument::Omitted(dummy) => Ok(Argument::Omitted(*dummy)),
            })
            .collect();
        arguments.into_iter().collect()
    }

    /// Resolves an actual argument.
    pub fn resolve_actual(&mut self, argument: &tree::Expr) -> Outcome<Argument> {
        if let Some(value) = self.alias_of(argument) {
            return self.resolve_actual(&value);
        }
        let span = argument.span;
        match &argument.kind {
            ExprKind::Name(name) if self.named_constant(name).is_none() => self.resolve_named_argument(name, span),
            ExprKind::Reference(name, subscripts) if self.is_array(&name.text) => {
                self.subscripted_argument(name, subscripts, span)
            }
            ExprKind::Component(_) => Err(self.refuse_part_as_argument(span)),
            _ => self.resolve_array_or_scalar(argument).map(argument_of),
        }
    }

    fn subscripted_argument(&mut self, name: &Name, subscripts: &[tree::Argument], span: Span) -> Outcome<Argument> {
        let (found, _) = self.resolve_subscripted(name, subscripts, span)?;
        Ok(match found {
            ElementOrSection::Element(designator) => Argument::Designator(designator, span),
            ElementOrSection::Section(section, _) => Argument::Section(section),
        })
    }

    fn resolve_named_argument(&mut self, name: &str, span: Span) -> Outcome<Argument> {
        if let Some(bound) = self.bound_name(name) {
            return Ok(match bound {
                Bound::Variable(symbol, _) => Argument::Designator(Designator::Variable(*symbol), span),
                Bound::Constant(_) => Argument::Value(bound.to_expr(span)),
            });
        }
        if let Some(argument) = self.procedure_argument(name, span)? {
            return Ok(argument);
        }
        let symbol = self.symbol_of_name(name, span)?;
        let SymbolClass::Variable(variable) = &self.symbols[symbol].class else { return Err(self.reported_before()) };
        let is_array = variable.shape.is_some();
        self.use_as(name, Use::Variable, span)?;
        Ok(if is_array {
            Argument::Array(symbol, span)
        } else {
            Argument::Designator(Designator::Variable(symbol), span)
        })
    }

    /// The shape of a function's value, if that is an array.
    pub fn result_shape(&self, name: &str) -> Option<ResultShape> {
        self.known_interface(name).and_then(|interface| interface.result_shape.clone())
    }

    /// The arguments, those for dummy arrays of assumed shape with their shape.
    pub fn shape_for(&mut self, name: &str, arguments: Vec<Argument>) -> Outcome<Vec<Argument>> {
        let Some(interface) = self.known_interface(name) else { return Ok(arguments) };
        let is_assumed: Vec<bool> = interface.dummies.iter().map(|dummy| dummy.is_assumed).collect();
        let allocatable = interface.dummies.iter().map(|dummy| Some((dummy.shown(), dummy.allocatable?)));
        let allocatable: Vec<Option<(String, Allocatable)>> = allocatable.collect();
        let arguments = self.shape_arguments(arguments, &is_assumed)?;
        let with_dummies = arguments.into_iter().enumerate();
        let with_dummies = with_dummies.map(|(at, argument)| match allocatable.get(at) {
            Some(Some((shown, dummy))) => self.allocatable_argument(argument, shown, *dummy),
            _ => Ok(argument),
        });
        with_dummies.collect()
    }

    /// Checks a call, which has a number of labels beside the other arguments, against the procedure's definition, if
    /// it is one of this compilation.
    pub fn check_call(
        &mut self,
        name: &Name,
        how: Use,
        (arguments, labels): (&[Argument], usize),
        result: Option<Type>,
        span: Span,
    ) -> Outcome<()> {
        if self.names.get(&name.text).is_some_and(|facts| facts.dummy.is_some() && facts.explicit.is_none()) {
            return Ok(());
        }
        let known = self.known_interface(&name.text);
        let known = known.as_deref();
        let checked =
            known.map_or(Ok(()), |known| self.check_interface(name, how, (arguments, labels), result, span, known));
        if known.is_none() {
            self.note_external_call(name, arguments, span);
        }
        checked.and_then(|()| self.check_pure_call(name, known))
    }

    /// Checks a call against what is known of the procedure.
    fn check_interface(
        &mut self,
        name: &Name,
        how: Use,
        (arguments, labels): (&[Argument], usize),
        result: Option<Type>,
        span: Span,
        interface: &Interface,
    ) -> Outcome<()> {
        let shown = name.text.to_uppercase();
        let is = match interface.kind {
            UnitKind::Program => "the main program",
            UnitKind::Module => "a module",
            UnitKind::Subroutine => "a subroutine",
            UnitKind::Function => "a function",
            UnitKind::BlockData => "a BLOCK DATA",
        };
        let fits = matches!(
            (interface.kind, how),
            (UnitKind::Function, Use::Function) | (UnitKind::Subroutine, Use::Subroutine)
        );
        if !fits {
            let message = format!("`{shown}` is {is}, but used as {}", how.words());
            let error = Diagnostic::error("E0203", name.span, message);
            return Err(self.report(error.with_related(interface.span, "it is defined here")));
        }
        if !interface.is_sound {
            return Err(self.reported_before());
        }
        if self.has_explicit_interface(&name.text) && arguments.len() != interface.dummies.len() {
            return Err(self.report_number(&shown, interface, arguments.len(), span));
        }
        self.check_number(&shown, interface, (arguments.len(), labels), span);
        if let (Some(result), Some(defined)) = (result, interface.result)
            && result != defined
        {
            let (here, there) = (result.name(), defined.name());
            let message = format!("`{shown}` returns {there}, but has the type {here} in this unit");
            // gfortran does not see the definition in another file.
            let is_elsewhere = interface.span.file != name.span.file;
            let found = match is_elsewhere {
                true => Diagnostic::warning("W0249", name.span, message),
                false => Diagnostic::error("E0243", name.span, message),
            };
            let found = found.with_related(interface.span, "it is defined here");
            let found = found.with_help(format!("declare it: {there} {shown}"));
            match is_elsewhere {
                true => self.warn(found),
                false => return Err(self.report(found)),
            }
        }
        let is_explicit = self.has_explicit_interface(&name.text);
        for (argument, dummy) in arguments.iter().zip(&interface.dummies) {
            self.check_argument(argument, dummy, interface, is_explicit);
        }
        Ok(())
    }

    /// Warns of a wrong number of arguments, which gfortran only warns of too.
    fn check_number(&mut self, shown: &str, interface: &Interface, (given, labels): (usize, usize), span: Span) {
        let (takes, alternates) = (interface.dummies.len(), interface.alternates);
        if (given, labels) == (takes, alternates) {
            return;
        }
        let verb = if given + labels == 1 { "is" } else { "are" };
        let message = match labels == alternates {
            true => format!("`{shown}` takes {}, but {given} {verb} given", counted(takes, "argument")),
            false => {
                let (takes, labels) = (counted(alternates, "alternate return"), counted(labels, "label"));
                format!("`{shown}` has {takes}, but {labels} {verb} given")
            }
        };
        let is_short = given < takes || labels < alternates;
        let warning = Diagnostic::warning(if is_short { "W0243" } else { "W0244" }, span, message);
        self.warn(warning.with_related(interface.span, "it is defined here"));
    }

    /// What is dangerous is an error where the caller sees the interface, as in gfortran.
    fn check_argument(&mut self, argument: &Argument, dummy: &DummyArgument, interface: &Interface, is_explicit: bool) {
        let definition = interface.span;
        let (ty, span) = match argument {
            Argument::Procedure(symbol, span) | Argument::Internal(symbol, _, span) => {
                if !dummy.is_procedure {
                    let name = self.symbols[*symbol].name.to_uppercase();
                    let message = format!("the procedure `{name}` is passed to the variable `{}`", dummy.shown());
                    let error = Diagnostic::error("E0248", *span, message);
                    self.report(error.with_related(definition, "defined here"));
                }
                return;
            }
            Argument::Value(value) => (Some(value.ty), value.span),
            Argument::Designator(designator, span) => (self.shown_type(designator.symbol()), *span),
            Argument::Array(symbol, span) | Argument::Allocatable(symbol, span) | Argument::Bounded(symbol, span) => {
                (self.shown_type(*symbol), *span)
            }
            Argument::Section(section) => (self.shown_type(section.array), section.span),
            Argument::Elemental(value, _) => (Some(value.ty), value.span),
            Argument::Shaped(argument) | Argument::Optional(argument) => {
                return self.check_argument(argument, dummy, interface, is_explicit);
            }
            Argument::Omitted(_) | Argument::Taken(_) => return,
        };
        self.check_argument_intent(argument, dummy);
        if dummy.is_procedure {
            let help = |problem: Diagnostic| {
                let problem = problem.with_related(definition, "defined here");
                problem.with_help("if it is a procedure, declare it EXTERNAL or INTRINSIC")
            };
            let passed = |what: &str| format!("a {what} is passed to the dummy procedure `{}`", dummy.shown());
            if is_explicit || matches!(argument, Argument::Value(_)) {
                self.report(help(Diagnostic::error("E0248", span, passed("value"))));
            } else {
                self.warn(help(Diagnostic::warning("W0248", span, passed("variable"))));
            }
            return;
        }
        if dummy.allocatable.is_some() {
            // `allocatable_argument` says what does not fit.
            return;
        }
        let (Some(ty), Some(wanted)) = (ty, dummy.ty) else { return };
        let shown = dummy.shown();
        if ty != wanted {
            let message =
                format!("the argument is {}, but the dummy argument `{shown}` is {}", ty.name(), wanted.name());
            self.warn(Diagnostic::warning("W0241", span, message).with_related(definition, "defined here"));
            return;
        }
        let message = match argument {
            Argument::Array(..) | Argument::Section(_) if !dummy.is_array && interface.is_elemental => return,
            Argument::Array(..) | Argument::Section(_) if !dummy.is_array => {
                format!("an array is passed to the scalar `{shown}`")
            }
            Argument::Value(value) if value.rank() > 0 && dummy.is_array => return,
            Argument::Value(_) | Argument::Designator(Designator::Variable(_), _) if dummy.is_array => {
                format!("a scalar is passed to the array `{shown}`")
            }
            _ => return,
        };
        // A text is a sequence of texts, too.
        if wanted == Type::Character && dummy.is_array {
            return;
        }
        if is_explicit {
            self.report(Diagnostic::error("E0286", span, message).with_related(definition, "defined here"));
            return;
        }
        self.warn(Diagnostic::warning("W0242", span, message).with_related(definition, "defined here"));
    }
}

/// A value as an argument; a substring is passed by reference, also one of each element.
fn argument_of(value: Expr) -> Argument {
    let is_part = |section: &Section| section.substring.is_some();
    if let Some(ArrayKind::Section(section)) = value.as_array().map(|operand| &operand.kind)
        && is_part(section)
    {
        return Argument::Section(section.clone());
    }
    match value.kind {
        crate::resolved::ExprKind::Read(designator @ Designator::Substring(..)) => {
            Argument::Designator(designator, value.span)
        }
        _ => Argument::Value(value),
    }
}
