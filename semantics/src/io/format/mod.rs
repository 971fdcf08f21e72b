//! Formats: what is between the parentheses of a FORMAT statement or in a character format.
//!
//! A format is a flat list of nodes; a group is a pair of nodes that name each other. So neither parsing nor walking
//! recurses.

mod cursor;
mod lexer;
mod parse;
#[cfg(test)]
mod tests;

pub use cursor::{FormatCursor, Step};

use super::error::IoError;

/// A parsed format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Format {
    /// The text, parentheses included, and what follows them.
    pub text: Vec<u8>,
    /// Where in the text it ends.
    pub end: usize,
    /// The edit descriptors and groups, in order; the outermost parentheses are not among them.
    pub nodes: Vec<Node>,
}

/// An edit descriptor or an end of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// What it is.
    pub kind: NodeKind,
    /// Its place in the text.
    pub at: usize,
}

/// What a node is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// Edits items, with a repeat count.
    Data(Edit, u32),
    /// Edits none.
    Control(Control),
    /// Begins a group, which is repeated so often.
    Open {
        /// How often; none for `*`, without end.
        repeat: Option<u32>,
        /// The node that ends it.
        close: usize,
    },
    /// Ends the group that the node of that number begins.
    Close(usize),
}

/// A data edit descriptor. A width of 0 stands for as many columns as needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// `Iw.m`
    Integer(Digits),
    /// `Bw.m`, `Ow.m`, `Zw.m`
    Bits(Radix, Digits),
    /// `Fw.d` and the like.
    Real(RealEdit),
    /// `Lw`
    Logical(u32),
    /// `Aw`; without width it is the item's length.
    Character(Option<u32>),
}

/// Width and least number of digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digits {
    /// The width.
    pub width: u32,
    /// The least number of digits.
    pub least: Option<u32>,
}

/// The base of B, O and Z.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Radix {
    /// 2
    Binary,
    /// 8
    Octal,
    /// 16
    Hexadecimal,
}

/// An edit descriptor of reals; G edits all types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RealEdit {
    /// The letters.
    pub form: RealForm,
    /// The width.
    pub width: u32,
    /// The digits after the point; none only for `G0`.
    pub decimals: Option<u32>,
    /// The digits of the exponent, if they are given.
    pub exponent: Option<u32>,
}

/// The letters of an edit descriptor of reals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum RealForm {
    F,
    E,
    D,
    En,
    Es,
    G,
}

/// A control edit descriptor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Control {
    /// A text, quoted or Hollerith.
    Text(Vec<u8>),
    /// `nX` and `TRn`: a number of columns to the right.
    Right(u32),
    /// `TLn`
    Left(u32),
    /// `Tn`: to that column, the first of which is 1.
    Column(u32),
    /// `/`, so often.
    Slash(u32),
    /// `:`
    Colon,
    /// `kP`
    Scale(i32),
    /// `S`, `SP`, `SS`: whether plus signs are written.
    Plus(bool),
    /// `BN`, `BZ`: whether blanks in numbers are zeros.
    BlankIsZero(bool),
    /// `RU`, `RD`, `RZ`, `RN`, `RC`, `RP`: how numbers are rounded.
    Rounding(Rounding),
    /// `DC`, `DP`: whether the decimal mark is a comma.
    DecimalComma(bool),
    /// `$`: the record continues.
    Stay,
}

/// How items are edited: what OPEN, the statement and control edit descriptors have set.
#[derive(Clone, Copy, Debug, Default)]
pub struct EditMode {
    /// The scale factor.
    pub scale: i32,
    /// Numbers that are not negative have a sign.
    pub plus: bool,
    /// Blanks in numbers are zeros.
    pub blank_is_zero: bool,
    /// How numbers are rounded.
    pub rounding: Rounding,
    /// The decimal mark is a comma.
    pub comma: bool,
    /// A record that is read has no blanks after its end.
    pub is_unpadded: bool,
    /// What texts are between in list-directed and NAMELIST output.
    pub delimiter: Delimiter,
}

/// What is before and after a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Delimiter {
    /// Nothing was said: nothing, but quotes in NAMELIST output.
    #[default]
    Unsaid,
    /// Nothing.
    None,
    /// `'`
    Apostrophe,
    /// `"`
    Quote,
}

impl Delimiter {
    /// The character, if there is one.
    pub fn character(self) -> Option<u8> {
        match self {
            Delimiter::Unsaid | Delimiter::None => None,
            Delimiter::Apostrophe => Some(b'\''),
            Delimiter::Quote => Some(b'"'),
        }
    }

    /// The same, but quotes if nothing was said.
    pub fn or_quote(self) -> Delimiter {
        if self == Delimiter::Unsaid { Delimiter::Quote } else { self }
    }
}

/// How a number is rounded that is written or read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rounding {
    /// As if nothing were said: to the nearest, halves to even.
    #[default]
    Processor,
    /// To the next greater one.
    Up,
    /// To the next smaller one.
    Down,
    /// Toward zero.
    Zero,
    /// To the nearest, halves to even.
    Nearest,
    /// To the nearest, halves away from zero.
    Compatible,
}

impl Format {
    /// What is wrong with the format for a READ: a width of zero.
    pub fn mistake_of_input(&self) -> Option<FormatError> {
        self.nodes.iter().find_map(|node| {
            let NodeKind::Data(edit, _) = &node.kind else { return None };
            let message = match edit {
                Edit::Integer(Digits { width: 0, .. }) | Edit::Bits(_, Digits { width: 0, .. }) => {
                    "Positive integer required in format"
                }
                Edit::Real(RealEdit { width: 0, .. }) => "Zero width in format descriptor",
                _ => return None,
            };
            // The mark is at the width, which is the next 0 after a letter.
            let rest = self.text.get(node.at..).unwrap_or_default();
            let letter = rest.iter().position(u8::is_ascii_alphabetic).unwrap_or(0);
            let width = rest[letter..].iter().position(|byte| *byte == b'0').unwrap_or(0);
            Some(FormatError { message: message.to_owned(), at: node.at + letter + width })
        })
    }
}

/// A mistake in a format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct FormatError {
    /// What is wrong, in gfortran's words where it has some.
    pub message: String,
    /// Where in the text.
    pub at: usize,
}

impl FormatError {
    /// What is said of DT.
    pub(super) const DERIVED_TYPE: &'static str = "DT is not supported yet";

    /// What is said of `I3.5`.
    pub(super) const TOO_NARROW: &'static str = "Minimum digits exceeds field width";

    /// Whether gfortran finds it where the format is used, and not where it is compiled.
    pub fn is_of_run_time(&self) -> bool {
        self.message == FormatError::TOO_NARROW
    }

    /// Whether the format is right, but not supported.
    pub fn is_unsupported(&self) -> bool {
        self.message == FormatError::DERIVED_TYPE
    }

    /// The same as the error of a statement whose format has that text, which is shown with a mark under the place.
    pub fn in_text(&self, text: &[u8]) -> IoError {
        IoError::in_format(&self.message, text, self.at)
    }
}
