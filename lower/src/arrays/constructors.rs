//! Array constructors: their items are stored one after another in a temporary array.

use super::sections::{combine, constant};
use crate::Builder;
use crate::entities::Array;
use crate::iteration_count::{Bounds, integer_count};
use forlane_cfg::expr::{Expr, IntegerBinary, IntegerExpr, LogicalExpr, Place, Relation};
use forlane_cfg::fold;
use forlane_cfg::graph::ActionKind;
use forlane_cfg::unit::VarId;
use forlane_frontend::resolved::{self, ConstructorItem, Designator};
use forlane_semantics::types::{IntegerKind, Type};

/// What is done with each item that is not an implied DO.
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
        let extents = vec![constant(items.len() as i64)];
        let (array, first) = match ty {
            Type::Character => self.texts_for_items(items, extents),
            _ => (self.temporary_array("items", ty, extents), None),
        };
        let is_stored = first.is_some();
        if let Some(first) = first {
            self.store_element(&array, constant(0), first);
        }
        for (offset, item) in (0..).zip(items).skip(usize::from(is_stored)) {
            if let ConstructorItem::Value(value) = item {
                self.store_item(&array, constant(offset), value);
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
        if ty == Type::Character {
            return self.text_sequence(items, count);
        }
        let array = self.temporary_array("items", ty, vec![count]);
        let at = self.new_counter("at");
        self.visit_items(items, &mut |builder, value| {
            builder.each_item(value, at, &mut |builder, offset| builder.store_item(&array, offset, value));
        });
        array
    }

    /// The same for CHARACTER. Where the length follows only from the value of the first item, the array is allocated
    /// when that is there.
    fn text_sequence(&mut self, items: &[ConstructorItem], count: IntegerExpr) -> Array {
        let array = match self.length_of_items(items) {
            Some(length) => self.texts_of_length(length, vec![count]),
            None => return self.late_text_sequence(items, count),
        };
        let at = self.new_counter("at");
        self.visit_items(items, &mut |builder, value| {
            builder.each_item(value, at, &mut |builder, offset| builder.store_item(&array, offset, value));
        });
        array
    }

    fn late_text_sequence(&mut self, items: &[ConstructorItem], count: IntegerExpr) -> Array {
        let count = self.keep_integer("extent", count);
        let (array, length) = self.texts_without_length(count.clone());
        let at = self.new_counter("at");
        self.visit_items(items, &mut |builder, value| {
            builder.each_item(value, at, &mut |builder, offset| {
                let text = builder.text(value);
                let text = builder.copied_text(text);
                let is_first =
                    LogicalExpr::CompareInteger(Relation::Equal, Box::new(offset.clone()), Box::new(constant(0)));
                let others = builder.open_if(is_first);
                let given = text.length.clone();
                builder.action(ActionKind::Assign { target: length, value: Expr::Integer(given.clone()) });
                builder.allocate_product(array.var, &[count.clone(), given]);
                builder.fall_into(others);
                builder.store_element(&array, offset, Expr::Character(text.value()));
            });
        });
        array
    }

    /// Does something for each element of an item, with its place among all items.
    fn each_item(&mut self, value: &resolved::Expr, at: VarId, store: &mut dyn FnMut(&mut Builder<'b>, IntegerExpr)) {
        let extents = self.prepare(value);
        let loops = self.open_loops(&extents);
        let offset = self.read_integer(at);
        store(self, offset);
        self.advance(at, constant(1));
        self.close_loops(loops);
        self.forget(value);
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
            Type::Integer(kind) => kind.max(IntegerKind::I4),
            _ => IntegerKind::I4,
        };
        // The values may need more bits than their number.
        let combine_wide =
            |op, left, right| fold::binary(op, fold::to_integer(kind, left), fold::to_integer(kind, right));
        let [from, to, by] = [first.clone(), last, step.clone()].map(|bound| fold::to_integer(kind, bound));
        // The count may be below zero, as in a loop that branches enter.
        let count =
            integer_count(Bounds { first: &from, last: &to, step: &by, entered: true, exceed_least: [false; 2] });
        let count = self.extent(count.value);
        let (open, index) = self.open_count(&count);
        let moved = combine_wide(IntegerBinary::Multiply, index, step);
        let value = combine_wide(IntegerBinary::Add, moved, first);
        let own = match self.vars[variable].ty {
            Type::Integer(own) => own,
            _ => kind,
        };
        let value = Expr::Integer(fold::to_integer(own, value));
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
                let [first, last, step] = [first, last, step].map(super::super::operands::constant);
                let trips = last?.checked_sub(first?)?.checked_add(step?)?.checked_div(step?)?.max(0);
                trips.checked_mul(known_count(items)?)?
            }
        };
        sum.checked_add(count)
    })
}
