//! The order in which units become machine code: passes, specialisation, lowering, emission.
//!
//! ```text
//! unit (cfg) ── passes ──► ssa ──┬────────────────────────────► scalar code   main programs, gangs of one lane
//!                                └── masked, for each ──► gang code           all that gang code of the kernel calls
//!                                    set of argument shapes
//! ```
//!
//! Which callees are called with which shapes is known when their callers have been lowered, so specialisation and
//! code generation take turns, unit by unit. Code generation gets units that are ready to be lowered and calls no pass.

use crate::error::CompileError;
use crate::explain;
use forlane_cfg::{Program, Shape, Stage, Unit, VarId};
use forlane_jit::call_order::call_order;
use forlane_jit::parameters::parameters;
use forlane_jit::{
    ArgumentShape, CompileOptions, Form, JitError, Kernel, KernelBuilder, MainProgram, Parameter, Refill,
};
use forlane_rewrites::allocated_state::{AllocatedArray, allocate_first, take_over};
use forlane_rewrites::find_constants::AreaConstant;
use forlane_rewrites::flatten::flatten;
use forlane_rewrites::kernel_program::{Allowed, KernelProgram, kernel_program, reached_units};
use forlane_rewrites::limit_steps::limit_steps;
use forlane_rewrites::lower_switches::SwitchForm;
use forlane_rewrites::passes::{
    Inputs, PassError, PassOptions, PassReport, mask_unit, run_compute_once, run_localize_scalars, run_to,
};
use forlane_rewrites::unset_state::unset_state;

/// Verifying the units and deciding where their variables live, as [`PassReport`] names it.
const LAY_OUT: &str = "lay-out";

/// Lowering to gang code, emitting it, and making machine code of that, or of a main program.
const GENERATE_CODE: &str = "generate-code";

/// Linking machine code, and for gangs of one also making it.
const LINK: &str = "link";

/// Compiles the main program. Units that come from text as region trees run as the graphs that these stand for.
///
/// # Errors
/// No main program, missing callees.
pub fn compile_main(
    program: &Program,
    passes: &PassOptions,
    options: &CompileOptions,
    report: &mut PassReport,
) -> Result<MainProgram, CompileError> {
    let mut units = program.clone();
    run_localize_scalars(&mut units, passes, report)?;
    run_to(&mut units, None, Stage::Ssa, &Inputs::varying(), passes, report)?;
    units.units.iter_mut().for_each(flatten);
    Ok(report.time(GENERATE_CODE, "", || MainProgram::compile(&units, options))?)
}

/// Compiles a subroutine without arguments, and what it calls, to run once. All that it leaves in memory is kept: it is
/// not taken to be the end of a program. It starts with these arrays. Returns the units, at stage `ssa`, too.
///
/// # Errors
/// Missing callees, calls that do not fit.
pub fn compile_once(
    program: &Program,
    name: &str,
    allocated: &[AllocatedArray],
) -> Result<(Program, MainProgram), CompileError> {
    let mut units = reached_units(program, name);
    allocate_first(&mut units, name, allocated);
    let passes = PassOptions::inlining(false);
    run_to(&mut units, None, Stage::Ssa, &Inputs::varying(), &passes, &mut PassReport::default())?;
    units.units.iter_mut().for_each(flatten);
    let unknown = || JitError::UnknownUnit { name: name.to_owned(), known: Vec::new() };
    let once = MainProgram::of_unit(&units, units.unit(name).ok_or_else(unknown)?, &CompileOptions::default())?;
    Ok((units, once))
}

/// A kernel that only lacks the shapes of its arguments.
pub struct Prepared {
    /// Its units.
    pub kernel: KernelProgram,
    /// Its arguments.
    pub parameters: Vec<Parameter>,
    /// The variables that it reads and nothing sets.
    pub unset: Vec<String>,
}

/// The subprogram of that name and what it reaches by calls at stage `ssa`, and the parameters that it has as a kernel.
///
/// # Errors
/// Calls that do not fit, passes that fail.
pub fn prepare_kernel(
    program: &Program,
    name: &str,
    (constants, allocated): (&[AreaConstant], &[AllocatedArray]),
    passes: &PassOptions,
    report: &mut PassReport,
) -> Result<Prepared, CompileError> {
    let allowed = Allowed { files: passes.allow_files, output: passes.keep_output };
    let mut kernel = kernel_program(program, name, allowed)?;
    take_over(&mut kernel.program, name, allocated);
    let unset = unset_state(&kernel.program, program, constants);
    let before = parameters(&call_order(&kernel.program, name)?)?;
    run_compute_once(&mut kernel.program, name, passes, report)?;
    if let Some(most) = passes.max_steps {
        limit_steps(&mut kernel.program, most);
    }
    run_localize_scalars(&mut kernel.program, passes, report)?;
    let passes = &PassOptions { entry: Some(name.to_owned()), ..passes.clone() };
    run_to(&mut kernel.program, None, Stage::Ssa, &Inputs::varying(), passes, report)?;
    if passes.explain {
        report.remarks.extend(explain::on_constants(&kernel.program));
        report.remarks.extend(explain::on_output(&kernel));
    }
    promise_results(&mut kernel.program, name, &before);
    let parameters = parameters(&call_order(&kernel.program, name)?)?;
    Ok(Prepared { kernel, parameters, unset })
}

