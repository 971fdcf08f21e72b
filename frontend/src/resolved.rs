//! Resolved program units: every name has a symbol, every expression a type, every label a target.
//!
//! This is what the front end hands on. PARAMETER constants are folded, operands are converted to a common type by
//! explicit [`ExprKind::Convert`], array references are told from function references, intrinsic functions are named.

mod area;
mod array;
mod character;
mod expression;
mod service;
mod transfer;

use crate::source::Span;
use crate::types::{Constant, Type};
use id_arena::{Arena, Id};

pub use area::AreaPlace;
pub use array::{ArrayCall, ArrayFunction, ArrayKind, ArrayOperand, ConstructorItem, Section, Subscript};
pub use character::{CharacterLength, SubstringRange};
pub use expression::{BinaryOp, Expr, ExprKind, Intrinsic, UnaryOp};
pub use service::Service;
pub use transfer::{Request, Transfer, TransferFormat, TransferItem, TransferLoop, TransferUnit};

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
    /// How many of a subroutine's dummy arguments are `*`; these are not among the others.
    pub alternates: usize,
    /// The result variable of a function.
    pub result: Option<SymbolId>,
    /// The ENTRY statements, in source order.
    pub entries: Vec<Entry>,
    /// RECURSIVE.
    pub is_recursive: bool,
    /// The executable part.
    pub body: Vec<Statement>,
}

/// An ENTRY statement. Its place in the body is a [`StatementKind::Entry`].
#[derive(Clone, Debug)]
pub struct Entry {
    /// Lower-case name.
    pub name: String,
    /// Where the name stands.
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
    /// Where it stands first.
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
    /// Whether it has the attribute TARGET, so that two names may stand for one variable though one of them is assigned.
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

/// A statement of the executable part.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The statement label.
    pub label: Option<Label>,
    /// The statement.
    pub kind: StatementKind,
    /// The statement's place.
    pub span: Span,
}

/// A statement label, 1 to 99999.
pub type Label = u32;

/// A construct of the unit that EXIT and CYCLE name: the loops of a unit are numbered from 0 in source order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LoopId(pub u32);

