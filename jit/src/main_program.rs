//! A main program, or a subroutine without arguments, compiled as scalar code and run once.

use crate::block::{Block, OF_ELEMENTS};
use crate::call_order::call_order;
use crate::check::check_units;
use crate::code::clear_upper_halves;
use crate::error::JitError;
use crate::layout::storage_bytes;
use crate::module::{Code, CodeModule};
use crate::options::CompileOptions;
use crate::runtime::{Context, DynamicMemory, Output, Site, SiteReason, take_panic};
use crate::scalar;
use crate::stack::with_stack;
use crate::tables::CodeTables;
use forlane_cfg::{Program, StopCode, Unit, UnitKind, VarId};
use forlane_semantics::io::System;
use std::io::{BufRead, Write};
use std::ptr;
use std::sync::atomic::AtomicU32;

/// A compiled main program.
pub struct MainProgram {
    name: String,
    code: Code,
    tables: CodeTables,
    constants: Block,
    image: Block,
    arguments: Vec<Vec<u8>>,
    allows_commands: bool,
}

/// Bytes of stack that recursion may use at least.
pub const LEAST_STACK: usize = 1 << 20;

/// How a main program ended.
#[derive(Clone, Debug, PartialEq)]
pub enum ExitStatus {
    /// At its END.
    Returned,
    /// At a STOP.
    Stopped(StopCode),
    /// At a STOP that has shown its code itself, with that exit status.
    StoppedWith(i64),
    /// It failed there.
    Failed(Site),
    /// An input or output statement failed there, which says why.
    InputOutput(Site, String),
}

impl MainProgram {
    /// Compiles the main program and what it calls, all at stage `ssa`. The units are verified first.
    ///
    /// # Errors
    /// Units that break a rule of the verifier, no main program, calls that do not fit, and bugs of code generation.
    pub fn compile(program: &Program, options: &CompileOptions) -> Result<MainProgram, JitError> {
        let main = program.units.iter().find(|unit| unit.kind == UnitKind::Program).ok_or(JitError::NoMainProgram)?;
        MainProgram::of_unit(program, main, options)
    }

    /// Compiles a unit of the program that has no dummy arguments and what it calls, as [`MainProgram::compile`].
    ///
    /// # Errors
    /// As [`MainProgram::compile`]; a unit with dummy arguments.
    pub fn of_unit(program: &Program, main: &Unit, options: &CompileOptions) -> Result<MainProgram, JitError> {
        check_units(program)?;
        if let Some(dummy) = main.dummies.first() {
            let (unit, name) = (main.name.clone(), main.vars[*dummy].name.clone());
            let problem = "what runs once has no arguments".to_owned();
            return Err(JitError::ArgumentShape { unit, name, problem });
        }
        let units = call_order(program, &main.name)?;
        let mut tables = CodeTables::new(program, &units, 1, None)?;
        let mut module = CodeModule::new(options)?;
        let entry = scalar::compile(&mut module, &units, None, options, &mut tables)?;
        let (code, _) = module.finish(entry)?;
        let arguments = vec![main.name.clone().into_bytes()];
        let constants = tables.take_constants()?;
        let (name, image, allows_commands) = (main.name.clone(), tables.image(1)?, false);
        Ok(MainProgram { name, code, image, constants, tables, arguments, allows_commands })
    }

    /// Sets what GET_COMMAND_ARGUMENT returns: the program's name, and what follows it in the command.
    pub fn with_arguments(self, arguments: Vec<Vec<u8>>) -> MainProgram {
        MainProgram { arguments, ..self }
    }

    /// Lets EXECUTE_COMMAND_LINE and SYSTEM run commands, or not, as it is without this: then they are errors.
    pub fn with_commands(self, allows_commands: bool) -> MainProgram {
        MainProgram { allows_commands, ..self }
    }

    /// Runs it, with that standard input and output. Recursion may use what is left of this thread's stack. Where that
    /// is less than [`LEAST_STACK`], the program runs on a thread of its own.
    ///
    /// # Errors
    /// `out` could not be written; the program ended at the PRINT that noticed. No thread can be started.
    pub fn run(&self, input: &mut (dyn BufRead + Send), out: &mut (dyn Write + Send)) -> Result<ExitStatus, JitError> {
        self.run_with_stack(input, out, LEAST_STACK)
    }

    /// As [`MainProgram::run`], but recursion may use at least `stack` bytes of stack. Recursion that needs more than
    /// there is ends the program with a message.
    ///
    /// # Errors
    /// As [`MainProgram::run`].
    pub fn run_with_stack(
        &self,
        input: &mut (dyn BufRead + Send),
        out: &mut (dyn Write + Send),
        stack: usize,
    ) -> Result<ExitStatus, JitError> {
        self.run_until(input, out, stack, &AtomicU32::new(0))
    }

