//! Functions of arrays on constants.

use super::reductions::{dot_product, find, locate, reduce, whole};
use super::{Evaluated, Evaluation, MAX_CONSTANT_ELEMENTS};
use crate::resolve::constants::fold::{self, FoldError};
use crate::resolve::expressions::is_constant_true;
use crate::resolve::scope::facts::ConstantValue;
use crate::resolved::{ArrayCall, ArrayFunction, BinaryOp, Intrinsic};
use crate::source::Span;
use forlane_semantics::types::{Constant, Type};

impl Evaluation<'_, '_> {
    /// The value of a function of arrays.
    pub(super) fn array_call(&mut self, call: &ArrayCall, ty: Type, span: Span) -> Evaluated {
        use ArrayFunction::*;
        if let (Shape, Some(array)) = (call.function, call.first()) {
            let known: Option<Vec<i64>> = self.scope.known_extents(array).into_iter().collect();
            if let Some(extents) = known {
                return numbers(extents.into_iter(), ty).map_err(|error| (error, span));
            }
        }
        if let (LBound | UBound, Some(array)) = (call.function, call.first()) {
            let of = |dim| self.scope.known_property(&ArrayCall { dim: Some(dim), ..call.clone() }, ty);
            let known: Option<Vec<Constant>> = (1..=array.rank()).map(of).collect();
            if let Some(bounds) = known.filter(|_| call.dim.is_none() && call.argument("dim").is_none()) {
                return Ok(ConstantValue::vector(bounds));
            }
        }
        // One that is a constant is not among the arguments.
        if call.argument("dim").is_some() {
            return Err((FoldError::NotConstant, span));
        }
        let mut values: Vec<(&str, ConstantValue)> = Vec::with_capacity(call.arguments.len());
        for (keyword, argument) in &call.arguments {
            values.push((keyword, self.value(argument)?));
        }
        let Some((_, first)) = values.first() else { return Err((FoldError::Types, span)) };
        let named = |keyword: &str| values.iter().find(|(other, _)| *other == keyword).map(|(_, value)| value);
        // The second argument of the functions that need one.
        let second = values.get(1).map(|(_, value)| value);
        let dim = call.dim;
        let is_back = call.argument("back").and_then(is_constant_true) == Some(true);
        let value = match (call.function, second) {
            (Sum | Product | MaxVal | MinVal | AllBits | AnyBits | ParityBits, _) => {
                reduce(call.function, first, named("mask"), dim, ty)
            }
            (Any | All | Count | Parity | Norm2, _) => reduce(call.function, first, None, dim, ty),
            (MaxLoc | MinLoc, _) => locate(call.function, first, named("mask"), (dim, is_back), ty),
            (FindLoc, Some(wanted)) => {
                // What is equal is the greatest where all else is less.
                let equal = |element: &Constant| {
                    wanted.element(0).and_then(|value| fold::fold_binary(BinaryOp::Equal, element, value))
                };
                let elements = first.elements.iter().map(equal).collect::<Result<Vec<_>, _>>();
                elements.and_then(|elements| {
                    let found = ConstantValue { extents: first.extents.clone(), elements };
                    find(&found, named("mask"), (dim, is_back), ty)
                })
            }
            (DotProduct, Some(second)) => dot_products(first, second, ty),
            (MatMul, Some(second)) => matrix_product(first, second, ty),
            (Transpose, _) => Ok(transposed(first)),
            (Reshape, Some(shape)) => reshaped(first, shape, named("pad"), named("order")),
            (Spread, _) => spread(first, dim.unwrap_or(1), named("ncopies")),
            (Pack, Some(mask)) => packed(first, mask, named("vector")),
            (Unpack, Some(mask)) => unpacked(first, mask, named("field")),
            (CShift, Some(shift)) => shifted(first, shift, None, dim.unwrap_or(1)),
            (EoShift, Some(shift)) => {
                let blank = match (named("boundary"), ty, first.elements.first()) {
                    (Some(boundary), ..) => Ok(boundary.clone()),
                    (None, Type::Logical, _) => Ok(ConstantValue::scalar(Constant::Logical(false))),
                    (None, Type::Character, text) => {
                        let length = text.map_or(0, |text| text.to_bytes().len());
                        Ok(ConstantValue::scalar(Constant::Character(vec![b' '; length])))
                    }
                    (None, ty, _) => whole(ty, 0).map(ConstantValue::scalar),
                };
                blank.and_then(|blank| shifted(first, shift, Some(&blank), dim.unwrap_or(1)))
            }
            (Transfer, Some(mold)) => reinterpreted(first, mold, named("size"), ty),
            (Shape, _) => numbers(first.extents.iter().map(|extent| *extent as i64), ty),
            (LBound | UBound, _) => return self.bounds(call, first, ty, span),
            _ => Err(FoldError::Unknown),
        };
        value.map_err(|error| (error, span))
    }

