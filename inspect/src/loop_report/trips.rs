//! How often loops are run: tests of INTEGER values that change by a constant in each iteration.

use super::Reporter;
use super::changes::counted_variables;
use super::entry::Entry;
use super::state::{State, is_made};
use super::sum::Sum;
use super::symbols::Symbols;
use forlane_cfg::analysis::LoopId;
use forlane_cfg::expr::{Expr, IntegerBinary, IntegerExpr, LogicalExpr, Place, Relation};
use forlane_cfg::graph::{ActionKind, BlockId};
use forlane_cfg::unit::VarId;
use forlane_semantics::types::{IntegerKind, Type};

/// The test that ends a loop: `left - right` against zero, once in each iteration.
pub(super) struct Test {
    relation: Relation,
    kind: IntegerKind,
    /// The difference at the first test, over the values at the loop's entry.
    first: Sum,
    /// What each iteration adds to it.
    change: i64,
    /// Whether it is an iteration count that the compiler made, which is never below zero.
    is_count: bool,
    /// 1 if something is done before the test, which is done once more than the test is passed.
    done_before: i64,
}

/// How an iteration changes a variable.
struct Step {
    change: i64,
    /// The part of it that comes before the exit's branch.
    before_exit: i64,
}

impl Reporter<'_> {
    /// The test at an exit, if it determines a trip count.
    pub(super) fn test(&mut self, id: LoopId, exit: BlockId, condition: &LogicalExpr) -> Option<Test> {
        let LogicalExpr::CompareInteger(relation, left, right) = condition else { return None };
        if !self.is_in_each_iteration(id, exit) {
            return None;
        }
        let difference = Sum::of(left, true).minus(&Sum::of(right, true));
        let assigned = self.assigned[id.index()].clone();
        let mut test = Test {
            relation: *relation,
            kind: left.kind(),
            first: difference.clone(),
            change: 0,
            is_count: false,
            done_before: i64::from(exit != self.forest.loops[id].head || self.does_something(exit)),
        };
        for (term, factor) in &difference.terms {
            if let IntegerExpr::Read(_, Place::Variable(var)) = term {
                let step = self.step(id, *var, exit)?;
                test.change = test.change.checked_add(factor.checked_mul(step.change)?)?;
                test.first.constant = test.first.constant.checked_add(factor.checked_mul(step.before_exit)?)?;
                test.is_count |= is_made(*var, &self.symbols);
                continue;
            }
            let mut vars = Vec::new();
            self.symbols.add_variables(&Expr::Integer(term.clone()), &mut vars);
            if vars.iter().any(|var| assigned.contains(var)) || vars.is_empty() {
                return None;
            }
        }
        Some(test)
    }

    /// The condition at an exit that asks whether the iteration count of a DO is used up, as one of its variable and
    /// its limit; other conditions as they are.
    pub(super) fn without_count(
        &mut self,
        id: LoopId,
        entry: &Entry,
        exit: BlockId,
        condition: LogicalExpr,
    ) -> LogicalExpr {
        self.limit_condition(id, entry, exit, &condition).unwrap_or(condition)
    }

    fn limit_condition(
        &mut self,
        id: LoopId,
        entry: &Entry,
        exit: BlockId,
        condition: &LogicalExpr,
    ) -> Option<LogicalExpr> {
        let LogicalExpr::CompareInteger(Relation::LessEqual | Relation::Equal, left, right) = condition else {
            return None;
        };
        let (IntegerExpr::Read(_, Place::Variable(counter)), IntegerExpr::Constant(_, 0)) = (&**left, &**right) else {
            return None;
        };
        if !is_made(*counter, &self.symbols) || !self.is_in_each_iteration(id, exit) {
            return None;
        }
        let blocks = self.changes.blocks(*counter).iter();
        let variable = blocks
            .filter(|block| self.forest.contains(id, **block))
            .flat_map(|block| counted_variables(self.changes.of(*block)))
            .find_map(|(variable, counted)| (counted == *counter).then_some(variable))?;
        let Type::Integer(kind) = self.symbols.vars[variable].ty else { return None };
        let (count_step, step) = (self.step(id, *counter, exit)?, self.step(id, variable, exit)?);
        if count_step.change != -1 || count_step.before_exit != 0 || step.before_exit != 0 {
            return None;
        }
        let (Expr::Integer(count), Expr::Integer(first)) = (entry.agreed.get(counter)?, entry.agreed.get(&variable)?)
        else {
            return None;
        };
        let (numerator, divisor) = quotient(count);
        if step.change.checked_abs() != Some(divisor) {
            return None;
        }
        let first = Sum::of(first, true);
        let (relation, last) = match step.change > 0 {
            true => (Relation::Greater, numerator.plus(&first).offset(-divisor)),
            false => (Relation::Less, first.offset(divisor).minus(&numerator)),
        };
        let last = last.to_expr(kind);
        let mut vars = Vec::new();
        self.symbols.add_variables(&Expr::Integer(last.clone()), &mut vars);
        let assigned = self.assigned[id.index()].clone();
        if vars.iter().any(|var| assigned.contains(var)) {
            return None;
        }
        let variable = IntegerExpr::Read(kind, Place::Variable(variable));
        Some(LogicalExpr::CompareInteger(relation, Box::new(variable), Box::new(last)))
    }

    /// Whether each iteration passes the block once.
    fn is_in_each_iteration(&self, id: LoopId, block: BlockId) -> bool {
        let found = &self.forest.loops[id];
        let mut latches = self.predecessors.of(found.head).iter().filter(|origin| self.forest.contains(id, **origin));
        found.is_reducible()
            && self.forest.innermost(block) == Some(id)
            && latches.all(|latch| self.dominators.dominates(block, *latch))
    }

    fn does_something(&self, block: BlockId) -> bool {
        let is_scope = |kind: &ActionKind| matches!(kind, ActionKind::ScopeEntry(_) | ActionKind::ScopeExit(_));
        !self.graph.blocks[block].actions.iter().all(|action| is_scope(&action.kind))
    }

    /// How an iteration changes a variable, if each one adds the same constant.
    fn step(&mut self, id: LoopId, var: VarId, exit: BlockId) -> Option<Step> {
        let mut step = Step { change: 0, before_exit: 0 };
        if self.symbols.stand_in_reads(var).is_some() {
            return None;
        }
        let mut blocks = self.changes.blocks(var).to_vec();
        blocks.retain(|block| self.forest.contains(id, *block));
        for block in blocks {
            if !self.is_in_each_iteration(id, block) {
                return None;
            }
            let mut state = State::default();
            state.apply(self.changes.of(block), &mut self.symbols);
            let Some(Expr::Integer(value)) = state.scalar(var) else { return None };
            let own = IntegerExpr::Read(value.kind(), Place::Variable(var));
            let sum = Sum::of(value, true).minus(&Sum::of(&own, true));
            let added = sum.as_constant()?;
            step.change = step.change.checked_add(added)?;
            if self.dominators.dominates(block, exit) {
                step.before_exit = step.before_exit.checked_add(added)?;
            }
        }
        Some(step)
    }
}

