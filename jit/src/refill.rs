//! Where the lanes are kept that were set aside, in the storage of a gang that has nothing else there.

/// The set of lanes that were set aside, which code writes and reads.
pub(crate) const LANES: u32 = 0;
/// How many lanes go on in the loop at least, or they are set aside: at least 1.
pub(crate) const LEAST: u32 = 8;
/// What the loop's inputs are in these lanes, one input after the other.
pub(crate) const KEPT: u32 = 64;

/// How many lanes of a gang go on at least, while there are rows for the others. What is outside of the loop is
/// executed for the lanes that are done each time, so that it is not worth it for few.
pub(crate) fn least(gang: usize) -> u64 {
    (gang - gang / 4) as u64
}

/// Bytes of an input with elements of that size, so that the next one is aligned for vectors.
pub(crate) fn kept_bytes(size: u32, lanes: u32) -> u32 {
    (size * lanes).next_multiple_of(64)
}
