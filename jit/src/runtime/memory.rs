//! Memory that a run takes while it continues: arrays of dynamic length, and scratch memory for texts.

use crate::block::{Block, OF_ELEMENTS, are_guarded};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// The longest text: lengths are INTEGER(4).
const LONGEST_TEXT: usize = i32::MAX as usize;

/// The most lanes of a gang.
const MOST_LANES: usize = 64;

/// The most arrays of a lane that are found without a table.
const MOST_RECENT: usize = 8;

/// The most bytes of a block that is kept for another use, and of all of them.
const MOST_SPARE: (usize, usize) = (8 << 10, 4 << 20);

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
    /// The arrays that each lane has allocated last, which it mostly frees soon.
    recent: Vec<Vec<Block>>,
    /// The others, by address, with the lane that has allocated it.
    arrays: FxHashMap<usize, (Block, usize)>,
    /// The bytes of the arrays of each lane.
    taken: [u64; MOST_LANES],
    /// The most of these.
    limit: u64,
    /// How often each array is held that must not be freed, by address.
    held: FxHashMap<usize, u64>,
    scratch: Vec<Block>,
    spare: Spare,
}

/// Blocks that nothing uses: calls take arrays of the same sizes again and again.
#[derive(Debug, Default)]
struct Spare {
    /// By their sizes.
    blocks: Vec<Vec<Block>>,
    bytes: usize,
}

impl Spare {
    /// A block of that size, all zero; none if there is not enough memory.
    fn take(&mut self, bytes: usize) -> Option<Block> {
        let Some(mut block) = self.blocks.get_mut(bytes).and_then(Vec::pop) else {
            return Block::zeroed(bytes, OF_ELEMENTS);
        };
        self.bytes -= bytes;
        block.clear();
        Some(block)
    }

