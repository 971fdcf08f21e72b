//! List-directed output: the records of `PRINT *`, byte for byte as gfortran 12 writes them to standard output.
//!
//! A record starts with a blank, and a blank stands between two items, but not between two texts. Numbers are right
//! justified in fields whose width depends on type and kind alone. A record is never broken: the default record length
//! of standard output is a gigabyte.

/// Collects the items of one record after the other.
#[derive(Clone, Debug, Default)]
pub struct RecordWriter {
    record: String,
    /// Whether the last item of the record so far is a text.
    ends_in_text: bool,
}

impl RecordWriter {
    /// A writer at the start of a record.
    pub fn new() -> RecordWriter {
        RecordWriter::default()
    }

    /// Appends a text.
    pub fn text(&mut self, item: &str) {
        if !self.ends_in_text {
            self.record.push(' ');
        }
        self.record.push_str(item);
        self.ends_in_text = true;
    }

    /// Appends an INTEGER(4).
    pub fn integer4(&mut self, item: i32) {
        self.item(&format!("{item:11}"));
    }

    /// Appends an INTEGER(8).
    pub fn integer8(&mut self, item: i64) {
        self.item(&format!("{item:20}"));
    }

    /// Appends a REAL(4): nine digits in 16 columns.
    pub fn real4(&mut self, item: f32) {
        let digits = item.is_finite().then(|| format!("{item:.8e}"));
        self.item(&real_field(f64::from(item), digits, 16, 2));
    }

    /// Appends a REAL(8): seventeen digits in 25 columns.
    pub fn real8(&mut self, item: f64) {
        let digits = item.is_finite().then(|| format!("{item:.16e}"));
        self.item(&real_field(item, digits, 25, 3));
    }

    /// Appends a LOGICAL.
    pub fn logical(&mut self, item: bool) {
        self.item(if item { "T" } else { "F" });
    }

    /// Ends the record and gives it, without a line end; the next item starts a new one. A record without items is
    /// empty.
    pub fn finish(&mut self) -> String {
        self.ends_in_text = false;
        std::mem::take(&mut self.record)
    }

    fn item(&mut self, field: &str) {
        self.record.push(' ');
        self.record.push_str(field);
        self.ends_in_text = false;
    }
}

/// The field of a real, of which `scientific` gives all digits as Rust's `e` format does, if it is finite: without an
/// exponent if it is zero or at least 0.1 and its whole part fits the digits, with blanks in the exponent's place.
fn real_field(value: f64, scientific: Option<String>, width: usize, exponent_digits: usize) -> String {
    let Some(scientific) = scientific else {
        let name = match (value.is_nan(), value > 0.0) {
            (true, _) => "NaN",
            (false, true) => "Infinity",
            (false, false) => "-Infinity",
        };
        return format!("{name:>width$}");
    };
    let sign = if scientific.starts_with('-') { "-" } else { "" };
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let point = if value == 0.0 { 1 } else { exponent + 1 };
    let text = match usize::try_from(point) {
        Ok(0) => format!("{sign}0.{digits}{:1$}", "", exponent_digits + 2),
        Ok(whole) if whole <= digits.len() => {
            format!("{sign}{}.{}{:3$}", &digits[..whole], &digits[whole..], "", exponent_digits + 2)
        }
        _ => {
            let exponent_sign = if exponent < 0 { '-' } else { '+' };
            let magnitude = exponent.unsigned_abs();
            format!("{sign}{}.{}E{exponent_sign}{magnitude:0exponent_digits$}", &digits[..1], &digits[1..])
        }
    };
    format!("{text:>width$}")
}

#[cfg(test)]
mod tests;
