//! An order of rows in which those that start with similar values are next to each other, so that the lanes of a gang
//! go the same ways where these values decide on them.
//!
//! The quantiles of the values that a key has in a stretch of rows are the bounds of buckets, also for the rows that
//! follow as long as their values fill them. The bits of the buckets of all keys are interleaved, the highest ones
//! first, and rows are sorted by the number that this gives: by counting, as it is small.

mod buckets;

use super::places::{GangRows, LaneRows, MOST_LANES, Places, RowPlaces};
use super::plan::{Plan, PlanKind};
use super::share::Share;
use crate::kernel::trial::RowKey;
use crate::rows::RowSet;
use buckets::{BUCKET_BITS, Buckets, Spread};
use forlane_cfg::{IntegerKind, RealKind, Type};
use std::cmp::Ordering as Comparison;

/// The most keys that a run has, and the most elements of an array that are keys.
const MOST_KEYS: usize = 16;
const MOST_ELEMENTS: usize = 4;
/// Rows that are looked at to see whether they differ in a key.
const LOOKED_AT: usize = 64;
/// Rows of a run from which on it is worth finding keys that say no more than another.
const COMPARED: usize = 4096;
/// Bits of the number that rows are sorted by, at least and at most.
const BITS: (usize, usize) = (8, 15);
/// Values of the sample that has the quantiles.
const SAMPLED: usize = 4 << BUCKET_BITS;
/// Values of a stretch that are looked at to see whether they fill the buckets.
const CHECKED: usize = 32;

