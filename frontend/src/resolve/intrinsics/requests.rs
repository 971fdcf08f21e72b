//! Calls of the intrinsic subroutines that ask the system something: the time, the command line, random numbers.

use crate::resolve::expressions::constant_expr;
use crate::resolve::scope::{Outcome, Scope};
use crate::resolve::statements::array_statements::Target;
use crate::resolved::{ComputedStop, Expr, Request, Service, StatementKind, TransferItem};
use crate::source::Span;
use crate::tree::{self, Name};
use forlane_semantics::types::{Constant, IntegerKind, Type};

/// What an argument may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Text,
    Integer,
    Real,
    /// INTEGER or REAL.
    Number,
    Logical,
    Integers,
    Reals,
    /// REAL of any rank.
    Harvest,
}

/// A dummy argument: its name, what it may be, and the number of the answer that it gets, if it is not given.
type Parameter = (&'static str, Class, Option<usize>);

/// A subroutine.
#[derive(Debug)]
struct Routine {
    name: &'static str,
    service: Service,
    parameters: &'static [Parameter],
    /// How many of the arguments there must be.
    needed: usize,
}

const fn routine(name: &'static str, service: Service, needed: usize, parameters: &'static [Parameter]) -> Routine {
    Routine { name, service, parameters, needed }
}

use Class::{Harvest, Integer, Integers, Logical, Number, Real, Reals, Text};

/// The subroutines, in alphabetical order.
const ROUTINES: &[Routine] = &[
    routine("cpu_time", Service::CpuTime, 1, &[("time", Real, Some(0))]),
    routine("ctime", Service::TimeText, 2, &[("time", Integer, None), ("result", Text, Some(0))]),
    routine(
        "date_and_time",
        Service::DateAndTime,
        0,
        &[("date", Text, Some(0)), ("time", Text, Some(1)), ("zone", Text, Some(2)), ("values", Integers, Some(3))],
    ),
    routine("dtime", Service::IntervalTime, 2, &[("values", Reals, Some(0)), ("time", Real, Some(2))]),
    routine("etime", Service::ElapsedTime, 2, &[("values", Reals, Some(0)), ("time", Real, Some(2))]),
    routine("fdate", Service::PresentTimeText, 1, &[("date", Text, Some(0))]),
    routine("flush", Service::Flush, 0, &[("unit", Integer, None)]),
    routine(
        "get_command",
        Service::Command,
        0,
        &[("command", Text, Some(0)), ("length", Integer, Some(1)), ("status", Integer, Some(2))],
    ),
    routine(
        "get_command_argument",
        Service::Argument,
        1,
        &[
            ("number", Integer, None),
            ("value", Text, Some(0)),
            ("length", Integer, Some(1)),
            ("status", Integer, Some(2)),
        ],
    ),
    routine(
        "get_environment_variable",
        Service::EnvironmentVariable,
        1,
        &[
            ("name", Text, None),
            ("value", Text, Some(0)),
            ("length", Integer, Some(1)),
            ("status", Integer, Some(2)),
            ("trim_name", Logical, None),
        ],
    ),
    routine("getarg", Service::Argument, 2, &[("pos", Integer, None), ("value", Text, Some(0))]),
    routine("getenv", Service::EnvironmentVariable, 2, &[("name", Text, None), ("value", Text, Some(0))]),
    routine("idate", Service::Date, 1, &[("values", Integers, Some(0))]),
    routine("itime", Service::TimeOfDay, 1, &[("values", Integers, Some(0))]),
    routine("random_number", Service::RandomNumber, 1, &[("harvest", Harvest, Some(0))]),
    routine(
        "random_seed",
        Service::RandomInit,
        0,
        &[("size", Integer, Some(0)), ("put", Integers, None), ("get", Integers, Some(0))],
    ),
    routine("second", Service::CpuTime, 1, &[("time", Real, Some(0))]),
    routine("sleep", Service::Sleep, 1, &[("seconds", Integer, None)]),
    routine("srand", Service::Srand, 1, &[("seed", Integer, None)]),
    routine(
        "system_clock",
        Service::SystemClock,
        0,
        &[("count", Integer, Some(0)), ("count_rate", Number, Some(1)), ("count_max", Integer, Some(2))],
    ),
];

/// The exit status of ABORT, which ends other programs by a signal: the number that a shell shows then.
const ABORTED: i64 = 134;

/// True if a lower-case name is that of an intrinsic subroutine that asks the system or ends the program.
pub(crate) fn is_request(name: &str) -> bool {
    matches!(name, "abort" | "exit") || routine_of(name).is_some()
}

fn routine_of(name: &str) -> Option<&'static Routine> {
    ROUTINES.binary_search_by(|routine| routine.name.cmp(name)).ok().map(|at| &ROUTINES[at])
}

