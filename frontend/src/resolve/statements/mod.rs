//! The actions: every executable statement that opens or closes no block.

pub(super) mod aliases;
pub(super) mod allocation;
pub(super) mod array_statements;
pub(super) mod assigned_values;
pub(super) mod block_ends;
pub(super) mod blocks;
pub(super) mod concurrent;
pub(super) mod constructs;
pub(super) mod controls;
mod format_place;
mod formats;
pub(super) mod labels;
mod open_blocks;
pub(super) mod selectors;
pub(super) mod stops;
pub(super) mod targets;
pub(super) mod terminals;
pub(super) mod transfers;
pub(super) mod unset;

use crate::diagnostics::Diagnostic;
use crate::resolve::constants::as_constant;
use crate::resolve::expressions::{constant_expr, is_ordered, one};
use crate::resolve::scope::facts::Use;
use crate::resolve::scope::{Outcome, Scope};
use crate::resolved::{Designator, DoControl, Expr, LabelRef, LoopId, Statement};
use crate::resolved::{StatementKind, SymbolId, UnitKind};
use crate::source::Span;
use crate::tree::{self, ExprKind, Name};
use blocks::Body;
use forlane_semantics::types::{Constant, Type};
use open_blocks::OpenKind;
use targets::Target;

impl Body<'_, '_> {
    /// Resolves an action. One that is wrong does nothing, one that is not supported fails.
    pub fn action_or_failure(&mut self, kind: &tree::StatementKind, span: Span) -> StatementKind {
        let earlier = self.scope.progress();
        match self.action(kind, span) {
            Ok(kind) => kind,
            Err(_) => self.scope.put_off(earlier).map_or(StatementKind::Continue, StatementKind::Unsupported),
        }
    }

    /// Resolves what governs a block; with the statement that fails where that is reached, if it is not supported.
    pub fn header<T>(&mut self, span: Span, resolve: impl FnOnce(&mut Self) -> T) -> (T, Option<Statement>) {
        let earlier = self.scope.progress();
        let resolved = resolve(self);
        let words = self.scope.put_off(earlier);
        (resolved, words.map(|words| Statement { label: None, kind: StatementKind::Unsupported(words), span }))
    }

    /// As [`Body::condition`], with what is first in the block: where the condition is not supported, that fails.
    pub fn block_condition(&mut self, condition: &tree::Expr) -> (Expr, Option<Statement>) {
        let span = condition.span;
        let (condition, failure) = self.header(span, |body| body.condition(condition));
        match failure {
            Some(_) => (constant_expr(Constant::Logical(true), span), failure),
            None => (condition, None),
        }
    }

    /// Resolves an action.
    pub fn action(&mut self, kind: &tree::StatementKind, span: Span) -> Outcome<StatementKind> {
        match kind {
            tree::StatementKind::Assign { target, value } => self.assign(target, value, span),
            tree::StatementKind::Continue => Ok(StatementKind::Continue),
            tree::StatementKind::Goto(label) => Ok(StatementKind::Goto(self.label(*label))),
            tree::StatementKind::ComputedGoto { labels, selector } => self.computed_goto(labels, selector),
            tree::StatementKind::AssignLabel { label, variable } => self.assign_label(*label, variable),
            tree::StatementKind::AssignedGoto { variable, labels } => self.assigned_goto(variable, labels),
            tree::StatementKind::ArithmeticIf { value, negative, zero, positive } => {
                let labels = [*negative, *zero, *positive].map(|label| self.label(label));
                self.arithmetic_if(value, labels)
            }
            tree::StatementKind::LogicalIf { condition, action } => self.logical_if(condition, action),
            tree::StatementKind::Exit(name) => self.exited(name.as_ref(), span).map(StatementKind::Exit),
            tree::StatementKind::Cycle(name) => self.loop_named(name.as_ref(), span).map(StatementKind::Cycle),
            tree::StatementKind::Call { procedure, arguments } => self.call(procedure, arguments, span),
            tree::StatementKind::CallBound(called) => Err(self.scope.no_object(called.span)),
            tree::StatementKind::SelectType { .. } => Err(self.scope.no_object(span)),
            tree::StatementKind::TypeGuard { .. } => {
                Err(self.scope.error("E0265", span, "this is not in a SELECT TYPE or SELECT RANK"))
            }
            tree::StatementKind::Return(number) => self.return_statement(number.as_ref()),
            tree::StatementKind::Stop { is_error, code, quiet } => {
                self.scope.resolve_stop(*is_error, code.as_ref(), quiet.as_ref(), span)
            }
            tree::StatementKind::Fail(reason) => Ok(StatementKind::Unsupported(reason.to_string())),
            tree::StatementKind::Pause(code) => self.scope.resolve_pause(code.as_ref(), span),
            tree::StatementKind::Transfer(transfer) => self.transfer(transfer, span),
            tree::StatementKind::Allocate { ty, objects, options } => {
                self.scope.resolve_allocate(ty.as_ref(), objects, options)
            }
            tree::StatementKind::Deallocate { objects, options } => self.scope.resolve_deallocate(objects, options),
            tree::StatementKind::Where { mask, action } => self.where_statement(mask, action),
            tree::StatementKind::Forall { header, action } => self.forall_statement(header, action),
            tree::StatementKind::Unsupported(statement) => {
                let message = format!("{} is not supported yet", statement.name);
                Err(self.scope.error(statement.code, span, message))
            }
            tree::StatementKind::Invalid => Err(self.scope.reported_before()),
            // What its target is has been refused.
            tree::StatementKind::PointerAssign { target, .. } if self.scope.is_reported_target(target) => {
                Err(self.scope.reported_before())
            }
            _ => Err(self.scope.error("E0265", span, "this statement is not allowed here")),
        }
    }

