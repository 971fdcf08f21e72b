//! The Cranelift module of one kernel: declares, defines and links its functions, keeps their text.

mod machine_code;

use crate::background::{Background, Threads};
use crate::code_memory;
use crate::error::JitError;
use crate::frames::{Frame, Frames, UnitPlace, check_frame};
use crate::machine::machine;
use crate::mathematics::Mathematics;
use crate::options::CompileOptions;
use crate::runtime::functions::address_of_symbol;
use crate::runtime::{CompiledEntry, RuntimeFunction};
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{AbiParam, FuncRef, Function, Signature};
use cranelift_codegen::isa::{OwnedTargetIsa, TargetFrontendConfig};
use cranelift_jit::{ArenaMemoryProvider, JITBuilder, JITModule};
use cranelift_module::{Linkage, Module, ModuleError, default_libcall_names};
use forlane_cfg::Unit;
use indexmap::IndexMap;
use machine_code::{callees, compile, slot_bytes};
use std::fmt::Display;
use std::time::Duration;

pub use crate::code::{Code, LocatedCode};
pub use cranelift_module::FuncId;
pub use machine_code::MachineCode;

/// The functions of one kernel while they are compiled. Registers are allocated on other threads while the next
/// functions are made.
pub struct CodeModule {
    module: JITModule,
    backtracking: OwnedTargetIsa,
    /// For functions of more than [`LARGE_FUNCTION`] instructions.
    single_pass: OwnedTargetIsa,
    math: Mathematics,
    runtime: IndexMap<RuntimeFunction, FuncId>,
    frames: Frames,
    keep_text: bool,
    pub(crate) keep_lines: bool,
    threads: Threads,
    /// What is compiled, in the order in which it was defined.
    defined: Vec<Defined>,
}

/// A function that is compiled, perhaps on another thread.
struct Defined {
    unit: FuncId,
    name: String,
    /// The name of the unit that it was made from.
    source: String,
    place: UnitPlace,
    code: Background<Result<MachineCode, JitError>>,
    /// Its gang code, if texts are kept.
    gang: String,
    /// Whether it is the loop over gangs, whose text follows that of its unit.
    is_loop: bool,
}

/// What a module has when all of its functions are compiled.
#[derive(Debug)]
struct Completed {
    /// If texts are kept.
    texts: Vec<FunctionText>,
    /// If lines are kept; where the functions start is known when they are linked.
    located: Vec<(FuncId, LocatedCode)>,
    /// Processor time of other threads.
    elsewhere: Duration,
}

/// A compiled function as text.
#[derive(Clone, Debug)]
pub struct FunctionText {
    /// Its name.
    pub name: String,
    /// Its gang code; empty for scalar code.
    pub gang: String,
    /// Its CLIF; empty for code of the wide emitter.
    pub clif: String,
    /// Its machine code.
    pub assembly: String,
}

/// From this number of CLIF instructions on, registers are allocated in one pass: the code is about half as fast, but
/// the time of the better allocator grows much faster than the function.
const LARGE_FUNCTION: usize = 12_000;

/// Functions of fewer instructions are compiled in less time than a thread is started.
const SMALL_FUNCTION: usize = 500;

impl CodeModule {
    /// An empty module for this machine.
    ///
    /// # Errors
    /// [`JitError::Machine`] where Cranelift generates no code, and [`JitError::CodeMemory`] where no memory can be
    /// had.
    pub fn new(options: &CompileOptions) -> Result<CodeModule, JitError> {
        CodeModule::in_memory(options, code_memory::reserve(code_memory::RESERVED_BYTES)?)
    }

    fn in_memory(options: &CompileOptions, memory: ArenaMemoryProvider) -> Result<CodeModule, JitError> {
        let backtracking = machine(options, "backtracking")?;
        let mut builder = JITBuilder::with_isa(backtracking.clone(), default_libcall_names());
        builder.memory_provider(Box::new(memory));
        let math = options.math;
        math.library()?;
        builder
            .symbol_lookup_fn(Box::new(move |name| math.address_of_symbol(name).or_else(|| address_of_symbol(name))));
        Ok(CodeModule {
            module: JITModule::new(builder),
            backtracking,
            single_pass: machine(options, "single_pass")?,
            math,
            runtime: IndexMap::new(),
            frames: Frames::default(),
            keep_text: options.keep_text,
            keep_lines: options.keeps_lines(),
            threads: Threads::default(),
            defined: Vec::new(),
        })
    }

    /// The signature of every compiled unit: context, one slot for each dummy argument and one for a function's result,
    /// and the set of lanes that run it, to the set of lanes that returned normally.
    pub fn unit_signature(&self) -> Signature {
        let mut signature = self.module.make_signature();
        signature.params.extend([I64, I64, I64].map(AbiParam::new));
        signature.returns.push(AbiParam::new(I64));
        signature
    }

