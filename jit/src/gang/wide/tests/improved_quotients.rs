//! Divisions by what each lane has its own of: by reciprocals that are improved, to the bit.

use super::super::super::ir::{BinaryOp, Element, GangType, ValueId};
use super::super::isa::WideSet;
use super::harness::*;
use super::quotients::hard;
use iced_x86::Code;

const REAL: GangType = GangType::varying(Element::F64);
const RECIPROCAL: Code = Code::EVEX_Vrcp14pd_zmm_k1z_zmmm512b64;
const DIVIDE: Code = Code::EVEX_Vdivpd_zmm_k1z_zmm_zmmm512b64_er;

/// Divides a column by another, and in the second group of sixteen lanes does so by reciprocals.
fn quotients(lanes: u32) -> (Test, ValueId) {
    let mut test = Test::new(lanes);
    let [dividend, divisor] = [0, 1].map(|argument| test.load(argument, REAL));
    let result = test.builder.binary(BinaryOp::Divide, dividend, divisor);
    (test, result)
}

/// Both groups of sixteen lanes have the numbers, of which there are at most eight.
fn column(numbers: &[f64]) -> Vec<u8> {
    let numbers = (0..BYTES / 8).map(|place| numbers[place % 8 % numbers.len()]);
    numbers.flat_map(f64::to_le_bytes).collect()
}

/// The divider does half of the groups, and what is beyond the bounds of the others. A reciprocal is used for all
/// divisions by it.
#[test]
fn the_divider_has_help() {
    for (groups, divisions, reciprocals) in [(1, 1, 0), (2, 1, 1), (4, 1, 2), (4, 3, 3)] {
        let (mut test, mut result) = quotients(8 * groups);
        let divisor = test.load(1, REAL);
        for _ in 1..divisions {
            result = test.builder.binary(BinaryOp::Divide, result, divisor);
        }
        test.store(result);
        let active = test.active;
        let code = test.finish(active);
        let found = [RECIPROCAL, DIVIDE].map(|instruction| count(&code, WideSet::Avx512, instruction));
        let rare = reciprocals * divisions;
        assert_eq!(
            found,
            [reciprocals + rare, (groups as usize) * divisions],
            "{groups} groups, {divisions} divisions"
        );
    }
}

/// Pairs of numbers that are special, subnormal, near the bounds, and beyond them.
#[test]
fn numbers_of_every_size() {
    let near = |power: i32| [1.0 - f64::EPSILON, 1.0, -1.5].map(|one| one * 2f64.powi(power));
    let sizes = [-1022, -501, -500, -499, -1, 499, 500, 501, 1023].map(near);
    let numbers: Vec<f64> = sizes.into_iter().flatten().chain(OF_F64.map(f64::from_bits)).collect();
    let mut inputs = Vec::new();
    for rows in numbers.chunks(8) {
        for divisor in &numbers {
            // Divisors that differ, so that one lane alone may be beyond the bounds.
            inputs.push([column(rows), column(&[*divisor, 3.0, *divisor, *divisor, 5.0])]);
        }
    }
    let (mut test, result) = quotients(16);
    test.store(result);
    test.check_all(&inputs, "quotients");
}

/// Quotients that are as near as can be to the middle between two numbers: by the divisors that are next to a power of
/// two, whose reciprocals may be rounded wrongly, and by others.
#[test]
fn quotients_that_are_hard_to_round() {
    if !WideSet::Avx512.is_available() {
        return eprintln!("not run, this machine does not have {}", WideSet::Avx512.name());
    }
    let (mut test, result) = quotients(16);
    test.store(result);
    let active = test.active;
    let compiled = Compiled::new(&test.finish(active), Some(WideSet::Avx512));
    let mut state = 1_u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        1 << 52 | state >> 12 | 1
    };
    let powers = (0..32).map(|apart| (1 << 53) - 1 - 2 * apart);
    let divisors: Vec<u64> = powers.chain((0..4000).map(|_| random())).collect();
    for divisor in divisors {
        let mut dividends: Vec<f64> = [53, 54].into_iter().flat_map(|shift| hard(divisor, shift)).collect();
        dividends.extend([divisor, divisor - 1, divisor + 1, 1 << 52, 1 << 53].map(|one| one as f64));
        let divisor = divisor as f64;
        for dividends in dividends.chunks(8) {
            let found = compiled.run(&[column(dividends), column(&[divisor])], 0xffff).memory;
            for (lane, result) in found[2].chunks(8).take(16).enumerate() {
                let dividend = dividends[lane % 8 % dividends.len()];
                assert_eq!(result, (dividend / divisor).to_le_bytes(), "{dividend:e} by {divisor:e} in lane {lane}");
            }
        }
    }
}
