//! The parts of COMPLEX variables: `z%re` and `z%im`.

use crate::diagnostics::Diagnostic;
use crate::resolve::scope::{Outcome, Scope};
use crate::resolved::{Expr, ExprKind, Intrinsic};
use crate::source::Span;
use crate::tree::{self, ComponentReference, Step};
use forlane_semantics::types::{RealKind, Type};

/// A part of a complex number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Real,
    Imaginary,
}

impl Part {
    /// The part that a component's name says.
    pub fn of(component: &ComponentReference) -> Option<Part> {
        match component.name.text.as_str() {
            _ if component.arguments.is_some() => None,
            "re" => Some(Part::Real),
            "im" => Some(Part::Imaginary),
            _ => None,
        }
    }

    /// This part of a COMPLEX value.
    fn of_value(self, value: Expr, kind: RealKind, span: Span) -> Expr {
        let kind_of_part = match self {
            Part::Real => ExprKind::Convert(Box::new(value)),
            Part::Imaginary => ExprKind::Intrinsic(Intrinsic::Imaginary, vec![value]),
        };
        Expr::new(kind_of_part, Type::Real(kind), span)
    }
}

impl Scope<'_> {
    /// Resolves `of%re` or `of%im` as a value.
    pub fn resolve_part(&mut self, component: &ComponentReference, span: Span) -> Outcome<Expr> {
        let (value, kind, part) = self.whole_of(component, span)?;
        Ok(part.of_value(value, kind, span))
    }

    /// The value that all of a COMPLEX variable gets when one part of it is assigned.
    pub fn resolve_value_of_part(
        &mut self,
        component: &ComponentReference,
        value: &tree::Expr,
        span: Span,
    ) -> Outcome<Expr> {
        let whole = self.whole_of(component, span);
        let value = self.resolve_any(value);
        let ((whole, kind, part), value) = (whole?, value?);
        // The subscripts are evaluated for the part that stays, too.
        let calls = tree::finds([&component.of], &mut |expr| match &expr.kind {
            tree::ExprKind::Reference(name, _) if !self.is_array(&name.text) => match self.intrinsic_of(&name.text) {
                Some(_) => Step::Inside,
                None => Step::Found,
            },
            _ => Step::Inside,
        });
        if calls {
            return Err(self.refuse_part(span, "a part of an element whose subscripts call functions"));
        }
        let value = self.assigned(value, Type::Real(kind))?;
        let parts = match part {
            Part::Real => vec![value, Part::Imaginary.of_value(whole, kind, span)],
            Part::Imaginary => vec![Part::Real.of_value(whole, kind, span), value],
        };
        Ok(Expr::new(ExprKind::Intrinsic(Intrinsic::Complex, parts), Type::Complex(kind), span))
    }

    /// Reports a part of a COMPLEX variable as an argument: the procedure could assign it.
    pub fn refuse_part_as_argument(&mut self, span: Span) -> crate::resolve::scope::Reported {
        self.refuse_part(span, "a part of a COMPLEX variable as an argument")
    }

    fn refuse_part(&mut self, span: Span, what: &str) -> crate::resolve::scope::Reported {
        let error = Diagnostic::error("E0934", span, format!("{what} is not supported yet"));
        self.report(error.with_help("use a variable for it, or write the value in parentheses"))
    }

    /// The COMPLEX value of which something is a part.
    fn whole_of(&mut self, component: &ComponentReference, span: Span) -> Outcome<(Expr, RealKind, Part)> {
        let part = Part::of(component);
        let value = self.resolve_any(&component.of)?;
        match (value.ty, part) {
            (Type::Complex(kind), Some(part)) => Ok((value, kind, part)),
            _ => Err(self.no_object(span)),
        }
    }

    /// Reports a component of what has none, or a call of it.
    pub fn no_object(&mut self, span: Span) -> crate::resolve::scope::Reported {
        let message = "a component of what is not of a derived type that is known";
        self.error_with_help("E0934", span, message, "declare the object with its type")
    }
}
