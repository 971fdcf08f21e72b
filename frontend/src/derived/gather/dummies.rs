//! What an interface says of dummy arguments.

use super::shape_of;
use crate::derived::gathered::Gathered;
use crate::derived::names::{DummyArgument, Meaning, Placed, Variable};
use crate::tree::*;

/// What callers know of a dummy argument.
pub(super) fn dummy_argument(Gathered { names, specs, .. }: &Gathered, name: Option<&Name>) -> DummyArgument {
    let Some(name) = name else { return DummyArgument::label() };
    let variable = match names.others.get(&name.text) {
        Some(Meaning::Variable(variable)) => Some(variable),
        _ => None,
    };
    let (pointer, placed) = match variable {
        Some(Variable { pointer, placed, .. }) if *placed != Some(Placed::Copied) => (pointer.clone(), *placed),
        _ => (None, None),
    };
    let has_own_shape = variable.is_some_and(Variable::has_own_shape);
    let is_class = specs.get(&name.text).is_some_and(|(ty, _)| matches!(ty.kind, Some(KindSelector::Class(_))));
    let is_class = is_class && (pointer.is_none() || placed.is_some());
    let has_interface = matches!(names.others.get(&name.text), Some(Meaning::Procedure(_)));
    let is_procedure = has_interface
        || names.gives(&name.text, &Attribute::External)
        || specs.get(&name.text).is_some_and(|(ty, _)| matches!(ty.kind, Some(KindSelector::Procedure(_))));
    DummyArgument {
        name: name.text.clone(),
        shape: shape_of(names, &name.text),
        is_optional: names.gives(&name.text, &Attribute::Optional),
        is_allocatable: variable.is_some_and(|variable| variable.is_allocatable),
        intent: names.intent_of(&name.text),
        pointer,
        placed,
        has_own_shape,
        is_class,
        assumes_rank: variable.is_some_and(Variable::assumes_rank),
        is_procedure,
        is_label: false,
        is_packed: has_own_shape || names.gives(&name.text, &Attribute::Contiguous),
    }
}