    /// The signature of the entry, that of [`CompiledEntry`].
    pub fn entry_signature(&self) -> Signature {
        let mut signature = self.unit_signature();
        signature.params.push(AbiParam::new(I64));
        signature
    }

    /// What building functions needs to know of the machine.
    pub fn frontend_config(&self) -> TargetFrontendConfig {
        self.module.target_config()
    }

    /// Declares a compiled unit, to be defined later.
    ///
    /// # Errors
    /// [`JitError::Codegen`] if the name is taken by something else.
    pub fn declare_unit(&mut self, name: &str) -> Result<FuncId, JitError> {
        let signature = self.unit_signature();
        self.module.declare_function(name, Linkage::Local, &signature).map_err(|error| codegen(name, &error))
    }

    /// A reference to a declared unit, for calls in `function`.
    pub fn unit_reference(&mut self, unit: FuncId, function: &mut Function) -> FuncRef {
        self.module.declare_func_in_func(unit, function)
    }

    /// A reference to a function of the run-time support, for calls in `function`. It should be requested once for each
    /// function, since each reference is an entity of its own.
    ///
    /// # Errors
    /// [`JitError::Codegen`] if there is no such function.
    pub fn runtime_reference(
        &mut self,
        runtime: RuntimeFunction,
        function: &mut Function,
    ) -> Result<FuncRef, JitError> {
        let id = self.runtime_function(runtime)?;
        Ok(self.module.declare_func_in_func(id, function))
    }

    /// A function of the run-time support, declared the first time.
    ///
    /// # Errors
    /// [`JitError::Codegen`] if there is no such function.
    pub fn runtime_function(&mut self, runtime: RuntimeFunction) -> Result<FuncId, JitError> {
        if let Some(id) = self.runtime.get(&runtime) {
            return Ok(*id);
        }
        let name = runtime.name();
        let signature = runtime.signature(self.module.isa().default_call_conv());
        let declared = self.module.declare_function(&name, Linkage::Import, &signature);
        let id = declared.map_err(|error| codegen(&name, &error))?;
        self.runtime.insert(runtime, id);
        Ok(id)
    }

    /// Notes that calls of a unit are made within a bound alone: of their number or of the stack. Gives the number of
    /// the address in [`Context::stack_limits`](crate::runtime::Context::stack_limits) that the stack pointer must be
    /// above.
    pub fn bound_recursion(&mut self, unit: FuncId) -> usize {
        self.frames.check(unit)
    }

    /// Compiles a declared unit. `source` is what it was made from. What Cranelift refuses is an error of
    /// [`CodeModule::finish`].
    ///
    /// # Errors
    /// [`JitError::FrameSize`].
    pub fn define(&mut self, unit: FuncId, name: &str, source: &Unit, function: Function) -> Result<(), JitError> {
        check_frame(source, slot_bytes(&function))?;
        let size = function.dfg.num_insts();
        let machine = if size > LARGE_FUNCTION { &self.single_pass } else { &self.backtracking };
        let (machine, keep_text, of) = (machine.clone(), self.keep_text, name.to_owned());
        self.define_by(unit, name, source, size, move || compile(&*machine, unit, &of, function, keep_text));
        Ok(())
    }

    /// Takes the code that `compile` makes of a declared unit with this number of instructions. `source` is what the
    /// unit was made from.
    pub fn define_by(
        &mut self,
        unit: FuncId,
        name: &str,
        source: &Unit,
        size: usize,
        compile: impl FnOnce() -> Result<MachineCode, JitError> + Send + 'static,
    ) {
        let code = match size {
            0..SMALL_FUNCTION => Background::Done(compile()),
            _ => self.threads.start(compile),
        };
        let (name, source, place) = (name.to_owned(), source.name.clone(), UnitPlace::of(source));
        self.defined.push(Defined { unit, name, source, place, code, gang: String::new(), is_loop: false });
    }

    /// Compiles the loop over gangs of the unit of that name.
    pub(crate) fn define_loop(&mut self, name: &str, source: &Unit, function: Function) -> Result<FuncId, JitError> {
        let signature = self.entry_signature();
        // No unit has a blank in its name.
        let entry = self
            .module
            .declare_function(&format!("entry of {name}"), Linkage::Local, &signature)
            .map_err(|error| codegen(name, &error))?;
        self.define(entry, name, source, function)?;
        self.defined.last_mut().into_iter().for_each(|defined| defined.is_loop = true);
        Ok(entry)
    }

    /// Keeps the gang code of the function that was defined last, if texts are kept.
    pub fn keep_gang(&mut self, gang: impl FnOnce() -> String) {
        if let (true, Some(defined)) = (self.keep_text, self.defined.last_mut()) {
            defined.gang = gang();
        }
    }

