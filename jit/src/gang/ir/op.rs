//! The operations of gang code.

use super::{Element, ValueId};
pub use crate::chains::Fused;
use crate::runtime::RuntimeFunction;
use forlane_cfg::Relation;

/// Operations on one operand of the result's type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum UnaryOp {
    Negate,
    Abs,
    Sqrt,
    /// Of reals, toward zero.
    Truncate,
    /// Of masks and conditions.
    Not,
    /// Of integers; zeros are shifted in.
    ShiftLeft(u8),
    /// Of integers; the sign is copied.
    ShiftRight(u8),
    /// Of integers; zeros are shifted in.
    ShiftRightUnsigned(u8),
}

/// Operations on two operands of the result's type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `a + b`
    Add,
    /// `a - b`
    Subtract,
    /// `a * b`
    Multiply,
    /// `a / b`. An integer divisor must not be zero in any lane; the least integer by -1 wraps.
    Divide,
    /// The remainder of the integer division.
    Remainder,
    /// The lesser integer.
    Min,
    /// The greater integer.
    Max,
    /// The lesser I32, without a sign: a negative one is greater than all others.
    MinUnsigned,
    /// The magnitude of the real a with the sign of b.
    CopySign,
    /// Bitwise, of integers, masks and conditions.
    And,
    /// Bitwise.
    Or,
    /// `a` and not `b`.
    AndNot,
    /// Bitwise, of reals, too.
    Xor,
}

impl UnaryOp {
    /// Whether it is an operation of these elements.
    pub fn takes(self, element: Element) -> bool {
        match self {
            UnaryOp::Negate | UnaryOp::Abs => element.is_number(),
            UnaryOp::Sqrt | UnaryOp::Truncate => element.is_real(),
            UnaryOp::Not => element.is_mask() || element == Element::Bool,
            UnaryOp::ShiftLeft(_) | UnaryOp::ShiftRight(_) | UnaryOp::ShiftRightUnsigned(_) => element.is_integer(),
        }
    }
}

impl BinaryOp {
    /// Whether it is an operation of these elements.
    pub fn takes(self, element: Element) -> bool {
        match self {
            BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide => element.is_number(),
            BinaryOp::Remainder | BinaryOp::Min | BinaryOp::Max => element.is_integer(),
            BinaryOp::MinUnsigned => element == Element::I32,
            BinaryOp::CopySign => element.is_real(),
            BinaryOp::And | BinaryOp::Or | BinaryOp::AndNot => !element.is_real() && element != Element::Nothing,
            BinaryOp::Xor => element != Element::Nothing,
        }
    }
}

/// Which part of an argument slot is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SlotField {
    /// Pointer to the first element.
    Base,
    /// Number of elements.
    Length,
    /// Bytes from a lane's array to that of the next lane, where they are apart.
    Stride,
}

/// How the elements of an array in memory belong to lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LaneLayout {
    /// All lanes share one array.
    Shared,
    /// Each lane has its own; element i of all lanes are side by side, then those of i + 1.
    Interleaved,
    /// Each lane has its own, this many bytes (a uniform [`super::Element::I64`]) after that of the lane before it.
    Apart(ValueId),
    /// Each lane has its own, which its own pointer leads to: the base varies, and indices are I64.
    ByAddress,
}

