//! The dimensions of columns of arrays, and the order of their elements.

use super::DataError;
use crate::gather::gather;
use arrow_array::{Array, ArrayRef};
use arrow_schema::Field;
use std::path::Path;

/// The metadata of a column of arrays with several dimensions: their extents, as in `3,2`. The elements of a row are in
/// Fortran's array element order.
pub(crate) const SHAPE: &str = "forlane.shape";

/// The metadata of a column of arrays of complex numbers: each is two numbers one after the other, real part and
/// imaginary part, which the first extent counts if there are several.
pub(crate) const COMPLEX: &str = "forlane.complex";

/// The extents of the arrays of a column with [`SHAPE`].
pub(crate) fn shape_of(field: &Field) -> Option<Vec<u64>> {
    field.metadata().get(SHAPE)?.split(',').map(|extent| extent.parse().ok()).collect()
}

/// The name of a column of one element of an array, by its place in Fortran's order: `t_2_1`.
pub(crate) fn element_name(array: &str, extents: &[u64], element: u64) -> String {
    let mut rest = element;
    extents.iter().fold(array.to_owned(), |name, extent| {
        let subscript = rest % extent + 1;
        rest /= extent;
        format!("{name}_{subscript}")
    })
}

/// For each element in the order in which the last index runs fastest, its place where the first one does.
pub(super) fn last_index_fastest(shape: &[u64]) -> Vec<u64> {
    array_element_order(&shape.iter().rev().copied().collect::<Vec<u64>>())
}

/// For each element in Fortran's order, where the first index runs fastest, its place where the last one does.
pub(super) fn array_element_order(shape: &[u64]) -> Vec<u64> {
    let count: u64 = shape.iter().product();
    let place = |mut element: u64| {
        let mut stride = count;
        let mut place = 0;
        for extent in shape {
            stride /= extent;
            place += element % extent * stride;
            element /= extent;
        }
        place
    };
    (0..count).map(place).collect()
}

/// The elements with those of each row, of which there are `width`, taken from these places of the row.
pub(super) fn each_row(path: &Path, elements: &ArrayRef, width: u64, places: &[u64]) -> Result<ArrayRef, DataError> {
    let starts = (0..elements.len() as u64).step_by((width as usize).max(1));
    let order = starts.flat_map(|start| places.iter().map(move |place| Some((start + place) as usize)));
    gather(elements, order).map_err(|error| DataError::content(path, error))
}

#[cfg(test)]
mod tests {
    use super::array_element_order;

    /// A matrix given with its rows one after the other came out scrambled: `A(1, 2)` was the third element.
    #[test]
    fn matrices_come_in_array_element_order() {
        // 0 1 2
        // 3 4 5
        assert_eq!(array_element_order(&[2, 3]), [0, 3, 1, 4, 2, 5]);
        assert_eq!(array_element_order(&[4]), [0, 1, 2, 3]);
        assert_eq!(array_element_order(&[2, 0]), [0_u64; 0]);
    }
}
