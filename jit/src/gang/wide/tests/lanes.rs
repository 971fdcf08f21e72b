//! What looks at all lanes of a gang, and where they go.

use super::super::super::fold::normalize;
use super::super::super::ir::{BinaryOp, Element, GangType, Op, SlotField, Target, Terminator, UnaryOp};
use super::harness::*;
use forlane_cfg::Relation;

/// Stores under masks, lookups in tables, and what looks at all lanes.
#[test]
fn lanes_together() {
    for lanes in LANES {
        for element in NUMBERS {
            let mut test = Test::new(lanes);
            let ty = GangType::varying(element);
            let (a, b) = (test.load(0, ty), test.load(1, ty));
            let active = test.mask(element);
            let less = test.builder.compare(Relation::Less, a, b);
            let lanes_less = test.builder.binary(BinaryOp::And, active, less);
            let address = test.base(3);
            test.builder.effect(Op::Store { address, value: a, mask: Some(lanes_less) });
            test.builder.effect(Op::Count { mask: lanes_less, counter: 1 });
            let any = test.builder.any(lanes_less);
            let ty = GangType::uniform(Element::I64);
            let interrupted = test.builder.push(GangType::uniform(Element::Bool), Op::Interrupted);
            let both = test.builder.binary(BinaryOp::And, any, interrupted);
            let (yes, no) = (test.builder.bits(lanes_less), test.builder.constant(ty, 0x55));
            let bits = test.builder.blend(both, yes, no);
            let one = test.builder.integer(1);
            let some = test.builder.binary(BinaryOp::Or, test.active, one);
            let picked = test.builder.push(GangType::uniform(element), Op::Pick { value: b, lanes: some });
            let splat = test.builder.splat(picked);
            let not = test.builder.unary(UnaryOp::Not, lanes_less);
            let result = test.builder.blend(not, a, splat);
            test.store(result);
            let code = test.finish(bits);
            check(&code, &[column(element, 0, 1), column(element, 2, 5)], &format!("lanes of {element:?}"));
        }
    }
}

#[test]
fn lookups() {
    let rising = std::array::from_fn(|place| place as i8 * 3);
    let falling = std::array::from_fn(|place| 5 - place as i8 * 4);
    for lanes in LANES {
        for table in [rising, falling] {
            let ty = GangType::varying(Element::I32);
            let mut test = Test::new(lanes);
            let index = test.load(1, ty);
            let found = test.builder.push(ty, Op::Lookup { table, index });
            test.store(found);
            test.check([column(Element::I32, 0, 1), indices(Element::I32, 16)], "a lookup");
        }
    }
}

/// A search among the values of a switch finds each of them, and none beside them.
#[test]
fn switches() {
    let cases: [&[i64]; 4] = [&[3, -5, i64::from(i32::MAX)], &[0], &[7, 8, 9, 3], &[i64::from(i32::MIN), 1 << 40]];
    let selectors = [-6, -5, 0, 1, 3, 7, 8, 9, 10, i64::from(i32::MAX), i64::from(i32::MIN), 1 << 40];
    for element in [Element::I32, Element::I64] {
        for selector in selectors {
            let ty = GangType::uniform(element);
            let mut test = Test::new(8);
            let found = test.load(0, ty);
            let end = test.builder.new_block();
            let result = test.builder.parameter(end, GangType::uniform(Element::I64));
            let mut way = |number: i64| Target { block: end, arguments: vec![test.builder.integer(number)] };
            let cases = cases.iter().zip(1..).map(|(values, number)| (values.to_vec(), way(number))).collect();
            let default = way(9);
            test.builder.terminate(Terminator::Switch { selector: found, cases, default });
            test.builder.block = end;
            let code = test.finish(result);
            let size = element.size() as usize;
            let input: Vec<u8> = (0..BYTES / size).flat_map(|_| selector.to_le_bytes()[..size].to_vec()).collect();
            check(&code, &[input.clone(), input], &format!("a switch on {selector}"));
        }
    }
}

/// An index is outside of an array if it is negative or not below the length, as a condition and at a jump.
#[test]
fn indices_outside() {
    for (index, is_outside) in [(-1, 1), (0, 0), (63, 0), (64, 1), (i64::MIN, 1), (i64::MAX, 1), (1 << 32, 1)] {
        for jumps in [false, true] {
            let ty = GangType::uniform(Element::I64);
            let mut test = Test::new(8);
            let found = test.load(0, ty);
            let length = test.builder.push(ty, Op::Argument(0, SlotField::Length));
            let outside = test.builder.push(GangType::uniform(Element::Bool), Op::Outside(found, length));
            let (one, zero) = (test.builder.integer(1), test.builder.integer(0));
            let result = if jumps {
                let end = test.builder.new_block();
                let result = test.builder.parameter(end, ty);
                let way = |number| Target { block: end, arguments: vec![number] };
                let (then, otherwise) = (way(one), way(zero));
                test.builder.terminate(Terminator::Branch { condition: outside, then, otherwise });
                test.builder.block = end;
                result
            } else {
                test.builder.blend(outside, one, zero)
            };
            test.store(result);
            let code = test.finish(result);
            let input: Vec<u8> = (0..BYTES / 8).flat_map(|_| index.to_le_bytes()).collect();
            let memory = Compiled::new(&code, None).run(&[input.clone(), input.clone()], 0xff).memory;
            assert_eq!(memory[2][..8], i64::to_le_bytes(is_outside), "{index}");
            check(&code, &[input.clone(), input], &format!("index {index}"));
        }
    }
}

/// The same of an index for each lane, by itself and where the mask is combined with another one, of any width.
#[test]
fn indices_of_lanes_outside() {
    let ty = GangType::varying(Element::I32);
    for lanes in LANES {
        for operation in [None, Some(BinaryOp::And), Some(BinaryOp::AndNot)] {
            for other in [Element::Mask32, Element::Mask64] {
                for known in [None, Some(0), Some(7), Some(1 << 31)] {
                    let mut test = Test::new(lanes);
                    let index = test.load(0, ty);
                    let length = match known {
                        Some(bits) => test.builder.constant(ty, normalize(Element::I32, bits)),
                        None => test.load(1, ty),
                    };
                    let mut outside = test.builder.push(GangType::varying(Element::Mask32), Op::Outside(index, length));
                    if let Some(operation) = operation {
                        let active = test.builder.push(GangType::varying(other), Op::MaskFromBits(test.active));
                        outside = test.builder.binary(operation, active, outside);
                    }
                    let (one, zero) = (test.builder.constant(ty, 1), test.builder.constant(ty, 0));
                    let result = test.builder.blend(outside, one, zero);
                    test.store(result);
                    let inputs = [column(Element::I32, 0, 1), column(Element::I32, 1, 5)];
                    test.check(inputs, &format!("{operation:?} with {other:?}, length {known:?}"));
                }
            }
        }
    }
}
