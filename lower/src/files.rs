//! The files that the lines of a unit are in: its own, and those that it includes.

use forlane_cfg::unit::SourceLine;
use forlane_frontend::source::{FileId, SourceMap, Span};

/// The files of a unit, its own first.
pub(super) struct Files {
    files: Vec<FileId>,
}

impl Files {
    /// Those of a unit that begins in that file.
    pub fn of_unit_in(file: FileId) -> Files {
        Files { files: vec![file] }
    }

    /// The line of a span's start.
    pub fn line(&mut self, span: Span, sources: &SourceMap) -> SourceLine {
        let known = self.files.iter().position(|file| *file == span.file);
        let index = known.unwrap_or_else(|| {
            self.files.push(span.file);
            self.files.len() - 1
        });
        SourceLine { file: index as u32, number: sources.line(span) }
    }

    /// The names of all but the unit's own.
    pub fn names(&self, sources: &SourceMap) -> Vec<String> {
        self.files[1..].iter().map(|file| sources.file(*file).name.clone()).collect()
    }
}
