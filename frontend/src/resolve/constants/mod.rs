//! Literal constants, kinds, and constant expressions.

pub(super) mod constant_values;
pub(super) mod fold;
pub(super) mod precise;

use crate::diagnostics::Diagnostic;
use crate::resolve::scope::facts::ConstantValue;
use crate::resolve::scope::facts::Mode;
use crate::resolve::scope::{Outcome, Reported, Scope};
use crate::resolved::{Expr, ExprKind};
use crate::source::Span;
use crate::tree::{self, KindSelector, Name, TypeName};
use fold::FoldError;
use forlane_semantics::bytes;
use forlane_semantics::types::{Constant, IntegerKind, RealKind, Type};

/// Kinds that gfortran has, too.
const OTHER_KINDS: [(&str, i64); 7] =
    [("INTEGER", 16), ("REAL", 10), ("REAL", 16), ("COMPLEX", 10), ("COMPLEX", 16), ("CHARACTER", 4), ("LOGICAL", 16)];

impl Scope<'_> {
    /// The type that a type's name and kind stand for.
    pub fn type_of_spec(&mut self, spec: &tree::TypeSpec) -> Outcome<Type> {
        match &spec.kind {
            Some(KindSelector::Length(length)) => self.type_of_length(spec.name, length),
            Some(KindSelector::Kind(kind)) => {
                let value = self.constant_integer(kind)?;
                type_of_kind(spec.name, value).ok_or_else(|| self.refuse_kind(spec.name, value, kind.span))
            }
            Some(KindSelector::Character { kind, .. }) => self.check_character_kind(kind.as_ref()),
            // Those that are supported have become their components.
            Some(KindSelector::Derived(name) | KindSelector::Class(name)) => {
                Err(self.error("E0947", name.span, "a derived type is not supported here yet"))
            }
            Some(KindSelector::Procedure(_)) | None => Ok(match spec.name {
                TypeName::Integer => Type::Integer(IntegerKind::I4),
                TypeName::Real => Type::Real(RealKind::R4),
                TypeName::DoublePrecision => Type::Real(RealKind::R8),
                TypeName::Complex => Type::Complex(RealKind::R4),
                TypeName::DoubleComplex => Type::Complex(RealKind::R8),
                TypeName::Logical => Type::Logical,
                TypeName::Character | TypeName::Derived => Type::Character,
            }),
        }
    }

    /// The type that a type's name and the length after an entity stand for.
    pub fn type_of_entity(&mut self, name: TypeName, length: &tree::LengthSpec) -> Outcome<Type> {
        match (name, length.value()) {
            (TypeName::Character, _) => Ok(Type::Character),
            (_, Some(length)) => self.type_of_length(name, length),
            (_, None) => Err(self.error("E0206", length.span(), "only CHARACTER has the length `*`")),
        }
    }

    /// The type that a type's name and `*length` stand for.
    fn type_of_length(&mut self, name: TypeName, length: &tree::Expr) -> Outcome<Type> {
        let value = self.constant_integer(length)?;
        // The length of a complex number is that of both parts.
        let kind = match name {
            TypeName::Complex if value % 2 == 0 => value / 2,
            TypeName::Complex => -1,
            _ => value,
        };
        type_of_kind(name, kind).ok_or_else(|| self.refuse_kind(name, value, length.span))
    }

    /// Reports a kind that a type does not have.
    pub fn refuse_kind(&mut self, name: TypeName, kind: i64, span: Span) -> Reported {
        let (name, kinds) = match name {
            TypeName::Integer => ("INTEGER", "kinds of INTEGER are 1, 2, 4 and 8"),
            TypeName::Real => ("REAL", "kinds of REAL are 4 and 8"),
            TypeName::DoublePrecision => ("DOUBLE PRECISION", "kinds of DOUBLE PRECISION are no other"),
            TypeName::Complex => ("COMPLEX", "kinds of COMPLEX are 4 and 8, its lengths 8 and 16"),
            TypeName::DoubleComplex => ("DOUBLE COMPLEX", "kinds of DOUBLE COMPLEX are no other"),
            TypeName::Character => ("CHARACTER", "kind of CHARACTER is 1"),
            TypeName::Logical => ("LOGICAL", "kinds of LOGICAL are 1, 2, 4 and 8"),
            TypeName::Derived => ("TYPE", "kinds of TYPE are no other"),
        };
        let code = if OTHER_KINDS.contains(&(name, kind)) { "E0941" } else { "E0206" };
        let error = Diagnostic::error(code, span, format!("{name} of kind {kind} is not supported"));
        self.report(error.with_help(format!("the {kinds}")))
    }

    /// The value of an expression that must be constant.
    pub fn constant_expression(&mut self, expr: &tree::Expr) -> Outcome<Constant> {
        let mode = std::mem::replace(&mut self.mode, Mode::Constant);
        let resolved = self.resolve_expression(expr);
        self.mode = mode;
        let value = self.evaluate(&resolved?)?;
        value.elements.into_iter().next().ok_or_else(|| self.reported_before())
    }

    /// The value of an expression that must be constant and may be an array.
    pub fn constant_value(&mut self, expr: &tree::Expr) -> Outcome<ConstantValue> {
        let mode = std::mem::replace(&mut self.mode, Mode::Constant);
        let resolved = self.resolve_array_or_scalar(expr);
        self.mode = mode;
        self.evaluate(&resolved?)
    }

    fn evaluate(&mut self, resolved: &Expr) -> Outcome<ConstantValue> {
        match self.value_of(resolved) {
            Ok(value) => Ok(value),
            Err((FoldError::NotConstant, span)) => {
                Err(self.error("E0205", span, "a constant expression is needed here"))
            }
            Err((error, span)) => Err(self.report_fold(&error, span)),
        }
    }

    /// The value of an expression that must be a constant INTEGER.
    pub fn constant_integer(&mut self, expr: &tree::Expr) -> Outcome<i64> {
        match self.constant_expression(expr)? {
            Constant::Integer(_, value) => Ok(value),
            constant => {
                let message = format!("an INTEGER constant is needed here, not {}", constant.ty().name());
                Err(self.error("E0205", expr.span, message))
            }
        }
    }

    /// An integer constant from its digits and kind.
    pub fn integer_literal(&mut self, digits: &str, kind: Option<&Name>, span: Span) -> Outcome<Constant> {
        let kind = match kind {
            Some(kind) => match self.literal_kind(TypeName::Integer, kind)? {
                Type::Integer(kind) => kind,
                _ => IntegerKind::I4,
            },
            None => IntegerKind::I4,
        };
        let value = digits.parse::<i128>().map_err(|_| FoldError::Overflow);
        value.and_then(|value| fold::integer(kind, value)).map_err(|_| {
            let error = Diagnostic::error("E0229", span, "the integer constant is too big for its kind");
            self.report(error.with_help(match kind {
                IntegerKind::I1 => "INTEGER(1) holds up to 127",
                IntegerKind::I2 => "INTEGER(2) holds up to 32767",
                IntegerKind::I4 => "INTEGER holds up to 2147483647; append `_8` for up to 9223372036854775807",
                IntegerKind::I8 => "INTEGER(8) holds up to 9223372036854775807",
            }))
        })
    }

    /// A real constant from its text and kind.
    pub fn real_literal(&mut self, text: &str, kind: Option<&Name>, span: Span) -> Outcome<Constant> {
        if text.contains('q') {
            return Err(self.refuse_kind(TypeName::Real, 16, span));
        }
        let is_double = text.contains('d');
        let kind = match kind {
            Some(kind) if is_double => {
                return Err(self.error("E0206", kind.span, "a constant with the exponent letter D has no kind"));
            }
            Some(kind) => match self.literal_kind(TypeName::Real, kind)? {
                Type::Real(kind) => kind,
                _ => RealKind::R4,
            },
            None if is_double => RealKind::R8,
            None => RealKind::R4,
        };
        let text = text.replace('d', "e");
        // Parsed in its own kind: through binary64 a binary32 value would be rounded twice.
        let value = match kind {
            // What is less than the least value of the kind is zero, as with gfortran, also if it is nearer to that.
            RealKind::R4 if text.parse().is_ok_and(|value: f64| value < f64::from(f32::from_bits(1))) => Ok(0.0),
            RealKind::R4 => text.parse::<f32>().map(f64::from),
            RealKind::R8 => text.parse::<f64>(),
        };
        match value {
            Ok(value) if value.is_finite() => Ok(Constant::Real(kind, value)),
            Ok(_) => {
                let error = Diagnostic::error("E0229", span, "the real constant is too big for its kind");
                Err(self.report(error.with_help(match kind {
                    RealKind::R4 => "use DOUBLE PRECISION: `1d300`",
                    RealKind::R8 => "DOUBLE PRECISION holds up to about 1.8d308",
                })))
            }
            Err(_) => Err(self.error("E0229", span, "this is not a real constant")),
        }
    }

    /// A complex constant, of the greater kind of its parts; a part of type INTEGER becomes REAL.
    pub fn complex_literal(&mut self, real: &tree::Expr, imaginary: &tree::Expr) -> Outcome<Constant> {
        let parts = [self.complex_part(real), self.complex_part(imaginary)];
        let [real_part, imaginary_part] = parts;
        let (real_part, imaginary_part) = (real_part?, imaginary_part?);
        let kind = match (real_part.ty(), imaginary_part.ty()) {
            (Type::Real(left), Type::Real(right)) => left.max(right),
            (Type::Real(kind), _) | (_, Type::Real(kind)) => kind,
            _ => RealKind::R4,
        };
        let real_part = constant_of_type(self, &real_part, Type::Real(kind), real.span)?;
        let imaginary_part = constant_of_type(self, &imaginary_part, Type::Real(kind), imaginary.span)?;
        match (real_part, imaginary_part) {
            (Constant::Real(_, real), Constant::Real(_, imaginary)) => Ok(Constant::Complex(kind, real, imaginary)),
            _ => Err(self.reported_before()),
        }
    }

    fn complex_part(&mut self, part: &tree::Expr) -> Outcome<Constant> {
        let constant = self.constant_expression(part)?;
        if matches!(constant, Constant::Integer(..) | Constant::Real(..)) {
            return Ok(constant);
        }
        let message = format!("a part of a complex constant is INTEGER or REAL, not {}", constant.ty().name());
        Err(self.error("E0205", part.span, message))
    }

    /// A logical constant; all kinds are one type.
    pub fn logical_literal(&mut self, value: bool, kind: Option<&Name>) -> Outcome<Constant> {
        if let Some(kind) = kind {
            self.literal_kind(TypeName::Logical, kind)?;
        }
        Ok(Constant::Logical(value))
    }

    /// The value of a text constant.
    pub fn text_literal(&mut self, text: &str, kind: Option<&Name>) -> Outcome<Constant> {
        if let Some(kind) = kind {
            self.literal_kind(TypeName::Character, kind)?;
        }
        Ok(Constant::Character(bytes::encode(text)))
    }

    /// The kind of a literal: digits or the name of a constant.
    pub fn kind_of_literal(&mut self, kind: &Name) -> Outcome<i64> {
        if let Ok(value) = kind.text.parse::<i64>() {
            return Ok(value);
        }
        match self.named_constant(&kind.text) {
            Some(Constant::Integer(_, value)) => Ok(value),
            _ if self.names.get(&kind.text).is_some_and(|facts| facts.reported) => Err(self.reported_before()),
            _ => {
                let message = format!("the kind `{}` is not a named INTEGER constant", kind.text.to_uppercase());
                Err(self.error("E0206", kind.span, message))
            }
        }
    }

    /// The type that the kind of a literal stands for.
    fn literal_kind(&mut self, name: TypeName, kind: &Name) -> Outcome<Type> {
        let value = self.kind_of_literal(kind)?;
        type_of_kind(name, value).ok_or_else(|| self.refuse_kind(name, value, kind.span))
    }

    /// Reports that constants have no value under an operation.
    pub fn report_fold(&mut self, error: &FoldError, span: Span) -> Reported {
        self.error("E0228", span, format!("in a constant expression: {error}"))
    }
}

