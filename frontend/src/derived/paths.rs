//! Objects of derived type and their components as the variables that they become.
//!
//! `x(i)%a(j)` is `x%a(j, i)`: the subscripts of the innermost component come first. Where only one component of a
//! path is written with subscripts, the others are whole.

use super::components::Component;
use super::names::Shaped;
use super::places::{Bounds, Place};
use super::terms::{integer, sum};
use super::types::{DerivedType, Leaf};
use crate::source::Span;
use crate::tree::{Argument, Expr, ExprKind, Name, Range, Word};
use std::rc::Rc;

/// An object, or a part of one that is an object.
#[derive(Clone, Debug)]
pub(super) struct Path {
    /// The beginning of the names of its variables.
    pub name: Word,
    /// What has dimensions of its own on the way to it, the outermost first.
    pub levels: Vec<Level>,
    pub span: Span,
    /// Where it is, if it is in the stores.
    pub place: Option<Box<Place>>,
}

/// An object or component with its subscripts.
#[derive(Clone, Debug)]
pub(super) struct Level {
    pub rank: usize,
    /// None for all of it.
    pub subscripts: Option<Vec<Argument>>,
    /// How many dimensions the subscripts leave.
    pub left: usize,
    /// Which of the subscripts are arrays, if dimensions are left.
    pub arrays: Vec<bool>,
    /// The dimensions of what is in the stores.
    pub bounds: Vec<Bounds>,
}

impl Level {
    pub fn whole(rank: usize) -> Level {
        Level { rank, subscripts: None, left: rank, arrays: Vec::new(), bounds: Vec::new() }
    }
}

impl Path {
    /// All subscripts, and whether they are arrays.
    pub fn subscripts_mut(&mut self) -> impl Iterator<Item = (&mut Argument, bool)> {
        self.levels.iter_mut().flat_map(|level| {
            let arrays = level.arrays.iter().copied().chain(std::iter::repeat(false));
            level.subscripts.iter_mut().flatten().zip(arrays)
        })
    }

    pub fn new(name: Word, rank: usize, span: Span) -> Path {
        Path { name, levels: vec![Level::whole(rank)], span, place: None }
    }

    /// All of its elements, as a section.
    pub fn into_section(mut self) -> Path {
        let span = self.span;
        for level in self.levels.iter_mut().filter(|level| level.rank > 0 && level.subscripts.is_none()) {
            level.subscripts = Some(vec![whole_dimension(span); level.rank]);
            level.arrays = vec![true; level.rank];
        }
        self
    }

    /// The rank of what it stands for.
    pub fn rank(&self) -> usize {
        self.levels.iter().map(|level| level.left).sum()
    }

    /// The component of that name of an object of the type.
    pub fn component(mut self, ty: &DerivedType, name: &str, component: &Component, level: Level, span: Span) -> Path {
        let mut level = level;
        if let Some(place) = &mut self.place {
            let offset = integer(ty.offset_of(name), span);
            place.at = sum(place.at.clone(), offset);
            place.store = component.store.clone();
            level.bounds = component.bounds(span);
        }
        self.name = format!("{}%{name}", self.name).into();
        self.levels.push(level);
        Path { span, ..self }
    }

    /// The variable, or the part of one, that it is, if it is not of derived type.
    pub fn expr(&self) -> Expr {
        match &self.place {
            Some(place) => self.stored((**place).clone(), &[]),
            None => self.variable(&self.name, &[]),
        }
    }

    /// One of the variables of the object.
    pub fn leaf(&self, leaf: &Leaf) -> Expr {
        if let Some(place) = &self.place {
            return self.stored_leaf(place, leaf);
        }
        let inner: Vec<Level> = leaf.levels.iter().map(|dimensions| Level::whole(dimensions.len())).collect();
        self.variable(&format!("{}{}", self.name, leaf.path), &inner)
    }

    /// All of the object's variables.
    pub fn leaves(&self, ty: &DerivedType) -> Vec<Expr> {
        ty.leaves().iter().map(|leaf| self.leaf(leaf)).collect()
    }

    fn variable(&self, name: &str, inner: &[Level]) -> Expr {
        let levels = || self.levels.iter().chain(inner);
        let kind = if levels().all(|level| level.subscripts.is_none()) {
            ExprKind::Name(Word::new(name))
        } else {
            let all = |level: &Level| vec![whole_dimension(self.span); level.rank];
            let levels: Vec<&Level> = levels().collect();
            let subscripts =
                levels.iter().rev().flat_map(|level| level.subscripts.clone().unwrap_or_else(|| all(level)));
            let name = Name { text: Word::new(name), span: self.span };
            ExprKind::Reference(Box::new(name), subscripts.collect())
        };
        Expr { kind, span: self.span }
    }
}

/// `:`
fn whole_dimension(span: Span) -> Argument {
    let range = Range { lower: None, upper: None, stride: None };
    Argument { keyword: None, value: Expr { kind: ExprKind::Range(Box::new(range)), span } }
}

/// What an expression is once derived types are gone.
#[derive(Clone, Debug)]
pub(super) enum Value {
    /// Of intrinsic type, or not known here.
    Plain(Expr, Shaped),
    Record(Record),
    /// Of intrinsic type, in the stores.
    Stored(Path, Shaped),
    /// A text of deferred length in the stores, or a substring of one: its characters.
    Text(Path),
    /// NULL().
    Null(Span),
}

impl Value {
    pub fn span(&self) -> Span {
        match self {
            Value::Plain(value, _) => value.span,
            Value::Record(record) => record.span,
            Value::Stored(path, _) | Value::Text(path) => path.span,
            Value::Null(span) => *span,
        }
    }

    /// Whether it is an ALLOCATABLE component that is kept in the stores.
    pub fn is_owned(&self) -> bool {
        matches!(self, Value::Record(Record { ty, .. }) if ty.pointee.as_ref().is_some_and(|pointee| pointee.is_owned))
    }

    pub fn shape(&self) -> Shaped {
        match self {
            Value::Plain(_, shape) => shape.clone(),
            Value::Stored(path, shape) => Shaped { rank: Some(path.rank()), ..shape.clone() },
            Value::Record(Record { ty, .. }) if ty.pointee.is_some() => ty.pointee_shape(),
            Value::Record(record) => Shaped::new(Some(super::names::Ty::Derived(Rc::clone(&record.ty))), record.rank),
            Value::Text(_) => Shaped::new(Some(super::names::Ty::Character), 0),
            Value::Null(_) => Shaped::default(),
        }
    }
}

/// A value of derived type.
#[derive(Clone, Debug)]
pub(super) struct Record {
    pub ty: Rc<DerivedType>,
    pub rank: usize,
    pub kind: RecordKind,
    pub span: Span,
    /// The number of the type that it is of, where that is known only when it is there (see `polymorphic`): `ty` or an
    /// extension.
    pub tag: Option<Box<Expr>>,
}

#[derive(Clone, Debug)]
pub(super) enum RecordKind {
    Object(Path),
    /// The values of the variables that an object of the type becomes, in their order.
    Leaves(Vec<Expr>),
}

impl Record {
    pub fn object(ty: Rc<DerivedType>, path: Path) -> Record {
        let (rank, span) = (path.rank(), path.span);
        Record { ty, rank, kind: RecordKind::Object(path), span, tag: None }
    }

    /// The values of all variables.
    pub fn leaves(&self) -> Vec<Expr> {
        match &self.kind {
            RecordKind::Object(path) => path.leaves(&self.ty),
            RecordKind::Leaves(values) => values.clone(),
        }
    }
}
