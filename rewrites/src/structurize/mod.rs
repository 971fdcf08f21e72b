//! Structurizing: the SSA graph of a unit becomes a region tree, each block in exactly one place.
//!
//! Notation: `x → y` an arc; an arc is a *back arc* if y is the head of a loop that x belongs to, else *forward*.
//!
//! 1. `cut` takes out the parts that stay graphs ([`crate::uniform_parts`] decides on them),
//! 2. `placement` decides where each block is,
//! 3. `routes` under which name it knows each value,
//! 4. `emit` writes scopes, loops, graphs and exits,
//! 5. `simplify` turns exits at the ends of scopes into falling through, and drops what is not needed.
//!
//! Requires: stage `ssa`, every loop with one entry or in a part that stays a graph; the shapes of the dummy arguments.
//! Ensures: stage `structured`; each block once; a block is
//! inside a `loop` exactly if it belongs to that loop; no merges. Keeps: the order of actions on each path, source
//! lines. Invalidates: all analyses of the graph, ids of values. Cost: n log n for blocks, arcs and uses
//! of values.
//!
//! ```text
//! b0:                                         r0:
//!     branch x > 0 b1 b2                          if x > 0 -> v3 {
//! b1:                                                 v1 = 1
//!     v1 = 1                                          yield v1
//!     goto b3                                     } else {
//! b2:                                 becomes         v2 = 2
//!     v2 = 2                                          yield v2
//!     goto b3                                     }
//! b3:                                             return v3
//!     merge v3 = b1: v1, b2: v2
//!     return v3
//! ```

mod clean;
mod cut;
mod emit;
mod placement;
mod routes;
mod simplify;

use crate::uniform_parts::{UniformForm, find_uniform_parts};
pub(crate) use clean::compact;
use forlane_cfg::{BlockId, Body, Stage, Unit, ValueId};

/// Why a unit can't be structurized.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StructurizeError {
    /// The unit is at another stage.
    #[error("structurizing needs stage ssa")]
    WrongStage,
    /// A loop has several entries: `reduce-loops` was not run.
    #[error("a loop is entered at {} blocks: {}", entries.len(), block_names(entries))]
    Irreducible {
        /// The entries.
        entries: Vec<BlockId>,
    },
    /// An arc leads to the start.
    #[error("an arc leads back to START")]
    StartInLoop,
    /// A merge lacks the operand of an arc.
    #[error("a merge of b{} has no operand for b{}", block.index(), origin.index())]
    MissingOperand {
        /// The block with the merge.
        block: BlockId,
        /// Where the arc comes from.
        origin: BlockId,
    },
    /// A value of type CHARACTER.
    #[error("v{} is of type CHARACTER", .0.index())]
    CharacterValue(ValueId),
    /// A block whose scope is not open where an arc needs it; can't happen in a graph that the verifier accepts.
    #[error("b{} has no scope where an arc leads to it", .0.index())]
    Misplaced(BlockId),
}

fn block_names(blocks: &[BlockId]) -> String {
    blocks.iter().map(|block| format!("b{}", block.index())).collect::<Vec<_>>().join(", ")
}

/// Makes a region tree of the graph of a unit.
///
/// # Errors
/// The unit is at another stage, or breaks its rules.
pub fn structurize(unit: &mut Unit, uniform: Option<UniformForm>) -> Result<(), StructurizeError> {
    let Body::Graph(graph) = &unit.body else { return Err(StructurizeError::WrongStage) };
    if unit.stage != Stage::Ssa {
        return Err(StructurizeError::WrongStage);
    }
    let parts = find_uniform_parts(unit, graph, uniform);
    let Body::Graph(graph) = &mut unit.body else { return Err(StructurizeError::WrongStage) };
    // In a graph that was read from text they may be in any order.
    for merge in graph.blocks.iter_mut().flat_map(|(_, block)| &mut block.merges) {
        merge.operands.sort_by_key(|(origin, _)| *origin);
    }
    let cut = cut::cut_parts(graph, &mut unit.values, &parts);
    let placement = placement::Placement::compute(graph, &cut)?;
    let routes = routes::Routes::compute(graph, &mut unit.values, &placement);
    let mut tree = emit::emit_tree(graph, &mut unit.values, &cut, &placement, &routes)?;
    simplify::simplify_tree(&mut tree, &mut unit.values);
    clean::clean_tree(&mut tree, &mut unit.values, &unit.vars);
    unit.body = Body::Tree(tree);
    unit.stage = Stage::Structured;
    Ok(())
}
