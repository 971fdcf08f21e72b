//! Functions whose value is an array, or of a length that depends on the arguments: its shape and its length where they
//! are referenced.
//!
//! Bounds and length of the result are expressions of the dummy arguments; where the function is referenced, the actual
//! arguments are in their place.

use super::declared_bounds::declared_inquiry;
use crate::resolve::expressions::constant_expr;
use crate::resolve::scope::interface::DummyArray;
use crate::resolve::scope::interface::ResultLength;
use crate::resolve::scope::interface::ResultShape;
use crate::resolve::scope::{Outcome, Scope};
use crate::resolved::{
    Argument, ArrayCall, ArrayFunction, ArrayKind, ArrayOperand, BinaryOp, Designator, Expr, ExprKind, Intrinsic,
    Section, Subscript, Symbol, SymbolClass, SymbolId,
};
use crate::source::Span;
use crate::tree::Word;
use forlane_semantics::types::{Constant, IntegerKind, Type};

/// What stands for the symbols of a function where it is referenced.
struct Actual<'a> {
    /// The actual argument for a dummy one.
    argument: &'a dyn Fn(SymbolId) -> Option<Expr>,
    /// The functions that are called and the variables of areas, here.
    others: &'a [(SymbolId, SymbolId)],
    /// The dummy arrays.
    arrays: &'a [DummyArray],
    /// The lengths of dummy arguments that the function declares.
    lengths: &'a [(SymbolId, Expr)],
}

impl Actual<'_> {
    /// An inquiry about a dummy array by its declaration.
    fn inquiry(&self, call: &ArrayCall, expr: &Expr) -> Option<Expr> {
        match &call.first()?.as_array()?.kind {
            ArrayKind::Section(section) if section.subscripts.is_empty() => {
                let array = self.arrays.iter().find(|array| array.symbol == section.array)?;
                declared_inquiry(call, array, expr)
            }
            _ => None,
        }
    }

    /// The length of a dummy argument that the function declares with an expression: at least 0.
    fn declared_length(&self, symbol: SymbolId, expr: &Expr) -> Option<Expr> {
        let (_, length) = self.lengths.iter().find(|(dummy, _)| *dummy == symbol)?;
        let length = substitute(length, self)?;
        let length = match length.ty == expr.ty {
            true => length,
            false => Expr { kind: ExprKind::Convert(Box::new(length)), ..expr.clone() },
        };
        let none = constant_expr(Constant::Integer(IntegerKind::I4, 0), expr.span);
        Some(Expr { kind: ExprKind::Intrinsic(Intrinsic::Max, vec![length, none]), ..expr.clone() })
    }

    fn other(&self, symbol: SymbolId) -> Option<SymbolId> {
        self.others.iter().find(|(there, _)| *there == symbol).map(|(_, here)| *here)
    }
}

