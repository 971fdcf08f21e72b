//! Names of ASSOCIATE that stand for an array element, a section or a substring: the designator takes their place.
//!
//! ```text
//! ASSOCIATE (B => A(I:J:2, K))      B          A(%1:%2:%3, %4)
//!                                   B(N)       A(%1 + (N - 1) * %3, %4)
//!                                   B(2:N)     A(%1 + (2 - 1) * %3 : %1 + (N - 1) * %3 : %3, %4)
//! ```

use crate::resolve::expressions::character::only_range;
use crate::resolve::scope::Scope;
use crate::resolved::BinaryOp;
use crate::source::Span;
use crate::tree::{Argument, Expr, ExprKind, Range};

impl Scope<'_> {
    /// What a name of ASSOCIATE, or a reference to it with subscripts, stands for, if it is not a variable of its own.
    pub fn alias_of(&self, expr: &Expr) -> Option<Expr> {
        if self.aliases.is_empty() {
            return None;
        }
        match &expr.kind {
            ExprKind::Name(name) => self.aliases.get(name).cloned(),
            ExprKind::Reference(name, subscripts) => {
                let alias = self.aliases.get(&name.text)?;
                Some(Expr { kind: composed(alias, subscripts), span: expr.span })
            }
            _ => None,
        }
    }
}

/// A designator with further subscripts: elements of a section, or some of the characters of a substring or an element.
fn composed(alias: &Expr, subscripts: &[Argument]) -> ExprKind {
    let part = only_range(subscripts);
    match (&alias.kind, part) {
        (ExprKind::Substring(element, range), Some(part)) => {
            ExprKind::Substring(element.clone(), Box::new(inner_range(range, part)))
        }
        (ExprKind::Reference(name, own), Some(part)) if !has_range(own) => {
            let element = Expr { kind: ExprKind::Reference(name.clone(), own.clone()), span: alias.span };
            ExprKind::Substring(Box::new(element), Box::new(part.clone()))
        }
        (ExprKind::Reference(name, own), _) => {
            let mut given = subscripts.iter();
            let mut subscripts: Vec<Argument> = Vec::with_capacity(own.len());
            for one in own {
                let value = match (&one.value.kind, matches!(one.value.kind, ExprKind::Range(_)).then(|| given.next()))
                {
                    (ExprKind::Range(range), Some(Some(subscript))) => inner_subscript(range, &subscript.value),
                    _ => one.value.clone(),
                };
                subscripts.push(Argument { keyword: None, value });
            }
            // Those that are too many are reported as such.
            subscripts.extend(given.cloned());
            ExprKind::Reference(name.clone(), subscripts)
        }
        (kind, _) => (*kind).clone(),
    }
}

fn has_range(subscripts: &[Argument]) -> bool {
    subscripts.iter().any(|subscript| matches!(subscript.value.kind, ExprKind::Range(_)))
}

/// A subscript of a section as one of its array.
fn inner_subscript(range: &Range, subscript: &Expr) -> Expr {
    let span = subscript.span;
    match &subscript.kind {
        ExprKind::Range(inner) => Expr { kind: ExprKind::Range(Box::new(inner_range(range, inner))), span },
        _ => position(range, subscript),
    }
}

/// A range within a range.
fn inner_range(range: &Range, inner: &Range) -> Range {
    let at = |bound: &Option<Expr>, otherwise: &Option<Expr>| match bound {
        Some(bound) => Some(position(range, bound)),
        None => otherwise.clone(),
    };
    let stride = match (&range.stride, &inner.stride) {
        (Some(outer), Some(inner)) => Some(binary(BinaryOp::Multiply, outer.clone(), inner.clone())),
        (one, other) => one.clone().or_else(|| other.clone()),
    };
    Range { lower: at(&inner.lower, &range.lower), upper: at(&inner.upper, &range.upper), stride }
}

/// `lower + (subscript - 1) * stride`.
fn position(range: &Range, subscript: &Expr) -> Expr {
    let one = Expr { kind: ExprKind::Integer("1".into(), None), span: subscript.span };
    let after = paren(binary(BinaryOp::Subtract, paren(subscript.clone()), one));
    let after = match &range.stride {
        Some(stride) => binary(BinaryOp::Multiply, after, stride.clone()),
        None => after,
    };
    match &range.lower {
        Some(lower) => binary(BinaryOp::Add, lower.clone(), after),
        None => subscript.clone(),
    }
}

fn paren(expr: Expr) -> Expr {
    let span = expr.span;
    Expr { kind: ExprKind::Paren(Box::new(expr)), span }
}

fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    let span: Span = right.span;
    Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), span }
}
