//! Derived types: their components, and the variables that an object of one becomes.

use super::bound::Bindings;
use super::components::{Component, ComponentType, Initial, bounds_of};
use super::names::{Shaped, Ty};
use super::paths::Level;
use super::stores::StoreType;
use crate::diagnostics::Diagnostic;
use crate::source::Span;
use crate::tree::{Argument, ConstructorItem, DimensionSpec, Expr, ExprKind, Name, TypeSpec, Word};
use indexmap::IndexMap;
use std::cell::RefCell;
use std::rc::Rc;

/// The most variables that an object may become: types in types would otherwise make any number of them.
pub(super) const MAX_LEAVES: usize = 4096;

/// The deepest types in types: walks over them recurse.
pub(super) const MAX_DEPTH: usize = 32;

/// The name of what all types extend.
pub(super) const UNIVERSAL: &str = "*";

/// The most places that an object in the stores may take.
pub(super) const MAX_PLACES: i64 = 1 << 28;

/// A derived type's definition.
#[derive(Debug, Default)]
pub(super) struct DerivedType {
    /// Its name where it is defined.
    pub name: Word,
    /// The module that defines it; none for a program unit that is not a module.
    pub module: Option<Word>,
    /// SEQUENCE: a definition that says the same is that of the same type.
    pub is_sequence: bool,
    /// ABSTRACT.
    pub is_abstract: bool,
    /// The type that it extends, and the name that this has here.
    pub parent: Option<(Word, Rc<DerivedType>)>,
    /// The components in order, those of the parent first: so an object is one of the parent's type, too.
    pub components: IndexMap<Word, Component>,
    /// The named constants that stand for the expressions of the definition.
    pub constants: Vec<Word>,
    /// What a pointer points to, if it is the type of pointers.
    pub pointee: Option<Pointee>,
    /// The procedures that are bound to it.
    pub bindings: Bindings,
    /// The intrinsic type of what is in it, if it is a box.
    pub boxed: Option<Ty>,
}

/// What pointers point to.
#[derive(Debug)]
pub(super) struct Pointee {
    pub ty: PointeeType,
    pub rank: usize,
    /// It is an ALLOCATABLE component or variable, which is freed and copied with what it is in.
    pub is_owned: bool,
    /// Targets may be of extensions of the type: CLASS. The last part says of which.
    pub is_class: bool,
}

impl Pointee {
    /// The derived type of targets.
    pub fn derived(&self) -> Option<Rc<DerivedType>> {
        match &self.ty {
            PointeeType::Derived(later) => later.borrow().clone(),
            PointeeType::Intrinsic(..) | PointeeType::Text => None,
        }
    }

    /// Whether an object of that type may be a target.
    pub fn takes(&self, ty: &Rc<DerivedType>) -> bool {
        self.derived().is_some_and(|own| is_same_type(&own, ty) || self.is_class && ty.extends(&own))
    }

    /// The places that an element takes in the stores; none if that is not known here.
    pub fn size(&self) -> Option<i64> {
        match &self.ty {
            PointeeType::Intrinsic(..) | PointeeType::Text => Some(1),
            PointeeType::Derived(later) => later.borrow().as_ref().and_then(|ty| ty.size()),
        }
    }
}

/// The type of targets.
#[derive(Clone, Debug)]
pub(super) enum PointeeType {
    Intrinsic(StoreType, Option<Ty>),
    /// A type may have pointers to itself, and to such as are defined after it.
    Derived(Later),
    /// CHARACTER of deferred length; nothing but owners point to it.
    Text,
}

/// A type that is found when all of a scope are defined.
pub(super) type Later = Rc<RefCell<Option<Rc<DerivedType>>>>;

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
    /// Where it is in an object in the stores, and the places that the elements of each level take.
    pub offset: i64,
    pub steps: Vec<i64>,
    pub store: Option<StoreType>,
    /// It is a part of a pointer that owns its target.
    pub is_owned: bool,
}

