//! Where results go: a file, or the terminal.

use super::super::Failure;
use super::super::show_table::ShownTable;
use super::super::terminal::output_columns;
use crate::data::{Output, Place};
use arrow_array::RecordBatch;
use arrow_schema::{Schema, SchemaRef};
use std::sync::Arc;

/// Takes the batches of a result. A file is created with the first batch, or at the end if there is none.
pub(super) struct Sink<'a> {
    target: Target<'a>,
    /// The names of the columns that go there; none for all.
    columns: &'a [String],
}

enum Target<'a> {
    File(&'a Place, Option<Output>),
    Terminal(Option<ShownTable>),
}

impl<'a> Sink<'a> {
    pub(super) fn new(out: Option<&'a Place>, columns: &'a [String]) -> Sink<'a> {
        let target = match out {
            Some(place) => Target::File(place, None),
            None => Target::Terminal(None),
        };
        Sink { target, columns }
    }

    pub(super) fn write(&mut self, batch: &RecordBatch) -> Result<(), Failure> {
        let chosen = match self.columns {
            [] => batch.clone(),
            names => batch.project(&chosen(names, batch.schema_ref())?)?,
        };
        match &mut self.target {
            Target::File(place, output) => {
                let output = match output {
                    Some(output) => output,
                    None => output.insert(Output::create(place, chosen.schema())?),
                };
                output.write(&chosen)?;
            }
            Target::Terminal(table) => table.get_or_insert_with(|| ShownTable::new(&chosen.schema())).add(&chosen),
        }
        Ok(())
    }

    /// Completes the table, which has these columns if no batch was written.
    pub(super) fn finish(self, schema: &SchemaRef) -> Result<(), Failure> {
        let schema = || -> Result<SchemaRef, Failure> {
            match self.columns {
                [] => Ok(schema.clone()),
                names => Ok(Arc::new(schema.project(&chosen(names, schema)?)?)),
            }
        };
        match self.target {
            Target::File(place, output) => {
                let output = match output {
                    Some(output) => output,
                    None => Output::create(place, schema()?)?,
                };
                output.finish()?;
            }
            Target::Terminal(table) => {
                let table = match table {
                    Some(table) => table,
                    None => ShownTable::new(&schema()?),
                };
                crate::command::print(table.render(output_columns()))?;
            }
        }
        Ok(())
    }
}

/// The places of the columns of these names.
fn chosen(names: &[String], schema: &Schema) -> Result<Vec<usize>, Failure> {
    let place = |name: &String| {
        let name = name.trim();
        let exact = schema.fields().iter().position(|field| field.name() == name);
        let found = exact.or_else(|| schema.fields().iter().position(|field| field.name().eq_ignore_ascii_case(name)));
        found.ok_or_else(|| {
            let names: Vec<String> = schema.fields().iter().map(|field| format!("`{}`", field.name())).collect();
            Failure::Usage(format!("--columns {name}: the result has the columns {}", names.join(", ")))
        })
    };
    let places: Vec<usize> = names.iter().map(place).collect::<Result<_, _>>()?;
    let is_again = |at: &usize| places[..*at].contains(&places[*at]);
    match (0..places.len()).find(is_again) {
        Some(at) => Err(Failure::Usage(format!("--columns: `{}` is named twice", names[at].trim()))),
        None => Ok(places),
    }
}
