//! Numbers in text: columns of CSV files and values given on the command line.

/// Reads an INTEGER: digits with a sign, or a real number of integral value.
pub fn parse_integer(text: &str) -> Result<i64, String> {
    let text = text.trim();
    if let Ok(value) = text.parse::<i64>() {
        return Ok(value);
    }
    let value = parse_real8(text).map_err(|_| format!("`{}` is not an integer", shortened(text)))?;
    match whole_number(text) {
        // What a real would round.
        Some(digits) => digits.parse().map_err(|_| format!("`{}` does not fit INTEGER(8)", shortened(text))),
        None => integer_of_real(value),
    }
}

/// The sign and the digits of a number that is written with a decimal point or an exponent, if it is whole.
fn whole_number(text: &str) -> Option<String> {
    const MOST_ZEROS: i32 = 20;
    let (mantissa, exponent) = text.split_once(['e', 'E', 'd', 'D']).unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let fraction = fraction.trim_end_matches('0');
    let zeros = exponent.parse::<i32>().ok()?.checked_sub(i32::try_from(fraction.len()).ok()?)?;
    let zeros = usize::try_from(zeros.min(MOST_ZEROS)).ok()?;
    let digits = format!("{whole}{fraction}{}", "0".repeat(zeros));
    digits.ends_with(|last: char| last.is_ascii_digit()).then_some(digits)
}

/// The INTEGER of a real number of integral value.
pub fn integer_of_real(value: f64) -> Result<i64, String> {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    if value.is_nan() {
        return Err("NaN can't be an integer".to_owned());
    }
    if value.fract() != 0.0 || !(-LIMIT..LIMIT).contains(&value) {
        return Err(format!("{value:?} is not an integer"));
    }
    Ok(value as i64)
}

/// Reads a REAL(8), with an exponent letter E or D.
pub fn parse_real8(text: &str) -> Result<f64, String> {
    parse_real(text, str::parse::<f64>)
}

/// Reads a REAL(4), rounded once from the decimal number.
pub fn parse_real4(text: &str) -> Result<f32, String> {
    let value = parse_real(text, str::parse::<f32>)?;
    match value.is_infinite() && text.contains(|character: char| character.is_ascii_digit()) {
        true => Err(format!("`{}` does not fit REAL", shortened(text.trim()))),
        false => Ok(value),
    }
}

fn parse_real<T>(text: &str, parse: impl Fn(&str) -> Result<T, std::num::ParseFloatError>) -> Result<T, String> {
    let text = text.trim();
    if let Ok(value) = parse(text) {
        return Ok(value);
    }
    let with_e = text.replace(['d', 'D'], "e");
    parse(&with_e).map_err(|_| format!("`{}` is not a number", shortened(text)))
}

/// Reads a LOGICAL: T, F, .TRUE., .FALSE., true, false, 1 or 0, in either case.
pub fn parse_logical(text: &str) -> Result<bool, String> {
    match text.trim().trim_matches('.').to_ascii_lowercase().as_str() {
        "t" | "true" | "1" => Ok(true),
        "f" | "false" | "0" => Ok(false),
        _ => Err(format!("`{}` is not a logical value", shortened(text))),
    }
}

/// A name that is not too long for a message.
pub(crate) fn shortened(name: &str) -> String {
    const MOST: usize = 60;
    match name.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reals_take_fortran_exponents() {
        assert_eq!(parse_real8("1.5D-3"), Ok(1.5e-3));
        assert_eq!(parse_real4(" -2e1 "), Ok(-20.0));
        assert!(parse_real8("nan").is_ok_and(f64::is_nan));
        assert_eq!(parse_real8("abc"), Err("`abc` is not a number".to_owned()));
    }

    #[test]
    fn integers_may_be_written_as_integral_reals() {
        assert_eq!(parse_integer("3.0"), Ok(3));
        assert_eq!(parse_integer("NaN"), Err("NaN can't be an integer".to_owned()));
        assert_eq!(parse_integer("3.5"), Err("3.5 is not an integer".to_owned()));
        assert_eq!(parse_integer("1.25e2"), Ok(125));
        assert_eq!(parse_integer("1200e-2"), Ok(12));
        assert_eq!(parse_integer("x"), Err("`x` is not an integer".to_owned()));
    }

    /// They were rounded to reals.
    #[test]
    fn wide_integers_are_exact_or_refused() {
        assert_eq!(parse_integer("9007199254740993.0"), Ok(9_007_199_254_740_993));
        assert_eq!(parse_integer("-9.223372036854775808d18"), Ok(i64::MIN));
        assert_eq!(parse_integer("1e18"), Ok(1_000_000_000_000_000_000));
        for text in ["-9223372036854775809", "9223372036854775808", "1e19", "1e300"] {
            assert_eq!(parse_integer(text), Err(format!("`{text}` does not fit INTEGER(8)")));
        }
    }
}
