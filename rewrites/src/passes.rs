//! Passes over units, and the one loop over them that verifies, times and dumps.
//!
//! A pass takes a unit from one stage to the next, or improves it on the way there or after. It runs on a unit if the
//! unit is at the stage that the pass needs, began before the stage that the pass is a part of the way to, and the
//! target is not before that; so a unit that was read from text continues from where it is, and a unit that is further
//! is left alone.

mod report;
mod table;

use crate::bind_procedures::{bind_procedures, has_procedure_pointers};
use crate::compute_once::compute_once;
use crate::inline_calls::callees_first;
use crate::localize_scalars::localize_scalars;
use crate::lower_switches::SwitchForm;
use crate::uniform_parts::UniformForm;
use forlane_cfg::{Program, Remarks, Shape, Stage, Unit, text, verify};
pub use report::{PassDump, PassError, PassReport, PassTime};
use std::time::Instant;
use table::{BIND_PROCEDURES, COMPUTE_ONCE, LOCALIZE_SCALARS, PASSES, Pass, Run};
pub use table::{INLINE_CALLS, MELD_CALLS, optional_passes, pass_names};

/// What the loop over the passes does beside running them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassOptions {
    /// Verify after every pass.
    pub verify: bool,
    /// Dump each unit after the pass of that name.
    pub dump_after: Option<String>,
    /// The optimizations that are left out, of those that [`optional_passes`] names.
    pub disabled: Vec<&'static str>,
    /// The form that all switches take under masks, where they can; else a rule of costs decides.
    pub switches: Option<SwitchForm>,
    /// How loops that lanes take together are in the tree; else those of several entries stay graphs.
    pub uniform: Option<UniformForm>,
    /// Whether the lanes of the [`RefillLoop`](forlane_cfg::analysis::RefillLoop) may be in different
    /// iterations.
    pub refills: bool,
    /// The kernel, if the program is one's: no other unit is called from outside, and what it leaves in memory is not
    /// read.
    pub entry: Option<String>,
    /// The subprograms, by lower-case name, that the dummy procedures of a kernel stand for.
    pub bindings: Vec<(String, String)>,
    /// The steps that a row of a kernel may take.
    pub max_steps: Option<u64>,
    /// Whether the rows of a kernel may use files.
    pub allow_files: bool,
    /// Whether what the rows of a kernel write to units 6 and 0 is kept; it is left out otherwise.
    pub keep_output: bool,
    /// Whether what is decided is reported as remarks, of passes and of code generation.
    pub explain: bool,
}

impl Default for PassOptions {
    /// Verifies in debug builds, leaves out, dumps and explains nothing.
    fn default() -> PassOptions {
        PassOptions {
            verify: cfg!(debug_assertions),
            dump_after: None,
            disabled: Vec::new(),
            switches: None,
            uniform: None,
            refills: false,
            entry: None,
            bindings: Vec::new(),
            max_steps: None,
            allow_files: false,
            keep_output: false,
            explain: false,
        }
    }
}

impl PassOptions {
    /// The default, with calls of small subprograms spliced into their callers or kept as calls.
    pub fn inlining(is_on: bool) -> PassOptions {
        let disabled = if is_on { Vec::new() } else { vec![INLINE_CALLS] };
        PassOptions { disabled, ..PassOptions::default() }
    }

    fn has(&self, pass: &str) -> bool {
        !self.disabled.contains(&pass)
    }
}

/// Which dummy arguments are one common object for all lanes, and which are each lane's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inputs {
    /// For scalars not named.
    pub scalars: Shape,
    /// For arrays not named.
    pub arrays: Shape,
    /// For single dummy arguments, by lower-case name.
    pub named: Vec<(String, Shape)>,
}

impl Default for Inputs {
    /// Scalars varying, arrays shared by the lanes.
    fn default() -> Inputs {
        Inputs { scalars: Shape::Varying, arrays: Shape::Uniform, named: Vec::new() }
    }
}

impl Inputs {
    /// Every lane has its own.
    pub fn varying() -> Inputs {
        Inputs { scalars: Shape::Varying, arrays: Shape::Varying, named: Vec::new() }
    }

    /// Sets the shapes of a unit's dummy arguments.
    pub fn apply(&self, unit: &mut Unit) {
        for dummy in unit.dummies.clone() {
            let var = &mut unit.vars[dummy];
            let general = if var.array.is_some() { self.arrays } else { self.scalars };
            let named = self.named.iter().find(|(name, _)| *name == var.name).map(|(_, shape)| *shape);
            var.shape = named.unwrap_or(general);
        }
    }
}

/// Takes the unit of that name, or all, to a stage.
///
/// # Errors
/// No such unit or pass; a pass that does not accept its input; a pass whose result the verifier refuses.
pub fn run_to(
    program: &mut Program,
    unit: Option<&str>,
    target: Stage,
    inputs: &Inputs,
    options: &PassOptions,
    report: &mut PassReport,
) -> Result<(), PassError> {
    if let Some(name) = unit
        && program.unit(name).is_none()
    {
        return Err(PassError::UnknownUnit(name.to_string()));
    }
    if let Some(name) = &options.dump_after
        && !pass_names().contains(&name.as_str())
    {
        return Err(PassError::UnknownPass { name: name.clone(), known: pass_names() });
    }
    if options.verify {
        let chosen = program.units.iter().filter(|one| unit.is_none_or(|name| one.name == name));
        chosen.into_iter().try_for_each(|one| verify_after("reading", one))?;
    }
    if target > Stage::Cfg {
        run_bind_procedures(program, options, report)?;
    }
    let order = callees_first(program);
    let begun: Vec<Stage> = program.units.iter().map(|unit| unit.stage).collect();
    let remarks = Remarks::new(options.explain);
    let mut run = Run {
        inputs,
        options,
        effects: None,
        callees: None,
        frees: None,
        footprints: None,
        notes: Vec::new(),
        remarks,
    };
    for pass in PASSES.iter().filter(|pass| pass.towards <= target && options.has(pass.name)) {
        for index in order.iter().copied() {
            let chosen = unit.is_none_or(|name| program.units[index].name == name);
            if chosen && program.units[index].stage == pass.needs && begun[index] < pass.towards {
                run_pass(pass, &mut run, program, index, report)?;
            }
        }
    }
    report.notes.append(&mut run.notes);
    report.remarks.extend(run.remarks.into_vec());
    Ok(())
}

