//! The kinds of what is declared or written without one, where they are chosen: each type, constant and implied type of
//! the source gets its kind, before anything is resolved.
//!
//! ```text
//! REAL X(3)            REAL(8) X(3)
//! X(1) = 1.5 + I  →    X(1) = 1.5_8 + I
//!                      IMPLICIT REAL(8) (A-H, O-Z)
//! ```
//!
//! What intrinsic functions have follows from the unit's [`DefaultKinds`]; DOUBLE PRECISION and what has a kind of its
//! own stay as they are.

use crate::source::{DefaultKinds, Span};
use crate::tree::visit::{VisitMut, mutable};
use crate::tree::*;
use forlane_semantics::types::Type;

/// Gives the kinds to all that has none.
pub(crate) fn set_default_kinds(files: &mut [File], kinds: DefaultKinds) {
    if kinds == DefaultKinds::default() {
        return;
    }
    let mut setter = Setter { kinds, is_inner: false };
    files.iter_mut().flat_map(|file| &mut file.units).for_each(|unit| setter.unit(unit));
}

struct Setter {
    kinds: DefaultKinds,
    /// The unit has a host, of which it has the implied types.
    is_inner: bool,
}

impl Setter {
    fn real(&self) -> usize {
        Type::Real(self.kinds.real).size()
    }

    fn integer(&self) -> usize {
        self.kinds.integer.size()
    }

    /// The kinds that first letters imply, as far as the unit does not say them.
    fn implied_types(&self, unit: &Unit) -> Option<Statement> {
        let mut letters: Vec<char> = ('a'..='z').collect();
        for statement in &unit.statements {
            match &statement.kind {
                StatementKind::ImplicitNone { types: true, .. } => return None,
                StatementKind::Implicit(rules) => {
                    let ranges: Vec<&LetterRange> = rules.iter().flat_map(|rule| &rule.letters).collect();
                    letters.retain(|letter| !ranges.iter().any(|range| (range.first..=range.last).contains(letter)));
                }
                _ => {}
            }
        }
        let span = unit.span;
        let rule = |name: TypeName, is_integer: bool, kind: usize| {
            let of = letters.iter().filter(|letter| ('i'..='n').contains(*letter) == is_integer);
            let letters = of.map(|letter| LetterRange { first: *letter, last: *letter, span }).collect();
            ImplicitRule { ty: TypeSpec { name, kind: Some(KindSelector::Kind(number(kind, span))), span }, letters }
        };
        let rules = vec![rule(TypeName::Integer, true, self.integer()), rule(TypeName::Real, false, self.real())];
        Some(Statement { label: None, kind: StatementKind::Implicit(rules), span })
    }
}

impl VisitMut<'_> for Setter {
    fn unit(&mut self, unit: &mut Unit) {
        unit.default_kinds = self.kinds;
        let implied = if self.is_inner { None } else { self.implied_types(unit) };
        if let Some(header) = &mut unit.header {
            header.ty.iter_mut().for_each(|ty| self.type_spec(ty));
        }
        // An interface body has no implied types of a host.
        let is_inner = std::mem::replace(&mut self.is_inner, false);
        unit.statements.iter_mut().for_each(|statement| self.statement(statement));
        self.is_inner = true;
        unit.contains.iter_mut().flat_map(|contains| &mut contains.units).for_each(|inner| self.unit(inner));
        self.is_inner = is_inner;
        let is_first = |one: &Statement| !matches!(one.kind, StatementKind::Use(_) | StatementKind::Import(_));
        let at = unit.statements.iter().position(is_first).unwrap_or(unit.statements.len());
        unit.statements.splice(at..at, implied);
    }

    fn statement(&mut self, statement: &mut Statement) {
        match &mut statement.kind {
            // A number that is a whole control is a unit or a label.
            StatementKind::Transfer(transfer) => {
                for control in &mut transfer.controls {
                    match &mut control.value {
                        ControlValue::Expr(Expr { kind: ExprKind::Integer(..), .. }) | ControlValue::Star(_) => {}
                        ControlValue::Expr(value) => self.expr(value),
                    }
                }
                transfer.items.iter_mut().for_each(|item| self.constructor_item(item));
            }
            _ => mutable::walk_statement(self, statement),
        }
    }

    fn type_spec(&mut self, ty: &mut TypeSpec) {
        let size = match ty.name {
            TypeName::Real | TypeName::Complex => self.real(),
            TypeName::Integer | TypeName::Logical => self.integer(),
            TypeName::DoublePrecision | TypeName::DoubleComplex | TypeName::Character | TypeName::Derived => 4,
        };
        match ty.kind {
            None if size != 4 => ty.kind = Some(KindSelector::Kind(number(size, ty.span))),
            _ => mutable::walk_type_spec(self, ty),
        }
    }

    fn expr(&mut self, expr: &mut Expr) {
        let (real, integer, span) = (self.real(), self.integer(), expr.span);
        let name = |size: usize| Some(Box::new(Name { text: size.to_string().into(), span }));
        match &mut expr.kind {
            ExprKind::Real(text, kind @ None) if real != 4 && !text.contains(['d', 'q']) => *kind = name(real),
            ExprKind::Integer(_, kind @ None) | ExprKind::Logical(_, kind @ None) if integer != 4 => {
                *kind = name(integer);
            }
            ExprKind::Complex(re, im) if real != 4 && is_whole(re) && is_whole(im) => {
                make_real(re);
                self.expr(re);
            }
            _ => mutable::walk_expr(self, expr),
        }
    }
}

fn number(value: usize, span: Span) -> Expr {
    Expr { kind: ExprKind::Integer(value.to_string().into(), None), span }
}

/// Whether a part of a complex constant is an INTEGER; one of a kind of its own is, too.
fn is_whole(part: &Expr) -> bool {
    match &part.kind {
        ExprKind::Unary(_, inner) => is_whole(inner),
        kind => matches!(kind, ExprKind::Integer(..)),
    }
}

/// Makes a whole number a REAL constant, from which the complex one has its kind.
fn make_real(part: &mut Expr) {
    match &mut part.kind {
        ExprKind::Unary(_, inner) => make_real(inner),
        ExprKind::Integer(digits, _) => part.kind = ExprKind::Real(format!("{digits}.").into(), None),
        _ => {}
    }
}
