//! CALL and function references.

use crate::Builder;
use crate::arrays::{Lent, Passed, is_elemental};
use crate::character::LENGTH;
use crate::entities::{Array, LoweredSymbol};
use crate::operand_order::calls_function;
use forlane_cfg::expr::{Expr, IntegerExpr, Place};
use forlane_cfg::graph::{ActionKind, Argument, Callee, place_among, with_first};
use forlane_frontend::resolve::intrinsic_unit_name;
use forlane_frontend::resolved::{self, LabelRef, Section, SymbolClass, SymbolId};
use forlane_frontend::source::Span;
use forlane_semantics::number_variable;
use forlane_semantics::types::{IntegerKind, Type};

/// The arguments of a call as they are gathered.
#[derive(Default)]
pub struct Passing {
    /// Those of the source.
    pub given: Vec<Argument>,
    /// The lengths of those of type CHARACTER.
    pub lengths: Vec<Argument>,
    /// What else belongs to them.
    pub hidden: Vec<Argument>,
    /// The arrays of which copies were made.
    copies: Vec<Passed>,
    /// The internal procedures: where they are, their names, and the variables of their host.
    internal: Vec<(usize, String, Vec<Argument>)>,
    /// The variables of its host that the callee takes, with what belongs to them.
    taken: Vec<Argument>,
}

fn integer_value(value: IntegerExpr) -> Argument {
    Argument::Value(Expr::Integer(value))
}