/// The keys in which rows of a run differ: elements of scalars and of short arrays. In long runs none of them follows
/// from another, as the complement of a probability does: it would take bits of the number that rows are sorted by.
pub(super) fn keys(plans: &[Plan<'_>], set: &RowSet<'_>, count: usize) -> Vec<RowKey> {
    let mut found: Vec<(RowKey, Sample)> = Vec::new();
    let count = count.min(u32::MAX as usize);
    if count == 0 {
        return Vec::new();
    }
    let looked_at: [u32; LOOKED_AT] = std::array::from_fn(|number| sampled(number, LOOKED_AT, count) as u32);
    for (argument, plan) in plans.iter().enumerate() {
        let elements = match plan.kind {
            PlanKind::Column => 1,
            // The first bytes of a text are one key.
            PlanKind::Rows(length) | PlanKind::Pieces(length) if plan.ty.size() == 1 => length.min(1),
            PlanKind::Rows(length) | PlanKind::Pieces(length) => length.min(MOST_ELEMENTS),
            PlanKind::Uniform(_) | PlanKind::Broadcast(_) | PlanKind::Shared(_) => 0,
        };
        for key in (0..elements).map(|element| RowKey { argument, element }) {
            let values = Values::of(key, plans).and_then(|values| values.if_different(set, &looked_at));
            let Some(sample) = values.map(Sample::new) else { continue };
            if count >= COMPARED {
                if found.iter().any(|(_, known)| sample.follows(known)) {
                    continue;
                }
                found.retain(|(_, known)| !known.follows(&sample));
            }
            found.push((key, sample));
        }
    }
    found.into_iter().map(|(key, _)| key).take(MOST_KEYS).collect()
}

/// A key's values in the rows that are looked at.
struct Sample {
    values: [u64; LOOKED_AT],
    /// The numbers of the values as they go up.
    order: [usize; LOOKED_AT],
}

impl Sample {
    fn new(values: [u64; LOOKED_AT]) -> Sample {
        let mut order = std::array::from_fn(|number| number);
        order.sort_unstable_by_key(|number| values[*number]);
        Sample { values, order }
    }

    /// Whether the values go up, or down, as those of another key go up.
    fn follows(&self, other: &Sample) -> bool {
        let goes = |direction: Comparison| {
            other.order.windows(2).all(|pair| {
                let [one, next] = [pair[0], pair[1]];
                let found = self.values[one].cmp(&self.values[next]);
                found.is_eq() || found == direction && other.values[one] != other.values[next]
            })
        };
        goes(Comparison::Less) || goes(Comparison::Greater)
    }
}

/// The row of that number among `samples` of `count` rows: somewhere in its part of them, as rows of a grid are alike
/// at even distances.
fn sampled(number: usize, samples: usize, count: usize) -> usize {
    let (first, end) = (number * count / samples, (number + 1) * count / samples);
    let part = (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (part ^ part >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    first + ((u128::from(mixed) * (end - first) as u128) >> 64) as usize
}

/// The values of a key.
struct Values<'p> {
    plan: &'p Plan<'p>,
    /// The first row's element.
    base: *const u8,
    form: Form,
}

/// What values are, for each of which there is a number in their order.
#[derive(Clone, Copy)]
enum Form {
    /// As many bytes, at most 8.
    Text(usize),
    Real4,
    Real8,
    Integer4,
    Integer8,
}

impl<'p> Values<'p> {
    /// None if the argument has no such values.
    fn of(key: RowKey, plans: &'p [Plan<'p>]) -> Option<Values<'p>> {
        let plan = plans.get(key.argument)?;
        let input = plan.input.as_ref()?;
        let length = plan.kind.length();
        if plan.is_common() || key.element >= length {
            return None;
        }
        let form = match (plan.ty, input.places.width) {
            (Type::Integer(IntegerKind::I1), _) => Form::Text(first_bytes(&input.places, length)),
            (Type::Logical, 1) => Form::Text(1),
            (Type::Real(RealKind::R8), _) => Form::Real8,
            (Type::Real(RealKind::R4), _) => Form::Real4,
            (Type::Integer(IntegerKind::I8), _) => Form::Integer8,
            (Type::Integer(IntegerKind::I4) | Type::Logical, 4) => Form::Integer4,
            _ => return None,
        };
        let base = input.column.base().wrapping_offset(input.places.element(key.element));
        Some(Values { plan, base, form })
    }

    /// The values of the rows that are looked at, if these differ.
    fn if_different(&self, set: &RowSet<'_>, rows: &[u32]) -> Option<[u64; LOOKED_AT]> {
        let mut values = [0; LOOKED_AT];
        self.read(set, LaneRows::Listed(0, rows), &mut values);
        values.iter().any(|value| *value != values[0]).then_some(values)
    }

    /// Reads the values of these rows.
    fn read(&self, set: &RowSet<'_>, rows: LaneRows<'_>, values: &mut [u64]) {
        // SAFETY: a text has as many bytes there (`first_bytes`).
        let text = |at: *const u8, bytes: usize| {
            (0..bytes).fold(0, |sum, byte| sum | u64::from(unsafe { *at.add(byte) }) << (56 - 8 * byte))
        };
        // Buckets do not see the last bit.
        let integer = |value: i64| (value.clamp(i64::MIN / 2, i64::MAX / 2) << 1) as u64 ^ 1 << 63;
        // SAFETY: there is a value at each address, of the type that the form says.
        unsafe {
            match self.form {
                Form::Text(bytes) => self.each::<1>(set, rows, values, |at| text(at, bytes)),
                Form::Real8 => self.each::<8>(set, rows, values, |at| in_order(at.cast::<u64>().read_unaligned())),
                Form::Real4 => self.each::<4>(set, rows, values, |at| {
                    in_order(f64::from(at.cast::<f32>().read_unaligned()).to_bits())
                }),
                Form::Integer8 => self.each::<8>(set, rows, values, |at| integer(at.cast::<i64>().read_unaligned())),
                Form::Integer4 => {
                    self.each::<4>(set, rows, values, |at| integer(i64::from(at.cast::<i32>().read_unaligned())))
                }
            }
        }
    }

    /// Writes what the function gives for the address of each row's value: the input has the elements of each row, of
    /// that type (`Checker`), and these rows exist (`RowSet::holds`). Values of `SIZE` bytes that lie one after the
    /// other are read several at once.
    #[inline(always)]
    fn each<const SIZE: usize>(
        &self,
        set: &RowSet<'_>,
        rows: LaneRows<'_>,
        values: &mut [u64],
        number: impl Fn(*const u8) -> u64,
    ) {
        let Some(input) = &self.plan.input else { return };
        if let (RowPlaces::Apart(stride), None, LaneRows::From(first, _)) = (input.places.rows, set.listed, rows) {
            let mut at = self.base.wrapping_offset(first as isize * stride);
            if stride == SIZE as isize {
                for (row, value) in values.iter_mut().enumerate() {
                    *value = number(at.wrapping_add(row * SIZE));
                }
                return;
            }
            for value in values {
                *value = number(at);
                at = at.wrapping_offset(stride);
            }
            return;
        }
        for (part, values) in values.chunks_mut(MOST_LANES).enumerate() {
            let part = part * MOST_LANES;
            let mut gang = GangRows::new(set, rows.part(part..part + values.len()));
            let offsets = gang.offsets(&input.places);
            for (value, offset) in values.iter_mut().zip(offsets) {
                *value = number(self.base.wrapping_offset(*offset));
            }
        }
    }
}

/// How many bytes of a text lie one after the other from the first one on, at most 8.
fn first_bytes(places: &Places<'_>, length: usize) -> usize {
    let is_next = |byte: &usize| places.element(*byte) == places.element(0) + *byte as isize;
    (0..length.min(8)).take_while(is_next).count()
}

/// Numbers in the order of the floating-point numbers that have these bits.
fn in_order(bits: u64) -> u64 {
    bits ^ ((bits as i64 >> 63) as u64 >> 1 | 1 << 63)
}

/// Rows of a block in an order.
#[derive(Clone, Copy)]
pub(super) struct RowsInOrder<'o> {
    /// The first row of the block.
    pub first: usize,
    /// The rows as they run, counted from that one.
    pub rows: &'o [u32],
    /// For each row of the block, where it is among these; empty if there are not all of them.
    pub places: &'o [u32],
}