    /// Keeps a block for another use, unless that would be much, or would hide who uses it still.
    fn keep(&mut self, block: Block) {
        let bytes = block.bytes();
        if bytes == 0 || bytes > MOST_SPARE.0 || self.bytes + bytes > MOST_SPARE.1 || are_guarded() {
            return;
        }
        if self.blocks.len() <= bytes {
            self.blocks.resize_with(bytes + 1, Vec::new);
        }
        self.bytes += bytes;
        self.blocks[bytes].push(block);
    }
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
        DynamicMemory {
            recent: Vec::new(),
            arrays: FxHashMap::default(),
            held: FxHashMap::default(),
            scratch: Vec::new(),
            spare: Spare::default(),
            taken: [0; MOST_LANES],
            limit: limit.unwrap_or(u64::MAX),
        }
    }

    /// Gives everything back but what is kept for another use.
    pub fn clear(&mut self) {
        self.recent.iter_mut().for_each(Vec::clear);
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
        if !self.held.is_empty() && self.held.contains_key(&(*address as usize)) {
            return Err(AllocationFailure::Held);
        }
        if !address.is_null()
            && let Some((block, owner)) = self.remove(lane, *address)
        {
            self.taken[owner] -= block.bytes() as u64;
            self.spare.keep(block);
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
        let elements = bytes.and_then(|bytes| self.spare.take(bytes));
        let elements = elements.ok_or(AllocationFailure::NoMemory)?;
        (*address, *length) = (elements.base(), wanted);
        self.taken[lane] += elements.bytes() as u64;
        self.add(lane, elements);
        Ok(())
    }

    fn add(&mut self, lane: usize, array: Block) {
        if self.recent.len() <= lane {
            self.recent.resize_with(lane + 1, || Vec::with_capacity(MOST_RECENT));
        }
        let recent = &mut self.recent[lane];
        if recent.len() == MOST_RECENT {
            let oldest = recent.remove(0);
            self.arrays.insert(oldest.base() as usize, (oldest, lane));
        }
        recent.push(array);
    }

    /// The array at an address, with the lane that has allocated it, which most often is the one that frees it.
    fn remove(&mut self, lane: usize, address: *mut u8) -> Option<(Block, usize)> {
        let of_lane = |recent: &mut Vec<Block>| {
            let at = recent.iter().rposition(|array| array.base() == address)?;
            Some(recent.remove(at))
        };
        if let Some(array) = self.recent.get_mut(lane).and_then(of_lane) {
            return Some((array, lane));
        }
        let others = || self.recent.iter_mut().enumerate().find_map(|(lane, recent)| Some((of_lane(recent)?, lane)));
        self.arrays.remove(&(address as usize)).or_else(others)
    }

    /// The bytes of the array at an address, if there is one.
    pub fn copy(&self, address: usize) -> Option<Vec<u8>> {
        let array = self.arrays.get(&address).map(|(array, _)| array);
        let array = array.or_else(|| self.recent.iter().flatten().find(|array| array.base() as usize == address))?;
        Some(array.copy(0..array.bytes()))
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
        self.scratch.push(self.spare.take(bytes)?);
        self.scratch.last()
    }

    /// Releases the last `pieces` pieces of scratch memory.
    pub(super) fn release(&mut self, pieces: usize) {
        let kept = self.scratch.len().saturating_sub(pieces);
        self.scratch.drain(kept..).for_each(|block| self.spare.keep(block));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ptr;

    /// An array as its descriptor has it.
    struct Array {
        address: *mut u8,
        length: i64,
    }

    impl Array {
        fn new() -> Array {
            Array { address: ptr::null_mut(), length: 0 }
        }

        fn allocate(
            &mut self,
            memory: &mut DynamicMemory,
            lane: usize,
            elements: i64,
        ) -> Result<(), AllocationFailure> {
            memory.allocate(lane, (&mut self.address, &mut self.length), elements, 8)
        }

        fn bytes(&self, memory: &DynamicMemory) -> Vec<u8> {
            memory.copy(self.address as usize).unwrap_or_default()
        }
    }

    /// Arrays start as zeros, also where others were that are freed, by whichever lane and however many there are.
    #[test]
    fn arrays_start_as_zeros() {
        let mut memory = DynamicMemory::new(Some(8 * 300));
        for round in 0..4 {
            let mut arrays: Vec<Array> = (0..100).map(|_| Array::new()).collect();
            for (number, array) in arrays.iter_mut().enumerate() {
                assert_eq!(array.allocate(&mut memory, number % 2, number as i64 % 7), Ok(()));
                assert_eq!(array.bytes(&memory), vec![0; number % 7 * 8]);
                // SAFETY: it has as many bytes.
                unsafe { ptr::write_bytes(array.address, 0xff, number % 7 * 8) };
            }
            assert_eq!(arrays[99].allocate(&mut memory, 1, 300), Err(AllocationFailure::NoMemory));
            let mut order: Vec<usize> = (0..100).collect();
            order.rotate_left(25 * round);
            for number in order {
                assert_eq!(arrays[number].allocate(&mut memory, round % 2, 0), Ok(()));
                assert_eq!((arrays[number].address, arrays[number].length), (ptr::null_mut(), 0));
            }
            assert_eq!(memory.taken, [0; MOST_LANES]);
        }
        let mut whole = Array::new();
        assert_eq!(whole.allocate(&mut memory, 0, 300), Ok(()));
        assert_eq!(whole.bytes(&memory), vec![0; 2400]);
    }

    /// What is held is not freed; after a gang everything is.
    #[test]
    fn held_arrays_stay() {
        let (mut memory, mut array) = (DynamicMemory::new(None), Array::new());
        assert_eq!(array.allocate(&mut memory, 3, 2), Ok(()));
        memory.hold(array.address);
        assert_eq!(array.allocate(&mut memory, 3, 0), Err(AllocationFailure::Held));
        assert_eq!(array.bytes(&memory).len(), 16);
        memory.let_go(array.address);
        memory.clear();
        assert_eq!((array.bytes(&memory).len(), memory.taken[3]), (0, 0));
    }
}
