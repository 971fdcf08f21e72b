//! Items of an implied DO for which statements are needed: they are computed before, in a loop.
//!
//! ```text
//!                                        allocate (items%1(max(0, n - 1 + 1)))
//!                                        do index%1 = 1, n
//!                                          (statements for list(index%1)%area())
//!                                          items%1(index%1) = …
//!                                        end do
//! print *, (list(i)%area(), i = 1, n)    print *, (items%1(i), i = 1, n)
//! ```

use super::elemental::element_of;
use super::names::{Meaning, Names, Shaped, Ty, Variable};
use super::paths::{Record, Value};
use super::rewriter::{Outcome, Problem, Rewriter};
use super::terms::{difference, integer, intrinsic, literal, name_expr, quotient, sum};
use crate::source::Span;
use crate::tree::visit::mutable::walk_expr;
use crate::tree::visit::{NameRole, VisitMut};
use crate::tree::*;
use std::rc::Rc;

/// Why an item of an implied DO can't be computed before the others.
pub(super) const IN_AN_IMPLIED_DO: &str = "a function of derived type in an implied DO";

/// Gives a variable another name.
pub(super) struct Rename<'n> {
    pub from: &'n str,
    pub to: &'n Word,
}

impl VisitMut<'_> for Rename<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        match &mut expr.kind {
            ExprKind::Name(name) if name == self.from => *name = self.to.clone(),
            _ => walk_expr(self, expr),
        }
    }

    fn name(&mut self, name: &mut Name, role: NameRole) {
        if matches!(role, NameRole::Variable | NameRole::Called | NameRole::Listed) && name.text == self.from {
            name.text = self.to.clone();
        }
    }
}

impl Rewriter<'_> {
    /// An item of an implied DO, which is in no other one if that is given.
    pub fn item(&mut self, item: Expr, within: Option<&DoCount>) -> Outcome<Value> {
        let Some(count) = within else { return self.raw(item) };
        let before = self.prelude.len();
        match self.raw(item.clone()).and_then(|value| self.finish(value)) {
            Err(Problem::Refused(IN_AN_IMPLIED_DO, _)) => {
                self.prelude.truncate(before);
                self.items_before(item, count).map(|(_, item)| item)
            }
            value => value,
        }
    }

    /// A bound that is evaluated once.
    fn kept_once(&mut self, bound: Expr) -> Outcome<Expr> {
        if literal(&bound).is_some() || matches!(bound.kind, ExprKind::Name(_)) {
            return Ok(bound);
        }
        let (span, kept) = (bound.span, name_expr(&self.integer("bound", bound.span)));
        self.before(StatementKind::Assign { target: kept.clone(), value: bound }, span)?;
        Ok(kept)
    }

    /// The array of all items, and the present one of them.
    pub fn items_before(&mut self, mut item: Expr, count: &DoCount) -> Outcome<(Value, Value)> {
        let span = item.span;
        let inside = self.stays_inside.take();
        let kind = match self.shape_of(&name_expr(&count.variable)).ty {
            Some(Ty::Integer(kind)) => kind,
            _ => 4,
        };
        let index = self.integer_of_kind("index", kind, span);
        Rename { from: &count.variable.text, to: &index.text }.expr(&mut item);
        let mut value = None;
        let plain = |rewriter: &mut Self, expr: &Expr| rewriter.plain(expr.clone());
        let (first, last) = (plain(self, &count.first)?, plain(self, &count.last)?);
        let step = count.step.as_ref().map_or(Ok(integer(1, span)), |step| plain(self, step))?;
        let (first, last, step) = (self.kept_once(first)?, self.kept_once(last)?, self.kept_once(step)?);
        // Its type is known as that of a declared variable.
        let outer = Rc::clone(&self.names);
        let mut names = Names::within(Rc::clone(&outer));
        let variable = Variable { shape: Shaped::new(Some(Ty::Integer(kind)), 0), ..Variable::default() };
        names.others.insert(index.text.clone(), Meaning::Variable(variable));
        self.names = Rc::new(names);
        let body = self.inside(|rewriter| {
            let found = rewriter.value(item)?;
            value = Some(found);
            Ok(Vec::new())
        });
        self.names = outer;
        let body = body?;
        let length = quotient(sum(difference(last.clone(), first.clone()), step.clone()), step.clone());
        let length = intrinsic("max", vec![integer(0, span), length], span);
        let array = value.and_then(|value| self.array_like(value, span));
        let Some((value, array)) = array else { return Err(Problem::Refused(IN_AN_IMPLIED_DO, span)) };
        let place = |index: Expr| sum(quotient(difference(index, first.clone()), step.clone()), integer(1, span));
        let statements = self.inside(|rewriter| {
            let mut statements = rewriter.allocate_array(&array, &[length], span)?;
            let counted = DoCount { variable: index.clone(), first: first.clone(), last, step: Some(step.clone()) };
            statements.push(StatementKind::Do { name: None, label: None, control: DoControl::Counted(counted.into()) });
            statements.extend(body);
            let target = element_of(&array, vec![place(name_expr(&index))], span);
            statements.extend(rewriter.inside(|rewriter| rewriter.assign_value(target, value, span))?);
            statements.push(StatementKind::EndDo(None));
            Ok(statements)
        });
        self.stays_inside = inside;
        self.prelude.extend(statements?.into_iter().map(|kind| Statement { label: None, kind, span }));
        let item = element_of(&array, vec![place(name_expr(&count.variable))], span);
        Ok((array, item))
    }

    /// A new array of one dimension for values as that one, which is a scalar.
    fn array_like(&mut self, value: Value, span: Span) -> Option<(Value, Value)> {
        let array = match &value {
            Value::Record(record) if record.rank == 0 => {
                let ty = Rc::clone(&record.ty);
                let path = self.temporary(&ty, 1, "items", span);
                Value::Record(Record::object(ty, path))
            }
            Value::Plain(_, Shaped { ty: Some(ty), rank: Some(0) }) => self.new_array(ty, 1, "items", span)?,
            _ => return None,
        };
        Some((value, array))
    }
}
