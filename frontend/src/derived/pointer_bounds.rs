//! Bounds of pointers: those that an assignment gives, and what LBOUND and the like are.

use super::paths::{Path, Record, RecordKind, Value};
use super::places::Bounds;
use super::pointers::{Parts, operation, pointer_type};
use super::rewriter::{Outcome, Problem, Rewriter};
use super::terms::{difference, integer, intrinsic, literal, product, sum};
use super::types::{DerivedType, Pointee};
use crate::resolved::BinaryOp;
use crate::source::Span;
use crate::tree::*;

impl Rewriter<'_> {
    /// What a pointer has with bounds that are given: lower ones, or all for a target whose elements follow each other.
    pub(super) fn remapped(&mut self, value: Value, ty: &DerivedType, bounds: Vec<Argument>) -> Outcome<Parts> {
        let span = value.span();
        let mut given = Vec::with_capacity(bounds.len());
        for bound in bounds {
            if let ExprKind::Range(range) = bound.value.kind {
                let range = self.range(*range)?;
                given.push((range.lower.unwrap_or_else(|| integer(1, span)), range.upper));
            }
        }
        let Some(pointee) = ty.pointee.as_ref().filter(|pointee| pointee.rank == given.len()) else {
            return Err(Problem::error("E0297", span, "the number of bounds is not the pointer's rank"));
        };
        if given.iter().all(|(_, upper)| upper.is_none()) {
            let mut parts = self.parts(value, ty)?;
            for (at, (lower, _)) in given.into_iter().enumerate() {
                parts[2 + 3 * at] = lower;
            }
            return Ok(parts);
        }
        let (rank, has_gaps) = match &value {
            Value::Stored(path, _) => (path.rank(), has_gaps(path)),
            Value::Record(Record { ty, kind: RecordKind::Object(path), .. }) => match &ty.pointee {
                Some(pointee) => (pointee.rank, false),
                None => (path.rank(), has_gaps(path)),
            },
            _ => (1, false),
        };
        if rank > 1 && has_gaps {
            let what = "a target given bounds of another rank must have rank one or be contiguous";
            return Err(Problem::error("E0300", span, what));
        }
        let other = Pointee { ty: pointee.ty.clone(), rank: rank.max(1), ..*pointee };
        let mut parts = self.parts(value, &pointer_type(other))?;
        let tag = if pointee.is_class { parts.pop() } else { None };
        let Some(mut step) = parts.split_off(2).into_iter().nth(2) else { return Ok(parts) };
        for (lower, upper) in given {
            let Some(upper) = upper else {
                return Err(Problem::error("E0297", span, "each bound requires an upper bound"));
            };
            let extent = extent_between(&lower, upper);
            parts.extend([lower, extent.clone(), step.clone()]);
            step = next_step(step, extent);
        }
        parts.extend(tag);
        Ok(parts)
    }

    /// IS_CONTIGUOUS of numbers in the stores: each dimension steps over those before it.
    pub(super) fn is_contiguous(&self, path: &Path, span: Span) -> Option<Expr> {
        let (_, _, bounds) = path.described(span)?;
        let mut next = integer(1, span);
        let terms = bounds.into_iter().map(|Bounds { extent, step, .. }| {
            let is_next = operation(BinaryOp::Equal, step, next.clone());
            next = product(next.clone(), extent);
            is_next
        });
        terms.reduce(|one, other| operation(BinaryOp::And, one, other))
    }

    /// LBOUND, UBOUND, SIZE and SHAPE of what is in the stores; none where the elements themselves show it.
    pub fn stored_inquiry(
        &mut self,
        name: &str,
        path: &Path,
        dimension: Option<&Expr>,
        span: Span,
    ) -> Outcome<Option<Expr>> {
        if !matches!(name, "lbound" | "ubound" | "size" | "shape") {
            return Ok(None);
        }
        let Some((_, _, bounds)) = path.described(span) else { return Ok(None) };
        let is_whole = path.is_whole();
        let upper = |one: &Bounds| match is_whole {
            true => difference(sum(lower_bound(one), one.extent.clone()), integer(1, span)),
            false => one.extent.clone(),
        };
        let each: Vec<Expr> = bounds
            .iter()
            .map(|one| match name {
                "lbound" => lower_bound(one),
                "ubound" => upper(one),
                _ => one.extent.clone(),
            })
            .collect();
        match (dimension, name) {
            (None, "size") => Ok(Some(each.into_iter().fold(integer(1, span), product))),
            (None, _) => {
                let items = each.into_iter().map(ConstructorItem::Value).collect();
                Ok(Some(Expr { kind: ExprKind::Constructor(None, items), span }))
            }
            (Some(dimension), _) => {
                let Some(at) = super::typing::integer_value(&self.names, dimension) else {
                    return Ok(Some(chosen(each, dimension, span)));
                };
                match usize::try_from(at).ok().and_then(|at| each.into_iter().nth(at.checked_sub(1)?)) {
                    Some(bound) => Ok(Some(bound)),
                    None => Err(Problem::error("E0226", span, "this is not a dimension of the pointer")),
                }
            }
        }
    }
}

