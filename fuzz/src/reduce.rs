//! Delta debugging: the smallest part of an input that still fails (Zeller and Hildebrandt, 2002).

use crate::targets::Case;
use std::time::{Duration, Instant};

/// A reduction ends after this time.
const TIME: Duration = Duration::from_secs(60);

/// Inputs above this size are reduced by lines only: each try copies what is left.
const MOST_BYTES: usize = 20_000;

/// Removes lines, then bytes, as long as `fails` says so. Bytes that are decisions are made 0 too, the simplest one.
pub fn reduce(case: Case, has_choices: bool, mut fails: impl FnMut(&Case) -> bool) -> Case {
    let end = Instant::now() + TIME;
    let ending = case.ending.clone();
    let mut fails_joined = |pieces: &[&[u8]]| {
        let case = Case { ending: ending.clone(), bytes: pieces.concat() };
        Instant::now() < end && fails(&case)
    };
    let lines: Vec<&[u8]> = case.bytes.split_inclusive(|byte| *byte == b'\n').collect();
    let mut bytes = fewest(lines, &mut fails_joined).concat();
    if bytes.len() <= MOST_BYTES {
        bytes = fewest(bytes.chunks(1).collect(), &mut fails_joined).concat();
    }
    if has_choices {
        bytes = simplest(bytes, |bytes| fails_joined(&[bytes]));
    }
    Case { ending: case.ending, bytes }
}

/// Removes runs of pieces, half of all at first, then shorter ones, until no single piece can be removed.
fn fewest<'a>(mut pieces: Vec<&'a [u8]>, fails: &mut impl FnMut(&[&'a [u8]]) -> bool) -> Vec<&'a [u8]> {
    let mut run = pieces.len().div_ceil(2);
    while run > 0 {
        let mut at = 0;
        let mut has_removed = false;
        while at < pieces.len() {
            let rest = [&pieces[..at], &pieces[pieces.len().min(at + run)..]].concat();
            if fails(&rest) {
                pieces = rest;
                has_removed = true;
            } else {
                at += run;
            }
        }
        run = if run == 1 && has_removed { 1 } else { run / 2 };
    }
    pieces
}

/// Makes each byte 0 that may be.
fn simplest(mut bytes: Vec<u8>, mut fails: impl FnMut(&[u8]) -> bool) -> Vec<u8> {
    for at in 0..bytes.len() {
        let before = std::mem::take(&mut bytes[at]);
        if before != 0 && (before == b'\n' || !fails(&bytes)) {
            bytes[at] = before;
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_needed_stays() {
        let text = "some lines\nthat hold a b here\nand more of them\nwith a d at the end\n";
        let case = Case { ending: "txt".to_owned(), bytes: text.into() };
        let holds = |case: &Case| case.bytes.contains(&b'b') && case.bytes.contains(&b'd');
        assert_eq!(reduce(case, false, holds).bytes, b"db");
    }

    #[test]
    fn decisions_become_zero() {
        let case = Case { ending: "choices".to_owned(), bytes: b"ab\ncd\n".to_vec() };
        let fails = |case: &Case| case.bytes.len() >= 2 && case.bytes[1] == b'd';
        assert_eq!(reduce(case, true, fails).bytes, b"\0d");
    }
}
