//! Expressions: types, conversions, folding of constants.
//!
//! The recursion is as deep as the tree, which the parser bounds; each operation has a function of its own, so that the
//! frames on the way down stay small.

pub(super) mod arrays;
pub(super) mod character;
pub(super) mod complex_parts;
pub(super) mod constructor_lengths;
pub(super) mod constructors;
pub(super) mod references;
pub(super) mod typeless;

use crate::diagnostics::Diagnostic;
use crate::resolve::constants::as_constant;
use crate::resolve::constants::fold::fitted;
use crate::resolve::constants::fold::{self, FoldError, Folded};
use crate::resolve::scope::facts::{Facts, Mode, Use};
use crate::resolve::scope::{Outcome, Reported, Scope};
use crate::resolved::{BinaryOp, Designator, Expr, ExprKind, SymbolClass, UnaryOp};
use crate::source::Span;
use crate::tree;
use forlane_semantics::bytes;
use forlane_semantics::types::{Constant, IntegerKind, Type};

impl Scope<'_> {
    /// Resolves an expression, scalar or array, in the present [`Mode`].
    pub fn resolve_any(&mut self, expr: &tree::Expr) -> Outcome<Expr> {
        match &expr.kind {
            tree::ExprKind::Paren(inner) => self.resolve_paren(inner, expr.span),
            tree::ExprKind::Unary(op, operand) => self.resolve_unary(*op, operand, expr.span),
            tree::ExprKind::Binary(op, left, right) => self.resolve_binary(*op, left, right, expr.span),
            tree::ExprKind::Reference(name, arguments) => match self.alias_of(expr) {
                Some(alias) => self.resolve_any(&alias),
                None => self.resolve_reference(name, arguments, expr.span),
            },
            tree::ExprKind::Substring(element, range)
                if self.mode == Mode::Executable || self.is_constant_text(element) =>
            {
                self.read_element_substring(element, range, expr.span)
            }
            _ => self.resolve_leaf(expr),
        }
    }

    /// A text, or an element of a named constant.
    fn is_constant_text(&self, expr: &tree::Expr) -> bool {
        match &expr.kind {
            tree::ExprKind::Text(..) => true,
            tree::ExprKind::Reference(name, _) => self.is_constant_array(&name.text),
            _ => false,
        }
    }

    fn resolve_leaf(&mut self, expr: &tree::Expr) -> Outcome<Expr> {
        let span = expr.span;
        let constant = match &expr.kind {
            tree::ExprKind::Integer(digits, kind) => self.integer_literal(digits, kind.as_deref(), span)?,
            tree::ExprKind::Real(text, kind) => self.real_literal(text, kind.as_deref(), span)?,
            tree::ExprKind::Complex(real, imaginary) => self.complex_literal(real, imaginary)?,
            tree::ExprKind::Logical(value, kind) => self.logical_literal(*value, kind.as_deref())?,
            tree::ExprKind::Text(text, kind) => self.text_literal(text, kind.as_deref())?,
            tree::ExprKind::Name(name) => {
                return match self.alias_of(expr) {
                    Some(alias) => self.resolve_any(&alias),
                    None => self.resolve_name(name, span),
                };
            }
            tree::ExprKind::Defined(operator, _) => {
                let message =
                    format!("the operator {} is not defined for these operands", operator.text.to_uppercase());
                return Err(self.error("E0221", operator.span, message));
            }
            tree::ExprKind::Component(component) => return self.resolve_part(component, span),
            tree::ExprKind::Range(_) | tree::ExprKind::Substring(..) => {
                return Err(self.error("E0931", span, "an array section is not supported yet"));
            }
            tree::ExprKind::Constructor(ty, items) => return self.resolve_constructor(ty.as_deref(), items, span),
            tree::ExprKind::Label(_) => {
                let message = "a label can only be an argument of CALL, for an alternate return";
                return Err(self.error("E0246", span, message));
            }
            tree::ExprKind::Bits(..) => {
                let message = "a binary, octal or hexadecimal constant requires a type here";
                let error = Diagnostic::error("E0932", span, message);
                return Err(self.report(error.with_help("convert it with INT, REAL or DBLE")));
            }
            // Where no other type is wanted, it is a text.
            tree::ExprKind::Hollerith(text) => Constant::Character(whole_words(&bytes::encode(text))),
            _ => return Err(self.reported_before()),
        };
        Ok(constant_expr(constant, span))
    }

    /// Resolves a name that is alone.
    fn resolve_name(&mut self, name: &str, span: Span) -> Outcome<Expr> {
        if let Some(bound) = self.bound_name(name) {
            return Ok(bound.to_expr(span));
        }
        if let Some(constant) = self.named_constant(name) {
            return Ok(constant_expr(constant, span));
        }
        if self.mode != Mode::Executable {
            self.check_name_in_specification(name, span)?;
        }
        let symbol = self.symbol_of_name(name, span)?;
        let what = match &self.symbols[symbol].class {
            SymbolClass::Variable(variable) => {
                let (ty, is_array) = (variable.ty, variable.shape.is_some());
                self.use_as(name, Use::Variable, span)?;
                if is_array {
                    let array = self.whole_array(symbol, name, span)?;
                    return self.held_value(symbol, array);
                }
                self.note_read(name, span);
                let read = Expr::new(ExprKind::Read(Designator::Variable(symbol)), ty, span);
                return self.held_value(symbol, read);
            }
            SymbolClass::Intrinsic => "an intrinsic function",
            SymbolClass::StatementFunction => "a statement function",
            _ => "an external procedure",
        };
        let message = format!("`{}` is {what}, not a variable", name.to_uppercase());
        Err(self.error("E0203", span, message))
    }

    /// In bounds and constant expressions, only few names have a meaning.
    fn check_name_in_specification(&mut self, name: &str, span: Span) -> Outcome<()> {
        let facts = self.names.get(name);
        if facts.is_some_and(|facts| facts.reported) {
            return Err(self.reported_before());
        }
        if facts.is_some_and(|facts| facts.constant.is_some() || facts.is_index) {
            return Ok(());
        }
        if self.mode == Mode::Constant {
            let is_dummy = facts.is_some_and(|facts| facts.dummy.is_some());
            let error = Diagnostic::error("E0205", span, format!("`{}` is not a constant", name.to_uppercase()));
            return Err(self.report(match is_dummy {
                true => error.with_help("only the bounds of dummy arrays may depend on a dummy argument"),
                false => error,
            }));
        }
        if self.mode == Mode::Bound {
            self.settle_shape_early(name, span)?;
        }
        let facts = self.names.get(name);
        if self.mode == Mode::Bound && self.is_given_array(name) {
            return Ok(());
        }
        let is_given = |facts: &Facts<'_>| facts.dummy.is_some() || facts.common.is_some() || facts.origin.is_some();
        let is_scalar = facts.is_some_and(|facts| facts.dimensions.is_none());
        if is_scalar && (facts.is_some_and(is_given) || self.shares_with_common(name)) {
            return Ok(());
        }
        let message = format!(
            "`{}` is neither a constant nor a scalar that is a dummy argument or in COMMON",
            name.to_uppercase()
        );
        let error = Diagnostic::error("E0208", span, message);
        Err(self.report(error.with_label("the bounds of a dummy array depend on these only")))
    }

    /// Notes as what a name is used, and reports that it was used as something else before.
    pub fn use_as(&mut self, name: &str, now: Use, span: Span) -> Outcome<()> {
        if self.mode != Mode::Executable {
            return Ok(());
        }
        let Some(facts) = self.names.get_mut(name) else { return Ok(()) };
        facts.reads.uses += 1;
        match facts.used {
            Some((before, place)) if before != now => {
                facts.reported = true;
                let message = format!("`{}` is {} here", name.to_uppercase(), now.words());
                let error = Diagnostic::error("E0203", span, message);
                Err(self.report(error.with_related(place, format!("but {} here", before.words()))))
            }
            Some(_) => Ok(()),
            None => {
                facts.used = Some((now, span));
                Ok(())
            }
        }
    }

    fn resolve_paren(&mut self, inner: &tree::Expr, span: Span) -> Outcome<Expr> {
        let inner = self.resolve_any(inner)?;
        if let ExprKind::Constant(constant) = inner.kind {
            return Ok(constant_expr(constant, span));
        }
        let ty = inner.ty;
        Ok(Expr::new(ExprKind::Paren(Box::new(inner)), ty, span))
    }

    fn resolve_unary(&mut self, op: tree::UnaryOp, operand: &tree::Expr, span: Span) -> Outcome<Expr> {
        let operand = self.resolve_any(operand)?;
        let ty = operand.ty;
        let is_sound = if op == tree::UnaryOp::Not { ty == Type::Logical } else { is_numeric(ty) };
        if !is_sound {
            let (name, wanted) = match op {
                tree::UnaryOp::Not => (".NOT.", "LOGICAL"),
                tree::UnaryOp::Plus => ("+", "a number"),
                tree::UnaryOp::Negate => ("-", "a number"),
            };
            let message = format!("the operand of `{name}` must be {wanted}, not {}", ty.name());
            return Err(self.error("E0221", operand.span, message));
        }
        let op = match op {
            tree::UnaryOp::Plus => return Ok(Expr { span, ..operand }),
            tree::UnaryOp::Negate => UnaryOp::Negate,
            tree::UnaryOp::Not => UnaryOp::Not,
        };
        let folded = as_constant(&operand).map(|constant| fold::fold_unary(op, constant));
        self.folded_or(folded, ExprKind::Unary(op, Box::new(operand)), ty, span)
    }

    fn resolve_binary(&mut self, op: BinaryOp, left: &tree::Expr, right: &tree::Expr, span: Span) -> Outcome<Expr> {
        // Both sides are resolved before either error counts, so that both are reported.
        let left = self.resolve_any(left);
        let right = self.resolve_any(right);
        self.binary(op, left?, right?, span)
    }

    /// The typed binary operation, with its operands converted as they must be.
    pub fn binary(&mut self, op: BinaryOp, left: Expr, right: Expr, span: Span) -> Outcome<Expr> {
        let (left, right, ty) = match op {
            BinaryOp::And | BinaryOp::Or | BinaryOp::Equivalent | BinaryOp::NotEquivalent => {
                if (left.ty, right.ty) != (Type::Logical, Type::Logical) {
                    return Err(self.report_operands(op, &left, &right, span));
                }
                (left, right, Type::Logical)
            }
            _ if left.ty == Type::Character && right.ty == Type::Character && is_relation(op) => {
                (left, right, Type::Logical)
            }
            BinaryOp::Concatenate if left.ty == Type::Character && right.ty == Type::Character => {
                (left, right, Type::Character)
            }
            BinaryOp::Concatenate => return Err(self.report_operands(op, &left, &right, span)),
            _ => {
                let Some(common) = common_type(left.ty, right.ty) else {
                    return Err(self.report_operands(op, &left, &right, span));
                };
                if matches!(common, Type::Complex(_)) && is_order(op) {
                    return Err(self.report_operands(op, &left, &right, span));
                }
                let keeps_exponent = op == BinaryOp::Power && matches!(right.ty, Type::Integer(_));
                let ty = if is_relation(op) { Type::Logical } else { common };
                if keeps_exponent && matches!(common, Type::Real(_) | Type::Complex(_)) {
                    (left, right, ty)
                } else {
                    (self.convert(left, common)?, self.convert(right, common)?, ty)
                }
            }
        };
        let folded = match (as_constant(&left), as_constant(&right)) {
            (Some(left), Some(right)) => Some(fold::fold_binary(op, left, right)),
            _ => None,
        };
        self.folded_or(folded, ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, span)
    }

    fn report_operands(&mut self, op: BinaryOp, left: &Expr, right: &Expr, span: Span) -> Reported {
        // It may have been given a meaning.
        if self.has_refused("operator") {
            return self.reported_before();
        }
        let (name, left_type, right_type) = (operator_name(op), left.ty.name(), right.ty.name());
        let message = format!("`{name}` is not defined for {left_type} and {right_type}");
        let error = Diagnostic::error("E0221", span, message);
        let is_logical = (left.ty, right.ty) == (Type::Logical, Type::Logical);
        self.report(match op {
            BinaryOp::Equal if is_logical => error.with_help("write `.EQV.` to compare LOGICAL values"),
            BinaryOp::NotEqual if is_logical => error.with_help("write `.NEQV.` to compare LOGICAL values"),
            _ => error,
        })
    }

    /// The expression converted to a numeric type, or itself if it has it.
    pub fn convert(&mut self, expr: Expr, ty: Type) -> Outcome<Expr> {
        if expr.ty == ty {
            return Ok(expr);
        }
        let span = expr.span;
        if let Some(constant) = as_constant(&expr) {
            return match fold::convert(constant, ty) {
                Ok(constant) => Ok(constant_expr(constant, span)),
                Err(error) => Err(self.report_fold(&error, span)),
            };
        }
        Ok(Expr::new(ExprKind::Convert(Box::new(expr)), ty, span))
    }

    /// The folded value if there is one. An overflow is an error where a constant is needed; in executable code it is
    /// left to run time, where it wraps or becomes infinite, with a warning.
    pub fn folded_or(&mut self, folded: Option<Folded>, kind: ExprKind, ty: Type, span: Span) -> Outcome<Expr> {
        match folded {
            Some(Ok(constant)) => Ok(constant_expr(constant, span)),
            Some(Err(FoldError::Overflow)) if self.mode == Mode::Executable => {
                let message = format!("the value does not fit {}", ty.name());
                self.warn(Diagnostic::warning("W0228", span, message));
                Ok(Expr::new(kind, ty, span))
            }
            Some(Err(FoldError::Unknown)) if self.mode != Mode::Constant => Ok(Expr::new(kind, ty, span)),
            Some(Err(error)) => Err(self.report_fold(&error, span)),
            None => Ok(Expr::new(kind, ty, span)),
        }
    }
}

