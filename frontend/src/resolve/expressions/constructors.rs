//! Array constructors: their items, and the type that these have in common.

use crate::resolve::expressions::{common_type, is_numeric, one};
use crate::resolve::scope::{Outcome, Scope};
use crate::resolved::{ArrayKind, ArrayOperand, ConstructorItem, Expr, ExprKind};
use crate::source::Span;
use crate::tree;
use forlane_semantics::types::Type;

impl Scope<'_> {
    /// Resolves an array constructor.
    pub fn resolve_constructor(
        &mut self,
        ty: Option<&tree::TypeSpec>,
        items: &[tree::ConstructorItem],
        span: Span,
    ) -> Outcome<Expr> {
        let declared = ty.map(|ty| self.type_of_spec(ty)).transpose()?;
        let items = self.constructor_items(items)?;
        let mut types = Vec::new();
        item_types(&items, &mut types);
        let common =
            match declared {
                Some(ty) => ty,
                None => {
                    let Some((first, _)) = types.first() else {
                        return Err(self.error("E0281", span, "an empty array constructor needs a type: [INTEGER ::]"));
                    };
                    types
                        .iter()
                        .try_fold(*first, |common, (ty, span)| {
                            if common == *ty { Ok(common) } else { common_type(common, *ty).ok_or(*span) }
                        })
                        .map_err(|span| self.error("E0281", span, "the items of an array constructor differ in type"))?
                }
            };
        for (ty, place) in types {
            if ty != common && !(is_numeric(ty) && is_numeric(common)) {
                let message = format!("an item of type {} in an array constructor of {}", ty.name(), common.name());
                return Err(self.error("E0281", place, message));
            }
        }
        let items = self.convert_items(items, common)?;
        let items = match ty {
            Some(spec) if common == Type::Character => self.fit_items(spec, items)?,
            _ => items,
        };
        let operand = ArrayOperand { rank: 1, kind: ArrayKind::Constructor(items) };
        Ok(Expr::new(ExprKind::Array(Box::new(operand)), common, span))
    }

    /// The parser bounds how deep items nest.
    fn constructor_items(&mut self, items: &[tree::ConstructorItem]) -> Outcome<Vec<ConstructorItem>> {
        let mut resolved = Vec::with_capacity(items.len());
        for item in items {
            resolved.push(match item {
                tree::ConstructorItem::Value(value) => ConstructorItem::Value(self.resolve_array_or_scalar(value)?),
                tree::ConstructorItem::ImpliedDo(items, count) => {
                    let first = self.resolve_index(&count.first)?;
                    let last = self.resolve_index(&count.last)?;
                    let step = match &count.step {
                        Some(step) => self.resolve_index(step)?,
                        None => one(count.variable.span),
                    };
                    let (variable, kind, hidden) = self.hide_by_index(&count.variable)?;
                    let items = self.constructor_items(items);
                    self.uncover(&count.variable, hidden);
                    let kind = Type::Integer(kind);
                    let [first, last, step] = [first, last, step].map(|bound| self.convert(bound, kind));
                    ConstructorItem::ImpliedDo { variable, first: first?, last: last?, step: step?, items: items? }
                }
            });
        }
        Ok(resolved)
    }

    fn convert_items(&mut self, items: Vec<ConstructorItem>, ty: Type) -> Outcome<Vec<ConstructorItem>> {
        let convert = |item| match item {
            ConstructorItem::Value(value) => self.convert(value, ty).map(ConstructorItem::Value),
            ConstructorItem::ImpliedDo { variable, first, last, step, items } => {
                let items = self.convert_items(items, ty)?;
                Ok(ConstructorItem::ImpliedDo { variable, first, last, step, items })
            }
        };
        items.into_iter().map(convert).collect()
    }
}

fn item_types(items: &[ConstructorItem], types: &mut Vec<(Type, Span)>) {
    for item in items {
        match item {
            ConstructorItem::Value(value) => types.push((value.ty, value.span)),
            ConstructorItem::ImpliedDo { items, .. } => item_types(items, types),
        }
    }
}
