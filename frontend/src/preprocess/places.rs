//! The way back from a preprocessed text to the files.

use crate::source::FileId;

/// Where the characters of a text come from.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    /// In the order of the text; none for a text that is the file's own.
    pieces: Vec<Piece>,
}

/// Characters of the text that come from one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece {
    /// The first byte in the text.
    start: u32,
    file: FileId,
    /// The byte of the file that it comes from.
    at: u32,
    /// Where the use of a macro ends that all of the piece stands for; none if the piece is in the file as it is here.
    end: Option<u32>,
}

/// Where a character comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub file: FileId,
    /// The byte of the file.
    pub at: u32,
    /// If a macro was replaced by it, the end of the macro's use, which begins at `at`.
    pub end: Option<u32>,
}

impl Places {
    /// Whether all of the text is the file's own.
    pub fn are_own(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Says that the text from `start` on is that of a file from `at` on.
    pub fn add_copied(&mut self, start: u32, file: FileId, at: u32) {
        let goes_on = |last: &Piece| last.end.is_none() && last.file == file && last.at + (start - last.start) == at;
        if !self.pieces.last().is_some_and(goes_on) {
            self.pieces.push(Piece { start, file, at, end: None });
        }
    }

    /// Says that the text from `start` on is in place of the bytes from `at` to `end` of a file.
    pub fn add_replaced(&mut self, start: u32, file: FileId, (at, end): (u32, u32)) {
        let piece = Piece { start, file, at, end: Some(end) };
        if self.pieces.last().is_none_or(|last| Piece { start, ..*last } != piece) {
            self.pieces.push(piece);
        }
    }

    /// Where a byte of the text comes from, if that is not the same byte of the text's own file.
    pub fn of(&self, at: u32) -> Option<Place> {
        let before = self.pieces.partition_point(|piece| piece.start <= at).checked_sub(1)?;
        let piece = self.pieces[before];
        let offset = if piece.end.is_some() { 0 } else { at - piece.start };
        Some(Place { file: piece.file, at: piece.at + offset, end: piece.end })
    }
}
