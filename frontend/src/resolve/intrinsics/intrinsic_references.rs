//! References to intrinsic functions: their arguments by place and by keyword, their types, their values.

use crate::resolve::constants::fold;
use crate::resolve::constants::{as_constant, type_of_kind};
use crate::resolve::expressions::references::counted;
use crate::resolve::expressions::{common_type, is_numeric, is_ordered};
use crate::resolve::intrinsics::{Arguments, Class, IntrinsicName, Meaning, ResultType};
use crate::resolve::scope::{Outcome, Scope};
use crate::resolved::{Expr, ExprKind, Intrinsic, SymbolClass};
use crate::source::Span;
use crate::tree::{self, Name, TypeName};
use forlane_semantics::types::{Constant, IntegerKind, Type};

/// The arguments of a reference in their order; none for one that keywords leave out.
struct Ordered<'e> {
    arguments: Vec<Option<&'e tree::Expr>>,
    kind: Option<&'e tree::Expr>,
}

impl Scope<'_> {
    /// Resolves a reference to an intrinsic function.
    pub fn resolve_intrinsic(
        &mut self,
        row: &'static IntrinsicName,
        name: &Name,
        arguments: &[tree::Argument],
        span: Span,
    ) -> Outcome<Expr> {
        if let Meaning::Text(function) = row.meaning {
            self.note_intrinsic(name);
            return self.resolve_text_function(function, row, arguments, span);
        }
        let Ordered { arguments, kind } = self.order_arguments(row, arguments, span)?;
        if let Meaning::Inquiry(inquiry) = row.meaning {
            return self.resolve_inquiry(inquiry, &arguments, span);
        }
        let kind = kind.map(|kind| self.kind_of_result(row, kind)).transpose()?;
        let arguments: Vec<&tree::Expr> = arguments.into_iter().flatten().collect();
        let arguments = self.intrinsic_arguments(row, &arguments, kind)?;
        let arguments = self.check_intrinsic_arguments(row, arguments)?;
        self.check_constant_arguments(row, &arguments)?;
        self.note_intrinsic(name);
        self.intrinsic_value(row, arguments, kind, span)
    }

    /// The arguments; those without a type take the one that goes with the others.
    fn intrinsic_arguments(
        &mut self,
        row: &IntrinsicName,
        arguments: &[&tree::Expr],
        kind: Option<Type>,
    ) -> Outcome<Vec<Expr>> {
        let is_typeless = |argument: &tree::Expr| match argument.kind {
            tree::ExprKind::Bits(..) => true,
            tree::ExprKind::Hollerith(_) => row.meaning == Meaning::Conversion,
            _ => false,
        };
        let mut resolved: Vec<Option<Outcome<Expr>>> = Vec::with_capacity(arguments.len());
        for argument in arguments {
            resolved.push((!is_typeless(argument)).then(|| self.resolve_any(argument)));
        }
        let others: Vec<Type> = resolved.iter().flatten().flatten().map(|argument| argument.ty).collect();
        let wanted = self.type_of_bits(row, kind, &others);
        let all = resolved.into_iter().zip(arguments).map(|(resolved, argument)| match (resolved, wanted) {
            (Some(resolved), _) => resolved,
            (None, Some(ty)) => self.resolve_taking(argument, ty),
            (None, None) => self.resolve_any(argument),
        });
        let all: Vec<Outcome<Expr>> = all.collect();
        all.into_iter().collect()
    }

    /// Puts the arguments in order, apart from KIND.
    fn order_arguments<'e>(
        &mut self,
        row: &IntrinsicName,
        arguments: &'e [tree::Argument],
        span: Span,
    ) -> Outcome<Ordered<'e>> {
        let mut ordered = Ordered { arguments: Vec::with_capacity(arguments.len()), kind: None };
        for argument in arguments {
            let value = Some(&argument.value);
            let Some(keyword) = &argument.keyword else {
                match ordered.arguments.len() < row.most || !row.takes_kind || ordered.kind.is_some() {
                    true => ordered.arguments.push(value),
                    false => ordered.kind = value,
                }
                continue;
            };
            if keyword.text == "kind" && row.takes_kind {
                ordered.kind = value;
                continue;
            }
            let Some(at) = row.keywords.iter().position(|name| *name == keyword.text) else {
                let (function, keyword_name) = (row.name.to_uppercase(), keyword.text.to_uppercase());
                let message = format!("{function} has no argument {keyword_name}");
                return Err(self.error("E0976", keyword.span, message));
            };
            if ordered.arguments.len() <= at {
                ordered.arguments.resize(at + 1, None);
            }
            ordered.arguments[at] = value;
        }
        let given = ordered.arguments.len();
        let misses_one = ordered.arguments.iter().take(row.least).any(Option::is_none);
        if misses_one || !(row.least..=row.most).contains(&given) {
            let wanted = match (row.least, row.most) {
                (least, usize::MAX) => format!("{least} or more arguments"),
                (least, most) if least == most => counted(least, "argument"),
                (least, most) => format!("{least} to {most} arguments"),
            };
            let message = format!("{} takes {wanted}, not {given}", row.name.to_uppercase());
            return Err(self.error("E0226", span, message));
        }
        Ok(ordered)
    }

    /// The result type that a KIND argument asks for.
    fn kind_of_result(&mut self, row: &IntrinsicName, kind: &tree::Expr) -> Outcome<Type> {
        let value = self.constant_integer(kind)?;
        let name = match row.result {
            ResultType::Is(Type::Integer(_)) => TypeName::Integer,
            ResultType::Is(Type::Complex(_)) => TypeName::Complex,
            ResultType::Is(Type::Logical) => TypeName::Logical,
            _ => TypeName::Real,
        };
        let wrong = || format!("{} has no result of kind {value}", row.name.to_uppercase());
        type_of_kind(name, value).ok_or_else(|| self.error("E0206", kind.span, wrong()))
    }

    /// Checks the types of the arguments and brings those of mixed kinds to one.
    fn check_intrinsic_arguments(&mut self, row: &IntrinsicName, arguments: Vec<Expr>) -> Outcome<Vec<Expr>> {
        let Some(first) = arguments.first().map(|argument| argument.ty) else { return Ok(arguments) };
        for (at, argument) in arguments.iter().enumerate() {
            if let Some(wanted) = unwanted(row.arguments, at, argument.ty, first) {
                let (name, ty) = (row.name.to_uppercase(), argument.ty.name());
                let span = argument.span;
                return Err(self.error("E0226", span, format!("{name} expects {wanted} here, not {ty}")));
            }
        }
        let common = match row.arguments {
            Arguments::Brought(ty) => ty,
            Arguments::MixedKinds | Arguments::Integer if arguments.len() > 1 => {
                arguments.iter().fold(first, |ty, argument| common_type(ty, argument.ty).unwrap_or(ty))
            }
            _ => return Ok(arguments),
        };
        arguments.into_iter().map(|argument| self.convert(argument, common)).collect()
    }

    /// A declared type on the name of an intrinsic function says nothing; its symbol is no variable.
    pub fn note_intrinsic(&mut self, name: &Name) {
        if let Some(symbol) = self.names.get(&name.text).map(|facts| facts.symbol) {
            self.symbols[symbol].class = SymbolClass::Intrinsic;
        }
    }

    /// The value of an intrinsic function whose arguments have been checked.
    fn intrinsic_value(
        &mut self,
        row: &IntrinsicName,
        mut arguments: Vec<Expr>,
        kind: Option<Type>,
        span: Span,
    ) -> Outcome<Expr> {
        let Some(first) = arguments.first().map(|argument| argument.ty) else { return Err(self.reported_before()) };
        let result = kind.unwrap_or(match (row.result, first) {
            (ResultType::Is(ty), _) => ty,
            (ResultType::Second, _) => arguments.get(1).map_or(first, |argument| argument.ty),
            (ResultType::Magnitude, Type::Complex(kind)) => Type::Real(kind),
            (ResultType::Magnitude | ResultType::Same, _) => first,
        });
        match row.meaning {
            Meaning::Function(function) => {
                let arguments = self.bring_to_kinds(function, arguments)?;
                let own_type = own_type(function, first, result);
                let value = self.operation(function, arguments, own_type, span)?;
                self.convert(value, result)
            }
            Meaning::Composed(composed) => {
                let is_kind_given = kind.is_some();
                self.composed_value(composed, arguments, (result, is_kind_given), span)
            }
            Meaning::Conversion | Meaning::Inquiry(_) | Meaning::Text(_) => {
                // REAL of a double complex number is double, unless a kind is given.
                let result = match (first, kind) {
                    (Type::Complex(part), None) if row.name == "real" => Type::Real(part),
                    _ => result,
                };
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

    /// Brings the arguments of functions of bits to the kind of the first, and orders and exponents to default INTEGER.
    fn bring_to_kinds(&mut self, function: Intrinsic, arguments: Vec<Expr>) -> Outcome<Vec<Expr>> {
        use Intrinsic::{
            BesselJ, BesselY, BitClear, BitSet, BitTest, Bits, Exponent, MergeBits, Scale, SetExponent, Shift,
            ShiftArithmetic, ShiftCircular,
        };
        let Some(first) = arguments.first().map(|argument| argument.ty) else { return Ok(arguments) };
        match function {
            Shift | ShiftArithmetic | ShiftCircular | Bits | BitTest | BitSet | BitClear | MergeBits => {
                arguments.into_iter().map(|argument| self.convert(argument, first)).collect()
            }
            BesselJ | BesselY | Scale | SetExponent => arguments
                .into_iter()
                .map(|argument| match argument.ty {
                    Type::Integer(_) => self.convert(argument, Type::Integer(IntegerKind::I4)),
                    _ => Ok(argument),
                })
                .collect(),
            // An exponent is the same in a greater kind, where infinity has one too.
            Exponent => arguments
                .into_iter()
                .map(|argument| self.convert(argument, crate::resolve::intrinsics::DOUBLE))
                .collect(),
            _ => Ok(arguments),
        }
    }
}

/// The type that an operation gives by itself, before its result is converted.
fn own_type(function: Intrinsic, first: Type, result: Type) -> Type {
    use Intrinsic::{Abs, BesselJ, BesselY, BitTest, Ceiling, Exponent, Floor, Imaginary, IsNan, Nint};
    match function {
        Nint | Floor | Ceiling | Exponent | IsNan | BitTest | BesselJ | BesselY | Imaginary => result,
        Abs => match first {
            Type::Complex(kind) => Type::Real(kind),
            other => other,
        },
        _ => first,
    }
}

/// What an argument should be instead of this type; none if it may be.
fn unwanted(arguments: Arguments, at: usize, ty: Type, first: Type) -> Option<&'static str> {
    let is_same = ty == first;
    let (is_sound, wanted) = match arguments {
        Arguments::Exactly(wanted) => (ty == wanted, wanted.name()),
        Arguments::Brought(wanted) => (is_same_category(ty, wanted), wanted.name()),
        Arguments::Integer => (matches!(ty, Type::Integer(_)), "INTEGER"),
        Arguments::Complex => (matches!(ty, Type::Complex(_)), "COMPLEX"),
        Arguments::Real if !matches!(ty, Type::Real(_)) => (false, "REAL or DOUBLE PRECISION"),
        Arguments::RealOrComplex if !matches!(ty, Type::Real(_) | Type::Complex(_)) => {
            (false, "REAL, DOUBLE PRECISION or COMPLEX")
        }
        Arguments::Ordered | Arguments::MixedKinds if !is_ordered(ty) => (false, "INTEGER, REAL or DOUBLE PRECISION"),
        Arguments::Numeric | Arguments::AnyNumbers if !is_numeric(ty) => (false, "a number"),
        Arguments::Real | Arguments::RealOrComplex | Arguments::Ordered | Arguments::Numeric => (is_same, first.name()),
        Arguments::MixedKinds => (is_same || is_same_category(ty, first), first.name()),
        Arguments::Each(classes) => match classes.get(at) {
            Some(Class::Integer) => (matches!(ty, Type::Integer(_)), "INTEGER"),
            Some(Class::Real) => (matches!(ty, Type::Real(_)), "REAL or DOUBLE PRECISION"),
            None => (true, ""),
        },
        Arguments::Any | Arguments::AnyNumbers => (true, ""),
    };
    (!is_sound).then_some(wanted)
}

fn is_same_category(left: Type, right: Type) -> bool {
    matches!((left, right), (Type::Integer(_), Type::Integer(_)) | (Type::Real(_), Type::Real(_)))
}
