//! What a terminal shows: its width, and text without what would control it.

use std::borrow::Cow;
use unicode_width::UnicodeWidthStr;

/// The columns of the terminal that standard output is; none if it is not one.
pub(super) fn output_columns() -> Option<usize> {
    terminal_size::terminal_size_of(std::io::stdout()).map(|(width, _)| width.0.into())
}

/// The same of standard error.
pub(super) fn error_columns() -> Option<usize> {
    terminal_size::terminal_size_of(std::io::stderr()).map(|(width, _)| width.0.into())
}

/// A message with pictures of control characters in place of them. A stranger's file could move the cursor with them,
/// or rename the window; marks of direction would reorder what is beside them.
pub(super) fn visible(text: &str) -> Cow<'_, str> {
    shown(text, &['\n', '\t'])
}

/// The same for text in one line.
pub(super) fn visible_line(text: &str) -> Cow<'_, str> {
    shown(text, &[])
}

fn shown<'t>(text: &'t str, kept: &[char]) -> Cow<'t, str> {
    let is_hidden = |character: char| picture(character).is_some() && !kept.contains(&character);
    match text.contains(is_hidden) {
        false => Cow::Borrowed(text),
        true => text.chars().map(|one| picture(one).filter(|_| is_hidden(one)).unwrap_or(one)).collect(),
    }
}

/// What stands for a character that is not shown as itself.
fn picture(character: char) -> Option<char> {
    match character {
        '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(character)),
        '\x7f' => Some('␡'),
        '\u{80}'..='\u{9f}' => Some(char::REPLACEMENT_CHARACTER),
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => Some(char::REPLACEMENT_CHARACTER),
        _ => None,
    }
}

/// The columns that a text takes.
pub(super) fn width(text: &str) -> usize {
    text.width()
}

/// A text of that width at most, with `…` where something is left out.
pub(super) fn cut(text: &str, most: usize) -> Cow<'_, str> {
    if text.width() <= most {
        return Cow::Borrowed(text);
    }
    let mut kept = String::new();
    for character in text.chars() {
        kept.push(character);
        if kept.width() + 1 > most {
            kept.pop();
            break;
        }
    }
    kept.push('…');
    Cow::Owned(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cell of a table that held an escape sequence coloured the terminal, and could have done more.
    #[test]
    fn control_characters_are_pictures() {
        assert_eq!(visible("a\x1b[31mb\n\x07"), "a␛[31mb\n␇");
        assert_eq!(visible_line("a\nb\u{202e}c\u{9b}"), "a␊b\u{fffd}c\u{fffd}");
        assert!(matches!(visible("plain ␛ é"), Cow::Borrowed(_)));
    }

    #[test]
    fn texts_are_cut_to_columns() {
        assert_eq!(cut("日本語", 6), "日本語");
        assert_eq!(cut("日本語", 5), "日本…");
        assert_eq!(cut("abcdef", 1), "…");
    }
}
