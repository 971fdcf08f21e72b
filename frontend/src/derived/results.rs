//! The arrays that hold the values of functions of derived type.

use super::calls::Actual;
use super::names::{Meaning, Variable};
use super::paths::{Path, Record, RecordKind, Value};
use super::rewriter::{Outcome, Problem, Rewriter};
use super::terms::{integer, intrinsic, reference};
use super::types::DerivedType;
use crate::made_results::make_allocatable;
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
            let allocated = intrinsic("allocated", vec![path.leaf(&leaf)], span);
            let object = reference(&name, own.chain(extents.iter().cloned()).collect(), span);
            let free = StatementKind::Deallocate { objects: vec![path.leaf(&leaf)], options: Vec::new() };
            let action = Box::new(Statement { label: None, kind: free, span });
            self.before(StatementKind::LogicalIf { condition: allocated, action }, span)?;
            self.before(StatementKind::Allocate { ty: None, objects: vec![object], options: Vec::new() }, span)?;
        }
        Ok(())
    }

    /// Has the function make its value at its entry, if it is to ([`note_made`]).
    pub(super) fn make_result(
        &mut self,
        specification: &mut Vec<Statement>,
        executable: &mut Vec<Statement>,
        span: Span,
    ) {
        let Some(name) = self.own_result.clone() else { return };
        let made = match self.names.others.get(&name) {
            Some(Meaning::Variable(Variable { made, .. })) if !made.is_empty() => made.clone(),
            _ => return,
        };
        let allocate = make_allocatable(&name, made, specification, span);
        if !self.is_body {
            executable.insert(0, allocate);
        }
    }
}

/// Has a function make its value, an array of derived type, where its shape is no constant, as if it were ALLOCATABLE:
/// the bounds may depend on anything that is known there. These are its dimensions.
pub(super) fn note_made(variable: &mut Variable) {
    let is_made = variable.object().is_some()
        && variable.pointer.is_none()
        && variable.has_own_shape()
        && variable.extents.is_none()
        && !variable.is_allocatable;
    if is_made {
        variable.made = std::mem::take(&mut variable.dimensions);
        variable.is_allocatable = true;
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
