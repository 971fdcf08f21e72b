//! OPTIONAL dummy arguments: each brings a LOGICAL hidden argument that says whether it is present.
//!
//! ```text
//! SUBROUTINE S(X)          dummies x, x.present
//!   REAL, OPTIONAL :: X
//!   IF (PRESENT(X)) …      branch x.present …
//!   Y = X                  branch x.present b1, fail;  b1: y = x
//!   CALL T(X)              call t(&x, x.present)      if T has an OPTIONAL argument there
//! ```
//! A use of one that may be absent fails the lane. Nothing is added where the argument is present for certain: where
//! PRESENT was true on all ways that lead there, or another use came before.

use crate::Builder;
use crate::absent::{failure, pass_scope, scopes_at_heads, split_block, uses_of, uses_of_terminator};
use crate::calls::Passing;
use crate::character::BYTE;
use forlane_cfg::analysis::ReversePostorder;
use forlane_cfg::expr::{Expr, LogicalBinary, LogicalExpr, Place};
use forlane_cfg::graph::{ActionKind, Argument, Block, BlockId, Callee, Graph, Terminator};
use forlane_cfg::interface::Companion;
use forlane_cfg::unit::{ScopeId, VarId};
use forlane_frontend::resolved::{self, ArrayForm, Designator, ExprKind, Omitted, SymbolId};
use forlane_semantics::pointer_of;
use forlane_semantics::types::Type;
use std::collections::HashMap;

impl Builder<'_> {
    /// Declares the hidden arguments that say whether OPTIONAL ones are present.
    pub fn declare_presence(&mut self) {
        for symbol in &self.source.optional {
            if let Some(var) = self.entities[symbol.index()].var() {
                let present = self.descriptor_variable(var, Companion::Present, Type::Logical);
                self.present.insert(*symbol, present);
            }
        }
    }

    /// Whether an OPTIONAL dummy argument is present.
    pub fn is_present(&self, symbol: SymbolId) -> LogicalExpr {
        match self.present.get(&symbol) {
            Some(variable) => LogicalExpr::Read(Place::Variable(*variable)),
            None => LogicalExpr::Constant(true),
        }
    }

    /// Lets the lane fail if an OPTIONAL dummy array is absent, which has no elements whose use could fail.
    pub fn require_present(&mut self, symbol: SymbolId) {
        let Some(present) = self.present.get(&symbol).copied() else { return };
        let (rest, otherwise) = (self.new_block(), self.new_block());
        let condition = LogicalExpr::Read(Place::Variable(present));
        self.end(Terminator::Branch { condition, then: rest, otherwise });
        self.start(otherwise);
        self.fail(is_absent(&self.source.symbols[symbol].name));
        self.start(rest);
    }

    /// Whether something is there for an OPTIONAL dummy argument: not what is absent itself, and not what is to be
    /// allocated, unless the dummy argument is ALLOCATABLE.
    pub fn is_given(&self, argument: &resolved::Argument) -> LogicalExpr {
        match argument {
            resolved::Argument::Shaped(inner) => self.is_given(inner),
            resolved::Argument::Array(symbol, _) | resolved::Argument::Designator(Designator::Variable(symbol), _)
                if self.allocated.contains_key(symbol) =>
            {
                let allocated = self.is_allocated(*symbol);
                match self.present.contains_key(symbol) {
                    true => {
                        let present = Box::new(self.is_present(*symbol));
                        LogicalExpr::Binary(LogicalBinary::And, present, Box::new(allocated))
                    }
                    false => allocated,
                }
            }
            resolved::Argument::Array(symbol, _)
            | resolved::Argument::Designator(Designator::Variable(symbol), _)
            | resolved::Argument::Allocatable(symbol, _)
            | resolved::Argument::Bounded(symbol, _)
            | resolved::Argument::Procedure(symbol, _)
            | resolved::Argument::Internal(symbol, ..) => self.is_present(*symbol),
            _ => LogicalExpr::Constant(true),
        }
    }

    /// Adds a copy of an OPTIONAL dummy argument for another one with VALUE, made where it is present; says whether it
    /// is. None if the argument is something else.
    pub fn pass_copy_if_present(
        &mut self,
        argument: &resolved::Argument,
        passing: &mut Passing,
    ) -> Option<LogicalExpr> {
        let resolved::Argument::Optional(inner) = argument else { return None };
        let resolved::Argument::Value(value) = &**inner else { return None };
        let ExprKind::Read(Designator::Variable(symbol)) = &value.kind else { return None };
        if !self.present.contains_key(symbol) || value.ty == Type::Character {
            return None;
        }
        let present = self.is_present(*symbol);
        let absent = self.open_if(present.clone());
        let copy = self.complex_argument(inner).unwrap_or_else(|| {
            let (copy, value) = (self.temporary("copy", value.ty), self.expr(value));
            self.action(ActionKind::Assign { target: copy, value });
            Argument::Variable(copy)
        });
        self.fall_into(absent);
        passing.given.push(copy);
        Some(present)
    }

    /// Adds what a call passes for an argument that it leaves out.
    pub fn pass_nothing(&mut self, omitted: Omitted, passing: &mut Passing) {
        let Omitted { ty, rank, form } = omitted;
        let is_text = ty == Some(Type::Character);
        passing.lengths.extend(is_text.then_some(Argument::Absent));
        let is_dynamic = form == ArrayForm::Allocatable && (rank > 0 || is_text);
        match ty.filter(|_| is_dynamic) {
            Some(ty) => {
                let ty = if is_text { BYTE } else { ty };
                let (array, hidden) = self.allocated_result("absent", ty, rank);
                passing.given.push(Argument::Array(array.var));
                passing.hidden.extend(hidden);
            }
            None => {
                let companions = match form {
                    ArrayForm::Assumed => rank,
                    ArrayForm::Allocatable => 1,
                    ArrayForm::Explicit | ArrayForm::Host => 0,
                };
                passing.given.push(Argument::Absent);
                passing.hidden.extend(vec![Argument::Absent; companions]);
            }
        }
        passing.hidden.push(Argument::Value(Expr::Logical(LogicalExpr::Constant(false))));
    }

    /// Lets uses of OPTIONAL dummy arguments that may be absent fail the lane.
    pub fn guard_optional(&mut self) {
        let with_vars = self.present.iter().filter_map(|(symbol, present)| {
            let var = self.entities[symbol.index()].var()?;
            Some((var, (is_absent(&self.source.symbols[*symbol].name), *present)))
        });
        let optional: Optional = with_vars.collect();
        if !optional.is_empty() {
            guard_uses(&mut self.code.graph, &optional);
        }
    }
}

