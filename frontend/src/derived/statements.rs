//! Executable statements without derived types.

use super::calls::Actual;
use super::expressions::no_object;
use super::generics::{is_intrinsic_subroutine, no_specific};
use super::names::Meaning;
use super::paths::Value;
use super::procedure_pointers::pointer_of;
use super::rewriter::{Outcome, Problem, Rewriter};
use crate::source::Span;
use crate::tree::visit::mutable::walk_statement;
use crate::tree::*;
use std::collections::VecDeque;
use std::rc::Rc;

/// The deepest scopes in each other.
const MAX_SCOPES: usize = 1000;

/// The executable statements of a unit as they are rewritten.
pub(super) struct Body<'r, 'p> {
    pub rewriter: &'r mut Rewriter<'p>,
    pub done: Vec<Statement>,
    /// What comes before each RETURN.
    pub leave: Vec<StatementKind>,
    /// How many IF constructs an IF construct has become, for each that is open.
    ifs: Vec<usize>,
    /// How many labels there are that are not the program's.
    pub own_labels: u32,
    /// The DO loops that are open, the innermost last.
    pub loops: Vec<OpenLoop>,
    /// By open BLOCK: what is done before its objects go.
    pub finals: Vec<Vec<StatementKind>>,
}

/// A DO loop that has not ended.
pub(super) struct OpenLoop {
    /// The label of its last statement, if it says one.
    pub label: Option<u32>,
    /// What comes after it.
    pub after: Vec<Statement>,
}

impl<'r, 'p> Body<'r, 'p> {
    pub fn new(rewriter: &'r mut Rewriter<'p>) -> Body<'r, 'p> {
        Body {
            rewriter,
            done: Vec::new(),
            leave: Vec::new(),
            ifs: Vec::new(),
            own_labels: 0,
            loops: Vec::new(),
            finals: Vec::new(),
        }
    }

    /// Rewrites statements from the first executable one on.
    pub fn statements(&mut self, statements: Vec<Statement>) {
        let mut rest: VecDeque<Statement> = statements.into();
        while let Some(statement) = rest.pop_front() {
            if let StatementKind::SelectType { name, association, selector, by_rank } = statement.kind {
                let selected = (name, association, selector);
                match by_rank {
                    true => self.select_rank(selected, (statement.label, statement.span), &mut rest),
                    false => self.select_type(selected, (statement.label, statement.span), &mut rest),
                }
                continue;
            }
            let opens_block =
                matches!(statement.kind, StatementKind::Block(_)) && self.check_depth(statement.span).is_ok();
            let span = statement.span;
            let (label, ends_loop) = (statement.label, matches!(statement.kind, StatementKind::EndDo(_)));
            if let StatementKind::Do { label, .. } = &statement.kind {
                self.open_loop(label);
            }
            self.statement(statement);
            self.close_loops(label, ends_loop);
            if opens_block {
                let mut declarations = Vec::new();
                while let Some(one) = rest.pop_front_if(|one| !one.kind.is_executable()) {
                    declarations.push(one);
                }
                self.block(declarations, &rest, span);
            }
        }
    }

    fn statement(&mut self, statement: Statement) {
        let Statement { label, kind, span } = statement;
        let (is_action, is_data) = (kind.part() == Part::Action, matches!(kind, StatementKind::Data(_)));
        let is_untouched = matches!(kind, StatementKind::Format(_) | StatementKind::Invalid);
        if is_untouched {
            return self.done.push(Statement { label, kind, span });
        }
        let opening = opening(&kind);
        let opens_where = matches!(kind, StatementKind::WhereConstruct { .. });
        let rewritten = if is_data { self.rewriter.data(kind) } else { self.rewrite(kind, span) };
        if opens_where {
            // What its own mask needs comes before it.
            self.rewriter.masks += 1;
            self.rewriter.mask_constructs += 1;
        }
        let prelude = std::mem::take(&mut self.rewriter.prelude);
        let kinds = match rewritten {
            Ok(kinds) => kinds,
            Err(problem) => {
                self.rewriter.after.clear();
                self.failed(problem, is_action, Statement { label, kind: StatementKind::Invalid, span });
                self.done.extend(opening.map(|kind| Statement { label: None, kind, span }));
                return;
            }
        };
        let statements = kinds.into_iter().map(|kind| Statement { label: None, kind, span });
        let mut all: Vec<Statement> = prelude.into_iter().chain(statements).collect();
        let Some(label) = label else { return self.done.extend(all) };
        match all.first_mut() {
            Some(first) => first.label = Some(label),
            None => all.push(Statement { label: Some(label), kind: StatementKind::Continue, span }),
        }
        let is_single = all.len() == 1;
        self.done.extend(all);
        self.separate_ends(label, is_single);
    }

