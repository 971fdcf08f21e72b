//! Input and output as programs do them: formats, fields and records, byte for byte as gfortran 12 reads and writes.
//!
//! A [`Transfer`] is a READ or WRITE statement in execution; the interpreter and the run-time support of compiled
//! programs both drive it, with [`Files`] of their own.

mod console;
mod decimal;
mod edit;
pub mod error;
mod field_output;
mod files;
pub mod format;
mod list_input;
mod list_items;
mod list_output;
mod list_values;
pub mod namelist;
mod number_input;
mod reading;
mod real_output;
mod record;
mod rounded_input;
mod source;
mod specifier;
mod system;
#[cfg(test)]
mod tests;
mod transfer;
mod units;
mod value;

pub use console::{ERROR_UNIT, INPUT_UNIT, OUTPUT_UNIT, OutputFile};
pub use error::IoError;
pub use files::Files;
pub use format::{Format, FormatError};
pub use source::Source;
pub use specifier::{Specifier, SpecifierType};
pub use system::{Service, System, processor_time, thread_time};
pub use transfer::{Finished, Transfer, Unit};
pub use value::{Datum, Item, ItemType};
