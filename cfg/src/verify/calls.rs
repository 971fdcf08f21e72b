//! Rules `call-signature` and `argument-dynamic`: calls agree with their callees; and rule `constant-passed`.

use super::uses::{SiteKind, sites_of_graph, sites_of_tree};
use super::{Checker, ProgramFacts, walk};
use crate::graph::{ActionKind, Argument, Callee};
use crate::text::UnitPart;
use crate::unit::{Body, Storage};

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
            if let Some(misfit) = callee.misfit(unit, arguments, result) {
                self.error(
                    misfit.rule,
                    site.entity,
                    format!("the call does not fit {}: {}", callee.name, misfit.problem),
                );
            }
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
