//! Each operation in each form gives under the wide emitter the bits that the base emitter's code gives, special values
//! and idle lanes included.
//!
//! A test builds gang code that loads columns, does the operation and stores what comes out; both emitters compile it
//! and run it over the same memory, all of which must be the same afterwards.

use super::super::builder::Builder;
use super::super::ir::{
    BinaryOp, Element, GangCode, GangType, LaneLayout, Op, SlotField, Terminator, UnaryOp, ValueId,
};
use super::super::{emit as base, verify};
use super::isa::InstructionSet;
use crate::entry::GangLoop;
use crate::module::CodeModule;
use crate::options::CompileOptions;
use crate::runtime::{ArgumentSlot, Context, DynamicMemory};
use crate::tables::CodeTables;
use forlane_cfg::Relation;
use forlane_cfg::text::parse_program;

const LANES: [u32; 4] = [8, 16, 32, 64];
const NUMBERS: [Element; 4] = [Element::F64, Element::F32, Element::I64, Element::I32];
const RELATIONS: [Relation; 6] = [
    Relation::Less,
    Relation::LessEqual,
    Relation::Equal,
    Relation::NotEqual,
    Relation::Greater,
    Relation::GreaterEqual,
];
/// Bytes of each argument's memory: two elements of eight bytes for each lane.
const BYTES: usize = 64 * 16;

const OF_F64: [u64; 16] = [
    0,
    1 << 63,
    0x3ff0_0000_0000_0000,
    0xbff8_0000_0000_0000,
    0x7ff0_0000_0000_0000,
    0xfff0_0000_0000_0000,
    0x7ff8_0000_0000_1234,
    0xfff8_0000_0000_4321,
    0x7ff0_0000_0000_0001,
    1,
    0x7fef_ffff_ffff_ffff,
    0x41df_ffff_ffe0_0000,
    0xc1e0_0000_0020_0000,
    0x43e0_0000_0000_0000,
    0xc3e0_0000_0000_0000,
    0x3fe7_ae14_7ae1_47ae,
];
const OF_F32: [u64; 14] = [
    0,
    0x8000_0000,
    0x3f80_0000,
    0xbfc0_0000,
    0x7f80_0000,
    0xff80_0000,
    0x7fc0_1234,
    0xffc0_4321,
    0x7f80_0001,
    1,
    0x7f7f_ffff,
    0x4f00_0000,
    0xcf00_0000,
    0x3f3d_70a4,
];
const OF_INTEGER: [u64; 12] = [
    0,
    1,
    u64::MAX,
    2,
    7,
    (-7_i64) as u64,
    100,
    i32::MAX as u64,
    i32::MIN as i64 as u64,
    i64::MAX as u64,
    i64::MIN as u64,
    0x1234_5678_9abc_def0,
];

fn is_nan(element: Element, bits: u64) -> bool {
    match element {
        Element::F64 => f64::from_bits(bits).is_nan(),
        Element::F32 => f32::from_bits(bits as u32).is_nan(),
        _ => false,
    }
}

fn values(element: Element) -> &'static [u64] {
    match element {
        Element::F64 => &OF_F64,
        Element::F32 => &OF_F32,
        _ => &OF_INTEGER,
    }
}

/// A column whose lanes hold the special values in turn, from one of them on.
fn column(element: Element, first: usize, step: usize) -> Vec<u8> {
    let (values, size) = (values(element), element.size() as usize);
    let of_place = |place: usize| values[(first + place * step) % values.len()].to_le_bytes();
    (0..BYTES / size).flat_map(|place| of_place(place)[..size].to_vec()).collect()
}

/// Where each lane has an index below `limit`, all of them different from their neighbours'.
fn indices(element: Element, limit: u64) -> Vec<u8> {
    let size = element.size() as usize;
    (0..BYTES / size).flat_map(|lane| (lane as u64 * 7 % limit).to_le_bytes()[..size].to_vec()).collect()
}

/// Builds gang code over four arguments.
struct Test {
    builder: Builder,
    active: ValueId,
}

impl Test {
    fn new(lanes: u32) -> Test {
        let mut builder = Builder::new("test", lanes);
        let active = builder.push(GangType::uniform(Element::I64), Op::ActiveBits);
        Test { builder, active }
    }

    fn base(&mut self, argument: u32) -> ValueId {
        self.builder.push(GangType::uniform(Element::I64), Op::Argument(argument, SlotField::Base))
    }

    fn load(&mut self, argument: u32, ty: GangType) -> ValueId {
        let base = self.base(argument);
        self.builder.load(ty, base, false)
    }

    fn mask(&mut self, element: Element) -> ValueId {
        self.builder.push(GangType::varying(element.mask()), Op::MaskFromBits(self.active))
    }

