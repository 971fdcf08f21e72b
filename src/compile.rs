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

use crate::text_units::TextUnits;
use forlane_cfg::analysis::endless_loops;
use forlane_cfg::{Body, Program, SourceLine};
use forlane_frontend::compile::compile_each;
use forlane_frontend::diagnostics::{Diagnostic, Diagnostics, has_errors, has_fatal_errors};
use forlane_frontend::form::SourceForm;
use forlane_frontend::parse::included_names;
use forlane_frontend::source::{FileId, SourceMap};
use forlane_lower::{lower_unit, lower_what_can_be};
use forlane_rewrites::find_constants::find_constants;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// What a source file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceKind {
    /// Fortran of that form.
    Fortran(SourceForm),
    /// Units in the text form of the intermediate representations, of any stage.
    Text,
}

impl SourceKind {
    /// What a file's ending tells: `.flir` is text of units; none for an ending that is not known.
    pub fn of(path: &Path) -> Option<SourceKind> {
        if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("flir")) {
            return Some(SourceKind::Text);
        }
        SourceForm::from_path(path).map(SourceKind::Fortran)
    }
}

/// Sources that have been read, and what there is to say about them.
#[derive(Debug, Default)]
pub struct Sources {
    /// The texts.
    pub map: SourceMap,
    /// What each file holds, in the order of the map.
    pub kinds: Vec<(FileId, SourceKind)>,
}

/// An error of reading a source file.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// It can't be read.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: String,
        /// Why.
        source: std::io::Error,
    },
    /// It is no text.
    #[error("{path}: not a text file: {problem} at byte {at}")]
    NotText {
        /// The file.
        path: String,
        /// What is there.
        problem: &'static str,
        /// Where, counted from 0.
        at: usize,
    },
    /// The ending tells no source form.
    #[error(
        "{path}: the source form is not known from the ending (.f .for .ftn .f77, .f90 .f95 .f03 .f08, or .flir); give --form"
    )]
    UnknownForm {
        /// The file.
        path: String,
    },
}

impl Sources {
    /// Reads files; a form given here holds for all Fortran files, whatever their ending.
    ///
    /// # Errors
    /// The first file that can't be read, is no text, or has an ending that tells nothing.
    pub fn read(files: &[PathBuf], form: Option<SourceForm>) -> Result<Sources, ReadError> {
        let mut sources = Sources::default();
        for path in files {
            let name = path.display().to_string();
            let kind = match (SourceKind::of(path), form) {
                (Some(SourceKind::Text), _) => SourceKind::Text,
                (_, Some(form)) => SourceKind::Fortran(form),
                (Some(kind), None) => kind,
                (None, None) => return Err(ReadError::UnknownForm { path: name }),
            };
            let bytes = std::fs::read(path).map_err(|source| ReadError::Io { path: name.clone(), source })?;
            let id = sources.add(name, text_of(path, bytes)?, kind);
            if let SourceKind::Fortran(form) = kind {
                sources.read_included(id, path, form);
            }
        }
        Ok(sources)
    }

    /// Adds a text.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Vec<u8>>, kind: SourceKind) -> FileId {
        let id = self.map.add(name, text);
        self.kinds.push((id, kind));
        id
    }

    /// The files that hold Fortran, and their forms.
    fn fortran(&self) -> Vec<(FileId, SourceForm)> {
        let forms = self.kinds.iter().filter_map(|(id, kind)| match kind {
            SourceKind::Fortran(form) => Some((*id, *form)),
            SourceKind::Text => None,
        });
        forms.collect()
    }

    /// Reads the files that a file includes, and those that these include. What can't be read is said where it is
    /// included.
    fn read_included(&mut self, id: FileId, path: &Path, form: SourceForm) {
        let mut known: HashMap<PathBuf, FileId> = HashMap::new();
        known.insert(place_of(path), id);
        let mut pending = vec![(id, path.to_owned())];
        while let Some((from, from_path)) = pending.pop() {
            for name in included_names(&self.map, from, form) {
                let beside =
                    |path: &Path| path.parent().map_or_else(|| PathBuf::from(&name), |folder| folder.join(&name));
                // Beside the file that includes it, or else beside the first one, where other compilers look.
                let path = Some(beside(&from_path)).filter(|path| path.exists()).unwrap_or_else(|| beside(path));
                let included = match known.get(&place_of(&path)) {
                    Some(id) => Ok(*id),
                    None => read_text(&path).map(|text| {
                        let id = self.map.add(path.display().to_string(), text);
                        known.insert(place_of(&path), id);
                        pending.push((id, path));
                        id
                    }),
                };
                self.map.add_included(from, name, included);
            }
        }
    }
}

/// The file of a path, in one spelling, so that a file that includes itself is seen to.
fn place_of(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

fn read_text(path: &Path) -> Result<Vec<u8>, String> {
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    text_of(path, bytes).map_err(|error| error.to_string())
}

/// The bytes of a file; a zero byte tells that it is no text at all.
fn text_of(path: &Path, bytes: Vec<u8>) -> Result<Vec<u8>, ReadError> {
    let path = path.display().to_string();
    if let Some(at) = bytes.iter().position(|byte| *byte == 0) {
        return Err(ReadError::NotText { path, problem: "a zero byte", at });
    }
    Ok(bytes)
}

/// Stack for walks over deep expressions; what is not used takes no memory.
pub const STACK_BYTES: usize = 512 << 20;

/// Compiles sources to graphs, on a thread whose stack is large enough for the deepest expressions.
///
/// The program is there unless a diagnostic is a fatal error: what is not supported fails in it when it is reached.
/// Diagnostics come either way, sorted by place.
pub(crate) fn compile(sources: &Sources) -> (Option<Program>, Vec<Diagnostic>) {
    on_deep_stack(|| compile_here(sources))
}

/// All diagnostics of sources, as compiling gives them; no unit is kept, so this takes less memory.
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

/// A warning for each loop of a built unit that nothing leaves.
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

fn compile_here(sources: &Sources) -> (Option<Program>, Vec<Diagnostic>) {
    let (texts, mut diagnostics) = TextUnits::read(sources);
    let (resolved, mut found) = forlane_frontend::compile::compile(&sources.map, &sources.fortran());
    diagnostics.append(&mut found);
    if has_fatal_errors(&diagnostics) {
        return (None, diagnostics);
    }
    let (mut program, errors) = lower_what_can_be(&resolved, &sources.map);
    diagnostics.extend(errors.iter().map(|error| error.to_diagnostic()));
    if errors.iter().any(|error| !error.is_unsupported) {
        return (None, sorted(diagnostics));
    }
    program.units.iter().for_each(|unit| diagnostics.extend(warn_of_endless_loops(sources, unit)));
    diagnostics.append(&mut texts.join(&mut program));
    if has_fatal_errors(&diagnostics) {
        return (None, sorted(diagnostics));
    }
    find_constants(&mut program);
    (Some(program), sorted(diagnostics))
}
