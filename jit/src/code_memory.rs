//! The memory of the code of one kernel.

use crate::error::JitError;
use cranelift_jit::ArenaMemoryProvider;

/// Calls between units reach 2 GiB, so the code of a kernel lies in one range of addresses, which is reserved before
/// the first unit is compiled. Memory is taken only for the code that comes to lie there.
pub(crate) const RESERVED_BYTES: usize = 1 << 31;

/// Where the address space of the process is limited, fewer bytes are reserved, but no fewer than this.
const LEAST_RESERVED_BYTES: usize = 1 << 24;

/// Reserves a range of addresses: `bytes`, in whole pages, or as much as the limits of the process leave.
///
/// # Errors
/// [`JitError::CodeMemory`] where not even the least can be had.
pub(crate) fn reserve(bytes: usize) -> Result<ArenaMemoryProvider, JitError> {
    match ArenaMemoryProvider::new_with_size(bytes) {
        Err(_) if bytes / 2 >= LEAST_RESERVED_BYTES => reserve(bytes / 2),
        reserved => reserved.map_err(|error| JitError::CodeMemory(error.to_string())),
    }
}