/// The type of a name and a kind, which for all of them is the size in bytes.
pub(crate) fn type_of_kind(name: TypeName, kind: i64) -> Option<Type> {
    match (name, kind) {
        (TypeName::Integer, 1) => Some(Type::Integer(IntegerKind::I1)),
        (TypeName::Integer, 2) => Some(Type::Integer(IntegerKind::I2)),
        (TypeName::Integer, 4) => Some(Type::Integer(IntegerKind::I4)),
        (TypeName::Integer, 8) => Some(Type::Integer(IntegerKind::I8)),
        (TypeName::Real, 4) => Some(Type::Real(RealKind::R4)),
        (TypeName::Real, 8) => Some(Type::Real(RealKind::R8)),
        (TypeName::Complex, 4) => Some(Type::Complex(RealKind::R4)),
        (TypeName::Complex, 8) => Some(Type::Complex(RealKind::R8)),
        (TypeName::Logical, 1 | 2 | 4 | 8) => Some(Type::Logical),
        (TypeName::Character, 1) => Some(Type::Character),
        _ => None,
    }
}

/// A constant converted as an assignment to a variable of a type would.
pub(crate) fn constant_of_type(scope: &mut Scope<'_>, constant: &Constant, ty: Type, span: Span) -> Outcome<Constant> {
    fold::convert(constant, ty).map_err(|error| match error {
        FoldError::Types => {
            let message = format!("a value of type {} can't become {}", constant.ty().name(), ty.name());
            scope.error("E0222", span, message)
        }
        error => scope.report_fold(&error, span),
    })
}

/// The constant of an expression, if it is one.
pub(crate) fn as_constant(expr: &Expr) -> Option<&Constant> {
    match &expr.kind {
        ExprKind::Constant(constant) => Some(constant),
        _ => None,
    }
}
