//! How the operations of a block are ordered when they are emitted, whoever emits them.

use super::ir::{GangCode, LaneLayout, Op, ValueId};

/// How an operation is ordered among those of its block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Not at all: made at its uses.
    Constant,
    /// Before the run in which it is, on which it does not depend.
    Uniform,
    /// With the others of its run, a few lanes at a time.
    LaneWise,
    /// Between runs.
    Barrier,
}

/// How an operation is ordered.
pub fn order_of(code: &GangCode, value: ValueId) -> Order {
    let data = &code.values[value];
    match &data.op {
        Op::Constant(_) => Order::Constant,
        Op::Store { value, .. } if code.ty(*value).is_varying() => Order::LaneWise,
        Op::Scatter { lay: LaneLayout::Interleaved | LaneLayout::Apart(_) | LaneLayout::ByAddress, .. }
        | Op::StoreEach { .. } => Order::LaneWise,
        Op::Load { constant: true, .. } if !data.ty.is_varying() => Order::Uniform,
        Op::Any(_)
        | Op::CountLanes(_)
        | Op::MaskToBits(_)
        | Op::Fail { .. }
        | Op::Count { .. }
        | Op::Runtime { .. }
        | Op::Pick { .. }
        | Op::Call { .. }
        | Op::Clear { .. }
        | Op::Interrupted
        | Op::Store { .. }
        | Op::Scatter { .. } => Order::Barrier,
        Op::Load { .. } | Op::LoadEach { .. } if !data.ty.is_varying() => Order::Barrier,
        Op::Splat(_) => Order::Uniform,
        _ if data.ty.is_varying() => Order::LaneWise,
        _ => Order::Uniform,
    }
}
