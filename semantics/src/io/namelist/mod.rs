//! NAMELIST: groups of variables that are written and read by their names.
//!
//! What the group has is said before the transfer begins, by the specifiers of its controls. A WRITE is given the
//! elements of all variables in order. A READ answers, again and again, which variable is assigned next, counted from
//! 1, and the number of its element, counted from 0; of CHARACTER also the first of the characters, counted from 0, and
//! how many there are; then the value is read. It answers 0 at the end of the group.

mod input;
mod output;
mod qualifiers;
mod tree;
mod walk;

pub use input::GroupReader;
pub use output::{GroupWriter, Piece};

use super::specifier::Specifier;
use super::value::{Datum, ItemType};
use tree::{Node, elements, nodes_of};

/// A variable of a group.
#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    /// Its name, in lower case. The names of the objects that it is a component of have their ranks, as
    /// `x(:,:)%inner%a`.
    pub name: String,
    /// The type of its elements.
    pub ty: ItemType,
    /// Lower bound and extent of each dimension; none of a scalar. The last ones are those of the object.
    pub dimensions: Vec<(i64, i64)>,
}

/// A group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Group {
    /// Its name, in lower case.
    pub name: String,
    /// Its variables.
    pub objects: Vec<Object>,
    /// The variables and the objects that they are components of.
    pub nodes: Vec<Node>,
    /// Those of the nodes that are not components.
    pub roots: Vec<usize>,
}

impl Object {
    /// The number of its elements.
    fn elements(&self) -> i64 {
        elements(&self.dimensions)
    }
}

impl Group {
    /// The type of a variable; none of an object.
    fn type_of(&self, node: &Node) -> Option<ItemType> {
        node.variable.and_then(|variable| self.objects.get(variable)).map(|object| object.ty)
    }

    /// The group that specifiers describe; none if they name none.
    pub fn of_specifiers(given: &[(Specifier, Datum)]) -> Option<Group> {
        let mut group: Option<Group> = None;
        for (specifier, value) in given {
            let objects = group.as_mut().map(|group| &mut group.objects);
            match (specifier, value, objects) {
                (Specifier::Group, Datum::Character(name), None) => {
                    group = Some(Group { name: lower(name), ..Group::default() });
                }
                (Specifier::ObjectName, Datum::Character(name), Some(objects)) => {
                    let (name, ty) = (lower(name), ItemType::Integer(4));
                    objects.push(Object { name, ty, dimensions: Vec::new() });
                }
                (specifier, value, Some(objects)) => {
                    if let Some(object) = objects.last_mut() {
                        object.describe(*specifier, value);
                    }
                }
                _ => {}
            }
        }
        if let Some(group) = &mut group {
            (group.nodes, group.roots) = nodes_of(&group.objects);
        }
        group
    }
}

impl Object {
    fn describe(&mut self, specifier: Specifier, value: &Datum) {
        match (specifier, value) {
            (Specifier::ObjectType, Datum::Character(word)) => {
                if let Some((_, ty)) = TYPES.iter().find(|(name, _)| name.as_bytes() == word.as_slice()) {
                    self.ty = *ty;
                }
            }
            (Specifier::ObjectLength, Datum::Integer(length)) => {
                self.ty = ItemType::Character(usize::try_from(*length).unwrap_or(0));
            }
            (Specifier::ObjectLower, Datum::Integer(lower)) => self.dimensions.push((*lower, 0)),
            (Specifier::ObjectExtent, Datum::Integer(extent)) => {
                if let Some(dimension) = self.dimensions.last_mut() {
                    dimension.1 = *extent;
                }
            }
            _ => {}
        }
    }
}

/// The words of the types other than CHARACTER, of which the length is said.
pub const TYPES: [(&str, ItemType); 9] = [
    ("integer1", ItemType::Integer(1)),
    ("integer2", ItemType::Integer(2)),
    ("integer4", ItemType::Integer(4)),
    ("integer8", ItemType::Integer(8)),
    ("real4", ItemType::Real4),
    ("real8", ItemType::Real8),
    ("logical", ItemType::Logical(4)),
    ("complex4", ItemType::Complex4),
    ("complex8", ItemType::Complex8),
];

fn lower(name: &[u8]) -> String {
    String::from_utf8_lossy(name).to_lowercase()
}
