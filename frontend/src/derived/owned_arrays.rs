//! Assignments of arrays of objects with ALLOCATABLE components: each element gets copies of what another one owns.

use super::assign::base;
use super::owned::owners;
use super::paths::{Path, Record, RecordKind, Value};
use super::pointer_allocation::PointerObject;
use super::pointers::operation;
use super::rewriter::{Outcome, Problem, Rewriter};
use super::terms::{difference, integer, intrinsic, literal, name_expr, product, quotient, reference, sum};
use super::types::{DerivedType, Leaf};
use super::whole_arrays::{WholeBounds, ranges};
use crate::resolved::BinaryOp;
use crate::source::Span;
use crate::tree::*;
use std::rc::Rc;

/// A dimension of an array, or of a section of one.
pub(super) struct Dimension {
    first: Expr,
    pub extent: Expr,
    stride: Expr,
    /// A vector subscript: the indices, in place of the first one and the stride.
    indices: Option<Expr>,
}

fn object(ty: &Rc<DerivedType>, path: &Path) -> Record {
    Record::object(Rc::clone(ty), path.clone())
}

/// The variable of an array of objects that has a leaf of all elements.
fn whole(path: &Path, leaf: &Leaf) -> Expr {
    Expr { kind: ExprKind::Name(format!("{}{}", path.name, leaf.path).into()), span: path.span }
}

/// `lower:lower + extent - 1`
pub(super) fn bound(lower: Expr, extent: Expr, span: Span) -> Expr {
    let upper = difference(sum(lower.clone(), extent), integer(1, span));
    let range = Range { lower: Some(lower), upper: Some(upper), stride: None };
    Expr { kind: ExprKind::Range(Box::new(range)), span }
}

/// The dimensions that the subscripts of an array of objects of a type leave, in their order.
pub(super) fn dimensions(path: &Path, ty: &DerivedType, span: Span) -> Outcome<Vec<Dimension>> {
    let Some(leaf) = ty.leaves().into_iter().next() else { return Ok(Vec::new()) };
    let (mut found, mut at) = (Vec::new(), leaf.rank());
    for level in path.levels.iter().rev() {
        for number in 0..level.rank {
            at += 1;
            let inquiry = |of: &str| intrinsic(of, vec![whole(path, &leaf), integer(at as i64, span)], span);
            let (lower, extent) = match level.bounds.get(number) {
                Some(bounds) => (bounds.lower.clone(), bounds.extent.clone()),
                None => (inquiry("lbound"), inquiry("size")),
            };
            let one = || integer(1, span);
            match level.subscripts.as_ref().and_then(|all| all.get(number)).map(|one| &one.value.kind) {
                None => found.push(Dimension { first: lower, extent, stride: one(), indices: None }),
                Some(ExprKind::Range(range)) => {
                    let last = difference(sum(lower.clone(), extent), one());
                    let (first, last) = (range.lower.clone().unwrap_or(lower), range.upper.clone().unwrap_or(last));
                    let stride = range.stride.clone().unwrap_or(one());
                    let extent = quotient(sum(difference(last, first.clone()), stride.clone()), stride.clone());
                    let extent = intrinsic("max", vec![integer(0, span), extent], span);
                    found.push(Dimension { first, extent, stride, indices: None });
                }
                Some(indices) if level.left > 0 && level.arrays.get(number) == Some(&true) => {
                    let indices = Expr { kind: indices.clone(), span };
                    let extent = intrinsic("size", vec![indices.clone()], span);
                    found.push(Dimension { first: one(), extent, stride: one(), indices: Some(indices) });
                }
                Some(_) => {}
            }
        }
    }
    Ok(found)
}

/// The element of an array that has these numbers in its dimensions, from 1 on.
pub(super) fn element(path: &Path, dimensions: &[Dimension], numbers: &[Name], span: Span) -> Path {
    let index = |(one, number): (&Dimension, &Name)| {
        if let Some(Expr { kind: ExprKind::Name(indices), .. }) = &one.indices {
            return reference(indices, vec![name_expr(number)], span);
        }
        let after = difference(name_expr(number), integer(1, span));
        sum(one.first.clone(), product(after, one.stride.clone()))
    };
    let mut indices = dimensions.iter().zip(numbers).map(index);
    let mut path = path.clone();
    for level in path.levels.iter_mut().rev().filter(|level| level.left > 0) {
        let given = level.subscripts.take().map_or(vec![None; level.rank], |all| all.into_iter().map(Some).collect());
        let arrays = std::mem::take(&mut level.arrays).into_iter().chain(std::iter::repeat(false));
        let each = given.into_iter().zip(arrays).map(|(one, is_array)| match one {
            Some(one) if !is_array && !matches!(one.value.kind, ExprKind::Range(_)) => Some(one),
            _ => Some(Argument { keyword: None, value: indices.next()? }),
        });
        (level.subscripts, level.left) = (each.collect(), 0);
    }
    path
}

