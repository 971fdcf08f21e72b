//! The functions of arrays of dynamic length and of scratch memory that generated code calls.

use super::boundary::contain;
use super::context::Context;
use super::memory::DynamicMemory;
use super::texts::text;
use crate::block::Block;

/// The memory of a run, in which something is to be left behind until the end of the gang.
///
/// # Safety
/// `context` is the context of the running gang, whose `memory` is one that nothing else uses while the gang runs.
pub(super) unsafe fn memory<'a>(context: *mut Context) -> &'a mut DynamicMemory {
    // SAFETY: as this function's own contract says.
    unsafe {
        (*context).left_behind = 1;
        &mut *(*context).memory
    }
}

/// Allocates an array, or frees it if the number of elements is zero. Returns 0, or an
/// [`AllocationFailure`](super::memory::AllocationFailure).
pub(super) unsafe extern "C" fn allocate(
    context: *mut Context,
    lane: u64,
    address: *mut *mut u8,
    length: *mut i64,
    elements: i64,
    size: u64,
) -> i32 {
    contain(1, || {
        // SAFETY: generated code passes on its context, and the two parts of a descriptor, of one lane in a gang: the
        // `descriptor` of `scalar::Emitter` and of `gang::lower::Lowering` takes it of a variable of dynamic length
        // only, for which `layout::storage_bytes` reserves a descriptor in storage (for each lane) or on the stack, or
        // of a slot whose caller passed such a variable (the verifier's rule `argument-dynamic`). Only generated code
        // and this function write it, and neither keeps a reference.
        let (memory, address, length) = unsafe { (memory(context), &mut *address, &mut *length) };
        memory.allocate(lane as usize, (address, length), elements, size).map_or_else(|failure| failure as i32, |()| 0)
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

/// Releases the last `pieces` pieces of scratch memory.
pub(super) unsafe extern "C" fn release_scratch(context: *mut Context, pieces: u64) {
    contain((), || {
        // SAFETY: generated code passes on the context that it was called with.
        unsafe { memory(context) }.release(pieces as usize);
    })
}

/// A text repeated `count` times, in scratch memory; null if there is not enough.
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
        // What is there is copied to after itself, so that a blank repeated a billion times takes no billion copies.
        let (base, bytes) = (scratch.base(), scratch.bytes());
        let mut written = text.len().min(bytes);
        // SAFETY: the scratch memory is new, and not shorter than what is copied there.
        unsafe { std::ptr::copy_nonoverlapping(text.as_ptr(), base, written) };
        while written < bytes {
            let more = written.min(bytes - written);
            // SAFETY: the scratch memory has `bytes` bytes; the `more` bytes at its start and those after `written` do
            // not overlap, since `more <= written` and `written + more <= bytes`.
            unsafe { std::ptr::copy_nonoverlapping(base, base.add(written), more) };
            written += more;
        }
        scratch.base()
    })
}
