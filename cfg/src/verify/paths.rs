//! Walks over all paths of a body for rules on what is open at a point, such as scopes: stacks that are the same
//! whichever way control came.
//!
//! The stacks that occur are kept in an arena in which equal ones have equal numbers, so comparing two paths is
//! comparing two numbers.

use super::uses::{Site, SiteKind, sites_of_step};
use super::walk::Step;
use crate::analysis::ancestors::Ancestors;
use crate::analysis::order::ReversePostorder;
use crate::graph::{Graph, Terminator};
use crate::region::{LabelId, NodeKind, RegionEnd, RegionId, RegionTree};
use crate::text::UnitPart;
use std::collections::HashMap;
use std::hash::Hash;

/// The number of a stack; 0 is the empty one.
pub(super) type Stack = usize;

/// All stacks that occur.
pub(super) struct Stacks<T> {
    /// Of stack n + 1: the stack below its top, and its top.
    stacks: Vec<(Stack, T)>,
    numbers: HashMap<(Stack, T), Stack>,
    /// The stacks with each top.
    with_top: HashMap<T, Vec<Stack>>,
    /// Node n is stack n, its parent the stack below its top.
    nesting: Ancestors,
}

impl<T: Copy + Eq + Hash> Stacks<T> {
    pub(super) fn new() -> Self {
        let mut nesting = Ancestors::default();
        nesting.add(None);
        Stacks { stacks: Vec::new(), numbers: HashMap::new(), with_top: HashMap::new(), nesting }
    }

    pub(super) fn push(&mut self, below: Stack, top: T) -> Stack {
        *self.numbers.entry((below, top)).or_insert_with(|| {
            self.stacks.push((below, top));
            let stack = self.nesting.add(Some(below));
            self.with_top.entry(top).or_default().push(stack);
            stack
        })
    }

    pub(super) fn top(&self, stack: Stack) -> Option<(Stack, T)> {
        stack.checked_sub(1).map(|index| self.stacks[index])
    }

    /// The cost grows with the number of stacks that have `wanted` on top.
    pub(super) fn contains(&self, stack: Stack, wanted: T) -> bool {
        let mut tops = self.with_top.get(&wanted).into_iter().flatten();
        tops.any(|top| self.nesting.is_above(*top, stack))
    }
}

/// A rule on a stack.
pub(super) trait PathRule {
    /// What is open after a site.
    fn step(&mut self, site: &Site<'_>, stack: Stack) -> Stack;
    /// Two paths meet with different stacks; this leads there.
    fn differs(&mut self, entity: UnitPart);
    /// A return, or else a stop.
    fn ended(&mut self, entity: UnitPart, stack: Stack, is_return: bool);
}

/// Takes a rule over all paths of a graph.
pub(super) fn walk_graph(graph: &Graph, order: &ReversePostorder, rule: &mut impl PathRule) {
    let mut at_head: Vec<Option<Stack>> = vec![None; graph.blocks.len()];
    at_head[graph.start.index()] = Some(0);
    for &id in &order.blocks {
        let block = &graph.blocks[id];
        let mut stack = at_head[id.index()].unwrap_or(0);
        for (index, action) in block.actions.iter().enumerate() {
            stack = rule.step(&Site { entity: UnitPart::Action(id, index), kind: SiteKind::Action(action) }, stack);
        }
        let entity = UnitPart::Terminator(id);
        match &block.terminator {
            Terminator::Branch { condition, .. } => {
                stack = rule.step(&Site { entity, kind: SiteKind::Condition(condition) }, stack);
            }
            Terminator::Switch { selector, .. } => {
                stack = rule.step(&Site { entity, kind: SiteKind::Selector(selector) }, stack);
            }
            Terminator::Return(_) => rule.ended(entity, stack, true),
            Terminator::Stop(_) => rule.ended(entity, stack, false),
            Terminator::Goto(_) => {}
        }
        for target in block.terminator.successors() {
            join(entity, &mut at_head[target.index()], stack, rule);
        }
    }
}

/// The walk over a tree; a stack is none where control does not come.
#[derive(Default)]
struct TreeWalk {
    stack: Option<Stack>,
    /// What is open where the regions of each open node begin.
    heads: Vec<Option<Stack>>,
    /// What is open after each open node, by what falls through its regions.
    tails: Vec<Option<Stack>>,
    after_scope: HashMap<LabelId, Option<Stack>>,
    /// What is open at the heads of loops and of the blocks of graphs.
    at_head: HashMap<LabelId, Option<Stack>>,
}

/// Takes a rule over all paths of a tree. Code that is not reached has nothing to speak of.
pub(super) fn walk_tree(tree: &RegionTree, steps: &[Step], rule: &mut impl PathRule) {
    let mut walk = TreeWalk { stack: Some(0), ..TreeWalk::default() };
    for &step in steps {
        for site in sites_of_step(tree, step) {
            walk.stack = walk.stack.map(|stack| rule.step(&site, stack));
        }
        match step {
            Step::Node(region, index) => {
                match &tree.regions[region].nodes[index].kind {
                    NodeKind::Loop { label, .. } => {
                        walk.at_head.insert(*label, walk.stack);
                    }
                    NodeKind::Graph { blocks, .. } => {
                        walk.at_head.extend(blocks.first().map(|block| (block.label, walk.stack)));
                    }
                    _ => {}
                }
                walk.heads.push(walk.stack);
                walk.tails.push(None);
            }
            Step::Block(region, index, number) => {
                // Some jump to each block but the first is before it.
                if let NodeKind::Graph { blocks, .. } = &tree.regions[region].nodes[index].kind
                    && let Some(head) = walk.heads.last_mut()
                {
                    *head = walk.at_head.get(&blocks[number].label).copied().flatten();
                }
            }
            Step::Enter(_) => walk.stack = walk.heads.last().copied().unwrap_or(walk.stack),
            Step::End(region) => walk.end(tree, region, rule),
            Step::AfterGuards(region, index) => {
                let (_, mut tail) = (walk.heads.pop(), walk.tails.pop().flatten());
                walk.stack = match &tree.regions[region].nodes[index].kind {
                    NodeKind::Action(_) => walk.stack,
                    NodeKind::Scope { label, .. } => {
                        if let Some(exits) = walk.after_scope.remove(label).flatten() {
                            join(UnitPart::Node(region, index), &mut tail, exits, rule);
                        }
                        tail
                    }
                    _ => tail,
                };
            }
            Step::Leave(_) => {}
        }
    }
}

impl TreeWalk {
    fn end(&mut self, tree: &RegionTree, region: RegionId, rule: &mut impl PathRule) {
        let entity = UnitPart::End(region);
        let Some(stack) = self.stack else { return };
        match &tree.regions[region].end {
            RegionEnd::FallThrough(_) => {
                if let Some(tail) = self.tails.last_mut() {
                    join(entity, tail, stack, rule);
                }
            }
            RegionEnd::Exit { label, .. } => join(entity, self.after_scope.entry(*label).or_default(), stack, rule),
            RegionEnd::Again { label, .. } | RegionEnd::Goto { label, .. } => {
                join(entity, self.at_head.entry(*label).or_default(), stack, rule);
            }
            RegionEnd::Return(_) => rule.ended(entity, stack, true),
            RegionEnd::Stop(_) => rule.ended(entity, stack, false),
            RegionEnd::Unreachable => {}
        }
    }
}

fn join(entity: UnitPart, known: &mut Option<Stack>, stack: Stack, rule: &mut impl PathRule) {
    match known {
        None => *known = Some(stack),
        Some(known) if *known != stack => rule.differs(entity),
        Some(_) => {}
    }
}
