//! What lanes leave a loop with stays in the loop's own variable, in place of a copy beside it.
//!
//! Lanes leave a loop one by one, and the value of a variable in which they leave is chosen into a parameter of its own
//! in each iteration. Where that variable itself keeps its value in the lanes that have left, it is what they left
//! with: one parameter less for each group of lanes, and one choice in place of one for each exit.
//!
//! ```text
//! k1(g1: f64, g2: mask64, g3: f64): ; loop       k1(g1: f64, g2: mask64): ; loop
//!     g4: mask64 = and g2, g9                        g4: mask64 = and g2, g9
//!     g5: mask64 = andnot g2, g9
//!     g6: f64 = blend g5, g1, g3            ⟶
//!     g7: f64 = add g1, g8                           g7: f64 = add g1, g8
//!     g10: bool = any g4                             g11: f64 = blend g4, g7, g1
//!     branch g10, k1(g7, g4, g6), k2                 g10: bool = any g4
//! k2: … g6 …                                         branch g10, k1(g11, g4), k2
//!                                                k2: … g1 …
//! ```
//!
//! The lanes that go on and those that leave after the change of the variable are in one mask (`g4`), from which the
//! mask of the next iteration is made by taking lanes away, and in which no lane is that leaves before the change. So a
//! lane that has left is never in that mask again. What idle lanes hold is not specified, nor is what the copy holds
//! when control enters the loop ([`GangCode::exit_copies`]).
//!
//! Requires: valid gang code; a loop that is left so has one arc back. Keeps: blocks and arcs. Invalidates: which
//! values are used. Cost: linear in the operations of each loop, times the copies.

mod wider;

use super::arcs::{Arc, arcs_to_blocks, passed};
use super::dominators::Dominators;
use super::lane_facts::LaneFacts;
use super::loops::loops;
use super::parameters::replace_uses;
use super::uses::Uses;
use crate::gang::ir::{BlockId, GangCode, GangType, Op, Value, ValueId};
use std::collections::HashSet;

/// Makes the variables of loops keep what lanes leave with.
pub fn keep_exit_values(code: &mut GangCode) {
    let mut keeping = HashSet::new();
    for_each_copy(code, &mut |code, exits, copy| {
        if let Some(kept) = exits.kept(code, copy, &keeping) {
            exits.keep(code, copy, kept, &mut keeping);
        }
    });
}

/// Chooses what lanes leave with for all lanes that are active, where that is kept in copies and does for the loop.
///
/// Requires: valid gang code without dead operations, which use masks that nothing else does. Ensures, keeps,
/// invalidates and costs as above.
pub fn widen_exit_choices(code: &mut GangCode) {
    if code.exit_copies.is_empty() {
        return;
    }
    // Choices at one place share the masks that they no longer use, so all are found before any is made.
    let uses = Uses::compute(code, &code.reverse_postorder());
    let mut found = Vec::new();
    for_each_copy(code, &mut |code, exits, copy| found.extend(exits.wider(code, &uses, copy)));
    found.into_iter().for_each(|wider| wider.choose(code));
}

