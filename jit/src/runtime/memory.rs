//! Memory that a run takes while it goes on: arrays of dynamic length, and scratch memory for texts.

use super::Context;
use super::boundary::contain;
use super::texts::text;
use crate::block::{Block, OF_ELEMENTS};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The longest text: lengths are INTEGER(4).
const LONGEST_TEXT: usize = i32::MAX as usize;

/// Why an array is not allocated or freed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum AllocationFailure {
    /// There is not enough memory.
    NoMemory = 1,
    /// A call or a transfer holds what the array has.
    Held = 2,
}

/// All memory that a run has taken; it is given back with this.
#[derive(Debug, Default)]
pub struct DynamicMemory {
    /// By address.
    arrays: HashMap<usize, Block>,
    /// How often each array is held that must not be freed, by address.
    held: HashMap<usize, u64>,
    scratch: Vec<Block>,
}

/// What an array of dynamic length has in the storage of its unit; in a gang the addresses of all lanes, then their lengths.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ArrayDescriptor {
    /// The first element; null if there is none.
    pub address: *mut u8,
    /// Number of elements.
    pub length: i64,
}

const _: () = assert!(ArrayDescriptor::SIZE == forlane_cfg::areas::DESCRIPTOR_BYTES);
const _: () = assert!(ArrayDescriptor::PART as usize == size_of::<*mut u8>() && size_of::<i64>() == size_of::<*mut u8>());

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
    /// Memory of which nothing is taken.
    pub fn new() -> DynamicMemory {
        DynamicMemory::default()
    }

    /// Gives everything back.
    pub fn clear(&mut self) {
        self.arrays.clear();
        self.held.clear();
        self.scratch.clear();
    }

    /// Gives an array that many elements of a size, all zero, instead of those that it has.
    fn allocate(
        &mut self,
        (address, length): (&mut *mut u8, &mut i64),
        wanted: i64,
        size: u64,
    ) -> Result<(), AllocationFailure> {
        if self.held.contains_key(&(*address as usize)) {
            return Err(AllocationFailure::Held);
        }
        self.arrays.remove(&(*address as usize));
        (*address, *length) = (std::ptr::null_mut(), 0);
        let Some(count) = u64::try_from(wanted).ok().filter(|count| *count > 0) else { return Ok(()) };
        let bytes = count.checked_mul(size).and_then(|bytes| usize::try_from(bytes).ok());
        let elements = bytes.and_then(|bytes| Block::zeroed(bytes, OF_ELEMENTS));
        let elements = elements.ok_or(AllocationFailure::NoMemory)?;
        (*address, *length) = (elements.base(), wanted);
        self.arrays.insert(*address as usize, elements);
        Ok(())
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
pub(super) unsafe fn memory<'a>(context: *mut Context) -> &'a mut DynamicMemory {
    // SAFETY: as this function's own contract says.
    unsafe { &mut *(*context).memory }
}

/// Allocates an array, or frees it if so many elements are none; 0 if that succeeded, else the [`AllocationFailure`].
pub(super) unsafe extern "C" fn allocate(
    context: *mut Context,
    address: *mut *mut u8,
    length: *mut i64,
    elements: i64,
    size: u64,
) -> i32 {
    contain(1, || {
        // SAFETY: generated code passes on its context, and the two parts of a descriptor, of a lane in a gang:
        // `scalar::Emitter::descriptor` and `gang::lower::Lowering::descriptor` take it of a variable of dynamic length only, for
        // which `layout::storage_bytes` reserves a descriptor in storage (for each lane) or on the stack, or of a slot whose caller
        // passed such a variable (the verifier's rule `argument-dynamic`). Only generated code and this function write it, and
        // neither keeps a reference.
        let (memory, address, length) = unsafe { (memory(context), &mut *address, &mut *length) };
        memory.allocate((address, length), elements, size).map_or_else(|failure| failure as i32, |()| 0)
    })
}

/// Holds the array at an address; null stands for none.
pub(super) unsafe extern "C" fn hold(context: *mut Context, address: *mut u8) {
    contain((), || {
        // SAFETY: generated code passes on the context that it was called with.
        unsafe { memory(context) }.hold(address);
    })
}

/// Ends what [`hold`] began.
pub(super) unsafe extern "C" fn let_go(context: *mut Context, address: *mut u8) {
    contain((), || {
        // SAFETY: generated code passes on the context that it was called with.
        unsafe { memory(context) }.let_go(address);
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
