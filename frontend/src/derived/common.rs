//! Objects in COMMON, where their variables are as the components of an object would be.

use super::declarations::leaf_name;
use super::rewriter::Rewriter;
use super::types::{DerivedType, Leaf};
use crate::tree::*;

impl Rewriter<'_> {
    /// What COMMON names: the variables of a scalar object, which are there as its components would be.
    pub(super) fn common_variables(&self, named: &ArrayDeclarator) -> Vec<ArrayDeclarator> {
        let is_scalar = named.dimensions.is_empty() && self.rank_of(&named.name.text) == 0;
        let ty = self.object_type(&named.name.text).filter(|ty| {
            let is_plain = |leaf: &Leaf| leaf.levels.iter().rev().skip(1).all(Vec::is_empty) && !leaf.is_allocatable;
            is_scalar && ty.pointee.is_none() && !ty.owns() && ty.leaves().iter().all(is_plain) && has_no_gaps(ty)
        });
        let is_own = self.pointer_variable(&named.name).is_none();
        match ty.filter(|_| is_own) {
            Some(ty) => {
                let names = ty.leaves().into_iter().map(|leaf| leaf_name(&named.name, &leaf));
                names.map(|name| ArrayDeclarator { name, ..named.clone() }).collect()
            }
            None => vec![named.clone()],
        }
    }
}

/// Whether the variables of an object can follow each other in memory as the components of the object do, wherever it
/// is: no one needs a place that is aligned more than the end of what is before, and the first one as much as any.
fn has_no_gaps(ty: &DerivedType) -> bool {
    let layout = |leaf: &Leaf| {
        let (alignment, size) = leaf.store.as_ref()?.layout()?;
        let count = leaf.own_extents()?.into_iter().map(|extent| extent.max(0));
        Some((alignment, count.product::<i64>().checked_mul(size)?))
    };
    let Some(parts) = ty.leaves().iter().map(layout).collect::<Option<Vec<(i64, i64)>>>() else { return false };
    let greatest = parts.iter().map(|(alignment, _)| *alignment).max().unwrap_or(1);
    let mut end = 0;
    let is_aligned = parts.iter().all(|(alignment, size)| {
        let at = end;
        end += size;
        at % alignment == 0
    });
    is_aligned && parts.first().is_some_and(|(first, _)| *first == greatest) && end % greatest == 0
}
