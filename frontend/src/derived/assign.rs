//! Assignments of derived type: one for each variable.

use super::calls::Actual;
use super::constructors::wrong_type;
use super::copiers::Work;
use super::paths::{Path, Record, RecordKind, Value};
use super::pointers::as_pointer;
use super::rewriter::{Outcome, Problem, Rewriter};
use super::terms::{declaration, integer, intrinsic, name_expr};
use super::types::{DerivedType, Leaf};
use super::whole_arrays::{WholeBounds, copy_allocatable, free_with_other_bounds};
use crate::source::Span;
use crate::tree::*;
use std::rc::Rc;

impl Rewriter<'_> {
    /// `target = value`, as statements.
    pub fn assign(&mut self, target: Expr, value: Expr, span: Span) -> Outcome<Vec<StatementKind>> {
        let target = self.raw(target)?;
        let takes_bounds = self.masks == 0 && self.stays_inside.is_none() && self.takes_bounds(&target);
        let (value, bounds) = if takes_bounds { self.value_with_bounds(value)? } else { (self.raw(value)?, None) };
        let value = self.finish(value)?;
        self.assign_values(target, (value, bounds), span)
    }

    fn assign_values(
        &mut self,
        target: Value,
        (value, bounds): (Value, Option<WholeBounds>),
        span: Span,
    ) -> Outcome<Vec<StatementKind>> {
        match self.work {
            None => {}
            Some(Work::Copy) => return self.store(target, value, span),
            Some(Work::Finalize) => return self.finalize_itself(target, span),
        }
        let polymorphic = self.polymorphic_operand("assignment(=)", &[&target, &value])?;
        // The declared types say whether it is a defined assignment.
        let is_defined = |(at, object): &(usize, Record)| {
            let mut values = [target.clone(), value.clone()];
            values[*at] = Value::Record(Record { tag: None, ..object.clone() });
            let specifics = self.specifics_for("assignment(=)", &[&values[0], &values[1]]);
            let actuals = values.map(|value| Actual { keyword: None, value });
            !matches!(self.choose(&specifics, &actuals, span), Ok(None))
        };
        if let Some((at, object)) = polymorphic.filter(is_defined) {
            return self.by_type(&object, span, |rewriter, object| {
                let mut values = [target.clone(), value.clone()];
                values[at] = Value::Record(object);
                let [target, value] = values;
                rewriter.assign_values(target, (value, bounds.clone()), span)
            });
        }
        let specifics = self.specifics_for("assignment(=)", &[&target, &value]);
        if let Some((path, ty)) = as_pointer(target.clone(), true).filter(|_| self.masks == 0) {
            let defined = |target: &Value| {
                let actuals = [target.clone(), value.clone()].map(|value| Actual { keyword: None, value });
                self.choose(&specifics, &actuals, span).ok().flatten()
            };
            if specifics.is_empty() || defined(&target).is_none() {
                return self.assign_owned(path, ty, (value, bounds), span);
            }
        }
        let target = match as_pointer(target.clone(), false) {
            Some((_, ty)) if ty.owns_text() => self.target_of(target)?,
            _ => target,
        };
        if let Value::Text(path) = &target {
            let Value::Plain(value, _) = value else { return Err(super::constructors::no_derived_value(span)) };
            return Ok(self.assign_characters(path, value, span));
        }
        let target = self.finish(target)?;
        let has_record = matches!(target, Value::Record(_)) || matches!(value, Value::Record(_));
        if !specifics.is_empty() {
            let value = self.detached(value.clone(), &target)?;
            let actuals = [target.clone(), value].map(|value| Actual { keyword: None, value });
            let chosen = match self.choose(&specifics, &actuals, span) {
                // Where the types are not known here, an assignment without derived types is an intrinsic one.
                Err(_) if !has_record => None,
                chosen => chosen?,
            };
            if let Some(procedure) = chosen {
                let name = Name { text: self.accessible(&procedure), span };
                return self.call_of(name, Vec::from(actuals), Some(procedure), span);
            }
        }
        let is_variable = self.is_variable(&value);
        match (target, value) {
            (Value::Plain(target, _), Value::Plain(mut value, _)) => {
                let mut statements = match bounds {
                    Some(bounds) if !is_variable => self.take_bounds(&target, &mut value, bounds, span)?,
                    _ => Vec::new(),
                };
                statements.push(StatementKind::Assign { target, value });
                Ok(statements)
            }
            (Value::Record(target), Value::Record(value)) => match target.ty.assigning_parts().is_empty() {
                true => self.assign_record(target, value, span),
                false => self.assign_with_parts(target, value, span),
            },
            (Value::Record(target), Value::Plain(value, _)) => Err(wrong_type(&target.ty.name, value.span)),
            (_, value) => Err(super::constructors::no_derived_value(value.span())),
        }
    }

    /// A value that a procedure may read while it assigns the target.
    fn detached(&mut self, value: Value, target: &Value) -> Outcome<Value> {
        let (Value::Record(record), Value::Record(Record { kind: RecordKind::Object(target), .. })) = (&value, target)
        else {
            return Ok(value);
        };
        let is_other = match &record.kind {
            RecordKind::Object(path) => base(&path.name) != base(&target.name),
            RecordKind::Leaves(_) => true,
        };
        if is_other {
            return Ok(value);
        }
        let copy = Record { kind: RecordKind::Leaves(record.leaves()), ..record.clone() };
        let (ty, path) = (copy.ty.clone(), self.object(copy)?);
        Ok(Value::Record(Record::object(ty, path)))
    }

    pub fn assign_record(&mut self, target: Record, value: Record, span: Span) -> Outcome<Vec<StatementKind>> {
        let value = value.into_parent(&target.ty);
        self.check_type(&target.ty, &value)?;
        let RecordKind::Object(mut path) = target.kind else {
            return Err(Problem::error("E0298", target.span, "this value of derived type can't be assigned to"));
        };
        if value.rank > 0 && value.rank != target.rank {
            return Err(Problem::error("E0297", span, "the ranks of an assignment's sides differ"));
        }
        self.fix_subscripts(&mut path)?;
        let leaves = target.ty.leaves();
        if target.ty.owns() {
            return self.assign_owners(path, target.rank, value, span);
        }
        let mut statements = Vec::new();
        let values = match value.kind {
            RecordKind::Object(mut from) => {
                self.fix_subscripts(&mut from)?;
                // Resolution knows the bounds of variables.
                let is_part = from.place.is_some() || from.levels.iter().any(|level| level.subscripts.is_some());
                let takes_bounds = value.rank > 0 && self.masks == 0 && self.stays_inside.is_none();
                if takes_bounds && is_part && from.is_whole() && self.is_allocatable_array(&path) {
                    let bounds = self.bounds_of(&from, &target.ty, span)?;
                    statements.extend(self.allocate_as(&path, bounds, &target.ty, span)?);
                }
                from.leaves(&target.ty)
            }
            RecordKind::Leaves(values) => {
                // Constants of definitions and variables for values are no parts of the target.
                let is_own = |name: &Word| name.contains('%') && !is_component(name);
                let is_literal = |value: &Expr| super::typing::is_literal(&self.names, value);
                let is_simple = |value: &Expr| match &value.kind {
                    ExprKind::Name(name) => is_own(name) || is_literal(value),
                    // A literal that has been converted.
                    ExprKind::Reference(name, arguments)
                        if ["%int", "%real", "%cmplx"].contains(&name.text.as_str()) =>
                    {
                        arguments.iter().all(|argument| is_literal(&argument.value))
                    }
                    _ => is_literal(value),
                };
                // An array that is made of itself is freed before it gets its bounds.
                let is_array = |leaf: &Leaf| leaf.is_allocatable && leaf.rank() > 0;
                let is_of_itself = leaves.iter().any(is_array) && finds(&values, &mut is_part_of(&path));
                if values.iter().skip(1).all(is_simple) && !is_of_itself {
                    values
                } else {
                    let (ty, rank) = (value.ty, value.rank);
                    let kind = RecordKind::Leaves(values);
                    self.object(Record { ty, rank, kind, span: value.span, tag: None })?.leaves(&target.ty)
                }
            }
        };
        for (leaf, value_of) in leaves.iter().zip(values) {
            let to = path.leaf(leaf);
            if leaf.is_allocatable && target.rank == 0 && self.may_be_unallocated(&value_of) {
                statements.extend(copy_allocatable(to, value_of, leaf.rank(), span));
            } else if target.rank > value.rank && leaf.rank() > 0 {
                statements.extend(self.fill(&path, leaf, value_of, span)?);
            } else {
                if leaf.is_allocatable && target.rank == 0 {
                    statements.extend(free_with_other_bounds(&to, &value_of, leaf.rank(), span));
                }
                statements.push(StatementKind::Assign { target: to, value: value_of });
                statements.extend(self.keep_bounds(&path, leaf, span));
            }
        }
        Ok(statements)
    }

    /// Assignment of an object that owns what is in the stores, or of arrays of such objects.
    fn assign_owners(&mut self, path: Path, rank: usize, value: Record, span: Span) -> Outcome<Vec<StatementKind>> {
        if self.stays_inside.is_some() {
            return Err(Problem::Refused("an assignment of objects with ALLOCATABLE components in FORALL", span));
        }
        let ty = Rc::clone(&value.ty);
        // What a function takes of objects owns the same as these.
        let is_of_target = match &value.kind {
            RecordKind::Leaves(values) => path.place.is_some() || finds(values, &mut is_part_of(&path)),
            RecordKind::Object(_) => false,
        };
        let mut from = self.object(value)?;
        self.fix_subscripts(&mut from)?;
        if rank > 0 {
            return self.assign_each(path, from, &ty, is_of_target, span);
        }
        if from.place.is_none() || !ty.owns_its_own() {
            return self.assign_owner(&path, &from, &ty, &|_| false, span);
        }
        // It may be a part of what the target owns, which is gone once the target is assigned.
        let copy = self.temporary(&ty, 0, "copy", span);
        let owned = ty.leaves().into_iter().filter(|leaf| leaf.is_owned);
        let clear = |leaf: Leaf| StatementKind::Assign { target: copy.leaf(&leaf), value: integer(0, span) };
        let mut statements: Vec<StatementKind> = owned.map(clear).collect();
        statements.extend(self.assign_owner(&copy, &from, &ty, &|_| false, span)?);
        statements.extend(self.assign_owner(&path, &copy, &ty, &|_| false, span)?);
        statements.extend(self.release_all(&copy, &ty, span)?);
        Ok(statements)
    }

    /// Assignment of a scalar that may own something, but for parts that are left out: `%part` and what is in it.
    pub(super) fn assign_owner(
        &mut self,
        path: &Path,
        from: &Path,
        ty: &Rc<DerivedType>,
        is_left_out: &dyn Fn(&str) -> bool,
        span: Span,
    ) -> Outcome<Vec<StatementKind>> {
        let is_variable = path.place.is_none() && path.levels.len() == 1 && path.levels[0].rank == 0;
        let mut statements = match is_variable && self.is_allocatable(&path.name) {
            true => self.allocate_scalar(path, ty, span)?,
            false => Vec::new(),
        };
        statements.extend(self.copy_owned(path, from, ty, is_left_out, span)?);
        for leaf in ty.leaves().iter().filter(|leaf| !leaf.is_owned && !is_left_out(&leaf.path)) {
            let (target, value) = (path.leaf(leaf), from.leaf(leaf));
            if leaf.is_allocatable && self.may_be_unallocated(&value) {
                statements.extend(copy_allocatable(target, value, leaf.rank(), span));
            } else {
                statements.push(StatementKind::Assign { target, value });
            }
        }
        Ok(statements)
    }

    /// Keeps subscripts that assigning a variable of the object could change.
    pub fn fix_subscripts(&mut self, path: &mut Path) -> Outcome<()> {
        if let Some(mut place) = path.place.take() {
            // A pointer in the stores leads there.
            for part in [&mut place.target, &mut place.at] {
                if finds([&*part], &mut |expr| match &expr.kind {
                    ExprKind::Reference(..) => Step::Found,
                    _ => Step::Inside,
                }) {
                    let span = part.span;
                    let name = self.integer("place", span);
                    let value = std::mem::replace(part, name_expr(&name));
                    self.before(StatementKind::Assign { target: name_expr(&name), value }, span)?;
                }
            }
            path.place = Some(place);
        }
        for (argument, is_array) in path.subscripts_mut() {
            let depends = |value: &Expr| {
                finds([value], &mut |expr| match &expr.kind {
                    ExprKind::Name(name) if is_component(name) => Step::Found,
                    ExprKind::Reference(..) => Step::Found,
                    _ => Step::Inside,
                })
            };
            match &mut argument.value {
                Expr { kind: ExprKind::Range(range), .. } => {
                    let bounds = [&mut range.lower, &mut range.upper, &mut range.stride].into_iter().flatten();
                    bounds.filter(|bound| depends(bound)).try_for_each(|bound| self.keep(bound))?;
                }
                index if !depends(index) => {}
                index if is_array => self.keep_indices(index)?,
                index => self.keep(index)?,
            }
        }
        Ok(())
    }

    /// Keeps scalar subscripts that call functions: an object is as many variables as it has components. Where the
    /// object may not be evaluated, they stay, as its value may be what a condition before it has looked for.
    pub fn evaluate_once(&mut self, path: &mut Path) -> Outcome<()> {
        if self.stays_inside.is_some() || self.may_be_skipped {
            return Ok(());
        }
        for (argument, is_array) in path.subscripts_mut() {
            match &mut argument.value {
                Expr { kind: ExprKind::Range(range), .. } => {
                    let bounds = [&mut range.lower, &mut range.upper, &mut range.stride].into_iter().flatten();
                    for bound in bounds {
                        if self.has_calls([&*bound]) {
                            self.keep(bound)?;
                        }
                    }
                }
                index if !self.has_calls([&*index]) => {}
                index if is_array => self.keep_indices(index)?,
                index => self.keep(index)?,
            }
        }
        Ok(())
    }

    /// Keeps the value that a subscript or bound has before the present statement.
    pub fn keep(&mut self, index: &mut Expr) -> Outcome<()> {
        let span = index.span;
        let name = name_expr(&self.integer("subscript", span));
        let value = std::mem::replace(index, name.clone());
        self.before(StatementKind::Assign { target: name, value }, span)
    }

    /// The same of a vector subscript.
    pub fn keep_indices(&mut self, indices: &mut Expr) -> Outcome<()> {
        let span = indices.span;
        let name = Name { text: self.new_name("subscripts"), span };
        let open = DimensionSpec { lower: None, upper: None, is_open: true, span };
        let ty = TypeSpec { name: TypeName::Integer, kind: None, span };
        let attributes = vec![Attribute::Allocatable];
        self.temporaries.push(declaration(ty, attributes, name.text.clone(), vec![open], None, span));
        let value = std::mem::replace(indices, name_expr(&name));
        self.before(StatementKind::Assign { target: name_expr(&name), value }, span)
    }

    /// Gives all elements of an array of objects one value of a component that is an array itself.
    pub fn fill(&mut self, path: &Path, leaf: &Leaf, value: Expr, span: Span) -> Outcome<Vec<StatementKind>> {
        let is_whole = path.levels.iter().all(|level| level.subscripts.is_none());
        let levels: usize = path.levels.iter().filter(|level| level.rank > 0).count();
        if !is_whole || levels != 1 || self.stays_inside.is_some() {
            return Err(Problem::Refused("this assignment of one value to a part of an array of derived type", span));
        }
        let whole = path.leaf(leaf);
        let mut element = path.clone();
        let (mut opens, mut subscripts) = (Vec::new(), Vec::new());
        for at in 1..=path.rank() {
            let variable = self.integer("element", span);
            let bound = |of| intrinsic(of, vec![whole.clone(), integer((leaf.rank() + at) as i64, span)], span);
            let stored = path.levels.iter().find(|level| level.rank > 0).and_then(|level| level.bounds.get(at - 1));
            let (first, last) = match stored {
                Some(bounds) => super::pointer_allocation::first_and_last(bounds, span),
                None => (bound("lbound"), bound("ubound")),
            };
            subscripts.push(Argument { keyword: None, value: name_expr(&variable) });
            let control = DoControl::Counted(Box::new(DoCount { variable, first, last, step: None }));
            opens.push(StatementKind::Do { name: None, label: None, control });
        }
        if let Some(level) = element.levels.iter_mut().find(|level| level.rank > 0) {
            (level.subscripts, level.left) = (Some(subscripts), 0);
        }
        let ends = vec![StatementKind::EndDo(None); opens.len()];
        let assign = StatementKind::Assign { target: element.leaf(leaf), value };
        Ok(opens.into_iter().chain([assign]).chain(ends).collect())
    }
}

/// Finds names of parts of the variable of a path.
fn is_part_of(path: &Path) -> impl FnMut(&Expr) -> Step + use<> {
    let own = format!("{}%", base(&path.name));
    move |expr| match &expr.kind {
        ExprKind::Name(name) if name.starts_with(&own) => Step::Found,
        ExprKind::Reference(name, _) if name.text.starts_with(&own) => Step::Found,
        _ => Step::Inside,
    }
}

/// Whether a name is that of a component, and not of a variable for a value.
fn is_component(name: &str) -> bool {
    name.split_once('%').is_some_and(|(_, part)| !part.chars().all(|one| one.is_ascii_digit()))
}

/// The variable of which a name is a component.
pub(super) fn base(name: &str) -> &str {
    name.split('%').next().unwrap_or(name)
}
