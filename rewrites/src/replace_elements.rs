//! Makes scalars of the elements of small local arrays that are only named by constant indices, so that SSA form turns
//! them into values (scalar replacement of aggregates).
//!
//! An array is replaced if it is local, has at most [`MOST_ELEMENTS`] elements, is of a type that is computed with, and
//! each mention is an element at a constant offset inside of it: read, stored, or passed to a dummy argument that is a
//! scalar of the same type. What is passed whole, read or written by input and output, or indexed by a variable even
//! once, stays in memory; so does all that is shared (COMMON, EQUIVALENCE), kept (SAVE, DATA) or a dummy argument.
//!
//! Requires: stage `cfg`. Ensures: stage `cfg`; the array has no elements left, its scalars stand for them, in the same
//! scope. Keeps: order of evaluation, results, which lanes fail. Invalidates: nothing. Cost: the size of the unit.
//!
//! ```text
//! var a: real8[2] local                       var a: real8[0] local
//!                                             var a.0: real8 local
//!                                 becomes     var a.1: real8 local
//! a[0] = x                                    a.0 = x
//! a[1] = a[0] + 1d0                           a.1 = a.0 + 1d0
//! call f(&a[1])                               call f(&a.1)
//! ```

use forlane_cfg::{
    Action, ActionKind, Argument, ArrayLength, Body, Callee, Graph, IntegerExpr, IntegerKind, Place, Program, Stage,
    Storage, Terminator, Type, Unit, Var, VarId, names,
};
use id_arena::Arena;
use std::collections::HashSet;

/// The most elements of an array that becomes scalars.
pub const MOST_ELEMENTS: u64 = 16;

/// Replaces what can be in the unit of that index; one at another stage than `cfg` is left alone.
pub fn replace_elements(program: &mut Program, index: usize) {
    let unit = &program.units[index];
    let Body::Graph(graph) = &unit.body else { return };
    if unit.stage != Stage::Cfg {
        return;
    }
    let mut replaceable: Vec<bool> = unit.vars.iter().map(|(_, var)| is_small(var)).collect();
    if replaceable.contains(&true) {
        for_each_other_mention(program, unit, graph, &mut |array| replaceable[array.index()] = false);
    }
    if replaceable.contains(&true) {
        let unit = &mut program.units[index];
        let scalars = declare_scalars(&mut unit.vars, &replaceable);
        if let Body::Graph(graph) = &mut unit.body {
            replace_mentions(graph, &scalars);
        }
    }
}

fn is_small(var: &Var) -> bool {
    let is_computed_with =
        !matches!(var.ty, Type::Integer(IntegerKind::I1 | IntegerKind::I2) | Type::Complex(_) | Type::Character);
    let is_short = matches!(var.array, Some(ArrayLength::Constant(1..=MOST_ELEMENTS)));
    var.storage == Storage::Local && is_short && is_computed_with
}

/// The element that a constant offset names, if it is one of the array's.
fn element(var: &Var, offset: &IntegerExpr) -> Option<usize> {
    let IntegerExpr::Constant(_, offset) = offset else { return None };
    let offset = u64::try_from(*offset).ok()?;
    (offset < var.element_count()?).then_some(offset as usize)
}

