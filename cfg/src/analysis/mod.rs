//! Analyses: each one struct with `compute`, in a file of its own. They are recomputed, never patched.

pub mod divergence;
pub mod dominators;
pub mod effects;
pub mod failure;
pub mod liveness;
pub mod loops;
pub mod order;
pub mod post_dominators;
pub mod predecessors;

pub use divergence::Divergence;
pub use dominators::Dominators;
pub use effects::{Effects, UnitEffects};
pub use liveness::Liveness;
pub use loops::{Loop, LoopForest, LoopId};
pub use order::ReversePostorder;
pub use post_dominators::PostDominators;
pub use predecessors::Predecessors;
