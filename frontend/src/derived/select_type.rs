//! SELECT TYPE. Where the type of the selector is known, one block is left, or none.

use super::boxes::VALUE;
use super::names::{Meaning, Names, Placed, Shaped, Ty, Variable};
use super::paths::{Record, Value};
use super::polymorphic::is_one_of;
use super::rewriter::{Outcome, Problem};
use super::select_rank::SELECT_RANK;
use super::statements::Body;
use super::terms::name_expr;
use super::typing::derived_name;
use crate::diagnostics::Diagnostic;
use crate::source::Span;
use crate::tree::*;
use forlane_semantics::pointer_part;
use std::collections::VecDeque;
use std::rc::Rc;

/// The name of the object in the blocks for an object of CLASS.
enum Known {
    /// That of the pointer that is the selector: its parts say where the object is.
    Own(Name),
    /// Another one.
    Other(Name),
}

/// A block with what it is for.
pub(super) struct GuardedBlock {
    pub guard: TypeGuard,
    pub statements: Vec<Statement>,
}

impl Body<'_, '_> {
    /// Puts the statements of the block that is executed in front of those that follow the construct.
    pub(super) fn select_type(
        &mut self,
        (name, association, selector): (Option<Name>, Option<Name>, Expr),
        (label, span): (Option<Label>, Span),
        rest: &mut VecDeque<Statement>,
    ) {
        let (blocks, end) = self.blocks("SELECT TYPE", span, rest);
        let guards: Vec<&TypeGuard> = blocks.iter().map(|block| &block.guard).collect();
        let chosen = match self.rewriter.selector(&selector) {
            Ok(Value::Record(object)) if object.tag.is_some() => {
                let known = match (association, &selector.kind) {
                    (Some(association), _) => Known::Other(association),
                    (None, ExprKind::Name(text)) => Known::Own(Name { text: text.clone(), span: selector.span }),
                    (None, _) => Known::Other(Name { text: self.rewriter.new_name("selector"), span }),
                };
                return match self.select_polymorphic((name, known), &object, blocks, (label, end), span) {
                    Ok(()) => {}
                    Err(problem) => {
                        self.rewriter.prelude.clear();
                        self.failed(problem, true, Statement { label, kind: StatementKind::Invalid, span });
                    }
                };
            }
            Ok(value) => match value.shape().ty {
                Some(ty) => self.rewriter.block_for(&ty, &guards),
                None => Ok(None),
            },
            Err(problem) => Err(problem),
        };
        // The selector itself is rewritten where it is used.
        self.rewriter.prelude.clear();
        let chosen = match chosen {
            Ok(chosen) => chosen,
            Err(problem) => {
                return self.failed(problem, true, Statement { label, kind: StatementKind::Invalid, span });
            }
        };
        let around = match (association, name) {
            (Some(association), name) => {
                let associations = vec![Association { name: association, selector }];
                let open = StatementKind::Associate { name: name.clone(), associations };
                (Some(open), Some(StatementKind::EndAssociate(name)))
            }
            (None, Some(name)) => {
                (Some(StatementKind::Block(Some(name.clone()))), Some(StatementKind::EndBlock(Some(name))))
            }
            (None, None) => (None, None),
        };
        let chosen = chosen.and_then(|at| blocks.into_iter().nth(at)).map(|block| block.statements);
        self.put_block(around, chosen.unwrap_or_default(), (label, end, span), rest);
    }

