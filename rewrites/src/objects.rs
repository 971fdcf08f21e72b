//! What actions do to variables, and which variables kept between executions lie in the same memory.

use forlane_cfg::analysis::{Effects, ReversePostorder};
use forlane_cfg::areas::{Areas, Component};
use forlane_cfg::{
    ActionKind, Argument, BlockId, Body, Callee, Constant, Graph, IoAction, Place, Program, Stage, Storage, Terminator,
    Var, VarId, handed_along,
};
use indexmap::IndexMap;
use std::collections::HashSet;

/// A variable of a unit, by the unit's index.
pub(crate) type Member = (usize, VarId);

/// A piece of memory that is kept between executions: a static variable, which the copies of a unit share, or a
/// component of an area.
pub(crate) type ObjectId = usize;

/// Runs of equal elements: first, number, value.
pub(crate) type Runs = Vec<(u64, u64, Constant)>;

/// The pieces of memory of a program that are kept between executions.
pub(crate) struct Objects {
    of: IndexMap<Member, ObjectId>,
    objects: Vec<Object>,
}

/// The variables that lie in one piece of memory.
pub(crate) struct Object {
    /// They, in order of the units.
    pub members: Vec<Member>,
    /// The component of an area that it is.
    component: Option<Component>,
}

impl Objects {
    pub fn compute(program: &Program) -> Objects {
        let mut found = Objects { of: IndexMap::new(), objects: Vec::new() };
        let mut shared: IndexMap<(&str, VarId), ObjectId> = IndexMap::new();
        for (index, unit) in program.units.iter().enumerate() {
            for (id, _) in unit.vars.iter().filter(|(_, var)| var.storage == Storage::Static) {
                let next = found.objects.len();
                let object = *shared.entry((unit.source_name(), id)).or_insert(next);
                if object == next {
                    found.objects.push(Object { members: Vec::new(), component: None });
                }
                found.add(object, (index, id));
            }
        }
        for (_, area) in Areas::compute(program).iter() {
            for component in &area.components {
                found.objects.push(Object { members: Vec::new(), component: Some(component.clone()) });
                component.members.iter().for_each(|member| found.add(found.objects.len() - 1, *member));
            }
        }
        found
    }

    fn add(&mut self, object: ObjectId, member: Member) {
        self.objects[object].members.push(member);
        self.of.insert(member, object);
    }

    /// The object in which a variable lies; none for what is not kept.
    pub fn of(&self, unit: usize, var: VarId) -> Option<ObjectId> {
        self.of.get(&(unit, var)).copied()
    }

    pub fn iter(&self) -> impl Iterator<Item = (ObjectId, &Object)> {
        self.objects.iter().enumerate()
    }

    pub fn get(&self, object: ObjectId) -> &Object {
        &self.objects[object]
    }
}

/// The image of what is longer is not made: that would take more time than it saves.
const MOST_BYTES: u64 = 1 << 22;

/// The bytes of a component of an area before anything is assigned, and the offset of the first one in the area.
pub(crate) type Image = (u64, Vec<u8>);

impl Object {
    /// Whether something in it has an initial value, zero included.
    pub fn has_initial_values(&self, program: &Program) -> bool {
        let has_values = |(unit, var): &Member| !program.units[*unit].vars[*var].initial.is_empty();
        self.members.iter().any(has_values)
    }

    /// Whether it is a component of an area.
    pub fn is_in_area(&self) -> bool {
        self.component.is_some()
    }

    /// The initial values of each of its members, if they are all of one type, at one place, and as long; none if they
    /// are not, or if several have some.
    pub fn values_of_all(&self, program: &Program) -> Option<Runs> {
        let mut members = self.members.iter().map(|(unit, var)| &program.units[*unit].vars[*var]);
        let kind = |var: &Var| (var.ty, var.element_count(), var.area.as_ref().map(|place| place.offset));
        let first = members.clone().next().map(kind)?;
        if members.clone().any(|var| kind(var) != first) {
            return None;
        }
        let mut given = members.by_ref().filter(|var| !var.initial.is_empty());
        let values = given.next().map_or_else(Vec::new, |var| var.initial.clone());
        given.next().is_none().then_some(values)
    }

