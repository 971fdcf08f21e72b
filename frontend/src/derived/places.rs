//! Objects in the stores: which elements of a store their parts are.
//!
//! A part is `store(first + …, ranges…)`: the elements of a store have one index, which is the sum of the subscripts,
//! so that the first one says where it is and each of the others is a dimension. What is known here is computed here.

use super::paths::{Level, Path};
use super::stores::{StoreType, local_name};
use super::terms::{difference, integer, intrinsic, literal, product, quotient, reference, sum};
use super::types::Leaf;
use crate::source::Span;
use crate::tree::*;

/// Where an object is: a number of places after the first of a target.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub target: Expr,
    pub at: Expr,
    /// The store, of what is of intrinsic type.
    pub store: Option<StoreType>,
}

/// A dimension of an object in the stores.
#[derive(Clone, Debug)]
pub(super) struct Bounds {
    pub lower: Expr,
    pub extent: Expr,
    /// How many places elements are apart.
    pub step: Expr,
}

/// A dimension of a part, as an array that begins at its first element.
struct Along {
    bounds: Bounds,
    /// How many places after the first element the last one is, or a bit more.
    limit: Expr,
    /// The places of the elements after the first one, if they are chosen by a vector subscript.
    vector: Option<Expr>,
}

impl Path {
    /// Whether it is a whole array: only the last part that it leads to has dimensions, and no subscripts.
    pub fn is_whole(&self) -> bool {
        is_whole(self.levels.iter())
    }

    /// The number of the target, how many places after its first one it is, and its dimensions; none if a vector
    /// subscript chooses elements.
    pub fn described(&self, span: Span) -> Option<(Expr, Expr, Vec<Bounds>)> {
        let place = self.place.as_deref()?;
        let (at, dimensions) = along(self.levels.iter().collect(), place.at.clone(), span);
        if dimensions.iter().any(|one| one.vector.is_some()) {
            return None;
        }
        Some((place.target.clone(), at, dimensions.into_iter().map(|one| one.bounds).collect()))
    }

    /// The elements of a store that one of the object's variables is.
    pub(super) fn stored_leaf(&self, place: &Place, leaf: &Leaf) -> Expr {
        let inner: Vec<Level> = leaf.stored_levels(self.span);
        let at = sum(place.at.clone(), integer(leaf.offset, self.span));
        let store = leaf.store.clone().unwrap_or(StoreType::integer());
        self.stored(Place { at, store: Some(store.clone()), target: place.target.clone() }, &inner)
    }

    /// The elements of a store that it is, with further dimensions.
    pub(super) fn stored(&self, place: Place, inner: &[Level]) -> Expr {
        let span = self.span;
        let (at, dimensions) = along(self.levels.iter().chain(inner).collect(), place.at, span);
        let base = reference(&local_name("base"), vec![place.target], span);
        let ranges = dimensions.into_iter().map(|Along { bounds, limit, vector }| {
            let is_one = literal(&bounds.step) == Some(1);
            let stride = (!is_one).then_some(bounds.step);
            let range = || Range { lower: Some(integer(0, span)), upper: Some(limit), stride };
            vector.unwrap_or_else(|| Expr { kind: ExprKind::Range(Box::new(range())), span })
        });
        let subscripts = [sum(base, at)].into_iter().chain(ranges).collect();
        reference(&place.store.unwrap_or(StoreType::integer()).local_name(), subscripts, span)
    }
}

fn is_whole<'a>(levels: impl DoubleEndedIterator<Item = &'a Level>) -> bool {
    let mut inner = levels.rev();
    inner.next().is_none_or(|last| last.subscripts.is_none()) && inner.all(|outer| outer.left == 0)
}

/// How many places after `at` the first element is, and the dimensions that the subscripts leave, those of the
/// innermost level first.
fn along(levels: Vec<&Level>, at: Expr, span: Span) -> (Expr, Vec<Along>) {
    let (mut at, mut dimensions) = (at, Vec::new());
    let is_whole = is_whole(levels.iter().copied());
    for level in levels.into_iter().rev() {
        for (number, Bounds { lower, extent, step }) in level.bounds.iter().cloned().enumerate() {
            let subscript = level.subscripts.as_ref().and_then(|all| all.get(number)).map(|one| one.value.clone());
            let one = || integer(1, span);
            match subscript {
                None => {
                    let limit = product(difference(extent.clone(), one()), step.clone());
                    let lower = if is_whole { lower } else { one() };
                    dimensions.push(Along { bounds: Bounds { lower, extent, step }, limit, vector: None });
                }
                Some(Expr { kind: ExprKind::Range(range), .. }) => {
                    let first = range.lower.unwrap_or_else(|| lower.clone());
                    let last = range.upper.unwrap_or_else(|| difference(sum(lower.clone(), extent), one()));
                    at = sum(at, product(difference(first.clone(), lower), step.clone()));
                    let distance = difference(last, first);
                    let limit = product(distance.clone(), step.clone());
                    let (extent, step) = match range.stride {
                        None => (sum(distance, one()), step),
                        Some(stride) => {
                            let reached = sum(distance, stride.clone());
                            (quotient(reached, stride.clone()), product(stride, step))
                        }
                    };
                    let extent = match literal(&extent) {
                        Some(extent) => integer(extent.max(0), span),
                        None => intrinsic("max", vec![integer(0, span), extent], span),
                    };
                    dimensions.push(Along { bounds: Bounds { lower: one(), extent, step }, limit, vector: None });
                }
                Some(vector) if level.left > 0 && level.arrays.get(number) == Some(&true) => {
                    let places = product(difference(vector, lower), step.clone());
                    let bounds = Bounds { lower: one(), extent: one(), step };
                    dimensions.push(Along { bounds, limit: one(), vector: Some(places) });
                }
                Some(index) => at = sum(at, product(difference(index, lower), step)),
            }
        }
    }
    (at, dimensions)
}
