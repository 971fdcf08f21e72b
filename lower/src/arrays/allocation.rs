//! ALLOCATE, DEALLOCATE and MOVE_ALLOC.

use super::elements::Mask;
use super::sections::constant;
use crate::Builder;
use crate::entities::{Array, LoweredSymbol};
use crate::operands::has_call;
use forlane_cfg::character::CharacterExpr;
use forlane_cfg::expr::{Expr, IntegerExpr, Place};
use forlane_cfg::graph::{ActionKind, Terminator};
use forlane_frontend::resolved::{self, Allocation, AllocationOutcome, Designator, ExprKind, Section, SymbolId};
use forlane_frontend::source::Span;

/// What STAT= and ERRMSG= get, and what ends a program that has no STAT=.
struct Mistake {
    status: i64,
    message: &'static str,
}

/// ALLOCATE of what is allocated.
const ALLOCATED: Mistake = Mistake { status: 5014, message: "Attempt to allocate an allocated object" };
/// DEALLOCATE of what is not.
const UNALLOCATED: Mistake = Mistake { status: 1, message: "Attempt to deallocate an unallocated object" };

impl Builder<'_> {
    /// ALLOCATE. A variable that is allocated already is a mistake, after which no other is allocated.
    pub fn allocate(&mut self, allocation: &Allocation, span: Span) {
        let end = self.new_block();
        let length = allocation.length.as_ref().map(|length| {
            let length = self.integer(length);
            self.extent(length)
        });
        // Its bounds, its length and its value are queried apart from each other, and for each object.
        let called = allocation.source.as_ref().filter(|source| has_call(source));
        if let Some(source) = called {
            self.pin(source);
        }
        for (symbol, bounds) in &allocation.objects {
            let is_allocated = self.is_allocated(*symbol);
            let good = self.open_if(is_allocated);
            self.report_mistake(&ALLOCATED, *symbol, &allocation.outcome, span);
            self.end(Terminator::Goto(end));
            self.start(good);
            self.allocate_one(*symbol, bounds, allocation, length.clone(), span);
        }
        if let Some(source) = called {
            self.unpin(source);
        }
        self.set_status(allocation.outcome.status.as_ref(), 0, span);
        self.fall_into(end);
    }

    fn allocate_one(
        &mut self,
        symbol: SymbolId,
        bounds: &[(resolved::Expr, resolved::Expr)],
        allocation: &Allocation,
        length: Option<IntegerExpr>,
        span: Span,
    ) {
        let source = allocation.source.as_ref();
        if let (true, LoweredSymbol::Text(text)) =
            (self.has_deferred_length(symbol), self.entities[symbol.index()].clone())
        {
            let length = match (length, source) {
                (Some(length), _) => length,
                (None, Some(source)) => self.length_of_source(source),
                (None, None) => constant(0),
            };
            match text.array {
                None => self.give_length(symbol, length, span),
                Some(_) => {
                    if let IntegerExpr::Read(_, Place::Variable(target)) = text.length {
                        self.action(ActionKind::Assign { target, value: Expr::Integer(length) });
                    }
                }
            }
        }
        let has_elements = match &self.entities[symbol.index()] {
            LoweredSymbol::Array(_) => true,
            LoweredSymbol::Text(text) => text.array.is_some(),
            _ => false,
        };
        if has_elements {
            let Some(array) = self.array(symbol, span) else { return };
            let given = match (bounds, source) {
                ([], Some(source)) => self.bounds_of_source(source),
                (bounds, _) => self.given_bounds(bounds),
            };
            self.give_bounds(symbol, &array, given);
        } else {
            self.set_allocated(symbol, true);
        }
        let Some(source) = source.filter(|_| allocation.is_copied) else { return };
        match has_elements {
            // It has its bounds by now, so nothing is to be allocated for the assignment.
            true => self.assign_where(&Section::whole(symbol, span), source, Mask::None),
            false => self.assign(&Designator::Variable(symbol), source, span),
        }
    }

    /// Lower bounds and extents that are in ALLOCATE.
    fn given_bounds(&mut self, bounds: &[(resolved::Expr, resolved::Expr)]) -> Vec<(IntegerExpr, IntegerExpr)> {
        let mut given = Vec::with_capacity(bounds.len());
        for (lower, upper) in bounds {
            let lower = self.integer(lower);
            let fixed = self.fixed("lower", lower.clone());
            let upper = self.integer(upper);
            // A bound of a wider kind counts whole, also where it has no place in the kind of indices.
            let first = if lower.kind() == fixed.kind() { fixed.clone() } else { lower };
            let extent = self.allocated_extent(first, upper);
            given.push((fixed, extent));
        }
        given
    }

    /// Lower bounds and extents of SOURCE= or MOLD=.
    fn bounds_of_source(&mut self, source: &resolved::Expr) -> Vec<(IntegerExpr, IntegerExpr)> {
        let (lowers, extents) = self.bounds_of(source);
        let lowers: Vec<IntegerExpr> = lowers.into_iter().map(|lower| self.fixed("lower", lower)).collect();
        lowers.into_iter().zip(extents).collect()
    }

    /// The length of the value, or of its elements.
    fn length_of_source(&mut self, source: &resolved::Expr) -> IntegerExpr {
        if source.rank() == 0 {
            let value = self.text(source);
            let length = self.text_length(&value);
            return self.fixed("length", length);
        }
        match self.element_length_of(source) {
            Some(length) => self.fixed("length", length),
            None => {
                self.error(source.span, "the length of these elements is not known, which is not supported yet");
                constant(0)
            }
        }
    }

    /// DEALLOCATE. A variable that is not allocated is a mistake, after which no other is deallocated.
    pub fn deallocate(&mut self, objects: &[SymbolId], outcome: &AllocationOutcome, span: Span) {
        let end = self.new_block();
        for symbol in objects {
            let is_allocated = self.is_allocated(*symbol);
            let (good, mistaken) = (self.new_block(), self.new_block());
            self.branch(is_allocated, good, mistaken);
            self.start(mistaken);
            self.report_mistake(&UNALLOCATED, *symbol, outcome, span);
            self.end(Terminator::Goto(end));
            self.start(good);
            self.release(*symbol);
        }
        self.set_status(outcome.status.as_ref(), 0, span);
        self.fall_into(end);
    }

    /// Makes an ALLOCATABLE variable one that is not allocated.
    pub fn release(&mut self, symbol: SymbolId) {
        let (freed, array) = match self.entities[symbol.index()].clone() {
            LoweredSymbol::Array(array) => (Some(array.var), Some(array)),
            LoweredSymbol::Text(text) if self.has_deferred_length(symbol) || text.array.is_some() => {
                (Some(text.var), text.array)
            }
            _ => (None, None),
        };
        for extent in array.iter().flat_map(Array::extents) {
            self.set(&extent, constant(0));
        }
        if let Some(array) = freed {
            self.action(ActionKind::Deallocate { array });
        }
        self.set_allocated(symbol, false);
    }

    /// MOVE_ALLOC: the elements are copied, which has the same effect as moving them.
    pub fn move_allocation(&mut self, from: SymbolId, to: SymbolId, span: Span) {
        self.release(to);
        let is_allocated = self.is_allocated(from);
        let otherwise = self.open_if(is_allocated);
        match (self.entities[from.index()].clone(), self.entities[to.index()].clone()) {
            (LoweredSymbol::Array(source), LoweredSymbol::Array(target)) => {
                let elements = self.move_bounds(to, &source, &target);
                self.copy_elements(source.var, target.var, vec![elements, constant(source.width)]);
            }
            (LoweredSymbol::Text(source), LoweredSymbol::Text(target))
                if source.array.is_some() || self.has_deferred_length(from) =>
            {
                if let (true, IntegerExpr::Read(_, Place::Variable(length))) =
                    (self.has_deferred_length(to), &target.length)
                {
                    let value = Expr::Integer(source.length.clone());
                    self.action(ActionKind::Assign { target: *length, value });
                }
                let elements = match (&source.array, &target.array) {
                    (Some(source), Some(target)) => self.move_bounds(to, source, target),
                    _ => {
                        self.give_length(to, source.length.clone(), span);
                        constant(1)
                    }
                };
                self.copy_elements(source.var, target.var, vec![elements, source.length.clone()]);
            }
            _ => {
                let ty = match &self.source.symbols[from].class {
                    resolved::SymbolClass::Variable(variable) => variable.ty,
                    _ => return,
                };
                let value = resolved::Expr::new(ExprKind::Read(Designator::Variable(from)), ty, span);
                self.assign(&Designator::Variable(to), &value, span);
            }
        }
        self.release(from);
        self.fall_into(otherwise);
    }

    /// Allocates an array with the bounds of another; the number of elements.
    fn move_bounds(&mut self, to: SymbolId, source: &Array, target: &Array) -> IntegerExpr {
        let bounds = source.dimensions.iter().zip(source.extents());
        self.give_bounds(to, target, bounds.map(|((lower, _), extent)| (lower.clone(), extent)).collect());
        self.product(&source.extents())
    }

    /// Allocates an array with these lower bounds and extents.
    pub(super) fn give_bounds(&mut self, symbol: SymbolId, array: &Array, bounds: Vec<(IntegerExpr, IntegerExpr)>) {
        let mut factors: Vec<IntegerExpr> = bounds.iter().map(|(_, extent)| extent.clone()).collect();
        for (dimension, (lower, extent)) in bounds.into_iter().enumerate() {
            let (lower_variable, extent_variable) = array.dimension(dimension);
            self.set(&lower_variable, lower);
            if let Some(variable) = extent_variable {
                self.set(&variable, extent);
            }
        }
        factors.push(constant(array.width));
        factors.extend(self.text_lengths.get(&array.var).cloned());
        self.allocate_product(array.var, &factors);
        self.set_allocated(symbol, true);
    }

    fn set(&mut self, variable: &IntegerExpr, value: IntegerExpr) {
        if let IntegerExpr::Read(_, Place::Variable(target)) = variable {
            self.action(ActionKind::Assign { target: *target, value: Expr::Integer(value) });
        }
    }

    /// What a mistake does: it sets STAT= and ERRMSG=, or ends the program.
    fn report_mistake(&mut self, mistake: &Mistake, symbol: SymbolId, outcome: &AllocationOutcome, span: Span) {
        if outcome.status.is_none() {
            let name = &self.source.symbols[symbol].name;
            return self.fail(format!("{name}: {}", mistake.message));
        }
        self.set_status(outcome.status.as_ref(), mistake.status, span);
        if let Some(bytes) = outcome.message.as_ref().and_then(|message| self.bytes(message, span)) {
            let (array, offset, length) = (bytes.array, bytes.offset, bytes.length);
            let value = CharacterExpr::text(mistake.message);
            self.action(ActionKind::StoreText { array, offset, length, value });
        }
    }

    /// Sets STAT=, if it is there. Memory that is lacking ends the program all the same.
    fn set_status(&mut self, status: Option<&Designator>, value: i64, span: Span) {
        let Some(status) = status else { return };
        self.assign_status(status, constant(value), span);
    }
}
