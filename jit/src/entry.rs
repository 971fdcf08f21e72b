//! The entry of compiled code: a loop over gangs around the unit that is entered.
//!
//! ```text
//! entry(context, arguments, active, gangs):
//!     for gang in 0..gangs:
//!         what gangs assign of storage = that of the image
//!         if the mark of what they rarely assign is 0: restore that too, and set the mark
//!         returned = unit(context, arguments, active)
//!         if a lane of active did not return:
//!             context.returned = returned
//!             return gang
//!         for each argument that moves: base += step
//!         if a stop is requested, or the run-time support has something to clear: return gang + 1
//!     return gangs
//! ```
//!
//! The caller prepares the columns of many gangs at once and looks at lanes only where one failed. The loop is CLIF
//! whoever emitted the unit; a small unit is spliced into it ([`CodeModule::define_entry`]).

use crate::lines;
use crate::module::{CodeModule, FuncId, codegen};
use crate::runtime::{ArgumentSlot, Context, RuntimeFunction};
use crate::{error::JitError, tables::CodeTables};
use cranelift_codegen::Context as FunctionContext;
use cranelift_codegen::inline::{Inline, InlineCommand};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8X16, I32, I64};
use cranelift_codegen::ir::{self, FuncRef, Function, Inst, InstBuilder, MemFlagsData, Opcode};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use forlane_cfg::Unit;
use std::borrow::Cow;
use std::ops::Range;

/// The context, the slots and the image: the caller of the entry made them as large as the code needs.
const MEMORY: MemFlagsData = MemFlagsData::new().with_notrap();

/// Images of no more bytes are copied by instructions.
const SHORT_IMAGE: usize = 256;

/// Up to this number of CLIF instructions the unit that is entered is spliced into the loop over gangs. The time of
/// larger ones is not in the call.
const SPLICED_FUNCTION: usize = 1_000;

/// What the loop needs to know of a unit.
pub struct GangLoop {
    /// The bytes of the image with which the storage of each gang starts.
    copied: Vec<Range<usize>>,
    /// Those that few gangs assign, and where the mark is that is 0 where they have to be restored.
    rare: Option<(Vec<Range<usize>>, u32)>,
    /// The arguments whose elements move on from gang to gang.
    moving: Vec<usize>,
    /// Whether units call the unit as well.
    pub(crate) is_called: bool,
}

impl CodeModule {
    /// Compiles the loop over gangs around a defined unit, which is the entry. `source` is what the unit was made from.
    ///
    /// # Errors
    /// As [`CodeModule::define`].
    pub fn define_entry(
        &mut self,
        unit: FuncId,
        name: &str,
        source: &Unit,
        around: &GangLoop,
    ) -> Result<FuncId, JitError> {
        let (function, _) = around.function(unit, self)?;
        self.define_loop(name, source, function)
    }

    /// Compiles a declared unit and the entry. A small unit that no unit calls becomes a part of the entry.
    ///
    /// # Errors
    /// As [`CodeModule::define`].
    pub fn define_with_entry(
        &mut self,
        unit: FuncId,
        name: &str,
        source: &Unit,
        body: Function,
        around: &GangLoop,
    ) -> Result<FuncId, JitError> {
        if around.is_called || body.dfg.num_insts() > SPLICED_FUNCTION {
            self.define(unit, name, source, body)?;
            return self.define_entry(unit, name, source, around);
        }
        let (function, callee) = around.function(unit, self)?;
        let before = function.dfg.num_insts();
        let mut context = FunctionContext::for_function(function);
        context.inline(Splice { callee, body: &body }).map_err(|error| codegen(name, &error))?;
        if self.keep_lines {
            lines::copy(&body, &mut context.func, before);
        }
        self.define_loop(name, source, context.func)
    }
}

impl GangLoop {
    /// For a unit that runs once, with storage that begins with the image.
    pub fn once(unit: &str, tables: &CodeTables) -> GangLoop {
        let is_called = tables.recursion.contains(unit);
        GangLoop { copied: Vec::new(), rare: None, moving: Vec::new(), is_called }
    }

    /// For the unit of that name, in gangs of `lanes` lanes with storage laid out by the tables.
    pub fn new(unit: &str, lanes: usize, moving: &[usize], tables: &CodeTables) -> GangLoop {
        let layout = &tables.layout;
        let in_storage = |part: &Range<u64>| part.start as usize * lanes..part.end as usize * lanes;
        let rare = layout.rarely_copied().iter().map(in_storage).collect();
        GangLoop {
            copied: layout.copied().iter().map(in_storage).collect(),
            rare: layout.mark(lanes as u32).map(|mark| (rare, mark)),
            moving: moving.to_vec(),
            is_called: tables.recursion.contains(unit),
        }
    }

    /// The loop as a function, and how it refers to the unit.
    pub(crate) fn function(&self, unit: FuncId, module: &mut CodeModule) -> Result<(Function, FuncRef), JitError> {
        let mut function = Function::with_name_signature(ir::UserFuncName::default(), module.entry_signature());
        let unit = module.unit_reference(unit, &mut function);
        let mut copied = self.rare.iter().flat_map(|(rare, _)| rare).chain(&self.copied);
        let copy = match copied.any(|range| range.len() > SHORT_IMAGE) {
            false => None,
            true => Some(module.runtime_reference(RuntimeFunction::Copy, &mut function)?),
        };
        let mut context = FunctionBuilderContext::new();
        let mut builder = FunctionBuilder::new(&mut function, &mut context);
        self.emit(&mut builder, unit, copy);
        builder.seal_all_blocks();
        builder.finalize(module.frontend_config());
        Ok((function, unit))
    }

