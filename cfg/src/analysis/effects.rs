//! What executing each unit may do, through the calls that it makes.

use crate::analysis::failure::{
    element_may_fail, expr_may_fail, integer_may_fail, logical_may_fail, range_may_fail, text_may_fail,
};
use crate::expr::{Expr, Place};
use crate::graph::{Action, ActionKind, Argument, Callee, Terminator, handed_along};
use crate::region::{NodeKind, RegionEnd};
use crate::transfer::IoAction;
use crate::unit::{Body, Program, Storage, Unit, VarId};
use indexmap::{IndexMap, IndexSet};

/// The effects of all units of a program. Of a callee that the program does not hold everything is assumed.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    units: IndexMap<String, UnitEffects>,
    cycle: Option<Vec<String>>,
}

/// What executing one unit may do, its callees included.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnitEffects {
    /// For each dummy argument, scalar or array, whether it may be assigned.
    pub assigned: Vec<bool>,
    /// It may fail.
    pub may_fail: bool,
    /// It may end the program by STOP.
    pub may_stop: bool,
    /// It may write to standard output.
    pub prints: bool,
    /// It may read or assign variables in static memory that are not constant.
    pub touches_static: bool,
    /// It may call something that the program does not hold.
    pub calls_unknown: bool,
    /// The units that it calls itself, in order of their first call.
    pub callees: IndexSet<String>,
}

impl UnitEffects {
    /// Assumes all that an unknown callee may do.
    fn assume_all(&mut self) {
        self.may_fail = true;
        self.may_stop = true;
        self.prints = true;
        self.touches_static = true;
        self.calls_unknown = true;
    }
}

impl Effects {
    /// Computes them at any stage, by going round until nothing changes.
    pub fn compute(program: &Program) -> Effects {
        let mut effects = Effects::default();
        let mut passes: Vec<Vec<Pass>> = Vec::new();
        for unit in &program.units {
            let mut walk = EffectsScan::new(unit);
            walk.body();
            effects.units.insert(unit.name.clone(), walk.effects);
            passes.push(walk.passes);
        }
        let mut changed = true;
        while changed {
            changed = false;
            for (at, passes) in passes.iter().enumerate() {
                changed |= effects.absorb(at, passes);
            }
        }
        effects.cycle = effects.find_cycle();
        effects
    }

    /// Says that a unit was made after these were computed, and does what another one does.
    pub fn add_copy(&mut self, copy: &str, of: &str) {
        if let Some(effects) = self.of(of).cloned() {
            self.units.insert(copy.to_owned(), effects);
        }
    }

    /// The effects of a unit of the program.
    pub fn of(&self, name: &str) -> Option<&UnitEffects> {
        self.units.get(name)
    }

    /// Whether a call of `callee` may assign its argument number `at`, counted from 0.
    pub fn may_assign(&self, callee: &Callee, at: usize) -> bool {
        callee.unit().is_none_or(|name| self.unit_may_assign(name, at))
    }

    /// As [`Effects::may_assign`], of the unit of a name.
    pub fn unit_may_assign(&self, name: &str, at: usize) -> bool {
        self.of(name).and_then(|unit| unit.assigned.get(at).copied()).unwrap_or(true)
    }

    /// Units that call each other in a ring, in order of the calls, the first one not repeated; none if no unit is
    /// recursive.
    pub fn cycle(&self) -> Option<&[String]> {
        self.cycle.as_deref()
    }

    /// Adds to a unit what its callees do; says whether that changed anything.
    fn absorb(&mut self, at: usize, passes: &[Pass]) -> bool {
        let mut unit = self.units[at].clone();
        for callee in unit.callees.clone() {
            match self.of(&callee) {
                Some(callee) => {
                    unit.may_fail |= callee.may_fail;
                    unit.may_stop |= callee.may_stop;
                    unit.prints |= callee.prints;
                    unit.touches_static |= callee.touches_static;
                    unit.calls_unknown |= callee.calls_unknown;
                }
                None => unit.assume_all(),
            }
        }
        for pass in passes {
            if self.may_assign(&pass.callee, pass.argument) {
                unit.assigned[pass.dummy] = true;
            }
        }
        let changed = self.units[at] != unit;
        self.units[at] = unit;
        changed
    }

