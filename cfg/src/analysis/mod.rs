//! Analyses: each one struct with `compute`, in a file of its own. They are recomputed, never patched.

pub mod any_active;
pub mod completions;
pub mod divergence;
pub mod dominators;
pub mod effects;
pub mod endless_loops;
pub mod failure;
pub mod initial_values;
pub mod joins;
pub mod liveness;
pub mod loops;
pub mod mask_counts;
pub mod merge_points;
pub mod order;
pub mod post_dominators;
pub mod predecessors;
pub mod sections;
pub mod weight;

pub use any_active::AnyActiveTests;
pub use completions::{Completion, Completions, Depth};
pub use divergence::Divergence;
pub use dominators::Dominators;
pub use effects::{Effects, UnitEffects};
pub use endless_loops::endless_loops;
pub use initial_values::{InitialValue, InitialValues, Origin};
pub use joins::Joins;
pub use liveness::Liveness;
pub use loops::{Loop, LoopForest, LoopId};
pub use mask_counts::MaskCounts;
pub use merge_points::MergePoints;
pub use order::ReversePostorder;
pub use post_dominators::PostDominators;
pub use predecessors::Predecessors;
pub use weight::{Weight, Weights};
