//! The intrinsic functions that ask the system something. Each becomes a call of a unit that makes the request, so it
//! is called in its order among the functions of a statement.

use super::intrinsic_function;
use super::matcher::{Matched, Reference};
use super::row::{Category, Class, Conversion, Dummy, I4, Meaning, Rank, ResultType};
use crate::resolve::expressions::constant_expr;
use crate::resolve::procedures::intrinsic_unit_name;
use crate::resolve::scope::{Outcome, Scope, local_variable};
use crate::resolved::{
    Argument, CharacterLength, Designator, Dimension, Expr, ExprKind, ProgramUnit, Request, Service, Statement,
    StatementKind, Storage, Symbol, SymbolClass, TransferItem, UnitKind, Variable,
};
use crate::source::Span;
use crate::tree;
use forlane_semantics::io::{INPUT_UNIT, OUTPUT_UNIT};
use forlane_semantics::types::{Constant, IntegerKind, Type};
use id_arena::Arena;

/// The length of the results of CTIME and FDATE.
const TEXT_LENGTH: u64 = 24;

/// How many times ETIME and DTIME answer, and how many numbers STAT.
const TIMES: i64 = 2;
const FACTS: i64 = 13;

/// The unit of FGET and FPUT, which is not given.
pub(super) fn implied_unit(name: &str) -> Option<i64> {
    match name {
        "fget" => Some(INPUT_UNIT),
        "fput" => Some(OUTPUT_UNIT),
        _ => None,
    }
}

impl Scope<'_> {
    /// Resolves a reference to such a function.
    pub(super) fn resolve_system_function(&mut self, reference: Reference<'_>, matched: &Matched<'_>) -> Outcome<Expr> {
        let (name, span) = (reference.name, reference.span);
        self.refuse_in_pure("a call of this intrinsic function", span)?;
        let own = intrinsic_function(reference.row.name).and_then(|row| row.result);
        let (Some(ResultType::Is(ty)), Some(ResultType::Is(result))) = (own, reference.row.result) else {
            return Err(self.reported_before());
        };
        let mut arguments = Vec::with_capacity(matched.len());
        for (at, (dummy, argument)) in reference.row.dummies.iter().zip(matched).enumerate() {
            arguments.push(match argument {
                // A seed that is left out is zero.
                None => Argument::Value(constant_expr(Constant::Integer(IntegerKind::I4, 0), span)),
                Some(argument) if dummy.form.answer.is_some() => self.answered_variable(reference, at, argument)?,
                Some(argument) => {
                    let value = self.resolve_any(argument)?;
                    self.check_form(reference, at, (value.ty, value.rank(), value.span), value.ty)?;
                    Argument::Value(self.convert(value, type_of(dummy))?)
                }
            });
        }
        let facts = self.facts(&name.text, name.span);
        facts.settled = true;
        let procedure = facts.symbol;
        let symbol = &mut self.symbols[procedure];
        symbol.class = SymbolClass::External { result: Some(ty) };
        symbol.unit = Some(intrinsic_unit_name(reference.row.name));
        symbol.length = (ty == Type::Character).then_some(CharacterLength::Constant(TEXT_LENGTH));
        self.passed_intrinsics.insert(reference.row.name.to_owned(), name.span);
        self.convert(Expr::new(ExprKind::Call { procedure, arguments, length: None }, ty, span), result)
    }

    /// A variable that gets answers.
    fn answered_variable(&mut self, reference: Reference<'_>, at: usize, argument: &tree::Expr) -> Outcome<Argument> {
        let actual = self.resolve_actual(argument)?;
        let Some(value) = self.actual_value(&actual) else { return Err(self.reported_before()) };
        self.check_form(reference, at, (value.ty, value.rank(), value.span), value.ty)?;
        match actual {
            Argument::Array(..) | Argument::Section(_) | Argument::Designator(..) => Ok(actual),
            _ => Err(self.error("E0226", value.span, format!("{} assigns this argument", reference.shown()))),
        }
    }
}

/// The type of a dummy argument in the unit that makes the request.
fn type_of(dummy: &Dummy) -> Type {
    match (dummy.form.class, dummy.form.conversion) {
        (_, Conversion::To(ty)) | (Class::Exactly(ty), _) => ty,
        (Class::Character, _) => Type::Character,
        _ => I4,
    }
}

/// The unit that makes a function's request.
pub(crate) fn request_unit(name: &str, span: Span) -> Option<ProgramUnit> {
    let row = intrinsic_function(name).filter(|row| row.category == Category::System)?;
    let (Meaning::System(service), Some(ResultType::Is(ty))) = (row.meaning, row.result) else { return None };
    let mut symbols = Arena::new();
    let mut add = |name: &str, variable: Variable, length: Option<CharacterLength>| {
        let class = SymbolClass::Variable(variable);
        symbols.alloc(Symbol { name: name.to_owned(), span, class, unit: None, length })
    };
    let bound = |value| constant_expr(Constant::Integer(IntegerKind::I4, value), span);
    let length = (ty == Type::Character).then_some(CharacterLength::Constant(TEXT_LENGTH));
    let variable = Variable { storage: Storage::Result, ..local_variable(ty) };
    let result = add(name, variable, length);
    let mut request = Request { service, given: Vec::new(), answers: Vec::new() };
    let number = |value| TransferItem::Value(constant_expr(Constant::Integer(IntegerKind::I4, value), span));
    request.given.extend(implied_unit(name).map(number));
    let mut dummies = Vec::new();
    for dummy in row.dummies {
        let ty = type_of(dummy);
        let is_array = dummy.form.rank == Rank::Array;
        let extent = if service == Service::ElapsedTime || service == Service::IntervalTime { TIMES } else { FACTS };
        let shape = is_array.then(|| vec![Dimension { lower: bound(1), upper: Some(bound(extent)) }]);
        let length = (ty == Type::Character).then_some(CharacterLength::Assumed);
        let variable = Variable { storage: Storage::Dummy, shape, ..local_variable(ty) };
        let symbol = add(dummy.keyword, variable, length);
        dummies.push(symbol);
        match dummy.form.answer {
            Some(answer) if is_array => request.answers.push((answer, TransferItem::Array(symbol, span))),
            Some(answer) => {
                request.answers.push((answer, TransferItem::Place(Designator::Variable(symbol), ty, span)));
            }
            None => {
                let kind = ExprKind::Read(Designator::Variable(symbol));
                request.given.push(TransferItem::Value(Expr::new(kind, ty, span)));
            }
        }
    }
    // The sum of the times is the answer after them, the status of GETCWD that after the name.
    let answer = match service {
        Service::ElapsedTime | Service::IntervalTime => TIMES as usize,
        Service::WorkingFolder => 1,
        _ => 0,
    };
    request.answers.push((answer, TransferItem::Place(Designator::Variable(result), ty, span)));
    Some(ProgramUnit {
        name: intrinsic_unit_name(name),
        kind: UnitKind::Function,
        span,
        symbols,
        dummies,
        taken: 0,
        alternates: 0,
        result: Some(result),
        entries: Vec::new(),
        is_recursive: false,
        optional: Default::default(),
        body: vec![Statement { label: None, kind: StatementKind::Request(Box::new(request)), span }],
    })
}
