//! Analyses: each one struct with `compute`, in a file of its own. They are recomputed, never patched.

pub mod divergence;
pub mod dominators;
pub mod effects;
pub mod failure;
pub mod initial_values;
pub mod joins;
pub mod liveness;
pub mod loops;
pub mod order;
pub mod post_dominators;
pub mod predecessors;
pub mod sections;

pub use divergence::Divergence;
pub use dominators::Dominators;
pub use effects::{Effects, UnitEffects};
pub use initial_values::{InitialValue, InitialValues, Origin};
pub use joins::Joins;
pub use liveness::Liveness;
pub use loops::{Loop, LoopForest, LoopId};
pub use order::ReversePostorder;
pub use post_dominators::PostDominators;
pub use predecessors::Predecessors;
