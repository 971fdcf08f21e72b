//! Where a character of a format is in the source, for messages: the text of a format has no blanks, case and line
//! ends as the source has them.

use crate::source::{SourceMap, Span};

/// The place of a character of a format, whose text is spelled within the span: a FORMAT statement, or a constant. None
/// if it is not spelled there, but in a named constant or in parts, or is not ASCII, of which the source may have other
/// bytes.
pub(super) fn place_in_format(text: &[u8], at: usize, span: Span, sources: &SourceMap) -> Option<Span> {
    if !text.is_ascii() {
        return None;
    }
    let source = sources.file(span.file).text.get(span.start as usize..span.end as usize)?;
    let quote = source.bytes().next().filter(|first| matches!(first, b'\'' | b'"'));
    let mut spelling = Spelling { source: source.as_bytes(), at: source.find('(')?, quote };
    if spelling.at > 1 && quote.is_some() && !source[1..spelling.at].trim().is_empty() {
        return None;
    }
    let mut place = spelling.at;
    for (index, byte) in text.iter().enumerate() {
        place = spelling.find(*byte)?;
        if index == at {
            break;
        }
    }
    let start = span.start as usize + if at < text.len() { place } else { place + 1 };
    let length = sources.file(span.file).text.get(start..)?.chars().next().map_or(0, char::len_utf8);
    Some(Span { start: start as u32, end: (start + length) as u32, ..span })
}

/// A walk along the source.
struct Spelling<'s> {
    source: &'s [u8],
    at: usize,
    /// What is around a constant; in it, two stand for one.
    quote: Option<u8>,
}

impl Spelling<'_> {
    /// The place of the next character of the text.
    fn find(&mut self, wanted: u8) -> Option<usize> {
        loop {
            let byte = *self.source.get(self.at)?;
            self.at += 1;
            if byte.eq_ignore_ascii_case(&wanted) {
                let found = self.at - 1;
                if self.quote == Some(byte) {
                    // The second of the two.
                    self.source.get(self.at).filter(|next| **next == byte)?;
                    self.at += 1;
                }
                return Some(found);
            }
            match byte {
                b' ' | b'\t' | b'\r' => {}
                b'&' => self.next_free_line()?,
                b'!' => self.at = self.line_end(),
                b'\n' => self.next_fixed_line()?,
                _ => return None,
            }
        }
    }

    fn line_end(&self) -> usize {
        let rest = &self.source[self.at..];
        self.at + rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len())
    }

    /// Goes after the `&` that begins the next line, or to its first character.
    fn next_free_line(&mut self) -> Option<()> {
        loop {
            self.at = self.line_end() + 1;
            let line = self.source.get(self.at..self.line_end())?;
            let blanks = line.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            match line.get(blanks) {
                None | Some(b'!') => {}
                // The line continues at once after it.
                Some(b'&') => {
                    self.at += blanks + 1;
                    return Some(());
                }
                Some(_) => return Some(()),
            }
        }
    }

    /// Goes after the sixth column of the next line that continues a statement in fixed form.
    fn next_fixed_line(&mut self) -> Option<()> {
        loop {
            let line = self.source.get(self.at..self.line_end())?;
            let is_comment = matches!(line.first(), Some(b'c' | b'C' | b'*' | b'!')) || line.trim_ascii().is_empty();
            if !is_comment {
                self.at += if line.first() == Some(&b'\t') { 2 } else { 6 };
                return Some(());
            }
            self.at = self.line_end() + 1;
        }
    }
}
