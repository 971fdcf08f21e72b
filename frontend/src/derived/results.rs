//! The temporary arrays that hold the values of functions of derived type.

use super::calls::Actual;
use super::names::{Meaning, Procedure, Variable};
use super::paths::{Path, Record, RecordKind, Value};
use super::rewriter::{Outcome, Problem, Rewriter};
use super::terms::{integer, reference};
use super::types::DerivedType;
use crate::resolved::BinaryOp;
use crate::source::Span;
use crate::tree::*;
use std::rc::Rc;

impl Rewriter<'_> {
    /// An array whose shape an elemental function's value has.
    pub(super) fn model(&self, actuals: &[Actual], rank: usize) -> Option<Expr> {
        actuals.iter().find_map(|actual| match &actual.value {
            Value::Plain(value, shape) if shape.rank == Some(rank) => match &value.kind {
                ExprKind::Name(_) => Some(value.clone()),
                ExprKind::Reference(name, _) => {
                    let is_variable = !matches!(self.find(&name.text), Some(Meaning::Procedure(_)) | None);
                    (is_variable || name.text.contains('%')).then(|| value.clone())
                }
                _ => None,
            },
            Value::Record(record) if record.rank == rank => whole_variable(record),
            _ => None,
        })
    }

    /// Allocates a temporary array of objects with these extents.
    pub(super) fn allocate_temporary(
        &mut self,
        ty: &Rc<DerivedType>,
        path: &Path,
        extents: &[Expr],
        span: Span,
    ) -> Outcome<()> {
        for leaf in ty.leaves() {
            let Some(own) = leaf.own_extents() else {
                return Err(Problem::Refused("this reference to a function of derived type", span));
            };
            let name = format!("{}{}", path.name, leaf.path);
            let own = own.into_iter().map(|extent| integer(extent, span));
            let allocated = reference("allocated", vec![path.leaf(&leaf)], span);
            let object = reference(&name, own.chain(extents.iter().cloned()).collect(), span);
            let free = StatementKind::Deallocate { objects: vec![path.leaf(&leaf)], options: Vec::new() };
            let action = Box::new(Statement { label: None, kind: free, span });
            self.before(StatementKind::LogicalIf { condition: allocated, action }, span)?;
            self.before(StatementKind::Allocate { ty: None, objects: vec![object], options: Vec::new() }, span)?;
        }
        Ok(())
    }

    /// The extents of a function's value, as its declaration says them for these arguments.
    pub(super) fn result_extents(
        &self,
        procedure: &Procedure,
        result: &Variable,
        actuals: &[Actual],
        span: Span,
    ) -> Outcome<Vec<Expr>> {
        if let Some(extents) = &result.extents {
            return Ok(extents.iter().map(|extent| integer((*extent).max(0), span)).collect());
        }
        let extent = |dimension: &DimensionSpec| {
            let upper = self.with_actuals(dimension.upper.as_ref()?, procedure, actuals)?;
            let Some(lower) = &dimension.lower else { return Some(upper) };
            let lower = self.with_actuals(lower, procedure, actuals)?;
            let binary = |op, left, right| Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), span };
            let between = binary(BinaryOp::Subtract, upper, lower);
            Some(binary(BinaryOp::Add, between, integer(1, span)))
        };
        let extents: Option<Vec<Expr>> = result.dimensions.iter().map(extent).collect();
        let what = "a function whose value is an array of derived type whose bounds depend on more than its arguments";
        extents.filter(|extents| !extents.is_empty()).ok_or(Problem::Refused(what, span))
    }

    /// A bound of a function's value with the actual arguments for the dummy ones; none if it, or an argument, is more
    /// than an operation on variables and constants. Bounds are short.
    fn with_actuals(&self, bound: &Expr, procedure: &Procedure, actuals: &[Actual]) -> Option<Expr> {
        let inner = |expr: &Expr| self.with_actuals(expr, procedure, actuals);
        let kind = match &bound.kind {
            ExprKind::Integer(..) => bound.kind.clone(),
            ExprKind::Paren(expr) => ExprKind::Paren(Box::new(inner(expr)?)),
            ExprKind::Unary(op, expr) => ExprKind::Unary(*op, Box::new(inner(expr)?)),
            ExprKind::Binary(op, left, right) => ExprKind::Binary(*op, Box::new(inner(left)?), Box::new(inner(right)?)),
            ExprKind::Reference(name, arguments) if IN_BOUNDS.contains(&name.text.as_str()) => {
                let arguments = arguments.iter().map(|argument| {
                    Some(Argument { keyword: argument.keyword.clone(), value: inner(&argument.value)? })
                });
                ExprKind::Reference(name.clone(), arguments.collect::<Option<_>>()?)
            }
            ExprKind::Name(name) => {
                let at = procedure.dummies.iter().position(|dummy| dummy.name == *name)?;
                let by_keyword =
                    |actual: &&Actual| actual.keyword.as_ref().is_some_and(|keyword| keyword.text == *name);
                let by_place = actuals.get(at).filter(|actual| actual.keyword.is_none());
                match &by_place.or_else(|| actuals.iter().find(by_keyword))?.value {
                    Value::Plain(value, _) if is_plain(value) => return Some(value.clone()),
                    Value::Plain(..) => return None,
                    // It can only be the argument of SIZE.
                    Value::Record(record) => return whole_variable(record),
                    _ => return None,
                }
            }
            _ => return None,
        };
        Some(Expr { kind, span: bound.span })
    }
}

/// One of an object's variables that has the shape of the object.
fn whole_variable(record: &Record) -> Option<Expr> {
    let leaf = record.ty.leaves().iter().position(|leaf| leaf.rank() == 0)?;
    let value = record.leaves().into_iter().nth(leaf)?;
    // Values in parentheses may be those of a variable.
    let is_variable = matches!(record.kind, RecordKind::Object(_)) || matches!(value.kind, ExprKind::Name(_));
    is_variable.then_some(value)
}

/// The intrinsic functions that bounds may refer to.
const IN_BOUNDS: [&str; 4] = ["size", "max", "min", "len"];

/// Whether an expression is made of variables, constants and operations, so that it may be evaluated twice.
fn is_plain(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Integer(..) | ExprKind::Name(_) => true,
        ExprKind::Paren(inner) | ExprKind::Unary(_, inner) => is_plain(inner),
        ExprKind::Binary(_, left, right) => is_plain(left) && is_plain(right),
        ExprKind::Reference(name, arguments) => {
            IN_BOUNDS.contains(&name.text.as_str()) && arguments.iter().all(|argument| is_plain(&argument.value))
        }
        _ => false,
    }
}
