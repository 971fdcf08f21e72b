//! The caller's slices as generated code reaches them: in place. Where blocks are guarded, it gets guarded copies
//! instead, so that every run of a test shows an access outside of the slices, and a write to those that are only read.

use crate::block::{Block, OF_VECTORS, are_guarded};
use crate::error::JitError;
use crate::values::RawValues;

/// Values to read.
pub(super) struct InputColumn {
    base: *const u8,
    /// The memory that the base points to, where that is a copy.
    copy: Option<Block>,
}

/// Room for values.
pub(super) struct OutputColumn {
    base: *mut u8,
    /// The memory that generated code writes in place of that, and its size goes back with it.
    copy: Option<Block>,
}

impl InputColumn {
    /// # Safety
    /// The values have elements of `size` bytes, and live longer than this.
    pub(super) unsafe fn new(values: RawValues, size: usize) -> Result<InputColumn, JitError> {
        let RawValues { base, length } = values;
        // SAFETY: as this function's own contract says.
        let copy = unsafe { guarded_copy(base, length * size) }?.map(Block::sealed);
        Ok(InputColumn { base, copy })
    }

    /// Values that no generated code accesses where they are.
    pub(super) fn apart(base: *const u8) -> InputColumn {
        InputColumn { base, copy: None }
    }

    /// The first element.
    pub(super) fn base(&self) -> *const u8 {
        self.copy.as_ref().map_or(self.base, |copy| copy.base().cast_const())
    }
}

impl OutputColumn {
    /// # Safety
    /// The values have elements of `size` bytes, live longer than this, and are not accessed otherwise meanwhile.
    pub(super) unsafe fn new(values: RawValues, size: usize) -> Result<OutputColumn, JitError> {
        let RawValues { base, length } = values;
        // SAFETY: as this function's own contract says.
        Ok(OutputColumn { base, copy: unsafe { guarded_copy(base, length * size) }? })
    }

    /// Room that no generated code accesses where it is.
    pub(super) fn apart(base: *mut u8) -> OutputColumn {
        OutputColumn { base, copy: None }
    }

    /// The first element.
    pub(super) fn base(&self) -> *mut u8 {
        self.copy.as_ref().map_or(self.base, Block::base)
    }
}

impl Drop for OutputColumn {
    fn drop(&mut self) {
        if let Some(copy) = &self.copy {
            // SAFETY: the copy was made of as many bytes there.
            unsafe { std::ptr::copy_nonoverlapping(copy.base(), self.base, copy.bytes()) };
        }
    }
}

/// A copy of `bytes` bytes, if blocks are guarded.
///
/// # Safety
/// There are as many bytes at the address.
unsafe fn guarded_copy(base: *const u8, bytes: usize) -> Result<Option<Block>, JitError> {
    if !are_guarded() {
        return Ok(None);
    }
    // SAFETY: as this function's own contract says.
    let bytes = unsafe { std::slice::from_raw_parts(base, bytes) };
    Block::of(bytes, OF_VECTORS).map(Some).ok_or(JitError::OutOfMemory { bytes: bytes.len() })
}
