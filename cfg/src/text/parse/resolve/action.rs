//! Actions and return lists.

use super::Resolver;
use crate::array::{ArrayAssignment, ElementStore, IndexRange};
use crate::character::CharacterExpr;
use crate::expr::{Expr, IntegerExpr, LogicalExpr, Place, RealExpr};
use crate::graph::{Action, ActionKind, Argument, Callee};
use crate::text::parse::syntax::{ActionText, ArrayText, CallTarget, CalleeText, ExprText, ItemText, RangeText};
use crate::text::parse::token::Numbered;
use crate::transfer::{IoAction, IoKind};
use crate::unit::{SourceLine, ValueId, VarId};
use forlane_semantics::types::IntegerKind;

impl<'a> Resolver<'a, '_> {
    /// An action.
    pub(super) fn action(&mut self, text: &ActionText<'a>, at: SourceLine) -> Option<Action> {
        let kind = match text {
            ActionText::Enter(scope) => ActionKind::ScopeEntry(self.scope(*scope)?),
            ActionText::Leave(scope) => ActionKind::ScopeExit(self.scope(*scope)?),
            ActionText::Assign(name, value) => {
                let (target, value) = (self.var(name), self.expr(value));
                ActionKind::Assign { target: target?, value: value? }
            }
            ActionText::Define(definition, expr) => {
                let (value, expr) = (self.value(definition.id), self.expr(expr));
                ActionKind::Define { value: value?, expr: expr? }
            }
            ActionText::Store(name, offset, value) => {
                let (array, offset, value) = (self.var(name), self.integer(offset), self.expr(value));
                ActionKind::Store { array: array?, offset: offset?, value: value? }
            }
            ActionText::StoreText(name, offset, length, value) => {
                let (array, offset, length) = (self.var(name), self.integer(offset), self.integer(length));
                let value = self.text(value);
                ActionKind::StoreText { array: array?, offset: offset?, length: length?, value: value? }
            }
            ActionText::Array(text) => ActionKind::Array(Box::new(self.array_assignment(text)?)),
            ActionText::Allocate(name, length) => {
                let (array, length) = (self.var(name), self.integer(length));
                ActionKind::Allocate { array: array?, length: length? }
            }
            ActionText::Free(name) => ActionKind::Deallocate { array: self.var(name)? },
            ActionText::Call { target, callee, arguments } => {
                let items: Vec<Argument> = arguments.iter().filter_map(|item| self.argument(item)).collect();
                let (result, result_value) = match target {
                    CallTarget::None => (None, None),
                    CallTarget::Variable(name) => (Some(self.var(name)?), None),
                    CallTarget::Value(definition) => (None, Some(self.value(definition.id)?)),
                };
                ActionKind::Call { callee: self.callee(callee)?, arguments: items, result, result_value }
            }
            ActionText::Io(kind, items) => self.io(*kind, items)?,
        };
        Some(Action { kind, at })
    }

    fn array_assignment(&mut self, text: &ArrayText<'a>) -> Option<ArrayAssignment> {
        let ranges: Option<Vec<IndexRange>> = text.ranges.iter().map(|range| self.index_range(range)).collect();
        self.in_elements = true;
        let mask = text.mask.as_ref().map(|mask| self.logical(mask));
        let (mut parts, mut stores) = (Vec::new(), Vec::new());
        for (target, value) in &text.assignments {
            let (place, value) = (self.place(target), self.expr(value));
            match (place, value) {
                (Some(Place::Variable(part)), Some(value)) if stores.is_empty() => parts.push((part, value)),
                (Some(Place::Section(target)), Some(value)) => stores.push(ElementStore { target: *target, value }),
                (Some(_), Some(_)) => {
                    self.errors.add(target.text, "expected an element, or a part before the elements")
                }
                _ => {}
            }
        }
        self.in_elements = false;
        let mask = match mask {
            Some(mask) => Some(mask?),
            None => None,
        };
        Some(ArrayAssignment { ranges: ranges?, mask, parts, stores })
    }

    fn index_range(&mut self, text: &RangeText<'a>) -> Option<IndexRange> {
        let index = self.var(text.index)?;
        let (first, count) = (self.integer(&text.first), self.integer(&text.count));
        let kind = first.as_ref().map_or(IntegerKind::I4, IntegerExpr::kind);
        let step = match &text.step {
            Some(step) => self.integer(step),
            None => Some(IntegerExpr::Constant(kind, 1)),
        };
        Some(IndexRange { index, first: first?, step: step?, count: count? })
    }

    /// A variable or an element by its subscripts.
    fn place(&mut self, text: &ExprText<'a>) -> Option<Place> {
        match self.expr(text)? {
            Expr::Integer(IntegerExpr::Read(_, place))
            | Expr::Real(RealExpr::Read(_, place))
            | Expr::Logical(LogicalExpr::Read(place)) => Some(place),
            _ => {
                self.errors.add(text.text, "expected what can be assigned");
                None
            }
        }
    }

    fn io(&mut self, kind: IoKind, items: &[ItemText<'a>]) -> Option<ActionKind> {
        let (mut operands, mut objects) = (Vec::new(), Vec::new());
        for item in items {
            match item {
                ItemText::Text(text, _) => operands.push(Expr::Character(CharacterExpr::text(text.as_slice()))),
                ItemText::Value(value) => operands.push(self.expr(value)?),
                ItemText::Procedure(_, text) | ItemText::Absent(text) => {
                    self.errors.add(text, "only values and variables are read and written");
                    return None;
                }
                item => objects.push(self.argument(item)?),
            }
        }
        Some(ActionKind::Io(IoAction { kind, operands, objects }))
    }

    fn argument(&mut self, text: &ItemText<'a>) -> Option<Argument> {
        Some(match text {
            ItemText::Value(value) => Argument::Value(self.expr(value)?),
            ItemText::Variable(name) => Argument::Variable(self.var(name)?),
            ItemText::Array(name) => Argument::Array(self.var(name)?),
            ItemText::Element(name, offset) => {
                let (array, offset) = (self.var(name), self.integer(offset));
                Argument::Element(array?, offset?)
            }
            ItemText::InOut(before, after) => {
                let (before, after) = (self.expr(before), self.value(after.id));
                Argument::InOut { before: before?, after: after? }
            }
            ItemText::Procedure(callee, _) => Argument::Procedure(self.callee(callee)?),
            ItemText::Absent(_) => Argument::Absent,
            ItemText::Text(_, text) => {
                self.errors.add(text, "a text can't be an argument");
                return None;
            }
        })
    }

    fn callee(&mut self, text: &CalleeText<'a>) -> Option<Callee> {
        Some(match text {
            CalleeText::Unit(name) => Callee::Unit(name.clone()),
            CalleeText::Dummy(name) => Callee::Dummy(self.var(name)?),
            CalleeText::Internal(name, with) => Callee::Internal(name.clone(), with.clone()),
        })
    }

    /// The list of a return.
    pub(super) fn returned(&mut self, results: &[(&'a str, Numbered<'a>)]) -> Option<Vec<(VarId, ValueId)>> {
        let mut found = Vec::with_capacity(results.len());
        for (name, value) in results {
            let (var, value) = (self.var(name), self.value(*value));
            found.push((var?, value?));
        }
        Some(found)
    }
}
