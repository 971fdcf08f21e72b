//! Magnitudes of quotients that are compared with a constant: without the quotient, where it is not next to it.

use super::super::super::ir::{BinaryOp, Element, GangType, UnaryOp, ValueId};
use super::super::isa::WideSet;
use super::harness::*;
use forlane_cfg::Relation;
use iced_x86::Code;

/// `|a/b|` compared with a constant: under a mask, under its complement's, and by itself.
fn comparisons(lanes: u32, element: Element, relation: Relation, constant: f64) -> Vec<Test> {
    let compare = |test: &mut Test| -> ValueId {
        let ty = GangType::varying(element);
        let [a, b] = [0, 1].map(|argument| test.load(argument, ty));
        let quotient = test.builder.binary(BinaryOp::Divide, a, b);
        let magnitude = test.builder.unary(UnaryOp::Abs, quotient);
        let bits = if element == Element::F64 { constant.to_bits() } else { (constant as f32).to_bits().into() };
        let constant = test.builder.constant(ty, bits);
        test.builder.compare(relation, magnitude, constant)
    };
    let masked = |operation: Option<BinaryOp>| {
        let mut test = Test::new(lanes);
        if operation.is_some() {
            // Groups have as many lanes as for values of 64 bits.
            test.load(0, GangType::varying(Element::F64));
        }
        let comparison = compare(&mut test);
        let result = match operation {
            Some(operation) => {
                let mask = test.mask(element);
                test.builder.binary(operation, mask, comparison)
            }
            None => comparison,
        };
        test.store(result);
        test
    };
    [None, Some(BinaryOp::And), Some(BinaryOp::AndNot)].map(masked).into()
}

fn bytes(element: Element, numbers: &[f64]) -> Vec<u8> {
    let count = BYTES / element.size() as usize;
    let numbers = (0..count).map(|place| numbers[place % numbers.len()]);
    match element {
        Element::F64 => numbers.flat_map(f64::to_le_bytes).collect(),
        _ => numbers.flat_map(|number| (number as f32).to_le_bytes()).collect(),
    }
}

const ORDERS: [Relation; 4] = [Relation::Less, Relation::LessEqual, Relation::Greater, Relation::GreaterEqual];

/// Of each group two products are compared; the division is what is done rarely, with a third comparison.
#[test]
fn nothing_is_divided() {
    let of_avx512 = [Code::EVEX_Vdivpd_zmm_k1z_zmm_zmmm512b64_er, Code::EVEX_Vcmppd_kr_k1_zmm_zmmm512b64_imm8_sae];
    let of_avx2 = [Code::VEX_Vdivpd_ymm_ymm_ymmm256, Code::VEX_Vcmppd_ymm_ymm_ymmm256_imm8];
    for (set, instructions) in [(WideSet::Avx512, of_avx512), (WideSet::Avx2, of_avx2)] {
        for test in comparisons(4 * set.bytes() / 8, Element::F64, Relation::Less, 1e-15) {
            let active = test.active;
            let code = test.finish(active);
            assert_eq!(instructions.map(|instruction| count(&code, set, instruction)), [4, 12]);
        }
    }
}

/// Quotients that are the constant, next to it, and next to that.
#[test]
fn quotients_next_to_the_constant() {
    for (element, unit) in [(Element::F64, f64::EPSILON), (Element::F32, f64::from(f32::EPSILON))] {
        for constant in [1e-15, 0.75, 2f64.powi(-99)] {
            let divisors: Vec<f64> = (0..32).map(|number| 1.0 + f64::from(number) * 0.37 * unit.sqrt()).collect();
            let dividend = |place: usize| divisors[place] * constant * (1.0 + (place as f64 - 16.0) * unit * 0.75);
            let dividends: Vec<f64> = (0..32).map(dividend).collect();
            for relation in ORDERS {
                for test in comparisons(32, element, relation, constant) {
                    let inputs = [bytes(element, &dividends), bytes(element, &divisors)];
                    test.check(inputs, &format!("{element:?} {relation:?} {constant:e}"));
                }
            }
        }
    }
}

/// Zeros, infinities, NaNs, subnormal and extreme numbers, and constants that are refused.
#[test]
fn numbers_of_every_size() {
    for element in [Element::F64, Element::F32] {
        let inputs = |number| [column(element, number, 1), column(element, 3, 7)];
        for constant in [1e-15, 1e30, 1e-300, 0.0, f64::NAN] {
            for relation in [Relation::LessEqual, Relation::Greater] {
                for test in comparisons(32, element, relation, constant) {
                    let inputs: Vec<_> = (0..4).map(inputs).collect();
                    test.check_all(&inputs, &format!("{element:?} {relation:?} {constant:e}"));
                }
            }
        }
    }
}