    /// Notes the reference to a label.
    pub(super) fn label(&mut self, label: tree::Label) -> LabelRef {
        let block = self.block();
        self.labels.refer(label, block);
        LabelRef { label: label.value, span: label.span }
    }

    fn assign(&mut self, target: &tree::Expr, value: &tree::Expr, span: Span) -> Outcome<StatementKind> {
        // Both sides are resolved before either error counts, so that both are reported.
        let (target, value) = match &target.kind {
            // The other part stays.
            ExprKind::Component(part) => {
                let value = self.scope.resolve_value_of_part(part, value, target.span);
                (self.scope.resolve_target(&part.of), value)
            }
            _ => {
                let target = self.scope.resolve_target(target);
                let value = match &target {
                    Ok((_, ty)) => self.scope.resolve_given(value, *ty),
                    Err(_) => self.scope.resolve_any(value),
                };
                (target, value)
            }
        };
        let ((target, ty), value) = (target?, value?);
        let symbol = match &target {
            Target::Array(section, _) => section.array,
            Target::Scalar(designator) => designator.symbol(),
        };
        let value = self.scope.with_held_value(symbol, value)?;
        let target = match target {
            Target::Array(section, rank) => return self.scope.array_assignment(section, rank, ty, value),
            Target::Scalar(target) => target,
        };
        if value.rank() > 0 {
            return Err(self.scope.error("E0974", value.span, "an array can't be assigned to a scalar"));
        }
        if let Designator::Variable(symbol) = target {
            self.check_not_governing(symbol, span)?;
        }
        let value = self.scope.assigned(value, ty)?;
        Ok(StatementKind::Assign { target, value })
    }

    /// Reports a change of the variable that governs a loop around the statement.
    pub(super) fn check_not_governing(&mut self, symbol: SymbolId, span: Span) -> Outcome<()> {
        let Some(opener) = self.loop_of_variable(symbol) else { return Ok(()) };
        let name = self.scope.symbols[symbol].name.to_uppercase();
        let error = Diagnostic::error("E0269", span, format!("the DO variable `{name}` is changed in its loop"));
        Err(self.scope.report(error.with_related(opener, "the loop")))
    }

    fn computed_goto(&mut self, labels: &[tree::Label], selector: &tree::Expr) -> Outcome<StatementKind> {
        let labels = labels.iter().map(|label| self.label(*label)).collect();
        let selector = self.scope.resolve_expression(selector)?;
        match selector.ty {
            Type::Integer(_) => Ok(StatementKind::ComputedGoto { labels, selector }),
            ty => {
                let message = format!("the selector of a computed GO TO must be INTEGER, not {}", ty.name());
                Err(self.scope.error("E0227", selector.span, message))
            }
        }
    }

