//! Texts as kernels take them: for each row as many bytes, filled up with blanks, and how long its text is.

use crate::number::shortened;

/// The texts of some rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Texts {
    /// The bytes of each row.
    pub width: usize,
    /// Of all rows, one after the other.
    pub bytes: Vec<u8>,
    /// How many bytes of each row are its text.
    pub lengths: Vec<i32>,
}

/// A text that does not fit: the zero-based row and what is wrong.
pub(crate) type BadText = (usize, String);

impl Texts {
    /// Of CHARACTER(`length`), or, without a length, each as long as it is.
    ///
    /// # Errors
    /// The first text of which more than blanks would be cut off.
    pub(crate) fn of<'t>(
        texts: impl Iterator<Item = &'t [u8]> + Clone,
        length: Option<usize>,
    ) -> Result<Texts, BadText> {
        let width = length.unwrap_or_else(|| texts.clone().map(<[u8]>::len).max().unwrap_or(0));
        let mut found = Texts { width, ..Texts::default() };
        for (row, text) in texts.enumerate() {
            let kept = &text[..text.len().min(width)];
            if !text[kept.len()..].iter().all(|byte| *byte == b' ') {
                let message =
                    format!("`{}` does not fit CHARACTER({width})", shortened(&String::from_utf8_lossy(text)));
                return Err((row, message));
            }
            let own = if length.is_some() { width } else { kept.len() };
            let own = i32::try_from(own).map_err(|_| (row, format!("a text of {own} characters is too long")))?;
            found.lengths.push(own);
            found.bytes.extend_from_slice(kept);
            found.bytes.resize(found.lengths.len() * width, b' ');
        }
        Ok(found)
    }
}
