//! Arguments for dummy arguments with TARGET that the caller has in the stores.
//!
//! | actual argument | what is passed |
//! |---|---|
//! | not in the stores, or chosen by a vector subscript | a copy as long as the call lasts |
//! | in the stores, for a dummy argument of assumed shape | where it is, and its bounds |
//! | the same, for one whose elements follow each other | where it is, or a copy if its elements may not do so and don't |
//!
//! A copy is assigned back after the call, unless the dummy argument has INTENT(IN) or the actual one is no variable.

use super::calls::Passing;
use super::names::{DummyArgument, Meaning, Placed, Variable};
use super::paths::{Path, Record, RecordKind, Value};
use super::pointer_allocation::PointerObject;
use super::pointer_arguments::{in_parentheses, is_target};
use super::pointer_bounds::{has_gaps, next_step};
use super::pointers::{operation, pointer_type};
use super::rewriter::{Outcome, Problem, Rewriter};
use super::terms::{integer, literal};
use super::types::{DerivedType, Pointee};
use crate::resolved::BinaryOp;
use crate::source::Span;
use crate::tree::*;
use forlane_semantics::pointer_of;
use std::rc::Rc;

impl Rewriter<'_> {
    /// The arguments for a dummy argument with TARGET.
    pub fn pass_target(
        &mut self,
        dummy: &DummyArgument,
        ty: &Rc<DerivedType>,
        value: Value,
        passing: Passing,
    ) -> Outcome<Vec<Expr>> {
        let (span, own_rank) = (value.span(), value.shape().rank);
        let Some(pointee @ Pointee { ty: of, rank, .. }) = &ty.pointee else { return Err(self.not_a_pointer(span)) };
        // Elements that follow each other may be those of an array of another rank.
        let is_sequence = dummy.has_own_shape && own_rank.is_some_and(|own| own != *rank);
        let own = match is_sequence {
            true => pointer_type(Pointee { ty: of.clone(), rank: own_rank.unwrap_or(0), ..*pointee }),
            false => Rc::clone(ty),
        };
        let parts = if !is_target_of(&value, ty) || is_chosen(&value) {
            if own_rank == Some(0) && *rank > 0 {
                let what = "an element of an array without TARGET for an array with TARGET";
                return Err(Problem::Refused(what, span));
            }
            self.pass_copy(dummy, value, &own, passing)?
        } else if self.needs_copy(dummy, &value) {
            self.pass_packed(dummy, value, &own, passing)?
        } else {
            let optional = self.optional_actual(dummy, &value);
            let parts = self.parts(value, &own)?;
            match optional {
                // What is absent has no value, and the callee assigns no parts but bounds.
                Some(_) if *rank == 0 => parts,
                Some(name) => {
                    let path = self.allocatable_temporary(&own, 0, true, "passed", span);
                    let entry = self.set_pointer(path.clone(), &own, parts, span)?;
                    for kind in self.if_present(&name, entry, span) {
                        self.before(kind, span)?;
                    }
                    path.leaves(&own)
                }
                None => parts.into_iter().map(in_parentheses).collect(),
            }
        };
        if !is_sequence {
            return Ok(parts);
        }
        let bounds = (0..*rank).flat_map(|_| [1, 0, 1]).map(|one| in_parentheses(integer(one, span)));
        Ok(parts.into_iter().take(2).chain(bounds).collect())
    }

    /// Whether a copy has to be passed, or perhaps has to.
    pub fn needs_copy(&self, dummy: &DummyArgument, value: &Value) -> bool {
        let is_there = match &dummy.pointer {
            Some(ty) => is_target_of(value, ty),
            None => is_target(value),
        };
        !is_there || is_chosen(value) || dummy.is_packed && !self.is_packed(value)
    }

    /// The name of an OPTIONAL dummy argument of the present unit that is the actual one for another.
    pub fn optional_actual(&self, dummy: &DummyArgument, value: &Value) -> Option<Word> {
        let name: &str = match value {
            Value::Plain(Expr { kind: ExprKind::Name(name), .. }, _) => name,
            Value::Stored(path, _)
            | Value::Text(path)
            | Value::Record(Record { kind: RecordKind::Object(path), .. }) => base(path).unwrap_or(&path.name),
            _ => return None,
        };
        (dummy.is_optional && self.names.is_optional(name)).then(|| name.into())
    }

    /// Whether it is known that the elements of what is in the stores follow each other.
    fn is_packed(&self, value: &Value) -> bool {
        let path = match value {
            Value::Record(Record { ty, kind: RecordKind::Object(path), .. }) => match &ty.pointee {
                Some(pointee) => return pointee.rank == 0 || pointee.is_owned,
                None => path,
            },
            Value::Stored(path, _) => path,
            _ => return true,
        };
        let is_whole = |variable: &Variable| match variable.placed {
            Some(Placed::Given) => variable.has_own_shape(),
            Some(_) => true,
            None => variable.pointer.as_ref().is_some_and(|ty| ty.owns()),
        };
        // The extents of components are constants.
        let is_known = path.levels.len() > 1
            || matches!(base(path).map(|name| self.find(name)), Some(Some(Meaning::Variable(base))) if is_whole(base));
        path.rank() == 0 || is_known && !has_gaps(path)
    }

    /// What is in the stores, or a copy where its elements do not follow each other.
    fn pass_packed(
        &mut self,
        dummy: &DummyArgument,
        value: Value,
        ty: &Rc<DerivedType>,
        passing: Passing,
    ) -> Outcome<Vec<Expr>> {
        let span = value.span();
        if !passing.is_statement {
            let what = "a section or pointer for a dummy argument with TARGET whose elements follow each other, here,";
            return Err(Problem::Refused(what, span));
        }
        let optional = self.optional_actual(dummy, &value);
        let parts = self.parts(value, ty)?;
        let from = self.temporary(ty, 0, "section", span);
        let path = self.allocatable_temporary(ty, 0, optional.is_some(), "packed", span);
        let (own, given) = (from.leaves(ty), path.leaves(ty));
        let [section, copy] = [&from, &path].map(|path| Value::Record(Record::object(Rc::clone(ty), path.clone())));
        let (section, copy) = (self.target_of(section)?, self.target_of(copy)?);
        let bounds = own[2..].chunks_exact(3).map(|one| Argument { keyword: None, value: one[1].clone() }).collect();
        let object = PointerObject { path: path.clone(), ty: Rc::clone(ty), bounds: Some(bounds), of: None, span };

        let mut entry = self.set_pointer(from, ty, parts, span)?;
        entry.extend(self.set_pointer(path, ty, own.clone(), span)?);
        let condition = gaps(&own, ty, span);
        entry.push(StatementKind::IfThen { name: None, condition });
        entry.extend(self.inside(|rewriter| {
            let made = rewriter.make(object, None)?;
            Ok(made.into_iter().chain(rewriter.assign_value(copy.clone(), section.clone(), span)?).collect())
        })?);
        entry.push(StatementKind::EndIf(None));

        let condition = operation(BinaryOp::NotEqual, given[0].clone(), own[0].clone());
        let mut exit = vec![StatementKind::IfThen { name: None, condition }];
        if passing.intent != Some(Intent::In) {
            exit.extend(self.inside(|rewriter| rewriter.assign_value(section, copy, span))?);
        }
        exit.extend([self.free(given[0].clone(), span), StatementKind::EndIf(None)]);
        self.around_call(entry, exit, optional.as_ref(), span)?;
        Ok(if optional.is_some() { given } else { given.into_iter().map(in_parentheses).collect() })
    }
}

