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

/// The operations as patterns, by where they are emitted. An operation belongs to one of these; an emitter's function
/// has an arm for each that it emits, and names the others by their patterns.
macro_rules! ops {
    // Not emitted as an operation of a block.
    (unordered) => {
        Op::Parameter | Op::Constant(_) | Op::Undefined
    };
    // Only as scalars, or as a register that stands for all lanes: by `uniform`.
    (uniform) => {
        Op::ActiveBits
            | Op::Argument(..)
            | Op::Storage(_)
            | Op::Constants(_)
            | Op::Slot(_)
            | Op::Text(_)
            | Op::Splat(_)
            | Op::Address { .. }
    };
    // Only a few lanes at a time: by `lane_wise`.
    (lane_wise) => {
        Op::Lanes | Op::MaskFromBits(_) | Op::Gather { .. } | Op::Lookup { .. } | Op::StoreEach { .. }
    };
    // Only for all lanes together, between runs: by `barrier`.
    (barrier) => {
        Op::MaskToBits(_)
            | Op::Any(_)
            | Op::CountLanes(_)
            | Op::Clear { .. }
            | Op::Fail { .. }
            | Op::Count { .. }
            | Op::Interrupted
            | Op::Runtime { .. }
            | Op::Pick { .. }
            | Op::Call { .. }
    };
    // By `uniform` or `lane_wise`, as the result's type says.
    (arithmetic) => {
        Op::Unary(..)
            | Op::Binary(..)
            | Op::Fused(..)
            | Op::Compare(..)
            | Op::Outside(..)
            | Op::Blend(..)
            | Op::Convert(_)
    };
    // By any of the three.
    (load) => {
        Op::Load { .. }
    };
    // By `lane_wise` or `barrier`, as the type of what is loaded or stored says, or what lanes share.
    (memory) => {
        Op::LoadEach { .. } | Op::Store { .. } | Op::Scatter { .. }
    };
}

pub(super) use ops;

/// How an operation is ordered.
pub fn order_of(code: &GangCode, value: ValueId) -> Order {
    let data = &code.values[value];
    let by_type = if data.ty.is_varying() { Order::LaneWise } else { Order::Uniform };
    match &data.op {
        Op::Constant(_) | Op::Undefined => Order::Constant,
        Op::Parameter | ops!(arithmetic) => by_type,
        ops!(uniform) => Order::Uniform,
        ops!(lane_wise) => Order::LaneWise,
        ops!(barrier) => Order::Barrier,
        Op::Load { .. } | Op::LoadEach { .. } if data.ty.is_varying() => Order::LaneWise,
        Op::Load { constant: true, .. } => Order::Uniform,
        Op::Load { .. } | Op::LoadEach { .. } => Order::Barrier,
        Op::Store { value, .. } if code.ty(*value).is_varying() => Order::LaneWise,
        Op::Scatter { lay: LaneLayout::Interleaved | LaneLayout::Apart(_) | LaneLayout::ByAddress, .. } => {
            Order::LaneWise
        }
        Op::Store { .. } | Op::Scatter { .. } => Order::Barrier,
    }
}