/// A reference to a label: the label and the place of the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LabelRef {
    /// The label; it exists in the unit and marks an executable statement.
    pub label: Label,
    /// Where the reference stands.
    pub span: Span,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// CONTINUE, and the place of every label on a statement that does nothing (END, FORMAT, END IF, END DO).
    Continue,
    /// `target = value`; the value has the target's type.
    Assign {
        /// What is assigned.
        target: Designator,
        /// The value.
        value: Expr,
    },
    /// `section = value`, for each element; the value has the section's type, and its rank or none.
    AssignArray {
        /// What is assigned.
        target: Section,
        /// The value.
        value: Expr,
    },
    /// WHERE: for each arm its mask, an array, and its assignments and WHEREs; the last may be without mask.
    Where(Vec<(Option<Expr>, Vec<Statement>)>),
    /// FORALL: each statement is done for all combinations of the indices before the next.
    Forall {
        /// The indices, the first varying fastest.
        indices: Vec<ForallIndex>,
        /// Which combinations count, if not all.
        mask: Option<Expr>,
        /// Assignments to elements and sections, WHEREs and FORALLs.
        body: Vec<Statement>,
    },
    /// ALLOCATE.
    Allocate(Box<Allocation>),
    /// DEALLOCATE.
    Deallocate {
        /// The variables.
        objects: Vec<SymbolId>,
        /// What is told of it.
        outcome: AllocationOutcome,
    },
    /// Deallocates those of the variables that are allocated.
    Release(Vec<SymbolId>),
    /// MOVE_ALLOC.
    MoveAllocation {
        /// What is deallocated then.
        from: SymbolId,
        /// What has its bounds and elements then.
        to: SymbolId,
    },
    /// GO TO.
    Goto(LabelRef),
    /// ASSIGN: the variable gets the label's number.
    AssignLabel {
        /// The label, of an executable statement or a FORMAT.
        label: LabelRef,
        /// A scalar INTEGER variable.
        variable: SymbolId,
    },
    /// Assigned GO TO. A value that is none of the labels is a failure.
    AssignedGoto {
        /// A scalar INTEGER variable, which holds a label's number.
        variable: SymbolId,
        /// The labels of the list; none at all stands for all that are ASSIGNed in the unit.
        labels: Vec<LabelRef>,
    },
    /// Computed GO TO; out of range goes on with the next statement.
    ComputedGoto {
        /// The labels for 1, 2, …
        labels: Vec<LabelRef>,
        /// The selector, INTEGER.
        selector: Expr,
    },
    /// Arithmetic IF.
    ArithmeticIf {
        /// INTEGER or REAL.
        value: Expr,
        /// Where to for less than zero.
        negative: LabelRef,
        /// Where to for zero.
        zero: LabelRef,
        /// Where to for greater than zero.
        positive: LabelRef,
    },
    /// Logical IF (one arm of one statement) and block IF. A label on ELSE, ELSE IF or END IF stands on a
    /// [`StatementKind::Continue`] at the matching place.
    If {
        /// Condition and body of each arm, in order.
        arms: Vec<(Expr, Vec<Statement>)>,
        /// The ELSE arm.
        otherwise: Option<Vec<Statement>>,
    },
    /// A DO loop.
    Do {
        /// Names the loop for EXIT and CYCLE.
        id: LoopId,
        /// What governs it.
        control: DoControl,
        /// The range without the terminal statement.
        body: Vec<Statement>,
        /// The labelled terminal statement of `DO 10 …`; none for END DO.
        terminal: Option<Box<Terminal>>,
    },
    /// SELECT CASE on INTEGER; the cases have no values in common.
    Select {
        /// The selector.
        selector: Expr,
        /// The cases, in order.
        cases: Vec<SelectCase>,
        /// What is done for all other values.
        otherwise: Vec<Statement>,
    },
    /// A construct that EXIT leaves and that is no loop, or that has names of its own, or both.
    Construct {
        /// Names it for EXIT.
        id: LoopId,
        /// The scope of its own names, if it is one.
        scope: Option<InnerScope>,
        /// The statements in it.
        body: Vec<Statement>,
    },
    /// EXIT.
    Exit(LoopId),
    /// CYCLE.
    Cycle(LoopId),
    /// CALL.
    Call {
        /// An [`SymbolClass::External`] symbol.
        procedure: SymbolId,
        /// The actual arguments but for labels.
        arguments: Vec<Argument>,
        /// The labels to which the subroutine may return, in order.
        alternates: Vec<LabelRef>,
    },
    /// RETURN, with the number of an alternate return, INTEGER; END too is left implicit at the end of the body.
    Return(Option<Expr>),
    /// The place where execution begins for that one of [`ProgramUnit::entries`].
    Entry(usize),
    /// STOP.
    Stop(Option<StopCode>),
    /// STOP whose code is computed, or that can be quiet.
    StopWith(Box<ComputedStop>),
    /// PAUSE, and what is shown behind this word.
    Pause(String),
    /// READ, WRITE or PRINT.
    Transfer(Box<Transfer>),
    /// A request to the system.
    Request(Box<Request>),
}

/// What ALLOCATE does.
#[derive(Clone, Debug)]
pub struct Allocation {
    /// The variables, and lower and upper bound of each dimension. An array without bounds takes those of the source.
    pub objects: Vec<(SymbolId, Vec<(Expr, Expr)>)>,
    /// The value of SOURCE= or MOLD=.
    pub source: Option<Expr>,
    /// Whether the variables get the source's value, not its shape and length alone.
    pub is_copied: bool,
    /// The length that stands in front of `::`, for variables of deferred length.
    pub length: Option<Expr>,
    /// What is told of it.
    pub outcome: AllocationOutcome,
}

/// Where ALLOCATE and DEALLOCATE put how they went.
#[derive(Clone, Debug, Default)]
pub struct AllocationOutcome {
    /// STAT=.
    pub status: Option<Designator>,
    /// ERRMSG=.
    pub message: Option<Designator>,
}

