//! Rules of actions: types of what is assigned, defined, passed, printed, returned.

use super::Checker;
use super::uses::{Site, SiteKind};
use crate::graph::{Action, ActionKind, Argument, Callee};
use crate::text::UnitPart;
use crate::unit::{ArrayLength, Stage, Storage, ValueId, VarId};
use forlane_semantics::types::{IntegerKind, Type};

impl Checker<'_> {
    /// All rules of this file and of expressions.
    pub(super) fn actions(&mut self, sites: &[Site<'_>]) {
        for site in sites {
            for value in site.defined_values() {
                self.type_of(site.entity, "value", self.unit.values[value].ty);
            }
            match site.kind {
                SiteKind::Action(action) => self.action(site.entity, action),
                SiteKind::Condition(condition) => self.logical(site.entity, condition),
                SiteKind::Selector(selector) => self.integer(site.entity, selector),
                _ => {}
            }
        }
        self.returns(sites);
    }

    fn action(&mut self, entity: UnitPart, action: &Action) {
        match &action.kind {
            ActionKind::ScopeEntry(_) | ActionKind::ScopeExit(_) => {}
            ActionKind::Assign { target, value } => {
                self.scalar(entity, *target);
                self.assigned(entity, *target, value.ty());
                self.expr(entity, value);
            }
            ActionKind::Define { value, expr } => {
                let own = self.unit.values[*value].ty;
                self.same_type(entity, own, expr.ty());
                self.expr(entity, expr);
            }
            ActionKind::Store { array, offset, value } => {
                self.array(entity, *array);
                self.assigned(entity, *array, value.ty());
                self.integer(entity, offset);
                self.expr(entity, value);
            }
            ActionKind::StoreText { array, offset, length, value } => {
                self.array(entity, *array);
                self.assigned(entity, *array, Type::Integer(IntegerKind::I1));
                self.integer(entity, offset);
                self.integer(entity, length);
                self.text(entity, value);
            }
            ActionKind::Array(assignment) => self.array_assignment(entity, assignment),
            ActionKind::Allocate { array, length } => {
                self.dynamic(entity, *array);
                self.integer(entity, length);
            }
            ActionKind::Deallocate { array } => self.dynamic(entity, *array),
            ActionKind::Call { callee, arguments, result, result_value } => {
                self.callee(entity, callee);
                if result.is_some() && result_value.is_some() {
                    self.error("call-result", entity, "the call has two results");
                }
                if let Some(result) = result {
                    self.no_procedure(entity, *result);
                    let var = &self.unit.vars[*result];
                    if var.array.is_some() || var.storage == Storage::Constant {
                        self.error("call-result", entity, format!("{} can't take the call's value", var.name));
                    }
                }
                for argument in arguments {
                    self.argument(entity, argument);
                }
            }
            ActionKind::Io(io) => self.io(entity, io),
        }
    }

    /// Rule `allocated`.
    fn dynamic(&mut self, entity: UnitPart, array: VarId) {
        let var = &self.unit.vars[array];
        if var.array != Some(ArrayLength::Dynamic) {
            self.error("allocated", entity, format!("{} has no dynamic length", var.name));
        }
    }

    /// Rules `assign-type` and `constant-assigned`.
    pub(super) fn assigned(&mut self, entity: UnitPart, target: VarId, ty: Type) {
        let var = &self.unit.vars[target];
        self.same_type(entity, var.ty, ty);
        if var.storage == Storage::Constant {
            self.error("constant-assigned", entity, format!("{} is constant", var.name));
        }
    }

    /// Rule `assign-type`.
    fn same_type(&mut self, entity: UnitPart, target: Type, value: Type) {
        if target != value {
            self.error("assign-type", entity, format!("a value of type {value} goes to {target}"));
        }
    }

    pub(super) fn argument(&mut self, entity: UnitPart, argument: &Argument) {
        let unit = self.unit;
        match argument {
            Argument::Value(value) => self.expr(entity, value),
            Argument::Variable(var) if unit.vars[*var].array.is_some() => {
                self.error("argument", entity, format!("{} is an array", unit.vars[*var].name));
            }
            Argument::Variable(var) => self.no_procedure(entity, *var),
            Argument::InOut { before, after } => {
                self.expr(entity, before);
                if before.ty() != unit.values[*after].ty {
                    self.error("argument", entity, "the argument is of another type after the call");
                }
            }
            Argument::Element(var, offset) => {
                self.integer(entity, offset);
                self.array_argument(entity, *var);
            }
            Argument::Array(var) => self.array_argument(entity, *var),
            Argument::Procedure(Callee::Internal(..)) => {}
            Argument::Procedure(callee) => self.callee(entity, callee),
            Argument::Absent => {}
        }
    }

    /// Rule `dummy-procedure`.
    fn callee(&mut self, entity: UnitPart, callee: &Callee) {
        if let Callee::Internal(name, _) = callee {
            self.error("dummy-procedure", entity, format!("{name} is called with variables of its host"));
        }
        if let Callee::Dummy(var) = callee
            && let Some(var) = self.unit.vars.get(*var)
            && var.storage != Storage::Procedure
            && !(self.unit.stage == Stage::Cfg && var.array.is_none() && var.ty == Type::Integer(IntegerKind::I4))
        {
            self.error("dummy-procedure", entity, format!("{} is no dummy procedure or pointer", var.name));
        }
    }

    /// Rule `dummy-procedure` for what is used as a variable.
    pub(super) fn no_procedure(&mut self, entity: UnitPart, var: VarId) {
        let var = &self.unit.vars[var];
        if var.storage == Storage::Procedure {
            self.error("dummy-procedure", entity, format!("the procedure {} is used as a variable", var.name));
        }
    }

    fn array_argument(&mut self, entity: UnitPart, var: VarId) {
        let var = &self.unit.vars[var];
        if var.array.is_none() {
            self.error("argument", entity, format!("{} is not an array", var.name));
        }
    }

    /// Rule `return-list`.
    fn returns(&mut self, sites: &[Site<'_>]) {
        let mut first: Option<Vec<VarId>> = None;
        for site in sites {
            let SiteKind::Return(results) = site.kind else { continue };
            if self.unit.stage < Stage::Ssa {
                if !results.is_empty() {
                    self.error("return-list", site.entity, "results are in variables before `ssa`");
                }
                continue;
            }
            self.return_order(site.entity, results);
            let vars: Vec<VarId> = results.iter().map(|(var, _)| *var).collect();
            match &first {
                None => first = Some(vars),
                Some(first) if *first != vars => {
                    self.error("return-list", site.entity, "another return lists other variables");
                }
                Some(_) => {}
            }
        }
    }

    fn return_order(&mut self, entity: UnitPart, results: &[(VarId, ValueId)]) {
        let unit = self.unit;
        let place = |var: VarId| {
            let dummy = unit.dummies.iter().position(|dummy| *dummy == var);
            dummy.or((unit.result == Some(var)).then_some(unit.dummies.len()))
        };
        let mut before = None;
        for (var, value) in results {
            let own = &unit.vars[*var];
            match place(*var) {
                Some(position) if own.array.is_none() && before.is_none_or(|before| before < position) => {
                    before = Some(position);
                }
                _ => self.error("return-list", entity, format!("{} is at the wrong place in the list", own.name)),
            }
            if own.ty != unit.values[*value].ty {
                self.error("return-list", entity, format!("{} is given a value of another type", own.name));
            }
        }
        if let Some(result) = unit.result
            && !results.iter().any(|(var, _)| *var == result)
        {
            self.error("return-list", entity, "the function's result is missing");
        }
    }
}
