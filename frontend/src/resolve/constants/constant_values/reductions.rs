//! What functions of arrays make of constants by taking elements together: SUM, MAXLOC, DOT_PRODUCT and the like.

use crate::resolve::constants::fold::{self, FoldError, Folded};
use crate::resolve::constants::precise;
use crate::resolve::scope::facts::ConstantValue;
use crate::resolved::{ArrayFunction, BinaryOp, Intrinsic};
use forlane_semantics::types::{Constant, IntegerKind, RealKind, Type};

/// The elements of an array that one element of the result is made of: along one dimension, or all.
pub(super) struct Lines {
    /// The extents of the result.
    pub extents: Vec<u64>,
    /// For each element of the result the places of those of the array, in order.
    pub places: Vec<Vec<usize>>,
}

impl Lines {
    /// The lines of an array of these extents along a dimension, from 1, or all elements as one.
    pub fn of(extents: &[u64], dim: Option<usize>) -> Lines {
        let Some(dim) = dim else {
            return Lines {
                extents: Vec::new(),
                places: vec![(0..extents.iter().product::<u64>() as usize).collect()],
            };
        };
        let inner: u64 = extents[..dim - 1].iter().product();
        let along = extents[dim - 1];
        let outer: u64 = extents[dim..].iter().product();
        let line = |at: u64| {
            let begin = at / inner * inner * along + at % inner;
            (0..along).map(|step| (begin + step * inner) as usize).collect()
        };
        let rest = extents[..dim - 1].iter().chain(&extents[dim..]).copied().collect();
        Lines { extents: rest, places: (0..inner * outer).map(line).collect() }
    }
}

/// SUM and the others that make one element of each line; `ty` is the type of the result.
pub(super) fn reduce(
    function: ArrayFunction,
    array: &ConstantValue,
    mask: Option<&ConstantValue>,
    dim: Option<usize>,
    ty: Type,
) -> Result<ConstantValue, FoldError> {
    let lines = Lines::of(&array.extents, dim);
    let length = array.elements.first().and_then(|first| match first {
        Constant::Character(text) => Some(text.len()),
        _ => None,
    });
    let mut elements = Vec::with_capacity(lines.places.len());
    for places in &lines.places {
        let mut line = Vec::with_capacity(places.len());
        for place in places {
            let is_taken = mask.map_or(Ok(true), |mask| Ok(*mask.element(*place)? == Constant::Logical(true)))?;
            if is_taken {
                line.push(array.element(*place)?);
            }
        }
        elements.push(of_line(function, &line, (ty, length))?);
    }
    Ok(ConstantValue { extents: lines.extents, elements })
}

fn of_line(function: ArrayFunction, line: &[&Constant], (ty, length): (Type, Option<usize>)) -> Folded {
    let accumulate = |op: BinaryOp, start: Constant| {
        line.iter().try_fold(start, |result, element| fold::fold_binary(op, &result, element))
    };
    let extremum = |op: BinaryOp, start: Constant| {
        line.iter().try_fold(start, |best, element| {
            Ok(if fold::fold_binary(op, element, &best)? == Constant::Logical(true) {
                (*element).clone()
            } else {
                best
            })
        })
    };
    let combine = |function: Intrinsic, start: Constant| {
        line.iter().try_fold(start, |bits, element| fold::fold_intrinsic(function, &[bits, (*element).clone()], ty))
    };
    match function {
        ArrayFunction::Sum => accumulate(BinaryOp::Add, whole(ty, 0)?),
        ArrayFunction::Product => accumulate(BinaryOp::Multiply, whole(ty, 1)?),
        ArrayFunction::Any => accumulate(BinaryOp::Or, Constant::Logical(false)),
        ArrayFunction::All => accumulate(BinaryOp::And, Constant::Logical(true)),
        ArrayFunction::Parity => accumulate(BinaryOp::NotEquivalent, Constant::Logical(false)),
        ArrayFunction::AllBits => combine(Intrinsic::BitAnd, whole(ty, -1)?),
        ArrayFunction::AnyBits => combine(Intrinsic::BitOr, whole(ty, 0)?),
        ArrayFunction::ParityBits => combine(Intrinsic::BitXor, whole(ty, 0)?),
        ArrayFunction::Norm2 => norm(line, ty),
        ArrayFunction::MaxVal => extremum(BinaryOp::Greater, least(ty, true, length)?),
        ArrayFunction::MinVal => extremum(BinaryOp::Less, least(ty, false, length)?),
        ArrayFunction::Count => {
            let count = line.iter().filter(|element| ***element == Constant::Logical(true)).count();
            whole(ty, count as i64)
        }
        _ => Err(FoldError::Unknown),
    }
}

