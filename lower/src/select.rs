//! SELECT CASE on INTEGER, and constructs that EXIT leaves.
//!
//! Cases of few values become a switch; a case of many values is tested by comparisons where the switch finds none.

use crate::control::cases_of;
use crate::{Builder, LoopFrame};
use forlane_cfg::expr::{IntegerExpr, LogicalBinary, LogicalExpr, Relation};
use forlane_cfg::graph::{BlockId, Terminator};
use forlane_frontend::resolved::{self, CaseRange, InnerScope, LoopId, SelectCase, Statement};
use forlane_semantics::types::IntegerKind;

/// A range of at most this number of values becomes values of the switch.
const MAX_VALUES: i64 = 32;

impl Builder<'_> {
    /// SELECT CASE.
    pub fn select(&mut self, selector: &resolved::Expr, cases: &[SelectCase], otherwise: &[Statement]) {
        let selector = self.integer(selector);
        let ranges = || cases.iter().flat_map(|case| &case.ranges);
        let selector = match ranges().all(|range| values_of(range, selector.kind()).is_some()) {
            true => selector,
            false => self.keep_integer("case", selector),
        };
        let kind = selector.kind();
        let [default, end] = [(); 2].map(|()| self.new_block());
        let blocks: Vec<BlockId> = cases.iter().map(|_| self.new_block()).collect();
        let mut targets: Vec<(i64, BlockId)> = Vec::new();
        let mut tests: Vec<(CaseRange, BlockId)> = Vec::new();
        for (case, block) in cases.iter().zip(&blocks) {
            for range in &case.ranges {
                match values_of(range, kind) {
                    Some(values) => targets.extend(values.map(|value| (value, *block))),
                    None => tests.push((*range, *block)),
                }
            }
        }
        if targets.is_empty() {
            self.end(Terminator::Goto(default));
        } else {
            self.end(Terminator::Switch { selector: selector.clone(), cases: cases_of(&targets), default });
        }
        self.start(default);
        for (range, block) in tests {
            let next = self.new_block();
            self.branch(is_in(&selector, range), block, next);
            self.start(next);
        }
        self.statements(otherwise);
        self.end(Terminator::Goto(end));
        for (case, block) in cases.iter().zip(blocks) {
            self.start(block);
            self.statements(&case.body);
            self.end(Terminator::Goto(end));
        }
        self.start(end);
    }

    /// A construct after which EXIT leads.
    pub fn construct(&mut self, id: LoopId, scope: Option<&InnerScope>, body: &[Statement]) {
        let exit = self.new_block();
        let scopes = self.inner_scopes.len();
        self.loops.push(LoopFrame { id, terminal: None, cycle: exit, exit, increasing: None, scopes });
        match scope {
            Some(scope) => self.inner_scope(id, scope, body),
            None => self.statements(body),
        }
        self.loops.pop();
        self.fall_into(exit);
    }
}

/// The values of a range, if they are few; those that the selector's kind does not have are left out.
fn values_of(range: &CaseRange, kind: IntegerKind) -> Option<std::ops::RangeInclusive<i64>> {
    let (least, greatest) = limits(kind);
    let (lower, upper) = (range.lower.unwrap_or(least).max(least), range.upper.unwrap_or(greatest).min(greatest));
    let is_short = upper.checked_sub(lower).is_some_and(|distance| distance < MAX_VALUES);
    is_short.then_some(lower..=upper)
}

fn limits(kind: IntegerKind) -> (i64, i64) {
    match kind {
        IntegerKind::I8 => (i64::MIN, i64::MAX),
        IntegerKind::I4 => (i32::MIN.into(), i32::MAX.into()),
        IntegerKind::I2 => (i16::MIN.into(), i16::MAX.into()),
        IntegerKind::I1 => (i8::MIN.into(), i8::MAX.into()),
    }
}

fn is_in(selector: &IntegerExpr, range: CaseRange) -> LogicalExpr {
    let kind = selector.kind();
    let compare = |relation, bound: i64| {
        let bound = Box::new(IntegerExpr::Constant(kind, bound));
        LogicalExpr::CompareInteger(relation, Box::new(selector.clone()), bound)
    };
    let (least, greatest) = limits(kind);
    let lower = range.lower.map(|lower| (lower > greatest, compare(Relation::GreaterEqual, lower.max(least))));
    let upper = range.upper.map(|upper| (upper < least, compare(Relation::LessEqual, upper.min(greatest))));
    match (lower, upper) {
        (Some((true, _)), _) | (_, Some((true, _))) => LogicalExpr::Constant(false),
        (Some((_, lower)), Some((_, upper))) => {
            LogicalExpr::Binary(LogicalBinary::And, Box::new(lower), Box::new(upper))
        }
        (Some((_, one)), None) | (None, Some((_, one))) => one,
        (None, None) => LogicalExpr::Constant(true),
    }
}
