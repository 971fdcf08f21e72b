//! Source files and the places in them.

use crate::preprocess;
use forlane_semantics::bytes;
use forlane_semantics::types::{IntegerKind, RealKind};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, LazyLock};

/// A source file of a [`SourceMap`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct FileId(pub u32);

impl FileId {
    /// The intrinsic modules that are written in Fortran: a file that every [`SourceMap`] has beside those added.
    pub const MODULES: FileId = FileId(u32::MAX);
}

static MODULES: LazyLock<Arc<SourceFile>> = LazyLock::new(|| {
    let text = concat!(
        include_str!("modules/ieee.f90"),
        include_str!("modules/c_pointers.f90"),
        include_str!("modules/openmp.f90"),
        include_str!("modules/environment.f90")
    )
    .replace("@version@", env!("CARGO_PKG_VERSION"));
    Arc::new(SourceFile::new("ieee_arithmetic".to_owned(), text))
});

/// A range of bytes of one source file, as the user wrote it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

/// One source file.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The name to show, as given on the command line.
    pub name: String,
    /// The whole text; [`bytes`] says what stands for bytes that are not UTF-8.
    pub text: String,
    /// Byte offset of each line's start.
    line_starts: Vec<u32>,
}

/// The kinds of what is declared or written without one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DefaultKinds {
    /// Of REAL and COMPLEX. DOUBLE PRECISION has 8 bytes in any case.
    pub real: RealKind,
    /// Of INTEGER and LOGICAL.
    pub integer: IntegerKind,
}

impl DefaultKinds {
    /// The kinds of those sizes in bytes: 4 or 8 each.
    pub fn of_sizes(real: u8, integer: u8) -> Option<DefaultKinds> {
        let real = match real {
            4 => RealKind::R4,
            8 => RealKind::R8,
            _ => return None,
        };
        let integer = match integer {
            4 => IntegerKind::I4,
            8 => IntegerKind::I8,
            _ => return None,
        };
        Some(DefaultKinds { real, integer })
    }
}

impl Default for DefaultKinds {
    fn default() -> DefaultKinds {
        DefaultKinds { real: RealKind::R4, integer: IntegerKind::I4 }
    }
}

/// All source files of one compilation.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    /// Columns of a line of fixed form that count; 72 if not set.
    line_length: Option<u32>,
    /// Whether all units are taken as if they said SAVE.
    keeps_locals: bool,
    default_kinds: DefaultKinds,
    /// What the preprocessor is to define, as `#define` would.
    definitions: Vec<String>,
    files: Vec<Arc<SourceFile>>,
    /// What an INCLUDE line of a file means, by its text; or why it means nothing.
    included: HashMap<(FileId, String), Result<FileId, String>>,
}

