//! Source files as they are read, with the files that they include.
//!
//! ```
//! use forlane::sources::SourceKind;
//! use forlane::{Program, SourceOptions, SourceText};
//! use forlane_frontend::form::SourceForm;
//!
//! let text = |name: &str, text: &str, kind| SourceText { name: name.to_owned(), text: text.into(), kind };
//! let free = Some(SourceKind::Fortran(SourceForm::Free));
//! let texts = [
//!     text("k/half.f90", "real function half(x)\n include 'x.inc'\n half = x/2\nend\n", free),
//!     text("k/x.inc", "real x\n", None),
//! ];
//! let program = Program::from_texts(&texts, &SourceOptions::default())?;
//! assert_eq!(program.sources(), texts);
//! # Ok::<(), forlane::CompileError>(())
//! ```

use forlane_frontend::form::SourceForm;
use forlane_frontend::parse::included_names;
use forlane_frontend::source::{DefaultKinds, FileId, SourceMap};
use forlane_semantics::bytes;
use std::collections::HashMap;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

/// What a source file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SourceKind {
    /// Fortran of that form.
    Fortran(SourceForm),
    /// Units in the text form of the intermediate representations, of any stage.
    Text,
}

impl SourceKind {
    /// The kind of source by the ending of the file's name, `.flir` for the text of units; none for an unknown ending.
    pub fn of(path: &Path) -> Option<SourceKind> {
        if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("flir")) {
            return Some(SourceKind::Text);
        }
        SourceForm::from_path(path).map(SourceKind::Fortran)
    }
}

/// A source in memory.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SourceText {
    /// The name that messages show. INCLUDE lines find it as they would a file of that path.
    pub name: String,
    /// What is in it.
    pub text: Vec<u8>,
    /// What that is; none for a text that others include.
    pub kind: Option<SourceKind>,
}

/// How sources are read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SourceOptions {
    /// The form of all Fortran files, even if their ending says another.
    pub form: Option<SourceForm>,
    /// Columns of a line of fixed form that count; 72 if not set.
    pub line_length: Option<u32>,
    /// Whether local variables of all units that are not RECURSIVE keep their values between executions.
    pub keeps_locals: bool,
    /// The kinds of what is declared or written without one.
    pub default_kinds: DefaultKinds,
    /// Macros for files that go through the preprocessor: `NAME`, which stands for 1, `NAME=VALUE`, or
    /// `NAME(PARAMETER,…)=VALUE`.
    pub definitions: Vec<String>,
    /// Folders in which included files are that are not beside those that include them.
    pub folders: Vec<PathBuf>,
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
    /// It is not a text.
    #[error("{path}: not a text file: {problem} at byte {at}")]
    NotText {
        /// The file.
        path: String,
        /// What is there.
        problem: &'static str,
        /// Where, counted from 0.
        at: usize,
    },
    /// It has more than 256 MiB.
    #[error("{path}: longer than 256 MiB")]
    TooLong {
        /// The file.
        path: String,
    },
    /// The ending of the file's name is not that of a source form.
    #[error(
        "{path}: the source form is not known from the ending (.f .for .ftn .f77, .f90 .f95 .f03 .f08, or .flir); give --form"
    )]
    UnknownForm {
        /// The file.
        path: String,
    },
    /// A macro of the options is wrong.
    #[error("the macro `{definition}` can't be defined: {problem}")]
    Definition {
        /// What was given.
        definition: String,
        /// What is wrong with it.
        problem: String,
    },
}

impl ReadError {
    /// What is wrong, where the message names the file already.
    fn of_known_file(self) -> String {
        match self {
            ReadError::Io { source, .. } => source.to_string(),
            error => error.to_string(),
        }
    }
}

impl Sources {
    /// Reads files; a form given here applies to all Fortran files, even if their ending says another.
    ///
    /// # Errors
    /// The first file that can't be read, is not a text, or has an unknown ending; a macro that can't be defined.
    pub fn read(files: &[PathBuf], options: &SourceOptions) -> Result<Sources, ReadError> {
        let mut sources = Sources::with(options)?;
        for path in files {
            let name = path.display().to_string();
            let kind = match (SourceKind::of(path), options.form) {
                (Some(SourceKind::Text), _) => SourceKind::Text,
                (_, Some(form)) => SourceKind::Fortran(form),
                (Some(kind), None) => kind,
                (None, None) => return Err(ReadError::UnknownForm { path: name }),
            };
            let id = sources.add(name, read_text(path)?, kind);
            if let SourceKind::Fortran(form) = kind {
                sources.read_included(id, path, form, (&Folder::Files, &options.folders));
            }
        }
        Ok(sources)
    }

    /// Takes texts from memory; those without a kind are what the others may include.
    ///
    /// # Errors
    /// A macro that can't be defined.
    pub fn of_texts(texts: &[SourceText], options: &SourceOptions) -> Result<Sources, ReadError> {
        let mut sources = Sources::with(options)?;
        let folder = Folder::Texts(texts.iter().map(|source| (Path::new(&source.name), &source.text[..])).collect());
        for SourceText { name, text, kind } in texts {
            let Some(kind) = *kind else { continue };
            let id = sources.add(name, text.clone(), kind);
            if let SourceKind::Fortran(form) = kind {
                sources.read_included(id, Path::new(name), form, (&folder, &options.folders));
            }
        }
        Ok(sources)
    }