    fn find_cycle(&self) -> Option<Vec<String>> {
        let mut finished = vec![false; self.units.len()];
        for root in 0..self.units.len() {
            let mut path = vec![(root, 0)];
            while let Some((unit, next)) = path.last_mut() {
                let unit = *unit;
                let callee = self.units[unit].callees.get_index(*next);
                *next += 1;
                let Some(callee) = callee else {
                    finished[unit] = true;
                    path.pop();
                    continue;
                };
                let Some(callee) = self.units.get_index_of(callee).filter(|callee| !finished[*callee]) else {
                    continue;
                };
                if let Some(first) = path.iter().position(|(unit, _)| *unit == callee) {
                    let name = |unit: usize| self.units.get_index(unit).map(|(name, _)| name.clone());
                    return Some(path[first..].iter().filter_map(|(unit, _)| name(*unit)).collect());
                }
                path.push((callee, 0));
            }
        }
        None
    }
}

/// A dummy argument that is passed on by reference.
struct Pass {
    dummy: usize,
    callee: Callee,
    argument: usize,
}

/// Finds what a unit does itself.
struct EffectsScan<'a> {
    unit: &'a Unit,
    effects: UnitEffects,
    passes: Vec<Pass>,
}

impl<'a> EffectsScan<'a> {
    fn new(unit: &'a Unit) -> EffectsScan<'a> {
        let effects = UnitEffects { assigned: vec![false; unit.dummies.len()], ..UnitEffects::default() };
        EffectsScan { unit, effects, passes: Vec::new() }
    }

    fn body(&mut self) {
        match &self.unit.body {
            Body::Graph(graph) => {
                for (_, block) in graph.blocks.iter() {
                    block.actions.iter().for_each(|action| self.action(action));
                    match &block.terminator {
                        Terminator::Goto(_) => {}
                        Terminator::Branch { condition, .. } => self.condition(condition),
                        Terminator::Switch { selector, .. } => self.integer(selector),
                        Terminator::Return(values) => self.returned(values.iter().map(|(var, _)| *var)),
                        Terminator::Stop(_) => self.effects.may_stop = true,
                    }
                }
            }
            Body::Tree(tree) => {
                for (_, region) in tree.regions.iter() {
                    region.nodes.iter().for_each(|node| self.node(&node.kind));
                    match &region.end {
                        RegionEnd::Return(values) => self.returned(values.iter().map(|(var, _)| *var)),
                        RegionEnd::Stop(_) => self.effects.may_stop = true,
                        _ => {}
                    }
                }
            }
        }
    }

    fn node(&mut self, node: &NodeKind) {
        match node {
            NodeKind::Action(action) => self.action(action),
            NodeKind::If { condition, .. } => self.condition(condition),
            NodeKind::Switch { selector, .. } => self.integer(selector),
            NodeKind::Scope { .. } | NodeKind::Loop { .. } | NodeKind::Graph { .. } => {}
        }
    }

    fn action(&mut self, action: &Action) {
        match &action.kind {
            ActionKind::ScopeEntry(_) | ActionKind::ScopeExit(_) => {}
            ActionKind::Assign { target, value } => {
                self.assign(*target);
                self.value(value);
            }
            ActionKind::Define { expr, .. } => self.value(expr),
            ActionKind::Store { array, offset, value } => {
                self.assign(*array);
                self.integer(offset);
                self.value(value);
                self.effects.may_fail |= element_may_fail(*array, offset, &self.unit.vars);
            }
            ActionKind::StoreText { array, offset, length, value } => {
                self.assign(*array);
                self.integer(offset);
                self.integer(length);
                self.text(value);
                self.effects.may_fail |= range_may_fail(*array, offset, length, &self.unit.vars);
            }
            ActionKind::Array(assignment) => {
                assignment.named_vars().for_each(|var| self.assign(var));
                assignment.for_each_place(&mut |place| self.read(place));
                self.effects.may_fail = true;
            }
            ActionKind::Allocate { array, length } => {
                self.assign(*array);
                self.integer(length);
                self.effects.may_fail = true;
            }
            ActionKind::Deallocate { array } => {
                self.assign(*array);
                // What callers know may be held.
                self.effects.may_fail |= self.unit.vars[*array].storage != Storage::Local;
            }
            ActionKind::Call { callee, arguments, result, .. } => {
                match callee {
                    Callee::Unit(name) => drop(self.effects.callees.insert(name.clone())),
                    Callee::Dummy(_) | Callee::Internal(..) => self.effects.assume_all(),
                }
                for argument in handed_along(arguments).filter_map(|at| arguments.get(at)) {
                    if let Argument::Variable(var) | Argument::Array(var) = argument {
                        self.assign(*var);
                    }
                }
                if let Some(result) = result {
                    self.assign(*result);
                }
                for (at, argument) in arguments.iter().enumerate() {
                    self.argument(callee, at, argument);
                }
            }
            ActionKind::Io(io) => self.io(io),
        }
    }

    fn io(&mut self, io: &IoAction) {
        self.effects.prints = true;
        self.effects.may_fail = true;
        io.operands.iter().for_each(|operand| self.value(operand));
        for object in &io.objects {
            match object {
                Argument::Value(value) | Argument::InOut { before: value, .. } => self.value(value),
                Argument::Procedure(_) | Argument::Absent => {}
                Argument::Variable(var) | Argument::Array(var) if !io.kind.assigns() => self.touch(*var),
                Argument::Variable(var) | Argument::Array(var) => self.assign(*var),
                Argument::Element(array, offset) => {
                    self.assign(*array);
                    self.integer(offset);
                    self.effects.may_fail |= element_may_fail(*array, offset, &self.unit.vars);
                }
            }
        }
    }

    fn argument(&mut self, callee: &Callee, at: usize, argument: &Argument) {
        match argument {
            Argument::Value(value) | Argument::InOut { before: value, .. } => self.value(value),
            Argument::Variable(var) | Argument::Array(var) => self.pass(*var, callee, at),
            Argument::Procedure(_) | Argument::Absent => {}
            Argument::Element(array, offset) => {
                self.pass(*array, callee, at);
                self.integer(offset);
                self.effects.may_fail |= element_may_fail(*array, offset, &self.unit.vars);
            }
        }
    }

    fn pass(&mut self, var: VarId, callee: &Callee, argument: usize) {
        self.touch(var);
        if let Some(dummy) = self.dummy(var) {
            self.passes.push(Pass { dummy, callee: callee.clone(), argument });
        }
    }

    fn dummy(&self, var: VarId) -> Option<usize> {
        self.unit.dummies.iter().position(|dummy| *dummy == var)
    }

    fn assign(&mut self, var: VarId) {
        self.touch(var);
        if let Some(dummy) = self.dummy(var) {
            self.effects.assigned[dummy] = true;
        }
    }

    fn returned(&mut self, vars: impl Iterator<Item = VarId>) {
        vars.for_each(|var| self.assign(var));
    }

    fn touch(&mut self, var: VarId) {
        self.effects.touches_static |= matches!(self.unit.vars[var].storage, Storage::Static | Storage::Area);
    }

    fn condition(&mut self, condition: &crate::expr::LogicalExpr) {
        self.effects.may_fail |= logical_may_fail(condition, &self.unit.vars);
        condition.for_each_place(&mut |place| self.read(place));
    }

    fn integer(&mut self, expr: &crate::expr::IntegerExpr) {
        self.effects.may_fail |= integer_may_fail(expr, &self.unit.vars);
        expr.for_each_place(&mut |place| self.read(place));
    }

    fn text(&mut self, text: &crate::character::CharacterExpr) {
        self.effects.may_fail |= text_may_fail(text, &self.unit.vars);
        text.for_each_place(&mut |place| self.read(place));
    }

    fn value(&mut self, expr: &Expr) {
        self.effects.may_fail |= expr_may_fail(expr, &self.unit.vars);
        expr.for_each_place(&mut |place| self.read(place));
    }

    fn read(&mut self, place: &Place) {
        place.var().into_iter().for_each(|var| self.touch(var));
    }
}
