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
use super::layouts::Layout;
use super::names::{Shaped, Ty};
use super::paths::{Record, Value};
use super::rewriter::{Outcome, Problem, Rewriter};
use super::terms::{integer, intrinsic, product};
use super::types::DerivedType;
use super::typing::integer_value;
use crate::source::Span;
use crate::tree::*;
use std::rc::Rc;

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
        let size = layout.and_then(|layout| layout.size.checked_mul(factor)).ok_or(Problem::Refused(what, span))?;
        let digits = ExprKind::Integer(size.to_string().into(), Some(Box::new(Name { text: "8".into(), span })));
        let size = Expr { kind: digits, span };
        let size = match object.rank {
            1.. if factor == 1 => {
                let name = Name { text: "size".into(), span };
                let actuals = [Actual { keyword: None, value: Value::Record(object.clone()) }];
                let Some(Value::Plain(count, _)) = self.inquiry(&name, object.clone(), &actuals, span)? else {
                    return Err(Problem::Refused(what, span));
                };
                product(size, intrinsic("int", vec![count, integer(8, span)], span))
            }
            _ => size,
        };
        let kind = match kind {
            Some(Value::Plain(kind, _)) => kind,
            _ => integer(if factor == 1 { 8 } else { 4 }, span),
        };
        let ty = integer_value(&self.names, &kind).map_or(ty, Ty::Integer);
        Ok(Value::Plain(intrinsic("int", vec![size, kind], span), Shaped::new(Some(ty), 0)))
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
        let parts = ty.leaves().into_iter().zip(path.leaves(ty)).zip(pieces);
        for ((leaf, at), (start, length)) in parts.filter(|(_, (_, length))| *length > 0) {
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
    for (value, (start, length)) in values.into_iter().zip(pieces).filter(|(_, (_, length))| *length > 0) {
        items.extend(fill(end, *start));
        items.push(ConstructorItem::Value(intrinsic("transfer", vec![value, bytes(span)], span)));
        end = start + length;
    }
    items.extend(fill(end, size));
    Expr { kind: ExprKind::Constructor(None, items), span }
}
