//! WHERE.
//!
//! The mask of a WHERE that holds one assignment is the mask of that array assignment. Of others the masks are
//! evaluated into arrays before the assignments, as the standard says; an arm's mask is true where its condition is,
//! and that of no arm before.

use super::Extents;
use super::elements::{Mask, Target, outside_condition};
use crate::Builder;
use crate::entities::Array;
use forlane_cfg::expr::{Expr, LogicalBinary, LogicalExpr};
use forlane_cfg::graph::ActionKind;
use forlane_cfg::unit::StopCode;
use forlane_frontend::resolved::{self, Section, Statement, StatementKind};
use forlane_semantics::types::Type;

impl Builder<'_> {
    /// WHERE.
    pub fn where_arms(&mut self, arms: &[(Option<resolved::Expr>, Vec<Statement>)]) {
        match arms {
            [(Some(mask), body)] => match &body[..] {
                [Statement { kind: StatementKind::AssignArray { target, value }, span, .. }] => {
                    self.stand_at(*span);
                    self.single_where(mask, target, value);
                }
                _ => self.nested_where(arms, None),
            },
            _ => self.nested_where(arms, None),
        }
    }

    fn single_where(&mut self, mask: &resolved::Expr, target: &Section, value: &resolved::Expr) {
        let extents = self.prepare(mask);
        let indices = self.new_indices(&extents);
        let (condition, apart) = self.apart(&indices, |builder| builder.logical(mask));
        if self.is_empty(&apart) {
            self.assign_where(target, value, Mask::Condition(&condition, &indices));
        } else {
            let chosen = self.temporary_array("where", Type::Logical, extents.clone());
            self.loop_over(&indices, &extents, None, |builder| {
                builder.splice(apart);
                let offset = builder.whole_offset(&chosen);
                let value = Expr::Logical(outside_condition(condition));
                builder.action(ActionKind::Store { array: chosen.var, offset, value });
            });
            self.assign_where(target, value, Mask::Array(&chosen));
        }
        self.forget(mask);
    }

    /// `around` is the mask of the WHERE around it.
    fn nested_where(&mut self, arms: &[(Option<resolved::Expr>, Vec<Statement>)], around: Option<&Array>) {
        let Some((Some(first), _)) = arms.first() else { return };
        let extents = self.prepare(first);
        let chosen = self.temporary_array("where", Type::Logical, extents.clone());
        // Where no arm before was chosen.
        let pending = (arms.len() > 1).then(|| self.temporary_array("pending", Type::Logical, extents.clone()));
        for (number, (mask, body)) in arms.iter().enumerate() {
            let before = if number == 0 { around } else { pending.as_ref() };
            match mask {
                Some(mask) => {
                    if number > 0 {
                        self.prepare(mask);
                    }
                    self.choose(&chosen, before, &extents, mask);
                    self.forget(mask);
                }
                None => self.fill_mask(&chosen, &extents, |builder| match before {
                    Some(before) => builder.mask_element(before),
                    None => LogicalExpr::Constant(true),
                }),
            }
            if let Some(pending) = pending.as_ref().filter(|_| number + 1 < arms.len()) {
                self.fill_mask(pending, &extents, |builder| {
                    let other = LogicalExpr::Not(Box::new(builder.mask_element(&chosen)));
                    match before {
                        Some(before) => {
                            let before = Box::new(builder.mask_element(before));
                            LogicalExpr::Binary(LogicalBinary::And, before, Box::new(other))
                        }
                        None => other,
                    }
                });
            }
            self.where_body(body, &chosen);
        }
    }

    /// Sets a mask to a condition where another one is true, and to false elsewhere.
    fn choose(&mut self, chosen: &Array, before: Option<&Array>, extents: &Extents, mask: &resolved::Expr) {
        if before.is_some() {
            self.fill_mask(chosen, extents, |_| LogicalExpr::Constant(false));
        }
        let along = Self::all_along(chosen);
        let before = before.map_or(Mask::None, Mask::Array);
        self.store_all(Target { array: chosen, along: &along }, extents, before, false, |builder| {
            vec![Expr::Logical(builder.logical(mask))]
        });
    }

    /// Whether a mask is true anywhere.
    pub(super) fn some_true(&mut self, mask: Mask<'_>, extents: &Extents) -> LogicalExpr {
        let some = self.accumulator("some", vec![Expr::Logical(LogicalExpr::Constant(false))]);
        let indices = match mask {
            Mask::Condition(_, indices) => indices.to_vec(),
            Mask::None | Mask::Array(_) => self.new_indices(extents),
        };
        self.loop_over(&indices, extents, None, |builder| {
            let condition = match mask {
                Mask::Condition(condition, _) => outside_condition(condition.clone()),
                Mask::Array(mask) => builder.mask_element(mask),
                Mask::None => LogicalExpr::Constant(true),
            };
            let others = builder.open_if(condition);
            builder.accumulate(&some, vec![Expr::Logical(LogicalExpr::Constant(true))]);
            builder.fall_into(others);
        });
        match self.accumulated(&some).pop() {
            Some(Expr::Logical(some)) => some,
            _ => LogicalExpr::Constant(true),
        }
    }

    pub(super) fn fill_mask(&mut self, mask: &Array, extents: &Extents, value: impl FnOnce(&mut Self) -> LogicalExpr) {
        let along = Self::all_along(mask);
        self.store_all(Target { array: mask, along: &along }, extents, Mask::None, false, |builder| {
            vec![Expr::Logical(value(builder))]
        });
    }

    fn where_body(&mut self, body: &[Statement], chosen: &Array) {
        for statement in body {
            self.stand_at(statement.span);
            match &statement.kind {
                StatementKind::AssignArray { target, value } => self.assign_where(target, value, Mask::Array(chosen)),
                StatementKind::Where(arms) => self.nested_where(arms, Some(chosen)),
                StatementKind::Continue => {}
                _ => self.refuse_in_mask(statement),
            }
        }
    }

    /// A statement in a WHERE or FORALL that was refused, or that the front end lets none contain.
    pub(super) fn refuse_in_mask(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Unsupported(reason) => self.stop_lane(StopCode::Unsupported(reason.clone())),
            _ => self.error(statement.span, "this statement is not supported in a WHERE or FORALL"),
        }
    }
}
