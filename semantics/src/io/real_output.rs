//! Reals as text: F, E, D, EN, ES and G, in fields of any width.

use super::decimal::{RoundingRule, coarse_by, fixed_by, significant, significant_by};
use super::error::{FORMAT, IoError};
use super::format::{RealEdit, RealForm, Rounding};

/// What else governs the text of a real.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RealMode {
    /// The scale factor.
    pub scale: i32,
    /// Whether plus signs are written.
    pub plus: bool,
    /// The field is as wide as the number, without blanks on either side (G0).
    pub tight: bool,
    /// The value is a REAL(4).
    pub single: bool,
    /// How many digits less there are where G chooses an exponent.
    pub less: usize,
    /// How it is rounded.
    pub rounding: Rounding,
    /// The decimal mark is a comma.
    pub comma: bool,
}

impl RealMode {
    fn rule(&self, value: f64) -> RoundingRule {
        let guard = if self.single { 12 } else { 20 };
        RoundingRule { mode: self.rounding, negative: value.is_sign_negative(), guard }
    }
}

/// A number before it is put into its field.
struct Parts {
    /// Digits before the point.
    whole: Vec<u8>,
    /// Digits after the point.
    fraction: Vec<u8>,
    exponent: Option<Exponent>,
    /// Blanks after the number.
    after: usize,
    /// No digit is left of what was not zero, by a directed rounding.
    vanished: bool,
}

/// The exponent of a number.
struct Exponent {
    letter: u8,
    value: i32,
    /// How many digits it has; none if it is chosen here.
    digits: Option<u32>,
}

/// The field of a real: as wide as the descriptor says, or as wide as the number for width 0.
///
/// # Errors
/// The scale factor does not fit the number of digits.
pub fn real_field(value: f64, edit: &RealEdit, mode: &RealMode) -> Result<Vec<u8>, IoError> {
    let width = edit.width as usize;
    if !value.is_finite() {
        return Ok(special_field(value, if mode.tight { 0 } else { width }, mode.plus));
    }
    if width == 0 && has_exponent(edit.form) {
        // If no digits are requested, it has all that the kind has.
        let all_digits = if mode.single { 9 } else { 17 };
        let edit = &RealEdit { decimals: edit.decimals.filter(|decimals| *decimals > 0).or(Some(all_digits)), ..*edit };
        return as_wide_as_needed(value, edit, mode);
    }
    let parts = match edit.form {
        RealForm::G => general(value, edit, mode)?,
        _ => parts_of(value, edit, mode)?,
    };
    Ok(put_together(value, parts, width, mode))
}

/// Whether the form always has an exponent.
fn has_exponent(form: RealForm) -> bool {
    match form {
        RealForm::E | RealForm::D | RealForm::Es | RealForm::En => true,
        RealForm::F | RealForm::G => false,
    }
}

/// E, D, ES and EN of width 0: no exponent of zero, no more digits in it than it has, and a zero before the point where
/// the field is no wider than one for the kind, like gfortran's.
fn as_wide_as_needed(value: f64, edit: &RealEdit, mode: &RealMode) -> Result<Vec<u8>, IoError> {
    const EXPONENT_TOO_BIG: usize = 4;
    let usual = if mode.single { 16 } else { 25 };
    let edit = RealEdit { exponent: edit.exponent.or(Some(0)), ..*edit };
    let mut parts = parts_of(value, &edit, mode)?;
    if let Some(exponent) = &parts.exponent
        && exponent.value != 0
        && exponent_text(exponent).is_none()
    {
        return Ok(stars(EXPONENT_TOO_BIG));
    }
    let mode = RealMode { tight: true, ..*mode };
    if parts.whole.is_empty() {
        parts.whole.push(b'0');
        let field = put_together(value, parts, 0, &mode);
        if field.len() <= usual {
            return Ok(field);
        }
        parts = parts_of(value, &edit, &mode)?;
    }
    Ok(put_together(value, parts, 0, &mode))
}

/// Not a number, or infinite.
fn special_field(value: f64, width: usize, plus: bool) -> Vec<u8> {
    let sign = match (value.is_nan(), value.is_sign_negative()) {
        (true, _) => "",
        (false, true) => "-",
        (false, false) if plus => "+",
        (false, false) => "",
    };
    let width = match width {
        0 => 3 + sign.len(),
        width => width,
    };
    if width < 3 || width == 3 && sign == "-" {
        return stars(width);
    }
    let name = match (value.is_nan(), width) {
        (true, _) => "NaN".to_owned(),
        (false, 9..) => format!("{sign}Infinity"),
        (false, 3) => "Inf".to_owned(),
        (false, 8) if sign.is_empty() => "Infinity".to_owned(),
        (false, _) => format!("{sign}Inf"),
    };
    format!("{name:>width$}").into_bytes()
}

fn stars(width: usize) -> Vec<u8> {
    vec![b'*'; width]
}

