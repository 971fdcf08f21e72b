//! Memory that a run takes while it goes on: arrays of dynamic length, and scratch memory for texts.

use super::Context;
use super::boundary::contain;
use super::texts::text;
use crate::block::{Block, OF_ELEMENTS};
use std::collections::HashMap;

/// The longest text: lengths are INTEGER(4).
const LONGEST_TEXT: usize = i32::MAX as usize;

/// All memory that a run has taken; it is given back with this.
#[derive(Debug, Default)]
pub struct DynamicMemory {
    /// By address.
    arrays: HashMap<usize, Block>,
    scratch: Vec<Block>,
}

/// What an array of dynamic length has in the storage of its unit.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ArrayDescriptor {
    /// The first element; null if there is none.
    pub address: *mut u8,
    /// Number of elements.
    pub length: i64,
}

const _: () = assert!(ArrayDescriptor::SIZE == forlane_cfg::areas::DESCRIPTOR_BYTES);

impl ArrayDescriptor {
    /// Size in bytes.
    pub const SIZE: u64 = std::mem::size_of::<ArrayDescriptor>() as u64;
    /// Offset of [`ArrayDescriptor::address`].
    pub const ADDRESS: i32 = std::mem::offset_of!(ArrayDescriptor, address) as i32;
    /// Offset of [`ArrayDescriptor::length`].
    pub const LENGTH: i32 = std::mem::offset_of!(ArrayDescriptor, length) as i32;
}

impl DynamicMemory {
    /// Memory of which nothing is taken.
    pub fn new() -> DynamicMemory {
        DynamicMemory::default()
    }

    /// Gives everything back.
    pub fn clear(&mut self) {
        self.arrays.clear();
        self.scratch.clear();
    }

    /// Gives an array that many elements of a size, all zero, instead of those that it has; false if there is not
    /// enough memory.
    fn allocate(&mut self, descriptor: &mut ArrayDescriptor, length: i64, size: u64) -> bool {
        self.arrays.remove(&(descriptor.address as usize));
        *descriptor = ArrayDescriptor { address: std::ptr::null_mut(), length: 0 };
        let Some(length) = u64::try_from(length).ok().filter(|length| *length > 0) else { return true };
        let Some(bytes) = length.checked_mul(size).and_then(|bytes| usize::try_from(bytes).ok()) else { return false };
        let Some(elements) = Block::zeroed(bytes, OF_ELEMENTS) else { return false };
        *descriptor = ArrayDescriptor { address: elements.base(), length: length as i64 };
        self.arrays.insert(descriptor.address as usize, elements);
        true
    }

    /// Scratch memory of that many bytes; none if there is not enough.
    fn take(&mut self, bytes: usize) -> Option<&Block> {
        if bytes > LONGEST_TEXT {
            return None;
        }
        self.scratch.push(Block::zeroed(bytes, OF_ELEMENTS)?);
        self.scratch.last()
    }
}

/// The memory of a run.
///
/// # Safety
/// `context` is the context of the running gang, whose `memory` is one that nothing else uses while the gang runs.
unsafe fn memory<'a>(context: *mut Context) -> &'a mut DynamicMemory {
    // SAFETY: as this function's own contract says.
    unsafe { &mut *(*context).memory }
}

/// Allocates an array; 0 if that succeeded.
pub(super) unsafe extern "C" fn allocate(
    context: *mut Context,
    descriptor: *mut ArrayDescriptor,
    length: i64,
    size: u64,
) -> i32 {
    contain(1, || {
        // SAFETY: generated code passes on its context, and the address of a descriptor: `scalar::Emitter::descriptor` takes it of
        // a variable of dynamic length only, for which `layout::storage_bytes` reserves a descriptor in storage or on the stack,
        // or of a slot whose caller passed such a variable (the verifier's rule `call-signature`). Only generated code and this
        // function write it, and neither keeps a reference.
        let (memory, descriptor) = unsafe { (memory(context), &mut *descriptor) };
        i32::from(!memory.allocate(descriptor, length, size))
    })
}

/// The address of scratch memory; null if there is not enough.
pub(super) unsafe extern "C" fn take_scratch(context: *mut Context, bytes: u64) -> *mut u8 {
    contain(std::ptr::null_mut(), || {
        // SAFETY: generated code passes on the context that it was called with.
        let memory = unsafe { memory(context) };
        let scratch = usize::try_from(bytes).ok().and_then(|bytes| memory.take(bytes));
        scratch.map_or(std::ptr::null_mut(), Block::base)
    })
}

/// Gives back the last pieces of scratch memory, so many of them.
pub(super) unsafe extern "C" fn release_scratch(context: *mut Context, pieces: u64) {
    contain((), || {
        // SAFETY: generated code passes on the context that it was called with.
        let memory = unsafe { memory(context) };
        let kept = memory.scratch.len().saturating_sub(pieces as usize);
        memory.scratch.truncate(kept);
    })
}

/// A text so many times, in scratch memory; null if there is not enough.
pub(super) unsafe extern "C" fn repeat_text(
    context: *mut Context,
    address: *const u8,
    length: u64,
    count: u64,
) -> *mut u8 {
    contain(std::ptr::null_mut(), || {
        // SAFETY: generated code passes on its context, and the address of a text of that length.
        let (memory, text) = unsafe { (memory(context), text(address, length)) };
        let bytes = length.checked_mul(count).and_then(|bytes| usize::try_from(bytes).ok());
        let Some(scratch) = bytes.and_then(|bytes| memory.take(bytes)) else { return std::ptr::null_mut() };
        for place in (0..scratch.bytes()).step_by(text.len().max(1)) {
            // SAFETY: the scratch memory is new and holds the text so many times; one begins at each of these places.
            unsafe { std::ptr::copy_nonoverlapping(text.as_ptr(), scratch.base().add(place), text.len()) };
        }
        scratch.base()
    })
}
