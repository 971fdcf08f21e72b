//! Which part of a distribution numbers are in.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

/// There are two to the power of this number of buckets.
pub(super) const BUCKET_BITS: usize = 2 * DIGIT_BITS;
/// The number of a bucket has two digits, of that number of bits.
const DIGIT_BITS: usize = 3;
const DIGITS: usize = 1 << DIGIT_BITS;

/// Values whose numbers are found one after the other, so that these are in the nearest cache.
const AT_ONCE: usize = 256;

/// Buckets with as many numbers of a sample each.
pub(super) struct Buckets {
    /// For each second digit and each first one, the least number of the next bucket.
    ends: [[f32; DIGITS]; DIGITS],
    /// What numbers are counted from.
    median: u64,
}

impl Buckets {
    /// Of a sample in order, and its median. If it has no more values than there are buckets, each of them is in one
    /// by itself.
    pub(super) fn of(sample: &[u64], median: u64) -> Buckets {
        let value = |bucket: usize| sample.get((bucket * sample.len()) >> BUCKET_BITS);
        // No number is at least a NaN.
        let bound = |bucket| value(bucket).map_or(f32::NAN, |value| number(*value, median));
        let ends = std::array::from_fn(|second| std::array::from_fn(|first| bound((first << DIGIT_BITS | second) + 1)));
        Buckets { ends, median }
    }

    /// Adds to each code what its value's bucket contributes.
    pub(super) fn add_to(&self, codes: &mut [u32], values: &[u64], spread: &Spread) {
        let mut numbers = [0.0; AT_ONCE];
        for (codes, values) in codes.chunks_mut(AT_ONCE).zip(values.chunks(AT_ONCE)) {
            let numbers = &mut numbers[..values.len()];
            #[cfg(target_arch = "x86_64")]
            if is_x86_feature_detected!("avx2") {
                match is_x86_feature_detected!("avx512dq") {
                    // SAFETY: the processor has these instructions.
                    true => unsafe { numbers_of_eight(values, self.median, numbers) },
                    false => numbers_of(values, self.median, numbers),
                }
                // SAFETY: the processor has AVX2.
                unsafe { self.add_eight_by_eight(codes, numbers, spread) };
                continue;
            }
            numbers_of(values, self.median, numbers);
            self.add_one_by_one(codes, numbers, spread);
        }
    }

    /// The bucket of a value.
    pub(super) fn bucket(&self, value: u64) -> usize {
        let [first, second] = self.digits(number(value, self.median));
        first << DIGIT_BITS | second
    }

    fn digits(&self, number: f32) -> [usize; 2] {
        let [seconds @ .., firsts] = &self.ends;
        let first = firsts[..DIGITS - 1].iter().filter(|end| **end <= number).count() % DIGITS;
        [first, seconds.iter().filter(|ends| ends[first] <= number).count() % DIGITS]
    }

