//! The actual arguments of intrinsic procedures: which dummy argument each belongs to, and whether it may be that.

use super::row::{Class, Dummy, Form, IntrinsicProcedure, Range, Rank, ResultType};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::counted;
use crate::resolve::constants::{as_constant, type_of_kind};
use crate::resolve::expressions::{is_numeric, is_ordered};
use crate::resolve::procedures::matched_arguments::{Mismatch, match_arguments};
use crate::resolve::scope::{Outcome, Reported, Scope};
use crate::resolved::Expr;
use crate::source::Span;
use crate::tree::{self, Name, TypeName};
use forlane_semantics::types::{Constant, Type};

pub(crate) use crate::resolve::procedures::matched_arguments::Matched;

/// A reference to an intrinsic procedure.
#[derive(Clone, Copy)]
pub(crate) struct Reference<'r> {
    pub row: &'static IntrinsicProcedure,
    /// The name by which it is referenced, which USE may have changed.
    pub name: &'r Name,
    /// The place of the whole reference.
    pub span: Span,
}

impl Reference<'_> {
    /// The name as messages show it.
    pub fn shown(&self) -> String {
        self.name.text.trim_start_matches('%').to_uppercase()
    }
}

impl Scope<'_> {
    /// Finds the dummy argument of each actual one, by place or by keyword.
    pub fn match_arguments<'e>(
        &mut self,
        reference: Reference<'_>,
        arguments: &[&'e tree::Argument],
    ) -> Outcome<Matched<'e>> {
        let row = reference.row;
        let most = row.dummies.len().max(if row.is_variadic() { arguments.len() } else { 0 });
        let matched = match match_arguments(arguments, most, |keyword| row.place_of(keyword)) {
            Ok(matched) => matched,
            Err(Mismatch::NoKeyword(span)) => return Err(self.report_no_keyword(&reference.shown(), span)),
            Err(Mismatch::Excess(span)) => return Err(self.report_excess(reference, arguments.len(), span)),
            Err(Mismatch::UnknownKeyword(keyword)) => return Err(self.report_keyword(reference, keyword)),
            Err(Mismatch::Twice(at, argument)) => {
                let span = argument.keyword.as_ref().map_or(argument.value.span, |keyword| keyword.span);
                let keyword = row.keyword(at).to_uppercase();
                let message = format!("the argument {keyword} of {} is given twice", reference.shown());
                return Err(self.error("E0233", span, message));
            }
        };
        match matched.iter().take(row.needed()).position(Option::is_none) {
            Some(at) => {
                let message = format!("{} requires the argument {}", reference.shown(), row.keyword(at).to_uppercase());
                Err(self.error("E0231", reference.name.span, message))
            }
            None => Ok(matched),
        }
    }

    /// Reports an argument without a keyword after one that has one, of what is shown so.
    pub fn report_no_keyword(&mut self, shown: &str, span: Span) -> Reported {
        let message = format!("this argument of {shown} requires a keyword");
        self.report(Diagnostic::error("E0235", span, message).with_help("arguments without keywords come first"))
    }

    fn report_excess(&mut self, reference: Reference<'_>, given: usize, span: Span) -> Reported {
        let most = reference.row.dummies.len();
        let takes = match (most, reference.row.needed()) {
            (0, _) => "no arguments".to_owned(),
            (most, needed) if most == needed => counted(most, "argument"),
            _ => format!("at most {}", counted(most, "argument")),
        };
        let verb = if given == 1 { "is" } else { "are" };
        self.error("E0232", span, format!("{} takes {takes}, but {given} {verb} given", reference.shown()))
    }

    fn report_keyword(&mut self, reference: Reference<'_>, keyword: &Name) -> Reported {
        let message = format!("{} has no argument {}", reference.shown(), keyword.text.to_uppercase());
        let error = Diagnostic::error("E0234", keyword.span, message);
        let keywords: Vec<String> = reference.row.dummies.iter().map(|dummy| dummy.keyword.to_uppercase()).collect();
        self.report(match &keywords[..] {
            [] => error,
            [only] => error.with_help(format!("its argument is {only}")),
            _ if reference.row.is_variadic() => {
                error.with_help(format!("its arguments are {} and so on", keywords.join(", ")))
            }
            _ => error.with_help(format!("its arguments are {}", keywords.join(", "))),
        })
    }

    /// Reports an argument of another type or rank than the dummy argument; `first` is the type of the first argument.
    pub fn check_form(
        &mut self,
        reference: Reference<'_>,
        at: usize,
        (ty, rank, span): (Type, usize, Span),
        first: Type,
    ) -> Outcome<()> {
        let Some(Form { class, rank: wanted, .. }) = reference.row.dummy(at).map(|dummy| dummy.form) else {
            return Err(self.reported_before());
        };
        let given = match () {
            () if !class.has(ty, first) => ty.name().to_owned(),
            () if wanted.has(rank) => return Ok(()),
            () if rank == 0 => "a scalar".to_owned(),
            () if wanted == Rank::Scalar => "an array".to_owned(),
            () => format!("an array of rank {rank}"),
        };
        let (shown, keyword) = (reference.shown(), reference.row.keyword(at).to_uppercase());
        let message = format!("{shown} expects {} for {keyword}, not {given}", words(class, wanted, first));
        Err(self.error("E0226", span, message))
    }

    /// Reports a constant for which the procedure is not defined; the first argument has as many bits.
    pub fn check_range(&mut self, reference: Reference<'_>, at: usize, value: &Expr, bits: i64) -> Outcome<()> {
        let Some(range) = reference.row.dummy(at).and_then(|dummy| dummy.form.range) else { return Ok(()) };
        let Some(Constant::Integer(_, constant)) = as_constant(value) else { return Ok(()) };
        let (least, most) = match range {
            Range::Shift => (-bits, bits),
            Range::Count => (0, bits),
            Range::Place => (0, bits - 1),
            Range::Size => (1, bits),
            Range::Code => (0, 255),
            Range::Natural => (0, i64::MAX),
        };
        if (least..=most).contains(constant) {
            return Ok(());
        }
        let range = if most == i64::MAX { format!("{least} or more") } else { format!("{least} to {most}") };
        let message = format!("{} takes {range} here, not {constant}", reference.shown());
        Err(self.error("E0230", value.span, message))
    }

    /// The type of the result that the argument KIND requires, if it is given.
    pub fn type_by_kind(&mut self, reference: Reference<'_>, arguments: &Matched<'_>) -> Outcome<Option<Type>> {
        let place = reference.row.dummies.iter().position(Dummy::is_kind);
        let Some(kind) = place.and_then(|place| arguments[place]) else { return Ok(None) };
        let value = self.constant_integer(kind)?;
        let ty = match reference.row.result {
            Some(ResultType::Is(Type::Integer(_))) => type_of_kind(TypeName::Integer, value),
            Some(ResultType::Is(Type::Complex(_))) => type_of_kind(TypeName::Complex, value),
            Some(ResultType::Is(Type::Logical)) => type_of_kind(TypeName::Logical, value),
            Some(ResultType::Is(Type::Character)) => (value == 1).then_some(Type::Character),
            _ => type_of_kind(TypeName::Real, value),
        };
        match ty {
            Some(ty) => Ok(Some(ty)),
            None => {
                let message = format!("{} has no result of kind {value}", reference.shown());
                Err(self.error("E0206", kind.span, message))
            }
        }
    }
}