    /// As [`MainProgram::run_with_stack`], but ends soon after `interrupt` is set to a value other than 0, if it was
    /// compiled with [`CompileOptions::interruptible`].
    ///
    /// # Errors
    /// As [`MainProgram::run`].
    pub fn run_until(
        &self,
        input: &mut (dyn BufRead + Send),
        out: &mut (dyn Write + Send),
        stack: usize,
        interrupt: &AtomicU32,
    ) -> Result<ExitStatus, JitError> {
        self.run_and_keep(input, out, stack, interrupt).map(|(status, _)| status)
    }

    /// As [`MainProgram::run_until`]; also returns the memory of the variables that are kept between executions, as the
    /// run left it.
    ///
    /// # Errors
    /// As [`MainProgram::run`].
    pub fn run_and_keep(
        &self,
        input: &mut (dyn BufRead + Send),
        out: &mut (dyn Write + Send),
        stack: usize,
        interrupt: &AtomicU32,
    ) -> Result<(ExitStatus, KeptMemory<'_>), JitError> {
        let bytes = self.code.stack_bytes(0).saturating_add(stack);
        let run = |floor| self.run_above(floor, input, out, interrupt);
        let ran = with_stack(bytes, run).map_err(|error| JitError::Stack { unit: self.name.clone(), bytes, error })?;
        let (status, storage, memory) = ran?;
        Ok((status, KeptMemory { program: self, storage, memory }))
    }

    /// Runs it on this thread, of whose stack `floor` is the lowest address; returns its storage, too, and the arrays
    /// that it has not freed.
    fn run_above(
        &self,
        floor: usize,
        input: &mut dyn BufRead,
        out: &mut dyn Write,
        interrupt: &AtomicU32,
    ) -> Result<(ExitStatus, Block, DynamicMemory), JitError> {
        let stack_limits = self.code.stack_limits(floor);
        let (arguments, allows_commands) = (self.arguments.clone(), self.allows_commands);
        let system = System { arguments, allows_commands, ..System::default() };
        let mut output = Output::new(input, out, Some(Box::new(system)));
        let bytes = self.tables.layout.bytes();
        let storage = Block::beginning_with(&self.image, bytes, OF_ELEMENTS).ok_or(JitError::OutOfMemory { bytes })?;
        let mut status = 0u32;
        let mut memory = DynamicMemory::new(None);
        let mut context = Context {
            status: &mut status,
            storage: storage.base(),
            image: self.image.base(),
            left_behind: 0,
            returned: 0,
            constants: self.constants.base(),
            counts: std::ptr::null_mut(),
            interrupt: interrupt.as_ptr(),
            output: (&raw mut output).cast(),
            memory: &mut memory,
            stack_limits: stack_limits.as_ptr(),
        };
        clear_upper_halves();
        // SAFETY: `compile` generated the code from units that it had verified, with these tables: storage, image and
        // constants are as large as they say, one lane has one status, and a main program has no arguments, so that no
        // slot is accessed. The output is accessed through the context alone until the call is over. The stack has the
        // code's `stack_bytes` (`with_stack`), and calls that need more compare it with the limits.
        let returned = unsafe { (self.code.entry())(&mut context, ptr::null_mut(), 1, 1) };
        if let Some(message) = take_panic() {
            let unit = self.arguments.first().map_or(String::new(), |name| String::from_utf8_lossy(name).into_owned());
            return Err(JitError::RunTimeSupport { unit, message });
        }
        let exit_status = output.exit_status;
        let failure = output.finish()?;
        let site = if returned == 1 { None } else { self.tables.sites.site(status) };
        let status = match site {
            None => ExitStatus::Returned,
            Some(Site { reason: SiteReason::Stop(code), .. }) => {
                exit_status.map_or_else(|| ExitStatus::Stopped(code.into()), ExitStatus::StoppedWith)
            }
            Some(site @ Site { reason: SiteReason::InputOutput, .. }) => {
                ExitStatus::InputOutput(site.clone(), failure.unwrap_or_default())
            }
            Some(site) => ExitStatus::Failed(site.clone()),
        };
        Ok((status, storage, memory))
    }
}

/// What a run left in the variables that are kept between executions.
pub struct KeptMemory<'p> {
    program: &'p MainProgram,
    storage: Block,
    memory: DynamicMemory,
}

impl KeptMemory<'_> {
    /// The bytes of a static variable, or of one in an area, of one of the units that were compiled; of an array of
    /// dynamic length those of its descriptor.
    pub fn bytes(&self, unit: &Unit, var: VarId) -> Option<Vec<u8>> {
        let layout = &self.program.tables.layout;
        let begin = layout.place(&unit.name, var)?.offset(1) as usize;
        let end = begin + storage_bytes(&unit.vars[var]) as usize;
        (end <= layout.image_bytes()).then(|| self.storage.copy(begin..end))
    }

    /// The bytes of the elements of such an array of dynamic length; none if it has no elements.
    pub fn elements(&self, unit: &Unit, var: VarId) -> Option<Vec<u8>> {
        let descriptor = self.bytes(unit, var)?;
        let (address, _) = descriptor.split_first_chunk()?;
        self.memory.copy(usize::from_ne_bytes(*address))
    }
}