    /// That of a component of an area; none for any other object, or one that is too long.
    pub fn image(&self) -> Option<Image> {
        let component = self.component.as_ref()?;
        let bytes = component.range.end.saturating_sub(component.range.start);
        (bytes <= MOST_BYTES).then(|| (component.range.start, component.image()))
    }
}

/// Whether the units are all graphs as built, what they call is among them, and no procedure is a variable.
pub(crate) fn is_closed(program: &Program) -> bool {
    let names: HashSet<&str> = program.units.iter().map(|unit| unit.name.as_str()).collect();
    program.units.iter().all(|unit| {
        let is_known = |action: &ActionKind| match action {
            ActionKind::Call { callee, arguments, .. } => {
                matches!(callee, Callee::Unit(name) if names.contains(name.as_str()))
                    && !arguments.iter().any(|argument| matches!(argument, Argument::Procedure(_)))
            }
            _ => true,
        };
        unit.stage == Stage::Cfg && unit.actions().all(|action| is_known(&action.kind))
    })
}

/// Whether an object has an array of dynamic length, so that its size is not known.
pub(crate) fn is_dynamic(program: &Program, object: &Object) -> bool {
    let is_dynamic = |(unit, var): &Member| program.units[*unit].vars[*var].is_dynamic();
    object.members.iter().any(is_dynamic)
}

/// What is done to a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    Read,
    /// It may be assigned, and read before that.
    Write,
}

/// Calls `see` for each variable that an action names, itself or by what it passes to a call.
pub(crate) fn for_each_access(action: &ActionKind, effects: &Effects, see: &mut dyn FnMut(VarId, Access)) {
    action.for_each_place(&mut |place| read(place, see));
    match action {
        ActionKind::Assign { target, .. } => see(*target, Access::Write),
        ActionKind::Array(assignment) => assignment.named_vars().for_each(|var| see(var, Access::Write)),
        ActionKind::Call { callee, arguments, result, .. } => {
            let handed: Vec<usize> = handed_along(arguments).collect();
            for (at, argument) in arguments.iter().enumerate() {
                let may_assign = effects.may_assign(callee, at) || handed.contains(&at);
                let access = if may_assign { Access::Write } else { Access::Read };
                argument.referenced().into_iter().for_each(|var| see(var, access));
            }
            result.iter().for_each(|result| see(*result, Access::Write));
        }
        ActionKind::Io(io) => for_each_object(io, see),
        other => other.assigned_array().into_iter().for_each(|array| see(array, Access::Write)),
    }
}

fn for_each_object(io: &IoAction, see: &mut dyn FnMut(VarId, Access)) {
    let access = if io.kind.assigns() { Access::Write } else { Access::Read };
    io.objects.iter().filter_map(Argument::referenced).for_each(|var| see(var, access));
}

/// As [`for_each_access`], of what ends a block.
pub(crate) fn for_each_branch_access(terminator: &Terminator, see: &mut dyn FnMut(VarId, Access)) {
    match terminator {
        Terminator::Branch { condition, .. } => condition.for_each_place(&mut |place| read(place, see)),
        Terminator::Switch { selector, .. } => selector.for_each_place(&mut |place| read(place, see)),
        Terminator::Goto(_) | Terminator::Return(_) | Terminator::Stop(_) => {}
    }
}

fn read(place: &Place, see: &mut dyn FnMut(VarId, Access)) {
    place.var().into_iter().for_each(|var| see(var, Access::Read));
}

/// As [`for_each_access`], of a block.
pub(crate) fn for_each_block_access(
    graph: &Graph,
    block: BlockId,
    effects: &Effects,
    see: &mut dyn FnMut(VarId, Access),
) {
    graph.blocks[block].actions.iter().for_each(|action| for_each_access(&action.kind, effects, see));
    for_each_branch_access(&graph.blocks[block].terminator, see);
}

/// The blocks of each unit that its START reaches, each before its successors but along retreating arcs.
pub(crate) fn reached_blocks(program: &Program) -> Vec<Vec<BlockId>> {
    let of_unit = |body: &Body| match body {
        Body::Graph(graph) => ReversePostorder::compute(graph).blocks,
        Body::Tree(_) => Vec::new(),
    };
    program.units.iter().map(|unit| of_unit(&unit.body)).collect()
}
