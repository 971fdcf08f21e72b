//! Type and rank of what intrinsic functions give, from the rows of their table.

use super::calls::Actual;
use super::names::{self, Names, Shaped, Ty};
use super::paths::Value;
use super::rewriter::{Outcome, Rewriter};
use super::terms::{integer, intrinsic};
use super::typing::{implied_type, integer_value, numeric_type};
use crate::resolve::intrinsics::{
    ArrayReference, Category, Class, Composed, Conversion, Inquiry, IntrinsicProcedure, Meaning, ResultType, in_unit,
    intrinsic_function, selected_kind, with_arguments,
};
use crate::resolved::ArrayFunction;
use crate::source::Span;
use crate::tree::{Argument, ConstructorItem, Expr, ExprKind, Name, Word};
use forlane_semantics::types::{IntegerKind, Type};

/// An actual argument: its keyword, its shape, and its value, or its number of elements, where that is known.
type Known = (Option<Word>, Shaped, Option<i64>);

impl Rewriter<'_> {
    /// Type and rank of what a function gives whose interface is not known here.
    pub(super) fn shape_of_result(&self, name: &str, actuals: &[Actual]) -> Shaped {
        let row = self.intrinsic_row(name).map(|row| with_arguments(row, actuals.len()));
        if row.is_none() && (self.names.is_external(name) || intrinsic_function(name).is_some()) {
            return Shaped::new(implied_type(&self.names, name), 0);
        }
        let known = actuals.iter().map(|Actual { keyword, value }| {
            let number = match value {
                Value::Plain(value, _) => integer_value(&self.names, value).or_else(|| self.length_of(value)),
                _ => None,
            };
            (keyword.as_ref().map(|keyword| keyword.text.clone()), value.shape(), number)
        });
        let known: Vec<Known> = known.collect();
        let reference = row.and_then(|row| Reference::new(row, &known));
        reference.map_or_else(Shaped::default, |reference| Shaped { ty: reference.ty(), rank: reference.rank() })
    }

    /// `name(arguments)` of what is not a variable. What is made for an intrinsic function has the default kind then.
    pub(super) fn function(
        &mut self,
        name: Name,
        found: Option<names::Meaning>,
        arguments: Vec<Argument>,
        span: Span,
    ) -> Outcome<Value> {
        let row = self.intrinsic_row(&name.text).filter(|_| found.is_none());
        let result = row.and_then(|row| row.result);
        let place = row.and_then(|row| row.place_of("kind"));
        let has_kind = arguments.iter().enumerate().any(|(at, one)| match &one.keyword {
            Some(keyword) => keyword.text == "kind",
            None => place == Some(at),
        });
        let value = self.function_value(name, found, arguments, span)?;
        Ok(match (result, value) {
            (
                Some(ResultType::Is(Type::Integer(IntegerKind::I8))),
                Value::Plain(value, Shaped { ty: Some(Ty::Integer(4)), rank }),
            ) if !has_kind => {
                let value = intrinsic("int", vec![value, integer(8, span)], span);
                Value::Plain(value, Shaped { ty: Some(Ty::Integer(8)), rank })
            }
            // Those that are answered before their row is looked at have none.
            (
                None | Some(ResultType::Is(Type::Logical)),
                Value::Plain(value, Shaped { ty: Some(Ty::Logical(4)), rank }),
            ) if row.is_some() && !has_kind => {
                let kind = self.default_kinds.integer.size() as i64;
                Value::Plain(value, Shaped { ty: Some(Ty::Logical(kind)), rank })
            }
            (_, value) => value,
        })
    }

    /// Type and rank of an operation, or of a reference to an intrinsic function, as far as its parts show them.
    pub(super) fn shape_of_operation(&self, expr: &Expr) -> Shaped {
        match &expr.kind {
            ExprKind::Binary(_, left, right) => {
                let ranks = self.shape_of(left).rank.zip(self.shape_of(right).rank);
                Shaped { ty: None, rank: ranks.map(|(left, right)| left.max(right)) }
            }
            ExprKind::Reference(name, arguments)
                if self.find(&name.text).is_none() && !name.text.trim_start_matches('%').contains('%') =>
            {
                let actual = |Argument { keyword, value }: &Argument| Actual {
                    keyword: keyword.clone(),
                    value: Value::Plain(value.clone(), self.shape_of(value)),
                };
                self.shape_of_result(&name.text, &arguments.iter().map(actual).collect::<Vec<Actual>>())
            }
            _ => Shaped::default(),
        }
    }

    /// The intrinsic function that a name stands for which has no other meaning here.
    pub(super) fn intrinsic_row(&self, name: &str) -> Option<&'static IntrinsicProcedure> {
        if let Some(name) = name.strip_prefix('%') {
            return intrinsic_function(name);
        }
        let is_external = |row: &&IntrinsicProcedure| {
            let is_system = row.category == Category::System;
            self.names.is_external(name) || is_system && self.modules.external_functions.contains(name)
        };
        let row = intrinsic_function(name).filter(|row| !is_external(row))?;
        Some(in_unit(row, name, self.default_kinds))
    }

    /// The number of elements of an array of rank one: of a constructor that has scalar items alone, of what SHAPE
    /// gives, or of a variable with constant bounds.
    fn length_of(&self, value: &Expr) -> Option<i64> {
        let items = match &value.kind {
            ExprKind::Constructor(_, items) => items,
            ExprKind::Reference(name, arguments) if name.text == "%int" => {
                return self.length_of(&arguments.first()?.value);
            }
            ExprKind::Reference(name, arguments) if name.text == "shape" => {
                let rank = self.shape_of(&arguments.first()?.value).rank?;
                return i64::try_from(rank).ok();
            }
            ExprKind::Name(name) => return self.extents_of(name)?.first().copied(),
            _ => return None,
        };
        let is_scalar = |item: &ConstructorItem| match item {
            ConstructorItem::Value(value) => self.shape_of(value).rank == Some(0),
            ConstructorItem::ImpliedDo(..) => false,
        };
        items.iter().all(is_scalar).then(|| i64::try_from(items.len()).ok()).flatten()
    }
}

