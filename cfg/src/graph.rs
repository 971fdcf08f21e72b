//! The control flow graph: blocks of actions, each ended by one terminator.

use crate::array::ArrayAssignment;
use crate::character::CharacterExpr;
use crate::declarations::{ScopeId, SourceLine, StopCode, ValueId, VarId};
use crate::expr::{Expr, IntegerExpr, LogicalExpr};
use crate::transfer::IoAction;
use id_arena::{Arena, Id};

pub use crate::call::{Argument, Callee, handed_along, place_among, with_first};

/// The id of a [`Block`], `b3` in text.
pub type BlockId = Id<Block>;

/// The blocks of a unit.
#[derive(Clone, Debug)]
pub struct Graph {
    /// All blocks. Rewrites may leave unreachable ones; analyses and printers go by reverse postorder from the start.
    pub blocks: Arena<Block>,
    /// START; no arc leads to it.
    pub start: BlockId,
}

/// A straight line of actions.
#[derive(Clone, Debug)]
pub struct Block {
    /// Merge points, all taken at once on entry; only in SSA form.
    pub merges: Vec<Merge>,
    /// The actions, in order.
    pub actions: Vec<Action>,
    /// What ends the block.
    pub terminator: Terminator,
    /// Source line of the terminator.
    pub at: SourceLine,
}

impl Block {
    /// A block with nothing in it but its end.
    pub fn new(terminator: Terminator, at: SourceLine) -> Block {
        Block { merges: Vec::new(), actions: Vec::new(), terminator, at }
    }
}

/// A merge point: the value is the operand of the block that control came from.
#[derive(Clone, Debug)]
pub struct Merge {
    /// The value defined.
    pub value: ValueId,
    /// One operand for each predecessor. In SSA form no arc is critical, so a block stands for its arc.
    pub operands: Vec<(BlockId, ValueId)>,
}

/// An action and its place.
#[derive(Clone, Debug)]
pub struct Action {
    /// What is done.
    pub kind: ActionKind,
    /// Source line.
    pub at: SourceLine,
}

/// What an action does. A lane fails at an action if it reads or stores an element outside of its array, divides an
/// integer by zero, or calls what fails.
#[derive(Clone, Debug)]
pub enum ActionKind {
    /// The scope becomes active.
    ScopeEntry(ScopeId),
    /// The scope ends.
    ScopeExit(ScopeId),
    /// Assigns a scalar: any before SSA form, afterwards only those in memory.
    Assign {
        /// The variable.
        target: VarId,
        /// The value, of the variable's type.
        value: Expr,
    },
    /// Definition point of a value; SSA form only.
    Define {
        /// The value defined.
        value: ValueId,
        /// What it is.
        expr: Expr,
    },
    /// Assigns an array element.
    Store {
        /// The array.
        array: VarId,
        /// Zero-based element.
        offset: IntegerExpr,
        /// The value, of the element type.
        value: Expr,
    },
    /// Assigns CHARACTER in memory: the value is computed whole, then cut off or filled with blanks to the length.
    StoreText {
        /// The array of INTEGER(1).
        array: VarId,
        /// Zero-based first element.
        offset: IntegerExpr,
        /// How many elements; what is negative counts as zero. They are checked as those of
        /// [`CharacterPart::Range`](crate::character::CharacterPart::Range).
        length: IntegerExpr,
        /// The value.
        value: CharacterExpr,
    },
    /// Assigns to elements of an array, all values being evaluated before; stage `cfg` only, until they are lowered to
    /// loops.
    Array(Box<ArrayAssignment>),
    /// Allocates an array of [`crate::unit::ArrayLength::Dynamic`] with `length` elements, all zero;
    /// what is negative counts as zero. What it had before is freed. A lane fails if there is not enough memory, or if
    /// the array is held: it has elements, and a call in progress has passed its address (to a dummy argument that is
    /// not of this sort), or a transfer in progress writes to it as an internal file.
    Allocate {
        /// The array.
        array: VarId,
        /// Its new number of elements.
        length: IntegerExpr,
    },
    /// Frees the elements of an array of dynamic length: it has none then. What is not allocated may be freed too; what
    /// the run has not freed at its end is freed then. A lane fails if the array is held.
    Deallocate {
        /// The array.
        array: VarId,
    },
    /// Calls a subprogram. Expressions hold no references to external functions: each became a call before.
    Call {
        /// What is called.
        callee: Callee,
        /// The actual arguments.
        arguments: Vec<Argument>,
        /// Where a function's value goes; never set together with `result_value`.
        result: Option<VarId>,
        /// The same in SSA form.
        result_value: Option<ValueId>,
    },
    /// A step of an input or output statement.
    Io(IoAction),
}

/// What ends a block. The targets in order, then-arm first, are its arcs.
#[derive(Clone, Debug)]
pub enum Terminator {
    /// One successor.
    Goto(BlockId),
    /// Two.
    Branch {
        /// The condition.
        condition: LogicalExpr,
        /// Where to if it is true.
        then: BlockId,
        /// Where to otherwise.
        otherwise: BlockId,
    },
    /// Any number.
    Switch {
        /// The selector.
        selector: IntegerExpr,
        /// The cases, in source order; no value twice.
        cases: Vec<Case<BlockId>>,
        /// Where to for all other values.
        default: BlockId,
    },
    /// The end of the execution of the unit. In SSA form the values of the assigned scalar dummy arguments and of the
    /// function result, in the order of the dummy arguments, the result last.
    Return(Vec<(VarId, ValueId)>),
    /// STOP: the end of the program; in a kernel, of the lane.
    Stop(StopCode),
}

/// A case of a switch.
#[derive(Clone, Debug)]
pub struct Case<T> {
    /// The selector's values.
    pub values: Vec<i64>,
    /// Where to.
    pub target: T,
}

impl Terminator {
    /// The successors, in order, one for each arc: a block to which several arcs lead is several times.
    pub fn successors(&self) -> Vec<BlockId> {
        match self {
            Terminator::Goto(target) => vec![*target],
            Terminator::Branch { then, otherwise, .. } => vec![*then, *otherwise],
            Terminator::Switch { cases, default, .. } => {
                cases.iter().map(|case| case.target).chain(std::iter::once(*default)).collect()
            }
            Terminator::Return(_) | Terminator::Stop(_) => Vec::new(),
        }
    }

    /// Mutable references to the successors, in the order of [`Terminator::successors`].
    pub fn successors_mut(&mut self) -> Vec<&mut BlockId> {
        match self {
            Terminator::Goto(target) => vec![target],
            Terminator::Branch { then, otherwise, .. } => vec![then, otherwise],
            Terminator::Switch { cases, default, .. } => {
                cases.iter_mut().map(|case| &mut case.target).chain(std::iter::once(default)).collect()
            }
            Terminator::Return(_) | Terminator::Stop(_) => Vec::new(),
        }
    }
}