    /// Stores a value to argument 2: of a mask ones and zeros.
    fn store(&mut self, value: ValueId) {
        let address = self.base(2);
        let ty = self.builder.code.ty(value);
        let value = match ty.element {
            element if element.is_mask() || element == Element::Bool => {
                let number = if ty.element == Element::Mask64 { Element::I64 } else { Element::I32 };
                let ty = GangType { element: number, ..ty };
                let (one, zero) = (self.builder.constant(ty, 1), self.builder.constant(ty, 0));
                self.builder.blend(value, one, zero)
            }
            _ => value,
        };
        self.builder.effect(Op::Store { address, value, mask: None });
    }

    fn finish(mut self, bits: ValueId) -> GangCode {
        self.builder.terminate(Terminator::Return(bits));
        assert_eq!(verify::verify(&self.builder.code), Ok(()));
        self.builder.code
    }

    /// Returns, and compares what both emitters' code does.
    fn check(self, inputs: [Vec<u8>; 2], what: &str) {
        let active = self.active;
        let code = self.finish(active);
        check(&code, &inputs, what);
    }
}

/// Compares what both emitters' code does, for all lanes and for some.
fn check(code: &GangCode, inputs: &[Vec<u8>; 2], what: &str) {
    if !InstructionSet::Avx512.is_available() {
        eprintln!("{what}: not tested, this machine does not have AVX-512");
        return;
    }
    let all = u64::MAX >> (64 - code.lanes);
    for active in [all, all & 0x5a5a_1234_8001_f0c3] {
        let (expected, found) = (run(code, inputs, active, false), run(code, inputs, active, true));
        let here = format!("{what}, {} lanes, active {active:#x}", code.lanes);
        assert_eq!(found.1, expected.1, "statuses of {here}");
        assert_eq!(found.2, expected.2, "lanes and counts of {here}");
        for (argument, (found, expected)) in found.0.iter().zip(&expected.0).enumerate() {
            let place = found.iter().zip(expected).position(|(found, expected)| found != expected);
            assert_eq!(place, None, "first byte of argument {argument} that differs, {here}");
        }
    }
}

/// All memory after a run, statuses and counts included, and what the code returned.
fn run(code: &GangCode, inputs: &[Vec<u8>; 2], active: u64, is_wide: bool) -> (Vec<Vec<u8>>, Vec<u32>, [u64; 3]) {
    let text = "unit ssa subroutine test \"t.f\" {\n    scope s0 subprogram\n\n    b0:\n        enter s0\n        \
                leave s0\n        return\n}\n";
    let program = parse_program(text).unwrap_or_else(|errors| panic!("{}", errors[0]));
    let source = &program.units[0];
    let options = CompileOptions::default();
    let mut tables = CodeTables::new(&program, &[source], code.lanes as usize, None).unwrap();
    let mut module = CodeModule::new(&options).unwrap();
    let unit = module.declare_unit("test").unwrap();
    let around = GangLoop::new("test", code.lanes as usize, &[], &tables);
    let entry = if is_wide {
        let emitted = super::emit(code, &mut module, &mut tables, &[], source, false).unwrap();
        module.define_wide(unit, "test", source, emitted).unwrap();
        module.define_entry(unit, "test", source, &around)
    } else {
        let clif = base::emit(code, &mut module, &mut tables, &[]).unwrap();
        module.define_with_entry(unit, "test", source, clif, &around)
    };
    let (linked, _) = module.finish(entry.unwrap()).unwrap();
    let constants = tables.take_constants().unwrap();
    let mut memory: Vec<Vec<u8>> = inputs.iter().cloned().chain([vec![0xcc; BYTES], vec![0xdd; BYTES]]).collect();
    let slot = |bytes: &mut Vec<u8>| ArgumentSlot { base: bytes.as_mut_ptr(), length: 64, stride: 8, step: 0 };
    let mut slots: Vec<ArgumentSlot> = memory.iter_mut().map(slot).collect();
    let (mut status, interrupt, mut dynamic) = ([0_u32; 64], 1, DynamicMemory::new());
    let mut context = Context {
        status: status.as_mut_ptr(),
        storage: std::ptr::null_mut(),
        image: std::ptr::null(),
        returned: active,
        constants: constants.base(),
        active_steps: 0,
        gang_steps: 0,
        interrupt: &interrupt,
        output: std::ptr::null_mut(),
        memory: &mut dynamic,
        stack_limits: std::ptr::null(),
    };
    // SAFETY: the tests access elements of as many lanes as the arguments have room for, and no storage.
    let over = unsafe { linked.entry()(&mut context, slots.as_mut_ptr(), active, 1) };
    assert_eq!(over == 1, context.returned == active);
    let counts = [context.returned, context.active_steps, context.gang_steps];
    (memory, status.to_vec(), counts)
}

fn shapes(element: Element) -> [GangType; 2] {
    [GangType::varying(element), GangType::uniform(element)]
}

