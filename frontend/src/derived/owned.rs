//! ALLOCATABLE components of objects that are elements of arrays, or targets of pointers: pointers that own their
//! target.
//!
//! A scalar object has an ALLOCATABLE variable for such a component. In an array of objects each element has one of its
//! own, so they are in the stores, and the component is a pointer to it that is freed with its object and copied with
//! it. Whether a type has such components is decided by its name, for the whole compilation. ALLOCATABLE variables with
//! TARGET are such pointers, too.

use super::allocation::Model;
use super::components::ComponentType;
use super::paths::{Level, Path, Record, Value};
use super::pointer_allocation::PointerObject;
use super::pointers::{as_pointer, operation};
use super::rewriter::{Outcome, Problem, Rewriter};
use super::terms::{declaration, integer, intrinsic, name_expr, reference, sum};
use super::types::{DerivedType, PointeeType};
use super::whole_arrays::{WholeBounds, ranges};
use crate::resolved::BinaryOp;
use crate::source::Span;
use crate::tree::*;
use std::rc::Rc;

/// How deep ALLOCATABLE components of derived type are in each other where an object is assigned.
const MAX_COPIES: usize = 6;

/// The parts of an object that own something in the stores, each with its type of pointers.
pub(super) fn owners(path: &Path, ty: &Rc<DerivedType>, span: Span) -> Vec<(Path, Rc<DerivedType>)> {
    let mut found = Vec::new();
    for (name, component) in &ty.components {
        let ComponentType::Derived(inner) = &component.ty else { continue };
        if !inner.owns() {
            continue;
        }
        let level = Level::whole(component.dimensions.len());
        let part = path.clone().component(ty, name, component, level, span);
        match &inner.pointee {
            Some(_) => found.push((part, Rc::clone(inner))),
            None => found.extend(owners(&part, inner, span)),
        }
    }
    found
}

/// `lower:upper` of a dimension of a pointer, whose parts these are.
pub(super) fn whole_range(parts: &[Expr], span: Span) -> Expr {
    let last = super::terms::difference(sum(parts[0].clone(), parts[1].clone()), integer(1, span));
    let range = Range { lower: Some(parts[0].clone()), upper: Some(last), stride: None };
    Expr { kind: ExprKind::Range(Box::new(range)), span }
}

