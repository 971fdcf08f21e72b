//! The order of operands where a function changes what another operand reads, as in `X - F(X)` with an F that assigns
//! X.
//!
//! Functions become calls before the statement, so an operand that is as an expression would be read after them.
//! gfortran without optimization reads the left operand before it calls the functions of the right one, with one
//! exception: a variable alone on the left of `+`, `*` or a relation (for `+` also with a minus sign) goes after the
//! other operand, as the operands of commutative operations may be exchanged, unless it is a dummy argument, which is
//! reached through an address. So it is for LOGICAL and COMPLEX. Parentheses around INTEGER do not count. Values among
//! actual arguments and those of intrinsic functions are computed in order, but where these are functions of the C
//! library: there the last one is the first. Of `//`, a variable is read when both operands are there, at the place
//! that was computed in order; what is computed comes first. Subscripts of an element that is assigned come before the
//! value if that is a function reference alone, bounds of a substring always.

use crate::Builder;
use crate::character::Bytes;
use crate::complex::Parts;
use crate::entities::{ComplexVariable, LoweredSymbol};
use crate::operands::{self, LeftOperand};
use forlane_cfg::character::CharacterExpr;
use forlane_cfg::expr::{Expr, IntegerExpr, LogicalExpr, Place, RealExpr};
use forlane_cfg::unit::{Storage, VarId};
use forlane_frontend::resolved::{self, Designator, ExprKind, Part, Role, SymbolId, for_each_inside};
use forlane_semantics::types::Type;
use std::collections::HashSet;

