//! Array assignments in place: each value is stored at once.

use super::loops::{OpenLoops, fixed_ranges};
use forlane_cfg::analysis::Direction;
use forlane_cfg::{ActionKind, ArrayAssignment, GraphBuilder, Place};

/// Stores each value at once, in loops that run forward where no direction is given.
pub(super) fn assign_in_place(builder: &mut GraphBuilder, mut assignment: ArrayAssignment, directions: &[Direction]) {
    assignment.for_each_place_mut(&mut to_element);
    let ranges = fixed_ranges(builder, std::mem::take(&mut assignment.ranges));
    let open = OpenLoops::open(builder, &ranges, directions);
    let others = assignment.mask.take().map(|mask| builder.open_if(mask));
    set_parts(builder, &mut assignment);
    let last = assignment.stores.len().saturating_sub(1);
    let mut stores = Vec::with_capacity(assignment.stores.len());
    for (number, store) in assignment.stores.into_iter().enumerate() {
        let offset = store.target.offset();
        let value = if number < last { builder.save_value("value", store.value) } else { store.value };
        stores.push(ActionKind::Store { array: store.target.array, offset, value });
    }
    stores.into_iter().for_each(|store| builder.action(store));
    others.into_iter().for_each(|others| builder.fall_into(others));
    open.close(builder);
}

/// Assigns what the values need.
pub(super) fn set_parts(builder: &mut GraphBuilder, assignment: &mut ArrayAssignment) {
    for (target, value) in std::mem::take(&mut assignment.parts) {
        builder.action(ActionKind::Assign { target, value });
    }
}

/// What an element by its subscripts is outside of array assignments.
pub(super) fn to_element(place: &mut Place) {
    if let Place::Section(section) = place {
        *place = section.element();
    }
}
