//! Gang code: blocks of SSA operations on whole-gang values, free of register width.
//!
//! A value is either *uniform*, one scalar for the whole gang, or *varying*, one element for each of its lanes. Masks
//! are varying values that are as wide as the data they guard. Blocks take parameters in place of merges; branches
//! are taken by all lanes together, on uniform conditions.

mod nature;
mod op;
mod terminator;

pub use op::{BinaryOp, Fused, LaneLayout, Op, SlotField, UnaryOp};
pub use terminator::{Target, Terminator};

use crate::counters::Waiting;
use crate::runtime::Site;
use forlane_cfg::{Shape, SourceLine};
use id_arena::{Arena, Id};

/// The id of a [`Value`], `g12` in text.
pub type ValueId = Id<Value>;
/// The id of a [`Block`], `k3` in text.
pub type BlockId = Id<Block>;

/// What a value is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Element {
    /// REAL(8).
    F64,
    /// REAL(4).
    F32,
    /// INTEGER(8); a pointer or a set of lanes, bit l for lane l, where it is uniform.
    I64,
    /// INTEGER(4).
    I32,
    /// All bits of a 64-bit lane set or clear; always varying.
    Mask64,
    /// All bits of a 32-bit lane set or clear; always varying.
    Mask32,
    /// A condition for the whole gang; always uniform.
    Bool,
    /// Nothing: the operation is done for its effect.
    Nothing,
}

impl Element {
    /// Size in bytes of a lane's part.
    pub fn size(self) -> u32 {
        match self {
            Element::F64 | Element::I64 | Element::Mask64 => 8,
            Element::F32 | Element::I32 | Element::Mask32 => 4,
            Element::Bool => 1,
            Element::Nothing => 0,
        }
    }

    /// Whether it is a mask.
    pub fn is_mask(self) -> bool {
        matches!(self, Element::Mask64 | Element::Mask32)
    }

    /// Whether it is a real.
    pub fn is_real(self) -> bool {
        matches!(self, Element::F64 | Element::F32)
    }

    /// Whether it is an integer.
    pub fn is_integer(self) -> bool {
        matches!(self, Element::I64 | Element::I32)
    }

    /// Whether it is a real or an integer.
    pub fn is_number(self) -> bool {
        self.is_real() || self.is_integer()
    }

    /// The mask as wide as it.
    pub fn mask(self) -> Element {
        if self.size() == 8 { Element::Mask64 } else { Element::Mask32 }
    }
}

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GangType {
    /// What it is made of.
    pub element: Element,
    /// Whether it is one for all lanes or one for each.
    pub shape: Shape,
}

impl GangType {
    /// One for all lanes.
    pub const fn uniform(element: Element) -> GangType {
        GangType { element, shape: Shape::Uniform }
    }

    /// One for each lane.
    pub const fn varying(element: Element) -> GangType {
        GangType { element, shape: Shape::Varying }
    }

    /// Whether it has one element for each lane.
    pub fn is_varying(self) -> bool {
        self.shape == Shape::Varying
    }
}

/// A value and its definition.
#[derive(Clone, Debug)]
pub struct Value {
    /// Its type.
    pub ty: GangType,
    /// What defines it.
    pub op: Op,
}

/// A straight line of operations.
#[derive(Clone, Debug)]
pub struct Block {
    /// Its parameters.
    pub parameters: Vec<ValueId>,
    /// The operations, in order.
    pub ops: Vec<ValueId>,
    /// What ends it.
    pub terminator: Terminator,
    /// Whether it is the head of a loop.
    pub is_loop_head: bool,
    /// Whether it is rarely reached.
    pub is_cold: bool,
}

/// A callee, compiled for the shapes of its arguments.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Callee {
    /// The unit.
    pub unit: String,
    /// How its dummy arguments are given.
    pub given: Vec<ArgumentLayout>,
}

/// How a dummy argument is given, with which a unit is compiled for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArgumentLayout {
    /// One for all lanes.
    Shared,
    /// One for each lane, interleaved.
    Interleaved,
    /// One for each lane, apart from each other by the stride in the argument slot.
    Apart,
    /// One for each lane, wherever it is: the slot leads to the addresses of all lanes, after which are their lengths.
    ByAddress,
}

impl ArgumentLayout {
    /// The dummy argument's shape.
    pub fn shape(self) -> Shape {
        if self == ArgumentLayout::Shared { Shape::Uniform } else { Shape::Varying }
    }
}

impl From<Shape> for ArgumentLayout {
    fn from(shape: Shape) -> ArgumentLayout {
        if shape == Shape::Uniform { ArgumentLayout::Shared } else { ArgumentLayout::Interleaved }
    }
}

impl Callee {
    /// A name that no other unit or specialisation has.
    pub fn symbol(&self) -> String {
        let letter = |given: &ArgumentLayout| match given {
            ArgumentLayout::Shared => 'u',
            ArgumentLayout::Interleaved => 'v',
            ArgumentLayout::Apart => 'a',
            ArgumentLayout::ByAddress => 'p',
        };
        format!("{}.{}", self.unit, self.given.iter().map(letter).collect::<String>())
    }

