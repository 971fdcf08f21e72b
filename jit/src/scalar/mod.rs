//! Scalar code: units at stage `ssa` to CLIF, one lane at a time.
//!
//! Blocks go one to one, merges become block parameters, expressions are emitted in their order of evaluation. A check
//! that fails sets the lane's status and leaves the unit with the result 0; so does a call that came back with 0.

mod array_base;
mod call;
mod character;
mod divide;
mod expr;
mod flow;
mod io;
mod known;
mod memory;
mod ranges;

use crate::counters::Work;
use crate::entry::GangLoop;
use crate::error::JitError;
use crate::module::{CodeModule, FuncId};
use crate::options::CompileOptions;
use crate::runtime::functions::Prefix;
use crate::runtime::{RuntimeFunction, SiteReason};
use crate::tables::CodeTables;
use array_base::ArrayBase;
use cranelift_codegen::ir::types::{I8, I64};
use cranelift_codegen::ir::{self, FuncRef, Function, InstBuilder, MemFlagsData, Type as ClifType, UserFuncName};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use forlane_cfg::{Body, Graph, SourceLine, Stage, Type, Unit, ValueId};
use indexmap::IndexMap;
use known::Computed;
use std::collections::HashMap;

/// Compiles the units; returns the entry of the last one. Its arguments that are in `moving` move on from row to row;
/// without `moving` it runs once.
///
/// # Errors
/// Units at another stage than `ssa`, malformed ones, and bugs of code generation.
pub fn compile(
    module: &mut CodeModule,
    units: &[&Unit],
    moving: Option<&[usize]>,
    options: &CompileOptions,
    tables: &mut CodeTables,
) -> Result<FuncId, JitError> {
    let mut callees: IndexMap<&str, (FuncId, &Unit)> = IndexMap::new();
    let mut builder_context = FunctionBuilderContext::new();
    for unit in units {
        callees.insert(unit.name.as_str(), (module.declare_unit(&unit.name)?, unit));
    }
    let mut entry = Err(JitError::NoMainProgram);
    for (at, unit) in units.iter().enumerate() {
        let graph = match (&unit.body, unit.stage) {
            (Body::Graph(graph), Stage::Ssa) => graph,
            _ => {
                return Err(JitError::WrongStage { unit: unit.name.clone(), found: unit.stage, wanted: Stage::Ssa });
            }
        };
        let Some(&(id, _)) = callees.get(unit.name.as_str()) else { continue };
        let mut function = Function::with_name_signature(UserFuncName::user(0, id.as_u32()), module.unit_signature());
        let builder = FunctionBuilder::new(&mut function, &mut builder_context);
        let frontend_config = module.frontend_config();
        let mut emitter = Emitter::new(module, tables, options, unit, &callees, builder);
        emitter.emit(graph)?;
        emitter.builder.seal_all_blocks();
        emitter.builder.finalize(frontend_config);
        if at + 1 == units.len() {
            let around = match moving {
                Some(moving) => GangLoop::new(&unit.name, 1, moving, tables),
                None => GangLoop::once(&unit.name, tables),
            };
            entry = Ok(module.define_with_entry(id, &unit.name, unit, function, &around)?);
        } else {
            module.define(id, &unit.name, unit, function)?;
        }
    }
    entry
}

/// The state of emitting one unit.
struct Emitter<'a> {
    module: &'a mut CodeModule,
    tables: &'a mut CodeTables,
    options: &'a CompileOptions,
    unit: &'a Unit,
    /// The units of the program, by name.
    callees: &'a IndexMap<&'a str, (FuncId, &'a Unit)>,
    builder: FunctionBuilder<'a>,
    /// The context's address.
    context: ir::Value,
    /// The address of the argument slots.
    arguments: ir::Value,
    /// By value.
    values: Vec<Option<ir::Value>>,
    /// What need not be computed again in this block.
    known: HashMap<Computed, ir::Value>,
    /// By variable: those in memory.
    bases: Vec<Option<ArrayBase>>,
    /// The references made in this function.
    runtime: IndexMap<RuntimeFunction, FuncRef>,
    units: IndexMap<FuncId, FuncRef>,
    /// Blocks that set a status and leave, by status.
    failures: IndexMap<u32, ir::Block>,
    /// The block that leaves with the result 0.
    leave: Option<ir::Block>,
    /// How many pieces of scratch memory are taken at this place.
    scratch_depth: usize,
    /// The line of what is emitted now.
    line: SourceLine,
    /// The work of the block of the graph that is emitted, by line.
    work: Work,
    /// How many instructions there were when work was last noted.
    emitted: usize,
}

/// The flags of all accesses: none of them faults. Each goes to the context or a slot that the caller of the unit made,
/// to a variable at the place that the layout, the constants or a stack slot has for it, or to an element: those
/// addresses come from `Emitter::rest` and `Emitter::bytes_at` alone, which compare with the length of the array,
/// unless [`Checks::off`](crate::Checks::off) promised that there is nothing to compare. That a variable has the same
/// type and place for each unit that sees it is for the verifier to see to.
const MEMORY: MemFlagsData = MemFlagsData::new().with_notrap();

