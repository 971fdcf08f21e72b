//! What Python's side of the package knows of a kernel's arguments.

use forlane::interface::{Argument, Extent};
use forlane::{DeclaredLength, Parameter};
use forlane_cfg::{Companion, IntegerKind, Intent, Type};
use pyo3::IntoPyObject;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// An argument: name, type as Fortran names it, NumPy's type, extents, INTENT, and what the kernel does with it.
#[derive(IntoPyObject)]
pub struct Described {
    name: String,
    type_name: String,
    dtype: String,
    extents: Vec<DescribedExtent>,
    intent: Option<&'static str>,
    is_read: bool,
    is_assigned: bool,
    may_keep: bool,
    is_result: bool,
    is_optional: bool,
}

/// A number; the number of an argument and the lower bound that is subtracted of it; or None.
#[derive(IntoPyObject)]
pub enum DescribedExtent {
    Constant(usize),
    Argument((usize, i64)),
    Any(Option<usize>),
}

impl Described {
    /// # Errors
    /// An argument that can't be given.
    pub fn new(argument: &Argument, parameters: &[Parameter]) -> PyResult<Described> {
        let refused = |what: &str| PyTypeError::new_err(format!("argument `{}`: {what}", argument.name));
        let can_be_set = |(what, _): &(Companion, usize)| {
            matches!(what, Companion::Extent(_) | Companion::LowerBound(_) | Companion::Present | Companion::Length)
        };
        if !argument.companions.iter().all(can_be_set) {
            return Err(refused("ALLOCATABLE arguments can't be given"));
        }
        let text = argument.parts.first().and_then(|part| parameters.get(*part)?.text_length());
        let (type_name, dtype) = match text {
            Some(DeclaredLength::Constant(length)) => (format!("CHARACTER({length})"), format!("S{length}")),
            Some(DeclaredLength::Assumed) => ("CHARACTER(*)".to_owned(), "S".to_owned()),
            Some(_) => return Err(refused("CHARACTER of a length that is computed can't be given")),
            None => {
                let dtype = dtype(argument.ty).ok_or_else(|| refused(&format!("{} can't be given", argument.ty)))?;
                (argument.ty.name().to_owned(), dtype.to_owned())
            }
        };
        let extent = |extent: &Extent| match extent {
            Extent::Constant(count) => DescribedExtent::Constant(*count),
            Extent::Argument { argument, lower } => DescribedExtent::Argument((*argument, *lower)),
            Extent::Any => DescribedExtent::Any(None),
        };
        Ok(Described {
            name: argument.name.clone(),
            type_name,
            dtype,
            extents: argument.extents.iter().map(extent).collect(),
            intent: argument.intent.map(|intent| match intent {
                Intent::In => "in",
                Intent::Out => "out",
                Intent::InOut => "inout",
            }),
            is_read: argument.is_read,
            is_assigned: argument.is_assigned,
            may_keep: argument.may_keep,
            is_result: argument.is_result,
            is_optional: argument.companions.iter().any(|(what, _)| *what == Companion::Present),
        })
    }
}

/// The name of NumPy's type.
fn dtype(ty: Type) -> Option<&'static str> {
    use forlane_cfg::RealKind::{R4, R8};
    Some(match ty {
        Type::Integer(IntegerKind::I4) => "int32",
        Type::Integer(IntegerKind::I8) => "int64",
        Type::Real(R4) => "float32",
        Type::Real(R8) => "float64",
        Type::Complex(R4) => "complex64",
        Type::Complex(R8) => "complex128",
        Type::Logical => "bool",
        Type::Integer(IntegerKind::I1 | IntegerKind::I2) | Type::Character => return None,
    })
}
