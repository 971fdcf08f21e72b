//! Statement functions: their definitions, and the expansion of their references.
//!
//! A reference becomes a [`ExprKind::Let`]: each actual argument is evaluated once, into a variable of its own, and the
//! function's expression reads these in the place of the dummy arguments. A dummy argument's name has its meaning in
//! the definition alone; it has the type that the unit gives the name.

use crate::diagnostics::Diagnostic;
use crate::diagnostics::counted;
use crate::resolve::constants::as_constant;
use crate::resolve::expressions::{constant_expr, is_numeric};
use crate::resolve::scope::facts::Mode;
use crate::resolve::scope::records::Bound;
use crate::resolve::scope::records::StatementFunction;
use crate::resolve::scope::{Outcome, Scope, local_variable};
use crate::resolved::{CharacterLength, Designator, Expr, ExprKind, Symbol, SymbolClass, SymbolId};
use crate::source::Span;
use crate::tree::{self, ExprKind as TreeKind, Name};
use forlane_semantics::types::Type;

/// The most expansions in a unit, those inside of others counted too: they can double with each definition.
const MAX_EXPANSIONS: usize = 50_000;
/// How deep expansions may be in others.
const MAX_EXPANSION_DEPTH: usize = 100;

impl<'a> Scope<'a> {
    /// Enters the definition that a statement of the specification part is.
    pub fn define_statement_function(&mut self, target: &'a tree::Expr, value: &'a tree::Expr) -> Outcome<()> {
        let TreeKind::Reference(name, arguments) = &target.kind else { return Err(self.reported_before()) };
        self.check_statement_function_name(name)?;
        let mut dummies = Vec::with_capacity(arguments.len());
        for argument in arguments {
            dummies.push(self.statement_dummy(name, argument, &dummies)?);
        }
        let ty = self.type_of_name(&name.text, name.span)?;
        if ty == Type::Character && self.constant_length(&name.text).is_none() {
            self.facts(&name.text, name.span).reported = true;
            let message = "the length of a statement function of type CHARACTER is a constant";
            return Err(self.error("E0244", target.span, message));
        }
        let facts = self.facts(&name.text, name.span);
        facts.settled = true;
        let symbol = facts.symbol;
        self.symbols[symbol].class = SymbolClass::StatementFunction;
        let function = StatementFunction { span: name.span, dummies, ty, value, is_wrong: false };
        self.statement_functions.insert(name.text.clone(), function);
        Ok(())
    }

    /// Reports a name that is something else already.
    fn check_statement_function_name(&mut self, name: &Name) -> Outcome<()> {
        let before = self.statement_functions.get(&name.text).map(|function| function.span);
        let is_own_name = self.is_own_name(&name.text);
        let facts = self.facts(&name.text, name.span);
        let result = facts.result.then_some(name.span);
        let conflict = [
            (before, "is a statement function already", "defined here"),
            (facts.dummy, "is a dummy argument", "here"),
            (facts.parameter, "is a named constant", "its value is given here"),
            (facts.external, "is EXTERNAL", "declared here"),
            (facts.intrinsic, "is INTRINSIC", "declared here"),
            (facts.save, "is saved, so it is a variable", "SAVE is here"),
            (result.or(is_own_name.then_some(name.span)), "is the name of this program unit", "it can't be redefined"),
        ];
        let conflict = conflict.into_iter().find_map(|(place, what, label)| Some((place?, what, label)));
        let Some((place, what, label)) = conflict else { return Ok(()) };
        facts.reported = true;
        let error = Diagnostic::error("E0202", name.span, format!("`{}` {what}", name.text.to_uppercase()));
        Err(self.report(error.with_related(place, label)))
    }

