//! DO CONCURRENT: loops over its indices, the first index innermost as in gfortran.

use super::blocks::{Body, OpenKind};
use super::expressions::one;
use super::inner_scopes::{Frame, assign};
use super::scope::{Outcome, Reported};
use crate::resolved::{Designator, DoControl, Expr, ExprKind, LoopId, Section, Statement, StatementKind};
use crate::source::Span;
use crate::tree::{self, Locality};
use crate::types::Type;

/// What a DO CONCURRENT has beside its innermost loop.
#[derive(Debug, Default)]
pub(crate) struct OpenConcurrent {
    /// The loops around it, the outermost last.
    outer: Vec<(LoopId, DoControl)>,
    mask: Option<Expr>,
    /// What gives LOCAL_INIT variables their values.
    prologue: Vec<Statement>,
}

impl<'a> Body<'_, 'a> {
    /// What DO CONCURRENT opens.
    pub fn open_concurrent(&mut self, header: &'a tree::Concurrent, terminal: Option<tree::Label>) -> OpenKind {
        let mut frame = Frame::default();
        let opened = self.try_concurrent(header, &mut frame);
        self.frames.push(frame);
        let (id, control, concurrent) =
            opened.unwrap_or_else(|Reported| (self.new_loop(), DoControl::Forever, OpenConcurrent::default()));
        OpenKind::Do { id, control, terminal, concurrent: Some(Box::new(concurrent)) }
    }

    fn try_concurrent(
        &mut self,
        header: &'a tree::Concurrent,
        frame: &mut Frame<'a>,
    ) -> Outcome<(LoopId, DoControl, OpenConcurrent)> {
        // The bounds are those of names outside.
        let mut bounds = Vec::new();
        for index in &header.indices {
            let step = match &index.step {
                Some(step) => self.scope.resolve_expression(step)?,
                None => one(index.name.span),
            };
            let first = self.scope.resolve_expression(&index.first)?;
            bounds.push([first, self.scope.resolve_expression(&index.last)?, step]);
        }
        let mut loops = Vec::new();
        let common = header.ty.as_ref().map(|ty| self.scope.type_of_spec(ty)).transpose()?;
        for (index, bounds) in header.indices.iter().zip(bounds) {
            let ty = match common {
                Some(ty) => ty,
                None => self.scope.type_of_name(&index.name.text, index.name.span)?,
            };
            if !matches!(ty, Type::Integer(_)) {
                let message =
                    format!("the index `{}` must be INTEGER, not {}", index.name.text.to_uppercase(), ty.name());
                return Err(self.scope.error("E0227", index.name.span, message));
            }
            let [first, last, step] = bounds.map(|bound| self.scope.convert(bound, ty));
            let variable = self.scope.new_inner_variable(&index.name, ty, frame);
            let control = DoControl::Counted { variable, first: first?, last: last?, step: step? };
            loops.push((self.new_loop(), control));
        }
        let prologue = self.localities(header, frame)?;
        let mask = header.mask.as_ref().map(|mask| self.condition(mask));
        let mut loops = loops.into_iter();
        let Some((id, control)) = loops.next() else { return Err(Reported) };
        Ok((id, control, OpenConcurrent { outer: loops.collect(), mask, prologue }))
    }

    fn localities(&mut self, header: &'a tree::Concurrent, frame: &mut Frame<'a>) -> Outcome<Vec<Statement>> {
        let mut prologue = Vec::new();
        for locality in &header.localities {
            match locality {
                Locality::Local(names) => {
                    for name in names {
                        self.scope.new_inner_copy(name, frame)?;
                    }
                }
                Locality::LocalInit(names) => {
                    for name in names {
                        let (outside, inside) = self.scope.new_inner_copy(name, frame)?;
                        let Some(variable) = self.scope.variable(outside) else { continue };
                        let ty = variable.ty;
                        if let Some(rank) = variable.shape.as_ref().map(Vec::len) {
                            let whole = |array| Section::whole(array, name.span);
                            let value = Expr::of_section(whole(outside), rank, ty);
                            let kind = StatementKind::AssignArray { target: whole(inside), value };
                            prologue.push(Statement { label: None, kind, span: name.span });
                            continue;
                        }
                        let kind = ExprKind::Read(Designator::Variable(outside));
                        prologue.push(assign(inside, Expr { kind, ty, span: name.span }));
                    }
                }
                // Nothing follows from these; that a name is listed nowhere does no harm.
                Locality::Shared(_) | Locality::DefaultNone(_) => {}
            }
        }
        Ok(prologue)
    }
}

/// The loops around a block, and the condition in the innermost one.
pub(crate) fn close_concurrent(
    open: OpenConcurrent,
    (id, control): (LoopId, DoControl),
    body: Vec<Statement>,
    terminal: Option<Box<crate::resolved::Terminal>>,
    span: Span,
) -> StatementKind {
    let plain = |kind| Statement { label: None, kind, span };
    let mut inner = open.prologue;
    match open.mask {
        Some(mask) => inner.push(plain(StatementKind::If { arms: vec![(mask, body)], otherwise: None })),
        None => inner.extend(body),
    }
    let mut kind = StatementKind::Do { id, control, body: inner, terminal };
    for (id, control) in open.outer {
        kind = StatementKind::Do { id, control, body: vec![plain(kind)], terminal: None };
    }
    kind
}
