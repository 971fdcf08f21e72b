//! OPEN and CLOSE.

use super::byte_file::ByteFile;
use super::connection::{Access, Connection, FileEnd, Stream, Words};
use super::{FIRST_NEW_UNIT, Units};
use crate::io::error::{BAD_OPTION, CONFLICT, IoError, MISSING_OPTION};
use crate::io::specifier::Specifier;
use std::fs::{File, OpenOptions};
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

/// What an OPEN statement says.
#[derive(Debug)]
pub struct Opening {
    /// UNIT; none for NEWUNIT.
    pub unit: Option<i64>,
    /// FILE
    pub name: Option<Vec<u8>>,
    /// RECL
    pub record_length: Option<i64>,
    /// The other specifiers.
    pub words: Words,
}

/// How records of another kind are not edited.
const EDITING: [Specifier; 6] =
    [Specifier::Delimiter, Specifier::Blank, Specifier::Pad, Specifier::DecimalMark, Specifier::Sign, Specifier::Round];

/// What a second OPEN of a file can't change.
const FIXED: [Specifier; 4] = [Specifier::Status, Specifier::Access, Specifier::Form, Specifier::Action];

fn bad_option<T>(message: impl Into<String>) -> Result<T, IoError> {
    Err(IoError::new(BAD_OPTION, message))
}

impl Units {
    /// OPEN; the unit that was connected.
    ///
    /// # Errors
    /// The specifiers contradict each other, or the file can't be opened.
    pub(super) fn open(&mut self, mut opening: Opening) -> Result<i64, IoError> {
        let unit = opening.unit.unwrap_or_else(|| self.new_number());
        if unit < 0 && opening.unit.is_some() && self.get(unit).is_none() {
            return bad_option("Bad unit number in OPEN statement");
        }
        opening.settle_position()?;
        if let Some(connection) = self.get(unit) {
            let is_same = opening.name.as_ref().is_none_or(|name| is_same_file(connection, name));
            if is_same {
                return connection.change(&opening).map(|()| unit);
            }
            self.disconnect(unit, false)?;
        }
        let connection = opening.connect(unit)?;
        self.connected.insert(unit, connection);
        Ok(unit)
    }

    /// Connects a unit to the file that has its number.
    ///
    /// # Errors
    /// The file can't be opened.
    pub(super) fn connect_to_number(&mut self, unit: i64, words: Words) -> Result<(), IoError> {
        let opening = Opening { unit: Some(unit), name: None, record_length: None, words };
        self.open(opening).map(drop)
    }

    /// CLOSE; nothing happens to a unit that is not connected.
    ///
    /// # Errors
    /// The unit's file can't be kept, written or deleted; the unit is closed all the same.
    pub(super) fn close(&mut self, unit: i64, status: Option<&str>) -> Result<(), IoError> {
        if !matches!(status, None | Some("KEEP" | "DELETE")) {
            return bad_option("Bad STATUS parameter in CLOSE statement");
        }
        let Some(connection) = self.get(unit) else { return Ok(()) };
        let problem = match status {
            Some("KEEP") if connection.is_scratch => bad_option("Can't KEEP a scratch file on CLOSE"),
            _ => Ok(()),
        };
        self.disconnect(unit, status == Some("DELETE")).and(problem)
    }

    fn disconnect(&mut self, unit: i64, deletes: bool) -> Result<(), IoError> {
        let Some(mut connection) = self.connected.remove(&unit) else { return Ok(()) };
        let ended = connection.end_open_record();
        let flushed = connection.file().map_or(Ok(()), |file| Ok(file.flush()?));
        let deleted = match &connection.stream {
            Stream::File(_) if deletes && !connection.is_scratch => {
                // As C's `remove`, this also removes an empty folder.
                let path = path_of(&connection.name);
                let removed = if path.is_dir() { std::fs::remove_dir(path) } else { std::fs::remove_file(path) };
                removed.map_err(IoError::from)
            }
            _ => Ok(()),
        };
        ended.and(flushed).and(deleted)
    }
}

