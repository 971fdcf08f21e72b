//! Compiling a kernel: its arguments are checked, its gang size is chosen, and its units are compiled one by one.

use super::arguments::{Arguments, check_shapes, one_piece_arrays};
use super::gang_size::{self, GangSize};
use super::version::Version;
use super::versions::Versions;
use super::{ArgumentShape, Kernel, candidates, refilling, remarks};
use crate::call_order::call_order;
use crate::check::{check_masked, check_units};
use crate::counters::Place;
use crate::error::JitError;
use crate::gang::ir::{ArgumentLayout, Callee};
use crate::gang::{GangCompiler, not_wanted};
use crate::module::CodeModule;
use crate::options::{CompileOptions, Refill};
use crate::parameters::{Parameter, parameters};
use crate::samples::SampledCode;
use crate::scalar;
use crate::tables::CodeTables;
use forlane_cfg::{Action, ActionKind, IoAction, IoKind, Program, Remark, Shape, Stage, Unit, UnitKind};
use forlane_semantics::io::thread_time;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Compiles a kernel. Scalar code is made of the program alone. Gang code is made of units masked for the shapes of
/// their arguments: as long as the builder requires one, it is to be added.
///
/// ```text
/// let mut builder = KernelBuilder::new(&program, name, &shapes, &options)?;
/// while let Some((unit, shapes)) = builder.wanted() {
///     let masked = …;
///     builder.add(&masked)?;
/// }
/// let kernel = builder.finish()?;
/// ```
///
/// All units are verified; what they become on the way to machine code never leaves this crate.
pub struct KernelBuilder<'p> {
    begin: Instant,
    /// The processor time of the thread then.
    begin_time: Duration,
    program: &'p Program,
    /// Callees first, the kernel last.
    units: Vec<&'p Unit>,
    options: &'p CompileOptions,
    parameters: Vec<Parameter>,
    /// One for each parameter, the function's value included.
    shapes: Vec<ArgumentShape>,
    code: CodeKind<'p>,
    /// Why there are as many lanes as there are.
    reason: String,
    /// The first place where lanes part, in words.
    parting: Option<String>,
    /// Whether lanes that are done can take other rows, and may gain by it.
    may_refill: bool,
}

/// The way to machine code.
enum CodeKind<'p> {
    /// One lane, from the units at stage `ssa`.
    Scalar,
    /// Gangs, of a size that the masked unit of the kernel decides.
    OfUnknownSize(Callee),
    /// Gangs of a known size.
    Gang(Box<GangCompiler<'p>>),
}