/// Does something for each copy of what lanes leave a loop with that has one arc back.
fn for_each_copy(code: &mut GangCode, action: &mut dyn FnMut(&mut GangCode, &ExitsOf<'_>, ValueId)) {
    if code.exit_copies.is_empty() {
        return;
    }
    let order = code.reverse_postorder();
    let dominators = Dominators::compute(code, &order);
    let arcs = arcs_to_blocks(code, &order);
    // Of each copy the mask of the lanes that are active at the head.
    let mut active_of = vec![None; code.values.len()];
    code.exit_copies.iter().for_each(|one| active_of[one.copy.index()] = Some(one.active));
    for inner in loops(code, &order, &dominators) {
        let [back] = inner.backs[..] else { continue };
        let mut inside = vec![false; code.blocks.len()];
        inner.body.iter().for_each(|block| inside[block.index()] = true);
        for copy in code.blocks[inner.head()].parameters.clone() {
            let Some(active) = active_of.get(copy.index()).copied().flatten() else { continue };
            let places = Places::compute(code, &order);
            let (order, arcs, dominators, body) = (&order, &arcs, &dominators, &inner.body);
            let exits = ExitsOf { order, arcs, dominators, body, inside: &inside, back, active, places };
            action(code, &exits, copy);
        }
    }
}

/// Where each value is defined: its block, and its place among the operations there; a parameter is before the first.
struct Places(Vec<Option<(BlockId, usize)>>);

impl Places {
    fn compute(code: &GangCode, order: &[BlockId]) -> Places {
        let mut places = vec![None; code.values.len()];
        for block in order {
            let data = &code.blocks[*block];
            data.parameters.iter().for_each(|value| places[value.index()] = Some((*block, 0)));
            data.ops.iter().enumerate().for_each(|(at, value)| places[value.index()] = Some((*block, at + 1)));
        }
        Places(places)
    }

    fn of(&self, value: ValueId) -> Option<(BlockId, usize)> {
        self.0.get(value.index()).copied().flatten()
    }
}

/// The lanes by which a variable is chosen already to change.
fn chosen_lanes(code: &GangCode, [start, changed]: [ValueId; 2]) -> Option<ValueId> {
    let Op::Blend(lanes, _, other) = code.values[changed].op else { return None };
    let lanes = match code.values[lanes].op {
        Op::Convert(inner) => inner,
        _ => lanes,
    };
    (other == start).then_some(lanes)
}

/// The exits of a loop.
struct ExitsOf<'a> {
    order: &'a [BlockId],
    arcs: &'a [Vec<Arc>],
    dominators: &'a Dominators,
    /// Its blocks, the head first.
    body: &'a [BlockId],
    /// For each block whether it is one of these.
    inside: &'a [bool],
    /// Its arc back.
    back: Arc,
    /// The mask of the lanes that are active at its head.
    active: ValueId,
    places: Places,
}

/// One choice of what some lanes leave with.
struct Exit {
    /// The value of the choice.
    choice: ValueId,
    /// The lanes that leave.
    lanes: ValueId,
    /// What they leave with.
    value: ValueId,
}

/// How a variable keeps what lanes leave with.
struct Kept {
    /// The variable, as it is at the head and at the end of an iteration.
    variable: [ValueId; 2],
    /// The lanes in which it changes; none if it keeps its values in the others already.
    lanes: Option<ValueId>,
    exits: Vec<Exit>,
}

