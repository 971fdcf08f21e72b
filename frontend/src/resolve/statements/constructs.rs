//! SELECT CASE, BLOCK, ASSOCIATE, and EXIT from constructs that are not loops.

use super::blocks::Body;
use super::open_blocks::OpenKind;
use super::selectors::Prologue;
use crate::diagnostics::Diagnostic;
use crate::resolve::scope::Outcome;
use crate::resolve::scope::declared::declared_by;
use crate::resolve::scope::inner_scopes::Frame;
use crate::resolved::{
    ArrayForm, BinaryOp, CaseRange, CharacterLength, Designator, Expr, ExprKind, InnerScope, InnerScopeKind, LoopId,
    SelectCase, Statement, StatementKind, SymbolClass, SymbolId, UnaryOp,
};
use crate::source::Span;
use crate::tree::{self, Name};
use forlane_semantics::types::{Constant, Type};

/// A SELECT CASE that is open.
#[derive(Debug)]
pub(crate) struct OpenSelect {
    /// The selector; none if it is wrong, which has been reported.
    selector: Option<Expr>,
    /// In place of the construct, if the selector is not supported.
    failure: Option<Statement>,
    /// The cases that are complete.
    cases: Vec<Case>,
    /// What follows the present CASE; none before the first one.
    present: Option<Case>,
}

/// A CASE and its block.
#[derive(Debug)]
struct Case {
    /// The values; none for CASE DEFAULT.
    values: Option<Vec<CaseValue>>,
    body: Vec<Statement>,
    span: Span,
}

/// A value or range of constants.
#[derive(Debug)]
struct CaseValue {
    lower: Option<Constant>,
    upper: Option<Constant>,
    span: Span,
}

