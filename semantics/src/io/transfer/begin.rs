//! How a statement begins: what it reads or writes, and whether its controls fit that.

use super::{Internal, Namelist, Transfer, Unit, Way};
use crate::io::error::{BAD_ACTION, BAD_OPTION, CONFLICT, IoError, MISSING_OPTION};
use crate::io::files::Files;
use crate::io::format::{EditMode, Format, FormatCursor};
use crate::io::list_input::ListState;
use crate::io::namelist::{GroupReader, GroupWriter};
use crate::io::record::Record;
use crate::io::source::Source;
use crate::io::specifier::Specifier;
use crate::io::system::{Request, Service};
use crate::io::units::{Access, BytesRead, BytesWritten, Connection, Controls, FileStatement};
use std::collections::VecDeque;
use std::sync::Arc;

impl Transfer {
    /// Begins a WRITE. Without format it is list-directed, if its controls do not say otherwise.
    pub fn write_to(unit: Unit, format: Option<Arc<Format>>, files: &mut dyn Files) -> Transfer {
        Transfer::with_unit(unit, format, false, files)
    }

    /// Begins a READ.
    pub fn read_from(unit: Unit, format: Option<Arc<Format>>, files: &mut dyn Files) -> Transfer {
        Transfer::with_unit(unit, format, true, files)
    }

    fn with_unit(unit: Unit, format: Option<Arc<Format>>, reads: bool, files: &mut dyn Files) -> Transfer {
        let controls = files.system().controls.take().unwrap_or_default();
        let mut mode = EditMode::default();
        let way = match (&controls.error, unit) {
            (_, Unit::Number(unit)) => connected(unit, &controls, reads, &mut mode, files),
            (Some(error), _) => Err(error.clone()),
            (None, Unit::Internal { mut characters, mut length }) if reads => {
                if length == characters.len() && has_no_blanks_behind(format.as_deref(), &controls) {
                    let end = characters.iter().rposition(|byte| *byte != b' ').map_or(length, |last| last + 1);
                    characters.truncate(end);
                    length = end;
                }
                records_of(characters, length).map(|records| Way::In(Source::internal(records), ListState::default()))
            }
            (None, Unit::Internal { characters, length }) => {
                Ok(Way::OutInternal(Internal { characters, length, at: 0 }, Record::new(Some(length))))
            }
        };
        let mistake = format
            .as_ref()
            .filter(|_| reads)
            .and_then(|format| format.mistake_of_input().map(|mistake| mistake.in_text(&format.text)));
        let (mut way, mut error) = match (way, mistake) {
            (Ok(way), None) => (way, None),
            (Err(error), _) | (Ok(_), Some(error)) => (Way::Nothing, Some(error)),
        };
        if let (Way::In(source, _), Some(_)) = (&mut way, &format) {
            error = source.start(files).err();
        }
        controls.words.edit(&mut mode);
        if let Way::In(_, state) = &mut way {
            state.decimal_comma = mode.comma;
        }
        let (namelist, first) = match (controls.group, reads) {
            (Some(group), true) => (Some(Namelist::In(Box::new(GroupReader::new(group)))), Vec::new()),
            (Some(group), false) => {
                let (writer, first) = GroupWriter::new(group);
                (Some(Namelist::Out(writer)), first)
            }
            (None, _) => (None, Vec::new()),
        };
        let is_advance_no = controls.words.is(Specifier::Advance, "NO");
        let begun = Transfer::begin(way, format, error);
        let mut transfer = Transfer { mode, is_advance_no, namelist, ..begun };
        if transfer.error.is_none() {
            transfer.error = transfer.write_pieces(&first, files).err();
        }
        transfer
    }

    /// Begins a request to the system, or a statement about units.
    pub fn request(service: Service) -> Transfer {
        let way = match service.has_specifiers() {
            true => Way::File(FileStatement::new(service)),
            false => Way::System(Request::new(service)),
        };
        Transfer::begin(way, None, None)
    }

    /// A statement that fails at its begin.
    pub fn failing(error: IoError) -> Transfer {
        Transfer::begin(Way::Nothing, None, Some(error))
    }

    fn begin(way: Way, format: Option<Arc<Format>>, error: Option<IoError>) -> Transfer {
        let walk = format.map(FormatCursor::new);
        Transfer {
            way,
            namelist: None,
            walk,
            mode: EditMode::default(),
            item: 0,
            after_text: false,
            has_dollar: false,
            is_advance_no: false,
            size: 0,
            at_record_end: false,
            error,
        }
    }
}

