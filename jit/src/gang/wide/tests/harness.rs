//! Gang code over four arguments, and the comparison of what both emitters' code for it does.

use super::super::super::builder::Builder;
use super::super::super::ir::{Element, GangCode, GangType, Op, SlotField, Terminator, ValueId};
use super::super::super::{emit as base, verify};
use super::super::isa::WideSet;
use super::super::{allocate, encode, select};
use crate::block::Block;
use crate::entry::GangLoop;
use crate::module::{self, CodeModule};
use crate::options::CompileOptions;
use crate::runtime::{ArgumentSlot, Context, DynamicMemory, LaneCount};
use crate::tables::CodeTables;
use forlane_cfg::text::parse_program;
use forlane_cfg::{Program, Relation};
use iced_x86::{Code, Decoder, DecoderOptions, Encoder, Instruction, Register};

pub(super) const LANES: [u32; 5] = [4, 8, 16, 32, 64];
pub(super) const NUMBERS: [Element; 4] = [Element::F64, Element::F32, Element::I64, Element::I32];
pub(super) const RELATIONS: [Relation; 6] = [
    Relation::Less,
    Relation::LessEqual,
    Relation::Equal,
    Relation::NotEqual,
    Relation::Greater,
    Relation::GreaterEqual,
];
/// Bytes of each argument's memory: two elements of eight bytes for each lane.
pub(super) const BYTES: usize = 64 * 16;

