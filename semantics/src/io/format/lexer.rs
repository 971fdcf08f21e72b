//! The tokens of a format. Blanks mean nothing, but in texts; letters may be small.

use super::FormatError;

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// An unsigned number.
    Number(u32),
    /// A number with a sign.
    Signed(i32),
    /// A quoted text.
    Text(Vec<u8>),
    /// One or two capital letters: a descriptor.
    Word(&'static str),
    /// `(`, `)`, `,`, `/`, `:`, `.`, `*` or `$`.
    Mark(u8),
    /// Anything else.
    Other(u8),
    /// The end of the text.
    End,
}

/// All descriptors, those of two letters first.
const WORDS: [&str; 32] = [
    "TL", "TR", "SP", "SS", "BN", "BZ", "EN", "ES", "RU", "RD", "RZ", "RN", "RC", "RP", "DC", "DP", "DT", "T", "X",
    "S", "B", "P", "I", "O", "Z", "F", "E", "D", "G", "L", "A", "H",
];

/// Numbers in formats are not greater than this, which keeps a field in the memory of a machine.
const GREATEST: u32 = 50_000;

/// Reads tokens from a format's text.
pub struct Lexer<'t> {
    text: &'t [u8],
    /// Where the next token begins, or blanks before it.
    pub at: usize,
}

impl<'t> Lexer<'t> {
    pub fn new(text: &'t [u8]) -> Lexer<'t> {
        Lexer { text, at: 0 }
    }

    /// The next character that is not a blank, in upper case.
    fn peek(&mut self) -> Option<u8> {
        while matches!(self.text.get(self.at), Some(b' ' | b'\t')) {
            self.at += 1;
        }
        self.text.get(self.at).map(u8::to_ascii_uppercase)
    }

    /// The place of the next token.
    pub fn place(&mut self) -> usize {
        self.peek();
        self.at
    }

    /// The next token.
    pub fn next(&mut self) -> Result<Token, FormatError> {
        let Some(first) = self.peek() else { return Ok(Token::End) };
        match first {
            b'0'..=b'9' => self.number().map(Token::Number),
            b'+' | b'-' => {
                self.at += 1;
                let digits = self.peek().is_some_and(|next| next.is_ascii_digit());
                if !digits {
                    return Ok(Token::Other(first));
                }
                let magnitude = self.number()? as i32;
                Ok(Token::Signed(if first == b'-' { -magnitude } else { magnitude }))
            }
            b'\'' | b'"' => self.quoted(),
            b'(' | b')' | b',' | b'/' | b':' | b'.' | b'*' | b'$' => {
                self.at += 1;
                Ok(Token::Mark(first))
            }
            _ => Ok(self.word(first)),
        }
    }

    fn number(&mut self) -> Result<u32, FormatError> {
        let start = self.at;
        let mut number = 0u32;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            number = number.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
            self.at += 1;
        }
        if number > GREATEST {
            let message = format!("a number greater than {GREATEST} in format");
            return Err(FormatError { message, at: start });
        }
        Ok(number)
    }

    /// A quoted text, in which a doubled quote stands for one.
    fn quoted(&mut self) -> Result<Token, FormatError> {
        let (start, quote) = (self.at, self.text[self.at]);
        let mut text = Vec::new();
        self.at += 1;
        while let Some(&byte) = self.text.get(self.at) {
            self.at += 1;
            if byte == quote {
                if self.text.get(self.at) != Some(&quote) {
                    return Ok(Token::Text(text));
                }
                self.at += 1;
            }
            text.push(byte);
        }
        Err(FormatError { message: "Unterminated character constant in format string".to_owned(), at: start })
    }

    fn word(&mut self, first: u8) -> Token {
        self.at += 1;
        let after = self.at;
        let second = self.peek();
        for word in WORDS {
            let letters = word.as_bytes();
            match letters {
                [one, two] if *one == first && Some(*two) == second => {
                    self.at += 1;
                    return Token::Word(word);
                }
                [one] if *one == first => {
                    self.at = after;
                    return Token::Word(word);
                }
                _ => {}
            }
        }
        self.at = after;
        // `R` alone is none: what is wrong is the letter after it.
        Token::Other(second.filter(|_| first == b'R').unwrap_or(first))
    }

    /// The characters of a Hollerith text after its H.
    pub fn hollerith(&mut self, length: u32) -> Result<Vec<u8>, FormatError> {
        let end = self.at + length as usize;
        let text = self.text.get(self.at..end).ok_or_else(|| FormatError {
            message: "Hollerith text is longer than the format".to_owned(),
            at: self.at,
        })?;
        self.at = end;
        Ok(text.to_vec())
    }
}
