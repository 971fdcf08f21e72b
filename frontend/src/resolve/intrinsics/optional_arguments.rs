//! OPTIONAL dummy arguments as optional arguments of intrinsic functions: one that is absent counts as not given.
//!
//! ```text
//! SUM(A, MASK=M)    SUM(A, MASK=MERGE(M, .TRUE., PRESENT(M)))
//! MIN(A, B, C)      MIN(A, B, MERGE(C, A, PRESENT(C)))
//! SIZE(A, DIM)      MERGE(SIZE(A, DIM), SIZE(A), PRESENT(DIM))
//! ```
//! MERGE whose mask is PRESENT evaluates no more than what it chooses. PAD of RESHAPE and VECTOR of PACK stay as they
//! are: without them there are other elements, not other values.

use super::matcher::Reference;
use super::row::Meaning;
use crate::resolve::expressions::constant_expr;
use crate::resolve::scope::Scope;
use crate::resolve::statements::constructs::has_call;
use crate::resolved::{
    ArrayCall, ArrayFunction, ArrayKind, ArrayOperand, ConstructorItem, Designator, Expr, ExprKind, Intrinsic, Section,
    SymbolId,
};
use crate::source::Span;
use forlane_semantics::types::{Constant, Type};

impl Scope<'_> {
    /// Gives arguments that may be absent what stands for them then; each has the place of its dummy argument.
    pub(super) fn replace_absent(&self, reference: Reference<'_>, arguments: &mut [(usize, Expr)]) {
        for at in 0..arguments.len() {
            let (place, value) = &arguments[at];
            let dummy = reference.row.dummy(*place);
            let is_optional = dummy.is_some_and(|dummy| dummy.is_optional || *place > 1 && dummy.form.is_repeated);
            let Some(symbol) = self.optional_of(value).filter(|_| is_optional) else { continue };
            if let Some(default) = self.default_of(reference, arguments, at) {
                let value = arguments[at].1.clone();
                arguments[at].1 = chosen(symbol, value, default);
            }
        }
    }

    /// SIZE of the whole array where DIM is absent.
    pub(super) fn size_unless_absent(&self, call: &ArrayCall, with: Expr) -> Expr {
        let symbol = match (call.function, call.argument("dim")) {
            (ArrayFunction::Size, Some(dim)) => self.optional_of(dim),
            _ => None,
        };
        let Some(symbol) = symbol else { return with };
        let arguments = call.arguments.iter().take(1).cloned().collect();
        let whole = ArrayCall { function: ArrayFunction::Size, arguments, dim: None };
        let without = Expr { kind: ExprKind::ArrayFunction(Box::new(whole)), ..with.clone() };
        chosen(symbol, with, without)
    }

    /// What the function takes where an argument is absent; none where that has no one value.
    fn default_of(&self, reference: Reference<'_>, arguments: &[(usize, Expr)], at: usize) -> Option<Expr> {
        let (place, value) = &arguments[at];
        let (ty, span) = (value.ty, value.span);
        let given = |at: usize| arguments.get(at).map(|(_, given)| given);
        let constant = match (reference.row.meaning, &reference.row.keyword(*place)[..]) {
            (_, "mask") => Constant::Logical(true),
            (_, "back") => Constant::Logical(false),
            (_, "boundary" | "y") => zero_of(ty),
            (Meaning::Array(ArrayFunction::CShift | ArrayFunction::EoShift), "dim") => integer(ty, 1)?,
            (_, "order") => {
                let rank = (*self.known_extents(given(1)?).first()?)?;
                return in_order(rank, ty, span);
            }
            // Another one that calls nothing, because it is evaluated twice.
            _ if *place > 1 && reference.row.is_variadic() => {
                return [given(0)?, given(1)?].into_iter().find(|other| !has_call(other)).cloned();
            }
            _ => return None,
        };
        Some(constant_expr(constant, span))
    }

    /// The OPTIONAL dummy argument, if the expression is nothing else.
    pub(super) fn optional_of(&self, value: &Expr) -> Option<SymbolId> {
        let symbol = match &value.kind {
            ExprKind::Read(Designator::Variable(symbol)) => *symbol,
            ExprKind::Array(operand) => match &operand.kind {
                ArrayKind::Section(Section { array, subscripts, substring: None, .. }) if subscripts.is_empty() => {
                    *array
                }
                _ => return None,
            },
            _ => return None,
        };
        self.optional.contains(&symbol).then_some(symbol)
    }
}

/// MERGE of an argument that may be absent.
fn chosen(symbol: SymbolId, with: Expr, without: Expr) -> Expr {
    let (ty, span) = (with.ty, with.span);
    let is_present = Expr::new(ExprKind::IsPresent(symbol), Type::Logical, span);
    Expr::new(ExprKind::Intrinsic(Intrinsic::Merge, vec![with, without, is_present]), ty, span)
}

/// The numbers of the dimensions.
fn in_order(rank: i64, ty: Type, span: Span) -> Option<Expr> {
    let items = (1..=rank).map(|number| Some(ConstructorItem::Value(constant_expr(integer(ty, number)?, span))));
    let kind = ArrayKind::Constructor(items.collect::<Option<Vec<_>>>()?);
    Some(Expr::new(ExprKind::Array(Box::new(ArrayOperand { rank: 1, kind })), ty, span))
}

fn integer(ty: Type, value: i64) -> Option<Constant> {
    match ty {
        Type::Integer(kind) => Some(Constant::Integer(kind, value)),
        _ => None,
    }
}

/// What EOSHIFT shifts in without BOUNDARY, and the imaginary part that CMPLX has without Y.
fn zero_of(ty: Type) -> Constant {
    match ty {
        Type::Integer(kind) => Constant::Integer(kind, 0),
        Type::Real(kind) => Constant::Real(kind, 0.0),
        Type::Complex(kind) => Constant::Complex(kind, 0.0, 0.0),
        Type::Logical => Constant::Logical(false),
        Type::Character => Constant::Character(b" ".to_vec()),
    }
}