impl Class {
    /// True for a type of the class.
    fn has(self, ty: Type, first: Type) -> bool {
        match self {
            Class::Exactly(exact) => ty == exact,
            Class::Integer | Class::Kind => matches!(ty, Type::Integer(_)),
            Class::Real => matches!(ty, Type::Real(_)),
            Class::Complex => matches!(ty, Type::Complex(_)),
            Class::Logical => ty == Type::Logical,
            Class::Character => ty == Type::Character,
            Class::RealOrComplex => matches!(ty, Type::Real(_) | Type::Complex(_)),
            Class::Ordered => is_ordered(ty),
            Class::OrderedOrText => is_ordered(ty) || ty == Type::Character,
            Class::Number => is_numeric(ty),
            Class::Same => ty == first,
            Class::SameType => std::mem::discriminant(&ty) == std::mem::discriminant(&first),
            Class::Any => true,
        }
    }

    /// Its words before "array"; none for any type.
    fn words(self, first: Type) -> Option<&'static str> {
        Some(match self {
            Class::Exactly(ty) => ty.name(),
            Class::Integer | Class::Kind => "INTEGER",
            Class::Real => "REAL or DOUBLE PRECISION",
            Class::Complex => "COMPLEX",
            Class::Logical => "LOGICAL",
            Class::Character => "CHARACTER",
            Class::RealOrComplex => "REAL, DOUBLE PRECISION or COMPLEX",
            Class::Ordered => "INTEGER, REAL or DOUBLE PRECISION",
            Class::OrderedOrText => "INTEGER, REAL or CHARACTER",
            Class::Number => "numeric",
            Class::Same | Class::SameType => first.name(),
            Class::Any => return None,
        })
    }
}

impl Rank {
    fn has(self, rank: usize) -> bool {
        match self {
            Rank::Any => true,
            Rank::Scalar => rank == 0,
            Rank::Array => rank > 0,
            Rank::Exactly(wanted) => rank == wanted,
            Rank::VectorOrMatrix => (1..=2).contains(&rank),
        }
    }
}

/// What an argument may be.
fn words(class: Class, rank: Rank, first: Type) -> String {
    let class = class.words(first);
    let article = if class.is_none_or(|class| class.starts_with(['A', 'I'])) { "an" } else { "a" };
    let array = class.map_or_else(|| format!("{article} array"), |class| format!("{article} {class} array"));
    match (rank, class) {
        (Rank::Any, Some("numeric")) => "a number".to_owned(),
        (Rank::Any, class) => class.unwrap_or("any type").to_owned(),
        (Rank::Scalar, Some(class)) => format!("a scalar {class}"),
        (Rank::Scalar, None) => "a scalar".to_owned(),
        (Rank::Array, _) => array,
        (Rank::Exactly(rank), _) => format!("{array} of rank {rank}"),
        (Rank::VectorOrMatrix, _) => format!("{array} of rank 1 or 2"),
    }
}
