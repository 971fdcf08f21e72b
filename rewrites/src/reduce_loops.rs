//! Gives every loop one entry: an irreducible loop gets a dispatch head that switches on which entry is meant.
//!
//! Notation: e1 … en are the entries of a loop, the blocks to which arcs lead from outside. Every arc to an entry, from
//! outside or inside, first notes the entry's number in `entry.N` and goes to the new head, whose switch goes on. Loops
//! inside are those that remain without the arcs to the entries, so an entry belongs to one loop alone and all loops
//! are rewritten in one walk; the blocks are not copied.
//!
//! Requires: stage `split` (every arc to an entry is the sole arc out of its origin). Ensures: every loop has one
//! entry; stage `split`. Keeps: actions and their order on each path. Invalidates: dominators, loops. Cost: O((blocks +
//! arcs) × depth of loops); one assignment a time an entry is passed.
//!
//! ```text
//! b0:                                         b0:
//!     branch c b1 b2                              branch c b1 b2
//! b1:                                         b1:
//!     goto b3                                     entry.1 = 1
//! b2:                                             goto b6
//!     goto b4                                 b2:
//! b3:                                             entry.1 = 2
//!     x = x + 1                                   goto b6
//!     goto b4                       becomes   b6:
//! b4:                                             switch entry.1 (1: b3) b4
//!     branch x < n b5 b7                      b3:
//! b5:                                             x = x + 1
//!     goto b3                                     entry.1 = 2
//!                                                 goto b6
//!                                             b4:
//!                                                 branch x < n b5 b7
//!                                             b5:
//!                                                 entry.1 = 1
//!                                                 goto b6
//! ```

use crate::loop_nest::LoopNest;
use forlane_cfg::{
    Action, ActionKind, Block, BlockId, Body, Case, Expr, Graph, IntegerExpr, IntegerKind, Place, Shape, Stage,
    Storage, Terminator, Type, Unit, Var, VarId,
};

/// Why the loops of a unit can't be reduced.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReduceError {
    /// The unit is at another stage.
    #[error("reducing loops needs stage split")]
    WrongStage,
    /// An arc to an entry of an irreducible loop is critical.
    #[error("the arc from b{} to b{} is critical", from.index(), to.index())]
    CriticalArc {
        /// Its origin.
        from: BlockId,
        /// The entry.
        to: BlockId,
    },
    /// The unit has no scope.
    #[error("the unit has no scope")]
    NoScope,
}

/// Gives every loop of a unit one entry.
pub fn reduce_loops(unit: &mut Unit) -> Result<(), ReduceError> {
    let Body::Graph(graph) = &unit.body else { return Err(ReduceError::WrongStage) };
    if unit.stage != Stage::Split {
        return Err(ReduceError::WrongStage);
    }
    let successors: Vec<Vec<usize>> = graph
        .blocks
        .iter()
        .map(|(_, block)| block.terminator.successors().iter().map(|target| target.index()).collect())
        .collect();
    let nest = LoopNest::compute(&successors, graph.start.index());
    let ids: Vec<BlockId> = graph.blocks.iter().map(|(id, _)| id).collect();
    for one in nest.loops.iter().filter(|one| one.entries.len() > 1) {
        let entries: Vec<BlockId> = one.entries.iter().map(|entry| ids[*entry]).collect();
        let selector = add_selector(unit)?;
        let Body::Graph(graph) = &mut unit.body else { return Err(ReduceError::WrongStage) };
        add_head(graph, &entries, selector)?;
    }
    Ok(())
}

/// A new variable `entry.N`.
fn add_selector(unit: &mut Unit) -> Result<VarId, ReduceError> {
    let (scope, _) = unit.scopes.iter().next().ok_or(ReduceError::NoScope)?;
    let taken = unit.vars.iter().filter(|(_, var)| var.name.starts_with("entry.")).count();
    Ok(unit.vars.alloc(Var {
        name: format!("entry.{}", taken + 1),
        ty: Type::Integer(IntegerKind::I4),
        array: None,
        storage: Storage::Local,
        area: None,
        scope,
        initial: Vec::new(),
        shape: Shape::Varying,
    }))
}

/// Adds the dispatch head and turns the arcs to the entries to it.
fn add_head(graph: &mut Graph, entries: &[BlockId], selector: VarId) -> Result<(), ReduceError> {
    let kind = IntegerKind::I4;
    let at = graph.blocks[entries[0]].at;
    let cases = entries.iter().zip(1..).map(|(entry, number)| Case { values: vec![number], target: *entry });
    let mut cases: Vec<Case<BlockId>> = cases.collect();
    let Some(Case { target: default, .. }) = cases.pop() else { return Ok(()) };
    let selector_read = IntegerExpr::Read(kind, Place::Variable(selector));
    let terminator = Terminator::Switch { selector: selector_read, cases, default };
    let origins: Vec<BlockId> = graph.blocks.iter().map(|(id, _)| id).collect();
    let head = graph.blocks.alloc(Block { merges: Vec::new(), actions: Vec::new(), terminator, at });
    for origin in origins {
        let block = &mut graph.blocks[origin];
        let mut targets = block.terminator.successors_mut();
        let Some(target) = targets.iter_mut().find(|target| entries.contains(target)) else { continue };
        let entry = **target;
        **target = head;
        if targets.len() > 1 {
            return Err(ReduceError::CriticalArc { from: origin, to: entry });
        }
        let number = entries.iter().zip(1..).find(|(one, _)| **one == entry).map_or(0, |(_, number)| number);
        let value = Expr::Integer(IntegerExpr::Constant(kind, number));
        block.actions.push(Action { kind: ActionKind::Assign { target: selector, value }, at: block.at });
    }
    Ok(())
}
