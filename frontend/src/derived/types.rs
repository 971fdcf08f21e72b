//! Derived types: their components, and the variables that an object of one becomes.

use super::names::Shaped;
use crate::tree::{Argument, ConstructorItem, DimensionSpec, Expr, ExprKind, Name, TypeSpec, Word};
use indexmap::IndexMap;
use std::rc::Rc;

/// The most variables that an object may become: types in types would otherwise make any number of them.
pub(super) const MAX_LEAVES: usize = 4096;

/// The deepest types in types: walks over them recurse.
pub(super) const MAX_DEPTH: usize = 32;

/// A derived type's definition.
#[derive(Debug)]
pub(super) struct DerivedType {
    /// Its name where it is defined.
    pub name: Word,
    /// The module that defines it; none for a program unit that is not a module.
    pub module: Option<Word>,
    /// SEQUENCE: a definition that says the same is that of the same type.
    pub is_sequence: bool,
    /// The components in order.
    pub components: IndexMap<Word, Component>,
    /// The named constants that stand for the expressions of the definition.
    pub constants: Vec<Word>,
}

/// A component.
#[derive(Debug)]
pub(super) struct Component {
    pub ty: ComponentType,
    /// Its dimensions, with bounds that are constants.
    pub dimensions: Vec<DimensionSpec>,
    /// The default value.
    pub initial: Initial,
    pub is_allocatable: bool,
    /// Type and rank of the whole component.
    pub shape: Shaped,
    /// Its extents, where they are known here.
    pub extents: Option<Vec<i64>>,
}

/// The default value of a component.
#[derive(Debug)]
pub(super) enum Initial {
    None,
    /// Of a component of intrinsic type.
    Value(Expr),
    /// Of a component of derived type, by the order of its leaves.
    Leaves(Vec<Expr>),
}

/// The type of a component.
#[derive(Debug)]
pub(super) enum ComponentType {
    Intrinsic(TypeSpec),
    Derived(Rc<DerivedType>),
}

/// A variable of those that an object becomes.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    /// What follows the object's name in its own: `%inner%a`.
    pub path: Word,
    pub ty: TypeSpec,
    /// The dimensions of each component on the path, the outermost first.
    pub levels: Vec<Vec<DimensionSpec>>,
    pub initial: Option<Expr>,
    pub is_allocatable: bool,
    /// The extents of each component on the path, the outermost first, where they are known here.
    pub extents: Vec<Option<Vec<i64>>>,
}

impl Leaf {
    /// The number of its own dimensions.
    pub fn rank(&self) -> usize {
        self.levels.iter().map(Vec::len).sum()
    }

    /// The extents of its own dimensions, in their order as an array.
    pub fn own_extents(&self) -> Option<Vec<i64>> {
        let levels: Option<Vec<&Vec<i64>>> = self.extents.iter().rev().map(Option::as_ref).collect();
        levels.map(|levels| levels.into_iter().flatten().copied().collect())
    }

    /// The dimensions as an array has them: those of the innermost component come first, so that what belongs to one
    /// element of the object is one piece of storage.
    pub fn dimensions(&self) -> impl Iterator<Item = &DimensionSpec> {
        self.levels.iter().rev().flatten()
    }
}

impl DerivedType {
    /// The variables that an object becomes, in the order of the components.
    pub fn leaves(&self) -> Vec<Leaf> {
        let mut leaves = Vec::new();
        for (name, component) in &self.components {
            match &component.ty {
                ComponentType::Intrinsic(ty) => leaves.push(Leaf {
                    path: format!("%{name}").into(),
                    ty: ty.clone(),
                    levels: vec![component.dimensions.clone()],
                    initial: match &component.initial {
                        Initial::Value(value) => Some(value.clone()),
                        Initial::None | Initial::Leaves(_) => None,
                    },
                    is_allocatable: component.is_allocatable,
                    extents: vec![component.extents.clone()],
                }),
                ComponentType::Derived(inner) => {
                    let inner = inner.leaves().into_iter().enumerate().map(|(index, leaf)| {
                        let given = match &component.initial {
                            Initial::Leaves(values) => values.get(index).cloned(),
                            Initial::None | Initial::Value(_) => None,
                        };
                        let levels = std::iter::once(component.dimensions.clone()).chain(leaf.levels.clone()).collect();
                        let initial = match leaf.initial.filter(|_| given.is_none()) {
                            Some(value)
                                if !component.dimensions.is_empty()
                                    && leaf.levels.iter().any(|one| !one.is_empty()) =>
                            {
                                let own = leaf.extents.iter().rev().chain([&component.extents]);
                                let own: Option<Vec<&Vec<i64>>> = own.map(Option::as_ref).collect();
                                own.map(|own| repeated(value, own.into_iter().flatten().copied()))
                            }
                            inner => given.or(inner),
                        };
                        let extents = std::iter::once(component.extents.clone()).chain(leaf.extents).collect();
                        let path = format!("%{name}{}", leaf.path).into();
                        Leaf { path, levels, extents, initial, ..leaf }
                    });
                    leaves.extend(inner);
                }
            }
        }
        leaves
    }

