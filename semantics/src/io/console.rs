//! The console, and the numbers of its units.

/// Standard input.
pub const INPUT_UNIT: i64 = 5;
/// Standard output.
pub const OUTPUT_UNIT: i64 = 6;
/// Standard error.
pub const ERROR_UNIT: i64 = 0;

/// What of the console programs write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum OutputFile {
    /// Standard output, unit 6.
    Output,
    /// Standard error, unit 0.
    Error,
}
