//! A table on the terminal.

use crate::data::format_value;
use crate::number::parse_real8;
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;

/// Rows shown of a table.
const SHOWN_ROWS: usize = 50;

/// Characters shown of a value: all rows are as wide as the widest.
const SHOWN_CHARACTERS: usize = 1000;

/// Collects the first rows of a table for showing.
pub(super) struct ShownTable {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
    more: usize,
}

impl ShownTable {
    pub(super) fn new(schema: &SchemaRef) -> ShownTable {
        ShownTable {
            header: schema.fields().iter().map(|field| field.name().clone()).map(cut).collect(),
            rows: Vec::new(),
            more: 0,
        }
    }

    pub(super) fn add(&mut self, batch: &RecordBatch) {
        let shown = batch.num_rows().min(SHOWN_ROWS - self.rows.len());
        for row in 0..shown {
            let cells = batch.columns().iter().map(|column| {
                let mut text = String::new();
                format_value(column, row, &mut text);
                cut(text)
            });
            self.rows.push(cells.collect());
        }
        self.more += batch.num_rows() - shown;
    }

    /// The table, columns aligned: text to the left, numbers, also in text, to the right.
    pub(super) fn render(&self) -> String {
        let is_text: Vec<bool> = (0..self.header.len())
            .map(|column| self.rows.iter().any(|row| !row[column].is_empty() && parse_real8(&row[column]).is_err()))
            .collect();
        let widths: Vec<usize> = (0..self.header.len())
            .map(|column| {
                let cells = self.rows.iter().map(|row| row[column].chars().count());
                cells.chain(std::iter::once(self.header[column].chars().count())).max().unwrap_or(0)
            })
            .collect();
        let mut text = String::new();
        line(&self.header, &widths, &is_text, &mut text);
        for row in &self.rows {
            line(row, &widths, &is_text, &mut text);
        }
        if self.more > 0 {
            text.push_str(&format!("… and {} more rows (--out FILE writes all)\n", self.more));
        }
        text
    }
}

fn line(cells: &[String], widths: &[usize], is_text: &[bool], text: &mut String) {
    let cells: Vec<String> = (cells.iter().zip(widths).zip(is_text))
        .map(|((cell, width), is_text)| {
            let blanks = " ".repeat(width - cell.chars().count());
            if *is_text { format!("{cell}{blanks}") } else { format!("{blanks}{cell}") }
        })
        .collect();
    text.push_str(cells.join("  ").trim_end());
    text.push('\n');
}

/// A value that is not too long to be shown.
fn cut(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(SHOWN_CHARACTERS) {
        text.truncate(end);
        text.push('…');
    }
    text
}
