//! DO loops without derived types and pointers.
//!
//! A DO variable with POINTER or TARGET is in the stores, where only assignments reach it. The loop gets a variable of
//! its own, whose value is assigned at the start of each iteration, and after the loop:
//!
//! ```text
//! do i = 1, n              do index = 1, n
//!                            i = index
//!   s = s + p                s = s + p
//! end do                   end do
//!                          i = index
//! ```

use super::names::Meaning;
use super::rewriter::{Outcome, Problem, Rewriter};
use super::statements::{Body, OpenLoop};
use super::stores::StoreType;
use super::terms::{declaration, integer, name_expr};
use crate::source::Span;
use crate::tree::visit::mutable::walk_statement;
use crate::tree::*;

/// The largest label that a program can have.
const MAX_LABEL: u32 = 99_999;

impl Body<'_, '_> {
    pub fn open_loop(&mut self, label: &Option<Label>) {
        self.loops.push(OpenLoop { label: label.as_ref().map(|label| label.value), after: Vec::new() });
    }

    /// After a statement: ends the loops that it ends.
    pub fn close_loops(&mut self, label: Option<Label>, ends_loop: bool) {
        let label = label.map(|label| label.value);
        let is_ended = |open: &OpenLoop| ends_loop || open.label.is_some() && open.label == label;
        while let Some(open) = self.loops.pop_if(|open| is_ended(open)) {
            self.done.extend(open.after);
            if ends_loop {
                break;
            }
        }
    }

    /// After the statement that ends the open loops with its label: where it has become several, or something comes
    /// between the ends of two of the loops, each of them gets a CONTINUE of its own.
    pub fn separate_ends(&mut self, label: Label, is_single: bool) {
        let is_ended = |open: &&OpenLoop| open.label == Some(label.value);
        let ended = self.loops.iter().rev().take_while(is_ended).count();
        let inner = self.loops.iter().skip(self.loops.len() - ended).skip(1);
        if is_single && inner.clone().all(|open| open.after.is_empty()) {
            return;
        }
        for open in self.loops.drain(self.loops.len() - ended..).rev() {
            self.own_labels += 1;
            let own = Label { value: MAX_LABEL + self.own_labels, ..label };
            let of_loop = self.done.iter_mut().rev().find_map(|statement| match &mut statement.kind {
                StatementKind::Do { label: Some(other), .. } if other.value == label.value => Some(other),
                _ => None,
            });
            if let Some(of_loop) = of_loop {
                *of_loop = own;
            }
            self.done.push(Statement { label: Some(own), kind: StatementKind::Continue, span: label.span });
            self.done.extend(open.after);
        }
    }

    /// DO of any form.
    pub fn loop_of(
        &mut self,
        name: Option<Name>,
        label: Option<Label>,
        control: DoControl,
        span: Span,
    ) -> Outcome<Vec<StatementKind>> {
        match control {
            DoControl::While(condition) => self.do_while(name, label, condition, span),
            DoControl::Counted(count) => self.do_counted(name, label, *count, span),
            control => {
                let mut statement = Statement { label: None, kind: StatementKind::Do { name, label, control }, span };
                let mut bounds = Vec::new();
                if let StatementKind::Do { control: DoControl::Concurrent(concurrent), .. } = &mut statement.kind {
                    concurrent.indices.iter().try_for_each(|index| self.rewriter.check_index(&index.variable))?;
                    // Bounds are evaluated once, before; the mask is not.
                    for bound in concurrent.indices.iter_mut().flat_map(bounds_of) {
                        let given = std::mem::replace(bound, integer(0, span));
                        bounds.push(self.rewriter.plain(given)?);
                    }
                    self.within("a function of derived type in DO CONCURRENT", |rewriter| {
                        rewriter.each_plain(|each| walk_statement(each, &mut statement))
                    })?;
                }
                if let StatementKind::Do { control: DoControl::Concurrent(concurrent), .. } = &mut statement.kind {
                    let places = concurrent.indices.iter_mut().flat_map(bounds_of);
                    places.zip(bounds).for_each(|(place, bound)| *place = bound);
                }
                Ok(vec![statement.kind])
            }
        }
    }

