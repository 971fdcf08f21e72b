//! DO loops.
//!
//! ```text
//! count = iterations; variable = first        head: branch condition, body, exit     head:
//! head:  branch count > 0, body, exit         body: …                                body: …
//! body:  …                                          goto head                              goto head
//! cycle: variable = variable + step; count = count - 1; goto head
//! ```
//! The terminal statement of a labelled DO is at the end of the body. Where loops share it each has a copy; that of
//! an outer loop is reached by branches to its label only, because the inner loop's end leads past it.

use crate::iteration_count::{Bounds, Count, exceeds_least, integer_count};
use crate::{Builder, LoopFrame};
use forlane_cfg::expr::{Expr, IntegerBinary, IntegerExpr, LogicalBinary, LogicalExpr, Place, RealBinary, RealExpr};
use forlane_cfg::expr::{Relation, Rounding};
use forlane_cfg::fold;
use forlane_cfg::graph::{ActionKind, BlockId, Terminator};
use forlane_cfg::names;
use forlane_cfg::unit::VarId;
use forlane_frontend::resolved::{self, Designator, DoControl, LoopId, Statement, SymbolId, Terminal};
use forlane_frontend::source::Span;
use forlane_semantics::types::{IntegerKind, Type};

/// What happens between two iterations of a counted loop.
struct Advance {
    variable: VarId,
    next: Expr,
    counter: VarId,
    kind: IntegerKind,
    /// Whether the variable is certainly greater than the least value of its kind inside of the loop.
    exceeds_least: bool,
}

impl Builder<'_> {
    /// A DO loop of any sort.
    pub fn do_loop(
        &mut self,
        id: LoopId,
        control: &DoControl,
        body: &[Statement],
        terminal: Option<&Terminal>,
        span: Span,
    ) {
        let [head, range, cycle, exit] = [(); 4].map(|()| self.new_block());
        let advance = self.do_head(id, control, [head, range, exit], span);
        self.start(range);
        let label = terminal.and_then(|terminal| terminal.statement.label);
        let increasing = advance.as_ref().filter(|advance| advance.exceeds_least).map(|advance| advance.variable);
        let scopes = self.inner_scopes.len();
        self.loops.push(LoopFrame { id, terminal: label, cycle, exit, increasing, scopes });
        self.statements(body);
        if let Some(terminal) = terminal {
            if terminal.shared {
                self.end(Terminator::Goto(cycle));
            }
            self.statement(&terminal.statement, Some(id));
        }
        self.loops.pop();
        self.fall_into(cycle);
        self.stand_at(span);
        self.next_iteration(advance, head);
        self.start(exit);
    }

    /// An implied DO, with what `body` builds as its range. No branch leads into or out of it.
    pub fn implied_loop(&mut self, control: &DoControl, span: Span, body: impl FnOnce(&mut Self)) {
        let [head, range, exit] = [(); 3].map(|()| self.new_block());
        let advance = self.do_head(LoopId(u32::MAX), control, [head, range, exit], span);
        self.start(range);
        body(self);
        self.next_iteration(advance, head);
        self.start(exit);
    }

    fn next_iteration(&mut self, advance: Option<Advance>, head: BlockId) {
        if let Some(Advance { variable, next, counter, kind, .. }) = advance {
            self.action(ActionKind::Assign { target: variable, value: next });
            let count = IntegerExpr::Read(kind, Place::Variable(counter));
            let one = IntegerExpr::Constant(kind, 1);
            let value = Expr::Integer(fold::binary(IntegerBinary::Subtract, count, one));
            self.action(ActionKind::Assign { target: counter, value });
        }
        self.end(Terminator::Goto(head));
    }

    /// All up to the branch at the loop's head.
    fn do_head(
        &mut self,
        id: LoopId,
        control: &DoControl,
        [head, range, exit]: [BlockId; 3],
        span: Span,
    ) -> Option<Advance> {
        match control {
            DoControl::Counted { variable, first, last, step } => {
                let (condition, advance) = self.start_counting(id, *variable, [first, last, step], span)?;
                self.fall_into(head);
                self.branch(condition, range, exit);
                Some(advance)
            }
            DoControl::While(condition) => {
                self.fall_into(head);
                self.branch_on(condition, range, exit);
                None
            }
            DoControl::Forever => {
                self.fall_into(head);
                self.end(Terminator::Goto(range));
                None
            }
        }
    }

    fn start_counting(
        &mut self,
        id: LoopId,
        symbol: SymbolId,
        bounds: [&resolved::Expr; 3],
        span: Span,
    ) -> Option<(LogicalExpr, Advance)> {
        let variable = match self.place(&Designator::Variable(symbol), span) {
            Ok(Place::Variable(variable)) => variable,
            _ => return None,
        };
        match self.vars[variable].ty {
            Type::Integer(_) => Some(self.count_integers(id, variable, bounds)),
            Type::Real(_) => Some(self.count_reals(variable, bounds)),
            _ => {
                self.error(span, "the variable of a DO must be INTEGER or REAL");
                None
            }
        }
    }

    fn count_integers(
        &mut self,
        id: LoopId,
        variable: VarId,
        [first, last, step]: [&resolved::Expr; 3],
    ) -> (LogicalExpr, Advance) {
        let first = self.integer(first);
        let first_exceeds = self.exceeds_least(&first);
        let first = self.keep_integer("first", first);
        let last = self.integer(last);
        let exceed_least = [first_exceeds, self.exceeds_least(&last)];
        let last = self.keep_integer("last", last);
        let step = self.integer(step);
        let step = match step {
            IntegerExpr::Constant(..) => step,
            step => self.save_integer("step", step),
        };
        let is_positive = fold::constant(&step).is_some_and(|step| step > 0);
        let entered = self.facts.entered.contains(&id);
        let bounds = Bounds { first: &first, last: &last, step: &step, entered, exceed_least };
        let Count { value, relation } = integer_count(bounds);
        let kind = value.kind();
        let counter = self.temporary(names::COUNT, Type::Integer(kind));
        self.action(ActionKind::Assign { target: counter, value: Expr::Integer(value) });
        let variable_kind = match self.vars[variable].ty {
            Type::Integer(kind) => kind,
            _ => first.kind(),
        };
        let first = fold::to_integer(variable_kind, first);
        self.action(ActionKind::Assign { target: variable, value: Expr::Integer(first) });
        let now = fold::widen(IntegerExpr::Read(variable_kind, Place::Variable(variable)));
        let next = fold::binary(IntegerBinary::Add, now, step);
        let next = Expr::Integer(fold::to_integer(variable_kind, next));
        let exceeds_least = first_exceeds && is_positive && !entered;
        (counts_on(counter, kind, relation), Advance { variable, next, counter, kind, exceeds_least })
    }

    /// As the function of this name; also the variable of a loop around this one that counts up from such a value.
    fn exceeds_least(&self, expr: &IntegerExpr) -> bool {
        let increasing = |var: &VarId| self.loops.iter().any(|frame| frame.increasing == Some(*var));
        matches!(expr, IntegerExpr::Read(_, Place::Variable(var)) if increasing(var)) || exceeds_least(expr)
    }

    /// As gfortran: no iteration if the limit is on the wrong side of the first value, otherwise one more than the
    /// truncated quotient, which differs by rounding from the standard's formula.
    fn count_reals(&mut self, variable: VarId, [first, last, step]: [&resolved::Expr; 3]) -> (LogicalExpr, Advance) {
        let first = self.keep_real("first", first);
        let last = self.keep_real("last", last);
        let step = self.keep_real("step", step);
        let kind = IntegerKind::I8;
        let counter = self.temporary(names::COUNT, Type::Integer(kind));
        let zero = Expr::Integer(IntegerExpr::Constant(kind, 0));
        self.action(ActionKind::Assign { target: counter, value: zero });
        self.action(ActionKind::Assign { target: variable, value: Expr::Real(first.clone()) });
        let (some, ready) = (self.new_block(), self.new_block());
        self.branch(is_empty(&first, &last, &step), ready, some);
        self.start(some);
        let distance = RealExpr::Binary(RealBinary::Subtract, Box::new(last), Box::new(first));
        let quotient = RealExpr::Binary(RealBinary::Divide, Box::new(distance), Box::new(step.clone()));
        let whole = IntegerExpr::FromReal(kind, Rounding::Truncate, Box::new(quotient));
        let value = Expr::Integer(fold::binary(IntegerBinary::Add, whole, IntegerExpr::Constant(kind, 1)));
        self.action(ActionKind::Assign { target: counter, value });
        self.fall_into(ready);
        let now = RealExpr::Read(step.kind(), Place::Variable(variable));
        let next = Expr::Real(RealExpr::Binary(RealBinary::Add, Box::new(now), Box::new(step)));
        let advance = Advance { variable, next, counter, kind, exceeds_least: false };
        (counts_on(counter, kind, Relation::NotEqual), advance)
    }

    /// A constant, or a variable that holds the value from here on.
    fn keep_real(&mut self, stem: &str, expr: &resolved::Expr) -> RealExpr {
        match self.real(expr) {
            value @ RealExpr::Constant(..) => value,
            value => self.save_real(stem, value),
        }
    }
}

