//! From sources to the control flow graphs of their units.

use forlane_cfg::build::build_program;
use forlane_cfg::text::{TextError, parse_program};
use forlane_cfg::{Program, verify};
use forlane_frontend::diagnostics::{Diagnostic, has_errors};
use forlane_frontend::form::SourceForm;
use forlane_frontend::source::{FileId, SourceMap, Span};
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
            sources.add(name, text_of(path, bytes)?, kind);
        }
        Ok(sources)
    }

    /// Adds a text.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>, kind: SourceKind) {
        let id = self.map.add(name, text);
        self.kinds.push((id, kind));
    }
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

/// Compiles sources to graphs.
///
/// The program is there unless a diagnostic is an error; warnings come either way, sorted by place.
pub fn compile(sources: &Sources) -> (Option<Program>, Vec<Diagnostic>) {
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
            program.units.append(&mut units);
            (Some(program), diagnostics)
        }
        Err(errors) => {
            diagnostics.extend(errors.iter().map(|error| error.to_diagnostic()));
            (None, diagnostics)
        }
    }
}

/// Reads and verifies the units of a text file.
fn read_units(map: &SourceMap, id: FileId, diagnostics: &mut Vec<Diagnostic>) -> Vec<forlane_cfg::Unit> {
    let text = &map.file(id).text;
    match parse_program(text) {
        Ok(program) => {
            for unit in &program.units {
                if let Err(errors) = verify::verify_unit(unit) {
                    let whole = Span { file: id, start: 0, end: 0 };
                    diagnostics.extend(
                        errors
                            .iter()
                            .map(|error| Diagnostic::error("E0701", whole, format!("unit `{}`: {error}", unit.name))),
                    );
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
    let line_start: usize = text.split_inclusive('\n').take(error.line.saturating_sub(1) as usize).map(str::len).sum();
    let start = (line_start + error.column.saturating_sub(1) as usize).min(text.len());
    let end = text[start..].find(char::is_whitespace).map_or(text.len(), |length| start + length);
    let span = Span { file, start: start as u32, end: end as u32 };
    Diagnostic::error("E0700", span, error.message.clone())
}