/// A scope inside of a unit. No jump leads into it from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InnerScope {
    /// What makes it.
    pub kind: InnerScopeKind,
    /// The variables that exist in it alone, anew each time that it is entered.
    pub symbols: Vec<SymbolId>,
}

/// What makes a scope inside of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InnerScopeKind {
    /// BLOCK.
    Block,
    /// ASSOCIATE.
    Associate,
    /// DO CONCURRENT, with all its loops in it.
    Concurrent,
}

/// The terminal statement of a labelled DO. Loops that share a terminal label each have a copy of it: the innermost
/// loop's is executed by falling into it; those of outer loops only by a GO TO from outside the inner range.
#[derive(Clone, Debug)]
pub struct Terminal {
    /// The statement, with its label.
    pub statement: Statement,
    /// This is an outer loop's copy: the end of the loop inside goes past it, to this loop's incrementation.
    pub shared: bool,
}

/// `variable = first:last:step` of a FORALL.
#[derive(Clone, Debug)]
pub struct ForallIndex {
    /// An INTEGER of the construct's own.
    pub variable: SymbolId,
    /// First value.
    pub first: Expr,
    /// Limit.
    pub last: Expr,
    /// Increment.
    pub step: Expr,
}

/// A case of SELECT CASE.
#[derive(Clone, Debug)]
pub struct SelectCase {
    /// The values.
    pub ranges: Vec<CaseRange>,
    /// What is done for them.
    pub body: Vec<Statement>,
}

/// The values from `lower` to `upper`; an end that lacks is that of the selector's kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaseRange {
    /// The least value.
    pub lower: Option<i64>,
    /// The greatest value.
    pub upper: Option<i64>,
}

/// What governs a DO loop.
#[derive(Clone, Debug)]
pub enum DoControl {
    /// `variable = first, last, step`: all of the variable's type.
    Counted {
        /// A scalar INTEGER or REAL variable.
        variable: SymbolId,
        /// First value.
        first: Expr,
        /// Limit.
        last: Expr,
        /// Increment; 1 if not given.
        step: Expr,
    },
    /// DO WHILE.
    While(Expr),
    /// DO without control.
    Forever,
}

/// The operand of STOP.
#[derive(Clone, Debug, PartialEq)]
pub enum StopCode {
    /// A number, which is the exit status.
    Number(i32),
    /// A text.
    Text(String),
    /// ERROR STOP: what is shown behind these words, and the exit status.
    Error(String, i32),
}

/// STOP or ERROR STOP with expressions.
#[derive(Clone, Debug)]
pub struct ComputedStop {
    /// ERROR STOP.
    pub is_error: bool,
    /// INTEGER or CHARACTER.
    pub code: Option<Expr>,
    /// QUIET=, LOGICAL: nothing is shown if it is true.
    pub quiet: Option<Expr>,
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
    /// An expression that is no designator: the callee's assignments to it are lost.
    Value(Expr),
    /// A scalar variable or an array element, by reference.
    Designator(Designator, Span),
    /// A whole array.
    Array(SymbolId, Span),
    /// A procedure: a symbol that is [`SymbolClass::External`] or [`SymbolClass::Intrinsic`].
    Procedure(SymbolId, Span),
    /// An internal procedure, which is [`SymbolClass::External`] too, with the variables of its host that it takes behind its
    /// own arguments: [`Argument::Designator`] or [`Argument::Array`].
    Internal(SymbolId, Vec<Argument>, Span),
    /// An array section: passed where it lies if its elements follow one another, otherwise copied in and out.
    Section(Section),
    /// What an ELEMENTAL procedure gets that is done for each element of arrays: an element of the value, which for a
    /// scalar is the same each time; with `true`, of a section, by reference.
    Elemental(Expr, bool),
    /// An ALLOCATABLE variable for a dummy argument that is one too, with all that tells how it is allocated.
    Allocatable(SymbolId, Span),
    /// An array of the host for a procedure in it, with its bounds.
    Bounded(SymbolId, Span),
    /// An array for a dummy array of assumed shape, which gets its shape too: [`Argument::Array`],
    /// [`Argument::Section`], or an array-valued [`Argument::Value`].
    Shaped(Box<Argument>),
}
