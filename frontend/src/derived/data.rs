//! DATA for objects of derived type.

use super::constructors::no_derived_value;
use super::names::{Meaning, Names, Variable};
use super::paths::{Record, RecordKind, Value};
use super::procedure_pointers::is_null;
use super::rewriter::{Outcome, Problem, Rewriter};
use super::terms::{integer, intrinsic, name_expr, reference};
use super::types::Leaf;
use super::typing::integer_value;
use crate::tree::*;
use std::rc::Rc;

/// How often a value with several variables is written down.
const MOST_REPEATED: i64 = 1 << 16;

impl Rewriter<'_> {
    /// DATA. What is in the stores has its values in a variable that is not, from which they are copied.
    pub fn data(&mut self, kind: StatementKind) -> Outcome<Vec<StatementKind>> {
        let outside = self.names.others.iter().filter_map(|(name, meaning)| match meaning {
            Meaning::Variable(variable) if variable.is_doubled => {
                Some((name.clone(), Meaning::Variable(Variable { pointer: None, placed: None, ..variable.clone() })))
            }
            _ => None,
        });
        let others = outside.collect();
        let names = Names { others, ..Names::within(Rc::clone(&self.names)) };
        let outer = std::mem::replace(&mut self.names, Rc::new(names));
        let done = self.data_sets(kind);
        self.names = outer;
        done
    }

    fn data_sets(&mut self, kind: StatementKind) -> Outcome<Vec<StatementKind>> {
        let StatementKind::Data(sets) = kind else { return Ok(vec![kind]) };
        let mut done = Vec::with_capacity(sets.len());
        for set in sets {
            let DataSet { objects, values } = self.without_pointers(set)?;
            if objects.is_empty() {
                continue;
            }
            let (objects, mut from) = (self.data_objects(objects)?, Vec::new());
            for DataValue { repeat, value } in values {
                match self.value(value)? {
                    Value::Plain(value, _) => from.push(DataValue { repeat, value }),
                    Value::Record(record) => {
                        let span = record.span;
                        let leaves = record.leaves();
                        if let ([value], Some(_)) = (&leaves[..], &repeat) {
                            from.push(DataValue { repeat, value: value.clone() });
                            continue;
                        }
                        let count = repeat.map_or(Some(1), |count| integer_value(&self.names, &count));
                        let count = count.filter(|count| *count <= MOST_REPEATED).ok_or(Problem::Refused(
                            "a value of derived type that is repeated so often in DATA, or not by a constant",
                            span,
                        ))?;
                        let values = leaves.into_iter().map(|value| DataValue { repeat: None, value });
                        let values: Vec<DataValue> = values.collect();
                        (0..count).for_each(|_| from.extend(values.iter().cloned()));
                    }
                    other => return Err(no_derived_value(other.span())),
                }
            }
            done.push(DataSet { objects, values: from });
        }
        Ok(if done.is_empty() { Vec::new() } else { vec![StatementKind::Data(done)] })
    }

    /// The set without pointers that get NULL(): they have it from the beginning.
    fn without_pointers(&mut self, set: DataSet) -> Outcome<DataSet> {
        if set.objects.len() != set.values.len() || !set.values.iter().any(|value| is_null(&value.value)) {
            return Ok(set);
        }
        let mut left = DataSet { objects: Vec::new(), values: Vec::new() };
        for (object, value) in set.objects.into_iter().zip(set.values) {
            let is_pointer = match &object {
                DataObject::Variable(variable) => matches!(
                    self.raw(variable.clone())?,
                    Value::Record(Record { ty, .. }) if ty.pointee.as_ref().is_some_and(|pointee| !pointee.is_owned)
                ),
                DataObject::ImpliedDo(_) => false,
            };
            if !(is_pointer && is_null(&value.value) && value.repeat.is_none()) {
                left.objects.push(object);
                left.values.push(value);
            }
        }
        Ok(left)
    }

    fn data_objects(&mut self, objects: Vec<DataObject>) -> Outcome<Vec<DataObject>> {
        let mut done = Vec::new();
        for object in objects {
            match object {
                DataObject::Variable(variable) => match self.value(variable)? {
                    Value::Plain(variable, _) => done.push(DataObject::Variable(variable)),
                    Value::Record(record) => done.extend(self.data_object(record)?),
                    other => return Err(no_derived_value(other.span())),
                },
                DataObject::ImpliedDo(mut implied) => {
                    implied.objects = self.data_objects(implied.objects)?;
                    implied.count = self.count_of(implied.count.clone())?;
                    done.push(DataObject::ImpliedDo(implied));
                }
            }
        }
        Ok(done)
    }

    /// An object, or an array of them: the variables of one element after the other.
    fn data_object(&mut self, record: Record) -> Outcome<Vec<DataObject>> {
        let span = record.span;
        let RecordKind::Object(path) = record.kind else { return Err(no_derived_value(span)) };
        let leaves = record.ty.leaves();
        if leaves.iter().any(|leaf| leaf.rank() > 0) || record.rank > 0 && !path.is_whole() {
            return Err(Problem::Refused("DATA for an object with arrays", span));
        }
        let indices: Vec<Name> = (0..record.rank).map(|_| self.integer("element", span)).collect();
        let subscripts = || indices.iter().map(name_expr).collect::<Vec<Expr>>();
        let element = |leaf: &Leaf| match path.leaf(leaf) {
            Expr { kind: ExprKind::Name(name), .. } if record.rank > 0 => reference(&name, subscripts(), span),
            scalar => scalar,
        };
        let mut objects: Vec<DataObject> = leaves.iter().map(|leaf| DataObject::Variable(element(leaf))).collect();
        let whole = leaves.first().map(|leaf| path.leaf(leaf));
        for (variable, at) in indices.into_iter().zip(1..) {
            let bound = |of| intrinsic(of, whole.iter().cloned().chain([integer(at, span)]).collect(), span);
            let count = DoCount { variable, first: bound("lbound"), last: bound("ubound"), step: None };
            objects = vec![DataObject::ImpliedDo(Box::new(ImpliedDo { objects, count, span }))];
        }
        Ok(objects)
    }
}
