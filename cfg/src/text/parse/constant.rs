//! Constants.

use super::token::{Expected, Parsed, bytes, fail, signed, skip};
use forlane_semantics::types::{Constant, IntegerKind, RealKind};
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while1};
use nom::character::complete::digit1;
use nom::combinator::{opt, recognize};

/// constant = real | bits | integer | logical | text
pub(super) fn constant(input: &str) -> Parsed<'_, Constant> {
    let start = skip(input);
    let text = |input| bytes(input).map(|(rest, text)| (rest, Constant::Character(text)));
    match alt((real, bits, integer, logical, text)).parse(start) {
        Err(nom::Err::Error(error)) if error.at.len() == start.len() => fail(input, "a constant"),
        other => other,
    }
}

/// real = [ "-" ] number [ "." number ] ( "e" | "d" ) [ "-" | "+" ] number
fn real(input: &str) -> Parsed<'_, Constant> {
    let mantissa = recognize((opt(tag("-")), digit1, opt((tag("."), digit1))));
    let exponent = recognize((opt(alt((tag("-"), tag("+")))), digit1));
    let (rest, (mantissa, letter, exponent)) = (mantissa, alt((tag("e"), tag("d"))), exponent).parse(input)?;
    let digits = format!("{mantissa}e{exponent}");
    let constant = if letter == "e" {
        digits.parse::<f32>().ok().map(|value| Constant::Real(RealKind::R4, f64::from(value)))
    } else {
        digits.parse::<f64>().ok().map(|value| Constant::Real(RealKind::R8, value))
    };
    match constant {
        Some(constant) => Ok((rest, constant)),
        None => fail(input, "a REAL constant"),
    }
}

/// bits = ( "r4" | "r8" ) "'" hex "'" ; the 16 digits of the double that holds the value
fn bits(input: &str) -> Parsed<'_, Constant> {
    let digits = take_while1(|c: char| c.is_ascii_hexdigit());
    let (rest, (kind, _, digits, _)) = (alt((tag("r4"), tag("r8"))), tag("'"), digits, tag("'")).parse(input)?;
    let kind = if kind == "r4" { RealKind::R4 } else { RealKind::R8 };
    match u64::from_str_radix(digits, 16) {
        Ok(bits) if digits.len() == 16 => Ok((rest, Constant::Real(kind, f64::from_bits(bits)))),
        _ => fail(input, "16 hexadecimal digits"),
    }
}

/// integer = signed [ "_1" | "_2" | "_8" ]
fn integer(input: &str) -> Parsed<'_, Constant> {
    let (rest, value) = signed(input)?;
    let suffix = alt((tag::<_, _, Expected<'_>>("_1"), tag("_2"), tag("_8")));
    let (rest, suffix) = opt(suffix).parse(rest)?;
    let kind = match suffix {
        Some("_1") => IntegerKind::I1,
        Some("_2") => IntegerKind::I2,
        Some(_) => IntegerKind::I8,
        None => IntegerKind::I4,
    };
    Ok((rest, Constant::Integer(kind, value)))
}

/// logical = ".true." | ".false."
fn logical(input: &str) -> Parsed<'_, Constant> {
    let (rest, word) = alt((tag(".true."), tag(".false."))).parse(input)?;
    Ok((rest, Constant::Logical(word == ".true.")))
}
