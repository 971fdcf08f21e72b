//! TRANSFER, STORAGE_SIZE and SIZEOF of objects: an object as the bytes that it would be in memory, each component
//! aligned as its type is.
//!
//! ```text
//! TRANSFER(P, MOLD)      transfer([transfer(p%n, [0_1]), 0_1, 0_1, 0_1, 0_1, transfer(p%x, [0_1])], mold)
//! TRANSFER(BYTES, P)     image%1 = transfer(bytes, [0_1], 16)
//!                        p%1%n = transfer(image%1(1:4), p%1%n)
//!                        p%1%x = transfer(image%1(9:16), p%1%x)
//! ```

use super::calls::Actual;
use super::components::ComponentType;
use super::names::{Shaped, Ty};
use super::paths::{Record, Value};
use super::rewriter::{Outcome, Problem, Rewriter};
use super::terms::{integer, intrinsic, product};
use super::types::DerivedType;
use super::typing::integer_value;
use crate::source::Span;
use crate::tree::*;
use std::rc::Rc;

/// How objects of a type are in memory, in bytes.
#[derive(Clone, Debug)]
struct Layout {
    alignment: i64,
    size: i64,
    /// Where the variables that the object becomes are, and how long; none if one is in several pieces.
    pieces: Option<Vec<(i64, i64)>>,
}

impl Layout {
    /// None where a component is a pointer or ALLOCATABLE, or is not known here.
    fn of(ty: &DerivedType) -> Option<Layout> {
        let (mut layout, inherited) = match &ty.parent {
            Some((_, parent)) => (Layout::of(parent)?, parent.components.len()),
            None => (Layout { alignment: 1, size: 0, pieces: Some(Vec::new()) }, 0),
        };
        for component in ty.components.values().skip(inherited) {
            let count: i64 = component.extents.as_ref()?.iter().map(|extent| (*extent).max(0)).product();
            let one = match &component.ty {
                ComponentType::Intrinsic(_) if component.is_allocatable => return None,
                ComponentType::Intrinsic(_) => {
                    let (alignment, size) = component.store.as_ref()?.layout()?;
                    Layout { alignment, size, pieces: Some(vec![(0, size.checked_mul(count)?)]) }
                }
                ComponentType::Derived(inner) if inner.pointee.is_some() => return None,
                ComponentType::Derived(inner) => {
                    let inner = Layout::of(inner)?;
                    let pieces = inner.pieces.filter(|_| component.dimensions.is_empty());
                    Layout { pieces, ..inner }
                }
            };
            let start = aligned(layout.size, one.alignment);
            layout.alignment = layout.alignment.max(one.alignment);
            layout.size = start.checked_add(one.size.checked_mul(count)?)?;
            layout.pieces = layout.pieces.zip(one.pieces).map(|(before, pieces)| {
                let moved = pieces.into_iter().map(|(at, length)| (start + at, length));
                before.into_iter().chain(moved).collect()
            });
        }
        layout.size = aligned(layout.size, layout.alignment);
        Some(layout)
    }
}

