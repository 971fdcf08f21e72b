//! Array assignments become loops, with a copy of the values only where it is needed.
//!
//! The dependence test of [`Dependence`] decides: where no element is read after its assignment, in loops that may run
//! backward, each value is stored at once; otherwise all values go to a new array first, with them the mask and the
//! elements' offsets where the assignments could change these, and a second nest of loops stores them. The copy is
//! freed after that if its length is not constant. The first range is the innermost loop.
//!
//! Requires: stage `cfg`. Ensures: stage `cfg`, no array assignments, no places by subscripts. Keeps: order of
//! evaluation but for that of the elements, results, source lines; a lane that fails may have stored more or fewer
//! elements. Invalidates: all analyses. Cost: linear in the size of the unit, times the number of stores of an
//! assignment.
//!
//! ```text
//! each index.1 = 0 for n: a[index.1 + 1] = a[index.1] @7 ; in place, backward: reads elements before it assigns them
//!
//! becomes
//!
//! b0:                                                 b2:
//!     index.1 = n - 1 @7                                  a[index.1 + 1] = a[index.1] @7
//!     goto b1 @7                                          index.1 = index.1 - 1 @7
//! b1:                                                     goto b1 @7
//!     if index.1 >= 0 goto b2 else b3 @7              b3:
//! ```

mod copy;
mod in_place;
mod loops;

use copy::assign_by_copy;
use forlane_cfg::analysis::Dependence;
use forlane_cfg::{
    Action, ActionKind, ArrayAssignment, Block, BlockId, GraphBuilder, SourceLine, StopCode, Terminator, Unit,
};
use in_place::assign_in_place;

/// Lowers all array assignments of a unit.
pub fn lower_arrays(unit: &mut Unit) {
    let is_array = |action: &Action| matches!(action.kind, ActionKind::Array(_));
    if !unit.actions().any(is_array) {
        return;
    }
    GraphBuilder::edit(unit, |builder| {
        let blocks: Vec<BlockId> = builder.graph.blocks.iter().map(|(id, _)| id).collect();
        for id in blocks {
            if builder.graph.blocks[id].actions.iter().any(is_array) {
                lower_block(builder, id);
            }
        }
    });
}

fn lower_block(builder: &mut GraphBuilder, id: BlockId) {
    let open = Block::new(Terminator::Stop(StopCode::None), SourceLine::default());
    let whole = std::mem::replace(&mut builder.graph.blocks[id], open);
    builder.start(id);
    for action in whole.actions {
        builder.at = action.at;
        match action.kind {
            ActionKind::Array(assignment) => assign(builder, *assignment),
            kind => builder.action(kind),
        }
    }
    builder.at = whole.at;
    builder.end(whole.terminator);
}

fn assign(builder: &mut GraphBuilder, assignment: ArrayAssignment) {
    if let Some(range) = assignment.ranges.first() {
        builder.scope = builder.vars[range.index].scope;
    }
    match Dependence::compute(&builder.vars, &assignment) {
        Dependence::None | Dependence::Disjoint => assign_in_place(builder, assignment, &[]),
        Dependence::InOrder(directions) => assign_in_place(builder, assignment, &directions),
        Dependence::Unknown { .. } => assign_by_copy(builder, assignment),
    }
}