/// Calls `see` for each array that is mentioned otherwise than by an element that can be a scalar.
fn for_each_other_mention(program: &Program, unit: &Unit, graph: &Graph, see: &mut dyn FnMut(VarId)) {
    let mut see_place = |place: &Place| match place {
        Place::Element(array, offset) if element(&unit.vars[*array], offset).is_none() => see(*array),
        Place::Section(section) => see(section.array),
        Place::Element(..) | Place::Variable(_) | Place::Value(_) => {}
    };
    for (_, block) in graph.blocks.iter() {
        block.actions.iter().for_each(|action| action.kind.for_each_place(&mut see_place));
        match &block.terminator {
            Terminator::Branch { condition, .. } => condition.for_each_place(&mut see_place),
            Terminator::Switch { selector, .. } => selector.for_each_place(&mut see_place),
            Terminator::Goto(_) | Terminator::Return(_) | Terminator::Stop(_) => {}
        }
    }
    for action in graph.blocks.iter().flat_map(|(_, block)| &block.actions) {
        match &action.kind {
            ActionKind::Store { array, offset, .. } if element(&unit.vars[*array], offset).is_some() => {}
            ActionKind::Call { callee, arguments, .. } => {
                for (at, argument) in arguments.iter().enumerate() {
                    match argument {
                        Argument::Array(array) => see(*array),
                        Argument::Element(array, offset) => {
                            let var = &unit.vars[*array];
                            if element(var, offset).is_none() || !takes_scalar(program, callee, at, var.ty) {
                                see(*array);
                            }
                        }
                        _ => {}
                    }
                }
            }
            ActionKind::Io(io) => io.objects.iter().for_each(|object| {
                if let Argument::Array(array) | Argument::Element(array, _) = object {
                    see(*array);
                }
            }),
            other => other.assigned_array().into_iter().for_each(&mut *see),
        }
    }
}

/// Whether a callee is known to take its argument of that number as a scalar of a type.
fn takes_scalar(program: &Program, callee: &Callee, at: usize, ty: Type) -> bool {
    let Some(callee) = callee.unit().and_then(|name| program.unit(name)) else { return false };
    let dummy = callee.dummies.get(at).map(|dummy| &callee.vars[*dummy]);
    dummy.is_some_and(|dummy| dummy.array.is_none() && dummy.storage == Storage::Dummy && dummy.ty == ty)
}

/// The scalars of each array that is replaced, by index of the array; the array keeps no elements.
fn declare_scalars(vars: &mut Arena<Var>, replaceable: &[bool]) -> Vec<Vec<VarId>> {
    let mut names: HashSet<String> = vars.iter().map(|(_, var)| var.name.clone()).collect();
    let arrays: Vec<VarId> = vars.iter().map(|(id, _)| id).filter(|id| replaceable[id.index()]).collect();
    let mut scalars = vec![Vec::new(); replaceable.len()];
    for array in arrays {
        let length = vars[array].element_count().unwrap_or(0);
        for number in 0..length {
            let mut name = names::numbered(&vars[array].name, number);
            while !names.insert(name.clone()) {
                name.push_str(".e");
            }
            let scalar = Var { name, array: None, ..vars[array].clone() };
            scalars[array.index()].push(vars.alloc(scalar));
        }
        vars[array].array = Some(ArrayLength::Constant(0));
    }
    scalars
}

fn replace_mentions(graph: &mut Graph, scalars: &[Vec<VarId>]) {
    let scalar = |array: VarId, offset: &IntegerExpr| match offset {
        IntegerExpr::Constant(_, offset) => scalars[array.index()].get(*offset as usize).copied(),
        _ => None,
    };
    let mut replace = |place: &mut Place| {
        if let Place::Element(array, offset) = place
            && let Some(scalar) = scalar(*array, offset)
        {
            *place = Place::Variable(scalar);
        }
    };
    for (_, block) in graph.blocks.iter_mut() {
        for action in &mut block.actions {
            action.kind.for_each_place_mut(&mut replace);
            replace_target(action, &scalar);
        }
        match &mut block.terminator {
            Terminator::Branch { condition, .. } => condition.for_each_place_mut(&mut replace),
            Terminator::Switch { selector, .. } => selector.for_each_place_mut(&mut replace),
            Terminator::Goto(_) | Terminator::Return(_) | Terminator::Stop(_) => {}
        }
    }
}

/// Replaces the elements that an action stores or passes.
fn replace_target(action: &mut Action, scalar: &dyn Fn(VarId, &IntegerExpr) -> Option<VarId>) {
    match &mut action.kind {
        ActionKind::Store { array, offset, value } => {
            if let Some(target) = scalar(*array, offset) {
                action.kind = ActionKind::Assign { target, value: value.clone() };
            }
        }
        ActionKind::Call { arguments, .. } => {
            for argument in arguments {
                if let Argument::Element(array, offset) = argument
                    && let Some(variable) = scalar(*array, offset)
                {
                    *argument = Argument::Variable(variable);
                }
            }
        }
        _ => {}
    }
}
