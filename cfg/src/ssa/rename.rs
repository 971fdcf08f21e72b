//! Replaces variables by values, in one walk over the dominator tree.

use super::new_value;
use crate::analysis::liveness::returned_variables;
use crate::analysis::{Dominators, Effects};
use crate::expr::{Expr, LogicalExpr, Place};
use crate::graph::{Action, ActionKind, Argument, BlockId, Graph, Terminator};
use crate::unit::{SourceLine, Storage, Unit, Value, ValueId, VarId};
use id_arena::Arena;

/// What renaming needs to know.
pub struct Input<'a> {
    /// The unit; its body is elsewhere.
    pub unit: &'a Unit,
    /// Which arguments calls assign.
    pub effects: &'a Effects,
    /// The graph's dominators.
    pub dominators: &'a Dominators,
    /// The variables that are live at START, in order of their ids.
    pub live_at_start: Vec<VarId>,
    /// For each block the variables of its merges.
    pub merged: Vec<Vec<VarId>>,
}

struct Renamer<'a> {
    input: Input<'a>,
    values: &'a mut Arena<Value>,
    /// The value of each variable at the place that is renamed.
    current: Vec<Option<ValueId>>,
    /// What to restore when the walk leaves a block.
    undo: Vec<(VarId, Option<ValueId>)>,
    returned: Vec<VarId>,
}

/// Renames all blocks, and sets the operands of merges.
pub fn rename(input: Input<'_>, graph: &mut Graph, values: &mut Arena<Value>) {
    let returned = returned_variables(input.unit, input.effects);
    let current = vec![None; input.unit.vars.len()];
    let mut renamer = Renamer { input, values, current, undo: Vec::new(), returned };
    renamer.start(graph);
    let mut path = vec![(graph.start, 0, 0)];
    renamer.block(graph, graph.start);
    while let Some((block, next, _)) = path.last_mut() {
        match renamer.input.dominators.children(*block).get(*next).copied() {
            Some(child) => {
                *next += 1;
                path.push((child, 0, renamer.undo.len()));
                renamer.block(graph, child);
            }
            None => {
                if let Some((_, _, mark)) = path.pop() {
                    renamer.restore(mark);
                }
            }
        }
    }
}

