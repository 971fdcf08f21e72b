//! Lines of Fortran in fixed form.

use super::tree::{Kind, type_name};
use std::fmt::Write;

/// Lines of fixed form.
#[derive(Debug, Default)]
pub struct Lines {
    /// What has been printed.
    pub text: String,
    /// The statements, not cut into lines.
    pub statements: String,
}

impl Lines {
    /// A statement; what is after column 72 goes to continuation lines.
    pub fn push(&mut self, label: Option<u32>, text: &str) {
        let _ = writeln!(self.statements, "{text}");
        let characters: Vec<char> = text.chars().collect();
        for (index, part) in characters.chunks(66).enumerate() {
            let part: String = part.iter().collect();
            let start = match (index, label) {
                (0, Some(label)) => format!("{label:>5} "),
                (0, None) => "      ".to_owned(),
                _ => "     &".to_owned(),
            };
            let _ = writeln!(self.text, "{start}{part}");
        }
    }

    /// The declaration of a variable or a function.
    pub fn declare(&mut self, kind: Kind, name: &str) {
        self.push(None, &format!("{} {name}", type_name(kind)));
    }
}
