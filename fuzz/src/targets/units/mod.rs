//! Units whose structure chance has changed: declarations, arguments, callees, actions, control flow, masks. Of what
//! the verifier takes, kernels run in gangs of several sizes and main programs run, until they end or are interrupted;
//! nothing may reach memory that is not its own.

mod change;
mod kernels;

use super::{Case, Verdict, files};
use crate::random::Random;
use forlane::{CompileError, Program};
use forlane_cfg::text::{parse_program, print_program};
use forlane_cfg::{
    Action, ActionKind, Body, IoAction, IoKind, NodeKind, Program as Units, Stage, Storage, Unit, UnitKind,
};
use forlane_jit::{CompileOptions, JitError};
use forlane_rewrites::passes::{Inputs, PassError, PassOptions, PassReport};
use forlane_semantics::io::Service;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// The stages of the corpus, and whether lanes share arrays; these are for `masked`.
const STAGES: [(Stage, bool); 6] = [
    (Stage::Cfg, false),
    (Stage::Split, false),
    (Stage::Ssa, false),
    (Stage::Structured, false),
    (Stage::Masked, false),
    (Stage::Masked, true),
];

/// Longer sources take too much time for each case.
const MOST_SOURCE_BYTES: u64 = 2000;

/// Bytes of all variables together that a case may have for each lane.
const MOST_BYTES: u64 = 1 << 18;

/// A run that takes longer is interrupted.
const RUN_LIMIT: Duration = Duration::from_millis(50);

/// Stack that recursion of a main program may use; there is more.
const STACK: usize = 16 << 20;

/// Dumps: those that the suites keep, and of each short source of theirs one, at the stages by turns.
pub fn corpus() -> Vec<Case> {
    let is_short = |path: &PathBuf| std::fs::metadata(path).is_ok_and(|about| about.len() <= MOST_SOURCE_BYTES);
    let sources = ["tests/kernels", "tests/programs"].iter().flat_map(|folder| files(folder, &["f", "f90"]));
    let dumps = sources.filter(is_short).zip(STAGES.iter().cycle()).filter_map(|(path, stage)| dump(&path, *stage));
    let kept = ["tests/dumps", "cfg/tests/verify"].iter().flat_map(|folder| files(folder, &["txt", "flir"]));
    let texts = kept.filter_map(|path| std::fs::read_to_string(path).ok()).chain(dumps);
    let texts = texts.filter(|text| parse_program(text).is_ok());
    texts.map(|text| Case { ending: "flir".to_owned(), bytes: text.into_bytes() }).collect()
}

/// The units of a source at a stage.
fn dump(path: &Path, (stage, is_shared): (Stage, bool)) -> Option<String> {
    let program = Program::from_files(&[path.to_owned()]).ok()?;
    let inputs = if is_shared { Inputs::default() } else { Inputs::varying() };
    let options = PassOptions { verify: false, ..PassOptions::default() };
    let units = program.at_stage(stage, &inputs, &options, &mut PassReport::default()).ok()?;
    Some(print_program(&units))
}

/// Changes the units of a dump in some places.
pub fn mutate(random: &mut Random, corpus: &[Case]) -> Case {
    let case = random.pick(corpus);
    let Ok(mut units) = parse_program(&String::from_utf8_lossy(&case.bytes)) else { return case.clone() };
    for _ in 0..1 + random.below(3) {
        change::program(random, &mut units);
    }
    Case { ending: "flir".to_owned(), bytes: print_program(&units).into_bytes() }
}

/// Verifies the units and runs them.
pub fn run(case: &Case) -> Result<Verdict, String> {
    let Ok(units) = parse_program(&String::from_utf8_lossy(&case.bytes)) else { return Ok(Verdict::Refused) };
    if is_too_large(&units) || units.units.iter().any(sleeps) {
        return Ok(Verdict::Refused);
    }
    let Ok(program) = Program::from_units(units) else { return Ok(Verdict::Refused) };
    let is_kernel = |unit: &&Unit| matches!(unit.kind, UnitKind::Subroutine | UnitKind::Function);
    for unit in program.units().units.iter().filter(is_kernel) {
        kernels::run(&program, unit)?;
    }
    if program.units().units.iter().any(|unit| unit.kind == UnitKind::Program) {
        run_main(&program)?;
    }
    Ok(Verdict::Accepted)
}

fn passes() -> PassOptions {
    PassOptions { verify: true, explain: true, ..PassOptions::default() }
}

fn options(gang: usize) -> CompileOptions {
    CompileOptions { gang: Some(gang), interruptible: true, verify: true, ..CompileOptions::default() }
}

fn run_main(program: &Program) -> Result<(), String> {
    let main = match program.main_program(&passes(), &options(1), &mut PassReport::default()) {
        Ok(main) => main,
        Err(error) => return own_error(&error),
    };
    until_limit(|interrupt| {
        // Whatever it does, it has ended.
        let _ = main.run_until(&mut &b"1 2\n3.5 abc\nT\n'x' 4\n"[..], &mut std::io::sink(), STACK, interrupt);
    });
    Ok(())
}

/// Runs something that ends soon after the number given to it is not zero any more.
fn until_limit(run: impl FnOnce(&AtomicU32)) {
    let interrupt = AtomicU32::new(0);
    std::thread::scope(|scope| {
        let clock = scope.spawn(|| {
            std::thread::park_timeout(RUN_LIMIT);
            interrupt.store(1, Ordering::Relaxed);
        });
        run(&interrupt);
        clock.thread().unpark();
    });
}

/// Of the errors of compiling, those that no input may cause.
fn own_error(error: &CompileError) -> Result<(), String> {
    match error {
        CompileError::Pass(PassError::Invalid { .. }) | CompileError::Jit(JitError::Codegen { .. }) => {
            Err(error.to_string())
        }
        _ => Ok(()),
    }
}

/// Whether it takes more memory than a run with short time may take.
fn is_too_large(units: &Units) -> bool {
    let vars = units.units.iter().flat_map(|unit| unit.vars.iter());
    let bytes = vars.map(|(_, var)| {
        let elements = var.element_count().unwrap_or(0).saturating_mul(var.ty.size() as u64);
        elements.saturating_add(var.area.as_ref().map_or(0, |place| place.offset))
    });
    bytes.fold(0, u64::saturating_add) > MOST_BYTES
}

/// Whether it waits for longer than a run may take.
fn sleeps(unit: &Unit) -> bool {
    let sleeps =
        |action: &Action| matches!(action.kind, ActionKind::Io(IoAction { kind: IoKind::System(Service::Sleep), .. }));
    match &unit.body {
        Body::Graph(graph) => graph.blocks.iter().any(|(_, block)| block.actions.iter().any(sleeps)),
        Body::Tree(tree) => tree.regions.iter().any(|(_, region)| {
            region.nodes.iter().any(|node| matches!(&node.kind, NodeKind::Action(action) if sleeps(action)))
        }),
    }
}

/// Whether the dummy procedures of a unit are not bound.
fn has_procedures(unit: &Unit) -> bool {
    unit.vars.iter().any(|(_, var)| var.storage == Storage::Procedure)
}