/// A reference to an intrinsic function, with the places of the dummy arguments of its actual ones.
struct Reference<'a> {
    row: &'static IntrinsicProcedure,
    given: Vec<(usize, &'a Known)>,
}

impl<'a> Reference<'a> {
    /// None if the function has no such arguments.
    fn new(row: &'static IntrinsicProcedure, arguments: &'a [Known]) -> Option<Reference<'a>> {
        let place = |(position, argument): (usize, &'a Known)| {
            let place = argument.0.as_ref().map_or(Some(position), |keyword| row.place_of(keyword))?;
            row.dummy(place).map(|_| (place, argument))
        };
        let given: Option<Vec<_>> = arguments.iter().enumerate().map(place).collect();
        Some(Reference { row, given: given? })
    }

    /// The argument of that keyword.
    fn named(&self, keyword: &str) -> Option<&'a Known> {
        let place = self.row.place_of(keyword)?;
        self.given.iter().find(|(at, _)| *at == place).map(|(_, argument)| *argument)
    }

    fn ty(&self) -> Option<Ty> {
        let own = self.row.result?;
        let first = self.first_type();
        let ty = match own {
            ResultType::Is(ty) => Some(type_of(ty)),
            ResultType::Same => first,
            ResultType::Second => self.type_at(1),
            ResultType::Third => self.type_at(2),
            ResultType::Magnitude => first.map(|ty| match ty {
                Ty::Complex(kind) => Ty::Real(kind),
                other => other,
            }),
            ResultType::Part(part) => first.map(|ty| match ty {
                Ty::Complex(kind) => Ty::Real(kind),
                _ => type_of(part),
            }),
            ResultType::Whole => first.map(|ty| match ty {
                Ty::Real(kind) | Ty::Complex(kind) => Ty::Complex(kind),
                _ => Ty::Complex(4),
            }),
        };
        let is_kind = |(at, _): &&(usize, &Known)| self.row.dummy(*at).is_some_and(|dummy| dummy.is_kind());
        let Some((_, (.., kind))) = self.given.iter().find(is_kind) else { return ty };
        // The result has this type of any kind, whatever the arguments are.
        Some(match (own, ty) {
            (ResultType::Is(Type::Integer(_)), _) => Ty::Integer((*kind)?),
            (ResultType::Is(Type::Complex(_)), _) => Ty::Complex((*kind)?),
            (ResultType::Is(Type::Logical), _) => Ty::Logical((*kind)?),
            (ResultType::Is(Type::Character), _) => Ty::Character,
            _ => Ty::Real((*kind)?),
        })
    }

    /// The type of the first argument, or that which it has in common with others.
    fn first_type(&self) -> Option<Ty> {
        let is_mixed = self.row.dummies.iter().any(|dummy| dummy.form.conversion == Conversion::ToGreatest)
            || self.row.result == Some(ResultType::Whole)
            || match self.row.meaning {
                Meaning::Array(function) => matches!(function, ArrayFunction::DotProduct | ArrayFunction::MatMul),
                Meaning::Composed(composed) => {
                    use Composed::{Bitwise, DoubleShiftLeft, DoubleShiftRight};
                    matches!(composed, Bitwise(_) | DoubleShiftLeft | DoubleShiftRight)
                }
                _ => false,
            };
        let takes_part = |at: usize| {
            let of = self.row.dummy(at).map(|dummy| dummy.form);
            let is_like_first = of.is_some_and(|form| matches!(form.class, Class::Same | Class::SameType));
            at == 0 || is_like_first || at == 1 && is_mixed
        };
        let mut types = self.given.iter().filter(|(at, _)| takes_part(*at)).filter_map(|(at, _)| self.type_at(*at));
        let first = types.next()?;
        Some(if is_mixed { types.fold(first, |one, other| greater_type(one, &other)) } else { first })
    }

    /// The type of the argument at a place: that which its dummy argument gives it, or its own.
    fn type_at(&self, place: usize) -> Option<Ty> {
        let form = self.row.dummy(place)?.form;
        let given = self.given.iter().find(|(at, _)| *at == place).and_then(|(_, (_, shape, _))| shape.ty.clone());
        match (form.class, form.conversion) {
            (_, Conversion::To(ty)) | (Class::Exactly(ty), _) => Some(type_of(ty)),
            (Class::Character, _) => Some(Ty::Character),
            (Class::Logical, _) => given.or(Some(Ty::Logical(4))),
            _ => given,
        }
    }

    fn rank(&self) -> Option<usize> {
        match (self.row.category, self.row.meaning) {
            (_, Meaning::Unsupported) => None,
            (Category::Elemental, _) => {
                let ranks: Vec<Option<usize>> = self.given.iter().map(|(_, (_, shape, _))| shape.rank).collect();
                // The arrays among the arguments have one shape.
                let of_arrays = ranks.iter().copied().find(|rank| rank.is_some_and(|rank| rank > 0));
                of_arrays.unwrap_or_else(|| ranks.iter().all(Option::is_some).then_some(0))
            }
            (_, Meaning::Array(function)) => self.rank_of_array_function(function),
            _ => Some(0),
        }
    }

    fn rank_of_array_function(&self, function: ArrayFunction) -> Option<usize> {
        let at = |place: usize| self.given.iter().find(|(at, _)| *at == place).map(|(_, argument)| *argument);
        let rank_at = |place: usize| at(place).map_or(Some(0), |(_, shape, _)| shape.rank);
        let has_dim = match self.named("dim") {
            // `SUM(A, M)` leaves out DIM.
            Some((None, shape, _)) if self.row.place_of("mask").is_some() => {
                matches!(shape.ty.as_ref()?, Ty::Integer(_))
            }
            dim => dim.is_some(),
        };
        let extent = at(1).and_then(|(.., elements)| usize::try_from((*elements)?).ok());
        let ranks = [rank_at(0), rank_at(1)];
        ArrayReference { ranks, has_dim, has_size: self.named("size").is_some(), extent }.rank(function)
    }
}