/// A Hollerith constant fills words of storage, the last one with blanks.
fn whole_words(text: &[u8]) -> Vec<u8> {
    let length = text.len().next_multiple_of(Type::Integer(IntegerKind::I4).size());
    fitted(text, length)
}

/// A constant as an expression.
pub(crate) fn constant_expr(constant: Constant, span: Span) -> Expr {
    let ty = constant.ty();
    Expr::new(ExprKind::Constant(constant), ty, span)
}

/// The value of a LOGICAL constant; none if it is not a constant.
pub(crate) fn is_constant_true(expr: &Expr) -> Option<bool> {
    match as_constant(expr) {
        Some(Constant::Logical(value)) => Some(*value),
        _ => None,
    }
}

/// The constant 1 of default INTEGER.
pub(crate) fn one(span: Span) -> Expr {
    constant_expr(Constant::Integer(IntegerKind::I4, 1), span)
}

/// True for INTEGER, REAL and COMPLEX.
pub(crate) fn is_numeric(ty: Type) -> bool {
    matches!(ty, Type::Integer(_) | Type::Real(_) | Type::Complex(_))
}

/// True for INTEGER and REAL, whose values have an order.
pub(crate) fn is_ordered(ty: Type) -> bool {
    matches!(ty, Type::Integer(_) | Type::Real(_))
}

