//! NULLIFY and ASSOCIATED.

use super::names::{Shaped, Ty};
use super::paths::Value;
use super::pointers::{as_pointer, operation};
use super::procedure_pointers::pointer_of;
use super::rewriter::{Outcome, Problem, Rewriter};
use super::terms::{integer, reference};
use crate::resolved::BinaryOp;
use crate::source::Span;
use crate::tree::*;

impl Rewriter<'_> {
    /// NULLIFY.
    pub fn nullify(&mut self, pointers: Vec<Expr>) -> Outcome<Vec<StatementKind>> {
        let mut statements = Vec::new();
        for pointer in pointers {
            let span = pointer.span;
            let value = self.raw(pointer)?;
            if pointer_of(&value).is_some() {
                let null = reference("null", Vec::new(), span);
                statements.extend(self.point_at_procedure(value, null, span)?);
                continue;
            }
            let Some((path, ty)) = as_pointer(value, false) else { return Err(self.not_a_pointer(span)) };
            let target = path.leaves(&ty).into_iter().take(1);
            statements.extend(target.map(|target| StatementKind::Assign { target, value: integer(0, span) }));
        }
        Ok(statements)
    }

    /// ASSOCIATED.
    pub fn associated(&mut self, arguments: Vec<Argument>, span: Span) -> Outcome<Value> {
        if let [Argument { value: pointer, .. }, others @ ..] = &arguments[..]
            && let pointer = self.raw(pointer.clone())?
            && pointer_of(&pointer).is_some()
        {
            let target = others.first().map(|target| target.value.clone());
            return self.is_procedure_associated(pointer, target, span);
        }
        let values: Outcome<Vec<Value>> = arguments.into_iter().map(|argument| self.raw(argument.value)).collect();
        let mut values = values?.into_iter();
        let (Some(pointer), target, None) = (values.next(), values.next(), values.next()) else {
            return Err(Problem::error("E0226", span, "ASSOCIATED takes a pointer, and perhaps a target"));
        };
        let Some((path, ty)) = as_pointer(pointer, false) else { return Err(self.not_a_pointer(span)) };
        let own = path.leaves(&ty);
        let is = |left: &Expr, right: &Expr| operation(BinaryOp::Equal, left.clone(), right.clone());
        let mut condition = operation(BinaryOp::NotEqual, own[0].clone(), integer(0, span));
        if let Some(target) = target {
            let other = match target {
                // Whole arrays are compared, so the bounds do not matter.
                Value::Null(_) => return Ok(Value::Plain(logical(false, span), Shaped::new(Some(Ty::Logical(4)), 0))),
                target => self.parts(target, &ty)?,
            };
            let mut also = |term| condition = operation(BinaryOp::And, condition.clone(), term);
            also(is(&own[0], &other[0]));
            also(is(&own[1], &other[1]));
            for (mine, other) in own[2..].chunks_exact(3).zip(other[2..].chunks_exact(3)) {
                also(is(&mine[1], &other[1]));
                also(operation(BinaryOp::Greater, mine[1].clone(), integer(0, span)));
                let is_one = is(&mine[1], &integer(1, span));
                also(operation(BinaryOp::Or, is(&mine[2], &other[2]), is_one));
            }
        }
        let condition = Expr { kind: ExprKind::Paren(Box::new(condition)), span };
        Ok(Value::Plain(condition, Shaped::new(Some(Ty::Logical(4)), 0)))
    }
}

fn logical(value: bool, span: Span) -> Expr {
    Expr { kind: ExprKind::Logical(value, None), span }
}