impl Rewriter<'_> {
    /// STORAGE_SIZE in bits, or SIZEOF in bytes, of an object or array of them.
    pub(super) fn size_of_object(
        &mut self,
        name: &Name,
        object: &Record,
        kind: Option<Value>,
        span: Span,
    ) -> Outcome<Value> {
        let (what, factor, ty) = match name.text.trim_start_matches('%') {
            "sizeof" => ("SIZEOF of this derived type", 1, Ty::Integer(8)),
            _ => ("STORAGE_SIZE of this derived type", 8, Ty::Integer(4)),
        };
        let layout = Layout::of(&object.ty).filter(|_| object.tag.is_none());
        let size = layout.ok_or(Problem::Refused(what, span))?.size;
        let size = integer(size * factor, span);
        let size = match object.rank {
            1.. if factor == 1 => {
                let name = Name { text: "size".into(), span };
                let actuals = [Actual { keyword: None, value: Value::Record(object.clone()) }];
                let Some(Value::Plain(count, _)) = self.inquiry(&name, object.clone(), &actuals, span)? else {
                    return Err(Problem::Refused(what, span));
                };
                product(size, count)
            }
            _ => size,
        };
        let kind = match kind {
            Some(Value::Plain(kind, _)) => Some(kind),
            _ => (factor == 1).then(|| integer(8, span)),
        };
        let ty = kind.as_ref().and_then(|kind| integer_value(&self.names, kind)).map_or(ty, Ty::Integer);
        let size = kind.map_or(size.clone(), |kind| intrinsic("int", vec![size, kind], span));
        Ok(Value::Plain(size, Shaped::new(Some(ty), 0)))
    }

    /// TRANSFER of a scalar object, or to one.
    pub(super) fn transferred_object(&mut self, given: [Option<Value>; 3], span: Span) -> Outcome<Value> {
        let refused = || Problem::Refused("TRANSFER of this derived type, or of an array of objects", span);
        let layout = |record: &Record| {
            let layout = Layout::of(&record.ty).filter(|_| record.rank == 0 && record.tag.is_none())?;
            layout.pieces.map(|pieces| (layout.size, pieces))
        };
        let [Some(source), Some(mold), size] = given else { return Err(refused()) };
        let source = match source {
            Value::Record(record) => {
                let (size, pieces) = layout(&record).ok_or_else(refused)?;
                image_of(record.leaves(), &pieces, size, span)
            }
            Value::Plain(value, _) => value,
            _ => return Err(refused()),
        };
        let size = match size {
            Some(Value::Plain(size, _)) => Some(size),
            Some(_) => return Err(refused()),
            None => None,
        };
        match mold {
            Value::Plain(mold, shape) => {
                let rank = if size.is_some() { Some(1) } else { shape.rank.map(|rank| rank.min(1)) };
                let value = intrinsic("transfer", [source, mold].into_iter().chain(size).collect(), span);
                Ok(Value::Plain(value, Shaped { ty: shape.ty, rank }))
            }
            Value::Record(mold) if size.is_none() => {
                let (size, pieces) = layout(&mold).ok_or_else(refused)?;
                self.object_of_image(&mold.ty, source, (size, &pieces), span).map(Value::Record)
            }
            _ => Err(refused()),
        }
    }

    fn object_of_image(
        &mut self,
        ty: &Rc<DerivedType>,
        source: Expr,
        (size, pieces): (i64, &[(i64, i64)]),
        span: Span,
    ) -> Outcome<Record> {
        let image = self.new_array(&Ty::Integer(1), 1, "image", span);
        let Some(Value::Plain(Expr { kind: ExprKind::Name(image), .. }, _)) = image else {
            return Err(Problem::Refused("TRANSFER of this derived type", span));
        };
        let bytes = intrinsic("transfer", vec![source, bytes(span), integer(size, span)], span);
        let target = Expr { kind: ExprKind::Name(image.clone()), span };
        self.before(StatementKind::Assign { target, value: bytes }, span)?;
        let path = self.temporary(ty, 0, &ty.name.clone(), span);
        for ((leaf, at), (start, length)) in ty.leaves().iter().zip(path.leaves(ty)).zip(pieces) {
            let [lower, upper] = [start + 1, start + length].map(|bound| Some(integer(bound, span)));
            let range = Expr { kind: ExprKind::Range(Box::new(Range { lower, upper, stride: None })), span };
            let part = super::terms::reference(&image, vec![range], span);
            let value = intrinsic("transfer", vec![part, at.clone()], span);
            let value = match leaf.rank() {
                0 | 1 => value,
                _ => intrinsic("reshape", vec![value, intrinsic("shape", vec![at.clone()], span)], span),
            };
            self.before(StatementKind::Assign { target: at, value }, span)?;
        }
        Ok(Record::object(Rc::clone(ty), path))
    }
}

/// The first place from there on that is aligned so.
fn aligned(from: i64, alignment: i64) -> i64 {
    (from + alignment - 1) / alignment * alignment
}

/// `[0_1]`, for bytes.
fn bytes(span: Span) -> Expr {
    Expr { kind: ExprKind::Constructor(None, vec![ConstructorItem::Value(zero(span))]), span }
}

fn zero(span: Span) -> Expr {
    let kind = Some(Box::new(Name { text: "1".into(), span }));
    Expr { kind: ExprKind::Integer("0".into(), kind), span }
}

/// The bytes of an object; those between components are zero.
fn image_of(values: Vec<Expr>, pieces: &[(i64, i64)], size: i64, span: Span) -> Expr {
    let (mut items, mut end) = (Vec::new(), 0);
    let fill = |from: i64, to: i64| (from..to).map(|_| ConstructorItem::Value(zero(span)));
    for (value, (start, length)) in values.into_iter().zip(pieces) {
        items.extend(fill(end, *start));
        items.push(ConstructorItem::Value(intrinsic("transfer", vec![value, bytes(span)], span)));
        end = start + length;
    }
    items.extend(fill(end, size));
    Expr { kind: ExprKind::Constructor(None, items), span }
}
