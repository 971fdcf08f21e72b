//! A line while macros in it are replaced.

/// What is in a directive in place of a comment: it parts names, and is nothing itself. No source has this character.
pub(super) const COMMENT: char = '\0';

/// The characters around the parts of a directive.
pub(super) const BLANKS: [char; 3] = [' ', '\t', COMMENT];

/// A character, and where it comes from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Letter {
    pub character: char,
    /// The byte of the file.
    pub at: u32,
    /// If it is in place of a macro's use, which begins at `at`, the end of that.
    pub end: Option<u32>,
}

impl Letter {
    /// The byte after it in the file.
    pub fn after(self) -> u32 {
        self.end.unwrap_or(self.at + self.character.len_utf8() as u32)
    }
}

/// The characters of a line that begins at a byte of its file.
pub(super) fn of_line(line: &str, start: u32) -> Vec<Letter> {
    line.char_indices().map(|(at, character)| Letter { character, at: start + at as u32, end: None }).collect()
}

/// The characters of a text that is in place of a macro's use.
pub(super) fn of_use(text: &str, (at, end): (u32, u32)) -> Vec<Letter> {
    text.chars().map(|character| Letter { character, at, end: Some(end) }).collect()
}

/// Whether the next line is joined to a line, as it ends in a backslash.
pub(super) fn goes_on(line: &str) -> bool {
    line.trim_end_matches(BLANKS).ends_with('\\')
}

/// Whether a name may begin with a character.
pub(super) fn begins_name(character: char) -> bool {
    character.is_ascii_alphabetic() || character == '_'
}

/// Whether a name may go on with a character.
pub(super) fn is_in_name(character: char) -> bool {
    begins_name(character) || character.is_ascii_digit()
}

/// The name at the start of a text, empty if there is none.
pub(super) fn name_at(text: &str) -> &str {
    let end = text.find(|character| !is_in_name(character)).unwrap_or(text.len());
    if text.starts_with(begins_name) { &text[..end] } else { "" }
}
