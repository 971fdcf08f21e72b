//! The intrinsic functions that ask the system something. Each becomes a call of a unit that makes the request, so it is
//! called in its order among the functions of a statement.

use crate::resolve::expressions::constant_expr;
use crate::resolve::procedures::intrinsic_unit_name;
use crate::resolve::scope::{Mode, Outcome, Scope, local_variable};
use crate::resolved::{
    Argument, CharacterLength, Designator, Dimension, Expr, ExprKind, ProgramUnit, Request, Service, Statement,
    StatementKind, Storage, Symbol, SymbolClass, TransferItem, UnitKind, Variable,
};
use crate::source::Span;
use crate::tree::{self, Name};
use forlane_semantics::types::{Constant, IntegerKind, RealKind, Type};
use id_arena::Arena;

const INTEGER: Type = Type::Integer(IntegerKind::I4);
const LONG: Type = Type::Integer(IntegerKind::I8);
const REAL: Type = Type::Real(RealKind::R4);
/// The length of what CTIME and FDATE give.
const TEXT_LENGTH: u64 = 24;

/// What is given to a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Given {
    Nothing,
    /// A scalar, converted to this type.
    Scalar(Type),
    /// An INTEGER, zero if it is left out.
    Seed,
    /// A REAL array, which gets the first two answers; the third is the value.
    Times,
}

/// A function: its name, what it asks for, what is given to it, its type.
type Function = (&'static str, Service, Given, Type);

/// The functions, in alphabetical order.
const FUNCTIONS: &[Function] = &[
    ("command_argument_count", Service::ArgumentCount, Given::Nothing, INTEGER),
    ("ctime", Service::TimeText, Given::Scalar(LONG), Type::Character),
    ("dtime", Service::IntervalTime, Given::Times, REAL),
    ("etime", Service::ElapsedTime, Given::Times, REAL),
    ("fdate", Service::PresentTimeText, Given::Nothing, Type::Character),
    ("getpid", Service::ProcessId, Given::Nothing, INTEGER),
    ("iargc", Service::ArgumentCount, Given::Nothing, INTEGER),
    ("irand", Service::Irand, Given::Seed, INTEGER),
    ("mclock", Service::CpuTicks, Given::Nothing, INTEGER),
    ("mclock8", Service::CpuTicks, Given::Nothing, LONG),
    ("ran", Service::Rand, Given::Seed, REAL),
    ("rand", Service::Rand, Given::Seed, REAL),
    ("secnds", Service::SecondsOfDay, Given::Scalar(REAL), REAL),
    ("second", Service::CpuTime, Given::Nothing, REAL),
    ("time", Service::EpochSeconds, Given::Nothing, INTEGER),
    ("time8", Service::EpochSeconds, Given::Nothing, LONG),
];

fn function_of(name: &str) -> Option<&'static Function> {
    FUNCTIONS.binary_search_by(|(function, ..)| (*function).cmp(name)).ok().map(|at| &FUNCTIONS[at])
}

/// True if a lower-case name is that of such a function.
pub(crate) fn is_request_function(name: &str) -> bool {
    function_of(name).is_some()
}

