//! References to functions of scalars, which are done for each element of arrays: operations and conversions.

use super::composed::real_kind;
use super::matcher::{Matched, Reference};
use super::row::{Class, Composed, Conversion, Dummy, I4, Meaning, R4, ResultType};
use crate::resolve::constants::as_constant;
use crate::resolve::constants::fold;
use crate::resolve::expressions::common_type;
use crate::resolve::scope::{Outcome, Scope};
use crate::resolved::{Expr, ExprKind, Intrinsic};
use crate::source::Span;
use crate::tree;
use forlane_semantics::types::{Constant, RealKind, Type};

/// An actual argument, and the place of its dummy argument.
type PlacedArgument<T> = (usize, T);

impl Scope<'_> {
    /// Resolves a reference to such a function.
    pub(super) fn resolve_operation(&mut self, reference: Reference<'_>, matched: &Matched<'_>) -> Outcome<Expr> {
        let kind = self.type_by_kind(reference, matched)?;
        let is_kind = |at: usize| reference.row.dummy(at).is_some_and(Dummy::is_kind);
        let given = matched.iter().enumerate().filter(|(at, _)| !is_kind(*at));
        let given: Vec<PlacedArgument<&tree::Expr>> =
            given.filter_map(|(at, argument)| Some((at, (*argument)?))).collect();
        let mut arguments = self.resolve_operands(reference, &given, kind)?;
        self.check_operands(reference, &arguments)?;
        self.replace_absent(reference, &mut arguments);
        let arguments = self.convert_operands(reference, arguments)?;
        self.operation_value(reference, arguments, kind)
    }

    /// The arguments; those without a type take that of the others.
    fn resolve_operands(
        &mut self,
        reference: Reference<'_>,
        given: &[PlacedArgument<&tree::Expr>],
        kind: Option<Type>,
    ) -> Outcome<Vec<PlacedArgument<Expr>>> {
        let is_typeless = |argument: &tree::Expr| match argument.kind {
            tree::ExprKind::Bits(..) => true,
            tree::ExprKind::Hollerith(_) => reference.row.meaning == Meaning::Conversion,
            _ => false,
        };
        let mut resolved: Vec<Option<Outcome<Expr>>> = Vec::with_capacity(given.len());
        for (_, argument) in given {
            resolved.push((!is_typeless(argument)).then(|| self.resolve_any(argument)));
        }
        let others: Vec<Type> = resolved.iter().flatten().flatten().map(|argument| argument.ty).collect();
        let wanted = type_of_bits(reference, kind, &others);
        let all = resolved.into_iter().zip(given).map(|(resolved, (at, argument))| {
            let resolved = match (resolved, wanted) {
                (Some(resolved), _) => resolved,
                (None, Some(ty)) => self.resolve_taking(argument, ty),
                (None, None) => self.resolve_any(argument),
            };
            resolved.map(|resolved| (*at, resolved))
        });
        let all: Vec<Outcome<PlacedArgument<Expr>>> = all.collect();
        all.into_iter().collect()
    }

    fn check_operands(&mut self, reference: Reference<'_>, arguments: &[PlacedArgument<Expr>]) -> Outcome<()> {
        let Some(first) = arguments.first().map(|(_, first)| first.ty) else { return Ok(()) };
        for (at, argument) in arguments {
            self.check_form(reference, *at, (argument.ty, argument.rank(), argument.span), first)?;
        }
        let bits = first.size() as i64 * 8;
        for (at, argument) in arguments {
            self.check_range(reference, *at, argument, bits)?;
        }
        match (reference.row.meaning, arguments) {
            (Meaning::Operation(Intrinsic::Bits), [_, (_, place), (_, length)]) => {
                self.check_bits(reference, place, length, bits)
            }
            _ => Ok(()),
        }
    }

    /// IBITS takes no bits that the number does not have.
    fn check_bits(&mut self, reference: Reference<'_>, place: &Expr, length: &Expr, bits: i64) -> Outcome<()> {
        let (Some(Constant::Integer(_, first)), Some(Constant::Integer(_, count))) =
            (as_constant(place), as_constant(length))
        else {
            return Ok(());
        };
        let end = first.saturating_add(*count);
        if end <= bits {
            return Ok(());
        }
        let message = format!("{} requires {end} bits of a number that has {bits}", reference.shown());
        Err(self.error("E0230", length.span, message))
    }

    /// The arguments in the kinds that their dummy arguments have.
    fn convert_operands(
        &mut self,
        reference: Reference<'_>,
        arguments: Vec<PlacedArgument<Expr>>,
    ) -> Outcome<Vec<Expr>> {
        let Some(first) = arguments.first().map(|(_, first)| first.ty) else { return Ok(Vec::new()) };
        let is_mixed = |dummy: &Dummy| dummy.form.conversion == Conversion::ToGreatest;
        let types = arguments.iter().map(|(_, argument)| argument.ty);
        let greatest = types.reduce(|one, other| common_type(one, other).unwrap_or(one));
        let greatest = greatest.filter(|_| reference.row.dummies.iter().any(is_mixed));
        let convert = |(at, argument): PlacedArgument<Expr>| {
            let conversion = reference.row.dummy(at).map(|dummy| dummy.form.conversion);
            match (conversion, greatest) {
                (_, Some(greatest)) => self.convert(argument, greatest),
                (Some(Conversion::To(ty)), _) => self.convert(argument, ty),
                (Some(Conversion::ToFirst), _) => self.convert(argument, first),
                _ => Ok(argument),
            }
        };
        arguments.into_iter().map(convert).collect()
    }

    /// The value of a function whose arguments have been checked.
    fn operation_value(
        &mut self,
        reference: Reference<'_>,
        mut arguments: Vec<Expr>,
        kind: Option<Type>,
    ) -> Outcome<Expr> {
        let span = reference.span;
        let types: Vec<Type> = arguments.iter().map(|argument| argument.ty).collect();
        let (Some(first), Some(own)) = (types.first().copied(), reference.row.result) else {
            return Err(self.reported_before());
        };
        let result = kind.unwrap_or_else(|| own.of(&types));
        match reference.row.meaning {
            Meaning::Operation(function) => {
                let value = self.operation(function, arguments, own_type(function, first, result), span)?;
                self.convert(value, result)
            }
            Meaning::Composed(composed) => self.composed_value(composed, arguments, result, span),
            _ => {
                let Some(argument) = arguments.pop() else { return Err(self.reported_before()) };
                let value = self.convert(argument, result)?;
                Ok(Expr { span, ..value })
            }
        }
    }

    /// An intrinsic operation, or its value if the arguments are constants.
    pub fn operation(&mut self, function: Intrinsic, arguments: Vec<Expr>, ty: Type, span: Span) -> Outcome<Expr> {
        let constants: Option<Vec<Constant>> =
            arguments.iter().map(|argument| as_constant(argument).cloned()).collect();
        let folded = constants.map(|constants| fold::fold_intrinsic(function, &constants, ty));
        self.folded_or(folded, ExprKind::Intrinsic(function, arguments), ty, span)
    }
}

