//! Functions for a gang against the functions for one lane.

use super::*;
use crate::mathematics::Mathematics;
use crate::runtime::RuntimeFunction;

const LANES: usize = 16;
/// The lanes that are active.
const ACTIVE: u64 = 0b1110_0101_0011_0111;

/// A number of 8 bytes for each lane, and room for one: operands and results of any kind.
type Memory = [u64; LANES];

/// Operands of all kinds of numbers: the bits of reals of both kinds, or of integers.
fn operands(is_single: bool, is_real: bool, place: usize) -> Memory {
    let reals = [0.5, 1.25, -2.0, 3.0, 0.0, 1e-3, 100.0, f64::INFINITY, 7.5, 0.75, -0.25, 12.0, 1e300, 0.1, 2.0, 33.0];
    std::array::from_fn(|lane| {
        let real: f64 = reals[(lane + place * 5) % LANES];
        match (is_real, is_single) {
            (true, false) => real.to_bits(),
            (true, true) => u64::from((real as f32).to_bits()),
            (false, _) => (lane as i64 - 5) as u64,
        }
    })
}

/// Elements of 4 bytes are one after the other.
fn in_memory(values: &Memory, is_single: bool) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()[..if is_single { 4 } else { 8 }].to_vec()).collect()
}

/// Calls a function for the active lanes of a gang: the bytes of the first and second results.
fn call(function: GangFunction, left: &[u8], right: &[u8]) -> [Vec<u8>; 2] {
    let (mut first, mut second) = (vec![0u8; LANES * 8], vec![0u8; LANES * 8]);
    let code = function.code().unwrap();
    // SAFETY: operands and results are those of as many lanes, of at most 8 bytes each, aligned as `Vec` allocates
    // them.
    unsafe {
        code(left.as_ptr(), right.as_ptr(), first.as_mut_ptr(), second.as_mut_ptr(), ACTIVE, LANES as u64);
    }
    [first, second]
}

/// The bits of the function for one lane.
fn of_one(function: RuntimeFunction, left: u64, right: u64) -> u64 {
    call_one(function.address().unwrap(), function, left, right)
}

/// Calls what is at an address, of the type of that function.
fn call_one(address: *const u8, function: RuntimeFunction, left: u64, right: u64) -> u64 {
    use {IntegerKind::I8, RealKind::R4, RealKind::R8};
    let (left4, right4) = (f32::from_bits(left as u32), f32::from_bits(right as u32));
    let (left8, right8) = (f64::from_bits(left), f64::from_bits(right));
    macro_rules! call {
        ($($ty:ty),+ => $result:ty; $($operand:expr),+) => {
            // SAFETY: `RuntimeFunction::signature` says that the function has this type.
            unsafe { std::mem::transmute::<*const u8, extern "C" fn($($ty),+) -> $result>(address)($($operand),+) }
        };
    }
    match function {
        RuntimeFunction::RealUnary(R4, _) => u64::from(call!(f32 => f32; left4).to_bits()),
        RuntimeFunction::RealUnary(R8, _) => call!(f64 => f64; left8).to_bits(),
        RuntimeFunction::RealBinary(R4, _) => u64::from(call!(f32, f32 => f32; left4, right4).to_bits()),
        RuntimeFunction::RealBinary(R8, _) => call!(f64, f64 => f64; left8, right8).to_bits(),
        RuntimeFunction::PowerInteger(R4, I8) => u64::from(call!(f32, i64 => f32; left4, right as i64).to_bits()),
        RuntimeFunction::PowerInteger(R4, _) => u64::from(call!(f32, i32 => f32; left4, right as i32).to_bits()),
        RuntimeFunction::PowerInteger(R8, I8) => call!(f64, i64 => f64; left8, right as i64).to_bits(),
        RuntimeFunction::PowerInteger(R8, _) => call!(f64, i32 => f64; left8, right as i32).to_bits(),
        RuntimeFunction::IntegerPower(I8) | RuntimeFunction::IntegerShift(I8, _) => {
            call!(i64, i64 => i64; left as i64, right as i64) as u64
        }
        _ => u64::from(call!(i32, i32 => i32; left as i32, right as i32) as u32),
    }
}

/// Whether a function's left and right operands are single, and are real.
fn kinds(function: RuntimeFunction) -> [(bool, bool); 2] {
    let real = |kind| (kind == RealKind::R4, true);
    let integer = |kind| (kind == IntegerKind::I4, false);
    match function {
        RuntimeFunction::RealUnary(kind, _) | RuntimeFunction::RealBinary(kind, _) => [real(kind); 2],
        RuntimeFunction::PowerInteger(kind, exponent) => [real(kind), integer(exponent)],
        RuntimeFunction::IntegerPower(kind) | RuntimeFunction::IntegerShift(kind, _) => [integer(kind); 2],
        _ => unreachable!("only numeric functions are called"),
    }
}