#[test]
fn operations_on_one_operand() {
    let shifts = [UnaryOp::ShiftLeft(3), UnaryOp::ShiftRight(5), UnaryOp::ShiftRightUnsigned(7)];
    for lanes in LANES {
        for element in NUMBERS {
            let of_reals = [UnaryOp::Sqrt, UnaryOp::Truncate];
            let of_kind: &[UnaryOp] = if element.is_real() { &of_reals } else { &shifts };
            for operation in [UnaryOp::Negate, UnaryOp::Abs].iter().chain(of_kind) {
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
    let of_reals = [BinaryOp::Divide, BinaryOp::CopySign];
    let of_integers = [BinaryOp::Min, BinaryOp::Max, BinaryOp::And, BinaryOp::Or, BinaryOp::AndNot, BinaryOp::Xor];
    for lanes in LANES {
        for element in NUMBERS {
            let of_kind: &[BinaryOp] = if element.is_real() { &of_reals } else { &of_integers };
            for operation in [BinaryOp::Add, BinaryOp::Subtract, BinaryOp::Multiply].iter().chain(of_kind) {
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

/// A constant may be an operand in memory, on either side. A NaN as first operand is left out: which of two NaNs comes out
/// of the base emitter's code then depends on how often it uses the constant.
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

/// A comparison is done under the mask that its result is combined with, in the relation or its negation, also through a
/// conversion of the mask.
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

/// Bits in common that are only compared with zero are tested, also under a mask; where they are used otherwise, they are
/// there.
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

/// Gathers and masked scatters of each layout by indices of each size; in arrays of a lane's own there are two elements.
#[test]
fn indexed_memory() {
    for lanes in LANES {
        for element in NUMBERS {
            for of_index in [Element::I32, Element::I64] {
                for layout in 0..4 {
                    if layout == 3 && of_index == Element::I32 {
                        continue;
                    }
                    let mut test = Test::new(lanes);
                    let at = test.load(1, GangType::varying(of_index));
                    let (base, target) = (test.base(0), test.base(3));
                    let (base, target, lay) = test.layout(layout, base, target, element);
                    let gather = Op::Gather { base, index: at, lay, constant: false };
                    let value = test.builder.push(GangType::varying(element), gather);
                    test.store(value);
                    let mask = test.mask(element);
                    test.builder.effect(Op::Scatter { base: target, index: at, lay, value, mask });
                    let limit = if layout == 0 { 50 } else { 2 };
                    let inputs = [column(element, 0, 1), indices(of_index, limit)];
                    test.check(inputs, &format!("{element:?} by {of_index:?}, layout {layout}"));
                }
            }
        }
    }
}

impl Test {
    /// A layout by its number, and the bases of two arrays in it. Each lane's own pointer leads to where it would have its
    /// array if they were apart.
    fn layout(
        &mut self,
        layout: usize,
        base: ValueId,
        target: ValueId,
        element: Element,
    ) -> (ValueId, ValueId, LaneLayout) {
        let stride = self.builder.integer(i64::from(element.size()) * 2);
        match layout {
            0 => (base, target, LaneLayout::Shared),
            1 => (base, target, LaneLayout::Interleaved),
            2 => (base, target, LaneLayout::Apart(stride)),
            _ => {
                let [base, target] = [base, target].map(|pointer| self.pointers(pointer, element.size() * 2));
                (base, target, LaneLayout::ByAddress)
            }
        }
    }

    /// In each lane the address of its piece of so many bytes.
    fn pointers(&mut self, base: ValueId, bytes: u32) -> ValueId {
        let lanes = self.builder.push(GangType::varying(Element::I64), Op::Lanes);
        let size = self.builder.constant(GangType::varying(Element::I64), u64::from(bytes));
        let distance = self.builder.binary(BinaryOp::Multiply, lanes, size);
        let base = self.builder.splat(base);
        self.builder.binary(BinaryOp::Add, base, distance)
    }
}

/// Also of integers of one and two bytes.
#[test]
fn memory_by_address() {
    for lanes in LANES {
        for (element, bytes) in [
            (Element::F64, 8),
            (Element::F32, 4),
            (Element::I64, 8),
            (Element::I32, 4),
            (Element::I32, 2),
            (Element::I32, 1),
        ] {
            let mut test = Test::new(lanes);
            let (base, target) = (test.base(0), test.base(3));
            let [from, to] = [base, target].map(|pointer| test.pointers(pointer, bytes));
            let value = test.builder.push(GangType::varying(element), Op::LoadEach { address: from, bytes });
            test.store(value);
            let mask = test.mask(element);
            test.builder.effect(Op::StoreEach { address: to, bytes, value, mask });
            test.check([column(Element::I64, 0, 1), column(element, 0, 1)], &format!("{element:?} of {bytes} bytes"));
        }
    }
}

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
            test.builder.effect(Op::Count(lanes_less));
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

/// Memory of all sizes, inline and by a call.
#[test]
fn cleared_memory() {
    for bytes in [0, 16, 31, 48, 64, 100, 129, 256, 300, 1000] {
        let mut test = Test::new(16);
        let address = test.base(3);
        test.builder.effect(Op::Clear { address, bytes });
        test.check([column(Element::I32, 0, 1), column(Element::I32, 0, 1)], &format!("{bytes} bytes"));
    }
}

/// A search among the values of a switch finds each of them, and none beside them.
#[test]
fn switches() {
    use super::super::ir::Target;
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