impl Opening {
    /// ACCESS='APPEND' is sequential access at the end.
    fn settle_position(&mut self) -> Result<(), IoError> {
        if self.words.is(Specifier::Access, "DIRECT") && self.words.given(Specifier::Position).is_some() {
            return bad_option("Cannot use POSITION with direct access files");
        }
        if self.words.is(Specifier::Access, "APPEND") {
            if self.words.given(Specifier::Position).is_some_and(|position| position != "APPEND") {
                return bad_option("Conflicting ACCESS and POSITION flags in OPEN statement");
            }
            self.words.set(Specifier::Access, "SEQUENTIAL");
            self.words.set(Specifier::Position, "APPEND");
        }
        Ok(())
    }

    /// Connects a unit that is not connected.
    fn connect(mut self, unit: i64) -> Result<Connection, IoError> {
        if self.words.given(Specifier::Form).is_none() {
            let is_text = self.words.is(Specifier::Access, "SEQUENTIAL");
            self.words.set(Specifier::Form, if is_text { "FORMATTED" } else { "UNFORMATTED" });
        }
        self.check_editing()?;
        if self.record_length.is_some_and(|length| length <= 0) {
            return bad_option("RECL parameter is non-positive in OPEN statement");
        }
        if self.words.is(Specifier::Access, "DIRECT") && self.record_length.is_none() {
            return Err(IoError::new(MISSING_OPTION, "Missing RECL parameter in OPEN statement"));
        }
        let is_scratch = self.words.is(Specifier::Status, "SCRATCH");
        let (file, name) = match (self.name.take(), is_scratch) {
            (Some(_), true) => return bad_option("FILE parameter must not be present in OPEN statement"),
            (None, true) => (scratch_file()?, Vec::new()),
            (name, false) => {
                // A unit with a number of NEWUNIT has no other name.
                let name = name.unwrap_or_else(|| format!("fort.{unit}").into_bytes());
                (self.open_file(&name)?, name)
            }
        };
        let mut connection = Connection::new(Stream::File(ByteFile::new(file)), name, self.words);
        connection.is_scratch = is_scratch;
        if let Some(length) = self.record_length {
            connection.record_length = length.unsigned_abs();
        }
        if matches!(connection.words.get(Specifier::Status), "NEW" | "REPLACE") {
            connection.words.set(Specifier::Status, "OLD");
        }
        connection.begin()?;
        Ok(connection)
    }

    /// How items are edited is said of formatted records alone.
    fn check_editing(&self) -> Result<(), IoError> {
        if self.words.is(Specifier::Form, "FORMATTED") {
            return Ok(());
        }
        match EDITING.into_iter().find(|specifier| self.words.given(*specifier).is_some()) {
            Some(specifier) => Err(unformatted_conflict(specifier)),
            None => Ok(()),
        }
    }

    /// Opens the file, in the way that ACTION says or else in the first one that succeeds.
    fn open_file(&mut self, name: &[u8]) -> Result<File, IoError> {
        let path = path_of(name);
        let status = self.words.get(Specifier::Status);
        let actions: &[&'static str] = match self.words.given(Specifier::Action) {
            Some(action) => &[action],
            None => &["READWRITE", "READ", "WRITE"],
        };
        let mut failure = None;
        for action in actions {
            match options_of(status, action).open(&path) {
                Ok(file) => {
                    self.words.set(Specifier::Action, action);
                    return Ok(file);
                }
                Err(error) => {
                    let is_refused = error.kind() == io::ErrorKind::PermissionDenied
                        || error.kind() == io::ErrorKind::ReadOnlyFilesystem;
                    failure.get_or_insert(error);
                    if !is_refused {
                        break;
                    }
                }
            }
        }
        let error = IoError::from(failure.unwrap_or_else(|| io::ErrorKind::Other.into()));
        let message = format!("Cannot open file '{}': {}", String::from_utf8_lossy(name), error.message);
        Err(IoError::new(error.number, message))
    }
}

