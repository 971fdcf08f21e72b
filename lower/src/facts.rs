//! What building must know of a whole unit before it starts: labels that are used, variables that change, loops that
//! are entered from outside.

use crate::LowerError;
use crate::operands::{push_operands, push_subscripts};
use forlane_frontend::resolved::{
    AllocationOutcome, Argument, ArrayKind, Designator, DoControl, Expr, ExprKind, Label, LabelRef, LoopId,
    ProgramUnit, Section, Statement, StatementKind, SymbolId, Transfer, TransferFormat, TransferItem, TransferUnit,
};
use std::collections::{HashMap, HashSet};

/// Constructs may nest this deep. The front end refuses what is deeper; the graph builder recurses on them.
const MAX_NESTING: u32 = 600;

/// Facts about a unit.
#[derive(Default)]
pub struct Facts {
    /// Labels to which some statement may branch.
    pub referenced: HashSet<Label>,
    /// For the label of a terminal statement, the outermost loop that ends at it.
    pub outermost_terminal: HashMap<Label, LoopId>,
    /// Variables that are assigned, govern a DO, or are passed by reference.
    pub assigned: HashSet<SymbolId>,
    /// Scalar variables that are passed by reference.
    pub passed: HashSet<SymbolId>,
    /// Loops into whose range some branch leads from outside.
    pub entered: HashSet<LoopId>,
    /// The variables of scopes inside of the unit.
    pub inner: HashSet<SymbolId>,
    /// In how many inner scopes a label stands, and the innermost of them; the copies of a terminal statement are told
    /// apart by their loops.
    pub label_scopes: HashMap<(Label, Option<LoopId>), InnermostScope>,
    /// The labels of executable statements that ASSIGN names, in ascending order: where an assigned GO TO without list
    /// may lead.
    pub assigned_labels: Vec<Label>,
}

/// How many inner scopes there are around a place, and the construct that makes the innermost.
pub type InnermostScope = (usize, Option<LoopId>);

/// A chain of enclosing loops, as an index into [`Walk::paths`]; 0 is outside of all loops.
type PathId = usize;

#[derive(Default)]
struct Walk {
    facts: Facts,
    paths: Vec<(PathId, Option<LoopId>)>,
    labels: HashMap<Label, PathId>,
    terminals: HashMap<Label, Vec<LoopId>>,
    references: Vec<(Label, PathId)>,
    /// Where assigned GO TOs without list stand.
    assigned_gotos: Vec<PathId>,
}

struct Item<'a> {
    statement: &'a Statement,
    path: PathId,
    depth: u32,
    scope: InnermostScope,
    /// The loop that the statement ends.
    terminal_of: Option<LoopId>,
}

impl Facts {
    /// Collects them; an error if constructs nest too deep to be built.
    pub fn collect(unit: &ProgramUnit) -> Result<Facts, LowerError> {
        let mut walk = Walk { paths: vec![(0, None)], ..Walk::default() };
        let mut stack = Vec::new();
        push_all(&mut stack, &unit.body, Around { path: 0, depth: 1, scope: (0, None) });
        while let Some(item) = stack.pop() {
            if item.depth > MAX_NESTING {
                let message = format!("constructs nest deeper than {MAX_NESTING} levels");
                return Err(LowerError { message, span: item.statement.span, is_unsupported: true });
            }
            walk.statement(item, &mut stack);
        }
        Ok(walk.finish())
    }
}

/// What stands around statements.
#[derive(Clone, Copy)]
struct Around {
    path: PathId,
    depth: u32,
    scope: InnermostScope,
}

fn push_all<'a>(stack: &mut Vec<Item<'a>>, statements: &'a [Statement], around: Around) {
    let Around { path, depth, scope } = around;
    let item = |statement| Item { statement, path, depth, scope, terminal_of: None };
    stack.extend(statements.iter().rev().map(item));
}

