//! The values of constant expressions: scalars and arrays of constants, element by element.
//!
//! Resolution folds operations on scalar constants as it goes. What has arrays in it, or the index of an implied DO, is
//! left a tree; here it gets its value.

mod functions;
mod reductions;

use super::fold::{self, FoldError};
use crate::resolve::constants::as_constant;
use crate::resolve::expressions::character::constant_part;
use crate::resolve::expressions::constant_expr;
use crate::resolve::scope::Scope;
use crate::resolve::scope::facts::ConstantArray;
use crate::resolve::scope::facts::ConstantValue;
use crate::resolved::{
    ArrayKind, ArrayOperand, ConstructorItem, Designator, Expr, ExprKind, Section, Subscript, SubstringRange, SymbolId,
};
use crate::source::Span;
use forlane_semantics::types::{Constant, IntegerKind, Type};

/// The greatest number of elements that a constant array may have.
pub(crate) const MAX_CONSTANT_ELEMENTS: u64 = 1 << 22;

impl ConstantValue {
    /// A scalar.
    pub fn scalar(constant: Constant) -> ConstantValue {
        ConstantValue { extents: Vec::new(), elements: vec![constant] }
    }

    /// An array of rank one.
    fn vector(elements: Vec<Constant>) -> ConstantValue {
        ConstantValue { extents: vec![elements.len() as u64], elements }
    }

    /// An element, by its place in array element order; a scalar has itself at every place.
    fn element(&self, at: usize) -> Result<&Constant, FoldError> {
        let at = if self.extents.is_empty() { 0 } else { at };
        self.elements.get(at).ok_or(FoldError::Bounds)
    }

    /// The elements as INTEGER.
    fn integers(&self) -> Result<Vec<i64>, FoldError> {
        self.elements.iter().map(integer_of).collect()
    }
}

impl ConstantArray {
    /// The element that subscripts select, if all are inside of their bounds.
    pub fn element(&self, subscripts: &[i64]) -> Option<&Constant> {
        let (mut at, mut stride) = (0u64, 1u64);
        for ((subscript, lower), extent) in subscripts.iter().zip(&self.lower).zip(&self.value.extents) {
            let along = u64::try_from(subscript.checked_sub(*lower)?).ok().filter(|along| along < extent)?;
            at += along * stride;
            stride *= extent;
        }
        self.value.elements.get(usize::try_from(at).ok()?)
    }
}

/// A value, or why there is none and where.
type Evaluated<T = ConstantValue> = Result<T, (FoldError, Span)>;

impl Scope<'_> {
    /// The value of a resolved expression, if all in it is constant.
    pub fn value_of(&self, expr: &Expr) -> Evaluated {
        Evaluation { scope: self, indices: Vec::new(), elements: 0 }.value(expr)
    }

    /// The constant that a reference to an element of a constant array is, if its subscripts are constant and inside of
    /// the bounds.
    pub fn constant_element_of(&self, designator: &Designator) -> Option<Constant> {
        let Designator::Element(symbol, subscripts) = designator else { return None };
        let subscripts: Option<Vec<i64>> =
            subscripts.iter().map(|subscript| integer_of(as_constant(subscript)?).ok()).collect();
        self.constant_array(*symbol)?.element(&subscripts?).cloned()
    }

    /// The array that PARAMETER makes of a symbol.
    pub fn constant_array(&self, symbol: SymbolId) -> Option<&ConstantArray> {
        self.constant_arrays.get(&symbol).map(|array| &**array)
    }
}

/// One evaluation.
struct Evaluation<'s, 'a> {
    scope: &'s Scope<'a>,
    /// The indices of the implied DOs around, with their present values.
    indices: Vec<(SymbolId, Constant)>,
    /// The number of elements that constructors have made.
    elements: u64,
}