    /// The shapes of its dummy arguments.
    pub fn shapes(&self) -> Vec<Shape> {
        self.given.iter().map(|given| given.shape()).collect()
    }
}

/// A counter of one unit: see [`Counter`](crate::counters::Counter).
#[derive(Clone, Copy, Debug)]
pub struct StretchCounter {
    /// The counter of the unit that lanes come from, and why and at which line some of them do not.
    pub origin: Option<(u32, Waiting, SourceLine)>,
}

/// A parameter of the head of a loop with which lanes leave that loop. It may hold anything when control enters the
/// loop: no lane waits with it yet.
#[derive(Clone, Copy, Debug)]
pub struct ExitCopy {
    /// The parameter.
    pub copy: ValueId,
    /// The parameter that is the mask of the lanes that are active at the head.
    pub active: ValueId,
}

/// One unit as gang code.
#[derive(Clone, Debug)]
pub struct GangCode {
    /// The unit's name.
    pub name: String,
    /// Lanes of the gang.
    pub lanes: u32,
    /// All values.
    pub values: Arena<Value>,
    /// All blocks.
    pub blocks: Arena<Block>,
    /// Where it starts; no jump leads there.
    pub entry: BlockId,
    /// Bytes of each stack slot.
    pub slots: Vec<u32>,
    /// Bytes of storage in which lanes are kept that were set aside; 0 if none are.
    pub kept_bytes: u32,
    /// The places at which lanes can fail.
    pub sites: Vec<Site>,
    /// What it counts, if it does.
    pub counters: Vec<StretchCounter>,
    /// The units it calls.
    pub callees: Vec<Callee>,
    /// The texts that are in it.
    pub texts: Vec<Vec<u8>>,
    /// What lanes leave loops with.
    pub exit_copies: Vec<ExitCopy>,
    /// The source line of each value, if they are wanted; those that belong to no statement have none.
    lines: Vec<SourceLine>,
}

impl GangCode {
    /// An empty unit.
    pub fn new(name: &str, lanes: u32) -> GangCode {
        let mut blocks = Arena::new();
        let entry = blocks.alloc(Block::new());
        GangCode {
            name: name.to_string(),
            lanes,
            values: Arena::new(),
            blocks,
            entry,
            slots: Vec::new(),
            kept_bytes: 0,
            sites: Vec::new(),
            counters: Vec::new(),
            callees: Vec::new(),
            texts: Vec::new(),
            exit_copies: Vec::new(),
            lines: Vec::new(),
        }
    }

    /// The type of a value.
    pub fn ty(&self, value: ValueId) -> GangType {
        self.values[value].ty
    }

    /// The source line of a value, if it has one and lines are kept.
    pub fn line(&self, value: ValueId) -> Option<SourceLine> {
        self.lines.get(value.index()).copied().filter(|line| line.number > 0)
    }

    /// Values that were made since this was last called are of that line.
    pub fn set_lines(&mut self, line: SourceLine) {
        self.lines.resize(self.values.len(), line);
    }

    /// A copy of a value, of the same line.
    pub fn copy_value(&mut self, value: ValueId) -> ValueId {
        let copy = self.values.alloc(self.values[value].clone());
        if let Some(line) = self.line(value) {
            self.lines.resize(copy.index(), SourceLine::default());
            self.lines.push(line);
        }
        copy
    }

    /// The bits of a constant.
    pub fn constant(&self, value: ValueId) -> Option<u64> {
        match self.values[value].op {
            Op::Constant(bits) => Some(bits),
            _ => None,
        }
    }

    /// How often each value is used as an operand or passed on, in blocks that can be reached.
    pub fn count_uses(&self) -> Vec<u32> {
        let mut uses = vec![0; self.values.len()];
        for block in self.reverse_postorder() {
            let data = &self.blocks[block];
            for value in &data.ops {
                self.values[*value].op.for_each_operand(&mut |operand| uses[operand.index()] += 1);
            }
            data.terminator.clone().for_each_use_mut(&mut |value| uses[value.index()] += 1);
        }
        uses
    }

    /// The blocks that can be reached, in reverse postorder.
    pub fn reverse_postorder(&self) -> Vec<BlockId> {
        let mut seen = vec![false; self.blocks.len()];
        let mut postorder = Vec::new();
        let mut stack = vec![(self.entry, 0)];
        seen[self.entry.index()] = true;
        while let Some((block, arm)) = stack.pop() {
            let targets = self.blocks[block].terminator.targets();
            // The last successor first, so that the first one follows its origin in the result.
            match targets.len().checked_sub(arm + 1) {
                None => postorder.push(block),
                Some(index) => {
                    stack.push((block, arm + 1));
                    let next = targets[index].block;
                    if !std::mem::replace(&mut seen[next.index()], true) {
                        stack.push((next, 0));
                    }
                }
            }
        }
        postorder.reverse();
        postorder
    }
}

impl Block {
    /// An empty block.
    pub fn new() -> Block {
        Block {
            parameters: Vec::new(),
            ops: Vec::new(),
            terminator: Terminator::Unreachable,
            is_loop_head: false,
            is_cold: false,
        }
    }
}

impl Default for Block {
    fn default() -> Self {
        Block::new()
    }
}