pub(super) const OF_F64: [u64; 16] = [
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
pub(super) const OF_F32: [u64; 14] = [
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
pub(super) const OF_INTEGER: [u64; 12] = [
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

pub(super) fn is_nan(element: Element, bits: u64) -> bool {
    match element {
        Element::F64 => f64::from_bits(bits).is_nan(),
        Element::F32 => f32::from_bits(bits as u32).is_nan(),
        _ => false,
    }
}

pub(super) fn values(element: Element) -> &'static [u64] {
    match element {
        Element::F64 => &OF_F64,
        Element::F32 => &OF_F32,
        _ => &OF_INTEGER,
    }
}

/// A column whose lanes hold the special values in turn, from one of them on.
pub(super) fn column(element: Element, first: usize, step: usize) -> Vec<u8> {
    let (values, size) = (values(element), element.size() as usize);
    let of_place = |place: usize| values[(first + place * step) % values.len()].to_le_bytes();
    (0..BYTES / size).flat_map(|place| of_place(place)[..size].to_vec()).collect()
}

/// Where each lane has an index below `limit`, all of them different from their neighbours'.
pub(super) fn indices(element: Element, limit: u64) -> Vec<u8> {
    let size = element.size() as usize;
    (0..BYTES / size).flat_map(|lane| (lane as u64 * 7 % limit).to_le_bytes()[..size].to_vec()).collect()
}

/// Builds gang code over four arguments.
pub(super) struct Test {
    pub(super) builder: Builder,
    pub(super) active: ValueId,
}

impl Test {
    pub(super) fn new(lanes: u32) -> Test {
        let mut builder = Builder::new("test", lanes);
        let active = builder.push(GangType::uniform(Element::I64), Op::ActiveBits);
        Test { builder, active }
    }

    pub(super) fn base(&mut self, argument: u32) -> ValueId {
        self.builder.push(GangType::uniform(Element::I64), Op::Argument(argument, SlotField::Base))
    }

    pub(super) fn load(&mut self, argument: u32, ty: GangType) -> ValueId {
        let base = self.base(argument);
        self.builder.load(ty, base, false)
    }

    pub(super) fn mask(&mut self, element: Element) -> ValueId {
        self.builder.push(GangType::varying(element.mask()), Op::MaskFromBits(self.active))
    }

    /// Stores a value to argument 2: of a mask ones and zeros.
    pub(super) fn store(&mut self, value: ValueId) {
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

    pub(super) fn finish(mut self, bits: ValueId) -> GangCode {
        self.builder.terminate(Terminator::Return(bits));
        assert_eq!(verify::verify(&self.builder.code), Ok(()));
        self.builder.code
    }

    /// The same for several inputs.
    pub(super) fn check_all(self, inputs: &[[Vec<u8>; 2]], what: &str) {
        let active = self.active;
        let code = self.finish(active);
        check_all(&code, inputs, what);
    }

    /// Returns, and compares what both emitters' code does.
    pub(super) fn check(self, inputs: [Vec<u8>; 2], what: &str) {
        let active = self.active;
        let code = self.finish(active);
        check(&code, &inputs, what);
    }
}

/// Compares what both emitters' code does, for all lanes and for some.
pub(super) fn check(code: &GangCode, inputs: &[Vec<u8>; 2], what: &str) {
    check_all(code, std::slice::from_ref(inputs), what);
}

/// The same for several inputs.
pub(super) fn check_all(code: &GangCode, inputs: &[[Vec<u8>; 2]], what: &str) {
    let all = u64::MAX >> (64 - code.lanes);
    let lanes = [all, all & 0x5a5a_1234_8001_f0c3];
    let base = Compiled::new(code, None);
    let runs = || inputs.iter().enumerate().flat_map(|run| lanes.map(|active| (run, active)));
    let expected: Vec<Outcome> = runs().map(|((_, inputs), active)| base.run(inputs, active)).collect();
    for set in [WideSet::Avx512, WideSet::Avx2].into_iter().filter(|set| code.lanes >= set.least_lanes()) {
        check_encoding(code, set, what);
        if !set.is_available() {
            eprintln!("{what}: not run, this machine does not have {}", set.name());
            continue;
        }
        let wide = Compiled::new(code, Some(set));
        for (((number, inputs), active), expected) in runs().zip(&expected) {
            let found = wide.run(inputs, active);
            let here = format!("{what}, input {number}, {}, {} lanes, active {active:#x}", set.name(), code.lanes);
            assert_eq!(found.statuses, expected.statuses, "statuses of {here}");
            assert_eq!(found.counts, expected.counts, "lanes and counts of {here}");
            for (argument, (found, expected)) in found.memory.iter().zip(&expected.memory).enumerate() {
                let place = found.iter().zip(expected).position(|(found, expected)| found != expected);
                assert_eq!(place, None, "first byte of argument {argument} that differs, {here}");
            }
        }
    }
}

/// What an emitter makes of the code.
pub(super) fn emitted<T>(
    code: &GangCode,
    emit: impl FnOnce(&mut CodeModule, &mut CodeTables) -> Result<T, crate::error::JitError>,
) -> T {
    let program = program();
    let mut tables = CodeTables::new(&program, &[&program.units[0]], code.lanes as usize, None).unwrap();
    let mut module = CodeModule::new(&CompileOptions::default()).unwrap();
    emit(&mut module, &mut tables).unwrap()
}

/// The machine code for a set.
fn encoded(code: &GangCode, set: WideSet) -> Vec<u8> {
    let function = emitted(code, |module, tables| select::select(code, set, module, tables, &[]));
    let mut encoded = encode::encode(&function, &allocate::allocate(&function).unwrap()).unwrap();
    encoded.bytes.truncate(encoded.code_bytes);
    encoded.bytes
}

/// How often an instruction is in the code for a set.
pub(super) fn count(code: &GangCode, set: WideSet, instruction: Code) -> usize {
    instructions(code, set).iter().filter(|found| found.code() == instruction).count()
}

/// The instructions of the code for a set.
pub(super) fn instructions(code: &GangCode, set: WideSet) -> Vec<Instruction> {
    let bytes = encoded(code, set);
    Decoder::with_ip(64, &bytes, 0, DecoderOptions::NONE).into_iter().collect()
}

/// The code decodes, encodes to the same bytes again, and has only what its set of instructions has.
fn check_encoding(code: &GangCode, set: WideSet, what: &str) {
    let bytes = encoded(code, set);
    let mut encoder = Encoder::new(64);
    for instruction in &mut Decoder::with_ip(64, &bytes, 0, DecoderOptions::NONE) {
        let name = format!("{:?}", instruction.code());
        assert!(!instruction.is_invalid(), "{what}, {}: at {:#x}", set.name(), instruction.ip());
        encoder.encode(&instruction, instruction.ip()).unwrap();
        let registers = (0..instruction.op_count()).map(|place| instruction.op_register(place));
        let is_beyond = |register: Register| match () {
            () if register.is_xmm() => register >= Register::XMM16,
            () if register.is_ymm() => register >= Register::YMM16,
            () => register.is_zmm() || register.is_k(),
        };
        if set == WideSet::Avx2 {
            let has_beyond = registers.chain([instruction.memory_index()]).any(is_beyond);
            assert!(!name.starts_with("EVEX") && !has_beyond, "{what}: {name} in code for AVX2");
        }
    }
    assert_eq!(encoder.take_buffer(), bytes, "{what}, {}: encoded again", set.name());
}

/// A unit that the code is said to be made from.
fn program() -> Program {
    let text = "unit ssa subroutine test \"t.f\" {\n    scope s0 subprogram\n\n    b0:\n        enter s0\n        \
                leave s0\n        return\n}\n";
    parse_program(text).unwrap_or_else(|errors| panic!("{}", errors[0]))
}

/// What a run leaves: the memory of all arguments, statuses, and what the code returned and counted.
pub(super) struct Outcome {
    pub(super) memory: Vec<Vec<u8>>,
    statuses: Vec<u32>,
    counts: [u64; 3],
}

/// Code that can be run: the wide emitter's for a set of instructions, or the base emitter's.
pub(super) struct Compiled {
    linked: module::Code,
    constants: Block,
}

impl Compiled {
    pub(super) fn new(code: &GangCode, wide: Option<WideSet>) -> Compiled {
        let program = program();
        let source = &program.units[0];
        let mut tables = CodeTables::new(&program, &[source], code.lanes as usize, None).unwrap();
        let mut module = CodeModule::new(&CompileOptions::default()).unwrap();
        let unit = module.declare_unit("test").unwrap();
        let around = GangLoop::new("test", code.lanes as usize, &[], &tables);
        let entry = if let Some(set) = wide {
            super::super::define(code, set, &mut module, &mut tables, (unit, "test"), &[], (source, false)).unwrap();
            module.define_entry(unit, "test", source, &around)
        } else {
            let clif = base::emit(code, &mut module, &mut tables, &[]).unwrap();
            module.define_with_entry(unit, "test", source, clif, &around)
        };
        let (linked, _) = module.finish(entry.unwrap()).unwrap();
        Compiled { linked, constants: tables.take_constants().unwrap() }
    }

    pub(super) fn run(&self, inputs: &[Vec<u8>; 2], active: u64) -> Outcome {
        let mut memory: Vec<Vec<u8>> = inputs.iter().cloned().chain([vec![0xcc; BYTES], vec![0xdd; BYTES]]).collect();
        let slot = |bytes: &mut Vec<u8>| ArgumentSlot { base: bytes.as_mut_ptr(), length: 64, stride: 8, step: 0 };
        let mut slots: Vec<ArgumentSlot> = memory.iter_mut().map(slot).collect();
        let (mut status, interrupt, mut dynamic) = ([0_u32; 64], 1, DynamicMemory::new(None));
        let mut counts = [LaneCount::default(); 2];
        let mut context = Context {
            status: status.as_mut_ptr(),
            storage: std::ptr::null_mut(),
            image: std::ptr::null(),
            left_behind: 0,
            returned: active,
            constants: self.constants.base(),
            counts: counts.as_mut_ptr(),
            interrupt: &interrupt,
            output: std::ptr::null_mut(),
            memory: &mut dynamic,
            stack_limits: std::ptr::null(),
        };
        // SAFETY: the tests access elements of as many lanes as the arguments have room for, and no storage.
        let over = unsafe { self.linked.entry()(&mut context, slots.as_mut_ptr(), active, 1) };
        assert_eq!(over == 1, context.returned == active);
        let counts = [context.returned, counts[1].active, counts[1].executions];
        Outcome { memory, statuses: status.to_vec(), counts }
    }
}

pub(super) fn shapes(element: Element) -> [GangType; 2] {
    [GangType::varying(element), GangType::uniform(element)]
}
