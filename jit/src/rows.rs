//! The rows of a run, and where they lie in the caller's memory.

use crate::values::{OwnedValues, Scalar};
use forlane_cfg::{IntegerKind, RealKind, Type};
use std::marker::PhantomData;

/// The rows that a run works on, in this order.
#[derive(Clone, Copy, Debug)]
pub struct RowSet<'a> {
    /// The extents of the grid that the rows are numbered in, the last index fastest.
    pub(crate) extents: &'a [usize],
    /// How many rows the grid has.
    pub(crate) grid: usize,
    /// The first row, unless rows are listed.
    pub(crate) first: usize,
    pub(crate) listed: Option<&'a [usize]>,
}

impl<'a> RowSet<'a> {
    /// The rows of a grid with these extents from `first` on; as many as the run has statuses.
    pub fn from_first(extents: &'a [usize], first: usize) -> RowSet<'a> {
        RowSet { extents, grid: rows_of(extents), first, listed: None }
    }

    /// These rows of a grid.
    pub fn listed(extents: &'a [usize], rows: &'a [usize]) -> RowSet<'a> {
        RowSet { extents, grid: rows_of(extents), first: 0, listed: Some(rows) }
    }

    /// Whether a run of `count` rows stays in the grid.
    pub(crate) fn holds(&self, count: usize) -> bool {
        match self.listed {
            Some(rows) => rows.len() == count && rows.iter().all(|row| *row < self.grid),
            None => self.first.checked_add(count).is_some_and(|end| end <= self.grid),
        }
    }
}

/// The rows of a grid; none of one that has more than can be numbered.
fn rows_of(extents: &[usize]) -> usize {
    extents.iter().try_fold(1_usize, |rows, extent| rows.checked_mul(*extent)).unwrap_or(0)
}

/// Elements in the caller's memory at any distances, of a scalar or of an array for each row.
#[derive(Clone, Copy, Debug)]
pub struct Strided<'a> {
    pub(crate) ty: Type,
    /// Bytes of an element: those of the type, or 1 for a LOGICAL.
    pub(crate) width: usize,
    pub(crate) base: *mut u8,
    pub(crate) strides: &'a [isize],
    pub(crate) offsets: &'a [isize],
    memory: PhantomData<&'a mut [u8]>,
}

// SAFETY: the memory may be accessed by the thread that has this, as `Strided::new` says.
unsafe impl Send for Strided<'_> {}
// SAFETY: as above.
unsafe impl Sync for Strided<'_> {}

impl<'a> Strided<'a> {
    /// Elements of that type from `base` on. Those of a row are as many bytes further as the row's index in each
    /// dimension of the [`RowSet`] times its stride; element i of it, in Fortran's order, is `offsets[i]` further. A
    /// scalar has one offset. A LOGICAL is as in memory, 4 bytes, or with `is_byte` one byte, 0 or 1.
    ///
    /// # Safety
    /// As long as this lives, and for each row of the runs that it is bound in, all elements are memory that may be
    /// read, and, where it is an output, written. No other thread writes what is an input, or accesses what is an
    /// output, in these rows; rows that run at once have no element of an output in common.
    pub unsafe fn new(
        ty: Type,
        is_byte: bool,
        base: *mut u8,
        strides: &'a [isize],
        offsets: &'a [isize],
    ) -> Strided<'a> {
        let width = if is_byte && ty == Type::Logical { 1 } else { ty.size() };
        Strided { ty, width, base, strides, offsets, memory: PhantomData }
    }

    /// The elements of the first row, as all rows can share them; none for a type that kernels do not take.
    pub fn to_array(&self) -> Option<OwnedValues> {
        // SAFETY: `offsets` are those of elements, which `new` says may be read.
        let at = |offset: &isize| unsafe { self.base.offset(*offset) };
        let elements = self.offsets.iter().map(at);
        // SAFETY: each element has the bytes of the type, or one.
        unsafe {
            Some(match self.ty {
                Type::Logical if self.width == 1 => OwnedValues::I32(elements.map(|at| i32::from(*at != 0)).collect()),
                Type::Integer(IntegerKind::I1) => OwnedValues::U8(read(elements)),
                Type::Integer(IntegerKind::I4) | Type::Logical => OwnedValues::I32(read(elements)),
                Type::Integer(IntegerKind::I8) => OwnedValues::I64(read(elements)),
                Type::Real(RealKind::R4) => OwnedValues::F32(read(elements)),
                Type::Real(RealKind::R8) => OwnedValues::F64(read(elements)),
                Type::Integer(IntegerKind::I2) | Type::Complex(_) | Type::Character => return None,
            })
        }
    }

    /// The first element of the first row.
    pub fn to_scalar(&self) -> Option<Scalar> {
        let first = Strided { offsets: self.offsets.get(..1)?, ..*self };
        first.to_array()?.first()
    }
}

/// # Safety
/// There is a value at each address.
unsafe fn read<T: Copy>(elements: impl Iterator<Item = *mut u8>) -> Vec<T> {
    // SAFETY: as this function's own contract says.
    elements.map(|at| unsafe { at.cast::<T>().read_unaligned() }).collect()
}