/// The type of two operands of different kinds.
fn greater_type(one: Ty, other: &Ty) -> Ty {
    match (&one, other) {
        (Ty::Logical(a), Ty::Logical(b)) => Ty::Logical(*a.max(b)),
        _ => numeric_type(&one, other).unwrap_or(one),
    }
}

/// The type that the table names; LOGICAL there is the default kind.
fn type_of(ty: Type) -> Ty {
    let size = |ty: Type| ty.size() as i64;
    match ty {
        Type::Integer(_) => Ty::Integer(size(ty)),
        Type::Real(_) => Ty::Real(size(ty)),
        Type::Complex(kind) => Ty::Complex(size(Type::Real(kind))),
        Type::Logical => Ty::Logical(4),
        Type::Character => Ty::Character,
    }
}

/// The value of KIND, SELECTED_INT_KIND or SELECTED_REAL_KIND, with which kinds are written; `kind_of` says the kind of
/// KIND's argument.
pub(super) fn inquired_kind(
    names: &Names,
    name: &str,
    arguments: &[Argument],
    kind_of: impl FnOnce(&Argument) -> Option<i64>,
) -> Option<i64> {
    let row = intrinsic_function(name)?;
    let Meaning::Inquiry(inquiry) = row.meaning else { return None };
    if inquiry == Inquiry::Kind {
        return kind_of(arguments.first()?);
    }
    let mut numbers = [None; 3];
    for (position, argument) in arguments.iter().enumerate() {
        let place = argument.keyword.as_ref().map_or(Some(position), |keyword| row.place_of(&keyword.text))?;
        *numbers.get_mut(place)? = Some(integer_value(names, &argument.value)?);
    }
    selected_kind(inquiry, numbers)
}
