//! Parses formats as gfortran takes them: commas may be missing wherever the descriptors can be told apart.

use super::lexer::{Lexer, Token};
use super::{Control, Digits, Edit, Format, FormatError, Node, NodeKind, Radix, RealEdit, RealForm, Rounding};

impl Format {
    /// Parses a format, with its parentheses; what follows the closing one means nothing.
    ///
    /// # Errors
    /// The first mistake.
    pub fn parse(text: &[u8]) -> Result<Format, FormatError> {
        let mut parser = Parser {
            lexer: Lexer::new(text),
            nodes: Vec::new(),
            open: Vec::new(),
            ahead: None,
            at: 0,
            last_data: None,
        };
        match parser.next()? {
            Token::Mark(b'(') => {}
            _ => return parser.error("Missing initial left parenthesis in format"),
        }
        parser.items()?;
        let end = parser.lexer.at;
        Ok(Format { text: text.to_vec(), end, nodes: parser.nodes })
    }
}

struct Parser<'t> {
    lexer: Lexer<'t>,
    nodes: Vec<Node>,
    /// The groups that are open.
    open: Vec<usize>,
    /// The last data edit descriptor.
    last_data: Option<usize>,
    /// A token that was read too early.
    ahead: Option<(Token, usize)>,
    /// Where the last token begins.
    at: usize,
}