fn parts_of(value: f64, edit: &RealEdit, mode: &RealMode) -> Result<Parts, IoError> {
    let decimals = edit.decimals.unwrap_or(0) as usize;
    let (rule, value) = (mode.rule(value), value.abs());
    match edit.form {
        RealForm::F | RealForm::G => Ok(without_exponent(value, decimals, mode.scale, rule)),
        RealForm::E | RealForm::D => scaled(value, decimals, mode.scale, edit, rule),
        RealForm::Es => {
            let (digits, exponent) = significant_by(value, decimals + 1, rule);
            Ok(split(digits, 1, exponent, edit))
        }
        RealForm::En => Ok(engineering(value, decimals, edit, rule, mode.single)),
    }
}

/// F: the value times ten to the scale factor.
fn without_exponent(value: f64, decimals: usize, scale: i32, rule: RoundingRule) -> Parts {
    let places = decimals as i64 + i64::from(scale);
    let mut digits = match usize::try_from(places) {
        Ok(places) => fixed_by(value, places, rule),
        Err(_) => coarse_by(value, places.unsigned_abs() as usize, rule),
    };
    if digits.len() < decimals {
        let zeros = decimals - digits.len();
        digits.splice(0..0, std::iter::repeat_n(b'0', zeros));
    }
    let fraction = digits.split_off(digits.len() - decimals);
    let zeros = digits.iter().take_while(|digit| **digit == b'0').count();
    let whole = digits.split_off(zeros);
    let is_nothing = whole.is_empty() && fraction.is_empty();
    let vanished = is_nothing && rule.vanishes(value, usize::try_from(places).unwrap_or(0));
    Parts { whole, fraction, exponent: None, after: 0, vanished }
}

/// E and D: a scale factor above zero says how many digits are before the point, one below how many zeros after it.
fn scaled(value: f64, decimals: usize, scale: i32, edit: &RealEdit, rule: RoundingRule) -> Result<Parts, IoError> {
    let letters = "E' or 'D";
    if decimals == 0 && scale == 0 {
        let message = format!("Precision not greater than zero in format specifier '{letters}'");
        return Err(IoError::new(FORMAT, message));
    }
    let given = decimals as i64;
    let factor = i64::from(scale);
    if factor <= -given || factor >= given + 2 {
        let message = format!("Scale factor out of range in format specifier '{letters}'");
        return Err(IoError::new(FORMAT, message));
    }
    let number = if factor > 0 { given + 1 } else { given + factor };
    let (digits, exponent) = significant_by(value, number as usize, rule);
    let exponent = if value == 0.0 { 0 } else { exponent + 1 - scale };
    if factor > 0 {
        return Ok(split(digits, factor as usize, exponent, edit));
    }
    let mut fraction = vec![b'0'; factor.unsigned_abs() as usize];
    fraction.extend(digits);
    Ok(split(fraction, 0, exponent, edit))
}

/// EN: an exponent that is a multiple of three, one to three digits before the point.
fn engineering(value: f64, decimals: usize, edit: &RealEdit, rule: RoundingRule, single: bool) -> Parts {
    let first = match rule.mode {
        Rounding::Processor if single => first_of_single(value as f32),
        Rounding::Processor => first_of_double(value),
        _ => significant(value, 800).1,
    };
    let (mut digits, exponent) = significant_by(value, first.rem_euclid(3) as usize + 1 + decimals, rule);
    // There are other digits before the point if rounding has made one more, which leaves only zeros after the first,
    // or if the exponent was another one.
    let before = exponent.rem_euclid(3) + 1;
    digits.resize(before as usize + decimals, b'0');
    split(digits, before as usize, exponent - before + 1, edit)
}

/// The decimal exponent of a value as gfortran determines it to know how many digits EN needs: that of the value
/// rounded to one digit, less one if the value is below this power of ten. It is computed in the value's own kind, in
/// which powers of ten are not exact or infinite.
macro_rules! define_first {
    ($name:ident, $real:ty) => {
        fn $name(value: $real) -> i32 {
            let (digit, exponent) = significant(f64::from(value), 1);
            let power = (0..exponent.unsigned_abs()).fold(1.0 as $real, |power, _| power * 10.0);
            let factor = if exponent <= 0 { power } else { 1.0 / power };
            exponent - i32::from(digit == b"1" && factor * value < 1.0)
        }
    };
}

define_first!(first_of_single, f32);
define_first!(first_of_double, f64);

fn split(mut digits: Vec<u8>, before: usize, exponent: i32, edit: &RealEdit) -> Parts {
    let fraction = digits.split_off(before.min(digits.len()));
    let letter = if edit.form == RealForm::D { b'D' } else { b'E' };
    let exponent = Some(Exponent { letter, value: exponent, digits: edit.exponent });
    Parts { whole: digits, fraction, exponent, after: 0, vanished: false }
}

