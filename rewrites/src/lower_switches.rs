//! The forms of a switch whose selector may differ between lanes: computed GO TO, SELECT CASE, alternate returns,
//! entries.
//!
//! - *Native*: the node stays a switch, and all active lanes go one way by a jump table.
//! - *Guarded chain*: the node stays a switch, under masks. The direct predicate of each case (the selector equals one
//!   of its values; for the default, none of all values) is computed once, at the switch and without short circuit, and
//!   the cases' regions run in source order under these masks. What falls from one case into the next, or jumps there,
//!   meets it at the end of a scope that structurizing placed around the switch: that scope's pending mask and the
//!   direct predicate together are the reach predicate of the case. No body occurs twice, and none is run twice.
//! - *Range tree*: the switch becomes a balanced tree of branches on ranges of the selector, which structurizing treats
//!   as any others. A range for which no lane is there is left out with all that is inside.
//!
//! Requires: stage `ssa`, the shapes of the dummy arguments. Ensures: stage `ssa`; switches that are to be trees are
//! branches. Keeps: actions and their order on each path. Invalidates: dominators. Cost: O(values × log values) for
//! each switch; the weight of the arms and the divergence of the unit only if it has a switch that may become a tree.
//!
//! ```text
//! b1:                                          b1:
//!     switch v1 [1 => b2, 2 | 3 => b3,             if v1 < 2 goto b5 else b6
//!         default => b4]             becomes   b5:
//!                                                  if v1 < 1 goto b7 else b2
//!                                              b6:
//!                                                  if v1 < 4 goto b3 else b8
//!                                              b7:
//!                                                  goto b4
//!                                              b8:
//!                                                  goto b4
//! ```

use forlane_cfg::analysis::{Checked, Divergence, Dominators, ReversePostorder, weight};
use forlane_cfg::{
    Action, ActionKind, Block, BlockId, Body, Case, Expr, Graph, IntegerExpr, IntegerKind, LogicalExpr, Place,
    Relation, Shape, Stage, Terminator, Type, Unit, Value, ValueId,
};
use id_arena::Arena;

/// How lanes take a switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SwitchForm {
    /// A real switch: all active lanes go the same way.
    Native,
    /// The cases one by one, each under the mask of its predicate.
    GuardedChain,
    /// Branches on ranges of the selector.
    RangeTree,
}

/// From this number of arms with a test on, a tree pays off: a chain makes all these tests, a tree two at each level on
/// the way to the arms that some lane takes. Lanes that agree need 2·log₂(n) tests then, lanes that do not about 2·n.
/// Measured (`cargo bench --bench switches`, time of the chain over that of the tree, for lanes that take arms by
/// chance, one of two arms, the same arm): 0.84, 0.91, 1.18 with 12 arms, 0.78, 1.10, 1.36 with 16, 0.73, 1.28, 1.35
/// with 24, 0.74, 2.07, 3.72 with 64. Neighbouring rows are often alike, so what is gained by lanes that agree counts
/// more.
const TREE_ARMS: usize = 16;

/// Decides the form of a switch; `forced` is what the user requires, `tested_arms` how many arms are worth a test
/// whether any lane takes them. Lanes that may disagree can't take a real switch.
pub fn switch_form(forced: Option<SwitchForm>, selector: Shape, tested_arms: usize) -> SwitchForm {
    match (forced, selector) {
        (Some(SwitchForm::Native), Shape::Varying) => SwitchForm::GuardedChain,
        (Some(form), _) => form,
        (None, Shape::Uniform) => SwitchForm::Native,
        (None, Shape::Varying) if tested_arms >= TREE_ARMS => SwitchForm::RangeTree,
        (None, Shape::Varying) => SwitchForm::GuardedChain,
    }
}

/// Whether lanes take a switch that is in a region tree under masks.
pub(crate) fn is_chain(forced: Option<SwitchForm>, selector: Shape) -> bool {
    selector == Shape::Varying || forced == Some(SwitchForm::GuardedChain)
}

/// Makes trees of the switches of a unit that are to be ones; a unit at another stage than `ssa` is left alone.
pub fn lower_switches(unit: &mut Unit, forced: Option<SwitchForm>) {
    let Body::Graph(graph) = &unit.body else { return };
    if unit.stage != Stage::Ssa {
        return;
    }
    let order = ReversePostorder::compute(graph);
    let chosen = match forced {
        Some(SwitchForm::RangeTree) => order.blocks.iter().copied().filter(|id| has_arms(graph, *id, 1)).collect(),
        Some(_) => Vec::new(),
        None => choose(unit, graph, &order),
    };
    let Body::Graph(graph) = &mut unit.body else { return };
    for block in chosen {
        make_tree(graph, &mut unit.values, block);
    }
}

fn has_arms(graph: &Graph, block: BlockId, least: usize) -> bool {
    matches!(&graph.blocks[block].terminator, Terminator::Switch { cases, .. } if cases.len() >= least)
}

/// The switches that are to be trees by [`switch_form`].
fn choose(unit: &Unit, graph: &Graph, order: &ReversePostorder) -> Vec<BlockId> {
    let large: Vec<BlockId> = order.blocks.iter().copied().filter(|id| has_arms(graph, *id, TREE_ARMS)).collect();
    if large.is_empty() {
        return large;
    }
    let dominators = Dominators::compute(graph);
    let divergence = Divergence::compute(unit, graph);
    let is_tree = |id: &BlockId| {
        let arms = graph.blocks[*id].terminator.successors();
        let tested = arms.into_iter().filter(|arm| is_worth_a_test(graph, order, &dominators, *arm)).count();
        let selector = if divergence.is_divergent(*id) { Shape::Varying } else { Shape::Uniform };
        switch_form(None, selector, tested) == SwitchForm::RangeTree
    };
    large.into_iter().filter(is_tree).collect()
}

