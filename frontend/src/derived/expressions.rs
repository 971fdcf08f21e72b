//! Expressions without derived types.

use super::associate::count_from_one;
use super::components::ComponentType;
use super::constructors::no_derived_value;
use super::names::{Meaning, Placed, Shaped, Ty, Variable};
use super::paths::{Level, Path, Record, RecordKind, Value};
use super::rewriter::{Outcome, Problem, Rewriter};
use super::typing::{constant_type, implied_type, operation_shape};
use crate::resolved::BinaryOp;
use crate::source::Span;
use crate::tree::visit::VisitMut;
use crate::tree::*;
use std::rc::Rc;

impl Rewriter<'_> {
    /// An expression that is not of derived type.
    pub fn plain(&mut self, expr: Expr) -> Outcome<Expr> {
        let span = expr.span;
        match self.value(expr)? {
            Value::Plain(expr, _) => Ok(expr),
            _ => Err(no_derived_value(span)),
        }
    }

    /// Any expression. What comes before the statement for it goes to the prelude.
    pub fn value(&mut self, expr: Expr) -> Outcome<Value> {
        let value = self.raw(expr)?;
        self.finish(value)
    }

    /// Any expression; a pointer is one, and not its target.
    pub fn raw(&mut self, expr: Expr) -> Outcome<Value> {
        let span = expr.span;
        match expr.kind {
            ExprKind::Name(name) => self.named(name, span),
            ExprKind::Reference(name, arguments) => self.reference(*name, arguments, span),
            ExprKind::Component(component) => self.component(*component, span),
            ExprKind::Substring(of, range) => {
                let (of, range) = (self.plain(*of)?, self.range(*range)?);
                let kind = ExprKind::Substring(Box::new(of), Box::new(range));
                Ok(Value::Plain(Expr { kind, span }, Shaped { ty: Some(Ty::Character), rank: None }))
            }
            ExprKind::Paren(inner) => match self.value(*inner)? {
                Value::Plain(inner, shape) => {
                    Ok(Value::Plain(Expr { kind: ExprKind::Paren(Box::new(inner)), span }, shape))
                }
                Value::Record(record) if record.tag.is_some() => self.polymorphic_copy(record).map(Value::Record),
                Value::Record(record) => {
                    let kind = RecordKind::Leaves(record.leaves());
                    Ok(Value::Record(Record { kind, span, ..record }))
                }
                other => Ok(other),
            },
            ExprKind::Unary(op, operand) => self.unary(op, *operand, span),
            ExprKind::Binary(op, left, right) => self.binary(op, *left, *right, span),
            ExprKind::Defined(operator, operands) => {
                let values: Outcome<Vec<Value>> = operands.into_iter().map(|operand| self.value(operand)).collect();
                match self.defined_operation(&operator.text, values?, span)? {
                    Some(value) => Ok(value),
                    None => Err(undefined_operation(&operator.text, operator.span)),
                }
            }
            ExprKind::Constructor(ty, items) => self.constructor(ty, items, span),
            ExprKind::Range(range) => {
                let kind = ExprKind::Range(Box::new(self.range(*range)?));
                Ok(Value::Plain(Expr { kind, span }, Shaped { ty: None, rank: Some(1) }))
            }
            kind => {
                let expr = Expr { kind, span };
                let ty = constant_type(&self.names, &expr);
                Ok(Value::Plain(expr, Shaped::new(ty, 0)))
            }
        }
    }

    pub fn range(&mut self, range: Range) -> Outcome<Range> {
        let mut part = |part: Option<Expr>| part.map(|part| self.plain(part)).transpose();
        Ok(Range { lower: part(range.lower)?, upper: part(range.upper)?, stride: part(range.stride)? })
    }

    /// Whether a variable is a pointer or in the stores. A copy of a dummy argument is not there yet where bounds are
    /// evaluated.
    fn is_pointer(&self, variable: &Variable) -> bool {
        variable.pointer.is_some() && !(self.is_declaring && variable.placed == Some(Placed::Copied))
    }

    fn named(&mut self, name: Word, span: Span) -> Outcome<Value> {
        let expr = |name: Word| Expr { kind: ExprKind::Name(name), span };
        Ok(match self.find(&name) {
            Some(Meaning::Variable(variable)) if self.is_pointer(variable) => {
                let variable = variable.clone();
                return self.pointer_named(&name, &variable, span);
            }
            Some(Meaning::Variable(Variable { shape: Shaped { ty: Some(Ty::Derived(ty)), rank }, .. })) => {
                let (ty, rank) = (Rc::clone(ty), rank.unwrap_or(0));
                Value::Record(Record::object(ty, Path::new(name, rank, span)))
            }
            Some(Meaning::Variable(variable)) => Value::Plain(expr(name), variable.shape.clone()),
            Some(Meaning::Procedure(_)) => Value::Plain(expr(name), Shaped::default()),
            None => {
                let ty = implied_type(&self.names, &name);
                Value::Plain(expr(name), Shaped::new(ty, 0))
            }
        })
    }

    /// `name(arguments)`
    fn reference(&mut self, name: Name, arguments: Vec<Argument>, span: Span) -> Outcome<Value> {
        if let Some((value, pointer)) = self.named_pointer(&name) {
            let actuals = self.actuals(arguments)?;
            return self.value_of_pointer(value, &pointer, actuals, span);
        }
        match self.find(&name.text).cloned() {
            Some(Meaning::Variable(variable)) if self.is_pointer(&variable) => {
                let pointer = self.pointer_named(&name.text, &variable, name.span)?;
                self.subscripted(pointer, arguments, span)
            }
            Some(Meaning::Variable(variable)) if variable.shape.derived().is_some() => {
                let Some(ty) = variable.shape.derived().cloned() else { return Err(no_derived_value(span)) };
                let rank = variable.shape.rank.unwrap_or(0);
                let mut level = self.level(rank, arguments, span)?;
                level.subscripts.iter_mut().for_each(|subscripts| count_from_one(subscripts, &variable.lower));
                Ok(Value::Record(Record::object(ty, Path { name: name.text, levels: vec![level], span, place: None })))
            }
            Some(Meaning::Variable(variable)) if variable.shape.rank == Some(0) && !is_substring(&arguments) => {
                let actuals = self.actuals(arguments)?;
                let value = self.unknown_function(name, actuals, span)?;
                Ok(match value {
                    Value::Plain(value, _) => Value::Plain(value, variable.shape),
                    other => other,
                })
            }
            Some(Meaning::Variable(variable)) => {
                let (mut arguments, left, _) = self.subscripts(arguments)?;
                count_from_one(&mut arguments, &variable.lower);
                let rank = if variable.shape.rank == Some(0) { Some(0) } else { left };
                let kind = ExprKind::Reference(Box::new(name), arguments);
                Ok(Value::Plain(Expr { kind, span }, Shaped { ty: variable.shape.ty, rank }))
            }
            found => self.function(name, found, arguments, span),
        }
    }

    /// Subscripts, and how many dimensions they leave.
    pub fn level(&mut self, rank: usize, arguments: Vec<Argument>, span: Span) -> Outcome<Level> {
        if rank != arguments.len() {
            let message = format!("expected {rank} subscripts, found {}", arguments.len());
            return Err(Problem::error("E0297", span, message));
        }
        let (subscripts, left, arrays) = self.subscripts(arguments)?;
        let Some(left) = left else {
            return Err(Problem::Refused(
                "a subscript whose rank is not known here, of an array of derived type",
                span,
            ));
        };
        Ok(Level { rank, subscripts: Some(subscripts), left, arrays, bounds: Vec::new() })
    }

    fn subscripts(&mut self, arguments: Vec<Argument>) -> Outcome<(Vec<Argument>, Option<usize>, Vec<bool>)> {
        let (mut left, mut arrays) = (Some(0), Vec::with_capacity(arguments.len()));
        let mut done = Vec::with_capacity(arguments.len());
        for Argument { keyword, value } in arguments {
            let span = value.span;
            match self.value(value)? {
                Value::Plain(value, shape) => {
                    left = left.zip(shape.rank).map(|(left, rank)| left + rank);
                    arrays.push(shape.rank.is_some_and(|rank| rank > 0));
                    done.push(Argument { keyword, value });
                }
                _ => return Err(no_derived_value(span)),
            }
        }
        Ok((done, left, arrays))
    }

    /// What is before `%`.
    pub fn owner(&mut self, of: Expr) -> Outcome<Value> {
        let of = self.raw(of)?;
        match self.target_of(of)? {
            Value::Record(record) => Ok(Value::Record(record)),
            other => self.finish(other),
        }
    }

    /// `of%name(arguments)`
    fn component(&mut self, component: ComponentReference, span: Span) -> Outcome<Value> {
        let ComponentReference { of, name, arguments } = component;
        let place = of.span;
        let record = match self.owner(of)? {
            Value::Record(record) => record,
            // A part of a complex number.
            Value::Plain(of, shape) if arguments.is_none() && matches!(name.text.as_str(), "re" | "im") => {
                let ty = match shape.ty {
                    Some(Ty::Complex(kind)) => Some(Ty::Real(kind)),
                    _ => None,
                };
                let kind = ExprKind::Component(Box::new(ComponentReference { of, name, arguments }));
                return Ok(Value::Plain(Expr { kind, span }, Shaped { ty, rank: shape.rank }));
            }
            _ => return Err(no_object(place)),
        };
        let Some(component) = record.ty.components.get(&name.text) else {
            if let Some(parent) = record.ty.ancestor(&name.text).filter(|_| arguments.is_none()) {
                return Ok(Value::Record(Record { span, ..record.into_parent(&parent) }));
            }
            let actuals = self.actuals(arguments.unwrap_or_default())?;
            return self.value_by_type(&record, span, |rewriter, object| {
                let (procedure, actuals) = rewriter.bound_procedure(object, &name, actuals.clone())?;
                rewriter.invoke(&procedure, actuals, span)
            });
        };
        if let (Some(Ty::Procedure(pointer)), Some(arguments)) = (&component.shape.ty, &arguments) {
            let (pointer, arguments) = (Rc::clone(pointer), arguments.clone());
            let value = self.named_component(&record, &name, span)?;
            let actuals = self.actuals_of_component(&pointer, record, arguments, span)?;
            return self.value_of_pointer(value, &pointer, actuals, span);
        }
        let RecordKind::Object(path) = record.kind else {
            return Err(Problem::error("E0298", place, "only a variable has components here"));
        };
        let rank = component.dimensions.len();
        match &component.ty {
            ComponentType::Derived(inner) if inner.pointee.is_some() => {
                let path = path.component(&record.ty, &name.text, component, Level::whole(0), span);
                let pointer = Value::Record(Record::object(Rc::clone(inner), path));
                match arguments {
                    Some(arguments) => self.subscripted(pointer, arguments, span),
                    None => Ok(pointer),
                }
            }
            ComponentType::Derived(inner) => {
                let level = match arguments {
                    Some(arguments) => self.level(rank, arguments, span)?,
                    None => Level::whole(rank),
                };
                let path = path.component(&record.ty, &name.text, component, level, span);
                Ok(Value::Record(Record::object(Rc::clone(inner), path)))
            }
            ComponentType::Intrinsic(_) => {
                let shape = component.shape.clone();
                let (level, substring) = match arguments {
                    None => (Level::whole(rank), None),
                    Some(mut arguments) if rank == 0 => {
                        let range = arguments.pop().map(|argument| argument.value.kind);
                        match range {
                            Some(ExprKind::Range(range)) if arguments.is_empty() => {
                                (Level::whole(0), Some(self.range(*range)?))
                            }
                            _ => {
                                let message = format!("the component `{}` is not an array", name.text.to_uppercase());
                                return Err(Problem::error("E0297", span, message).with_help("remove the subscripts"));
                            }
                        }
                    }
                    Some(arguments) => (self.level(rank, arguments, span)?, None),
                };
                let path = path.component(&record.ty, &name.text, component, level, span);
                if path.place.is_some() && substring.is_none() {
                    return Ok(Value::Stored(path, shape));
                }
                let is_array = path.rank() > 0 && substring.is_some();
                let path = if is_array { path.into_section() } else { path };
                let (shape, expr) = (Shaped { rank: Some(path.rank()), ..shape }, path.expr());
                let expr = match substring {
                    None => expr,
                    Some(range) => {
                        let kind = match expr.kind {
                            ExprKind::Name(text) if path.place.is_none() => {
                                let value = Expr { kind: ExprKind::Range(Box::new(range)), span };
                                let argument = Argument { keyword: None, value };
                                ExprKind::Reference(Box::new(Name { text, span }), vec![argument])
                            }
                            _ => ExprKind::Substring(Box::new(expr), Box::new(range)),
                        };
                        Expr { kind, span }
                    }
                };
                Ok(Value::Plain(expr, shape))
            }
        }
    }

    /// A scalar component of an object that is a variable.
    pub fn named_component(&self, record: &Record, name: &Name, span: Span) -> Outcome<Value> {
        let (RecordKind::Object(path), Some(component)) = (&record.kind, record.ty.components.get(&name.text)) else {
            return Err(Problem::error("E0298", record.span, "only a variable has components here"));
        };
        let path = path.clone().component(&record.ty, &name.text, component, Level::whole(0), span);
        let shape = Shaped { rank: Some(path.rank()), ..component.shape.clone() };
        Ok(if path.place.is_some() { Value::Stored(path, shape) } else { Value::Plain(path.expr(), shape) })
    }

    fn unary(&mut self, op: UnaryOp, operand: Expr, span: Span) -> Outcome<Value> {
        let operand = self.value(operand)?;
        let sign = match op {
            UnaryOp::Plus => "+",
            UnaryOp::Negate => "-",
            UnaryOp::Not => ".not.",
        };
        if let Some(value) = self.defined_operation(sign, vec![operand.clone()], span)? {
            return Ok(value);
        }
        match operand {
            Value::Plain(operand, shape) => {
                Ok(Value::Plain(Expr { kind: ExprKind::Unary(op, Box::new(operand)), span }, shape))
            }
            other => Err(undefined_operation(sign, other.span())),
        }
    }

    fn binary(&mut self, op: BinaryOp, left: Expr, right: Expr, span: Span) -> Outcome<Value> {
        let left = self.value(left)?;
        let is_logical = matches!(op, BinaryOp::And | BinaryOp::Or);
        let outer = self.may_be_skipped;
        self.may_be_skipped |= is_logical;
        let right = self.value(right);
        self.may_be_skipped = outer;
        let right = right?;
        let sign = crate::print::sign_of(op);
        let is_open = matches!((&left, &right), (Value::Plain(..), Value::Plain(..)));
        if (!is_open || !self.names.specifics(&format!("operator({sign})")).is_empty())
            && let Some(value) = self.defined_operation(sign, vec![left.clone(), right.clone()], span)?
        {
            return Ok(value);
        }
        match (left, right) {
            (Value::Plain(left, a), Value::Plain(right, b)) => {
                let shape = operation_shape(op, &a, &b, self.default_kinds.integer.size() as i64);
                let kind = ExprKind::Binary(op, Box::new(left), Box::new(right));
                Ok(Value::Plain(Expr { kind, span }, shape))
            }
            (Value::Plain(..), other) | (other, _) => Err(undefined_operation(sign, other.span())),
        }
    }

    /// Rewrites all expressions in something, none of which may be of derived type.
    pub fn each_plain(&mut self, walk: impl FnOnce(&mut Each<'_>)) -> Outcome<()> {
        let mut each = Each { rewrite: &mut |expr| self.plain(expr), problem: None };
        walk(&mut each);
        each.problem.map_or(Ok(()), Err)
    }
}

/// Visits expressions and rewrites each, until one can't be.
pub(super) struct Each<'r> {
    rewrite: &'r mut dyn FnMut(Expr) -> Outcome<Expr>,
    problem: Option<Problem>,
}

impl VisitMut<'_> for Each<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        if self.problem.is_some() {
            return;
        }
        let nothing = Expr { kind: ExprKind::Logical(false, None), span: expr.span };
        match (self.rewrite)(std::mem::replace(expr, nothing)) {
            Ok(rewritten) => *expr = rewritten,
            Err(problem) => self.problem = Some(problem),
        }
    }
}

/// Whether these are a range of the characters of a scalar.
fn is_substring(arguments: &[Argument]) -> bool {
    matches!(arguments, [Argument { value: Expr { kind: ExprKind::Range(_), .. }, .. }])
}

/// The error for what has no components.
pub(super) fn no_object(span: Span) -> Problem {
    let message = "a component of what is not of a derived type that is known";
    Problem::error("E0934", span, message).with_help("declare the object with its type")
}

pub(super) fn undefined_operation(sign: &str, span: Span) -> Problem {
    Problem::error("E0296", span, format!("the operator {sign} is not defined for these operands"))
}
