//! The components of derived types.

use super::names::{Shaped, Ty};
use super::places::Bounds;
use super::stores::StoreType;
use super::terms::integer;
use super::types::{DerivedType, MAX_PLACES};
use crate::source::Span;
use crate::tree::{DimensionSpec, Expr, TypeName, TypeSpec};
use std::rc::Rc;

/// A component.
#[derive(Clone, Debug)]
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
    /// The store for its elements, if it is of an intrinsic type that is known here.
    pub store: Option<StoreType>,
}

/// The default value of a component.
#[derive(Clone, Debug)]
pub(super) enum Initial {
    None,
    /// Of a component of intrinsic type.
    Value(Expr),
    /// Of a component of derived type, by the order of its leaves.
    Leaves(Vec<Expr>),
}

/// The type of a component.
#[derive(Clone, Debug)]
pub(super) enum ComponentType {
    Intrinsic(TypeSpec),
    Derived(Rc<DerivedType>),
}

impl Component {
    /// A scalar of default INTEGER.
    pub fn scalar(initial: Initial) -> Component {
        Component {
            ty: ComponentType::Intrinsic(TypeSpec { name: TypeName::Integer, kind: None, span: Span::default() }),
            dimensions: Vec::new(),
            initial,
            is_allocatable: false,
            shape: Shaped::new(Some(Ty::Integer(4)), 0),
            extents: Some(Vec::new()),
            store: Some(StoreType::integer()),
        }
    }

    /// The places that it takes in the stores; none if that is not known here.
    pub fn size(&self) -> Option<i64> {
        if self.is_allocatable {
            return None;
        }
        let elements = self.extents.iter().flatten();
        let elements = elements.map(|extent| (*extent).max(0)).try_fold(1i64, i64::checked_mul);
        let elements = if self.extents.is_none() && !self.dimensions.is_empty() { None } else { elements };
        elements?.checked_mul(self.element_size()?).filter(|size| *size <= MAX_PLACES)
    }

    fn element_size(&self) -> Option<i64> {
        match &self.ty {
            ComponentType::Intrinsic(_) => self.store.as_ref().map(|_| 1),
            ComponentType::Derived(inner) => inner.size(),
        }
    }

    /// Its dimensions in an object in the stores.
    pub fn bounds(&self, span: Span) -> Vec<Bounds> {
        bounds_of(&self.dimensions, self.extents.as_deref(), self.element_size().unwrap_or(0), span)
    }

    pub fn leaf_count(&self) -> usize {
        match &self.ty {
            ComponentType::Intrinsic(_) => 1,
            ComponentType::Derived(inner) => inner.leaf_count(),
        }
    }
}

/// Dimensions with constant bounds, in the stores.
pub(super) fn bounds_of(dimensions: &[DimensionSpec], extents: Option<&[i64]>, step: i64, span: Span) -> Vec<Bounds> {
    let mut step = step;
    let mut bounds = Vec::with_capacity(dimensions.len());
    for (number, dimension) in dimensions.iter().enumerate() {
        let extent = extents.and_then(|extents| extents.get(number)).copied().unwrap_or(0).max(0);
        let lower = dimension.lower.clone().unwrap_or_else(|| integer(1, span));
        bounds.push(Bounds { lower, extent: integer(extent, span), step: integer(step, span) });
        step = step.saturating_mul(extent.max(1));
    }
    bounds
}
