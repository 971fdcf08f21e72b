//! An order of rows in which those that start with similar values are next to each other, so that the lanes of a gang
//! go the same ways where these values decide on them.
//!
//! The quantiles of the values that a key has in a stretch of rows are the bounds of buckets. The bits of the buckets
//! of all keys are interleaved, the highest ones first, and rows are sorted by the number that this gives: by counting,
//! as it is small.

use super::places::{GangRows, LaneRows, MOST_LANES, Places};
use super::plan::{Plan, PlanKind};
use crate::kernel::trial::RowKey;
use crate::rows::RowSet;
use forlane_cfg::{IntegerKind, RealKind, Type};
use std::ops::Range;

/// The most keys that a run has, and the most elements of an array that are keys.
const MOST_KEYS: usize = 16;
const MOST_ELEMENTS: usize = 4;
/// Rows that are looked at to see whether they differ in a key.
const LOOKED_AT: usize = 64;
/// Bits of the number that rows are sorted by, and the most of one key.
const BITS: usize = 12;
const MOST_BITS: usize = 8;
/// Values of the sample that has the quantiles.
const SAMPLED: usize = 1 << MOST_BITS;

/// The keys in which rows of a run differ: elements of scalars and of short arrays.
pub(super) fn keys(plans: &[Plan<'_>], set: &RowSet<'_>, count: usize) -> Vec<RowKey> {
    let mut found = Vec::new();
    for (argument, plan) in plans.iter().enumerate() {
        let elements = match plan.kind {
            PlanKind::Column => 1,
            // The first bytes of a text are one key.
            PlanKind::Rows(length) | PlanKind::Pieces(length) if plan.ty.size() == 1 => length.min(1),
            PlanKind::Rows(length) | PlanKind::Pieces(length) => length.min(MOST_ELEMENTS),
            PlanKind::Uniform(_) | PlanKind::Broadcast(_) | PlanKind::Shared(_) => 0,
        };
        let keys = (0..elements).map(|element| RowKey { argument, element });
        found.extend(keys.filter(|key| Values::of(*key, plans).is_some_and(|values| values.differ(set, count))));
    }
    found.truncate(MOST_KEYS);
    found
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

    /// Whether rows differ, as far as those show that are looked at.
    fn differ(&self, set: &RowSet<'_>, count: usize) -> bool {
        let mut rows = (0..count).step_by(count.div_ceil(LOOKED_AT).max(1));
        let mut value = |row| {
            let mut value = [0];
            self.read(set, row, &mut value);
            value
        };
        let Some(first) = rows.next().map(&mut value) else { return false };
        rows.any(|row| value(row) != first)
    }

    /// Reads the values of rows from `first` on.
    fn read(&self, set: &RowSet<'_>, first: usize, values: &mut [u64]) {
        // SAFETY: a text has as many bytes there (`first_bytes`).
        let text =
            |at: *const u8, bytes| (0..bytes).fold(0, |sum, byte| sum << 8 | u64::from(unsafe { *at.add(byte) }));
        // SAFETY: there is a value at each address, of the type that the form says.
        unsafe {
            match self.form {
                Form::Text(bytes) => self.each(set, first, values, |at| text(at, bytes)),
                Form::Real8 => self.each(set, first, values, |at| in_order(at.cast::<u64>().read_unaligned())),
                Form::Real4 => {
                    self.each(set, first, values, |at| in_order(f64::from(at.cast::<f32>().read_unaligned()).to_bits()))
                }
                Form::Integer8 => self.each(set, first, values, |at| at.cast::<u64>().read_unaligned() ^ 1 << 63),
                Form::Integer4 => {
                    self.each(set, first, values, |at| i64::from(at.cast::<i32>().read_unaligned()) as u64 ^ 1 << 63)
                }
            }
        }
    }

    /// Writes what the function gives for the address of each row's value: the input has the elements of each row, of
    /// that type (`Checker`), and these rows exist (`RowSet::holds`).
    #[inline(always)]
    fn each(&self, set: &RowSet<'_>, first: usize, values: &mut [u64], number: impl Fn(*const u8) -> u64) {
        let Some(input) = &self.plan.input else { return };
        for (part, values) in values.chunks_mut(MOST_LANES).enumerate() {
            let mut gang = GangRows::new(set, LaneRows::From(first + part * MOST_LANES, values.len()));
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

/// What ordering the stretches of a run works on.
#[derive(Default)]
pub(super) struct Ordering {
    values: Vec<u64>,
    sample: Vec<u64>,
    /// What rows are sorted by.
    codes: Vec<u16>,
    order: Vec<u32>,
}

impl Ordering {
    /// The order of these rows by these keys, counted from the first of them.
    pub(super) fn order(
        &mut self,
        keys: &[RowKey],
        (plans, set): (&[Plan<'_>], &RowSet<'_>),
        rows: Range<usize>,
    ) -> &[u32] {
        let bits = (BITS / keys.len().max(1)).clamp(1, MOST_BITS);
        self.codes.clear();
        self.codes.resize(rows.len(), 0);
        self.values.resize(rows.len(), 0);
        for (number, key) in keys.iter().take(BITS).enumerate() {
            let Some(values) = Values::of(*key, plans) else { continue };
            values.read(set, rows.start, &mut self.values);
            let bounds = self.bounds(bits);
            let place = |bit| bit * keys.len() + keys.len() - 1 - number;
            match bits {
                1 => self.add_buckets::<1>(&bounds, place),
                2 => self.add_buckets::<2>(&bounds, place),
                3 => self.add_buckets::<3>(&bounds, place),
                4 => self.add_buckets::<4>(&bounds, place),
                6 => self.add_buckets::<6>(&bounds, place),
                _ => self.add_buckets::<MOST_BITS>(&bounds, place),
            }
        }
        self.sort(1 << (bits * keys.len()).min(BITS));
        &self.order
    }

    /// The bounds of the buckets of the values, each the least value of its own.
    fn bounds(&mut self, bits: usize) -> [u64; SAMPLED] {
        let buckets = 1 << bits;
        let step = (self.values.len() / SAMPLED).max(1);
        self.sample.clear();
        self.sample.extend(self.values.iter().step_by(step));
        self.sample.sort_unstable();
        let mut bounds = [u64::MAX; SAMPLED];
        for (bound, bucket) in bounds.iter_mut().zip(1..buckets) {
            *bound = self.sample[bucket * self.sample.len() / buckets];
        }
        bounds
    }

    /// Adds the bits of the bucket of each row's value to its code, each at that place.
    fn add_buckets<const B: usize>(&mut self, bounds: &[u64; SAMPLED], place: impl Fn(usize) -> usize) {
        let mut spread = [0_u16; SAMPLED];
        for (bucket, spread) in spread.iter_mut().enumerate().take(1 << B) {
            (0..B).for_each(|bit| *spread |= ((bucket >> bit & 1) << place(bit)) as u16);
        }
        for (code, value) in self.codes.iter_mut().zip(&self.values) {
            // The number of bounds that are at most the value. A branch on it would be mispredicted.
            let mut bucket = 0;
            for bit in (0..B).rev() {
                bucket += usize::from(bounds[(bucket + (1 << bit) - 1) % SAMPLED] <= *value) << bit;
            }
            *code |= spread[bucket % SAMPLED];
        }
    }

    /// Sorts rows by their codes, which are less than `end`.
    fn sort(&mut self, end: usize) {
        let (codes, order) = (&self.codes[..], &mut self.order);
        let mut starts = [0_u32; 1 << BITS];
        for code in codes {
            starts[usize::from(*code) % (1 << BITS)] += 1;
        }
        let mut sum = 0;
        for start in &mut starts[..end] {
            sum += *start;
            *start = sum - *start;
        }
        order.resize(codes.len(), 0);
        let order = &mut order[..];
        for (row, code) in codes.iter().enumerate() {
            let start = &mut starts[usize::from(*code) % (1 << BITS)];
            order[*start as usize] = row as u32;
            *start += 1;
        }
    }
}

#[cfg(test)]
mod tests;
