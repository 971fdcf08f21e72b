//! Rules of the scope stack: on every path, entries and exits of scopes nest, and names are used inside.
//!
//! The scopes that are active at a point are a list in an arena of lists, in which equal lists have equal numbers; so
//! comparing two paths is comparing two numbers.

use super::Checker;
use super::uses::{Site, SiteKind, sites_of_graph, sites_of_step};
use super::walk::Step;
use crate::analysis::order::ReversePostorder;
use crate::graph::{Action, ActionKind, Graph, Terminator};
use crate::region::{LabelId, NodeKind, RegionEnd, RegionId, RegionTree};
use crate::text::Entity;
use crate::unit::{ScopeId, Storage};
use std::collections::{HashMap, HashSet};

/// The number of a list of active scopes; 0 is the empty one.
type Active = usize;

/// All lists of active scopes that occur.
#[derive(Default)]
struct Lists {
    /// Of list n + 1: the list below its top, and its top.
    lists: Vec<(Active, ScopeId)>,
    numbers: HashMap<(Active, ScopeId), Active>,
}

/// The walk over a tree; a list is none where control does not come.
#[derive(Default)]
struct TreeWalk {
    active: Option<Active>,
    /// What is active where the regions of each open node begin.
    heads: Vec<Option<Active>>,
    /// What is active behind each open node, by what falls through its regions.
    tails: Vec<Option<Active>>,
    behind_scope: HashMap<LabelId, Option<Active>>,
    at_loop: HashMap<LabelId, Option<Active>>,
}

impl Lists {
    fn push(&mut self, below: Active, top: ScopeId) -> Active {
        *self.numbers.entry((below, top)).or_insert_with(|| {
            self.lists.push((below, top));
            self.lists.len()
        })
    }

    fn top(&self, list: Active) -> Option<(Active, ScopeId)> {
        list.checked_sub(1).map(|index| self.lists[index])
    }

    fn contains(&self, mut list: Active, scope: ScopeId) -> bool {
        while let Some((below, top)) = self.top(list) {
            if top == scope {
                return true;
            }
            list = below;
        }
        false
    }
}