/// The failure of a lane that uses an absent argument, or a part of one that is a pointer.
fn is_absent(name: &str) -> String {
    format!("{} is absent and is used", pointer_of(name).unwrap_or(name).to_uppercase())
}

/// For each OPTIONAL dummy argument the failure of its uses and what says whether it is present.
type Optional = HashMap<VarId, (String, VarId)>;

/// The arguments that are present for certain.
type Known = Vec<VarId>;

fn guard_uses(graph: &mut Graph, optional: &Optional) {
    let at_heads = known_at_heads(graph, optional);
    let scopes = scopes_at_heads(graph);
    for (block, known) in at_heads {
        guard_block(graph, optional, block, known, scopes[block.index()].clone());
    }
}

/// Guards the uses in a block, at whose head these arguments are known and these scopes active.
fn guard_block(graph: &mut Graph, optional: &Optional, mut block: BlockId, mut known: Known, mut scopes: Vec<ScopeId>) {
    let mut at = 0;
    loop {
        let actions = &graph.blocks[block].actions;
        let (used, line) = match actions.get(at) {
            Some(action) => (used_by(&action.kind, optional), action.at),
            None if at == actions.len() => {
                (uses_of_terminator(&graph.blocks[block].terminator), graph.blocks[block].at)
            }
            None => return,
        };
        let is_open = |var: &VarId| optional.contains_key(var) && !known.contains(var);
        let Some((var, (message, present))) =
            used.into_iter().find(is_open).and_then(|var| Some((var, optional.get(&var)?)))
        else {
            graph.blocks[block].actions.get(at).into_iter().for_each(|action| pass_scope(action, &mut scopes));
            at += 1;
            continue;
        };
        let otherwise = failure(graph, message.clone(), &scopes, line);
        let rest = split_block(graph, block, at);
        let condition = LogicalExpr::Read(Place::Variable(*present));
        graph.blocks[block].terminator = Terminator::Branch { condition, then: rest, otherwise };
        graph.blocks[block].at = line;
        known.push(var);
        (block, at) = (rest, 0);
    }
}

