//! Intrinsic functions that select or move elements, of objects: done for each variable that an object becomes.
//!
//! The dimensions of a component that is an array come before those of the object, so what belongs to one object is one
//! stretch of elements. Where the function looks at dimensions, those of the component are counted in:
//!
//! ```text
//! CSHIFT(A, K)       cshift(a%v, k, dim = 1 + 1)
//! PACK(A, M)         reshape(pack(a%v, spread(m, 1, 3)), [3, size(pack(…))/3])
//! RESHAPE(A, [N])    reshape(a%v, [3, n])
//! ```

use super::calls::Actual;
use super::constructors::wrong_type;
use super::names::{Meaning, Shaped, Ty};
use super::paths::{Record, RecordKind, Value};
use super::rewriter::{Outcome, Problem, Rewriter};
use super::terms::{declaration, integer, intrinsic, name_expr, quotient, sum};
use super::types::Leaf;
use crate::resolve::intrinsics::IntrinsicProcedure;
use crate::source::Span;
use crate::tree::*;
use std::rc::Rc;

/// The most references to PACK and RESHAPE in an object, for each of its variables: those of arrays repeat arguments.
const MAX_REPEATED: usize = 64;

impl Rewriter<'_> {
    /// An intrinsic function with objects among its arguments; none if there are no objects, or it is not intrinsic.
    pub(super) fn of_objects(&mut self, name: &Name, actuals: &[Actual], span: Span) -> Outcome<Option<Value>> {
        let object = actuals.iter().find_map(|actual| match &actual.value {
            Value::Record(record) => Some(record),
            _ => None,
        });
        let Some((object, row)) = object.zip(self.intrinsic_row(&name.text)) else { return Ok(None) };
        let ty = Rc::clone(&object.ty);
        let objects: &[&str] = match row.name {
            "merge" => &["tsource", "fsource"],
            "pack" => &["array", "vector"],
            "unpack" => &["vector", "field"],
            "spread" => &["source"],
            "cshift" => &["array"],
            "eoshift" => &["array", "boundary"],
            "reshape" => &["source", "pad"],
            "transpose" => &["matrix"],
            "rank" => {
                let rank = integer(object.rank as i64, span);
                return Ok(Some(Value::Plain(rank, Shaped::new(Some(Ty::Integer(4)), 0))));
            }
            "transfer" => {
                let mut given = [None, None, None];
                for (actual, place) in actuals.iter().zip(places(row, actuals)) {
                    let at = ["source", "mold", "size"].iter().position(|one| Some(*one) == place);
                    at.into_iter().for_each(|at| given[at] = Some(actual.value.clone()));
                }
                return self.transferred_object(given, span).map(Some);
            }
            "storage_size" | "sizeof" => {
                let kind = actuals.iter().zip(places(row, actuals)).find(|(_, place)| *place == Some("kind"));
                let kind = kind.map(|(actual, _)| actual.value.clone());
                return self.size_of_object(name, object, kind, span).map(Some);
            }
            "is_contiguous" => return Err(Problem::Refused("IS_CONTIGUOUS of derived type", span)),
            _ => return Err(no_object(row, object.span)),
        };
        let places = places(row, actuals);
        let takes_object = |place: &Option<&str>| place.is_some_and(|place| objects.contains(&place));
        for (actual, _) in actuals.iter().zip(&places).filter(|(_, place)| !takes_object(place)) {
            if let Value::Record(record) = &actual.value {
                return Err(no_object(row, record.span));
            }
        }
        let (mut leaves, mut ranks) = (Vec::new(), Vec::new());
        for (actual, place) in actuals.iter().zip(&places) {
            let is_object = takes_object(place);
            let shape = actual.value.shape();
            ranks.push(shape.rank);
            leaves.push(match (actual.value.clone(), is_object) {
                (Value::Record(Record { tag: Some(_), span, .. }), true) => {
                    return Err(Problem::Refused("MERGE, PACK and the like of objects of CLASS", span));
                }
                (Value::Record(record), true) => {
                    self.check_type(&ty, &record)?;
                    self.settled_object(record)?
                }
                (Value::Plain(value, _), false) => vec![self.settled(value, &shape)?],
                (value, true) => return Err(wrong_type(&ty.name, value.span())),
                (value, false) => return Err(no_object(row, value.span())),
            });
        }
        if row.name == "eoshift" && !places.contains(&Some("boundary")) {
            return Err(Problem::error("E0226", span, "EOSHIFT of derived type takes a BOUNDARY"));
        }
        let rank = self.shape_of_result(&name.text, actuals).rank;
        let rank = rank.ok_or(Problem::Refused("a value of derived type whose rank is not known here", span))?;
        let mut values = Vec::new();
        for (at, leaf) in ty.leaves().iter().enumerate() {
            let value = |values: &Vec<Expr>| values.get(at).or(values.first()).cloned();
            let given = leaves.iter().map(value).zip(actuals).zip(&places).zip(&ranks);
            let given = given.filter_map(|(((value, actual), place), rank)| {
                let argument = Argument { keyword: actual.keyword.clone(), value: value? };
                Some(Given { argument, place: *place, rank: *rank })
            });
            values.push(Transformation { row, given: given.collect(), leaf, span }.value(name)?);
        }
        Ok(Some(Value::Record(Record { ty, rank, kind: RecordKind::Leaves(values), span, tag: None })))
    }

    /// The values of an object's variables, which may be evaluated more than once.
    fn settled_object(&mut self, mut record: Record) -> Outcome<Vec<Expr>> {
        if self.has_calls(record.leaves().iter()) {
            if let RecordKind::Object(path) = &mut record.kind {
                self.fix_subscripts(path)?;
            }
            let ty = Rc::clone(&record.ty);
            return Ok(self.object(record)?.leaves(&ty));
        }
        let (leaves, mut count) = (record.leaves(), 0);
        finds(&leaves, &mut |expr| {
            let is_one = |name: &Name| matches!(name.text.as_str(), "pack" | "reshape");
            count += usize::from(matches!(&expr.kind, ExprKind::Reference(name, _) if is_one(name)));
            Step::Inside
        });
        if count > MAX_REPEATED * leaves.len() {
            let what = "an intrinsic function of objects with arrays this deep in others";
            return Err(Problem::Refused(what, record.span));
        }
        Ok(leaves)
    }

    /// A value that may be evaluated more than once.
    fn settled(&mut self, value: Expr, shape: &Shaped) -> Outcome<Expr> {
        let span = value.span;
        if !self.has_calls([&value]) {
            return Ok(value);
        }
        let what = "a function whose type or rank is not known here, as such an argument";
        let (ty, kind) = match shape.ty {
            Some(Ty::Integer(kind)) => (TypeName::Integer, kind),
            Some(Ty::Logical(kind)) => (TypeName::Logical, kind),
            _ => return Err(Problem::Refused(what, span)),
        };
        let rank = shape.rank.ok_or(Problem::Refused(what, span))?;
        let ty = TypeSpec { name: ty, kind: Some(KindSelector::Kind(integer(kind, span))), span };
        let dimensions = vec![DimensionSpec { lower: None, upper: None, is_open: true, span }; rank];
        let attributes = if rank > 0 { vec![Attribute::Allocatable] } else { Vec::new() };
        let name = Name { text: self.new_name("argument"), span };
        self.temporaries.push(declaration(ty, attributes, name.text.clone(), dimensions, None, span));
        self.before(StatementKind::Assign { target: name_expr(&name), value }, span)?;
        Ok(name_expr(&name))
    }

    /// Whether functions of the program may be called in expressions that have been rewritten.
    pub fn has_calls<'e>(&self, exprs: impl IntoIterator<Item = &'e Expr>) -> bool {
        finds(exprs, &mut |expr| match &expr.kind {
            ExprKind::Reference(name, arguments) => {
                let is_substring =
                    matches!(arguments.first(), Some(one) if matches!(one.value.kind, ExprKind::Range(_)));
                let is_known = match self.find(&name.text) {
                    Some(Meaning::Variable(variable)) => variable.shape.rank != Some(0) || is_substring,
                    Some(Meaning::Procedure(_)) => false,
                    // What USE gives a name is a procedure. Other names like it are those of components.
                    None if name.text.contains('%') => !self.needs.iter().any(|need| need.local == name.text),
                    None => self.intrinsic_row(&name.text).is_some(),
                };
                if is_known { Step::Inside } else { Step::Found }
            }
            _ => Step::Inside,
        })
    }
}