    /// LBOUND and UBOUND of all dimensions; those of one have been found before.
    fn bounds(&mut self, call: &ArrayCall, value: &ConstantValue, ty: Type, span: Span) -> Evaluated {
        let section = call.first().cloned().and_then(|array| array.into_section());
        let array = section.filter(|(section, _)| section.subscripts.is_empty());
        let array = array.and_then(|(section, _)| self.scope.constant_array(section.array));
        let lower: Vec<i64> = array.map_or(vec![1; value.extents.len()], |array| array.lower.clone());
        let bounds = lower.iter().zip(&value.extents).map(|(lower, extent)| match (call.function, extent) {
            (ArrayFunction::LBound, 0) => 1,
            (ArrayFunction::LBound, _) => *lower,
            (_, 0) => 0,
            (_, extent) => lower + *extent as i64 - 1,
        });
        numbers(bounds, ty).map_err(|error| (error, span))
    }
}

type Made = Result<ConstantValue, FoldError>;

fn numbers(values: impl Iterator<Item = i64>, ty: Type) -> Made {
    Ok(ConstantValue::vector(values.map(|value| whole(ty, value)).collect::<Result<_, _>>()?))
}

fn dot_products(left: &ConstantValue, right: &ConstantValue, ty: Type) -> Made {
    if left.extents != right.extents {
        return Err(FoldError::Shapes);
    }
    let conjugate = |element: &Constant| match ty {
        Type::Complex(_) => fold::fold_intrinsic(Intrinsic::Conjugate, std::slice::from_ref(element), ty),
        _ => Ok(element.clone()),
    };
    let left = left.elements.iter().map(conjugate).collect::<Result<Vec<Constant>, _>>()?;
    dot_product(left.iter().zip(&right.elements), ty).map(ConstantValue::scalar)
}

fn matrix_product(left: &ConstantValue, right: &ConstantValue, ty: Type) -> Made {
    // A vector on the left is a row, one on the right a column.
    let (rows, inner) = match left.extents[..] {
        [rows, inner] => (rows, inner),
        [inner] => (1, inner),
        _ => return Err(FoldError::Shapes),
    };
    let (other, columns) = match right.extents[..] {
        [other, columns] => (other, columns),
        [other] => (other, 1),
        _ => return Err(FoldError::Shapes),
    };
    if inner != other || rows.saturating_mul(columns) > MAX_CONSTANT_ELEMENTS {
        return Err(FoldError::Shapes);
    }
    let mut elements = Vec::new();
    for column in 0..columns {
        for row in 0..rows {
            let pairs = (0..inner).map(|at| {
                let (left_at, right_at) = (row + at * rows, at + column * inner);
                (&left.elements[left_at as usize], &right.elements[right_at as usize])
            });
            elements.push(dot_product(pairs, ty)?);
        }
    }
    let extents = match (left.extents.len(), right.extents.len()) {
        (1, _) => vec![columns],
        (_, 1) => vec![rows],
        _ => vec![rows, columns],
    };
    Ok(ConstantValue { extents, elements })
}

fn transposed(matrix: &ConstantValue) -> ConstantValue {
    let (rows, columns) = match matrix.extents[..] {
        [rows, columns] => (rows as usize, columns as usize),
        _ => (matrix.elements.len(), 1),
    };
    let elements = (0..rows).flat_map(|row| (0..columns).map(move |column| row + column * rows));
    let elements = elements.map(|at| matrix.elements[at].clone()).collect();
    ConstantValue { extents: vec![columns as u64, rows as u64], elements }
}

fn reshaped(
    source: &ConstantValue,
    shape: &ConstantValue,
    pad: Option<&ConstantValue>,
    order: Option<&ConstantValue>,
) -> Made {
    let extents = shape.integers()?.into_iter().map(|extent| u64::try_from(extent).map_err(|_| FoldError::Shapes));
    let extents = extents.collect::<Result<Vec<u64>, FoldError>>()?;
    let count = extents.iter().try_fold(1u64, |count, extent| count.checked_mul(*extent));
    let count = count.filter(|count| *count <= MAX_CONSTANT_ELEMENTS).ok_or(FoldError::TooLarge)? as usize;
    let order: Vec<usize> = match order {
        None => (0..extents.len()).collect(),
        Some(order) => order.integers()?.into_iter().map(|dim| (dim - 1).clamp(0, 15) as usize).collect(),
    };
    let mut sorted = order.clone();
    sorted.sort_unstable();
    if sorted != (0..extents.len()).collect::<Vec<_>>() {
        return Err(FoldError::Shapes);
    }
    let padding = pad.map_or(&[][..], |pad| &pad.elements);
    let mut given = source.elements.iter().chain(padding.iter().cycle());
    let mut elements: Vec<Option<Constant>> = vec![None; count];
    let mut at = vec![0u64; extents.len()];
    for _ in 0..count {
        let place = at.iter().zip(&extents).rev().fold(0, |place, (at, extent)| place * extent + at);
        elements[place as usize] = Some(given.next().ok_or(FoldError::Shapes)?.clone());
        for dim in &order {
            at[*dim] += 1;
            if at[*dim] < extents[*dim] {
                break;
            }
            at[*dim] = 0;
        }
    }
    Ok(ConstantValue { extents, elements: elements.into_iter().flatten().collect() })
}

