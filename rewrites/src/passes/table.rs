//! The passes in their order, and how each of them is run on a unit.

use super::{Inputs, PassError, PassOptions};
use crate::drop_copies::drop_copies;
use crate::drop_stores::drop_stores;
use crate::flatten::flatten;
use crate::fold_branches::fold_branches;
use crate::forward_stores::forward_stores;
use crate::masks::MaskError;
use crate::meld_calls::{self, Callees};
use crate::memory::footprints::Footprints;
use crate::replace_elements::replace_elements;
use crate::reuse_results::reuse_results;
use crate::uniform_parts::UniformForm;
use crate::unroll_loops::unroll_loops;
use crate::{group_cases, inline_calls, lower_arrays, lower_switches, masks, merge_loops, reduce_loops, structurize};
use forlane_cfg::analysis::{Completions, Effects, Frees};
use forlane_cfg::{Body, Program, Remarks, Stage, split, ssa};

/// A row of the table.
pub(super) struct Pass {
    pub name: &'static str,
    /// The stage of the units that it takes.
    pub needs: Stage,
    /// The stage that it is a part of the way to. A unit that has come so far elsewhere has no need of it.
    pub towards: Stage,
    /// Whether programs mean the same without it.
    pub is_optional: bool,
    pub run: Function,
}

/// What a pass may look at beside the program.
///
/// What is computed once is of the whole program, and stays while its units change. It says what units may do at most;
/// so a pass after the first one that looks at it may take that away, as calls, assignments and FREEs, and add units.
/// A pass that makes a unit do more, or renumbers kept variables, sets to `None` what is no longer true; the next one
/// that looks computes it anew.
pub(super) struct Run<'a> {
    pub inputs: &'a Inputs,
    pub options: &'a PassOptions,
    /// Computed once, before the first unit leaves the stages with variables.
    pub effects: Option<Effects>,
    /// Computed once, before the first calls are melded.
    pub callees: Option<Callees>,
    /// Computed once, before the first call is spliced.
    pub frees: Option<Frees>,
    /// Computed once, in SSA form.
    pub footprints: Option<Footprints>,
    pub notes: Vec<String>,
    pub remarks: Remarks,
}

type Function = fn(&mut Run, &mut Program, usize) -> Result<(), PassError>;

const fn required(name: &'static str, [needs, towards]: [Stage; 2], run: Function) -> Pass {
    Pass { name, needs, towards, is_optional: false, run }
}

const fn optional(name: &'static str, [needs, towards]: [Stage; 2], run: Function) -> Pass {
    Pass { name, needs, towards, is_optional: true, run }
}

/// Splices small subprograms into their callers.
pub const INLINE_CALLS: &str = "inline-calls";

/// Makes one call of several that exclude each other.
pub const MELD_CALLS: &str = "meld-calls";

/// The passes, in order.
pub(super) const PASSES: &[Pass] = &[
    required("lower-arrays", [Stage::Cfg, Stage::Split], run_lower_arrays),
    optional(MELD_CALLS, [Stage::Cfg, Stage::Split], run_meld_calls),
    optional(INLINE_CALLS, [Stage::Cfg, Stage::Split], run_inline_calls),
    optional("replace-elements", [Stage::Cfg, Stage::Split], run_replace_elements),
    optional("group-cases", [Stage::Cfg, Stage::Split], run_group_cases),
    required("split-arcs", [Stage::Cfg, Stage::Split], run_split_arcs),
    optional("merge-loops", [Stage::Split, Stage::Ssa], run_merge_loops),
    required("ssa", [Stage::Split, Stage::Ssa], run_ssa),
    optional("fold-branches", [Stage::Ssa, Stage::Ssa], run_fold_branches),
    optional("unroll-loops", [Stage::Ssa, Stage::Ssa], run_unroll_loops),
    optional("drop-copies", [Stage::Ssa, Stage::Ssa], run_drop_copies),
    optional("forward-stores", [Stage::Ssa, Stage::Ssa], run_forward_stores),
    optional("reuse-results", [Stage::Ssa, Stage::Ssa], run_reuse_results),
    optional("drop-stores", [Stage::Ssa, Stage::Ssa], run_drop_stores),
    required("lower-switches", [Stage::Ssa, Stage::Structured], run_lower_switches),
    required("reduce-loops", [Stage::Ssa, Stage::Structured], run_reduce_loops),
    required("structurize", [Stage::Ssa, Stage::Structured], run_structurize),
    required("masks", [Stage::Structured, Stage::Masked], run_masks),
];

