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
        let ty = self.object_type(&named.name.text).filter(|ty| is_scalar && ty.pointee.is_none() && !ty.owns());
        let is_own = self.pointer_variable(&named.name).is_none();
        match ty.and_then(|ty| leaves_in_common(&ty)).filter(|_| is_own) {
            Some(leaves) => {
                let names = leaves.into_iter().map(|leaf| leaf_name(&named.name, &leaf));
                names.map(|name| ArrayDeclarator { name, ..named.clone() }).collect()
            }
            None => vec![named.clone()],
        }
    }
}

/// The variables of an object that has a place in memory, if they can follow each other there as the components of the
/// object do, wherever it is: the first one is aligned as much as any.
fn leaves_in_common(ty: &DerivedType) -> Option<Vec<Leaf>> {
    let layout = Layout::of(ty).filter(Layout::has_no_gaps)?;
    let pieces = layout.pieces?;
    let sized = ty.leaves().into_iter().zip(pieces).filter(|(_, (_, length))| *length > 0);
    let leaves: Vec<Leaf> = sized.map(|(leaf, _)| leaf).collect();
    let is_plain = |leaf: &Leaf| leaf.levels.iter().rev().skip(1).all(Vec::is_empty) && !leaf.is_allocatable;
    let (alignment, _) = leaves.first()?.store.as_ref()?.layout()?;
    (alignment == layout.alignment && leaves.iter().all(is_plain)).then_some(leaves)
}
