//! The decimal digits of reals: exact values, rounded once, halves to even.

/// So many significant digits, at least one, and the power of ten of the first. The value is finite and not negative.
pub fn significant(value: f64, digits: usize) -> (Vec<u8>, i32) {
    let text = format!("{:.*e}", digits.max(1) - 1, value);
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let digits = mantissa.bytes().filter(u8::is_ascii_digit).collect();
    (digits, exponent.parse().unwrap_or(0))
}

/// All digits down to so many decimal places, as if the point were not there, without leading zeros before the
/// units' place. The value is finite and not negative.
pub fn fixed(value: f64, decimals: usize) -> Vec<u8> {
    let text = format!("{value:.decimals$}");
    text.bytes().filter(u8::is_ascii_digit).collect()
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
