//! Each operation in each form gives under the wide emitter the bits that the base emitter's code gives, special values
//! and idle lanes included.
//!
//! A test builds gang code that loads columns, does the operation and stores what comes out; both emitters compile it
//! and run it over the same memory, all of which must be the same afterwards.

mod arcs;
mod frame;
mod harness;
mod improved_quotients;
mod improved_roots;
mod lanes;
mod masked;
mod memory;
mod quotients;
mod ratio_tests;
mod whole_quotients;

use super::super::ir::{BinaryOp, Element, Fused, GangCode, GangType, Op, UnaryOp};
use super::isa::WideSet;
use forlane_cfg::Relation;
use harness::*;
use iced_x86::Code;

/// The members of an enumeration, which does not compile if one is missing.
macro_rules! all {
    ($name:ident { $($member:ident $(($bits:literal))?),* }) => {{
        let _ = |member: $name| match member { $($name::$member { .. } => {})* };
        [$($name::$member $(($bits))?),*]
    }};
}

#[test]
fn operations_on_one_operand() {
    let all = all!(UnaryOp {
        Negate, Abs, Sqrt, Truncate, Not, ShiftLeft(3), ShiftRight(5), ShiftRightUnsigned(7)
    });
    for lanes in LANES {
        for element in NUMBERS {
            for operation in all.iter().filter(|operation| operation.takes(element)) {
                for ty in shapes(element) {
                    let mut test = Test::new(lanes);
                    let value = test.load(0, ty);
                    let result = test.builder.unary(*operation, value);
                    test.store(result);
                    let inputs = [column(element, 0, 1), column(element, 0, 1)];
                    test.check(inputs, &format!("{operation:?} of {ty:?}"));
                }
            }
        }
    }
}

#[test]
fn operations_on_two_operands() {
    let all = all!(BinaryOp {
        Add,
        Subtract,
        Multiply,
        Divide,
        Remainder,
        Min,
        Max,
        MinUnsigned,
        CopySign,
        And,
        Or,
        AndNot,
        Xor
    });
    for lanes in LANES {
        for element in NUMBERS {
            // In `integer_divisions`, since no divisor may be zero.
            let is_division = |operation: &BinaryOp| matches!(operation, BinaryOp::Divide | BinaryOp::Remainder);
            let is_apart = |operation: &BinaryOp| !element.is_real() && is_division(operation);
            for operation in all.iter().filter(|operation| operation.takes(element) && !is_apart(operation)) {
                for ty in shapes(element) {
                    for first in [0, 3, 6, 7] {
                        let mut test = Test::new(lanes);
                        let (a, b) = (test.load(0, ty), test.load(1, ty));
                        let result = test.builder.binary(*operation, a, b);
                        test.store(result);
                        let inputs = [column(element, 7, 1), column(element, first, 5)];
                        test.check(inputs, &format!("{operation:?} of {ty:?}"));
                    }
                }
            }
        }
    }
}

/// Products and sums that are rounded once, also with a constant; which of several NaNs comes out is left open.
#[test]
fn fused_operations() {
    if !crate::Mathematics::Fast.fuses() {
        return eprintln!("nothing is tested: this machine does not fuse, or has no vector library");
    }
    for lanes in LANES {
        for element in [Element::F64, Element::F32] {
            for fused in [Fused::Add, Fused::Subtract, Fused::SubtractFrom] {
                for (ty, known) in shapes(element).into_iter().flat_map(|ty| [0, 1, 2, 3].map(|known| (ty, known))) {
                    let mut test = Test::new(lanes);
                    let (a, b) = (test.load(0, ty), test.load(1, ty));
                    let c = test.builder.binary(BinaryOp::Subtract, b, a);
                    let half = if element == Element::F64 { 0.5f64.to_bits() } else { u64::from(0.5f32.to_bits()) };
                    let half = test.builder.constant(ty, half);
                    let mut operands = [a, b, c];
                    operands.iter_mut().skip(known).take(1).for_each(|operand| *operand = half);
                    let [a, b, c] = operands;
                    let result = test.builder.fused(fused, a, b, c);
                    let is_number = test.builder.compare(Relation::Equal, result, result);
                    let result = test.builder.blend(is_number, result, half);
                    test.store(result);
                    let inputs = [column(element, 0, 1), column(element, 3, 5)];
                    test.check(inputs, &format!("{fused:?} of {ty:?}, {known} constant"));
                }
            }
        }
    }
}

