//! DO CONCURRENT: loops over its indices, the first index innermost as in gfortran.

use super::blocks::Body;
use super::open_blocks::OpenKind;
use crate::diagnostics::Diagnostic;
use crate::resolve::expressions::one;
use crate::resolve::scope::Outcome;
use crate::resolve::scope::inner_scopes::{Frame, assign};
use crate::resolved::{
    Designator, DoControl, Expr, ExprKind, LoopId, Section, Statement, StatementKind, Storage, SymbolClass,
};
use crate::source::Span;
use crate::tree::{self, Locality};
use forlane_semantics::types::Type;
use indexmap::{IndexMap, IndexSet};

/// What a DO CONCURRENT has beside its innermost loop.
#[derive(Debug, Default)]
pub(crate) struct OpenConcurrent {
    /// The loops around it, the outermost last.
    outer: Vec<(LoopId, DoControl)>,
    mask: Option<Expr>,
    /// The assignments to LOCAL_INIT variables.
    prologue: Vec<Statement>,
    /// What DEFAULT(NONE) says.
    explicit: Option<ExplicitLocality>,
}

/// DEFAULT(NONE): the locality of each variable from outside must be given.
#[derive(Debug)]
struct ExplicitLocality {
    /// Where it is.
    span: Span,
    /// The names for which it need not be given again: those of SHARED, and those of which the lack is reported.
    known: IndexSet<tree::Word>,
    /// The number of scopes that were open outside.
    frames: usize,
}

impl<'a> Body<'_, 'a> {
    /// What DO CONCURRENT opens.
    pub fn open_concurrent(&mut self, header: &'a tree::Concurrent, terminal: Option<tree::Label>) -> OpenKind {
        let mut frame = Frame::default();
        let opened = self.try_concurrent(header, &mut frame);
        self.frames.push(frame);
        let (id, control, concurrent) =
            opened.unwrap_or_else(|_| (self.new_loop(), DoControl::Forever, OpenConcurrent::default()));
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
                None => one(index.variable.span),
            };
            let first = self.scope.resolve_expression(&index.first)?;
            bounds.push([first, self.scope.resolve_expression(&index.last)?, step]);
        }
        let mut loops = Vec::new();
        let common = header.ty.as_ref().map(|ty| self.scope.type_of_spec(ty)).transpose()?;
        for (index, bounds) in header.indices.iter().zip(bounds) {
            let ty = match common {
                Some(ty) => ty,
                None => self.scope.type_of_name(&index.variable.text, index.variable.span)?,
            };
            if !matches!(ty, Type::Integer(_)) {
                let message =
                    format!("the index `{}` must be INTEGER, not {}", index.variable.text.to_uppercase(), ty.name());
                return Err(self.scope.error("E0227", index.variable.span, message));
            }
            let [first, last, step] = bounds.map(|bound| self.scope.convert(bound, ty));
            let variable = self.scope.new_inner_variable(&index.variable, ty, frame);
            let control = DoControl::Counted { variable, first: first?, last: last?, step: step? };
            loops.push((self.new_loop(), control));
        }
        let prologue = self.localities(header, frame)?;
        let explicit = self.explicit_locality(header);
        let mask = header.mask.as_ref().map(|mask| self.condition(mask));
        let mut loops = loops.into_iter();
        let Some((id, control)) = loops.next() else { return Err(self.scope.reported_before()) };
        Ok((id, control, OpenConcurrent { outer: loops.collect(), mask, prologue, explicit }))
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
                        prologue.push(assign(inside, Expr::new(kind, ty, name.span)));
                    }
                }
                // Nothing is to be done for these.
                Locality::Shared(_) | Locality::DefaultNone(_) => {}
            }
        }
        Ok(prologue)
    }
}

impl Body<'_, '_> {
    fn explicit_locality(&self, header: &tree::Concurrent) -> Option<ExplicitLocality> {
        let span = header.localities.iter().find_map(|locality| match locality {
            Locality::DefaultNone(span) => Some(*span),
            _ => None,
        })?;
        let shared = header.localities.iter().filter_map(|locality| match locality {
            Locality::Shared(names) => Some(names),
            _ => None,
        });
        let known = shared.flatten().map(|name| name.text.clone()).collect();
        Some(ExplicitLocality { span, known, frames: self.frames.len() })
    }

    /// Reports the variables of a statement in the block of a DO CONCURRENT with DEFAULT(NONE) whose locality nothing
    /// gives (Fortran 2018, 11.1.7.5). What a module lends is not a variable of the unit.
    pub fn check_localities(&mut self, statement: &tree::Statement) {
        for at in 1..self.open.len() {
            let open = &self.open[at];
            let OpenKind::Do { concurrent: Some(concurrent), .. } = &open.kind else { continue };
            let Some(explicit) = concurrent.explicit.as_ref().filter(|_| open.span != statement.span) else { continue };
            let frames = &self.frames[explicit.frames.min(self.frames.len())..];
            let mut missing: IndexMap<&str, Span> = IndexMap::new();
            tree::for_each_name(statement, &mut |mention| {
                let is_inner = frames.iter().any(|frame| frame.hides(mention.name))
                    || self.scope.names.get(mention.name).is_some_and(|facts| facts.is_index)
                    || self.is_forall_index(mention.name, statement);
                let is_meant = mention.is_variable || self.scope.is_array(mention.name);
                if is_meant && !is_inner && !explicit.known.contains(mention.name) && self.is_own_variable(mention.name)
                {
                    missing.entry(mention.name).or_insert(mention.span);
                }
            });
            let (place, missing): (Span, Vec<(tree::Word, Span)>) =
                (explicit.span, missing.into_iter().map(|(name, span)| (tree::Word::new(name), span)).collect());
            for (name, span) in missing {
                let message =
                    format!("the locality of `{}` in this DO CONCURRENT is not specified", name.to_uppercase());
                let error = Diagnostic::error("E0285", span, message).with_related(place, "which requires it");
                self.scope.report(error.with_help("name it in LOCAL, LOCAL_INIT or SHARED"));
                if let OpenKind::Do { concurrent: Some(concurrent), .. } = &mut self.open[at].kind {
                    concurrent.explicit.iter_mut().for_each(|explicit| explicit.known.extend([name.clone()]));
                }
            }
        }
    }

    /// A variable of the unit or of its host.
    fn is_own_variable(&self, name: &str) -> bool {
        let Some(facts) = self.scope.names.get(name) else { return false };
        let is_variable = matches!(self.scope.symbols[facts.symbol].class, SymbolClass::Variable(_));
        let is_lent = facts.origin.as_ref().is_some_and(|origin| {
            matches!(&origin.symbol.class, SymbolClass::Variable(variable) if variable.storage == Storage::Area)
        });
        is_variable && !is_lent && !facts.reported && facts.constant.is_none()
    }

    fn is_forall_index(&self, name: &str, statement: &tree::Statement) -> bool {
        let (tree::StatementKind::Forall { header, .. } | tree::StatementKind::ForallConstruct { header, .. }) =
            &statement.kind
        else {
            return false;
        };
        header.indices.iter().any(|index| index.variable.text == name)
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