impl<'a> Body<'_, 'a> {
    /// What SELECT CASE opens.
    pub fn open_select(&mut self, selector: &tree::Expr) -> OpenKind {
        let (selector, failure) = self.header(selector.span, |body| match body.scope.resolve_expression(selector) {
            Ok(expr) if matches!(expr.ty, Type::Integer(_) | Type::Logical | Type::Character) => Some(expr),
            Ok(expr) => {
                let message = format!("the selector of SELECT CASE can't be {}", expr.ty.name());
                body.scope.error("E0227", expr.span, message);
                None
            }
            Err(_) => None,
        });
        OpenKind::Select(Box::new(OpenSelect { selector, failure, cases: Vec::new(), present: None }))
    }

    /// CASE.
    pub fn case(&mut self, statement: &tree::Statement, ranges: Option<&[tree::CaseRange]>, name: Option<&Name>) {
        self.define_not_executable(statement);
        if !self.unwind_to(|kind| matches!(kind, OpenKind::Select(_)), "CASE", statement.span) {
            return;
        }
        if name.is_some() {
            self.check_name(name, "CASE", statement.span);
        }
        let ty = match &self.open[self.open.len() - 1].kind {
            OpenKind::Select(select) => select.selector.as_ref().map(|selector| selector.ty),
            _ => None,
        };
        let values = ranges.map(|ranges| {
            let values = ranges.iter().filter_map(|range| self.case_value(range, ty).ok());
            values.collect::<Vec<CaseValue>>()
        });
        self.next_case(Case { values, body: Vec::new(), span: statement.span });
    }

    fn next_case(&mut self, next: Case) {
        let last = self.open.len() - 1;
        let outer = self.open[last - 1].block;
        let open = &mut self.open[last];
        let body = std::mem::take(&mut open.body);
        let OpenKind::Select(select) = &mut open.kind else { return };
        match select.present.replace(next) {
            Some(case) => select.cases.push(Case { body, ..case }),
            None => {
                if let Some(first) = body.first() {
                    let error = Diagnostic::error("E0265", first.span, "a statement between SELECT CASE and CASE");
                    self.scope.report(error.with_related(open.span, "the SELECT CASE"));
                }
            }
        }
        let opener = open.span;
        self.open[last].block = self.labels.add_block(outer, opener);
    }

    fn case_value(&mut self, range: &tree::CaseRange, ty: Option<Type>) -> Outcome<CaseValue> {
        let (lower, upper, span) = match range {
            tree::CaseRange::Value(value) => {
                let constant = self.case_constant(value, ty)?;
                return Ok(CaseValue { lower: Some(constant.clone()), upper: Some(constant), span: value.span });
            }
            tree::CaseRange::Range(lower, upper, span) => (lower, upper, *span),
        };
        if ty == Some(Type::Logical) {
            return Err(self.scope.error_with_help("E0227", span, "a range of LOGICAL values", "list the values"));
        }
        let mut ends = [lower, upper].into_iter().map(|end| match end {
            Some(end) => self.case_constant(end, ty).map(Some),
            None => Ok(None),
        });
        let (lower, upper) = (ends.next().unwrap_or(Ok(None)), ends.next().unwrap_or(Ok(None)));
        Ok(CaseValue { lower: lower?, upper: upper?, span })
    }

    fn case_constant(&mut self, value: &tree::Expr, ty: Option<Type>) -> Outcome<Constant> {
        let constant = self.scope.constant_expression(value)?;
        let fits = match (constant.ty(), ty) {
            // What is wrong with the selector has been reported.
            (_, None) | (Type::Integer(_), Some(Type::Integer(_))) => true,
            (given, Some(wanted)) => given == wanted,
        };
        if fits {
            return Ok(constant);
        }
        let (given, wanted) = (constant.ty().name(), ty.map_or("", Type::name));
        Err(self.scope.error("E0227", value.span, format!("a CASE of {given}, but the selector is {wanted}")))
    }

    /// The complete SELECT CASE.
    pub fn close_select(&mut self, select: OpenSelect, body: Vec<Statement>, span: Span) -> StatementKind {
        let OpenSelect { selector, failure, mut cases, present } = select;
        cases.extend(present.map(|case| Case { body, ..case }));
        let default = cases.iter().position(|case| case.values.is_none());
        let otherwise = default.map(|at| cases.remove(at));
        if let Some(second) = cases.iter().find(|case| case.values.is_none()) {
            let error = Diagnostic::error("E0270", second.span, "a second CASE DEFAULT");
            self.scope.report(error.with_related(span, "the SELECT CASE"));
        }
        self.check_overlaps(&cases);
        let otherwise = otherwise.map(|case| case.body);
        if let Some(failure) = failure {
            return failure.kind;
        }
        let Some(selector) = selector else {
            let arms = cases.into_iter().map(|case| (self.condition_that_fails(span), case.body)).collect();
            return StatementKind::If { arms, otherwise };
        };
        match selector.ty {
            Type::Integer(_) => select_integer(selector, cases, otherwise),
            _ => self.select_by_conditions(&selector, cases, otherwise),
        }
    }

    fn condition_that_fails(&self, span: Span) -> Expr {
        crate::resolve::expressions::constant_expr(Constant::Logical(false), span)
    }

    /// SELECT CASE on LOGICAL or CHARACTER as an IF.
    fn select_by_conditions(
        &mut self,
        selector: &Expr,
        cases: Vec<Case>,
        otherwise: Option<Vec<Statement>>,
    ) -> StatementKind {
        let (kept, selector) = self.kept_selector(selector);
        let selector = &selector;
        let mut arms = Vec::with_capacity(cases.len());
        for case in cases {
            let mut condition: Option<Expr> = None;
            for value in case.values.unwrap_or_default() {
                let Ok(test) = self.case_test(selector, &value) else { continue };
                condition = Some(match condition {
                    None => test,
                    Some(before) => {
                        let kind = ExprKind::Binary(BinaryOp::Or, Box::new(before), Box::new(test));
                        Expr::new(kind, Type::Logical, value.span)
                    }
                });
            }
            let condition = condition.unwrap_or_else(|| self.condition_that_fails(case.span));
            arms.push((condition, case.body));
        }
        if arms.is_empty() {
            arms.push((self.condition_that_fails(selector.span), Vec::new()));
        }
        if let (Some(binding), Some((first, _))) = (kept, arms.first_mut()) {
            // The first condition is evaluated in any case.
            let span = selector.span;
            let condition = std::mem::replace(first, self.condition_that_fails(span));
            let kind = ExprKind::Let(vec![binding], Box::new(condition));
            *first = Expr::new(kind, Type::Logical, span);
        }
        StatementKind::If { arms, otherwise }
    }

    /// A selector that calls functions is evaluated once, into a variable that the tests read. One of type CHARACTER
    /// takes the length of the value.
    fn kept_selector(&mut self, selector: &Expr) -> (Option<(SymbolId, Expr)>, Expr) {
        if !has_call(selector) {
            return (None, selector.clone());
        }
        let (ty, span) = (selector.ty, selector.span);
        let symbol = self.scope.hidden_variable("selector", ty, span);
        if ty == Type::Character {
            self.scope.symbols[symbol].length = Some(CharacterLength::Deferred);
            if let SymbolClass::Variable(variable) = &mut self.scope.symbols[symbol].class {
                variable.form = ArrayForm::Allocatable;
            }
        }
        let read = Expr::new(ExprKind::Read(Designator::Variable(symbol)), ty, span);
        (Some((symbol, selector.clone())), read)
    }

    fn case_test(&mut self, selector: &Expr, value: &CaseValue) -> Outcome<Expr> {
        if let Some(Constant::Logical(wanted)) = value.lower {
            let selector = selector.clone();
            let negated = || ExprKind::Unary(UnaryOp::Not, Box::new(selector.clone()));
            return Ok(match wanted {
                true => selector,
                false => Expr { kind: negated(), ..selector.clone() },
            });
        }
        let constant = |constant: &Constant| crate::resolve::expressions::constant_expr(constant.clone(), value.span);
        let mut compare = |op, bound: &Constant| self.scope.binary(op, selector.clone(), constant(bound), value.span);
        match (&value.lower, &value.upper) {
            (Some(lower), Some(upper)) if lower == upper => compare(BinaryOp::Equal, lower),
            (lower, upper) => {
                let lower = lower.as_ref().map(|lower| compare(BinaryOp::GreaterEqual, lower)).transpose()?;
                let upper = upper.as_ref().map(|upper| compare(BinaryOp::LessEqual, upper)).transpose()?;
                match (lower, upper) {
                    (Some(lower), Some(upper)) => self.scope.binary(BinaryOp::And, lower, upper, value.span),
                    (one, other) => one.or(other).ok_or_else(|| self.scope.reported_before()),
                }
            }
        }
    }

    /// Reports values that two cases share.
    fn check_overlaps(&mut self, cases: &[Case]) {
        let values: Vec<&CaseValue> = cases.iter().filter_map(|case| case.values.as_ref()).flatten().collect();
        let mut integers: Vec<(i64, i64, Span)> = Vec::new();
        for value in &values {
            let [lower, upper] = [(&value.lower, i64::MIN), (&value.upper, i64::MAX)].map(|(end, open)| match end {
                Some(Constant::Integer(_, end)) => Some(*end),
                None => Some(open),
                _ => None,
            });
            // A range whose ends are exchanged holds nothing.
            integers
                .extend(lower.zip(upper).filter(|(lower, upper)| lower <= upper).map(|(lo, up)| (lo, up, value.span)));
        }
        let mut overlaps = Vec::new();
        if integers.len() == values.len() {
            integers.sort_by_key(|(lower, ..)| *lower);
            let pairs = integers.windows(2).filter(|pair| pair[0].1 >= pair[1].0);
            overlaps.extend(pairs.map(|pair| (pair[0].2, pair[1].2)));
        } else {
            let mut seen: Vec<&CaseValue> = Vec::new();
            for value in values {
                let same = seen.iter().find(|one| one.lower == value.lower && one.upper == value.upper);
                overlaps.extend(same.map(|one| (one.span, value.span)));
                seen.push(value);
            }
        }
        for (one, other) in overlaps {
            let (first, second) = if one.start <= other.start { (one, other) } else { (other, one) };
            let error = Diagnostic::error("E0270", second, "this value is already in another CASE");
            self.scope.report(error.with_related(first, "the other one"));
        }
    }

    /// The specification part of a BLOCK whose first statement is at `index`: its names hide those outside.
    pub fn open_block_construct(&mut self, index: usize) -> OpenKind {
        let tree: &'a tree::Unit = self.scope.tree;
        let after = tree.statements.get(index + 1..).unwrap_or_default();
        let length = after.iter().position(|statement| statement.kind.is_executable()).unwrap_or(after.len());
        let specification = &after[..length];
        let mut frame = Frame::default();
        let mut declared = Vec::new();
        for statement in specification {
            if let tree::StatementKind::Use(used) = &statement.kind {
                self.scope.use_in_block(used, &mut frame);
            }
            if let tree::StatementKind::Common(_)
            | tree::StatementKind::Equivalence(_)
            | tree::StatementKind::Interface(_)
            | tree::StatementKind::Implicit(_)
            | tree::StatementKind::ImplicitNone { .. } = statement.kind
            {
                self.scope.error("E0928", statement.span, "this statement in a BLOCK is not supported yet");
            }
            declared_by(statement, &mut |name, span| declared.push((name, span)));
        }
        for (name, _) in &declared {
            self.scope.hide(name, &mut frame);
        }
        self.scope.declare_in_block(specification, &declared);
        let mut symbols: Vec<SymbolId> =
            declared.iter().filter_map(|(name, _)| self.scope.names.get(*name)).map(|facts| facts.symbol).collect();
        symbols.retain(|symbol| self.scope.variable(*symbol).is_some());
        symbols.sort_unstable();
        symbols.dedup();
        frame.symbols = symbols;
        self.frames.push(frame);
        OpenKind::Block
    }

    /// The names of an ASSOCIATE, and the statements that assign those that stand for expressions.
    pub fn open_associate(&mut self, associations: &'a [tree::Association]) -> OpenKind {
        let mut frame = Frame::default();
        let mut prologue = Vec::new();
        let mut meanings = Vec::new();
        for association in associations {
            let mut prologue = Prologue { frame: &mut frame, statements: &mut prologue };
            meanings.push(self.scope.association(association, &mut prologue));
        }
        for (association, meaning) in associations.iter().zip(meanings) {
            self.scope.hide(&association.name.text, &mut frame);
            self.scope.set_meaning(&association.name, meaning);
        }
        self.frames.push(frame);
        OpenKind::Associate(prologue)
    }

    /// The construct around the statement that has a name, or the innermost loop: what EXIT leaves.
    pub fn exited(&mut self, name: Option<&Name>, span: Span) -> Outcome<LoopId> {
        let mut found = None;
        for (at, open) in self.open.iter().enumerate().rev() {
            let is_named = name.is_none_or(|name| open.name.is_some_and(|opened| opened.text == name.text));
            let is_loop = matches!(open.kind, OpenKind::Do { .. });
            if let OpenKind::Do { concurrent: Some(_), .. } = &open.kind {
                let error = Diagnostic::error("E0267", span, "EXIT can't leave a DO CONCURRENT")
                    .with_help("use a mask, or a DO");
                return Err(self.scope.report(error.with_related(open.span, "the loop")));
            }
            if is_named && (is_loop || name.is_some()) {
                found = Some(at);
                break;
            }
        }
        let Some(at) = found else {
            return Err(match name {
                _ if self.has_invalid => self.scope.reported_before(),
                Some(name) => {
                    let message = format!("this EXIT is not in a construct named `{}`", name.text.to_uppercase());
                    self.scope.error("E0267", name.span, message)
                }
                None => self.scope.error("E0267", span, "EXIT outside of a loop"),
            });
        };
        if let OpenKind::Do { id, .. } = &self.open[at].kind {
            return Ok(*id);
        }
        if let Some(id) = self.open[at].exit {
            return Ok(id);
        }
        let id = self.new_loop();
        self.open[at].exit = Some(id);
        Ok(id)
    }

    /// Gives the names that an inner scope has hidden their meaning back. The scope.
    pub fn leave_frame(&mut self, kind: InnerScopeKind) -> InnerScope {
        let mut frame = self.frames.pop().unwrap_or_default();
        let symbols = std::mem::take(&mut frame.symbols);
        self.scope.restore(frame);
        InnerScope { kind, symbols }
    }
}

/// SELECT CASE on INTEGER.
fn select_integer(selector: Expr, cases: Vec<Case>, otherwise: Option<Vec<Statement>>) -> StatementKind {
    let integer = |constant: Option<Constant>| match constant {
        Some(Constant::Integer(_, value)) => Some(value),
        _ => None,
    };
    let range = |value: CaseValue| CaseRange { lower: integer(value.lower), upper: integer(value.upper) };
    let case = |case: Case| {
        let ranges = case.values.unwrap_or_default().into_iter().map(range).collect();
        SelectCase { ranges, body: case.body }
    };
    let cases = cases.into_iter().map(case).collect();
    StatementKind::Select { selector, cases, otherwise: otherwise.unwrap_or_default() }
}

/// Whether a function is called in the expression.
pub(in crate::resolve) fn has_call(expr: &Expr) -> bool {
    expr.any(|expr| matches!(expr.kind, ExprKind::Call { .. } | ExprKind::Let(..) | ExprKind::ArrayFunction(_)))
}
