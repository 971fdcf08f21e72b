//! The syntax tree of a random program. Every tree is a valid program: what refers to something else (a variable, a
//! label, a loop) is a number, of which the printer takes the remainder by how many there are. So a tree can be reduced
//! anywhere.

/// The types, each with variables and an array of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    I4,
    I8,
    R4,
    R8,
    L,
}

/// The name of a type.
pub fn type_name(kind: Kind) -> &'static str {
    match kind {
        Kind::I4 => "INTEGER",
        Kind::I8 => "INTEGER*8",
        Kind::R4 => "REAL",
        Kind::R8 => "DOUBLE PRECISION",
        Kind::L => "LOGICAL",
    }
}

/// An expression, printed as a value of the type that is expected where it is.
#[derive(Clone, Debug)]
pub enum Expr {
    /// A constant or a scalar variable.
    Leaf(u8),
    Unary(u8, Box<Expr>),
    Binary(u8, Box<Expr>, Box<Expr>),
    /// An element of an array of the wanted type; the index is brought into range if so it says.
    Element(bool, u8, Box<Expr>),
    /// A value of another type, converted.
    Converted(Kind, Box<Expr>),
    /// A value of a function of the program.
    Function(u8, Box<Expr>, Box<Expr>),
}

/// A statement that can be in a logical IF or end a DO.
#[derive(Clone, Debug)]
pub enum Action {
    Continue,
    Assign(Kind, u8, Expr),
    Store(Kind, bool, Expr, Expr),
    GoTo(u8),
    ComputedGoTo(Vec<u8>, Expr),
    ArithmeticIf(Kind, Expr, [u8; 3]),
    Exit(u8),
    Cycle(u8),
    /// The callee, what it is called with, and where its alternate returns lead.
    Call(u8, [u8; 2], [u8; 2]),
    /// RETURN, with the number of an alternate return where the unit has them.
    Return(Option<Expr>),
    Stop(u8),
    /// One of [`super::patterns::PATTERNS`], with an INTEGER and a DOUBLE PRECISION.
    Pattern(u8, Expr, Expr),
}

/// How a DO with a variable is written.
#[derive(Clone, Debug)]
pub struct Head {
    pub from: Expr,
    pub to: Expr,
    pub step: u8,
    /// Whether the variable is INTEGER(8).
    pub wide: bool,
}

/// A statement.
#[derive(Clone, Debug)]
pub enum Stmt {
    Action(Action),
    /// A CONTINUE with a label, to which jumps may lead.
    Label,
    LogicalIf(Expr, Action),
    /// ASSIGN, another one under a condition, and GO TO; with the list of labels if so it says.
    AssignedGoTo(Expr, [u8; 2], bool),
    /// An ENTRY of the unit, with dummy arguments as the unit's own. Nothing in the kernel and in blocks.
    Entry,
    BlockIf(Expr, Vec<Stmt>, Option<Expr>, Vec<Stmt>),
    /// SELECT CASE; the last of several is CASE DEFAULT.
    Select(Expr, Vec<Vec<Stmt>>),
    /// DO … END DO.
    Do(Head, Vec<Stmt>),
    /// DO with a terminal statement, shared by the loops if there are several; what is between them goes before
    /// the inner one.
    LabelledDo(Vec<Head>, Vec<Stmt>, Action),
    While(Expr, Vec<Stmt>),
    Forever(Vec<Stmt>),
}

/// A program unit.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    pub is_function: bool,
    /// Whether local variables are kept from one call to the next.
    pub is_saved: bool,
    /// Whether a subroutine calls itself at its end, as long as the budget lasts.
    pub is_recursive: bool,
    /// Whether it has two alternate returns if it is a subroutine.
    pub has_alternates: bool,
    pub body: Vec<Stmt>,
}

impl Unit {
    /// Whether it has alternate returns: functions have none.
    pub fn has_alternates(&self) -> bool {
        self.has_alternates && !self.is_function
    }
}

/// The values of one row.
#[derive(Clone, Debug, Default)]
pub struct Row {
    pub i: [i32; 2],
    pub j: [i64; 2],
    pub r: [f32; 2],
    pub d: [f64; 2],
    pub l: [bool; 2],
}

/// A program and what it runs over. The first unit is the kernel; each calls only those after it.
#[derive(Clone, Debug)]
pub struct Program {
    pub units: Vec<Unit>,
    /// Whether it is also compiled by gfortran, if that is installed. Then it has nothing that the standard leaves
    /// undefined: no jumps into blocks from outside, no functions with side effects, nothing kept from row to row.
    pub is_compared: bool,
    /// Whether jumps may lead into blocks from outside, which gfortran leaves undefined for DO.
    pub is_wild: bool,
    /// How many labels and turns of loops a lane may pass.
    pub budget: u8,
    /// The sizes of gangs to run in.
    pub gangs: [usize; 2],
    /// Which of the ways to run it are taken, by remainder: two stages for the interpreter, two ways to compile.
    pub ways: [u8; 4],
    /// Which of the optional passes are left out in a run of their own, by remainder: one, or all where there is none.
    pub disabled: Option<u8>,
    pub rows: Vec<Row>,
    /// A scalar that all rows share.
    pub u: i32,
    /// Arrays that all rows share.
    pub t: [f64; 8],
    pub it: [i32; 6],
}
