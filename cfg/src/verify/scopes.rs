//! Rules of the scope stack: on every path, entries and exits of scopes nest, and names are used inside.

use super::Checker;
use super::paths::{PathRule, Stack, Stacks, walk_graph, walk_tree};
use super::uses::{Site, SiteKind, sites_of_graph, sites_of_tree};
use super::walk::Step;
use crate::analysis::order::ReversePostorder;
use crate::graph::{Action, ActionKind, Graph};
use crate::region::RegionTree;
use crate::text::UnitPart;
use crate::unit::{ScopeId, Storage};
use std::collections::HashSet;

/// The rules on active scopes.
struct ActiveScopes<'c, 'u> {
    checker: &'c mut Checker<'u>,
    stacks: Stacks<ScopeId>,
}

impl Checker<'_> {
    /// All rules of this file, for a graph.
    pub(super) fn graph_scopes(&mut self, graph: &Graph, order: &ReversePostorder) {
        self.entries(&sites_of_graph(graph));
        walk_graph(graph, order, &mut ActiveScopes { checker: self, stacks: Stacks::new() });
    }

    /// All rules of this file, for a tree.
    pub(super) fn tree_scopes(&mut self, tree: &RegionTree, steps: &[Step]) {
        self.entries(&sites_of_tree(tree, steps));
        walk_tree(tree, steps, &mut ActiveScopes { checker: self, stacks: Stacks::new() });
    }

    /// Rule `scope-entered-twice`.
    fn entries(&mut self, sites: &[Site<'_>]) {
        let mut seen = HashSet::new();
        for site in sites {
            if let SiteKind::Action(Action { kind: ActionKind::ScopeEntry(scope), .. }) = site.kind
                && !seen.insert(*scope)
            {
                let message = format!("s{} is also entered at another place", scope.index());
                self.error("scope-entered-twice", site.entity, message);
            }
        }
    }
}

impl PathRule for ActiveScopes<'_, '_> {
    /// Rules `scope-nesting` and `scope-name`.
    fn step(&mut self, site: &Site<'_>, stack: Stack) -> Stack {
        // With each entry beyond its first one a scope has another stack on which it is, and there is another error.
        if self.checker.is_full() {
            return stack;
        }
        match site.kind {
            SiteKind::Action(Action { kind: ActionKind::ScopeEntry(scope), .. }) => {
                if self.stacks.contains(stack, *scope) {
                    let message = format!("s{} is active already", scope.index());
                    self.checker.error("scope-nesting", site.entity, message);
                    return stack;
                }
                self.stacks.push(stack, *scope)
            }
            SiteKind::Action(Action { kind: ActionKind::ScopeExit(scope), .. }) => match self.stacks.top(stack) {
                Some((below, top)) if top == *scope => below,
                _ => {
                    let message = format!("s{} is not the innermost active scope", scope.index());
                    self.checker.error("scope-nesting", site.entity, message);
                    stack
                }
            },
            _ => {
                self.names(site, stack);
                stack
            }
        }
    }

    /// Rule `scope-paths`.
    fn differs(&mut self, entity: UnitPart) {
        self.checker.error("scope-paths", entity, "another path to where this leads has other scopes active");
    }

    /// Rule `scope-open`.
    fn ended(&mut self, entity: UnitPart, stack: Stack, _: bool) {
        if stack != 0 {
            self.checker.error("scope-open", entity, "a scope is still active here");
        }
    }
}

impl ActiveScopes<'_, '_> {
    /// Rule `scope-name`. Dummy arguments and the result outlive the unit's scopes.
    fn names(&mut self, site: &Site<'_>, stack: Stack) {
        for var in site.vars() {
            let var = &self.checker.unit.vars[var];
            if !matches!(var.storage, Storage::Dummy | Storage::Result) && !self.stacks.contains(stack, var.scope) {
                let message = format!("{} is used while s{} is not active", var.name, var.scope.index());
                self.checker.error("scope-name", site.entity, message);
            }
        }
    }
}