    /// The blocks for an object whose type is known only when it is there: one after the other in an IF construct. In
    /// each the name of the selector is that of a variable in the place of the object, which is found once.
    fn select_polymorphic(
        &mut self,
        (construct, known): (Option<Name>, Known),
        object: &Record,
        blocks: Vec<GuardedBlock>,
        (label, end): (Option<Label>, Option<Label>),
        span: Span,
    ) -> Outcome<()> {
        self.check_depth(span)?;
        let (ty, rank) = (Rc::clone(&object.ty), object.rank);
        let (known, alias, opening, closing) = match known {
            Known::Own(name) => {
                let open = StatementKind::Block(construct.clone());
                let alias = match self.rewriter.find(&name.text) {
                    Some(Meaning::Variable(variable)) => variable.alias.clone(),
                    _ => None,
                };
                (name, alias, open, StatementKind::EndBlock(construct))
            }
            Known::Other(name) => {
                let found = self.rewriter.in_place(&name, &Value::Record(object.clone()))?;
                let what = "SELECT TYPE of elements that a vector subscript chooses";
                let (variable, associations) = found.ok_or(Problem::Refused(what, span))?;
                let open = StatementKind::Associate { name: construct.clone(), associations };
                (name, variable.alias, open, StatementKind::EndAssociate(construct))
            }
        };
        let guards: Vec<&TypeGuard> = blocks.iter().map(|block| &block.guard).collect();
        let mut types = vec![Vec::new(); blocks.len()];
        for (number, one) in self.rewriter.types_of(object) {
            if let Some(at) = self.rewriter.block_for(&Ty::Derived(Rc::clone(&one)), &guards)? {
                types[at].push((number, one));
            }
        }
        let plain = |kind| Statement { label: None, kind, span };
        self.done.extend(label.map(|label| Statement { label: Some(label), ..plain(StatementKind::Continue) }));
        self.done.append(&mut self.rewriter.prelude);
        self.done.push(plain(opening));
        let parts = alias.as_ref().unwrap_or(&known.text);
        let tag = Expr { kind: ExprKind::Name(pointer_part(parts, "type").into()), span };
        // What is for all other types comes last.
        let mut arms: Vec<_> = blocks.into_iter().zip(types).collect();
        arms.sort_by_key(|(block, _)| block.guard == TypeGuard::Default);
        let outer = Rc::clone(&self.rewriter.names);
        for (at, (GuardedBlock { guard, statements }, types)) in arms.iter().enumerate() {
            let of = match (guard, &types[..]) {
                (_, [(_, only)]) => Some((Rc::clone(only), false)),
                (TypeGuard::Class(name), _) => outer.find_type(&name.text).map(|ty| (Rc::clone(ty), true)),
                (TypeGuard::Type(spec), _) => {
                    let named = derived_name(spec).and_then(|name| outer.find_type(&name.text));
                    named.map(|ty| (Rc::clone(ty), false))
                }
                (TypeGuard::Default | TypeGuard::Rank(_), _) => Some((Rc::clone(&ty), true)),
            };
            let never = Expr { kind: ExprKind::Logical(false, None), span };
            let condition = is_one_of(&tag, types.iter().map(|(number, _)| *number)).unwrap_or(never);
            self.done.push(plain(match (guard, at) {
                (TypeGuard::Default, 0) => StatementKind::IfThen { name: None, condition: yes(span) },
                (TypeGuard::Default, _) => StatementKind::Else(None),
                (_, 0) => StatementKind::IfThen { name: None, condition },
                _ => StatementKind::ElseIf { condition, name: None },
            }));
            let Some((of, is_class)) = of else { continue };
            let is_boxed = of.boxed.is_some();
            let variable = Variable {
                pointer: Some(self.rewriter.view_type(&of, rank, is_class)),
                shape: Shaped::new(Some(Ty::Derived(of)), rank),
                placed: Some(Placed::Given),
                alias: alias.clone(),
                ..Variable::default()
            };
            let others = [(known.text.clone(), Meaning::Variable(variable))].into_iter().collect();
            self.rewriter.names = Rc::new(Names { others, ..Names::within(Rc::clone(&outer)) });
            self.statements(if is_boxed { unboxed(&known, statements.clone(), span) } else { statements.clone() });
            self.rewriter.names = Rc::clone(&outer);
        }
        self.done.extend((!arms.is_empty()).then(|| plain(StatementKind::EndIf(None))));
        self.done.extend(end.map(|label| Statement { label: Some(label), ..plain(StatementKind::Continue) }));
        self.done.push(plain(closing));
        Ok(())
    }

