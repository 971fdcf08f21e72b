//! Names of variables that the compiler made: each contains a `.`, as no name of the source does.
//!
//! ```text
//! count.1               of a stem and a number
//! x.len, x.extent.2     what belongs to `x`
//! z.re, z.im            the parts of a COMPLEX scalar
//! callee.x.1            `x` of a subprogram that was spliced in
//! ```

use crate::interface::Companion;
use std::fmt::Display;

/// The stem of what is left of an iteration count.
pub const COUNT: &str = "count";

const REAL_PART: &str = "re";
const IMAGINARY_PART: &str = "im";
const LENGTH: &str = "len";
const LOWER_BOUND: &str = "lower";
const EXTENT: &str = "extent";
const ALLOCATED: &str = "allocated";
const PRESENT: &str = "present";

/// The name of a stem and a number.
pub fn numbered(stem: &str, number: impl Display) -> String {
    format!("{stem}.{number}")
}

/// The name of what belongs to a variable, or of its area if it is given that of the variable.
pub fn companion(of: &str, what: Companion) -> String {
    match what {
        Companion::ImaginaryPart => format!("{of}.{IMAGINARY_PART}"),
        Companion::Length => format!("{of}.{LENGTH}"),
        Companion::LowerBound(dimension) => format!("{of}.{LOWER_BOUND}.{dimension}"),
        Companion::Extent(dimension) => format!("{of}.{EXTENT}.{dimension}"),
        Companion::Allocated => format!("{of}.{ALLOCATED}"),
        Companion::Present => format!("{of}.{PRESENT}"),
    }
}

/// The names of the real and the imaginary part of a COMPLEX scalar.
pub fn parts(of: &str) -> [String; 2] {
    [format!("{of}.{REAL_PART}"), companion(of, Companion::ImaginaryPart)]
}

/// The name of a variable of a subprogram in another one.
pub fn inside(subprogram: &str, name: &str) -> String {
    format!("{subprogram}.{name}")
}

/// Whether the compiler made the variable of that name.
pub fn is_made(name: &str) -> bool {
    name.contains('.')
}

/// Whether it is of this stem and a number, also where it was spliced in.
pub fn is_numbered(name: &str, stem: &str) -> bool {
    let (words, numbers) = words(name);
    words.last() == Some(&stem) && numbers > 0
}

/// The variable to which a companion belongs, also where it was spliced in; none of other names.
pub fn owner(name: &str) -> Option<&str> {
    match words(name).0[..] {
        [.., owner, LENGTH | LOWER_BOUND | EXTENT | ALLOCATED | PRESENT | IMAGINARY_PART] => Some(owner),
        _ => None,
    }
}

/// The variable of the source whose value, or part of it, has the name; none for what else the compiler made.
pub fn of_source(name: &str) -> Option<&str> {
    let (words, numbers) = words(name);
    match words[..] {
        [.., name, REAL_PART | IMAGINARY_PART] => Some(name),
        _ if owner(name).is_some() => None,
        [name] if numbers == 0 && !name.is_empty() => Some(name),
        [_, .., name] if numbers > 0 => Some(name),
        _ => None,
    }
}

/// The words of a name, and how many numbers follow.
fn words(name: &str) -> (Vec<&str>, usize) {
    let mut words: Vec<&str> = name.split('.').collect();
    let is_number = |word: &&&str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let numbers = words.iter().rev().take_while(is_number).count();
    words.truncate(words.len() - numbers);
    (words, numbers)
}
