//! The table that orders the passes, and the one loop over it that verifies, times and dumps.
//!
//! A pass takes a unit from one stage to the next, or improves it on the way there or after. It runs on a unit if the
//! unit is at the stage that the pass needs, began before the stage that the pass is a part of the way to, and the
//! target is not before that; so a unit that was read from text continues from where it is, and a unit that is further
//! is left alone.

use crate::bind_procedures::{BindError, bind_procedures};
use crate::compute_once::compute_once;
use crate::drop_stores::drop_stores;
use crate::flatten::flatten;
use crate::forward_stores::forward_stores;
use crate::localize_scalars::localize_scalars;
use crate::lower_switches::SwitchForm;
use crate::masks::MaskError;
use crate::memory::footprints::Footprints;
use crate::reduce_loops::ReduceError;
use crate::replace_elements::replace_elements;
use crate::structurize::StructurizeError;
use crate::uniform_parts::UniformForm;
use crate::{group_cases, inline_calls, lower_arrays, lower_switches, masks, merge_loops, reduce_loops, structurize};
use forlane_cfg::analysis::{Completions, Effects, Frees};
use forlane_cfg::{Body, Program, Remark, Remarks, Shape, Stage, Unit, split, ssa, text, verify};
use std::time::{Duration, Instant};

/// What the loop over the passes does beside running them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassOptions {
    /// Verify after every pass.
    pub verify: bool,
    /// Dump each unit after the pass of that name.
    pub dump_after: Option<String>,
    /// Splice small subprograms into their callers.
    pub inline_calls: bool,
    /// The form that all switches take under masks, where they can; else a rule of costs decides.
    pub switches: Option<SwitchForm>,
    /// How loops that lanes take together are in the tree; else those of several entries stay graphs.
    pub uniform: Option<UniformForm>,
    /// The kernel, if the program is one's: no other unit is called from outside, and what it leaves in memory is not
    /// read.
    pub entry: Option<String>,
    /// The subprograms, by lower-case name, that the dummy procedures of a kernel stand for.
    pub bindings: Vec<(String, String)>,
    /// Whether what is decided is reported as remarks, of passes and of code generation.
    pub explain: bool,
}

