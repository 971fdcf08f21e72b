//! Array constructors: their items are stored one after another in a temporary array.

use super::sections::{combine, constant};
use crate::build::variables::Array;
use crate::build::{Builder, fold};
use crate::expr::{Expr, IntegerBinary, IntegerExpr, Place};
use crate::graph::ActionKind;
use crate::unit::VarId;
use forlane_frontend::resolved::{self, ConstructorItem, Designator};
use forlane_frontend::types::{IntegerKind, Type};

/// What is done with each item that is no implied DO.
type Visit<'v, 'b> = &'v mut dyn FnMut(&mut Builder<'b>, &resolved::Expr);

impl<'b> Builder<'b> {
    /// The elements of a constructor in an array of rank one.
    pub(super) fn constructor(&mut self, items: &[ConstructorItem], ty: Type) -> Array {
        let around = std::mem::take(&mut self.elements.indices);
        let array = if items.iter().all(|item| matches!(item, ConstructorItem::Value(value) if value.rank() == 0)) {
            self.list(items, ty)
        } else {
            self.sequence(items, ty)
        };
        self.elements.indices = around;
        array
    }

    /// Scalars alone.
    fn list(&mut self, items: &[ConstructorItem], ty: Type) -> Array {
        let array = self.temporary_array("items", ty, vec![constant(items.len() as i64)]);
        for (offset, item) in (0..).zip(items) {
            if let ConstructorItem::Value(value) = item {
                self.store_item(array.var, constant(offset), value);
            }
        }
        array
    }

    /// Arrays and implied DOs: the items are counted, then stored.
    fn sequence(&mut self, items: &[ConstructorItem], ty: Type) -> Array {
        let count = match known_count(items) {
            Some(count) => constant(count),
            None => self.count(items),
        };
        let array = self.temporary_array("items", ty, vec![count]);
        let at = self.new_counter("at");
        let target = array.var;
        self.visit_items(items, &mut |builder, value| {
            let extents = builder.prepare(value);
            let loops = builder.open_loops(&extents);
            let offset = builder.read_integer(at);
            builder.store_item(target, offset, value);
            builder.advance(at, constant(1));
            builder.close_loops(loops);
            builder.forget(value);
        });
        array
    }

    fn count(&mut self, items: &[ConstructorItem]) -> IntegerExpr {
        let count = self.new_counter("count");
        self.visit_items(items, &mut |builder, value| {
            let extents = builder.prepare(value);
            let length = builder.product(&extents);
            builder.advance(count, length);
            builder.forget(value);
        });
        self.read_integer(count)
    }

    /// A new variable that is zero.
    pub(super) fn new_counter(&mut self, stem: &str) -> VarId {
        let counter = self.temporary(stem, Type::Integer(IntegerKind::I4));
        self.action(ActionKind::Assign { target: counter, value: Expr::Integer(constant(0)) });
        counter
    }

    /// Adds to a counter.
    pub(super) fn advance(&mut self, counter: VarId, by: IntegerExpr) {
        let value = Expr::Integer(combine(IntegerBinary::Add, self.read_integer(counter), by));
        self.action(ActionKind::Assign { target: counter, value });
    }

    /// Visits the items, those of an implied DO in a loop. The parser bounds how deep they nest.
    fn visit_items(&mut self, items: &[ConstructorItem], visit: Visit<'_, 'b>) {
        for item in items {
            match item {
                ConstructorItem::Value(value) => visit(self, value),
                ConstructorItem::ImpliedDo { variable, first, last, step, items } => {
                    let span = first.span;
                    let Ok(Place::Variable(target)) = self.place(&Designator::Variable(*variable), span) else {
                        continue;
                    };
                    let [first, last, step] = [first, last, step].map(|bound| {
                        let bound = self.integer(bound);
                        self.keep_integer("bound", bound)
                    });
                    self.counted_loop(target, [first, last, step], &mut |builder| builder.visit_items(items, visit));
                }
            }
        }
    }

    /// A loop whose variable goes from `first` to `last`; the body may not change it.
    pub(super) fn counted_loop(
        &mut self,
        variable: VarId,
        [first, last, step]: [IntegerExpr; 3],
        body: &mut dyn FnMut(&mut Self),
    ) {
        let kind = match self.vars[variable].ty {
            Type::Integer(kind) => kind,
            _ => IntegerKind::I4,
        };
        // Differences of the bounds of a great kind do not fit the kind of indices, those of a small one not its own.
        let wide = kind.max(IntegerKind::I4);
        let [first, last, step] = [first, last, step].map(|bound| fold::to_integer(wide, bound));
        let distance = fold::binary(IntegerBinary::Subtract, last, first.clone());
        let reached = fold::binary(IntegerBinary::Add, distance, step.clone());
        let count = fold::binary(IntegerBinary::Divide, reached, step.clone());
        let count = self.extent(count);
        let (open, index) = self.open_loop(&count);
        let moved = fold::binary(IntegerBinary::Multiply, fold::to_integer(wide, index), step);
        let value = fold::binary(IntegerBinary::Add, moved, first);
        let value = Expr::Integer(fold::to_integer(kind, value));
        self.action(ActionKind::Assign { target: variable, value });
        body(self);
        self.close_loop(open);
    }
}

/// The number of items, if all are scalars and all bounds are constants.
fn known_count(items: &[ConstructorItem]) -> Option<i64> {
    items.iter().try_fold(0i64, |sum, item| {
        let count = match item {
            ConstructorItem::Value(value) if value.rank() == 0 => 1,
            ConstructorItem::Value(_) => return None,
            ConstructorItem::ImpliedDo { first, last, step, items, .. } => {
                let [first, last, step] = [first, last, step].map(super::super::facts::constant);
                let trips = last?.checked_sub(first?)?.checked_add(step?)?.checked_div(step?)?.max(0);
                trips.checked_mul(known_count(items)?)?
            }
        };
        sum.checked_add(count)
    })
}