/// Whether the blocks that only this arm leads to are worth a test together.
fn is_worth_a_test(graph: &Graph, order: &ReversePostorder, dominators: &Dominators, arm: BlockId) -> bool {
    let mut total = weight::Weight::default();
    let mut pending = vec![arm];
    while let Some(id) = pending.pop() {
        let block = &graph.blocks[id];
        total.add(weight::actions(&block.actions, Checked::Everything));
        let goes_back = |target: &BlockId| order.position(*target) <= order.position(id);
        total.heavy |= block.terminator.successors().iter().any(goes_back);
        if total.is_worth_a_test() {
            return true;
        }
        pending.extend(dominators.children(id));
    }
    false
}

/// Values of the selector, up to those of the next range, and which arm they lead to; the default is last.
struct Range {
    low: i64,
    arm: usize,
}

/// The ranges of all values of a kind, in order, neighbours with different arms.
fn ranges(kind: IntegerKind, cases: &[Case<BlockId>]) -> Vec<Range> {
    let (least, greatest) = match kind {
        IntegerKind::I8 => (i64::MIN, i64::MAX),
        _ => (i64::from(i32::MIN), i64::from(i32::MAX)),
    };
    let mut values: Vec<(i64, usize)> = cases
        .iter()
        .enumerate()
        .flat_map(|(arm, case)| case.values.iter().map(move |value| (*value, arm)))
        .filter(|(value, _)| (least..=greatest).contains(value))
        .collect();
    values.sort_unstable();
    let mut found: Vec<Range> = Vec::new();
    let mut add = |low: i64, arm: usize| {
        if found.last().is_none_or(|range| range.arm != arm) {
            found.push(Range { low, arm });
        }
    };
    let mut next = Some(least);
    for (value, arm) in values {
        if next.is_some_and(|next| next < value) {
            add(next.unwrap_or(least), cases.len());
        }
        add(value, arm);
        next = value.checked_add(1).filter(|next| *next <= greatest);
    }
    if let Some(next) = next {
        add(next, cases.len());
    }
    found
}

/// Puts a tree of branches in the place of a switch.
fn make_tree(graph: &mut Graph, values: &mut Arena<Value>, at: BlockId) {
    let Terminator::Switch { selector, cases, default } = graph.blocks[at].terminator.clone() else { return };
    let kind = selector.kind();
    let targets: Vec<BlockId> = cases.iter().map(|case| case.target).chain([default]).collect();
    let ranges = ranges(kind, &cases);
    // Also where no branch is left, the selector is evaluated: it may fail.
    let selector = selector_value(graph, values, at, selector);
    if let [only] = &ranges[..] {
        graph.blocks[at].terminator = Terminator::Goto(targets[only.arm]);
        return;
    }
    let mut times = vec![0; targets.len()];
    ranges.iter().for_each(|range| times[range.arm] += 1);
    // A default that no value is left for is not reached any more; its block stays without predecessor.
    let line = graph.blocks[at].at;
    let new_block = |terminator| Block::new(terminator, line);
    let mut origins: Vec<Vec<BlockId>> = vec![Vec::new(); targets.len()];
    let mut pending = vec![(at, 0, ranges.len())];
    while let Some((node, from, to)) = pending.pop() {
        let middle = (from + to) / 2;
        let mut sides = Vec::with_capacity(2);
        for (from, to) in [(from, middle), (middle, to)] {
            let arm = ranges[from].arm;
            let is_leaf = to - from == 1;
            // An arm with several ranges gets a block for each arc, so that no arc is critical.
            let side = match (is_leaf, times[arm]) {
                (true, 1) => {
                    origins[arm].push(node);
                    targets[arm]
                }
                (true, _) => {
                    let leaf = graph.blocks.alloc(new_block(Terminator::Goto(targets[arm])));
                    origins[arm].push(leaf);
                    leaf
                }
                (false, _) => graph.blocks.alloc(new_block(Terminator::Goto(targets[arm]))),
            };
            if !is_leaf {
                pending.push((side, from, to));
            }
            sides.push(side);
        }
        let bound = Box::new(IntegerExpr::Constant(kind, ranges[middle].low));
        let selector = Box::new(IntegerExpr::Read(kind, Place::Value(selector)));
        let condition = LogicalExpr::CompareInteger(Relation::Less, selector, bound);
        graph.blocks[node].terminator = Terminator::Branch { condition, then: sides[0], otherwise: sides[1] };
    }
    for (target, origins) in targets.into_iter().zip(origins) {
        for merge in &mut graph.blocks[target].merges {
            let given = merge.operands.iter().find(|(origin, _)| *origin == at).map(|(_, value)| *value);
            merge.operands.retain(|(origin, _)| *origin != at);
            merge
                .operands
                .extend(given.into_iter().flat_map(|value| origins.iter().map(move |origin| (*origin, value))));
            merge.operands.sort_by_key(|(origin, _)| *origin);
        }
    }
}

/// The selector as a value, defined at the end of the block unless it is one.
fn selector_value(graph: &mut Graph, values: &mut Arena<Value>, at: BlockId, selector: IntegerExpr) -> ValueId {
    if let IntegerExpr::Read(_, Place::Value(value)) = selector {
        return value;
    }
    let value = values.alloc(Value { ty: Type::Integer(selector.kind()), hint: "selector".to_string(), shape: None });
    let kind = ActionKind::Define { value, expr: Expr::Integer(selector) };
    let block = &mut graph.blocks[at];
    block.actions.push(Action { kind, at: block.at });
    value
}