/// Notes in the unit of a kernel which arguments are results, whatever the state that all rows start with decides:
/// those that were assigned before that was folded.
fn promise_results(program: &mut Program, name: &str, before: &[Parameter]) {
    let Some(unit) = program.units.iter_mut().find(|unit| unit.name == name) else { return };
    let results: Vec<VarId> = unit
        .dummies
        .iter()
        .zip(before)
        .filter(|(_, parameter)| parameter.is_assigned)
        .map(|(dummy, _)| *dummy)
        .collect();
    for argument in unit.arguments.iter_mut().filter(|argument| results.contains(&argument.var())) {
        argument.is_promised = true;
    }
}

/// Compiles the subprogram of that name, with its arguments given in these shapes, to run over rows. Its units and
/// those that it calls are at stage `ssa`; for gangs of more than one lane those at `masked` are taken too. Where other
/// sizes of gangs may be faster, long runs compile it for these as well.
///
/// # Errors
/// Units that break a rule of the verifier, unknown names, calls that do not fit, shapes that the kernel can't take.
pub fn compile_kernel(
    program: &Program,
    name: &str,
    shapes: &[ArgumentShape],
    passes: &PassOptions,
    options: &CompileOptions,
    report: &mut PassReport,
) -> Result<Kernel, CompileError> {
    let guarded_chains = options.guarded_chains || passes.switches == Some(SwitchForm::GuardedChain);
    let explain = options.explain || passes.explain;
    // What lanes do is counted as it is without refilling.
    let refill = if options.count_lanes { Refill::Never } else { options.refill };
    let options = CompileOptions { guarded_chains, explain, refill, ..options.clone() };
    let kernel = match compile_version(program, name, shapes, passes, &options, report) {
        Err(CompileError::Jit(JitError::NotRefilled { .. })) => {
            let options = CompileOptions { refill: Refill::Never, ..options.clone() };
            compile_version(program, name, shapes, passes, &options, report)?
        }
        kernel => kernel?,
    };
    if kernel.candidates().is_empty() {
        return Ok(kernel);
    }
    let (program, name, shapes) = (program.clone(), name.to_owned(), shapes.to_vec());
    let passes = PassOptions { explain: false, ..passes.clone() };
    Ok(kernel.with_trial(move |form| {
        let Form { gang, refills } = form;
        let refill = if refills { Refill::Always } else { Refill::Never };
        let gang = Some(gang);
        let options = CompileOptions { gang, refill, explain: false, keep_text: false, ..options.clone() };
        // What can't be compiled in another form, as its storage would be too large, is not a candidate.
        compile_version(&program, &name, &shapes, &passes, &options, &mut PassReport::default()).ok()
    }))
}

/// Compiles the kernel for one size of gang.
fn compile_version(
    program: &Program,
    name: &str,
    shapes: &[ArgumentShape],
    passes: &PassOptions,
    options: &CompileOptions,
    report: &mut PassReport,
) -> Result<Kernel, CompileError> {
    let mut builder = report.time(LAY_OUT, "", || KernelBuilder::new(program, name, shapes, options))?;
    while let Some((unit, shapes)) = builder.wanted() {
        // Callees are executed as a whole, by lanes that are there together.
        let refills = options.refill == Refill::Always && unit == name;
        let passes = &PassOptions { refills, ..passes.clone() };
        let masked = specialise(program, unit, &shapes, passes, report)?;
        report.time(GENERATE_CODE, &masked.name, || builder.add(&masked))?;
    }
    Ok(report.time(LINK, "", || builder.finish())?)
}

/// The unit masked for these shapes of its dummy arguments. One that is masked already is taken as it is if that was
/// for these shapes, and is made a graph and masked anew if not.
fn specialise(
    program: &Program,
    name: &str,
    shapes: &[Shape],
    passes: &PassOptions,
    report: &mut PassReport,
) -> Result<Unit, PassError> {
    let unit = program.unit(name).filter(|unit| unit.stage == Stage::Masked);
    let Some(unit) = unit else { return mask_unit(program, name, shapes, passes, report) };
    let mut unit = unit.clone();
    let fits = unit.dummies.iter().map(|dummy| unit.vars[*dummy].shape).eq(shapes.iter().copied());
    if fits && !passes.refills {
        return Ok(unit);
    }
    if !fits {
        report.notes.push(format!("`{name}`: masked anew, for other shapes of its arguments"));
    }
    flatten(&mut unit);
    mask_unit(&Program { units: vec![unit] }, name, shapes, passes, report)
}
