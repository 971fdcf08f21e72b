//! Square roots by reciprocals that are improved, to the bit.

use super::super::super::ir::{Element, GangType, UnaryOp};
use super::super::isa::WideSet;
use super::harness::*;
use iced_x86::Code;

/// The roots of a column; in the second group of sixteen lanes they are computed by reciprocals.
fn roots(lanes: u32) -> Test {
    let mut test = Test::new(lanes);
    let number = test.load(0, GangType::varying(Element::F64));
    let result = test.builder.unary(UnaryOp::Sqrt, number);
    test.store(result);
    test
}

/// Both groups of sixteen lanes have the numbers, of which there are at most eight.
fn column(numbers: &[f64]) -> Vec<u8> {
    let numbers = (0..BYTES / 8).map(|place| numbers[place % 8 % numbers.len()]);
    numbers.flat_map(f64::to_le_bytes).collect()
}

#[test]
fn the_divider_has_help() {
    for (groups, by_reciprocals) in [(1, 1), (2, 1), (4, 3)] {
        let test = roots(8 * groups);
        let active = test.active;
        let code = test.finish(active);
        let instructions = [Code::EVEX_Vrsqrt14pd_zmm_k1z_zmmm512b64, Code::EVEX_Vsqrtpd_zmm_k1z_zmmm512b64_er];
        let found = instructions.map(|instruction| count(&code, WideSet::Avx512, instruction));
        assert_eq!(found, [by_reciprocals, groups as usize], "{groups} groups");
    }
}

/// Numbers that are special, negative, subnormal, near the bounds, and beyond them; alone and beside others.
#[test]
fn numbers_of_every_size() {
    let near = |power: i32| [1.0 - f64::EPSILON, 1.0, 1.5].map(|one| one * 2f64.powi(power));
    let sizes = [-1022, -901, -900, -899, -1, 1, 899, 900, 901, 1023].map(near);
    let sizes = sizes.into_iter().flatten().flat_map(|size| [size, -size]);
    let numbers: Vec<f64> = sizes.chain(OF_F64.map(f64::from_bits)).collect();
    let inputs = numbers.iter().flat_map(|number| [[*number; 4], [*number, 2.0, 3.0, 5.0]]);
    let inputs: Vec<[Vec<u8>; 2]> = inputs.map(|numbers| [column(&numbers), column(&[0.0])]).collect();
    roots(16).check_all(&inputs, "roots");
}

/// Roots that are as near as can be to the middle between two numbers, and others.
#[test]
fn roots_that_are_hard_to_round() {
    if !WideSet::Avx512.is_available() {
        return eprintln!("not run, this machine does not have {}", WideSet::Avx512.name());
    }
    let test = roots(16);
    let active = test.active;
    let compiled = Compiled::new(&test.finish(active), Some(WideSet::Avx512));
    let middles = (-255..256).step_by(8).flat_map(|apart| hard(apart, 54).into_iter().chain(hard(apart, 55)));
    let mut numbers: Vec<f64> = middles.collect();
    assert!(numbers.len() > 80, "{} numbers are hard", numbers.len());
    let mut state = 1_u64;
    for _ in 0..50_000 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        numbers.push(f64::from_bits(state >> 12 | (723 + state % 600) << 52));
    }
    for numbers in numbers.chunks(8) {
        let found = compiled.run(&[column(numbers), column(&[0.0])], 0xffff).memory;
        for (lane, result) in found[2].chunks(8).take(16).enumerate() {
            let number = numbers[lane % 8 % numbers.len()];
            assert_eq!(result, number.sqrt().to_le_bytes(), "of {number:e} in lane {lane}");
        }
    }
}

/// The numbers `x` of 53 bits for which `x*2^bits` is the square of an odd number of 54 bits but for a small number, so
/// that the root is the middle between two numbers but for little.
fn hard(apart: i64, bits: u32) -> Vec<f64> {
    // The roots of a number that is one more than a multiple of eight, modulo a power of two, bit for bit.
    let mut roots = vec![1_u64, 3, 5, 7];
    for bit in 3..bits {
        let is_root = |root: &u64| (root.wrapping_mul(*root).wrapping_sub(apart as u64)) & ((2 << bit) - 1) == 0;
        roots = roots.into_iter().flat_map(|root| [root, root | 1 << bit]).filter(is_root).collect();
        roots.sort_unstable();
        roots.dedup();
    }
    let middles = roots.into_iter().filter(|root| root >> 53 == 1);
    let squares = middles.map(|root| (i128::from(root) * i128::from(root) - i128::from(apart)) >> bits);
    squares.filter(|x| x >> 52 == 1).map(|x| x as f64 * f64::from(bits - 53)).collect()
}
