//! A group that is read: from its name on to the slash, in records that may also hold other things before.

use super::qualifiers::Places;
use super::{Group, Object};
use crate::io::error::{IoError, READ_VALUE};
use crate::io::files::Files;
use crate::io::list_input::{ListReader, ListState, is_separator};
use crate::io::list_items::GroupValue;
use crate::io::source::Source;
use crate::io::value::{Datum, ItemType};
use std::ops::Range;

/// The variable that is assigned, or an object of derived type, whose components follow each other.
#[derive(Clone, Debug)]
struct Current {
    object: usize,
    /// The variable after the last one of the object.
    end: usize,
    places: Places,
    /// The characters, if they are not all: the first, and how many.
    substring: Option<(i64, i64)>,
    state: ListState,
}

/// What is read next.
#[derive(Clone, Debug)]
enum Stage {
    Object,
    /// The answers about an element, the next one last, and its value.
    Element(Vec<i64>, Datum),
    Done,
}

/// A READ of a group.
#[derive(Clone, Debug)]
pub struct GroupReader {
    group: Group,
    current: Option<Current>,
    stage: Stage,
    is_found: bool,
}

impl GroupReader {
    /// A READ that has begun.
    pub fn new(group: Group) -> GroupReader {
        GroupReader { group, current: None, stage: Stage::Object, is_found: false }
    }

    /// What is read next.
    ///
    /// # Errors
    /// The input is not a group, or ends before it does.
    pub fn read(
        &mut self,
        ty: ItemType,
        state: &ListState,
        source: &mut Source,
        files: &mut dyn Files,
    ) -> Result<Option<Datum>, IoError> {
        match std::mem::replace(&mut self.stage, Stage::Done) {
            Stage::Object => self.next_object(state, source, files).map(|object| Some(Datum::Integer(object))),
            Stage::Element(mut answers, value) => match answers.pop() {
                Some(answer) => {
                    self.stage = Stage::Element(answers, value);
                    Ok(Some(Datum::Integer(answer)))
                }
                None => {
                    self.stage = Stage::Object;
                    Ok(Some(fitted(value, ty)))
                }
            },
            Stage::Done => Ok(Some(Datum::Integer(0))),
        }
    }

    /// Goes on to the next value; the number of the variable that gets it, or 0 at the end.
    fn next_object(&mut self, state: &ListState, source: &mut Source, files: &mut dyn Files) -> Result<i64, IoError> {
        let state = ListState { has_comments: true, ..state.clone() };
        let mut reader = ListReader { source, files, state: &mut state.clone(), item: 1 };
        if !self.is_found {
            reader.find_group(&self.group.name)?;
            self.is_found = true;
        }
        loop {
            let Some(current) = &mut self.current else {
                match reader.next_name(&self.group)? {
                    Some((objects, places, substring)) => {
                        let (object, end, state) = (objects.start, objects.end, state.clone());
                        self.current = Some(Current { object, end, places, substring, state });
                        continue;
                    }
                    None => return Ok(0),
                }
            };
            let object = &self.group.objects[current.object];
            let Some(place) = current.places.peek() else {
                if current.state.repeat > 0 {
                    let message = format!("Repeat count too large for namelist object {}", object.name);
                    return Err(IoError::new(READ_VALUE, message));
                }
                if current.state.complete {
                    return Ok(0);
                }
                match self.group.objects.get(current.object + 1).filter(|_| current.object + 1 < current.end) {
                    Some(next) => (current.object, current.places) = (current.object + 1, Places::from(next, 0)),
                    None => self.current = None,
                }
                continue;
            };
            let mut reader = ListReader {
                source: &mut *reader.source,
                files: &mut *reader.files,
                state: &mut current.state,
                item: 1,
            };
            let value = reader.group_value(object.ty)?;
            let is_complete = current.state.complete;
            match value {
                GroupValue::Of(value) => {
                    let number = current.object as i64 + 1;
                    self.stage = Stage::Element(answers(object, place, current.substring), value);
                    current.places.pass();
                    return Ok(number);
                }
                GroupValue::Null if !is_complete => current.places.pass(),
                GroupValue::Null | GroupValue::Missing if is_complete => return Ok(0),
                GroupValue::Null | GroupValue::Missing => self.current = None,
            }
        }
    }
}