    fn emit(&self, builder: &mut FunctionBuilder<'_>, unit: FuncRef, copy: Option<FuncRef>) {
        let [entry, head, next, failed, end] = std::array::from_fn(|_| builder.create_block());
        builder.append_block_params_for_function_params(entry);
        builder.set_cold_block(failed);
        let [gang, over] = [head, end].map(|block| builder.append_block_param(block, I64));
        builder.switch_to_block(entry);
        let &[context, arguments, active, gangs] = builder.block_params(entry) else { return };
        let none = builder.ins().iconst(I64, 0);
        builder.ins().jump(head, &[none.into()]);

        builder.switch_to_block(head);
        self.copy_image(builder, context, copy);
        self.restore_rest(builder, context, copy);
        let call = builder.ins().call(unit, &[context, arguments, active]);
        let returned = builder.inst_results(call)[0];
        let lost = builder.ins().band_not(active, returned);
        builder.ins().brif(lost, failed, &[], next, &[]);

        builder.switch_to_block(next);
        for index in &self.moving {
            let slot = *index as i32 * ArgumentSlot::SIZE;
            let base = builder.ins().load(I64, MEMORY, arguments, slot + ArgumentSlot::BASE);
            let step = builder.ins().load(I64, MEMORY, arguments, slot + ArgumentSlot::STEP);
            let base = builder.ins().iadd(base, step);
            builder.ins().store(MEMORY, base, arguments, slot + ArgumentSlot::BASE);
        }
        let one = builder.ins().iconst(I64, 1);
        let more = builder.ins().iadd(gang, one);
        let is_left = builder.ins().icmp(IntCC::NotEqual, more, gangs);
        let interrupt = builder.ins().load(I64, MEMORY, context, Context::INTERRUPT);
        let interrupt = builder.ins().load(I32, MEMORY, interrupt, 0);
        let left_behind = builder.ins().load(I32, MEMORY, context, Context::LEFT_BEHIND);
        let stop = builder.ins().bor(interrupt, left_behind);
        let zero = builder.ins().iconst(I32, 0);
        let is_running = builder.ins().icmp(IntCC::Equal, stop, zero);
        let goes_on = builder.ins().band(is_left, is_running);
        builder.ins().brif(goes_on, head, &[more.into()], end, &[more.into()]);

        builder.switch_to_block(failed);
        builder.ins().store(MEMORY, returned, context, Context::RETURNED);
        builder.ins().jump(end, &[gang.into()]);

        builder.switch_to_block(end);
        builder.ins().return_(&[over]);
    }

    /// Copies the parts of the image to the storage with which each gang starts.
    fn copy_image(&self, builder: &mut FunctionBuilder<'_>, context: ir::Value, copy: Option<FuncRef>) {
        if !self.copied.is_empty() {
            let storage = builder.ins().load(I64, MEMORY, context, Context::STORAGE);
            self.copied.iter().for_each(|part| copy_part(builder, (context, storage), part, copy));
        }
    }

    /// Copies what is rarely assigned where its mark is 0, and sets that.
    fn restore_rest(&self, builder: &mut FunctionBuilder<'_>, context: ir::Value, copy: Option<FuncRef>) {
        let Some((rest, mark)) = &self.rare else { return };
        let [restore, go_on] = std::array::from_fn(|_| builder.create_block());
        builder.set_cold_block(restore);
        let storage = builder.ins().load(I64, MEMORY, context, Context::STORAGE);
        let is_intact = builder.ins().load(I64, MEMORY, storage, *mark as i32);
        builder.ins().brif(is_intact, go_on, &[], restore, &[]);

        builder.switch_to_block(restore);
        rest.iter().for_each(|part| copy_part(builder, (context, storage), part, copy));
        let one = builder.ins().iconst(I64, 1);
        builder.ins().store(MEMORY, one, storage, *mark as i32);
        builder.ins().jump(go_on, &[]);
        builder.switch_to_block(go_on);
    }
}

/// Copies these bytes of the image to the storage.
fn copy_part(
    builder: &mut FunctionBuilder<'_>,
    (context, storage): (ir::Value, ir::Value),
    range: &Range<usize>,
    copy: Option<FuncRef>,
) {
    let image = builder.ins().load(I64, MEMORY, context, Context::IMAGE);
    match copy.filter(|_| range.len() > SHORT_IMAGE) {
        Some(copy) => {
            let [to, from] = [storage, image].map(|base| builder.ins().iadd_imm_s(base, range.start as i64));
            let bytes = builder.ins().iconst(I64, range.len() as i64);
            builder.ins().call(copy, &[to, from, bytes]);
        }
        None => {
            // Variables are aligned for vectors, and the image has as many bytes.
            for at in (range.start as i32..range.end as i32).step_by(16) {
                let piece = builder.ins().load(I8X16, MEMORY, image, at);
                builder.ins().store(MEMORY, piece, storage, at);
            }
        }
    }
}

/// Splices a function in the place of the calls of it.
struct Splice<'a> {
    callee: FuncRef,
    body: &'a Function,
}

impl Inline for Splice<'_> {
    fn inline(&mut self, _: &Function, _: Inst, _: Opcode, callee: FuncRef, _: &[ir::Value]) -> InlineCommand<'_> {
        match callee == self.callee {
            true => InlineCommand::Inline { callee: Cow::Borrowed(self.body), visit_callee: false },
            false => InlineCommand::KeepCall,
        }
    }
}
