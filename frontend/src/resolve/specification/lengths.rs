//! Lengths of CHARACTER that are not constant: when each can be settled, and the expressions that they become.

use crate::diagnostics::Diagnostic;
use crate::resolve::expressions::character::only_range;
use crate::resolve::scope::facts::DeclaredLength;
use crate::resolve::scope::facts::{Facts, Mode};
use crate::resolve::scope::{Outcome, Scope};
use crate::resolved::{CharacterLength, Storage, SymbolId};
use crate::source::Span;
use crate::tree::{self, ExprKind as TreeKind, Step};
use forlane_semantics::types::Type;

impl<'a> Scope<'a> {
    /// Sets the length of a symbol whose name has been settled; what is an expression waits for
    /// [`Scope::settle_lengths`].
    pub fn settle_length(&mut self, name: &str, symbol: SymbolId) {
        let facts = self.names.get(name);
        let declared = facts.and_then(|facts| facts.length);
        if declared.is_none() && facts.is_some_and(|facts| facts.explicit.is_some()) {
            // An interface body has said it.
            return;
        }
        self.symbols[symbol].length = match declared {
            Some(DeclaredLength::Constant(length)) => Some(CharacterLength::Constant(length)),
            Some(DeclaredLength::Assumed(_)) => Some(CharacterLength::Assumed),
            Some(DeclaredLength::Deferred(_)) => Some(CharacterLength::Deferred),
            Some(DeclaredLength::Later(_)) => None,
            None => self.implicit_length(name).map(CharacterLength::Constant),
        };
    }

    /// Settles the lengths that depend on dummy arguments, and reports those that are not specified; those that inquire
    /// about arrays come after the arrays' shapes.
    pub fn settle_lengths(&mut self, of_arrays: bool) {
        for index in 0..self.names.len() {
            let Some((name, facts)) = self.names.get_index(index) else { break };
            // What comes from outside brings its length along.
            if matches!(facts.length, Some(DeclaredLength::Later(length)) if self.mentions_function(length)) {
                self.has_late_lengths = true;
                continue;
            }
            let asks = matches!(facts.length, Some(DeclaredLength::Later(length)) if self.mentions_array([length]));
            if facts.origin.is_none() && asks == of_arrays {
                let name = name.clone();
                self.settle_open_length(&name, Mode::Bound);
            }
        }
    }

    /// Finds the arrays whose bounds call functions of other units, which are not known yet, and those whose bounds ask
    /// about such arrays. Procedures inside of this one take its arrays as they are before that.
    pub fn find_late_arrays(&mut self) {
        let mut known = usize::MAX;
        while self.tree.contains.is_none() && self.late_arrays.len() != known {
            known = self.late_arrays.len();
            for index in 0..self.names.len() {
                let Some((name, facts)) = self.names.get_index(index) else { break };
                let Facts { dimensions: Some((specs, _)), origin: None, constant: None, .. } = facts else { continue };
                let mut bounds = specs.iter().flat_map(|spec| spec.lower.iter().chain(&spec.upper));
                if self.bound_mode(name) == Mode::Bound && bounds.any(|bound| self.mentions_function(bound)) {
                    let name = name.clone();
                    self.late_arrays.insert(name);
                }
            }
        }
        self.has_late_lengths |= !self.late_arrays.is_empty();
    }

    /// Settles the bounds and lengths that call functions of other units.
    pub fn settle_late_lengths(&mut self) {
        for index in 0..self.late_arrays.len() {
            let Some(name) = self.late_arrays.get_index(index).cloned() else { break };
            let Some(Facts { dimensions: Some((dimensions, _)), reported: false, .. }) = self.names.get(&name) else {
                continue;
            };
            let dimensions: &'a [tree::DimensionSpec] = dimensions;
            self.settle_shape(&name, dimensions, Mode::Bound);
            self.mode = Mode::Executable;
        }
        for index in 0..self.names.len() {
            let Some((name, facts)) = self.names.get_index(index) else { break };
            let is_late = matches!(facts.length, Some(DeclaredLength::Later(length)) if self.mentions_function(length));
            if facts.origin.is_none() && is_late {
                let name = name.clone();
                self.settle_open_length(&name, Mode::Bound);
            }
        }
    }

