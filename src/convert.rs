//! Values of other Arrow types, turned into those that kernels take.

use arrow_array::ArrayRef;

/// Writes a value of a type that kernels do not take, for tables and CSV files.
pub(crate) fn format_other(column: &ArrayRef, row: usize, out: &mut String) -> std::fmt::Result {
    use std::fmt::Write;
    write!(out, "{:?}", column.slice(row, 1))
}
