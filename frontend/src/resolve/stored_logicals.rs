//! LOGICAL variables of 1, 2 and 8 bytes that share storage: there they are INTEGERs of their size, 1 for true.
//!
//! What reads one compares it with zero; what assigns one gives it 1 or 0. All others of any kind are stored alike.

use super::expressions::constant_expr;
use super::scope::{Outcome, Reported, Scope};
use crate::diagnostics::Diagnostic;
use crate::resolved::{BinaryOp, Expr, Intrinsic, SymbolClass, SymbolId};
use crate::source::Span;
use crate::types::{Constant, IntegerKind, Type};

const INTEGER: Type = Type::Integer(IntegerKind::I4);

impl Scope<'_> {
    /// Makes a LOGICAL of so many bytes an INTEGER that holds it.
    pub fn store_logical(&mut self, symbol: SymbolId, bytes: i64) {
        let kind = match bytes {
            1 => IntegerKind::I1,
            2 => IntegerKind::I2,
            _ => IntegerKind::I8,
        };
        if let SymbolClass::Variable(variable) = &mut self.symbols[symbol].class {
            (variable.ty, variable.holds_logical) = (Type::Integer(kind), true);
        }
    }

    /// True for a variable that holds a LOGICAL as an INTEGER.
    pub fn holds_logical(&self, symbol: SymbolId) -> bool {
        self.variable(symbol).is_some_and(|variable| variable.holds_logical)
    }

    /// The LOGICAL value of what was read of a variable, if it holds one; else what was read.
    pub fn held_value(&mut self, symbol: SymbolId, read: Expr) -> Outcome<Expr> {
        if !self.holds_logical(symbol) {
            return Ok(read);
        }
        let span = read.span;
        self.binary(BinaryOp::NotEqual, read, number(0, span), span)
    }

    /// What is stored in a variable for a value, if it holds a LOGICAL; else the value.
    pub fn with_held_value(&mut self, symbol: SymbolId, value: Expr) -> Outcome<Expr> {
        if !self.holds_logical(symbol) {
            return Ok(value);
        }
        let span = value.span;
        if value.ty != Type::Logical {
            return Err(self.refuse_assignment(value.ty, Type::Logical, span));
        }
        self.operation(Intrinsic::Merge, vec![number(1, span), number(0, span), value], INTEGER, span)
    }

    /// Reports a place where such a variable would have to be a LOGICAL.
    pub fn refuse_held(&mut self, symbol: SymbolId, what: &str, span: Span) -> Outcome<()> {
        if !self.holds_logical(symbol) {
            return Ok(());
        }
        Err(self.held_as(what, span))
    }

    fn held_as(&mut self, what: &str, span: Span) -> Reported {
        let message = format!("a LOGICAL of 1, 2 or 8 bytes in COMMON or EQUIVALENCE as {what} is not supported yet");
        self.report(
            Diagnostic::error("E0987", span, message).with_help("assign it to a variable of type LOGICAL first"),
        )
    }
}

fn number(value: i64, span: Span) -> Expr {
    constant_expr(Constant::Integer(IntegerKind::I4, value), span)
}
