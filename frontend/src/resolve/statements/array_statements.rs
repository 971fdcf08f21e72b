//! Assignments to arrays, WHERE and FORALL.

use super::blocks::Body;
use super::open_blocks::OpenKind;
use crate::diagnostics::Diagnostic;
use crate::resolve::constants::as_constant;
use crate::resolve::expressions::arrays::Hidden;
use crate::resolve::expressions::one;
use crate::resolve::scope::{Outcome, Scope};
use crate::resolved::{Argument, ArrayForm, Expr, ForallIndex, Section, Statement, StatementKind, SymbolId};
use crate::source::Span;
use crate::tree::{self, Name};
use forlane_semantics::types::{Constant, Type};

impl Scope<'_> {
    /// The statement that assigns a value to each element of an array.
    pub fn array_assignment(&mut self, target: Section, rank: usize, ty: Type, value: Expr) -> Outcome<StatementKind> {
        let value = self.assigned(value, ty)?;
        let is_allocated_anew = target.subscripts.is_empty()
            && self.variable(target.array).is_some_and(|variable| variable.form == ArrayForm::Allocatable);
        self.check_conformance(&value, Some((&target, rank)).filter(|_| !is_allocated_anew))?;
        if is_allocated_anew && value.rank() > 0 && value.rank() != rank {
            return Err(self.error(
                "E0280",
                value.span,
                format!("the array has rank {rank}, the value {}", value.rank()),
            ));
        }
        Ok(StatementKind::AssignArray { target, value })
    }

    /// A LOGICAL array.
    fn array_mask(&mut self, mask: &tree::Expr) -> Outcome<Expr> {
        let mask = self.resolve_array_or_scalar(mask)?;
        match (mask.ty, mask.rank()) {
            (Type::Logical, 1..) => Ok(mask),
            (ty, _) => {
                let message =
                    format!("the mask of WHERE is a LOGICAL array, not {} of rank {}", ty.name(), mask.rank());
                Err(self.error("E0223", mask.span, message))
            }
        }
    }

    /// Has arguments that are passed to dummy arrays of assumed shape bring their shape; `is_assumed` says which.
    pub fn shape_arguments(&mut self, arguments: Vec<Argument>, is_assumed: &[bool]) -> Outcome<Vec<Argument>> {
        let shaped = arguments.into_iter().enumerate().map(|(index, argument)| {
            let is_assumed = is_assumed.get(index).copied().unwrap_or(false);
            if !is_assumed || matches!(argument, Argument::Omitted(_)) {
                return Ok(argument);
            }
            let (is_array, span) = match &argument {
                Argument::Array(_, span) => (true, *span),
                Argument::Section(section) => (true, section.span),
                Argument::Value(value) => (value.rank() > 0, value.span),
                Argument::Designator(_, span) => (false, *span),
                _ => (false, Span::default()),
            };
            if !is_array {
                let message = "the dummy argument has an assumed shape, so the argument must be an array";
                return Err(self.error("E0282", span, message));
            }
            if let Argument::Array(symbol, _) = &argument
                && self.has_assumed_size(*symbol)
            {
                let message = "the dummy argument has an assumed shape, but an assumed-size array has no shape";
                return Err(self.error("E0282", span, message));
            }
            Ok(Argument::Shaped(Box::new(argument)))
        });
        shaped.collect()
    }
}

impl Scope<'_> {
    /// True for a dummy array whose last dimension is `*`.
    fn has_assumed_size(&self, symbol: SymbolId) -> bool {
        let facts = self.names.get(self.symbols[symbol].name.as_str());
        let last = facts.and_then(|facts| facts.dimensions?.0.last());
        last.is_some_and(|last| last.upper.is_none() && !last.is_open)
    }
}

/// A FORALL header while its construct is open.
#[derive(Debug)]
pub(crate) struct ForallScope<'a> {
    indices: Vec<ForallIndex>,
    mask: Option<Expr>,
    hidden: Vec<(Name, Hidden<'a>)>,
}

