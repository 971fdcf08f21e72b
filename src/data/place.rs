//! Where a table is, and in which format.

use super::DataError;
use std::fs::File;
use std::path::{Path, PathBuf};

/// The formats of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Text with a header line.
    Csv,
    /// Apache Parquet.
    Parquet,
    /// Arrow IPC, as a file or as a stream.
    Arrow,
    /// NumPy's archives of arrays.
    Npz,
}

impl Format {
    /// The format of a file by the ending of its name, and whether it is compressed by gzip.
    fn of(path: &Path) -> Option<(Format, bool)> {
        let ending = |path: &Path| path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
        Some(match ending(path)?.as_str() {
            "csv" => (Format::Csv, false),
            "parquet" => (Format::Parquet, false),
            "arrow" | "arrows" | "ipc" | "feather" => (Format::Arrow, false),
            "npz" => (Format::Npz, false),
            "gz" if ending(Path::new(path.file_stem()?)).is_some_and(|ending| ending == "csv") => (Format::Csv, true),
            _ => return None,
        })
    }

    /// Whether columns have types, so that columns of text must be distinguished from columns of numbers.
    pub fn is_typed(self) -> bool {
        self != Format::Csv
    }
}

/// A file, a pipe, or `-`, which is standard input or standard output.
#[derive(Clone, Debug)]
pub struct Place {
    pub(super) path: PathBuf,
    pub(super) format: Format,
    /// By gzip.
    pub(super) is_compressed: bool,
}

impl Place {
    /// A place with a table of that format; without one, the ending of the name says it.
    ///
    /// # Errors
    /// [`DataError::UnknownFormat`].
    pub fn new(path: &Path, format: Option<Format>) -> Result<Place, DataError> {
        let of_name = Format::of(path);
        let format = format.or(of_name.map(|(format, _)| format));
        let format = format.ok_or_else(|| DataError::UnknownFormat { path: path.display().to_string() })?;
        let is_compressed = format == Format::Csv && of_name == Some((Format::Csv, true));
        Ok(Place { path: path.to_owned(), format, is_compressed })
    }

    /// The name.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The format.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Whether it is standard input or standard output.
    pub fn is_standard(&self) -> bool {
        is_standard(&self.path)
    }

    /// The file that this place leads to, by way of links, of which the last one may lead to a file that is not there
    /// yet.
    pub(super) fn followed(&self) -> PathBuf {
        // As many as systems follow.
        const MOST_LINKS: usize = 40;
        let mut path = self.path.clone();
        for _ in 0..MOST_LINKS {
            let Ok(target) = std::fs::read_link(&path) else { break };
            path = path.parent().map_or(target.clone(), |folder| folder.join(&target));
        }
        path
    }

    /// Whether writing to this place would change that file, by whatever name.
    pub fn is_file(&self, other: &Path) -> bool {
        let file = |path: &Path| {
            let metadata = if is_standard(path) { standard_input()?.metadata() } else { std::fs::metadata(path) };
            metadata.map(|metadata| metadata.is_file().then(|| identity(path, &metadata)))
        };
        let file = |path: &Path| file(path).ok().flatten();
        !self.is_standard() && file(&self.path).is_some_and(|own| file(other) == Some(own))
    }
}

fn is_standard(path: &Path) -> bool {
    ["-", "/dev/stdin", "/dev/stdout"].iter().any(|name| path == Path::new(name))
}

#[cfg(unix)]
pub(super) fn standard_input() -> std::io::Result<File> {
    use std::os::fd::AsFd;
    std::io::stdin().as_fd().try_clone_to_owned().map(File::from)
}

#[cfg(windows)]
pub(super) fn standard_input() -> std::io::Result<File> {
    use std::os::windows::io::AsHandle;
    std::io::stdin().as_handle().try_clone_to_owned().map(File::from)
}

/// What files have in common that are one.
#[cfg(unix)]
fn identity(_path: &Path, metadata: &std::fs::Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;
    (metadata.dev(), metadata.ino())
}

#[cfg(not(unix))]
fn identity(path: &Path, _metadata: &std::fs::Metadata) -> Option<PathBuf> {
    std::fs::canonicalize(path).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_says_the_format() {
        let of = |name: &str| Format::of(Path::new(name));
        assert_eq!(of("a/T.CSV"), Some((Format::Csv, false)));
        assert_eq!(of("t.csv.gz"), Some((Format::Csv, true)));
        assert_eq!(of("t.gz"), None);
        assert_eq!(of("t.parquet.gz"), None);
        assert_eq!(of("-"), None);
    }
}