impl Scope<'_> {
    /// Whether a reference to the name asks the system: the unit makes nothing else of it.
    pub fn asks_system(&self, name: &str) -> bool {
        self.mode == Mode::Executable
            && is_request_function(self.intrinsic_name(name))
            && !self.is_redefined(name)
            && self.interfaces.get(name).is_none()
    }

    /// Resolves a reference to such a function.
    pub fn resolve_request_function(&mut self, name: &Name, arguments: &[tree::Argument], span: Span) -> Outcome<Expr> {
        self.refuse_in_pure("a call of this intrinsic function", span)?;
        let intrinsic = self.intrinsic_name(&name.text).to_owned();
        let Some((_, _, given, ty)) = function_of(&intrinsic).copied() else { return Err(self.reported_before()) };
        let shown = name.text.to_uppercase();
        let arguments = match (given, arguments) {
            (Given::Nothing, []) => Vec::new(),
            (Given::Seed, []) => vec![Argument::Value(constant_expr(Constant::Integer(IntegerKind::I4, 0), span))],
            (Given::Seed, [argument]) => vec![self.given_scalar(&shown, INTEGER, argument)?],
            (Given::Scalar(ty), [argument]) => vec![self.given_scalar(&shown, ty, argument)?],
            (Given::Times, [argument]) => self.resolve_times(&shown, argument)?,
            (Given::Nothing, _) => {
                return Err(self.error("E0226", span, format!("{shown} takes no arguments")));
            }
            _ => return Err(self.error("E0226", span, format!("{shown} takes 1 argument, not {}", arguments.len()))),
        };
        let facts = self.facts(&name.text, name.span);
        facts.settled = true;
        let procedure = facts.symbol;
        let symbol = &mut self.symbols[procedure];
        symbol.class = SymbolClass::External { result: Some(ty) };
        symbol.unit = Some(intrinsic_unit_name(&intrinsic));
        symbol.length = (ty == Type::Character).then_some(CharacterLength::Constant(TEXT_LENGTH));
        self.passed_intrinsics.insert(intrinsic, name.span);
        Ok(Expr { kind: ExprKind::Call { procedure, arguments, length: None }, ty, span })
    }

    fn given_scalar(&mut self, shown: &str, ty: Type, argument: &tree::Argument) -> Outcome<Argument> {
        let value = self.resolve_expression(&argument.value)?;
        let fits = matches!((value.ty, ty), (Type::Integer(_), Type::Integer(_)) | (Type::Real(_), Type::Real(_)));
        if !fits {
            let message = format!("{shown} expects {} here, not {}", ty.name(), value.ty.name());
            return Err(self.error("E0226", value.span, message));
        }
        self.convert(value, ty).map(Argument::Value)
    }

    fn resolve_times(&mut self, shown: &str, argument: &tree::Argument) -> Outcome<Vec<Argument>> {
        let arguments = self.resolve_arguments(&[argument])?;
        let is_times = match &arguments[..] {
            [Argument::Array(symbol, _)] => self.variable(*symbol).is_some_and(|variable| variable.ty == REAL),
            [Argument::Section(section)] => self.variable(section.array).is_some_and(|variable| variable.ty == REAL),
            _ => false,
        };
        match is_times {
            true => Ok(arguments),
            false => Err(self.error("E0226", argument.value.span, format!("{shown} expects a REAL array here"))),
        }
    }
}

/// The unit that makes a function's request.
pub(crate) fn request_unit(name: &str, span: Span) -> Option<ProgramUnit> {
    let (_, service, given, ty) = function_of(name).copied()?;
    let mut symbols = Arena::new();
    let mut add = |name: &str, variable: Variable, length: Option<CharacterLength>| {
        let class = SymbolClass::Variable(variable);
        symbols.alloc(Symbol { name: name.to_owned(), span, class, unit: None, length })
    };
    let (argument, shape) = match given {
        Given::Nothing => (None, None),
        Given::Scalar(ty) => (Some(ty), None),
        Given::Seed => (Some(INTEGER), None),
        Given::Times => {
            let bound = |value| constant_expr(Constant::Integer(IntegerKind::I4, value), span);
            (Some(REAL), Some(vec![Dimension { lower: bound(1), upper: Some(bound(2)) }]))
        }
    };
    let is_array = shape.is_some();
    let dummy = argument.map(|ty| {
        let variable = Variable { storage: Storage::Dummy, shape, ..local_variable(ty) };
        add("a", variable, None)
    });
    let length = (ty == Type::Character).then_some(CharacterLength::Constant(TEXT_LENGTH));
    let variable = Variable { storage: Storage::Result, ..local_variable(ty) };
    let result = add(name, variable, length);
    let value = TransferItem::Place(Designator::Variable(result), ty, span);
    let mut request = Request { service, given: Vec::new(), answers: Vec::new() };
    match (dummy, argument) {
        (Some(dummy), _) if is_array => {
            request.answers = vec![(0, TransferItem::Array(dummy, span)), (2, value)];
        }
        (Some(dummy), Some(ty)) => {
            let kind = ExprKind::Read(Designator::Variable(dummy));
            request.given.push(TransferItem::Value(Expr { kind, ty, span }));
            request.answers.push((0, value));
        }
        _ => request.answers.push((0, value)),
    }
    Some(ProgramUnit {
        name: intrinsic_unit_name(name),
        kind: UnitKind::Function,
        span,
        symbols,
        dummies: dummy.into_iter().collect(),
        alternates: 0,
        result: Some(result),
        entries: Vec::new(),
        is_recursive: false,
        body: vec![Statement { label: None, kind: StatementKind::Request(Box::new(request)), span }],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted() {
        assert!(FUNCTIONS.is_sorted_by(|one, other| one.0 < other.0));
    }
}