impl Rewriter<'_> {
    /// Has statements before and after a call; if an OPTIONAL dummy argument is named, only where it is present.
    pub fn around_call(
        &mut self,
        mut entry: Vec<StatementKind>,
        mut exit: Vec<StatementKind>,
        optional: Option<&Word>,
        span: Span,
    ) -> Outcome<()> {
        if let Some(name) = optional {
            entry = self.if_present(name, entry, span);
            exit = self.if_present(name, exit, span);
        }
        for kind in entry {
            self.before(kind, span)?;
        }
        self.after.extend(exit.into_iter().map(|kind| Statement { label: None, kind, span }));
        Ok(())
    }

    /// Keeps the subscripts of what is assigned after a call, which may change variables in them.
    pub fn keep_subscripts(&mut self, value: &mut Value) -> Outcome<()> {
        let subscripts: Vec<&mut Argument> = match value {
            Value::Plain(Expr { kind: ExprKind::Reference(_, subscripts), .. }, _) => subscripts.iter_mut().collect(),
            Value::Record(Record { kind: RecordKind::Object(path), .. }) => {
                path.levels.iter_mut().filter_map(|level| level.subscripts.as_mut()).flatten().collect()
            }
            _ => Vec::new(),
        };
        for subscript in subscripts {
            match &mut subscript.value {
                Expr { kind: ExprKind::Range(range), .. } => {
                    let bounds = [&mut range.lower, &mut range.upper, &mut range.stride].into_iter().flatten();
                    bounds.filter(|bound| literal(bound).is_none()).try_for_each(|bound| self.keep(bound))?;
                }
                index if literal(index).is_none() && self.is_scalar(index) => self.keep(index)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Whether an expression that has been rewritten is a scalar, as far as its form shows it.
    fn is_scalar(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Paren(inner) | ExprKind::Unary(_, inner) => self.is_scalar(inner),
            ExprKind::Binary(_, left, right) => self.is_scalar(left) && self.is_scalar(right),
            ExprKind::Reference(name, subscripts) => {
                let is_array = matches!(self.find(&name.text), Some(Meaning::Variable(_)));
                (is_array || name.text.contains('%')) && subscripts.iter().all(|one| self.is_scalar(&one.value))
            }
            _ => self.shape_of(expr).rank == Some(0),
        }
    }
}

/// The variable whose target a path begins with.
fn base(path: &Path) -> Option<&str> {
    match &path.place.as_ref()?.target.kind {
        ExprKind::Name(name) => pointer_of(name),
        _ => None,
    }
}

/// Whether a vector subscript chooses elements.
fn is_chosen(value: &Value) -> bool {
    let path = match value {
        Value::Stored(path, _) | Value::Record(Record { kind: RecordKind::Object(path), .. }) => path,
        _ => return false,
    };
    path.place.is_some() && path.described(path.span).is_none()
}

/// Whether the elements of the target of a pointer with these parts do not follow each other.
fn gaps(parts: &[Expr], ty: &DerivedType, span: Span) -> Expr {
    let size = ty.pointee.as_ref().and_then(Pointee::size).unwrap_or(1);
    let mut wanted = integer(size, span);
    let mut terms = Vec::new();
    for one in parts[2..].chunks_exact(3) {
        let [extent, step] = [&one[1], &one[2]];
        terms.push(operation(BinaryOp::NotEqual, step.clone(), wanted));
        wanted = next_step(step.clone(), extent.clone());
    }
    let any = terms.into_iter().reduce(|one, other| operation(BinaryOp::Or, one, other));
    any.unwrap_or(Expr { kind: ExprKind::Logical(false, None), span })
}

/// Whether an actual argument is in the stores as what pointers of a type point to: a text of declared length that is a
/// component is no sequence of characters there.
fn is_target_of(value: &Value, ty: &DerivedType) -> bool {
    is_target(value) && !(ty.owns_text() && matches!(value, Value::Stored(..)))
}
