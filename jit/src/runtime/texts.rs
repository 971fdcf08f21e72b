//! What generated code does with texts in memory. The results are defined in
//! [`forlane_semantics::numeric::character`].

use super::boundary::contain;
use forlane_cfg::CharacterFunction;
use forlane_semantics::numeric::character::compute;

/// The bytes of a text.
///
/// # Safety
/// Unless the length is zero, the address is that of `length` bytes, which are not changed while the slice is used.
pub(super) unsafe fn text<'a>(address: *const u8, length: u64) -> &'a [u8] {
    match length {
        0 => &[],
        // SAFETY: as this function's own contract says.
        _ => unsafe { std::slice::from_raw_parts(address, length as usize) },
    }
}

/// Assigns a text; the two may overlap.
pub(super) unsafe extern "C" fn assign_text(target: *mut u8, length: u64, source: *const u8, source_length: u64) {
    let (length, copied) = (length as usize, length.min(source_length) as usize);
    if length == 0 {
        return;
    }
    // SAFETY: generated code passes two texts of these lengths: constants, scratch memory, or ranges that
    // `scalar::Emitter::bytes_at` has compared with the arrays that they are in. The target is such a range of a
    // variable that is not a constant (the verifier's rule `constant-assigned`). `copy` allows for texts that overlap.
    unsafe {
        std::ptr::copy(source, target, copied);
        std::ptr::write_bytes(target.add(copied), b' ', length - copied);
    }
}

/// Defines the functions of two texts.
macro_rules! define_binary {
    ($($name:ident: $function:ident)*) => {
        $(unsafe extern "C" fn $name(left: *const u8, left_length: u64, right: *const u8, right_length: u64) -> i32 {
            // SAFETY: generated code passes two texts of these lengths.
            let (left, right) = unsafe { (text(left, left_length), text(right, right_length)) };
            contain(0, || compute(CharacterFunction::$function, left, right))
        })*
    };
}

define_binary! {
    compare: Compare
    index: Index
    index_back: IndexBack
    scan: Scan
    scan_back: ScanBack
    verify: Verify
    verify_back: VerifyBack
}

unsafe extern "C" fn len_trim(address: *const u8, length: u64) -> i32 {
    // SAFETY: generated code passes a text of that length.
    let text = unsafe { text(address, length) };
    contain(0, || compute(CharacterFunction::LenTrim, text, &[]))
}

unsafe extern "C" fn code(address: *const u8, length: u64) -> i32 {
    // SAFETY: generated code passes a text of that length.
    let text = unsafe { text(address, length) };
    contain(0, || compute(CharacterFunction::Code, text, &[]))
}

/// The address of a function of texts.
pub(super) fn address(function: CharacterFunction) -> *const u8 {
    match function {
        CharacterFunction::Compare => compare as *const u8,
        CharacterFunction::Index => index as *const u8,
        CharacterFunction::IndexBack => index_back as *const u8,
        CharacterFunction::Scan => scan as *const u8,
        CharacterFunction::ScanBack => scan_back as *const u8,
        CharacterFunction::Verify => verify as *const u8,
        CharacterFunction::VerifyBack => verify_back as *const u8,
        CharacterFunction::LenTrim => len_trim as *const u8,
        CharacterFunction::Code => code as *const u8,
    }
}