/// MAXLOC and MINLOC: the first place of the extremum among those that the mask takes, or the last; 0 if there is none.
pub(super) fn locate(
    function: ArrayFunction,
    array: &ConstantValue,
    mask: Option<&ConstantValue>,
    (dim, is_back): (Option<usize>, bool),
    ty: Type,
) -> Result<ConstantValue, FoldError> {
    let op = match (function, is_back) {
        (ArrayFunction::MaxLoc, false) => BinaryOp::Greater,
        (ArrayFunction::MaxLoc, true) => BinaryOp::GreaterEqual,
        (_, false) => BinaryOp::Less,
        (_, true) => BinaryOp::LessEqual,
    };
    places(array, mask, dim, ty, |best, element| match best {
        None => Ok(true),
        Some(best) => Ok(fold::fold_binary(op, element, best)? == Constant::Logical(true)),
    })
}

/// FINDLOC: the first place of a true element among those that the mask takes, or the last; 0 if there is none.
pub(super) fn find(
    is_equal: &ConstantValue,
    mask: Option<&ConstantValue>,
    (dim, is_back): (Option<usize>, bool),
    ty: Type,
) -> Result<ConstantValue, FoldError> {
    places(is_equal, mask, dim, ty, |best, element| {
        Ok(*element == Constant::Logical(true) && (is_back || best.is_none()))
    })
}

/// For each line the place of the element that is better than all before it, which the mask takes.
fn places(
    array: &ConstantValue,
    mask: Option<&ConstantValue>,
    dim: Option<usize>,
    ty: Type,
    is_better: impl Fn(Option<&Constant>, &Constant) -> Result<bool, FoldError>,
) -> Result<ConstantValue, FoldError> {
    let lines = Lines::of(&array.extents, dim);
    let mut found: Vec<Option<usize>> = Vec::with_capacity(lines.places.len());
    for places in &lines.places {
        let mut best: Option<(usize, &Constant)> = None;
        for (at, place) in places.iter().enumerate() {
            let element = array.element(*place)?;
            let is_taken = mask.map_or(Ok(true), |mask| Ok(*mask.element(*place)? == Constant::Logical(true)))?;
            if is_taken && is_better(best.map(|(_, best)| best), element)? {
                best = Some((at, element));
            }
        }
        found.push(best.map(|(at, _)| at));
    }
    if dim.is_some() {
        let elements = found.iter().map(|at| whole(ty, at.map_or(0, |at| at as i64 + 1)));
        return Ok(ConstantValue { extents: lines.extents, elements: elements.collect::<Result<_, _>>()? });
    }
    let mut rest = found.first().copied().flatten().map(|at| at as u64);
    let mut elements = Vec::with_capacity(array.extents.len());
    for extent in &array.extents {
        elements.push(whole(ty, rest.map_or(0, |rest| (rest % extent) as i64 + 1))?);
        rest = rest.map(|rest| rest / extent);
    }
    Ok(ConstantValue::vector(elements))
}

/// The sum of the products of two lines; of LOGICAL ones whether both are true anywhere.
pub(super) fn dot_product<'c>(pairs: impl Iterator<Item = (&'c Constant, &'c Constant)>, ty: Type) -> Folded {
    if ty == Type::Logical {
        let mut pairs = pairs;
        let both = Constant::Logical(true);
        return Ok(Constant::Logical(pairs.any(|(left, right)| *left == both && *right == both)));
    }
    let mut sum = whole(ty, 0)?;
    for (left, right) in pairs {
        // The first vector of a COMPLEX product is conjugated by the caller.
        sum = fold::fold_binary(BinaryOp::Add, &sum, &fold::fold_binary(BinaryOp::Multiply, left, right)?)?;
    }
    Ok(sum)
}

/// NORM2, rounded once.
fn norm(line: &[&Constant], ty: Type) -> Folded {
    let Type::Real(kind) = ty else { return Err(FoldError::Types) };
    let numbers = line.iter().map(|element| match element {
        Constant::Real(_, value) => Ok(*value),
        _ => Err(FoldError::Types),
    });
    fold::real(kind, precise::norm(&numbers.collect::<Result<Vec<f64>, FoldError>>()?))
}

/// A whole number as a value of a type.
pub(super) fn whole(ty: Type, value: i64) -> Folded {
    fold::convert(&Constant::Integer(IntegerKind::I8, value), ty)
}

/// The value of MAXVAL or MINVAL of no elements: the most negative number, or the greatest; of texts of that length the
/// first in order, or the last.
fn least(ty: Type, is_least: bool, length: Option<usize>) -> Folded {
    match ty {
        Type::Integer(kind) => Ok(Constant::Integer(kind, if is_least { kind.least() } else { !kind.least() })),
        Type::Real(kind) => {
            let greatest = if kind == RealKind::R4 { f64::from(f32::MAX) } else { f64::MAX };
            Ok(Constant::Real(kind, if is_least { -greatest } else { greatest }))
        }
        Type::Character => {
            let length = length.ok_or(FoldError::Unknown)?;
            Ok(Constant::Character(vec![if is_least { 0 } else { 255 }; length]))
        }
        _ => Err(FoldError::Types),
    }
}
