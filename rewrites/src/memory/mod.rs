//! What units do to memory: the cells that their actions name, and what calls reach.

pub(crate) mod cells;
pub(crate) mod events;
pub(crate) mod footprints;
