//! Copies of units whose dummy arguments have other names.

use super::Known;
use super::locations::{Aliases, bytes_in_area, overlaps};
use crate::share_scalars::with_bound;
use forlane_cfg::{
    Action, ActionKind, Argument, ArrayAssignment, ArrayLength, Body, Expr, IndexRange, IntegerExpr, IntegerKind,
    Place, Section, SourceArgument, Subscript, Terminator, Type, Unit, Var, VarId,
};

/// A copy, and what its dummy arguments may be.
pub(super) struct Copy {
    pub unit: Unit,
    pub known: Known,
}

/// The copy of a unit for what the arguments of a call may be; none if it is that copy, or can't be made. `known` is
/// what is known in the unit already.
pub(super) fn aliasing_copy(unit: &Unit, known: Option<&Known>, aliases: &Known) -> Option<Copy> {
    let mut all = known.cloned().unwrap_or_else(|| vec![None; unit.dummies.len()]);
    let mut names = Vec::new();
    for (at, aliases) in aliases.iter().enumerate() {
        let Some(aliases) = aliases else { continue };
        let name = |at: usize| unit.vars[unit.dummies[at]].name.as_str();
        let Aliases { first, areas } = all[at].get_or_insert_default();
        if let Some(other) = aliases.first {
            *first = Some(first.map_or(other, |first| first.min(other)));
            // Arguments that are one variable have copies of other names (`share_scalars`).
            names.extend((other != at).then(|| format!("{}=near.{}", name(at), name(other))));
        }
        for (area, start, end) in &aliases.areas {
            // A text in a name has no `%`, and a name no `*`.
            names.push(format!("{}='{}+{start}..{end}'", name(at), area.replace('%', "*")));
            areas.insert((area.clone(), *start, *end));
        }
    }
    let mut copy = Unit { name: with_bound(&unit.name, names)?, ..unit.clone() };
    for (dummy, aliases) in unit.dummies.iter().zip(&all) {
        let Some(aliases) = aliases else { continue };
        if unit.vars[*dummy].array.is_none() && !put_in_memory(&mut copy, *dummy) {
            return None;
        }
        copy.vars[*dummy].is_target = true;
        let is_one =
            |var: &Var| var.area.as_ref().is_some_and(|place| aliases.are_at(place.area.as_str(), place.offset, var));
        copy.vars.iter_mut().filter(|(_, var)| is_one(var)).for_each(|(_, var)| var.is_target = true);
    }
    // What the source declares of them is not what they are.
    copy.arguments = copy.dummies.iter().map(|dummy| SourceArgument::of_variable(*dummy, &copy.vars[*dummy])).collect();
    Some(Copy { unit: copy, known: all })
}

impl Aliases {
    /// Whether a variable is among them that begins at a byte of an area.
    fn are_at(&self, area: &str, offset: u64, var: &Var) -> bool {
        let bytes = bytes_in_area(var).unwrap_or(u64::MAX);
        let is_there = |(name, first, end): &(String, u64, u64)| {
            name == area && overlaps(&(*first..*end), &(offset..offset.saturating_add(bytes)))
        };
        self.areas.iter().any(is_there)
    }
}

/// Whether a dummy argument is in memory, or can be.
pub(super) fn has_memory_form(dummy: &Var) -> bool {
    dummy.array.is_some() || !matches!(dummy.ty, Type::Character | Type::Complex(_))
}

/// Makes a scalar dummy argument an array of one element; false if it is used in a way in which arrays are not.
fn put_in_memory(unit: &mut Unit, dummy: VarId) -> bool {
    let ty = unit.vars[dummy].ty;
    if !has_memory_form(&unit.vars[dummy]) {
        return false;
    }
    let zero = IntegerExpr::Constant(IntegerKind::I4, 0);
    let element = Place::Element(dummy, Box::new(zero.clone()));
    let mut change = |place: &mut Place| {
        if *place == Place::Variable(dummy) {
            *place = element.clone();
        }
    };
    let Body::Graph(graph) = &mut unit.body else { return false };
    let mut results = Vec::new();
    for (id, block) in graph.blocks.iter_mut() {
        match &mut block.terminator {
            Terminator::Branch { condition, .. } => condition.for_each_place_mut(&mut change),
            Terminator::Switch { selector, .. } => selector.for_each_place_mut(&mut change),
            Terminator::Goto(_) | Terminator::Return(_) | Terminator::Stop(_) => {}
        }
        for (at, action) in block.actions.iter_mut().enumerate() {
            if let ActionKind::Array(assignment) = &mut action.kind {
                put_among_elements(assignment, dummy, &mut change);
            }
            action.kind.for_each_place_mut(&mut change);
            match &mut action.kind {
                ActionKind::Assign { target, value } if *target == dummy => {
                    let value = value.clone();
                    action.kind = ActionKind::Store { array: dummy, offset: zero.clone(), value };
                }
                ActionKind::Call { arguments, result, .. } => {
                    arguments.iter_mut().for_each(|argument| pass_element(argument, dummy, &zero));
                    if *result == Some(dummy) {
                        results.push((id, at));
                    }
                }
                ActionKind::Io(io) => io.objects.iter_mut().for_each(|object| pass_element(object, dummy, &zero)),
                ActionKind::Array(assignment) if assignment.named_vars().any(|var| var == dummy) => return false,
                _ => {}
            }
        }
    }
    unit.vars[dummy].array = Some(ArrayLength::Constant(1));
    // The last ones first, so that the places of the others stay.
    for (block, at) in results.into_iter().rev() {
        let name = format!("{}.{}", unit.vars[dummy].name, unit.vars.len());
        let value = unit.vars.alloc(Var::local(name, ty, unit.vars[dummy].scope));
        let (Body::Graph(graph), Some(read)) = (&mut unit.body, Expr::read(ty, Place::Variable(value))) else {
            return false;
        };
        let actions = &mut graph.blocks[block].actions;
        if let ActionKind::Call { result, .. } = &mut actions[at].kind {
            *result = Some(value);
        }
        let store = ActionKind::Store { array: dummy, offset: zero.clone(), value: read };
        let store = Action { kind: store, at: actions[at].at };
        actions.insert(at + 1, store);
    }
    true
}

/// In an array assignment the scalar is an element by its subscript, but in the bounds of the indices.
fn put_among_elements(assignment: &mut ArrayAssignment, dummy: VarId, in_bounds: &mut impl FnMut(&mut Place)) {
    for IndexRange { first, step, count, .. } in &mut assignment.ranges {
        [first, step, count].into_iter().for_each(|bound| bound.for_each_place_mut(in_bounds));
    }
    let subscript = Subscript { at: IntegerExpr::Constant(IntegerKind::I4, 0), extent: None };
    let section = Section { array: dummy, subscripts: vec![subscript] };
    assignment.for_each_place_mut(&mut |place| {
        if *place == Place::Variable(dummy) {
            *place = Place::Section(Box::new(section.clone()));
        }
    });
}

/// Passes the element in place of the scalar.
fn pass_element(argument: &mut Argument, dummy: VarId, zero: &IntegerExpr) {
    if matches!(argument, Argument::Variable(var) if *var == dummy) {
        *argument = Argument::Element(dummy, zero.clone());
    }
}
