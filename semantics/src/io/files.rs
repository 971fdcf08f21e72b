//! What a running program does its input and output with.

use super::console::OutputFile;
use super::system::System;

/// The console of a running program, and the state of its files.
pub trait Files {
    /// The next line of standard input, without its end; none after the last.
    ///
    /// # Errors
    /// It can't be read.
    fn read_line(&mut self) -> std::io::Result<Option<Vec<u8>>>;

    /// Writes characters, line ends among them.
    ///
    /// # Errors
    /// They can't be written.
    fn write(&mut self, file: OutputFile, characters: &[u8]) -> std::io::Result<()>;

    /// The units, and the state of the requests to the system.
    fn system(&mut self) -> &mut System;

    /// Hands on what is written so far.
    fn flush(&mut self);
}
