//! The kinds of LOGICAL values. All kinds are one type, so the expression as written decides.

use super::Meaning;
use super::row::ResultType;
use crate::resolve::procedures::matched_arguments::match_arguments;
use crate::resolve::scope::implicit_types::ImplicitTypes;
use crate::resolve::scope::{Outcome, Scope};
use crate::resolved::BinaryOp;
use crate::tree::{self, ExprKind};
use forlane_semantics::types::Type;

impl Scope<'_> {
    /// The kind of a LOGICAL expression: an operation on two has the greater one, a comparison the default kind.
    pub(in crate::resolve) fn logical_kind(&mut self, expr: &tree::Expr) -> Outcome<i64> {
        let default = self.default_logical_kind();
        let mut greatest = 0;
        let mut stack = vec![expr];
        while let Some(expr) = stack.pop() {
            let kind = match &expr.kind {
                ExprKind::Paren(inner) | ExprKind::Unary(_, inner) => {
                    stack.push(inner);
                    continue;
                }
                ExprKind::Binary(BinaryOp::And | BinaryOp::Or, left, right)
                | ExprKind::Binary(BinaryOp::Equivalent | BinaryOp::NotEquivalent, left, right) => {
                    stack.extend([&**left, &**right]);
                    continue;
                }
                ExprKind::Logical(_, Some(kind)) => self.kind_of_literal(kind)?,
                ExprKind::Constructor(Some(spec), _) => self.logical_bytes_of_spec(spec).unwrap_or(4),
                ExprKind::Constructor(None, items) => match first_value(items) {
                    Some(first) => {
                        stack.push(first);
                        continue;
                    }
                    None => default,
                },
                ExprKind::Name(name) => self.logical_kind_of_name(name),
                ExprKind::Reference(name, arguments) => match self.argument_of_that_kind(&name.text, arguments) {
                    Some(KindOf::Value(value)) => {
                        stack.push(value);
                        continue;
                    }
                    Some(KindOf::Number(kind)) => self.constant_integer(kind)?,
                    Some(KindOf::Default) => default,
                    None => self.logical_kind_of_name(&name.text),
                },
                _ => default,
            };
            greatest = greatest.max(kind);
        }
        Ok(greatest)
    }

    /// The kind that a name has if it is LOGICAL, or the value of the function that it names.
    fn logical_kind_of_name(&self, name: &str) -> i64 {
        let is_declared = self.names.get(name).is_some_and(|facts| facts.logical_bytes.is_some());
        match self.known_interface(name).filter(|interface| interface.result.is_some() && !is_declared) {
            Some(interface) => interface.logical_bytes,
            None => self.declared_logical_kind(name),
        }
    }

    /// The kind that a name is declared with, or that its first letter implies, if it is LOGICAL.
    pub(in crate::resolve) fn declared_logical_kind(&self, name: &str) -> i64 {
        let facts = self.names.get(name);
        if let Some(bytes) = facts.and_then(|facts| facts.logical_bytes) {
            return bytes;
        }
        let is_declared = facts.is_some_and(|facts| facts.ty.is_some());
        match ImplicitTypes::index(name) {
            Some(letter) if !is_declared && self.implicit.types[letter] == Some(Type::Logical) => {
                self.implicit.lengths[letter] as i64
            }
            _ if is_declared => 4,
            _ => self.default_logical_kind(),
        }
    }

    fn default_logical_kind(&self) -> i64 {
        self.tree.default_kinds.integer.size() as i64
    }

    /// What says the kind of a value, if the name is that of an intrinsic function.
    fn argument_of_that_kind<'e>(&self, name: &str, arguments: &'e [tree::Argument]) -> Option<KindOf<'e>> {
        let row = self.intrinsic_of(name)?;
        let given: Vec<&tree::Argument> = arguments.iter().collect();
        let matched = match_arguments(&given, row.dummies.len(), |keyword| row.place_of(keyword)).ok()?;
        let at = |at: Option<usize>| matched.get(at?).copied().flatten();
        let kind = match (row.result, row.meaning) {
            (Some(ResultType::Same), _) => at(Some(0)).map(KindOf::Value),
            (Some(ResultType::Second), _) => at(Some(1)).map(KindOf::Value),
            (_, Meaning::Conversion) => at(row.place_of("kind")).map(KindOf::Number),
            _ => None,
        };
        Some(kind.unwrap_or(KindOf::Default))
    }
}

/// What says the kind of a value.
enum KindOf<'e> {
    /// A value of the same kind.
    Value(&'e tree::Expr),
    /// The kind.
    Number(&'e tree::Expr),
    Default,
}

/// The first value of a constructor, loops left out.
fn first_value(mut items: &[tree::ConstructorItem]) -> Option<&tree::Expr> {
    loop {
        match items.first()? {
            tree::ConstructorItem::Value(value) => return Some(value),
            tree::ConstructorItem::ImpliedDo(inner, _) => items = inner,
        }
    }
}
