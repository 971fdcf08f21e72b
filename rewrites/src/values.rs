//! The values that actions, expressions and the ends of regions use.

use crate::fold_constants::{Folder, literal};
use forlane_cfg::ssa::Replacements;
use forlane_cfg::{
    ActionKind, Constant, Expr, Graph, IntegerExpr, LogicalExpr, NodeKind, Place, Region, RegionEnd, RegionTree, Unit,
    ValueId,
};
use std::collections::HashMap;

/// The value that a place names.
pub(crate) fn place_value(place: &Place) -> Option<ValueId> {
    match place {
        Place::Value(value) => Some(*value),
        Place::Variable(_) | Place::Element(..) | Place::Section(_) => None,
    }
}

/// The values that an action uses, one for each use.
pub(crate) fn uses(action: &ActionKind) -> Vec<ValueId> {
    let mut found = Vec::new();
    action.for_each_place(&mut |place| found.extend(place_value(place)));
    found
}

/// The values that an integer expression uses.
pub(crate) fn integer_uses(expr: &IntegerExpr) -> Vec<ValueId> {
    let mut found = Vec::new();
    expr.for_each_place(&mut |place| found.extend(place_value(place)));
    found
}

/// The values that a logical expression uses.
pub(crate) fn logical_uses(expr: &LogicalExpr) -> Vec<ValueId> {
    let mut found = Vec::new();
    expr.for_each_place(&mut |place| found.extend(place_value(place)));
    found
}

/// The values of a unit at stage `ssa` that are constants by their definitions.
pub(crate) fn constants(unit: &Unit, graph: &Graph) -> HashMap<ValueId, Constant> {
    let mut known = HashMap::new();
    for action in graph.blocks.iter().flat_map(|(_, block)| &block.actions) {
        if let ActionKind::Define { value, expr } = &action.kind {
            let mut expr = expr.clone();
            if let Expr::Integer(expr) = &mut expr {
                Folder::of_values(unit, &known).integer(expr);
            }
            known.extend(literal(&expr).map(|constant| (*value, constant)));
        }
    }
    known
}

/// A closure for the `for_each_place_mut` functions that renames values.
pub(crate) fn rename_place<'a>(name: &'a dyn Fn(ValueId) -> ValueId) -> impl FnMut(&mut Place) + 'a {
    move |place| {
        if let Place::Value(value) = place {
            *value = name(*value);
        }
    }
}

/// Renames the values that a node itself uses, those of its regions apart.
pub(crate) fn rename_uses(kind: &mut NodeKind, name: &dyn Fn(ValueId) -> ValueId) {
    match kind {
        NodeKind::Action(action) => action.kind.for_each_place_mut(&mut rename_place(name)),
        NodeKind::If { condition, .. } => condition.for_each_place_mut(&mut rename_place(name)),
        NodeKind::Switch { selector, .. } => selector.for_each_place_mut(&mut rename_place(name)),
        NodeKind::Scope { .. } => {}
        NodeKind::Loop { inputs, .. } => inputs.iter_mut().for_each(|input| input.initial = name(input.initial)),
        NodeKind::Graph { initial, .. } => initial.iter_mut().for_each(|value| *value = name(*value)),
    }
}

/// Puts other values in place of those that dissolved.
pub(crate) fn replace_values(tree: &mut RegionTree, replaced: Replacements) {
    if replaced.is_empty() {
        return;
    }
    let name = replaced.resolved();
    for (_, region) in tree.regions.iter_mut() {
        for node in &mut region.nodes {
            rename_uses(&mut node.kind, &name);
        }
        for_each_end_use_mut(&mut region.end, &mut |value| *value = name(*value));
    }
}

/// Calls `change` for each value that a region's end passes.
pub(crate) fn for_each_end_use_mut(end: &mut RegionEnd, change: &mut dyn FnMut(&mut ValueId)) {
    match end {
        RegionEnd::FallThrough(values)
        | RegionEnd::Exit { values, .. }
        | RegionEnd::Again { values, .. }
        | RegionEnd::Goto { values, .. } => values.iter_mut().for_each(change),
        RegionEnd::Return(values) => values.iter_mut().for_each(|(_, value)| change(value)),
        RegionEnd::Stop(_) | RegionEnd::Unreachable => {}
    }
}

/// Whether a region's end is reached only to leave it for somewhere else than the code after its node.
pub(crate) fn leaves(region: &Region) -> bool {
    !matches!(region.end, RegionEnd::FallThrough(_))
}
