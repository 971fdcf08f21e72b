//! FORALL.
//!
//! Where its statements can be array assignments, `forall_ranges` makes them such. Of others the combinations of the
//! indices at which the mask is true are listed first; then for each statement all values are evaluated into an array,
//! one after another, before the first of them is assigned.

use super::sections::{combine, constant};
use super::{Extents, Leaf};
use crate::Builder;
use crate::character::Bytes;
use crate::complex::Parts;
use crate::entities::Array;
use forlane_cfg::expr::{Expr, IntegerBinary, IntegerExpr, LogicalExpr, Place};
use forlane_cfg::fold;
use forlane_cfg::graph::ActionKind;
use forlane_cfg::unit::VarId;
use forlane_frontend::resolved::{self, Designator, ForallIndex, Section, Statement, StatementKind};
use forlane_frontend::source::Span;
use forlane_semantics::types::Type;

/// First value, limit and increment.
pub(super) type Bounds = [IntegerExpr; 3];

/// The combinations of indices for which statements are executed: a list for each index.
struct Combinations {
    lists: Vec<(VarId, Array)>,
    count: IntegerExpr,
}

/// Arms of a WHERE with their masks.
type Arms = [(Option<resolved::Expr>, Vec<Statement>)];

impl Builder<'_> {
    /// FORALL.
    pub fn forall(&mut self, indices: &[ForallIndex], mask: Option<&resolved::Expr>, body: &[Statement], span: Span) {
        if self.forall_ranges(indices, mask, body, span) {
            return;
        }
        let all = self.combinations(None, indices, mask, span);
        self.forall_body(&all, body);
    }

    /// The bounds of each index, evaluated once; sums of variables that stay as they are may stand for themselves.
    pub(super) fn forall_bounds(
        &mut self,
        indices: &[ForallIndex],
        variables_stay: bool,
        span: Span,
    ) -> Option<Vec<(VarId, Bounds)>> {
        let mut found = Vec::with_capacity(indices.len());
        for index in indices {
            let Ok(Place::Variable(variable)) = self.place(&Designator::Variable(index.variable), span) else {
                return None;
            };
            let bounds = [&index.first, &index.last, &index.step].map(|bound| {
                let bound = self.integer(bound);
                if variables_stay { self.stable("bound", bound) } else { self.fixed("bound", bound) }
            });
            found.push((variable, bounds));
        }
        Some(found)
    }

    fn forall_body(&mut self, all: &Combinations, body: &[Statement]) {
        for statement in body {
            self.stand_at(statement.span);
            match &statement.kind {
                StatementKind::Assign { target, value } => self.forall_scalar(all, target, value, statement.span),
                StatementKind::AssignArray { target, value } => self.forall_array(all, None, target, value),
                StatementKind::Where(arms) => self.forall_where(all, None, arms),
                StatementKind::Forall { indices, mask, body } => {
                    let inner = self.combinations(Some(all), indices, mask.as_ref(), statement.span);
                    self.forall_body(&inner, body);
                }
                StatementKind::Continue => {}
                _ => self.refuse_in_mask(statement),
            }
        }
    }

    /// Lists the combinations of indices at which the mask is true, for each of those around.
    fn combinations(
        &mut self,
        around: Option<&Combinations>,
        indices: &[ForallIndex],
        mask: Option<&resolved::Expr>,
        span: Span,
    ) -> Combinations {
        let most = self.new_counter("most");
        self.each_around(around, &mut |builder| {
            let bounds = builder.forall_bounds(indices, true, span).unwrap_or_default();
            let trips = bounds.into_iter().map(|(_, bounds)| combine(IntegerBinary::Max, trips(bounds), constant(0)));
            let product = trips.reduce(|left, right| combine(IntegerBinary::Multiply, left, right));
            builder.advance(most, product.unwrap_or(constant(1)));
        });
        let most = self.read_integer(most);
        let outer = around.iter().flat_map(|around| around.lists.iter().map(|(variable, _)| *variable));
        let places = indices.iter().map(|index| self.place(&Designator::Variable(index.variable), span));
        let own: Vec<VarId> = places
            .collect::<Vec<_>>()
            .into_iter()
            .filter_map(|place| place.ok().and_then(|place| place.var()))
            .collect();
        let variables: Vec<VarId> = outer.chain(own).collect();
        let list = |builder: &mut Self, variable: VarId| {
            let ty = builder.vars[variable].ty;
            (variable, builder.temporary_array("list", ty, vec![most.clone()]))
        };
        let lists: Vec<(VarId, Array)> = variables.into_iter().map(|variable| list(self, variable)).collect();
        let at = self.new_counter("at");
        self.each_around(around, &mut |builder| {
            let bounds = builder.forall_bounds(indices, true, span).unwrap_or_default();
            builder.count_through(&bounds, &mut |builder| {
                let guard = mask.map(|mask| {
                    let condition = builder.logical(mask);
                    builder.open_if(condition)
                });
                for (variable, list) in &lists {
                    let offset = builder.read_integer(at);
                    let Some(value) = Expr::read(builder.vars[*variable].ty, Place::Variable(*variable)) else {
                        continue;
                    };
                    builder.action(ActionKind::Store { array: list.var, offset, value });
                }
                builder.advance(at, constant(1));
                guard.into_iter().for_each(|otherwise| builder.fall_into(otherwise));
            });
        });
        Combinations { lists, count: self.read_integer(at) }
    }

    /// Loops over the values of all indices, the last one outermost.
    fn count_through(&mut self, bounds: &[(VarId, Bounds)], body: &mut dyn FnMut(&mut Self)) {
        let Some(((variable, last), inner)) = bounds.split_last() else { return body(self) };
        self.counted_loop(*variable, last.clone(), &mut |builder| builder.count_through(inner, body));
    }

    fn each_around(&mut self, around: Option<&Combinations>, body: &mut dyn FnMut(&mut Self)) {
        match around {
            Some(around) => self.each_combination(around, |builder, _| body(builder)),
            None => body(self),
        }
    }

    /// A loop over all combinations; the body gets the number of the combination.
    fn each_combination(&mut self, all: &Combinations, body: impl FnOnce(&mut Self, IntegerExpr)) {
        let (open, number) = self.open_count(&all.count);
        for (variable, list) in &all.lists {
            let place = Place::Element(list.var, Box::new(number.clone()));
            if let Some(value) = Expr::read(self.vars[*variable].ty, place) {
                self.action(ActionKind::Assign { target: *variable, value });
            }
        }
        body(self, number);
        self.close_loop(open);
    }

    fn forall_scalar(&mut self, all: &Combinations, target: &Designator, value: &resolved::Expr, span: Span) {
        let Some(values) = self.values_like(target.symbol(), value.ty, all.count.clone(), span) else { return };
        self.each_combination(all, |builder, number| {
            let parts = builder.element_value(value);
            builder.store_linear(&values, number, parts);
        });
        self.each_combination(all, |builder, number| {
            let parts = builder.read_at(&values, &[number]);
            builder.assign_value(target, parts, span);
        });
    }

    /// Assigns a value that was evaluated before.
    fn assign_value(&mut self, target: &Designator, mut parts: Vec<Expr>, span: Span) {
        match (parts.pop(), parts.pop()) {
            (Some(Expr::Character(value)), None) => {
                let Some(Bytes { array, offset, length }) = self.bytes(target, span) else { return };
                self.action(ActionKind::StoreText { array, offset, length, value });
            }
            (Some(Expr::Real(im)), Some(Expr::Real(re))) => self.assign_complex_value(target, Parts { re, im }, span),
            (Some(value), _) => {
                if let Ok(place) = self.place(target, span) {
                    self.assign_to(place, value);
                }
            }
            (None, _) => {}
        }
    }

    /// A new array for `count` values of elements of a variable.
    fn values_like(&mut self, symbol: resolved::SymbolId, ty: Type, count: IntegerExpr, span: Span) -> Option<Array> {
        match ty {
            Type::Character => {
                let length = self.text_of(symbol, span)?.length;
                Some(self.texts_of_length(length, vec![count]))
            }
            _ => Some(self.temporary_array("values", ty, vec![count])),
        }
    }

    /// For each combination the elements of a section are assigned, where the mask says so: an array with one element
    /// for each of those of all combinations.
    fn forall_array(&mut self, all: &Combinations, mask: Option<&Array>, target: &Section, value: &resolved::Expr) {
        let total = self.new_counter("total");
        self.each_combination(all, |builder, _| {
            let extents = builder.section_leaf(target).1;
            let product = builder.product(&extents);
            builder.advance(total, product);
        });
        let total = self.read_integer(total);
        let Some(values) = self.values_like(target.array, value.ty, total, target.span) else { return };
        let at = self.new_counter("at");
        self.each_combination(all, |builder, _| {
            let extents = builder.section_leaf(target).1;
            builder.prepare(value);
            builder.each_numbered(at, &extents, mask, |builder, number| {
                let parts = builder.element_value(value);
                builder.store_linear(&values, number, parts);
            });
            builder.forget(value);
        });
        let at = self.new_counter("at");
        self.each_combination(all, |builder, _| {
            let (leaf, extents) = builder.section_leaf(target);
            let Leaf::Array { array, along } = leaf else { return };
            builder.each_numbered(at, &extents, mask, |builder, number| {
                let parts = builder.read_at(&values, &[number]);
                builder.store_along(&array, &along, parts);
            });
        });
    }

    /// Loops over a shape where the mask is true; the counter increases by one for each element.
    fn each_numbered(
        &mut self,
        counter: VarId,
        extents: &Extents,
        mask: Option<&Array>,
        body: impl FnOnce(&mut Self, IntegerExpr),
    ) {
        let loops = self.open_loops(extents);
        let number = self.read_integer(counter);
        let guard = mask.map(|mask| {
            let element = Place::Element(mask.var, Box::new(number.clone()));
            self.open_if(LogicalExpr::Read(element))
        });
        body(self, number);
        guard.into_iter().for_each(|otherwise| self.fall_into(otherwise));
        self.advance(counter, constant(1));
        self.close_loops(loops);
    }

    /// WHERE for each combination, its masks being arrays as in [`Builder::forall_array`].
    fn forall_where(&mut self, all: &Combinations, around: Option<&Array>, arms: &Arms) {
        let Some((Some(first), _)) = arms.first() else { return };
        let total = self.new_counter("total");
        self.each_combination(all, |builder, _| {
            let extents = builder.prepare(first);
            let product = builder.product(&extents);
            builder.advance(total, product);
            builder.forget(first);
        });
        let total = self.read_integer(total);
        let [chosen, pending] =
            ["where", "pending"].map(|stem| self.temporary_array(stem, Type::Logical, vec![total.clone()]));
        // No arm was chosen before the first.
        self.fill_mask(&pending, &pending.extents(), |builder| match around {
            Some(around) => builder.mask_element(around),
            None => LogicalExpr::Constant(true),
        });
        for (mask, body) in arms {
            self.choose_numbered(all, mask.as_ref(), (&chosen, &pending));
            for statement in body {
                self.stand_at(statement.span);
                match &statement.kind {
                    StatementKind::AssignArray { target, value } => {
                        self.forall_array(all, Some(&chosen), target, value);
                    }
                    StatementKind::Where(arms) => self.forall_where(all, Some(&chosen), arms),
                    StatementKind::Continue => {}
                    _ => self.refuse_in_mask(statement),
                }
            }
        }
    }

    /// Sets what an arm of a WHERE chooses of what is pending, and takes it from that.
    fn choose_numbered(
        &mut self,
        all: &Combinations,
        mask: Option<&resolved::Expr>,
        (chosen, pending): (&Array, &Array),
    ) {
        self.fill_mask(chosen, &chosen.extents(), |builder| match mask {
            Some(_) => LogicalExpr::Constant(false),
            None => builder.mask_element(pending),
        });
        let Some(mask) = mask else { return };
        let at = self.new_counter("at");
        self.each_combination(all, |builder, _| {
            let extents = builder.prepare(mask);
            builder.each_numbered(at, &extents, Some(pending), |builder, number| {
                let value = builder.logical(mask);
                let value = builder.save_logical("here", value);
                let rest = Expr::Logical(LogicalExpr::Not(Box::new(value.clone())));
                let value = Expr::Logical(value);
                builder.action(ActionKind::Store { array: chosen.var, offset: number.clone(), value });
                builder.action(ActionKind::Store { array: pending.var, offset: number, value: rest });
            });
            builder.forget(mask);
        });
    }
}

/// How many values there are from a first one to a limit, by an increment.
pub(super) fn trips([first, last, step]: Bounds) -> IntegerExpr {
    let distance = fold::binary(IntegerBinary::Subtract, last, first);
    let reached = fold::binary(IntegerBinary::Add, distance, step.clone());
    fold::steps(reached, step)
}
