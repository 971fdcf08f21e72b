//! Memory that a run takes while it continues: arrays of dynamic length, and scratch memory for texts.

use crate::block::{Block, OF_ELEMENTS};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The longest text: lengths are INTEGER(4).
const LONGEST_TEXT: usize = i32::MAX as usize;

/// The most lanes of a gang.
const MOST_LANES: usize = 64;

/// Why an array is not allocated or freed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum AllocationFailure {
    /// There is not enough memory, or the lane may not have more.
    NoMemory = 1,
    /// A call or a transfer holds what the array has.
    Held = 2,
}

/// All memory that a run has taken; it is given back with this.
#[derive(Debug)]
pub struct DynamicMemory {
    /// By address, with the lane that has allocated it.
    arrays: HashMap<usize, (Block, usize)>,
    /// The bytes of the arrays of each lane.
    taken: [u64; MOST_LANES],
    /// The most of these.
    limit: u64,
    /// How often each array is held that must not be freed, by address.
    held: HashMap<usize, u64>,
    scratch: Vec<Block>,
}

/// What an array of dynamic length has in the storage of its unit; in a gang the addresses of all lanes, then their
/// lengths.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ArrayDescriptor {
    /// The first element; null if there is none.
    pub address: *mut u8,
    /// Number of elements.
    pub length: i64,
}

const _: () = assert!(ArrayDescriptor::SIZE == forlane_cfg::areas::DESCRIPTOR_BYTES);
const _: () =
    assert!(ArrayDescriptor::PART as usize == size_of::<*mut u8>() && size_of::<i64>() == size_of::<*mut u8>());

impl ArrayDescriptor {
    /// Size in bytes.
    pub const SIZE: u64 = std::mem::size_of::<ArrayDescriptor>() as u64;
    /// Size in bytes of each of its two parts.
    pub const PART: u64 = ArrayDescriptor::SIZE / 2;
    /// Offset of [`ArrayDescriptor::address`].
    pub const ADDRESS: i32 = std::mem::offset_of!(ArrayDescriptor, address) as i32;
    /// Offset of [`ArrayDescriptor::length`].
    pub const LENGTH: i32 = std::mem::offset_of!(ArrayDescriptor, length) as i32;
}

impl DynamicMemory {
    /// Memory of which nothing is taken. The arrays of a lane may have `limit` bytes together.
    pub fn new(limit: Option<u64>) -> DynamicMemory {
        let (arrays, held, scratch) = (HashMap::new(), HashMap::new(), Vec::new());
        DynamicMemory { arrays, held, scratch, taken: [0; MOST_LANES], limit: limit.unwrap_or(u64::MAX) }
    }

    /// Gives everything back.
    pub fn clear(&mut self) {
        self.arrays.clear();
        self.taken.fill(0);
        self.held.clear();
        self.scratch.clear();
    }

    /// Replaces the elements of an array of a lane by `elements` elements of a size, all zero.
    pub(super) fn allocate(
        &mut self,
        lane: usize,
        (address, length): (&mut *mut u8, &mut i64),
        wanted: i64,
        size: u64,
    ) -> Result<(), AllocationFailure> {
        if self.held.contains_key(&(*address as usize)) {
            return Err(AllocationFailure::Held);
        }
        if let Some((block, owner)) = self.arrays.remove(&(*address as usize)) {
            self.taken[owner] -= block.bytes() as u64;
        }
        (*address, *length) = (std::ptr::null_mut(), 0);
        let Some(count) = u64::try_from(wanted).ok().filter(|count| *count > 0) else { return Ok(()) };
        let taken = self.taken[lane];
        let is_indexable = count < i32::MAX as u64;
        let bytes = is_indexable
            .then_some(count)
            .and_then(|count| count.checked_mul(size))
            .filter(|bytes| taken.saturating_add(*bytes) <= self.limit)
            .and_then(|bytes| usize::try_from(bytes).ok());
        let elements = bytes.and_then(|bytes| Block::zeroed(bytes, OF_ELEMENTS));
        let elements = elements.ok_or(AllocationFailure::NoMemory)?;
        (*address, *length) = (elements.base(), wanted);
        self.taken[lane] += elements.bytes() as u64;
        self.arrays.insert(*address as usize, (elements, lane));
        Ok(())
    }

    /// The bytes of the array at an address, if there is one.
    pub fn copy(&self, address: usize) -> Option<Vec<u8>> {
        self.arrays.get(&address).map(|(block, _)| block.copy(0..block.bytes()))
    }

    /// Holds the array at an address, so that it is not freed; without elements it has none.
    pub(super) fn hold(&mut self, address: *mut u8) {
        if !address.is_null() {
            *self.held.entry(address as usize).or_default() += 1;
        }
    }

    /// Ends one hold of the array at an address.
    pub(super) fn let_go(&mut self, address: *mut u8) {
        if let Entry::Occupied(mut held) = self.held.entry(address as usize) {
            *held.get_mut() -= 1;
            if *held.get() == 0 {
                held.remove();
            }
        }
    }

    /// Takes scratch memory; none if there is not enough.
    pub(super) fn take(&mut self, bytes: usize) -> Option<&Block> {
        if bytes > LONGEST_TEXT {
            return None;
        }
        self.scratch.push(Block::zeroed(bytes, OF_ELEMENTS)?);
        self.scratch.last()
    }

    /// Releases the last `pieces` pieces of scratch memory.
    pub(super) fn release(&mut self, pieces: usize) {
        let kept = self.scratch.len().saturating_sub(pieces);
        self.scratch.truncate(kept);
    }
}
