//! A subprogram compiled to run over rows of data, many at once.

mod column;
mod gang_size;
mod marshal;

use crate::binding::Binding;
use crate::block::Block;
use crate::call_order::{call_order, check_units};
use crate::error::JitError;
use crate::gang;
use crate::module::{Code, CodeModule, FunctionText};
use crate::options::CompileOptions;
use crate::parameters::{Parameter, parameters};
use crate::runtime::Site;
use crate::scalar;
use crate::scalar_only;
use crate::stack::with_stack;
use crate::tables::CodeTables;
use forlane_cfg::{Action, ActionKind, Body, IoAction, IoKind, Program, Shape, Stage, Unit, UnitKind};
use forlane_rewrites::flatten::flatten;
use forlane_rewrites::passes::{PassReport, mask_unit};
use indexmap::IndexSet;
use marshal::Marshal;
use std::sync::atomic::AtomicU32;
use std::time::Instant;

/// How an argument of a kernel is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArgumentShape {
    /// A scalar for each row.
    Column,
    /// A scalar that all rows have in common.
    Uniform,
    /// An array that all rows have in common; the kernel may not assign it.
    SharedArray,
    /// An array for each row.
    RowArray,
}

/// A compiled kernel. It can be run by several threads at once, on different rows.
pub struct Kernel {
    name: String,
    parameters: Vec<Parameter>,
    /// One for each parameter, the function's value included.
    shapes: Vec<ArgumentShape>,
    gang: usize,
    code: Code,
    texts: Vec<FunctionText>,
    tables: CodeTables,
    constants: Block,
    static_image: Vec<u8>,
    /// Whether there are internal files, or what prints.
    has_transfers: bool,
    /// Seconds that compiling took, from the given stage to machine code.
    pub compile_seconds: f64,
}

/// What a run did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RunReport {
    /// Rows done: all, unless the run was interrupted.
    pub rows: usize,
    /// Seconds spent in generated code, its run-time support, and on bringing rows into gangs and back.
    pub kernel_seconds: f64,
    /// Active lanes, summed over unit entries and loop heads; 0 unless [`CompileOptions::count_occupancy`] is set.
    pub active_steps: u64,
    /// The gang's lanes, summed over the same.
    pub gang_steps: u64,
}

impl Kernel {
    /// Compiles the subprogram `name` with its arguments given in these shapes, one for each dummy argument. The
    /// program's units are at stage `ssa`; for gangs of more than one lane those at `masked` are taken too.
    ///
    /// The program is verified, whoever made it; what it becomes on the way to machine code never leaves this crate.
    ///
    /// # Errors
    /// Units that break a rule of the verifier, unknown names, calls that do not fit, shapes that the kernel can't take, and
    /// bugs of code generation.
    pub fn compile(
        program: &Program,
        name: &str,
        shapes: &[ArgumentShape],
        options: &CompileOptions,
    ) -> Result<Kernel, JitError> {
        let begin = Instant::now();
        check_units(program)?;
        let flat = flattened(program, name)?;
        let program = flat.as_ref().unwrap_or(program);
        let units = call_order(program, name)?;
        let root = *units.last().ok_or(JitError::NoMainProgram)?;
        if root.kind == UnitKind::Program {
            return Err(JitError::IsMainProgram { name: name.to_string() });
        }
        if let Some(early) = units.iter().find(|unit| unit.stage < Stage::Ssa) {
            return Err(JitError::WrongStage { unit: early.name.clone(), found: early.stage, wanted: Stage::Ssa });
        }
        check_transfers(&units)?;
        let parameters = parameters(&units)?;
        check_shapes(root, &parameters, shapes)?;
        let lane_shapes = lane_shapes(&parameters, shapes);
        let mut passes = PassReport::default();
        let (lanes, masked) = choose_gang(program, &units, &lane_shapes, options, &mut passes)?;
        let mut tables = CodeTables { passes, ..CodeTables::new(program, &units, lanes)? };
        let mut module = CodeModule::new(options)?;
        let entry = if lanes == 1 && units.iter().all(|unit| unit.stage == Stage::Ssa) {
            scalar::compile(&mut module, &units, &IndexSet::new(), options, &mut tables)?
        } else {
            let program = masked.as_ref().unwrap_or(program);
            gang::compile(&mut module, program, name, &lane_shapes, lanes, options, &mut tables)?
        };
        let (code, texts) = module.finish(entry)?;
        let mut shapes = shapes.to_vec();
        shapes.resize(parameters.len(), ArgumentShape::Column);
        Ok(Kernel {
            name: name.to_string(),
            parameters,
            shapes,
            gang: lanes,
            code,
            texts,
            static_image: tables.layout.static_image(lanes),
            constants: tables.take_constants()?,
            tables,
            has_transfers: units.iter().any(|unit| scalar_only::has_transfers(unit)),
            compile_seconds: begin.elapsed().as_secs_f64(),
        })
    }

    /// The dummy arguments, in order, then the function's value.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// How each parameter is given; the function's value is a column.
    pub fn shapes(&self) -> &[ArgumentShape] {
        &self.shapes
    }

    /// Lanes of a gang.
    pub fn gang(&self) -> usize {
        self.gang
    }

    /// The site that the status of a row stands for; none for 0, the status of a row that returned normally.
    pub fn site(&self, status: u32) -> Option<&Site> {
        self.tables.sites.site(status)
    }

    /// Whether a row can end otherwise than by returning.
    pub fn can_fail(&self) -> bool {
        self.tables.sites.site(1).is_some()
    }