impl Default for PassOptions {
    /// Verifies in debug builds, inlines, dumps and explains nothing.
    fn default() -> PassOptions {
        PassOptions {
            verify: cfg!(debug_assertions),
            dump_after: None,
            inline_calls: true,
            switches: None,
            uniform: None,
            entry: None,
            bindings: Vec::new(),
            explain: false,
        }
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

/// What the passes did.
#[derive(Clone, Debug, Default)]
pub struct PassReport {
    /// How long each pass took on each unit, in the order they ran.
    pub times: Vec<PassTime>,
    /// The dumps that were asked for.
    pub dumps: Vec<PassDump>,
    /// Notes for the user, on loops that never end.
    pub notes: Vec<String>,
    /// What was decided, if that is wanted.
    pub remarks: Vec<Remark>,
}

/// The time of one pass on one unit.
#[derive(Clone, Debug)]
pub struct PassTime {
    /// The pass.
    pub pass: &'static str,
    /// The unit.
    pub unit: String,
    /// How long it took, verifying apart.
    pub time: Duration,
}

/// A unit's text after a pass.
#[derive(Clone, Debug)]
pub struct PassDump {
    /// The pass.
    pub pass: &'static str,
    /// The unit.
    pub unit: String,
    /// Its text.
    pub text: String,
}

impl PassReport {
    /// The time of each pass over all units, in the order of the table.
    pub fn totals(&self) -> Vec<(&'static str, Duration)> {
        let sum = |name: &str| self.times.iter().filter(|one| one.pass == name).map(|one| one.time).sum();
        pass_names()
            .into_iter()
            .map(|name| (name, sum(name)))
            .filter(|(_, time): &(_, Duration)| !time.is_zero())
            .collect()
    }
}

/// Why a pass did not succeed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum PassError {
    /// No unit of that name.
    #[error("unit `{0}` is not defined")]
    UnknownUnit(String),
    /// No pass of that name.
    #[error("unknown pass `{name}`; the passes are: {}", pass_names().join(", "))]
    UnknownPass {
        /// The name.
        name: String,
    },
    /// The number of shapes is not that of the dummy arguments.
    #[error("`{unit}` has {dummies} dummy arguments, but {shapes} shapes are given")]
    ShapeCount {
        /// The unit.
        unit: String,
        /// How many dummy arguments it has.
        dummies: usize,
        /// How many shapes there are.
        shapes: usize,
    },
    /// Reducing loops failed.
    #[error("`{unit}`: {error}")]
    Reduce {
        /// The unit.
        unit: String,
        /// Why.
        error: ReduceError,
    },
    /// Structurizing failed.
    #[error("`{unit}`: {error}")]
    Structurize {
        /// The unit.
        unit: String,
        /// Why.
        error: StructurizeError,
    },
    /// The verifier refuses a unit.
    #[error("`{unit}` is not valid after {pass}:\n{text}")]
    Invalid {
        /// The pass, or `reading` for what it began with.
        pass: &'static str,
        /// The unit.
        unit: String,
        /// Its text with the errors.
        text: String,
    },
    /// Dummy procedures could not be bound.
    #[error(transparent)]
    Bind(#[from] BindError),
    /// Assigning masks failed.
    #[error("`{unit}`: {error}")]
    Mask {
        /// The unit.
        unit: String,
        /// Why.
        error: MaskError,
    },
}

/// A row of the table.
struct Pass {
    name: &'static str,
    /// The stage of the units that it takes.
    needs: Stage,
    /// The stage that it is a part of the way to. A unit that has come so far elsewhere has no need of it.
    towards: Stage,
    run: fn(&mut Run, &mut Program, usize) -> Result<(), PassError>,
}

/// What a pass may look at beside the program.
struct Run<'a> {
    inputs: &'a Inputs,
    options: &'a PassOptions,
    /// Computed once, before the first unit leaves the stages with variables.
    effects: Option<Effects>,
    /// Computed once, before the first call is spliced.
    frees: Option<Frees>,
    /// Computed once, in SSA form.
    footprints: Option<Footprints>,
    notes: Vec<String>,
    remarks: Remarks,
}

/// The passes, in order.
const PASSES: &[Pass] = &[
    Pass { name: "lower-arrays", needs: Stage::Cfg, towards: Stage::Split, run: run_lower_arrays },
    Pass { name: "inline-calls", needs: Stage::Cfg, towards: Stage::Split, run: run_inline_calls },
    Pass { name: "replace-elements", needs: Stage::Cfg, towards: Stage::Split, run: run_replace_elements },
    Pass { name: "group-cases", needs: Stage::Cfg, towards: Stage::Split, run: run_group_cases },
    Pass { name: "split-arcs", needs: Stage::Cfg, towards: Stage::Split, run: run_split_arcs },
    Pass { name: "merge-loops", needs: Stage::Split, towards: Stage::Ssa, run: run_merge_loops },
    Pass { name: "ssa", needs: Stage::Split, towards: Stage::Ssa, run: run_ssa },
    Pass { name: "forward-stores", needs: Stage::Ssa, towards: Stage::Ssa, run: run_forward_stores },
    Pass { name: "drop-stores", needs: Stage::Ssa, towards: Stage::Ssa, run: run_drop_stores },
    Pass { name: "lower-switches", needs: Stage::Ssa, towards: Stage::Structured, run: run_lower_switches },
    Pass { name: "reduce-loops", needs: Stage::Ssa, towards: Stage::Structured, run: run_reduce_loops },
    Pass { name: "structurize", needs: Stage::Ssa, towards: Stage::Structured, run: run_structurize },
    Pass { name: "masks", needs: Stage::Structured, towards: Stage::Masked, run: run_masks },
];

/// The passes before those of the table work on the whole program. This one is for kernels alone.
const COMPUTE_ONCE: &str = "compute-once";

/// This one needs a program that is complete.
const LOCALIZE_SCALARS: &str = "localize-scalars";

/// This one adds units.
const BIND_PROCEDURES: &str = "bind-procedures";

/// The names of all passes, in order.
pub fn pass_names() -> Vec<&'static str> {
    [COMPUTE_ONCE, LOCALIZE_SCALARS, BIND_PROCEDURES].into_iter().chain(PASSES.iter().map(|pass| pass.name)).collect()
}

fn run_lower_arrays(_: &mut Run, program: &mut Program, index: usize) -> Result<(), PassError> {
    lower_arrays::lower_arrays(&mut program.units[index]);
    Ok(())
}

fn run_inline_calls(run: &mut Run, program: &mut Program, index: usize) -> Result<(), PassError> {
    if run.options.inline_calls {
        let frees = run.frees.get_or_insert_with(|| Frees::compute(&program.units));
        inline_calls::inline_calls(program, index, frees, &mut run.remarks);
    }
    Ok(())
}

fn run_replace_elements(_: &mut Run, program: &mut Program, index: usize) -> Result<(), PassError> {
    replace_elements(program, index);
    Ok(())
}