/// The dummy arguments of the actual ones.
fn places(row: &'static IntrinsicProcedure, actuals: &[Actual]) -> Vec<Option<&'static str>> {
    let place = |(position, actual): (usize, &Actual)| {
        let place = actual.keyword.as_ref().map_or(Some(position), |keyword| row.place_of(&keyword.text))?;
        row.dummy(place).map(|dummy| dummy.keyword)
    };
    actuals.iter().enumerate().map(place).collect()
}

fn no_object(row: &IntrinsicProcedure, span: Span) -> Problem {
    let message = format!("this argument of {} can't be of derived type", row.name.to_uppercase());
    Problem::error("E0296", span, message)
}

/// A reference for one variable of the objects.
struct Transformation<'t> {
    row: &'static IntrinsicProcedure,
    given: Vec<Given>,
    leaf: &'t Leaf,
    span: Span,
}

/// An argument for that variable, with its dummy argument and the rank of the whole argument.
struct Given {
    argument: Argument,
    place: Option<&'static str>,
    rank: Option<usize>,
}

impl Transformation<'_> {
    fn value(self, name: &Name) -> Outcome<Expr> {
        if self.leaf.is_allocatable {
            return Err(Problem::Refused("an intrinsic function of objects with ALLOCATABLE components", self.span));
        }
        if self.leaf.rank() == 0 {
            return Ok(self.reference(name));
        }
        let refused = Problem::Refused("this intrinsic function of objects that have arrays", self.span);
        match self.leaf.own_extents() {
            Some(own) => self.of_array(name, &own).ok_or(refused),
            None => Err(refused),
        }
    }

    fn reference(self, name: &Name) -> Expr {
        let arguments = self.given.into_iter().map(|given| given.argument).collect();
        Expr { kind: ExprKind::Reference(Box::new(name.clone()), arguments), span: self.span }
    }

    /// The same for a component with these extents; none if there is no such reference.
    fn of_array(mut self, name: &Name, own: &[i64]) -> Option<Expr> {
        let span = self.span;
        if own.iter().any(|extent| *extent < 1) {
            return None;
        }
        let own: Vec<Expr> = own.iter().map(|extent| integer(*extent, span)).collect();
        let skipped = integer(own.len() as i64, span);
        let rank = |given: &Self, place: &str| given.at(place).map_or(Some(0), |at| given.given[at].rank);
        match self.row.name {
            "merge" => {
                let [first, second, mask] = ["tsource", "fsource", "mask"].map(|place| rank(&self, place));
                if first != second || mask != Some(0) && mask != first {
                    return None;
                }
                self.stretch_mask(&own);
            }
            "pack" => {
                rank(&self, "mask")?;
                self.stretch_mask(&own);
                self.change("vector", flat);
                let packed = self.reference(name);
                let size = own.iter().cloned().fold(intrinsic("size", vec![packed.clone()], span), quotient);
                return Some(reshaped(packed, own.into_iter().chain([size]).collect()));
            }
            "unpack" => {
                if rank(&self, "field") != rank(&self, "mask") {
                    return None;
                }
                self.stretch_mask(&own);
                self.change("vector", flat);
            }
            "reshape" => {
                let whole = |value: Expr| intrinsic("int", vec![value], span);
                let first = own.clone();
                self.change("shape", |shape| array(first.into_iter().chain([whole(shape)]).collect()));
                let first = (1..=own.len()).map(|at| integer(at as i64, span));
                self.change("order", |order| array(first.chain([sum(whole(order), skipped)]).collect()));
            }
            "transpose" => {
                let matrix = self.given.pop()?.argument.value;
                let [rows, columns] = [1, 2].map(|at| sum(skipped.clone(), integer(at, span)));
                let size = |at: &Expr| intrinsic("size", vec![matrix.clone(), at.clone()], span);
                let extents = array(own.iter().cloned().chain([size(&columns), size(&rows)]).collect());
                let first = (1..=own.len()).map(|at| integer(at as i64, span));
                let order = array(first.chain([columns, rows]).collect());
                let mut value = intrinsic("reshape", vec![matrix, extents], span);
                if let ExprKind::Reference(_, arguments) = &mut value.kind {
                    let keyword = Some(Box::new(Name { text: "order".into(), span }));
                    arguments.push(Argument { keyword, value: order });
                }
                return Some(value);
            }
            // CSHIFT, EOSHIFT, SPREAD
            _ => {
                if rank(&self, "shift") != Some(0) || self.at("boundary").is_some() && rank(&self, "array") != Some(1) {
                    return None;
                }
                if self.at("dim").is_none() {
                    let keyword = Some(Box::new(Name { text: "dim".into(), span }));
                    let argument = Argument { keyword, value: integer(1, span) };
                    self.given.push(Given { argument, place: Some("dim"), rank: Some(0) });
                }
                self.change("dim", |dim| sum(dim, skipped));
            }
        }
        Some(self.reference(name))
    }

    fn at(&self, place: &str) -> Option<usize> {
        self.given.iter().position(|one| one.place == Some(place))
    }

    fn change(&mut self, place: &str, change: impl FnOnce(Expr) -> Expr) {
        if let Some(at) = self.at(place) {
            let value = &mut self.given[at].argument.value;
            *value = change(value.clone());
        }
    }

    /// Gives all elements of a component the element of the mask that is that of their object.
    fn stretch_mask(&mut self, own: &[Expr]) {
        let is_array = self.at("mask").is_some_and(|at| self.given[at].rank != Some(0));
        let spread =
            |mask, extent: &Expr| intrinsic("spread", vec![mask, integer(1, extent.span), extent.clone()], extent.span);
        self.change("mask", |mask| if is_array { own.iter().rev().fold(mask, spread) } else { mask });
    }
}

fn array(items: Vec<Expr>) -> Expr {
    let span = items.first().map_or(Span::default(), |item| item.span);
    Expr { kind: ExprKind::Constructor(None, items.into_iter().map(ConstructorItem::Value).collect()), span }
}

fn reshaped(value: Expr, extents: Vec<Expr>) -> Expr {
    let span = value.span;
    intrinsic("reshape", vec![value, array(extents)], span)
}

/// All elements as an array of rank one.
fn flat(value: Expr) -> Expr {
    let size = intrinsic("size", vec![value.clone()], value.span);
    reshaped(value, vec![size])
}
