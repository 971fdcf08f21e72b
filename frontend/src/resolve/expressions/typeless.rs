//! Constants without a type of their own, which take that of what they are given to: Hollerith constants, and binary,
//! octal and hexadecimal ones.

use crate::diagnostics::Diagnostic;
use crate::resolve::constants::fold::fitted;
use crate::resolve::expressions::constant_expr;
use crate::resolve::procedures::optional::ArrangedArgument;
use crate::resolve::scope::{Outcome, Scope};
use crate::resolved::{Argument, ArrayKind, ArrayOperand, ConstructorItem, Expr, ExprKind};
use crate::source::Span;
use crate::tree::{self, ExprKind as TreeKind, Name};
use forlane_semantics::bytes;
use forlane_semantics::types::{Constant, IntegerKind, Type};

impl Scope<'_> {
    /// The value in a type of a constant without one; none if the expression is not such a constant, or CHARACTER is
    /// required.
    pub fn typeless(&mut self, expr: &tree::Expr, ty: Type) -> Option<Outcome<Constant>> {
        let mut at = expr;
        while let TreeKind::Paren(inner) = &at.kind {
            at = inner;
        }
        match &at.kind {
            TreeKind::Hollerith(text) if ty != Type::Character => {
                Some(self.constant_of_text(&bytes::encode(text), ty, at.span))
            }
            TreeKind::Bits(letter, digits) => Some(self.bits_as(*letter, digits, (ty, false), at.span)),
            _ => None,
        }
    }

    /// An argument of an intrinsic function that takes a type; bits that do not fit it are cut off.
    pub fn resolve_taking(&mut self, expr: &tree::Expr, ty: Type) -> Outcome<Expr> {
        match &expr.kind {
            TreeKind::Bits(letter, digits) => {
                let constant = self.bits_as(*letter, digits, (ty, matches!(ty, Type::Integer(_))), expr.span)?;
                Ok(constant_expr(constant, expr.span))
            }
            _ => self.resolve_given(expr, ty),
        }
    }

    /// An expression that is given to something of a type.
    pub fn resolve_given(&mut self, expr: &tree::Expr, ty: Type) -> Outcome<Expr> {
        match self.typeless(expr, ty) {
            Some(constant) => Ok(constant_expr(constant?, expr.span)),
            None => self.resolve_any(expr),
        }
    }

    /// A constant expression that is given to something of a type.
    pub fn constant_given(&mut self, expr: &tree::Expr, ty: Type) -> Outcome<Constant> {
        match self.typeless(expr, ty) {
            Some(constant) => constant,
            None => self.constant_expression(expr),
        }
    }

    /// The value that has these bits in a type, with zeros in front, or without those in front that are too many.
    fn bits_as(&mut self, letter: char, digits: &str, (ty, is_cut): (Type, bool), span: Span) -> Outcome<Constant> {
        let radix = match letter {
            'b' => 2,
            'o' => 8,
            _ => 16,
        };
        if !matches!(ty, Type::Integer(_) | Type::Real(_)) {
            let message = format!("a binary, octal or hexadecimal constant has no value of type {}", ty.name());
            return Err(self.error("E0932", span, message));
        }
        let value = u128::from_str_radix(digits, radix).ok();
        let fits = |bytes: &[u8; 16]| is_cut || bytes[ty.size()..].iter().all(|byte| *byte == 0);
        let bytes = value.map(u128::to_le_bytes).filter(fits);
        let Some(bytes) = bytes else {
            let message = format!("the constant has more bits than {}", ty.name());
            return Err(self.error("E0229", span, message));
        };
        // The bytes of a value are in memory as on this machine.
        let native: Vec<u8> = match cfg!(target_endian = "little") {
            true => bytes[..ty.size()].to_vec(),
            false => bytes[..ty.size()].iter().rev().copied().collect(),
        };
        Ok(match (Constant::from_bytes(ty, &native), ty) {
            (Some(Constant::Real(kind, value)), _) if value.is_nan() => Constant::Real(kind, f64::NAN),
            (Some(constant), _) => constant,
            // A NaN of a constant is always the same one.
            (None, Type::Real(kind)) => Constant::Real(kind, f64::NAN),
            (None, _) => return Err(self.error("E0932", span, "these bits are not a value of this type")),
        })
    }

    /// A number or logical whose bytes are those of a text, as far as they go, with blanks after them.
    pub fn constant_of_text(&mut self, text: &[u8], ty: Type, place: Span) -> Outcome<Constant> {
        let mut bytes = text.to_vec();
        if bytes.len() > ty.size() {
            let message = format!("the text has {} bytes, but {} holds only {}", bytes.len(), ty.name(), ty.size());
            self.warn(Diagnostic::warning("W0209", place, message));
        }
        bytes.resize(ty.size(), b' ');
        Constant::from_bytes(ty, &bytes).ok_or_else(|| {
            let message = format!("the bytes of this text are not a value of type {}", ty.name());
            self.error("E0222", place, message)
        })
    }

    /// Hollerith constants as arguments become values of the dummy arguments' type: for an array as many as hold them.
    pub fn fit_holleriths(
        &mut self,
        name: &Name,
        arranged: &[ArrangedArgument<'_>],
        arguments: Vec<Argument>,
    ) -> Outcome<Vec<Argument>> {
        let hollerith = |argument: &ArrangedArgument<'_>| match argument {
            ArrangedArgument::Actual(tree::Expr { kind: TreeKind::Hollerith(text), span }) => {
                Some((bytes::encode(text), *span))
            }
            _ => None,
        };
        if !arranged.iter().any(|argument| hollerith(argument).is_some()) {
            return Ok(arguments);
        }
        let wanted: Vec<Option<(Type, bool)>> = match self.known_interface(&name.text) {
            Some(interface) => interface.dummies.iter().map(|dummy| Some((dummy.ty?, dummy.is_array))).collect(),
            None => Vec::new(),
        };
        let fit = arguments.into_iter().zip(arranged).enumerate().map(|(at, (argument, arranged))| {
            match (hollerith(arranged), wanted.get(at).copied().flatten()) {
                (Some((text, span)), Some((ty, is_array))) if ty != Type::Character => {
                    self.hollerith_argument(&text, (ty, is_array), span).map(Argument::Value)
                }
                _ => Ok(argument),
            }
        });
        fit.collect()
    }

    fn hollerith_argument(&mut self, text: &[u8], (ty, is_array): (Type, bool), span: Span) -> Outcome<Expr> {
        if !is_array {
            return self.constant_of_text(text, ty, span).map(|constant| constant_expr(constant, span));
        }
        let mut items = Vec::with_capacity(text.len().div_ceil(ty.size()));
        for part in text.chunks(ty.size()) {
            let mut part = part.to_vec();
            part.resize(ty.size(), b' ');
            match Constant::from_bytes(ty, &part) {
                Some(constant) => items.push(ConstructorItem::Value(constant_expr(constant, span))),
                None => {
                    let message = format!("the bytes of this text are not values of type {}", ty.name());
                    return Err(self.error("E0222", span, message));
                }
            }
        }
        let operand = ArrayOperand { rank: 1, kind: ArrayKind::Constructor(items) };
        Ok(Expr::new(ExprKind::Array(Box::new(operand)), ty, span))
    }
}

/// A Hollerith constant that is written, with blanks up to a whole number of INTEGERs. Where it fills them as it is,
/// gfortran appends one of blanks.
pub(crate) fn hollerith_item(text: &[u8], span: Span) -> Expr {
    let word = Type::Integer(IntegerKind::I4).size();
    let length = (text.len() / word + 1) * word;
    constant_expr(Constant::Character(fitted(text, length)), span)
}