/// Whether the elements of a part of several dimensions may not follow each other: a range of some elements comes
/// before another range, or the dimensions are those of an object with other components.
pub(super) fn has_gaps(path: &Path) -> bool {
    let Some((last, outer)) = path.levels.split_last() else { return false };
    let is_part = |argument: &Argument| match &argument.value.kind {
        ExprKind::Range(range) => range.lower.is_some() || range.upper.is_some() || range.stride.is_some(),
        _ => true,
    };
    let has_stride =
        |argument: &Argument| matches!(&argument.value.kind, ExprKind::Range(range) if range.stride.is_some());
    let is_range = |argument: &Argument| matches!(argument.value.kind, ExprKind::Range(_));
    let subscripts = last.subscripts.as_deref().unwrap_or_default();
    let rest = subscripts.iter().skip_while(|argument| !is_part(argument));
    outer.iter().any(|level| level.left > 0) || rest.clone().skip(1).any(is_range) || subscripts.iter().any(has_stride)
}

/// How many places elements of the next dimension are apart, which is never 0.
pub(super) fn next_step(step: Expr, extent: Expr) -> Expr {
    let span = extent.span;
    let extent = match literal(&extent) {
        Some(extent) => integer(extent.max(1), span),
        None => intrinsic("max", vec![integer(1, span), extent], span),
    };
    product(step, extent)
}

/// `max(0, upper - lower + 1)`
pub(super) fn extent_between(lower: &Expr, upper: Expr) -> Expr {
    let span = upper.span;
    let extent = sum(difference(upper, lower.clone()), integer(1, span));
    match literal(&extent) {
        Some(extent) => integer(extent.max(0), span),
        None => intrinsic("max", vec![integer(0, span), extent], span),
    }
}

/// What LBOUND is of a dimension: 1 where it has no elements.
pub(super) fn lower_bound(of: &Bounds) -> Expr {
    let (one, span) = (integer(1, of.extent.span), of.extent.span);
    match (literal(&of.lower), literal(&of.extent)) {
        (Some(1), _) | (_, Some(0)) => one,
        (_, Some(_)) => of.lower.clone(),
        _ => {
            let has_elements = operation(BinaryOp::Greater, of.extent.clone(), integer(0, span));
            intrinsic("merge", vec![of.lower.clone(), one, has_elements], span)
        }
    }
}

/// The one of these whose number that is: `merge(first, merge(second, …, at == 2), at == 1)`.
fn chosen(each: Vec<Expr>, at: &Expr, span: Span) -> Expr {
    let mut numbered = each.into_iter().enumerate().rev();
    let last = numbered.next().map_or_else(|| integer(1, span), |(_, last)| last);
    numbered.fold(last, |others, (number, one)| {
        let is_it = operation(BinaryOp::Equal, at.clone(), integer(number as i64 + 1, span));
        intrinsic("merge", vec![one, others, is_it], span)
    })
}