impl ResultType {
    /// The type of the result for arguments of these types.
    pub fn of(self, arguments: &[Type]) -> Type {
        let first = arguments.first().copied().unwrap_or(I4);
        match (self, first) {
            (ResultType::Is(ty), _) => ty,
            (ResultType::Second, _) => arguments.get(1).copied().unwrap_or(first),
            (ResultType::Third, _) => arguments.get(2).copied().unwrap_or(first),
            (ResultType::Magnitude | ResultType::Part(_), Type::Complex(kind)) => Type::Real(kind),
            (ResultType::Part(ty), _) => ty,
            (ResultType::Whole, _) => {
                let kinds = arguments.iter().map(|ty| real_kind(*ty));
                Type::Complex(kinds.max().unwrap_or(RealKind::R4))
            }
            (ResultType::Magnitude | ResultType::Same, _) => first,
        }
    }
}

/// The type of an operation by itself, before its result is converted.
fn own_type(function: Intrinsic, first: Type, result: Type) -> Type {
    use Intrinsic::*;
    match function {
        Nint | Floor | Ceiling | Exponent | IsNan | BitTest | BesselJ | BesselY | Imaginary | Char => result,
        LenTrim | Index | Scan | Verify | Ichar => I4,
        Abs => ResultType::Magnitude.of(&[first]),
        _ => first,
    }
}

/// The type that a binary, octal or hexadecimal constant takes as an argument: that of the result of a conversion, or
/// of the other arguments of a function of bits.
fn type_of_bits(reference: Reference<'_>, kind: Option<Type>, others: &[Type]) -> Option<Type> {
    let row = reference.row;
    let (class, result) = (row.dummies.first()?.form.class, row.result?);
    let wanted = |result: ResultType| kind.unwrap_or_else(|| result.of(&[]));
    match (row.meaning, result) {
        (Meaning::Conversion, _) if class == Class::Integer => Some(I4),
        (Meaning::Conversion, ResultType::Is(_) | ResultType::Part(_)) => Some(wanted(result)),
        (Meaning::Composed(Composed::Complex), ResultType::Is(_)) => match wanted(result) {
            Type::Complex(part) => Some(Type::Real(part)),
            other => Some(other),
        },
        (Meaning::Composed(Composed::Complex), _) => Some(R4),
        (Meaning::Composed(Composed::Bitwise(_)), _) => Some(integer_among(others)),
        (_, ResultType::Is(Type::Character)) => None,
        _ if class == Class::Character => None,
        _ if row.dummies.iter().any(|dummy| dummy.form.class == Class::Integer) => Some(integer_among(others)),
        _ => None,
    }
}

/// The first INTEGER type, or the default one.
fn integer_among(types: &[Type]) -> Type {
    let known = types.iter().copied().find(|ty| matches!(ty, Type::Integer(_)));
    known.unwrap_or(I4)
}