fn unformatted_conflict(specifier: Specifier) -> IoError {
    let keyword = specifier.keyword().to_uppercase();
    IoError::new(CONFLICT, format!("{keyword} parameter conflicts with UNFORMATTED form in OPEN statement"))
}

fn options_of(status: &str, action: &str) -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(action != "WRITE").write(action != "READ");
    match status {
        "NEW" if action != "READ" => drop(options.create_new(true)),
        "REPLACE" if action != "READ" => drop(options.create(true).truncate(true)),
        "UNKNOWN" if action != "READ" => drop(options.create(true).truncate(false)),
        _ => {}
    }
    options
}

/// The path of a file's name.
#[cfg(unix)]
pub(in crate::io) fn path_of(name: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    std::ffi::OsStr::from_bytes(name).into()
}

/// The path of a file's name.
#[cfg(not(unix))]
pub(in crate::io) fn path_of(name: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(name).into_owned())
}

/// A new file without a name that others know, which has gone when it is closed.
fn scratch_file() -> Result<File, IoError> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let folder = std::env::temp_dir();
    loop {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = folder.join(format!("forlane-{}-{number}", std::process::id()));
        let mut options = OpenOptions::new();
        options.read(true).write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        match options.open(&path) {
            Ok(file) => {
                std::fs::remove_file(&path)?;
                return Ok(file);
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// Whether the unit's file has that name, or is the same by another.
fn is_same_file(connection: &Connection, name: &[u8]) -> bool {
    if !matches!(connection.stream, Stream::File(_)) || connection.is_scratch {
        return false;
    }
    let canonical = |name: &[u8]| path_of(name).canonicalize().ok();
    connection.name == name || canonical(&connection.name).is_some_and(|path| canonical(name) == Some(path))
}

impl Connection {
    /// Goes to where POSITION says.
    fn begin(&mut self) -> Result<(), IoError> {
        let appends = self.words.is(Specifier::Position, "APPEND");
        let is_direct = self.access() == Access::Direct;
        let Some(file) = self.file() else { return Ok(()) };
        let length = file.length()?;
        if appends {
            file.go_to(length);
        }
        if !is_direct && (appends || length == 0) {
            self.end = FileEnd::At;
        }
        Ok(())
    }

    /// OPEN of the file that the unit is connected to already: the modes of editing can change.
    fn change(&mut self, opening: &Opening) -> Result<(), IoError> {
        for specifier in FIXED {
            let given = opening.words.given(specifier).unwrap_or_else(|| self.words.get(specifier));
            let is_kept = self.words.is(specifier, given) || specifier == Specifier::Status && given == "OLD";
            if !is_kept {
                let keyword = specifier.keyword().to_uppercase();
                return bad_option(format!("Cannot change {keyword} parameter in OPEN statement"));
            }
        }
        if opening.record_length.is_some_and(|length| length.unsigned_abs() != self.record_length) {
            return bad_option("Cannot change RECL parameter in OPEN statement");
        }
        for specifier in EDITING {
            if let Some(word) = opening.words.given(specifier) {
                if !self.is_formatted() {
                    return Err(unformatted_conflict(specifier));
                }
                self.words.set(specifier, word);
            }
        }
        match opening.words.given(Specifier::Position) {
            Some("REWIND") => self.rewind()?,
            Some("APPEND") => {
                self.drop_parts();
                if let Some(file) = self.file() {
                    let length = file.length()?;
                    file.go_to(length);
                }
                self.end = FileEnd::At;
            }
            _ => {}
        }
        Ok(())
    }
}

/// Whether NEWUNIT gives numbers like that.
pub(super) fn is_new_number(unit: i64) -> bool {
    unit <= FIRST_NEW_UNIT
}