impl Test {
    /// The trip count for a loop that begins with these values.
    pub fn trip_count(&self, state: &State, symbols: &mut Symbols) -> Option<Expr> {
        let first = state.since_begin(&Expr::Integer(self.first.to_expr(self.kind)), symbols);
        let Expr::Integer(first) = first else { return None };
        let first = Sum::of(&first, true);
        let is_known = |place: &Place| place.var().is_none_or(|var| !symbols.vars[var].name.starts_with('<'));
        let mut all_known = true;
        first.terms.iter().for_each(|(term, _)| term.for_each_place(&mut |place| all_known &= is_known(place)));
        if !all_known {
            return None;
        }
        let (margin, change) = match self.relation {
            Relation::Greater => (first, self.change),
            Relation::GreaterEqual => (first.offset(1), self.change),
            Relation::Less => (first.times(-1), self.change.checked_neg()?),
            Relation::LessEqual => (first.times(-1).offset(1), self.change.checked_neg()?),
            Relation::Equal => return self.until_zero(&first),
            Relation::NotEqual => {
                let is_zero = first.as_constant()? == 0;
                return (self.change != 0 || !is_zero).then(|| self.constant(i64::from(is_zero)));
            }
        };
        self.until_positive(&margin, change)
    }

    /// Of a test that ends the loop as soon as `margin + k * change > 0`.
    fn until_positive(&self, margin: &Sum, change: i64) -> Option<Expr> {
        if let Some(margin) = margin.as_constant()
            && margin > 0
        {
            return Some(self.constant(0));
        }
        if change <= 0 {
            return None;
        }
        let passed = margin.clone().times(-1).offset(change);
        if let Some(passed) = passed.as_constant() {
            return Some(self.constant((passed / change).max(0)));
        }
        let constant = |value| Box::new(IntegerExpr::Constant(self.kind, value));
        let max = |value, least| IntegerExpr::Binary(IntegerBinary::Max, Box::new(value), constant(least));
        if change == 1 {
            return Some(Expr::Integer(max(passed.offset(self.done_before).to_expr(self.kind), self.done_before)));
        }
        let passed = IntegerExpr::Binary(IntegerBinary::Divide, Box::new(passed.to_expr(self.kind)), constant(change));
        let passed = Sum::of(&max(passed, 0), false).offset(self.done_before);
        Some(Expr::Integer(passed.to_expr(self.kind)))
    }

