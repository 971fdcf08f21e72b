//! Copies elements of rows into a gang's buffer and back.

use super::ordering::RowsInOrder;
use super::places::{ElementPlaces, LaneOffsets, Places};
use std::ptr;

/// The arrays of `length` elements of the first `lanes` lanes of a gang, in the caller's memory and in a buffer.
pub(super) struct Copy<'p> {
    pub places: &'p Places<'p>,
    /// From the base of the caller's memory to each lane's row.
    pub rows: &'p LaneOffsets,
    pub length: usize,
    pub lanes: usize,
    /// Elements of the buffer from one of a lane to the next one.
    pub element_step: usize,
    /// Elements of the buffer from one lane to the next.
    pub lane_step: usize,
}

impl Copy<'_> {
    /// Brings elements of `size` bytes to the buffer.
    ///
    /// # Safety
    /// The caller's memory has elements of `places.width` bytes at the places of these lanes, the buffer has room for
    /// theirs; they do not overlap.
    pub(super) unsafe fn bring_in(&self, from: *const u8, buffer: *mut u8, size: usize) {
        // SAFETY: as this function's own contract says.
        unsafe {
            match (self.places.width, size) {
                (1, 1) => self.each(|offset, at| *buffer.add(at) = *from.offset(offset)),
                (1, _) => self.each(|offset, at| {
                    *buffer.cast::<u32>().add(at) = u32::from(*from.offset(offset) != 0);
                }),
                (4, _) => self.each(|offset, at| {
                    *buffer.cast::<u32>().add(at) = from.offset(offset).cast::<u32>().read_unaligned();
                }),
                _ => self.each(|offset, at| {
                    *buffer.cast::<u64>().add(at) = from.offset(offset).cast::<u64>().read_unaligned();
                }),
            }
        }
    }

    /// Brings elements of `size` bytes back.
    ///
    /// # Safety
    /// As [`Copy::bring_in`], the other way.
    pub(super) unsafe fn bring_out(&self, buffer: *const u8, to: *mut u8, size: usize) {
        // SAFETY: as this function's own contract says.
        unsafe {
            match (self.places.width, size) {
                (1, 1) => self.each(|offset, at| *to.offset(offset) = *buffer.add(at)),
                (1, _) => self.each(|offset, at| *to.offset(offset) = u8::from(*buffer.cast::<u32>().add(at) != 0)),
                (4, _) => self.each(|offset, at| {
                    to.offset(offset).cast::<u32>().write_unaligned(*buffer.cast::<u32>().add(at));
                }),
                _ => self.each(|offset, at| {
                    to.offset(offset).cast::<u64>().write_unaligned(*buffer.cast::<u64>().add(at));
                }),
            }
        }
    }

    /// Calls the function with the offset of each element in the caller's memory and its number in the buffer.
    #[inline(always)]
    fn each(&self, mut copy: impl FnMut(isize, usize)) {
        let rows = &self.rows[..self.lanes];
        if (self.length, self.lane_step) == (1, 1) {
            let element = self.places.element(0);
            for (lane, row) in rows.iter().enumerate() {
                copy(row + element, lane);
            }
            return;
        }
        // What is written could be these numbers, for all that the compiler knows.
        let (width, element_step) = (self.places.width as isize, self.element_step);
        // Row after row, as the processor fetches what comes next of the caller's memory. The buffer is in a cache.
        for (lane, row) in rows.iter().enumerate() {
            let mut at = lane * self.lane_step;
            match self.places.elements {
                ElementPlaces::InOrder => {
                    let mut offset = *row;
                    for _ in 0..self.length {
                        copy(offset, at);
                        (offset, at) = (offset + width, at + element_step);
                    }
                }
                ElementPlaces::At(elements) => {
                    for element in elements {
                        copy(row + element, at);
                        at += element_step;
                    }
                }
            }
        }
    }

    /// Brings arrays that are one piece in both to the buffer.
    ///
    /// # Safety
    /// As [`Copy::bring_in`].
    pub(super) unsafe fn bring_in_pieces(&self, from: *const u8, buffer: *mut u8) {
        let bytes = self.length * self.places.width;
        for (lane, row) in self.rows[..self.lanes].iter().enumerate() {
            // SAFETY: as this function's own contract says.
            unsafe { ptr::copy_nonoverlapping(from.offset(*row), buffer.add(lane * bytes), bytes) };
        }
    }

    /// Brings arrays that are one piece in both back.
    ///
    /// # Safety
    /// As [`Copy::bring_in`], the other way.
    pub(super) unsafe fn bring_out_pieces(&self, buffer: *const u8, to: *mut u8) {
        let bytes = self.length * self.places.width;
        for (lane, row) in self.rows[..self.lanes].iter().enumerate() {
            // SAFETY: as this function's own contract says.
            unsafe { ptr::copy_nonoverlapping(buffer.add(lane * bytes), to.offset(*row), bytes) };
        }
    }

    /// Whether the array of a lane is one piece, of elements of that size, in both.
    pub(super) fn are_pieces(&self, size: usize) -> bool {
        self.length > 1
            && self.element_step == 1
            && self.places.width == size
            && matches!(self.places.elements, ElementPlaces::InOrder)
    }
}

/// Copies elements in an order to a column.
///
/// # Safety
/// There are elements of these numbers, and room for them.
pub(super) unsafe fn gather<T>(from: *const T, order: &[u32], to: *mut T) {
    for (at, row) in order.iter().enumerate() {
        // SAFETY: as this function's own contract says.
        unsafe { to.add(at).write(from.add(*row as usize).read()) };
    }
}

/// Copies the first `count` elements of a column to where they belong.
///
/// # Safety
/// There are elements of all these rows, and room for as many in the column.
pub(super) unsafe fn scatter<T>(from: *mut T, count: usize, order: RowsInOrder<'_>, to: *mut T) {
    let (first, left) = order.rows.split_at(count);
    // SAFETY: as this function's own contract says.
    unsafe {
        if order.places.is_empty() {
            first.iter().enumerate().for_each(|(at, row)| to.add(*row as usize).write(from.add(at).read()));
            return;
        }
        // It is faster to write one after the other, as the column is in a cache, and their memory is not. So all are
        // written, those that have what they are to have as they are.
        gather(to, left, from.add(count));
        gather(from, order.places, to);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of a stretch that was interrupted, or is dealt out with others, are as they were, and so are those whose
    /// gang has brought its results itself.
    #[test]
    fn results_of_some_rows_leave_the_others_as_they_are() {
        let (rows, places) = ([2, 0, 3, 1], [1, 3, 0, 2]);
        for count in 0..=rows.len() {
            for places in [&places[..], &[]] {
                let (mut column, mut results) = ([12, 10, 13, 11], [-1, -2, -3, -4]);
                let mut expected = results;
                rows[..count].iter().for_each(|row| expected[*row as usize] = 10 + *row as i32);
                let order = RowsInOrder { first: 0, rows: &rows, places };
                // SAFETY: both have four elements.
                unsafe { scatter(column.as_mut_ptr(), count, order, results.as_mut_ptr()) };
                assert_eq!(results, expected, "{count} {places:?}");
            }
        }
    }
}