impl Rewriter<'_> {
    /// What is done for each element of an array of objects of a type, and those of others of its shape. Scalars are
    /// elements for all.
    pub fn for_each_element<const N: usize>(
        &mut self,
        arrays: [&Path; N],
        ty: &DerivedType,
        span: Span,
        work: impl FnOnce(&mut Self, [Path; N]) -> Outcome<Vec<StatementKind>>,
    ) -> Outcome<Vec<StatementKind>> {
        let mut opens = Vec::new();
        let mut numbers: Vec<Name> = Vec::new();
        let mut elements = arrays.map(Path::clone);
        for (at, path) in elements.iter_mut().enumerate() {
            self.name_indices(path)?;
            let dimensions = dimensions(path, ty, span)?;
            for Dimension { extent, .. } in dimensions.iter().filter(|_| at == 0) {
                let variable = self.integer("element", span);
                numbers.push(variable.clone());
                let count = DoCount { variable, first: integer(1, span), last: extent.clone(), step: None };
                opens.insert(
                    0,
                    StatementKind::Do { name: None, label: None, control: DoControl::Counted(count.into()) },
                );
            }
            *path = element(path, &dimensions, &numbers, span);
        }
        let ends = vec![StatementKind::EndDo(None); opens.len()];
        let inner = self.inside(|rewriter| work(rewriter, elements))?;
        Ok(opens.into_iter().chain(inner).chain(ends).collect())
    }

    fn assign_elements(
        &mut self,
        to: &Path,
        from: &Path,
        ty: &Rc<DerivedType>,
        span: Span,
    ) -> Outcome<Vec<StatementKind>> {
        self.for_each_element([to, from], ty, span, |rewriter, [to, from]| {
            rewriter.assign_record(object(ty, &to), object(ty, &from), span)
        })
    }

    /// Assigns an array, or a scalar to all elements. What may be parts of one array, or is of the target, goes through
    /// a copy.
    pub fn assign_each(
        &mut self,
        path: Path,
        from: Path,
        ty: &Rc<DerivedType>,
        is_of_target: bool,
        span: Span,
    ) -> Outcome<Vec<StatementKind>> {
        let may_overlap = is_of_target
            || match (&path.place, &from.place) {
                (None, None) => base(&path.name) == base(&from.name),
                (place, other) => place.is_some() && other.is_some(),
            };
        if from.rank() == 0 {
            return self.assign_elements(&path, &from, ty, span);
        }
        let mut statements = Vec::new();
        let bounds = self.bounds_of(&from, ty, span)?;
        let mut kept = |rewriter: &mut Self, hint: &str, value: Expr| {
            let name = name_expr(&rewriter.integer(hint, span));
            statements.push(StatementKind::Assign { target: name.clone(), value });
            name
        };
        let bounds: WholeBounds = bounds
            .into_iter()
            .map(|(lower, extent)| {
                let lower = if literal(&lower).is_some() { lower } else { kept(self, "lower", lower) };
                (lower, kept(self, "extent", extent))
            })
            .collect();
        let mut value = from;
        if may_overlap {
            let copies = self.temporary(ty, value.rank(), "copies", span);
            let extents: Vec<Expr> = bounds.iter().map(|(_, extent)| extent.clone()).collect();
            statements.extend(self.new_owners(&copies, &extents, ty, span)?);
            statements.extend(self.assign_elements(&copies, &value, ty, span)?);
            value = copies;
        }
        if self.is_allocatable_array(&path) {
            statements.extend(self.allocate_as(&path, bounds, ty, span)?);
        }
        statements.extend(self.assign_elements(&path, &value, ty, span)?);
        if may_overlap {
            statements.extend(self.release_all(&value, ty, span)?);
        }
        Ok(statements)
    }

    /// The bounds of an array of objects, or those that a section has as an array.
    pub fn bounds_of(&mut self, path: &Path, ty: &DerivedType, span: Span) -> Outcome<WholeBounds> {
        let lower = |first| if path.is_whole() { first } else { integer(1, span) };
        let mut path = path.clone();
        self.name_indices(&mut path)?;
        Ok(dimensions(&path, ty, span)?.into_iter().map(|one| (lower(one.first), one.extent)).collect())
    }

    /// Keeps the vector subscripts that are no names, of which elements are wanted.
    pub fn name_indices(&mut self, path: &mut Path) -> Outcome<()> {
        for level in path.levels.iter_mut().filter(|level| level.left > 0) {
            for (index, _) in
                level.subscripts.iter_mut().flatten().zip(&level.arrays).filter(|(_, is_array)| **is_array)
            {
                if !matches!(index.value.kind, ExprKind::Name(_) | ExprKind::Range(_)) {
                    self.keep_indices(&mut index.value)?;
                }
            }
        }
        Ok(())
    }

    /// An array of new objects that own nothing.
    pub fn new_owners(
        &mut self,
        path: &Path,
        extents: &[Expr],
        ty: &Rc<DerivedType>,
        span: Span,
    ) -> Outcome<Vec<StatementKind>> {
        let mut statements =
            self.inside(|rewriter| rewriter.allocate_temporary(ty, path, extents, span).map(|()| Vec::new()))?;
        for leaf in ty.leaves().iter().filter(|leaf| leaf.is_owned) {
            statements.push(StatementKind::Assign { target: path.leaf(leaf), value: integer(0, span) });
        }
        Ok(statements)
    }

    /// Whether it is a whole ALLOCATABLE array that is a variable.
    pub fn is_allocatable_array(&self, path: &Path) -> bool {
        path.place.is_none() && path.is_whole() && self.is_allocatable(&path.name)
    }

    /// Makes a whole ALLOCATABLE array one of a shape, if it is not.
    pub fn allocate_as(
        &mut self,
        path: &Path,
        bounds: WholeBounds,
        ty: &Rc<DerivedType>,
        span: Span,
    ) -> Outcome<Vec<StatementKind>> {
        let leaves = path.leaves(ty);
        let own = ty.leaves().first().map_or(0, Leaf::rank);
        let is_new = name_expr(&self.integer("new", span));
        let set = |value: i64| StatementKind::Assign { target: is_new.clone(), value: integer(value, span) };
        let open = |condition| StatementKind::IfThen { name: None, condition };
        let of = |at: usize| intrinsic("size", vec![leaves[0].clone(), integer((own + at) as i64, span)], span);
        let is_same =
            bounds.iter().zip(1..).map(|((_, extent), at)| operation(BinaryOp::Equal, of(at), extent.clone()));
        let is_same = is_same.reduce(|one, other| operation(BinaryOp::And, one, other));
        let mut statements = vec![set(1), open(intrinsic("allocated", vec![leaves[0].clone()], span))];
        statements.extend(is_same.map(open));
        statements.extend([set(0), StatementKind::Else(None)]);
        if ty.owns() {
            statements.extend(self.release_all(path, ty, span)?);
        }
        let free = StatementKind::Deallocate { objects: leaves, options: Vec::new() };
        let condition = operation(BinaryOp::Equal, is_new.clone(), integer(1, span));
        statements.extend([free, StatementKind::EndIf(None), StatementKind::EndIf(None), open(condition)]);
        let array = reference(&path.name, ranges(&bounds, span), span);
        statements.extend(self.inside(|rewriter| rewriter.allocate(None, vec![array], Vec::new(), span))?);
        statements.push(StatementKind::EndIf(None));
        Ok(statements)
    }

    /// Makes an ALLOCATABLE scalar, if it is not there.
    pub fn allocate_scalar(&mut self, path: &Path, ty: &DerivedType, span: Span) -> Outcome<Vec<StatementKind>> {
        let is_there = intrinsic("allocated", path.leaves(ty).into_iter().take(1).collect(), span);
        let condition = Expr { kind: ExprKind::Unary(UnaryOp::Not, Box::new(is_there)), span };
        let mut statements = vec![StatementKind::IfThen { name: None, condition }];
        let scalar = Expr { kind: ExprKind::Name(path.name.clone()), span };
        statements.extend(self.inside(|rewriter| rewriter.allocate(None, vec![scalar], Vec::new(), span))?);
        statements.push(StatementKind::EndIf(None));
        Ok(statements)
    }

    /// Assigns an array of objects to a whole ALLOCATABLE component: it gets a new target with copies.
    pub fn assign_owned_array(
        &mut self,
        path: Path,
        ty: &Rc<DerivedType>,
        value: Record,
        span: Span,
    ) -> Outcome<Vec<StatementKind>> {
        let element_type = Rc::clone(&value.ty);
        let from = self.object(value)?;
        let parts = path.leaves(ty);
        let shape = self.bounds_of(&from, &element_type, span)?;
        let mut is_same = operation(BinaryOp::NotEqual, parts[0].clone(), integer(0, span));
        for (own, one) in parts[2..].chunks_exact(3).zip(&shape) {
            let is_equal = operation(BinaryOp::Equal, own[1].clone(), one.1.clone());
            is_same = operation(BinaryOp::And, is_same, is_equal);
        }
        let bounds = parts[2..].chunks_exact(3).zip(shape).map(|(own, (other, extent))| {
            let lower = intrinsic("merge", vec![own[0].clone(), other, is_same.clone()], span);
            Argument { keyword: None, value: bound(lower, extent, span) }
        });
        let new = self.temporary(ty, 0, "owned", span);
        let bounds = Some(bounds.collect());
        let made = PointerObject { path: new.clone(), ty: Rc::clone(ty), bounds, of: None, span };
        let mut statements = self.inside(|rewriter| rewriter.make(made, None))?;
        let target = self.target_of(Value::Record(object(ty, &new)))?;
        let Value::Record(Record { kind: RecordKind::Object(target), .. }) = target else {
            return Err(self.not_a_pointer(span));
        };
        statements.extend(self.assign_elements(&target, &from, &element_type, span)?);
        statements.extend(self.release(&path, ty, span));
        statements.extend(self.set_pointer(path, ty, new.leaves(ty), span)?);
        Ok(statements)
    }

    /// `[items]` of objects that own what is in the stores. What the array owned the last time is freed.
    pub fn array_of_owners(&mut self, items: Vec<Record>, ty: Rc<DerivedType>, span: Span) -> Outcome<Record> {
        if items.iter().any(|item| item.rank > 1) {
            let what = "an array constructor of arrays of several dimensions of objects with ALLOCATABLE components";
            return Err(Problem::Refused(what, span));
        }
        let path = self.temporary(&ty, 1, "array", span);
        // Each item with its first index, and an array with its last one.
        let (mut indices, mut paths) = (Vec::new(), Vec::with_capacity(items.len()));
        let mut next = integer(1, span);
        for item in items {
            let first = next.clone();
            if item.rank == 0 {
                next = sum(next, integer(1, span));
                paths.push((Ok(item), Argument { keyword: None, value: first }));
                continue;
            }
            let from = self.object(item)?;
            let extent = self.bounds_of(&from, &ty, span)?.into_iter().next().map(|(_, extent)| extent);
            let end = name_expr(&self.integer("end", span));
            let value = sum(first.clone(), extent.unwrap_or(integer(0, span)));
            indices.push(StatementKind::Assign { target: end.clone(), value });
            let last = difference(end.clone(), integer(1, span));
            let range = Range { lower: Some(first), upper: Some(last), stride: None };
            let range = Expr { kind: ExprKind::Range(Box::new(range)), span };
            paths.push((Err(from), Argument { keyword: None, value: range }));
            next = end;
        }
        let condition = intrinsic("allocated", path.leaves(&ty).into_iter().take(1).collect(), span);
        let mut statements = indices;
        statements.push(StatementKind::IfThen { name: None, condition });
        statements.extend(self.release_all(&path, &ty, span)?);
        statements.push(StatementKind::EndIf(None));
        statements.extend(self.new_owners(&path, &[difference(next, integer(1, span))], &ty, span)?);
        for (item, index) in paths {
            let mut part = path.clone();
            (part.levels[0].subscripts, part.levels[0].left) = (Some(vec![index]), usize::from(item.is_err()));
            statements.extend(match item {
                Ok(item) => self.inside(|rewriter| rewriter.assign_record(object(&ty, &part), item, span))?,
                Err(from) => self.inside(|rewriter| rewriter.assign_elements(&part, &from, &ty, span))?,
            });
        }
        for kind in statements {
            self.before(kind, span)?;
        }
        Ok(object(&ty, &path))
    }

    /// Frees what objects own; what these own in turn stays until the row ends.
    pub fn release_all(&mut self, path: &Path, ty: &Rc<DerivedType>, span: Span) -> Outcome<Vec<StatementKind>> {
        self.for_each_element([path], ty, span, |rewriter, [path]| {
            let mut statements = Vec::new();
            for (part, pointer) in owners(&path, ty, span) {
                statements.extend(rewriter.for_each_element([&part], &pointer, span, |rewriter, [part]| {
                    Ok(rewriter.release(&part, &pointer, span))
                })?);
            }
            Ok(statements)
        })
    }
}