    /// Takes the code of all functions, which is complete then.
    fn complete(&mut self) -> Result<Completed, JitError> {
        let (mut texts, mut elsewhere) = (Vec::<FunctionText>::new(), Duration::ZERO);
        let mut located = Vec::new();
        for Defined { unit, name, source, place, code, gang, is_loop } in std::mem::take(&mut self.defined) {
            let (code, time) = code.finish();
            elsewhere += time;
            let MachineCode { bytes, alignment, relocations, lines, frame, clif, assembly } = code?;
            place.check_frame(frame)?;
            let defined = self.module.define_function_bytes(unit, alignment, &bytes, &relocations);
            defined.map_err(|error| match error {
                ModuleError::Allocation { err } => JitError::CodeMemory(err.to_string()),
                error => codegen(&name, &error),
            })?;
            self.frames.add(unit, Frame { bytes: frame, callees: callees(&relocations) });
            if self.keep_lines {
                located.push((unit, LocatedCode { unit: source, start: 0, bytes: bytes.len(), lines }));
            }
            if !self.keep_text {
                continue;
            }
            match texts.last_mut() {
                Some(unit) if is_loop && unit.name == name => {
                    unit.gang = gang;
                    unit.clif.push_str(&format!("\n{clif}"));
                    unit.assembly.push_str(&format!("\n{assembly}"));
                }
                _ => texts.push(FunctionText { name, gang, clif, assembly }),
            }
        }
        Ok(Completed { texts, located, elsewhere })
    }

    /// Links everything and returns the code, to be entered at `entry`, which [`CodeModule::define_entry`] made, and
    /// the texts.
    ///
    /// # Errors
    /// [`JitError::Codegen`] if Cranelift refuses a function, [`JitError::FrameSize`], and [`JitError::CodeMemory`].
    pub fn finish(mut self, entry: FuncId) -> Result<(Code, Vec<FunctionText>), JitError> {
        // While other threads compile, rather than when the first row calls one.
        for function in self.runtime.keys() {
            if let RuntimeFunction::Gang(function) = function
                && self.math.calls(*function).is_none()
            {
                function.code();
            }
        }
        let Completed { texts, located, elsewhere } = self.complete()?;
        let stack = self.frames.needs(entry).ok_or_else(|| codegen("linking", &"recursion without a bound"))?;
        self.module.finalize_definitions().map_err(|error| codegen("linking", &error))?;
        let entry = self.module.get_finalized_function(entry);
        let at = |(unit, code)| LocatedCode { start: self.module.get_finalized_function(unit).addr(), ..code };
        let located = located.into_iter().map(at).collect();
        // SAFETY: `define_entry` declared the function with `entry_signature`, which is the signature of
        // `CompiledEntry`.
        let entry = unsafe { std::mem::transmute::<*const u8, CompiledEntry>(entry) };
        Ok((Code::new(self.module, entry, stack, (elsewhere, located)), texts))
    }
}

pub(crate) fn codegen(unit: &str, error: &dyn Display) -> JitError {
    JitError::Codegen { unit: unit.to_string(), message: error.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cranelift_codegen::ir::InstBuilder;
    use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
    use forlane_cfg::text;

    /// Code outside of what was reserved might be out of reach of a call; linking it was a panic.
    #[test]
    fn code_that_does_not_fit_into_what_was_reserved_is_an_error() -> Result<(), Box<dyn std::error::Error>> {
        let options = CompileOptions::default();
        let mut module = CodeModule::in_memory(&options, code_memory::reserve(1)?)?;
        let source = "unit cfg subroutine s \"s.f90\" {\nscope s0 subprogram\nb0: ; start\nreturn @1\n}\n";
        let source = text::parse_program(source).map_err(|errors| format!("{errors:?}"))?;
        let page = 4096;
        let mut define = |name: &str, bytes: usize| {
            let unit = module.declare_unit(name)?;
            let mut function = Function::with_name_signature(Default::default(), module.unit_signature());
            let mut context = FunctionBuilderContext::new();
            let mut builder = FunctionBuilder::new(&mut function, &mut context);
            let block = builder.create_block();
            builder.append_block_params_for_function_params(block);
            builder.switch_to_block(block);
            builder.seal_all_blocks();
            let mut value = builder.block_params(block)[0];
            for _ in 0..bytes {
                value = builder.ins().bnot(value);
            }
            builder.ins().return_(&[value]);
            builder.finalize(module.frontend_config());
            module.define(unit, name, &source.units[0], function)
        };
        define("small", 1)?;
        define("large", page)?;
        let error = module.complete().expect_err("a page is reserved");
        assert!(matches!(error, JitError::CodeMemory(_)), "{error}");
        Ok(())
    }
}