/// A constant may be an operand in memory, on either side. A NaN as first operand is left out: which of two NaNs comes
/// out of the base emitter's code then depends on how often it uses the constant.
#[test]
fn operations_with_constants() {
    for lanes in [8, 32] {
        for element in NUMBERS {
            for (place, bits) in values(element).iter().enumerate() {
                let bits = if element.size() == 4 { u64::from(*bits as u32) } else { *bits };
                let is_first = place % 2 == 1 && !is_nan(element, bits);
                for operation in [BinaryOp::Add, BinaryOp::Subtract, BinaryOp::Multiply] {
                    let ty = GangType::varying(element);
                    let mut test = Test::new(lanes);
                    let value = test.load(0, ty);
                    let constant = test.builder.constant(ty, bits);
                    let (a, b) = if is_first { (constant, value) } else { (value, constant) };
                    let result = test.builder.binary(operation, a, b);
                    test.store(result);
                    let inputs = [column(element, 0, 1), column(element, 0, 1)];
                    test.check(inputs, &format!("{operation:?} of {ty:?} and {bits:#x} at {place}"));
                }
            }
        }
    }
}

/// No divisor is zero; the least integer by -1 wraps.
#[test]
fn integer_divisions() {
    for lanes in LANES {
        for element in [Element::I64, Element::I32] {
            for operation in [BinaryOp::Divide, BinaryOp::Remainder] {
                for ty in shapes(element) {
                    let mut test = Test::new(lanes);
                    let (a, b) = (test.load(0, ty), test.load(1, ty));
                    let one = test.builder.constant(ty, 1);
                    let divisor = test.builder.binary(BinaryOp::Or, b, one);
                    let result = test.builder.binary(operation, a, divisor);
                    test.store(result);
                    let inputs = [column(element, 8, 1), column(element, 2, 1)];
                    test.check(inputs, &format!("{operation:?} of {ty:?}"));
                }
            }
        }
    }
}

#[test]
fn comparisons_and_blends() {
    for lanes in LANES {
        for element in NUMBERS {
            for relation in RELATIONS {
                for ty in shapes(element) {
                    let mut test = Test::new(lanes);
                    let (a, b) = (test.load(0, ty), test.load(1, ty));
                    let mask = test.builder.compare(relation, a, b);
                    let result = test.builder.blend(mask, a, b);
                    test.store(result);
                    let inputs = [column(element, 0, 1), column(element, 2, 5)];
                    test.check(inputs, &format!("{relation:?} of {ty:?}"));
                }
            }
        }
    }
}

/// A comparison is done under the mask that its result is combined with, in the relation or its negation, also through
/// a conversion of the mask.
#[test]
fn comparisons_under_masks() {
    for lanes in LANES {
        for element in NUMBERS {
            for relation in RELATIONS {
                for operation in [BinaryOp::And, BinaryOp::AndNot, BinaryOp::Or, BinaryOp::Xor] {
                    for other in [Element::Mask32, Element::Mask64] {
                        let ty = GangType::varying(element);
                        let mut test = Test::new(lanes);
                        let (a, b) = (test.load(0, ty), test.load(1, ty));
                        let active = test.builder.push(GangType::varying(other), Op::MaskFromBits(test.active));
                        let compared = test.builder.compare(relation, a, b);
                        let result = test.builder.binary(operation, active, compared);
                        test.store(result);
                        let inputs = [column(element, 0, 1), column(element, 1, 5)];
                        test.check(inputs, &format!("{operation:?} with {relation:?} of {ty:?}, {other:?}"));
                    }
                }
            }
        }
    }
}

/// Where masks are vectors, a comparison may be taken from another one of the same operands, and registers may hold the
/// complement of what is used: by what takes that as it is, also through a conversion, and by what does not.
#[test]
fn comparisons_that_are_complements() {
    for lanes in [8, 32] {
        for element in NUMBERS {
            for (relation, other) in RELATIONS.into_iter().flat_map(|relation| RELATIONS.map(|other| (relation, other)))
            {
                let ty = GangType::varying(element);
                let mut test = Test::new(lanes);
                let (a, b) = (test.load(0, ty), test.load(1, ty));
                let active = test.mask(element);
                let first = test.builder.compare(relation, a, b);
                let second = test.builder.compare(other, a, b);
                let both = test.builder.binary(BinaryOp::And, first, second);
                let neither = test.builder.binary(BinaryOp::AndNot, active, first);
                let neither = test.builder.binary(BinaryOp::AndNot, neither, second);
                let less = test.builder.binary(BinaryOp::AndNot, second, active);
                let not = test.builder.unary(UnaryOp::Not, second);
                let mut result = test.builder.blend(not, a, b);
                for mask in [both, neither, less] {
                    let (yes, no) = (test.builder.binary(BinaryOp::Add, result, a), result);
                    result = test.builder.blend(mask, yes, no);
                }
                let narrow = test.builder.convert(first, Element::Mask32);
                let integer = GangType::varying(Element::I32);
                let numbers = [5, -3].map(|number: i32| test.builder.constant(integer, u64::from(number as u32)));
                let chosen = test.builder.blend(narrow, numbers[0], numbers[1]);
                let address = test.base(3);
                test.builder.effect(Op::Store { address, value: chosen, mask: None });
                test.store(result);
                let bits = if lanes == 8 { test.builder.bits(second) } else { test.active };
                let code = test.finish(bits);
                let inputs = [column(element, 0, 1), column(element, 1, 5)];
                check(&code, &inputs, &format!("{relation:?} and {other:?} of {ty:?}"));
            }
        }
    }
}

