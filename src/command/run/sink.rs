//! Where results go: a file, or the terminal.

use super::super::Failure;
use super::super::show_table::ShownTable;
use crate::data::{Output, Place};
use crate::table::TableRun;
use arrow_array::RecordBatch;
use std::io::Write;

/// Takes the batches of a result. A file is created with the first batch, or at the end if there is none.
pub(super) enum Sink<'a> {
    File(&'a Place, Option<Output>),
    Terminal(Option<ShownTable>),
}

impl<'a> Sink<'a> {
    pub(super) fn new(out: Option<&'a Place>) -> Sink<'a> {
        match out {
            Some(place) => Sink::File(place, None),
            None => Sink::Terminal(None),
        }
    }

    pub(super) fn write(&mut self, batch: &RecordBatch) -> Result<(), Failure> {
        match self {
            Sink::File(place, output) => {
                let output = match output {
                    Some(output) => output,
                    None => output.insert(Output::create(place, batch.schema())?),
                };
                output.write(batch)?;
            }
            Sink::Terminal(table) => table.get_or_insert_with(|| ShownTable::new(&batch.schema())).add(batch),
        }
        Ok(())
    }

    pub(super) fn finish(self, run: &TableRun<'_>) -> Result<(), Failure> {
        match self {
            Sink::File(place, output) => {
                let output = match output {
                    Some(output) => output,
                    None => Output::create(place, run.schema(None)?)?,
                };
                output.finish()?;
            }
            Sink::Terminal(table) => {
                let table = match table {
                    Some(table) => table,
                    None => ShownTable::new(&run.schema(None)?),
                };
                std::io::stdout().write_all(table.render().as_bytes())?;
            }
        }
        Ok(())
    }
}
