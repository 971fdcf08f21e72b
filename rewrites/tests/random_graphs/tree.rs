//! What a random program of graphs is made of. Every tree is a valid program: what refers to something else (a block, a
//! variable, a scope) is a number, of which the printer takes the remainder by how many there are. So a tree can be
//! shrunk anywhere.

/// Lanes that run a case.
pub const LANES: usize = 8;

/// A program and what its lanes start with.
#[derive(Clone, Debug)]
pub struct Case {
    pub kernel: Unit,
    /// A function that the kernel can call.
    pub callee: Option<Unit>,
    /// How the lanes' ways are told afterwards.
    pub notes: Notes,
    /// How many arcs of a hundred lead anywhere, instead of a few blocks ahead.
    pub far: u8,
    pub arguments: Arguments,
}

/// What the lanes are given.
#[derive(Clone, Debug)]
pub struct Arguments {
    /// An argument of each lane's own.
    pub seeds: [i32; LANES],
    /// An argument that all lanes share.
    pub uniform: i32,
}

/// How the ways that lanes take can be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notes {
    /// Each block writes its number into an array, one after the other; a lane fails when it is full. So each lane
    /// ends, and the array records its path.
    Bounded,
    /// Some blocks write into an array, any number of times: the interpreter's trace shows the path, and a lane may
    /// never end.
    Free,
}

/// A unit's scopes inside of its own, and its blocks.
#[derive(Clone, Debug)]
pub struct Unit {
    /// For each scope the scope around it.
    pub scopes: Vec<u8>,
    pub blocks: Vec<Block>,
}

/// A block. The last one of a unit returns, whatever its end.
#[derive(Clone, Debug)]
pub struct Block {
    /// The scope in which it is; arcs enter and leave scopes as they must.
    pub scope: u8,
    pub actions: Vec<Action>,
    pub end: End,
}

/// A number that stands for a constant, a variable or an element.
pub type Value = u8;

#[derive(Clone, Debug)]
pub enum Action {
    /// Writes a value into the array of notes.
    Note(Value),
    /// Gives a scalar the result of an operation.
    Assign(u8, u8, Value, Value),
    /// Assigns the LOGICAL variable.
    Compare(Condition),
    /// Assigns the REAL variable.
    Real(u8, Value),
    /// Assigns an element of an array.
    Store(u8, Value, Value),
    /// Calls the function, with a variable or a value.
    Call(u8, bool, Value),
}

/// What decides at a branch.
#[derive(Clone, Debug)]
pub enum Condition {
    /// Chance, by a number that each lane has.
    Chance(u8),
    /// The same for all lanes.
    Uniform(u8),
    /// Values of variables.
    Values(Value, Value),
    /// The LOGICAL or the REAL variable.
    Variable(bool),
}

/// Where an arc leads: few blocks ahead, or anywhere if `far` is great.
#[derive(Clone, Debug)]
pub struct Target {
    pub far: u8,
    pub ahead: u8,
    pub any: u8,
}

#[derive(Clone, Debug)]
pub enum End {
    GoTo(Target),
    Branch(Condition, Target, Target),
    /// The selector, chance if there is none, the cases, and the default.
    Switch(Option<Value>, Vec<Target>, Target),
    /// Goes to the first target that number of times, then once to the second.
    Count(u8, u8, Target, Target),
    Return,
    Stop(u8),
}