/// The answers about an element, the first one last.
fn answers(object: &Object, place: i64, substring: Option<(i64, i64)>) -> Vec<i64> {
    match object.ty {
        ItemType::Character(length) => {
            let (first, count) = substring.unwrap_or((0, length as i64));
            vec![count, first, place]
        }
        _ => vec![place],
    }
}

/// A text in the length of what it is assigned to.
fn fitted(value: Datum, ty: ItemType) -> Datum {
    match (value, ty) {
        (Datum::Character(mut text), ItemType::Character(length)) => {
            text.resize(length, b' ');
            Datum::Character(text)
        }
        (value, _) => value,
    }
}

impl ListReader<'_> {
    /// Goes to after the name of a group, which begins a record.
    fn find_group(&mut self, name: &str) -> Result<(), IoError> {
        loop {
            let first = self.skip_blanks()?;
            let Some(first) = first else { return Err(IoError::end()) };
            if matches!(first, b'&' | b'$') {
                let rest = &self.source.rest()[1..];
                let is_name = rest.get(..name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes()));
                let after = rest.get(name.len()).copied().unwrap_or(b'\n');
                if is_name && (is_separator(Some(after)) || after == b'!') {
                    self.source.right(1 + name.len());
                    return Ok(());
                }
            }
            self.source.right(usize::MAX);
            self.next()?;
        }
    }

    /// The next variable, or the components of an object, and the elements; none at the end of the group.
    #[allow(clippy::type_complexity, reason = "it is taken apart at once")]
    fn next_name(&mut self, group: &Group) -> Result<Option<(Range<usize>, Places, Option<(i64, i64)>)>, IoError> {
        let mut next = self.next()?;
        while matches!(next, Some(b' ' | b'\t' | b'\n' | b'\r' | b',' | b';')) {
            next = self.next()?;
        }
        match next {
            None => return Err(IoError::end()),
            Some(b'/' | b'&' | b'$') => return Ok(None),
            Some(_) => {}
        }
        let wrong = |message: &str, name: &str| Err(IoError::new(READ_VALUE, format!("{message} {name}")));
        let (mut name, mut objects) = (String::new(), 0..group.objects.len());
        loop {
            let start = name.len();
            while !matches!(next, Some(b'=' | b' ' | b'(' | b'\t')) && (next != Some(b'%') || name.len() == start) {
                let Some(byte) = next else { return Err(IoError::end()) };
                // As in gfortran, separators are no part of the name, and it continues after them.
                if !is_separator(next) {
                    name.push(char::from(byte.to_ascii_lowercase()));
                }
                next = self.next()?;
            }
            objects = group.named(&name, objects);
            if objects.is_empty() {
                return wrong("Cannot match namelist object name", &name[start..]);
            }
            let is_object = group.objects[objects.start].name != name;
            match next {
                Some(b'%') if is_object => {}
                Some(b'%') => return wrong("Attempt to get derived component for", &name),
                _ => break,
            }
        }
        let object = &group.objects[objects.start];
        let mut places = Places::from(object, 0);
        let mut substring = None;
        if next == Some(b'(') {
            let is_text = matches!(object.ty, ItemType::Character(_));
            if object.name != name || object.dimensions.is_empty() && !is_text {
                return wrong("Qualifier for a scalar or non-character namelist object", &name);
            }
            (places, substring) = self.qualified(object)?;
            next = self.next()?;
        }
        let mut has_comma = false;
        while matches!(next, Some(b' ' | b'\t' | b'\n' | b'\r')) || matches!(next, Some(b',' | b';')) && !has_comma {
            has_comma |= matches!(next, Some(b',' | b';'));
            next = self.next()?;
        }
        // A name alone is the end of the group if that follows.
        if next == Some(b'/') {
            return Ok(None);
        }
        if next.is_none() {
            return Err(IoError::end());
        }
        if next != Some(b'=') {
            return wrong("Equal sign must follow namelist object name", &name);
        }
        Ok(Some((objects, places, substring)))
    }
}