impl Walk {
    fn statement<'a>(&mut self, item: Item<'a>, stack: &mut Vec<Item<'a>>) {
        let Item { statement, path, depth, scope, terminal_of } = item;
        if let Some(label) = statement.label {
            self.facts.label_scopes.insert((label, terminal_of), scope);
            if terminal_of.is_none() {
                self.labels.entry(label).or_insert(path);
            }
        }
        let inside = Around { path, depth: depth + 1, scope };
        match &statement.kind {
            StatementKind::Continue
            | StatementKind::Exit(_)
            | StatementKind::Cycle(_)
            | StatementKind::Return(None)
            | StatementKind::Entry(_)
            | StatementKind::Stop(_)
            | StatementKind::Pause(_)
            | StatementKind::Unsupported(_) => {}
            StatementKind::Return(Some(number)) => self.expr(number),
            StatementKind::StopWith(stop) => stop.code.iter().chain(&stop.quiet).for_each(|expr| self.expr(expr)),
            StatementKind::AssignLabel { label, variable } => {
                self.facts.assigned.insert(*variable);
                self.facts.assigned_labels.push(label.label);
            }
            StatementKind::AssignedGoto { labels, .. } => {
                labels.iter().for_each(|label| self.reference(label, path));
                if labels.is_empty() {
                    self.assigned_gotos.push(path);
                }
            }
            StatementKind::Assign { target, value } => {
                self.assign(target);
                self.designator(target);
                self.expr(value);
            }
            StatementKind::Goto(label) => self.reference(label, path),
            StatementKind::ComputedGoto { labels, selector } => {
                labels.iter().for_each(|label| self.reference(label, path));
                self.expr(selector);
            }
            StatementKind::ArithmeticIf { value, negative, zero, positive } => {
                [negative, zero, positive].into_iter().for_each(|label| self.reference(label, path));
                self.expr(value);
            }
            StatementKind::If { arms, otherwise } => {
                if let Some(body) = otherwise {
                    push_all(stack, body, inside);
                }
                for (condition, body) in arms.iter().rev() {
                    self.expr(condition);
                    push_all(stack, body, inside);
                }
            }
            StatementKind::Select { selector, cases, otherwise } => {
                self.expr(selector);
                push_all(stack, otherwise, inside);
                cases.iter().rev().for_each(|case| push_all(stack, &case.body, inside));
            }
            StatementKind::Construct { body, scope: None, .. } => push_all(stack, body, inside),
            StatementKind::Construct { id, body, scope: Some(names) } => {
                self.facts.inner.extend(&names.symbols);
                push_all(stack, body, Around { scope: (scope.0 + 1, Some(*id)), ..inside });
            }
            StatementKind::Do { id, control, body, terminal } => {
                self.do_control(control);
                self.paths.push((path, Some(*id)));
                let range = Around { path: self.paths.len() - 1, ..inside };
                if let Some(terminal) = terminal {
                    if let Some(label) = terminal.statement.label {
                        self.facts.outermost_terminal.entry(label).or_insert(*id);
                        self.labels.entry(label).or_insert(range.path);
                        self.terminals.entry(label).or_default().push(*id);
                    }
                    let statement = &terminal.statement;
                    let Around { path, depth, scope } = range;
                    stack.push(Item { statement, path, depth, scope, terminal_of: Some(*id) });
                }
                push_all(stack, body, range);
            }
            StatementKind::Call { arguments, alternates, .. } => {
                alternates.iter().for_each(|label| self.reference(label, path));
                self.arguments(arguments);
            }
            StatementKind::AssignArray { target, value } => {
                self.section(target);
                self.expr(value);
            }
            StatementKind::Where(arms) => {
                for (mask, body) in arms.iter().rev() {
                    mask.iter().for_each(|mask| self.expr(mask));
                    push_all(stack, body, inside);
                }
            }
            StatementKind::Forall { indices, mask, body } => {
                for index in indices {
                    self.facts.assigned.insert(index.variable);
                    [&index.first, &index.last, &index.step].into_iter().for_each(|expr| self.expr(expr));
                }
                mask.iter().for_each(|mask| self.expr(mask));
                push_all(stack, body, inside);
            }
            StatementKind::Allocate(allocation) => {
                for (object, bounds) in &allocation.objects {
                    self.facts.assigned.insert(*object);
                    bounds.iter().flat_map(|(lower, upper)| [lower, upper]).for_each(|expr| self.expr(expr));
                }
                allocation.source.iter().chain(&allocation.length).for_each(|expr| self.expr(expr));
                self.allocation_outcome(&allocation.outcome);
            }
            StatementKind::Deallocate { objects, outcome } => {
                self.facts.assigned.extend(objects);
                self.allocation_outcome(outcome);
            }
            StatementKind::Release(objects) => self.facts.assigned.extend(objects),
            StatementKind::MoveAllocation { from, to } => self.facts.assigned.extend([from, to]),
            StatementKind::Transfer(transfer) => self.transfer(transfer, path),
            StatementKind::Request(request) => {
                self.transfer_items(false, &request.given);
                for (_, item) in &request.answers {
                    self.transfer_items(true, std::slice::from_ref(item));
                }
            }
        }
    }

    fn allocation_outcome(&mut self, outcome: &AllocationOutcome) {
        for target in outcome.status.iter().chain(&outcome.message) {
            self.assign(target);
            self.designator(target);
        }
    }

    fn do_control(&mut self, control: &DoControl) {
        match control {
            DoControl::Counted { variable, first, last, step } => {
                self.facts.assigned.insert(*variable);
                [first, last, step].into_iter().for_each(|expr| self.expr(expr));
            }
            DoControl::While(condition) => self.expr(condition),
            DoControl::Forever => {}
        }
    }

    fn reference(&mut self, label: &LabelRef, path: PathId) {
        self.facts.referenced.insert(label.label);
        self.references.push((label.label, path));
    }

    fn transfer(&mut self, transfer: &Transfer, path: PathId) {
        let labels = transfer.end.iter().chain(&transfer.error).chain(&transfer.record_end);
        labels.for_each(|label| self.reference(label, path));
        transfer.advance.iter().for_each(|advance| self.expr(advance));
        for item in transfer.message.iter().chain(&transfer.size) {
            self.transfer_items(true, std::slice::from_ref(item));
        }
        match &transfer.unit {
            TransferUnit::Number(unit) => self.expr(unit),
            TransferUnit::Internal(file, _) => {
                if !transfer.reads {
                    self.assign(file);
                }
                self.designator(file);
            }
            TransferUnit::InternalArray(symbol, _) if !transfer.reads => {
                self.facts.assigned.insert(*symbol);
            }
            TransferUnit::InternalArray(..) => {}
        }
        if let TransferFormat::Text(format) = &transfer.format {
            self.expr(format);
        }
        if let Some(status) = &transfer.status {
            self.assign(status);
            self.designator(status);
        }
        self.transfer_items(transfer.reads, &transfer.items);
    }

    /// The parser bounds the depth of implied DOs.
    fn transfer_items(&mut self, reads: bool, items: &[TransferItem]) {
        for item in items {
            match item {
                TransferItem::Value(value) => self.expr(value),
                TransferItem::Place(designator, ..) => {
                    self.assign(designator);
                    self.designator(designator);
                }
                TransferItem::Array(symbol, _) if reads => {
                    self.facts.assigned.insert(*symbol);
                }
                TransferItem::Array(..) => {}
                TransferItem::Section(section, _) => {
                    self.facts.assigned.insert(section.array);
                    self.section(section);
                }
                TransferItem::Loop(implied) => {
                    self.do_control(&implied.control);
                    self.transfer_items(reads, &implied.items);
                }
            }
        }
    }

    fn assign(&mut self, target: &Designator) {
        self.facts.assigned.insert(target.symbol());
    }

    /// A designator that is an argument may be assigned.
    fn pass(&mut self, designator: &Designator) {
        self.assign(designator);
        if let Designator::Variable(symbol) = designator {
            self.facts.passed.insert(*symbol);
        }
    }

    fn section(&mut self, section: &Section) {
        self.facts.assigned.insert(section.array);
        section.operands().into_iter().for_each(|expr| self.expr(expr));
    }

    fn designator(&mut self, designator: &Designator) {
        let mut operands = Vec::new();
        push_subscripts(designator, &mut operands);
        operands.into_iter().for_each(|operand| self.expr(operand));
    }

    fn arguments(&mut self, arguments: &[Argument]) {
        for argument in arguments {
            match argument {
                Argument::Value(expr) => self.expr(expr),
                Argument::Designator(designator, _) => {
                    self.pass(designator);
                    self.designator(designator);
                }
                Argument::Array(symbol, _) | Argument::Bounded(symbol, _) => {
                    self.facts.assigned.insert(*symbol);
                }
                Argument::Allocatable(symbol, _) => self.pass(&Designator::Variable(*symbol)),
                Argument::Procedure(..) => {}
                Argument::Internal(_, taken, _) => self.arguments(taken),
                Argument::Section(section) => self.section(section),
                Argument::Elemental(value, is_reference) => {
                    self.elements(value, *is_reference);
                    self.expr(value);
                }
                Argument::Shaped(argument) => self.arguments(std::slice::from_ref(argument)),
            }
        }
    }

    /// Looks for variables that are passed by reference to functions.
    fn expr(&mut self, expr: &Expr) {
        let mut stack = vec![expr];
        while let Some(expr) = stack.pop() {
            match &expr.kind {
                ExprKind::Array(operand) if let ArrayKind::Call { arguments, bounds, .. } = &operand.kind => {
                    stack.extend(bounds.iter().flat_map(|(lower, upper)| [lower, upper]));
                    for argument in arguments {
                        self.passed(argument, &mut stack);
                    }
                }
                ExprKind::Call { arguments, .. } => {
                    for argument in arguments {
                        self.passed(argument, &mut stack);
                    }
                }
                ExprKind::Let(bindings, value) => {
                    self.facts.assigned.extend(bindings.iter().map(|(symbol, _)| *symbol));
                    stack.extend(bindings.iter().map(|(_, value)| value));
                    stack.push(value);
                }
                _ => push_operands(expr, &mut stack),
            }
        }
    }

    /// Elements that are passed by reference may be assigned.
    fn elements(&mut self, value: &Expr, is_reference: bool) {
        if is_reference && let Some(ArrayKind::Section(section)) = value.as_array().map(|operand| &operand.kind) {
            self.facts.assigned.insert(section.array);
        }
    }

    /// An argument of a function may be assigned; the expressions in it are still to be looked at.
    fn passed<'e>(&mut self, argument: &'e Argument, stack: &mut Vec<&'e Expr>) {
        match argument {
            Argument::Value(value) => stack.push(value),
            Argument::Designator(designator, _) => {
                self.pass(designator);
                push_subscripts(designator, stack);
            }
            Argument::Array(symbol, _) | Argument::Bounded(symbol, _) => {
                self.facts.assigned.insert(*symbol);
            }
            Argument::Allocatable(symbol, _) => self.pass(&Designator::Variable(*symbol)),
            Argument::Section(section) => {
                self.facts.assigned.insert(section.array);
                stack.extend(section.operands());
            }
            Argument::Elemental(value, is_reference) => {
                self.elements(value, *is_reference);
                stack.push(value);
            }
            Argument::Procedure(..) => {}
            Argument::Internal(_, taken, _) => taken.iter().for_each(|argument| self.passed(argument, stack)),
            // Nothing but an array is shaped.
            Argument::Shaped(argument) => self.passed(argument, stack),
        }
    }

    fn finish(mut self) -> Facts {
        let labels = &self.labels;
        self.facts.assigned_labels.retain(|label| labels.contains_key(label));
        self.facts.assigned_labels.sort_unstable();
        self.facts.assigned_labels.dedup();
        for path in std::mem::take(&mut self.assigned_gotos) {
            self.facts.referenced.extend(&self.facts.assigned_labels);
            self.references.extend(self.facts.assigned_labels.iter().map(|label| (*label, path)));
        }
        for (label, from) in std::mem::take(&mut self.references) {
            let Some(to) = self.labels.get(&label).copied() else { continue };
            let around = self.loops_of(from);
            let ends_here = self.terminals.get(&label);
            if ends_here.is_some_and(|copies| copies.iter().any(|id| around.contains(id))) {
                continue;
            }
            let inside = self.loops_of(to);
            self.facts.entered.extend(inside.into_iter().filter(|id| !around.contains(id)));
        }
        self.facts
    }

    fn loops_of(&self, path: PathId) -> Vec<LoopId> {
        let mut loops = Vec::new();
        let mut at = path;
        while let (parent, Some(id)) = self.paths[at] {
            loops.push(id);
            at = parent;
        }
        loops
    }
}
