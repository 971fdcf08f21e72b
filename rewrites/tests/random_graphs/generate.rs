//! Strategies that make random graphs.

use super::tree::{Action, Arguments, Block, Case, Condition, End, LANES, Notes, Target, Unit};
use proptest::collection::vec;
use proptest::prelude::*;

/// A case: half of the graphs are small, the greatest have 60 blocks.
pub fn case(notes: impl Strategy<Value = Notes>) -> impl Strategy<Value = Case> {
    let kernel = prop_oneof![unit(2..14, 0..=2), unit(2..=60, 0..=4)];
    let callee = prop_oneof![3 => Just(None), 1 => unit(1..8, 0..=1).prop_map(Some)];
    let far = prop::sample::select(vec![10, 25, 40, 60]);
    let arguments = (any::<[i32; LANES]>(), prop_oneof![-4..12_i32, any::<i32>()])
        .prop_map(|(seeds, uniform)| Arguments { seeds, uniform });
    (kernel, callee, notes, far, arguments).prop_map(|(kernel, callee, notes, far, arguments)| Case {
        kernel,
        callee,
        notes,
        far,
        arguments,
    })
}

fn unit(
    blocks: impl Into<prop::collection::SizeRange>,
    scopes: impl Into<prop::collection::SizeRange>,
) -> impl Strategy<Value = Unit> {
    (vec(any::<u8>(), scopes), vec(block(), blocks)).prop_map(|(scopes, blocks)| Unit { scopes, blocks })
}

fn block() -> impl Strategy<Value = Block> {
    (any::<u8>(), vec(action(), 0..4), end()).prop_map(|(scope, actions, end)| Block { scope, actions, end })
}

fn action() -> impl Strategy<Value = Action> {
    prop_oneof![
        4 => any::<u8>().prop_map(Action::Note),
        8 => any::<(u8, u8, u8, u8)>().prop_map(|(to, op, left, right)| Action::Assign(to, op, left, right)),
        1 => condition().prop_map(Action::Compare),
        1 => any::<(u8, u8)>().prop_map(|(op, value)| Action::Real(op, value)),
        2 => any::<(u8, u8, u8)>().prop_map(|(array, index, value)| Action::Store(array, index, value)),
        1 => any::<(u8, bool, u8)>().prop_map(|(to, is_value, value)| Action::Call(to, is_value, value)),
    ]
}

fn condition() -> impl Strategy<Value = Condition> {
    prop_oneof![
        20 => any::<u8>().prop_map(Condition::Chance),
        1 => any::<u8>().prop_map(Condition::Uniform),
        1 => any::<(u8, u8)>().prop_map(|(left, right)| Condition::Values(left, right)),
        1 => any::<bool>().prop_map(Condition::Variable),
    ]
}

fn target() -> impl Strategy<Value = Target> {
    (0..100_u8, any::<u8>(), any::<u8>()).prop_map(|(far, ahead, any)| Target { far, ahead, any })
}

fn end() -> impl Strategy<Value = End> {
    prop_oneof![
        12 => target().prop_map(End::GoTo),
        70 => (condition(), target(), target()).prop_map(|(condition, then, other)| End::Branch(condition, then, other)),
        20 => (prop::option::weighted(0.2, any::<u8>()), vec(target(), 1..5), target())
            .prop_map(|(selector, cases, default)| End::Switch(selector, cases, default)),
        10 => (any::<u8>(), any::<u8>(), target(), target())
            .prop_map(|(counter, times, back, on)| End::Count(counter, times, back, on)),
        5 => Just(End::Return),
        1 => any::<u8>().prop_map(End::Stop),
    ]
}