impl Renamer<'_> {
    /// Defines what is live at START: dummy arguments as they come in, other variables as zero.
    fn start(&mut self, graph: &mut Graph) {
        let start = graph.start;
        let mut definitions = Vec::new();
        for var in &self.input.live_at_start {
            let symbol = &self.input.unit.vars[*var];
            let incoming = match symbol.storage {
                Storage::Dummy => Expr::read(symbol.ty, Place::Variable(*var)),
                _ => Expr::zero(symbol.ty),
            };
            let Some(expr) = incoming else { continue };
            let value = new_value(self.values, self.input.unit, *var);
            self.current[var.index()] = Some(value);
            definitions.push(Action { kind: ActionKind::Define { value, expr }, at: SourceLine::default() });
        }
        let actions = &graph.blocks[start].actions;
        let entries = actions.iter().take_while(|action| matches!(action.kind, ActionKind::ScopeEntry(_))).count();
        let at = actions.first().map_or(graph.blocks[start].at, |action| action.at);
        definitions.iter_mut().for_each(|definition| definition.at = at);
        graph.blocks[start].actions.splice(entries..entries, definitions);
    }

    fn block(&mut self, graph: &mut Graph, id: BlockId) {
        let block = &mut graph.blocks[id];
        for (at, merge) in block.merges.iter().enumerate() {
            let var = self.input.merged[id.index()][at];
            self.set(var, merge.value);
        }
        let actions = std::mem::take(&mut block.actions);
        block.actions = actions.into_iter().filter_map(|action| self.action(action)).collect();
        match &mut block.terminator {
            Terminator::Goto(_) | Terminator::Stop(_) => {}
            Terminator::Branch { condition, .. } => condition.for_each_place_mut(&mut |place| self.place(place)),
            Terminator::Switch { selector, .. } => selector.for_each_place_mut(&mut |place| self.place(place)),
            Terminator::Return(values) => {
                let current = |var: &VarId| Some((*var, self.current[var.index()]?));
                *values = self.returned.iter().filter_map(current).collect();
            }
        }
        for target in graph.blocks[id].terminator.successors() {
            let vars = &self.input.merged[target.index()];
            for (merge, var) in graph.blocks[target].merges.iter_mut().zip(vars) {
                merge.operands.extend(self.current[var.index()].map(|value| (id, value)));
            }
        }
    }

    fn set(&mut self, var: VarId, value: ValueId) {
        self.undo.push((var, self.current[var.index()]));
        self.current[var.index()] = Some(value);
    }

    fn restore(&mut self, mark: usize) {
        while self.undo.len() > mark {
            if let Some((var, value)) = self.undo.pop() {
                self.current[var.index()] = value;
            }
        }
    }

    fn is_promotable(&self, var: VarId) -> bool {
        self.input.unit.vars[var].is_promotable()
    }

    fn place(&self, place: &mut Place) {
        if let Place::Variable(var) = place
            && self.is_promotable(*var)
            && let Some(value) = self.current[var.index()]
        {
            *place = Place::Value(value);
        }
    }

    fn expr(&self, expr: &mut Expr) {
        expr.for_each_place_mut(&mut |place| self.place(place));
    }

    /// The action in SSA form; none if it was a copy.
    fn action(&mut self, action: Action) -> Option<Action> {
        let Action { mut kind, at } = action;
        match &mut kind {
            ActionKind::ScopeEntry(_) | ActionKind::ScopeExit(_) | ActionKind::Define { .. } => {}
            ActionKind::Assign { target, value } => {
                self.expr(value);
                let target = *target;
                if self.is_promotable(target) {
                    if let Some(copied) = value.read_value() {
                        self.set(target, copied);
                        return None;
                    }
                    let defined = new_value(self.values, self.input.unit, target);
                    self.set(target, defined);
                    let expr = std::mem::replace(value, Expr::Logical(LogicalExpr::Constant(false)));
                    kind = ActionKind::Define { value: defined, expr };
                }
            }
            ActionKind::Store { offset, value, .. } => {
                offset.for_each_place_mut(&mut |place| self.place(place));
                self.expr(value);
            }
            ActionKind::StoreText { .. }
            | ActionKind::Array(_)
            | ActionKind::Allocate { .. }
            | ActionKind::Deallocate { .. } => {
                kind.for_each_place_mut(&mut |place| self.place(place));
            }
            ActionKind::Call { callee, arguments, result, result_value } => {
                let effects = self.input.effects;
                self.arguments(arguments, &|at| effects.may_assign(callee, at));
                if let Some(var) = result.filter(|var| self.is_promotable(*var)) {
                    let value = new_value(self.values, self.input.unit, var);
                    self.set(var, value);
                    (*result, *result_value) = (None, Some(value));
                }
            }
            ActionKind::Io(io) => {
                io.operands.iter_mut().for_each(|operand| self.expr(operand));
                let assigns = io.kind.assigns();
                self.arguments(&mut io.objects, &|_| assigns);
            }
        }
        Some(Action { kind, at })
    }

    fn arguments(&mut self, arguments: &mut [Argument], may_assign: &dyn Fn(usize) -> bool) {
        let mut assigned = Vec::new();
        for (at, argument) in arguments.iter_mut().enumerate() {
            match argument {
                Argument::Value(value) | Argument::InOut { before: value, .. } => self.expr(value),
                Argument::Element(_, offset) => offset.for_each_place_mut(&mut |place| self.place(place)),
                Argument::Array(_) | Argument::Procedure(_) | Argument::Absent => {}
                Argument::Variable(var) => {
                    let var = *var;
                    if !self.is_promotable(var) {
                        continue;
                    }
                    let Some(mut before) = Expr::read(self.input.unit.vars[var].ty, Place::Variable(var)) else {
                        continue;
                    };
                    self.expr(&mut before);
                    *argument = if may_assign(at) {
                        let after = new_value(self.values, self.input.unit, var);
                        assigned.push((var, after));
                        Argument::InOut { before, after }
                    } else {
                        Argument::Value(before)
                    };
                }
            }
        }
        for (var, after) in assigned {
            self.set(var, after);
        }
    }
}