    fn assign_label(&mut self, label: tree::Label, variable: &Name) -> Outcome<StatementKind> {
        self.labels.assign(label);
        let variable = self.label_variable(variable)?;
        self.check_not_governing(variable, label.span)?;
        Ok(StatementKind::AssignLabel { label: LabelRef { label: label.value, span: label.span }, variable })
    }

    fn assigned_goto(&mut self, variable: &Name, labels: &[tree::Label]) -> Outcome<StatementKind> {
        let labels = labels.iter().map(|label| self.label(*label)).collect();
        Ok(StatementKind::AssignedGoto { variable: self.label_variable(variable)?, labels })
    }

    /// The INTEGER variable of ASSIGN and of an assigned GO TO.
    fn label_variable(&mut self, name: &Name) -> Outcome<SymbolId> {
        let (symbol, ty) = self.scope.assigned_variable(&name.text, name.span)?;
        match ty {
            Type::Integer(_) => Ok(symbol),
            ty => {
                let message = format!("a variable for labels is INTEGER, not {}", ty.name());
                Err(self.scope.error("E0227", name.span, message))
            }
        }
    }

    fn return_statement(&mut self, number: Option<&tree::Expr>) -> Outcome<StatementKind> {
        let Some(number) = number else { return Ok(StatementKind::Return(None)) };
        let value = self.scope.resolve_expression(number)?;
        if self.scope.kind != UnitKind::Subroutine {
            let message = "only a subroutine can return to a label of the caller";
            return Err(self.scope.error("E0246", number.span, message));
        }
        match value.ty {
            Type::Integer(_) => Ok(StatementKind::Return(Some(value))),
            ty => {
                let message = format!("the number of an alternate return is INTEGER, not {}", ty.name());
                Err(self.scope.error("E0227", value.span, message))
            }
        }
    }

    fn call(&mut self, procedure: &Name, arguments: &[tree::Argument], span: Span) -> Outcome<StatementKind> {
        let label_of = |argument: &tree::Argument| match argument.value.kind {
            ExprKind::Label(label) => Some(label),
            _ => None,
        };
        let alternates: Vec<LabelRef> = arguments.iter().filter_map(label_of).map(|label| self.label(label)).collect();
        let others: Vec<&tree::Argument> = arguments.iter().filter(|argument| label_of(argument).is_none()).collect();
        self.scope.resolve_call(procedure, &others, alternates, span)
    }

    fn arithmetic_if(&mut self, value: &tree::Expr, labels: [LabelRef; 3]) -> Outcome<StatementKind> {
        let value = self.scope.resolve_expression(value)?;
        if !is_ordered(value.ty) {
            let message = format!("an arithmetic IF needs INTEGER or REAL, not {}", value.ty.name());
            return Err(self.scope.error("E0227", value.span, message));
        }
        let [negative, zero, positive] = labels;
        Ok(StatementKind::ArithmeticIf { value, negative, zero, positive })
    }

    fn logical_if(&mut self, condition: &tree::Expr, action: &tree::Statement) -> Outcome<StatementKind> {
        let (condition, failure) = self.header(condition.span, |body| body.condition(condition));
        if matches!(action.kind, tree::StatementKind::LogicalIf { .. }) {
            return Err(self.scope.error("E0265", action.span, "an IF can't be the action of a logical IF"));
        }
        let kind = self.action_or_failure(&action.kind, action.span);
        if let Some(failure) = failure {
            return Ok(failure.kind);
        }
        let statement = Statement { label: None, kind, span: action.span };
        Ok(StatementKind::If { arms: vec![(condition, vec![statement])], otherwise: None })
    }

    /// The condition of an IF or DO WHILE; `.FALSE.` stands for a wrong one, so that its block stays.
    pub fn condition(&mut self, condition: &tree::Expr) -> Expr {
        match self.scope.resolve_expression(condition) {
            Ok(expr) if expr.ty == Type::Logical => return expr,
            Ok(expr) => {
                let message = format!("a condition must be LOGICAL, not {}", expr.ty.name());
                self.scope.error("E0223", expr.span, message);
            }
            Err(_) => {}
        }
        constant_expr(Constant::Logical(false), condition.span)
    }

