//! Rules `call-signature` and `argument-dynamic`: calls agree with their callees; and rule `constant-passed`.

use super::uses::{SiteKind, sites_of_graph, sites_of_tree};
use super::{Checker, ProgramFacts, walk};
use crate::graph::{ActionKind, Argument, Callee, handed_along};
use crate::text::UnitPart;
use crate::unit::{Body, Storage, Unit, UnitKind, Var};
use forlane_semantics::types::Type;
use std::collections::HashSet;

impl Checker<'_> {
    /// Checks the calls of the unit to others of the program.
    pub(super) fn calls(&mut self, facts: &ProgramFacts<'_>) {
        let unit = self.unit;
        let sites = match &unit.body {
            Body::Graph(graph) => sites_of_graph(graph),
            Body::Tree(tree) => sites_of_tree(tree, &walk::steps(tree)),
        };
        for site in sites {
            let SiteKind::Action(action) = site.kind else { continue };
            let ActionKind::Call { callee, arguments, result, result_value } = &action.kind else { continue };
            let known = callee.unit().and_then(|name| facts.program.unit(name));
            if known.is_some() || matches!(callee, Callee::Dummy(_)) {
                self.constants_passed(site.entity, callee, arguments, facts);
            }
            let Some(callee) = known else { continue };
            let result = result.map(|var| unit.vars[var].ty).or(result_value.map(|value| unit.values[value].ty));
            self.signature(site.entity, callee, arguments, result);
        }
    }

    fn signature(&mut self, entity: UnitPart, callee: &Unit, arguments: &[Argument], result: Option<Type>) {
        let name = &callee.name;
        if !matches!(callee.kind, UnitKind::Subroutine | UnitKind::Function) {
            self.error("call-signature", entity, format!("{name} is neither a subroutine nor a function"));
        }
        // What internal procedures take from their host follows the others, if it is not one of them.
        let handed: HashSet<usize> = handed_along(arguments).collect();
        let is_handed = (callee.dummies.len()..arguments.len()).all(|at| handed.contains(&at));
        let is_given = handed.iter().all(|at| *at < arguments.len());
        if arguments.len() < callee.dummies.len() || !is_handed || !is_given {
            let (given, wanted) = (arguments.len(), callee.dummies.len());
            self.error("call-signature", entity, format!("{name} has {wanted} dummy arguments, not {given}"));
            return;
        }
        for (argument, dummy) in arguments.iter().zip(&callee.dummies) {
            let Some(dummy) = callee.vars.get(*dummy) else { continue };
            if argument.is_too_short(self.unit, dummy) {
                self.error("call-signature", entity, format!("{} of {name} is larger than its argument", dummy.name));
            }
            if !is_passable(argument, dummy) {
                self.error(
                    "call-signature",
                    entity,
                    format!("{} of {name} is an array and should not be, or is not one and should be", dummy.name),
                );
            }
            if !argument.fits_dynamic(self.unit, dummy) {
                let message =
                    format!("{} of {name} requires an array of dynamic length of type {}", dummy.name, dummy.ty);
                self.error("argument-dynamic", entity, message);
            }
        }
        let wanted = callee.result.and_then(|result| callee.vars.get(result)).map(|var| var.ty);
        if result.is_some() && result != wanted || result.is_none() && callee.kind == UnitKind::Function {
            let type_name = |ty: Option<Type>| ty.map_or("no value", Type::name);
            let message = format!("{name} returns {}, not {}", type_name(wanted), type_name(result));
            self.error("call-signature", entity, message);
        }
    }
}

impl Checker<'_> {
    /// Rule `constant-passed`. A dummy procedure may assign all of its own.
    fn constants_passed(
        &mut self,
        entity: UnitPart,
        callee: &Callee,
        arguments: &[Argument],
        facts: &ProgramFacts<'_>,
    ) {
        for (at, argument) in arguments.iter().enumerate() {
            if let Some(var) = argument.referenced()
                && self.unit.vars[var].storage == Storage::Constant
                && facts.effects.may_assign(callee, at)
            {
                let name = &self.unit.vars[var].name;
                self.error("constant-passed", entity, format!("{name} is constant, but what is called may assign it"));
            }
        }
    }
}

fn is_passable(argument: &Argument, dummy: &Var) -> bool {
    let is_procedure = dummy.storage == Storage::Procedure;
    match argument {
        Argument::Absent => true,
        Argument::Procedure(_) => is_procedure,
        // A whole array stands for its first element where a scalar is wanted; a scalar is an array of one element.
        Argument::Element(..) | Argument::Array(_) => !is_procedure,
        Argument::Value(_) | Argument::Variable(_) | Argument::InOut { .. } => !is_procedure,
    }
}