    /// Of a test that ends the loop as soon as `first + k * change` is zero.
    fn until_zero(&self, first: &Sum) -> Option<Expr> {
        match first.as_constant() {
            Some(0) => Some(self.constant(0)),
            Some(first) => {
                let passed = first.checked_neg()?.checked_div(self.change)?;
                (passed > 0 && passed.checked_mul(self.change)?.checked_add(first)? == 0).then(|| self.constant(passed))
            }
            None if self.is_count && self.change == -1 => {
                Some(Expr::Integer(first.clone().offset(self.done_before).to_expr(self.kind)))
            }
            None => None,
        }
    }

    fn constant(&self, passed: i64) -> Expr {
        Expr::Integer(IntegerExpr::Constant(self.kind, passed.saturating_add(self.done_before)))
    }
}

/// A count as `max(numerator / divisor, 0)`, with a divisor above zero. It may have been written so that nothing
/// overflows, as `max(high, low - 1) - (low - 1)`.
fn quotient(count: &IntegerExpr) -> (Sum, i64) {
    match count {
        IntegerExpr::FromInteger(_, operand) => quotient(operand),
        IntegerExpr::Binary(IntegerBinary::Max, value, least) if matches!(**least, IntegerExpr::Constant(_, 0)) => {
            quotient(value)
        }
        IntegerExpr::Binary(IntegerBinary::Divide | IntegerBinary::Steps, numerator, divisor) => match **divisor {
            IntegerExpr::Constant(_, divisor) if divisor != 0 && divisor != i64::MIN => {
                (without_max(Sum::of(numerator, true)).times(divisor.signum()), divisor.abs())
            }
            _ => (Sum::of(count, true), 1),
        },
        _ => (without_max(Sum::of(count, true)), 1),
    }
}

/// `high - below` for `max(high, below) - below`: the two differ where the count is zero.
fn without_max(sum: Sum) -> Sum {
    for (term, factor) in &sum.terms {
        if let (IntegerExpr::Binary(IntegerBinary::Max, high, below), 1) = (term, factor) {
            let rest = sum.clone().minus(&Sum { terms: vec![(term.clone(), 1)], constant: 0 });
            if Sum::of(below, true).plus(&rest).as_constant() == Some(0) {
                return Sum::of(high, true).plus(&rest);
            }
        }
    }
    sum
}