/// The type in which an operation on two numeric types is done: COMPLEX wins over REAL, REAL over INTEGER, the greater
/// kind over the lesser. None if one is not numeric.
pub(crate) fn common_type(left: Type, right: Type) -> Option<Type> {
    match (left, right) {
        (Type::Integer(left), Type::Integer(right)) => Some(Type::Integer(left.max(right))),
        (Type::Real(left), Type::Real(right)) => Some(Type::Real(left.max(right))),
        (Type::Complex(left), Type::Complex(right) | Type::Real(right)) | (Type::Real(left), Type::Complex(right)) => {
            Some(Type::Complex(left.max(right)))
        }
        (Type::Integer(_), Type::Complex(kind)) | (Type::Complex(kind), Type::Integer(_)) => Some(Type::Complex(kind)),
        (Type::Integer(_), Type::Real(kind)) | (Type::Real(kind), Type::Integer(_)) => Some(Type::Real(kind)),
        _ => None,
    }
}

/// True for the relational operators.
fn is_relation(op: BinaryOp) -> bool {
    use BinaryOp::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
    matches!(op, Less | LessEqual | Equal | NotEqual | Greater | GreaterEqual)
}

/// True for the relational operators that need an order.
fn is_order(op: BinaryOp) -> bool {
    is_relation(op) && !matches!(op, BinaryOp::Equal | BinaryOp::NotEqual)
}

/// The operator as Fortran writes it.
fn operator_name(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Subtract => "-",
        BinaryOp::Multiply => "*",
        BinaryOp::Divide => "/",
        BinaryOp::Power => "**",
        BinaryOp::Concatenate => "//",
        BinaryOp::Less => ".LT.",
        BinaryOp::LessEqual => ".LE.",
        BinaryOp::Equal => ".EQ.",
        BinaryOp::NotEqual => ".NE.",
        BinaryOp::Greater => ".GT.",
        BinaryOp::GreaterEqual => ".GE.",
        BinaryOp::And => ".AND.",
        BinaryOp::Or => ".OR.",
        BinaryOp::Equivalent => ".EQV.",
        BinaryOp::NotEquivalent => ".NEQV.",
    }
}
