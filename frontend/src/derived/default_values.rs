//! Default values of components, also as VAX has them in a STRUCTURE: `INTEGER A(5) /1, 3*2, 1/`.

use super::components::Initial;
use super::constant_objects::constant_leaves;
use super::definitions::Definition;
use super::names::Names;
use super::terms::{integer, intrinsic};
use super::types::DerivedType;
use super::typing::{extents, integer_value, is_literal};
use crate::diagnostics::Diagnostic;
use crate::source::Span;
use crate::tree::*;
use std::rc::Rc;

impl Definition<'_> {
    pub(super) fn initial_value(
        &mut self,
        ty: &TypeSpec,
        dimensions: &[DimensionSpec],
        entity: &EntityDeclaration,
    ) -> Initial {
        let value = match &entity.initial {
            Some(Initializer::Value(value)) => Some(value.clone()),
            Some(Initializer::Data(values)) => {
                listed_value(&self.found.names, ty, dimensions, values, entity.name.span)
            }
            Some(Initializer::Target(_)) | None => None,
        };
        match value {
            Some(value) if is_literal(&self.found.names, &value) => Initial::Value(value),
            Some(value) => Initial::Value(self.named(ty.clone(), dimensions.to_vec(), value)),
            None => self.no_value(entity),
        }
    }

    fn no_value(&mut self, entity: &EntityDeclaration) -> Initial {
        if entity.initial.is_some() {
            self.is_refused = true;
            self.refuse(entity.name.span, "an initial value of this form");
        }
        Initial::None
    }

    pub(super) fn initial_leaves(
        &mut self,
        inner: &Rc<DerivedType>,
        dimensions: &[DimensionSpec],
        entity: &EntityDeclaration,
    ) -> Initial {
        let Some(Initializer::Value(value)) = &entity.initial else { return self.no_value(entity) };
        let Some(values) = constant_leaves(&self.found.names, inner, value, dimensions) else {
            let message = "this initial value of a component of derived type is not known here";
            self.found.problems.push(Diagnostic::error("E0205", value.span, message));
            return Initial::None;
        };
        let values = values.into_iter().map(|constant| match constant.declared {
            Some((ty, dimensions)) => self.named(ty, dimensions, constant.value),
            None => constant.value,
        });
        Initial::Leaves(values.collect())
    }
}

/// The most elements that a list of values is written out for.
const MOST_VALUES: usize = 1 << 12;

/// The value that `/values/` after a component gives it.
fn listed_value(
    names: &Names,
    ty: &TypeSpec,
    dimensions: &[DimensionSpec],
    values: &[DataValue],
    span: Span,
) -> Option<Expr> {
    let mut items = Vec::new();
    for DataValue { repeat, value } in values {
        let count = repeat.as_ref().map_or(Some(1), |repeat| integer_value(names, repeat))?;
        let count = usize::try_from(count).ok().filter(|count| items.len() + count <= MOST_VALUES)?;
        items.extend(std::iter::repeat_n(value.clone(), count));
    }
    if dimensions.is_empty() {
        return items.pop().filter(|_| items.is_empty());
    }
    let extents = extents(names, dimensions)?;
    let items = items.into_iter().map(ConstructorItem::Value).collect();
    let list = Expr { kind: ExprKind::Constructor(Some(Box::new(ty.clone())), items), span };
    if extents.len() < 2 {
        return Some(list);
    }
    let extents = extents.into_iter().map(|extent| ConstructorItem::Value(integer(extent, span))).collect();
    let shape = Expr { kind: ExprKind::Constructor(None, extents), span };
    Some(intrinsic("reshape", vec![list, shape], span))
}
