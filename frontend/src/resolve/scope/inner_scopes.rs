//! Scopes inside of a unit: their names hide those outside until they end.

use crate::diagnostics::Diagnostic;
use crate::resolve::scope::facts::{Facts, Mode};
use crate::resolve::scope::{Outcome, Scope, local_variable};
use crate::resolved::{ArrayForm, Designator, Expr, Statement, StatementKind, Storage, Symbol, SymbolClass, SymbolId};
use crate::source::Span;
use crate::tree::{self, Name, Word};
use forlane_semantics::types::Type;

/// What an inner scope has hidden, in order.
#[derive(Debug, Default)]
pub(crate) struct Frame<'a> {
    names: Vec<(Word, Option<Facts<'a>>)>,
    aliases: Vec<(Word, Option<tree::Expr>)>,
    /// The variables that exist in the scope alone.
    pub symbols: Vec<SymbolId>,
}

impl Frame<'_> {
    /// True if the name has another meaning in the scope.
    pub fn hides(&self, name: &str) -> bool {
        self.names.iter().any(|(hidden, _)| hidden == name)
    }
}

impl<'a> Scope<'a> {
    /// Takes a name's meaning away until the frame is restored.
    pub fn hide(&mut self, name: &str, frame: &mut Frame<'a>) {
        let word = Word::new(name);
        frame.names.push((word.clone(), self.names.shift_remove(name)));
        frame.aliases.push((word, self.aliases.shift_remove(name)));
    }

    /// Gives the names that a scope hid their meaning back.
    pub fn restore(&mut self, frame: Frame<'a>) {
        for (name, facts) in frame.names.into_iter().rev() {
            match facts {
                Some(facts) => {
                    self.names.insert(name, facts);
                }
                None => {
                    self.names.shift_remove(&name);
                }
            }
        }
        for (name, alias) in frame.aliases.into_iter().rev() {
            match alias {
                Some(alias) => {
                    self.aliases.insert(name, alias);
                }
                None => {
                    self.aliases.shift_remove(&name);
                }
            }
        }
    }

    /// Declares the names of a BLOCK.
    pub fn declare_in_block(&mut self, specification: &'a [tree::Statement], declared: &[(&'a str, Span)]) {
        let mode = std::mem::replace(&mut self.mode, Mode::Constant);
        // SAVE without names is for its own scope.
        let saves_all = self.save_all.take();
        for statement in specification {
            // Each error has been reported; the other statements still count.
            let _ = self.gather_statement(statement);
        }
        for (name, span) in declared {
            let _ = self.settle_name(name, *span);
        }
        self.save_all = saves_all;
        // Lengths and bounds are evaluated where the BLOCK begins, where all names have their values.
        for (name, _) in declared {
            self.settle_open_length(name, Mode::Executable);
        }
        for (name, _) in declared {
            // Named constants have the shapes of their values.
            let Some(Facts { dimensions: Some((dimensions, _)), parameter: None, reported: false, .. }) =
                self.names.get(*name)
            else {
                continue;
            };
            let dimensions: &'a [tree::DimensionSpec] = dimensions;
            self.settle_shape(name, dimensions, Mode::Executable);
        }
        self.mode = Mode::Constant;
        self.apply_initial_values_of(specification.iter());
        self.mode = mode;
    }

    /// Reports an array whose copy has no constant size.
    fn refuse_dynamic(&mut self, name: &str) {
        let Some(symbol) = self.names.get(name).map(|facts| facts.symbol) else { return };
        let Some(variable) = self.variable(symbol) else { return };
        let is_constant =
            |bound: Option<&Expr>| bound.is_some_and(|bound| crate::resolve::constants::as_constant(bound).is_some());
        let is_fixed = variable.form == ArrayForm::Explicit
            && variable
                .shape
                .iter()
                .flatten()
                .all(|one| is_constant(Some(&one.lower)) && is_constant(one.upper.as_ref()));
        if !is_fixed {
            let span = self.symbols[symbol].span;
            let message = format!(
                "the array `{}` as a LOCAL variable has no constant size, which is not supported yet",
                name.to_uppercase()
            );
            self.error("E0928", span, message);
        }
    }

    /// A new scalar variable without a name that the source could have.
    pub fn hidden_variable(&mut self, stem: &str, ty: Type, span: Span) -> SymbolId {
        let class = SymbolClass::Variable(local_variable(ty));
        self.symbols.alloc(Symbol { name: stem.to_owned(), span, class, unit: None, length: None })
    }

    /// Reports an assignment to a name that stands for the value of an expression.
    pub fn check_not_value(&mut self, name: &str, span: Span) -> Outcome<()> {
        let Some(place) = self.names.get(name).and_then(|facts| facts.value_of) else { return Ok(()) };
        let message =
            format!("`{}` is associated with the value of an expression and can't be assigned to", name.to_uppercase());
        Err(self.report(Diagnostic::error("E0210", span, message).with_related(place, "the ASSOCIATE")))
    }

    /// A new variable under a name that hides the one outside, of this type.
    pub fn new_inner_variable(&mut self, name: &Name, ty: Type, frame: &mut Frame<'a>) -> SymbolId {
        let symbol = self.hidden_variable(&name.text, ty, name.span);
        frame.symbols.push(symbol);
        self.hide(&name.text, frame);
        let facts = Facts { settled: true, ty: Some((ty, name.span)), ..Facts::new(symbol) };
        self.names.insert(name.text.clone(), facts);
        symbol
    }

    /// A new variable like the one outside, whose place and initial value it does not have.
    pub fn new_inner_copy(&mut self, name: &Name, frame: &mut Frame<'a>) -> Outcome<(SymbolId, SymbolId)> {
        let outside = self.symbol_of_name(&name.text, name.span)?;
        let facts = self.names.get(&name.text).cloned().ok_or_else(|| self.reported_before())?;
        let SymbolClass::Variable(variable) = &self.symbols[outside].class else {
            let message = format!("`{}` is not a variable", name.text.to_uppercase());
            return Err(self.error("E0203", name.span, message));
        };
        let mut variable = variable.clone();
        (variable.storage, variable.area, variable.initial) = (Storage::Local, None, Vec::new());
        let class = SymbolClass::Variable(variable);
        let length = self.symbols[outside].length.clone();
        let symbol =
            self.symbols.alloc(Symbol { name: name.text.to_string(), span: name.span, class, unit: None, length });
        frame.symbols.push(symbol);
        self.hide(&name.text, frame);
        let facts = Facts { symbol, dummy: None, intent: None, save: None, origin: None, result: false, ..facts };
        self.names.insert(name.text.clone(), facts);
        self.refuse_dynamic(&name.text);
        Ok((outside, symbol))
    }
}

/// `symbol = value`.
pub(crate) fn assign(symbol: SymbolId, value: Expr) -> Statement {
    let span = value.span;
    Statement { label: None, kind: StatementKind::Assign { target: Designator::Variable(symbol), value }, span }
}
