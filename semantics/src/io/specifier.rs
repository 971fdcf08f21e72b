//! The specifiers of input and output statements: one table of their keywords and values, and of the statements that
//! take them.

use super::system::service::Service;
use Service::{Close, Controls, Inquire, InternalControls, Open, Wait};
use Specifier::*;

/// A specifier other than those that say where the program continues and how the statement went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Specifier {
    Unit,
    File,
    NewUnit,
    Status,
    Access,
    Form,
    RecordLength,
    Action,
    Position,
    Blank,
    Pad,
    Delimiter,
    DecimalMark,
    Round,
    Sign,
    Encoding,
    ByteOrder,
    Asynchronous,
    Record,
    Place,
    Advance,
    Identifier,
    Exist,
    Opened,
    Number,
    Named,
    Name,
    Sequential,
    Direct,
    StreamAccess,
    Formatted,
    Unformatted,
    NextRecord,
    Readable,
    Writable,
    ReadWritable,
    Size,
    Pending,
    Group,
    ObjectName,
    ObjectType,
    ObjectLength,
    ObjectLower,
    ObjectExtent,
}

/// What a specifier's value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpecifierType {
    /// INTEGER
    Integer,
    /// LOGICAL
    Logical,
    /// CHARACTER
    Character,
}

/// A row of the table.
struct Row {
    specifier: Specifier,
    keyword: &'static str,
    ty: SpecifierType,
    /// The words that are its values, the one that holds where none is given first; none if any text is allowed.
    words: &'static [&'static str],
    /// The statements that are given it.
    given_to: &'static [Service],
    /// The statements that answer it.
    answered_by: &'static [Service],
}

const EVERY: &[Service] = Service::FILE_STATEMENTS;
const OPENING: &[Service] = &[Open];
const MODES: &[Service] = &[Open, Controls, InternalControls];
const UNIT_CONTROLS: &[Service] = &[Controls];
const INQUIRY: &[Service] = &[Inquire];
const INTEGER: SpecifierType = SpecifierType::Integer;
const LOGICAL: SpecifierType = SpecifierType::Logical;
const TEXT: SpecifierType = SpecifierType::Character;

/// A row of the table.
macro_rules! row {
    ($specifier:ident, $keyword:literal, $ty:expr, $words:expr, $given_to:expr, $answered_by:expr) => {
        Row {
            specifier: $specifier,
            keyword: $keyword,
            ty: $ty,
            words: &$words,
            given_to: $given_to,
            answered_by: $answered_by,
        }
    };
}