/// So may registers of comparisons that are converted to another width: of two that are equal or each other's
/// complements one is converted, whether what uses them takes complements or not.
#[test]
fn conversions_that_are_complements() {
    for element in NUMBERS {
        for (relation, other) in RELATIONS.into_iter().flat_map(|relation| RELATIONS.map(|other| (relation, other))) {
            for is_stored in [[false, false], [false, true], [true, false], [true, true]] {
                let code = converted_comparisons(element, [relation, other], is_stored);
                let inputs = [column(element, 0, 1), column(element, 1, 5)];
                check(&code, &inputs, &format!("{relation:?} and {other:?} of {element:?}, {is_stored:?}"));
                if element == Element::I32 && other == relation.opposite() {
                    let widened = count(&code, WideSet::Avx2, Code::VEX_Vpmovsxdq_ymm_xmmm128);
                    assert_eq!(widened, 4, "once for each group, {relation:?}, {is_stored:?}");
                }
            }
        }
    }
}

/// Code for 16 lanes that converts two comparisons of the same operands to the other width, to combine them with a mask
/// and to store those that are to be.
fn converted_comparisons(element: Element, relations: [Relation; 2], is_stored: [bool; 2]) -> GangCode {
    let ty = GangType::varying(element);
    let (mask, number) = match element.size() {
        8 => (Element::Mask32, Element::I32),
        _ => (Element::Mask64, Element::I64),
    };
    let mut test = Test::new(16);
    let (a, b) = (test.load(0, ty), test.load(1, ty));
    let wide = test.load(0, GangType::varying(Element::I64));
    let active = test.mask(number);
    let address = test.base(3);
    test.builder.effect(Op::Store { address, value: wide, mask: None });
    let numbers = [5, -3, 1].map(|value: i64| test.builder.constant(GangType::varying(number), value as u64));
    let mut result = numbers[2];
    for (relation, is_stored) in relations.into_iter().zip(is_stored) {
        let compared = test.builder.compare(relation, a, b);
        let converted = test.builder.convert(compared, mask);
        let among = test.builder.binary(BinaryOp::And, active, converted);
        let less = test.builder.binary(BinaryOp::Subtract, result, numbers[0]);
        result = test.builder.blend(among, less, numbers[1]);
        if is_stored {
            test.builder.effect(Op::Store { address, value: result, mask: Some(converted) });
        }
    }
    test.store(result);
    let bits = test.active;
    test.finish(bits)
}

/// Bits in common that are only compared with zero are tested, also under a mask; where they are used otherwise, they
/// are there.
#[test]
fn tests_of_bits() {
    for lanes in LANES {
        for element in [Element::I64, Element::I32] {
            for relation in [Relation::Equal, Relation::NotEqual] {
                for operation in [BinaryOp::And, BinaryOp::AndNot] {
                    for is_stored in [false, true] {
                        let ty = GangType::varying(element);
                        let mut test = Test::new(lanes);
                        let (a, b) = (test.load(0, ty), test.load(1, ty));
                        let (both, zero) = (test.builder.binary(BinaryOp::And, a, b), test.builder.constant(ty, 0));
                        let compared = test.builder.compare(relation, both, zero);
                        let active = test.mask(element);
                        let result = test.builder.binary(operation, active, compared);
                        let opposite = test.builder.compare(Relation::NotEqual, both, zero);
                        let result = test.builder.binary(BinaryOp::Xor, result, opposite);
                        if is_stored {
                            let address = test.base(3);
                            test.builder.effect(Op::Store { address, value: both, mask: None });
                        }
                        test.store(result);
                        let inputs = [column(element, 0, 1), column(element, 1, 5)];
                        test.check(inputs, &format!("{operation:?} with bits {relation:?} zero of {ty:?}"));
                    }
                }
            }
        }
    }
}

#[test]
fn conversions() {
    for lanes in LANES {
        for from in NUMBERS {
            for to in NUMBERS.into_iter().filter(|to| *to != from) {
                for ty in shapes(from) {
                    let mut test = Test::new(lanes);
                    let value = test.load(0, ty);
                    let result = test.builder.convert(value, to);
                    test.store(result);
                    test.check([column(from, 0, 1), column(from, 0, 1)], &format!("{ty:?} to {to:?}"));
                }
            }
        }
    }
}
