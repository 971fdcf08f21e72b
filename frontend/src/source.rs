//! Source files and the places in them.

/// A source file of a [`SourceMap`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct FileId(pub u32);

/// A range of bytes of one source file, as the user wrote it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// The first byte.
    pub start: u32,
    /// The byte behind the last.
    pub end: u32,
}

/// One source file.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The name to show, as given on the command line.
    pub name: String,
    /// The whole text.
    pub text: String,
    /// Byte offset of each line's start.
    line_starts: Vec<u32>,
}

/// All source files of one compilation.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

impl SourceMap {
    /// Adds a file.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        let text = text.into();
        let newlines = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let line_starts = std::iter::once(0).chain(newlines.map(|(at, _)| at as u32 + 1)).collect();
        self.files.push(SourceFile { name: name.into(), text, line_starts });
        FileId(self.files.len() as u32 - 1)
    }

    /// The file of an id that [`SourceMap::add`] gave.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// All files, in the order in which they were added.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter().enumerate().map(|(index, file)| (FileId(index as u32), file))
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

    /// Line and column of a span's start, both counted from 1, the column in bytes.
    pub fn line_column(&self, span: Span) -> (u32, u32) {
        let starts = &self.file(span.file).line_starts;
        let line = starts.partition_point(|start| *start <= span.start).max(1);
        (line as u32, span.start - starts[line - 1] + 1)
    }
}
