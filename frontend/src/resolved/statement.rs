//! Statements of the executable part, and what belongs to them.

use super::{Argument, Designator, Expr, FileStatement, Request, Section, SymbolId, Transfer};
use crate::source::Span;

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
    /// Where the reference is.
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
    /// Assigned GO TO. A value that is not one of the labels is a failure.
    AssignedGoto {
        /// A scalar INTEGER variable, which holds a label's number.
        variable: SymbolId,
        /// The labels of the list; none at all stands for all that are ASSIGNed in the unit.
        labels: Vec<LabelRef>,
    },
    /// Computed GO TO; out of range continues with the next statement.
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
    /// Logical IF (one arm of one statement) and block IF. A label on ELSE, ELSE IF or END IF is on a
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
    /// A construct that EXIT leaves and that is not a loop, or that has names of its own, or both.
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
        /// An [`SymbolClass::External`](super::SymbolClass::External) symbol.
        procedure: SymbolId,
        /// The actual arguments but for labels.
        arguments: Vec<Argument>,
        /// The labels to which the subroutine may return, in order.
        alternates: Vec<LabelRef>,
    },
    /// RETURN, with the number of an alternate return, INTEGER; END too is left implicit at the end of the body.
    Return(Option<Expr>),
    /// The place where execution begins for that one of [`ProgramUnit::entries`](super::ProgramUnit::entries).
    Entry(usize),
    /// STOP.
    Stop(Option<StopCode>),
    /// STOP whose code is computed, or that can be quiet.
    StopWith(Box<ComputedStop>),
    /// PAUSE, and what is shown after this word.
    Pause(Vec<u8>),
    /// READ, WRITE or PRINT.
    Transfer(Box<Transfer>),
    /// A request to the system.
    Request(Box<Request>),
    /// OPEN, or another statement about a unit or a file.
    File(Box<FileStatement>),
    /// What can't be compiled, in words that say why: the program ends there.
    Unsupported(String),
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
    /// The length that is before `::`, for variables of deferred length.
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
    /// ERROR STOP: what is shown after these words, and the exit status.
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
