//! Emits gang code as CLIF: a varying value becomes an array of 128-bit registers.
//!
//! Within a block, runs of lane-wise operations are emitted a few lanes at a time, all of register 0's work, then
//! register 1's, since Cranelift keeps the order and has sixteen registers. What looks at all lanes together is
//! between the runs; long runs are scheduled. Constants are made anew for each operation, arguments that are only read
//! in each block, so that they hold no register in between.

mod blocks;
mod convert;
mod lanes;
mod lanewise;
mod memory;
mod runtime;
pub(super) mod schedule;
mod uniform;

pub(crate) use convert::by_lane_conversion;

use super::ir::{Element, GangCode, GangType, Op, SlotField, Value, ValueId};
use super::joined::JoinedCalls;
use crate::constant_pool::ConstantPool;
use crate::error::JitError;
use crate::module::{CodeModule, FuncId};
use crate::runtime::{Context, RuntimeFunction};
use crate::tables::CodeTables;
use cranelift_codegen::ir::types::{F32, F32X4, F64, F64X2, I8, I32, I32X4, I64, I64X2};
use cranelift_codegen::ir::{
    self, ConstantData, FuncRef, Function, InstBuilder, MemFlagsData, StackSlotData, StackSlotKind,
};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use indexmap::IndexMap;

/// Memory of arguments, storage, constants and the stack: it is there, but aligned for its elements only. An element's
/// address comes from `Lowering::element` or `Lowering::rest`, which replace an index outside of its array by 0, and
/// idle lanes have one that they may access too; what has no elements has room for one (`Lowering::base_of`,
/// `by_address`).
const MEMORY: MemFlagsData = MemFlagsData::new().with_notrap();

/// Emits the code of one unit. `callees` are the compiled units of [`GangCode::callees`].
///
/// # Errors
/// [`JitError::Codegen`] for what Cranelift refuses.
pub fn emit(
    code: &GangCode,
    module: &mut CodeModule,
    tables: &mut CodeTables,
    callees: &[FuncId],
) -> Result<Function, JitError> {
    let mut function = Function::with_name_signature(ir::UserFuncName::default(), module.unit_signature());
    let callees = callees.iter().map(|callee| module.unit_reference(*callee, &mut function)).collect();
    let joined = JoinedCalls::compute(code);
    let runtime = runtime_references(code, &joined, module, &mut function)?;
    let mut context = FunctionBuilderContext::new();
    let mut builder = FunctionBuilder::new(&mut function, &mut context);
    let statuses = code.sites.iter().map(|site| tables.sites.status(site.clone())).collect();
    let slots = code.slots.iter().map(|bytes| {
        builder.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, (*bytes).max(16), 4))
    });
    let slots = slots.collect();
    let blocks = code.blocks.iter().map(|_| builder.create_block()).collect();
    let entry = builder.create_block();
    builder.append_block_params_for_function_params(entry);
    let parameters = builder.block_params(entry).to_vec();
    builder.switch_to_block(entry);
    let constants = builder.ins().load(I64, MEMORY, parameters[0], Context::CONSTANTS);
    let mut emitter = Emitter {
        code,
        pool: &mut tables.constants,
        constants,
        is_cold: false,
        is_sharing: false,
        shared: Vec::new(),
        lanes: code.lanes,
        context: parameters[0],
        arguments: parameters[1],
        active: parameters[2],
        builder,
        registers: vec![Vec::new(); code.values.len()],
        uses: code.count_uses(),
        reloaded: reloaded(code),
        blocks,
        slots,
        statuses,
        first_counter: tables.counters.len(),
        callees,
        runtime,
        joined,
        scratch: [None; SCRATCH_SLOTS],
    };
    emitter.all_blocks();
    emitter.builder.seal_all_blocks();
    emitter.builder.finalize(module.frontend_config());
    Ok(function)
}

