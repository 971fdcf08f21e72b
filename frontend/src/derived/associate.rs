//! ASSOCIATE without derived types.

use super::calls::Actual;
use super::components::ComponentType;
use super::names::{Meaning, Names, Shaped, Ty, Variable};
use super::paths::{Path, Record, RecordKind, Value};
use super::rewriter::{Outcome, Problem, Rewriter};
use super::statements::Body;
use super::terms::{difference, integer, intrinsic, literal, name_expr, reference, sum};
use super::types::DerivedType;
use super::whole_arrays::WholeBounds;
use crate::source::Span;
use crate::tree::*;
use std::rc::Rc;

impl Body<'_, '_> {
    /// ASSOCIATE: a name for an object is a name for each of its variables.
    pub(super) fn associate(
        &mut self,
        name: Option<Name>,
        associations: Vec<Association>,
        span: Span,
    ) -> Outcome<StatementKind> {
        self.check_depth(span)?;
        let (mut done, mut meanings, mut problem) = (Vec::new(), Vec::new(), None);
        for Association { name, selector } in associations {
            let rewriter = &mut *self.rewriter;
            let found = rewriter.value_with_bounds(selector).and_then(|(value, bounds)| {
                let bounds = bounds.filter(|_| !rewriter.is_variable(&value));
                if let Some(found) = rewriter.in_place(&name, &value)? {
                    return Ok(Err(found));
                }
                let lower = rewriter.keep_lower_bounds(bounds, span)?;
                Ok(Ok((lower, rewriter.finish(value)?)))
            });
            let (lower, value) = match found {
                Ok(Ok(found)) => found,
                Ok(Err((variable, parts))) => {
                    done.extend(parts);
                    meanings.push((name.text, Meaning::Variable(variable)));
                    continue;
                }
                Err(found) => {
                    self.rewriter.refused_names.push(name.text);
                    problem = problem.or(Some(found));
                    continue;
                }
            };
            let variable = match value {
                Value::Plain(selector, shape) => {
                    let selector = self.rewriter.as_section(selector, &shape);
                    done.push(Association { name: name.clone(), selector });
                    Variable { shape, lower, ..Variable::default() }
                }
                Value::Record(record) => {
                    let (ty, rank) = (Rc::clone(&record.ty), record.rank);
                    let mut path = self.rewriter.object(record)?;
                    self.rewriter.evaluate_once(&mut path)?;
                    done.extend(associations_of(&name, &ty, &path));
                    Variable {
                        shape: Shaped::new(Some(super::names::Ty::Derived(ty)), rank),
                        lower,
                        ..Variable::default()
                    }
                }
                other => return Err(super::constructors::no_derived_value(other.span())),
            };
            meanings.push((name.text, Meaning::Variable(variable)));
        }
        let outer = Rc::clone(&self.rewriter.names);
        let names = Names::within(outer);
        self.rewriter.names = Rc::new(Names { others: meanings.into_iter().collect(), ..names });
        problem.map_or(Ok(()), Err)?;
        Ok(StatementKind::Associate { name, associations: done })
    }
}

fn associations_of(name: &Name, ty: &DerivedType, path: &Path) -> Vec<Association> {
    let each = ty.leaves().into_iter().map(|leaf| {
        let text = format!("{}{}", name.text, leaf.path).into();
        Association { name: Name { text, span: name.span }, selector: path.leaf(&leaf) }
    });
    each.collect()
}