impl Leaf {
    /// Its dimensions in an object in the stores.
    pub fn stored_levels(&self, span: Span) -> Vec<Level> {
        let each = self.levels.iter().zip(&self.extents).zip(&self.steps);
        let each = each.map(|((dimensions, extents), step)| Level {
            bounds: bounds_of(dimensions, extents.as_deref(), *step, span),
            ..Level::whole(dimensions.len())
        });
        each.collect()
    }

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
        let mut offset = 0;
        for (name, component) in &self.components {
            let start = offset;
            offset += component.size().unwrap_or(0);
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
                    offset: start,
                    steps: vec![1],
                    is_owned: false,
                    store: component.store.clone(),
                }),
                ComponentType::Derived(inner) => {
                    let step = inner.size().unwrap_or(0);
                    let owns = inner.pointee.as_ref().is_some_and(|pointee| pointee.is_owned);
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
                        let steps = std::iter::once(step).chain(leaf.steps).collect();
                        let is_owned = owns || leaf.is_owned;
                        Leaf { path, levels, extents, initial, steps, offset: start + leaf.offset, is_owned, ..leaf }
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

    /// The places that an object takes in the stores; none if that is not known here.
    pub fn size(&self) -> Option<i64> {
        let mut sizes = self.components.values().map(Component::size);
        sizes.try_fold(0i64, |sum, size| sum.checked_add(size?)).filter(|size| *size <= MAX_PLACES)
    }

    /// Where a component is in an object in the stores.
    pub fn offset_of(&self, name: &str) -> i64 {
        let before = self.components.iter().take_while(|(other, _)| *other != name);
        before.map(|(_, component)| component.size().unwrap_or(0)).sum()
    }

    /// Type and rank of the targets of a pointer.
    pub fn pointee_shape(&self) -> Shaped {
        match &self.pointee {
            Some(Pointee { ty: PointeeType::Intrinsic(_, ty), rank, .. }) => Shaped::new(ty.clone(), *rank),
            Some(Pointee { ty: PointeeType::Derived(later), rank, .. }) => {
                Shaped::new(later.borrow().clone().map(Ty::Derived), *rank)
            }
            Some(Pointee { ty: PointeeType::Text, rank, .. }) => Shaped::new(Some(Ty::Character), *rank),
            None => Shaped::default(),
        }
    }

    /// The number of variables that an object becomes.
    pub fn leaf_count(&self) -> usize {
        self.components.values().map(Component::leaf_count).sum()
    }

    /// The type, that which it extends, and so on.
    pub fn line(self: &Rc<Self>) -> impl Iterator<Item = Rc<DerivedType>> {
        std::iter::successors(Some(Rc::clone(self)), |ty| ty.parent.as_ref().map(|(_, parent)| Rc::clone(parent)))
    }

    /// Whether it is a type or an extension of it.
    pub fn extends(self: &Rc<Self>, other: &Rc<DerivedType>) -> bool {
        other.is_universal() || self.line().any(|ty| is_same_type(&ty, other))
    }

    /// Whether it is that of pointers of CLASS(*).
    pub fn is_of_anything(&self) -> bool {
        self.pointee.as_ref().and_then(Pointee::derived).is_some_and(|ty| ty.is_universal())
    }

    /// Whether it is that of CLASS(*), which all types extend.
    pub fn is_universal(&self) -> bool {
        self.name == UNIVERSAL
    }

    /// What is the parent component of that name, here or in a parent.
    pub fn ancestor(self: &Rc<Self>, name: &str) -> Option<Rc<DerivedType>> {
        self.line().find_map(|ty| ty.parent.clone().filter(|(own, _)| own == name)).map(|(_, parent)| parent)
    }

    /// The types of all components, itself and its parents first.
    pub fn all_types(self: &Rc<Self>) -> Vec<Rc<DerivedType>> {
        let mut types: Vec<Rc<DerivedType>> = self.line().collect();
        let mut next = 0;
        while let Some(ty) = types.get(next).cloned() {
            next += 1;
            for component in ty.components.values() {
                let ComponentType::Derived(inner) = &component.ty else { continue };
                for inner in inner.line() {
                    if !types.iter().any(|known| Rc::ptr_eq(known, &inner)) {
                        types.push(inner);
                    }
                }
            }
        }
        types
    }
}

/// Whether two definitions are of the same type: one definition, or two SEQUENCE types that say the same.
pub(super) fn is_same_type(left: &Rc<DerivedType>, right: &Rc<DerivedType>) -> bool {
    if let (Some(a), Some(b)) = (&left.pointee, &right.pointee) {
        return a.rank == b.rank && a.is_class == b.is_class && a.ty.is(&b.ty);
    }
    Rc::ptr_eq(left, right)
        || left.is_sequence
            && right.is_sequence
            && left.name == right.name
            && left.components.len() == right.components.len()
            && left.components.iter().zip(&right.components).all(|((one, a), (other, b))| {
                let is_same = match (&a.ty, &b.ty) {
                    (ComponentType::Intrinsic(a), ComponentType::Intrinsic(b)) => a.name == b.name,
                    (ComponentType::Derived(a), ComponentType::Derived(b)) => is_same_type(a, b),
                    (ComponentType::Intrinsic(_), ComponentType::Derived(_))
                    | (ComponentType::Derived(_), ComponentType::Intrinsic(_)) => false,
                };
                one == other && is_same && a.dimensions.len() == b.dimensions.len()
            })
}

impl PointeeType {
    /// Whether they are the same type. Two SEQUENCE types that have pointers to each other are if their names are.
    pub fn is(&self, other: &PointeeType) -> bool {
        match (self, other) {
            (PointeeType::Intrinsic(a, _), PointeeType::Intrinsic(b, _)) => a == b,
            (PointeeType::Derived(a), PointeeType::Derived(b)) => match (&*a.borrow(), &*b.borrow()) {
                (Some(a), Some(b)) => Rc::ptr_eq(a, b) || a.is_sequence && b.is_sequence && a.name == b.name,
                (None, _) | (_, None) => false,
            },
            (PointeeType::Text, PointeeType::Text) => true,
            (PointeeType::Intrinsic(..) | PointeeType::Derived(_) | PointeeType::Text, _) => false,
        }
    }
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
    let name = Name { text: super::terms::intrinsic_name("reshape"), span };
    Expr { kind: ExprKind::Reference(Box::new(name), arguments), span }
}

/// The error for a derived type that is not defined.
pub(super) fn unknown_type(name: &str, span: Span) -> Diagnostic {
    let message = format!("the derived type `{}` is not defined here", name.to_uppercase());
    Diagnostic::error("E0294", span, message)
}