/// References to all functions of the run-time support that the code calls.
fn runtime_references(
    code: &GangCode,
    joined: &JoinedCalls,
    module: &mut CodeModule,
    function: &mut Function,
) -> Result<IndexMap<RuntimeFunction, FuncRef>, JitError> {
    let mut references = IndexMap::new();
    for block in code.reverse_postorder() {
        for value in &code.blocks[block].ops {
            let wanted = match &code.values[*value].op {
                Op::Runtime { function, mask, .. } => joined.callee(*value, *function, *mask),
                Op::Clear { .. } => RuntimeFunction::Clear,
                _ => continue,
            };
            if !references.contains_key(&wanted) {
                references.insert(wanted, module.runtime_reference(wanted, function)?);
            }
        }
    }
    Ok(references)
}

/// The arguments that are loaded again in each block that uses them, in place of being kept in registers, of which
/// there are few: those of one element a lane to which the unit stores nothing.
fn reloaded(code: &GangCode) -> Vec<bool> {
    let base = |address: ValueId| match &code.values[address].op {
        Op::Argument(index, SlotField::Base) => Some(*index),
        _ => None,
    };
    let stored: Vec<u32> = (code.values.iter())
        .filter_map(|(_, value)| match &value.op {
            Op::Store { address, .. } => base(*address),
            _ => None,
        })
        .collect();
    let is_reloaded = |value: &Value| match &value.op {
        Op::Load { address, constant: true } => {
            value.ty.is_varying() && base(*address).is_some_and(|index| !stored.contains(&index))
        }
        _ => false,
    };
    code.values.iter().map(|(_, value)| is_reloaded(value)).collect()
}

/// The state of emitting one unit.
struct Emitter<'a> {
    code: &'a GangCode,
    pool: &'a mut ConstantPool,
    /// Pointer to the constants.
    constants: ir::Value,
    /// Whether the present block is rarely reached.
    is_cold: bool,
    /// Whether the registers of the present operation share its constants.
    is_sharing: bool,
    /// The constants that they share.
    shared: Vec<(ir::Type, [u8; 16], ir::Value)>,
    lanes: u32,
    context: ir::Value,
    arguments: ir::Value,
    active: ir::Value,
    builder: FunctionBuilder<'a>,
    /// For each value its registers; one for a uniform value, none for a constant and for what is loaded again.
    registers: Vec<Vec<ir::Value>>,
    /// How often each value is used.
    uses: Vec<u32>,
    /// The values that are loaded again in each block that uses them.
    reloaded: Vec<bool>,
    blocks: Vec<ir::Block>,
    slots: Vec<ir::StackSlot>,
    statuses: Vec<u32>,
    /// The number of the unit's first counter.
    first_counter: usize,
    callees: Vec<FuncRef>,
    runtime: IndexMap<RuntimeFunction, FuncRef>,
    joined: JoinedCalls,
    /// Stack slots for lane-by-lane work: operands and result.
    scratch: [Option<ir::StackSlot>; SCRATCH_SLOTS],
}

/// Stack slots for lane-by-lane work: a function of the run-time support has at most one operand less than these.
const SCRATCH_SLOTS: usize = 8;