impl Scope<'_> {
    /// The length of a value that depends on the arguments; none if it does not, or depends on more than them.
    pub fn length_of_call(&mut self, procedure: SymbolId, name: &str, arguments: &[Argument]) -> Option<Box<Expr>> {
        if self.symbols[procedure].length.is_some() {
            return None;
        }
        // An interface body does not say what a function is that it calls; the function itself does.
        let known = [self.known_interface(name), self.interfaces.get(self.callee(name)).cloned()];
        let known = known.into_iter().flatten().find_map(|known| known.result_length.clone());
        let ResultLength { dummies, length, others, arrays, lengths } = known?;
        let others = self.others_here(&others, (&dummies, arguments));
        let argument = |dummy: SymbolId| {
            let place = dummies.iter().position(|other| *other == dummy)?;
            self.actual_value(argument_at(arguments, place)?)
        };
        let actual = Actual { argument: &argument, others: &others, arrays: &arrays, lengths: &lengths };
        substitute(&length, &actual).map(Box::new)
    }

    /// Symbols for what only the shape or length of a function's value mentions here; the actual argument for a dummy
    /// procedure.
    fn others_here(
        &mut self,
        others: &[(SymbolId, Symbol)],
        (dummies, arguments): (&[SymbolId], &[Argument]),
    ) -> Vec<(SymbolId, SymbolId)> {
        let here = others.iter().filter_map(|(there, symbol)| match dummies.iter().position(|dummy| dummy == there) {
            None => Some((*there, self.symbol_here(symbol.clone()))),
            Some(place) => match arguments.get(place)? {
                Argument::Procedure(procedure, _) => Some((*there, *procedure)),
                _ => None,
            },
        });
        here.collect()
    }

    fn symbol_here(&mut self, symbol: Symbol) -> SymbolId {
        if let SymbolClass::Variable(_) = symbol.class {
            return self.symbols.alloc(symbol);
        }
        let unit = symbol.unit.clone().unwrap_or(symbol.name.clone());
        self.callees.entry(Word::new(&unit)).or_insert(symbol.span);
        self.symbols.alloc(Symbol { name: unit.clone(), unit: Some(unit), ..symbol })
    }

    /// The reference to a function whose value is an array.
    pub fn array_call(
        &mut self,
        procedure: SymbolId,
        (arguments, length): (Vec<Argument>, Option<Box<Expr>>),
        shape: &ResultShape,
        ty: Type,
        span: Span,
    ) -> Outcome<Expr> {
        let rank = shape.dimensions.len();
        let mut bounds = Vec::with_capacity(rank);
        let others = if shape.is_allocatable {
            Vec::new()
        } else {
            self.others_here(&shape.others, (&shape.dummies, &arguments))
        };
        for dimension in shape.dimensions.iter().filter(|_| !shape.is_allocatable) {
            let argument = |dummy: SymbolId| {
                let place = shape.dummies.iter().position(|other| *other == dummy)?;
                self.actual_value(argument_at(&arguments, place)?)
            };
            let (arrays, lengths) = (&shape.arrays, &shape.lengths);
            let actual = Actual { argument: &argument, others: &others, arrays, lengths };
            let lower = substitute(&dimension.lower, &actual);
            let upper = dimension.upper.as_ref().and_then(|upper| substitute(upper, &actual));
            let Some(known) = lower.zip(upper) else {
                let message =
                    "the shape of the function's result depends on more than its arguments, which is not supported yet";
                return Err(self.error("E0977", span, message));
            };
            bounds.push(known);
        }
        let operand = ArrayOperand { rank, kind: ArrayKind::Call { procedure, arguments, bounds, length } };
        Ok(Expr::new(ExprKind::Array(Box::new(operand)), ty, span))
    }

    /// What an argument is as an expression.
    pub fn actual_value(&self, argument: &Argument) -> Option<Expr> {
        match argument {
            Argument::Value(value) => Some(value.clone()),
            Argument::Designator(designator, span) => {
                let ty = self.variable(designator.symbol())?.ty;
                Some(Expr::new(ExprKind::Read(designator.clone()), ty, *span))
            }
            Argument::Allocatable(symbol, span) if self.variable(*symbol)?.shape.is_none() => {
                let ty = self.variable(*symbol)?.ty;
                Some(Expr::new(ExprKind::Read(Designator::Variable(*symbol)), ty, *span))
            }
            Argument::Array(symbol, span) | Argument::Allocatable(symbol, span) | Argument::Bounded(symbol, span) => {
                let variable = self.variable(*symbol)?;
                let section = Section::whole(*symbol, *span);
                Some(Expr::of_section(section, variable.shape.as_ref()?.len(), variable.ty))
            }
            Argument::Section(section) => {
                let is_index = |subscript: &&Subscript| matches!(subscript, Subscript::Index(_));
                let rank = section.subscripts.len() - section.subscripts.iter().filter(is_index).count();
                Some(Expr::of_section(section.clone(), rank, self.variable(section.array)?.ty))
            }
            Argument::Shaped(argument) | Argument::Optional(argument) => self.actual_value(argument),
            Argument::Elemental(value, _) => Some(value.clone()),
            _ => None,
        }
    }
}

/// An argument by its number, variables of the host that the callee takes included.
fn argument_at(arguments: &[Argument], place: usize) -> Option<&Argument> {
    let each = arguments.iter().flat_map(|argument| match argument {
        Argument::Taken(taken) => taken.as_slice(),
        other => std::slice::from_ref(other),
    });
    each.into_iter().nth(place)
}