impl Rewriter<'_> {
    /// Keeps the lower bounds that an object has now.
    fn keep_lower_bounds(&mut self, bounds: Option<WholeBounds>, span: Span) -> Outcome<Vec<Expr>> {
        let keep = |(lower, _): (Expr, Expr)| match literal(&lower) {
            Some(_) => Ok(lower),
            None => {
                let name = self.integer("lower", span);
                self.before(StatementKind::Assign { target: name_expr(&name), value: lower }, span)?;
                Ok(name_expr(&name))
            }
        };
        bounds.into_iter().flatten().map(keep).collect()
    }

    /// A component of all objects of an array is no whole array, although its variable is: its lower bounds are 1.
    fn as_section(&self, selector: Expr, shape: &Shaped) -> Expr {
        let span = selector.span;
        let (ExprKind::Name(name), Some(rank @ 1..)) = (&selector.kind, shape.rank) else { return selector };
        if !self.is_of_array(name) {
            return selector;
        }
        let all = || Range { lower: None, upper: None, stride: None };
        let all = (0..rank).map(|_| Expr { kind: ExprKind::Range(Box::new(all())), span }).collect();
        reference(name, all, span)
    }

    /// Whether an object on the way to a component is an array, by the name of the component's variable.
    fn is_of_array(&self, name: &str) -> bool {
        let mut on_the_way: Vec<&str> = name.split('%').collect();
        on_the_way.pop();
        let Some((object, inner)) = on_the_way.split_first() else { return false };
        let Some(Meaning::Variable(Variable { shape, .. })) = self.find(object) else { return false };
        let (mut is_array, mut ty) = (shape.rank.is_some_and(|rank| rank > 0), shape.derived().cloned());
        for component in inner {
            let Some(found) = ty.as_ref().and_then(|ty| ty.components.get(*component)).cloned() else {
                return is_array;
            };
            is_array |= !found.dimensions.is_empty();
            ty = match found.ty {
                ComponentType::Derived(ty) => Some(ty),
                ComponentType::Intrinsic(_) => None,
            };
        }
        is_array
    }

    /// The lower bounds of a name of ASSOCIATE; none if they are 1.
    pub fn lower_of(&self, name: &str) -> Vec<Expr> {
        match self.find(name) {
            Some(Meaning::Variable(variable)) => variable.lower.clone(),
            _ => Vec::new(),
        }
    }

    /// LBOUND or UBOUND of a name of ASSOCIATE that has other lower bounds than 1.
    pub fn bound_of_association(&self, name: &Name, actuals: &[Actual], lower: &[Expr], span: Span) -> Outcome<Value> {
        // The dimensions of a component come before those of the objects.
        let (array, before) = match actuals.first().map(|array| &array.value) {
            Some(Value::Plain(array, _)) => (array.clone(), 0),
            Some(Value::Record(Record { ty, kind: RecordKind::Object(path), .. })) => {
                let leaves = ty.leaves();
                (path.leaf(&leaves[0]), leaves[0].rank())
            }
            _ => return Err(super::constructors::no_derived_value(span)),
        };
        let bound = |at: usize| match name.text.as_str() {
            "lbound" => lower[at].clone(),
            _ => {
                let extent = intrinsic("size", vec![array.clone(), integer((before + at) as i64 + 1, span)], span);
                difference(sum(lower[at].clone(), extent), integer(1, span))
            }
        };
        let ty = Some(Ty::Integer(4));
        match &actuals[1..] {
            [] => {
                let items = (0..lower.len()).map(|at| ConstructorItem::Value(bound(at))).collect();
                let kind = ExprKind::Constructor(None, items);
                Ok(Value::Plain(Expr { kind, span }, Shaped::new(ty, 1)))
            }
            [Actual { value: Value::Plain(dim, _), keyword }]
                if keyword.as_ref().is_none_or(|keyword| keyword.text == "dim") =>
            {
                match literal(dim)
                    .and_then(|dim| usize::try_from(dim).ok())
                    .filter(|dim| (1..=lower.len()).contains(dim))
                {
                    Some(dim) => Ok(Value::Plain(bound(dim - 1), Shaped::new(ty, 0))),
                    None => Err(Problem::Refused("this DIM of bounds of a name of ASSOCIATE", dim.span)),
                }
            }
            _ => Err(Problem::Refused("this inquiry of bounds of a name of ASSOCIATE", span)),
        }
    }
}

/// Subscripts that count from these lower bounds, counted from 1.
pub(super) fn count_from_one(subscripts: &mut [Argument], lower: &[Expr]) {
    for (Argument { value, .. }, lower) in subscripts.iter_mut().zip(lower) {
        let shift = |value: Expr| sum(difference(value, lower.clone()), integer(1, lower.span));
        if let ExprKind::Range(range) = &mut value.kind {
            for end in [&mut range.lower, &mut range.upper].into_iter().flatten() {
                *end = shift(end.clone());
            }
        } else {
            *value = shift(value.clone());
        }
    }
}