impl Evaluation<'_, '_> {
    /// The recursion is as deep as the tree, which the parser bounds.
    fn value(&mut self, expr: &Expr) -> Evaluated {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Constant(constant) => Ok(ConstantValue::scalar(constant.clone())),
            ExprKind::Paren(inner) => self.value(inner),
            ExprKind::Read(designator) => self.designator(designator, span).map(ConstantValue::scalar),
            ExprKind::Array(operand) => self.operand(operand, expr.ty, span),
            ExprKind::ArrayFunction(call) => self.array_call(call, expr.ty, span),
            ExprKind::Convert(inner) => self.each(&[inner], span, |one| fold::convert(&one[0], expr.ty)),
            ExprKind::Unary(op, inner) => self.each(&[inner], span, |one| fold::fold_unary(*op, &one[0])),
            ExprKind::Binary(op, left, right) => {
                self.each(&[left, right], span, |both| fold::fold_binary(*op, &both[0], &both[1]))
            }
            ExprKind::Intrinsic(function, arguments) => {
                let arguments: Vec<&Expr> = arguments.iter().collect();
                self.each(&arguments, span, |arguments| fold::fold_intrinsic(*function, arguments, expr.ty))
            }
            ExprKind::Substring(text, range) => {
                let range = self.range(range)?;
                self.each(&[text], span, |one| part_of(&one[0], &range))
            }
            ExprKind::Let(..)
            | ExprKind::Call { .. }
            | ExprKind::LengthOf(_)
            | ExprKind::IsAllocated(_)
            | ExprKind::IsPresent(_) => Err((FoldError::NotConstant, span)),
        }
    }

    fn integer(&mut self, expr: &Expr) -> Evaluated<i64> {
        let value = self.value(expr)?;
        value.element(0).and_then(integer_of).map_err(|error| (error, expr.span))
    }

    /// An operation on each element of its operands.
    fn each(&mut self, operands: &[&Expr], span: Span, operation: impl Fn(&[Constant]) -> fold::Folded) -> Evaluated {
        let values = operands.iter().map(|operand| self.value(operand)).collect::<Evaluated<Vec<_>>>()?;
        let mut extents: &[u64] = &[];
        for value in values.iter().filter(|value| !value.extents.is_empty()) {
            if !extents.is_empty() && extents != value.extents {
                return Err((FoldError::Shapes, span));
            }
            extents = &value.extents;
        }
        let count: u64 = extents.iter().product();
        let element = |at: usize| {
            let operands =
                values.iter().map(|value| value.element(at).cloned()).collect::<Result<Vec<Constant>, FoldError>>()?;
            operation(&operands)
        };
        let elements =
            (0..count as usize).map(element).collect::<Result<Vec<_>, _>>().map_err(|error| (error, span))?;
        Ok(ConstantValue { extents: extents.to_vec(), elements })
    }

    fn designator(&mut self, designator: &Designator, span: Span) -> Evaluated<Constant> {
        match designator {
            Designator::Variable(symbol) => {
                let index = self.indices.iter().rev().find(|(index, _)| index == symbol);
                index.map(|(_, value)| value.clone()).ok_or((FoldError::NotConstant, span))
            }
            Designator::Element(symbol, subscripts) => {
                let subscripts =
                    subscripts.iter().map(|subscript| self.integer(subscript)).collect::<Evaluated<Vec<i64>>>()?;
                let array = self.scope.constant_array(*symbol).ok_or((FoldError::NotConstant, span))?;
                array.element(&subscripts).cloned().ok_or((FoldError::Bounds, span))
            }
            Designator::Substring(text, range) => {
                let text = self.designator(text, span)?;
                let range = self.range(range)?;
                part_of(&text, &range).map_err(|error| (error, span))
            }
        }
    }

    /// A range of which both bounds are constants.
    fn range(&mut self, range: &SubstringRange) -> Evaluated<SubstringRange> {
        let mut bound = |bound: &Option<Expr>| -> Evaluated<Option<Expr>> {
            let Some(bound) = bound else { return Ok(None) };
            Ok(Some(constant_expr(Constant::Integer(IntegerKind::I8, self.integer(bound)?), bound.span)))
        };
        Ok(SubstringRange { first: bound(&range.first)?, last: bound(&range.last)? })
    }

    fn operand(&mut self, operand: &ArrayOperand, ty: Type, span: Span) -> Evaluated {
        match &operand.kind {
            ArrayKind::Section(section) => {
                let whole = self.section(section)?;
                let Some(range) = &section.substring else { return Ok(whole) };
                let range = self.range(range)?;
                let elements = whole.elements.iter().map(|element| part_of(element, &range));
                let elements = elements.collect::<Result<_, _>>().map_err(|error| (error, section.span))?;
                Ok(ConstantValue { elements, ..whole })
            }
            ArrayKind::Constructor(items) => {
                let mut elements = Vec::new();
                self.items(items, &mut elements, span)?;
                Ok(ConstantValue::vector(elements))
            }
            ArrayKind::Function(call) => self.array_call(call, ty, span),
            ArrayKind::Call { .. } => Err((FoldError::NotConstant, span)),
        }
    }

    fn section(&mut self, section: &Section) -> Evaluated {
        let scope = self.scope;
        let array = scope.constant_array(section.array).ok_or((FoldError::NotConstant, section.span))?;
        if section.subscripts.is_empty() {
            return Ok(array.value.clone());
        }
        // The subscripts that each dimension takes, and whether the section has that dimension.
        let mut taken: Vec<(Vec<i64>, bool)> = Vec::with_capacity(section.subscripts.len());
        for (subscript, (lower, extent)) in section.subscripts.iter().zip(array.lower.iter().zip(&array.value.extents))
        {
            let upper = lower + *extent as i64 - 1;
            taken.push(match subscript {
                Subscript::Index(index) => (vec![self.integer(index)?], false),
                Subscript::Vector(vector) => {
                    let vector = self.value(vector)?;
                    (vector.integers().map_err(|error| (error, section.span))?, true)
                }
                Subscript::Range { first, last, step } => {
                    let mut bound = |bound: &Option<Expr>, default: i64| match bound {
                        Some(bound) => self.integer(bound),
                        None => Ok(default),
                    };
                    let stride = bound(step, 1)?;
                    let (from, to) = (bound(first, *lower)?, bound(last, upper)?);
                    (self.progression(from, to, stride, section.span)?, true)
                }
            });
        }
        let extents: Vec<u64> = taken.iter().filter(|(_, is_kept)| *is_kept).map(|(at, _)| at.len() as u64).collect();
        let count: u64 = extents.iter().product();
        let mut elements = Vec::with_capacity(count as usize);
        let mut at = vec![0usize; taken.len()];
        for _ in 0..count {
            let subscripts: Vec<i64> = at.iter().zip(&taken).map(|(at, (taken, _))| taken[*at]).collect();
            elements.push(array.element(&subscripts).cloned().ok_or((FoldError::Bounds, section.span))?);
            for (at, (taken, _)) in at.iter_mut().zip(&taken) {
                *at += 1;
                if *at < taken.len() {
                    break;
                }
                *at = 0;
            }
        }
        Ok(ConstantValue { extents, elements })
    }

    /// The values from one to another; there may not be more than a constant array has elements.
    fn progression(&self, first: i64, last: i64, step: i64, span: Span) -> Evaluated<Vec<i64>> {
        if step == 0 {
            return Err((FoldError::DivisionByZero, span));
        }
        let trips = (i128::from(last) - i128::from(first) + i128::from(step)) / i128::from(step);
        if trips > i128::from(MAX_CONSTANT_ELEMENTS) {
            return Err((FoldError::TooLarge, span));
        }
        Ok((0..trips.max(0)).map(|trip| (i128::from(first) + trip * i128::from(step)) as i64).collect())
    }

    /// The parser bounds how deep items nest.
    fn items(&mut self, items: &[ConstructorItem], elements: &mut Vec<Constant>, span: Span) -> Evaluated<()> {
        for item in items {
            match item {
                ConstructorItem::Value(value) => {
                    let value = self.value(value)?;
                    self.elements += value.elements.len().max(1) as u64;
                    if self.elements > MAX_CONSTANT_ELEMENTS {
                        return Err((FoldError::TooLarge, span));
                    }
                    elements.extend(value.elements);
                }
                ConstructorItem::ImpliedDo { variable, first, last, step, items } => {
                    let (first, last, step) = (self.integer(first)?, self.integer(last)?, self.integer(step)?);
                    let kind = match self.scope.variable(*variable).map(|variable| variable.ty) {
                        Some(Type::Integer(kind)) => kind,
                        _ => IntegerKind::I4,
                    };
                    for value in self.progression(first, last, step, span)? {
                        self.indices.push((*variable, Constant::Integer(kind, value)));
                        let result = self.items(items, elements, span);
                        self.indices.pop();
                        result?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Some of the characters of a constant.
fn part_of(text: &Constant, range: &SubstringRange) -> fold::Folded {
    match text {
        Constant::Character(text) => constant_part(text, range).map(Constant::Character).ok_or(FoldError::Bounds),
        _ => Err(FoldError::Types),
    }
}

fn integer_of(constant: &Constant) -> Result<i64, FoldError> {
    match constant {
        Constant::Integer(_, value) => Ok(*value),
        _ => Err(FoldError::Types),
    }
}
