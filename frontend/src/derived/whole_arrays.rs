//! The bounds that an array gets from a whole array when it is allocated: by an assignment, or by ALLOCATE with SOURCE
//! or MOLD. Those of a variable come from resolution; here are those of what is no variable of its own once derived
//! types and pointers are gone.

use super::allocation::{Model, Options, option};
use super::names::{Meaning, Ty};
use super::owned_arrays::bound;
use super::paths::{Path, Record, RecordKind, Value};
use super::pointer_bounds::lower_bound;
use super::pointers::{as_pointer, operation};
use super::rewriter::{Outcome, Problem, Rewriter};
use super::terms::{integer, intrinsic, literal, reference, within};
use crate::resolved::BinaryOp;
use crate::source::Span;
use crate::tree::*;

/// The lower bound and the extent of each dimension.
pub(super) type WholeBounds = Vec<(Expr, Expr)>;

/// `to = from` for ALLOCATABLE components of that rank.
pub(super) fn copy_allocatable(to: Expr, from: Expr, rank: usize, span: Span) -> Vec<StatementKind> {
    let allocated = |of: &Expr| intrinsic("allocated", vec![of.clone()], span);
    let mut statements = vec![StatementKind::IfThen { name: None, condition: allocated(&from) }];
    statements.extend(free_with_other_bounds(&to, &from, rank, span));
    statements.extend([
        StatementKind::Assign { target: to.clone(), value: from },
        StatementKind::ElseIf { condition: allocated(&to), name: None },
        StatementKind::Deallocate { objects: vec![to], options: Vec::new() },
        StatementKind::EndIf(None),
    ]);
    statements
}

/// Frees an ALLOCATABLE component of that rank before it is assigned, if it has other lower bounds than the value: as a
/// part of an object it gets those, also where it has the extents.
pub(super) fn free_with_other_bounds(to: &Expr, value: &Expr, rank: usize, span: Span) -> Vec<StatementKind> {
    let bound = |of: &Expr, at: usize| intrinsic("lbound", vec![of.clone(), integer(at as i64, span)], span);
    let is_whole = matches!(value.kind, ExprKind::Name(_));
    let of_value = |at| if is_whole { bound(value, at) } else { integer(1, span) };
    let differs = (1..=rank).map(|at| operation(BinaryOp::NotEqual, bound(to, at), of_value(at)));
    let Some(differs) = differs.reduce(|one, other| operation(BinaryOp::Or, one, other)) else { return Vec::new() };
    let if_then = |condition| StatementKind::IfThen { name: None, condition };
    vec![
        if_then(intrinsic("allocated", vec![to.clone()], span)),
        if_then(differs),
        StatementKind::Deallocate { objects: vec![to.clone()], options: Vec::new() },
        StatementKind::EndIf(None),
        StatementKind::EndIf(None),
    ]
}

/// These bounds as ALLOCATE has them.
pub(super) fn ranges(bounds: &WholeBounds, span: Span) -> Vec<Expr> {
    bounds.iter().map(|(lower, extent)| bound(lower.clone(), extent.clone(), span)).collect()
}

