//! Where the elements of rows lie: in the caller's memory at any distances, of all rows or of some.

use crate::rows::RowSet;

/// The most lanes of a gang.
const MOST_LANES: usize = 64;

/// Bytes from the base of a column to each lane's row.
pub(super) type LaneOffsets = [isize; MOST_LANES];

/// Where the rows of a column are.
#[derive(Clone, Copy)]
pub(super) enum RowPlaces<'a> {
    /// The bytes from one to the next.
    Apart(isize),
    /// The bytes for each dimension of the grid.
    Grid(&'a [isize]),
}

/// Where the elements of a row are.
#[derive(Clone, Copy)]
pub(super) enum ElementPlaces<'a> {
    /// One after the other.
    InOrder,
    /// At these distances from the first.
    At(&'a [isize]),
}

/// Where the elements of all rows are, from the base of the column.
#[derive(Clone, Copy)]
pub(super) struct Places<'a> {
    pub rows: RowPlaces<'a>,
    pub elements: ElementPlaces<'a>,
    /// Bytes of an element.
    pub width: usize,
}

impl Places<'_> {
    /// Rows of `length` elements of that size, one after the other.
    pub fn in_order(length: usize, size: usize) -> Places<'static> {
        Places {
            rows: RowPlaces::Apart(length.wrapping_mul(size) as isize),
            elements: ElementPlaces::InOrder,
            width: size,
        }
    }

    /// Whether rows of `length` elements of that size are one after the other.
    pub fn are_in_order(&self, length: usize, size: usize) -> bool {
        self.width == size
            && matches!(self.elements, ElementPlaces::InOrder)
            && matches!(self.rows, RowPlaces::Apart(stride) if stride == length.wrapping_mul(size) as isize)
    }

    /// The rows of the lanes that run as number `first` and those after it of a set.
    pub fn of_lanes(&self, set: &RowSet<'_>, first: usize, lanes: usize) -> LaneOffsets {
        let mut offsets = [0; MOST_LANES];
        match (self.rows, set.listed) {
            // Wherever rows are not listed, the base is that of the first.
            (RowPlaces::Apart(stride), None) => {
                (first..).zip(&mut offsets[..lanes]).for_each(|(row, offset)| *offset = row as isize * stride);
            }
            (RowPlaces::Apart(stride), Some(rows)) => {
                let rows = rows[first..first + lanes].iter();
                rows.zip(&mut offsets).for_each(|(row, offset)| *offset = *row as isize * stride);
            }
            (RowPlaces::Grid(strides), None) => {
                let mut at = GridPlace::of(set.first + first, set.extents, strides);
                for offset in &mut offsets[..lanes] {
                    *offset = at.offset;
                    at.advance(set.extents, strides);
                }
            }
            (RowPlaces::Grid(strides), Some(rows)) => {
                let rows = rows[first..first + lanes].iter();
                rows.zip(&mut offsets)
                    .for_each(|(row, offset)| *offset = GridPlace::of(*row, set.extents, strides).offset);
            }
        }
        offsets
    }

    /// From the first element of a row to the one of that number.
    pub fn element(&self, index: usize) -> isize {
        match self.elements {
            ElementPlaces::InOrder => (index * self.width) as isize,
            ElementPlaces::At(offsets) => offsets[index],
        }
    }
}

/// The most dimensions of a grid; [`Checker`](super::check::Checker) refuses more.
pub(super) const MOST_DIMENSIONS: usize = 64;

/// A row of a grid.
struct GridPlace {
    indices: [usize; MOST_DIMENSIONS],
    offset: isize,
}

impl GridPlace {
    fn of(row: usize, extents: &[usize], strides: &[isize]) -> GridPlace {
        let (mut indices, mut offset, mut left) = ([0; MOST_DIMENSIONS], 0, row);
        for (dimension, (extent, stride)) in extents.iter().zip(strides).enumerate().rev() {
            indices[dimension] = left % extent;
            left /= extent;
            offset += indices[dimension] as isize * stride;
        }
        GridPlace { indices, offset }
    }

    /// The next row; after the last one the first.
    fn advance(&mut self, extents: &[usize], strides: &[isize]) {
        for (dimension, (extent, stride)) in extents.iter().zip(strides).enumerate().rev() {
            self.indices[dimension] += 1;
            self.offset += stride;
            if self.indices[dimension] < *extent {
                return;
            }
            self.indices[dimension] = 0;
            self.offset -= *extent as isize * stride;
        }
    }
}