    /// No sources, with what the options say beside the form.
    fn with(options: &SourceOptions) -> Result<Sources, ReadError> {
        let mut sources = Sources::default();
        if let Some(line_length) = options.line_length {
            sources.map.set_line_length(line_length);
        }
        sources.map.set_keeps_locals(options.keeps_locals);
        sources.map.set_default_kinds(options.default_kinds);
        for definition in &options.definitions {
            let wrong = |problem| ReadError::Definition { definition: definition.clone(), problem };
            sources.map.define(definition).map_err(wrong)?;
        }
        Ok(sources)
    }

    /// All texts, with those that are included: [`Sources::of_texts`] makes the same sources of them.
    pub fn texts(&self) -> Vec<SourceText> {
        let mut texts: Vec<SourceText> = Vec::new();
        for (id, file) in self.map.files() {
            let kind = self.kinds.iter().find(|(known, _)| *known == id).map(|(_, kind)| *kind);
            let source = SourceText { name: file.name.clone(), text: bytes::encode(&file.text), kind };
            // What several files include is read for each of them.
            if kind.is_some() || texts.iter().all(|known| known.name != source.name) {
                texts.push(source);
            }
        }
        texts
    }

    /// Adds a text.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Vec<u8>>, kind: SourceKind) -> FileId {
        let id = self.map.add(name, text);
        self.kinds.push((id, kind));
        id
    }

    /// The files that hold Fortran, and their forms.
    pub(crate) fn fortran(&self) -> Vec<(FileId, SourceForm)> {
        let forms = self.kinds.iter().filter_map(|(id, kind)| match kind {
            SourceKind::Fortran(form) => Some((*id, *form)),
            SourceKind::Text => None,
        });
        forms.collect()
    }

    /// Reads the files that a file includes, and those that these include. What can't be read is said where it is
    /// included.
    fn read_included(
        &mut self,
        id: FileId,
        path: &Path,
        form: SourceForm,
        (folder, others): (&Folder<'_>, &[PathBuf]),
    ) {
        let mut known: HashMap<PathBuf, FileId> = HashMap::new();
        known.insert(folder.place_of(path), id);
        let mut pending = vec![(id, path.to_owned())];
        while let Some((from, from_path)) = pending.pop() {
            for name in included_names(&self.map, from, form) {
                let beside =
                    |path: &Path| path.parent().map_or_else(|| PathBuf::from(&name), |folder| folder.join(&name));
                // Beside the file that includes it, or else beside the first one, where other compilers look, or in
                // one of the other folders.
                let mut places =
                    [&*from_path, path].map(beside).into_iter().chain(others.iter().map(|in_| in_.join(&name)));
                let path = places.find(|path| folder.has(path)).unwrap_or_else(|| beside(path));
                let included = match known.get(&folder.place_of(&path)) {
                    Some(id) => Ok(*id),
                    None => folder.read(&path).map_err(|error| error.of_known_file()).map(|text| {
                        let id = self.map.add(path.display().to_string(), text);
                        known.insert(folder.place_of(&path), id);
                        pending.push((id, path));
                        id
                    }),
                };
                self.map.add_included(from, name, included);
            }
        }
    }
}

/// Where included files are looked for.
enum Folder<'a> {
    Files,
    Texts(HashMap<&'a Path, &'a [u8]>),
}

impl Folder<'_> {
    fn has(&self, path: &Path) -> bool {
        match self {
            Folder::Files => path.exists(),
            Folder::Texts(texts) => texts.contains_key(path),
        }
    }

    /// The file of a path, in one spelling, so that a file that includes itself is seen to.
    fn place_of(&self, path: &Path) -> PathBuf {
        match self {
            Folder::Files => std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()),
            Folder::Texts(_) => path.to_owned(),
        }
    }

    fn read(&self, path: &Path) -> Result<Vec<u8>, ReadError> {
        let missing = || ReadError::Io { path: path.display().to_string(), source: ErrorKind::NotFound.into() };
        match self {
            Folder::Files => read_text(path),
            Folder::Texts(texts) => texts.get(path).map(|text| text.to_vec()).ok_or_else(missing),
        }
    }
}

/// A longer file is not a source, in bytes: a device without an end, for example.
const LONGEST_SOURCE: u64 = 256 << 20;

/// A text whose lines end with carriage returns alone, as those of early Macintosh files, with line feeds in their
/// place.
fn with_line_feeds(mut bytes: Vec<u8>) -> Vec<u8> {
    if bytes.contains(&b'\r') && !bytes.contains(&b'\n') {
        bytes.iter_mut().filter(|byte| **byte == b'\r').for_each(|byte| *byte = b'\n');
    }
    bytes
}

/// The bytes of a file, which is not a text if one of them is zero.
fn read_text(path: &Path) -> Result<Vec<u8>, ReadError> {
    let name = || path.display().to_string();
    let io = |source| ReadError::Io { path: name(), source };
    let mut bytes = Vec::new();
    let mut file = File::open(path).map_err(io)?.take(LONGEST_SOURCE + 1);
    // A device of zeros is not read to its end.
    loop {
        let start = bytes.len();
        if file.by_ref().take(1 << 20).read_to_end(&mut bytes).map_err(io)? == 0 {
            break;
        }
        if let Some(at) = bytes[start..].iter().position(|byte| *byte == 0) {
            return Err(ReadError::NotText { path: name(), problem: "a zero byte", at: start + at });
        }
    }
    match bytes.len() as u64 > LONGEST_SOURCE {
        true => Err(ReadError::TooLong { path: name() }),
        false => Ok(with_line_feeds(bytes)),
    }
}
