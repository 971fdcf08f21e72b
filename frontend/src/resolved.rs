//! Resolved program units: every name has a symbol, every expression a type, every label a target.
//!
//! This is what the front end passes on. PARAMETER constants are folded, operands are converted to a common type by
//! explicit [`ExprKind::Convert`], array references are told from function references, intrinsic functions are named.

mod array;
mod character;
mod expression;
mod numbering;
mod parts;
mod statement;
mod transfer;

use crate::source::Span;
use forlane_semantics::types::{Constant, Intent, Type};
use id_arena::{Arena, Id};
use indexmap::IndexSet;

pub use forlane_semantics::AreaPlace;
pub use forlane_semantics::io::{Service, Specifier};

pub use array::{ArrayCall, ArrayFunction, ArrayKind, ArrayOperand, ConstructorItem, Section, Subscript};
pub use character::{CharacterLength, SubstringRange};
pub use expression::{BinaryOp, Expr, ExprKind, Intrinsic, UnaryOp};
pub use numbering::ExprId;
pub use parts::{Part, Role, for_each_inside};
pub use statement::{
    Allocation, AllocationOutcome, CaseRange, ComputedStop, DoControl, ForallIndex, InnerScope, InnerScopeKind, Label,
    LabelRef, LoopId, SelectCase, Statement, StatementKind, StopCode, Terminal,
};
pub use transfer::{
    FileStatement, GroupObject, Request, Transfer, TransferFormat, TransferItem, TransferLoop, TransferOutcome,
    TransferUnit,
};

/// The id of a [`Symbol`] in its unit.
pub type SymbolId = Id<Symbol>;

/// All program units of a compilation, in source order.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The units.
    pub units: Vec<ProgramUnit>,
}

/// What sort of program unit it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnitKind {
    /// A main program.
    Program,
    /// A module: variables and no body.
    Module,
    /// A subroutine.
    Subroutine,
    /// A function.
    Function,
    /// BLOCK DATA: variables with initial values, no body. It belongs to every program that it is compiled with.
    BlockData,
}

/// One program unit.
#[derive(Clone, Debug)]
pub struct ProgramUnit {
    /// Lower-case name; `main` for a main program without PROGRAM statement.
    pub name: String,
    /// What sort of unit.
    pub kind: UnitKind,
    /// The unit's first statement.
    pub span: Span,
    /// All names of the unit.
    pub symbols: Arena<Symbol>,
    /// The dummy arguments, in order. One whose symbol is [`SymbolClass::External`] is a dummy procedure.
    pub dummies: Vec<SymbolId>,
    /// How many of them, the last ones, are variables of the host of an internal procedure.
    pub taken: usize,
    /// How many of a subroutine's dummy arguments are `*`; these are not among the others.
    pub alternates: usize,
    /// The result variable of a function.
    pub result: Option<SymbolId>,
    /// The ENTRY statements, in source order.
    pub entries: Vec<Entry>,
    /// RECURSIVE.
    pub is_recursive: bool,
    /// The dummy arguments that are OPTIONAL.
    pub optional: IndexSet<SymbolId>,
    /// The executable part.
    pub body: Vec<Statement>,
}

/// An ENTRY statement. Its place in the body is a [`StatementKind::Entry`].
#[derive(Clone, Debug)]
pub struct Entry {
    /// Lower-case name.
    pub name: String,
    /// Where the name is.
    pub span: Span,
    /// The dummy arguments, in order.
    pub dummies: Vec<SymbolId>,
    /// How many of the dummy arguments are `*`; these are not among the others.
    pub alternates: usize,
    /// The result variable of a function.
    pub result: Option<SymbolId>,
}

/// A name of a unit.
#[derive(Clone, Debug)]
pub struct Symbol {
    /// Lower-case name.
    pub name: String,
    /// Where it is first.
    pub span: Span,
    /// What it names.
    pub class: SymbolClass,
    /// For a procedure of a module or of a host, the name of its unit, which is not that of the symbol.
    pub unit: Option<String>,
    /// The length of a variable of type CHARACTER, or of an external function's result of that type.
    pub length: Option<CharacterLength>,
}

/// What a name stands for.
#[derive(Clone, Debug)]
pub enum SymbolClass {
    /// A variable, dummy argument or function result.
    Variable(Variable),
    /// A named constant; its uses are folded.
    NamedConstant(Constant),
    /// An external subroutine, or a function with its result type.
    External {
        /// The result type; none for a subroutine or when unknown.
        result: Option<Type>,
    },
    /// An intrinsic function; its uses are [`ExprKind::Intrinsic`], but for those as an actual argument.
    Intrinsic,
    /// A statement function; its references are expanded, as [`ExprKind::Let`].
    StatementFunction,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its type, of each element for an array.
    pub ty: Type,
    /// The declared dimensions; none for a scalar.
    pub shape: Option<Vec<Dimension>>,
    /// Where the extents of an array come from.
    pub form: ArrayForm,
    /// Where it lives.
    pub storage: Storage,
    /// Its place in an area, for [`Storage::Area`] alone.
    pub area: Option<AreaPlace>,
    /// Whether this INTEGER holds a LOGICAL of its size, 1 for true, whose uses are comparisons with zero.
    pub holds_logical: bool,
    /// The initial values from DATA, per element in array element order; empty when there are none.
    pub initial: Vec<Initial>,
    /// The INTENT of a dummy argument, if one is declared.
    pub intent: Option<Intent>,
    /// Whether it has the attribute TARGET, so that two names may stand for one variable though one of them is
    /// assigned.
    pub is_target: bool,
}

