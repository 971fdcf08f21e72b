//! Actions: which there are, and their parts.

use super::Around;
use super::operands::{argument, constant_like, integer, place, var_like};
use crate::random::Random;
use forlane_cfg::{Action, ActionKind, Argument, Body, Callee, Expr, Handled, IoAction, IoKind, Node, NodeKind, Unit};

/// Changes one action, or where it is.
pub fn one(random: &mut Random, unit: &mut Unit, around: &Around) {
    let count = all(unit).len();
    if count == 0 {
        return;
    }
    let (at, other) = (random.below(count), random.below(count));
    let is_moved = random.one_in(4);
    let copy = all(unit)[other].clone();
    if !is_moved {
        let mut action = all(unit)[at].clone();
        inside(random, unit, around, &mut action.kind, &copy.kind);
        return *all(unit)[at] = action;
    }
    match random.below(4) {
        0 => insert(random, unit, Some(copy)),
        1 => insert(random, unit, None),
        2 => *all(unit)[at] = copy,
        _ => {
            let action = std::mem::replace(all(unit)[at], copy);
            *all(unit)[other] = action;
        }
    }
}

/// The actions of a unit.
fn all(unit: &mut Unit) -> Vec<&mut Action> {
    match &mut unit.body {
        Body::Graph(graph) => graph.blocks.iter_mut().flat_map(|(_, block)| &mut block.actions).collect(),
        Body::Tree(tree) => {
            let nodes = tree.regions.iter_mut().flat_map(|(_, region)| &mut region.nodes);
            nodes
                .filter_map(|node| match &mut node.kind {
                    NodeKind::Action(action) => Some(action),
                    _ => None,
                })
                .collect()
        }
    }
}

/// Inserts an action at some place, or removes what is there.
fn insert(random: &mut Random, unit: &mut Unit, action: Option<Action>) {
    match &mut unit.body {
        Body::Graph(graph) => {
            let ids: Vec<_> = graph.blocks.iter().map(|(id, _)| id).collect();
            let actions = &mut graph.blocks[*random.pick(&ids)].actions;
            match action {
                Some(action) => actions.insert(random.below(actions.len() + 1), action),
                None if actions.is_empty() => {}
                None => drop(actions.remove(random.below(actions.len()))),
            }
        }
        Body::Tree(tree) => {
            let ids: Vec<_> = tree.regions.iter().map(|(id, _)| id).collect();
            let nodes = &mut tree.regions[*random.pick(&ids)].nodes;
            match action {
                Some(action) => {
                    let node = Node { at: action.at, kind: NodeKind::Action(action) };
                    nodes.insert(random.below(nodes.len() + 1), node);
                }
                None if nodes.is_empty() => {}
                None => drop(nodes.remove(random.below(nodes.len()))),
            }
        }
    }
}

/// Changes a part of an action; `other` is an action that parts may come from.
fn inside(random: &mut Random, unit: &Unit, around: &Around, action: &mut ActionKind, other: &ActionKind) {
    if random.one_in(3) {
        let mut count = 0;
        action.for_each_place(&mut |_| count += 1);
        let chosen = random.below(count);
        let mut at = 0;
        action.for_each_place_mut(&mut |found| {
            if at == chosen {
                place(random, unit, found);
            }
            at += 1;
        });
        return;
    }
    match action {
        ActionKind::Assign { target, value } => match random.below(2) {
            0 => *target = var_like(random, unit, *target),
            _ => constant(random, value),
        },
        ActionKind::Define { expr, .. } => constant(random, expr),
        ActionKind::Store { array, offset, .. } => match random.below(3) {
            0 => *array = var_like(random, unit, *array),
            _ => *offset = integer(random, unit),
        },
        ActionKind::StoreText { array, offset, length, .. } => match random.below(4) {
            0 => *array = var_like(random, unit, *array),
            1 => *length = integer(random, unit),
            _ => *offset = integer(random, unit),
        },
        ActionKind::Allocate { array, length } => match random.below(2) {
            0 => *array = var_like(random, unit, *array),
            _ => *length = integer(random, unit),
        },
        ActionKind::Deallocate { array } => *array = var_like(random, unit, *array),
        ActionKind::Array(assignment) => {
            if let Some(range) = assignment.ranges.first_mut() {
                range.count = integer(random, unit);
            }
        }
        ActionKind::Call { callee, arguments, result, .. } => match random.below(6) {
            0 => *callee = Callee::Unit(random.pick(&around.units).clone()),
            1 => arguments.push(argument(random, unit, around)),
            2 if !arguments.is_empty() => drop(arguments.remove(random.below(arguments.len()))),
            3 => *result = super::any_var(random, unit).filter(|_| result.is_some() || random.one_in(2)),
            _ if arguments.is_empty() => {}
            _ => {
                let at = random.below(arguments.len());
                arguments[at] = changed_argument(random, unit, around, &arguments[at]);
            }
        },
        ActionKind::Io(io) => transfer(random, unit, around, io, other),
        ActionKind::ScopeEntry(_) | ActionKind::ScopeExit(_) => {}
    }
}

/// Another argument; mostly one that refers to the same variable.
fn changed_argument(random: &mut Random, unit: &Unit, around: &Around, old: &Argument) -> Argument {
    let var = match old {
        Argument::Variable(var) | Argument::Element(var, _) | Argument::Array(var) => Some(*var),
        _ => None,
    };
    match (random.below(5), var) {
        (0, Some(var)) => Argument::Array(var),
        (1, Some(var)) => Argument::Element(var, integer(random, unit)),
        (2, Some(var)) => Argument::Array(var_like(random, unit, var)),
        _ => argument(random, unit, around),
    }
}

fn transfer(random: &mut Random, unit: &Unit, around: &Around, io: &mut IoAction, other: &ActionKind) {
    match (random.below(5), other) {
        (0, ActionKind::Io(other)) => io.kind = other.kind,
        (1, ActionKind::Io(other)) => io.objects.clone_from(&other.objects),
        (2, _) if !io.operands.is_empty() => {
            let at = random.below(io.operands.len());
            io.operands[at] = Expr::Integer(integer(random, unit));
        }
        (3, _) if !io.objects.is_empty() => {
            let at = random.below(io.objects.len());
            io.objects[at] = changed_argument(random, unit, around, &io.objects[at]);
        }
        (4, _) if matches!(io.kind, IoKind::End(_)) => io.kind = IoKind::End(Handled::All),
        _ => {}
    }
}

fn constant(random: &mut Random, value: &mut Expr) {
    if let Some(constant) = constant_like(random, value) {
        *value = constant;
    }
}
