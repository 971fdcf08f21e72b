//! ELEMENTAL procedures with arrays for scalar dummy arguments: a call for each element.
//!
//! A function is called where the element of its value is needed, in the loops of its statement. A subroutine gets
//! loops of its own; what its arguments assign is passed by reference, element by element.

use super::{Extents, Leaf};
use crate::Builder;
use crate::entities::Array;
use forlane_cfg::expr::IntegerExpr;
use forlane_cfg::graph::Argument;
use forlane_cfg::unit::Storage;
use forlane_frontend::resolved::{self, ExprKind, SymbolId};
use forlane_semantics::types::Type;

/// Whether a call is done for each element of its array arguments.
pub fn is_elemental(arguments: &[resolved::Argument]) -> bool {
    arguments.iter().any(|argument| argument.as_elemental().is_some())
}

impl Builder<'_> {
    /// CALL of a subroutine for each element.
    pub fn call_for_each(&mut self, procedure: SymbolId, arguments: &[resolved::Argument]) {
        let mut extents = Extents::new();
        for value in arguments.iter().filter_map(resolved::Argument::as_elemental) {
            let shape = self.prepare(value);
            if extents.is_empty() {
                extents = shape;
            }
        }
        self.evaluate_first(arguments);
        let loops = self.open_loops(&extents);
        self.call_once(procedure, arguments, &[]);
        self.close_loops(loops);
        arguments.iter().filter_map(resolved::Argument::as_elemental).for_each(|value| self.forget(value));
    }

    /// Whether a function that is called for each element may read an array that its arguments do not name: in an area,
    /// or as a host's variable, which follows the arguments.
    pub(super) fn may_read(&self, expr: &resolved::Expr, array: &Array) -> bool {
        let ExprKind::Call { arguments, .. } = &expr.kind else { return false };
        is_elemental(arguments)
            && (self.vars[array.var].storage == Storage::Area
                || arguments.iter().any(|argument| self.takes(argument, array)))
    }

    /// Whether an argument is that array, or one of the variables of a host that are passed.
    fn takes(&self, argument: &resolved::Argument, array: &Array) -> bool {
        match argument {
            resolved::Argument::Array(symbol, _)
            | resolved::Argument::Allocatable(symbol, _)
            | resolved::Argument::Bounded(symbol, _) => self.entities[symbol.index()].var() == Some(array.var),
            resolved::Argument::Shaped(inner) | resolved::Argument::Optional(inner) => self.takes(inner, array),
            resolved::Argument::Taken(taken) | resolved::Argument::Internal(_, taken, _) => {
                taken.iter().any(|argument| self.takes(argument, array))
            }
            _ => false,
        }
    }

    /// Evaluates the values that what is passed by reference could change before the first call.
    fn evaluate_first(&mut self, arguments: &[resolved::Argument]) {
        let assigned: Vec<Leaf> = (arguments.iter())
            .filter_map(|argument| match argument.unmarked() {
                resolved::Argument::Elemental(value, true) => self.elements.leaves.get(&value.id()).cloned(),
                _ => None,
            })
            .collect();
        for argument in arguments {
            let resolved::Argument::Elemental(value, false) = argument.unmarked() else { continue };
            let overlaps = assigned.iter().any(|leaf| match leaf {
                Leaf::Array { array, along } => self.may_overlap(array, along, value),
                Leaf::Scalar(_) | Leaf::Parts(_) => false,
            });
            if overlaps {
                self.forget(value);
                let copy = self.evaluated(value);
                // Building looks into parentheses first.
                let mut at = value;
                loop {
                    self.elements.leaves.insert(at.id(), Self::whole_leaf(copy.clone()));
                    let ExprKind::Paren(inner) = &at.kind else { break };
                    at = inner;
                }
            }
        }
    }

    /// The argument at the present element, and its length if it is of type CHARACTER.
    pub fn element_argument(&mut self, value: &resolved::Expr, is_reference: bool) -> (Argument, Option<IntegerExpr>) {
        if is_reference && let Some(Leaf::Array { array, along }) = self.elements.leaves.get(&value.id()).cloned() {
            let offset = self.offset_along(&array, &along, &self.elements.indices);
            return match self.element_bytes(&array, offset.clone()) {
                Some(bytes) if value.ty == Type::Character => {
                    (Argument::Element(bytes.array, bytes.offset), Some(bytes.length))
                }
                _ => (Argument::Element(array.var, offset), None),
            };
        }
        match value.ty {
            Type::Complex(kind) => {
                let parts = self.complex(value);
                (Argument::Array(self.complex_in_memory("value", kind, Some(parts))), None)
            }
            Type::Character => {
                let text = self.text(value);
                let bytes = self.copied_text(text);
                (Argument::Array(bytes.array), Some(bytes.length))
            }
            // An operation may have been evaluated, too (`evaluate_first`).
            _ => (Argument::Value(self.prepared(value).unwrap_or_else(|| self.expr(value))), None),
        }
    }
}