impl ExitsOf<'_> {
    fn head(&self) -> BlockId {
        self.body[0]
    }

    /// What is passed back for a parameter of the head.
    fn passed_back(&self, code: &GangCode, parameter: ValueId) -> Option<ValueId> {
        let place = code.blocks[self.head()].parameters.iter().position(|other| *other == parameter)?;
        Some(passed(code, self.back, place))
    }

    /// How the variable of a copy can keep its values, if it can.
    fn kept(&self, code: &GangCode, copy: ValueId, keeping: &HashSet<ValueId>) -> Option<Kept> {
        let ty = code.ty(copy);
        if !ty.is_varying() || ty.element.is_mask() {
            return None;
        }
        let exits = self.exits(code, copy)?;
        let at_head = |value: &ValueId| code.blocks[self.head()].parameters.contains(value);
        let leads_here = |parameter: &ValueId| {
            *parameter != copy
                && exits
                    .iter()
                    .all(|exit| exit.value == *parameter || Some(exit.value) == self.passed_back(code, *parameter))
        };
        // Most exits are of a variable as it is at the head or at the end; else it is looked for among all.
        let named = exits.iter().map(|exit| exit.value).find(at_head);
        let candidates = named.into_iter().chain(code.blocks[self.head()].parameters.iter().copied());
        let variable = candidates.into_iter().find(leads_here)?;
        let changed = self.passed_back(code, variable)?;
        let is_new = changed != variable && code.constant(changed).is_none() && self.is_inside(changed);
        if !is_new || code.ty(variable) != ty {
            return None;
        }
        let variable = [variable, changed];
        let lanes = self.lanes_that_change(code, variable, &exits)?;
        // Chosen once more, it would not keep what the lanes left with that it was chosen for.
        (lanes.is_none() || !keeping.contains(&changed)).then_some(Kept { variable, lanes, exits })
    }

    fn is_inside(&self, value: ValueId) -> bool {
        self.places.of(value).is_some_and(|(block, _)| self.inside[block.index()])
    }

    /// The choices that end in what is passed back for a copy, if it has no other use in the loop, and one is made in
    /// each iteration.
    fn exits(&self, code: &GangCode, copy: ValueId) -> Option<Vec<Exit>> {
        let mut is_copy = vec![false; code.values.len()];
        is_copy[copy.index()] = true;
        let mut exits = Vec::new();
        for block in self.body {
            let data = &code.blocks[*block];
            if *block != self.head() {
                for (index, parameter) in data.parameters.iter().enumerate() {
                    is_copy[parameter.index()] = !data.is_loop_head && self.all_copies(code, *block, index, &is_copy);
                }
            }
            for value in &data.ops {
                match code.values[*value].op {
                    Op::Blend(lanes, chosen, other) if is_copy[other.index()] && !is_copy[chosen.index()] => {
                        is_copy[value.index()] = true;
                        exits.push(Exit { choice: *value, lanes, value: chosen });
                    }
                    _ => {
                        let mut is_used = false;
                        code.values[*value].op.for_each_operand(&mut |operand| is_used |= is_copy[operand.index()]);
                        if is_used {
                            return None;
                        }
                    }
                }
            }
            // Other arcs inside lead to copies, too.
            for target in data.terminator.targets().into_iter().filter(|target| self.inside[target.block.index()]) {
                for (parameter, argument) in code.blocks[target.block].parameters.iter().zip(&target.arguments) {
                    let is_back = target.block == self.head();
                    let goes_on = if is_back { *parameter == copy } else { !code.blocks[target.block].is_loop_head };
                    if is_copy[argument.index()] && !goes_on {
                        return None;
                    }
                }
            }
        }
        let is_passed_back = self.passed_back(code, copy).is_some_and(|value| is_copy[value.index()]);
        let is_each_time = exits.iter().any(|exit| {
            self.places.of(exit.choice).is_some_and(|(block, _)| self.dominators.dominates(block, self.back.0))
        });
        // A join of a copy with something else would be a use.
        let is_whole = self.body.iter().all(|block| {
            let data = &code.blocks[*block];
            *block == self.head()
                || (0..data.parameters.len()).all(|index| {
                    is_copy[data.parameters[index].index()] || !self.any_copy(code, *block, index, &is_copy)
                })
        });
        (is_passed_back && is_each_time && is_whole).then_some(exits)
    }

    fn all_copies(&self, code: &GangCode, block: BlockId, index: usize, is_copy: &[bool]) -> bool {
        self.arcs[block.index()].iter().all(|arc| is_copy[passed(code, *arc, index).index()])
    }

    fn any_copy(&self, code: &GangCode, block: BlockId, index: usize, is_copy: &[bool]) -> bool {
        self.arcs[block.index()].iter().any(|arc| is_copy[passed(code, *arc, index).index()])
    }

    /// The lanes in which the variable changes, if there is a mask of which that can be said.
    fn lanes_that_change(&self, code: &GangCode, variable: [ValueId; 2], exits: &[Exit]) -> Option<Option<ValueId>> {
        let facts = LaneFacts::new(code, self.order);
        let next = self.passed_back(code, self.active)?;
        let candidates = facts.of(next).within();
        let is_right = |lanes: &ValueId| {
            facts.of(*lanes).is_within(self.active)
                && exits.iter().all(|exit| match exit.value == variable[0] {
                    true => facts.of(exit.lanes).is_disjoint(&facts.of(*lanes)),
                    false => {
                        facts.of(exit.lanes).is_within(*lanes) && facts.of(exit.lanes).is_disjoint(&facts.of(next))
                    }
                })
        };
        let chosen = chosen_lanes(code, variable).filter(|lanes| candidates.contains(lanes));
        if chosen.as_ref().is_some_and(is_right) {
            return Some(None);
        }
        let mut lanes = candidates.into_iter().filter(|lanes| self.can_choose(code, *lanes, variable[1], exits));
        lanes.find(is_right).map(Some)
    }

    /// Whether the choice by these lanes can be made before each use of it.
    fn can_choose(&self, code: &GangCode, lanes: ValueId, changed: ValueId, exits: &[Exit]) -> bool {
        let Some(place) = self.place_of_choice(lanes, changed) else { return false };
        let is_before = |value: ValueId| {
            self.places.of(value).is_some_and(|(block, at)| {
                if block == place.0 { place.1 < at } else { self.dominators.dominates(place.0, block) }
            })
        };
        self.is_inside(lanes)
            && code.ty(lanes).is_varying()
            && self.dominators.dominates(place.0, self.back.0)
            && exits.iter().all(|exit| exit.value != changed || is_before(exit.choice))
    }

    /// After the later one of both, if one is before the other.
    fn place_of_choice(&self, lanes: ValueId, changed: ValueId) -> Option<(BlockId, usize)> {
        let (a, b) = (self.places.of(lanes)?, self.places.of(changed)?);
        match a.0 == b.0 {
            true => Some(a.max(b)),
            false if self.dominators.dominates(a.0, b.0) => Some(b),
            false => self.dominators.dominates(b.0, a.0).then_some(a),
        }
    }

    /// Makes the variable keep its values, and takes them for those of the copy.
    fn keep(&self, code: &mut GangCode, copy: ValueId, kept: Kept, keeping: &mut HashSet<ValueId>) {
        let Kept { variable, lanes, exits } = kept;
        let [start, changed] = variable;
        let mut same_as = vec![None; code.values.len()];
        same_as[copy.index()] = Some(start);
        let Some(lanes) = lanes else {
            exits.iter().for_each(|exit| same_as[exit.choice.index()] = Some(exit.value));
            keeping.insert(changed);
            return replace_uses(code, self.order, &same_as);
        };
        let Some((block, at)) = self.place_of_choice(lanes, changed) else { return };
        let ty = code.ty(start);
        let mask = GangType::varying(ty.element.mask());
        let mut added = Vec::new();
        let mut add = |code: &mut GangCode, ty: GangType, op: Op| {
            let value = code.copy_value(changed);
            code.values[value] = Value { ty, op };
            added.push(value);
            value
        };
        let lanes = if code.ty(lanes) == mask { lanes } else { add(code, mask, Op::Convert(lanes)) };
        let kept = add(code, ty, Op::Blend(lanes, changed, start));
        same_as.resize(code.values.len(), None);
        for exit in &exits {
            same_as[exit.choice.index()] = Some(if exit.value == start { start } else { kept });
        }
        code.blocks[block].ops.splice(at..at, added);
        replace_uses(code, self.order, &same_as);
        keeping.insert(kept);
        // What else reads the variable as it was changed may be of lanes that leave for another label.
        self.pass_back(code, start, kept);
    }

    fn pass_back(&self, code: &mut GangCode, parameter: ValueId, value: ValueId) {
        let place = code.blocks[self.head()].parameters.iter().position(|other| *other == parameter);
        let mut targets = code.blocks[self.back.0].terminator.targets_mut();
        if let Some(place) = place {
            targets[self.back.1].arguments[place] = value;
        }
    }
}

#[cfg(test)]
mod tests;
