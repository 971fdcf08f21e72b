//! `name(…)`: array element, intrinsic function or external function.

use super::arrays::ElementOrSection;
use super::character::only_range;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::counted;
use crate::resolve::expressions::constant_expr;
use crate::resolve::intrinsics::is_unsupported_function;
use crate::resolve::intrinsics::matcher::Reference;
use crate::resolve::scope::facts::{Mode, Use};
use crate::resolve::scope::{Outcome, Reported, Scope};
use crate::resolved::{Argument, Expr, ExprKind, Symbol, SymbolClass, SymbolId, UnitKind};
use crate::source::Span;
use crate::tree::{self, Name};
use forlane_semantics::STORE;
use forlane_semantics::types::Type;

impl Scope<'_> {
    /// Resolves `name(…)` in an expression.
    pub fn resolve_reference(&mut self, name: &Name, arguments: &[tree::Argument], span: Span) -> Outcome<Expr> {
        if self.names.get(&name.text).is_some_and(|facts| facts.reported) {
            return Err(self.reported_before());
        }
        if self.statement_functions.contains_key(&name.text) {
            return self.resolve_statement_function(name, arguments, span);
        }
        if let Some(range) = only_range(arguments)
            && !self.is_array(&name.text)
        {
            return self.resolve_substring_of_name(name, range, span);
        }
        if let Some(row) = self.intrinsic_of(&name.text)
            && (self.mode == Mode::Executable || !row.is_of_run_time())
        {
            return self.resolve_intrinsic(Reference { row, name, span }, arguments);
        }
        if self.mode == Mode::Bound {
            self.settle_shape_early(&name.text, name.span)?;
        }
        let is_bound = self.mode == Mode::Bound && self.is_given_array(&name.text);
        let is_bound = is_bound || self.is_specification_function(name)?;
        if self.mode != Mode::Executable && !is_bound && !self.is_constant_array(&name.text) {
            let message = format!("`{}` is neither a constant nor an intrinsic function", name.text.to_uppercase());
            return Err(self.error("E0205", name.span, message));
        }
        if self.is_array(&name.text) {
            return self.read_subscripted(name, arguments, span);
        }
        // What it says of a refused pointer or OPTIONAL argument is refused with that.
        let is_refused = |argument: &tree::Argument| match &argument.value.kind {
            tree::ExprKind::Name(name) => self.names.get(name).is_some_and(|facts| facts.reported),
            _ => false,
        };
        if is_unsupported_function(&name.text) && arguments.iter().any(is_refused) {
            return Err(self.reported_before());
        }
        self.resolve_function(name, arguments, span)
    }

    /// True for a function that a length may call: a PURE one with an explicit interface.
    fn is_specification_function(&mut self, name: &Name) -> Outcome<bool> {
        if self.mode != Mode::Bound || self.is_array(&name.text) {
            return Ok(false);
        }
        match self.known_interface(&name.text).map(|known| known.is_pure) {
            None => Ok(false),
            Some(true) => Ok(true),
            Some(false) => {
                let message = format!("`{}` is not PURE, so a length can't call it", name.text.to_uppercase());
                Err(self.error("E0205", name.span, message))
            }
        }
    }

    fn read_subscripted(&mut self, name: &Name, subscripts: &[tree::Argument], span: Span) -> Outcome<Expr> {
        let (found, ty) = self.resolve_subscripted(name, subscripts, span)?;
        let (symbol, read) = match found {
            ElementOrSection::Element(designator) => match self.constant_element_of(&designator) {
                Some(constant) => return Ok(constant_expr(constant, span)),
                None => (designator.symbol(), Expr::new(ExprKind::Read(designator), ty, span)),
            },
            ElementOrSection::Section(section, rank) => (section.array, Expr::of_section(section, rank, ty)),
        };
        self.held_value(symbol, read)
    }

    /// True if the name has been declared with dimensions.
    pub fn is_array(&self, name: &str) -> bool {
        self.names.get(name).is_some_and(|facts| facts.dimensions.is_some())
    }

    /// True for an array with a shape whose elements have values when the unit is entered.
    pub fn is_given_array(&self, name: &str) -> bool {
        let Some(facts) = self.names.get(name) else { return false };
        let has_shape = self.variable(facts.symbol).is_some_and(|variable| variable.shape.is_some());
        has_shape && (facts.dummy.is_some() || facts.common.is_some() || facts.origin.is_some())
    }

    /// The name of an intrinsic procedure that a name stands for: `USE M, MIN => MAX` makes another name of MAX, if the
    /// module says that it is INTRINSIC.
    pub fn intrinsic_name<'n>(&'n self, name: &'n str) -> &'n str {
        // What replaces derived types means the intrinsic one.
        if let Some(name) = name.strip_prefix('%') {
            return name;
        }
        let origin = self.names.get(name).and_then(|facts| facts.origin.as_ref());
        match origin.map(|origin| &origin.symbol) {
            Some(Symbol { class: SymbolClass::Intrinsic, name: original, .. }) => original,
            _ => name,
        }
    }

    /// Whether the unit makes something else of the name of an intrinsic function.
    pub fn is_redefined(&self, name: &str) -> bool {
        self.names.get(name).is_some_and(|facts| {
            let is_variable = facts.dimensions.is_some() || facts.dummy.is_some() || facts.result;
            let is_used = facts.used.is_some() || facts.save.is_some() || facts.parameter.is_some();
            is_variable || is_used || facts.external.is_some()
        })
    }

    /// Reports that the number of subscripts is not the array's rank.
    pub fn check_rank(&mut self, symbol: SymbolId, subscripts: usize, span: Span) -> Outcome<()> {
        let symbol = &self.symbols[symbol];
        let SymbolClass::Variable(variable) = &symbol.class else { return Err(self.reported_before()) };
        let rank = variable.shape.as_ref().map_or(0, Vec::len);
        if rank == subscripts || symbol.name.starts_with(STORE) {
            return Ok(());
        }
        let name = symbol.name.to_uppercase();
        let verb = if subscripts == 1 { "is" } else { "are" };
        let (dimensions, given) = (counted(rank, "dimension"), counted(subscripts, "subscript"));
        let message = format!("`{name}` has {dimensions}, but {given} {verb} given");
        let declared = self.names.get(symbol.name.as_str()).and_then(|facts| facts.dimensions).map(|(_, place)| place);
        let error = Diagnostic::error("E0224", span, message);
        Err(self.report(match declared {
            Some(place) => error.with_related(place, "its dimensions are declared here"),
            None => error,
        }))
    }

    /// Reports `keyword = value` where there is nothing that it could name.
    pub fn refuse_keyword(&mut self, argument: &tree::Argument) -> Outcome<()> {
        match &argument.keyword {
            Some(keyword) => Err(self.error(
                "E0976",
                keyword.span,
                "argument keywords are not supported where the interface is not known",
            )),
            None => Ok(()),
        }
    }

    /// Resolves a reference to an external function.
    ///
    /// Its frame is on the stack for each level of nested references, so what else there is to do has its own.
    fn resolve_function(&mut self, name: &Name, arguments: &[tree::Argument], span: Span) -> Outcome<Expr> {
        let procedure = self.procedure_symbol(name, Use::Function)?;
        let result = self.function_result(name, procedure)?;
        let arguments: Vec<&tree::Argument> = arguments.iter().collect();
        let given = self.arrange_arguments(name, &arguments)?;
        let resolved = self.resolve_arguments(name, &given)?;
        let arguments = self.fit_holleriths(name, &given, resolved)?;
        self.function_call(name, procedure, arguments, result, span)
    }

    fn function_result(&mut self, name: &Name, procedure: SymbolId) -> Outcome<Type> {
        match &self.symbols[procedure].class {
            SymbolClass::External { result: Some(ty) } => Ok(*ty),
            _ if self.symbols[procedure].unit.is_some() => self.linked_result(name),
            _ => {
                let ty = self.type_of_name(&name.text, name.span)?;
                self.symbols[procedure].class = SymbolClass::External { result: Some(ty) };
                self.settle_length(&name.text, procedure);
                Ok(ty)
            }
        }
    }

    fn function_call(
        &mut self,
        name: &Name,
        procedure: SymbolId,
        arguments: Vec<Argument>,
        result: Type,
        span: Span,
    ) -> Outcome<Expr> {
        self.check_call(name, Use::Function, (&arguments, 0), Some(result), span)?;
        let arguments = self.shape_for(&name.text, arguments)?;
        let arguments = self.finish_arguments(name, arguments, span);
        if let Some(shape) = self.result_shape(&name.text) {
            let arguments = self.mark_optional(name, arguments);
            let length = self.length_of_call(procedure, &name.text, &arguments);
            return self.array_call(procedure, (arguments, length), &shape, result, span);
        }
        let arguments = self.elemental_arguments(name, arguments);
        let arguments = self.mark_optional(name, arguments);
        let length = self.length_of_call(procedure, &name.text, &arguments);
        let call = Expr::new(ExprKind::Call { procedure, arguments, length }, result, span);
        self.check_conformance(&call, None)?;
        Ok(call)
    }

    /// The symbol of a name that is used as an external procedure.
    pub fn procedure_symbol(&mut self, name: &Name, how: Use) -> Outcome<SymbolId> {
        if self.tree.header.is_some() && (name.text == self.name || self.is_own_name(&name.text)) {
            return self.own_procedure(name, how);
        }
        let facts = self.facts(&name.text, name.span);
        let symbol = facts.symbol;
        let place = facts.ty.map(|(_, place)| place);
        let is_variable = facts.result || facts.save.is_some() || facts.dimensions.is_some();
        let is_external = facts.external.is_some();
        let is_dummy = facts.dummy.is_some();
        let is_called_type = how == Use::Subroutine && facts.ty.is_some();
        if facts.reported {
            return Err(self.reported_before());
        }
        facts.settled = true;
        if !is_external && how == Use::Function && is_unsupported_function(&name.text) {
            return Err(self.refuse_intrinsic(&name.text, name.span));
        }
        self.check_declared_external(name, is_external || is_dummy)?;
        let what = match &self.symbols[symbol].class {
            SymbolClass::NamedConstant(_) => Some("a named constant"),
            SymbolClass::Intrinsic => Some("an intrinsic function"),
            SymbolClass::StatementFunction => Some("a statement function"),
            SymbolClass::Variable(variable) if is_variable || !variable.initial.is_empty() => Some("a variable"),
            _ if is_called_type => Some("declared with a type"),
            _ => None,
        };
        if let Some(what) = what {
            let message = format!("`{}` is {what}, not {}", name.text.to_uppercase(), how.words());
            let error = Diagnostic::error("E0203", name.span, message);
            let place = place.unwrap_or(self.symbols[symbol].span);
            return Err(self.report(error.with_related(place, "it is first here")));
        }
        self.use_as(&name.text, how, name.span)?;
        if !matches!(self.symbols[symbol].class, SymbolClass::External { .. }) {
            self.symbols[symbol].class = SymbolClass::External { result: None };
        }
        if !is_dummy {
            let callee = tree::Word::new(self.callee(&name.text));
            self.callees.entry(callee).or_insert(name.span);
        }
        Ok(symbol)
    }

    /// The unit's own name, or that of one of its entries, used as a procedure: recursion.
    fn own_procedure(&mut self, name: &Name, how: Use) -> Outcome<SymbolId> {
        let facts = self.facts(&name.text, name.span);
        let (symbol, is_result) = (facts.symbol, facts.result);
        let shown = name.text.to_uppercase();
        if !self.is_recursive {
            let error = Diagnostic::error("E0242", name.span, format!("`{shown}` calls itself"));
            let error = error.with_related(self.name_span, "it is not declared RECURSIVE");
            return Err(self.report(error.with_help("write RECURSIVE before it")));
        }
        if is_result {
            let error = Diagnostic::error("E0242", name.span, format!("`{shown}` is the function's result here"));
            return Err(self.report(error.with_help("give the result another name: RESULT (name)")));
        }
        if (how == Use::Function) != (self.kind == UnitKind::Function) {
            let message = format!("`{shown}` is used as {}, but is not one", how.words());
            return Err(self.error("E0203", name.span, message));
        }
        let entry = self.entries.iter().find(|entry| entry.name == name.text).map(|entry| entry.result);
        let result = entry.unwrap_or(self.result);
        self.symbols[symbol].length = result.and_then(|result| self.symbols[result].length.clone());
        let result = result.and_then(|result| self.variable(result)).map(|result| result.ty);
        self.symbols[symbol].class = SymbolClass::External { result };
        let facts = self.facts(&name.text, name.span);
        (facts.settled, facts.used) = (true, Some((how, name.span)));
        Ok(symbol)
    }

    /// Reports an intrinsic function that is not supported, or a name that is not a function.
    pub fn refuse_intrinsic(&mut self, name: &str, span: Span) -> Reported {
        let name_shown = name.to_uppercase();
        if !is_unsupported_function(name) {
            return self.error_with_help(
                "E0203",
                span,
                format!("`{name_shown}` is not an intrinsic function"),
                "declare it EXTERNAL, or correct the name",
            );
        }
        let error =
            Diagnostic::error("E0975", span, format!("the intrinsic function {name_shown} is not supported yet"));
        self.report(error.with_help(format!("if a function of yours has this name, declare it: EXTERNAL {name_shown}")))
    }
}
