//! Objects in COMMON, where their variables are as the components of an object would be.

use super::declarations::leaf_name;
use super::layouts::Layout;
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

/// Whether the variables of an object can follow each other in memory as the components of the object do.
fn has_no_gaps(ty: &DerivedType) -> bool {
    let leaves = ty.leaves();
    let first = leaves.first().and_then(|leaf| leaf.store.as_ref()?.layout());
    first.zip(Layout::of(ty)).is_some_and(|((alignment, _), layout)| layout.has_no_gaps(alignment))
}
