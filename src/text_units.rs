//! Units that are read from text files: parsed and verified, and what is wrong with them located in the text.

use crate::sources::{SourceKind, Sources};
use forlane_cfg::text::{TextPlaces, parse_with_places};
use forlane_cfg::verify::verify_units;
use forlane_cfg::{Program, Unit};
use forlane_frontend::diagnostics::Diagnostic;
use forlane_frontend::source::{FileId, Span};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// The units of the text files among the sources.
pub(crate) struct TextUnits {
    /// Each unit with the file it comes from, and, by that place, where its parts are there.
    units: Vec<(usize, Unit)>,
    files: Vec<(FileId, TextPlaces)>,
}

impl TextUnits {
    /// Reads all text files. A file that can't be read makes diagnostics alone.
    pub(crate) fn read(sources: &Sources) -> (TextUnits, Vec<Diagnostic>) {
        let (mut texts, mut diagnostics) = (TextUnits { units: Vec::new(), files: Vec::new() }, Vec::new());
        for (id, kind) in &sources.kinds {
            let SourceKind::Text = kind else { continue };
            let text = &sources.map.file(*id).text;
            match parse_with_places(text) {
                Ok((program, places)) => {
                    let file = texts.files.len();
                    texts.units.extend(program.units.into_iter().map(|unit| (file, unit)));
                    texts.files.push((*id, places));
                }
                Err(errors) => diagnostics.extend(errors.into_iter().map(|error| {
                    let rest = &text[error.offset..];
                    let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
                    Diagnostic::error("E0700", span(*id, error.offset..error.offset + length), error.message)
                })),
            }
        }
        (texts, diagnostics)
    }

    /// Adds the units to those of other sources, and says what is wrong with them.
    pub(crate) fn join(self, program: &mut Program) -> Vec<Diagnostic> {
        let mut diagnostics = Vec::new();
        let mut names: HashSet<String> = program.units.iter().map(|unit| unit.name.clone()).collect();
        let mut files = Vec::with_capacity(self.units.len());
        let first = program.units.len();
        for (file, unit) in self.units {
            if !names.insert(unit.name.clone()) {
                let (id, places) = &self.files[file];
                let place = places.find(&unit.name, forlane_cfg::text::UnitPart::Unit).unwrap_or_default();
                let message = format!("unit {} is also in another file", unit.name);
                diagnostics.push(Diagnostic::error("E0702", span(*id, place), message));
            }
            files.push(file);
            program.units.push(unit);
        }
        if !diagnostics.is_empty() {
            return diagnostics;
        }
        let files: HashMap<&str, usize> =
            program.units[first..].iter().map(|unit| unit.name.as_str()).zip(files).collect();
        for error in verify_units(&program.units[first..], program).err().unwrap_or_default() {
            let Some(file) = files.get(error.unit.as_str()) else { continue };
            let (id, places) = &self.files[*file];
            let place = places.find(&error.unit, error.entity).unwrap_or_default();
            let message = format!("verify[{}]: {}: {}", error.rule, error.place, error.message);
            diagnostics.push(Diagnostic::error("E0701", span(*id, place), message));
        }
        diagnostics
    }
}

/// A place in a file; files are far smaller than the numbers of a span.
fn span(file: FileId, range: Range<usize>) -> Span {
    Span { file, start: range.start as u32, end: range.end as u32 }
}
