//! Scopes inside of a unit, and the actions at their ends.
//!
//! Each way out of a scope passes an exit of it: the end of its construct, EXIT, CYCLE, RETURN, STOP, and branches to
//! labels. A branch of several targets gets a block for each of those that lie outside:
//!
//! ```text
//! BLOCK                             enter s1
//!   IF (X) 10, 20, 20               if x < 0 goto b5 else b6
//! …                             b5: leave s1; goto b1      (10)
//!                               b6: leave s1; goto b2      (20)
//! ```
//! Where a scope ends, the arrays of dynamic length that exist in it are freed.

use crate::Builder;
use forlane_cfg::graph::{Action, ActionKind, BlockId, Terminator};
use forlane_cfg::unit::{Scope, ScopeId, ScopeKind, Storage, VarId};
use forlane_frontend::resolved::{InnerScope, InnerScopeKind, Label, LoopId, Statement};
use std::collections::HashMap;

impl Builder<'_> {
    /// The statements of a construct with names of its own.
    pub fn inner_scope(&mut self, id: LoopId, scope: &InnerScope, body: &[Statement]) {
        let kind = match scope.kind {
            InnerScopeKind::Block => ScopeKind::Block,
            InnerScopeKind::Associate => ScopeKind::Associate,
            InnerScopeKind::Concurrent => ScopeKind::Concurrent,
        };
        let outer = self.scope;
        let inner = self.scopes.alloc(Scope { kind, parent: Some(outer) });
        self.scope = inner;
        self.inner_scopes.push((inner, id));
        self.action(ActionKind::ScopeEntry(inner));
        self.declare_symbols(&scope.symbols);
        self.statements(body);
        self.action(ActionKind::ScopeExit(inner));
        self.inner_scopes.pop();
        self.scope = outer;
    }

    /// Leaves all inner scopes but the outermost `kept`.
    pub fn exit_scopes(&mut self, kept: usize) {
        for (scope, _) in self.left_scopes(kept) {
            self.action(ActionKind::ScopeExit(scope));
        }
    }

    /// Leaves all scopes.
    pub fn exit_all_scopes(&mut self) {
        self.exit_scopes(0);
        let scope = self.unit_scope();
        self.action(ActionKind::ScopeExit(scope));
    }

    /// The block to which a branch to `target` goes that is in `kept` inner scopes: one that leaves the others
    /// first.
    pub fn way_out(&mut self, target: BlockId, kept: usize) -> BlockId {
        let left = self.left_scopes(kept);
        if left.is_empty() {
            return target;
        }
        if let Some(way) = self.ways_out.get(&target) {
            return *way;
        }
        let way = self.new_block();
        let at = self.at;
        let block = &mut self.graph.blocks[way];
        block.actions = left.into_iter().map(|(scope, _)| Action { kind: ActionKind::ScopeExit(scope), at }).collect();
        block.terminator = Terminator::Goto(target);
        block.at = at;
        self.ways_out.insert(target, way);
        way
    }

    /// Whether a branch from here to the label enters no scope.
    pub fn is_around(&self, label: Label) -> bool {
        let Some((count, innermost)) = self.facts.label_scopes.get(&(label, self.terminal_copy(label))) else {
            return true;
        };
        let around = count.checked_sub(1).map(|index| self.inner_scopes.get(index).map(|(_, id)| *id));
        around.is_none_or(|around| around == *innermost)
    }

    /// The scopes that are left where `kept` inner ones are kept, the innermost first.
    fn left_scopes(&self, kept: usize) -> Vec<(ScopeId, LoopId)> {
        self.inner_scopes.iter().skip(kept).rev().copied().collect()
    }

    /// The subprogram's own scope.
    fn unit_scope(&self) -> ScopeId {
        let mut scope = self.scope;
        while let Some(parent) = self.scopes[scope].parent {
            scope = parent;
        }
        scope
    }

    /// Frees the arrays of dynamic length of each scope wherever it ends.
    pub fn free_arrays(&mut self) {
        let mut arrays: HashMap<ScopeId, Vec<VarId>> = HashMap::new();
        for (id, var) in self.vars.iter() {
            if var.is_dynamic() && var.storage == Storage::Local {
                arrays.entry(var.scope).or_default().push(id);
            }
        }
        if arrays.is_empty() {
            return;
        }
        for (_, block) in self.graph.blocks.iter_mut() {
            let mut actions = Vec::with_capacity(block.actions.len());
            for action in block.actions.drain(..) {
                if let ActionKind::ScopeExit(scope) = &action.kind {
                    let freed = arrays.get(scope).into_iter().flatten();
                    let free = |array: &VarId| Action { kind: ActionKind::Deallocate { array: *array }, at: action.at };
                    actions.extend(freed.map(free));
                }
                actions.push(action);
            }
            block.actions = actions;
        }
    }
}