    fn add_one_by_one(&self, codes: &mut [u32], numbers: &[f32], spread: &Spread) {
        for (code, number) in codes.iter_mut().zip(numbers) {
            let [first, second] = self.digits(*number);
            *code |= spread.firsts[first] | spread.seconds[second];
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn add_eight_by_eight(&self, codes: &mut [u32], numbers: &[f32], spread: &Spread) {
        // SAFETY: each has eight numbers of four bytes.
        let reals = |eight: &[f32; DIGITS]| unsafe { _mm256_loadu_ps(eight.as_ptr()) };
        // SAFETY: as above.
        let integers = |eight: &[u32; DIGITS]| unsafe { _mm256_loadu_si256(eight.as_ptr().cast()) };
        let less_or_equal = |end, numbers| _mm256_castps_si256(_mm256_cmp_ps::<_CMP_LE_OQ>(end, numbers));
        let [seconds @ .., firsts] = &self.ends;
        let (firsts, seconds) = (firsts.map(|end| _mm256_set1_ps(end)), seconds.each_ref().map(reals));
        let (spread_first, spread_second) = (integers(&spread.firsts), integers(&spread.seconds));
        let (codes, codes_left) = codes.as_chunks_mut::<DIGITS>();
        let (numbers, numbers_left) = numbers.as_chunks::<DIGITS>();
        for (codes, numbers) in codes.iter_mut().zip(numbers) {
            let numbers = reals(numbers);
            // A comparison that holds is -1.
            let (mut first, mut second) = (_mm256_setzero_si256(), _mm256_setzero_si256());
            for end in &firsts[..DIGITS - 1] {
                first = _mm256_sub_epi32(first, less_or_equal(*end, numbers));
            }
            for ends in &seconds {
                second = _mm256_sub_epi32(second, less_or_equal(_mm256_permutevar8x32_ps(*ends, first), numbers));
            }
            let first = _mm256_permutevar8x32_epi32(spread_first, first);
            let second = _mm256_permutevar8x32_epi32(spread_second, second);
            let code = _mm256_or_si256(integers(codes), _mm256_or_si256(first, second));
            // SAFETY: as above.
            unsafe { _mm256_storeu_si256(codes.as_mut_ptr().cast(), code) };
        }
        self.add_one_by_one(codes_left, numbers_left, spread);
    }
}

/// How far a value is from the median, in half steps as they may lie at both ends of their range. Near the median,
/// where values are close together, that is exact.
#[inline(always)]
fn number(value: u64, median: u64) -> f32 {
    ((value >> 1) as i64 - (median >> 1) as i64) as f32
}

#[inline(always)]
fn numbers_of(values: &[u64], median: u64, numbers: &mut [f32]) {
    numbers.iter_mut().zip(values).for_each(|(place, value)| *place = number(*value, median));
}

/// As [`numbers_of`], with instructions that convert eight integers.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512dq,avx512vl")]
fn numbers_of_eight(values: &[u64], median: u64, numbers: &mut [f32]) {
    numbers_of(values, median, numbers);
}

/// What each digit of a bucket's number adds to a code.
pub(super) struct Spread {
    firsts: [u32; DIGITS],
    seconds: [u32; DIGITS],
}

impl Spread {
    /// That of the highest bits of the number, each at a place of its own.
    pub(super) fn of(bits: usize, place: impl Fn(usize) -> usize) -> Spread {
        let left_out = BUCKET_BITS - bits;
        let add = |bucket: usize| (0..bits).map(|bit| ((bucket >> (bit + left_out) & 1) << place(bit)) as u32).sum();
        Spread { firsts: std::array::from_fn(|digit| add(digit << DIGIT_BITS)), seconds: std::array::from_fn(add) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bit 0 of each value's bucket is at place 0, and so on: by the instructions that there are, and without.
    fn buckets(sample: &[u64], values: &[u64]) -> [Vec<u32>; 2] {
        let (buckets, spread) = (Buckets::of(sample, sample[sample.len() / 2]), Spread::of(BUCKET_BITS, |bit| bit));
        let mut codes = [vec![0; values.len()], vec![0; values.len()]];
        buckets.add_to(&mut codes[0], values, &spread);
        let mut numbers = vec![0.0; values.len()];
        numbers_of(values, buckets.median, &mut numbers);
        buckets.add_one_by_one(&mut codes[1], &numbers, &spread);
        codes
    }

    /// Each value is in the bucket that begins with the greatest bound that is not greater, eight by eight and one by
    /// one.
    #[test]
    fn values_are_in_buckets() {
        let sample: Vec<u64> = (100..228).map(|value| 4 * value).collect();
        let values: Vec<u64> = (0..1000).collect();
        let bucket = |value: &u64| (value / 8).saturating_sub(50).min(63) as u32;
        for codes in buckets(&sample, &values) {
            assert_eq!(codes, values.iter().map(bucket).collect::<Vec<u32>>());
        }
        // A few values are as far apart as can be.
        for codes in buckets(&[2, 4, 6, 10], &[0, 2, 4, 8, 10, u64::MAX]) {
            assert_eq!(codes, [0, 15, 31, 47, 63, 63]);
        }
        for codes in buckets(&sample[..63], &sample[..63]) {
            assert!(codes.is_sorted_by(|one, next| one < next), "{codes:?}");
        }
        for codes in buckets(&[0, u64::MAX / 4, u64::MAX / 2, u64::MAX], &[0, 1 << 62, u64::MAX]) {
            assert_eq!(codes, [15, 31, 63]);
        }
    }

    /// The highest bits are taken, each where it belongs.
    #[test]
    fn bits_are_spread() {
        let spread = Spread::of(4, |bit| 3 * bit);
        assert_eq!(
            spread.firsts,
            [0, 1 << 3, 1 << 6, 0b1001 << 3, 1 << 9, 0b1000001 << 3, 0b1001 << 6, 0b1001001 << 3]
        );
        assert_eq!(spread.seconds, [0, 0, 0, 0, 1, 1, 1, 1]);
    }
}