impl SourceMap {
    /// Adds a file, given as the bytes in it.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Vec<u8>>) -> FileId {
        let text = bytes::decode(text.into());
        self.files.push(Arc::new(SourceFile::new(name.into(), text)));
        FileId(self.files.len() as u32 - 1)
    }

    /// Says which file an INCLUDE line of `from` means, or why there is none.
    pub fn add_included(&mut self, from: FileId, name: impl Into<String>, included: Result<FileId, String>) {
        self.included.insert((from, name.into()), included);
    }

    /// The file that an INCLUDE line of `from` means, or why there is none; nothing if it was not looked for.
    pub fn included(&self, from: FileId, name: &str) -> Option<&Result<FileId, String>> {
        self.included.get(&(from, name.to_owned()))
    }

    /// Sets the number of columns of a line of fixed form that count, label field included; at least 7.
    pub fn set_line_length(&mut self, columns: u32) {
        self.line_length = Some(columns);
    }

    /// The number of columns of a line of fixed form that count.
    pub fn line_length(&self) -> u32 {
        self.line_length.unwrap_or(72).max(7)
    }

    /// Says whether local variables of all units that are not RECURSIVE keep their values between executions.
    pub fn set_keeps_locals(&mut self, keeps_locals: bool) {
        self.keeps_locals = keeps_locals;
    }

    /// Whether local variables of all units that are not RECURSIVE keep their values between executions.
    pub fn keeps_locals(&self) -> bool {
        self.keeps_locals
    }

    /// Sets the kinds of what is declared or written without one, in all files.
    pub fn set_default_kinds(&mut self, kinds: DefaultKinds) {
        self.default_kinds = kinds;
    }

    /// The kinds of what is declared or written without one.
    pub fn default_kinds(&self) -> DefaultKinds {
        self.default_kinds
    }

    /// Defines a macro for the files that go through the preprocessor: `NAME`, which stands for 1, `NAME=VALUE`, or
    /// `NAME(PARAMETER,…)=VALUE`.
    ///
    /// # Errors
    /// Says what is wrong with the name or the parameters.
    pub fn define(&mut self, macro_: &str) -> Result<(), String> {
        let (name, value) = macro_.split_once('=').unwrap_or((macro_, "1"));
        let definition = format!("{name} {value}");
        preprocess::check_definition(&definition)?;
        self.definitions.push(definition);
        Ok(())
    }

    /// What the preprocessor is to define, as `#define` would.
    pub(crate) fn definitions(&self) -> &[String] {
        &self.definitions
    }

    /// The file of an id that [`SourceMap::add`] returned, or of [`FileId::MODULES`].
    pub fn file(&self, id: FileId) -> &SourceFile {
        self.arc(id)
    }

    /// The file of an id, for who outlives the map.
    pub fn shared(&self, id: FileId) -> Arc<SourceFile> {
        Arc::clone(self.arc(id))
    }

    fn arc(&self, id: FileId) -> &Arc<SourceFile> {
        if id == FileId::MODULES { &MODULES } else { &self.files[id.0 as usize] }
    }

    /// All files, in the order in which they were added.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter().enumerate().map(|(index, file)| (FileId(index as u32), &**file))
    }

    /// The lines that a span touches, and one more on either side.
    pub fn lines_around(&self, span: Span) -> impl Iterator<Item = &str> {
        let file = self.file(span.file);
        let starts = &file.line_starts;
        let line_of = |at: u32| starts.partition_point(|start| *start <= at).max(1) - 1;
        let first = line_of(span.start).saturating_sub(1);
        let last = (line_of(span.end) + 1).min(starts.len() - 1);
        (first..=last).map(move |line| {
            let end = starts.get(line + 1).map_or(file.text.len(), |end| *end as usize);
            &file.text[starts[line] as usize..end]
        })
    }

    /// The text of a line of a file, counted from 1, without the blanks around it.
    pub fn line_span(&self, file: FileId, line: u32) -> Span {
        let source = self.file(file);
        let range = source.line((line as usize).saturating_sub(1));
        let text = &source.text[range.clone()];
        let start = range.start + (text.len() - text.trim_start().len());
        Span { file, start: start as u32, end: (range.start + text.trim_end().len()).max(start) as u32 }
    }

    /// The line of a span's start, counted from 1.
    pub fn line(&self, span: Span) -> u32 {
        self.file(span.file).line_of(span.start)
    }

    /// Line and column of a span's start, both counted from 1, the column in characters.
    pub fn line_column(&self, span: Span) -> (u32, u32) {
        self.file(span.file).line_column(span.start)
    }
}

impl SourceFile {
    pub(crate) fn new(name: String, text: String) -> SourceFile {
        let newlines = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let line_starts = std::iter::once(0).chain(newlines.map(|(at, _)| at as u32 + 1)).collect();
        SourceFile { name, text, line_starts }
    }

    /// Line and column of a byte, both counted from 1, the column in characters.
    pub fn line_column(&self, at: u32) -> (u32, u32) {
        let line = self.line_of(at);
        let start = self.line_starts[line as usize - 1] as usize;
        let before = self.text.get(start..at as usize).map_or(0, |text| text.chars().count());
        (line, before as u32 + 1)
    }

    /// The line of a byte, counted from 1.
    pub fn line_of(&self, at: u32) -> u32 {
        self.line_starts.partition_point(|start| *start <= at).max(1) as u32
    }

    /// The number of lines; after a last line end is another one, which is empty.
    pub fn lines(&self) -> usize {
        self.line_starts.len()
    }

    /// The bytes of a line, counted from 0, with its end.
    pub(crate) fn line(&self, line: usize) -> Range<usize> {
        let start = self.line_starts.get(line).map_or(self.text.len(), |start| *start as usize);
        start..self.line_starts.get(line + 1).map_or(self.text.len(), |end| *end as usize)
    }
}