fn spread(source: &ConstantValue, dim: usize, copies: Option<&ConstantValue>) -> Made {
    let copies = copies.map_or(Ok(vec![1]), ConstantValue::integers)?;
    let copies = copies.first().map_or(0, |copies| (*copies).max(0) as u64);
    let mut extents = source.extents.clone();
    extents.insert(dim - 1, copies);
    let inner = source.extents[..dim - 1].iter().product::<u64>() as usize;
    if copies.saturating_mul(source.elements.len() as u64) > MAX_CONSTANT_ELEMENTS {
        return Err(FoldError::TooLarge);
    }
    let blocks = source.elements.chunks(inner.max(1));
    let elements = blocks.flat_map(|block| std::iter::repeat_n(block, copies as usize)).flatten().cloned().collect();
    Ok(ConstantValue { extents, elements })
}

fn packed(array: &ConstantValue, mask: &ConstantValue, vector: Option<&ConstantValue>) -> Made {
    let mut elements = Vec::new();
    for (at, element) in array.elements.iter().enumerate() {
        if *mask.element(at)? == Constant::Logical(true) {
            elements.push(element.clone());
        }
    }
    if let Some(vector) = vector {
        elements.extend(vector.elements.iter().skip(elements.len()).cloned().collect::<Vec<_>>());
    }
    Ok(ConstantValue::vector(elements))
}

fn unpacked(vector: &ConstantValue, mask: &ConstantValue, field: Option<&ConstantValue>) -> Made {
    let mut given = vector.elements.iter();
    let mut elements = Vec::with_capacity(mask.elements.len());
    for (at, chosen) in mask.elements.iter().enumerate() {
        let element = match *chosen == Constant::Logical(true) {
            true => given.next().ok_or(FoldError::Shapes)?,
            false => field.ok_or(FoldError::Shapes)?.element(at)?,
        };
        elements.push(element.clone());
    }
    Ok(ConstantValue { extents: mask.extents.clone(), elements })
}

/// CSHIFT; with a boundary, which comes in at the end, EOSHIFT. Shift and boundary are for all lines along the
/// dimension or for each of them.
fn shifted(array: &ConstantValue, shift: &ConstantValue, boundary: Option<&ConstantValue>, dim: usize) -> Made {
    let lines = super::reductions::Lines::of(&array.extents, Some(dim));
    let shifts = shift.integers()?;
    let mut elements: Vec<Option<Constant>> = vec![None; array.elements.len()];
    for (line, places) in lines.places.iter().enumerate() {
        let by = if shift.extents.is_empty() { shifts.first() } else { shifts.get(line) };
        let by = *by.ok_or(FoldError::Shapes)?;
        let of_line = |boundary: &ConstantValue| if boundary.extents.is_empty() { 0 } else { line };
        let boundary = boundary.map(|boundary| boundary.element(of_line(boundary))).transpose()?;
        for (at, place) in places.iter().enumerate() {
            let from = (at as i64).saturating_add(by);
            let element = match (boundary, usize::try_from(from).ok().filter(|from| *from < places.len())) {
                (_, Some(from)) => &array.elements[places[from]],
                (None, None) => &array.elements[places[from.rem_euclid(places.len() as i64) as usize]],
                (Some(boundary), None) => boundary,
            };
            elements[*place] = Some(element.clone());
        }
    }
    Ok(ConstantValue { extents: array.extents.clone(), elements: elements.into_iter().flatten().collect() })
}

/// TRANSFER: the bytes of the elements, and zeros after them.
fn reinterpreted(source: &ConstantValue, mold: &ConstantValue, size: Option<&ConstantValue>, ty: Type) -> Made {
    let bytes: Vec<u8> = source.elements.iter().flat_map(Constant::to_bytes).collect();
    let width = match (ty, mold.elements.first()) {
        (Type::Character, Some(Constant::Character(text))) => text.len(),
        (Type::Character, _) => return Err(FoldError::Unknown),
        (ty, _) => ty.size(),
    };
    let is_scalar = size.is_none() && mold.extents.is_empty();
    let count = match size.map(ConstantValue::integers).transpose()? {
        Some(size) => size.first().map_or(0, |size| usize::try_from(*size).unwrap_or(0)),
        None if is_scalar => 1,
        None => bytes.len().div_ceil(width.max(1)),
    };
    if count as u64 > MAX_CONSTANT_ELEMENTS || count.saturating_mul(width) as u64 > MAX_CONSTANT_ELEMENTS {
        return Err(FoldError::TooLarge);
    }
    let element = |at: usize| {
        let mut own: Vec<u8> = bytes.iter().copied().skip(at * width).take(width).collect();
        own.resize(width, 0);
        let constant = match ty {
            Type::Character => Some(Constant::Character(own)),
            ty => Constant::from_bytes(ty, &own),
        };
        constant.ok_or(FoldError::Unknown)
    };
    let elements = (0..count).map(element).collect::<Result<Vec<Constant>, FoldError>>()?;
    let extents = if is_scalar { Vec::new() } else { vec![count as u64] };
    Ok(ConstantValue { extents, elements })
}
