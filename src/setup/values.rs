//! Values of a setup as the elements of a variable.

use super::error::SetupError;
use super::step::{Setup, SetupValue};
use crate::number::{parse_integer, parse_logical, parse_real4, parse_real8};
use crate::texts::Texts;
use forlane_cfg::{Constant, IntegerKind, RealKind, Type};

impl Setup {
    /// The elements of a value as those of a variable of that type, and its shape where it has several dimensions.
    /// A single one that is not a list is the value of a scalar: then the shape is empty.
    pub(super) fn elements(&self, value: &SetupValue, ty: Type) -> Result<(Vec<Constant>, Vec<u64>), SetupError> {
        let texts = |texts: &[String]| texts.iter().map(|text| of_text(text, ty)).collect::<Result<Vec<_>, _>>();
        match value {
            SetupValue::Named(name) => {
                match self.values.get(&name.to_ascii_lowercase()).or_else(|| self.values.get(name)) {
                    Some(value) => self.elements(value, ty),
                    None if name.starts_with('@') => Err(SetupError::new(format!("{name} was not read"))),
                    None => Ok((texts(std::slice::from_ref(name))?, Vec::new())),
                }
            }
            SetupValue::List(list) => Ok((texts(list)?, vec![list.len() as u64])),
            SetupValue::Character(text) => Err(SetupError::new(format!("'{text}' is not {ty}"))),
            SetupValue::Array { shape, elements } => {
                Ok((elements.iter().map(|element| converted(element, ty)).collect::<Result<_, _>>()?, shape.clone()))
            }
        }
    }

    /// The elements of a value as those of a COMPLEX variable of that kind, both parts of each, and its shape.
    pub(super) fn complex(&self, value: &SetupValue, kind: RealKind) -> Result<(Vec<Constant>, Vec<u64>), SetupError> {
        let pair = |text: &String| complex_of_text(text, kind);
        let both = |pairs: Vec<[Constant; 2]>| pairs.into_iter().flatten().collect();
        match value {
            SetupValue::Named(name) => {
                match self.values.get(&name.to_ascii_lowercase()).or_else(|| self.values.get(name)) {
                    Some(value) => self.complex(value, kind),
                    None if name.starts_with('@') => Err(SetupError::new(format!("{name} was not read"))),
                    None => Ok((both(vec![pair(name)?]), Vec::new())),
                }
            }
            SetupValue::List(list) => {
                let pairs = list.iter().map(pair).collect::<Result<Vec<_>, _>>()?;
                Ok((both(pairs), vec![list.len() as u64]))
            }
            SetupValue::Character(_) | SetupValue::Array { .. } => {
                Err(SetupError::new("it is COMPLEX, which takes (1, 2) or a list of such".to_owned()))
            }
        }
    }

    /// The texts that are given for a CHARACTER, one after the other, all of that length or as long as the longest, and
    /// how many there are if they are a list.
    pub(super) fn texts(
        &self,
        value: &SetupValue,
        length: Option<usize>,
    ) -> Result<(Texts, Option<usize>), SetupError> {
        let (texts, is_list) = match value {
            SetupValue::Character(text) => (std::slice::from_ref(text), false),
            SetupValue::Named(name) => match self.values.get(&name.to_ascii_lowercase()) {
                Some(value) => return self.texts(value, length),
                None => (std::slice::from_ref(name), false),
            },
            SetupValue::List(texts) => (&texts[..], true),
            SetupValue::Array { .. } => return Err(SetupError::new("a text in quotes is expected".to_owned())),
        };
        let texts: Vec<&[u8]> = texts.iter().map(String::as_bytes).collect();
        let bad = |(at, message): (usize, String)| match is_list {
            true => SetupError::new(format!("element {}: {message}", at + 1)),
            false => SetupError::new(message),
        };
        let texts = Texts::of(&texts, (1, texts.len()), length).map_err(bad)?;
        Ok((texts.clone(), is_list.then_some(texts.count)))
    }
}

/// Reads a literal as a value of that type.
fn of_text(text: &str, ty: Type) -> Result<Constant, SetupError> {
    let constant = match ty {
        Type::Integer(kind) => parse_integer(text).and_then(|value| integer(value, kind)),
        Type::Real(RealKind::R4) => parse_real4(text).map(|value| Constant::Real(RealKind::R4, value.into())),
        Type::Real(RealKind::R8) => parse_real8(text).map(|value| Constant::Real(RealKind::R8, value)),
        Type::Logical => parse_logical(text).map(Constant::Logical),
        Type::Complex(_) | Type::Character => Err(format!("{ty} can't be given here")),
    };
    constant.map_err(|message| SetupError::new(format!("{message} ({ty})")))
}

/// Reads both parts of a COMPLEX literal, `(1,2)`, or a number, its real part.
fn complex_of_text(text: &str, kind: RealKind) -> Result<[Constant; 2], SetupError> {
    let parts = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).and_then(|text| text.split_once(','));
    let (re, im) = parts.unwrap_or((text, "0"));
    Ok([of_text(re.trim(), Type::Real(kind))?, of_text(im.trim(), Type::Real(kind))?])
}

fn integer(value: i64, kind: IntegerKind) -> Result<Constant, String> {
    match kind.holds(value) {
        true => Ok(Constant::Integer(kind, value)),
        false => Err(format!("{value} does not fit {}", Type::Integer(kind))),
    }
}

/// A number of a file as a value of that type, where that loses nothing but digits of a REAL.
fn converted(value: &Constant, ty: Type) -> Result<Constant, SetupError> {
    let refused = || SetupError::new(format!("{} is not {ty}", shown(value)));
    match (ty, value) {
        (Type::Integer(kind), Constant::Integer(_, value)) => integer(*value, kind).map_err(SetupError::new),
        (Type::Integer(kind), Constant::Real(_, value)) => {
            let value = crate::number::integer_of_real(*value).map_err(SetupError::new)?;
            integer(value, kind).map_err(SetupError::new)
        }
        (Type::Real(RealKind::R8), Constant::Real(_, value)) => Ok(Constant::Real(RealKind::R8, *value)),
        (Type::Real(RealKind::R4), Constant::Real(_, value)) => {
            Ok(Constant::Real(RealKind::R4, f64::from(*value as f32)))
        }
        (Type::Real(kind), Constant::Integer(_, value)) => {
            let real = if kind == RealKind::R4 { f64::from(*value as f32) } else { *value as f64 };
            Ok(Constant::Real(kind, real))
        }
        (Type::Logical, Constant::Logical(value)) => Ok(Constant::Logical(*value)),
        (Type::Logical, Constant::Integer(_, value @ (0 | 1))) => Ok(Constant::Logical(*value == 1)),
        _ => Err(refused()),
    }
}

fn shown(value: &Constant) -> String {
    match value {
        Constant::Integer(_, value) => value.to_string(),
        Constant::Real(_, value) => format!("{value:?}"),
        Constant::Logical(value) => value.to_string(),
        Constant::Complex(..) | Constant::Character(_) => "the value".to_owned(),
    }
}
