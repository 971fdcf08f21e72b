//! A table on the terminal.

use super::terminal::{cut, visible_line, width};
use crate::data::format_value;
use crate::number::parse_real8;
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;

/// Rows shown of a table.
const SHOWN_ROWS: usize = 50;

/// Characters shown of a value: all rows are as wide as the widest.
const SHOWN_CHARACTERS: usize = 1000;

/// What is between two columns.
const GAP: &str = "  ";

/// Where a table is wider than the terminal, values are cut to this width before columns are left out.
const CUT_WIDTH: usize = 16;

/// Collects the first rows of a table for showing.
pub(super) struct ShownTable {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
    more: usize,
}

impl ShownTable {
    pub(super) fn new(schema: &SchemaRef) -> ShownTable {
        let header = schema.fields().iter().map(|field| shown(field.name())).collect();
        ShownTable { header, rows: Vec::new(), more: 0 }
    }

    pub(super) fn add(&mut self, batch: &RecordBatch) {
        let count = batch.num_rows().min(SHOWN_ROWS - self.rows.len());
        for row in 0..count {
            let cells = batch.columns().iter().map(|column| {
                let mut text = String::new();
                format_value(column, row, &mut text);
                shown(&text)
            });
            self.rows.push(cells.collect());
        }
        self.more += batch.num_rows() - count;
    }

    /// The table, columns aligned: text to the left, numbers, also in text, to the right. For a terminal of that width,
    /// long values are cut, then columns in the middle are left out: arguments are first, results last.
    pub(super) fn render(&self, most: Option<usize>) -> String {
        let columns: Vec<Column> = (0..self.header.len()).map(|index| self.column(index)).collect();
        let (columns, left_out) = match most {
            Some(most) => fitting(columns, most),
            None => (columns, 0),
        };
        let mut text = String::new();
        line(&self.header, &columns, &mut text);
        for row in &self.rows {
            line(row, &columns, &mut text);
        }
        if left_out > 0 {
            let plural = if left_out == 1 { "column" } else { "columns" };
            text.push_str(&format!("… and {left_out} more {plural} (--columns chooses, --out FILE writes all)\n"));
        }
        if self.more > 0 {
            let plural = if self.more == 1 { "row" } else { "rows" };
            text.push_str(&format!("… and {} more {plural} (--out FILE writes all)\n", self.more));
        }
        text
    }

    fn column(&self, index: usize) -> Column {
        let is_text = self.rows.iter().any(|row| !row[index].is_empty() && parse_real8(&row[index]).is_err());
        let cells = self.rows.iter().chain(std::iter::once(&self.header));
        Column { index: Some(index), width: cells.map(|row| width(&row[index])).max().unwrap_or(0), is_text }
    }
}

/// A column as it is shown.
struct Column {
    /// None for those that are left out.
    index: Option<usize>,
    width: usize,
    is_text: bool,
}

/// The columns that fit a width, and the number of those that do not.
fn fitting(mut columns: Vec<Column>, most: usize) -> (Vec<Column>, usize) {
    let total = |columns: &[Column]| columns.iter().map(|column| column.width + GAP.len()).sum::<usize>();
    // Nothing follows the last column.
    let most = most + GAP.len();
    while let Some(excess) = total(&columns).checked_sub(most).filter(|excess| *excess > 0) {
        match columns.iter_mut().max_by_key(|column| column.width) {
            Some(widest) if widest.width > CUT_WIDTH => {
                widest.width = CUT_WIDTH.max(widest.width - excess.min(widest.width))
            }
            _ => break,
        }
    }
    let count = columns.len();
    if total(&columns) <= most || count == 1 {
        return (columns, 0);
    }
    let mark = Column { index: None, width: 1, is_text: true };
    let mut middle = count / 2;
    columns.insert(middle, mark);
    while total(&columns) > most && columns.len() > 2 {
        // From the longer side, the first one at last: results count more.
        let place = if middle >= columns.len() - 1 - middle { middle - 1 } else { middle + 1 };
        columns.remove(place);
        middle = middle.min(place);
    }
    let left_out = count + 1 - columns.len();
    (columns, left_out)
}

fn line(cells: &[String], columns: &[Column], text: &mut String) {
    let cells = columns.iter().map(|column| {
        let cell = cut(column.index.map_or("…", |index| &cells[index]), column.width);
        let blanks = " ".repeat(column.width.saturating_sub(width(&cell)));
        if column.is_text { format!("{cell}{blanks}") } else { format!("{blanks}{cell}") }
    });
    text.push_str(cells.collect::<Vec<String>>().join(GAP).trim_end());
    text.push('\n');
}

/// A value in one line that is not too long to be shown.
fn shown(text: &str) -> String {
    let text = visible_line(text);
    match text.char_indices().nth(SHOWN_CHARACTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::{ArrayRef, Float64Array, StringArray};
    use std::sync::Arc;

    fn rendered(columns: &[(&str, &str)], most: Option<usize>) -> String {
        let column = |text: &str| -> ArrayRef {
            match text.parse::<f64>() {
                Ok(value) => Arc::new(Float64Array::from(vec![value])),
                Err(_) => Arc::new(StringArray::from(vec![text])),
            }
        };
        let batch = RecordBatch::try_from_iter(columns.iter().map(|(name, text)| (*name, column(text)))).unwrap();
        let mut table = ShownTable::new(&batch.schema());
        table.add(&batch);
        table.render(most)
    }

    #[test]
    fn a_wide_table_fits_the_terminal() {
        let status = "index 9 is outside of an array of 3 elements at model.f:1234 in step";
        let columns = [("x", "1.5"), ("name", "日本"), ("y", "-2.25"), ("status", status)];
        assert_eq!(rendered(&columns, None), format!("  x  name      y  status\n1.5  日本  -2.25  {status}\n"));
        assert_eq!(rendered(&columns, Some(200)), rendered(&columns, None));
        assert_eq!(
            rendered(&columns, Some(60)),
            "  x  name      y  status\n1.5  日本  -2.25  index 9 is outside of an array of 3 eleme…\n"
        );
        let narrow = rendered(&columns, Some(40));
        assert_eq!(narrow, "  x  name      y  status\n1.5  日本  -2.25  index 9 is outside of…\n");
        assert!(narrow.lines().all(|line| width(line) <= 40));
    }

    #[test]
    fn columns_in_the_middle_are_left_out() {
        let names: Vec<String> = (1..=9).map(|number| format!("column{number}")).collect();
        let columns: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "1.0")).collect();
        assert_eq!(
            rendered(&columns, Some(40)),
            "column1  column2  …  column8  column9\n    1.0      1.0  …      1.0      1.0\n\
             … and 5 more columns (--columns chooses, --out FILE writes all)\n"
        );
        // Something is shown on each terminal.
        assert!(rendered(&columns, Some(1)).starts_with("…  column9\n…      1.0\n… and 8 more columns"));
    }

    /// A text of several lines took several lines of the table.
    #[test]
    fn a_row_is_a_line() {
        assert_eq!(rendered(&[("t\r", "a\nb")], None), "t␍\na␊b\n");
    }
}