    /// Whether some of the variables that a scalar object becomes are arrays or ALLOCATABLE.
    pub fn has_arrays(&self) -> bool {
        self.leaves().iter().any(|leaf| leaf.rank() > 0 || leaf.is_allocatable)
    }

    /// How deep types are in it, itself counted.
    pub fn depth(&self) -> usize {
        let inner = self.components.values().map(|component| match &component.ty {
            ComponentType::Intrinsic(_) => 0,
            ComponentType::Derived(inner) => inner.depth(),
        });
        1 + inner.max().unwrap_or(0)
    }

    /// The number of variables that an object becomes.
    pub fn leaf_count(&self) -> usize {
        self.components.values().map(Component::leaf_count).sum()
    }

    /// The types of all components, itself first.
    pub fn all_types(self: &Rc<Self>) -> Vec<Rc<DerivedType>> {
        let mut types = vec![Rc::clone(self)];
        let mut next = 0;
        while let Some(ty) = types.get(next).cloned() {
            next += 1;
            for component in ty.components.values() {
                if let ComponentType::Derived(inner) = &component.ty
                    && !types.iter().any(|known| Rc::ptr_eq(known, inner))
                {
                    types.push(Rc::clone(inner));
                }
            }
        }
        types
    }
}

impl Component {
    pub fn leaf_count(&self) -> usize {
        match &self.ty {
            ComponentType::Intrinsic(_) => 1,
            ComponentType::Derived(inner) => inner.leaf_count(),
        }
    }
}

/// Whether two definitions are of the same type: one definition, or two SEQUENCE types that say the same.
pub(super) fn is_same_type(left: &Rc<DerivedType>, right: &Rc<DerivedType>) -> bool {
    Rc::ptr_eq(left, right)
        || left.is_sequence
            && right.is_sequence
            && left.name == right.name
            && left.components.len() == right.components.len()
            && left.components.iter().zip(&right.components).all(|((one, a), (other, b))| {
                let is_same = match (&a.ty, &b.ty) {
                    (ComponentType::Intrinsic(a), ComponentType::Intrinsic(b)) => a.name == b.name,
                    (ComponentType::Derived(a), ComponentType::Derived(b)) => is_same_type(a, b),
                    _ => false,
                };
                one == other && is_same && a.dimensions.len() == b.dimensions.len()
            })
}

/// A value, or all values of an array, repeated to fill an array: `reshape([value], [extents], pad = [value])`.
pub(super) fn repeated(value: Expr, extents: impl Iterator<Item = i64>) -> Expr {
    let span = value.span;
    let array = |items| Expr { kind: ExprKind::Constructor(None, items), span };
    let integer = |value: i64| Expr { kind: ExprKind::Integer(value.to_string().into(), None), span };
    let shape = array(extents.map(|extent| ConstructorItem::Value(integer(extent))).collect());
    let value = array(vec![ConstructorItem::Value(value)]);
    let pad = Some(Box::new(Name { text: "pad".into(), span }));
    let arguments = vec![
        Argument { keyword: None, value: value.clone() },
        Argument { keyword: None, value: shape },
        Argument { keyword: pad, value },
    ];
    let name = Name { text: "reshape".into(), span };
    Expr { kind: ExprKind::Reference(Box::new(name), arguments), span }
}
