//! Where the elements of rows lie: in the caller's memory at any distances, of all rows or of some.

use crate::rows::RowSet;
use std::ops::Range;

/// The most lanes of a gang.
pub(super) const MOST_LANES: usize = 64;

/// Bytes from the base of a column to each lane's row.
pub(super) type LaneOffsets = [isize; MOST_LANES];

/// Which rows the lanes of a gang, or of more, have, counted from the first of the run's set.
#[derive(Clone, Copy)]
pub(super) enum LaneRows<'a> {
    /// As many as the second number, from the first one on.
    From(usize, usize),
    /// These, counted from the first number.
    Listed(usize, &'a [u32]),
}

impl<'a> LaneRows<'a> {
    /// How many lanes have a row.
    pub fn count(self) -> usize {
        match self {
            LaneRows::From(_, lanes) => lanes,
            LaneRows::Listed(_, rows) => rows.len(),
        }
    }

    /// One lane of them.
    pub fn lane(self, lane: usize) -> LaneRows<'static> {
        LaneRows::From(self.row(lane), 1)
    }

    /// Some of them, by their numbers.
    pub fn part(self, lanes: Range<usize>) -> LaneRows<'a> {
        match self {
            LaneRows::From(first, _) => LaneRows::From(first + lanes.start, lanes.len()),
            LaneRows::Listed(first, rows) => LaneRows::Listed(first, &rows[lanes]),
        }
    }

    /// Where one is in columns: by its row, or in a stretch by its number.
    pub fn place(self, lane: usize) -> usize {
        match self {
            LaneRows::From(first, _) => first + lane,
            LaneRows::Listed(..) => lane,
        }
    }

    /// The row of a lane.
    pub fn row(self, lane: usize) -> usize {
        match self {
            LaneRows::From(first, _) => first + lane,
            LaneRows::Listed(first, rows) => first + rows[lane] as usize,
        }
    }
}

/// The rows of the lanes of a gang, and where they are.
pub(super) struct GangRows<'a> {
    set: &'a RowSet<'a>,
    rows: LaneRows<'a>,
    /// Where they are in columns with a stride of that number of bytes, which most share.
    stride: Option<isize>,
    offsets: LaneOffsets,
}

impl<'a> GangRows<'a> {
    /// These rows of a set, at most as many as a gang may have lanes.
    pub fn new(set: &'a RowSet<'a>, rows: LaneRows<'a>) -> GangRows<'a> {
        GangRows { set, rows, stride: None, offsets: [0; MOST_LANES] }
    }

    /// How many lanes have a row.
    pub fn count(&self) -> usize {
        self.rows.count()
    }

    /// Bytes from the base of a column to each lane's row.
    pub fn offsets(&mut self, places: &Places<'_>) -> &LaneOffsets {
        match places.rows {
            RowPlaces::Apart(stride) if self.stride == Some(stride) => {}
            RowPlaces::Apart(stride) => {
                self.stride = Some(stride);
                match (self.set.listed, self.rows) {
                    (None, LaneRows::From(first, lanes)) => {
                        let mut next = first as isize * stride;
                        for offset in &mut self.offsets[..lanes] {
                            *offset = next;
                            next = next.wrapping_add(stride);
                        }
                    }
                    (None, LaneRows::Listed(first, rows)) => {
                        let offsets = self.offsets.iter_mut().zip(rows);
                        // Without a multiplication the processor computes several at once.
                        match usize::try_from(stride).is_ok_and(usize::is_power_of_two) {
                            true => {
                                let shift = stride.trailing_zeros();
                                offsets.for_each(|(offset, row)| *offset = ((first + *row as usize) as isize) << shift);
                            }
                            false => {
                                offsets.for_each(|(offset, row)| *offset = (first + *row as usize) as isize * stride);
                            }
                        }
                    }
                    _ => (0..self.count()).for_each(|lane| self.offsets[lane] = self.row(lane) as isize * stride),
                }
            }
            RowPlaces::Grid(strides) => {
                self.stride = None;
                self.find_in_grid(strides);
            }
        }
        &self.offsets
    }

    /// The row of a lane by its number in the grid; where the set does not list rows, from its first one on, as the
    /// base is that of the first then.
    fn row(&self, lane: usize) -> usize {
        let row = self.rows.row(lane);
        self.set.listed.map_or(row, |listed| listed[row])
    }

    fn find_in_grid(&mut self, strides: &[isize]) {
        let extents = self.set.extents;
        let first = if self.set.listed.is_none() { self.set.first } else { 0 };
        if let (None, LaneRows::From(row, lanes)) = (self.set.listed, self.rows) {
            let mut at = GridPlace::of(first + row, extents, strides);
            for offset in &mut self.offsets[..lanes] {
                *offset = at.offset;
                at.advance(extents, strides);
            }
            return;
        }
        for lane in 0..self.count() {
            self.offsets[lane] = GridPlace::of(first + self.row(lane), extents, strides).offset;
        }
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows are where the stride says, whatever it is: nowhere but at the base, too, as all rows of a broadcast array
    /// are, or backward.
    #[test]
    fn rows_are_a_stride_apart() {
        let (extents, listed) = ([100], [7, 3, 99, 0]);
        for stride in [0, 1, 4, 8, 24, 64, -8, -5, isize::MIN / 128] {
            let places = Places { rows: RowPlaces::Apart(stride), ..Places::in_order(1, 8) };
            let offsets =
                |set: RowSet<'_>, rows: LaneRows<'_>| GangRows::new(&set, rows).offsets(&places)[..4].to_vec();
            let expected = |rows: [isize; 4]| rows.map(|row| row * stride).to_vec();
            let all = || RowSet::from_first(&extents, 0);
            assert_eq!(offsets(all(), LaneRows::From(5, 4)), expected([5, 6, 7, 8]), "{stride}");
            assert_eq!(offsets(all(), LaneRows::Listed(10, &[3, 1, 80, 0])), expected([13, 11, 90, 10]), "{stride}");
            assert_eq!(offsets(RowSet::listed(&extents, &listed), LaneRows::From(0, 4)), expected([7, 3, 99, 0]));
            assert_eq!(
                offsets(RowSet::listed(&extents, &listed), LaneRows::Listed(0, &[2, 3, 0, 1])),
                expected([99, 0, 7, 3])
            );
        }
    }
}
