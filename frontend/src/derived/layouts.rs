//! How objects are in memory with gfortran: each component is aligned as its type is.

use super::components::ComponentType;
use super::definitions::PLACEHOLDER;
use super::names::Ty;
use super::types::DerivedType;

/// How objects of a type are in memory, in bytes.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub alignment: i64,
    pub size: i64,
    /// Where the variables that the object becomes are, and how long; none if one is in several pieces.
    pub pieces: Option<Vec<(i64, i64)>>,
}

impl Layout {
    /// None where a component is a pointer or ALLOCATABLE, or is not known here, and where an object is too large.
    pub fn of(ty: &DerivedType) -> Option<Layout> {
        let (mut layout, inherited) = match &ty.parent {
            Some((_, parent)) => (Layout::of(parent)?, parent.components.len()),
            None => (Layout { alignment: 1, size: 0, pieces: Some(Vec::new()) }, 0),
        };
        for (name, component) in ty.components.iter().skip(inherited) {
            let mut extents = component.extents.as_ref()?.iter();
            let count = extents.try_fold(1i64, |count, extent| count.checked_mul((*extent).max(0)))?;
            let one = match &component.ty {
                ComponentType::Intrinsic(_)
                    if component.is_allocatable || matches!(component.shape.ty, Some(Ty::Procedure(_))) =>
                {
                    return None;
                }
                // Of an object without components.
                ComponentType::Intrinsic(_) if name == PLACEHOLDER => {
                    Layout { alignment: 1, size: 0, pieces: Some(vec![(0, 0)]) }
                }
                ComponentType::Intrinsic(_) => {
                    let (alignment, size) = component.store.as_ref()?.layout()?;
                    Layout { alignment, size, pieces: Some(vec![(0, size.checked_mul(count)?)]) }
                }
                ComponentType::Derived(inner) if inner.pointee.is_some() => return None,
                ComponentType::Derived(inner) => {
                    let inner = Layout::of(inner)?;
                    let pieces = inner.pieces.filter(|_| component.dimensions.is_empty());
                    Layout { pieces, ..inner }
                }
            };
            let start = aligned(layout.size, one.alignment)?;
            layout.alignment = layout.alignment.max(one.alignment);
            layout.size = start.checked_add(one.size.checked_mul(count)?)?;
            layout.pieces = layout.pieces.zip(one.pieces).map(|(before, pieces)| {
                let moved = pieces.into_iter().map(|(at, length)| (start + at, length));
                before.into_iter().chain(moved).collect()
            });
        }
        layout.size = aligned(layout.size, layout.alignment)?;
        Some(layout)
    }

    /// Whether the variables, without those of no size, follow each other without gaps.
    pub fn has_no_gaps(&self) -> bool {
        let mut sized = self.pieces.iter().flatten().filter(|(_, length)| *length > 0);
        let end = sized.try_fold(0, |end, (start, length)| (end == *start).then_some(start + length));
        self.pieces.is_some() && end == Some(self.size)
    }
}

/// The first place from there on that is aligned so.
fn aligned(from: i64, alignment: i64) -> Option<i64> {
    Some(from.checked_add(alignment - 1)? / alignment * alignment)
}