    /// Puts something that fails in the place of a statement.
    pub(super) fn failed(&mut self, problem: Problem, is_action: bool, statement: Statement) {
        let kind = match problem {
            Problem::Refused(name, _) if is_action => unsupported(name),
            problem => {
                self.rewriter.problems.push(problem.diagnostic());
                StatementKind::Invalid
            }
        };
        self.done.push(Statement { kind, ..statement });
    }

    fn rewrite(&mut self, kind: StatementKind, span: Span) -> Outcome<Vec<StatementKind>> {
        let one = |kind| Ok(vec![kind]);
        self.rewriter.count_constructs(&kind);
        match kind {
            StatementKind::Assign { target, value } => self.rewriter.assign(target, value, span),
            StatementKind::Call { procedure, arguments } => self.call(procedure, arguments, span),
            StatementKind::CallBound(called) => self.call_bound(called, span),
            StatementKind::PointerAssign { target, value } => self.rewriter.point(target, value, span),
            StatementKind::Nullify(pointers) => self.rewriter.nullify(pointers),
            StatementKind::Return(None) => {
                Ok(self.leave.iter().cloned().chain([StatementKind::Return(None)]).collect())
            }
            StatementKind::Transfer(transfer) => self.rewriter.transfer(*transfer, span),
            StatementKind::LogicalIf { condition, action } => self.logical_if(condition, *action),
            StatementKind::IfThen { name, condition } => {
                self.ifs.push(1);
                one(StatementKind::IfThen { name, condition: self.rewriter.plain(condition)? })
            }
            StatementKind::ElseIf { condition, name } => self.else_if(condition, name, span),
            StatementKind::EndIf(name) => {
                let count = self.ifs.pop().unwrap_or(1);
                let inner = vec![StatementKind::EndIf(None); count - 1];
                Ok(inner.into_iter().chain([StatementKind::EndIf(name)]).collect())
            }
            StatementKind::Do { name, label, control } => self.loop_of(name, label, control, span),
            StatementKind::Where { mask, action } => {
                let mask = self.rewriter.plain(mask)?;
                let mut inner = self.masked(*action)?;
                match inner.pop() {
                    Some(kind) if inner.is_empty() => {
                        let action = Box::new(Statement { label: None, kind, span });
                        one(StatementKind::Where { mask, action })
                    }
                    last => {
                        let open = StatementKind::WhereConstruct { name: None, mask };
                        let all = [open].into_iter().chain(inner).chain(last);
                        Ok(all.chain([StatementKind::EndWhere(None)]).collect())
                    }
                }
            }
            StatementKind::Forall { mut header, action } => {
                self.forall(&mut header)?;
                self.rewriter.foralls += 1;
                let inner = self.within("a function of derived type in FORALL", |rewriter| match action.kind {
                    StatementKind::Assign { target, value } => rewriter.assign(target, value, span),
                    StatementKind::PointerAssign { target, value } => rewriter.point(target, value, span),
                    kind => Ok(vec![kind]),
                });
                self.rewriter.foralls -= 1;
                let inner = inner?;
                let open = StatementKind::ForallConstruct { name: None, header };
                Ok([open].into_iter().chain(inner).chain([StatementKind::EndForall(None)]).collect())
            }
            StatementKind::ForallConstruct { name, mut header } => {
                self.forall(&mut header)?;
                one(StatementKind::ForallConstruct { name, header })
            }
            StatementKind::Associate { name, associations } => one(self.associate(name, associations, span)?),
            StatementKind::EndAssociate(_) | StatementKind::EndBlock(_) => {
                if let Some(outer) = self.rewriter.names.outer.clone() {
                    self.rewriter.names = outer;
                }
                let is_block = matches!(kind, StatementKind::EndBlock(_));
                let finals = if is_block { self.finals.pop() } else { None };
                Ok(finals.into_iter().flatten().chain([kind]).collect())
            }
            StatementKind::TypeGuard { guard, .. } => Err(super::select_type::stray_guard(&guard, span)),
            StatementKind::Allocate { ty, objects, options } => self.rewriter.allocate(ty, objects, options, span),
            StatementKind::Deallocate { objects, options } => self.rewriter.deallocate(objects, options, span),
            StatementKind::Block(_) => self.check_depth(span).map(|()| vec![kind]),
            StatementKind::Entry(mut entry) => {
                let leaves = |dummy| match dummy {
                    Dummy::Name(name) => {
                        self.rewriter.leaf_names(&name).into_iter().map(Dummy::Name).collect::<Vec<Dummy>>()
                    }
                    alternate => vec![alternate],
                };
                entry.dummies = entry.dummies.into_iter().flat_map(leaves).collect();
                one(StatementKind::Entry(entry))
            }
            kind => {
                let mut statement = Statement { label: None, kind, span };
                self.rewriter.each_plain(|each| walk_statement(each, &mut statement))?;
                one(statement.kind)
            }
        }
    }