/// The CLIF type of a value in a register: LOGICAL is one byte, 0 or 1.
fn register_type(ty: Type) -> ClifType {
    match ty {
        Type::Logical => I8,
        _ => crate::runtime::functions::clif_type(ty),
    }
}

impl<'a> Emitter<'a> {
    fn new(
        module: &'a mut CodeModule,
        tables: &'a mut CodeTables,
        options: &'a CompileOptions,
        unit: &'a Unit,
        callees: &'a IndexMap<&'a str, (FuncId, &'a Unit)>,
        mut builder: FunctionBuilder<'a>,
    ) -> Emitter<'a> {
        let entry = builder.create_block();
        builder.append_block_params_for_function_params(entry);
        builder.switch_to_block(entry);
        let parameters = builder.block_params(entry);
        let (context, arguments) = (parameters[0], parameters[1]);
        Emitter {
            module,
            tables,
            options,
            unit,
            callees,
            builder,
            context,
            arguments,
            values: vec![None; unit.values.len()],
            known: HashMap::new(),
            bases: vec![None; unit.vars.len()],
            runtime: IndexMap::new(),
            units: IndexMap::new(),
            failures: IndexMap::new(),
            leave: None,
            scratch_depth: 0,
            line: SourceLine::default(),
            work: Work::default(),
            emitted: 0,
        }
    }

    fn emit(&mut self, graph: &Graph) -> Result<(), JitError> {
        self.emit_bases()?;
        self.emit_graph(graph)?;
        self.emit_failures();
        Ok(())
    }

    fn malformed(&self, problem: impl Into<String>) -> JitError {
        let problem = format!("{}: {}", self.unit.line_in_words(self.line), problem.into());
        JitError::Malformed { unit: self.unit.name.clone(), problem }
    }

    fn value(&self, value: ValueId) -> Result<ir::Value, JitError> {
        let known = self.values.get(value.index()).copied().flatten();
        known.ok_or_else(|| self.malformed(format!("v{} is used before it is defined", value.index())))
    }

    fn call_runtime(
        &mut self,
        function: RuntimeFunction,
        operands: &[ir::Value],
    ) -> Result<Option<ir::Value>, JitError> {
        let reference = match self.runtime.get(&function) {
            Some(reference) => *reference,
            None => {
                let reference = self.module.runtime_reference(function, self.builder.func)?;
                self.runtime.insert(function, reference);
                reference
            }
        };
        let mut arguments = match function.prefix() {
            Prefix::Nothing => Vec::new(),
            Prefix::Context => vec![self.context],
            // The only lane.
            Prefix::ContextAndLane => vec![self.context, self.builder.ins().iconst(I64, 0)],
        };
        arguments.extend_from_slice(operands);
        let call = self.builder.ins().call(reference, &arguments);
        Ok(self.builder.inst_results(call).first().copied())
    }

    /// As [`Emitter::call_runtime`], of a function that returns a value.
    fn compute_by_runtime(&mut self, function: RuntimeFunction, operands: &[ir::Value]) -> Result<ir::Value, JitError> {
        let result = self.call_runtime(function, operands)?;
        result.ok_or_else(|| self.malformed(format!("{} returns no value", function.name())))
    }

    /// Fails the lane unless `good` is true.
    fn check(&mut self, good: ir::Value, reason: SiteReason) {
        let failure = self.failure(reason);
        let next = self.builder.create_block();
        self.builder.ins().brif(good, next, &[], failure, &[]);
        self.builder.switch_to_block(next);
    }

    /// The block that fails so at the current line.
    fn failure(&mut self, reason: SiteReason) -> ir::Block {
        let status = self.tables.status(self.unit, self.line, reason);
        let builder = &mut self.builder;
        *self.failures.entry(status).or_insert_with(|| {
            let block = builder.create_block();
            builder.set_cold_block(block);
            block
        })
    }

    /// The block that leaves with the result 0: the status is set already.
    fn leave_block(&mut self) -> ir::Block {
        let builder = &mut self.builder;
        *self.leave.get_or_insert_with(|| {
            let block = builder.create_block();
            builder.set_cold_block(block);
            block
        })
    }

    /// Emits the blocks that failures go to.
    fn emit_failures(&mut self) {
        for (status, block) in std::mem::take(&mut self.failures) {
            let leave = self.leave_block();
            self.builder.switch_to_block(block);
            let statuses = self.builder.ins().load(I64, MEMORY, self.context, crate::runtime::Context::STATUS);
            let status = self.builder.ins().iconst(ir::types::I32, i64::from(status));
            self.builder.ins().store(MEMORY, status, statuses, 0);
            self.builder.ins().jump(leave, &[]);
        }
        if let Some(block) = self.leave {
            self.builder.switch_to_block(block);
            let none = self.builder.ins().iconst(I64, 0);
            self.builder.ins().return_(&[none]);
        }
    }
}
