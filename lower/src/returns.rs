//! Alternate returns, ASSIGN and the assigned GO TO, and the variables of statement functions.

use crate::{Builder, control::cases_of};
use forlane_cfg::expr::{Expr, IntegerExpr, Place};
use forlane_cfg::graph::{ActionKind, Terminator};
use forlane_cfg::unit::{StopCode, Storage, Var};
use forlane_frontend::resolved::{self, Designator, Label, LabelRef, SymbolId};
use forlane_frontend::source::Span;
use forlane_semantics::types::{IntegerKind, Type};

/// The name of the variable for the number of an alternate return.
const RETURN_NUMBER: &str = "return.number";

impl Builder<'_> {
    /// Declares the number of the alternate return that the unit takes, if it or one of its entries has some.
    pub fn declare_return_number(&mut self) {
        let entries = self.source.entries.iter().map(|entry| entry.alternates);
        if entries.chain([self.source.alternates]).all(|alternates| alternates == 0) {
            return;
        }
        let var = Var::local(RETURN_NUMBER.to_owned(), Type::Integer(IntegerKind::I4), self.scope);
        self.return_number = Some(self.vars.alloc(Var { storage: Storage::Result, ..var }));
    }

    /// RETURN, with the number of an alternate return.
    pub fn return_statement(&mut self, number: Option<&resolved::Expr>) {
        if let Some(number) = number {
            let value = self.integer(number);
            if let Some(target) = self.return_number {
                let value = Expr::Integer(forlane_cfg::fold::to_index(value));
                self.action(ActionKind::Assign { target, value });
            }
        }
        self.return_from_unit();
    }

    /// ASSIGN: the variable gets the label's number.
    pub fn assign_label(&mut self, label: LabelRef, variable: SymbolId, span: Span) {
        if let Some((target, kind)) = self.label_variable(variable, span) {
            let value = Expr::Integer(IntegerExpr::Constant(kind, i64::from(label.label)));
            self.action(ActionKind::Assign { target, value });
        }
    }

    /// Assigned GO TO: a switch over the labels that the variable may hold.
    pub fn assigned_goto(&mut self, variable: SymbolId, labels: &[LabelRef], span: Span) {
        let Some((target, kind)) = self.label_variable(variable, span) else { return };
        let labels = match labels {
            [] => self.facts.assigned_labels.clone(),
            labels => labels.iter().map(|label| label.label).collect(),
        };
        // No assigned GO TO leads into a scope: there such a value is as good as none.
        let labels: Vec<Label> = labels.into_iter().filter(|label| self.is_around(*label)).collect();
        let mut targets = Vec::with_capacity(labels.len());
        for label in labels {
            targets.push((i64::from(label), self.label_target(label)));
        }
        let default = self.new_block();
        let selector = IntegerExpr::Read(kind, Place::Variable(target));
        self.end(Terminator::Switch { selector, cases: cases_of(&targets), default });
        self.start(default);
        let name = &self.source.symbols[variable].name;
        let message = format!("{name} holds no label of this assigned GO TO");
        self.fail(message);
    }

    /// The lane fails here.
    pub fn fail(&mut self, message: String) {
        self.stop_lane(StopCode::Failure(message));
    }

    /// The end of the lane with that code.
    pub fn stop_lane(&mut self, code: StopCode) {
        self.exit_all_scopes();
        self.end(Terminator::Stop(code));
    }

    fn label_variable(&mut self, variable: SymbolId, span: Span) -> Option<(forlane_cfg::unit::VarId, IntegerKind)> {
        let Ok(Place::Variable(var)) = self.place(&Designator::Variable(variable), span) else { return None };
        match self.vars[var].ty {
            Type::Integer(kind) => Some((var, kind)),
            _ => None,
        }
    }

    /// The value of a statement function's reference, whose arguments go to variables first.
    pub fn bind(&mut self, bindings: &[(SymbolId, resolved::Expr)], value: &resolved::Expr) -> Expr {
        self.bind_arguments(bindings);
        self.expr(value)
    }

    /// Assigns the arguments of a statement function to their variables.
    pub fn bind_arguments(&mut self, bindings: &[(SymbolId, resolved::Expr)]) {
        for (symbol, argument) in bindings {
            self.assign(&Designator::Variable(*symbol), argument, argument.span);
        }
    }
}
