//! The control flow graph: blocks of actions, each ended by one terminator.

use crate::array::ArrayAssignment;
use crate::character::CharacterExpr;
use crate::expr::{Expr, IntegerExpr, LogicalExpr};
use crate::transfer::IoAction;
use crate::unit::{ArrayLength, ScopeId, SourceLine, StopCode, Storage, Unit, ValueId, Var, VarId};
use forlane_semantics::types::Type;
use id_arena::{Arena, Id};

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
    /// Gives an array of [`ArrayLength::Dynamic`] that many elements, all zero;
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

/// What a call calls.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Callee {
    /// The unit of that lower-case name, which may be elsewhere.
    Unit(String),
    /// What a dummy procedure stands for: a variable of [`Storage::Procedure`].
    Dummy(VarId),
    /// As an actual argument only: the unit of an internal procedure, and which arguments of the same call, counted from
    /// 0, are the variables of its host. They stand behind its own dummy arguments whenever it is called.
    Internal(String, Vec<usize>),
}

impl Callee {
    /// The unit's name; none for a dummy procedure.
    pub fn unit(&self) -> Option<&str> {
        match self {
            Callee::Unit(name) | Callee::Internal(name, _) => Some(name),
            Callee::Dummy(_) => None,
        }
    }
}

/// Which of a call's arguments go to internal procedures that are passed, too: these may assign them.
pub fn handed_along(arguments: &[Argument]) -> impl Iterator<Item = usize> {
    arguments
        .iter()
        .flat_map(|argument| match argument {
            Argument::Procedure(Callee::Internal(_, with)) => with.as_slice(),
            _ => &[],
        })
        .copied()
}

/// Where a variable stands among the arguments of a call; it is added if it is none of them. One variable is one argument,
/// or else what is assigned to it by one name could not be seen by another.
pub fn place_among(arguments: &mut Vec<Argument>, wanted: Argument) -> usize {
    let known = arguments.iter().position(|argument| match (argument, &wanted) {
        (Argument::Variable(one), Argument::Variable(other)) | (Argument::Array(one), Argument::Array(other)) => {
            one == other
        }
        _ => false,
    });
    known.unwrap_or_else(|| {
        arguments.push(wanted);
        arguments.len() - 1
    })
}

/// An actual argument.
#[derive(Clone, Debug)]
pub enum Argument {
    /// A value; what the callee assigns is lost.
    Value(Expr),
    /// A scalar by reference. In SSA form only those that live in memory.
    Variable(VarId),
    /// A scalar by reference in SSA form: its value before the call, and the value after.
    InOut {
        /// Before the call.
        before: Expr,
        /// Defined by the call.
        after: ValueId,
    },
    /// An array element by reference: to a scalar dummy argument that element, to a dummy array the rest of the array
    /// from there on (sequence association), which may be empty: an offset equal to the length is none too great.
    Element(VarId, IntegerExpr),
    /// A whole array.
    Array(VarId),
    /// A procedure.
    Procedure(Callee),
    /// Nothing: a dummy argument of another entry of the callee. A scalar is zero, an array has no elements.
    Absent,
}

impl Argument {
    /// All of a variable, or a dummy procedure, passed as what it is.
    pub fn of_variable(id: VarId, var: &Var) -> Argument {
        match (var.storage, var.array) {
            (Storage::Procedure, _) => Argument::Procedure(Callee::Dummy(id)),
            (_, Some(_)) => Argument::Array(id),
            (_, None) => Argument::Variable(id),
        }
    }

    /// The variable that it is a reference to, as a whole or to an element.
    pub fn referenced(&self) -> Option<VarId> {
        match self {
            Argument::Variable(var) | Argument::Element(var, _) | Argument::Array(var) => Some(*var),
            Argument::Value(_) | Argument::InOut { .. } | Argument::Procedure(_) | Argument::Absent => None,
        }
    }

    /// The type of its elements, or of its value; none for what has none.
    pub fn ty(&self, caller: &Unit) -> Option<Type> {
        match self {
            Argument::Value(expr) | Argument::InOut { before: expr, .. } => Some(expr.ty()),
            Argument::Variable(var) | Argument::Element(var, _) | Argument::Array(var) => {
                caller.vars.get(*var).map(|var| var.ty)
            }
            Argument::Procedure(_) | Argument::Absent => None,
        }
    }

    /// Whether the callee could look behind it: it is a scalar with fewer bytes than the scalar dummy argument. Otherwise
    /// arguments are taken as they stand in memory, whatever their type.
    pub fn is_too_short(&self, caller: &Unit, dummy: &Var) -> bool {
        let is_scalar = matches!(self, Argument::Value(_) | Argument::InOut { .. } | Argument::Variable(_));
        let size = self.ty(caller).map_or(dummy.ty.size(), Type::size);
        is_scalar && dummy.array.is_none() && size < dummy.ty.size()
    }

    /// Whether it is what a dummy array of dynamic length requires, which the callee may allocate and free: a whole array of
    /// dynamic length with elements of the same type. Other dummy arguments require nothing.
    pub fn fits_dynamic(&self, caller: &Unit, dummy: &Var) -> bool {
        let is_like = |var: &Var| var.array == Some(ArrayLength::Dynamic) && var.ty == dummy.ty;
        dummy.array != Some(ArrayLength::Dynamic)
            || matches!(self, Argument::Array(array) if caller.vars.get(*array).is_some_and(is_like))
    }

    /// The array of dynamic length of which it passes the address, if the dummy argument is of another sort.
    pub fn lent_array(&self, caller: &Unit, dummy: &Var) -> Option<VarId> {
        let (Argument::Array(array) | Argument::Element(array, _)) = self else { return None };
        let is_dynamic = |var: &Var| var.array == Some(ArrayLength::Dynamic);
        (caller.vars.get(*array).is_some_and(is_dynamic) && !is_dynamic(dummy)).then_some(*array)
    }
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
    /// The successors, in order, one for each arc: a block to which several arcs lead stands several times.
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