    pub fn within<T>(&mut self, what: &'static str, work: impl FnOnce(&mut Rewriter<'p>) -> Outcome<T>) -> Outcome<T> {
        let outer = self.rewriter.stays_inside.replace(what);
        let result = work(self.rewriter);
        self.rewriter.stays_inside = outer;
        result
    }

    /// Scopes in each other are released one from the other, by recursion.
    pub(super) fn check_depth(&self, span: Span) -> Outcome<()> {
        let is_deep = self.rewriter.names.chain().count() > MAX_SCOPES;
        if is_deep { Err(Problem::Refused("a construct nested this deeply", span)) } else { Ok(()) }
    }

    fn masked(&mut self, action: Statement) -> Outcome<Vec<StatementKind>> {
        let span = action.span;
        match action.kind {
            StatementKind::Assign { target, value } => {
                self.rewriter.masks += 1;
                let assigned = self.rewriter.assign(target, value, span);
                self.rewriter.masks -= 1;
                assigned
            }
            kind => Ok(vec![kind]),
        }
    }

    fn forall(&mut self, header: &mut ForallHeader) -> Outcome<()> {
        header.indices.iter().try_for_each(|index| self.rewriter.check_index(&index.variable))?;
        self.within("a function of derived type in FORALL", |rewriter| {
            for index in &mut header.indices {
                for bound in [&mut index.first, &mut index.last].into_iter().chain(&mut index.step) {
                    *bound = rewriter.plain(bound.clone())?;
                }
            }
            if let Some(mask) = &mut header.mask {
                *mask = rewriter.plain(mask.clone())?;
            }
            Ok(())
        })
    }

    fn call(&mut self, procedure: Name, arguments: Vec<Argument>, span: Span) -> Outcome<Vec<StatementKind>> {
        if let Some((value, pointer)) = self.rewriter.named_pointer(&procedure) {
            let actuals = self.rewriter.actuals(arguments)?;
            return self.rewriter.call_pointer(value, &pointer, actuals, span);
        }
        self.rewriter.check_c_call(&procedure.text, span)?;
        let actuals = self.rewriter.actuals(arguments)?;
        let specifics = self.rewriter.names.specifics(&procedure.text);
        let chosen = self.rewriter.choose(&specifics, &actuals, span)?;
        let (procedure, found) = match chosen {
            Some(chosen) => (Name { text: self.rewriter.accessible(&chosen), ..procedure }, Some(chosen)),
            None => {
                let found = match self.rewriter.find(&procedure.text) {
                    Some(Meaning::Procedure(found)) => Some(Rc::clone(found)),
                    _ => None,
                };
                if found.is_none() && !specifics.is_empty() && !is_intrinsic_subroutine(&procedure.text) {
                    return Err(no_specific(span));
                }
                (procedure, found)
            }
        };
        if procedure.text == "move_alloc"
            && found.is_none()
            && let Some([from, to]) = moved(&actuals)
        {
            if let Some(statements) = self.rewriter.move_owned(from.clone(), to.clone(), false, span)? {
                return Ok(statements);
            }
            if let (Value::Record(from), Value::Record(to)) = (from, to) {
                return self.rewriter.move_objects(from.clone(), to.clone(), span);
            }
        }
        self.rewriter.call_of(procedure, actuals, found, span)
    }

    /// CALL of a procedure that is bound to a type.
    fn call_bound(&mut self, called: Expr, span: Span) -> Outcome<Vec<StatementKind>> {
        let ExprKind::Component(component) = called.kind else { return Err(no_object(called.span)) };
        let ComponentReference { of, name, arguments } = *component;
        let place = of.span;
        let Value::Record(object) = self.rewriter.owner(of)? else { return Err(no_object(place)) };
        if object.ty.components.contains_key(&name.text) {
            let value = self.rewriter.named_component(&object, &name, span)?;
            let Some(pointer) = pointer_of(&value) else { return Err(self.rewriter.not_a_pointer(span)) };
            let arguments = arguments.unwrap_or_default();
            let actuals = self.rewriter.actuals_of_component(&pointer, object, arguments, span)?;
            return self.rewriter.call_pointer(value, &pointer, actuals, span);
        }
        let actuals = self.rewriter.actuals(arguments.unwrap_or_default())?;
        self.rewriter.by_type(&object, span, |rewriter, object| {
            let (procedure, actuals) = rewriter.bound_procedure(object, &name, actuals.clone())?;
            let name = Name { text: rewriter.accessible(&procedure), span };
            rewriter.call_of(name, actuals, Some(procedure), span)
        })
    }

    fn logical_if(&mut self, condition: Expr, action: Statement) -> Outcome<Vec<StatementKind>> {
        let condition = self.rewriter.plain(condition)?;
        let before = std::mem::take(&mut self.rewriter.prelude);
        let span = action.span;
        let rewritten = self.rewrite(action.kind, span);
        let mut inner = std::mem::replace(&mut self.rewriter.prelude, before);
        let mut kinds = match rewritten {
            // It fails where the condition is true.
            Err(Problem::Refused(name, _)) => {
                inner.clear();
                self.rewriter.after.clear();
                vec![unsupported(name)]
            }
            kinds => kinds?,
        };
        match kinds.pop() {
            Some(kind) if kinds.is_empty() && inner.is_empty() => {
                let action = Box::new(Statement { label: None, kind, span });
                Ok(vec![StatementKind::LogicalIf { condition, action }])
            }
            last => {
                let open = StatementKind::IfThen { name: None, condition };
                let inner = inner.into_iter().map(|statement| statement.kind);
                let all = [open].into_iter().chain(inner).chain(kinds).chain(last);
                Ok(all.chain([StatementKind::EndIf(None)]).collect())
            }
        }
    }

    /// ELSE IF whose condition needs statements of its own is an IF construct in the ELSE.
    fn else_if(&mut self, condition: Expr, name: Option<Name>, span: Span) -> Outcome<Vec<StatementKind>> {
        let condition = self.rewriter.plain(condition)?;
        if self.rewriter.prelude.is_empty() {
            return Ok(vec![StatementKind::ElseIf { condition, name: name.filter(|_| self.ifs.last() == Some(&1)) }]);
        }
        if let Some(count) = self.ifs.last_mut() {
            *count += 1;
        }
        let open = Statement { label: None, kind: StatementKind::Else(None), span };
        self.rewriter.prelude.insert(0, open);
        Ok(vec![StatementKind::IfThen { name: None, condition }])
    }
}

