//! Texts as kernels take them: for each row as many bytes, filled up with blanks, and how long its texts are.

use crate::number::shortened;

/// The texts of some rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Texts {
    /// How many texts a row has: one, or the elements of an array.
    pub count: usize,
    /// The bytes of each row: those of its texts one after the other, then blanks.
    pub width: usize,
    /// Of all rows, one after the other.
    pub bytes: Vec<u8>,
    /// For each row how many bytes each of its texts has.
    pub lengths: Vec<i32>,
}

/// A text that does not fit: its zero-based number and what is wrong.
pub(crate) type BadText = (usize, String);

impl Texts {
    /// Of CHARACTER(`length`), or, without a length, in each row as long as the longest of its `count` texts. `texts`
    /// has those of `rows` rows.
    ///
    /// # Errors
    /// The first text of which more than blanks would be cut off, and texts that are too long together.
    pub(crate) fn of(texts: &[&[u8]], (rows, count): (usize, usize), length: Option<usize>) -> Result<Texts, BadText> {
        let longest = length.unwrap_or_else(|| texts.iter().map(|text| text.len()).max().unwrap_or(0));
        let width = longest.checked_mul(count).filter(|width| i32::try_from(*width).is_ok());
        let too_long = || (0, format!("texts of {longest} characters are too long"));
        let width = width.ok_or_else(too_long)?;
        let mut found = Texts { count, width, ..Texts::default() };
        for row in 0..rows {
            let of_row = &texts[row * count..(row + 1) * count];
            let own = length.unwrap_or_else(|| of_row.iter().map(|text| text.len()).max().unwrap_or(0));
            for (element, text) in of_row.iter().enumerate() {
                let kept = &text[..text.len().min(own)];
                if !text[kept.len()..].iter().all(|byte| *byte == b' ') {
                    let text = shortened(&String::from_utf8_lossy(text));
                    return Err((row * count + element, format!("`{text}` does not fit CHARACTER({own})")));
                }
                found.bytes.extend_from_slice(kept);
                found.bytes.resize(found.bytes.len() + own - kept.len(), b' ');
            }
            found.lengths.push(own as i32);
            found.bytes.resize(found.lengths.len() * width, b' ');
        }
        Ok(found)
    }

    /// Of each of `rows` rows the same: `count` texts of these bytes together.
    #[cfg(feature = "tables")]
    pub(crate) fn repeated(bytes: &[u8], (rows, count): (usize, usize)) -> Texts {
        let length = bytes.len().checked_div(count).unwrap_or(0) as i32;
        Texts { count, width: bytes.len(), bytes: bytes.repeat(rows), lengths: vec![length; rows] }
    }

    /// The places of the texts of a row in the bytes of all.
    #[cfg(feature = "tables")]
    pub(crate) fn of_row(&self, row: usize) -> impl Iterator<Item = std::ops::Range<usize>> {
        let (start, length) = (row * self.width, self.lengths.get(row).map_or(0, |length| *length as usize));
        (0..self.count).map(move |element| start + element * length..start + (element + 1) * length)
    }
}
