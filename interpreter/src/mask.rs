//! Sets of lanes.

use std::fmt;

/// A set of the lanes of a gang.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Mask(u64);

impl Mask {
    /// The most lanes that a gang has.
    pub const MAX_LANES: usize = 64;
    /// No lane.
    pub const EMPTY: Mask = Mask(0);

    /// The lanes before that one, at most [`Mask::MAX_LANES`].
    pub fn first(lanes: usize) -> Mask {
        Mask(if lanes >= Mask::MAX_LANES { u64::MAX } else { (1 << lanes) - 1 })
    }

    /// One lane.
    pub fn lane(lane: usize) -> Mask {
        Mask(1 << (lane % Mask::MAX_LANES))
    }

    /// Whether no lane is in it.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The lanes of either.
    pub fn or(self, other: Mask) -> Mask {
        Mask(self.0 | other.0)
    }

    /// The lanes of both.
    pub fn and(self, other: Mask) -> Mask {
        Mask(self.0 & other.0)
    }

    /// The lanes of this one but of the other.
    pub fn without(self, other: Mask) -> Mask {
        Mask(self.0 & !other.0)
    }

    /// The lanes, in order.
    pub fn lanes(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let lane = rest.trailing_zeros() as usize;
            rest &= rest.wrapping_sub(1);
            (lane < Mask::MAX_LANES).then_some(lane)
        })
    }
}

impl FromIterator<usize> for Mask {
    fn from_iter<I: IntoIterator<Item = usize>>(lanes: I) -> Mask {
        lanes.into_iter().fold(Mask::EMPTY, |mask, lane| mask.or(Mask::lane(lane)))
    }
}

impl fmt::Debug for Mask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.lanes()).finish()
    }
}
