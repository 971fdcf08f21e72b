//! LOGICAL variables of 1, 2 and 8 bytes that share storage: there they are INTEGERs of their size, 1 for true.
//!
//! A read compares it with zero; an assignment stores 1 or 0. All others of any kind are stored alike, but an
//! unformatted record has an INTEGER of their size for them.

use crate::diagnostics::Diagnostic;
use crate::resolve::expressions::constant_expr;
use crate::resolve::scope::{Outcome, Scope};
use crate::resolved::{
    ArrayFunction, ArrayKind, ArrayOperand, BinaryOp, ConstructorItem, Designator, Expr, ExprKind, Intrinsic,
    SymbolClass, SymbolId, TransferItem,
};
use crate::source::Span;
use crate::tree;
use forlane_semantics::types::{Constant, IntegerKind, Type};

const INTEGER: Type = Type::Integer(IntegerKind::I4);

impl Scope<'_> {
    /// Makes a LOGICAL of a given number of bytes an INTEGER that holds it.
    pub fn store_logical(&mut self, symbol: SymbolId, bytes: i64) {
        let kind = kind_of_size(bytes);
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
        if self.holds_logical(symbol) { self.truth_of(read) } else { Ok(read) }
    }

    /// What is stored in a variable for a value, if it holds a LOGICAL; else the value.
    pub fn with_held_value(&mut self, symbol: SymbolId, value: Expr) -> Outcome<Expr> {
        if !self.holds_logical(symbol) {
            return Ok(value);
        }
        let value = self.assigned(value, Type::Logical)?;
        self.number_of(value)
    }

    /// SOURCE or MOLD of TRANSFER: a LOGICAL has the size of its kind, as an INTEGER that holds it. The word says
    /// whether it is such a one.
    pub fn transferred(&mut self, argument: &tree::Expr, value: Expr, is_mold: bool) -> Outcome<(Expr, bool)> {
        if value.ty != Type::Logical {
            return Ok((value, false));
        }
        let span = value.span;
        Ok(match self.logical_kind(argument)? {
            4 if is_mold => (value, false),
            4 => (bits_of(value), false),
            bytes => {
                let held = vec![number(1, span), number(0, span), value];
                let held = self.operation(Intrinsic::Merge, held, INTEGER, span)?;
                (self.convert(held, Type::Integer(kind_of_size(bytes)))?, true)
            }
        })
    }

    /// The kind of INTEGER that is as long as an item of that type in an unformatted record, if it is LOGICAL and not 4
    /// bytes long.
    pub fn kind_in_record(&mut self, item: &tree::Expr, ty: Option<Type>) -> Outcome<Option<IntegerKind>> {
        match ty {
            Some(Type::Logical) => Ok(Some(self.logical_kind(item)?).filter(|bytes| *bytes != 4).map(kind_of_size)),
            _ => Ok(None),
        }
    }

    /// The type of an item, but for that of an implied DO.
    pub fn item_type(&self, item: &TransferItem) -> Option<Type> {
        match item {
            TransferItem::Value(value) => Some(value.ty),
            TransferItem::Array(symbol, _) => self.shown_type(*symbol),
            TransferItem::Place(_, ty, _) | TransferItem::Section(_, ty) => Some(*ty),
            TransferItem::Loop(_) => None,
        }
    }

    /// An item that is written to an unformatted record.
    pub fn unformatted_item(&mut self, item: &tree::Expr) -> Outcome<TransferItem> {
        let written = self.written_item(item)?;
        let ty = self.item_type(&written);
        if self.kind_in_record(item, ty)?.is_none() {
            return Ok(written);
        }
        let value = self.resolve_array_or_scalar(item)?;
        Ok(TransferItem::Value(self.transferred(item, value, false)?.0))
    }

    /// The LOGICAL that an INTEGER holds.
    pub fn truth_of(&mut self, held: Expr) -> Outcome<Expr> {
        let span = held.span;
        self.binary(BinaryOp::NotEqual, held, number(0, span), span)
    }

    /// The LOGICAL value of a scalar that holds one.
    pub fn held_read(&mut self, designator: Designator, span: Span) -> Outcome<Expr> {
        let symbol = designator.symbol();
        let ty = self.variable(symbol).map_or(INTEGER, |variable| variable.ty);
        self.held_value(symbol, Expr::new(ExprKind::Read(designator), ty, span))
    }

    /// The type of a variable as it is declared.
    pub fn shown_type(&self, symbol: SymbolId) -> Option<Type> {
        self.variable(symbol).map(|variable| if variable.holds_logical { Type::Logical } else { variable.ty })
    }

    /// Reports a place where such a variable would have to be a LOGICAL.
    pub fn refuse_held(&mut self, symbol: SymbolId, span: Span) -> Outcome<()> {
        if !self.holds_logical(symbol) {
            return Ok(());
        }
        let message = "an array of LOGICALs of 1, 2 or 8 bytes in COMMON or EQUIVALENCE as what an ELEMENTAL procedure \
                       assigns is not supported yet";
        let error = Diagnostic::error("E0987", span, message);
        Err(self.report(error.with_help("assign it to a variable of type LOGICAL first")))
    }
}

/// A LOGICAL as an argument of TRANSFER: the result of a TRANSFER in it is not made true or false first.
fn bits_of(mut value: Expr) -> Expr {
    let span = value.span;
    let call = match &mut value.kind {
        ExprKind::ArrayFunction(call) => &mut **call,
        ExprKind::Array(array) => match &mut array.kind {
            ArrayKind::Function(call) => call,
            _ => return value,
        },
        _ => return value,
    };
    if let (ArrayFunction::Transfer, [_, (_, mold), ..]) = (call.function, &mut call.arguments[..]) {
        *mold = match mold.rank() {
            0 => number(0, span),
            _ => {
                let kind = ArrayKind::Constructor(vec![ConstructorItem::Value(number(0, span))]);
                Expr::new(ExprKind::Array(Box::new(ArrayOperand { rank: 1, kind })), INTEGER, span)
            }
        };
        value.ty = INTEGER;
    }
    value
}

fn kind_of_size(bytes: i64) -> IntegerKind {
    match bytes {
        1 => IntegerKind::I1,
        2 => IntegerKind::I2,
        _ => IntegerKind::I8,
    }
}

fn number(value: i64, span: Span) -> Expr {
    constant_expr(Constant::Integer(IntegerKind::I4, value), span)
}
