//! References to ELEMENTAL procedures with arrays for their scalar dummy arguments: they are done for each element.

use crate::diagnostics::Diagnostic;
use crate::resolve::scope::interface::{DummyArgument, Interface};
use crate::resolve::scope::{Outcome, Scope};
use crate::resolved::{Argument, Expr};
use crate::source::Span;
use crate::tree::{Intent, Name};

impl Scope<'_> {
    /// The arguments of a call: if the procedure is ELEMENTAL and one of them is an array, elements stand for the
    /// arrays and values.
    pub fn elemental_arguments(&mut self, name: &Name, arguments: Vec<Argument>) -> Vec<Argument> {
        match self.known_interface(&name.text).filter(|interface| interface.is_elemental) {
            Some(interface) => self.arguments_of_elements(&interface, arguments),
            None => arguments,
        }
    }

    fn arguments_of_elements(&mut self, interface: &Interface, arguments: Vec<Argument>) -> Vec<Argument> {
        // After the dummy arguments are the variables of a host, which are not elements.
        let dummies = &interface.dummies;
        if !arguments.iter().zip(dummies).any(|(argument, _)| is_array(argument)) {
            return arguments;
        }
        self.refuse_scalars_assigned(dummies, &arguments, interface.is_pure);
        let may_assign: Vec<bool> = (dummies.iter())
            .map(|dummy| !dummy.is_value && dummy.intent.is_none_or(|intent| intent != Intent::In))
            .collect();
        let mut elements = |(at, argument): (usize, Argument)| match may_assign.get(at) {
            Some(may_assign) => self.elemental_argument(argument, *may_assign),
            None => argument,
        };
        arguments.into_iter().enumerate().map(&mut elements).collect()
    }

    /// Reports scalars that each element would assign; an IMPURE procedure may gather something in them.
    fn refuse_scalars_assigned(&mut self, dummies: &[DummyArgument], arguments: &[Argument], is_pure: bool) {
        for (argument, dummy) in arguments.iter().zip(dummies) {
            if is_pure
                && let Argument::Designator(_, span) = argument
                && let Some(Intent::Out | Intent::InOut) = dummy.intent
            {
                let message =
                    format!("`{}` is assigned for each element, so the argument must be an array", dummy.shown());
                self.error_with_help("E0280", *span, message, "pass an array");
            }
        }
    }

    fn elemental_argument(&mut self, argument: Argument, may_assign: bool) -> Argument {
        let array = match &argument {
            Argument::Array(symbol, span) => Some((*symbol, *span)),
            Argument::Section(section) => Some((section.array, section.span)),
            _ => None,
        };
        if let Some((symbol, span)) = array.filter(|(symbol, _)| self.holds_logical(*symbol)) {
            let refused = if may_assign { self.refuse_held(symbol, span) } else { Ok(()) };
            let read = self.actual_value(&argument).ok_or_else(|| self.reported_before());
            let value = refused.and(read).and_then(|read| self.held_value(symbol, read));
            // The error has been reported.
            return value.map_or(argument, |value| Argument::Elemental(value, false));
        }
        match argument {
            Argument::Value(value) => Argument::Elemental(value, false),
            Argument::Array(..) | Argument::Section(_) => match self.actual_value(&argument) {
                Some(value) => Argument::Elemental(value, may_assign),
                None => argument,
            },
            other => other,
        }
    }

    /// Reports arrays of different shapes, and a scalar that each element would assign.
    pub fn check_elemental_call(&mut self, arguments: &[Argument], span: Span) -> Outcome<()> {
        let elements: Vec<&Expr> = arguments.iter().filter_map(Argument::as_elemental).collect();
        let Some(first) = elements.iter().find(|value| value.rank() > 0) else { return Ok(()) };
        let (rank, place) = (first.rank(), first.span);
        for value in elements {
            self.check_conformance(value, None)?;
            if value.rank() != 0 && value.rank() != rank {
                let message = format!("an array of rank {} does not conform to one of rank {rank}", value.rank());
                let error = Diagnostic::error("E0280", value.span, message).with_related(place, "the other one");
                return Err(self.report(error.with_related(span, "the procedure is called for each element")));
            }
        }
        Ok(())
    }
}

fn is_array(argument: &Argument) -> bool {
    match argument {
        Argument::Array(..) | Argument::Section(_) => true,
        Argument::Value(value) => value.rank() > 0,
        _ => false,
    }
}
