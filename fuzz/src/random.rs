//! Numbers that look random, the same for the same seed.

use std::ops::Range;

/// A xorshift generator.
pub struct Random(u64);

impl Random {
    /// The numbers of one case of a target.
    pub fn of_case(seed: u64, target: &str, index: u64) -> Random {
        let mut state = seed ^ index.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for byte in target.bytes() {
            state = (state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        // The finalizer of SplitMix64, so that neighbouring cases have nothing in common.
        state = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        state = (state ^ state >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        Random((state ^ state >> 31) | 1)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below a limit; 0 if that is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.bits() >> 20) as usize % limit.max(1)
    }

    /// Whether something of that chance happens.
    pub fn one_in(&mut self, chance: usize) -> bool {
        self.below(chance) == 0
    }

    /// One of some things, of which there is at least one.
    pub fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    /// A range of indices of a sequence, shorter than `longest`.
    pub fn range(&mut self, length: usize, longest: usize) -> Range<usize> {
        let start = self.below(length + 1);
        start..length.min(start + self.below(longest))
    }
}