impl Rewriter<'_> {
    /// Local variables are finalized and what they own is freed where the unit is left.
    pub fn leave_owners(&mut self, span: Span) -> Outcome<Vec<StatementKind>> {
        let mut statements = self.finalize_locals(span)?;
        for (name, ty, rank) in self.owners.clone() {
            let path = Path::new(name, rank, span);
            let scalar = ty.leaves().into_iter().find(|leaf| leaf.rank() == 0);
            match (rank, scalar) {
                (0, _) if ty.pointee.is_some() => statements.extend(self.release(&path, &ty, span)),
                (_, Some(_)) => statements.extend(self.release_all(&path, &ty, span)?),
                _ => {}
            }
        }
        Ok(statements)
    }

    /// The number of the target of a pointer.
    pub fn number(&self, path: &Path, ty: &DerivedType) -> Expr {
        path.leaves(ty).swap_remove(0)
    }

    fn has_target(&self, path: &Path, ty: &DerivedType, span: Span) -> Expr {
        operation(BinaryOp::NotEqual, self.number(path, ty), integer(0, span))
    }

    /// ALLOCATED.
    pub fn is_allocated(&self, path: &Path, ty: &DerivedType, span: Span) -> Expr {
        Expr { kind: ExprKind::Paren(Box::new(self.has_target(path, ty, span))), span }
    }

    /// Frees what a part of an object owns, if there is anything.
    pub fn release(&mut self, path: &Path, ty: &DerivedType, span: Span) -> Vec<StatementKind> {
        let number = self.number(path, ty);
        let clear = StatementKind::Assign { target: number.clone(), value: integer(0, span) };
        vec![self.free(number, span), clear]
    }

    /// Copies what the parts of an object own to those of another, but for those whose names are left out.
    pub fn copy_owned(
        &mut self,
        to: &Path,
        from: &Path,
        ty: &Rc<DerivedType>,
        is_left_out: &dyn Fn(&str) -> bool,
        span: Span,
    ) -> Outcome<Vec<StatementKind>> {
        if self.copy_depth == MAX_COPIES {
            let what =
                "an assignment of objects with ALLOCATABLE components of their own type, or in each other this deep";
            return Err(Problem::Refused(what, span));
        }
        self.copy_depth += 1;
        let statements = self.copy_parts(to, from, ty, is_left_out, span);
        self.copy_depth -= 1;
        statements
    }

    fn copy_parts(
        &mut self,
        to: &Path,
        from: &Path,
        ty: &Rc<DerivedType>,
        is_left_out: &dyn Fn(&str) -> bool,
        span: Span,
    ) -> Outcome<Vec<StatementKind>> {
        let mut statements = Vec::new();
        let pairs = owners(to, ty, span).into_iter().zip(owners(from, ty, span));
        let is_wanted = |part: &Path| !is_left_out(part.name.strip_prefix(to.name.as_str()).unwrap_or(&part.name));
        for ((to, pointer), (from, _)) in pairs.filter(|((part, _), _)| is_wanted(part)) {
            statements.extend(self.for_each_element([&to, &from], &pointer, span, |rewriter, [to, from]| {
                rewriter.copy_part(&to, &from, &pointer, span)
            })?);
        }
        Ok(statements)
    }

    fn copy_part(&mut self, to: &Path, from: &Path, ty: &Rc<DerivedType>, span: Span) -> Outcome<Vec<StatementKind>> {
        let parts = from.leaves(ty);
        let length = parts[2..].iter().filter(|_| ty.owns_text());
        let length = length.map(|length| Argument { keyword: None, value: length.clone() });
        let bounds = parts[2..].chunks_exact(3).map(|one| Argument { keyword: None, value: whole_range(one, span) });
        let bounds = Some(bounds.chain(length).collect());
        let object = PointerObject { path: to.clone(), ty: Rc::clone(ty), bounds, of: None, span };
        let is_other = operation(BinaryOp::NotEqual, self.number(to, ty), self.number(from, ty));
        let mut statements = vec![
            StatementKind::IfThen { name: None, condition: is_other },
            self.free(self.number(to, ty), span),
            StatementKind::Assign { target: self.number(to, ty), value: integer(0, span) },
            StatementKind::IfThen { name: None, condition: self.has_target(from, ty, span) },
        ];
        let record = |path: &Path| Value::Record(Record::object(Rc::clone(ty), path.clone()));
        let (target, value) = (self.target_of(record(to))?, self.target_of(record(from))?);
        statements.extend(match (target, value) {
            (Value::Stored(target, _), Value::Stored(value, _)) | (Value::Text(target), Value::Text(value)) => {
                let made = self.inside(|rewriter| rewriter.make(object, None))?;
                let copy = StatementKind::Assign { target: target.expr(), value: value.expr() };
                made.into_iter().chain([copy]).collect()
            }
            (Value::Record(target), Value::Record(value)) => self.by_type(&value, span, |rewriter, value| {
                let of = Some(Rc::clone(&value.ty));
                let mut made =
                    rewriter.inside(|rewriter| rewriter.make(PointerObject { of, ..object.clone() }, None))?;
                let target = Record { ty: Rc::clone(&value.ty), tag: None, ..target.clone() };
                made.extend(rewriter.inside(|rewriter| rewriter.copy_stored(target, value, span))?);
                Ok(made)
            })?,
            _ => return Err(Problem::Refused("this assignment of objects with ALLOCATABLE components", span)),
        });
        statements.extend([StatementKind::EndIf(None), StatementKind::EndIf(None)]);
        Ok(statements)
    }

    /// An assignment to what a part of an object owns, which gets the shape of the value, and the bounds of a whole
    /// array.
    pub fn assign_owned(
        &mut self,
        mut path: Path,
        ty: Rc<DerivedType>,
        (value, bounds): (Value, Option<WholeBounds>),
        span: Span,
    ) -> Outcome<Vec<StatementKind>> {
        if self.stays_inside.is_some() {
            return Err(Problem::Refused("an assignment to an ALLOCATABLE component in FORALL", span));
        }
        self.fix_subscripts(&mut path)?;
        let Some(pointee) = &ty.pointee else { return Err(self.not_a_pointer(span)) };
        if ty.owns_text() {
            return self.assign_text(path, &ty, value, span);
        }
        if pointee.is_class {
            return self.assign_polymorphic(path, &ty, Model::source_of(value, bounds, span), span);
        }
        let rank = pointee.rank;
        let shape = value.shape();
        let pointer = || Value::Record(Record::object(Rc::clone(&ty), path.clone()));
        let object =
            |bounds| PointerObject { path: path.clone(), ty: Rc::clone(&ty), bounds: Some(bounds), of: None, span };
        if rank == 0 {
            let is_missing = operation(BinaryOp::Equal, self.number(&path, &ty), integer(0, span));
            let mut statements = vec![StatementKind::IfThen { name: None, condition: is_missing }];
            let empty = object(Vec::new());
            statements.extend(self.inside(|rewriter| rewriter.make(empty, None))?);
            statements.push(StatementKind::EndIf(None));
            let target = self.target_of(pointer())?;
            // The place is found when the target has been made.
            statements.extend(self.inside(|rewriter| rewriter.store(target, value, span))?);
            return Ok(statements);
        }
        if shape.rank == Some(0) {
            let target = self.target_of(pointer())?;
            return self.store(target, value, span);
        }
        let (store, value) = match (&pointee.ty, value) {
            (PointeeType::Intrinsic(store, _), Value::Plain(value, _)) => (store, value),
            (PointeeType::Derived(_), Value::Record(value)) => return self.assign_owned_array(path, &ty, value, span),
            (_, value) => return Err(super::constructors::no_derived_value(value.span())),
        };
        if shape.rank.is_none() && !matches!(value.kind, ExprKind::Constructor(..)) {
            let what = "an assignment to an ALLOCATABLE component of a value whose rank is not known here";
            return Err(Problem::Refused(what, span));
        }
        // The value is evaluated before anything is freed.
        let name = Name { text: self.new_name("value"), span };
        let open = DimensionSpec { lower: None, upper: None, is_open: true, span };
        let attributes = vec![Attribute::Allocatable];
        let dimensions = vec![open; rank];
        self.temporaries.push(declaration(store.spec(span), attributes, name.text.clone(), dimensions, None, span));
        let copy = name_expr(&name);
        let mut statements = vec![StatementKind::Assign { target: copy.clone(), value: value.clone() }];
        let parts = path.leaves(&ty);
        let size = |at: usize| intrinsic("size", vec![copy.clone(), integer(at as i64, span)], span);
        let mut differs = operation(BinaryOp::Equal, parts[0].clone(), integer(0, span));
        for at in 1..=rank {
            let extent = parts[3 * at].clone();
            differs = operation(BinaryOp::Or, differs, operation(BinaryOp::NotEqual, extent, size(at)));
        }
        statements.push(StatementKind::IfThen { name: None, condition: differs });
        statements.push(self.free(parts[0].clone(), span));
        let bounds = match bounds {
            Some(bounds) => ranges(&bounds, span),
            None => (1..=rank).map(size).collect(),
        };
        let shaped = object(bounds.into_iter().map(|value| Argument { keyword: None, value }).collect());
        statements.extend(self.inside(|rewriter| rewriter.make(shaped, None))?);
        statements.push(StatementKind::EndIf(None));
        let target = self.target_of(pointer())?;
        let copied = Value::Plain(copy.clone(), shape);
        statements.extend(self.store(target, copied, span)?);
        statements.push(StatementKind::Deallocate { objects: vec![copy], options: Vec::new() });
        Ok(statements)
    }

    /// An assignment to what is CLASS and ALLOCATABLE, which becomes of the value's type.
    fn assign_polymorphic(
        &mut self,
        path: Path,
        ty: &Rc<DerivedType>,
        model: Model,
        span: Span,
    ) -> Outcome<Vec<StatementKind>> {
        if ty.pointee.as_ref().is_some_and(|pointee| model.value.shape().rank != Some(pointee.rank)) {
            return Err(Problem::Refused("an assignment of this rank to what is CLASS and ALLOCATABLE", span));
        }
        let new = self.temporary(ty, 0, "owned", span);
        let object = PointerObject { path: new.clone(), ty: Rc::clone(ty), bounds: None, of: None, span };
        let mut statements = self.inside(|rewriter| rewriter.make(object, Some(&model)))?;
        statements.extend(self.release(&path, ty, span));
        statements.extend(self.set_pointer(path, ty, new.leaves(ty), span)?);
        Ok(statements)
    }

    /// The parts of a new owner of a value; of nothing where the value is ALLOCATABLE and not allocated.
    pub fn new_owner(&mut self, value: Expr, ty: &Rc<DerivedType>, span: Span) -> Outcome<Vec<Expr>> {
        let path = self.temporary(ty, 0, "owner", span);
        let number = self.number(&path, ty);
        self.before(StatementKind::Assign { target: number, value: integer(0, span) }, span)?;
        let is_there = self.allocation_of(&value)?;
        let is_conditional = is_there.is_some();
        if let Some(condition) = is_there {
            self.before(StatementKind::IfThen { name: None, condition }, span)?;
        }
        let (value, bounds) = self.value_with_bounds(value)?;
        let value = (self.finish(value)?, bounds);
        for kind in self.assign_owned(path.clone(), Rc::clone(ty), value, span)? {
            self.before(kind, span)?;
        }
        if is_conditional {
            self.before(StatementKind::EndIf(None), span)?;
        }
        Ok(path.leaves(ty))
    }

    /// MOVE_ALLOC from or to what a part of an object owns; none if neither is that.
    ///
    /// `is_copy` says that what it is moved from stays as it is, which is only for such a part.
    pub fn move_owned(
        &mut self,
        from: Value,
        to: Value,
        is_copy: bool,
        span: Span,
    ) -> Outcome<Option<Vec<StatementKind>>> {
        let (source, target) = (as_pointer(from.clone(), true), as_pointer(to.clone(), true));
        let allocated = |of: &Expr| intrinsic("allocated", vec![of.clone()], span);
        let statements = match (source, target) {
            (None, None) => return Ok(None),
            (Some((from, ty)), Some((to, wanted))) => {
                let parts = self.parts(Value::Record(Record::object(Rc::clone(&ty), from.clone())), &wanted)?;
                let mut statements = if is_copy { Vec::new() } else { self.finalize_target(&to, &wanted, span)? };
                statements.extend(self.release(&to, &wanted, span));
                statements.extend(self.set_pointer(to, &wanted, parts, span)?);
                let number = self.number(&from, &ty);
                statements.push(StatementKind::Assign { target: number, value: integer(0, span) });
                statements
            }
            (None, Some((path, ty))) => {
                let (from, from_ty) = match self.finish(from)? {
                    Value::Plain(from, shape) => (from, shape.ty),
                    Value::Record(from) => return self.move_to_owner(from, path, ty, span).map(Some),
                    _ => return Err(self.not_a_pointer(span)),
                };
                if ty.owns_text() {
                    let text = Value::Plain(from.clone(), Default::default());
                    let mut statements = self.release(&path, &ty, span);
                    statements.push(StatementKind::IfThen { name: None, condition: allocated(&from) });
                    statements.extend(self.inside(|rewriter| rewriter.assign_text(path, &ty, text, span))?);
                    statements.push(StatementKind::Deallocate { objects: vec![from], options: Vec::new() });
                    statements.push(StatementKind::EndIf(None));
                    return Ok(Some(statements));
                }
                let rank = ty.pointee.as_ref().map_or(0, |pointee| pointee.rank);
                let bound = |of: &str, at: usize| intrinsic(of, vec![from.clone(), integer(at as i64, span)], span);
                let bounds = (1..=rank).map(|at| {
                    let range =
                        Range { lower: Some(bound("lbound", at)), upper: Some(bound("ubound", at)), stride: None };
                    Argument { keyword: None, value: Expr { kind: ExprKind::Range(Box::new(range)), span } }
                });
                let bounds = Some(bounds.collect());
                let of = match from_ty.filter(|_| ty.is_of_anything()) {
                    Some(of) => Some(self.box_of(&of, span)?),
                    None => None,
                };
                let object = PointerObject { path: path.clone(), ty: Rc::clone(&ty), bounds, of: of.clone(), span };
                let mut statements = self.release(&path, &ty, span);
                statements.push(StatementKind::IfThen { name: None, condition: allocated(&from) });
                statements.extend(self.inside(|rewriter| rewriter.make(object, None))?);
                let value = Value::Plain(from.clone(), Default::default());
                statements.extend(match (self.target_of(Value::Record(Record::object(ty, path)))?, of) {
                    (Value::Record(target), Some(of)) => self.fill_box(Record { ty: of, ..target }, value, span)?,
                    (target, _) => self.store(target, value, span)?,
                });
                statements.push(StatementKind::Deallocate { objects: vec![from], options: Vec::new() });
                statements.push(StatementKind::EndIf(None));
                statements
            }
            (Some((path, ty)), None) => {
                let name = match self.finish(to)? {
                    Value::Plain(Expr { kind: ExprKind::Name(name), .. }, _) => name,
                    Value::Record(to) => return self.move_from_owner(path, ty, to, is_copy, span).map(Some),
                    _ => return Err(self.not_a_pointer(span)),
                };
                let to = Expr { kind: ExprKind::Name(name.clone()), span };
                let free = StatementKind::Deallocate { objects: vec![to.clone()], options: Vec::new() };
                let free = Box::new(Statement { label: None, kind: free, span });
                let mut statements = vec![StatementKind::LogicalIf { condition: allocated(&to), action: free }];
                let parts = path.leaves(&ty);
                let bounds: Vec<Expr> = parts[2..].chunks_exact(3).map(|one| whole_range(one, span)).collect();
                let object = if bounds.is_empty() { to.clone() } else { reference(&name, bounds, span) };
                let condition = self.has_target(&path, &ty, span);
                statements.push(StatementKind::IfThen { name: None, condition });
                if !ty.owns_text() {
                    statements.push(StatementKind::Allocate { ty: None, objects: vec![object], options: Vec::new() });
                }
                let value = self.target_of(Value::Record(Record::object(Rc::clone(&ty), path.clone())))?;
                statements.extend(self.store(Value::Plain(to, Default::default()), value, span)?);
                if !is_copy {
                    statements.extend(self.release(&path, &ty, span));
                }
                statements.push(StatementKind::EndIf(None));
                statements
            }
        };
        Ok(Some(statements))
    }

    pub fn store(&mut self, target: Value, value: Value, span: Span) -> Outcome<Vec<StatementKind>> {
        match (self.finish(target)?, self.finish(value)?) {
            (Value::Plain(target, _), Value::Plain(value, _)) => Ok(vec![StatementKind::Assign { target, value }]),
            (Value::Record(target), Value::Record(value)) => self.assign_record(target, value, span),
            (Value::Record(target), value) => Err(super::constructors::wrong_type(&target.ty.name, value.span())),
            (_, value) => Err(super::constructors::no_derived_value(value.span())),
        }
    }
}
