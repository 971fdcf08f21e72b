//! The lengths of the elements of CHARACTER: of array constructors, where it is that of the first item, and of array
//! expressions.

use super::sections::{combine, constant};
use super::{Extents, Leaf};
use crate::Builder;
use crate::entities::Array;
use crate::operands::has_call;
use forlane_cfg::analysis::Linear;
use forlane_cfg::expr::{Expr, IntegerBinary, IntegerExpr, Place};
use forlane_frontend::resolved::{self, ConstructorItem, Designator, ExprKind, Intrinsic};
use forlane_semantics::types::Type;

impl Builder<'_> {
    /// An array for scalar items of type CHARACTER. Where the length of the first is known by its value alone, that
    /// comes along.
    pub(super) fn texts_for_items(&mut self, items: &[ConstructorItem], extents: Extents) -> (Array, Option<Expr>) {
        let Some(ConstructorItem::Value(first)) = items.first() else {
            return (self.texts_of_length(constant(0), extents), None);
        };
        if let Some(length) = self.sampled_length(first) {
            return (self.texts_of_length(length, extents), None);
        }
        let value = self.text(first);
        let bytes = self.copied_text(value);
        let array = self.texts_of_length(bytes.length.clone(), extents);
        (array, Some(Expr::Character(bytes.value())))
    }

    /// The length of the first of some items, in the first iteration of an implied DO; none if it follows only from the
    /// value.
    pub(super) fn length_of_items(&mut self, items: &[ConstructorItem]) -> Option<IntegerExpr> {
        let mut items = items;
        let value = loop {
            match items.first() {
                Some(ConstructorItem::Value(value)) => break value,
                Some(ConstructorItem::ImpliedDo { variable, first, items: inner, .. }) => {
                    let bound = self.expr(first);
                    if let Ok(Place::Variable(target)) = self.place(&Designator::Variable(*variable), first.span) {
                        self.action(forlane_cfg::graph::ActionKind::Assign { target, value: bound });
                    }
                    items = inner;
                }
                None => return Some(constant(0)),
            }
        };
        let length = self.sampled_length(value)?;
        Some(self.keep_integer("length", length))
    }

    /// The length of an expression, or of its elements; none if it follows only from the value.
    fn sampled_length(&mut self, value: &resolved::Expr) -> Option<IntegerExpr> {
        if has_call(value) {
            return None;
        }
        if value.rank() == 0 {
            return self.text_sample(value);
        }
        let indices = std::mem::take(&mut self.elements.indices);
        self.prepare(value);
        let length = self.text_sample(value);
        self.forget(value);
        self.elements.indices = indices;
        length
    }

    /// LEN of an array expression.
    pub(super) fn length_of_elements(&mut self, value: &resolved::Expr) -> IntegerExpr {
        self.prepare(value);
        let length = self.text_sample(value);
        self.forget(value);
        length.unwrap_or_else(|| {
            self.error(value.span, "the length of these elements is not known, which is not supported yet");
            constant(0)
        })
    }

    /// The length of the elements of a prepared CHARACTER expression; none if each has its own.
    pub(super) fn text_sample(&mut self, expr: &resolved::Expr) -> Option<IntegerExpr> {
        let mut sum = constant(0);
        let mut stack = vec![expr];
        while let Some(at) = stack.pop() {
            let length = match (self.elements.leaves.get(&at.id()), &at.kind) {
                (Some(Leaf::Array { array, .. }), _) => self.element_length(array)?,
                (Some(Leaf::Scalar(Expr::Character(value))), _) => self.text_length(&value.clone()),
                (_, ExprKind::Paren(inner)) => {
                    stack.push(inner);
                    continue;
                }
                (_, ExprKind::Binary(_, left, right)) => {
                    stack.extend([&**right, &**left]);
                    continue;
                }
                // Both values have the same length.
                (
                    _,
                    ExprKind::Intrinsic(Intrinsic::Merge | Intrinsic::AdjustLeft | Intrinsic::AdjustRight, arguments),
                ) => {
                    stack.extend(arguments.first());
                    continue;
                }
                (_, ExprKind::Intrinsic(Intrinsic::Max | Intrinsic::Min, arguments)) => {
                    let mut longest = constant(0);
                    for argument in arguments {
                        longest = combine(IntegerBinary::Max, longest, self.text_sample(argument)?);
                    }
                    longest
                }
                (_, ExprKind::Call { procedure, length, .. }) => {
                    let length = self.result_length(*procedure, length.as_deref(), at.span);
                    self.keep_integer("length", length)
                }
                _ => self.built_length(at)?,
            };
            sum = combine(IntegerBinary::Add, sum, length);
        }
        Some(sum)
    }

    /// The length that an expression has when it is built, if it is without that.
    fn built_length(&mut self, expr: &resolved::Expr) -> Option<IntegerExpr> {
        // Only the length of what is built here is used.
        let before = self.vars.len();
        let (value, _) = self.apart(&[], |builder| builder.text(expr));
        let length = Linear::compute(&self.vars, &self.text_length(&value))?;
        let mut sum = constant(length.constant);
        for (var, factor) in length.terms {
            if var.index() >= before {
                return None;
            }
            let Type::Integer(kind) = self.vars[var].ty else { return None };
            let value = IntegerExpr::Read(kind, Place::Variable(var));
            let term = combine(IntegerBinary::Multiply, value, constant(factor));
            sum = combine(IntegerBinary::Add, sum, term);
        }
        Some(sum)
    }
}
