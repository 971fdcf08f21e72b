//! Tables being written.

use super::boundary::guarded;
use super::nested::{nested, nested_schema};
use super::sink::Sink;
use super::temporary::Temporary;
use super::{BatchWriter, DataError, Format, Place, arrow_file, csv_file, npz_output, parquet_file};
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use std::fs::File;
use std::path::{Path, PathBuf};

/// A table being written. A file is under a temporary name beside its place until [`Output::finish`]; if it is
/// dropped before, nothing is left after and what was there stays. A pipe or a device gets the rows as they come.
pub struct Output {
    writer: Box<dyn BatchWriter>,
    /// The columns as the format has them, where it nests lists.
    nested: Option<SchemaRef>,
    /// The unfinished file and its name.
    temporary: Option<(Temporary, PathBuf)>,
    path: PathBuf,
}

impl Output {
    /// Begins a table of those columns.
    pub fn create(place: &Place, schema: SchemaRef) -> Result<Output, DataError> {
        let path = &place.path;
        let io = DataError::io(path);
        let (file, temporary) = if place.is_standard() {
            (standard_output().map_err(&io)?, None)
        } else {
            if is_stream(path) {
                (File::options().write(true).open(path).map_err(&io)?, None)
            } else {
                let target = place.followed();
                let (file, temporary) = Temporary::create(folder(&target)).map_err(&io)?;
                (file, Some((temporary, target)))
            }
        };
        let is_stream = temporary.is_none();
        let nested = matches!(place.format, Format::Arrow | Format::Parquet).then(|| nested_schema(&schema));
        let nested = nested.filter(|nested| *nested != schema);
        let schema = nested.clone().unwrap_or(schema);
        let writer = guarded(path, || {
            Ok::<Box<dyn BatchWriter>, DataError>(match place.format {
                Format::Csv => Box::new(csv_file::create(place, Sink::new(file, place.is_compressed), &schema)?),
                Format::Parquet => Box::new(parquet_file::create(path, file, schema)?),
                Format::Arrow if is_stream => arrow_file::create_stream(path, file, &schema)?,
                Format::Arrow => arrow_file::create(path, file, &schema)?,
                Format::Npz => Box::new(npz_output::create(path, file, schema)?),
            })
        })?;
        Ok(Output { writer, nested, temporary, path: path.clone() })
    }

    /// Checks that there can be a table of that format, before any work is done.
    pub fn check(place: &Place) -> Result<(), DataError> {
        let path = &place.path;
        if place.is_standard() || is_stream(path) {
            return match place.format {
                Format::Npz => Err(DataError::content(path, "an archive (.npz) can't go to a pipe")),
                Format::Csv | Format::Parquet | Format::Arrow => Ok(()),
            };
        }
        let target = place.followed();
        if std::fs::symlink_metadata(&target).is_ok_and(|metadata| metadata.is_symlink()) {
            return Err(DataError::content(path, "is a link that leads back to itself"));
        }
        let metadata = std::fs::metadata(folder(&target)).map_err(DataError::io(path))?;
        if metadata.is_dir() && !target.is_dir() {
            return Ok(());
        }
        Err(DataError::content(path, "can't hold a file"))
    }

    /// Adds rows.
    pub fn write(&mut self, batch: &RecordBatch) -> Result<(), DataError> {
        guarded(&self.path, || match &self.nested {
            Some(schema) => self.writer.write(&nested(&self.path, batch, schema)?),
            None => self.writer.write(batch),
        })
    }

    /// Completes the table and renames it to its final name.
    pub fn finish(self) -> Result<(), DataError> {
        guarded(&self.path, || self.writer.finish())?;
        let Some((temporary, target)) = self.temporary else { return Ok(()) };
        set_usual_permissions(temporary.path(), &target)?;
        temporary
            .persist(&target)
            .map_err(|error| DataError::Io { path: self.path.display().to_string(), source: error.error })
    }
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Whether there is something that is neither file nor folder: a pipe or a device.
fn is_stream(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
}

#[cfg(unix)]
fn standard_output() -> std::io::Result<File> {
    use std::os::fd::AsFd;
    std::io::stdout().as_fd().try_clone_to_owned().map(File::from)
}

#[cfg(windows)]
fn standard_output() -> std::io::Result<File> {
    use std::os::windows::io::AsHandle;
    std::io::stdout().as_handle().try_clone_to_owned().map(File::from)
}

/// Temporary files are private; the finished one is as readable as any new file of the user.
#[cfg(unix)]
fn set_usual_permissions(temporary: &Path, path: &Path) -> Result<(), DataError> {
    use std::os::unix::fs::PermissionsExt;
    let mode = std::fs::metadata(path).map_or(0o644, |metadata| metadata.permissions().mode());
    std::fs::set_permissions(temporary, std::fs::Permissions::from_mode(mode)).map_err(DataError::io(path))
}

#[cfg(not(unix))]
fn set_usual_permissions(_temporary: &Path, _path: &Path) -> Result<(), DataError> {
    Ok(())
}
