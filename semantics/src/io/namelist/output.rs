//! A group that is written: a record for each variable, or several for arrays.

use super::{Group, Object};
use crate::io::error::IoError;
use crate::io::format::{Delimiter, EditMode};
use crate::io::list_output::list_field;
use crate::io::value::Item;

/// What is to be written next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Characters of the record.
    Text(Vec<u8>),
    /// The end of the record.
    Line,
}

/// Equal elements that follow each other.
#[derive(Clone, Debug)]
struct Run {
    bytes: Vec<u8>,
    /// As one element is written, and as several are.
    single: Vec<u8>,
    repeated: Vec<u8>,
    count: u64,
}

/// A WRITE of a group.
#[derive(Clone, Debug)]
pub struct GroupWriter {
    group: Group,
    /// The next variable, and how many elements of the present one are to come.
    next: usize,
    left: i64,
    run: Option<Run>,
    /// How many values the line has; the name counts as one.
    values: u32,
}

/// A line has no more values.
const MOST_VALUES: u32 = 5;

impl GroupWriter {
    /// A WRITE that has begun, and what is written first.
    pub fn new(group: Group) -> (GroupWriter, Vec<Piece>) {
        let head = Piece::Text(format!("&{}", group.name.to_uppercase()).into_bytes());
        (GroupWriter { group, next: 0, left: 0, run: None, values: 0 }, vec![head])
    }

    /// What is written when an element comes.
    ///
    /// # Errors
    /// None, in fact, as of list-directed output.
    pub fn element(&mut self, item: &Item, mode: &EditMode) -> Result<Vec<Piece>, IoError> {
        let mut pieces = Vec::new();
        while self.left == 0 && self.begin_object(&mut pieces) {}
        self.left -= 1;
        let bytes = item.bytes();
        match &mut self.run {
            Some(run) if run.bytes == bytes => run.count += 1,
            _ => {
                self.end_run(mode, &mut pieces);
                let field = written(item, mode)?;
                self.run = Some(Run { bytes, single: field.clone(), repeated: to_the_left(item, field), count: 1 });
            }
        }
        if self.left == 0 {
            self.end_run(mode, &mut pieces);
        }
        Ok(pieces)
    }

    /// What is written last: the end of the record is not among it.
    pub fn finish(&mut self) -> Vec<Piece> {
        let mut pieces = Vec::new();
        while self.begin_object(&mut pieces) {}
        pieces.extend([Piece::Line, Piece::Text(b" /".to_vec())]);
        pieces
    }

    /// Begins the next variable; false if there is none.
    fn begin_object(&mut self, pieces: &mut Vec<Piece>) -> bool {
        let Some(object) = self.group.objects.get(self.next) else { return false };
        self.next += 1;
        self.left = object.elements();
        self.values = 1;
        pieces.extend([Piece::Line, Piece::Text(format!(" {}=", object.name.to_uppercase()).into_bytes())]);
        true
    }

    fn end_run(&mut self, mode: &EditMode, pieces: &mut Vec<Piece>) {
        let Some(run) = self.run.take() else { return };
        let is_bare = mode.delimiter == Delimiter::None;
        let separator: &[u8] = if mode.comma { b";" } else { b"," };
        let mut text = match run.count {
            1 => run.single,
            count => [format!(" {count}*").as_bytes(), &run.repeated].concat(),
        };
        let object: Option<&Object> = self.group.objects.get(self.next.wrapping_sub(1));
        let is_text = object.is_some_and(|object| matches!(object.ty, crate::io::value::ItemType::Character(_)));
        if !(is_text && is_bare) {
            text.extend_from_slice(separator);
        }
        self.values += 1;
        if self.values <= MOST_VALUES {
            return pieces.push(Piece::Text(text));
        }
        // gfortran ends a line of bare values with a separator more.
        if is_bare {
            text.extend_from_slice(separator);
        }
        pieces.extend([Piece::Text(text), Piece::Line, Piece::Text(b" ".to_vec())]);
        self.values = 0;
    }
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