/// G: as F if the value, rounded to the digits of the field, has its point among them, else as E.
fn general(value: f64, edit: &RealEdit, mode: &RealMode) -> Result<Parts, IoError> {
    let digits = edit.decimals.unwrap_or(0);
    // What a number between two results is taken for.
    let part = match mode.rounding {
        Rounding::Up if !value.is_sign_negative() => 1.0,
        Rounding::Down if value.is_sign_negative() => 1.0,
        Rounding::Up | Rounding::Down | Rounding::Zero => 0.0,
        Rounding::Nearest | Rounding::Compatible | Rounding::Processor => 0.5,
    };
    let point = if mode.single {
        point_of_single(value.abs() as f32, digits, part as f32)
    } else {
        point_of_double(value.abs(), digits, part)
    };
    let Some(places) = point.and_then(|point| digits.checked_sub(point)) else {
        let decimals = edit.decimals.map(|decimals| decimals.saturating_sub(mode.less as u32));
        return parts_of(value, &RealEdit { form: RealForm::E, decimals, ..*edit }, mode);
    };
    let parts = without_exponent(value.abs(), places as usize, 0, mode.rule(value));
    let room = match edit.exponent {
        Some(digits @ 1..) => digits as usize + 2,
        _ => 4,
    };
    let width = edit.width as usize;
    let after = if mode.tight { 0 } else { room.min(width.saturating_sub(1)) };
    Ok(Parts { after, ..parts })
}

/// The number of digits before the point of a value that is rounded to `digits` digits; none if it needs an
/// exponent. This is computed in the value's own kind, whose roundings decide for values that lie between two results.
macro_rules! define_point {
    ($name:ident, $real:ty) => {
        fn $name(value: $real, digits: u32, part: $real) -> Option<u32> {
            let power = |exponent: u32| (0..exponent).fold(1.0 as $real, |power, _| power * 10.0);
            let limit = power(digits);
            let rounding = 1.0 - part / limit;
            let least = (0.1 * f64::from(rounding)) as $real;
            // A whole number is not rounded upwards.
            let is_too_great = if part < 1.0 { part >= limit - value } else { part > limit - value };
            if digits == 0 || value > 0.0 && (value < least || is_too_great) {
                return None;
            }
            if value == 0.0 {
                return Some(1);
            }
            let mut point = 0;
            while point < digits && value >= power(point) * rounding {
                point += 1;
            }
            Some(point)
        }
    };
}

define_point!(point_of_single, f32);
define_point!(point_of_double, f64);

/// The exponent's text; none if it does not fit.
fn exponent_text(exponent: &Exponent) -> Option<String> {
    let magnitude = exponent.value.unsigned_abs();
    let sign = if exponent.value < 0 { '-' } else { '+' };
    let letter = exponent.letter as char;
    match exponent.digits {
        None if magnitude > 999 => None,
        None if magnitude > 99 => Some(format!("{sign}{magnitude:03}")),
        None => Some(format!("{letter}{sign}{magnitude:02}")),
        Some(digits) => {
            let text = format!("{magnitude:0width$}", width = digits as usize);
            (digits == 0 || text.len() <= digits as usize).then(|| format!("{letter}{sign}{text}"))
        }
    }
}

fn put_together(value: f64, parts: Parts, width: usize, mode: &RealMode) -> Vec<u8> {
    let sign = match (value.is_sign_negative(), mode.plus) {
        (true, _) => "-",
        (false, true) => "+",
        (false, false) => "",
    };
    let exponent = match &parts.exponent {
        Some(exponent) if mode.tight && exponent.value == 0 => Some(String::new()),
        Some(exponent) => exponent_text(exponent),
        None => Some(String::new()),
    };
    let Some(exponent) = exponent else { return stars(width) };
    let length = sign.len() + parts.whole.len() + 1 + parts.fraction.len() + exponent.len();
    let room = match width {
        0 => length,
        _ if mode.tight => width.max(length),
        _ => width - parts.after,
    };
    let has_digits = !parts.whole.is_empty() || !parts.fraction.is_empty();
    let leading_zero = parts.whole.is_empty() && (length < room || width == 0 && !has_digits);
    let blanks = room.max(length + usize::from(leading_zero)) - length - usize::from(leading_zero);
    // gfortran takes a directed rounding to nothing for a number without digits, which has no place beside a sign.
    if width == 0 && !has_digits && !sign.is_empty() && parts.vanished {
        return stars(2);
    }
    let too_narrow = room < length || width > 0 && (room == 1 || room == 2 && !sign.is_empty());
    if too_narrow {
        return stars(width);
    }
    let mut field = Vec::new();
    if !mode.tight {
        field.resize(blanks, b' ');
    }
    field.extend_from_slice(sign.as_bytes());
    if leading_zero {
        field.push(b'0');
    }
    field.extend_from_slice(&parts.whole);
    field.push(if mode.comma { b',' } else { b'.' });
    field.extend_from_slice(&parts.fraction);
    field.extend_from_slice(exponent.as_bytes());
    field.resize(field.len() + parts.after, b' ');
    field
}
