//! From sources to the control flow graphs of their units.
//!
//! ```
//! use forlane::compile::{SourceKind, Sources, check};
//! use forlane_frontend::form::SourceForm;
//!
//! let mut sources = Sources::default();
//! sources.add("jump.f90", "go to 10\nend\n", SourceKind::Fortran(SourceForm::Free));
//! let found = check(&sources);
//! assert_eq!((found[0].code, sources.map.line_column(found[0].span)), ("E0261", (1, 7)));
//! ```

use crate::setup::variables::AreaNames;
use crate::text_units::TextUnits;
use forlane_cfg::analysis::endless_loops;
use forlane_cfg::{Body, Program, SourceLine};
use forlane_frontend::compile::compile_each;
use forlane_frontend::diagnostics::{Diagnostic, Diagnostics, has_errors, has_fatal_errors};
use forlane_lower::{lower_unit, lower_what_can_be};
use forlane_rewrites::find_constants::find_constants;
use forlane_rewrites::passes::PassReport;

pub use crate::sources::{ReadError, SourceKind, Sources};

/// Stack for walks over deep expressions; unused parts take no memory.
pub const STACK_BYTES: usize = 512 << 20;

/// What sources are compiled to.
pub(crate) struct Compiled {
    /// The units.
    pub units: Program,
    /// The variables in areas, which the user can name.
    pub areas: AreaNames,
    /// How long each phase took.
    #[cfg(feature = "command")]
    pub times: Vec<forlane_rewrites::passes::PassTime>,
}

/// Compiles sources to graphs, on a thread whose stack is large enough for the deepest expressions.
///
/// There is a program unless a diagnostic is a fatal error; an unsupported statement fails when it is reached.
/// Diagnostics are returned in either case, sorted by place.
pub(crate) fn compile(sources: &Sources) -> (Option<Compiled>, Vec<Diagnostic>) {
    on_deep_stack(|| compile_here(sources))
}

/// All diagnostics that compiling the sources would report; no unit is kept, so this takes less memory.
pub fn check(sources: &Sources) -> Vec<Diagnostic> {
    on_deep_stack(|| check_here(sources))
}

/// Runs a function on a thread whose stack is large enough for the deepest expressions.
fn on_deep_stack<T: Send>(function: impl Fn() -> T + Sync) -> T {
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
        match builder.spawn_scoped(scope, &function).map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(result)) => result,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(_) => function(),
        }
    })
}

fn check_here(sources: &Sources) -> Vec<Diagnostic> {
    let fortran = sources.fortran();
    if fortran.len() < sources.kinds.len() {
        // The calls of units in text are checked against the others, which have to be kept for that.
        return compile_here(sources).1;
    }
    let mut of_building = Vec::new();
    let mut diagnostics = compile_each(&sources.map, &fortran, &mut |unit, is_sound| {
        if !is_sound {
            return;
        }
        match lower_unit(&unit, &sources.map) {
            Ok(units) => units.iter().for_each(|built| of_building.extend(warn_of_endless_loops(sources, built))),
            Err(errors) => of_building.extend(errors.iter().map(|error| error.to_diagnostic())),
        }
    });
    if !has_errors(&diagnostics) {
        diagnostics.append(&mut of_building);
    }
    sorted(diagnostics)
}

fn sorted(diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut all = Diagnostics::default();
    all.extend(diagnostics);
    all.into_sorted()
}

/// A warning for each loop of a unit that has no exit.
fn warn_of_endless_loops(sources: &Sources, unit: &forlane_cfg::Unit) -> Vec<Diagnostic> {
    let Body::Graph(graph) = &unit.body else { return Vec::new() };
    let warning = |line: SourceLine| {
        let (file, _) = sources.map.files().find(|(_, file)| file.name == unit.file_at(line))?;
        let span = sources.map.line_span(file, line.number);
        let warning = Diagnostic::warning("W0262", span, "this loop has no exit: it never ends");
        Some(warning.with_label("begins here"))
    };
    endless_loops(graph).into_iter().filter_map(warning).collect()
}

fn compile_here(sources: &Sources) -> (Option<Compiled>, Vec<Diagnostic>) {
    let mut report = PassReport::default();
    let (texts, mut diagnostics) = TextUnits::read(sources);
    let fortran = sources.fortran();
    let (resolved, mut found) =
        report.time("front-end", "", || forlane_frontend::compile::compile(&sources.map, &fortran));
    diagnostics.append(&mut found);
    if has_fatal_errors(&diagnostics) {
        return (None, diagnostics);
    }
    let (mut program, errors) = report.time("build-graphs", "", || lower_what_can_be(&resolved, &sources.map));
    diagnostics.extend(errors.iter().map(|error| error.to_diagnostic()));
    program.units.iter().for_each(|unit| diagnostics.extend(warn_of_endless_loops(sources, unit)));
    diagnostics.append(&mut texts.join(&mut program));
    if has_fatal_errors(&diagnostics) {
        return (None, sorted(diagnostics));
    }
    let constants = report.time("find-constants", "", || find_constants(&mut program));
    let areas = AreaNames::of(&resolved, constants);
    let compiled = Compiled {
        units: program,
        areas,
        #[cfg(feature = "command")]
        times: report.times,
    };
    (Some(compiled), sorted(diagnostics))
}
