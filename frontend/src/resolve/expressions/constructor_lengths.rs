//! Array constructors of CHARACTER with a length before `::`: each item is cut off or filled with blanks.

use crate::resolve::constants::as_constant;
use crate::resolve::constants::fold::fitted;
use crate::resolve::expressions::{constant_expr, one};
use crate::resolve::scope::{Outcome, Scope};
use crate::resolved::{BinaryOp, ConstructorItem, Expr, ExprKind, Intrinsic, SubstringRange};
use crate::tree::{self, KindSelector, LengthSpec};
use forlane_semantics::types::{Constant, IntegerKind, Type};

impl Scope<'_> {
    /// The items as long as the type says.
    pub fn fit_items(&mut self, spec: &tree::TypeSpec, items: Vec<ConstructorItem>) -> Outcome<Vec<ConstructorItem>> {
        let length = match &spec.kind {
            Some(KindSelector::Character { length: Some(LengthSpec::Value(length)), .. }) => {
                not_negative(self.resolve_index(length)?)
            }
            Some(KindSelector::Character {
                length: Some(LengthSpec::Assumed(span) | LengthSpec::Deferred(span)),
                ..
            }) => {
                return Err(self.error("E0290", *span, "an array constructor needs a length that is a number"));
            }
            _ => one(spec.span),
        };
        if items.is_empty() {
            return Ok(vec![self.no_items(&length)]);
        }
        Ok(items.into_iter().map(|item| fit_item(item, &length)).collect())
    }

    /// A loop that does not run over an item of that length: a constructor without items has a length too.
    fn no_items(&mut self, length: &Expr) -> ConstructorItem {
        let span = length.span;
        let variable = self.hidden_variable("none", Type::Integer(IntegerKind::I4), span);
        let number = |value| constant_expr(Constant::Integer(IntegerKind::I4, value), span);
        let blank = constant_expr(Constant::Character(b" ".to_vec()), span);
        let items = vec![ConstructorItem::Value(fit(blank, length))];
        ConstructorItem::ImpliedDo { variable, first: number(1), last: number(0), step: number(1), items }
    }
}

/// A negative length is 0.
fn not_negative(length: Expr) -> Expr {
    if as_constant(&length).is_some() {
        return length;
    }
    let (span, ty) = (length.span, length.ty);
    let Type::Integer(kind) = ty else { return length };
    let none = constant_expr(Constant::Integer(kind, 0), span);
    Expr::new(ExprKind::Intrinsic(Intrinsic::Max, vec![none, length]), ty, span)
}

/// The parser bounds how deep items nest.
fn fit_item(item: ConstructorItem, length: &Expr) -> ConstructorItem {
    match item {
        ConstructorItem::Value(value) => ConstructorItem::Value(fit(value, length)),
        ConstructorItem::ImpliedDo { variable, first, last, step, items } => {
            let items = items.into_iter().map(|item| fit_item(item, length)).collect();
            ConstructorItem::ImpliedDo { variable, first, last, step, items }
        }
    }
}

/// `(value // REPEAT(' ', length))(1:length)`
fn fit(value: Expr, length: &Expr) -> Expr {
    let span = value.span;
    if let (Some(Constant::Character(text)), Some(Constant::Integer(_, length))) =
        (as_constant(&value), as_constant(length))
    {
        let text = fitted(text, usize::try_from(*length).unwrap_or(0));
        return constant_expr(Constant::Character(text), span);
    }
    let text = |kind| Expr::new(kind, Type::Character, span);
    let blank = constant_expr(Constant::Character(b" ".to_vec()), span);
    let blanks = text(ExprKind::Intrinsic(Intrinsic::Repeat, vec![blank, length.clone()]));
    let filled = text(ExprKind::Binary(BinaryOp::Concatenate, Box::new(value), Box::new(blanks)));
    let range = SubstringRange { first: None, last: Some(length.clone()) };
    text(ExprKind::Substring(Box::new(filled), Box::new(range)))
}
