//! What calls need from scopes: the hidden arguments of internal procedures, results of module functions, INTENT, VALUE
//! and PROTECTED.

use crate::diagnostics::Diagnostic;
use crate::diagnostics::counted;
use crate::resolve::scope::facts::Use;
use crate::resolve::scope::interface::{DummyArgument, Interface};
use crate::resolve::scope::{Outcome, Reported, Scope};
use crate::resolve::specification::settle::constant_extent;
use crate::resolved::{
    Argument, ArrayForm, Designator, Dimension, Expr, ExprKind, Section, Subscript, SymbolClass, SymbolId,
};
use crate::source::Span;
use crate::tree::{Intent, Name};
use forlane_semantics::types::Type;
use std::rc::Rc;

/// Whether hidden arguments bring a host's array's bounds to the procedures in it: they are not constants, and all are
/// known.
pub(crate) fn has_hidden_bounds(form: ArrayForm, shape: &[Dimension]) -> bool {
    match form {
        ArrayForm::Assumed | ArrayForm::Host => true,
        ArrayForm::Allocatable => false,
        ArrayForm::Explicit => {
            let is_known = shape.iter().all(|dimension| dimension.upper.is_some());
            is_known && shape.iter().any(|dimension| constant_extent(dimension).is_none())
        }
    }
}

