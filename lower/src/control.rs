//! Statements, labels and branches.

use crate::Builder;
use forlane_cfg::expr::{Expr, IntegerExpr, LogicalExpr, Place, RealExpr, Relation};
use forlane_cfg::graph::{ActionKind, BlockId, Case, Terminator};
use forlane_cfg::unit::StopCode;
use forlane_frontend::resolved::{self, Designator, Label, LabelRef, LoopId, Statement, StatementKind};
use forlane_frontend::source::Span;
use forlane_semantics::types::Type;
use std::collections::{HashMap, HashSet};

impl Builder<'_> {
    /// Statements in sequence.
    pub fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            self.statement(statement, None);
        }
    }

    /// One statement; `terminal_of` is the loop that it ends, if it is a terminal statement.
    pub fn statement(&mut self, statement: &Statement, terminal_of: Option<LoopId>) {
        self.stand_at(statement.span);
        self.ways_out.clear();
        if let Some(label) = statement.label.filter(|label| self.facts.referenced.contains(label)) {
            let block = self.label_block(label, terminal_of);
            self.fall_into(block);
        }
        match &statement.kind {
            StatementKind::Continue => {}
            StatementKind::Assign { target, value } => self.assign(target, value, statement.span),
            StatementKind::Goto(label) => {
                let target = self.jump_target(label);
                self.end(Terminator::Goto(target));
            }
            StatementKind::AssignLabel { label, variable } => self.assign_label(*label, *variable, statement.span),
            StatementKind::AssignedGoto { variable, labels } => self.assigned_goto(*variable, labels, statement.span),
            StatementKind::ComputedGoto { labels, selector } => self.computed_goto(labels, selector),
            StatementKind::ArithmeticIf { value, negative, zero, positive } => {
                self.arithmetic_if(value, [negative, zero, positive]);
            }
            StatementKind::If { arms, otherwise } => self.block_if(arms, otherwise.as_deref()),
            StatementKind::Do { id, control, body, terminal } => {
                self.do_loop(*id, control, body, terminal.as_deref(), statement.span);
            }
            StatementKind::Select { selector, cases, otherwise } => self.select(selector, cases, otherwise),
            StatementKind::Construct { id, scope, body } => self.construct(*id, scope.as_ref(), body),
            StatementKind::Exit(id) => self.leave_iteration(*id, true, statement.span),
            StatementKind::Cycle(id) => self.leave_iteration(*id, false, statement.span),
            StatementKind::Call { procedure, arguments, alternates } => self.call(*procedure, arguments, alternates),
            StatementKind::Return(number) => self.return_statement(number.as_ref()),
            StatementKind::Entry(entry) => self.entry(*entry),
            StatementKind::Stop(code) => self.stop(code.as_ref()),
            StatementKind::StopWith(stop) => self.computed_stop(stop),
            StatementKind::Pause(text) => self.pause(text),
            StatementKind::Unsupported(reason) => self.stop_lane(StopCode::Unsupported(reason.clone())),
            StatementKind::Transfer(transfer) => self.transfer(transfer),
            StatementKind::Request(request) => self.request(request),
            StatementKind::File(statement) => self.file_statement(statement),
            StatementKind::AssignArray { target, value } => self.assign_array(target, value),
            StatementKind::Where(arms) => self.where_arms(arms),
            StatementKind::Forall { indices, mask, body } => {
                self.forall(indices, mask.as_ref(), body, statement.span);
            }
            StatementKind::Allocate(allocation) => self.allocate(allocation, statement.span),
            StatementKind::Deallocate { objects, outcome } => self.deallocate(objects, outcome, statement.span),
            StatementKind::Release(objects) => objects.iter().for_each(|object| self.release(*object)),
            StatementKind::MoveAllocation { from, to } => self.move_allocation(*from, *to, statement.span),
        }
    }

    /// Assignment to a variable or element.
    pub fn assign(&mut self, target: &Designator, value: &resolved::Expr, span: Span) {
        if let Type::Complex(_) = value.ty {
            self.assign_complex(target, value, span);
            return if let Designator::Variable(symbol) = target {
                self.note_allocated(*symbol)
            };
        }
        match target {
            _ if self.is_text(target.symbol()) => self.assign_text(target, value, span),
            Designator::Substring(..) => self.error(span, "a substring of a value that is not CHARACTER"),
            Designator::Variable(_) => {
                let value = self.expr(value);
                if let Ok(Place::Variable(var)) = self.place(target, span) {
                    self.action(ActionKind::Assign { target: var, value });
                    self.note_allocated(target.symbol());
                }
            }
            Designator::Element(symbol, subscripts) => {
                let Some(array) = self.array(*symbol, span) else { return };
                let offset = self.offset(&array, subscripts);
                let offset = self.target_before(offset, value);
                let value = self.expr(value);
                self.action(ActionKind::Store { array: array.var, offset, value });
            }
        }
    }

    fn label_block(&mut self, label: Label, terminal_of: Option<LoopId>) -> BlockId {
        if let Some(block) = self.label_blocks.get(&(label, terminal_of)) {
            return *block;
        }
        let block = self.new_block();
        self.label_blocks.insert((label, terminal_of), block);
        block
    }

    /// The block to which a branch from here to this label goes. Of the copies of a terminal statement that is the one
    /// of the innermost loop around the branch; for a branch from outside of all of them, the outermost loop's.
    pub fn jump_target(&mut self, label: &LabelRef) -> BlockId {
        self.label_target(label.label)
    }

    /// As [`Builder::jump_target`], of a label's number.
    pub fn label_target(&mut self, label: Label) -> BlockId {
        let terminal_of = self.terminal_copy(label);
        let target = self.label_block(label, terminal_of);
        let scopes = self.facts.label_scopes.get(&(label, terminal_of)).map_or(0, |(count, _)| *count);
        self.way_out(target, scopes)
    }

    /// The loop whose copy of a terminal statement a branch from here to its label means.
    pub fn terminal_copy(&self, label: Label) -> Option<LoopId> {
        let around = self.loops.iter().rev().find(|frame| frame.terminal == Some(label)).map(|frame| frame.id);
        around.or_else(|| self.facts.outermost_terminal.get(&label).copied())
    }

    fn computed_goto(&mut self, labels: &[LabelRef], selector: &resolved::Expr) {
        let selector = self.integer(selector);
        self.switch_to(selector, labels);
    }

    /// A switch over 1, 2, … to labels; out of range continues after it.
    pub fn switch_to(&mut self, selector: IntegerExpr, labels: &[LabelRef]) {
        let next = self.new_block();
        let targets: Vec<(i64, BlockId)> = (1..).zip(labels.iter().map(|label| self.jump_target(label))).collect();
        self.end(Terminator::Switch { selector, cases: cases_of(&targets), default: next });
        self.start(next);
    }

    /// Arithmetic IF. With a NaN it goes where gfortran goes, which depends on which labels are equal.
    fn arithmetic_if(&mut self, value: &resolved::Expr, [negative, zero, positive]: [&LabelRef; 3]) {
        let value = match value.ty {
            Type::Integer(_) => Expr::Integer(self.integer(value)),
            _ => self.expr(value),
        };
        let targets = [negative, zero, positive].map(|label| self.jump_target(label));
        let [negative, zero, positive] = targets;
        if negative == zero && zero == positive {
            self.keep(value);
            self.end(Terminator::Goto(zero));
        } else if negative == positive {
            self.branch(compare_zero(Relation::NotEqual, value), negative, zero);
        } else if zero == positive {
            self.branch(compare_zero(Relation::Less, value), negative, zero);
        } else if negative == zero {
            self.branch(compare_zero(Relation::LessEqual, value), negative, positive);
        } else {
            let value = self.keep(value);
            let not_positive = self.new_block();
            self.branch(compare_zero(Relation::LessEqual, value.clone()), not_positive, positive);
            self.start(not_positive);
            self.branch(compare_zero(Relation::Less, value), negative, zero);
        }
    }

    /// Evaluates an expression once, into a variable where it is more than a constant or a scalar variable.
    fn keep(&mut self, value: Expr) -> Expr {
        match value {
            Expr::Integer(value) => Expr::Integer(self.keep_integer("if", value)),
            Expr::Real(value @ (RealExpr::Constant(..) | RealExpr::Read(_, Place::Variable(_)))) => Expr::Real(value),
            Expr::Real(value) => Expr::Real(self.save_real("if", value)),
            Expr::Logical(_) | Expr::Character(_) => value,
        }
    }

    fn block_if(&mut self, arms: &[(resolved::Expr, Vec<Statement>)], otherwise: Option<&[Statement]>) {
        let end = self.new_block();
        for (condition, body) in arms {
            self.stand_at(condition.span);
            let (then, next) = (self.new_block(), self.new_block());
            self.branch_on(condition, then, next);
            self.start(then);
            self.statements(body);
            self.end(Terminator::Goto(end));
            self.start(next);
        }
        if let Some(body) = otherwise {
            self.statements(body);
        }
        self.fall_into(end);
    }

    fn leave_iteration(&mut self, id: LoopId, is_exit: bool, span: Span) {
        let frame = self.loops.iter().rev().find(|frame| frame.id == id);
        match frame.map(|frame| (if is_exit { frame.exit } else { frame.cycle }, frame.scopes)) {
            Some((target, scopes)) => {
                self.exit_scopes(scopes);
                self.end(Terminator::Goto(target));
            }
            None => self.error(span, "this statement is not in such a loop"),
        }
    }
}

/// The cases of a switch, in the order in which their targets are first.
pub fn cases_of(targets: &[(i64, BlockId)]) -> Vec<Case<BlockId>> {
    let mut cases: Vec<Case<BlockId>> = Vec::new();
    let mut case_of = HashMap::new();
    let mut seen = HashSet::new();
    for (value, target) in targets.iter().filter(|(value, _)| seen.insert(*value)) {
        let at = *case_of.entry(*target).or_insert_with(|| {
            cases.push(Case { values: Vec::new(), target: *target });
            cases.len() - 1
        });
        cases[at].values.push(*value);
    }
    cases
}

/// `value relation 0`.
fn compare_zero(relation: Relation, value: Expr) -> LogicalExpr {
    match value {
        Expr::Integer(value) => {
            let zero = IntegerExpr::Constant(value.kind(), 0);
            LogicalExpr::CompareInteger(relation, Box::new(value), Box::new(zero))
        }
        Expr::Real(value) => {
            let zero = RealExpr::Constant(value.kind(), 0.0);
            LogicalExpr::CompareReal(relation, Box::new(value), Box::new(zero))
        }
        Expr::Logical(value) => value,
        // Resolution takes numbers only.
        Expr::Character(_) => LogicalExpr::Constant(false),
    }
}