impl Builder<'_> {
    /// CALL. Where it names labels, the subroutine's value says to which of them it returns; 0 is after the call.
    pub fn call(&mut self, procedure: SymbolId, arguments: &[resolved::Argument], alternates: &[LabelRef]) {
        if is_elemental(arguments) {
            return self.call_for_each(procedure, arguments);
        }
        self.call_once(procedure, arguments, alternates);
    }

    pub(super) fn call_once(&mut self, procedure: SymbolId, arguments: &[resolved::Argument], alternates: &[LabelRef]) {
        let name = self.source.symbols[procedure].name.clone();
        let (arguments, passed) = self.arguments(arguments);
        let ty = Type::Integer(IntegerKind::I4);
        let result = (!alternates.is_empty()).then(|| self.temporary(&name, ty));
        let callee = self.callee(procedure);
        self.action(ActionKind::Call { callee, arguments, result, result_value: None });
        passed.iter().for_each(|passed| self.take_back(passed));
        if let Some(result) = result {
            self.switch_to(IntegerExpr::Read(IntegerKind::I4, Place::Variable(result)), alternates);
        }
    }

    /// A function reference becomes a call before the statement; its value is in a variable.
    pub fn function(&mut self, procedure: SymbolId, arguments: &[resolved::Argument], ty: Type) -> Option<Expr> {
        let name = self.source.symbols[procedure].name.clone();
        // The result's variable is made after the arguments, so that the numbers follow the order of the calls.
        let (arguments, passed) = self.arguments(arguments);
        let result = self.temporary(&name, ty);
        let callee = self.callee(procedure);
        self.action(ActionKind::Call { callee, arguments, result: Some(result), result_value: None });
        passed.iter().for_each(|passed| self.take_back(passed));
        Expr::read(ty, Place::Variable(result))
    }

    /// A reference to a function whose value is an array: it gets an array to fill before the other arguments.
    pub fn array_from_call(
        &mut self,
        procedure: SymbolId,
        arguments: &[resolved::Argument],
        (bounds, length): (&[(resolved::Expr, resolved::Expr)], Option<&resolved::Expr>),
        (ty, rank): (Type, usize),
        span: Span,
    ) -> Array {
        let is_deferred = bounds.is_empty() && self.has_deferred_length(procedure);
        let is_known = ty == Type::Character && !is_deferred;
        let length = is_known.then(|| self.result_length(procedure, length, span));
        let length = length.map(|length| self.keep_integer("length", length));
        let extents = bounds.iter().map(|(lower, upper)| self.extent_between(lower, upper)).collect();
        let name = self.source.symbols[procedure].name.clone();
        let (arguments, passed, value) = self.arguments_with(arguments, |lowerer| match &length {
            _ if bounds.is_empty() => lowerer.allocated_result(&name, ty, rank),
            Some(length) => (lowerer.texts_of_length(length.clone(), extents), Vec::new()),
            None => (lowerer.temporary_array(&name, ty, extents), Vec::new()),
        });
        let mut first = vec![Argument::Array(value.var)];
        if let Some(length) = length {
            self.text_lengths.insert(value.var, length.clone());
            first.push(Argument::Value(Expr::Integer(length)));
        } else if ty == Type::Character {
            let length = self.temporary("length", Type::Integer(LENGTH));
            self.text_lengths.insert(value.var, IntegerExpr::Read(LENGTH, Place::Variable(length)));
            first.push(Argument::Variable(length));
        }
        let arguments = with_first(first, arguments);
        let callee = self.callee(procedure);
        self.action(ActionKind::Call { callee, arguments, result: None, result_value: None });
        passed.iter().for_each(|passed| self.take_back(passed));
        value
    }

    /// What a procedure's name stands for.
    pub fn callee(&self, procedure: SymbolId) -> Callee {
        let symbol = &self.source.symbols[procedure];
        if let Some(number) = number_variable(&symbol.name)
            && let Some((number, _)) = self.source.symbols.iter().find(|(_, other)| other.name == number)
            && let Some(var) = self.entities[number.index()].var()
        {
            return Callee::Dummy(var);
        }
        match (&self.entities[procedure.index()], &symbol.class) {
            (LoweredSymbol::Procedure(var), _) => Callee::Dummy(*var),
            (_, SymbolClass::Intrinsic) => Callee::Unit(intrinsic_unit_name(&symbol.name)),
            _ => Callee::Unit(symbol.unit.as_ref().unwrap_or(&symbol.name).clone()),
        }
    }

    /// The arguments, after them the lengths of those of type CHARACTER, then what else belongs to each of them:
    /// extents and bounds, how it is allocated, and whether it is present; and the arrays among them of which copies
    /// were made.
    pub fn arguments(&mut self, arguments: &[resolved::Argument]) -> (Vec<Argument>, Vec<Passed>) {
        let (given, passed, ()) = self.arguments_with(arguments, |_| ((), Vec::new()));
        (given, passed)
    }

    /// The same of a function, and what its value is made in: what belongs to that comes after what belongs to the
    /// arguments, and before what an internal procedure takes from its host.
    pub fn arguments_with<R>(
        &mut self,
        arguments: &[resolved::Argument],
        result: impl FnOnce(&mut Self) -> (R, Vec<Argument>),
    ) -> (Vec<Argument>, Vec<Passed>, R) {
        let mut passing = Passing::default();
        let last_call = arguments.iter().rposition(calls_function).unwrap_or(0);
        for (at, argument) in arguments.iter().enumerate() {
            let after = arguments.get(at + 1..=last_call).unwrap_or_default();
            if let Some(present) = self.pass_copy_if_present(argument, &mut passing) {
                passing.hidden.push(Argument::Value(Expr::Logical(present)));
                continue;
            }
            self.pass(argument.unmarked(), after, &mut passing);
            if let resolved::Argument::Optional(inner) = argument {
                let present = self.is_given(inner);
                passing.hidden.push(Argument::Value(Expr::Logical(present)));
            }
        }
        let Passing { mut given, lengths, hidden, copies, internal, taken } = passing;
        given.extend(lengths);
        given.extend(hidden);
        let (result, of_result) = result(self);
        given.extend(of_result);
        given.extend(taken);
        let own = given.len();
        for (at, name, taken) in internal {
            // An ALLOCATABLE array may be an argument for another dummy argument, too, which has not all of it.
            let first = |argument: &Argument| match argument {
                Argument::Array(array) if self.is_allocatable(*array) => own,
                _ => 0,
            };
            let with = taken.into_iter().map(|argument| place_among(&mut given, first(&argument), argument)).collect();
            given[at] = Argument::Procedure(Callee::Internal(name, with));
        }
        (given, copies, result)
    }

    /// Adds an argument, after which are others up to the last that calls a function.
    fn pass(&mut self, argument: &resolved::Argument, after: &[resolved::Argument], passing: &mut Passing) {
        let (argument, is_shaped) = match argument {
            resolved::Argument::Shaped(argument) => (&**argument, true),
            argument => (argument, false),
        };
        match argument {
            resolved::Argument::Elemental(value, is_reference) => {
                let (argument, length) = self.element_argument(value, *is_reference);
                passing.lengths.extend(length.map(integer_value));
                passing.given.push(argument);
            }
            resolved::Argument::Internal(symbol, taken, _) => {
                let name = self.source.symbols[*symbol].unit.clone().unwrap_or_default();
                let taken: Vec<Argument> = self.arguments(taken).0;
                passing.internal.push((passing.given.len(), name, taken));
                passing.given.push(Argument::Absent);
            }
            resolved::Argument::Taken(taken) => {
                let (taken, copies) = self.arguments(taken);
                passing.taken.extend(taken);
                passing.copies.extend(copies);
            }
            resolved::Argument::Omitted(omitted) => self.pass_nothing(*omitted, passing),
            resolved::Argument::Allocatable(symbol, span) => {
                let lent = self.allocatable_argument(*symbol, *span);
                self.pass_lent(lent, *span, passing);
            }
            resolved::Argument::Bounded(symbol, span) => {
                let lent = self.bounded_argument(*symbol, *span);
                self.pass_lent(lent, *span, passing);
            }
            _ => self.pass_object(argument, is_shaped, after, passing),
        }
    }

    fn pass_lent(&mut self, lent: Option<Lent>, span: Span, passing: &mut Passing) {
        let Some(lent) = lent else {
            let argument = self.no_argument(span);
            return passing.given.push(argument);
        };
        passing.given.push(lent.argument);
        passing.lengths.extend(lent.length);
        passing.hidden.extend(lent.hidden);
    }

    /// Adds a variable or value, or a part of one.
    fn pass_object(
        &mut self,
        argument: &resolved::Argument,
        is_shaped: bool,
        after: &[resolved::Argument],
        passing: &mut Passing,
    ) {
        if let Some(argument) = self.complex_argument(argument) {
            return passing.given.push(argument);
        }
        let by_shape = is_shaped && matches!(argument, resolved::Argument::Array(..));
        if let Some((argument, length)) = self.text_argument(argument).filter(|_| !by_shape) {
            passing.lengths.push(integer_value(length));
            return passing.given.push(argument);
        }
        let passed = match self.held_argument(argument) {
            Some(passed) => Some(passed),
            None => self.array_argument(argument, is_shaped),
        };
        let Some(passed) = passed else {
            let argument = match self.argument(argument) {
                Argument::Value(value) if !after.is_empty() => Argument::Value(self.argument_before(value, after)),
                other => other,
            };
            return passing.given.push(argument);
        };
        passing.given.push(passed.argument.clone());
        passing.lengths.extend(passed.length.clone().map(integer_value));
        if is_shaped {
            passing.hidden.extend(passed.extents.iter().cloned().map(integer_value));
        }
        passing.copies.push(passed);
    }

    /// An array that is passed as a section, as a value, or with its shape.
    fn array_argument(&mut self, argument: &resolved::Argument, is_shaped: bool) -> Option<Passed> {
        match argument {
            resolved::Argument::Section(section) => Some(self.passed_section(section)),
            resolved::Argument::Value(value) if value.rank() > 0 => Some(self.pass_array_value(value)),
            resolved::Argument::Array(symbol, span) if is_shaped => {
                let array = self.array(*symbol, *span)?;
                Some(self.pass_whole(&array))
            }
            _ => None,
        }
    }

    fn argument(&mut self, argument: &resolved::Argument) -> Argument {
        match argument {
            resolved::Argument::Value(value) => Argument::Value(self.expr(value)),
            resolved::Argument::Designator(designator, span) => match self.place(designator, *span) {
                Ok(Place::Variable(var)) => Argument::Variable(var),
                Ok(Place::Element(var, offset)) => Argument::Element(var, *offset),
                Ok(Place::Section(section)) => Argument::Element(section.array, section.offset()),
                Ok(Place::Value(_)) => self.no_argument(*span),
                Err(value) => match Expr::constant(&value) {
                    Some(value) => Argument::Value(value),
                    None => self.no_argument(*span),
                },
            },
            resolved::Argument::Procedure(symbol, _) => Argument::Procedure(self.callee(*symbol)),
            // Arguments like these are passed in another way.
            resolved::Argument::Section(Section { span, .. }) | resolved::Argument::Internal(_, _, span) => {
                self.no_argument(*span)
            }
            resolved::Argument::Elemental(..)
            | resolved::Argument::Shaped(_)
            | resolved::Argument::Optional(_)
            | resolved::Argument::Taken(_)
            | resolved::Argument::Omitted(_) => self.no_argument(self.source.span),
            resolved::Argument::Allocatable(_, span) | resolved::Argument::Bounded(_, span) => self.no_argument(*span),
            resolved::Argument::Array(symbol, span) => match self.array(*symbol, *span) {
                Some(array) => Argument::Array(array.var),
                None => self.no_argument(*span),
            },
        }
    }

    fn no_argument(&mut self, span: Span) -> Argument {
        self.error(span, "this can't be an actual argument");
        Argument::Value(Expr::Integer(IntegerExpr::Constant(IntegerKind::I4, 0)))
    }
}