/// The expression with the actual arguments for the dummy ones; none if it reads anything else.
fn substitute(expr: &Expr, actual: &Actual<'_>) -> Option<Expr> {
    let both = |inner: &Expr| substitute(inner, actual).map(Box::new);
    let kind = match &expr.kind {
        ExprKind::Constant(_) => expr.kind.clone(),
        ExprKind::Read(Designator::Variable(symbol)) => match actual.other(*symbol) {
            Some(here) => ExprKind::Read(Designator::Variable(here)),
            None => return (actual.argument)(*symbol),
        },
        ExprKind::Read(Designator::Element(symbol, subscripts)) => {
            let subscripts = subscripts.iter().map(|subscript| substitute(subscript, actual));
            let subscripts = subscripts.collect::<Option<Vec<Expr>>>()?;
            match actual.other(*symbol) {
                Some(here) => ExprKind::Read(Designator::Element(here, subscripts)),
                None => return actual_element(*symbol, &subscripts, expr, actual),
            }
        }
        ExprKind::Paren(inner) => ExprKind::Paren(both(inner)?),
        ExprKind::Unary(op, inner) => ExprKind::Unary(*op, both(inner)?),
        ExprKind::Convert(inner) => ExprKind::Convert(both(inner)?),
        ExprKind::Binary(op, left, right) => ExprKind::Binary(*op, both(left)?, both(right)?),
        ExprKind::Array(_) => return array_argument(expr, actual),
        ExprKind::LengthOf(symbol) if let Some(length) = actual.declared_length(*symbol, expr) => return Some(length),
        ExprKind::Intrinsic(Intrinsic::Len, arguments)
            if let [Expr { kind: ExprKind::Read(Designator::Variable(symbol)), .. }] = &arguments[..]
                && let Some(length) = actual.declared_length(*symbol, expr) =>
        {
            return Some(length);
        }
        // The length of each element is that of all.
        ExprKind::Intrinsic(Intrinsic::Len, arguments)
            if let [Expr { kind: ExprKind::Read(Designator::Variable(symbol)), .. }] = &arguments[..]
                && let Some(array) = (actual.argument)(*symbol).filter(|actual| actual.rank() > 0) =>
        {
            return length_of(array, expr);
        }
        ExprKind::Intrinsic(function, arguments) => {
            let arguments = arguments.iter().map(|argument| substitute(argument, actual));
            ExprKind::Intrinsic(*function, arguments.collect::<Option<_>>()?)
        }
        ExprKind::LengthOf(symbol) => return length_of((actual.argument)(*symbol)?, expr),
        ExprKind::Call { procedure, arguments, length } => {
            let procedure = actual.other(*procedure)?;
            let arguments = arguments.iter().map(|argument| passed(argument, actual)).collect::<Option<_>>()?;
            let length = match length {
                Some(length) => Some(both(length)?),
                None => None,
            };
            ExprKind::Call { procedure, arguments, length }
        }
        ExprKind::ArrayFunction(call) if let Some(inquiry) = actual.inquiry(call, expr) => {
            return substitute(&inquiry, actual);
        }
        ExprKind::ArrayFunction(call) => ExprKind::ArrayFunction(Box::new(array_function(call, actual)?)),
        _ => return None,
    };
    Some(Expr { kind, ..expr.clone() })
}

