//! ALLOCATE of objects of derived type.

use super::gather::derived_name;
use super::paths::{Path, Value};
use super::rewriter::{Outcome, Problem, Rewriter, reference};
use crate::source::Span;
use crate::tree::*;

impl Rewriter<'_> {
    /// ALLOCATE: all variables of an object, then their default values.
    pub fn allocate(
        &mut self,
        ty: Option<TypeSpec>,
        objects: Vec<Expr>,
        options: Vec<(Name, Expr)>,
        span: Span,
    ) -> Outcome<Vec<StatementKind>> {
        let ty = ty.filter(|ty| derived_name(ty).is_none());
        let (mut all, mut initial) = (Vec::new(), Vec::new());
        for object in objects {
            let record = match self.value(object)? {
                Value::Plain(object, _) => {
                    all.push(object);
                    continue;
                }
                Value::Record(record) => record,
            };
            if options.iter().any(|(name, _)| matches!(name.text.as_str(), "source" | "mold")) {
                return Err(Problem::Refused("ALLOCATE of derived type with SOURCE or MOLD", span));
            }
            let path = self.object(record.clone())?;
            let Some(level) = path.levels.last().filter(|_| path.levels.len() == 1) else {
                return Err(Problem::Refused("ALLOCATE of a component of derived type", span));
            };
            for leaf in record.ty.leaves() {
                let own = leaf.dimensions().map(|one| {
                    let range = Range { lower: one.lower.clone(), upper: one.upper.clone(), stride: None };
                    Expr { kind: ExprKind::Range(Box::new(range)), span }
                });
                let name: Word = format!("{}{}", path.name, leaf.path).into();
                let own: Vec<Expr> = own.map(plain_bound).collect();
                let given = level.subscripts.iter().flatten().map(|argument| argument.value.clone());
                let bounds: Vec<Expr> = own.into_iter().chain(given).collect();
                all.push(match bounds.is_empty() {
                    true => Expr { kind: ExprKind::Name(name.clone()), span },
                    false => reference(&name, bounds, span),
                });
                let Some(value) = leaf.initial.clone() else { continue };
                let target = Expr { kind: ExprKind::Name(name), span };
                let condition = reference("allocated", vec![target.clone()], span);
                let is_filled = leaf.rank() > 0 && self.is_array(&value) && level.rank > 0;
                let kinds = match is_filled {
                    true => self.fill(&Path::new(path.name.clone(), level.rank, span), &leaf, value, span)?,
                    false => vec![StatementKind::Assign { target, value }],
                };
                initial.push(StatementKind::IfThen { name: None, condition });
                initial.extend(kinds);
                initial.push(StatementKind::EndIf(None));
            }
        }
        let allocate = StatementKind::Allocate { ty, objects: all, options };
        Ok([allocate].into_iter().chain(initial).collect())
    }
}

/// An extent alone where the lower bound is 1.
fn plain_bound(bound: Expr) -> Expr {
    match bound.kind {
        ExprKind::Range(range) if range.lower.is_none() => match range.upper {
            Some(upper) => upper,
            None => Expr { kind: ExprKind::Range(range), ..bound },
        },
        kind => Expr { kind, ..bound },
    }
}