impl<'p> KernelBuilder<'p> {
    /// Begins to compile the subprogram `name` with its arguments given in these shapes, one for each dummy argument.
    /// The program's units are at stage `ssa`; for gangs of more than one lane those at `masked` are taken too.
    ///
    /// # Errors
    /// Units that break a rule of the verifier, unknown names, calls that do not fit, shapes that the kernel can't
    /// take.
    pub fn new(
        program: &'p Program,
        name: &str,
        shapes: &[ArgumentShape],
        options: &'p CompileOptions,
    ) -> Result<KernelBuilder<'p>, JitError> {
        let (begin, begin_time) = (Instant::now(), thread_time());
        check_units(program)?;
        let units = call_order(program, name)?;
        let root = *units.last().ok_or(JitError::NoMainProgram)?;
        if root.kind == UnitKind::Program {
            return Err(JitError::IsMainProgram { name: name.to_string() });
        }
        if let Some(early) = units.iter().find(|unit| unit.stage < Stage::Ssa) {
            return Err(JitError::WrongStage { unit: early.name.clone(), found: early.stage, wanted: Stage::Ssa });
        }
        check_transfers(&units, options.allow_files)?;
        let parameters = parameters(&units)?;
        check_shapes(root, &parameters, shapes)?;
        let mut all_shapes = shapes.to_vec();
        all_shapes.resize(parameters.len(), ArgumentShape::Column);
        let arguments = Arguments { parameters: &parameters, shapes: &all_shapes };
        let (code, reason) = choose_code(program, &units, &arguments, options)?;
        let shapes = all_shapes;
        Ok(KernelBuilder {
            begin,
            begin_time,
            program,
            units,
            options,
            parameters,
            shapes,
            code,
            reason,
            parting: None,
            may_refill: false,
        })
    }

    /// The unit to be added next and the shapes of its dummy arguments for which it is to be masked; none if all are
    /// added.
    pub fn wanted(&self) -> Option<(&str, Vec<Shape>)> {
        let callee = match &self.code {
            CodeKind::Scalar => None,
            CodeKind::OfUnknownSize(root) => Some(root),
            CodeKind::Gang(compiler) => compiler.wanted(),
        };
        callee.map(|callee| (callee.unit.as_str(), callee.shapes()))
    }

    /// Compiles the wanted unit, given it masked for these shapes.
    ///
    /// # Errors
    /// [`JitError::Malformed`] if it is not that unit; calls that do not fit, and bugs of code generation.
    pub fn add(&mut self, unit: &Unit) -> Result<(), JitError> {
        let wanted = self.wanted();
        let origin = wanted.and_then(|(name, shapes)| Some((self.program.unit(name)?, shapes)));
        let (origin, shapes) = origin.ok_or_else(|| not_wanted(unit))?;
        check_masked(unit, origin, &shapes)?;
        if let CodeKind::OfUnknownSize(root) = &self.code {
            let size = gang_size::size_by_values(unit)
                .with_registers_of(self.options.isa)
                .with_code_of(&self.units, self.options.isa);
            let arguments = Arguments { parameters: &self.parameters, shapes: &self.shapes };
            let moving = arguments.moving(&self.units, size.lanes);
            let root = (root.clone(), moving);
            (self.code, self.reason) = gang_or_scalar(self.program, &self.units, root, size, self.options)?;
            if matches!(self.code, CodeKind::Scalar) {
                return Ok(());
            }
        }
        if self.parting.is_none() {
            self.parting = candidates::parting(unit).map(|at| unit.line_in_words(at));
        }
        match &mut self.code {
            CodeKind::Gang(compiler) => {
                if compiler.is_at_root() {
                    let arguments = (self.parameters.as_slice(), self.shapes.as_slice());
                    let has_transfers = self.units.iter().any(|unit| has_transfers(unit));
                    let obstacle = refilling::obstacle(unit, arguments, compiler.tables(), has_transfers);
                    self.may_refill = obstacle.is_none() && refilling::is_promising(unit);
                    if let (Refill::Always, Some(reason)) = (self.options.refill, obstacle) {
                        return Err(JitError::NotRefilled { unit: unit.name.clone(), reason });
                    }
                }
                compiler.add(unit)
            }
            CodeKind::Scalar | CodeKind::OfUnknownSize(_) => Err(not_wanted(unit)),
        }
    }

    /// The compiled kernel.
    ///
    /// # Errors
    /// A unit that is wanted and was not added; of scalar code, those of [`scalar::compile`].
    pub fn finish(mut self) -> Result<Kernel, JitError> {
        let arguments = Arguments { parameters: &self.parameters, shapes: &self.shapes };
        let moving = arguments.moving(&self.units, 1);
        let on_code = match &mut self.code {
            CodeKind::Gang(compiler) => compiler.take_remarks(),
            CodeKind::Scalar | CodeKind::OfUnknownSize(_) => Vec::new(),
        };
        let name = self.units.last().map(|unit| unit.name.clone()).unwrap_or_default();
        let (gang, (code, texts, mut tables)) = match self.code {
            CodeKind::Gang(compiler) => (compiler.lanes(), compiler.finish()?),
            CodeKind::Scalar => {
                let mut tables = CodeTables::new(self.program, &self.units, 1, Some(self.options.max_depth))?;
                let mut module = CodeModule::new(self.options)?;
                let entry = scalar::compile(&mut module, &self.units, Some(&moving), self.options, &mut tables)?;
                let (code, texts) = module.finish(entry)?;
                (1, (code, texts, tables))
            }
            CodeKind::OfUnknownSize(_) => {
                return Err(JitError::Malformed { unit: name, problem: "its masked unit is missing".to_string() });
            }
        };
        let took = thread_time().saturating_sub(self.begin_time) + code.compiled_elsewhere;
        let candidates = match &self.parting {
            Some(_) if self.options.tries_sizes() => {
                let can_refill = self.options.refill == Refill::Trial && self.may_refill;
                candidates::others(gang, gang_size::is_large(&self.units, self.options.isa), can_refill)
            }
            _ => Vec::new(),
        };
        let remarks = match (self.options.explain, self.units.last()) {
            (true, Some(root)) => {
                let tried = self.parting.filter(|_| !candidates.is_empty());
                let tried = tried.map(|parting| remarks::tried(root, &candidates, &parting));
                let fast = remarks::fast_math(root, self.options.math);
                let on_loops = remarks::on_loops(self.program, &code.located);
                let on_code = on_code.into_iter().chain(on_loops).collect();
                all_remarks(root, (gang, &self.reason), [tried, fast], on_code, &tables)
            }
            _ => Vec::new(),
        };
        let sampled = self.options.take_samples.then(|| {
            let place = |unit: &str, at| Some(Place::of(self.program.unit(unit)?, at));
            SampledCode::new(&code.located, place)
        });
        let version = Version {
            sampled,
            gang,
            code,
            texts,
            image: tables.image(gang)?,
            constants: tables.take_constants()?,
            tables,
            remarks,
        };
        Ok(Kernel {
            name,
            parameters: self.parameters,
            shapes: self.shapes,
            one_piece: one_piece_arrays(&self.units),
            versions: Arc::new(Versions::of(version, took)),
            candidates,
            memory_limit: self.options.memory_limit,
            allow_files: self.options.allow_files,
            keep_output: self.options.keep_output,
            has_transfers: self.units.iter().any(|unit| has_transfers(unit)),
            compile_seconds: self.begin.elapsed().as_secs_f64(),
        })
    }
}

