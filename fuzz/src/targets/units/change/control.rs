//! Control flow: terminators and merges of graphs; constructs, masks and ends of trees.

use super::operands::{integer, value_like};
use crate::random::Random;
use forlane_cfg::{
    Block, Body, Control, LogicalExpr, Node, NodeKind, Region, RegionEnd, RegionTree, StopCode, Terminator, Unit,
    ValueId,
};

const CONTROLS: [Control; 4] = [Control::Uniform, Control::Varying, Control::Restored, Control::Undecided];

/// Changes one branch, merge or construct.
pub fn one(random: &mut Random, unit: &mut Unit) {
    // Operands look at the declarations of the unit while its body changes.
    let declared = unit.clone();
    match &mut unit.body {
        Body::Graph(graph) => {
            let ids: Vec<_> = graph.blocks.iter().map(|(id, _)| id).collect();
            let (at, other) = (*random.pick(&ids), *random.pick(&ids));
            match random.below(8) {
                0 => {
                    let terminator = graph.blocks[other].terminator.clone();
                    graph.blocks[at].terminator = terminator;
                }
                1 => graph.blocks[at].terminator = Terminator::Stop(StopCode::Number(3)),
                2 => {
                    let mut targets = graph.blocks[at].terminator.successors_mut();
                    let chosen = random.below(targets.len());
                    if let Some(target) = targets.get_mut(chosen) {
                        **target = other;
                    }
                }
                3 => {
                    let actions = graph.blocks[other].actions.clone();
                    graph.blocks[at].actions.extend(actions);
                }
                _ => block(random, &declared, &mut graph.blocks[at]),
            }
        }
        Body::Tree(tree) => tree_part(random, &declared, tree),
    }
}

fn block(random: &mut Random, unit: &Unit, block: &mut Block) {
    let has_merge = !block.merges.is_empty();
    if has_merge && random.one_in(2) {
        let at = random.below(block.merges.len());
        let operands = &mut block.merges[at].operands;
        if !operands.is_empty() {
            let at = random.below(operands.len());
            operands[at].1 = value_like(random, unit, operands[at].1);
        }
        return;
    }
    match &mut block.terminator {
        Terminator::Branch { condition, .. } => *condition = LogicalExpr::Constant(random.one_in(2)),
        Terminator::Switch { selector, cases, .. } => match random.below(2) {
            0 => *selector = integer(random, unit),
            _ => {
                if let Some(case) = cases.first_mut() {
                    case.values.push(random.below(9) as i64 - 4);
                }
            }
        },
        Terminator::Return(values) => returned(random, unit, values),
        Terminator::Goto(_) | Terminator::Stop(_) => {}
    }
}

fn returned(random: &mut Random, unit: &Unit, values: &mut Vec<(forlane_cfg::VarId, ValueId)>) {
    if values.is_empty() {
        return;
    }
    let at = random.below(values.len());
    match random.below(3) {
        0 => drop(values.remove(at)),
        _ => values[at].1 = value_like(random, unit, values[at].1),
    }
}

fn tree_part(random: &mut Random, unit: &Unit, tree: &mut RegionTree) {
    let ids: Vec<_> = tree.regions.iter().map(|(id, _)| id).collect();
    let labels: Vec<_> = tree.labels.iter().map(|(id, _)| id).collect();
    let (at, other) = (*random.pick(&ids), *random.pick(&ids));
    match random.below(8) {
        0 => {
            let end = tree.regions[other].end.clone();
            tree.regions[at].end = end;
        }
        1 => tree.regions[at].end = RegionEnd::Stop(StopCode::Number(3)),
        2 | 3 => {
            if let RegionEnd::Exit { label, control, .. }
            | RegionEnd::Again { label, control, .. }
            | RegionEnd::Goto { label, control, .. } = &mut tree.regions[at].end
            {
                match random.below(2) {
                    0 => *label = *random.pick(&labels),
                    _ => *control = *random.pick(&CONTROLS),
                }
            }
        }
        4 => end_values(random, unit, &mut tree.regions[at]),
        _ => {
            let nodes = &mut tree.regions[at].nodes;
            if !nodes.is_empty() {
                let index = random.below(nodes.len());
                construct(random, unit, &mut nodes[index]);
            }
        }
    }
}

fn end_values(random: &mut Random, unit: &Unit, region: &mut Region) {
    match &mut region.end {
        RegionEnd::FallThrough(values)
        | RegionEnd::Exit { values, .. }
        | RegionEnd::Again { values, .. }
        | RegionEnd::Goto { values, .. } => one_value(random, unit, values),
        RegionEnd::Return(values) => returned(random, unit, values),
        RegionEnd::Stop(_) | RegionEnd::Unreachable => {}
    }
}

fn one_value(random: &mut Random, unit: &Unit, values: &mut [ValueId]) {
    if !values.is_empty() {
        let at = random.below(values.len());
        values[at] = value_like(random, unit, values[at]);
    }
}

fn construct(random: &mut Random, unit: &Unit, node: &mut Node) {
    let new = *random.pick(&CONTROLS);
    match &mut node.kind {
        NodeKind::Action(_) => {}
        NodeKind::If { condition, then, otherwise, control, .. } => match random.below(4) {
            0 => *condition = LogicalExpr::Constant(random.one_in(2)),
            1 => std::mem::swap(then, otherwise),
            _ => *control = new,
        },
        NodeKind::Switch { selector, control, .. } => match random.below(2) {
            0 => *selector = integer(random, unit),
            _ => *control = new,
        },
        NodeKind::Scope { control, .. } => *control = new,
        NodeKind::Loop { inputs, control, .. } => match random.below(2) {
            0 if !inputs.is_empty() => {
                let at = random.below(inputs.len());
                inputs[at].initial = value_like(random, unit, inputs[at].initial);
            }
            _ => *control = new,
        },
        NodeKind::Graph { initial, control, .. } => match random.below(2) {
            0 => one_value(random, unit, initial),
            _ => *control = new,
        },
    }
}
