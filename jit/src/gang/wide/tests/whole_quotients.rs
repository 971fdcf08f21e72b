//! Divisions of integers of 32 bits as reals.

use super::super::super::ir::{BinaryOp, Element, GangType, Op};
use super::super::isa::WideSet;
use super::harness::*;
use iced_x86::Code;

const INTEGER: GangType = GangType::varying(Element::I32);
const REAL: GangType = GangType::varying(Element::F64);

/// The whole part of a quotient, of which the real is stored, too, if it is wanted; of a constant divisor or a column.
fn whole_part(lanes: u32, divisor: Option<i32>, is_real_wanted: bool) -> Test {
    let mut test = Test::new(lanes);
    let [a, b] = [0, 1].map(|argument| {
        let loaded = test.load(argument, INTEGER);
        test.builder.convert(loaded, Element::F64)
    });
    let b = divisor.map_or(b, |divisor| test.builder.constant(REAL, f64::from(divisor).to_bits()));
    let quotient = test.builder.binary(BinaryOp::Divide, a, b);
    let whole = test.builder.convert(quotient, Element::I32);
    test.store(if is_real_wanted { quotient } else { whole });
    test
}

fn column(numbers: &[i32]) -> Vec<u8> {
    (0..BYTES / 4).flat_map(|place| numbers[place % numbers.len()].to_le_bytes()).collect()
}

/// Dividends around multiples of each divisor, the greatest ones among them, and zero as divisor.
#[test]
fn whole_parts_are_those_of_the_quotients() {
    let divisors = [1, -1, 2, 3, -7, 10, 46_341, 65_537, 1_000_003, 1 << 30, i32::MAX, -i32::MAX, i32::MIN];
    for lanes in [8, 32] {
        for divisor in divisors.into_iter().chain([0]) {
            let most = i64::from(i32::MAX) / i64::from(divisor).max(1);
            let multiples = [0, 1, 2, most / 3, most - 1, most].map(|times| times * i64::from(divisor));
            let around = multiples.into_iter().flat_map(|whole| [whole - 1, whole, whole + 1, -whole - 1, -whole]);
            let ends = [i32::MIN, i32::MIN + 1, i32::MAX - 1, i32::MAX].map(i64::from);
            let dividends: Vec<i32> = around.chain(ends).filter_map(|number| i32::try_from(number).ok()).collect();
            for dividends in dividends.chunks(8) {
                for constant in [Some(divisor).filter(|divisor| *divisor != 0), None] {
                    let inputs = [column(dividends), column(&[divisor])];
                    let what = format!("{dividends:?} by {divisor}, constant: {}", constant.is_some());
                    whole_part(lanes, constant, false).check(inputs, &what);
                }
            }
        }
    }
}

/// Where the real itself is wanted, and with AVX2.
#[test]
fn where_the_divider_is_needed() {
    let of_avx512 = (WideSet::Avx512, Code::EVEX_Vdivpd_zmm_k1z_zmm_zmmm512b64_er, 0);
    let of_avx2 = (WideSet::Avx2, Code::VEX_Vdivpd_ymm_ymm_ymmm256, 4);
    for (set, divide, by_column) in [of_avx512, of_avx2] {
        let divisions = |divisor, is_real_wanted| {
            let test = whole_part(set.bytes() / 2, divisor, is_real_wanted);
            let active = test.active;
            count(&test.finish(active), set, divide)
        };
        assert_eq!(divisions(None, false), by_column);
        assert_eq!(divisions(None, true), 4);
    }
}

/// The rest of a division by a column, and the whole part of a product with a scalar.
fn rest_and_part(lanes: u32, is_real_wanted: bool) -> Test {
    let mut test = Test::new(lanes);
    let [a, b] = [0, 1].map(|argument| test.load(argument, INTEGER));
    let [dividend, divisor] = [a, b].map(|integer| test.builder.convert(integer, Element::F64));
    let quotient = test.builder.binary(BinaryOp::Divide, dividend, divisor);
    let whole = test.builder.convert(quotient, Element::I32);
    let whole = test.builder.binary(BinaryOp::Multiply, whole, b);
    let rest = test.builder.binary(BinaryOp::Subtract, a, whole);
    let factor = test.builder.constant(GangType::uniform(Element::F64), 0.75_f64.to_bits());
    let factor = test.builder.push(REAL, Op::Splat(factor));
    let product = test.builder.binary(BinaryOp::Multiply, divisor, factor);
    let part = test.builder.convert(product, Element::I32);
    let both = test.builder.binary(BinaryOp::Xor, rest, part);
    test.store(if is_real_wanted { product } else { both });
    if is_real_wanted {
        let address = test.base(3);
        test.builder.effect(Op::Store { address, value: both, mask: None });
    }
    test
}

/// Integers are in whole registers if nothing but what divides them has 64 bits.
#[test]
fn reals_are_computed_by_halves_where_nothing_else_has_64_bits() {
    let inputs = [column(&[7, -7, i32::MAX, i32::MIN, 0, 1_000_003]), column(&[3, -2, 0, 1, -1, i32::MAX, 40])];
    for lanes in LANES {
        for is_real_wanted in [false, true] {
            let what = format!("rest and part, real wanted: {is_real_wanted}");
            rest_and_part(lanes, is_real_wanted).check(inputs.clone(), &what);
        }
    }
    let of_avx512 = [Code::EVEX_Vpmulld_zmm_k1z_zmm_zmmm512b32, Code::EVEX_Vpmulld_ymm_k1z_ymm_ymmm256b32];
    let of_avx2 = [Code::VEX_Vpmulld_ymm_ymm_ymmm256, Code::VEX_Vpmulld_xmm_xmm_xmmm128];
    for (set, [whole, half]) in [(WideSet::Avx512, of_avx512), (WideSet::Avx2, of_avx2)] {
        let products = |is_real_wanted| {
            let test = rest_and_part(set.bytes() / 2, is_real_wanted);
            let active = test.active;
            let code = test.finish(active);
            [count(&code, set, whole), count(&code, set, half)]
        };
        assert_eq!(products(false), [2, 0]);
        assert_eq!(products(true), [0, 4]);
    }
}
