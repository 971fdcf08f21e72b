//! A group that is read: from its name on to the slash, in records that may also hold other things before.

use super::qualifiers::Places;
use super::walk::{Chosen, Walk};
use super::{Group, Object};
use crate::io::error::{IoError, READ_VALUE};
use crate::io::files::Files;
use crate::io::list_input::{ListReader, ListState, is_separator};
use crate::io::list_items::GroupValue;
use crate::io::source::Source;
use crate::io::value::{Datum, ItemType};

/// What is assigned: a variable, or an object of derived type.
#[derive(Clone, Debug)]
struct Current {
    walk: Walk,
    state: ListState,
}

/// What a name in the input was, and what it has to do with the next one.
#[derive(Clone, Copy, Debug, Default)]
struct Before {
    /// The node of the last variable that was read.
    node: Option<usize>,
    /// Its values ended with what is not one.
    is_wrong: bool,
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
    before: Before,
    /// How many names there were, which errors count as items.
    names: u32,
    /// The next name, if it was read already.
    pending: Option<Vec<u8>>,
}

impl GroupReader {
    /// A READ that has begun.
    pub fn new(group: Group) -> GroupReader {
        GroupReader {
            group,
            current: None,
            stage: Stage::Object,
            is_found: false,
            before: Before::default(),
            names: 0,
            pending: None,
        }
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
            let nodes = &self.group.nodes;
            let Some(current) = &mut self.current else {
                // A scalar is not continued.
                self.before.node = self.before.node.filter(|node| !nodes[*node].dimensions.is_empty());
                match reader.next_name(&self.group, self.before, self.pending.take())? {
                    Some(chosen) => {
                        self.before.is_wrong = false;
                        self.names += 1;
                        let (walk, state) = (Walk::new(chosen, nodes), state.clone());
                        self.current = Some(Current { walk, state });
                        continue;
                    }
                    None => return Ok(0),
                }
            };
            let Some((node, place)) = current.walk.at(nodes) else {
                self.current = None;
                continue;
            };
            let number = nodes[node].variable.unwrap_or_default();
            let object = &self.group.objects[number];
            let Some(place) = place else {
                if current.state.repeat > 0 {
                    let message = format!("Repeat count too large for namelist object {}", nodes[node].name);
                    return Err(IoError::new(READ_VALUE, message));
                }
                if current.state.complete {
                    return Ok(0);
                }
                current.walk.leave(nodes);
                continue;
            };
            let mut reader = ListReader {
                source: &mut *reader.source,
                files: &mut *reader.files,
                state: &mut current.state,
                item: self.names,
            };
            let value = reader.group_value(object.ty)?;
            let is_complete = current.state.complete;
            self.before.node = Some(node);
            match value {
                GroupValue::Of(value) => {
                    self.stage = Stage::Element(answers(object, place, current.walk.substring()), value);
                    current.walk.pass();
                    return Ok(number as i64 + 1);
                }
                // Repeated null values may be too many at the end of the group, too.
                GroupValue::Null if !is_complete || current.state.repeat > 0 => current.walk.pass(),
                GroupValue::Null | GroupValue::Missing if is_complete => return Ok(0),
                GroupValue::Null | GroupValue::Missing => {
                    self.before.is_wrong = true;
                    self.pending = current.state.name.take();
                    self.current = None;
                }
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

    /// What the next name stands for; none at the end of the group.
    fn next_name(
        &mut self,
        group: &Group,
        before: Before,
        pending: Option<Vec<u8>>,
    ) -> Result<Option<Chosen>, IoError> {
        let mut next = self.next()?;
        while matches!(next, Some(b' ' | b'\t' | b'\n' | b'\r' | b',' | b';')) {
            next = self.next()?;
        }
        match next {
            None => return Err(IoError::end()),
            Some(b'/') => return Ok(None),
            Some(b'=') if pending.is_none() => {
                return Err(IoError::new(READ_VALUE, "namelist read: misplaced = sign"));
            }
            Some(b'&' | b'$') => {
                for expected in *b"end" {
                    if !self.next()?.is_some_and(|byte| byte.eq_ignore_ascii_case(&expected)) {
                        return Err(IoError::new(READ_VALUE, "namelist not terminated with / or &end".to_owned()));
                    }
                }
                return Ok(None);
            }
            Some(_) => {}
        }
        let wrong = |message: &str, name: &str| Err(IoError::new(READ_VALUE, format!("{message} {name}")));
        let mut name: String =
            pending.unwrap_or_default().iter().map(|byte| char::from(byte.to_ascii_lowercase())).collect();
        let mut chain = Vec::new();
        // Where reading begins; what is around it is taken to be the first element.
        let mut first = None;
        let (mut has_qualifier, mut sections) = (false, 0);
        let node = loop {
            let start = if chain.is_empty() { 0 } else { name.len() };
            while !matches!(next, Some(b'=' | b' ' | b'(' | b'\t')) && (next != Some(b'%') || name.len() == start) {
                let Some(byte) = next else { return Err(IoError::end()) };
                // As in gfortran, separators are no part of the name, and it continues after them.
                if !is_separator(next) {
                    name.push(char::from(byte.to_ascii_lowercase()));
                }
                next = self.next()?;
            }
            let Some(index) = group.nodes.iter().position(|node| node.name == name) else {
                return match before.node.filter(|_| before.is_wrong) {
                    Some(node) => wrong("Bad data for namelist object", &group.nodes[node].name),
                    None => wrong("Cannot match namelist object name", &name[start..]),
                };
            };
            let node = &group.nodes[index];
            let mut places = Places::all(&node.dimensions);
            let mut is_section = !node.dimensions.is_empty();
            if next == Some(b'(') && is_section {
                (places, is_section) = self.subscripts(node)?;
                has_qualifier = true;
                next = self.next()?;
            }
            sections += u32::from(is_section);
            chain.push((index, places));
            if next != Some(b'%') {
                break node;
            }
            if node.variable.is_some() {
                return wrong("Attempt to get derived component for", &node.name);
            }
            if first.is_none() || before.node.is_none() && !has_qualifier {
                first = Some((chain.len() - 1, node));
            }
        };
        let mut substring = None;
        if next == Some(b'(')
            && let Some(ItemType::Character(length)) = group.type_of(node)
        {
            substring = Some(self.substring(node, length as i64)?);
            next = self.next()?;
        }
        if next == Some(b'(') {
            return wrong("Qualifier for a scalar or non-character namelist object", &node.name);
        }
        if sections > 1 {
            return wrong("Multiple sub-objects with non-zero rank in namelist object", &node.name);
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
        let start = match first {
            Some((at, first)) if has_qualifier || !first.dimensions.is_empty() => at,
            _ => chain.len() - 1,
        };
        Ok(Some(Chosen { chain: chain.split_off(start), substring }))
    }
}