impl Builder<'_> {
    /// Whether the left operand has to be kept before the right one is built: functions are called there, and the left
    /// one is not exchanged with it.
    pub(super) fn comes_first(&self, leaf: &resolved::Expr, how: LeftOperand, right: &resolved::Expr) -> bool {
        operands::has_call(right) && !(how == LeftOperand::Exchanged && self.is_plain_variable(leaf))
    }

    /// Whether it is a variable that gfortran has no address for.
    fn is_plain_variable(&self, operand: &resolved::Expr) -> bool {
        let mut at = operand;
        while let (ExprKind::Paren(inner), Type::Integer(_)) = (&at.kind, at.ty) {
            at = inner;
        }
        let ExprKind::Read(Designator::Variable(symbol)) = &at.kind else { return false };
        match &self.entities[symbol.index()] {
            LoweredSymbol::Scalar(var) => self.vars[*var].storage != Storage::Dummy,
            LoweredSymbol::Complex(ComplexVariable::Parts(var, _) | ComplexVariable::Memory(var)) => {
                self.vars[*var].storage != Storage::Dummy
            }
            _ => false,
        }
    }

    /// An INTEGER value as it is before the functions in these expressions are called.
    pub(super) fn integer_before(&mut self, value: IntegerExpr, after: &[&resolved::Expr]) -> IntegerExpr {
        let mut read = HashSet::new();
        value.for_each_place(&mut |place| note(place, &mut read));
        if self.may_be_changed(&read, after) { self.save_integer("operand", value) } else { value }
    }

    /// A REAL value as it is before the functions in these expressions are called.
    pub(super) fn real_before(&mut self, value: RealExpr, after: &[&resolved::Expr]) -> RealExpr {
        let mut read = HashSet::new();
        value.for_each_place(&mut |place| note(place, &mut read));
        if self.may_be_changed(&read, after) { self.save_real("operand", value) } else { value }
    }

    /// A LOGICAL value as it is before the functions in these expressions are called.
    pub(super) fn logical_before(&mut self, value: LogicalExpr, after: &[&resolved::Expr]) -> LogicalExpr {
        let mut read = HashSet::new();
        value.for_each_place(&mut |place| note(place, &mut read));
        if self.may_be_changed(&read, after) { self.save_logical("operand", value) } else { value }
    }

    /// A COMPLEX value as it is before the functions in these expressions are called.
    pub(super) fn complex_before(&mut self, value: Parts, after: &[&resolved::Expr]) -> Parts {
        let re = self.real_before(value.re, after);
        let im = self.real_before(value.im, after);
        Parts { re, im }
    }

    /// A CHARACTER value as it is before the functions in these expressions are called.
    pub(super) fn text_before(&mut self, value: CharacterExpr, after: &[&resolved::Expr]) -> CharacterExpr {
        let mut read = HashSet::new();
        value.for_each_place(&mut |place| note(place, &mut read));
        if self.may_be_changed(&read, after) { self.copied_text(value).value() } else { value }
    }

    /// Bytes whose place, but not whose characters, is what it is before the functions in these expressions are called.
    pub(super) fn bytes_before(&mut self, bytes: Bytes, after: &[&resolved::Expr]) -> Bytes {
        let offset = self.integer_before(bytes.offset, after);
        let length = self.integer_before(bytes.length, after);
        Bytes { offset, length, ..bytes }
    }

    /// The offset of an element that is assigned. It is computed before the value if that is a function reference
    /// alone.
    pub(super) fn target_before(&mut self, offset: IntegerExpr, value: &resolved::Expr) -> IntegerExpr {
        match value.kind {
            ExprKind::Call { .. } => self.integer_before(offset, &[value]),
            _ => offset,
        }
    }

    /// The subscripts of an element, in whose offset the last one comes first.
    pub(super) fn subscript_values(&mut self, subscripts: &[resolved::Expr]) -> Vec<IntegerExpr> {
        let Some((last, others)) = subscripts.split_last() else { return Vec::new() };
        if !subscripts.iter().any(operands::has_call) {
            return subscripts.iter().map(|subscript| self.integer(subscript)).collect();
        }
        // A last one alone, which is multiplied, is read before the others are called; one between them, too.
        let mut values = vec![self.integer(last)];
        for (at, subscript) in others.iter().enumerate().rev() {
            let after: Vec<&resolved::Expr> = others[..=at].iter().collect();
            let value = values.pop().map(|value| self.integer_before(value, &after));
            values.extend(value);
            values.push(self.integer(subscript));
        }
        values.reverse();
        values
    }

    /// Both operands of a function of the C library, whose arguments are computed from the last to the first.
    pub(super) fn reversed_operands(
        &mut self,
        first: &resolved::Expr,
        second: &resolved::Expr,
    ) -> (RealExpr, RealExpr) {
        if !operands::has_call(first) {
            let left = self.real(first);
            return (left, self.real(second));
        }
        let right = self.real(second);
        let right = self.real_before(right, &[first]);
        (self.real(first), right)
    }

    /// The value of an actual argument as it is before the functions in the arguments after it are called.
    pub(super) fn argument_before(&mut self, value: Expr, after: &[resolved::Argument]) -> Expr {
        let values: Vec<&resolved::Expr> = after.iter().filter_map(value_of).collect();
        match value {
            Expr::Integer(value) => Expr::Integer(self.integer_before(value, &values)),
            Expr::Real(value) => Expr::Real(self.real_before(value, &values)),
            Expr::Logical(value) => Expr::Logical(self.logical_before(value, &values)),
            Expr::Character(value) => Expr::Character(self.text_before(value, &values)),
        }
    }

    /// Whether functions in these expressions may assign one of the variables: it is passed to them, or lies in an
    /// area.
    fn may_be_changed(&self, read: &HashSet<VarId>, after: &[&resolved::Expr]) -> bool {
        if read.is_empty() || !after.iter().any(|expr| operands::has_call(expr)) {
            return false;
        }
        if read.iter().any(|var| self.vars[*var].storage == Storage::Area) {
            return true;
        }
        let mut is_passed = false;
        for_each_passed(after, &mut |symbol| {
            is_passed |= match self.entities.get(symbol.index()) {
                Some(LoweredSymbol::Complex(ComplexVariable::Parts(re, im))) => read.contains(re) || read.contains(im),
                entity => entity.and_then(LoweredSymbol::var).is_some_and(|var| read.contains(&var)),
            };
        });
        is_passed
    }
}

fn note(place: &Place, read: &mut HashSet<VarId>) {
    read.extend(place.var());
}

/// Whether the value of an actual argument calls a function.
pub(super) fn calls_function(argument: &resolved::Argument) -> bool {
    value_of(argument).is_some_and(operands::has_call)
}

fn value_of(argument: &resolved::Argument) -> Option<&resolved::Expr> {
    match argument.unmarked() {
        resolved::Argument::Value(value) | resolved::Argument::Elemental(value, _) => Some(value),
        _ => None,
    }
}

/// The variables that are passed by reference to functions in these expressions.
fn for_each_passed(exprs: &[&resolved::Expr], see: &mut dyn FnMut(SymbolId)) {
    for_each_inside(exprs.iter().copied().map(Part::Expr), &mut |part| {
        if let Part::Symbol(symbol, Role::Passed | Role::PassedArray) = part {
            see(symbol);
        }
        true
    });
}