    /// A dummy argument of a definition, and its type.
    fn statement_dummy(
        &mut self,
        function: &Name,
        argument: &'a tree::Argument,
        before: &[(&'a str, Type)],
    ) -> Outcome<(&'a str, Type)> {
        let span = argument.value.span;
        let (TreeKind::Name(name), None) = (&argument.value.kind, &argument.keyword) else {
            self.facts(&function.text, function.span).reported = true;
            let message = format!("`{}` is not an array", function.text.to_uppercase());
            let error = Diagnostic::error("E0203", function.span, message);
            return Err(self.report(error.with_help("if it is one, declare its dimensions")));
        };
        if before.iter().any(|(other, _)| other == name) {
            self.facts(&function.text, function.span).reported = true;
            let message = format!("`{}` is a dummy argument twice", name.to_uppercase());
            return Err(self.error("E0202", span, message));
        }
        let declared = self.names.get(name).and_then(|facts| facts.ty).map(|(ty, _)| ty);
        match declared.or_else(|| self.implicit.of(name)) {
            Some(ty) => Ok((name, ty)),
            None => self.type_of_name(name, span).map(|ty| (name.as_str(), ty)),
        }
    }

    /// Resolves each definition once, so that what is wrong in it is reported there and once.
    pub fn check_statement_functions(&mut self) {
        for index in 0..self.statement_functions.len() {
            let Some((_, function)) = self.statement_functions.get_index(index) else { break };
            let dummies = function.dummies.clone();
            let bound = dummies.into_iter().map(|(name, ty)| (name.to_owned(), self.fresh_variable("check", name, ty)));
            let bound: Vec<(String, Bound)> = bound.collect();
            let variables: Vec<SymbolId> = bound.iter().filter_map(|(_, bound)| bound.variable()).collect();
            let value = self.expand(index, bound);
            for variable in variables {
                self.symbols[variable].class = SymbolClass::StatementFunction;
            }
            if let (Err(_), Some((_, function))) = (value, self.statement_functions.get_index_mut(index)) {
                function.is_wrong = true;
            }
        }
        self.expansion.total = 0;
    }

    /// What a dummy argument's name stands for in the expression that is expanded.
    pub fn bound_name(&self, name: &str) -> Option<&Bound> {
        self.expansion.bound.iter().find(|(bound, _)| bound == name).map(|(_, bound)| bound)
    }

    /// Resolves the reference to a statement function.
    pub fn resolve_statement_function(
        &mut self,
        name: &Name,
        arguments: &[tree::Argument],
        span: Span,
    ) -> Outcome<Expr> {
        let Some((index, _, function)) = self.statement_functions.get_full(&name.text) else {
            return Err(self.reported_before());
        };
        let (place, dummies, is_wrong) = (function.span, function.dummies.clone(), function.is_wrong);
        let shown = name.text.to_uppercase();
        if self.mode != Mode::Executable {
            let message = format!("the statement function `{shown}` can't be referred to here");
            return Err(self.error("E0205", name.span, message));
        }
        if self.expansion.within.is_some_and(|within| within <= index) {
            let message = format!("`{shown}` is not defined before this statement function");
            let error = Diagnostic::error("E0244", name.span, message);
            return Err(self.report(error.with_related(place, "it is defined here")));
        }
        if arguments.len() != dummies.len() {
            let (takes, given) = (counted(dummies.len(), "argument"), arguments.len());
            let verb = if given == 1 { "is" } else { "are" };
            let error = Diagnostic::error("E0244", span, format!("`{shown}` takes {takes}, but {given} {verb} given"));
            return Err(self.report(error.with_related(place, "it is defined here")));
        }
        let values: Vec<Outcome<Expr>> = arguments.iter().map(|argument| self.statement_argument(argument)).collect();
        let mut bindings = Vec::new();
        let mut bound = Vec::new();
        for (value, (dummy, ty)) in values.into_iter().zip(dummies) {
            let value = value?;
            if value.ty != ty {
                let message = format!("`{shown}` expects {} here, not {}", ty.name(), value.ty.name());
                let error = Diagnostic::error("E0244", value.span, message);
                return Err(self.report(error.with_related(place, "it is defined here")));
            }
            if let Some(constant) = as_constant(&value) {
                let constant = self.fit_constant(constant.clone(), dummy);
                bound.push((dummy.to_owned(), Bound::Constant(constant)));
                continue;
            }
            let variable = self.fresh_variable(&name.text, dummy, ty);
            bindings.extend(variable.variable().map(|symbol| (symbol, value)));
            bound.push((dummy.to_owned(), variable));
        }
        self.count_expansion(name, place)?;
        if is_wrong {
            return Err(self.reported_before());
        }
        // What there is to say of the definition has been said.
        let reported = self.diagnostics.len();
        let value = self.expand(index, bound);
        if value.is_ok() {
            self.diagnostics.truncate(reported);
        }
        let value = value?;
        let value = match value.ty {
            Type::Character => self.fitted_text(&name.text, value, &mut bindings),
            _ => value,
        };
        if bindings.is_empty() {
            return Ok(Expr { span, ..value });
        }
        let ty = value.ty;
        Ok(Expr::new(ExprKind::Let(bindings, Box::new(value)), ty, span))
    }

    /// A text in the length that the function's name has: it goes to a variable.
    fn fitted_text(&mut self, function: &str, value: Expr, bindings: &mut Vec<(SymbolId, Expr)>) -> Expr {
        if let Some(constant) = as_constant(&value) {
            return constant_expr(self.fit_constant(constant.clone(), function), value.span);
        }
        let (span, result) = (value.span, self.fresh_variable(function, function, Type::Character));
        bindings.extend(result.variable().map(|symbol| (symbol, value)));
        result.to_expr(span)
    }

    fn statement_argument(&mut self, argument: &tree::Argument) -> Outcome<Expr> {
        self.refuse_keyword(argument)?;
        self.resolve_expression(&argument.value)
    }

    fn count_expansion(&mut self, name: &Name, place: Span) -> Outcome<()> {
        self.expansion.total += 1;
        if self.expansion.total <= MAX_EXPANSIONS && self.expansion.depth < MAX_EXPANSION_DEPTH {
            return Ok(());
        }
        let message = match self.expansion.depth < MAX_EXPANSION_DEPTH {
            true => format!("the statement functions of this unit are referred to more than {MAX_EXPANSIONS} times"),
            false => format!("statement functions refer to each other more than {MAX_EXPANSION_DEPTH} deep"),
        };
        let error = Diagnostic::error("E0245", name.span, message);
        let error = error.with_label("each reference is replaced by the definition");
        Err(self.report(error.with_related(place, "the definition")))
    }

    /// A new variable for a dummy argument, and what a reader of the text form sees it is for.
    pub fn fresh_variable(&mut self, function: &str, dummy: &str, ty: Type) -> Bound {
        let name = format!("{function}.{dummy}.{}", self.symbols.len());
        let class = SymbolClass::Variable(local_variable(ty));
        let length = self.constant_length(dummy).filter(|_| ty == Type::Character).map(CharacterLength::Constant);
        let symbol = self.symbols.alloc(Symbol { name, span: self.name_span, class, unit: None, length });
        Bound::Variable(symbol, ty)
    }

    /// The expression of a definition with its dummy arguments bound, of the function's type.
    fn expand(&mut self, index: usize, bound: Vec<(String, Bound)>) -> Outcome<Expr> {
        let Some((_, function)) = self.statement_functions.get_index(index) else { return Err(self.reported_before()) };
        let (ty, value) = (function.ty, function.value);
        let outer = std::mem::replace(&mut self.expansion.bound, bound);
        let within = self.expansion.within.replace(index);
        self.expansion.depth += 1;
        let value = self.resolve_expression(value);
        self.expansion.depth -= 1;
        self.expansion.within = within;
        self.expansion.bound = outer;
        let value = value?;
        if value.ty != ty && !(is_numeric(value.ty) && is_numeric(ty)) {
            let message = format!("the value is {}, but the function is {}", value.ty.name(), ty.name());
            return Err(self.error("E0222", value.span, message));
        }
        self.convert(value, ty)
    }
}

impl Bound {
    pub fn variable(&self) -> Option<SymbolId> {
        match self {
            Bound::Variable(symbol, _) => Some(*symbol),
            Bound::Constant(_) => None,
        }
    }

    /// The value as an expression.
    pub fn to_expr(&self, span: Span) -> Expr {
        match self {
            Bound::Variable(symbol, ty) => Expr::new(ExprKind::Read(Designator::Variable(*symbol)), *ty, span),
            Bound::Constant(constant) => constant_expr(constant.clone(), span),
        }
    }
}