/// What ordering the stretches of a run works on.
#[derive(Default)]
pub(super) struct Ordering {
    values: Vec<u64>,
    sample: Vec<u64>,
    buckets: Vec<(RowKey, Buckets)>,
    /// What rows are sorted by.
    codes: Vec<u32>,
    /// For each code, where the next row with it goes.
    starts: Vec<u32>,
    order: Vec<u32>,
    places: Vec<u32>,
}

impl Ordering {
    /// The order of these rows by these keys.
    pub(super) fn order(
        &mut self,
        keys: &[RowKey],
        (plans, set): (&[Plan<'_>], &RowSet<'_>),
        share: Share,
    ) -> RowsInOrder<'_> {
        let most = (share.rows.max(1).ilog2() as usize).clamp(BITS.0, BITS.1);
        let keys = &keys[..keys.len().min(most)];
        let bits = (most / keys.len().max(1)).clamp(1, BUCKET_BITS);
        self.codes.resize(share.rows, 0);
        self.codes.fill(0);
        self.values.resize(share.rows, 0);
        for (number, key) in keys.iter().enumerate() {
            let Some(values) = Values::of(*key, plans) else { continue };
            let mut left = &mut self.values[..];
            for group in share.groups() {
                let (here, rest) = left.split_at_mut(group.len());
                values.read(set, LaneRows::From(share.first + group.start, here.len()), here);
                left = rest;
            }
            let buckets = match self.kept_buckets(*key) {
                Some(number) => number,
                None => self.sample_buckets(*key),
            };
            let (_, buckets) = &self.buckets[buckets];
            let spread = Spread::of(bits, |bit| bit * keys.len() + keys.len() - 1 - number);
            buckets.add_to(&mut self.codes, &self.values, &spread);
        }
        self.sort(1 << (bits * keys.len()), share);
        RowsInOrder { first: share.first, rows: &self.order, places: if share.is_whole() { &self.places } else { &[] } }
    }

    /// The place of the key's buckets, if the values fill them.
    fn kept_buckets(&self, key: RowKey) -> Option<usize> {
        self.buckets.iter().position(|(known, buckets)| *known == key && self.fill(buckets))
    }

    /// Whether the values are spread over buckets as those are that these were made of: of some that differ, few are in
    /// one bucket.
    fn fill(&self, buckets: &Buckets) -> bool {
        let count = self.values.len();
        if count == 0 {
            return true;
        }
        let mut some: [u64; CHECKED] = std::array::from_fn(|number| self.values[sampled(number, CHECKED, count)]);
        let filled = some.iter().fold(0_u64, |filled, value| filled | 1 << buckets.bucket(*value)).count_ones();
        some.sort_unstable();
        2 * filled as usize >= some.chunk_by(|one, next| one == next).count()
    }

    /// Makes the buckets of a key with these values; their place.
    fn sample_buckets(&mut self, key: RowKey) -> usize {
        let count = self.values.len();
        self.sample.clear();
        match count <= SAMPLED {
            true => self.sample.extend(&self.values),
            false => self.sample.extend((0..SAMPLED).map(|number| self.values[sampled(number, SAMPLED, count)])),
        }
        self.sample.sort_unstable();
        let median = self.sample.get(self.sample.len() / 2).copied().unwrap_or(0);
        // Each of few values, as a grid has, gets a bucket.
        if self.sample.chunk_by(|one, next| one == next).count() <= 1 << BUCKET_BITS {
            self.sample.dedup();
        }
        let buckets = Buckets::of(&self.sample, median);
        self.buckets.retain(|(known, _)| *known != key);
        self.buckets.push((key, buckets));
        self.buckets.len() - 1
    }

    /// Sorts the rows by their codes, which are less than `end`.
    fn sort(&mut self, end: usize, share: Share) {
        self.starts.clear();
        self.starts.resize(end, 0);
        self.order.resize(self.codes.len(), 0);
        self.places.resize(self.codes.len(), 0);
        let (starts, order) = (&mut self.starts[..], &mut self.order[..]);
        // Each row's place among those with its code.
        for (code, place) in self.codes.iter().zip(&mut self.places) {
            let count = &mut starts[*code as usize];
            *place = *count;
            *count += 1;
        }
        let mut sum = 0;
        for start in starts.iter_mut() {
            sum += *start;
            *start = sum - *start;
        }
        let mut before = 0;
        for group in share.groups() {
            let here = before..before + group.len();
            let of_group = self.codes[here.clone()].iter().zip(&mut self.places[here.clone()]);
            for (row, (code, place)) in (group.start as u32..).zip(of_group) {
                *place += starts[*code as usize];
                order[*place as usize] = row;
            }
            before = here.end;
        }
    }
}

#[cfg(test)]
mod tests;