#[track_caller]
fn assert_lanes(function: RuntimeFunction, results: &[u8], left: &Memory, right: &Memory) {
    let size = if kinds(function)[0].0 { 4 } else { 8 };
    for lane in (0..LANES).filter(|lane| ACTIVE >> lane & 1 == 1) {
        let expected = of_one(function, left[lane], right[lane]).to_le_bytes();
        let found = &results[lane * size..][..size];
        assert_eq!(found, &expected[..size], "{}({:x}, {:x})", function.name(), left[lane], right[lane]);
    }
}

#[test]
#[cfg_attr(miri, ignore = "calls the C library")]
fn each_lane_gets_the_result_of_its_function() {
    for function in crate::runtime::functions::numeric() {
        let [left, right] = kinds(function);
        let operands = [operands(left.0, left.1, 0), operands(right.0, right.1, 1)];
        let bytes = [in_memory(&operands[0], left.0), in_memory(&operands[1], right.0)];
        let [results, _] = call(function.for_gang().unwrap(), &bytes[0], &bytes[1]);
        assert_lanes(function, &results, &operands[0], &operands[1]);
    }
}

/// The vector library's results are within 4 units in the last place of the others, in lanes, and for one number they
/// are the same as in lanes.
#[test]
#[cfg_attr(miri, ignore = "calls the C library")]
fn fast_functions_are_near() {
    let Ok(library) = Mathematics::Fast.library() else {
        return eprintln!("nothing is tested: this machine has no vector library");
    };
    let mut near = 0;
    for function in crate::runtime::functions::numeric() {
        let fast = Mathematics::Fast.address_of_symbol(&function.name());
        let (Some(fast), Some(code)) = (fast, function.for_gang().and_then(|gang| Mathematics::Fast.calls(gang)))
        else {
            continue;
        };
        let [(is_single, _), _] = kinds(function);
        let (left, right) = (operands(is_single, true, 0), operands(is_single, true, 1));
        let (left_bytes, right_bytes) = (in_memory(&left, is_single), in_memory(&right, is_single));
        let mut results = vec![0u8; LANES * 8];
        // SAFETY: as in `call`.
        unsafe {
            let (left, right) = (left_bytes.as_ptr(), right_bytes.as_ptr());
            (code.of_lanes)(left, right, results.as_mut_ptr(), std::ptr::null_mut(), ACTIVE, LANES as u64);
        }
        for lane in (0..LANES).filter(|lane| ACTIVE >> lane & 1 == 1) {
            let context = format!("{}({:x}, {:x})", function.name(), left[lane], right[lane]);
            let alone = call_one(fast, function, left[lane], right[lane]);
            let exact = of_one(function, left[lane], right[lane]);
            let size = if is_single { 4 } else { 8 };
            let mut found = [0u8; 8];
            found[..size].copy_from_slice(&results[lane * size..][..size]);
            let found = u64::from_le_bytes(found);
            let is_nan = |bits: u64| match is_single {
                true => f32::from_bits(bits as u32).is_nan(),
                false => f64::from_bits(bits).is_nan(),
            };
            assert!(found == alone || is_nan(found) && is_nan(alone), "{context}: {found:x}, alone {alone:x}");
            assert!(
                found.abs_diff(exact) <= 4 || is_nan(found) && is_nan(exact),
                "{context}: {found:x}, not {exact:x}"
            );
        }
        near += 1;
    }
    assert_eq!(near, library.map_or(0, |library| library.names().len()));
}

/// Functions of the same operands that one call computes: in either order the first result is that of the first.
#[test]
#[cfg_attr(miri, ignore = "calls the C library")]
fn joined_functions_have_both_results() {
    let numeric = crate::runtime::functions::numeric();
    let mut joined = 0;
    for (one, other) in numeric.iter().flat_map(|one| numeric.iter().map(move |other| (*one, *other))) {
        if kinds(one) != kinds(other) {
            continue;
        }
        let Some(both) = one.for_gang().unwrap().with(other.for_gang().unwrap()) else { continue };
        joined += 1;
        let [(is_single, is_real), _] = kinds(one);
        let (left, right) = (operands(is_single, is_real, 0), operands(is_single, is_real, 1));
        let [first, second] = call(both, &in_memory(&left, is_single), &in_memory(&right, is_single));
        assert_lanes(one, &first, &left, &right);
        assert_lanes(other, &second, &left, &right);
    }
    assert_eq!(joined, 2 * (1 + ComplexFunction::ALL.len()));
}

#[test]
fn symbols_are_of_one_function_each() {
    let mut names: Vec<String> = RuntimeFunction::all().into_iter().map(RuntimeFunction::name).collect();
    let count = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), count);
}