/// All remarks: on the kernel, then on its code.
fn all_remarks(
    root: &Unit,
    (lanes, reason): (usize, &str),
    [tried, fast]: [Option<Remark>; 2],
    on_code: Vec<Remark>,
    tables: &CodeTables,
) -> Vec<Remark> {
    let on_kernel = [Some(remarks::width(root, lanes, reason)), tried, fast, remarks::slower(root, &on_code)];
    on_kernel.into_iter().flatten().chain(on_code).chain(remarks::on_failures(&tables.sites)).collect()
}

/// Chooses between scalar code and gangs, and their size and the reason for it if that is known yet.
fn choose_code<'p>(
    program: &'p Program,
    units: &[&'p Unit],
    arguments: &Arguments<'_>,
    options: &'p CompileOptions,
) -> Result<(CodeKind<'p>, String), JitError> {
    let asked = gang_size::asked_size(options)?;
    if let Some(GangSize { lanes: 1, reason }) = &asked
        && units.iter().all(|unit| unit.stage == Stage::Ssa)
    {
        return Ok((CodeKind::Scalar, reason.clone()));
    }
    let Some(root) = units.last() else { return Err(JitError::NoMainProgram) };
    let shapes = &arguments.lane_shapes();
    let given = one_piece_arrays(units).into_iter().zip(shapes).map(|(is_one_piece, shape)| match shape {
        Shape::Varying if is_one_piece => ArgumentLayout::Apart,
        shape => ArgumentLayout::from(*shape),
    });
    let root = Callee { unit: root.name.clone(), given: given.collect() };
    let by_types = || {
        Some(gang_size::size_by_types(units, shapes)?.with_registers_of(options.isa).with_code_of(units, options.isa))
    };
    let with_moving = |lanes| (root.clone(), arguments.moving(units, lanes));
    if let Some(size) = asked {
        return Ok((gang(program, units, with_moving(size.lanes), size.lanes, options)?, size.reason));
    }
    match by_types() {
        Some(size) => gang_or_scalar(program, units, with_moving(size.lanes), size, options),
        None => Ok((CodeKind::OfUnknownSize(root), String::new())),
    }
}

/// Whether the unit transfers something.
fn has_transfers(unit: &Unit) -> bool {
    unit.actions().any(|action| matches!(action.kind, ActionKind::Io(_)))
}

/// Gangs of a size that was chosen for the kernel, or scalar code where their lanes have too many variables together.
fn gang_or_scalar<'p>(
    program: &'p Program,
    units: &[&'p Unit],
    root: (Callee, Vec<usize>),
    size: GangSize,
    options: &'p CompileOptions,
) -> Result<(CodeKind<'p>, String), JitError> {
    match gang(program, units, root, size.lanes, options) {
        Err(JitError::StorageSize { bytes, .. }) if units.iter().all(|unit| unit.stage == Stage::Ssa) => {
            let reason = format!("the variables of a lane have {bytes} bytes, too many for {} lanes", size.lanes);
            Ok((CodeKind::Scalar, reason))
        }
        code => Ok((code?, size.reason)),
    }
}

fn gang<'p>(
    program: &'p Program,
    units: &[&'p Unit],
    (root, moving): (Callee, Vec<usize>),
    lanes: usize,
    options: &'p CompileOptions,
) -> Result<CodeKind<'p>, JitError> {
    let tables = CodeTables::new(program, units, lanes, Some(options.max_depth))?;
    Ok(CodeKind::Gang(Box::new(GangCompiler::new(program, root, moving, lanes, tables, options)?)))
}

/// Rejects what no row can do: reading from units, unless rows may use files, and requests to the system.
fn check_transfers(units: &[&Unit], allow_files: bool) -> Result<(), JitError> {
    let is_allowed = |kind: IoKind| kind.is_for_each_row() || allow_files && kind.is_of_files();
    for unit in units {
        let is_transfer = |action: &&Action| matches!(&action.kind, ActionKind::Io(io) if !is_allowed(io.kind));
        if let Some(action) = unit.actions().find(is_transfer) {
            let (unit, file) = (unit.name.clone(), unit.file_at(action.at).to_string());
            if let ActionKind::Io(IoAction { kind: IoKind::System(service), .. }) = &action.kind {
                let service = service.name().to_uppercase();
                return Err(JitError::KernelRequest { unit, service, file, line: action.at.number });
            }
            return Err(JitError::KernelTransfer { unit, file, line: action.at.number });
        }
    }
    Ok(())
}