/// An operation. Pointers and sets of lanes are uniform [`super::Element::I64`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// A parameter of its block.
    Parameter,
    /// The set of lanes that run the unit.
    ActiveBits,
    /// A field of an argument slot.
    Argument(u32, SlotField),
    /// Pointer into the gang's storage, this many bytes after its start.
    Storage(u32),
    /// Pointer into the kernel's constants, this many bytes after their start.
    Constants(u32),
    /// Pointer to a stack slot of the code.
    Slot(u32),
    /// Pointer to a text: index in [`super::GangCode::texts`].
    Text(u32),
    /// In each lane its number, from 0, as I64.
    Lanes,
    /// The bits of a constant; all lanes hold the same. A mask or condition is zero or all ones.
    Constant(u64),
    /// Anything: no lane reads it.
    Undefined,
    /// A uniform value in all lanes; a condition becomes a mask.
    Splat(ValueId),
    /// On one operand.
    Unary(UnaryOp, ValueId),
    /// On two operands.
    Binary(BinaryOp, ValueId, ValueId),
    /// A product and a sum of three reals `a`, `b` and `c`, rounded once.
    Fused(Fused, ValueId, ValueId, ValueId),
    /// A comparison: a mask as wide as the operands, or a condition of uniform ones.
    Compare(Relation, ValueId, ValueId),
    /// Whether an index, with its sign, is outside of an array of that length, which is not negative: a condition of
    /// uniform I64, or a mask of varying I32.
    Outside(ValueId, ValueId),
    /// The second operand where the mask or condition is true, else the third.
    Blend(ValueId, ValueId, ValueId),
    /// Conversion of type to that of the result: between kinds, between categories (a real toward zero; what does not
    /// fit becomes the least integer), of a mask's width.
    Convert(ValueId),
    /// A mask from a set of lanes.
    MaskFromBits(ValueId),
    /// The set of lanes of a mask.
    MaskToBits(ValueId),
    /// Whether any lane of the mask is set.
    Any(ValueId),
    /// How many lanes of the mask are set.
    CountLanes(ValueId),
    /// `base + index * scale`, index an I64.
    Address {
        /// Pointer.
        base: ValueId,
        /// Zero-based.
        index: ValueId,
        /// In bytes.
        scale: u32,
    },
    /// From memory: a scalar, or one element for each lane in a row.
    Load {
        /// Pointer.
        address: ValueId,
        /// Whether nothing writes there while the unit runs.
        constant: bool,
    },
    /// To memory, as [`Op::Load`]; a varying value where the mask is set, if there is one.
    Store {
        /// Pointer.
        address: ValueId,
        /// What is stored.
        value: ValueId,
        /// Which lanes store; all when none.
        mask: Option<ValueId>,
    },
    /// Each lane from its own element; all indices are inside.
    Gather {
        /// Pointer to element 0 of the array (of lane 0, unless each lane has its own).
        base: ValueId,
        /// Varying, zero-based, of either kind.
        index: ValueId,
        /// How the elements belong to lanes.
        lay: LaneLayout,
        /// As for [`Op::Load`].
        constant: bool,
    },
    /// Each lane one of the sixteen bytes, by the low byte of its I32 index, as I32 with the byte's sign; a low byte
    /// that is 16 or more gives anything.
    Lookup {
        /// The bytes.
        table: [i8; 16],
        /// Varying I32.
        index: ValueId,
    },
    /// Each lane of the mask to its own element.
    Scatter {
        /// As for [`Op::Gather`].
        base: ValueId,
        /// As for [`Op::Gather`].
        index: ValueId,
        /// As for [`Op::Gather`].
        lay: LaneLayout,
        /// What is stored, varying.
        value: ValueId,
        /// Which lanes store.
        mask: ValueId,
    },
    /// From memory, each lane at its own address, or all at a uniform one; all addresses are valid. A number of less
    /// than 4 bytes becomes an I32 with its sign.
    LoadEach {
        /// Pointers.
        address: ValueId,
        /// Bytes of the element in memory.
        bytes: u32,
    },
    /// To memory that the lanes do not share, each lane at its own address; all addresses are valid, also those of
    /// lanes that store nothing.
    StoreEach {
        /// Pointers, varying.
        address: ValueId,
        /// As for [`Op::LoadEach`].
        bytes: u32,
        /// What is stored, varying.
        value: ValueId,
        /// Which lanes store.
        mask: ValueId,
    },
    /// Sets memory to zero.
    Clear {
        /// Pointer, a multiple of 16.
        address: ValueId,
        /// How much.
        bytes: u32,
    },
    /// The status of the mask's lanes becomes that of the site.
    Fail {
        /// Which lanes.
        mask: ValueId,
        /// Index in [`super::GangCode::sites`].
        site: u32,
    },
    /// Adds to what a counter has counted.
    Count {
        /// The lanes that are active.
        mask: ValueId,
        /// Index in [`super::GangCode::counters`].
        counter: u32,
    },
    /// Whether the run is to be interrupted.
    Interrupted,
    /// A function of the run-time support, for each lane of the mask, in order; what other lanes hold is not specified.
    /// A numeric one has a function for the whole gang ([`RuntimeFunction::for_gang`]). Without a mask it is called
    /// once: its operands are uniform, and so is its result.
    Runtime {
        /// Which.
        function: RuntimeFunction,
        /// Its operands.
        operands: Vec<ValueId>,
        /// Which lanes.
        mask: Option<ValueId>,
    },
    /// The element that the first lane of a set holds.
    Pick {
        /// Varying.
        value: ValueId,
        /// A set of lanes, not empty.
        lanes: ValueId,
    },
    /// A call of another unit: the set of lanes that came back.
    Call {
        /// Index in [`super::GangCode::callees`].
        callee: u32,
        /// Pointer to the argument slots.
        arguments: ValueId,
        /// The set of lanes that run it.
        active: ValueId,
    },
}

