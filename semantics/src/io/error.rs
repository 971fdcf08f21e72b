//! Why an input or output statement fails, with the numbers of gfortran's IOSTAT.

/// The end of the records.
pub const END: i32 = -1;
/// The end of a record that is too short.
pub const END_OF_RECORD: i32 = -2;
/// A request to the system failed.
pub const SYSTEM: i32 = 5000;
/// Two specifiers, or a specifier and the unit, contradict each other.
pub const CONFLICT: i32 = 5001;
/// A control says what it can't.
pub const BAD_OPTION: i32 = 5002;
/// A specifier is missing.
pub const MISSING_OPTION: i32 = 5003;
/// The unit can't do this.
pub const BAD_UNIT: i32 = 5005;
/// The format is wrong, or does not fit an item.
pub const FORMAT: i32 = 5006;
/// The unit is for the other direction.
pub const BAD_ACTION: i32 = 5007;
/// Reading after the end of the records.
pub const BEHIND_END: i32 = 5008;
/// The begin of a record is not complete.
pub const BAD_RECORD: i32 = 5009;
/// What was read is not a value of the item's type.
pub const READ_VALUE: i32 = 5010;
/// What was read does not fit the item's kind.
pub const READ_OVERFLOW: i32 = 5011;
/// Memory for a record can't be had.
pub const ALLOCATION: i32 = 5014;
/// More was written than a record of a direct file holds.
pub const DIRECT_RECORD: i32 = 5015;
/// More was read than a record holds.
pub const SHORT_RECORD: i32 = 5016;
/// INQUIRE is of an internal file.
pub const INTERNAL_INQUIRY: i32 = 5018;
/// A record ends before its length says.
pub const CORRUPT_FILE: i32 = 5017;

/// An error of input or output.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct IoError {
    /// The value of IOSTAT: negative at an end, a number above 5000 for an error.
    pub number: i32,
    /// What is wrong, in gfortran's words.
    pub message: String,
}

impl IoError {
    /// An error of that number.
    pub fn new(number: i32, message: impl Into<String>) -> IoError {
        IoError { number, message: message.into() }
    }

    /// A mistake in a format or in its use, with a mark under that byte of the format's text.
    pub fn in_format(message: &str, text: &[u8], at: usize) -> IoError {
        let text = String::from_utf8_lossy(text);
        IoError::new(FORMAT, format!("{message}\n{text}\n{}^", " ".repeat(at)))
    }

    /// Memory can't be had.
    pub fn out_of_memory() -> IoError {
        IoError::new(ALLOCATION, "Memory allocation failed")
    }

    /// The end of the records.
    pub fn end() -> IoError {
        IoError::new(END, "End of file")
    }

    /// The end of a record of fixed length.
    pub fn end_of_record() -> IoError {
        IoError::new(END_OF_RECORD, "End of record")
    }
}

impl From<std::io::Error> for IoError {
    /// The error of the system, with its number and in its words.
    fn from(error: std::io::Error) -> IoError {
        if error.kind() == std::io::ErrorKind::OutOfMemory {
            return IoError::out_of_memory();
        }
        let message = error.to_string();
        match error.raw_os_error() {
            Some(number) => {
                let own = message.split(" (os error").next().unwrap_or_default();
                IoError::new(number, own)
            }
            None => IoError::new(SYSTEM, message),
        }
    }
}
