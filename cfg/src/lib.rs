//! The intermediate representations of forlane: the control flow graph of a subprogram and the region tree that
//! structurizing makes of it.
//!
//! A [`Unit`] is one subprogram at one [`Stage`]. Up to [`Stage::Ssa`] its body is a [`Graph`] of blocks, from
//! [`Stage::Structured`] on a [`RegionTree`].
#![forbid(unsafe_code)]

pub mod analysis;
pub mod areas;
pub mod array;
pub mod builder;
pub mod call;
pub mod character;
pub mod compact;
pub mod declarations;
pub mod expr;
pub mod fold;
pub mod graph;
pub mod interface;
pub mod names;
mod passing;
mod places;
pub mod region;
pub mod remark;
pub mod split;
pub mod ssa;
pub mod text;
pub mod transfer;
pub mod unit;
pub mod verify;

pub use array::{ArrayAssignment, ElementStore, IndexRange, Section, Subscript};
pub use builder::GraphBuilder;
pub use character::{CharacterExpr, CharacterPart};
pub use expr::{
    CharacterFunction, ComplexFunction, Expr, IntegerBinary, IntegerExpr, IntegerUnary, LogicalBinary, LogicalExpr,
    Place, RealBinary, RealExpr, RealUnary, Relation, Rounding,
};
pub use forlane_semantics::types::{Constant, IntegerKind, RealKind, Type};
pub use graph::{
    Action, ActionKind, Argument, Block, BlockId, Callee, Case, Graph, Merge, Terminator, handed_along, place_among,
    with_first,
};
pub use interface::{Bound, Carrier, Companion, Dimension, Intent, SourceArgument, TextLength, source_arguments};
pub use region::{
    Control, GraphBlock, Label, LabelId, LabelKind, LoopInput, Node, NodeKind, Region, RegionEnd, RegionId, RegionTree,
};
pub use remark::{Decision, Remark, Remarks, Subject};
pub use transfer::{Handled, IoAction, IoKind};
pub use unit::{
    AreaPlace, ArrayLength, Body, Inlined, Program, Scope, ScopeId, ScopeKind, Shape, SourceLine, Stage, StopCode,
    Storage, Unit, UnitKind, Value, ValueId, Var, VarId,
};