/// The arguments that are known to be present at the head of each block that can be reached, each block after one that
/// leads to it.
fn known_at_heads(graph: &Graph, optional: &Optional) -> Vec<(BlockId, Known)> {
    let order = ReversePostorder::compute(graph).blocks;
    let mut heads: HashMap<BlockId, Known> = HashMap::from([(graph.start, Known::new())]);
    let mut is_changed = true;
    while is_changed {
        is_changed = false;
        for block in &order {
            let Some(head) = heads.get(block) else { continue };
            for (target, known) in known_after(&graph.blocks[*block], head.clone(), optional) {
                match heads.get_mut(&target) {
                    Some(before) => {
                        let length = before.len();
                        before.retain(|var| known.contains(var));
                        is_changed |= before.len() < length;
                    }
                    None => {
                        heads.insert(target, known);
                        is_changed = true;
                    }
                }
            }
        }
    }
    order.into_iter().filter_map(|block| Some((block, heads.remove(&block)?))).collect()
}

/// The arguments that are known where a block leads to.
fn known_after(block: &Block, mut known: Known, optional: &Optional) -> Vec<(BlockId, Known)> {
    let used = block.actions.iter().flat_map(|action| used_by(&action.kind, optional));
    for var in used.chain(uses_of_terminator(&block.terminator)) {
        if optional.contains_key(&var) && !known.contains(&var) {
            known.push(var);
        }
    }
    match &block.terminator {
        Terminator::Branch { condition, then, otherwise } if then != otherwise => {
            let with = |holds: bool| {
                let mut known = known.clone();
                learn(condition, holds, optional, &mut known);
                known
            };
            vec![(*then, with(true)), (*otherwise, with(false))]
        }
        terminator => terminator.successors().into_iter().map(|target| (target, known.clone())).collect(),
    }
}

/// Adds what is known where a condition holds, or does not.
fn learn(condition: &LogicalExpr, holds: bool, optional: &Optional, known: &mut Known) {
    let mut left = vec![(condition, holds)];
    while let Some((condition, holds)) = left.pop() {
        match condition {
            LogicalExpr::Read(Place::Variable(read)) if holds => {
                known.extend(optional.iter().filter(|(_, (_, present))| present == read).map(|(var, _)| *var));
            }
            LogicalExpr::Not(inner) => left.push((inner, !holds)),
            LogicalExpr::Binary(LogicalBinary::And, one, other) if holds => {
                left.extend([(&**one, true), (other, true)])
            }
            LogicalExpr::Binary(LogicalBinary::Or, one, other) if !holds => {
                left.extend([(&**one, false), (other, false)]);
            }
            _ => {}
        }
    }
}

/// The variables that an action uses. A call that says whether an argument is present passes it on and does not use it.
fn used_by(action: &ActionKind, optional: &Optional) -> Vec<VarId> {
    let mut used = uses_of(action);
    let ActionKind::Call { callee, arguments, .. } = action else { return used };
    let says = |present: VarId| {
        arguments.iter().any(|argument| match argument {
            Argument::Value(Expr::Logical(value)) => {
                let mut is_read = false;
                value
                    .for_each_place(&mut |place| is_read |= matches!(place, Place::Variable(read) if *read == present));
                is_read
            }
            _ => false,
        })
    };
    let is_passed_on = |var: &VarId| optional.get(var).is_some_and(|(_, present)| says(*present));
    let passed = arguments.iter().filter_map(|argument| match argument {
        Argument::Variable(var) | Argument::Array(var) => Some(*var).filter(|var| !is_passed_on(var)),
        Argument::Procedure(Callee::Dummy(var)) => Some(*var).filter(|var| !is_passed_on(var)),
        Argument::Element(var, _) => Some(*var),
        _ => None,
    });
    used.extend(passed);
    used.extend(match callee {
        Callee::Dummy(var) => Some(*var),
        Callee::Unit(_) | Callee::Internal(..) => None,
    });
    used
}
