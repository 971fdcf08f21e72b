//! ALLOCATE, DEALLOCATE and ALLOCATED; arrays whose extents are known at run time only.

use super::sections::{combine, constant};
use crate::build::Builder;
use crate::build::variables::Array;
use crate::expr::{Expr, IntegerBinary, IntegerExpr, LogicalExpr, Place};
use crate::graph::ActionKind;
use crate::unit::VarId;
use forlane_frontend::resolved::{self, Designator, SymbolId};
use forlane_frontend::source::Span;
use forlane_frontend::types::Type;

impl Builder<'_> {
    /// ALLOCATE. An array that is allocated already is an error in Fortran; it gets its new bounds here.
    pub fn allocate(
        &mut self,
        arrays: &[(SymbolId, Vec<(resolved::Expr, resolved::Expr)>)],
        status: Option<&Designator>,
        span: Span,
    ) {
        for (symbol, bounds) in arrays {
            let Some(array) = self.array(*symbol, span) else { continue };
            let mut given = Vec::with_capacity(bounds.len());
            for (lower, upper) in bounds {
                let lower = self.integer(lower);
                let lower = self.fixed("lower", lower);
                let upper = self.integer(upper);
                let distance = combine(IntegerBinary::Subtract, upper, lower.clone());
                let extent = combine(IntegerBinary::Add, distance, constant(1));
                let extent = self.extent(extent);
                given.push((lower, extent));
            }
            self.give_bounds(&array, given);
        }
        self.set_status(status, span);
    }

    /// DEALLOCATE.
    pub fn deallocate(&mut self, arrays: &[SymbolId], status: Option<&Designator>, span: Span) {
        for symbol in arrays {
            let Some(array) = self.array(*symbol, span) else { continue };
            let zero = |expr: IntegerExpr| (expr, constant(0));
            for (variable, value) in array.extents().into_iter().map(zero) {
                self.set(&variable, value);
            }
            self.action(ActionKind::Deallocate { array: array.var });
            self.set_allocated(&array, false);
        }
        self.set_status(status, span);
    }

    /// Allocates an array with these lower bounds and extents.
    pub(super) fn give_bounds(&mut self, array: &Array, bounds: Vec<(IntegerExpr, IntegerExpr)>) {
        let extents: Vec<IntegerExpr> = bounds.iter().map(|(_, extent)| extent.clone()).collect();
        for (dimension, (lower, extent)) in bounds.into_iter().enumerate() {
            let (lower_variable, extent_variable) = array.dimension(dimension);
            self.set(&lower_variable, lower);
            if let Some(variable) = extent_variable {
                self.set(&variable, extent);
            }
        }
        let length = self.product(&extents);
        self.action(ActionKind::Allocate { array: array.var, length });
        self.set_allocated(array, true);
    }

    fn set(&mut self, variable: &IntegerExpr, value: IntegerExpr) {
        if let IntegerExpr::Read(_, Place::Variable(target)) = variable {
            self.action(ActionKind::Assign { target: *target, value: Expr::Integer(value) });
        }
    }

    fn set_allocated(&mut self, array: &Array, is_allocated: bool) {
        if let Some(target) = array.allocated {
            let value = Expr::Logical(LogicalExpr::Constant(is_allocated));
            self.action(ActionKind::Assign { target, value });
        }
    }

    /// Whether an allocatable array is allocated.
    pub(super) fn is_allocated(&self, array: &Array) -> LogicalExpr {
        match array.allocated {
            Some(variable) => LogicalExpr::Read(Place::Variable(variable)),
            None => LogicalExpr::Constant(true),
        }
    }

    /// STAT= is zero: memory that is lacking ends the program.
    fn set_status(&mut self, status: Option<&Designator>, span: Span) {
        let Some(status) = status else { return };
        match self.place(status, span) {
            Ok(Place::Variable(target)) => {
                let Type::Integer(kind) = self.vars[target].ty else { return };
                let value = Expr::Integer(IntegerExpr::Constant(kind, 0));
                self.action(ActionKind::Assign { target, value });
            }
            Ok(Place::Element(array, offset)) => {
                let Type::Integer(kind) = self.vars[array].ty else { return };
                let value = Expr::Integer(IntegerExpr::Constant(kind, 0));
                self.action(ActionKind::Store { array, offset: *offset, value });
            }
            _ => {}
        }
    }

    /// The variables that hold the bounds of an allocatable array.
    pub fn declare_allocatable(&mut self, var: VarId, rank: usize) -> Array {
        let name = self.vars[var].name.clone();
        let mut dimensions = Vec::with_capacity(rank);
        for dimension in 1..=rank {
            let [lower, extent] = ["lower", "extent"].map(|what| {
                let name = format!("{name}.{what}.{dimension}");
                let variable = self.make_variable(name, Type::Integer(forlane_frontend::types::IntegerKind::I4));
                self.read_integer(variable)
            });
            dimensions.push((lower, Some(extent)));
        }
        let allocated = self.make_variable(format!("{name}.allocated"), Type::Logical);
        Array { var, dimensions, declared: None, allocated: Some(allocated), width: 1 }
    }
}