/// The element of a variable that an element of a dummy array is; none where that is not known here.
fn actual_element(symbol: SymbolId, subscripts: &[Expr], expr: &Expr, actual: &Actual<'_>) -> Option<Expr> {
    let array = (actual.argument)(symbol)?;
    let dummy = actual.arrays.iter().find(|one| one.symbol == symbol)?;
    let is_assumed = dummy.dimensions.iter().all(|dimension| dimension.upper.is_none());
    let Some(ArrayKind::Section(section)) = array.as_array().map(|operand| &operand.kind) else { return None };
    if subscripts.len() != array.rank() || !(is_assumed || array.rank() == 1) || section.substring.is_some() {
        return None;
    }
    let ty = Type::Integer(IntegerKind::I4);
    let of = |kind| Expr::new(kind, ty, expr.span);
    let index = |value: &Expr| match value.ty == ty {
        true => value.clone(),
        false => of(ExprKind::Convert(Box::new(value.clone()))),
    };
    let operation = |op, left, right| of(ExprKind::Binary(op, Box::new(left), Box::new(right)));
    let lower = |dim: usize| {
        let rank = section.subscripts.len().max(array.rank());
        let whole = Expr::of_section(Section::whole(section.array, section.span), rank, array.ty);
        let call = ArrayCall { function: ArrayFunction::LBound, arguments: vec![("array", whole)], dim: Some(dim) };
        of(ExprKind::ArrayFunction(Box::new(call)))
    };
    // Counted from 0.
    let numbers = subscripts.iter().zip(&dummy.dimensions).map(|(subscript, dimension)| {
        let first = substitute(&dimension.lower, actual)?;
        Some(operation(BinaryOp::Subtract, index(subscript), index(&first)))
    });
    let mut numbers = numbers.collect::<Option<Vec<Expr>>>()?.into_iter();
    let all = vec![Subscript::Range { first: None, last: None, step: None }; array.rank()];
    let given = if section.subscripts.is_empty() { &all } else { &section.subscripts };
    let indices = given.iter().zip(1..).map(|(subscript, dim)| match subscript {
        Subscript::Index(value) => Some(value.clone()),
        Subscript::Range { first, step, .. } => {
            let number = numbers.next()?;
            let distance = match step {
                Some(step) => operation(BinaryOp::Multiply, number, index(step)),
                None => number,
            };
            let first = first.as_ref().map_or_else(|| lower(dim), index);
            Some(operation(BinaryOp::Add, first, distance))
        }
        Subscript::Vector(_) => None,
    });
    let kind = ExprKind::Read(Designator::Element(section.array, indices.collect::<Option<_>>()?));
    Some(Expr { kind, ..expr.clone() })
}

/// An argument of a function that a length calls: values of actual arguments, which the function does not change.
fn passed(argument: &Argument, actual: &Actual<'_>) -> Option<Argument> {
    Some(match argument {
        Argument::Value(value) => Argument::Value(substitute(value, actual)?),
        Argument::Designator(Designator::Variable(symbol), span) if let Some(here) = actual.other(*symbol) => {
            Argument::Designator(Designator::Variable(here), *span)
        }
        Argument::Designator(Designator::Variable(symbol), _) | Argument::Array(symbol, _) => {
            Argument::Value((actual.argument)(*symbol)?)
        }
        Argument::Shaped(inner) => Argument::Shaped(Box::new(passed(inner, actual)?)),
        Argument::Optional(inner) => Argument::Optional(Box::new(passed(inner, actual)?)),
        _ => return None,
    })
}

/// LEN of what stands for a dummy array.
fn length_of(actual: Expr, expr: &Expr) -> Option<Expr> {
    let call = ArrayCall { function: ArrayFunction::Len, arguments: vec![("string", actual)], dim: None };
    Some(Expr { kind: ExprKind::ArrayFunction(Box::new(call)), ..expr.clone() })
}

fn array_function(call: &ArrayCall, actual: &Actual<'_>) -> Option<ArrayCall> {
    let substituted = call
        .arguments
        .iter()
        .map(|(keyword, argument)| array_argument(argument, actual).map(|argument| (*keyword, argument)));
    Some(ArrayCall { arguments: substituted.collect::<Option<_>>()?, ..call.clone() })
}

/// A dummy array as a whole, what a function of arrays gives, or a scalar.
fn array_argument(expr: &Expr, actual: &Actual<'_>) -> Option<Expr> {
    match expr.as_array().map(|operand| &operand.kind) {
        Some(ArrayKind::Section(section)) if section.subscripts.is_empty() => match actual.other(section.array) {
            Some(array) => {
                let section = Section { array, ..section.clone() };
                Some(Expr::of_section(section, expr.rank(), expr.ty))
            }
            None => (actual.argument)(section.array),
        },
        Some(ArrayKind::Function(call)) => {
            let kind = ArrayKind::Function(array_function(call, actual)?);
            let kind = ExprKind::Array(Box::new(ArrayOperand { rank: expr.rank(), kind }));
            Some(Expr { kind, ..expr.clone() })
        }
        Some(_) => None,
        None => substitute(expr, actual),
    }
}