impl Checker<'_> {
    /// All rules of this file, for a graph.
    pub(super) fn graph_scopes(&mut self, graph: &Graph, order: &ReversePostorder) {
        self.entries(&sites_of_graph(graph));
        let mut lists = Lists::default();
        let mut at_head: Vec<Option<Active>> = vec![None; graph.blocks.len()];
        at_head[graph.start.index()] = Some(0);
        for &id in &order.blocks {
            let block = &graph.blocks[id];
            let mut active = at_head[id.index()].unwrap_or(0);
            for (index, action) in block.actions.iter().enumerate() {
                let site = Site { entity: Entity::Action(id, index), kind: SiteKind::Action(action) };
                active = self.step(&site, active, &mut lists);
            }
            let entity = Entity::Terminator(id);
            match &block.terminator {
                Terminator::Branch { condition, .. } => {
                    self.names(&Site { entity, kind: SiteKind::Condition(condition) }, active, &lists);
                }
                Terminator::Switch { selector, .. } => {
                    self.names(&Site { entity, kind: SiteKind::Selector(selector) }, active, &lists);
                }
                Terminator::Return(_) | Terminator::Stop(_) => self.nothing_open(entity, active),
                Terminator::Goto(_) => {}
            }
            for target in block.terminator.successors() {
                self.join(entity, &mut at_head[target.index()], active);
            }
        }
    }

    /// All rules of this file, for a tree. Code that is not reached has no scopes to speak of.
    pub(super) fn tree_scopes(&mut self, tree: &RegionTree, steps: &[Step]) {
        self.entries(&super::uses::sites_of_tree(tree, steps));
        let mut lists = Lists::default();
        let mut walk = TreeWalk { active: Some(0), ..TreeWalk::default() };
        for &step in steps {
            for site in sites_of_step(tree, step) {
                if let Some(list) = walk.active {
                    walk.active = Some(self.step(&site, list, &mut lists));
                }
            }
            match step {
                Step::Node(region, index) => {
                    if let NodeKind::Loop { label, .. } = &tree.regions[region].nodes[index].kind {
                        walk.at_loop.insert(*label, walk.active);
                    }
                    walk.heads.push(walk.active);
                    walk.tails.push(None);
                }
                Step::Enter(_) => walk.active = walk.heads.last().copied().unwrap_or(walk.active),
                Step::End(region) => self.scopes_at_end(tree, region, &mut walk),
                Step::Behind(region, index) => {
                    let (_, mut tail) = (walk.heads.pop(), walk.tails.pop().flatten());
                    walk.active = match &tree.regions[region].nodes[index].kind {
                        NodeKind::Action(_) => walk.active,
                        NodeKind::Scope { label, .. } => {
                            if let Some(exits) = walk.behind_scope.remove(label).flatten() {
                                self.join(Entity::Node(region, index), &mut tail, exits);
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

    fn scopes_at_end(&mut self, tree: &RegionTree, region: RegionId, walk: &mut TreeWalk) {
        let entity = Entity::End(region);
        let Some(list) = walk.active else { return };
        match &tree.regions[region].end {
            RegionEnd::FallThrough(_) => {
                if let Some(tail) = walk.tails.last_mut() {
                    self.join(entity, tail, list);
                }
            }
            RegionEnd::Exit { label, .. } => {
                self.join(entity, walk.behind_scope.entry(*label).or_default(), list);
            }
            RegionEnd::Again { label, .. } => self.join(entity, walk.at_loop.entry(*label).or_default(), list),
            RegionEnd::Return(_) | RegionEnd::Stop(_) => self.nothing_open(entity, list),
            RegionEnd::Unreachable => {}
        }
    }

    /// Rule `scope-entered-twice`.
    fn entries(&mut self, sites: &[Site<'_>]) {
        let mut seen = HashSet::new();
        for site in sites {
            if let SiteKind::Action(Action { kind: ActionKind::ScopeEntry(scope), .. }) = site.kind
                && !seen.insert(*scope)
            {
                let message = format!("s{} is entered at another place too", scope.index());
                self.error("scope-entered-twice", site.entity, message);
            }
        }
    }

    /// What is active behind a site; rules `scope-nesting` and `scope-name`.
    fn step(&mut self, site: &Site<'_>, active: Active, lists: &mut Lists) -> Active {
        let SiteKind::Action(action) = site.kind else {
            self.names(site, active, lists);
            return active;
        };
        match &action.kind {
            ActionKind::ScopeEntry(scope) => {
                if lists.contains(active, *scope) {
                    let message = format!("s{} is active already", scope.index());
                    self.error("scope-nesting", site.entity, message);
                    return active;
                }
                lists.push(active, *scope)
            }
            ActionKind::ScopeExit(scope) => match lists.top(active) {
                Some((below, top)) if top == *scope => below,
                _ => {
                    let message = format!("s{} is not the innermost active scope", scope.index());
                    self.error("scope-nesting", site.entity, message);
                    active
                }
            },
            _ => {
                self.names(site, active, lists);
                active
            }
        }
    }

    /// Rule `scope-name`. Dummy arguments and the result outlive the unit's scopes.
    fn names(&mut self, site: &Site<'_>, active: Active, lists: &Lists) {
        for var in site.vars() {
            let var = &self.unit.vars[var];
            if !matches!(var.storage, Storage::Dummy | Storage::Result) && !lists.contains(active, var.scope) {
                let message = format!("{} is used while s{} is not active", var.name, var.scope.index());
                self.error("scope-name", site.entity, message);
            }
        }
    }

    /// Rule `scope-paths`.
    fn join(&mut self, entity: Entity, known: &mut Option<Active>, active: Active) {
        match known {
            None => *known = Some(active),
            Some(known) if *known != active => {
                self.error("scope-paths", entity, "another path to where this leads has other scopes active");
            }
            Some(_) => {}
        }
    }

    /// Rule `scope-open`.
    fn nothing_open(&mut self, entity: Entity, active: Active) {
        if active != 0 {
            self.error("scope-open", entity, "a scope is still active here");
        }
    }
}
