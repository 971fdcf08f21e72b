//! What follows a variable's name in NAMELIST input: subscripts and a substring.

use super::Object;
use crate::io::error::{IoError, READ_VALUE};
use crate::io::list_input::ListReader;
use crate::io::value::ItemType;

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
    /// All elements from that one on.
    pub fn from(object: &Object, first: i64) -> Places {
        let last = object.elements() - 1;
        let next = (first <= last).then(|| vec![first]);
        Places { ranges: vec![Range { first, last, step: 1, stride: 1 }], next }
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

fn wrong<T>(message: &str, object: &Object) -> Result<T, IoError> {
    Err(IoError::new(READ_VALUE, format!("{message} for namelist variable {}", object.name)))
}

impl ListReader<'_> {
    /// The elements and the characters, the first counted from 0 and how many there are, that a qualifier after a name
    /// says, whose parenthesis was read.
    pub(super) fn qualified(&mut self, object: &Object) -> Result<(Places, Option<(i64, i64)>), IoError> {
        let ItemType::Character(length) = object.ty else { return Ok((self.subscripts(object)?, None)) };
        if object.dimensions.is_empty() {
            return Ok((Places::from(object, 0), Some(self.substring(object, length as i64)?)));
        }
        let places = self.subscripts(object)?;
        if self.next()? == Some(b'(') {
            return Ok((places, Some(self.substring(object, length as i64)?)));
        }
        self.source.back();
        Ok((places, None))
    }

    fn subscripts(&mut self, object: &Object) -> Result<Places, IoError> {
        let triplets = self.triplets(object)?;
        if triplets.len() != object.dimensions.len() {
            return wrong("Bad number of index fields", object);
        }
        let mut ranges = Vec::new();
        let mut stride = 1;
        for (number, (triplet, &(lower, extent))) in triplets.iter().zip(&object.dimensions).enumerate() {
            let upper = lower.saturating_add(extent).saturating_sub(1);
            let first = triplet.first.unwrap_or(lower);
            let last = triplet.last.unwrap_or(if triplet.colons == 0 { first } else { upper });
            let step = triplet.step.unwrap_or(1);
            if [first, last].iter().any(|index| !(lower..=upper).contains(index)) {
                return wrong(&format!("Index {} out of range", number + 1), object);
            }
            if step == 0 || last.saturating_sub(first).signum() * step.signum() < 0 {
                return wrong(&format!("Bad range in index {}", number + 1), object);
            }
            let [first, last] = [first, last].map(|index| index.saturating_sub(lower));
            ranges.push(Range { first, last, step, stride });
            stride = extent.saturating_mul(stride);
        }
        let places = Places::of_ranges(ranges);
        // One element is the first of those that get values.
        match (triplets.iter().all(|triplet| triplet.colons == 0), places.peek()) {
            (true, Some(first)) => Ok(Places::from(object, first)),
            _ => Ok(places),
        }
    }

    fn substring(&mut self, object: &Object, length: i64) -> Result<(i64, i64), IoError> {
        let triplets = self.triplets(object)?;
        let [triplet] = &triplets[..] else { return wrong("Bad number of index fields", object) };
        if triplet.colons == 0 {
            return wrong("Missing colon in substring qualifier", object);
        }
        let (first, last) = (triplet.first.unwrap_or(1), triplet.last.unwrap_or(length));
        if first < 1 || last > length {
            return wrong("Substring out of range", object);
        }
        if first > last {
            return wrong("Bad range in index 1", object);
        }
        Ok((first - 1, last - first + 1))
    }

    /// What is between parentheses, the first of which was read.
    fn triplets(&mut self, object: &Object) -> Result<Vec<Triplet>, IoError> {
        let mut triplets = vec![Triplet::default()];
        let mut digits = String::new();
        let mut is_over = false;
        loop {
            let next = self.next()?;
            let Some(triplet) = triplets.last_mut() else { return wrong("Null index field", object) };
            match next {
                Some(byte @ (b'0'..=b'9' | b'+' | b'-')) if !is_over => digits.push(char::from(byte)),
                Some(b' ' | b'\t' | b'\r' | b'\n') => is_over = !digits.is_empty(),
                Some(b':') if is_over || triplet.colons == 2 => return wrong("Bad index triplet", object),
                Some(b',' | b')' | b':') => {
                    triplet.end_part(&digits, next == Some(b':')).map_or_else(|message| wrong(message, object), Ok)?;
                    digits.clear();
                    is_over = false;
                    match next {
                        Some(b')') => return Ok(triplets),
                        Some(b',') => triplets.push(Triplet::default()),
                        _ => {}
                    }
                }
                None => return Err(IoError::end()),
                _ => return wrong("Bad character in index", object),
            }
        }
    }
}

impl Triplet {
    fn end_part(&mut self, digits: &str, is_colon: bool) -> Result<(), &'static str> {
        let value = match digits {
            "" if self.colons == 0 && !is_colon => return Err("Null index field"),
            "" => None,
            digits => Some(digits.parse::<i32>().map_err(|_| "Bad character in index")?.into()),
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
