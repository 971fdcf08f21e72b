//! SELECTED_INT_KIND and SELECTED_REAL_KIND: constants, or chosen where the program runs.

use super::inquiries::default_integer;
use super::matcher::{Matched, Reference};
use super::row::{I4, Inquiry};
use crate::resolve::constants::as_constant;
use crate::resolve::expressions::constant_expr;
use crate::resolve::scope::facts::Mode;
use crate::resolve::scope::{Outcome, Scope};
use crate::resolved::{BinaryOp, Designator, Expr, ExprKind, Intrinsic};
use crate::source::Span;
use forlane_semantics::types::{Constant, IntegerKind, Type};

const I8: Type = Type::Integer(IntegerKind::I8);

/// The greatest number of decimal digits of each kind of INTEGER.
const INTEGERS: [(i64, i64); 5] = [(2, 1), (4, 2), (9, 4), (18, 8), (38, 16)];

/// The greatest precision and range of each kind of REAL.
const REALS: [(i64, i64, i64); 4] = [(6, 37, 4), (15, 307, 8), (18, 4931, 10), (33, 4931, 16)];

/// SELECTED_INT_KIND or SELECTED_REAL_KIND of these arguments, as far as they are given; none for another function.
pub(crate) fn selected_kind(inquiry: Inquiry, [first, second, third]: [Option<i64>; 3]) -> Option<i64> {
    match inquiry {
        Inquiry::SelectedIntKind => Some(selected_integer(first.unwrap_or(0))),
        Inquiry::SelectedRealKind => Some(selected_real(first.unwrap_or(0), second.unwrap_or(0), third.unwrap_or(2))),
        _ => None,
    }
}

/// The least kind of INTEGER with a given number of decimal digits.
fn selected_integer(digits: i64) -> i64 {
    INTEGERS.iter().find(|(most, _)| digits <= *most).map_or(-1, |(_, kind)| *kind)
}

/// The least kind of REAL with that precision and range, or what of it there is not.
fn selected_real(precision: i64, range: i64, radix: i64) -> i64 {
    let found = REALS.iter().find(|(digits, exponent, _)| precision <= *digits && range <= *exponent);
    match (precision, range, found) {
        _ if radix != 2 => -5,
        (_, _, Some((.., kind))) => *kind,
        (34.., 4932.., None) => -3,
        (34.., _, None) => -1,
        _ => -2,
    }
}

impl Scope<'_> {
    /// The value of a reference.
    pub(super) fn resolve_selected_kind(
        &mut self,
        inquiry: Inquiry,
        reference: Reference<'_>,
        matched: &Matched<'_>,
    ) -> Outcome<Expr> {
        let span = reference.span;
        let mut bindings = Vec::new();
        let mut values: [Option<Expr>; 3] = [None, None, None];
        for (at, (value, argument)) in values.iter_mut().zip(matched).enumerate() {
            let Some(argument) = argument else { continue };
            if self.mode != Mode::Executable {
                let number = self.constant_integer(argument)?;
                *value = Some(integer(number, argument.span));
                continue;
            }
            let given = self.resolve_expression(argument)?;
            self.check_form(reference, at, (given.ty, given.rank(), given.span), given.ty)?;
            let given = self.convert(given, I8)?;
            *value = Some(match as_constant(&given) {
                Some(_) => given,
                None => {
                    let variable = self.fresh_variable(reference.row.name, &reference.row.keyword(at), I8).variable();
                    let Some(symbol) = variable else { return Err(self.reported_before()) };
                    bindings.push((symbol, given));
                    Expr::new(ExprKind::Read(Designator::Variable(symbol)), I8, argument.span)
                }
            });
        }
        if bindings.is_empty() {
            let numbers = values.map(|value| match value.as_ref().and_then(as_constant) {
                Some(Constant::Integer(_, number)) => Some(*number),
                _ => None,
            });
            let Some(kind) = selected_kind(inquiry, numbers) else { return Err(self.reported_before()) };
            return Ok(constant_expr(default_integer(kind), span));
        }
        let [first, second, radix] = values;
        let first = first.unwrap_or_else(|| integer(0, span));
        let value = match inquiry {
            Inquiry::SelectedIntKind => self.choose_integer(&first, span)?,
            _ => {
                let range = second.unwrap_or_else(|| integer(0, span));
                self.choose_real(&first, &range, radix, span)?
            }
        };
        Ok(Expr::new(ExprKind::Let(bindings, Box::new(value)), I4, span))
    }

    fn choose_integer(&mut self, digits: &Expr, span: Span) -> Outcome<Expr> {
        let mut chosen = constant_expr(default_integer(-1), span);
        for (most, kind) in INTEGERS.into_iter().rev() {
            let fits = self.at_most(digits, most, span)?;
            chosen = self.choose(kind, chosen, fits, span)?;
        }
        Ok(chosen)
    }

    fn choose_real(&mut self, precision: &Expr, range: &Expr, radix: Option<Expr>, span: Span) -> Outcome<Expr> {
        let [.., (most_precise, widest, _)] = REALS;
        let (is_in_range, is_precise) =
            (self.at_most(range, widest, span)?, self.at_most(precision, most_precise, span)?);
        let mut chosen = constant_expr(default_integer(-3), span);
        chosen = self.choose(-1, chosen, is_in_range, span)?;
        chosen = self.choose(-2, chosen, is_precise, span)?;
        for (digits, exponent, kind) in REALS.into_iter().rev() {
            let (precision, range) = (self.at_most(precision, digits, span)?, self.at_most(range, exponent, span)?);
            let fits = self.binary(BinaryOp::And, precision, range, span)?;
            chosen = self.choose(kind, chosen, fits, span)?;
        }
        let Some(radix) = radix else { return Ok(chosen) };
        // One that there can't be counts as not given in gfortran's library.
        let is_other = self.binary(BinaryOp::Greater, radix, integer(2, span), span)?;
        self.choose(-5, chosen, is_other, span)
    }

    fn at_most(&mut self, value: &Expr, most: i64, span: Span) -> Outcome<Expr> {
        self.binary(BinaryOp::LessEqual, value.clone(), integer(most, span), span)
    }

    fn choose(&mut self, kind: i64, otherwise: Expr, condition: Expr, span: Span) -> Outcome<Expr> {
        let kind = constant_expr(default_integer(kind), span);
        self.operation(Intrinsic::Merge, vec![kind, otherwise, condition], I4, span)
    }
}

fn integer(value: i64, span: Span) -> Expr {
    constant_expr(Constant::Integer(IntegerKind::I8, value), span)
}
