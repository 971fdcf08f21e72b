//! SIZE, LBOUND and the like of objects and components.

use super::calls::Actual;
use super::components::ComponentType;
use super::constructors::no_derived_value;
use super::names::{Meaning, Shaped, Ty};
use super::paths::{Level, Record, RecordKind, Value};
use super::rewriter::{Outcome, Problem, Rewriter};
use super::terms::{integer, intrinsic, name_expr, reference};
use super::types::DerivedType;
use super::typing::integer_value;
use crate::source::Span;
use crate::tree::*;
use std::rc::Rc;

impl Rewriter<'_> {
    /// SIZE and the like of a dummy argument of assumed rank that is a scalar in this instance of its procedure.
    pub fn inquiry_of_rankless(&self, name: &Name, arguments: &[Argument], span: Span) -> Option<Value> {
        let [Argument { value: Expr { kind: ExprKind::Name(of), .. }, .. }, ..] = arguments else { return None };
        if !self.names.chain().any(|names| names.rankless.contains(of)) {
            return None;
        }
        let ty = Some(Ty::Integer(4));
        match name.text.as_str() {
            "size" if arguments.len() == 1 => Some(Value::Plain(integer(1, span), Shaped::new(ty, 0))),
            "shape" | "lbound" | "ubound" => {
                let spec = Box::new(TypeSpec { name: TypeName::Integer, kind: None, span });
                let none = Expr { kind: ExprKind::Constructor(Some(spec), Vec::new()), span };
                Some(Value::Plain(none, Shaped::new(ty, 1)))
            }
            _ => None,
        }
    }

    /// The rank of a component's declaration, where a reference is to all of it.
    pub(super) fn component_rank(&self, reference: &ComponentReference) -> Option<usize> {
        let ty = self.declared_type(&reference.of)?;
        let component = ty.components.get(&reference.name.text).filter(|_| reference.arguments.is_none())?;
        Some(component.dimensions.len())
    }

    /// The derived type of a variable, or of a component of one.
    pub(super) fn declared_type(&self, expr: &Expr) -> Option<Rc<DerivedType>> {
        match &expr.kind {
            ExprKind::Name(name) => self.object_type(name),
            ExprKind::Reference(name, _) => self.object_type(&name.text),
            ExprKind::Component(component) => {
                let of = self.declared_type(&component.of)?;
                if let Some(parent) = of.ancestor(&component.name.text) {
                    return Some(parent);
                }
                match &of.components.get(&component.name.text)?.ty {
                    ComponentType::Derived(ty) => Some(Rc::clone(ty)),
                    ComponentType::Intrinsic(_) => None,
                }
            }
            _ => None,
        }
    }

    /// SIZE and the like of what is in the stores.
    pub(super) fn inquiry_of_stored(&mut self, name: &Name, actuals: &[Actual], span: Span) -> Outcome<Option<Value>> {
        let path = match actuals.first().map(|actual| &actual.value) {
            Some(Value::Text(path)) if name.text == "len" && actuals.len() == 1 => {
                let length = Expr { kind: ExprKind::Paren(Box::new(super::owned_texts::length_of(path))), span };
                return Ok(Some(Value::Plain(length, Shaped::new(Some(Ty::Integer(4)), 0))));
            }
            Some(Value::Stored(path, _)) => path.clone(),
            Some(Value::Record(Record { ty, kind: RecordKind::Object(path), .. })) if ty.pointee.is_none() => {
                path.clone()
            }
            _ => return Ok(None),
        };
        if path.place.is_none() || path.rank() == 0 {
            return Ok(None);
        }
        if let ("is_contiguous", Some(Value::Stored(..))) = (name.text.as_str(), actuals.first().map(|one| &one.value))
        {
            let value = self.is_contiguous(&path, span);
            return Ok(value.map(|value| Value::Plain(value, Shaped::new(Some(Ty::Logical(4)), 0))));
        }
        let (mut dimension, mut kind) = (None, None);
        for (at, actual) in actuals.iter().enumerate().skip(1) {
            let word = actual.keyword.as_ref().map(|keyword| keyword.text.as_str());
            let Value::Plain(value, _) = &actual.value else { return Ok(None) };
            match (word, at) {
                (Some("kind"), _) | (None, 2) => kind = Some(value.clone()),
                _ => dimension = Some(value.clone()),
            }
        }
        let Some(value) = self.stored_inquiry(&name.text, &path, dimension.as_ref(), span)? else { return Ok(None) };
        let value = match kind {
            Some(kind) => intrinsic("int", vec![value, kind], span),
            // A value, and not a part of the pointer, which could be assigned.
            None => Expr { kind: ExprKind::Paren(Box::new(value)), span },
        };
        let rank = usize::from(dimension.is_none() && name.text != "size");
        Ok(Some(Value::Plain(value, Shaped::new(Some(Ty::Integer(4)), rank))))
    }

    /// PRESENT of a dummy argument that is a pointer or in the stores.
    pub(super) fn is_present(&self, name: &Name, arguments: &[Argument]) -> Option<Expr> {
        let [Argument { value: Expr { kind: ExprKind::Name(dummy), span }, .. }] = arguments else { return None };
        let Some(Meaning::Variable(variable)) = self.find(dummy) else { return None };
        variable.pointer.as_ref()?;
        let dummy = Name { text: dummy.clone(), span: *span };
        let part = self.leaf_names(&dummy).into_iter().next().unwrap_or(dummy);
        Some(reference(&name.text, vec![name_expr(&part)], *span))
    }

    /// SIZE and the like of an object, which are those of one of its variables.
    pub(super) fn inquiry(
        &mut self,
        name: &Name,
        record: Record,
        actuals: &[Actual],
        span: Span,
    ) -> Outcome<Option<Value>> {
        let shape = match name.text.as_str() {
            "size" | "lbound" | "ubound" if actuals.len() > 1 => Shaped::new(Some(Ty::Integer(4)), 0),
            "size" => Shaped::new(Some(Ty::Integer(4)), 0),
            "lbound" | "ubound" | "shape" => Shaped::new(Some(Ty::Integer(4)), 1),
            "allocated" | "present" => Shaped::new(Some(Ty::Logical(4)), 0),
            _ => return Ok(None),
        };
        let path = self.object(record.clone())?;
        let leaves = record.ty.leaves();
        let leaf = leaves.iter().find(|leaf| leaf.rank() == 0).or(leaves.first());
        let Some(leaf) = leaf else { return Err(no_derived_value(span)) };
        let mut arguments = vec![Argument { keyword: None, value: path.leaf(leaf) }];
        for actual in actuals.iter().skip(1) {
            let Value::Plain(value, _) = &actual.value else { return Err(no_derived_value(span)) };
            arguments.push(Argument { keyword: actual.keyword.clone(), value: value.clone() });
        }
        // The dimensions of a component come before those of the objects that it is in.
        if leaf.rank() > 0 && !matches!(name.text.as_str(), "allocated" | "present") {
            let skipped = leaf.rank() as i64;
            match arguments.get_mut(1) {
                Some(Argument { keyword: None, value }) => {
                    let dimension = integer_value(&self.names, value);
                    let Some(dimension) = dimension else {
                        return Err(Problem::Refused(
                            "this inquiry about an object whose components are all arrays",
                            span,
                        ));
                    };
                    *value = integer(skipped + dimension, span);
                }
                None if name.text == "size" && record.rank == 1 => {
                    arguments.push(Argument { keyword: None, value: integer(skipped + 1, span) });
                }
                _ => {
                    return Err(Problem::Refused("this inquiry about an object whose components are all arrays", span));
                }
            }
        }
        let kind = ExprKind::Reference(Box::new(name.clone()), arguments);
        Ok(Some(Value::Plain(Expr { kind, span }, shape)))
    }

    /// LBOUND or UBOUND of a component that is given without subscripts, and has that rank. Of an array component they
    /// are those of its declaration, and not of a section of the variable that has the components of all objects; of a
    /// scalar component of an array of objects they are those of a section.
    pub(super) fn bounds_of_component(
        &mut self,
        name: &Name,
        rank: usize,
        actuals: &mut [Actual],
        span: Span,
    ) -> Outcome<Option<Value>> {
        let Some((array, others)) = actuals.split_first_mut() else { return Ok(None) };
        let is_whole = match (&mut array.value, rank) {
            (Value::Plain(array, _), 0) if matches!(array.kind, ExprKind::Name(_)) => {
                let span = array.span;
                *array = Expr { kind: ExprKind::Paren(Box::new(array.clone())), span };
                return Ok(None);
            }
            (Value::Plain(array, _), 1..) => match &array.kind {
                ExprKind::Reference(variable, subscripts) if subscripts.len() > rank => {
                    *array = Expr { kind: ExprKind::Name(variable.text.clone()), span: array.span };
                    true
                }
                _ => false,
            },
            (Value::Record(Record { kind: RecordKind::Object(path), ty, .. }), _)
                if path.place.is_none() && ty.pointee.is_none() =>
            {
                let is_section = rank == 0 && path.rank() > 0;
                let is_element = rank > 0 && path.levels.iter().any(|level| level.subscripts.is_some());
                if is_element {
                    path.levels = path.levels.iter().map(|level| Level::whole(level.rank)).collect();
                }
                if is_section {
                    let record = Record::object(Rc::clone(ty), path.clone());
                    let Some(Value::Plain(mut value, shape)) = self.inquiry(name, record, actuals, span)? else {
                        return Ok(None);
                    };
                    if let ExprKind::Reference(_, arguments) = &mut value.kind
                        && let Some(Argument { value, .. }) = arguments.first_mut()
                    {
                        *value = Expr { kind: ExprKind::Paren(Box::new(value.clone())), span };
                    }
                    return Ok(Some(Value::Plain(value, shape)));
                }
                is_element
            }
            _ => return Ok(None),
        };
        let has_dimension = others.iter().any(|other| other.keyword.as_ref().is_none_or(|word| word.text != "kind"));
        if !is_whole || has_dimension {
            return Ok(None);
        }
        let kinds = others.iter().filter_map(|other| match &other.value {
            Value::Plain(value, _) => Some(Argument { keyword: other.keyword.clone(), value: value.clone() }),
            _ => None,
        });
        let kinds = kinds.collect();
        self.each_bound(name, rank, array.value.clone(), kinds, span)
    }

    /// The bounds of the first dimensions of an array, as an array.
    fn each_bound(
        &mut self,
        name: &Name,
        rank: usize,
        array: Value,
        kinds: Vec<Argument>,
        span: Span,
    ) -> Outcome<Option<Value>> {
        let mut bounds = Vec::with_capacity(rank);
        for dimension in 1..=rank {
            let dimension = integer(dimension as i64, span);
            let bound = match array.clone() {
                Value::Plain(array, _) => Some(reference(&name.text, vec![array, dimension], span)),
                Value::Record(record) => {
                    let [array, dimension] =
                        [Value::Record(record.clone()), Value::Plain(dimension, Shaped::default())];
                    let actuals = [array, dimension].map(|value| Actual { keyword: None, value });
                    match self.inquiry(name, record, &actuals, span)? {
                        Some(Value::Plain(bound, _)) => Some(bound),
                        _ => None,
                    }
                }
                _ => None,
            };
            let Some(mut bound) = bound else { return Ok(None) };
            if let ExprKind::Reference(_, arguments) = &mut bound.kind {
                arguments.extend(kinds.clone());
            }
            bounds.push(ConstructorItem::Value(bound));
        }
        let kind = ExprKind::Constructor(None, bounds);
        Ok(Some(Value::Plain(Expr { kind, span }, Shaped::new(Some(Ty::Integer(4)), 1))))
    }
}
