//! A group that is written: a record for each variable, or several for arrays; the components of each element of an
//! array of objects follow each other.

use super::Group;
use super::tree::Node;
use crate::io::error::IoError;
use crate::io::format::{Delimiter, EditMode};
use crate::io::list_output::list_field;
use crate::io::value::{Item, ItemType};

/// What is to be written next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Characters of the record.
    Text(Vec<u8>),
    /// The end of the record.
    Line,
}

/// A WRITE of a group.
#[derive(Clone, Debug)]
pub struct GroupWriter {
    group: Group,
    /// The bytes of the elements of each variable that has come.
    values: Vec<Vec<u8>>,
    /// How many elements of the last one are to come.
    left: i64,
}

/// A line has no more values; the name counts as one, and each part of a complex number.
const MOST_VALUES: u32 = 5;

impl GroupWriter {
    /// A WRITE that has begun, and what is written first.
    pub fn new(group: Group) -> (GroupWriter, Vec<Piece>) {
        let head = Piece::Text(format!("&{}", group.name.to_uppercase()).into_bytes());
        (GroupWriter { group, values: Vec::new(), left: 0 }, vec![head])
    }

    /// Takes the next element of the variables in order.
    pub fn element(&mut self, item: &Item) {
        while self.left == 0 {
            let Some(object) = self.group.objects.get(self.values.len()) else { return };
            self.left = object.elements();
            self.values.push(Vec::new());
        }
        self.left -= 1;
        if let Some(bytes) = self.values.last_mut() {
            bytes.extend(item.bytes());
        }
    }

    /// What is written after that: the end of the record is not among it.
    ///
    /// # Errors
    /// None, in fact, as of list-directed output.
    pub fn finish(&self, mode: &EditMode) -> Result<Vec<Piece>, IoError> {
        let mut pieces = Vec::new();
        for root in &self.group.roots {
            let node = &self.group.nodes[*root];
            self.node(node, &node.name.to_uppercase(), 0, mode, &mut pieces)?;
        }
        pieces.extend([Piece::Line, Piece::Text(b" /".to_vec())]);
        Ok(pieces)
    }

    /// Writes a variable, or the components of an object, in one element of the object that it is a component of.
    fn node(
        &self,
        node: &Node,
        name: &str,
        outer: i64,
        mode: &EditMode,
        pieces: &mut Vec<Piece>,
    ) -> Result<(), IoError> {
        let first = outer.saturating_mul(node.elements());
        if let Some(variable) = node.variable {
            pieces.extend([Piece::Line, Piece::Text(format!(" {name}=").into_bytes())]);
            return self.variable(variable, first, node.elements(), mode, pieces);
        }
        for place in 0..node.elements() {
            let element = format!("{name}{}", subscripts(&node.dimensions, place));
            for part in &node.parts {
                let part = &self.group.nodes[*part];
                let name = format!("{element}%{}", part.own_name().to_uppercase());
                self.node(part, &name, first.saturating_add(place), mode, pieces)?;
            }
        }
        Ok(())
    }

    fn variable(
        &self,
        variable: usize,
        first: i64,
        count: i64,
        mode: &EditMode,
        pieces: &mut Vec<Piece>,
    ) -> Result<(), IoError> {
        let ty = self.group.objects[variable].ty;
        let is_text = matches!(ty, ItemType::Character(_));
        let is_bare = mode.delimiter == Delimiter::None;
        let separator: &[u8] = if mode.comma { b";" } else { b"," };
        let (first, count) = (usize::try_from(first).unwrap_or(0), usize::try_from(count).unwrap_or(0));
        let all = self.values.get(variable).map_or(&[][..], Vec::as_slice);
        let bytes = |at: usize| all.get(at * ty.size()..(at + 1) * ty.size()).unwrap_or_default();
        let (mut values, mut at) = (1, first);
        while at < first + count {
            let mut end = at + 1;
            while end < first + count && bytes(end) == bytes(at) {
                end += 1;
            }
            let Some(value) = ty.from_bytes(bytes(at)) else { return Ok(()) };
            let item = value.item(ty);
            let field = written(&item, mode)?;
            let mut text = match end - at {
                1 => field,
                count => [format!(" {count}*").as_bytes(), &to_the_left(&item, field)].concat(),
            };
            if !(is_text && is_bare) {
                text.extend_from_slice(separator);
            }
            values += if matches!(ty, ItemType::Complex4 | ItemType::Complex8) { 2 } else { 1 };
            at = end;
            if values <= MOST_VALUES {
                pieces.push(Piece::Text(text));
                continue;
            }
            // gfortran ends a line of bare values with a separator more.
            if is_bare {
                text.extend_from_slice(separator);
            }
            pieces.extend([Piece::Text(text), Piece::Line, Piece::Text(b" ".to_vec())]);
            values = 0;
        }
        Ok(())
    }
}

/// The subscripts of an element, if it is one of an array.
fn subscripts(dimensions: &[(i64, i64)], place: i64) -> String {
    let mut left = place;
    let each = dimensions.iter().map(|(lower, extent)| {
        let index = left % extent.max(&1);
        left /= extent.max(&1);
        lower.saturating_add(index).to_string()
    });
    let each: Vec<String> = each.collect();
    if each.is_empty() { String::new() } else { format!("({})", each.join(",")) }
}

/// A value as it is written once: only numbers that are not whole have blanks before them.
fn written(item: &Item, mode: &EditMode) -> Result<Vec<u8>, IoError> {
    let quoted = EditMode { delimiter: mode.delimiter.or_quote(), ..*mode };
    let field = list_field(item, &quoted)?;
    Ok(match item {
        Item::Integer(..) => to_the_left(item, field),
        Item::Complex4(..) | Item::Complex8(..) => field.trim_ascii_start().to_vec(),
        _ => field,
    })
}

/// A number with its blanks after it.
fn to_the_left(item: &Item, field: Vec<u8>) -> Vec<u8> {
    if !matches!(item, Item::Integer(..) | Item::Real4(_) | Item::Real8(_)) {
        return field;
    }
    let width = field.len();
    let mut moved = field.trim_ascii_start().to_vec();
    moved.resize(width, b' ');
    moved
}
