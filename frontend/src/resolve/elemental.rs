//! References to ELEMENTAL procedures with arrays for their scalar dummy arguments: they are done for each element.

use super::scope::{Outcome, Reported, Scope};
use crate::diagnostics::Diagnostic;
use crate::resolved::{Argument, Expr};
use crate::source::Span;
use crate::tree::{Intent, Name};
use std::rc::Rc;

impl Scope<'_> {
    /// The arguments of a call: if the procedure is ELEMENTAL and one of them is an array, elements stand for the arrays
    /// and values.
    pub fn elemental_arguments(&mut self, name: &Name, arguments: Vec<Argument>) -> Vec<Argument> {
        let interfaces = Rc::clone(&self.interfaces);
        let known = self.explicit.get(&name.text).or_else(|| interfaces.get(self.callee(&name.text)));
        let Some(interface) = known.filter(|interface| interface.is_elemental) else { return arguments };
        // Behind the dummy arguments stand the variables of a host, which are no elements.
        let dummies = &interface.dummies;
        if !arguments.iter().zip(dummies).any(|(argument, _)| is_array(argument)) {
            return arguments;
        }
        let may_assign: Vec<bool> = (dummies.iter())
            .map(|dummy| !dummy.is_value && dummy.intent.is_none_or(|intent| intent != Intent::In))
            .collect();
        let mut elements = |(at, argument): (usize, Argument)| match may_assign.get(at) {
            Some(may_assign) => self.elemental_argument(argument, *may_assign),
            None => argument,
        };
        arguments.into_iter().enumerate().map(&mut elements).collect()
    }

    fn elemental_argument(&mut self, argument: Argument, may_assign: bool) -> Argument {
        let array = match &argument {
            Argument::Array(symbol, span) => Some((*symbol, *span)),
            Argument::Section(section) => Some((section.array, section.span)),
            _ => None,
        };
        if let Some((symbol, span)) = array.filter(|(symbol, _)| self.holds_logical(*symbol)) {
            let refused = if may_assign { self.refuse_held(symbol, span) } else { Ok(()) };
            let read = self.actual_value(&argument);
            let value = refused.and_then(|()| read.map_or(Err(Reported), |read| self.held_value(symbol, read)));
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
                let message = format!("an array of rank {} does not go with one of rank {rank}", value.rank());
                let error = Diagnostic::error("E0280", value.span, message).with_related(place, "the other one");
                return Err(self.report(error.with_related(span, "the procedure is done for each element")));
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
