//! Blocks: all memory that generated code reads and writes, apart from its stack: storage, constants, arguments, arrays
//! of dynamic length and scratch memory.
//!
//! A block comes from the global allocator. In test builds, the environment variable `FORLANE_GUARD` puts each block
//! against a page without access instead (see [`guard`]), so that an access outside of its block ends the process at
//! once. What calls generated code takes memory from here alone, so that this holds for every code generator.

#[cfg(all(unix, not(miri), any(debug_assertions, feature = "guard")))]
mod guard;
#[cfg(not(all(unix, not(miri), any(debug_assertions, feature = "guard"))))]
mod guard {
    //! Builds without guards.
    use std::ptr::NonNull;

    pub(super) const fn is_on() -> bool {
        false
    }

    pub(super) fn take(_bytes: usize) -> Option<NonNull<u8>> {
        None
    }

    pub(super) fn seal(_base: NonNull<u8>, _bytes: usize) {}

    pub(super) fn give_back(_base: NonNull<u8>, _bytes: usize) {}
}

use crate::runtime::copy_to_zeros;
use std::alloc::Layout;
use std::ptr::{self, NonNull};

/// Alignment of a block that vectors are loaded from: a cache line, and the widest register.
pub(crate) const OF_VECTORS: usize = 64;
/// Alignment of a block whose elements are accessed one by one.
pub(crate) const OF_ELEMENTS: usize = 16;

/// Whether blocks are guarded. Never so in release builds, unless the feature `guard` is on.
pub(crate) fn are_guarded() -> bool {
    guard::is_on()
}

/// Memory that generated code accesses; all zero at first, given back with this.
///
/// It is accessed through raw pointers alone, so no reference to what is in it is ever invalidated by generated code.
#[derive(Debug)]
pub(crate) struct Block {
    base: NonNull<u8>,
    bytes: usize,
    /// What the allocator gave, in which it is.
    allocated: Option<(NonNull<u8>, Layout)>,
}

// SAFETY: a block owns its memory, which no thread keeps for itself.
unsafe impl Send for Block {}
// SAFETY: a shared reference gives access to the address only; every access through it is an `unsafe` block of its own.
unsafe impl Sync for Block {}

impl Block {
    /// A block of that size and alignment, a power of two; none if there is not enough memory. A guarded block is
    /// aligned for elements whose size divides its own only, since it has to end where the guard begins.
    pub(crate) fn zeroed(bytes: usize, alignment: usize) -> Option<Block> {
        if guard::is_on() {
            return Some(Block { base: guard::take(bytes)?, bytes, allocated: None });
        }
        if bytes == 0 {
            let base = NonNull::without_provenance(std::num::NonZero::new(alignment)?);
            return Some(Block { base, bytes, allocated: None });
        }
        // The allocator has zeros from the system, which need not be written, for its usual alignment alone.
        let usual = alignment.min(OF_ELEMENTS);
        let layout = Layout::from_size_align(bytes.checked_add(alignment - usual)?, usual).ok()?;
        // SAFETY: the layout has a size other than zero.
        let start = NonNull::new(unsafe { std::alloc::alloc_zeroed(layout) })?;
        // SAFETY: there are as many bytes before the block as alignment can take.
        let base = unsafe { start.add(start.addr().get().next_multiple_of(alignment) - start.addr().get()) };
        Some(Block { base, bytes, allocated: Some((start, layout)) })
    }

    /// A block of zeros to which `fill` gives other values.
    pub(crate) fn filled(bytes: usize, alignment: usize, fill: impl FnOnce(&mut [u8])) -> Option<Block> {
        let block = Block::zeroed(bytes, alignment)?;
        // SAFETY: the block is new, has as many bytes, and all of them are initialized.
        fill(unsafe { std::slice::from_raw_parts_mut(block.base(), bytes) });
        Some(block)
    }

    /// A block with these bytes.
    pub(crate) fn of(bytes: &[u8], alignment: usize) -> Option<Block> {
        let block = Block::zeroed(bytes.len(), alignment)?;
        // SAFETY: the block is new and has as many bytes.
        unsafe { ptr::copy_nonoverlapping(bytes.as_ptr(), block.base(), bytes.len()) };
        Some(block)
    }

    /// As [`Block::zeroed`], of at least as many bytes as another, which it begins with a copy of.
    pub(crate) fn beginning_with(first: &Block, bytes: usize, alignment: usize) -> Option<Block> {
        let block = Block::zeroed(bytes.max(first.bytes()), alignment)?;
        // SAFETY: both have as many bytes, and the block is new and all zero.
        unsafe { copy_to_zeros(block.base(), first.base(), first.bytes()) };
        Some(block)
    }

    /// The first byte. The pointer is valid for reads and writes of all bytes until the block is dropped or sealed.
    pub(crate) fn base(&self) -> *mut u8 {
        self.base.as_ptr()
    }

    /// Makes all of it zero.
    pub(crate) fn clear(&mut self) {
        // SAFETY: the block has as many bytes.
        unsafe { ptr::write_bytes(self.base(), 0, self.bytes) };
    }

    /// The number of bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// A copy of these of its bytes, as far as it has them. Generated code that writes to the block must not be
    /// running; it has the address for the time of a call only.
    pub(crate) fn copy(&self, range: std::ops::Range<usize>) -> Vec<u8> {
        let range = range.start.min(self.bytes)..range.end.min(self.bytes);
        let mut copy = vec![0; range.len()];
        // SAFETY: the range was cut to the block, whose bytes are all initialized: `zeroed` sets them.
        unsafe { ptr::copy_nonoverlapping(self.base().add(range.start), copy.as_mut_ptr(), copy.len()) };
        copy
    }

    /// From now on the block is only read; where blocks are guarded, a write ends the process.
    pub(crate) fn sealed(self) -> Block {
        if guard::is_on() {
            guard::seal(self.base, self.bytes);
        }
        self
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        if guard::is_on() {
            guard::give_back(self.base, self.bytes);
        } else if let Some((start, layout)) = self.allocated {
            // SAFETY: `zeroed` allocated it with this layout.
            unsafe { std::alloc::dealloc(start.as_ptr(), layout) };
        }
    }
}

#[cfg(test)]
mod tests;