impl LaneLayout {
    fn for_each_operand_mut(&mut self, change: &mut dyn FnMut(&mut ValueId)) {
        if let LaneLayout::Apart(stride) = self {
            change(stride);
        }
    }
}

impl Op {
    /// Calls `change` for each operand.
    pub fn for_each_operand_mut(&mut self, change: &mut dyn FnMut(&mut ValueId)) {
        match self {
            Op::Parameter
            | Op::ActiveBits
            | Op::Argument(..)
            | Op::Storage(_)
            | Op::Constants(_)
            | Op::Slot(_)
            | Op::Text(_)
            | Op::Lanes
            | Op::Constant(_)
            | Op::Undefined
            | Op::Interrupted => {}
            Op::Splat(a)
            | Op::Unary(_, a)
            | Op::Convert(a)
            | Op::MaskFromBits(a)
            | Op::MaskToBits(a)
            | Op::Any(a)
            | Op::CountLanes(a)
            | Op::Load { address: a, .. }
            | Op::LoadEach { address: a, .. }
            | Op::Lookup { index: a, .. }
            | Op::Clear { address: a, .. }
            | Op::Fail { mask: a, .. }
            | Op::Count { mask: a, .. } => change(a),
            Op::Binary(_, a, b)
            | Op::Compare(_, a, b)
            | Op::Outside(a, b)
            | Op::Address { base: a, index: b, .. }
            | Op::Pick { value: a, lanes: b }
            | Op::Call { arguments: a, active: b, .. } => {
                change(a);
                change(b);
            }
            Op::Gather { base, index, lay, .. } => {
                change(base);
                change(index);
                lay.for_each_operand_mut(change);
            }
            Op::Blend(a, b, c) | Op::Fused(_, a, b, c) => {
                change(a);
                change(b);
                change(c);
            }
            Op::Store { address, value, mask } => {
                change(address);
                change(value);
                mask.iter_mut().for_each(change);
            }
            Op::StoreEach { address, value, mask, .. } => {
                for operand in [address, value, mask] {
                    change(operand);
                }
            }
            Op::Scatter { base, index, lay, value, mask } => {
                for operand in [base, index, value, mask] {
                    change(operand);
                }
                lay.for_each_operand_mut(change);
            }
            Op::Runtime { operands, mask, .. } => {
                operands.iter_mut().for_each(&mut *change);
                mask.iter_mut().for_each(change);
            }
        }
    }

    /// Calls `see` for each operand.
    pub fn for_each_operand(&self, see: &mut dyn FnMut(ValueId)) {
        self.clone().for_each_operand_mut(&mut |operand| see(*operand));
    }
}
