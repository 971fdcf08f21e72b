//! What the parts of a body define and name, in one form for graphs and trees.

use super::Checker;
use super::walk::Step;
use crate::expr::{IntegerExpr, LogicalExpr, Place};
use crate::graph::{Action, ActionKind, Argument, Callee, Graph, Merge, Terminator};
use crate::region::{NodeKind, RegionEnd, RegionTree};
use crate::text::UnitPart;
use crate::unit::{ScopeId, ValueId, VarId};

/// A part of a body that holds expressions or names.
#[derive(Clone, Copy)]
pub(super) struct Site<'u> {
    pub(super) entity: UnitPart,
    pub(super) kind: SiteKind<'u>,
}

/// What it is.
#[derive(Clone, Copy)]
pub(super) enum SiteKind<'u> {
    Merge(&'u Merge),
    Action(&'u Action),
    Condition(&'u LogicalExpr),
    Selector(&'u IntegerExpr),
    Return(&'u [(VarId, ValueId)]),
    /// Values that an end passes.
    Values(&'u [ValueId]),
    /// A loop's initial values and the values that it defines.
    Inputs(&'u [crate::region::LoopInput]),
    /// The values that the head of a graph's block defines.
    Heads(&'u [ValueId]),
    /// Values that a construct defines.
    Outputs(&'u [ValueId]),
}

/// All sites of a graph, in the order of its arena.
pub(super) fn sites_of_graph(graph: &Graph) -> Vec<Site<'_>> {
    let mut sites = Vec::new();
    for (id, block) in graph.blocks.iter() {
        for (index, merge) in block.merges.iter().enumerate() {
            sites.push(Site { entity: UnitPart::Merge(id, index), kind: SiteKind::Merge(merge) });
        }
        for (index, action) in block.actions.iter().enumerate() {
            sites.push(Site { entity: UnitPart::Action(id, index), kind: SiteKind::Action(action) });
        }
        let kind = match &block.terminator {
            Terminator::Branch { condition, .. } => SiteKind::Condition(condition),
            Terminator::Switch { selector, .. } => SiteKind::Selector(selector),
            Terminator::Return(results) => SiteKind::Return(results),
            Terminator::Goto(_) | Terminator::Stop(_) => continue,
        };
        sites.push(Site { entity: UnitPart::Terminator(id), kind });
    }
    sites
}

/// All sites of a tree, in the order of the walk.
pub(super) fn sites_of_tree<'u>(tree: &'u RegionTree, steps: &[Step]) -> Vec<Site<'u>> {
    steps.iter().flat_map(|step| sites_of_step(tree, *step)).collect()
}

/// The sites at one step of the walk, what is read before what is defined.
pub(super) fn sites_of_step(tree: &RegionTree, step: Step) -> Vec<Site<'_>> {
    let (entity, kinds) = match step {
        Step::Node(region, index) => {
            let kind = match &tree.regions[region].nodes[index].kind {
                NodeKind::Action(action) => SiteKind::Action(action),
                NodeKind::If { condition, .. } => SiteKind::Condition(condition),
                NodeKind::Switch { selector, .. } => SiteKind::Selector(selector),
                NodeKind::Loop { inputs, .. } => SiteKind::Inputs(inputs),
                NodeKind::Graph { initial, .. } => SiteKind::Values(initial),
                NodeKind::Scope { .. } => return Vec::new(),
            };
            (UnitPart::Node(region, index), kind)
        }
        Step::Block(region, index, number) => match &tree.regions[region].nodes[index].kind {
            NodeKind::Graph { blocks, .. } => {
                (UnitPart::Region(blocks[number].body), SiteKind::Heads(&blocks[number].inputs))
            }
            _ => return Vec::new(),
        },
        Step::AfterGuards(region, index) => match &tree.regions[region].nodes[index].kind {
            NodeKind::If { outputs, .. } | NodeKind::Switch { outputs, .. } | NodeKind::Scope { outputs, .. } => {
                (UnitPart::Node(region, index), SiteKind::Outputs(outputs))
            }
            NodeKind::Action(_) | NodeKind::Loop { .. } | NodeKind::Graph { .. } => return Vec::new(),
        },
        Step::End(region) => {
            let kind = match &tree.regions[region].end {
                RegionEnd::FallThrough(values)
                | RegionEnd::Exit { values, .. }
                | RegionEnd::Again { values, .. }
                | RegionEnd::Goto { values, .. } => SiteKind::Values(values),
                RegionEnd::Return(results) => SiteKind::Return(results),
                RegionEnd::Stop(_) | RegionEnd::Unreachable => return Vec::new(),
            };
            (UnitPart::End(region), kind)
        }
        Step::Enter(_) | Step::Leave(_) => return Vec::new(),
    };
    vec![Site { entity, kind: kinds }]
}

impl<'u> Site<'u> {
    /// The places that are read in expressions.
    pub(super) fn places(&self, see: &mut dyn FnMut(&Place)) {
        match self.kind {
            SiteKind::Action(action) => action.kind.for_each_place(see),
            SiteKind::Condition(condition) => condition.for_each_place(see),
            SiteKind::Selector(selector) => selector.for_each_place(see),
            _ => {}
        }
    }

    /// The values that are read.
    pub(super) fn read_values(&self) -> Vec<ValueId> {
        let mut values = Vec::new();
        self.places(&mut |place| {
            if let Place::Value(value) = place {
                values.push(*value);
            }
        });
        match self.kind {
            SiteKind::Merge(merge) => values.extend(merge.operands.iter().map(|(_, value)| *value)),
            SiteKind::Return(results) => values.extend(results.iter().map(|(_, value)| *value)),
            SiteKind::Values(given) => values.extend(given),
            SiteKind::Inputs(inputs) => values.extend(inputs.iter().map(|input| input.initial)),
            _ => {}
        }
        values
    }

    /// The values that are defined.
    pub(super) fn defined_values(&self) -> Vec<ValueId> {
        match self.kind {
            SiteKind::Merge(merge) => vec![merge.value],
            SiteKind::Action(action) => action.kind.definitions(),
            SiteKind::Inputs(inputs) => inputs.iter().map(|input| input.value).collect(),
            SiteKind::Outputs(outputs) | SiteKind::Heads(outputs) => outputs.to_vec(),
            _ => Vec::new(),
        }
    }

    /// All variables that are named, but for those of return lists.
    pub(super) fn vars(&self) -> Vec<VarId> {
        let mut vars = Vec::new();
        self.places(&mut |place| vars.extend(place.var()));
        if let SiteKind::Action(action) = self.kind {
            vars.extend(action_vars(action));
        }
        vars
    }
}

/// Variables that are named outside of expressions.
fn action_vars(action: &Action) -> Vec<VarId> {
    match &action.kind {
        ActionKind::Assign { target: var, .. }
        | ActionKind::Store { array: var, .. }
        | ActionKind::StoreText { array: var, .. }
        | ActionKind::Allocate { array: var, .. }
        | ActionKind::Deallocate { array: var } => vec![*var],
        ActionKind::Array(assignment) => assignment.named_vars().collect(),
        ActionKind::Call { arguments, result, .. } => {
            let named = arguments.iter().filter_map(|argument| match argument {
                Argument::Variable(var) | Argument::Element(var, _) | Argument::Array(var) => Some(*var),
                Argument::Procedure(Callee::Dummy(var)) => Some(*var),
                Argument::Value(_) | Argument::InOut { .. } | Argument::Procedure(_) | Argument::Absent => None,
            });
            named.chain(*result).collect()
        }
        ActionKind::Io(io) => {
            let named = io.objects.iter().filter_map(|object| match object {
                Argument::Variable(var) | Argument::Element(var, _) | Argument::Array(var) => Some(*var),
                _ => None,
            });
            named.collect()
        }
        ActionKind::ScopeEntry(_) | ActionKind::ScopeExit(_) | ActionKind::Define { .. } => Vec::new(),
    }
}

/// The scope that an action enters or leaves.
fn action_scope(action: &Action) -> Option<ScopeId> {
    match &action.kind {
        ActionKind::ScopeEntry(scope) | ActionKind::ScopeExit(scope) => Some(*scope),
        _ => None,
    }
}

impl Checker<'_> {
    /// Rule `id-foreign` for variables, values and scopes.
    pub(super) fn foreign_ids(&mut self, sites: &[Site<'_>]) {
        let unit = self.unit;
        for site in sites {
            let mut vars = site.vars();
            if let SiteKind::Return(results) = site.kind {
                vars.extend(results.iter().map(|(var, _)| *var));
            }
            for var in vars.into_iter().filter(|var| unit.vars.get(*var).is_none()) {
                self.error("id-foreign", site.entity, format!("variable {} does not exist", var.index()));
            }
            let values = site.read_values().into_iter().chain(site.defined_values());
            for value in values.filter(|value| unit.values.get(*value).is_none()) {
                self.error("id-foreign", site.entity, format!("value v{} does not exist", value.index()));
            }
            if let SiteKind::Action(action) = site.kind
                && let Some(scope) = action_scope(action).filter(|scope| unit.scopes.get(*scope).is_none())
            {
                self.error("id-foreign", site.entity, format!("scope s{} does not exist", scope.index()));
            }
        }
    }
}
