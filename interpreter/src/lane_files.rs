//! The files of a lane, and the transfers that it has begun.

use super::memory::Reference;
use forlane_semantics::io::{Files, OutputFile, System, Transfer};
use std::collections::VecDeque;

/// The files of a lane.
#[derive(Debug, Default)]
pub(super) struct LaneFiles {
    /// The lines of standard input that are left.
    pub input: VecDeque<Vec<u8>>,
    /// The records written to standard output.
    pub printed: Vec<String>,
    /// What the last one holds so far.
    pub record: Vec<u8>,
    system: System,
}

impl Files for LaneFiles {
    fn read_line(&mut self) -> std::io::Result<Option<Vec<u8>>> {
        Ok(self.input.pop_front())
    }

    fn write(&mut self, file: OutputFile, characters: &[u8]) -> std::io::Result<()> {
        if file == OutputFile::Error {
            return Ok(());
        }
        for &character in characters {
            match character {
                b'\n' => {
                    self.printed.push(String::from_utf8_lossy(&self.record).into_owned());
                    self.record.clear();
                }
                character => self.record.push(character),
            }
        }
        Ok(())
    }

    fn system(&mut self) -> &mut System {
        &mut self.system
    }

    fn flush(&mut self) {}
}

/// A transfer that a lane has begun.
#[derive(Clone, Debug)]
pub(super) struct Running {
    pub transfer: Transfer,
    /// The internal file that is written: its first element.
    pub target: Option<(Reference, i64)>,
}
