//! Operations under the masks of the blends that take their results.

use super::super::super::ir::{BinaryOp, Element, GangType, Op, ValueId};
use super::super::isa::WideSet;
use super::harness::*;
use iced_x86::Code;

/// What idle lanes keep.
#[derive(Clone, Copy, Debug)]
enum Kept {
    Operand,
    Other,
    Zero,
    Constant,
}

const OPERATIONS: [BinaryOp; 11] = [
    BinaryOp::Add,
    BinaryOp::Subtract,
    BinaryOp::Multiply,
    BinaryOp::Divide,
    BinaryOp::Min,
    BinaryOp::Max,
    BinaryOp::MinUnsigned,
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
    BinaryOp::AndNot,
];

/// A blend of an operation's result, stored; and what idle lanes keep once more, if `is_kept`.
fn blended((lanes, element): (u32, Element), operation: BinaryOp, kept: Kept, is_kept: bool) -> Test {
    let ty = GangType::varying(element);
    let mut test = Test::new(lanes);
    let [a, b] = [0, 1].map(|argument| test.load(argument, ty));
    let other: ValueId = match kept {
        Kept::Operand => b,
        Kept::Other => test.builder.unary(super::UnaryOp::Negate, a),
        Kept::Zero => test.builder.constant(ty, 0),
        Kept::Constant => test.builder.constant(ty, values(element)[2]),
    };
    let (mask, result) = (test.mask(element), test.builder.binary(operation, a, b));
    let result = test.builder.blend(mask, result, other);
    test.store(result);
    if is_kept {
        let address = test.base(3);
        test.builder.effect(Op::Store { address, value: other, mask: None });
    }
    test
}

#[test]
fn each_operation_keeps_what_idle_lanes_have() {
    for element in NUMBERS {
        let inputs = [0, 5, 9].map(|number| [column(element, number, 1), column(element, 3, number + 2)]);
        for operation in OPERATIONS {
            if !operation.takes(element) || operation == BinaryOp::Divide && !element.is_real() {
                continue;
            }
            for kept in [Kept::Operand, Kept::Other, Kept::Zero, Kept::Constant] {
                for is_kept in [false, true] {
                    let what = format!("{element:?} {operation:?} {kept:?}");
                    blended((32, element), operation, kept, is_kept).check_all(&inputs, &what);
                }
            }
        }
    }
}

/// A result that is only blended takes one instruction, and one that is stored as well has to be there for itself.
#[test]
fn a_result_that_is_used_elsewhere_is_computed_for_itself() {
    let blends = |test: Test| {
        let active = test.active;
        count(&test.finish(active), WideSet::Avx512, Code::EVEX_Vpblendmq_zmm_k1z_zmm_zmmm512b64)
    };
    assert_eq!(blends(blended((32, Element::F64), BinaryOp::Multiply, Kept::Operand, true)), 0);
    let mut test = Test::new(32);
    let [a, b] = [0, 1].map(|argument| test.load(argument, GangType::varying(Element::F64)));
    let product = test.builder.binary(BinaryOp::Multiply, a, b);
    let mask = test.mask(Element::F64);
    let blend = test.builder.blend(mask, product, a);
    test.store(blend);
    let address = test.base(3);
    test.builder.effect(Op::Store { address, value: product, mask: None });
    assert_eq!(blends(test), 4);
}