/// Binds dummy procedures in the whole program.
fn run_bind_procedures(program: &mut Program, options: &PassOptions, report: &mut PassReport) -> Result<(), PassError> {
    let begin = Instant::now();
    let before = program.units.len();
    let has_pointers = program.units.iter().any(has_procedure_pointers);
    bind_procedures(program)?;
    let is_bound = has_pointers || program.units.len() > before;
    if is_bound {
        let time = begin.elapsed();
        report.times.push(PassTime { pass: BIND_PROCEDURES, unit: String::new(), time });
    }
    let options = &PassOptions { verify: is_bound && options.verify, ..options.clone() };
    end_whole_pass(BIND_PROCEDURES, program, options, report)
}

/// Does what is the same for all rows of a kernel's program once, before its other passes.
///
/// # Errors
/// A bug of the rewrite that verifying found.
pub fn run_compute_once(
    program: &mut Program,
    root: &str,
    options: &PassOptions,
    report: &mut PassReport,
) -> Result<(), PassError> {
    if !options.has(COMPUTE_ONCE) {
        return Ok(());
    }
    let begin = Instant::now();
    let mut remarks = Remarks::new(options.explain);
    compute_once(program, root, &mut remarks);
    report.remarks.extend(remarks.into_vec());
    report.times.push(PassTime { pass: COMPUTE_ONCE, unit: String::new(), time: begin.elapsed() });
    end_whole_pass(COMPUTE_ONCE, program, options, report)
}

/// Makes local what need not be kept in a complete program, that of a kernel or with a main program, before its other
/// passes.
///
/// # Errors
/// A bug of the rewrite that verifying found.
pub fn run_localize_scalars(
    program: &mut Program,
    options: &PassOptions,
    report: &mut PassReport,
) -> Result<(), PassError> {
    if !options.has(LOCALIZE_SCALARS) {
        return Ok(());
    }
    let begin = Instant::now();
    localize_scalars(program);
    report.times.push(PassTime { pass: LOCALIZE_SCALARS, unit: String::new(), time: begin.elapsed() });
    end_whole_pass(LOCALIZE_SCALARS, program, options, report)
}

/// Dumps and verifies after a pass over the whole program.
fn end_whole_pass(
    pass: &'static str,
    program: &Program,
    options: &PassOptions,
    report: &mut PassReport,
) -> Result<(), PassError> {
    for unit in program.units.iter().filter(|unit| unit.stage == Stage::Cfg) {
        if options.dump_after.as_deref() == Some(pass) {
            report.dumps.push(PassDump { pass, unit: unit.name.clone(), text: text::print_unit(unit) });
        }
        if options.verify {
            verify_after(pass, unit)?;
        }
    }
    Ok(())
}

/// Runs one pass on one unit, with what is around it.
fn run_pass(
    pass: &Pass,
    run: &mut Run,
    program: &mut Program,
    index: usize,
    report: &mut PassReport,
) -> Result<(), PassError> {
    let begin = Instant::now();
    (pass.run)(run, program, index)?;
    let time = begin.elapsed();
    let unit = &program.units[index];
    report.times.push(PassTime { pass: pass.name, unit: unit.name.clone(), time });
    if run.options.dump_after.as_deref() == Some(pass.name) {
        let text = text::print_unit(unit);
        report.dumps.push(PassDump { pass: pass.name, unit: unit.name.clone(), text });
    }
    if run.options.verify { verify_after(pass.name, unit) } else { Ok(()) }
}

fn verify_after(pass: &'static str, unit: &Unit) -> Result<(), PassError> {
    verify::verify_unit(unit).map_err(|errors| PassError::Invalid {
        pass,
        unit: unit.name.clone(),
        text: verify::annotate(unit, &errors),
    })
}

/// A masked copy of a unit at stage `ssa` or later, specialised for shapes of its dummy arguments, in their order.
///
/// # Errors
/// As [`run_to`]; a wrong number of shapes.
pub fn mask_unit(
    program: &Program,
    name: &str,
    shapes: &[Shape],
    options: &PassOptions,
    report: &mut PassReport,
) -> Result<Unit, PassError> {
    let unit = program.unit(name).ok_or_else(|| PassError::UnknownUnit(name.to_string()))?.clone();
    if unit.dummies.len() != shapes.len() {
        let (dummies, shapes) = (unit.dummies.len(), shapes.len());
        return Err(PassError::ShapeCount { unit: unit.name, dummies, shapes });
    }
    let named = unit.dummies.iter().zip(shapes).map(|(dummy, shape)| (unit.vars[*dummy].name.clone(), *shape));
    let inputs = Inputs { named: named.collect(), ..Inputs::varying() };
    let mut alone = Program { units: vec![unit] };
    run_to(&mut alone, None, Stage::Masked, &inputs, options, report)?;
    alone.units.pop().ok_or_else(|| PassError::UnknownUnit(name.to_string()))
}