/// This one is for kernels alone.
pub(super) const COMPUTE_ONCE: &str = "compute-once";

/// This one needs a program that is complete.
pub(super) const LOCALIZE_SCALARS: &str = "localize-scalars";

/// This one adds units.
pub(super) const BIND_PROCEDURES: &str = "bind-procedures";

/// The passes before those of the table, which work on the whole program, and whether they are optional. The driver
/// calls the first two, where a program is complete; [`run_to`](super::run_to) the last one.
const OF_PROGRAMS: [(&str, bool); 3] = [(COMPUTE_ONCE, true), (LOCALIZE_SCALARS, true), (BIND_PROCEDURES, false)];

/// All passes in order, and whether they are optional.
fn all_passes() -> impl Iterator<Item = (&'static str, bool)> {
    OF_PROGRAMS.into_iter().chain(PASSES.iter().map(|pass| (pass.name, pass.is_optional)))
}

/// The names of all passes, in order.
pub fn pass_names() -> Vec<&'static str> {
    all_passes().map(|(name, _)| name).collect()
}

/// The names of the passes that programs mean the same without, in order.
pub fn optional_passes() -> Vec<&'static str> {
    all_passes().filter(|(_, is_optional)| *is_optional).map(|(name, _)| name).collect()
}

fn run_lower_arrays(_: &mut Run, program: &mut Program, index: usize) -> Result<(), PassError> {
    lower_arrays::lower_arrays(&mut program.units[index]);
    Ok(())
}

fn run_meld_calls(run: &mut Run, program: &mut Program, index: usize) -> Result<(), PassError> {
    if meld_calls::is_for_lanes(program) {
        let callees = run.callees.get_or_insert_with(|| Callees::compute(program));
        meld_calls::meld_calls(program, index, callees, &mut run.remarks);
    }
    Ok(())
}

fn run_inline_calls(run: &mut Run, program: &mut Program, index: usize) -> Result<(), PassError> {
    let frees = run.frees.get_or_insert_with(|| Frees::compute(&program.units));
    inline_calls::inline_calls(program, index, frees, &mut run.remarks);
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

fn run_fold_branches(_: &mut Run, program: &mut Program, index: usize) -> Result<(), PassError> {
    fold_branches(&mut program.units[index]);
    Ok(())
}

fn run_unroll_loops(run: &mut Run, program: &mut Program, index: usize) -> Result<(), PassError> {
    unroll_loops(&mut program.units[index], &mut run.remarks);
    Ok(())
}

fn run_drop_copies(run: &mut Run, program: &mut Program, index: usize) -> Result<(), PassError> {
    let effects = run.effects.get_or_insert_with(|| Effects::compute(program));
    let footprints = run.footprints.get_or_insert_with(|| Footprints::compute(program, effects));
    drop_copies(program, index, effects, footprints, &mut run.remarks);
    Ok(())
}

fn run_forward_stores(run: &mut Run, program: &mut Program, index: usize) -> Result<(), PassError> {
    let effects = run.effects.get_or_insert_with(|| Effects::compute(program));
    let footprints = run.footprints.get_or_insert_with(|| Footprints::compute(program, effects));
    forward_stores(program, index, effects, footprints);
    Ok(())
}

fn run_reuse_results(_: &mut Run, program: &mut Program, index: usize) -> Result<(), PassError> {
    reuse_results(&mut program.units[index]);
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
    let assigned = masks::assign_masks(unit, run.options.switches, run.options.refills);
    if !matches!(assigned, Err(MaskError::VaryingGoto(_))) {
        return assigned.map_err(|error| PassError::Mask { unit: unit.name.clone(), error });
    }
    // A tree that was made for other shapes has graphs in which lanes part now: it is made anew without.
    flatten(unit);
    let form = Some(UniformForm::Tree);
    reduce_loops::reduce_loops(unit, form).map_err(|error| PassError::Reduce { unit: unit.name.clone(), error })?;
    structurize::structurize(unit, form).map_err(|error| PassError::Structurize { unit: unit.name.clone(), error })?;
    masks::assign_masks(unit, run.options.switches, run.options.refills)
        .map_err(|error| PassError::Mask { unit: unit.name.clone(), error })
}
