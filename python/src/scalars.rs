//! Calls with one number for each argument, which need no arrays.

use forlane::interface::Argument;
use forlane::variants::Variants;
use forlane::{ArgumentShape, CompileError, Kernel};
use forlane_cfg::{IntegerKind, RealKind, Type};
use forlane_jit::{Binding, OwnedValues, Scalar};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyFloat, PyInt, PyTuple};
use std::sync::{Arc, OnceLock};

/// How a kernel is called with numbers: all its arguments are scalars, none is COMPLEX or LOGICAL.
pub struct Scalars {
    /// For each parameter its type, whether it is given, and whether it is a result.
    parameters: Vec<(Type, bool, bool)>,
    given: usize,
    kernel: OnceLock<Arc<Kernel>>,
}

impl Scalars {
    /// None if the kernel has arguments of other kinds.
    pub fn new(arguments: &[Argument], parameters: usize) -> Option<Scalars> {
        let is_number = |one: &Argument| {
            let is_plain = one.extents.is_empty() && one.parts.len() == 1 && one.companions.is_empty();
            is_plain && matches!(one.ty, Type::Real(_) | Type::Integer(IntegerKind::I4 | IntegerKind::I8))
        };
        if arguments.len() != parameters || !arguments.iter().all(is_number) {
            return None;
        }
        let mut all = vec![(Type::Logical, false, false); parameters];
        for argument in arguments {
            *all.get_mut(*argument.parts.first()?)? = (argument.ty, argument.is_read, argument.is_assigned);
        }
        let given = all.iter().filter(|(_, is_given, _)| *is_given).count();
        Some(Scalars { parameters: all, given, kernel: OnceLock::new() })
    }

    /// The results for these numbers; none where one is something else, or the row fails.
    ///
    /// # Errors
    /// The kernel can't be compiled, or Python has no memory.
    pub fn call<'py>(
        &self,
        arguments: &Bound<'py, PyTuple>,
        variants: &Variants,
    ) -> PyResult<Option<Vec<Bound<'py, PyAny>>>> {
        let py = arguments.py();
        if arguments.len() != self.given {
            return Ok(None);
        }
        let (mut inputs, mut outputs) = (Vec::with_capacity(self.parameters.len()), Vec::new());
        let mut next = arguments.iter_borrowed();
        for (ty, is_given, is_result) in &self.parameters {
            let given = match is_given {
                false => Some(start(*ty)),
                true => next.next().and_then(|given| number(&given, *ty)),
            };
            let Some(value) = given else { return Ok(None) };
            inputs.push(OwnedValues::filled(value, 1));
            outputs.push(is_result.then(|| OwnedValues::filled(start(*ty), 1)));
        }
        let Ok(kernel) = self.kernel(variants) else { return Ok(None) };
        let mut status = [0];
        let bindings = inputs.iter().zip(&mut outputs).map(|(input, output)| Binding::Column {
            input: Some(input.values()),
            output: output.as_mut().map(OwnedValues::values_mut),
        });
        let mut bindings: Vec<Binding<'_>> = bindings.collect();
        let ran = py.detach(|| kernel.compiled().run(&mut bindings, &mut status));
        drop(bindings);
        if ran.is_err() || status != [0] {
            return Ok(None);
        }
        let results = outputs.iter().flatten().filter_map(OwnedValues::first);
        results.map(|value| numpy_scalar(py, value)).collect::<PyResult<Vec<_>>>().map(Some)
    }

    fn kernel(&self, variants: &Variants) -> Result<&Arc<Kernel>, CompileError> {
        if let Some(kernel) = self.kernel.get() {
            return Ok(kernel);
        }
        let dummies = variants.source().parameters.iter().filter(|parameter| !parameter.is_result).count();
        let kernel = variants.get(&vec![ArgumentShape::Column; dummies])?;
        Ok(self.kernel.get_or_init(|| kernel))
    }
}

/// What an argument that is not given starts with.
fn start(ty: Type) -> Scalar {
    match ty {
        Type::Real(RealKind::R8) => Scalar::F64(f64::NAN),
        Type::Real(RealKind::R4) => Scalar::F32(f32::NAN),
        Type::Integer(IntegerKind::I8) => Scalar::I64(0),
        _ => Scalar::I32(0),
    }
}

/// The value of a Python number that the type takes without a question.
fn number(given: &Bound<'_, PyAny>, ty: Type) -> Option<Scalar> {
    let is_integer = given.is_exact_instance_of::<PyInt>() && !given.is_instance_of::<PyBool>();
    match ty {
        Type::Real(kind) if is_integer || given.is_instance_of::<PyFloat>() => {
            let value: f64 = given.extract().ok()?;
            Some(match kind {
                RealKind::R8 => Scalar::F64(value),
                RealKind::R4 => Scalar::F32(value as f32),
            })
        }
        Type::Integer(IntegerKind::I8) if is_integer => given.extract().ok().map(Scalar::I64),
        Type::Integer(IntegerKind::I4) if is_integer => given.extract().ok().map(Scalar::I32),
        _ => None,
    }
}

/// The value as NumPy's type of scalars.
fn numpy_scalar(py: Python<'_>, value: Scalar) -> PyResult<Bound<'_, PyAny>> {
    static TYPES: PyOnceLock<[Py<PyAny>; 4]> = PyOnceLock::new();
    let [int32, int64, float32, float64] = TYPES.get_or_try_init(py, || {
        let numpy = py.import("numpy")?;
        let of = |name: &str| numpy.getattr(name).map(Bound::unbind);
        Ok::<_, PyErr>([of("int32")?, of("int64")?, of("float32")?, of("float64")?])
    })?;
    match value {
        Scalar::I32(value) => int32.bind(py).call1((value,)),
        Scalar::I64(value) => int64.bind(py).call1((value,)),
        Scalar::F32(value) => float32.bind(py).call1((value,)),
        Scalar::F64(value) => float64.bind(py).call1((value,)),
    }
}
