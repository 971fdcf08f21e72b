//! The syntax tree of a random program. Every tree is a valid program: what refers to something else (a variable, a
//! label, a loop) is a number, of which the printer takes the remainder by how many there are. So a tree can be shrunk
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

/// An expression, printed as a value of whatever type is wanted where it is.
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
    Call(u8, u8, u8),
    Return,
    Stop(u8),
    /// Something about texts, with an INTEGER.
    Text(u8, Expr),
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
    BlockIf(Expr, Vec<Stmt>, Option<Expr>, Vec<Stmt>),
    /// DO … END DO.
    Do(Head, Vec<Stmt>),
    /// DO with a terminal statement, shared by the loops if there are several; what is between them goes before
    /// the inner one.
    LabelledDo(Vec<Head>, Vec<Stmt>, Action),
    While(Expr, Vec<Stmt>),
    Forever(Vec<Stmt>),
}

/// A program unit.
#[derive(Clone, Debug)]
pub struct Unit {
    pub is_function: bool,
    /// Whether local variables are kept from one call to the next.
    pub is_saved: bool,
    /// Whether a subroutine calls itself at its end, as long as the budget lasts.
    pub is_recursive: bool,
    pub body: Vec<Stmt>,
}

/// The values of one row.
#[derive(Clone, Debug)]
pub struct Row {
    pub i: [i32; 2],
    pub j: [i64; 2],
    pub r: [f32; 2],
    pub d: [f64; 2],
    pub l: [bool; 2],
}

/// A program and what it runs over. The first unit is the kernel; each calls only those after it.
#[derive(Clone, Debug)]
pub struct Case {
    pub units: Vec<Unit>,
    /// Whether jumps may lead into blocks from outside, which gfortran leaves undefined for DO.
    pub is_wild: bool,
    /// How many labels and turns of loops a lane may pass.
    pub budget: u8,
    /// The sizes of gangs to run in.
    pub gangs: Vec<usize>,
    pub rows: Vec<Row>,
    /// A scalar that all rows share.
    pub u: i32,
    /// Arrays that all rows share.
    pub t: [f64; 8],
    pub it: [i32; 6],
}
