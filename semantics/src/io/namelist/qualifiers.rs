//! What follows a variable's name in NAMELIST input: subscripts and a substring.

use super::tree::{Node, elements};
use crate::io::error::{IoError, READ_VALUE};
use crate::io::list_input::ListReader;

/// The elements that a name with its subscripts stands for, in order.
#[derive(Clone, Debug)]
pub struct Places {
    /// First, last and step of each dimension, counted from 0, and the distance between its neighbours.
    ranges: Vec<Range>,
    /// The subscripts of the next element; none at the end.
    next: Option<Vec<i64>>,
}

#[derive(Clone, Copy, Debug)]
struct Range {
    first: i64,
    last: i64,
    step: i64,
    stride: i64,
}

impl Places {
    /// All elements of an array, or the one of a scalar.
    pub fn all(dimensions: &[(i64, i64)]) -> Places {
        let last = elements(dimensions) - 1;
        let next = (last >= 0).then(|| vec![0]);
        Places { ranges: vec![Range { first: 0, last, step: 1, stride: 1 }], next }
    }

    fn of_ranges(ranges: Vec<Range>) -> Places {
        let next = Some(ranges.iter().map(|range| range.first).collect());
        Places { ranges, next }
    }

    /// The number of the next element, which is not passed.
    pub fn peek(&self) -> Option<i64> {
        let next = self.next.as_ref()?;
        Some(
            next.iter()
                .zip(&self.ranges)
                .fold(0, |sum: i64, (index, range)| sum.saturating_add(index.saturating_mul(range.stride))),
        )
    }

    /// Passes the next element.
    pub fn pass(&mut self) {
        let Some(next) = &mut self.next else { return };
        for (index, range) in next.iter_mut().zip(&self.ranges) {
            *index = index.saturating_add(range.step);
            let is_inside = if range.step > 0 { *index <= range.last } else { *index >= range.last };
            if is_inside {
                return;
            }
            *index = range.first;
        }
        self.next = None;
    }
}

/// First and last of a range as they are written, its step, and whether there is a colon.
#[derive(Default)]
struct Triplet {
    first: Option<i64>,
    last: Option<i64>,
    step: Option<i64>,
    colons: usize,
}

/// What is said of mistakes in a qualifier.
struct Mistakes {
    number: &'static str,
    null: &'static str,
    character: &'static str,
    triplet: &'static str,
}

const OF_SUBSCRIPTS: Mistakes = Mistakes {
    number: "Bad number of index fields",
    null: "Null index field",
    character: "Bad character in index",
    triplet: "Bad index triplet",
};

const OF_SUBSTRING: Mistakes = Mistakes {
    number: "Bad substring qualifier",
    null: "Null substring qualifier",
    character: "Bad character in substring qualifier",
    triplet: "Bad substring qualifier",
};

fn wrong<T>(message: &str, node: &Node) -> Result<T, IoError> {
    Err(IoError::new(READ_VALUE, format!("{message} for namelist variable {}", node.name)))
}

impl ListReader<'_> {
    /// The elements that the qualifier of an array says, whose parenthesis was read, and whether they are a section.
    pub(super) fn subscripts(&mut self, node: &Node) -> Result<(Places, bool), IoError> {
        let triplets = self.triplets(node, &OF_SUBSCRIPTS)?;
        if triplets.len() != node.dimensions.len() {
            return wrong(OF_SUBSCRIPTS.number, node);
        }
        // One element of a variable is the first of those that get values.
        let is_element = triplets.iter().all(|triplet| triplet.colons == 0);
        let continues = is_element && node.variable.is_some();
        let (mut ranges, mut is_section) = (Vec::new(), false);
        let mut stride = 1;
        for (number, (triplet, &(lower, extent))) in triplets.iter().zip(&node.dimensions).enumerate() {
            let upper = lower.saturating_add(extent).saturating_sub(1);
            let first = triplet.first.unwrap_or(lower);
            let last = triplet.last.unwrap_or(if triplet.colons == 0 && !continues { first } else { upper });
            let step = triplet.step.unwrap_or(1);
            if [first, last].iter().any(|index| !(lower..=upper).contains(index)) {
                return wrong(&format!("Index {} out of range", number + 1), node);
            }
            if step == 0 || last.saturating_sub(first).signum() * step.signum() < 0 {
                return wrong(&format!("Bad range in index {}", number + 1), node);
            }
            is_section |= !is_element && first != last;
            let [first, last] = [first, last].map(|index| index.saturating_sub(lower));
            ranges.push(Range { first, last, step, stride });
            stride = extent.saturating_mul(stride);
        }
        Ok((Places::of_ranges(ranges), is_section))
    }

    /// The characters that the qualifier of a text says: the first, counted from 0, and how many there are.
    pub(super) fn substring(&mut self, node: &Node, length: i64) -> Result<(i64, i64), IoError> {
        let triplets = self.triplets(node, &OF_SUBSTRING)?;
        let [triplet] = &triplets[..] else { return wrong(OF_SUBSTRING.number, node) };
        if triplet.colons == 0 {
            return wrong("Missing colon in substring qualifier", node);
        }
        let (first, last) = (triplet.first.unwrap_or(1), triplet.last.unwrap_or(length));
        if first < 1 || last > length {
            return wrong("Substring out of range", node);
        }
        let step = triplet.step.unwrap_or(1);
        if step == 0 || last.saturating_sub(first).signum() * step.signum() < 0 {
            return wrong("Bad range in index 1", node);
        }
        if step != 1 {
            let message = format!("Step not allowed in substring qualifier for namelist object {}", node.name);
            return Err(IoError::new(READ_VALUE, message));
        }
        Ok((first - 1, last - first + 1))
    }

    /// What is between parentheses, the first of which was read.
    fn triplets(&mut self, node: &Node, mistakes: &Mistakes) -> Result<Vec<Triplet>, IoError> {
        let mut triplets = vec![Triplet::default()];
        let mut digits = String::new();
        let mut is_over = false;
        loop {
            let next = self.next()?;
            let Some(triplet) = triplets.last_mut() else { return wrong(mistakes.null, node) };
            match next {
                Some(byte @ (b'0'..=b'9' | b'+' | b'-')) if !is_over => digits.push(char::from(byte)),
                Some(b' ' | b'\t' | b'\r' | b'\n') => is_over = !digits.is_empty(),
                Some(b':') if is_over || triplet.colons == 2 => return wrong(mistakes.triplet, node),
                Some(b',' | b')' | b':') => {
                    let part = triplet.end_part(&digits, next == Some(b':'), mistakes);
                    part.map_or_else(|message| wrong(message, node), Ok)?;
                    digits.clear();
                    is_over = false;
                    match next {
                        Some(b')') => return Ok(triplets),
                        Some(b',') => triplets.push(Triplet::default()),
                        _ => {}
                    }
                }
                None => return Err(IoError::end()),
                _ => return wrong(mistakes.character, node),
            }
        }
    }
}

impl Triplet {
    fn end_part(&mut self, digits: &str, is_colon: bool, mistakes: &Mistakes) -> Result<(), &'static str> {
        let value = match digits {
            "" if self.colons == 0 && !is_colon => return Err(mistakes.null),
            "" if self.colons == 2 || self.colons == 1 && is_colon => return Err(mistakes.triplet),
            "" => None,
            digits => Some(digits.parse::<i32>().map_err(|_| mistakes.character)?.into()),
        };
        match self.colons {
            0 => self.first = value,
            1 => self.last = value,
            _ => self.step = value,
        }
        self.colons += usize::from(is_colon);
        Ok(())
    }
}
