//! Input and output of objects of derived type: their variables one after another.

use super::calls::Passing;
use super::components::Component;
use super::constructors::no_derived_value;
use super::implied_do::IN_AN_IMPLIED_DO;
use super::names::{Meaning, Ty};
use super::paths::{Path, Record, Value};
use super::rewriter::{Outcome, Problem, Rewriter};
use super::terms::{integer, intrinsic, name_expr};
use super::types::DerivedType;
use crate::source::Span;
use crate::tree::*;
use std::rc::Rc;

impl Rewriter<'_> {
    /// READ, WRITE or PRINT. What is in the stores is copied for NAMELIST to the variables that are in the group, and
    /// back after READ.
    pub fn transfer(&mut self, transfer: DataTransfer, span: Span) -> Outcome<Vec<StatementKind>> {
        let reads = transfer.kind == TransferKind::Read;
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for name in self.group_of(&transfer) {
            let Some(Meaning::Variable(variable)) = self.find(&name).cloned() else { continue };
            if variable.pointer.is_none() {
                continue;
            }
            if !variable.is_doubled {
                return Err(Problem::Refused("a group of NAMELIST with a variable that is hidden here", span));
            }
            let leaves = |control: &TransferControl| {
                control.keyword.as_ref().is_some_and(|keyword| matches!(keyword.text.as_str(), "end" | "err" | "eor"))
            };
            if reads && transfer.controls.iter().any(leaves) {
                let what = "END= or ERR= where NAMELIST reads variables with TARGET";
                return Err(Problem::Refused(what, span));
            }
            let pointer = self.pointer_named(&name, &variable, span)?;
            let target = self.target_of(pointer)?;
            before.extend(self.copied(&name, &variable, target.clone(), false, span)?);
            if reads {
                after.extend(self.copied(&name, &variable, target, true, span)?);
            }
        }
        let transfer = StatementKind::Transfer(Box::new(self.rewritten_transfer(transfer)?));
        let back = std::mem::take(&mut self.after).into_iter().map(|statement| statement.kind);
        Ok(before.into_iter().chain([transfer]).chain(back).chain(after).collect())
    }

    /// The variables of the group of NAMELIST that is transferred.
    fn group_of(&self, transfer: &DataTransfer) -> Vec<Word> {
        let is_format = |(at, control): &(usize, &TransferControl)| match &control.keyword {
            Some(keyword) => matches!(keyword.text.as_str(), "nml" | "fmt"),
            None => *at == usize::from(transfer.in_parentheses),
        };
        let format = transfer.controls.iter().enumerate().find(is_format);
        match format.map(|(_, control)| &control.value) {
            Some(ControlValue::Expr(Expr { kind: ExprKind::Name(name), .. })) => {
                self.names.group(name).cloned().unwrap_or_default()
            }
            _ => Vec::new(),
        }
    }

    fn rewritten_transfer(&mut self, transfer: DataTransfer) -> Outcome<DataTransfer> {
        let mut controls = Vec::with_capacity(transfer.controls.len());
        for TransferControl { keyword, value } in transfer.controls {
            let value = match value {
                ControlValue::Expr(value) => {
                    let is_set = keyword.as_ref().is_none_or(|keyword| is_text_set(&keyword.text));
                    ControlValue::Expr(self.transferred(value, is_set)?)
                }
                star => star,
            };
            controls.push(TransferControl { keyword, value });
        }
        let items = self.items(transfer.items, transfer.kind == TransferKind::Read, None)?;
        Ok(DataTransfer { controls, items, ..transfer })
    }

    /// A control value or item. A text in the stores that gets a value is a variable that is copied back.
    fn transferred(&mut self, value: Expr, is_set: bool) -> Outcome<Expr> {
        let value = self.raw(value)?;
        match self.target_of(value)? {
            Value::Text(path) if is_set => self.pass_text(path, Passing { intent: None, is_statement: true }),
            value => match self.finish(value)? {
                Value::Plain(value, _) => Ok(value),
                other => Err(no_derived_value(other.span())),
            },
        }
    }

    fn items(
        &mut self,
        items: Vec<ConstructorItem>,
        reads: bool,
        within: Option<&DoCount>,
    ) -> Outcome<Vec<ConstructorItem>> {
        let mut done = Vec::with_capacity(items.len());
        for item in items {
            match item {
                ConstructorItem::Value(value) => {
                    match self.item(value, within).and_then(|value| self.target_of(value))? {
                        Value::Text(path) if reads => {
                            let passing = Passing { intent: None, is_statement: true };
                            done.push(ConstructorItem::Value(self.pass_text(path, passing)?));
                        }
                        value @ (Value::Plain(..) | Value::Text(_) | Value::Stored(..) | Value::Null(_)) => {
                            match self.finish(value)? {
                                Value::Plain(value, _) => done.push(ConstructorItem::Value(value)),
                                other => return Err(no_derived_value(other.span())),
                            }
                        }
                        Value::Record(record) => done.extend(self.record_items(record, reads)?),
                    }
                }
                ConstructorItem::ImpliedDo(items, count) => {
                    let outer = self.stays_inside.replace(IN_AN_IMPLIED_DO);
                    let within = Some(&*count).filter(|_| outer.is_none() && !reads);
                    let items = self.items(items, reads, within);
                    self.stays_inside = outer;
                    let count = self.count_of(*count)?;
                    done.push(ConstructorItem::ImpliedDo(items?, Box::new(count)));
                }
            }
        }
        Ok(done)
    }

    /// The variables of an object; of an array of objects, element by element.
    fn record_items(&mut self, record: Record, reads: bool) -> Outcome<Vec<ConstructorItem>> {
        let (ty, span) = (record.ty.clone(), record.span);
        if ty.leaves().iter().any(|leaf| leaf.is_allocatable) || ty.owns() {
            return Err(Problem::error("E0296", span, "an object with ALLOCATABLE components can't be an item here")
                .with_help("name its components"));
        }
        let is_procedure = |component: &Component| matches!(component.shape.ty, Some(Ty::Procedure(_)));
        if ty.all_types().iter().any(|ty| ty.pointee.is_some() || ty.components.values().any(is_procedure)) {
            return Err(Problem::error("E0296", span, "an object with POINTER components can't be an item here")
                .with_help("name its components"));
        }
        let mut path = self.object(record)?;
        self.evaluate_once(&mut path)?;
        if !reads
            && path.subscripts_mut().any(|(one, is_array)| is_array && !matches!(one.value.kind, ExprKind::Range(_)))
        {
            // What is chosen by a vector subscript.
            let chosen = self.temporary(&ty, path.rank(), "chosen", span);
            let [target, value] = [chosen.clone(), path].map(|path| Record::object(Rc::clone(&ty), path));
            for kind in self.assign_record(target, value, span)? {
                self.before(kind, span)?;
            }
            path = chosen;
        }
        self.element_items(&ty, path, span)
    }

    fn element_items(&mut self, ty: &DerivedType, path: Path, span: Span) -> Outcome<Vec<ConstructorItem>> {
        if path.rank() == 0 {
            let mut items = Vec::new();
            // A component without a name stands for none.
            for (name, component) in ty.components.iter().filter(|(name, _)| *name != "_") {
                let level = super::paths::Level::whole(component.dimensions.len());
                let inner = path.clone().component(ty, name, component, level, span);
                match &component.ty {
                    super::components::ComponentType::Intrinsic(_) => items.push(ConstructorItem::Value(inner.expr())),
                    super::components::ComponentType::Derived(ty) => items.extend(self.element_items(ty, inner, span)?),
                }
            }
            return Ok(items);
        }
        let Some(at) = path.levels.iter().position(|level| level.left > 0) else { return Err(no_derived_value(span)) };
        let (mut element, mut counts) = (path.clone(), Vec::new());
        let rank = path.levels[at].rank;
        let given = path.levels[at].subscripts.clone();
        // A variable whose own dimensions do not come before these.
        let model = model_of(ty, &path, at, span)?;
        let mut subscripts = Vec::new();
        for dimension in 0..rank {
            let subscript = given.as_ref().map(|given| given[dimension].value.clone());
            let range = match subscript.map(|subscript| subscript.kind) {
                None => Range { lower: None, upper: None, stride: None },
                Some(ExprKind::Range(range)) => *range,
                Some(kind) => {
                    let value = Expr { kind, span };
                    if self.shape_of(&value).rank.is_some_and(|rank| rank > 0) {
                        return Err(Problem::Refused("input or output of objects chosen by a vector subscript", span));
                    }
                    subscripts.push(Argument { keyword: None, value });
                    continue;
                }
            };
            let bound = |of: &str| {
                if let Some(bounds) = path.levels[at].bounds.get(dimension) {
                    let (first, last) = super::pointer_allocation::first_and_last(bounds, span);
                    return if of == "lbound" { first } else { last };
                }
                let (array, skipped) = &model;
                let arguments = vec![array.clone(), integer((skipped + dimension + 1) as i64, span)];
                intrinsic(of, arguments, span)
            };
            let variable = self.integer("element", span);
            subscripts.push(Argument { keyword: None, value: name_expr(&variable) });
            let first = range.lower.unwrap_or_else(|| bound("lbound"));
            let last = range.upper.unwrap_or_else(|| bound("ubound"));
            counts.push(DoCount { variable, first, last, step: range.stride });
        }
        let level = &mut element.levels[at];
        (level.subscripts, level.left) = (Some(subscripts), 0);
        let mut items = self.element_items(ty, element, span)?;
        for count in counts {
            items = vec![ConstructorItem::ImpliedDo(items, Box::new(count))];
        }
        Ok(items)
    }
}

/// A whole variable that has the dimensions of a level, and how many dimensions it has before these.
fn model_of(ty: &DerivedType, path: &Path, at: usize, span: Span) -> Outcome<(Expr, usize)> {
    let leaves = ty.leaves();
    let Some(leaf) = leaves.first() else { return Err(no_derived_value(span)) };
    let inner: usize = path.levels[at + 1..].iter().map(|level| level.rank).sum();
    let name = format!("{}{}", path.name, leaf.path).into();
    Ok((Expr { kind: ExprKind::Name(name), span }, leaf.rank() + inner))
}

/// Whether a text that is given by this keyword gets a value.
fn is_text_set(keyword: &str) -> bool {
    matches!(keyword, "unit" | "iomsg")
}