    /// Settles the length of a name that is not a constant; its expression is resolved in that mode.
    pub fn settle_open_length(&mut self, name: &str, mode: Mode) {
        let Some(facts) = self.names.get(name).filter(|facts| !facts.reported) else { return };
        let (symbol, length, is_allocatable) = (facts.symbol, facts.length, facts.allocatable.is_some());
        let is_local =
            self.variable(symbol).is_some_and(|variable| !matches!(variable.storage, Storage::Dummy | Storage::Result));
        let settled = match length {
            Some(DeclaredLength::Assumed(span)) if is_local => {
                let message = format!("the length of `{}` is not defined", name.to_uppercase());
                let error = Diagnostic::error("E0290", span, message);
                Err(self.report(error.with_help("`*` is for dummy arguments, function results and named constants")))
            }
            Some(DeclaredLength::Deferred(span)) if !is_allocatable => {
                let message = format!("`{}` has a deferred length, but is not ALLOCATABLE", name.to_uppercase());
                Err(self.error_with_help("E0290", span, message, "declare it ALLOCATABLE, or give a length"))
            }
            Some(DeclaredLength::Later(expr)) => self.bound_length(expr, mode).map(|length| {
                self.symbols[symbol].length = Some(length);
            }),
            _ => Ok(()),
        };
        if let (Err(_), Some(facts)) = (settled, self.names.get_mut(name)) {
            facts.reported = true;
        }
    }

    /// Settles the length of a name before the specification part is complete, as another length or a bound there
    /// depends on it; whether it is known or an expression now.
    pub fn settle_length_early(&mut self, name: &str, span: Span) -> Outcome<bool> {
        let Some(Facts { symbol, length: Some(DeclaredLength::Later(_)), origin: None, is_settling_length, .. }) =
            self.names.get(name)
        else {
            return Ok(false);
        };
        if *is_settling_length {
            return Err(self.error(
                "E0290",
                span,
                format!("the length of `{}` depends on itself", name.to_uppercase()),
            ));
        }
        if self.symbols[*symbol].length.is_none() {
            let set = |scope: &mut Self, to| {
                scope.names.get_mut(name).into_iter().for_each(|facts| facts.is_settling_length = to)
            };
            set(self, true);
            self.settle_open_length(name, Mode::Bound);
            set(self, false);
        }
        if self.names.get(name).is_some_and(|facts| facts.reported) { Err(self.reported_before()) } else { Ok(true) }
    }

    fn bound_length(&mut self, expr: &tree::Expr, mode: Mode) -> Outcome<CharacterLength> {
        let mode = std::mem::replace(&mut self.mode, mode);
        let resolved = self.resolve_expression(expr);
        self.mode = mode;
        let resolved = resolved?;
        match resolved.ty {
            Type::Integer(_) => Ok(CharacterLength::Expression(resolved)),
            ty => Err(self.error("E0290", expr.span, format!("a length is INTEGER, not {}", ty.name()))),
        }
    }

    /// True if a function that is not intrinsic is called in the expression, or in the bounds of an array
    /// there.
    fn mentions_function(&self, expr: &tree::Expr) -> bool {
        tree::finds([expr], &mut |expr| match &expr.kind {
            TreeKind::Name(name) if self.late_arrays.contains(&**name) => Step::Found,
            TreeKind::Reference(name, _) if self.late_arrays.contains(&*name.text) => Step::Found,
            TreeKind::Reference(name, arguments) => {
                let is_own = self.is_array(&name.text) || only_range(arguments).is_some();
                let is_known = is_own || self.is_intrinsic_function(&name.text) || self.is_constant_array(&name.text);
                if is_known { Step::Inside } else { Step::Found }
            }
            _ => Step::Inside,
        })
    }

    /// True if a name in the expressions is that of an array.
    pub(super) fn mentions_array<'e>(&self, exprs: impl IntoIterator<Item = &'e tree::Expr>) -> bool {
        tree::finds(exprs, &mut |expr| match &expr.kind {
            TreeKind::Name(name) if self.is_array(name) => Step::Found,
            TreeKind::Reference(name, _) if self.is_array(&name.text) => Step::Found,
            _ => Step::Inside,
        })
    }
}