impl Emitter<'_> {
    fn ty(&self, value: ValueId) -> GangType {
        self.code.ty(value)
    }

    /// Number of registers of a varying value.
    fn count(&self, element: Element) -> usize {
        (self.lanes / lanes_per_register(element)).max(1) as usize
    }

    /// A register of an operand: of a constant a new one, of a uniform value that one.
    fn register(&mut self, value: ValueId, index: usize) -> ir::Value {
        match self.code.values[value].op {
            Op::Constant(bits) => return self.constant(self.code.ty(value), bits),
            Op::Undefined => return self.constant(self.code.ty(value), 0),
            _ => {}
        }
        let registers = &self.registers[value.index()];
        match registers.get(index).or(registers.last()) {
            Some(register) => *register,
            None if self.reloaded[value.index()] => self.reload(value, index),
            // The verifier of gang code makes sure that a value is defined before it is used.
            None => self.constant(self.code.ty(value), 0),
        }
    }

    /// Loads a register of an argument again.
    fn reload(&mut self, value: ValueId, index: usize) -> ir::Value {
        match self.code.values[value].op {
            Op::Load { address, .. } => self.load_register(address, self.ty(value).element, index),
            _ => self.constant(self.code.ty(value), 0),
        }
    }

    /// The register of a uniform operand.
    fn scalar(&mut self, value: ValueId) -> ir::Value {
        self.register(value, 0)
    }

    /// A constant in all lanes, or a scalar one.
    fn constant(&mut self, ty: GangType, bits: u64) -> ir::Value {
        if ty.is_varying() {
            return self.vector_constant(vector_type(ty.element), [bits; 4]);
        }
        match ty.element {
            Element::F64 => self.builder.ins().f64const(f64::from_bits(bits)),
            Element::F32 => self.builder.ins().f32const(f32::from_bits(bits as u32)),
            Element::Bool => self.builder.ins().iconst(I8, i64::from(bits != 0)),
            Element::I32 => self.builder.ins().iconst(I32, i64::from(bits as i32)),
            _ => self.builder.ins().iconst(I64, bits as i64),
        }
    }

    /// A vector constant; lanes after the last one of the type are not used. It is loaded where it is used, since
    /// a load can become part of the operation and Cranelift's own constants do not.
    fn vector_constant(&mut self, ty: ir::Type, lanes: [u64; 4]) -> ir::Value {
        let mut bytes = [0; 16];
        let size = ty.lane_type().bytes() as usize;
        for (place, lane) in bytes.chunks_exact_mut(size).zip(lanes) {
            place.copy_from_slice(&lane.to_le_bytes()[..size]);
        }
        let known = self.shared.iter().find(|(of, lanes, _)| *of == ty && *lanes == bytes);
        if let Some((.., value)) = known {
            return *value;
        }
        let value = if bytes == [0; 16] || bytes == [0xff; 16] {
            let handle = self.builder.func.dfg.constants.insert(ConstantData::from(bytes.as_slice()));
            self.builder.ins().vconst(ty, handle)
        } else {
            let offset = self.pool.vector(bytes);
            let flags = MEMORY.with_readonly().with_can_move();
            self.builder.ins().load(ty, flags, self.constants, offset as i32)
        };
        if self.is_sharing {
            self.shared.push((ty, bytes, value));
        }
        value
    }

    /// A new block, as rarely reached as the present one.
    fn new_block(&mut self) -> ir::Block {
        let block = self.builder.create_block();
        if self.is_cold {
            self.builder.set_cold_block(block);
        }
        block
    }

    /// The same bits as another vector type; costs nothing.
    fn cast(&mut self, value: ir::Value, ty: ir::Type) -> ir::Value {
        if self.builder.func.dfg.value_type(value) == ty {
            return value;
        }
        let flags = MemFlagsData::new().with_endianness(ir::Endianness::Little);
        self.builder.ins().bitcast(ty, flags, value)
    }

    /// A stack slot that holds a varying value, for lane-by-lane work.
    fn scratch(&mut self, index: usize) -> ir::StackSlot {
        let bytes = (self.lanes * 8).max(16);
        let data = StackSlotData::new(StackSlotKind::ExplicitSlot, bytes, 4);
        *self.scratch[index].get_or_insert_with(|| self.builder.create_sized_stack_slot(data))
    }
}

/// How many lanes a register holds.
fn lanes_per_register(element: Element) -> u32 {
    16 / element.size().max(1)
}

/// The CLIF type of a register of a varying value.
fn vector_type(element: Element) -> ir::Type {
    match element {
        Element::F64 => F64X2,
        Element::F32 => F32X4,
        Element::I64 | Element::Mask64 => I64X2,
        _ => I32X4,
    }
}

/// The integer vector type of the same width.
fn integer_vector(element: Element) -> ir::Type {
    if element.size() == 8 { I64X2 } else { I32X4 }
}

/// The CLIF type of a uniform value, or of a lane.
fn scalar_type(element: Element) -> ir::Type {
    match element {
        Element::F64 => F64,
        Element::F32 => F32,
        Element::I64 | Element::Mask64 => I64,
        Element::I32 | Element::Mask32 => I32,
        Element::Bool | Element::Nothing => I8,
    }
}
