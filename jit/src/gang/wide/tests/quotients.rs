//! Divisions by what all lanes have in common: by the reciprocal, to the bit.

use super::super::super::ir::{BinaryOp, Element, GangType};
use super::super::isa::WideSet;
use super::harness::*;
use iced_x86::Code;

const REAL: GangType = GangType::varying(Element::F64);
/// Quotients of a column and a number, a constant or one that is loaded.
fn quotients(lanes: u32, divisor: f64, is_constant: bool) -> Test {
    let mut test = Test::new(lanes);
    let dividend = test.load(0, REAL);
    let divisor = match is_constant {
        true => test.builder.constant(REAL, divisor.to_bits()),
        false => {
            let divisor = test.load(1, GangType::uniform(Element::F64));
            test.builder.splat(divisor)
        }
    };
    let result = test.builder.binary(BinaryOp::Divide, dividend, divisor);
    test.store(result);
    test
}

fn check_quotients(lanes: u32, dividends: &[f64], divisor: f64) {
    let column =
        |of_place: &dyn Fn(usize) -> f64| (0..BYTES / 8).flat_map(|place| of_place(place).to_le_bytes()).collect();
    for is_constant in [true, false] {
        let inputs = [column(&|place| dividends[place % dividends.len()]), column(&|_| divisor)];
        quotients(lanes, divisor, is_constant).check(inputs, &format!("{dividends:?} by {divisor:e}, {is_constant}"));
    }
}

/// Division is what is done rarely, once for each group; for one group alone a reciprocal would not pay.
#[test]
fn the_divider_is_passed_by() {
    let of_avx512 = (WideSet::Avx512, Code::EVEX_Vdivpd_zmm_k1z_zmm_zmmm512b64_er, Code::VEX_Kortestb_kr_kr);
    let of_avx2 = (WideSet::Avx2, Code::VEX_Vdivpd_ymm_ymm_ymmm256, Code::VEX_Vtestpd_ymm_ymmm256);
    for (set, divide, test_bounds) in [of_avx512, of_avx2] {
        for (groups, is_constant, by_reciprocal) in [(4, true, 4), (4, false, 4), (1, true, 1), (1, false, 0)] {
            let lanes = groups * set.bytes() / 8;
            let test = quotients(lanes, 3.0, is_constant);
            let active = test.active;
            let code = test.finish(active);
            let found = [test_bounds, divide].map(|instruction| count(&code, set, instruction));
            assert_eq!(found, [by_reciprocal, groups as usize], "{lanes} lanes, constant: {is_constant}");
        }
    }
}

/// Lanes that are special, subnormal, or beyond the bounds, and divisors that are.
#[test]
fn numbers_of_every_size() {
    let near = |power: i32| [1.0 - f64::EPSILON, 1.0, 1.5 + f64::EPSILON].map(|one| one * 2f64.powi(power));
    let sizes = [-1022, -881, -880, -879, -1, 0, 1, 878, 879, 880, 1023].map(near);
    let sizes: Vec<f64> = sizes.into_iter().flatten().flat_map(|size| [size, -size]).collect();
    let special = OF_F64.map(f64::from_bits);
    let bounds = [-1022, -128, 127, 128, 1000].map(near).into_iter().flatten();
    for divisor in special.into_iter().chain(bounds).chain([-3.0]) {
        check_quotients(16, &special, divisor);
        for dividends in sizes.chunks(8) {
            check_quotients(16, dividends, divisor);
        }
    }
}

/// A lane beyond the bounds makes its group take the divider, and no other lane wrong.
#[test]
fn one_lane_beyond_the_bounds() {
    for place in 0..16 {
        let mut dividends = [1.0 / 3.0; 16];
        dividends[place] = f64::from_bits(1);
        check_quotients(16, &dividends, 49.0);
    }
}

/// Quotients that are as near as can be to the middle between two numbers.
#[test]
fn quotients_that_are_hard_to_round() {
    let mut state = 1_u64;
    for _ in 0..24 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        for low_bits in [state >> 12, (1 << 52) - 1 - (state >> 54), state >> 54] {
            let divisor = 1 << 52 | low_bits | 1;
            let dividends: Vec<f64> = [53, 54].into_iter().flat_map(|shift| hard(divisor, shift)).collect();
            check_quotients(64, &dividends, divisor as f64);
        }
    }
}

/// The dividends `x` of 53 bits for which `x*2^shift` is a multiple of the divisor but for a small number, so that the
/// quotient, which has 53 bits before and as many after the point then, is the middle or a number but for little.
pub(super) fn hard(divisor: u64, shift: u32) -> Vec<f64> {
    let divisor = u128::from(divisor);
    let inverse = inverse((1 << shift) % divisor, divisor);
    let apart = (1..8).flat_map(|apart| [apart, divisor - apart]);
    let least = apart.map(|apart| apart * inverse % divisor);
    let numbers = least.flat_map(|x| [x, x + divisor]).filter(|x| x >> 52 == 1);
    numbers.map(|x| x as f64).collect()
}

/// By what a number has to be multiplied to leave one over an odd number of which it is no multiple.
fn inverse(number: u128, modulus: u128) -> u128 {
    let (mut rests, mut factors) = ((modulus as i128, number as i128), (0_i128, 1_i128));
    while rests.1 != 0 {
        let times = rests.0 / rests.1;
        rests = (rests.1, rests.0 - times * rests.1);
        factors = (factors.1, factors.0 - times * factors.1);
    }
    factors.0.rem_euclid(modulus as i128) as u128
}
