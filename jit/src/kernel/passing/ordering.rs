//! An order of rows in which those that start with similar values are next to each other, so that the lanes of a gang
//! go the same ways where these values decide on them.
//!
//! The quantiles of the values that a key has in a stretch of rows are the bounds of buckets. The bits of the buckets of
//! all keys are interleaved, the highest ones first, and rows are sorted by the number that this gives: by counting, as
//! it is small.

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
    read: unsafe fn(*const u8, usize) -> u64,
    /// Bytes that are read.
    width: usize,
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
        let (read, width): (unsafe fn(*const u8, usize) -> u64, usize) = match (plan.ty, input.places.width) {
            (Type::Integer(IntegerKind::I1), _) => (read_text, first_bytes(&input.places, length)),
            (Type::Logical, 1) => (read_text, 1),
            (Type::Real(RealKind::R8), _) => (read_real8, 8),
            (Type::Real(RealKind::R4), _) => (read_real4, 4),
            (Type::Integer(IntegerKind::I8), _) => (read_integer8, 8),
            (Type::Integer(IntegerKind::I4) | Type::Logical, 4) => (read_integer4, 4),
            _ => return None,
        };
        let base = input.column.base().wrapping_offset(input.places.element(key.element));
        Some(Values { plan, base, read, width })
    }

    /// Whether rows differ, as far as those show that are looked at.
    fn differ(&self, set: &RowSet<'_>, count: usize) -> bool {
        let mut rows = (0..count).step_by(count.div_ceil(LOOKED_AT).max(1));
        let mut value = |row| {
            let mut value = [0];
            self.read(set, row..row + 1, |at, found| value[at] = found);
            value
        };
        let Some(first) = rows.next().map(&mut value) else { return false };
        rows.any(|row| value(row) != first)
    }

    /// Calls the function with the number and value of each row.
    fn read(&self, set: &RowSet<'_>, rows: Range<usize>, mut each: impl FnMut(usize, u64)) {
        let Some(input) = &self.plan.input else { return };
        for first in rows.clone().step_by(MOST_LANES) {
            let count = MOST_LANES.min(rows.end - first);
            let mut gang = GangRows::new(set, LaneRows::From(first, count));
            let offsets = gang.offsets(&input.places);
            for (at, offset) in offsets.iter().enumerate().take(count) {
                // SAFETY: the input has the elements of each row, of that type (`Checker`), and these rows exist
                // (`RowSet::holds`). Texts have the bytes that are read (`first_bytes`).
                each(first - rows.start + at, unsafe { (self.read)(self.base.wrapping_offset(*offset), self.width) });
            }
        }
    }
}

/// How many bytes of a text lie one after the other from the first one on, at most 8.
fn first_bytes(places: &Places<'_>, length: usize) -> usize {
    let is_next = |byte: &usize| places.element(*byte) == places.element(0) + *byte as isize;
    (0..length.min(8)).take_while(is_next).count()
}

/// # Safety
/// There are as many bytes at the address, at most 8.
unsafe fn read_text(at: *const u8, width: usize) -> u64 {
    // SAFETY: as this function's own contract says.
    (0..width).fold(0, |value, index| value << 8 | u64::from(unsafe { *at.add(index) }))
}

/// # Safety
/// There is a value at the address.
unsafe fn read_integer4(at: *const u8, _: usize) -> u64 {
    // SAFETY: as this function's own contract says.
    let value = unsafe { at.cast::<i32>().read_unaligned() };
    i64::from(value) as u64 ^ 1 << 63
}

/// # Safety
/// There is a value at the address.
unsafe fn read_integer8(at: *const u8, _: usize) -> u64 {
    // SAFETY: as this function's own contract says.
    unsafe { at.cast::<u64>().read_unaligned() ^ 1 << 63 }
}

/// # Safety
/// There is a value at the address.
unsafe fn read_real4(at: *const u8, _: usize) -> u64 {
    // SAFETY: as this function's own contract says.
    let value = unsafe { at.cast::<f32>().read_unaligned() };
    in_order(f64::from(value).to_bits())
}

/// # Safety
/// There is a value at the address.
unsafe fn read_real8(at: *const u8, _: usize) -> u64 {
    // SAFETY: as this function's own contract says.
    in_order(unsafe { at.cast::<u64>().read_unaligned() })
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
    /// Of the key that is looked at.
    buckets: Vec<u16>,
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
            values.read(set, rows.clone(), |at, value| self.values[at] = value);
            self.find_buckets(bits);
            self.add_buckets(bits, |bit| bit * keys.len() + keys.len() - 1 - number);
        }
        self.sort(1 << (bits * keys.len()).min(BITS));
        &self.order
    }

    /// Finds the bucket of each row's value.
    fn find_buckets(&mut self, bits: usize) {
        let buckets = 1 << bits;
        let step = (self.values.len() / SAMPLED).max(1);
        self.sample.clear();
        self.sample.extend(self.values.iter().step_by(step));
        self.sample.sort_unstable();
        let mut bounds = [u64::MAX; 1 << MOST_BITS];
        for (bound, bucket) in bounds.iter_mut().zip(1..buckets) {
            *bound = self.sample[bucket * self.sample.len() / buckets];
        }
        self.buckets.clear();
        self.buckets.resize(self.values.len(), 0);
        // The number of bounds that are at most the value. A branch on it for each row would be mispredicted.
        for bit in (0..bits).rev() {
            let half = (1 << bit) - 1;
            for (bucket, value) in self.buckets.iter_mut().zip(&self.values) {
                let bound = bounds[(usize::from(*bucket) + half) % bounds.len()];
                *bucket += u16::from(bound <= *value) << bit;
            }
        }
    }

    /// Adds the bits of the bucket of each row to its code, each at that place.
    fn add_buckets(&mut self, bits: usize, place: impl Fn(usize) -> usize) {
        let mut spread = [0_u16; 1 << MOST_BITS];
        for (bucket, spread) in spread.iter_mut().enumerate().take(1 << bits) {
            (0..bits).for_each(|bit| *spread |= ((bucket >> bit & 1) << place(bit)) as u16);
        }
        for (code, bucket) in self.codes.iter_mut().zip(&self.buckets) {
            *code |= spread[usize::from(*bucket) % spread.len()];
        }
    }

    /// Sorts rows by their codes, which are less than `end`.
    fn sort(&mut self, end: usize) {
        let mut starts = [0_u32; 1 << BITS];
        self.codes.iter().for_each(|code| starts[usize::from(*code) % (1 << BITS)] += 1);
        let mut sum = 0;
        for start in &mut starts[..end] {
            sum += *start;
            *start = sum - *start;
        }
        self.order.resize(self.codes.len(), 0);
        for (row, code) in self.codes.iter().enumerate() {
            let start = &mut starts[usize::from(*code) % (1 << BITS)];
            self.order[*start as usize] = row as u32;
            *start += 1;
        }
    }
}

#[cfg(test)]
mod tests;
