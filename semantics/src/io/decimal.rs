//! The decimal digits of reals: exact values, rounded once, halves to even, or as a rounding mode says.

use super::format::Rounding;

/// No REAL(8) has more decimal places, so the digits after them are zeros. Formats can ask for more than `format!`
/// takes.
const MOST_PLACES: usize = 1100;

/// How a number is rounded to the digits that are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RoundingRule {
    /// The mode.
    pub mode: Rounding,
    /// Whether the number is negative; up and down turn around then.
    pub negative: bool,
    /// The number of digits after the last one that are considered; the last of them is rounded. gfortran does so in
    /// all modes but the usual one; what is smaller counts as nothing.
    pub guard: usize,
}

impl RoundingRule {
    /// Whether the mode is the usual one: to the nearest, halves to even, by all digits that follow.
    fn is_usual(&self) -> bool {
        self.mode == Rounding::Processor
    }

    /// Whether a directed rounding sees that a value is not zero, although it makes zero of it at `decimals` decimal
    /// places.
    pub fn vanishes(&self, value: f64, decimals: usize) -> bool {
        let is_directed = matches!(self.mode, Rounding::Up | Rounding::Down | Rounding::Zero);
        is_directed && fixed(value, decimals + self.guard).iter().any(|digit| *digit != b'0')
    }

    /// Removes `after` digits at the end and rounds the rest; true if that has one digit more.
    fn cut(&self, digits: &mut Vec<u8>, after: usize) -> bool {
        let kept = digits.len().saturating_sub(after);
        let rest = digits.split_off(kept);
        let is_exact = rest.iter().all(|digit| *digit == b'0');
        let is_odd = digits.last().is_some_and(|digit| digit % 2 == 1);
        // What was cut off may have fewer digits than places.
        let first = if rest.len() < after { b'0' } else { rest.first().copied().unwrap_or(b'0') };
        let is_half = first == b'5' && rest[1..].iter().all(|digit| *digit == b'0');
        let rounds_up = match self.mode {
            Rounding::Up => !self.negative && !is_exact,
            Rounding::Down => self.negative && !is_exact,
            Rounding::Zero => false,
            Rounding::Nearest if is_half => is_odd,
            Rounding::Nearest | Rounding::Compatible | Rounding::Processor => first >= b'5',
        };
        if rounds_up {
            increment(digits);
        }
        digits.len() > kept
    }
}

/// As [`significant`], rounded by a rule.
pub fn significant_by(value: f64, digits: usize, rule: RoundingRule) -> (Vec<u8>, i32) {
    if rule.is_usual() {
        return significant(value, digits);
    }
    let (mut found, mut exponent) = significant(value, digits.max(1) + rule.guard);
    if rule.cut(&mut found, rule.guard) {
        found.pop();
        exponent += 1;
    }
    (found, exponent)
}

/// As [`fixed`], rounded by a rule.
pub fn fixed_by(value: f64, decimals: usize, rule: RoundingRule) -> Vec<u8> {
    if rule.is_usual() {
        return fixed(value, decimals);
    }
    let mut digits = fixed(value, decimals + rule.guard);
    rule.cut(&mut digits, rule.guard);
    digits
}

/// As [`coarse`], rounded by a rule.
pub fn coarse_by(value: f64, place: usize, rule: RoundingRule) -> Vec<u8> {
    if rule.is_usual() {
        return coarse(value, place);
    }
    let guard = rule.guard.saturating_sub(place);
    let mut digits = fixed(value, guard);
    // gfortran finds a remainder here, however small the value is.
    if value > 0.0
        && value < 1.0
        && place > 1
        && let Some(last) = digits.last_mut()
    {
        *last = (*last).max(b'1');
    }
    rule.cut(&mut digits, guard + place);
    digits
}

/// That number of significant digits, at least one, and the power of ten of the first. The value is finite and not
/// negative.
pub fn significant(value: f64, digits: usize) -> (Vec<u8>, i32) {
    let text = format!("{:.*e}", (digits.max(1) - 1).min(MOST_PLACES), value);
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let mut found: Vec<u8> = mantissa.bytes().filter(u8::is_ascii_digit).collect();
    found.resize(digits.max(1), b'0');
    (found, exponent.parse().unwrap_or(0))
}

/// All digits down to `places` decimal places, as if the point were not there, without leading zeros before the
/// units' place. The value is finite and not negative.
pub fn fixed(value: f64, decimals: usize) -> Vec<u8> {
    let places = decimals.min(MOST_PLACES);
    let text = format!("{value:.places$}");
    let mut digits: Vec<u8> = text.bytes().filter(u8::is_ascii_digit).collect();
    digits.resize(digits.len() + decimals - places, b'0');
    digits
}

/// The digits down to a place before the point, that of `10**place`, halves rounded up: `12345` down to place 2 is
/// `123`. Nothing is left of a value that is less than half of that place.
pub fn coarse(value: f64, place: usize) -> Vec<u8> {
    let whole = fixed(value.trunc(), 0);
    let kept = whole.len().saturating_sub(place);
    let rounds_up = whole.len() >= place && place > 0 && whole[whole.len() - place] >= b'5';
    let mut digits = whole[..kept].to_vec();
    if rounds_up {
        increment(&mut digits);
    }
    digits
}

/// Adds one to a number of digits.
fn increment(digits: &mut Vec<u8>) {
    for digit in digits.iter_mut().rev() {
        if *digit < b'9' {
            *digit += 1;
            return;
        }
        *digit = b'0';
    }
    digits.insert(0, b'1');
}