impl Rewriter<'_> {
    /// ALLOCATE of an object with SOURCE= or MOLD=.
    pub fn allocate_like(
        &mut self,
        path: &Path,
        record: Record,
        model: &Model,
        options: &Options,
        span: Span,
    ) -> Outcome<Vec<StatementKind>> {
        let Value::Record(from) = model.value.clone() else {
            return Err(super::constructors::wrong_type(&record.ty.name, span));
        };
        self.check_type(&record.ty, &from)?;
        let (ty, rank) = (record.ty, from.rank);
        let from = self.object(from)?;
        let level = &path.levels[0];
        let bounds = match &level.subscripts {
            Some(given) => given.iter().map(|argument| argument.value.clone()).collect(),
            None if level.rank == rank => ranges(&self.bounds_of(&from, &ty, span)?, span),
            None => return Err(Problem::error("E0224", span, "ALLOCATE needs the array's bounds")),
        };
        let object = match bounds.is_empty() {
            true => Expr { kind: ExprKind::Name(path.name.clone()), span },
            false => reference(&path.name, bounds, span),
        };
        let whole = Path::new(path.name.clone(), level.rank, span);
        let mut statements = self.inside(|rewriter| rewriter.allocate(None, vec![object], options.clone(), span))?;
        if model.is_source() {
            let [target, value] = [whole, from].map(|path| Record::object(ty.clone(), path));
            let assigned = self.inside(|rewriter| rewriter.assign_record(target, value, span))?;
            statements.extend(match option(options, "stat") {
                Some(stat) => within(operation(BinaryOp::Equal, stat, integer(0, span)), assigned),
                None => assigned,
            });
        }
        Ok(statements)
    }

    /// Whether a designator that is ALLOCATABLE is allocated; none of another expression.
    pub fn allocation_of(&mut self, designator: &Expr) -> Outcome<Option<Expr>> {
        let span = designator.span;
        if !matches!(designator.kind, ExprKind::Name(_) | ExprKind::Component(_)) || self.has_calls([designator]) {
            return Ok(None);
        }
        let allocated = |of: Expr| Some(intrinsic("allocated", vec![of], span));
        let raw = self.raw(designator.clone())?;
        if let Some((path, ty)) = as_pointer(raw.clone(), true) {
            return Ok(Some(self.is_allocated(&path, &ty, span)));
        }
        Ok(match raw {
            Value::Plain(variable, _) if self.may_be_unallocated(&variable) => allocated(variable),
            Value::Record(Record { ty, kind: RecordKind::Object(path), .. }) if self.is_allocatable_array(&path) => {
                path.leaves(&ty).into_iter().next().and_then(allocated)
            }
            _ => None,
        })
    }

    /// An expression; a pointer is its target. With it the bounds of the whole array that it names, unless its lower
    /// bounds are 1, as those of anything else are.
    pub fn value_with_bounds(&mut self, expr: Expr) -> Outcome<(Value, Option<WholeBounds>)> {
        let designator = matches!(expr.kind, ExprKind::Name(_) | ExprKind::Component(_)).then(|| expr.clone());
        let raw = self.raw(expr)?;
        let value = self.target_of(raw)?;
        let bounds = match designator {
            Some(designator) => self.whole_bounds(&designator, &value)?,
            None => None,
        };
        Ok((value, bounds.filter(|bounds| bounds.iter().any(|(lower, _)| literal(lower) != Some(1)))))
    }

    fn whole_bounds(&mut self, designator: &Expr, value: &Value) -> Outcome<Option<WholeBounds>> {
        let span = value.span();
        let each = |of: &Expr, lower: &dyn Fn(i64) -> Expr, rank: usize| {
            let one = |at| (lower(at), intrinsic("size", vec![of.clone(), integer(at, span)], span));
            (1..=rank as i64).map(one).collect()
        };
        match (value, &designator.kind) {
            (Value::Record(Record { ty, kind: RecordKind::Object(path), .. }), _) => {
                self.bounds_of(path, ty, span).map(Some)
            }
            (Value::Stored(path, _), _) => {
                let described = path.described(span).filter(|_| path.is_whole());
                Ok(described.map(|(_, _, all)| all.into_iter().map(|one| (lower_bound(&one), one.extent)).collect()))
            }
            (Value::Plain(whole, shape), ExprKind::Name(name)) if matches!(whole.kind, ExprKind::Name(_)) => {
                let known = self.lower_of(name);
                let lower = |at: i64| match known.get(at as usize - 1) {
                    Some(lower) => lower.clone(),
                    None => intrinsic("lbound", vec![whole.clone(), integer(at, span)], span),
                };
                Ok(shape.rank.map(|rank| each(whole, &lower, rank)))
            }
            (Value::Plain(part, _), ExprKind::Component(component)) => {
                let Some(rank) = self.component_rank(component) else { return Ok(None) };
                let array = match &part.kind {
                    ExprKind::Name(_) => part.clone(),
                    // The component of an element: its own dimensions come first.
                    ExprKind::Reference(variable, subscripts) if subscripts.len() > rank => {
                        Expr { kind: ExprKind::Name(variable.text.clone()), span }
                    }
                    _ => return Ok(None),
                };
                let lower = |at| intrinsic("lbound", vec![array.clone(), integer(at, span)], span);
                Ok(Some(each(part, &lower, rank)))
            }
            _ => Ok(None),
        }
    }

    /// Whether it is a variable whose bounds resolution knows.
    pub fn is_variable(&self, value: &Value) -> bool {
        matches!(value, Value::Plain(Expr { kind: ExprKind::Name(name), .. }, _) if self.lower_of(name).is_empty())
    }

    /// Whether an assignment to it may give it bounds: a whole ALLOCATABLE array.
    pub fn takes_bounds(&self, target: &Value) -> bool {
        match target {
            Value::Plain(Expr { kind: ExprKind::Name(name), .. }, _) => self.is_allocatable(name),
            target => target.is_owned(),
        }
    }

    /// Before an assignment to a variable of a value with these bounds: makes it an array with them, if it is
    /// ALLOCATABLE and has another shape. What is in the stores can't be a part of the variable, but its subscripts may
    /// be.
    pub fn take_bounds(
        &mut self,
        target: &Expr,
        value: &mut Expr,
        mut bounds: WholeBounds,
        span: Span,
    ) -> Outcome<Vec<StatementKind>> {
        let ExprKind::Name(name) = &target.kind else { return Ok(Vec::new()) };
        for (lower, extent) in &mut bounds {
            self.keep_mentions(lower, name)?;
            self.keep_mentions(extent, name)?;
        }
        if let ExprKind::Reference(_, subscripts) = &mut value.kind {
            for subscript in subscripts {
                self.keep_mentions(&mut subscript.value, name)?;
            }
        }
        // The length of texts may be the value's.
        let is_text = match self.find(name) {
            Some(Meaning::Variable(variable)) => matches!(variable.shape.ty, Some(Ty::Character)),
            _ => false,
        };
        let mold = (Name { text: "mold".into(), span }, value.clone());
        let options = is_text.then_some(mold).into_iter().collect();
        let allocated = || intrinsic("allocated", vec![target.clone()], span);
        let mut condition = Expr { kind: ExprKind::Unary(UnaryOp::Not, Box::new(allocated())), span };
        for ((_, extent), at) in bounds.iter().zip(1..) {
            let size = intrinsic("size", vec![target.clone(), integer(at, span)], span);
            condition = operation(BinaryOp::Or, condition, operation(BinaryOp::NotEqual, size, extent.clone()));
        }
        let ranges = ranges(&bounds, span);
        let free = StatementKind::Deallocate { objects: vec![target.clone()], options: Vec::new() };
        let free = Box::new(Statement { label: None, kind: free, span });
        Ok(vec![
            StatementKind::IfThen { name: None, condition },
            StatementKind::LogicalIf { condition: allocated(), action: free },
            StatementKind::Allocate { ty: None, objects: vec![reference(name, ranges, span)], options },
            StatementKind::EndIf(None),
        ])
    }

    /// Keeps the value that a subscript, or each bound of a range, has before a variable that it mentions changes.
    fn keep_mentions(&mut self, subscript: &mut Expr, name: &str) -> Outcome<()> {
        let parts = match &mut subscript.kind {
            ExprKind::Range(range) => [&mut range.lower, &mut range.upper, &mut range.stride].map(Option::as_mut),
            _ => [Some(subscript), None, None],
        };
        for part in parts.into_iter().flatten() {
            let is_it = |text: &str| if text == name { Step::Found } else { Step::Inside };
            if finds([&*part], &mut |expr| match &expr.kind {
                ExprKind::Name(text) => is_it(text),
                ExprKind::Reference(called, _) => is_it(&called.text),
                _ => Step::Inside,
            }) {
                self.keep(part)?;
            }
        }
        Ok(())
    }
}
