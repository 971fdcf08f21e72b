//! WHERE and FORALL.
//!
//! The masks of a WHERE are evaluated into arrays before its assignments, as the standard says; an arm's mask is true
//! where its condition is, and that of no arm before. A FORALL evaluates its mask, then for each of its statements all
//! values, then assigns them.

use super::Leaf;
use super::sections::{combine, constant};
use crate::build::Builder;
use crate::build::variables::Array;
use crate::expr::{Expr, IntegerBinary, IntegerExpr, LogicalExpr, Place};
use crate::graph::ActionKind;
use crate::unit::VarId;
use forlane_frontend::resolved::{self, Designator, ForallIndex, Statement, StatementKind};
use forlane_frontend::source::Span;
use forlane_frontend::types::Type;

/// The values and limits of the indices of a FORALL.
struct Combinations {
    /// Variable, first, last, step.
    indices: Vec<(VarId, [IntegerExpr; 3])>,
    /// How many combinations there are.
    count: IntegerExpr,
}

impl Builder<'_> {
    /// WHERE; `around` is the mask of the WHERE around it.
    pub fn where_arms(&mut self, arms: &[(Option<resolved::Expr>, Vec<Statement>)], span: Span) {
        self.nested_where(arms, None, span);
    }

    fn nested_where(&mut self, arms: &[(Option<resolved::Expr>, Vec<Statement>)], around: Option<&Array>, span: Span) {
        let Some((Some(first), _)) = arms.first() else { return };
        let extents = self.prepare(first);
        // Where no arm before was chosen.
        let pending = self.temporary_array("pending", Type::Logical, extents.clone());
        let chosen = self.temporary_array("where", Type::Logical, extents.clone());
        for (index, (mask, body)) in arms.iter().enumerate() {
            if index > 0
                && let Some(mask) = mask
            {
                self.prepare(mask);
            }
            let loops = self.open_loops(&extents);
            let before = match (index, around) {
                (0, None) => LogicalExpr::Constant(true),
                (0, Some(around)) => self.mask_element(around),
                _ => self.mask_element(&pending),
            };
            let guard = self.guard(before);
            let value = match mask {
                Some(mask) => self.logical(mask),
                None => LogicalExpr::Constant(true),
            };
            let value = self.save_logical("here", value);
            self.set_mask(&chosen, value.clone());
            self.set_mask(&pending, LogicalExpr::Not(Box::new(value)));
            let done = self.new_block();
            self.end(crate::graph::Terminator::Goto(done));
            self.start(guard);
            self.set_mask(&chosen, LogicalExpr::Constant(false));
            self.set_mask(&pending, LogicalExpr::Constant(false));
            self.fall_into(done);
            self.close_loops(loops);
            if let Some(mask) = mask {
                self.forget(mask);
            }
            self.where_body(body, &chosen, span);
        }
    }

    fn where_body(&mut self, body: &[Statement], chosen: &Array, span: Span) {
        for statement in body {
            self.stand_at(statement.span);
            match &statement.kind {
                StatementKind::AssignArray { target, value } => self.assign_where(target, value, Some(chosen)),
                StatementKind::Where(arms) => self.nested_where(arms, Some(chosen), span),
                _ => {}
            }
        }
    }

    /// Stores in a mask at the present indices.
    fn set_mask(&mut self, mask: &Array, value: LogicalExpr) {
        let Leaf::Array { along, .. } = Self::whole_leaf(mask.clone()) else { return };
        let offset = self.offset_along(mask, &along, &self.elements.indices);
        self.action(ActionKind::Store { array: mask.var, offset, value: Expr::Logical(value) });
    }

    /// FORALL.
    pub fn forall(&mut self, indices: &[ForallIndex], mask: Option<&resolved::Expr>, body: &[Statement], span: Span) {
        let Some(combinations) = self.combinations(indices, span) else { return };
        let counts = vec![combinations.count.clone()];
        let active = mask.map(|mask| {
            let active = self.temporary_array("active", Type::Logical, counts.clone());
            let at = self.new_counter("at");
            self.for_each_combination(&combinations, 0, &mut |builder| {
                let value = Expr::Logical(builder.logical(mask));
                let offset = builder.read_integer(at);
                builder.action(ActionKind::Store { array: active.var, offset, value });
                builder.advance(at, constant(1));
            });
            active
        });
        for statement in body {
            self.stand_at(statement.span);
            match &statement.kind {
                StatementKind::Assign { target, value } => {
                    self.forall_scalar(&combinations, active.as_ref(), target, value, statement.span);
                }
                StatementKind::Continue => {}
                kind => self.forall_other(&combinations, active.as_ref(), kind, statement.span),
            }
        }
    }

    fn combinations(&mut self, indices: &[ForallIndex], span: Span) -> Option<Combinations> {
        let mut found = Vec::with_capacity(indices.len());
        let mut count = constant(1);
        for index in indices {
            let Ok(Place::Variable(variable)) = self.place(&Designator::Variable(index.variable), span) else {
                return None;
            };
            let bounds = [&index.first, &index.last, &index.step].map(|bound| {
                let bound = self.integer(bound);
                self.fixed("bound", bound)
            });
            let [first, last, step] = bounds.clone();
            let distance = combine(IntegerBinary::Subtract, last, first);
            let reached = combine(IntegerBinary::Add, distance, step.clone());
            let trips = combine(IntegerBinary::Divide, reached, step);
            let trips = self.extent(trips);
            count = combine(IntegerBinary::Multiply, count, trips);
            found.push((variable, bounds));
        }
        let count = self.fixed("count", count);
        Some(Combinations { indices: found, count })
    }

    /// Loops over all combinations of the indices from the one of this number on.
    fn for_each_combination(&mut self, all: &Combinations, from: usize, body: &mut dyn FnMut(&mut Self)) {
        let Some((variable, bounds)) = all.indices.get(from) else { return body(self) };
        self.counted_loop(*variable, bounds.clone(), &mut |builder| builder.for_each_combination(all, from + 1, body));
    }

    /// Loops over the combinations that are active; the body gets the number of the combination.
    fn for_each_active(
        &mut self,
        all: &Combinations,
        active: Option<&Array>,
        body: &mut dyn FnMut(&mut Self, IntegerExpr),
    ) {
        let at = self.new_counter("at");
        self.for_each_combination(all, 0, &mut |builder| {
            let number = builder.read_integer(at);
            let guard = active.map(|active| {
                let element = Place::Element(active.var, Box::new(number.clone()));
                builder.guard(LogicalExpr::Read(element))
            });
            body(builder, number);
            if let Some(otherwise) = guard {
                builder.end_guard(otherwise);
            }
            builder.advance(at, constant(1));
        });
    }

    fn forall_scalar(
        &mut self,
        all: &Combinations,
        active: Option<&Array>,
        target: &Designator,
        value: &resolved::Expr,
        span: Span,
    ) {
        let values = self.temporary_array("values", value.ty, vec![all.count.clone()]);
        self.for_each_active(all, active, &mut |builder, number| {
            let value = builder.expr(value);
            builder.action(ActionKind::Store { array: values.var, offset: number, value });
        });
        self.for_each_active(all, active, &mut |builder, number| {
            let element = Expr::read(value.ty, Place::Element(values.var, Box::new(number)));
            let (Some(value), Ok(place)) = (element, builder.place(target, span)) else { return };
            match place {
                Place::Variable(target) => builder.action(ActionKind::Assign { target, value }),
                Place::Element(array, offset) => builder.action(ActionKind::Store { array, offset: *offset, value }),
                Place::Value(_) => {}
            }
        });
    }

    /// Assignments to sections, WHEREs and FORALLs are done combination by combination, which is the same unless they
    /// read what another combination assigns.
    fn forall_other(&mut self, all: &Combinations, active: Option<&Array>, kind: &StatementKind, span: Span) {
        let reads_own_target = match kind {
            StatementKind::AssignArray { target, value } => super::super::facts::reads(value, target.array),
            StatementKind::Where(_) | StatementKind::Forall { .. } => true,
            _ => false,
        };
        if reads_own_target {
            let message =
                "a FORALL over arrays that reads what it assigns, or holds a WHERE or FORALL, is not supported yet";
            return self.error(span, message);
        }
        self.for_each_active(all, active, &mut |builder, _| {
            if let StatementKind::AssignArray { target, value } = kind {
                builder.assign_array(target, value);
            }
        });
    }
}