/// An argument that is resolved: a value, or where an answer goes.
struct Resolved {
    item: TransferItem,
    ty: Type,
}

impl Scope<'_> {
    /// Resolves the call of such a subroutine.
    pub fn resolve_request(
        &mut self,
        name: &Name,
        arguments: &[&tree::Argument],
        span: Span,
    ) -> Outcome<StatementKind> {
        self.refuse_in_pure("a call of this intrinsic subroutine", span)?;
        match self.intrinsic_name(&name.text) {
            "abort" => return self.resolve_abort(arguments, span),
            "exit" => return self.resolve_exit(arguments, span),
            _ => {}
        }
        let Some(routine) = routine_of(self.intrinsic_name(&name.text)) else { return Err(self.reported_before()) };
        let arguments = self.request_arguments(routine, name, arguments)?;
        let mut request = Request { service: routine.service, given: Vec::new(), answers: Vec::new() };
        match routine.service {
            Service::SystemClock => {
                let kinds = arguments.iter().flatten().map(|argument| argument.ty.size() as i64);
                request.given.push(number(kinds.min().unwrap_or(4), span));
            }
            Service::RandomInit => request.service = self.seed_service(&arguments, span)?,
            _ => {}
        }
        for ((_, class, answer), argument) in routine.parameters.iter().zip(arguments) {
            match (argument, answer) {
                (Some(argument), Some(answer)) => request.answers.push((*answer, argument.item)),
                (Some(argument), None) if routine.service != Service::Flush => request.given.push(argument.item),
                // TRIM_NAME is true if nothing else is said.
                (None, None) if *class == Logical => request.given.push(truth(span)),
                _ => {}
            }
        }
        if routine.name == "getenv" {
            request.given.push(truth(span));
        }
        Ok(StatementKind::Request(Box::new(request)))
    }

    /// RANDOM_SEED is four services, of which a call takes one.
    fn seed_service(&mut self, arguments: &[Option<Resolved>], span: Span) -> Outcome<Service> {
        match arguments {
            [None, None, None] => Ok(Service::RandomInit),
            [Some(_), None, None] => Ok(Service::RandomSize),
            [None, Some(_), None] => Ok(Service::RandomPut),
            [None, None, Some(_)] => Ok(Service::RandomGet),
            _ => Err(self.error("E0226", span, "RANDOM_SEED takes one of SIZE, PUT and GET")),
        }
    }

    fn request_arguments(
        &mut self,
        routine: &Routine,
        name: &Name,
        arguments: &[&tree::Argument],
    ) -> Outcome<Vec<Option<Resolved>>> {
        let shown = name.text.to_uppercase();
        let mut given: Vec<Option<&tree::Expr>> = vec![None; routine.parameters.len()];
        for (index, argument) in arguments.iter().enumerate() {
            let place = match &argument.keyword {
                Some(keyword) => routine.parameters.iter().position(|(parameter, ..)| *parameter == keyword.text),
                None => Some(index).filter(|index| *index < given.len()),
            };
            let Some(place) = place.filter(|place| given[*place].is_none()) else {
                let span = argument.keyword.as_ref().map_or(argument.value.span, |keyword| keyword.span);
                return Err(self.error("E0226", span, format!("{shown} has no such argument")));
            };
            given[place] = Some(&argument.value);
        }
        let missing = routine.parameters.iter().zip(&given).take(routine.needed).find(|(_, given)| given.is_none());
        if let Some(((missing, ..), _)) = missing {
            let message = format!("{shown} needs the argument {}", missing.to_uppercase());
            return Err(self.error("E0226", name.span, message));
        }
        let mut resolved = Vec::with_capacity(given.len());
        for (parameter, argument) in routine.parameters.iter().zip(given) {
            resolved.push(argument.map(|argument| self.request_argument(&shown, *parameter, argument)).transpose()?);
        }
        Ok(resolved)
    }

    fn request_argument(&mut self, shown: &str, parameter: Parameter, argument: &tree::Expr) -> Outcome<Resolved> {
        let (name, class, answer) = parameter;
        let (resolved, rank) = match answer {
            Some(_) => self.answered(argument)?,
            None => {
                let item = self.written_item(argument)?;
                let (ty, rank) = match &item {
                    TransferItem::Value(value) => (value.ty, value.rank()),
                    TransferItem::Array(symbol, _) => (self.variable(*symbol).map_or(Type::Character, |one| one.ty), 1),
                    _ => return Err(self.reported_before()),
                };
                (Resolved { item, ty }, rank)
            }
        };
        let is_integer = matches!(resolved.ty, Type::Integer(_));
        let is_real = matches!(resolved.ty, Type::Real(_));
        let (is_type, wants_array, wanted) = match class {
            Text => (resolved.ty == Type::Character, Some(false), "a scalar CHARACTER"),
            Integer => (is_integer, Some(false), "a scalar INTEGER"),
            Real => (is_real, Some(false), "a scalar REAL"),
            Number => (is_integer || is_real, Some(false), "a scalar INTEGER or REAL"),
            Logical => (resolved.ty == Type::Logical, Some(false), "a scalar LOGICAL"),
            Integers => (is_integer, Some(true), "an INTEGER array"),
            Reals => (is_real, Some(true), "a REAL array"),
            Harvest => (is_real, None, "REAL"),
        };
        if !is_type || wants_array.is_some_and(|wanted| wanted != (rank > 0)) {
            let message = format!("{shown} expects {wanted} for {}", name.to_uppercase());
            return Err(self.error("E0226", argument.span, message));
        }
        Ok(resolved)
    }

    /// A variable that gets an answer, and whether it is an array.
    fn answered(&mut self, argument: &tree::Expr) -> Outcome<(Resolved, usize)> {
        if let Some(item) = self.whole_array_item(argument)? {
            self.check_assignable(argument)?;
            let TransferItem::Array(symbol, _) = &item else { return Err(self.reported_before()) };
            let ty = self.variable(*symbol).ok_or_else(|| self.reported_before())?.ty;
            return Ok((Resolved { item, ty }, 1));
        }
        Ok(match self.resolve_target(argument)? {
            (Target::Array(section, rank), ty) => (Resolved { item: TransferItem::Section(section, ty), ty }, rank),
            (Target::Scalar(designator), ty) => {
                (Resolved { item: TransferItem::Place(designator, ty, argument.span), ty }, 0)
            }
        })
    }

    /// CALL EXIT(STATUS): the program ends, and shows nothing.
    fn resolve_exit(&mut self, arguments: &[&tree::Argument], span: Span) -> Outcome<StatementKind> {
        let code = match arguments {
            [] => None,
            [argument] => {
                if argument.keyword.as_ref().is_some_and(|keyword| keyword.text != "status") {
                    self.refuse_keyword(argument)?;
                }
                let code = self.resolve_expression(&argument.value)?;
                if !matches!(code.ty, Type::Integer(_)) {
                    let message = format!("EXIT expects INTEGER here, not {}", code.ty.name());
                    return Err(self.error("E0226", code.span, message));
                }
                Some(code)
            }
            _ => return Err(self.error("E0226", span, format!("EXIT takes 1 argument, not {}", arguments.len()))),
        };
        Ok(ended(code, span))
    }

    fn resolve_abort(&mut self, arguments: &[&tree::Argument], span: Span) -> Outcome<StatementKind> {
        if !arguments.is_empty() {
            return Err(self.error("E0226", span, "ABORT takes no arguments"));
        }
        Ok(ended(Some(constant_expr(Constant::Integer(IntegerKind::I4, ABORTED), span)), span))
    }
}

/// The end of the program with that exit status, of which nothing is shown.
fn ended(code: Option<Expr>, span: Span) -> StatementKind {
    let quiet = Some(constant_expr(Constant::Logical(true), span));
    StatementKind::StopWith(Box::new(ComputedStop { is_error: false, code, quiet }))
}

fn number(value: i64, span: Span) -> TransferItem {
    TransferItem::Value(constant_expr(Constant::Integer(IntegerKind::I4, value), span))
}

fn truth(span: Span) -> TransferItem {
    TransferItem::Value(constant_expr(Constant::Logical(true), span))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted() {
        assert!(ROUTINES.is_sorted_by(|one, other| one.name < other.name));
    }
}
