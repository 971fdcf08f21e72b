//! Clearing and copying memory.
//!
//! Of local arrays most is often still zero: work arrays of libraries are longer than what a call uses. To look at a
//! line of a cache takes about half of the time of writing it, and it need not be written back.

/// Bytes that are looked at together, and written where one of them is not zero.
const PART: usize = 1024;

/// `(address, bytes)`: fills memory with zeros.
pub(super) unsafe extern "C" fn zero(address: *mut u8, bytes: u64) {
    // SAFETY: generated code passes a part of the gang's storage, or a range of an array whose length it has looked at.
    unsafe { address.write_bytes(0, bytes as usize) }
}

/// `(address, source, bytes)`: copies memory to other memory.
pub(super) unsafe extern "C" fn copy(address: *mut u8, source: *const u8, bytes: u64) {
    // SAFETY: generated code passes the gang's storage and the image, which has `bytes` bytes, or ranges of arrays
    // whose lengths it has looked at.
    unsafe { std::ptr::copy(source, address, bytes as usize) }
}

/// Copies memory to other memory that is all zero: what is zero is not written.
///
/// # Safety
/// The source can be read and the destination written, each as many bytes, and they do not overlap.
pub(crate) unsafe fn copy_to_zeros(destination: *mut u8, source: *const u8, bytes: usize) {
    let parts = bytes / PART;
    // SAFETY: all parts are in the memory that the caller gives.
    unsafe {
        for at in (0..parts).map(|part| part * PART) {
            if !is_zero(source.add(at)) {
                std::ptr::copy_nonoverlapping(source.add(at), destination.add(at), PART);
            }
        }
        let at = parts * PART;
        std::ptr::copy_nonoverlapping(source.add(at), destination.add(at), bytes - at);
    }
}

/// `(address, bytes)`: fills memory with zeros where it has others.
pub(super) unsafe extern "C" fn clear(address: *mut u8, bytes: u64) {
    let bytes = bytes as usize;
    // SAFETY: generated code passes a part of the gang's storage, or of the stack.
    unsafe {
        let parts = bytes / PART;
        for part in (0..parts).map(|part| address.add(part * PART)) {
            if !is_zero(part) {
                part.write_bytes(0, PART);
            }
        }
        address.add(parts * PART).write_bytes(0, bytes % PART);
    }
}

/// Whether all bytes of a part are zero, with the widest registers that there are.
///
/// # Safety
/// The part can be read.
unsafe fn is_zero(part: *const u8) -> bool {
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("avx512f") {
        // SAFETY: the processor has AVX-512; the part is the caller's.
        return unsafe { is_zero_avx512(part) };
    }
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2; the part is the caller's.
        return unsafe { is_zero_avx2(part) };
    }
    // SAFETY: as this function's own contract says.
    unsafe { has_no_bits::<32>(part) }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
unsafe fn is_zero_avx512(part: *const u8) -> bool {
    // SAFETY: as that of `is_zero`.
    unsafe { has_no_bits::<128>(part) }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn is_zero_avx2(part: *const u8) -> bool {
    // SAFETY: as that of `is_zero`.
    unsafe { has_no_bits::<32>(part) }
}

#[inline(always)]
unsafe fn has_no_bits<const STEP: usize>(part: *const u8) -> bool {
    let words = part.cast::<u64>();
    (0..PART / 8 / STEP).all(|step| {
        // SAFETY: the words are in the part.
        let any = (0..STEP).fold(0, |any, word| any | unsafe { words.add(step * STEP + word).read_unaligned() });
        any == 0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_cleared_wherever_it_was_not() {
        let bytes = 3 * PART + 77;
        for place in [0, 1, PART - 1, PART, 2 * PART + 5, 3 * PART, bytes - 1] {
            let mut memory = vec![0; bytes + 2];
            memory[0] = 7;
            memory[bytes + 1] = 7;
            memory[1 + place] = 1;
            // SAFETY: the bytes are in `memory`.
            unsafe { clear(memory.as_mut_ptr().add(1), bytes as u64) };
            assert!(memory[1..=bytes].iter().all(|byte| *byte == 0), "byte {place}");
            assert_eq!((memory[0], memory[bytes + 1]), (7, 7), "what is beside is kept");
        }
    }
}