/// Whether the record of an internal file ends with its last character that is not blank, as gfortran has it where
/// blanks do not count: the field of an A edit descriptor does not have them then.
fn has_no_blanks_behind(format: Option<&Format>, controls: &Controls) -> bool {
    let counts = |text: &[u8]| text.contains(&b'/') || text.windows(2).any(|pair| pair.eq_ignore_ascii_case(b"BZ"));
    format.is_some_and(|format| !counts(&format.text)) && controls.words.given(Specifier::Blank).is_none()
}

/// The records of an internal file, each of that length.
fn records_of(characters: Vec<u8>, length: usize) -> Result<VecDeque<Vec<u8>>, IoError> {
    if length == 0 || length == characters.len() {
        return Ok(VecDeque::from([characters]));
    }
    let copied = characters.chunks(length).map(|record| {
        let mut copy = Vec::new();
        copy.try_reserve_exact(length).map_err(|_| IoError::out_of_memory())?;
        copy.extend_from_slice(record);
        Ok(copy)
    });
    copied.collect()
}

/// The way to a unit, at the record or place that the controls name; sets how the unit's items are edited.
fn connected(
    unit: i64,
    controls: &Controls,
    reads: bool,
    mode: &mut EditMode,
    files: &mut dyn Files,
) -> Result<Way, IoError> {
    let is_formatted = controls.words.is(Specifier::Form, "FORMATTED");
    let connection = files.system().units.connected_for_transfer(unit, is_formatted)?;
    if let Some(error) = &controls.error {
        return Err(error.clone());
    }
    check_action(connection, reads)?;
    check_form(connection, is_formatted, controls.group.is_some())?;
    go_to(connection, controls, reads)?;
    connection.words.edit(mode);
    let limit = connection.greatest_record();
    Ok(match (reads, is_formatted) {
        (true, true) => {
            let is_direct = connection.access() == Access::Direct;
            let source = connection.left.take().unwrap_or_else(|| Source::of_unit(unit, is_direct));
            Way::In(source, ListState::default())
        }
        (false, true) => {
            connection.left = None;
            let tail = std::mem::take(&mut connection.tail);
            Way::Out(unit, connection.begun.take().unwrap_or_else(|| Record::before(tail, limit)))
        }
        (true, false) => Way::InBytes(unit, BytesRead::begin(connection)?),
        (false, false) => Way::OutBytes(unit, BytesWritten::default()),
    })
}

fn check_action(connection: &Connection, reads: bool) -> Result<(), IoError> {
    match (connection.words.get(Specifier::Action), reads) {
        ("WRITE", true) => Err(IoError::new(BAD_ACTION, "Cannot read from file opened for WRITE")),
        ("READ", false) => Err(IoError::new(BAD_ACTION, "Cannot write to file opened for READ")),
        _ => Ok(()),
    }
}

fn check_form(connection: &Connection, is_formatted: bool, has_group: bool) -> Result<(), IoError> {
    match (connection.is_formatted(), is_formatted) {
        (false, true) if has_group => {
            Err(IoError::new(CONFLICT, "Namelist formatting for unit connected with FORM='UNFORMATTED'"))
        }
        (false, true) => Err(IoError::new(CONFLICT, "Format present for UNFORMATTED data transfer")),
        (true, false) => Err(IoError::new(CONFLICT, "Missing format for FORMATTED data transfer")),
        _ => Ok(()),
    }
}

/// Goes to the record or the place that the controls name.
fn go_to(connection: &mut Connection, controls: &Controls, reads: bool) -> Result<(), IoError> {
    let bad = |message: &str| Err(IoError::new(BAD_OPTION, message));
    match (connection.access(), controls.record) {
        (Access::Direct, Some(number)) => connection.go_to_record(number, reads)?,
        (Access::Direct, None) => {
            return Err(IoError::new(MISSING_OPTION, "Direct access data transfer requires record number"));
        }
        (Access::Sequential, Some(_)) => {
            return Err(IoError::new(CONFLICT, "Record number not allowed for sequential access data transfer"));
        }
        (Access::Stream, Some(_)) => {
            return Err(IoError::new(CONFLICT, "Record number not allowed for stream access data transfer"));
        }
        (Access::Sequential | Access::Stream, None) => {}
    }
    let Some(place) = controls.place else { return Ok(()) };
    if connection.access() != Access::Stream {
        return bad("POS=specifier not allowed, Try OPEN with ACCESS='stream'");
    }
    let Some(before) = u64::try_from(place).ok().and_then(|place| place.checked_sub(1)) else {
        return bad("POS=specifier must be positive");
    };
    connection.drop_parts();
    if let Some(file) = connection.file() {
        file.go_to(before);
    }
    Ok(())
}
