//! The accesses to elements whose index is inside of its array, as counted loops and constant lengths have it
//! (`analysis::induction`).
//!
//! ```text
//! loop L2 (v9 = v6, v10:count = 4) {              v9 is from v6 = 1 to v6 + 1 * (4 - 1)
//!     if v10:count > 0 { } else { exit L0 }
//!     x[v9 - 1] = 0d0                             0 to 3: inside, if x has 4 elements
//!     v12 = v9 + 1
//!     v13:count = v10:count - 1
//!     again L2 (v12, v13:count)
//! }
//! ```
//!
//! What is found is what each lane does by itself, so it holds for active lanes alone.

use super::induction::Inductions;
use crate::expr::{IntegerExpr, Place};
use crate::graph::{ActionKind, Argument};
use crate::region::{LabelId, NodeKind, RegionId, RegionTree};
use crate::unit::{Unit, VarId};
use std::collections::HashSet;
use std::marker::PhantomData;

/// The accesses of a tree, by where the expression of the offset is in memory: they are of that tree, not of a copy.
#[derive(Clone, Debug, Default)]
pub struct InsideIndices<'t> {
    offsets: HashSet<*const IntegerExpr>,
    /// As long as the tree is there, nothing else is at these addresses.
    tree: PhantomData<&'t RegionTree>,
}

impl<'t> InsideIndices<'t> {
    /// Finds them, with the least number of elements that each array has.
    pub fn compute(unit: &'t Unit, tree: &'t RegionTree, least: &dyn Fn(VarId) -> u64) -> InsideIndices<'t> {
        let mut inductions = Inductions::define(unit, tree);
        let mut found = InsideIndices::default();
        let mut stack = vec![(tree.root, Vec::new())];
        while let Some((region, bodies)) = stack.pop() {
            found.enter(&mut inductions, tree, least, (region, bodies), &mut stack);
        }
        found
    }

    /// Whether the offset is that of an access whose index is inside.
    pub fn contains(&self, offset: &IntegerExpr) -> bool {
        self.offsets.contains(&std::ptr::from_ref(offset))
    }

    /// Looks at the accesses of a region, which is in the bodies of these counted loops.
    fn enter(
        &mut self,
        inductions: &mut Inductions<'t>,
        tree: &'t RegionTree,
        least: &dyn Fn(VarId) -> u64,
        (region, mut bodies): (RegionId, Vec<LabelId>),
        stack: &mut Vec<(RegionId, Vec<LabelId>)>,
    ) {
        let mut guard = None;
        for (index, node) in tree.regions[region].nodes.iter().enumerate() {
            self.see_node(&node.kind, &mut |array, offset| {
                let least = i128::from(least(array));
                let (low, high) = inductions.bounds(offset, &bodies);
                low >= 0 && high < least
            });
            let outside = bodies.clone();
            guard = inductions.guard(region).filter(|guard| guard.node == index).or(guard);
            if let Some(guard) = guard.filter(|guard| guard.node == index) {
                bodies.push(guard.label);
            }
            for inner in node.kind.regions() {
                let is_left = guard.is_some_and(|guard| guard.leaving == inner);
                stack.push((inner, if is_left { outside.clone() } else { bodies.clone() }));
            }
            if let NodeKind::Loop { label, inputs, body, .. } = &node.kind {
                inductions.enter_loop(tree, (*label, inputs, *body), &bodies);
            }
        }
    }

    /// Notes the accesses of a node itself whose index is inside.
    fn see_node(&mut self, node: &NodeKind, is_inside: &mut dyn FnMut(VarId, &IntegerExpr) -> bool) {
        let mut see = |array: VarId, offset: &IntegerExpr| {
            if is_inside(array, offset) {
                self.offsets.insert(std::ptr::from_ref(offset));
            }
        };
        let mut see_place = |place: &Place| {
            if let Place::Element(array, offset) = place {
                see(*array, offset);
            }
        };
        match node {
            NodeKind::Action(action) => {
                action.kind.for_each_place(&mut see_place);
                match &action.kind {
                    ActionKind::Store { array, offset, .. } => see(*array, offset),
                    ActionKind::Call { arguments, .. } => arguments.iter().for_each(|argument| {
                        if let Argument::Element(array, offset) = argument {
                            see(*array, offset);
                        }
                    }),
                    _ => {}
                }
            }
            NodeKind::If { condition, .. } => condition.for_each_place(&mut see_place),
            NodeKind::Switch { selector, .. } => selector.for_each_place(&mut see_place),
            NodeKind::Scope { .. } | NodeKind::Loop { .. } | NodeKind::Graph { .. } => {}
        }
    }
}