fn run_group_cases(_: &mut Run, program: &mut Program, index: usize) -> Result<(), PassError> {
    group_cases::group_cases(&mut program.units[index]);
    Ok(())
}

fn run_lower_switches(run: &mut Run, program: &mut Program, index: usize) -> Result<(), PassError> {
    let unit = &mut program.units[index];
    run.inputs.apply(unit);
    lower_switches::lower_switches(unit, run.options.switches);
    Ok(())
}

fn run_split_arcs(_: &mut Run, program: &mut Program, index: usize) -> Result<(), PassError> {
    split::split_arcs(&mut program.units[index]);
    Ok(())
}

fn run_reduce_loops(run: &mut Run, program: &mut Program, index: usize) -> Result<(), PassError> {
    let unit = &mut program.units[index];
    run.inputs.apply(unit);
    reduce_loops::reduce_loops(unit, run.options.uniform)
        .map_err(|error| PassError::Reduce { unit: unit.name.clone(), error })
}

fn run_merge_loops(_: &mut Run, program: &mut Program, index: usize) -> Result<(), PassError> {
    merge_loops::merge_loops(&mut program.units[index]);
    Ok(())
}

fn run_ssa(run: &mut Run, program: &mut Program, index: usize) -> Result<(), PassError> {
    let effects = run.effects.get_or_insert_with(|| Effects::compute(program));
    ssa::convert_to_ssa(&mut program.units[index], effects);
    Ok(())
}

fn run_forward_stores(run: &mut Run, program: &mut Program, index: usize) -> Result<(), PassError> {
    let effects = run.effects.get_or_insert_with(|| Effects::compute(program));
    let footprints = run.footprints.get_or_insert_with(|| Footprints::compute(program, effects));
    forward_stores(program, index, effects, footprints);
    Ok(())
}

fn run_drop_stores(run: &mut Run, program: &mut Program, index: usize) -> Result<(), PassError> {
    let effects = run.effects.get_or_insert_with(|| Effects::compute(program));
    let footprints = run.footprints.get_or_insert_with(|| Footprints::compute(program, effects));
    drop_stores(program, index, effects, footprints, run.options.entry.as_deref());
    Ok(())
}

fn run_structurize(run: &mut Run, program: &mut Program, index: usize) -> Result<(), PassError> {
    let unit = &mut program.units[index];
    run.inputs.apply(unit);
    structurize::structurize(unit, run.options.uniform)
        .map_err(|error| PassError::Structurize { unit: unit.name.clone(), error })
}

fn run_masks(run: &mut Run, program: &mut Program, index: usize) -> Result<(), PassError> {
    let unit = &mut program.units[index];
    run.inputs.apply(unit);
    if let Body::Tree(tree) = &unit.body {
        for (label, at) in Completions::compute(tree).endless_loops(tree) {
            run.notes.push(format!(
                "`{}`: the loop L{} at {} has no exit",
                unit.name,
                label.index(),
                unit.line_in_words(at)
            ));
        }
    }
    let assigned = masks::assign_masks(unit, run.options.switches);
    if !matches!(assigned, Err(MaskError::VaryingGoto(_))) {
        return assigned.map_err(|error| PassError::Mask { unit: unit.name.clone(), error });
    }
    // A tree that was made for other shapes has graphs in which lanes part now: it is made anew without.
    flatten(unit);
    let form = Some(UniformForm::Tree);
    reduce_loops::reduce_loops(unit, form).map_err(|error| PassError::Reduce { unit: unit.name.clone(), error })?;
    structurize::structurize(unit, form).map_err(|error| PassError::Structurize { unit: unit.name.clone(), error })?;
    masks::assign_masks(unit, run.options.switches).map_err(|error| PassError::Mask { unit: unit.name.clone(), error })
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
        return Err(PassError::UnknownPass { name: name.clone() });
    }
    if options.verify {
        let chosen = program.units.iter().filter(|one| unit.is_none_or(|name| one.name == name));
        chosen.into_iter().try_for_each(|one| verify_after("reading", one))?;
    }
    if target > Stage::Cfg {
        run_bind_procedures(program, options, report)?;
    }
    let order = inline_calls::callees_first(program);
    let begun: Vec<Stage> = program.units.iter().map(|unit| unit.stage).collect();
    let remarks = Remarks::new(options.explain);
    let mut run = Run { inputs, options, effects: None, frees: None, footprints: None, notes: Vec::new(), remarks };
    for pass in PASSES.iter().filter(|pass| pass.towards <= target) {
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
    bind_procedures(program)?;
    let is_bound = program.units.len() > before;
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
