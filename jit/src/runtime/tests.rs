//! What generated code calls in the run-time support, called from Rust, so that Miri sees every access.

use super::dynamic::{allocate, hold, let_go, release_scratch, repeat_text, take_scratch};
use super::io::{ItemCode, begin_internal, begin_unit, end, read, read_text, write, write_text};
use super::memory::AllocationFailure;
use super::output::handled_number;
use super::texts::assign_text;
use super::*;
use forlane_cfg::{Handled, IntegerKind, Type};
use std::ptr;

/// Runs a function with the context of a run, and returns what it printed.
fn with_context(input: &[u8], run: impl FnOnce(*mut Context)) -> Vec<u8> {
    let (mut input, mut sink) = (input, Vec::new());
    let mut output = Output::new(&mut input, &mut sink, None);
    let (mut status, interrupt, mut memory) = (0, 0, DynamicMemory::new(None));
    let mut context = Context {
        status: &mut status,
        storage: ptr::null_mut(),
        image: ptr::null(),
        left_behind: 0,
        returned: 0,
        constants: ptr::null(),
        counts: std::ptr::null_mut(),
        interrupt: &interrupt,
        output: (&raw mut output).cast(),
        memory: &mut memory,
        stack_limits: std::ptr::null(),
    };
    run(&mut context);
    output.finish().unwrap();
    sink
}

fn integer4() -> i64 {
    ItemCode::Scalar(Type::Integer(IntegerKind::I4)).number().unwrap()
}

/// # Safety
/// As [`allocate`].
unsafe fn allocate_in(context: *mut Context, descriptor: *mut ArrayDescriptor, elements: i64, size: u64) -> i32 {
    // SAFETY: as this function's own contract says.
    unsafe { allocate(context, 0, &raw mut (*descriptor).address, &raw mut (*descriptor).length, elements, size) }
}

#[test]
fn arrays_get_lengths_and_lose_them() {
    with_context(b"", |context| {
        let mut descriptor = ArrayDescriptor { address: ptr::null_mut(), length: 0 };
        for length in [3_i64, 1000, 0, 5, -1] {
            let descriptor = &raw mut descriptor;
            // SAFETY: the descriptor is written here and by the run-time support alone.
            unsafe {
                assert_eq!(allocate_in(context, descriptor, length, 8), 0);
                assert_eq!((*descriptor).length, length.max(0));
                for index in 0..(*descriptor).length as usize {
                    let element = (*descriptor).address.cast::<u64>().add(index);
                    assert_eq!(element.read(), 0);
                    element.write(index as u64);
                }
            }
        }
        // SAFETY: as above.
        assert_ne!(unsafe { allocate_in(context, &raw mut descriptor, i64::MAX, 8) }, 0);
    });
}

#[test]
fn texts_are_joined_in_scratch_memory() {
    with_context(b"", |context| {
        // SAFETY: all addresses are those of texts of the lengths given.
        unsafe {
            let text = repeat_text(context, b"abc".as_ptr(), 3, 3);
            let joined = take_scratch(context, 12);
            assign_text(joined, 12, text, 9);
            assert_eq!(std::slice::from_raw_parts(joined, 12), b"abcabcabc   ");
            // To itself, one further.
            assign_text(joined.add(1), 11, joined, 9);
            assert_eq!(std::slice::from_raw_parts(joined, 12), b"aabcabcabc  ");
            assert!(!repeat_text(context, ptr::null(), 0, 7).is_null());
            assert!(!take_scratch(context, 0).is_null());
            release_scratch(context, 2);
            assert_eq!(*text, b'a');
            release_scratch(context, 7);
            assert!(take_scratch(context, u64::MAX).is_null());
            assert!(repeat_text(context, b"ab".as_ptr(), 2, u64::MAX).is_null());
        }
    });
}

#[test]
fn items_are_read_and_written() {
    let printed = with_context(b"1 2 3\nword\n", |context| {
        let none = handled_number(Handled::Nothing);
        let mut items = [0_i32; 3];
        let mut text = *b"....";
        // SAFETY: all addresses are those of items and texts of the numbers and lengths given.
        unsafe {
            begin_unit(context, 0, 0, 5, ptr::null(), -1);
            read(context, 0, items.as_mut_ptr().cast(), 3, 4, integer4());
            assert_eq!(end(context, 0, none), 0);
            begin_unit(context, 0, 0, 5, b"(a)".as_ptr(), 3);
            read_text(context, 0, text.as_mut_ptr(), 4);
            assert_eq!(end(context, 0, none), 0);
            begin_unit(context, 0, 1, 6, b"(3i2,a5)".as_ptr(), 8);
            write(context, 0, items.as_ptr().cast(), 3, 4, integer4());
            write_text(context, 0, text.as_ptr(), 4);
            assert_eq!(end(context, 0, none), 0);
        }
    });
    assert_eq!(printed, b" 1 2 3 word\n");
}

/// An array that is held is neither freed nor allocated anew.
#[test]
fn held_arrays_are_not_freed() {
    with_context(b"", |context| {
        let mut descriptor = ArrayDescriptor { address: ptr::null_mut(), length: 0 };
        let descriptor = &raw mut descriptor;
        // SAFETY: the descriptor is accessed through that address alone; the file is the array.
        unsafe {
            assert_eq!(allocate_in(context, descriptor, 8, 1), 0);
            let array = (*descriptor).address;
            hold(context, array);
            begin_internal(context, 0, 1, array, array, 8, 1, ptr::null(), -1);
            let_go(context, array);
            for length in [0, 100] {
                assert_eq!(allocate_in(context, descriptor, length, 1), AllocationFailure::Held as i32);
            }
            write_text(context, 0, b"kept".as_ptr(), 4);
            assert_eq!(end(context, 0, handled_number(Handled::Nothing)), 0);
            assert_eq!(std::slice::from_raw_parts(array, 8), b" kept   ");
            hold(context, ptr::null_mut());
            let_go(context, ptr::null_mut());
            assert_eq!(allocate_in(context, descriptor, 0, 1), 0);
            assert_eq!((*descriptor).length, 0);
        }
    });
}

#[test]
fn an_internal_file_gets_its_characters_at_the_end() {
    with_context(b"", |context| {
        let mut file = [b'.'; 8];
        let address = file.as_mut_ptr();
        // SAFETY: the file is accessed through that address alone.
        unsafe {
            begin_internal(context, 0, 1, address, ptr::null_mut(), 4, 2, b"(i4)".as_ptr(), 4);
            write(context, 0, [12_i32, -3].as_ptr().cast(), 2, 4, integer4());
            assert_eq!(*address, b'.');
            assert_eq!(end(context, 0, handled_number(Handled::Nothing)), 0);
            assert_eq!(std::slice::from_raw_parts(address, 8), b"  12  -3");
        }
    });
}
