//! Which operations may be moved, repeated or left out.

use super::Op;

/// What an operation has to do with what is around it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Nature {
    /// Its result depends on its operands alone.
    Pure,
    /// Its result depends on where it is done.
    Read,
    /// It does something.
    Effect,
}

impl Op {
    /// Whether it can be done again, elsewhere or not at all: its result depends on its operands alone.
    pub fn is_pure(&self) -> bool {
        self.nature() == Nature::Pure
    }

    /// Whether it must stay even if its result is not used.
    pub fn has_effect(&self) -> bool {
        self.nature() == Nature::Effect
    }

    fn nature(&self) -> Nature {
        match self {
            Op::Load { constant: true, .. } | Op::Gather { constant: true, .. } => Nature::Pure,
            Op::Runtime { function, .. } if function.has_effect() => Nature::Effect,
            Op::Runtime { function, .. } if function.is_pure() => Nature::Pure,
            Op::Store { .. }
            | Op::StoreEach { .. }
            | Op::Scatter { .. }
            | Op::Clear { .. }
            | Op::Fail { .. }
            | Op::Count { .. }
            | Op::Call { .. } => Nature::Effect,
            Op::Parameter
            | Op::Load { .. }
            | Op::LoadEach { .. }
            | Op::Gather { .. }
            | Op::Runtime { .. }
            | Op::Interrupted => Nature::Read,
            Op::ActiveBits
            | Op::Argument(..)
            | Op::Storage(_)
            | Op::Constants(_)
            | Op::Slot(_)
            | Op::Text(_)
            | Op::Lanes
            | Op::Constant(_)
            | Op::Undefined
            | Op::Splat(_)
            | Op::Unary(..)
            | Op::Binary(..)
            | Op::Fused(..)
            | Op::Compare(..)
            | Op::Outside(..)
            | Op::Blend(..)
            | Op::Convert(_)
            | Op::MaskFromBits(_)
            | Op::MaskToBits(_)
            | Op::Any(_)
            | Op::CountLanes(_)
            | Op::Address { .. }
            | Op::Lookup { .. }
            | Op::Pick { .. } => Nature::Pure,
        }
    }
}