/// Where the extents of an array come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ArrayForm {
    /// The declaration: constants, or expressions that are evaluated at entry (adjustable and automatic arrays). Also
    /// that of scalars.
    #[default]
    Explicit,
    /// The actual argument of a dummy array `A(:)`; the shape has the lower bounds and no upper ones.
    Assumed,
    /// ALLOCATE; the bounds in the shape mean nothing. Also that of ALLOCATABLE scalars.
    Allocatable,
    /// Hidden arguments, which bring lower bounds and extents of an array of the host as they were when the host was
    /// entered; the bounds in the shape mean nothing.
    Host,
}

/// Where a variable lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Storage {
    /// Anew for each execution of the unit, starting as zero. Those of a main program are of this kind too.
    Local,
    /// A dummy argument.
    Dummy,
    /// The function result.
    Result,
    /// Kept between executions of the unit: SAVE or DATA.
    Static,
    /// In an area, which other variables share: COMMON or EQUIVALENCE. Any assignment to one of them, and any call, may
    /// change the others.
    Area,
}

/// A run of equal initial values. For CHARACTER the elements are characters, and the value is a text of several that is
/// repeated over the run.
#[derive(Clone, Debug, PartialEq)]
pub struct Initial {
    /// Zero-based element in array element order (0 for a scalar).
    pub first: u64,
    /// Number of elements.
    pub count: u64,
    /// The value, converted to the variable's type.
    pub value: Constant,
}

/// One dimension of an array.
#[derive(Clone, Debug)]
pub struct Dimension {
    /// The lower bound, INTEGER; a constant, or an expression of dummy arguments.
    pub lower: Expr,
    /// The upper bound; none for `*`.
    pub upper: Option<Expr>,
}

/// A variable or array element that can be assigned.
#[derive(Clone, Debug)]
pub enum Designator {
    /// A scalar variable.
    Variable(SymbolId),
    /// An array element: array and INTEGER subscripts, as many as there are dimensions.
    Element(SymbolId, Vec<Expr>),
    /// Some of the characters of one of the above.
    Substring(Box<Designator>, Box<SubstringRange>),
}

impl Designator {
    /// The variable or array.
    pub fn symbol(&self) -> SymbolId {
        let mut at = self;
        loop {
            match at {
                Designator::Variable(symbol) | Designator::Element(symbol, _) => return *symbol,
                Designator::Substring(of, _) => at = of,
            }
        }
    }
}

/// An actual argument.
#[derive(Clone, Debug)]
pub enum Argument {
    /// An expression that is not a designator: the callee's assignments to it are lost.
    Value(Expr),
    /// A scalar variable or an array element, by reference.
    Designator(Designator, Span),
    /// A whole array.
    Array(SymbolId, Span),
    /// A procedure: a symbol that is [`SymbolClass::External`] or [`SymbolClass::Intrinsic`].
    Procedure(SymbolId, Span),
    /// An internal procedure, which is [`SymbolClass::External`] too, with the variables of its host that it takes.
    Internal(SymbolId, Vec<Argument>, Span),
    /// The variables of its host that an internal procedure takes, after its own arguments.
    Taken(Vec<Argument>),
    /// An array section: passed where it lies if its elements follow one another, otherwise copied in and out.
    Section(Section),
    /// What an ELEMENTAL procedure gets that is done for each element of arrays: an element of the value, which for a
    /// scalar is the same each time; with `true`, of a section, by reference.
    Elemental(Expr, bool),
    /// An ALLOCATABLE variable for a dummy argument that is one too, with its bounds, length and allocation status.
    Allocatable(SymbolId, Span),
    /// An array of the host for a procedure in it, with its bounds.
    Bounded(SymbolId, Span),
    /// An array for a dummy array of assumed shape, which gets its shape too: [`Argument::Array`],
    /// [`Argument::Section`], or an array-valued [`Argument::Value`].
    Shaped(Box<Argument>),
    /// What an OPTIONAL dummy argument gets, with whether it is present.
    Optional(Box<Argument>),
    /// Nothing for an OPTIONAL dummy argument.
    Omitted(Omitted),
}

/// The OPTIONAL dummy argument for which nothing is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Omitted {
    /// Its type; none for a procedure.
    pub ty: Option<Type>,
    /// How many dimensions it has.
    pub rank: usize,
    /// Where the extents of an array come from.
    pub form: ArrayForm,
}