impl Scope<'_> {
    /// The result type of a function of a module or host.
    pub fn linked_result(&mut self, name: &Name) -> Outcome<Type> {
        let interfaces = Rc::clone(&self.interfaces);
        let interface = interfaces.get(self.callee(&name.text));
        match interface.map(|interface| interface.result) {
            Some(Some(result)) => {
                let length = interface.and_then(|interface| interface.length.clone());
                if let Some(symbol) = self.names.get(name.text.as_str()).map(|facts| facts.symbol) {
                    self.symbols[symbol].length = length;
                }
                Ok(result)
            }
            Some(None) => {
                let message = format!("`{}` is a subroutine, not a function", name.text.to_uppercase());
                Err(self.error("E0203", name.span, message))
            }
            None => Err(self.reported_before()),
        }
    }

    /// True for a procedure of a module, of a host or of an interface block: calls must fit it.
    pub fn has_explicit_interface(&self, name: &str) -> bool {
        let symbol = self.names.get(name).map(|facts| &self.symbols[facts.symbol]);
        self.names.get(name).is_some_and(|facts| facts.explicit.is_some())
            || symbol.is_some_and(|symbol| symbol.unit.is_some())
    }

    /// Reports a number of arguments that is not that of the interface.
    pub fn report_number(&mut self, shown: &str, interface: &Interface, given: usize, span: Span) -> Reported {
        let takes = interface.dummies.len();
        let verb = if given == 1 { "is" } else { "are" };
        let message = format!("`{shown}` takes {}, but {given} {verb} given", counted(takes, "argument"));
        let error = Diagnostic::error("E0241", span, message).with_related(interface.span, "it is defined here");
        self.report(if given > takes { error.with_help("remove the extra arguments") } else { error })
    }

    /// A procedure as an argument. An internal one takes along the variables of the host that it uses.
    pub fn passable(&mut self, name: &str, symbol: SymbolId, span: Span) -> Outcome<Argument> {
        let interfaces = Rc::clone(&self.interfaces);
        let interface = interfaces.get(self.callee(name)).filter(|interface| !interface.captured.is_empty());
        let Some(interface) = interface else { return Ok(Argument::Procedure(symbol, span)) };
        for name in &interface.captured {
            if let Some(facts) = self.names.get_mut(name) {
                facts.used.get_or_insert((Use::Variable, span));
            }
        }
        let taken = self.taken_from_host(interface, span);
        if !taken.iter().any(|argument| matches!(argument, Argument::Procedure(..) | Argument::Optional(_))) {
            return Ok(Argument::Internal(symbol, taken, span));
        }
        let message = format!(
            "the internal procedure `{}`, which uses a procedure or an OPTIONAL argument of its host, is not supported \
             as an argument",
            name.to_uppercase()
        );
        let error = Diagnostic::error("E0973", span, message);
        Err(self.report(error.with_help("pass what it uses through a module or as arguments")))
    }

    /// The variables of the host that a procedure takes, as arguments.
    fn taken_from_host(&self, interface: &Interface, span: Span) -> Vec<Argument> {
        let carried = interface.captured.iter().filter_map(|name| self.links.carried.get(name).copied());
        carried
            .map(|symbol| {
                let argument = match self.symbols[symbol].class {
                    SymbolClass::External { .. } => Argument::Procedure(symbol, span),
                    _ => self.lent_argument(symbol, span),
                };
                match self.optional.contains(&symbol) {
                    true => Argument::Optional(Box::new(argument)),
                    false => argument,
                }
            })
            .collect()
    }

    /// The arguments as the callee takes them: copies for dummy arguments with VALUE, and after them the variables of
    /// the host that it uses.
    pub fn finish_arguments(&mut self, name: &Name, arguments: Vec<Argument>, span: Span) -> Vec<Argument> {
        let Some(interface) = self.known_interface(&name.text) else { return arguments };
        let are_values: Vec<bool> = interface.dummies.iter().map(|dummy| dummy.is_value).collect();
        let hidden = self.taken_from_host(&interface, span);
        let is_value = |at: usize| are_values.get(at).is_some_and(|is_value| *is_value);
        let given = arguments.into_iter().enumerate();
        let given = given.map(|(at, argument)| if is_value(at) { self.copied(argument) } else { argument });
        given.chain((!hidden.is_empty()).then_some(Argument::Taken(hidden))).collect()
    }

    /// A variable of the host as the hidden argument of a procedure in it.
    fn lent_argument(&self, symbol: SymbolId, span: Span) -> Argument {
        let Some(variable) = self.variable(symbol) else { return Argument::Procedure(symbol, span) };
        match &variable.shape {
            _ if variable.form == ArrayForm::Allocatable => Argument::Allocatable(symbol, span),
            None => Argument::Designator(Designator::Variable(symbol), span),
            Some(shape) if has_hidden_bounds(variable.form, shape) => Argument::Bounded(symbol, span),
            Some(_) => Argument::Array(symbol, span),
        }
    }

    /// The value of an argument, which the callee can't change.
    fn copied(&mut self, argument: Argument) -> Argument {
        let (designator, span) = match argument {
            Argument::Designator(designator, span) => (designator, span),
            Argument::Array(symbol, span) => return self.copied_array(Section::whole(symbol, span)),
            Argument::Section(section) => return self.copied_array(section),
            other => return other,
        };
        if self.holds_logical(designator.symbol()) {
            // The error has been reported.
            return self
                .held_read(designator.clone(), span)
                .map_or(Argument::Designator(designator, span), Argument::Value);
        }
        match self.variable(designator.symbol()).map(|variable| variable.ty) {
            Some(ty) => {
                let is_optional = matches!(designator, Designator::Variable(symbol) if self.optional.contains(&symbol));
                let is_optional = is_optional && ty != Type::Character;
                let read = Expr::new(ExprKind::Read(designator), ty, span);
                // What may be absent is copied where it is present.
                match is_optional {
                    true => Argument::Value(read),
                    false => Argument::Value(Expr::new(ExprKind::Paren(Box::new(read)), ty, span)),
                }
            }
            None => Argument::Designator(designator, span),
        }
    }

    /// The same of an array, as an object is that has one.
    fn copied_array(&self, section: Section) -> Argument {
        let span = section.span;
        let Some(variable) = self.variable(section.array) else { return Argument::Section(section) };
        let is_range = |subscript: &&Subscript| !matches!(subscript, Subscript::Index(_));
        let rank = match section.subscripts.is_empty() {
            true => variable.shape.as_ref().map_or(0, Vec::len),
            false => section.subscripts.iter().filter(is_range).count(),
        };
        let ty = variable.ty;
        let read = Expr::of_section(section, rank, ty);
        Argument::Value(Expr::new(ExprKind::Paren(Box::new(read)), ty, span))
    }

    /// Reports that what the callee assigns can't be assigned.
    pub fn check_argument_intent(&mut self, argument: &Argument, dummy: &DummyArgument) {
        if !matches!(dummy.intent, Some(Intent::Out | Intent::InOut)) {
            return;
        }
        let direction = if dummy.intent == Some(Intent::Out) { "OUT" } else { "INOUT" };
        let shown = dummy.name.to_uppercase();
        let (symbol, span) = match argument {
            Argument::Value(value) => {
                let message = format!("`{shown}` has INTENT({direction}), so the argument must be a variable");
                self.error_with_help("E0210", value.span, message, "pass a variable");
                return;
            }
            Argument::Designator(designator, span) => (designator.symbol(), *span),
            Argument::Array(symbol, span) | Argument::Allocatable(symbol, span) | Argument::Bounded(symbol, span) => {
                (*symbol, *span)
            }
            Argument::Section(section) if has_vector(section) => {
                let message =
                    format!("`{shown}` has INTENT({direction}), so the argument can't have a vector subscript");
                self.error_with_help("E0210", section.span, message, "pass a section without a vector subscript");
                return;
            }
            Argument::Section(Section { array: symbol, span, .. }) => (*symbol, *span),
            Argument::Elemental(..) => return,
            Argument::Shaped(argument) | Argument::Optional(argument) => {
                return self.check_argument_intent(argument, dummy);
            }
            Argument::Procedure(..) | Argument::Internal(..) | Argument::Omitted(_) | Argument::Taken(_) => return,
        };
        if dummy.intent == Some(Intent::Out)
            && let Argument::Designator(Designator::Variable(symbol), span) = argument
        {
            self.assigned_by_calls.push((*symbol, *span));
        }
        let name = self.symbols[symbol].name.clone();
        if self.names.get(name.as_str()).is_some_and(|facts| facts.symbol == symbol) {
            // The error has been reported, and the call is sound otherwise.
            let _ = self.check_intent(&name, span);
        }
    }

    /// Reports an assignment to a PROTECTED variable of another module.
    pub fn check_protected(&mut self, name: &str, span: Span) -> Outcome<()> {
        let Some(facts) = self.names.get(name) else { return Ok(()) };
        let (Some(place), Some(origin)) = (facts.protected, &facts.origin) else { return Ok(()) };
        let is_inside = self.unit.strip_prefix(&*origin.owner).is_some_and(|rest| rest.starts_with('.'));
        if is_inside {
            return Ok(());
        }
        let message = format!("`{}` is PROTECTED in the module `{}`", name.to_uppercase(), origin.owner.to_uppercase());
        Err(self.report(
            Diagnostic::error("E0210", span, message)
                .with_help("assign it in its module")
                .with_related(place, "declared here"),
        ))
    }

    /// Reports an external procedure that IMPLICIT NONE (EXTERNAL) requires to be declared.
    pub fn check_declared_external(&mut self, name: &Name, is_declared: bool) -> Outcome<()> {
        let Some(place) = self.implicit.no_external.filter(|_| !is_declared) else { return Ok(()) };
        self.facts(&name.text, name.span).reported = true;
        let message = format!("the procedure `{}` is not declared", name.text.to_uppercase());
        Err(self.report(Diagnostic::error("E0201", name.span, message).with_related(place, "IMPLICIT NONE is here")))
    }
}

/// True for a section whose elements a vector of subscripts chooses, one of them perhaps twice.
fn has_vector(section: &Section) -> bool {
    section.subscripts.iter().any(|subscript| matches!(subscript, Subscript::Vector(_)))
}
