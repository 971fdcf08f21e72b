//! What generated code and the library share: the context of a run, argument slots, failure sites, and the functions
//! that generated code calls.

mod boundary;
mod bytes;
mod context;
mod dynamic;
mod elementary;
pub mod functions;
mod gang;
pub mod io;
mod lane_by_lane;
pub mod memory;
pub mod output;
pub mod site;
mod texts;

pub(crate) use boundary::take_panic;
pub(crate) use bytes::copy_to_zeros;
pub use context::{ArgumentSlot, CompiledEntry, Context, LaneCount};
pub use functions::RuntimeFunction;
pub use gang::GangFunction;
pub use memory::{ArrayDescriptor, DynamicMemory};
pub use output::{Output, Printed};
pub use site::{Site, SiteReason, SiteTable};

#[cfg(test)]
mod tests;