    /// What the rewrites to `masked` reported.
    pub fn passes(&self) -> &PassReport {
        &self.tables.passes
    }

    /// The compiled functions as text; none unless [`CompileOptions::keep_text`] was set.
    pub fn texts(&self) -> &[FunctionText] {
        &self.texts
    }

    /// Runs the kernel over rows, as many as there are statuses, with one binding for each of
    /// [`Kernel::parameters`]. A row's status is 0 if it returned, otherwise it has a [`Kernel::site`], and the scalars
    /// that it assigns are 0.
    ///
    /// # Errors
    /// Bindings whose shape, type or length do not fit, [`JitError::Stack`]; nothing has been run then.
    /// [`JitError::RunTimeSupport`].
    pub fn run(&self, bindings: &mut [Binding<'_>], statuses: &mut [u32]) -> Result<RunReport, JitError> {
        self.run_until(bindings, statuses, &AtomicU32::new(0))
    }

    /// As [`Kernel::run`], but ends soon after `interrupt` is set to something else than 0; the rows that were not
    /// done have the status [`crate::SiteReason::Interrupted`], or keep the one they had.
    ///
    /// # Errors
    /// As [`Kernel::run`].
    pub fn run_until(
        &self,
        bindings: &mut [Binding<'_>],
        statuses: &mut [u32],
        interrupt: &AtomicU32,
    ) -> Result<RunReport, JitError> {
        let bytes = self.stack_bytes();
        let run = |floor| Marshal::new(self, bindings, statuses.len())?.run(floor, statuses, interrupt);
        with_stack(bytes, run).map_err(|error| JitError::Stack { unit: self.name.clone(), bytes, error })?
    }

    /// Bytes of stack that a run needs. It takes place on a thread of its own where the calling one has less left.
    pub fn stack_bytes(&self) -> usize {
        self.code.stack_bytes()
    }
}

fn check_shapes(root: &Unit, parameters: &[Parameter], shapes: &[ArgumentShape]) -> Result<(), JitError> {
    if shapes.len() != root.dummies.len() {
        return Err(JitError::ArgumentCount {
            unit: root.name.clone(),
            wanted: root.dummies.len(),
            found: shapes.len(),
        });
    }
    for (parameter, shape) in parameters.iter().zip(shapes) {
        let wants_array = matches!(shape, ArgumentShape::SharedArray | ArgumentShape::RowArray);
        let problem = match (parameter.is_array, wants_array) {
            (true, false) => "it is an array, but given as a scalar",
            (false, true) => "it is a scalar, but given as an array",
            _ if *shape == ArgumentShape::SharedArray && parameter.is_assigned => {
                "the kernel assigns it, so it can't be shared by all rows"
            }
            _ => continue,
        };
        return Err(JitError::ArgumentShape {
            unit: root.name.clone(),
            name: parameter.name.clone(),
            problem: problem.to_string(),
        });
    }
    Ok(())
}

/// Whether the lanes have each their own argument: also for a scalar that starts the same but is assigned.
fn lane_shapes(parameters: &[Parameter], shapes: &[ArgumentShape]) -> Vec<Shape> {
    (parameters.iter().zip(shapes))
        .map(|(parameter, shape)| match shape {
            ArgumentShape::SharedArray => Shape::Uniform,
            ArgumentShape::Uniform if !parameter.is_assigned => Shape::Uniform,
            _ => Shape::Varying,
        })
        .collect()
}

/// The gang size, and the program with the kernel's unit masked if that was needed to choose it; what the rewrites
/// report is added to `report`.
fn choose_gang(
    program: &Program,
    units: &[&Unit],
    shapes: &[Shape],
    options: &CompileOptions,
    report: &mut PassReport,
) -> Result<(usize, Option<Program>), JitError> {
    let asked = gang_size::asked_size(options)?;
    let scalar_only = units.iter().find_map(|unit| Some((unit, scalar_only::reason(unit, units)?)));
    match (asked, scalar_only) {
        (Some(2..), Some((unit, reason))) => {
            return Err(JitError::ScalarOnly { unit: unit.name.clone(), reason });
        }
        (_, Some(_)) => return Ok((1, None)),
        _ => {}
    }
    if let Some(size) = asked.or_else(|| gang_size::size_by_types(units, shapes)) {
        return Ok((size, None));
    }
    let Some(root) = units.last() else { return Ok((1, None)) };
    let unit = mask_unit(program, &root.name, shapes, &options.passes, report)
        .map_err(|error| JitError::Rewrite { unit: root.name.clone(), message: error.to_string() })?;
    let size = gang_size::size_by_values(&unit);
    let units = program.units.iter().map(|other| if other.name == unit.name { unit.clone() } else { other.clone() });
    Ok((size, Some(Program { units: units.collect() })))
}

/// The program with graphs in the place of trees, if there are any and only scalar code can do what the kernel does.
fn flattened(program: &Program, name: &str) -> Result<Option<Program>, JitError> {
    let units = call_order(program, name)?;
    let has_tree = units.iter().any(|unit| matches!(unit.body, Body::Tree(_)));
    if !has_tree || units.iter().all(|unit| scalar_only::reason(unit, &units).is_none()) {
        return Ok(None);
    }
    let mut flat = program.clone();
    flat.units.iter_mut().for_each(flatten);
    Ok(Some(flat))
}

/// Refuses what no row can do: to read from units, and to ask the system.
fn check_transfers(units: &[&Unit]) -> Result<(), JitError> {
    for unit in units {
        let is_transfer = |action: &&Action| matches!(&action.kind, ActionKind::Io(io) if !io.kind.is_for_each_row());
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
