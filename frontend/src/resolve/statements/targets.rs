//! What an assignment may change: variables, elements, sections and substrings, and what is refused as one.

use crate::diagnostics::Diagnostic;
use crate::resolve::expressions::arrays::ElementOrSection;
use crate::resolve::expressions::character::only_range;
use crate::resolve::scope::facts::Use;
use crate::resolve::scope::{Outcome, Reported, Scope};
use crate::resolved::{Designator, Section, SymbolClass, SymbolId};
use crate::source::Span;
use crate::tree::{self, ExprKind, Name};
use forlane_semantics::types::Type;

/// What an assignment changes.
pub(crate) enum Target {
    Scalar(Designator),
    /// With its rank.
    Array(Section, usize),
}

impl From<ElementOrSection> for Target {
    fn from(found: ElementOrSection) -> Target {
        match found {
            ElementOrSection::Element(designator) => Target::Scalar(designator),
            ElementOrSection::Section(section, rank) => Target::Array(section, rank),
        }
    }
}

impl Scope<'_> {
    /// Reports that a value of one type is assigned to another, unless a refused statement may say what that means.
    pub fn refuse_assignment(&mut self, value: Type, target: Type, span: Span) -> Reported {
        if self.has_refused("assignment") {
            return self.reported_before();
        }
        let message = format!("a value of type {} can't be assigned to {}", value.name(), target.name());
        self.error("E0222", span, message)
    }

    /// What an input statement, or an answer to another one, changes, and the type that it is declared with.
    pub fn resolve_transferred(&mut self, target: &tree::Expr) -> Outcome<(Target, Type)> {
        let (target, ty) = self.resolve_target(target)?;
        let symbol = match &target {
            Target::Scalar(designator) => designator.symbol(),
            Target::Array(section, _) => section.array,
        };
        Ok((target, if self.holds_logical(symbol) { Type::Logical } else { ty }))
    }

    /// What an assignment changes, and its type.
    pub fn resolve_target(&mut self, target: &tree::Expr) -> Outcome<(Target, Type)> {
        if let Some(alias) = self.alias_of(target) {
            return self.resolve_target(&alias);
        }
        match &target.kind {
            ExprKind::Name(name) => {
                let (symbol, ty) = self.assigned_variable(name, target.span)?;
                if self.is_array(name) {
                    let Some(array) = self.whole_array(symbol, name, target.span)?.into_section() else {
                        return Err(self.reported_before());
                    };
                    return Ok((Target::Array(array.0, array.1), ty));
                }
                Ok((Target::Scalar(Designator::Variable(symbol)), ty))
            }
            ExprKind::Reference(name, arguments)
                if !self.is_array(&name.text) && only_range(arguments).is_some() && !self.is_reported(&name.text) =>
            {
                let Some(range) = only_range(arguments) else { return Err(self.reported_before()) };
                self.check_intent(&name.text, name.span)?;
                self.substring_designator(name, range, target.span).map(|(part, ty)| (Target::Scalar(part), ty))
            }
            ExprKind::Substring(element, range) => {
                if let ExprKind::Reference(name, _) = &element.kind {
                    self.check_intent(&name.text, name.span)?;
                }
                let (part, ty) = self.element_substring(element, range, target.span)?;
                Ok((Target::from(part), ty))
            }
            ExprKind::Reference(name, subscripts) if self.is_array(&name.text) => {
                self.check_intent(&name.text, name.span)?;
                self.target_of(name, subscripts, target.span)
            }
            ExprKind::Reference(name, _) => {
                if self.names.get(&name.text).is_some_and(|facts| facts.reported) {
                    return Err(self.reported_before());
                }
                let error =
                    Diagnostic::error("E0203", name.span, format!("`{}` is not an array", name.text.to_uppercase()));
                Err(self.report(error.with_help("if it is one, declare its dimensions")))
            }
            _ => Err(self.error("E0210", target.span, "this can't be assigned to")),
        }
    }

    /// `name(subscripts)` as a target.
    pub fn target_of(&mut self, name: &Name, subscripts: &[tree::Argument], span: Span) -> Outcome<(Target, Type)> {
        let (found, ty) = self.resolve_subscripted(name, subscripts, span)?;
        Ok((Target::from(found), ty))
    }

    /// True if an error about the name that it consists of has been reported.
    pub(super) fn is_reported_target(&self, target: &tree::Expr) -> bool {
        matches!(&target.kind, ExprKind::Name(name) if self.is_reported(name))
    }

    /// True if an error about the name has been reported.
    fn is_reported(&self, name: &str) -> bool {
        self.names.get(name).is_some_and(|facts| facts.reported)
    }

    /// The scalar variable that is assigned to, and its type.
    pub(super) fn assigned_variable(&mut self, name: &str, span: Span) -> Outcome<(SymbolId, Type)> {
        let symbol = self.symbol_of_name(name, span)?;
        let what = match &self.symbols[symbol].class {
            SymbolClass::Variable(variable) => {
                let ty = variable.ty;
                self.check_intent(name, span)?;
                self.use_as(name, Use::Variable, span)?;
                return Ok((symbol, ty));
            }
            SymbolClass::NamedConstant(_) => "a named constant",
            SymbolClass::External { .. } => "an external procedure",
            SymbolClass::Intrinsic => "an intrinsic function",
            SymbolClass::StatementFunction => "a statement function",
        };
        let message = format!("`{}` is {what} and can't be assigned to", name.to_uppercase());
        let error = Diagnostic::error("E0210", span, message);
        let place = self.symbols[symbol].span;
        Err(self.report(error.with_related(place, "it is first here")))
    }

    pub fn check_intent(&mut self, name: &str, span: Span) -> Outcome<()> {
        self.check_not_constant(name, span)?;
        self.check_protected(name, span)?;
        self.check_not_value(name, span)?;
        self.check_pure_target(name, span)?;
        if self.names.get(name).is_some_and(|facts| facts.intent == Some(tree::Intent::In)) {
            let message = format!("`{}` has INTENT(IN) and can't be assigned to", name.to_uppercase());
            return Err(self.error("E0210", span, message));
        }
        Ok(())
    }
}