impl<'a> Body<'_, 'a> {
    /// The WHERE statement.
    pub fn where_statement(&mut self, mask: &tree::Expr, action: &tree::Statement) -> Outcome<StatementKind> {
        let mask = self.scope.array_mask(mask)?;
        let body = vec![self.plain_action(action)?];
        self.check_where_body(&body)?;
        Ok(StatementKind::Where(vec![(Some(mask), body)]))
    }

    /// The mask of WHERE or ELSEWHERE.
    pub fn where_mask(&mut self, mask: &tree::Expr) -> Option<Expr> {
        self.scope.array_mask(mask).ok()
    }

    /// The FORALL statement.
    pub fn forall_statement(
        &mut self,
        header: &tree::ForallHeader,
        action: &tree::Statement,
    ) -> Outcome<StatementKind> {
        let open = self.open_forall(header)?;
        let body = self.plain_action(action).map(|action| vec![action]);
        self.close_forall(open, body?)
    }

    fn plain_action(&mut self, action: &tree::Statement) -> Outcome<Statement> {
        let kind = self.action(&action.kind, action.span)?;
        Ok(Statement { label: None, kind, span: action.span })
    }

    /// Enters the indices of a FORALL, whose bounds may not depend on them.
    pub fn open_forall(&mut self, header: &tree::ForallHeader) -> Outcome<ForallScope<'a>> {
        self.check_forall_bounds(header)?;
        let mut bounds = Vec::new();
        for index in &header.indices {
            let first = self.scope.resolve_index(&index.first)?;
            let last = self.scope.resolve_index(&index.last)?;
            let step = match &index.step {
                Some(step) => self.scope.resolve_index(step)?,
                None => one(index.variable.span),
            };
            if matches!(as_constant(&step), Some(Constant::Integer(_, 0))) {
                return Err(self.scope.error_with_help(
                    "E0287",
                    step.span,
                    "the increment of a FORALL is zero",
                    "use an increment that is not zero",
                ));
            }
            bounds.push([first, last, step]);
        }
        let mut open = ForallScope { indices: Vec::new(), mask: None, hidden: Vec::new() };
        let entered = self.enter_indices(header, bounds, &mut open);
        if entered.is_err() {
            self.leave_indices(&mut open);
        }
        entered.map(|()| open)
    }

    /// Reports bounds of a FORALL that name its indices: they have no values there.
    fn check_forall_bounds(&mut self, header: &tree::ForallHeader) -> Outcome<()> {
        let mut found = None;
        for index in &header.indices {
            for bound in [Some(&index.first), Some(&index.last), index.step.as_ref()].into_iter().flatten() {
                tree::for_each_name_of(bound, &mut |mention| {
                    let is_index = header.indices.iter().any(|index| index.variable.text == mention.name);
                    if is_index && mention.is_variable {
                        found.get_or_insert((mention.name.to_uppercase(), mention.span));
                    }
                });
            }
        }
        match found {
            Some((name, span)) => {
                let message = format!("a bound of FORALL can't depend on its index `{name}`");
                Err(self.scope.error("E0287", span, message))
            }
            None => Ok(()),
        }
    }

    fn enter_indices(
        &mut self,
        header: &tree::ForallHeader,
        bounds: Vec<[Expr; 3]>,
        open: &mut ForallScope<'a>,
    ) -> Outcome<()> {
        for (index, bounds) in header.indices.iter().zip(bounds) {
            let (variable, kind, hidden) = self.scope.hide_by_index(&index.variable)?;
            open.hidden.push((index.variable.clone(), hidden));
            let [first, last, step] = bounds.map(|bound| self.scope.convert(bound, Type::Integer(kind)));
            open.indices.push(ForallIndex { variable, first: first?, last: last?, step: step? });
        }
        if let Some(mask) = &header.mask {
            let mask = self.scope.resolve_expression(mask)?;
            if mask.ty != Type::Logical {
                let message = format!("the mask of FORALL is LOGICAL, not {}", mask.ty.name());
                return Err(self.scope.error("E0223", mask.span, message));
            }
            open.mask = Some(mask);
        }
        Ok(())
    }

    fn leave_indices(&mut self, open: &mut ForallScope<'a>) {
        while let Some((name, hidden)) = open.hidden.pop() {
            self.scope.uncover(&name, hidden);
        }
    }

    /// The FORALL whose header was opened.
    pub fn close_forall(&mut self, mut open: ForallScope<'a>, body: Vec<Statement>) -> Outcome<StatementKind> {
        self.leave_indices(&mut open);
        for statement in &body {
            let is_sound = matches!(
                statement.kind,
                StatementKind::Assign { .. }
                    | StatementKind::AssignArray { .. }
                    | StatementKind::Where(_)
                    | StatementKind::Forall { .. }
                    | StatementKind::Continue
                    | StatementKind::Unsupported(_)
            );
            if !is_sound {
                let message = "only assignments, WHEREs and FORALLs are allowed in a FORALL";
                return Err(self.scope.error("E0283", statement.span, message));
            }
        }
        let ForallScope { indices, mask, .. } = open;
        Ok(StatementKind::Forall { indices, mask, body })
    }

    /// The body of a WHERE holds assignments to arrays, and WHEREs.
    pub fn check_where_body(&mut self, body: &[Statement]) -> Outcome<()> {
        for statement in body {
            match &statement.kind {
                StatementKind::AssignArray { .. } | StatementKind::Where(_) => {}
                StatementKind::Continue | StatementKind::Unsupported(_) => {}
                _ => {
                    let message = "only assignments to arrays and WHEREs are allowed in a WHERE";
                    return Err(self.scope.error("E0283", statement.span, message));
                }
            }
        }
        Ok(())
    }

    /// ELSEWHERE.
    pub fn elsewhere(&mut self, statement: &tree::Statement, mask: Option<&tree::Expr>, name: Option<&Name>) {
        let next = mask.map(|mask| self.where_mask(mask));
        if !self.unwind_to(|kind| matches!(kind, OpenKind::Where { .. }), "ELSEWHERE", statement.span) {
            return;
        }
        if name.is_some() {
            self.check_name(name, "ELSEWHERE", statement.span);
        }
        let last = self.open.len() - 1;
        let open = &mut self.open[last];
        let OpenKind::Where { arms, mask, is_last } = &mut open.kind else { return };
        if *is_last {
            let opener = open.span;
            let error = Diagnostic::error("E0265", statement.span, "ELSEWHERE after the ELSEWHERE without a mask");
            self.scope.report(error.with_related(opener, "the WHERE"));
            return;
        }
        let body = std::mem::take(&mut open.body);
        arms.push((mask.take(), body));
        *is_last = next.is_none();
        *mask = next.flatten();
    }

    /// The WHERE of the arms of a construct that has ended.
    pub fn where_of_arms(&mut self, arms: Vec<(Option<Expr>, Vec<Statement>)>) -> Outcome<StatementKind> {
        for (_, body) in &arms {
            self.check_where_body(body)?;
        }
        Ok(StatementKind::Where(arms))
    }
}