/// What opens the block in place of a statement that is wrong, so that its END has something to end.
fn opening(kind: &StatementKind) -> Option<StatementKind> {
    let condition = |span| Expr { kind: ExprKind::Logical(true, None), span };
    match kind {
        StatementKind::IfThen { name, condition: given } => {
            Some(StatementKind::IfThen { name: name.clone(), condition: condition(given.span) })
        }
        StatementKind::ElseIf { condition: given, name } => {
            Some(StatementKind::ElseIf { condition: condition(given.span), name: name.clone() })
        }
        StatementKind::Do { name, label, control: DoControl::While(given) } => {
            let control = DoControl::While(condition(given.span));
            Some(StatementKind::Do { name: name.clone(), label: *label, control })
        }
        StatementKind::Do { name, label, control: DoControl::Counted(count) } => {
            let control = DoControl::While(condition(count.variable.span));
            Some(StatementKind::Do { name: name.clone(), label: *label, control })
        }
        _ => None,
    }
}

/// FROM and TO of MOVE_ALLOC, if there is nothing else.
fn moved(actuals: &[Actual]) -> Option<[&Value; 2]> {
    let given = |keyword: &str, place: usize| {
        let by_name = actuals.iter().find(|one| one.keyword.as_ref().is_some_and(|name| name.text == keyword));
        by_name.or(actuals.get(place).filter(|one| one.keyword.is_none())).map(|one| &one.value)
    };
    if actuals.len() == 2 { Some([given("from", 0)?, given("to", 1)?]) } else { None }
}

/// What fails where it is reached, as that is not supported.
pub(super) fn unsupported(name: &'static str) -> StatementKind {
    StatementKind::Unsupported(UnsupportedStatement { name, code: "E0947", text: name.to_owned() })
}
