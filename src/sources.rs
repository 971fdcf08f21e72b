//! Source files as they are read, with the files that they include.

use forlane_frontend::form::SourceForm;
use forlane_frontend::parse::included_names;
use forlane_frontend::source::{FileId, SourceMap};
use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
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
    /// The kind of source by the ending of the file's name, `.flir` for the text of units; none for an unknown ending.
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
    /// The first file that can't be read, is not a text, or has an unknown ending.
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
            let id = sources.add(name, read_text(path)?, kind);
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
    pub(crate) fn fortran(&self) -> Vec<(FileId, SourceForm)> {
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
                    None => read_text(&path).map_err(|error| error.of_known_file()).map(|text| {
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

/// A longer file is not a source, in bytes: a device without an end, for example.
const LONGEST_SOURCE: u64 = 256 << 20;

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
        false => Ok(bytes),
    }
}