    fn do_counted(
        &mut self,
        name: Option<Name>,
        label: Option<Label>,
        count: DoCount,
        span: Span,
    ) -> Outcome<Vec<StatementKind>> {
        let mut count = self.rewriter.count_values(count)?;
        let Some(store) = self.rewriter.index_in_store(&count.variable) else {
            let control = DoControl::Counted(Box::new(count));
            return Ok(vec![StatementKind::Do { name, label, control }]);
        };
        let index = Name { text: self.rewriter.new_name("index"), span };
        let declared = declaration(store.spec(span), Vec::new(), index.text.clone(), Vec::new(), None, span);
        self.rewriter.temporaries.push(declared);
        let variable = std::mem::replace(&mut count.variable, index.clone());
        let assigned =
            self.rewriter.inside(|rewriter| rewriter.assign(name_expr(&variable), name_expr(&index), span))?;
        if let Some(open) = self.loops.last_mut() {
            open.after = assigned.iter().cloned().map(|kind| Statement { label: None, kind, span }).collect();
        }
        let open = StatementKind::Do { name, label, control: DoControl::Counted(Box::new(count)) };
        Ok([open].into_iter().chain(assigned).collect())
    }

    /// DO WHILE whose condition needs statements of its own is a DO that is left.
    fn do_while(
        &mut self,
        name: Option<Name>,
        label: Option<Label>,
        condition: Expr,
        span: Span,
    ) -> Outcome<Vec<StatementKind>> {
        let condition = self.rewriter.plain(condition)?;
        if self.rewriter.prelude.is_empty() {
            return Ok(vec![StatementKind::Do { name, label, control: DoControl::While(condition) }]);
        }
        let inside = std::mem::take(&mut self.rewriter.prelude).into_iter().map(|statement| statement.kind);
        let condition = Expr { kind: ExprKind::Paren(Box::new(condition)), span };
        let condition = Expr { kind: ExprKind::Unary(UnaryOp::Not, Box::new(condition)), span };
        let exit = Box::new(Statement { label: None, kind: StatementKind::Exit(None), span });
        let open = StatementKind::Do { name, label, control: DoControl::Forever };
        let leave = StatementKind::LogicalIf { condition, action: exit };
        Ok([open].into_iter().chain(inside).chain([leave]).collect())
    }
}

impl Rewriter<'_> {
    /// The store that a scalar variable is in, as which it can't be the index of a loop.
    fn index_in_store(&self, variable: &Name) -> Option<StoreType> {
        match self.find(&variable.text) {
            Some(Meaning::Variable(variable)) if variable.pointer.is_some() => {
                StoreType::of_numbers(variable.shape.ty.as_ref()?)
            }
            _ => None,
        }
    }

    /// The index of a construct or an implied DO has the type of a variable, and hides it.
    pub fn check_index(&self, variable: &Name) -> Outcome<()> {
        let what = "a variable with POINTER or TARGET as the index of an implied DO, FORALL or DO CONCURRENT";
        self.index_in_store(variable).map_or(Ok(()), |_| Err(Problem::Refused(what, variable.span)))
    }

    /// The index and the bounds of an implied DO.
    pub fn count_of(&mut self, count: DoCount) -> Outcome<DoCount> {
        self.check_index(&count.variable)?;
        self.count_values(count)
    }

    /// The bounds of a DO.
    fn count_values(&mut self, count: DoCount) -> Outcome<DoCount> {
        if let Some((value, _)) = self.named_pointer(&count.variable) {
            self.check_no_procedure(&value)?;
        }
        let (first, last) = (self.plain(count.first)?, self.plain(count.last)?);
        let step = count.step.map(|step| self.plain(step)).transpose()?;
        Ok(DoCount { variable: count.variable, first, last, step })
    }
}

/// The bounds of an index, and its step if it has one.
fn bounds_of(index: &mut ConcurrentIndex) -> impl Iterator<Item = &mut Expr> {
    [&mut index.first, &mut index.last].into_iter().chain(&mut index.step)
}
