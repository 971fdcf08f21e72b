//! What a call was given for an argument, and what it makes of that for the compiled kernel.

use super::CallError;
use super::call::Call;
use crate::texts::Texts;
use forlane_cfg::Companion;
use forlane_jit::{ArgumentShape, Binding, DeclaredLength, OwnedValues, Parameter, Role, Scalar, Values, ValuesMut};
use std::borrow::Cow;
use std::collections::HashMap;

/// What was given for an argument.
#[derive(Debug, Default)]
pub(super) struct BoundArgument<'a> {
    pub input: Option<Values<'a>>,
    pub output: Option<ValuesMut<'a>>,
    pub value: Option<Scalar>,
    pub shared: bool,
    pub length: Option<usize>,
    pub texts: Option<&'a [&'a str]>,
    /// For all rows.
    pub common: Option<Cow<'a, [&'a str]>>,
    /// How many texts each row has, if it is an array of them.
    pub count: Option<usize>,
}

impl<'a> BoundArgument<'a> {
    /// The texts that rows start with; none if nothing is given.
    fn texts_of(
        &self,
        parameter: &Parameter,
        declared: &DeclaredLength,
        rows: usize,
    ) -> Result<Option<Texts>, CallError> {
        let length = match declared {
            DeclaredLength::Constant(length) => Some(*length),
            _ => self.length,
        };
        let count = self.count.unwrap_or(1);
        let texts: &mut dyn Iterator<Item = &str> = match (self.texts, &self.common, &self.output) {
            (Some(texts), ..) => &mut texts.iter().copied(),
            (None, Some(texts), _) => &mut texts.iter().copied().cycle().take(rows * texts.len()),
            (None, None, Some(_)) => &mut std::iter::repeat_n("", rows * count),
            (None, None, None) => return Ok(None),
        };
        let texts: Vec<&[u8]> = texts.map(str::as_bytes).collect();
        if texts.len() != rows * count {
            let (name, found) = (parameter.name.clone(), texts.len());
            return Err(CallError::TextCount { name, found, count, rows });
        }
        let bad = |(at, message)| CallError::Text { name: parameter.name.clone(), row: at / count.max(1), message };
        Texts::of(&texts, (rows, count), length).map(Some).map_err(bad)
    }

    pub fn into_binding(self) -> Binding<'a> {
        match (self.value, self.input, self.length) {
            (Some(value), ..) => Binding::Uniform { value, output: self.output },
            (None, Some(values), _) if self.shared => Binding::Shared(values),
            (None, input, Some(length)) => Binding::Rows { length, input, output: self.output },
            (None, input, None) => Binding::Column { input, output: self.output },
        }
    }
}

/// What a call makes of what it was given.
pub(super) enum Filled {
    Column(OwnedValues),
    /// Texts of n bytes.
    Rows(usize, Vec<u8>),
    Shared(Vec<u8>),
    Value(Scalar),
}

impl Call<'_> {
    /// What is made for the call: a column of a value for all rows, texts and their lengths.
    pub(super) fn filled(&self, rows: usize) -> Result<Vec<Option<Filled>>, CallError> {
        let is_column = |at: usize| self.shapes.get(at) == Some(&ArgumentShape::Column);
        let mut filled: Vec<Option<Filled>> = Vec::new();
        let mut lengths: HashMap<&str, Vec<i32>> = HashMap::new();
        for (at, (given, parameter)) in self.arguments.iter().zip(self.kernel.parameters()).enumerate() {
            let shape = self.shapes.get(at);
            filled.push(match (parameter.text_length(), &parameter.role) {
                (Some(declared), _) => {
                    let Some(texts) = given.texts_of(parameter, declared, rows)? else {
                        filled.push(None);
                        continue;
                    };
                    lengths.insert(&parameter.name, texts.lengths);
                    Some(match shape {
                        Some(ArgumentShape::SharedArray) => {
                            Filled::Shared(texts.bytes.get(..texts.width).unwrap_or_default().to_vec())
                        }
                        _ => Filled::Rows(texts.width, texts.bytes),
                    })
                }
                (None, Role::Companion { what: Companion::Length, of }) if given.value.is_none() => {
                    let of_text = lengths.remove(of.as_str()).unwrap_or_else(|| vec![0; rows]);
                    match shape {
                        Some(ArgumentShape::Uniform) => {
                            let first = of_text.first().copied().unwrap_or(0);
                            if let Some(row) = of_text.iter().position(|length| *length != first) {
                                let message = "it has another length than the first one".to_owned();
                                return Err(CallError::Text { name: of.clone(), row, message });
                            }
                            Some(Filled::Value(Scalar::I32(first)))
                        }
                        _ => Some(Filled::Column(OwnedValues::I32(of_text))),
                    }
                }
                _ => {
                    let value = given.value.filter(|_| is_column(at));
                    value.map(|value| Filled::Column(OwnedValues::filled(value, rows)))
                }
            });
        }
        Ok(filled)
    }
}
