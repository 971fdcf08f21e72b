//! From sources to the control flow graphs of their units.

use forlane_cfg::analysis::endless_loops;
use forlane_cfg::build::{build_program, build_unit, find_constant_areas};
use forlane_cfg::text::{Entity, TextError, parse_program, print_lines};
use forlane_cfg::verify::{self, VerifyError};
use forlane_cfg::{Body, Program, SourceLine};
use forlane_frontend::compile::compile_each;
use forlane_frontend::diagnostics::{Diagnostic, Diagnostics, has_errors};
use forlane_frontend::form::SourceForm;
use forlane_frontend::parse::included_names;
use forlane_frontend::source::{FileId, SourceMap, Span};
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
    #[error("{path}: the ending tells no source form (.f .for .ftn .f77, .f90 .f95 .f03 .f08, or .flir); give --form")]
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
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>, kind: SourceKind) -> FileId {
        let id = self.map.add(name, text);
        self.kinds.push((id, kind));
        id
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

fn read_text(path: &Path) -> Result<String, String> {
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    text_of(path, bytes).map_err(|error| error.to_string())
}

/// The text of a file. Old sources are often Latin-1 in their comments, so bytes above 127 that are no UTF-8 are taken
/// as Latin-1; a zero byte tells that it is no text at all.
fn text_of(path: &Path, bytes: Vec<u8>) -> Result<String, ReadError> {
    let path = path.display().to_string();
    if let Some(at) = bytes.iter().position(|byte| *byte == 0) {
        return Err(ReadError::NotText { path, problem: "a zero byte", at });
    }
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| error.into_bytes().iter().map(|byte| char::from(*byte)).collect()))
}

/// Stack for walks over deep expressions; what is not used takes no memory.
pub const STACK_BYTES: usize = 512 << 20;

/// Compiles sources to graphs, on a thread whose stack is large enough for the deepest expressions.
///
/// The program is there unless a diagnostic is an error; warnings come either way, sorted by place.
pub fn compile(sources: &Sources) -> (Option<Program>, Vec<Diagnostic>) {
    on_deep_stack(|| compile_here(sources))
}

/// All diagnostics of sources, as [`compile`] gives them; no unit is kept, so this takes less memory.
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
    let mut diagnostics = Vec::new();
    let mut fortran = Vec::new();
    for (id, kind) in &sources.kinds {
        match kind {
            SourceKind::Fortran(form) => fortran.push((*id, *form)),
            SourceKind::Text => drop(read_units(&sources.map, *id, &mut diagnostics)),
        }
    }
    let mut of_building = Vec::new();
    diagnostics.append(&mut compile_each(&sources.map, &fortran, &mut |unit, is_sound| {
        if !is_sound {
            return;
        }
        match build_unit(&unit, &sources.map) {
            Ok(units) => units.iter().for_each(|built| of_building.extend(warn_of_endless_loops(sources, built))),
            Err(errors) => of_building.extend(errors.iter().map(|error| error.to_diagnostic())),
        }
    }));
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
    let named = sources.map.files().find(|(_, file)| file.name == unit.file);
    let Some((file, _)) = named else { return Vec::new() };
    let warning = |line: SourceLine| {
        let span = sources.map.line_span(file, line.0);
        Diagnostic::warning("W0262", span, "nothing leaves this loop: it never ends").with_label("begins here")
    };
    endless_loops(graph).into_iter().map(warning).collect()
}

fn compile_here(sources: &Sources) -> (Option<Program>, Vec<Diagnostic>) {
    let mut fortran = Vec::new();
    let mut diagnostics = Vec::new();
    let mut units = Vec::new();
    for (id, kind) in &sources.kinds {
        match kind {
            SourceKind::Fortran(form) => fortran.push((*id, *form)),
            SourceKind::Text => units.extend(read_units(&sources.map, *id, &mut diagnostics)),
        }
    }
    let (resolved, mut found) = forlane_frontend::compile::compile(&sources.map, &fortran);
    diagnostics.append(&mut found);
    if has_errors(&diagnostics) {
        return (None, diagnostics);
    }
    match build_program(&resolved, &sources.map) {
        Ok(mut program) => {
            program.units.iter().for_each(|unit| diagnostics.extend(warn_of_endless_loops(sources, unit)));
            program.units.append(&mut units);
            find_constant_areas(&mut program);
            (Some(program), sorted(diagnostics))
        }
        Err(errors) => {
            diagnostics.extend(errors.iter().map(|error| error.to_diagnostic()));
            (None, sorted(diagnostics))
        }
    }
}

/// A broken rule, at the line of the text that it concerns.
fn verify_diagnostic(text: &str, file: FileId, unit: &forlane_cfg::Unit, error: &VerifyError) -> Diagnostic {
    let (start, end) = place_in_text(text, unit, error.entity).unwrap_or_default();
    let message = format!("{} breaks the rule {}: {}", error.place, error.rule, error.message);
    Diagnostic::error("E0701", Span { file, start, end }, message)
}

/// Where the entity stands in the text that the unit was read from, in bytes. A text has one entity a line, but its
/// blocks may stand in any order, so the line is found by what it says.
fn place_in_text(text: &str, unit: &forlane_cfg::Unit, entity: Entity) -> Option<(u32, u32)> {
    let printed = print_lines(unit);
    let shown = printed.iter().position(|line| line.entity == Some(entity)).unwrap_or(0);
    let wanted = without_comment(&printed.get(shown)?.text);
    let equal_before = printed[..shown].iter().filter(|line| without_comment(&line.text) == wanted).count();
    let head = without_comment(&printed.first()?.text);
    let mut offset = 0;
    let lines = text.split_inclusive('\n').map(|line| {
        let place = (offset, line);
        offset += line.len();
        place
    });
    let of_unit = lines.skip_while(|(_, line)| without_comment(line) != head);
    let (start, line) = of_unit.filter(|(_, line)| without_comment(line) == wanted).nth(equal_before)?;
    let start = start + line.len() - line.trim_start().len();
    let end = start + wanted.len();
    Some((u32::try_from(start).ok()?, u32::try_from(end).ok()?))
}

/// A line of text form without its comment and the blanks around it.
fn without_comment(line: &str) -> &str {
    line.split(" ;").next().unwrap_or(line).trim()
}

/// Reads and verifies the units of a text file.
fn read_units(map: &SourceMap, id: FileId, diagnostics: &mut Vec<Diagnostic>) -> Vec<forlane_cfg::Unit> {
    let text = &map.file(id).text;
    match parse_program(text) {
        Ok(program) => {
            for unit in &program.units {
                if let Err(errors) = verify::verify_unit(unit) {
                    diagnostics.extend(errors.iter().map(|error| verify_diagnostic(text, id, unit, error)));
                }
            }
            program.units
        }
        Err(errors) => {
            diagnostics.extend(errors.iter().map(|error| text_diagnostic(text, id, error)));
            Vec::new()
        }
    }
}

fn text_diagnostic(text: &str, file: FileId, error: &TextError) -> Diagnostic {
    let line_start: usize = text.split_inclusive('\n').take(error.line.saturating_sub(1)).map(str::len).sum();
    let start = (line_start + error.column.saturating_sub(1)).min(text.len());
    let end = text[start..].find(char::is_whitespace).map_or(text.len(), |length| start + length);
    let span = Span { file, start: start as u32, end: end as u32 };
    Diagnostic::error("E0700", span, error.message.clone())
}