fn counts_on(counter: VarId, kind: IntegerKind, relation: Relation) -> LogicalExpr {
    let count = IntegerExpr::Read(kind, Place::Variable(counter));
    LogicalExpr::CompareInteger(relation, Box::new(count), Box::new(IntegerExpr::Constant(kind, 0)))
}

/// `step > 0 ? last < first : last > first`.
fn is_empty(first: &RealExpr, last: &RealExpr, step: &RealExpr) -> LogicalExpr {
    let compare = |relation, left: &RealExpr, right: &RealExpr| {
        LogicalExpr::CompareReal(relation, Box::new(left.clone()), Box::new(right.clone()))
    };
    let both = |left, right| LogicalExpr::Binary(LogicalBinary::And, Box::new(left), Box::new(right));
    let below = compare(Relation::Less, last, first);
    let above = compare(Relation::Greater, last, first);
    if let (RealExpr::Constant(_, first), RealExpr::Constant(_, last), RealExpr::Constant(_, step)) =
        (first, last, step)
    {
        return LogicalExpr::Constant(if *step > 0.0 { last < first } else { last > first });
    }
    match step {
        RealExpr::Constant(_, value) if *value > 0.0 => below,
        RealExpr::Constant(..) => above,
        _ => {
            let up = compare(Relation::Greater, step, &RealExpr::Constant(step.kind(), 0.0));
            let down = LogicalExpr::Not(Box::new(up.clone()));
            LogicalExpr::Binary(LogicalBinary::Or, Box::new(both(up, below)), Box::new(both(down, above)))
        }
    }
}