impl Parser<'_> {
    fn next(&mut self) -> Result<Token, FormatError> {
        if let Some((token, at)) = self.ahead.take() {
            self.at = at;
            return Ok(token);
        }
        self.at = self.lexer.place();
        self.lexer.next()
    }

    fn put_back(&mut self, token: Token) {
        self.ahead = Some((token, self.at));
    }

    fn error<T>(&self, message: impl Into<String>) -> Result<T, FormatError> {
        Err(FormatError { message: message.into(), at: self.at })
    }

    fn push(&mut self, kind: NodeKind, at: usize) {
        self.nodes.push(Node { kind, at });
    }

    /// items: { [ item ] `,` } `)`, up to the format's last parenthesis.
    fn items(&mut self) -> Result<(), FormatError> {
        // Whether an item may be here; after an item a comma may, too.
        let mut after_item = false;
        loop {
            let token = self.next()?;
            match token {
                Token::Mark(b')') => match self.open.pop() {
                    Some(open) => self.close(open)?,
                    None => return Ok(()),
                },
                Token::Mark(b',') if after_item => {
                    after_item = false;
                    continue;
                }
                Token::End => return self.error("Unexpected end of format string"),
                token => {
                    after_item = self.item(token)?;
                    continue;
                }
            }
            after_item = true;
        }
    }

    fn close(&mut self, open: usize) -> Result<(), FormatError> {
        let close = self.nodes.len();
        let has_data = self.last_data.is_some_and(|data| data > open);
        if let NodeKind::Open { repeat, close: end } = &mut self.nodes[open].kind {
            if repeat.is_none() && !has_data {
                return self.error("'*' requires at least one associated data descriptor");
            }
            *end = close;
        }
        self.push(NodeKind::Close(open), self.at);
        Ok(())
    }

    fn group(&mut self, repeat: Option<u32>) {
        self.open.push(self.nodes.len());
        self.push(NodeKind::Open { repeat, close: 0 }, self.at);
    }

    /// item: one descriptor, or the begin of a group. False after the latter.
    fn item(&mut self, token: Token) -> Result<bool, FormatError> {
        let at = self.at;
        match token {
            Token::Mark(b'(') => {
                self.group(Some(1));
                return Ok(false);
            }
            Token::Mark(b'*') => {
                if self.next()? != Token::Mark(b'(') {
                    return self.error("Left parenthesis required after '*'");
                }
                self.group(None);
                return Ok(false);
            }
            Token::Number(number) => return self.counted(number, at),
            Token::Signed(number) => match self.next()? {
                Token::Word("P") => return self.scale(number, at),
                _ => return self.error("P descriptor expected after a number with a sign"),
            },
            Token::Text(text) => self.push(NodeKind::Control(Control::Text(text)), at),
            Token::Mark(b'/') => self.push(NodeKind::Control(Control::Slash(1)), at),
            Token::Mark(b':') => self.push(NodeKind::Control(Control::Colon), at),
            Token::Mark(b'$') => self.push(NodeKind::Control(Control::Stay), at),
            Token::Word(word) => self.word(word, 1, at)?,
            Token::Other(byte) => {
                return self.error(format!("Unexpected element '{}' in format", byte as char));
            }
            Token::Mark(byte) => {
                return self.error(format!("Unexpected element '{}' in format", byte as char));
            }
            Token::End => return self.error("Unexpected end of format string"),
        }
        Ok(true)
    }

    /// What follows a number: a group, a descriptor that is repeated, or one whose own number it is.
    fn counted(&mut self, number: u32, at: usize) -> Result<bool, FormatError> {
        let token = self.next()?;
        if number == 0 && !matches!(token, Token::Word("P")) {
            self.at = at;
            return self.error("Zero repeat count not allowed");
        }
        match token {
            Token::Mark(b'(') => {
                self.group(Some(number));
                return Ok(false);
            }
            Token::Mark(b'/') => self.push(NodeKind::Control(Control::Slash(number)), at),
            Token::Word("X") => self.push(NodeKind::Control(Control::Right(number)), at),
            Token::Word("P") => return self.scale(number as i32, at),
            Token::Word("H") => {
                let text = self.lexer.hollerith(number)?;
                self.push(NodeKind::Control(Control::Text(text)), at);
            }
            Token::Word(word) if is_data(word) => self.word(word, number, at)?,
            _ => return self.error("Repeat count not allowed here"),
        }
        Ok(true)
    }

    /// After `kP`: reals may follow without comma, other descriptors may not.
    fn scale(&mut self, factor: i32, at: usize) -> Result<bool, FormatError> {
        self.push(NodeKind::Control(Control::Scale(factor)), at);
        let token = self.next()?;
        let fits = match &token {
            Token::Word(word) => is_real(word),
            Token::Mark(mark) => matches!(mark, b',' | b')' | b'/' | b'(' | b':'),
            Token::Number(_) | Token::End => true,
            Token::Signed(_) | Token::Text(_) | Token::Other(_) => false,
        };
        if !fits {
            return self.error("Comma required after P descriptor");
        }
        self.put_back(token);
        Ok(true)
    }

    fn word(&mut self, word: &'static str, repeat: u32, at: usize) -> Result<(), FormatError> {
        let control = match word {
            "X" => Control::Right(1),
            "T" => Control::Column(self.positive()?),
            "TL" => Control::Left(self.positive()?),
            "TR" => Control::Right(self.positive()?),
            "S" | "SS" => Control::Plus(false),
            "SP" => Control::Plus(true),
            "BN" => Control::BlankIsZero(false),
            "BZ" => Control::BlankIsZero(true),
            "RU" => Control::Rounding(Rounding::Up),
            "RD" => Control::Rounding(Rounding::Down),
            "RZ" => Control::Rounding(Rounding::Zero),
            "RN" => Control::Rounding(Rounding::Nearest),
            "RC" => Control::Rounding(Rounding::Compatible),
            "RP" => Control::Rounding(Rounding::Processor),
            "DC" => Control::DecimalComma(true),
            "DP" => Control::DecimalComma(false),
            "P" => return self.error("P descriptor requires leading scale factor"),
            "DT" => return self.error(FormatError::DERIVED_TYPE),
            "H" => {
                let text = self.lexer.hollerith(1)?;
                Control::Text(text)
            }
            _ => {
                let edit = self.data(word)?;
                self.last_data = Some(self.nodes.len());
                self.push(NodeKind::Data(edit, repeat), at);
                return Ok(());
            }
        };
        self.push(NodeKind::Control(control), at);
        Ok(())
    }

    fn positive(&mut self) -> Result<u32, FormatError> {
        match self.next()? {
            Token::Number(number @ 1..) => Ok(number),
            _ => self.error("Positive width required in format"),
        }
    }

    fn optional_number(&mut self) -> Result<Option<u32>, FormatError> {
        match self.next()? {
            Token::Number(number) => Ok(Some(number)),
            token => {
                self.put_back(token);
                Ok(None)
            }
        }
    }

    /// The number after a mark, if the mark is there.
    fn after(&mut self, mark: Token) -> Result<Option<u32>, FormatError> {
        let token = self.next()?;
        if token != mark {
            self.put_back(token);
            return Ok(None);
        }
        match self.next()? {
            Token::Number(number) => Ok(Some(number)),
            _ => self.error("Nonnegative width required in format"),
        }
    }

    fn data(&mut self, word: &'static str) -> Result<Edit, FormatError> {
        match word {
            "A" => {
                let width = self.optional_number()?;
                if width == Some(0) {
                    return self.error("Positive width required in format");
                }
                Ok(Edit::Character(width))
            }
            "L" => Ok(Edit::Logical(self.optional_number()?.unwrap_or(1))),
            "I" => self.digits().map(Edit::Integer),
            "B" => self.digits().map(|digits| Edit::Bits(Radix::Binary, digits)),
            "O" => self.digits().map(|digits| Edit::Bits(Radix::Octal, digits)),
            "Z" => self.digits().map(|digits| Edit::Bits(Radix::Hexadecimal, digits)),
            _ => self.real(word).map(Edit::Real),
        }
    }

    fn digits(&mut self) -> Result<Digits, FormatError> {
        let Some(width) = self.optional_number()? else {
            self.next()?;
            return self.error("Nonnegative width required in format");
        };
        let least = self.after(Token::Mark(b'.'))?;
        if width > 0 && least.is_some_and(|least| least > width) {
            return self.error(FormatError::TOO_NARROW);
        }
        Ok(Digits { width, least })
    }

    fn real(&mut self, word: &'static str) -> Result<RealEdit, FormatError> {
        let form = match word {
            "F" => RealForm::F,
            "E" => RealForm::E,
            "D" => RealForm::D,
            "EN" => RealForm::En,
            "ES" => RealForm::Es,
            _ => RealForm::G,
        };
        let Some(width) = self.optional_number()? else {
            self.next()?;
            return self.error("Positive width required in format");
        };
        let mut decimals = self.after(Token::Mark(b'.'))?;
        let mut exponent = None;
        if decimals.is_some() && form != RealForm::F && form != RealForm::D {
            exponent = self.after(Token::Word("E"))?;
        }
        if decimals.is_none() && !(form == RealForm::G && width == 0) {
            decimals = Some(0);
        }
        Ok(RealEdit { form, width, decimals, exponent })
    }
}

fn is_real(word: &str) -> bool {
    matches!(word, "F" | "E" | "D" | "EN" | "ES" | "G")
}

fn is_data(word: &str) -> bool {
    is_real(word) || matches!(word, "I" | "B" | "O" | "Z" | "L" | "A")
}