    /// Puts the block that is executed in front of the statements that follow its construct, between these.
    pub(super) fn put_block(
        &mut self,
        (open, close): (Option<StatementKind>, Option<StatementKind>),
        block: Vec<Statement>,
        (label, end, span): (Option<Label>, Option<Label>, Span),
        rest: &mut VecDeque<Statement>,
    ) {
        let plain = |kind| Statement { label: None, kind, span };
        let labelled = |label: Option<Label>| {
            label.map(|label| Statement { label: Some(label), kind: StatementKind::Continue, span: label.span })
        };
        let opening = labelled(label).into_iter().chain(open.map(plain));
        let all: Vec<Statement> = opening.chain(block).chain(labelled(end)).chain(close.map(plain)).collect();
        all.into_iter().rev().for_each(|statement| rest.push_front(statement));
    }

    /// Takes the blocks of a construct of that name up to its END SELECT, whose label is the second result.
    pub(super) fn blocks(
        &mut self,
        construct: &str,
        span: Span,
        rest: &mut VecDeque<Statement>,
    ) -> (Vec<GuardedBlock>, Option<Label>) {
        let (mut blocks, mut depth): (Vec<GuardedBlock>, usize) = (Vec::new(), 0);
        let mut is_stray = false;
        while let Some(statement) = rest.pop_front() {
            match statement.kind {
                StatementKind::EndSelect(_) if depth == 0 => return (blocks, statement.label),
                StatementKind::TypeGuard { guard, .. } if depth == 0 => {
                    if construct_of(&guard) != construct {
                        self.rewriter.problems.push(stray_guard(&guard, statement.span).diagnostic());
                    }
                    blocks.push(GuardedBlock { guard, statements: Vec::new() });
                    continue;
                }
                StatementKind::EndSelect(_) => depth -= 1,
                StatementKind::SelectCase { .. } | StatementKind::SelectType { .. } => depth += 1,
                _ => {}
            }
            match blocks.last_mut() {
                Some(block) => block.statements.push(statement),
                // Only the first one is reported.
                None if !matches!(statement.kind, StatementKind::Invalid)
                    && !std::mem::replace(&mut is_stray, true) =>
                {
                    let message = format!("this statement is not in a block of {construct}");
                    self.rewriter.problems.push(Diagnostic::error("E0265", statement.span, message));
                }
                None => is_stray = true,
            }
        }
        let error = Diagnostic::error("E0264", span, format!("this {construct} is not closed by END SELECT"));
        self.rewriter.problems.push(error.with_help("write its END SELECT"));
        (blocks, None)
    }
}

/// The construct that has such guards.
fn construct_of(guard: &TypeGuard) -> &'static str {
    if let TypeGuard::Rank(_) = guard { SELECT_RANK } else { "SELECT TYPE" }
}

/// The error for a guard that is in no construct of its kind.
pub(super) fn stray_guard(guard: &TypeGuard, span: Span) -> Problem {
    Problem::error("E0265", span, format!("this is not in a {}", construct_of(guard)))
}

/// The statements of a block in which a name is that of what is in a box.
fn unboxed(name: &Name, statements: Vec<Statement>, span: Span) -> Vec<Statement> {
    let plain = |kind| Statement { label: None, kind, span };
    let component =
        ComponentReference { of: name_expr(name), name: Name { text: VALUE.into(), span }, arguments: None };
    let selector = Expr { kind: ExprKind::Component(Box::new(component)), span };
    let associations = vec![Association { name: name.clone(), selector }];
    let open = plain(StatementKind::Associate { name: None, associations });
    let close = plain(StatementKind::EndAssociate(None));
    [open].into_iter().chain(statements).chain([close]).collect()
}

fn yes(span: Span) -> Expr {
    Expr { kind: ExprKind::Logical(true, None), span }
}
