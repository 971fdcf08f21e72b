//! The results of CHARACTER operations, on bytes.

use crate::operations::CharacterFunction;

/// The filling of short texts.
const BLANK: u8 = b' ';

/// A function of one text or two; the second is empty for functions of one.
pub fn compute(function: CharacterFunction, left: &[u8], right: &[u8]) -> i32 {
    match function {
        CharacterFunction::Compare => compare(left, right),
        CharacterFunction::Index => position(index(left, right, false)),
        CharacterFunction::IndexBack => position(index(left, right, true)),
        CharacterFunction::Scan => position(left.iter().position(|byte| right.contains(byte))),
        CharacterFunction::ScanBack => position(left.iter().rposition(|byte| right.contains(byte))),
        CharacterFunction::Verify => position(left.iter().position(|byte| !right.contains(byte))),
        CharacterFunction::VerifyBack => position(left.iter().rposition(|byte| !right.contains(byte))),
        CharacterFunction::LenTrim => position(left.iter().rposition(|byte| *byte != BLANK)),
        CharacterFunction::Code => left.first().map_or(0, |byte| i32::from(*byte)),
    }
}

/// Assigns a text: what is too long is cut off, what is short is filled with blanks.
pub fn assign(target: &mut [u8], value: &[u8]) {
    let copied = target.len().min(value.len());
    let (front, rest) = target.split_at_mut(copied);
    front.copy_from_slice(&value[..copied]);
    rest.fill(BLANK);
}

fn compare(left: &[u8], right: &[u8]) -> i32 {
    let common = left.len().min(right.len());
    let order = left[..common].cmp(&right[..common]);
    let after = || {
        let against_blank = |bytes: &[u8]| bytes.iter().map(|byte| byte.cmp(&BLANK)).find(|order| order.is_ne());
        let rest = against_blank(&left[common..]);
        rest.or_else(|| against_blank(&right[common..]).map(std::cmp::Ordering::reverse))
    };
    let order = if order.is_eq() { after().unwrap_or(order) } else { order };
    order as i32
}

/// The zero-based place of `part` in `text`; an empty part is before the first or after the last character.
fn index(text: &[u8], part: &[u8], back: bool) -> Option<usize> {
    if part.is_empty() {
        return Some(if back { text.len() } else { 0 });
    }
    let mut places = text.windows(part.len());
    if back { places.rposition(|window| window == part) } else { places.position(|window| window == part) }
}

/// A zero-based place as Fortran counts; 0 for none.
fn position(place: Option<usize>) -> i32 {
    place.map_or(0, |place| i32::try_from(place + 1).unwrap_or(i32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use CharacterFunction::*;

    #[test]
    fn texts_are_compared_as_if_filled_with_blanks() {
        let order = |left: &str, right: &str| compute(Compare, left.as_bytes(), right.as_bytes());
        assert_eq!([order("AB", "AB  "), order("AB", "AC"), order("B", "AZZ")], [0, -1, 1]);
        assert_eq!([order("A\t", "A"), order("A", "A\t"), order("", "  ")], [-1, 1, 0]);
        assert_eq!(compute(Compare, &[200], b"z"), 1);
    }

    #[test]
    fn places_are_counted_from_one() {
        let of = |function, left: &str, right: &str| compute(function, left.as_bytes(), right.as_bytes());
        assert_eq!([of(Index, "BANANA", "AN"), of(IndexBack, "BANANA", "AN"), of(Index, "A", "AB")], [2, 4, 0]);
        assert_eq!([of(Index, "ABC", ""), of(IndexBack, "ABC", ""), of(Index, "", "")], [1, 4, 1]);
        assert_eq!([of(Scan, "FORTRAN", "TR"), of(ScanBack, "FORTRAN", "TR"), of(Scan, "FORTRAN", "")], [3, 5, 0]);
        assert_eq!([of(Verify, "  X", " "), of(VerifyBack, "AB ", "A"), of(Verify, "AA", "A")], [3, 3, 0]);
        assert_eq!(
            [of(LenTrim, "AB  ", ""), of(LenTrim, "   ", ""), of(Code, "A", ""), of(Code, "", "")],
            [2, 0, 65, 0]
        );
    }

    #[test]
    fn assignment_fills_and_cuts() {
        let mut target = *b"xxxx";
        assign(&mut target, b"AB");
        assert_eq!(&target, b"AB  ");
        assign(&mut target, b"ABCDEF");
        assert_eq!(&target, b"ABCD");
    }
}
