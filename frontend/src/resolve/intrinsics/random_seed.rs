//! RANDOM_SEED and RANDOM_INIT: four services, of which a call takes one.
//!
//! ```text
//! CALL RANDOM_SEED(PUT=P)                IF (PRESENT(P)) THEN; what PUT means; ELSE; what no argument means
//! CALL RANDOM_INIT(REPEATABLE, D)        IF (REPEATABLE) THEN; what PUT of a fixed seed means; ELSE; …
//! ```

use super::matcher::Reference;
use super::system_subroutines::Resolved;
use crate::resolve::expressions::constant_expr;
use crate::resolve::scope::{Outcome, Scope};
use crate::resolved::{
    ArrayKind, ArrayOperand, BinaryOp, ConstructorItem, Designator, Expr, ExprKind, Request, Service, Statement,
    StatementKind, StopCode, SymbolId, TransferItem,
};
use crate::source::Span;
use forlane_semantics::types::{Constant, IntegerKind, Type};

const I4: IntegerKind = IntegerKind::I4;

/// The exit status of a program that gfortran's library ends.
const LIBRARY_ERROR: i32 = 2;

impl Scope<'_> {
    pub(super) fn resolve_seed(
        &mut self,
        reference: Reference<'_>,
        arguments: Vec<Option<Resolved>>,
    ) -> Outcome<StatementKind> {
        let span = reference.span;
        let mut items = arguments.into_iter().map(|argument| argument.map(|argument| argument.item));
        if reference.row.name == "random_init" {
            let Some(Some(TransferItem::Value(is_repeatable))) = items.next() else {
                return Err(self.reported_before());
            };
            let seed = request(Service::RandomPut, Some(TransferItem::Value(fixed_seed(span))));
            return Ok(choice(vec![(is_repeatable, seed)], span));
        }
        let services = [Service::RandomSize, Service::RandomPut, Service::RandomGet];
        let given = services.into_iter().zip(items).filter_map(|(service, item)| Some((service, item?)));
        let mut given: Vec<(Service, TransferItem)> = given.collect();
        let present: Option<Vec<Expr>> = given.iter().map(|(_, item)| self.presence_of(item, span)).collect();
        let Some(present) = present else {
            return match (given.pop(), given.is_empty()) {
                (Some((service, item)), true) => Ok(request(service, Some(item))),
                _ => Err(self.error("E0226", span, "RANDOM_SEED takes one of SIZE, PUT and GET")),
            };
        };
        let mut arms = Vec::new();
        for (at, one) in present.iter().enumerate() {
            for other in &present[at + 1..] {
                let both = ExprKind::Binary(BinaryOp::And, Box::new(one.clone()), Box::new(other.clone()));
                let message = "RANDOM_SEED should have at most one argument present".to_owned();
                let end = StatementKind::Stop(Some(StopCode::Error(message, LIBRARY_ERROR)));
                arms.push((Expr::new(both, Type::Logical, span), end));
            }
        }
        let requests = given.into_iter().map(|(service, item)| request(service, Some(item)));
        arms.extend(present.into_iter().zip(requests));
        Ok(choice(arms, span))
    }

    /// Whether an OPTIONAL dummy argument is present; none for anything else.
    fn presence_of(&self, item: &TransferItem, span: Span) -> Option<Expr> {
        let symbol: SymbolId = match item {
            TransferItem::Place(Designator::Variable(symbol), ..) | TransferItem::Array(symbol, _) => *symbol,
            TransferItem::Value(value) => self.optional_of(value)?,
            _ => return None,
        };
        let is_present = Expr::new(ExprKind::IsPresent(symbol), Type::Logical, span);
        self.optional.contains(&symbol).then_some(is_present)
    }
}

fn request(service: Service, item: Option<TransferItem>) -> StatementKind {
    let (given, answers) = match (service, item) {
        (Service::RandomPut, item) => (item.into_iter().collect(), Vec::new()),
        (_, item) => (Vec::new(), item.into_iter().map(|item| (0, item)).collect()),
    };
    StatementKind::Request(Box::new(Request { service, given, answers }))
}

/// The first whose condition holds, or a seed of the system's.
fn choice(arms: Vec<(Expr, StatementKind)>, span: Span) -> StatementKind {
    let statement = |kind| vec![Statement { label: None, kind, span }];
    let otherwise = request(Service::RandomInit, None);
    if arms.is_empty() {
        return otherwise;
    }
    let arms = arms.into_iter().map(|(condition, kind)| (condition, statement(kind)));
    StatementKind::If { arms: arms.collect(), otherwise: Some(statement(otherwise)) }
}

/// What gfortran's RANDOM_INIT makes a repeatable seed of: eight numbers of S. K. Park and K. W. Miller's generator
/// (Communications of the ACM 31, 1988).
fn fixed_seed(span: Span) -> Expr {
    let next = |number: &i64| Some(number * 16807 % i64::from(i32::MAX));
    let numbers = std::iter::successors(Some(57_911_963), next).skip(1).take(8);
    let items = numbers.map(|number| ConstructorItem::Value(constant_expr(Constant::Integer(I4, number), span)));
    let kind = ArrayKind::Constructor(items.collect());
    Expr::new(ExprKind::Array(Box::new(ArrayOperand { rank: 1, kind })), Type::Integer(I4), span)
}
