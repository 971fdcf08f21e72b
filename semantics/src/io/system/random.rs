//! Random numbers. RANDOM_NUMBER draws from xoshiro256** (D. Blackman, S. Vigna, "Scrambled linear pseudorandom number
//! generators", 2021); RAND, IRAND and SRAND have the generator of S. K. Park and K. W. Miller (1988).
//!
//! Both have the sequence of gfortran for the same seed. Without a seed RANDOM_NUMBER is different in each run.

use super::super::value::{Datum, ItemType};
use std::hash::{BuildHasher, Hasher};

/// The default INTEGERs of a seed.
pub(super) const SEED_WORDS: usize = 8;

/// What a seed is mixed with, so that one of few bits makes a state of many.
const KEYS: [u64; 4] = [0xbd0c_5b6e_50c2_df49, 0xd460_61cd_46e1_df38, 0xbb4f_4d4e_d610_3544, 0x114a_583d_0756_ad39];

const MULTIPLIER: u64 = 16_807;
const MODULUS: u64 = 2_147_483_647;
/// What SRAND(0) stands for.
const OTHER_SEED: u64 = 123_459_876;

/// The generators of a program.
#[derive(Clone, Debug)]
pub struct RandomState {
    words: [u64; 4],
    park_miller: u64,
}

impl Default for RandomState {
    fn default() -> RandomState {
        // The keys of hashing are the standard library's source of randomness.
        let hasher = std::hash::RandomState::new();
        let word = |number: u64| {
            let mut state = hasher.build_hasher();
            state.write_u64(number);
            state.finish()
        };
        RandomState { words: [word(0), word(1), word(2), word(3)], park_miller: 1 }
    }
}

impl RandomState {
    fn next_bits(&mut self) -> u64 {
        let [a, b, c, d] = &mut self.words;
        let result = b.wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let shifted = *b << 17;
        *c ^= *a;
        *d ^= *b;
        *b ^= *c;
        *a ^= *d;
        *c ^= shifted;
        *d = d.rotate_left(45);
        result
    }

    /// A REAL from zero up to one; none for other types.
    pub(super) fn next(&mut self, ty: ItemType) -> Option<Datum> {
        match ty {
            ItemType::Real4 => {
                let high = (self.next_bits() >> 32) as u32 & !0xff;
                Some(Datum::Real4(high as f32 / 4_294_967_296.0))
            }
            ItemType::Real8 => {
                let high = self.next_bits() & !0x7ff;
                Some(Datum::Real8(high as f64 / 18_446_744_073_709_551_616.0))
            }
            _ => None,
        }
    }

    /// Sets the seed; none if these are too few.
    pub(super) fn put(&mut self, words: &[i64]) -> Option<()> {
        // The last number of the seed is the lower half of the first word.
        let words = words.get(..SEED_WORDS)?;
        for ((word, pair), key) in self.words.iter_mut().rev().zip(words.chunks(2)).zip(KEYS.into_iter().rev()) {
            let halves = pair.iter().fold(0u64, |halves, half| halves << 32 | u64::from(*half as u32));
            *word = halves ^ key;
        }
        Some(())
    }

    /// The seed.
    pub(super) fn get(&self) -> Vec<i32> {
        let words = self.words.iter().zip(KEYS).rev().map(|(word, key)| word ^ key);
        words.flat_map(|word| [(word >> 32) as u32 as i32, word as u32 as i32]).collect()
    }

    /// IRAND: the next number, after a start anew where the argument is not zero.
    pub(super) fn irand(&mut self, argument: i64) -> i64 {
        match argument {
            0 => {}
            1 => self.srand(0),
            seed => self.srand(seed),
        }
        self.park_miller = MULTIPLIER.wrapping_mul(self.park_miller) % MODULUS;
        self.park_miller as u32 as i32 as i64
    }

    /// RAND: the same as a REAL below one.
    pub(super) fn rand(&mut self, argument: i64) -> f32 {
        let bits = (self.irand(argument) as u32).wrapping_sub(1) & !0x1ff;
        bits as f32 / 2_147_483_648.0
    }

    /// SRAND: starts anew.
    pub(super) fn srand(&mut self, seed: i64) {
        self.park_miller = if seed == 0 { OTHER_SEED } else { u64::from(seed as u32) };
    }
}