const ROWS: &[Row] = &[
    row!(Unit, "unit", INTEGER, [], EVERY, &[]),
    row!(File, "file", TEXT, [], &[Open, Inquire], &[]),
    row!(NewUnit, "newunit", INTEGER, [], &[], OPENING),
    row!(
        Status,
        "status",
        TEXT,
        ["UNKNOWN", "OLD", "NEW", "REPLACE", "SCRATCH", "KEEP", "DELETE"],
        &[Open, Close],
        &[]
    ),
    row!(Access, "access", TEXT, ["SEQUENTIAL", "DIRECT", "STREAM", "APPEND"], OPENING, INQUIRY),
    row!(Form, "form", TEXT, ["FORMATTED", "UNFORMATTED"], &[Open, Controls, InternalControls], INQUIRY),
    row!(RecordLength, "recl", INTEGER, [], OPENING, INQUIRY),
    row!(Action, "action", TEXT, ["READWRITE", "READ", "WRITE"], OPENING, INQUIRY),
    row!(Position, "position", TEXT, ["ASIS", "REWIND", "APPEND"], OPENING, INQUIRY),
    row!(Blank, "blank", TEXT, ["NULL", "ZERO"], MODES, INQUIRY),
    row!(Pad, "pad", TEXT, ["YES", "NO"], MODES, INQUIRY),
    row!(Delimiter, "delim", TEXT, ["NONE", "APOSTROPHE", "QUOTE"], MODES, INQUIRY),
    row!(DecimalMark, "decimal", TEXT, ["POINT", "COMMA"], MODES, INQUIRY),
    row!(Round, "round", TEXT, ["PROCESSOR_DEFINED", "UP", "DOWN", "ZERO", "NEAREST", "COMPATIBLE"], MODES, INQUIRY),
    row!(Sign, "sign", TEXT, ["PROCESSOR_DEFINED", "PLUS", "SUPPRESS"], MODES, INQUIRY),
    row!(Encoding, "encoding", TEXT, ["DEFAULT", "UTF-8"], OPENING, INQUIRY),
    row!(ByteOrder, "convert", TEXT, ["NATIVE", "SWAP", "BIG_ENDIAN", "LITTLE_ENDIAN"], OPENING, INQUIRY),
    row!(Asynchronous, "asynchronous", TEXT, ["NO", "YES"], &[Open, Controls], INQUIRY),
    row!(Record, "rec", INTEGER, [], UNIT_CONTROLS, &[]),
    row!(Place, "pos", INTEGER, [], UNIT_CONTROLS, INQUIRY),
    row!(Advance, "advance", TEXT, ["YES", "NO"], UNIT_CONTROLS, &[]),
    row!(Identifier, "id", INTEGER, [], &[Inquire, Wait], UNIT_CONTROLS),
    row!(Exist, "exist", LOGICAL, [], &[], INQUIRY),
    row!(Opened, "opened", LOGICAL, [], &[], INQUIRY),
    row!(Number, "number", INTEGER, [], &[], INQUIRY),
    row!(Named, "named", LOGICAL, [], &[], INQUIRY),
    row!(Name, "name", TEXT, [], &[], INQUIRY),
    row!(Sequential, "sequential", TEXT, [], &[], INQUIRY),
    row!(Direct, "direct", TEXT, [], &[], INQUIRY),
    row!(StreamAccess, "stream", TEXT, [], &[], INQUIRY),
    row!(Formatted, "formatted", TEXT, [], &[], INQUIRY),
    row!(Unformatted, "unformatted", TEXT, [], &[], INQUIRY),
    row!(NextRecord, "nextrec", INTEGER, [], &[], INQUIRY),
    row!(Readable, "read", TEXT, [], &[], INQUIRY),
    row!(Writable, "write", TEXT, [], &[], INQUIRY),
    row!(ReadWritable, "readwrite", TEXT, [], &[], INQUIRY),
    row!(Size, "size", INTEGER, [], &[], INQUIRY),
    row!(Pending, "pending", LOGICAL, [], &[], INQUIRY),
    // What a NAMELIST group has; sources do not say it so, but by the group's name.
    row!(Group, "group name", TEXT, [], &[], &[]),
    row!(ObjectName, "object", TEXT, [], &[], &[]),
    row!(ObjectType, "object type", TEXT, [], &[], &[]),
    row!(ObjectLength, "object length", INTEGER, [], &[], &[]),
    row!(ObjectLower, "object lower", INTEGER, [], &[], &[]),
    row!(ObjectExtent, "object extent", INTEGER, [], &[], &[]),
];

impl Specifier {
    /// The specifier of a keyword in lower case.
    pub fn of(keyword: &str) -> Option<Specifier> {
        ROWS.iter().find(|row| row.keyword == keyword).map(|row| row.specifier)
    }

    /// The table has a row for each specifier, in their order.
    fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// The keyword, in lower case.
    pub fn keyword(self) -> &'static str {
        self.row().keyword
    }

    /// The type of its value.
    pub fn ty(self) -> SpecifierType {
        self.row().ty
    }

    /// Whether the statement is given it.
    pub fn is_given_to(self, statement: Service) -> bool {
        self.row().given_to.contains(&statement)
    }

    /// Whether the statement answers it.
    pub fn is_answered_by(self, statement: Service) -> bool {
        self.row().answered_by.contains(&statement)
    }

    /// The word that holds where none is given; empty if it has no words.
    pub(super) fn default_word(self) -> &'static str {
        self.row().words.first().copied().unwrap_or_default()
    }

    /// The word that a value is, trailing blanks and case aside.
    pub(super) fn word(self, value: &[u8]) -> Option<&'static str> {
        let value = value.trim_ascii_end();
        self.row().words.iter().copied().find(|word| word.as_bytes().eq_ignore_ascii_case(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_specifier_has_its_row() {
        for (index, row) in ROWS.iter().enumerate() {
            assert_eq!(row.specifier as usize, index, "{}", row.keyword);
            assert_eq!(Specifier::of(row.keyword), Some(row.specifier));
        }
    }
}