    /// What governs a DO; DO without control stands for what is wrong.
    pub fn do_control(&mut self, control: &tree::DoControl) -> DoControl {
        match control {
            tree::DoControl::Counted(count) => self.counted(count).unwrap_or(DoControl::Forever),
            tree::DoControl::While(condition) => DoControl::While(self.condition(condition)),
            tree::DoControl::Forever => DoControl::Forever,
            // Resolved with its scope, in another place.
            tree::DoControl::Concurrent(_) => DoControl::Forever,
        }
    }

    pub(super) fn counted(&mut self, count: &tree::DoCount) -> Outcome<DoControl> {
        let name = &count.variable;
        let variable = self.scope.do_variable(name);
        let bounds = [Some(&count.first), Some(&count.last), count.step.as_ref()];
        let bounds = bounds.map(|bound| bound.map(|bound| self.scope.resolve_expression(bound)).transpose());
        let (variable, ty) = variable?;
        self.check_not_governing(variable, name.span)?;
        let mut converted = Vec::with_capacity(3);
        for bound in bounds {
            let bound = bound?.unwrap_or_else(|| one(name.span));
            if !is_ordered(bound.ty) {
                let message = format!("the bounds of a DO are INTEGER or REAL, not {}", bound.ty.name());
                return Err(self.scope.error("E0227", bound.span, message));
            }
            converted.push(self.scope.convert(bound, ty)?);
        }
        let (Some(step), Some(last), Some(first)) = (converted.pop(), converted.pop(), converted.pop()) else {
            return Err(self.scope.reported_before());
        };
        if matches!(as_constant(&step), Some(Constant::Integer(_, 0))) || is_real_zero(&step) {
            return Err(self.scope.error_with_help(
                "E0227",
                step.span,
                "the increment of a DO is zero",
                "use an increment that is not zero",
            ));
        }
        Ok(DoControl::Counted { variable, first, last, step })
    }

    /// The loop that CYCLE means: the named one, or the innermost.
    fn loop_named(&mut self, name: Option<&Name>, span: Span) -> Outcome<LoopId> {
        for open in self.open.iter().rev() {
            let is_named = name.is_none_or(|name| open.name.is_some_and(|opened| opened.text == name.text));
            match &open.kind {
                OpenKind::Do { id, .. } if is_named => return Ok(*id),
                _ => {}
            }
        }
        Err(match name {
            Some(name) => {
                let message = format!("CYCLE is not in a loop named `{}`", name.text.to_uppercase());
                self.scope.error("E0267", name.span, message)
            }
            None => self.scope.error("E0267", span, "CYCLE outside of a loop"),
        })
    }
}

impl Scope<'_> {
    /// The variable of a DO and its type.
    fn do_variable(&mut self, name: &Name) -> Outcome<(SymbolId, Type)> {
        let (symbol, ty) = self.assigned_variable(&name.text, name.span)?;
        if self.is_array(&name.text) {
            let message = format!("the DO variable `{}` is an array", name.text.to_uppercase());
            return Err(self.error_with_help("E0227", name.span, message, "use a scalar"));
        }
        if is_ordered(ty) {
            return Ok((symbol, ty));
        }
        let message = format!("a DO variable is INTEGER or REAL, not {}", ty.name());
        Err(self.error("E0227", name.span, message))
    }

    fn resolve_call(
        &mut self,
        name: &Name,
        arguments: &[&tree::Argument],
        alternates: Vec<LabelRef>,
        span: Span,
    ) -> Outcome<StatementKind> {
        if self.is_intrinsic_subroutine(&name.text) {
            return self.resolve_intrinsic_call(name, arguments, span);
        }
        let procedure = self.procedure_symbol(name, Use::Subroutine);
        let given = self.arrange_arguments(name, arguments)?;
        let resolved = self.resolve_arguments(name, &given);
        let (procedure, resolved) = (procedure?, resolved?);
        let arguments = self.fit_holleriths(name, &given, resolved)?;
        self.check_call(name, Use::Subroutine, (&arguments, alternates.len()), None, span)?;
        let arguments = self.shape_for(&name.text, arguments)?;
        let arguments = self.finish_arguments(name, arguments, span);
        let arguments = self.elemental_arguments(name, arguments);
        let arguments = self.mark_optional(name, arguments);
        self.check_elemental_call(&arguments, span)?;
        Ok(StatementKind::Call { procedure, arguments, alternates })
    }
}

fn is_real_zero(expr: &Expr) -> bool {
    matches!(as_constant(expr), Some(Constant::Real(_, value)) if *value == 0.0)
}
