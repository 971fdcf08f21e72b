//! DATA for objects of derived type.

use super::constructors::no_derived_value;
use super::names::{Meaning, Names, Variable};
use super::paths::Value;
use super::rewriter::{Outcome, Problem, Rewriter};
use crate::tree::*;
use std::rc::Rc;

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
        for DataSet { objects, values } in sets {
            let mut to = Vec::new();
            for object in objects {
                match object {
                    DataObject::Variable(variable) => match self.value(variable)? {
                        Value::Plain(variable, _) => to.push(DataObject::Variable(variable)),
                        Value::Record(record) => {
                            if record.rank > 0 || record.ty.leaves().iter().any(|leaf| leaf.rank() > 0) {
                                return Err(Problem::Refused("DATA for an object with arrays", record.span));
                            }
                            to.extend(record.leaves().into_iter().map(DataObject::Variable));
                        }
                        other => return Err(no_derived_value(other.span())),
                    },
                    DataObject::ImpliedDo(mut implied) => {
                        self.data_objects(&mut implied.objects)?;
                        implied.count = self.count_of(implied.count.clone())?;
                        to.push(DataObject::ImpliedDo(implied));
                    }
                }
            }
            let mut from = Vec::new();
            for DataValue { repeat, value } in values {
                match self.value(value)? {
                    Value::Plain(value, _) => from.push(DataValue { repeat, value }),
                    Value::Record(record) => {
                        if repeat.is_some() {
                            return Err(Problem::Refused("a repeated value of derived type in DATA", record.span));
                        }
                        from.extend(record.leaves().into_iter().map(|value| DataValue { repeat: None, value }));
                    }
                    other => return Err(no_derived_value(other.span())),
                }
            }
            done.push(DataSet { objects: to, values: from });
        }
        Ok(vec![StatementKind::Data(done)])
    }

    fn data_objects(&mut self, objects: &mut [DataObject]) -> Outcome<()> {
        for object in objects {
            match object {
                DataObject::Variable(variable) => match self.value(variable.clone())? {
                    Value::Plain(plain, _) => *variable = plain,
                    other => return Err(no_derived_value(other.span())),
                },
                DataObject::ImpliedDo(implied) => self.data_objects(&mut implied.objects)?,
            }
        }
        Ok(())
    }
}
