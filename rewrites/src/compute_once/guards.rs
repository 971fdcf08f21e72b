//! Guards: the branches that test whether initialisation has been done.

use crate::find_constants::initial_runs;
use crate::fold_constants::{Folder, Known};
use crate::inline_calls::callees_first;
use crate::objects::{Member, ObjectId, Objects, reached_blocks};
use forlane_cfg::analysis::{Effects, Recursion};
use forlane_cfg::{BlockId, Body, Constant, LogicalExpr, Place, Program, Terminator, Type, Unit, VarId};
use indexmap::IndexMap;

/// A branch whose condition reads one scalar that is kept, and nothing else but constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Guard {
    /// The unit's index.
    pub unit: usize,
    /// The block that the branch ends.
    pub block: BlockId,
    /// The scalar.
    pub flag: VarId,
    /// Where it leads with the flag's initial value.
    pub body: BlockId,
    /// Where it leads otherwise.
    pub join: BlockId,
}

/// What is known of a program, until a guard is taken away.
pub(super) struct Facts {
    pub objects: Objects,
    pub effects: Effects,
    pub recursion: Recursion,
    /// The blocks of each unit that are reached.
    pub reached: Vec<Vec<BlockId>>,
    /// The steps that looking at the program and setting up its memory count for.
    pub setting_up: u64,
}

impl Facts {
    pub fn compute(program: &Program) -> Facts {
        let actions: usize = program.units.iter().map(|unit| unit.actions().count()).sum();
        Facts {
            objects: Objects::compute(program),
            effects: Effects::compute(program),
            recursion: Recursion::compute(&program.units),
            reached: reached_blocks(program),
            setting_up: elements(program).saturating_add(actions as u64),
        }
    }
}

/// The elements of all variables but those that callers provide.
pub(super) fn elements(program: &Program) -> u64 {
    let vars = program.units.iter().flat_map(|unit| unit.vars.iter().map(|(_, var)| var));
    vars.filter_map(|var| var.element_count()).fold(0, u64::saturating_add)
}

/// The flag of several guards.
pub(super) struct Flag {
    /// A variable that it is.
    pub member: Member,
}

/// The guards of each flag, those in callees first.
pub(super) fn groups(program: &Program, facts: &Facts) -> Vec<(Flag, Vec<(usize, BlockId)>)> {
    let mut groups: IndexMap<ObjectId, (Flag, Vec<(usize, BlockId)>)> = IndexMap::new();
    for unit in callees_first(program) {
        for block in &facts.reached[unit] {
            if let Some(guard) = find_guard(program, &facts.objects, unit, *block)
                && let Some(object) = facts.objects.of(unit, guard.flag)
            {
                let new = || (Flag { member: (unit, guard.flag) }, Vec::new());
                groups.entry(object).or_insert_with(new).1.push((unit, *block));
            }
        }
    }
    groups.into_values().collect()
}

/// The guard that ends a block, if one does.
pub(super) fn find_guard(program: &Program, objects: &Objects, unit: usize, block: BlockId) -> Option<Guard> {
    let own = &program.units[unit];
    let Body::Graph(graph) = &own.body else { return None };
    let Terminator::Branch { condition, then, otherwise } = &graph.blocks[block].terminator else { return None };
    let flag = only_variable(condition)?;
    let object = objects.get(objects.of(unit, flag)?);
    let is_like = |(unit, var): &Member| {
        let var = &program.units[*unit].vars[*var];
        var.array.is_none() && var.ty == own.vars[flag].ty
    };
    if !object.members.iter().all(is_like) {
        return None;
    }
    let value = initial_value(program, objects, (unit, flag))?;
    let (body, join) = match truth(own, condition, flag, &value)? {
        true => (*then, *otherwise),
        false => (*otherwise, *then),
    };
    (body != join).then_some(Guard { unit, block, flag, body, join })
}

/// The variable that a condition reads, if it is a single scalar.
fn only_variable(condition: &LogicalExpr) -> Option<VarId> {
    let mut found = Vec::new();
    condition.for_each_place(&mut |place| found.push(place.clone()));
    match &found[..] {
        [Place::Variable(var), rest @ ..] => rest.iter().all(|place| *place == Place::Variable(*var)).then_some(*var),
        _ => None,
    }
}

/// What a scalar that is kept is when a row starts.
pub(super) fn initial_value(program: &Program, objects: &Objects, (unit, var): Member) -> Option<Constant> {
    let object = objects.get(objects.of(unit, var)?);
    let var = &program.units[unit].vars[var];
    match initial_runs(var, object.image().as_ref())?.last() {
        Some((_, _, value)) => Some(value.clone()),
        None => zero(var.ty),
    }
}

fn zero(ty: Type) -> Option<Constant> {
    match ty {
        Type::Integer(kind) => Some(Constant::Integer(kind, 0)),
        Type::Real(kind) => Some(Constant::Real(kind, 0.0)),
        Type::Logical => Some(Constant::Logical(false)),
        Type::Complex(_) | Type::Character => None,
    }
}

/// Whether a condition holds with a value of the flag.
fn truth(unit: &Unit, condition: &LogicalExpr, flag: VarId, value: &Constant) -> Option<bool> {
    let folder = Folder::new(unit, Known::from([(flag, value.clone())]));
    let mut condition = condition.clone();
    folder.logical(&mut condition);
    match condition {
        LogicalExpr::Constant(holds) => Some(holds),
        _ => None,
    }
}

impl Guard {
    /// Whether the guard leads with a value of the flag where it leads with the initial one.
    pub fn leads_to_body(&self, program: &Program, value: &Constant) -> bool {
        let unit = &program.units[self.unit];
        let Body::Graph(graph) = &unit.body else { return false };
        let Terminator::Branch { condition, then, otherwise } = &graph.blocks[self.block].terminator else {
            return false;
        };
        let holds = truth(unit, condition, self.flag, value);
        holds.is_some_and(|holds| self.body == if holds { *then } else { *otherwise })
    }

    /// Whether the guard leads to its join with a value of the flag, perhaps by more branches that the flag decides.
    pub fn leads_to_join(&self, program: &Program, value: &Constant) -> bool {
        let unit = &program.units[self.unit];
        let Body::Graph(graph) = &unit.body else { return false };
        let mut at = self.block;
        for _ in 0..graph.blocks.len() {
            at = match &graph.blocks[at].terminator {
                Terminator::Goto(next) => *next,
                Terminator::Branch { condition, then, otherwise } if only_variable(condition) == Some(self.flag) => {
                    match truth(unit, condition, self.flag, value) {
                        Some(holds) => {
                            if holds {
                                *then
                            } else {
                                *otherwise
                            }
                        }
                        None => return false,
                    }
                }
                _ => return false,
            };
            if at == self.join {
                return true;
            }
            if !graph.blocks[at].actions.is_empty() {
                return false;
            }
        }
        false
    }
}
