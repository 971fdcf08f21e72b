//! Arrays of NumPy, by the buffer protocol, as memory that rows are in.

use crate::grid::element_offsets;
use forlane::interface::Argument;
use forlane_cfg::{IntegerKind, RealKind, Type};
use forlane_jit::{Parameter, Strided};
use pyo3::buffer::PyUntypedBuffer;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// The most elements of an array in which some are the same memory.
const MOST_REPEATED: usize = 1 << 24;

/// An array: the dimensions of the call's rows, then those of the argument. The buffer keeps its memory.
pub struct Memory {
    buffer: PyUntypedBuffer,
    /// Bytes from one to the next in each dimension of the rows.
    pub strides: Vec<isize>,
    /// For each part of the argument, the distances of its elements in a row.
    offsets: Vec<Vec<isize>>,
    /// The extents of the argument; of CHARACTER the bytes of a text come first.
    pub extents: Vec<usize>,
}

impl Memory {
    /// The array of an argument, with rows of that shape.
    ///
    /// # Errors
    /// Another type or shape than that; an array that can't be written, if it is for results.
    pub fn new(array: &Bound<'_, PyAny>, argument: &Argument, rows: &[usize], is_output: bool) -> PyResult<Memory> {
        let buffer = PyUntypedBuffer::get(array)?;
        let refused = |what: &str| PyTypeError::new_err(format!("argument `{}`: {what}", argument.name));
        // What is not aligned has a mark before the format.
        let format = match buffer.format().to_bytes() {
            [b'=' | b'@', format @ ..] => format,
            format => format,
        };
        let is_text = argument.ty == Type::Character && format.ends_with(b"s");
        let is_of_type = formats(argument.ty).contains(&format) && buffer.item_size() == item_size(argument.ty);
        if !is_text && !is_of_type {
            return Err(refused(&format!("elements of format {}", String::from_utf8_lossy(format))));
        }
        if is_output && buffer.readonly() {
            return Err(refused("the array for its results is read-only"));
        }
        let (shape, strides) = (buffer.shape(), buffer.strides());
        if shape.len() != rows.len() + argument.extents.len() || shape[..rows.len()] != *rows {
            return Err(refused("an array of another shape"));
        }
        let (mut extents, mut steps) = (shape[rows.len()..].to_vec(), strides[rows.len()..].to_vec());
        if is_text {
            // A text is an array of bytes.
            extents.insert(0, buffer.item_size());
            steps.insert(0, 1);
        }
        let count = extents.iter().try_fold(1_usize, |count, extent| count.checked_mul(*extent));
        // A broadcast array has more elements than memory, and each of them a place.
        let is_repeated = extents.iter().zip(&steps).any(|(extent, step)| *step == 0 && *extent > 1);
        if count.is_none_or(|count| count > if is_repeated { MOST_REPEATED } else { isize::MAX as usize / 16 }) {
            return Err(refused("too many elements"));
        }
        let strides = strides[..rows.len()].to_vec();
        let offsets = part_offsets(argument, element_offsets(&extents, &steps));
        Ok(Memory { buffer, strides, offsets, extents })
    }

    /// The array of the lengths of an argument's texts, with rows of that shape.
    ///
    /// # Errors
    /// As [`Memory::new`].
    pub fn of_lengths(array: &Bound<'_, PyAny>, argument: &Argument, rows: &[usize]) -> PyResult<Memory> {
        let ty = Type::Integer(IntegerKind::I4);
        Memory::new(array, &Argument { ty, extents: Vec::new(), length: None, ..argument.clone() }, rows, false)
    }

    /// Elements of a row of a part of the argument.
    pub fn length(&self, part: usize) -> usize {
        self.offsets[part].len()
    }

    /// Whether all rows have the same elements.
    pub fn is_common(&self) -> bool {
        self.strides.iter().all(|stride| *stride == 0)
    }

    /// The elements of a part of the argument.
    #[allow(unsafe_code, reason = "the buffer protocol gives addresses")]
    pub fn part(&self, part: usize, parameter: &Parameter) -> Strided<'_> {
        let is_byte = parameter.ty == Type::Logical;
        let base = self.buffer.buf_ptr().cast();
        // SAFETY: the buffer says that its elements are at its strides within its shape; `new` has compared their
        // format with the argument, and its shape with the rows, which `Call` does not exceed. It keeps the memory as
        // long as this lives. That nobody else accesses it is what NumPy's own functions require, too; the package
        // gives new arrays, or copies, for results that have elements in common with another argument.
        unsafe { Strided::new(parameter.ty, is_byte, base, &self.strides, &self.offsets[part]) }
    }
}

/// For each parameter that stands for the argument, the distances of its elements: COMPLEX has two parts, next to each
/// other.
fn part_offsets(argument: &Argument, offsets: Vec<isize>) -> Vec<Vec<isize>> {
    let Type::Complex(kind) = argument.ty else { return vec![offsets] };
    let size = Type::Real(kind).size() as isize;
    match argument.parts.len() {
        1 => vec![offsets.iter().flat_map(|offset| [*offset, offset + size]).collect()],
        _ => {
            let imaginary = offsets.iter().map(|offset| offset + size).collect();
            vec![offsets, imaginary]
        }
    }
}

/// The formats of elements, as the module `struct` writes them, that are those of the type.
fn formats(ty: Type) -> &'static [&'static [u8]] {
    match ty {
        Type::Real(RealKind::R8) => &[b"d"],
        Type::Real(RealKind::R4) => &[b"f"],
        Type::Integer(IntegerKind::I4) => &[b"i", b"l"],
        Type::Integer(IntegerKind::I8) => &[b"l", b"q"],
        Type::Logical => &[b"?"],
        Type::Complex(RealKind::R8) => &[b"Zd"],
        Type::Complex(RealKind::R4) => &[b"Zf"],
        Type::Integer(IntegerKind::I1 | IntegerKind::I2) | Type::Character => &[],
    }
}

fn item_size(ty: Type) -> usize {
    if ty == Type::Logical { 1 } else { ty.size() }
}
