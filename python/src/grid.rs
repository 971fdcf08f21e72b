//! The grid of rows of a call: the dimensions that its arguments have in common, as few as describe it.

/// Merges dimensions that all arguments step through alike: those of extent 1 go, and two become one where the step of
/// the outer one is the whole of the inner one. `strides` has for each argument one for each dimension.
pub fn merge_dimensions(extents: &mut Vec<usize>, strides: &mut [Vec<isize>]) {
    let mut dimension = 0;
    while dimension < extents.len() && extents.len() > 1 {
        if extents[dimension] == 1 {
            extents.remove(dimension);
            strides.iter_mut().for_each(|of_one| _ = of_one.remove(dimension));
        } else {
            dimension += 1;
        }
    }
    for outer in (0..extents.len().saturating_sub(1)).rev() {
        let inner = extents[outer + 1] as isize;
        if strides.iter().all(|of_one| of_one[outer] == of_one[outer + 1].wrapping_mul(inner)) {
            let merged = extents.remove(outer + 1);
            extents[outer] *= merged;
            strides.iter_mut().for_each(|of_one| _ = of_one.remove(outer));
        }
    }
    if extents.is_empty() {
        extents.push(1);
        strides.iter_mut().for_each(|of_one| of_one.push(0));
    }
}

/// The distances of the elements of a row from the first, in Fortran's order: the first index fastest.
pub fn element_offsets(extents: &[usize], strides: &[isize]) -> Vec<isize> {
    let mut offsets = vec![0];
    for (extent, stride) in extents.iter().zip(strides) {
        let before = std::mem::take(&mut offsets);
        offsets.reserve(before.len().saturating_mul(*extent));
        for index in 0..*extent {
            offsets.extend(before.iter().map(|offset| offset + index as isize * stride));
        }
    }
    offsets
}
