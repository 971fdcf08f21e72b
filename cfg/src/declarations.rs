//! What a subprogram declares: variables, scopes and values; and the places in its source.

use forlane_semantics::types::{Constant, Type};
use id_arena::Id;

pub use forlane_semantics::AreaPlace;

/// The id of a [`Var`]; printed by the variable's name.
pub type VarId = Id<Var>;
/// The id of a [`Scope`], `s1` in text.
pub type ScopeId = Id<Scope>;
/// The id of a [`Value`], `v12` in text, with the name of its variable as a hint.
pub type ValueId = Id<Value>;

/// A variable.
#[derive(Clone, Debug)]
pub struct Var {
    /// Lower-case name, unique in the unit; those that the compiler made contain a `.`, as in `count.1`.
    pub name: String,
    /// Type, of each element for an array.
    pub ty: Type,
    /// Number of elements of an array; none for a scalar. Arrays are indexed by a zero-based offset in array element
    /// order.
    pub array: Option<ArrayLength>,
    /// Where it lives.
    pub storage: Storage,
    /// Its place in an area, for [`Storage::Area`] alone.
    pub area: Option<AreaPlace>,
    /// Whether it has the attribute TARGET: of two that have, one of them a dummy argument, each may be another name of
    /// what the other one is, though it is assigned.
    pub is_target: bool,
    /// The scope in which it exists.
    pub scope: ScopeId,
    /// Initial values as runs of (first element, number, value); only for [`Storage::Static`],
    /// [`Storage::Area`] and [`Storage::Constant`]. What no run covers starts as zero.
    pub initial: Vec<(u64, u64, Constant)>,
    /// Whether the lanes of a gang see one common object or each their own: for dummy arguments as the caller binds
    /// them, otherwise [`Shape::Varying`] but for [`Storage::Constant`].
    pub shape: Shape,
}

impl Var {
    /// A local scalar.
    pub fn local(name: String, ty: Type, scope: ScopeId) -> Var {
        Var {
            name,
            ty,
            array: None,
            storage: Storage::Local,
            area: None,
            is_target: false,
            scope,
            initial: Vec::new(),
            shape: Shape::Varying,
        }
    }

    /// Number of elements, 1 for a scalar; none if it depends on the call.
    pub fn element_count(&self) -> Option<u64> {
        match self.array {
            None => Some(1),
            Some(ArrayLength::Constant(length)) => Some(length),
            Some(ArrayLength::Actual | ArrayLength::Dynamic) => None,
        }
    }

    /// Whether it is an array whose elements are allocated.
    pub fn is_dynamic(&self) -> bool {
        self.array == Some(ArrayLength::Dynamic)
    }

    /// Whether SSA form turns this variable into values: a scalar that does not live in memory.
    pub fn is_promotable(&self) -> bool {
        self.array.is_none() && matches!(self.storage, Storage::Local | Storage::Dummy | Storage::Result)
    }
}

/// The number of elements of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrayLength {
    /// Known.
    Constant(u64),
    /// That of the actual argument, known when the unit is called.
    Actual,
    /// That of the last [`ActionKind::Allocate`](crate::graph::ActionKind::Allocate); none before the first. A dummy
    /// argument of this sort stands for an array of this sort: what is allocated and freed is that one.
    Dynamic,
}

/// Where a variable lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Storage {
    /// Anew for each execution of the unit, starting as zero. Scalars become SSA values.
    Local,
    /// A dummy argument. A scalar is copied in at the start and, where the unit assigns it, out at each return
    /// (Fortran's argument rules make this the same as passing by reference), and is an SSA value in between.
    Dummy,
    /// The function result, copied out at each return; an SSA value.
    Result,
    /// Kept between executions, in memory that is private to a lane.
    Static,
    /// Kept as [`Storage::Static`], at a place in an area that other variables, also of other units, share: an
    /// assignment to one of them and a call may change the others.
    Area,
    /// Initialised and never assigned: memory that all lanes share.
    Constant,
    /// A dummy procedure, no variable at all; its type is that of the function's value, if that is one of a variable.
    /// Binding it leaves it unused.
    Procedure,
}

/// Whether the lanes of a gang hold one common value or each their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// The same in all active lanes.
    Uniform,
    /// One for each lane.
    Varying,
}

/// A scope of names.
#[derive(Clone, Debug)]
pub struct Scope {
    /// What made it.
    pub kind: ScopeKind,
    /// The scope around it; none for the subprogram's own.
    pub parent: Option<ScopeId>,
}

/// What makes a scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScopeKind {
    /// The subprogram.
    Subprogram,
    /// BLOCK.
    Block,
    /// ASSOCIATE.
    Associate,
    /// DO CONCURRENT, all its loops together.
    Concurrent,
}

/// A value of SSA form.
#[derive(Clone, Debug)]
pub struct Value {
    /// Its type.
    pub ty: Type,
    /// The name of the variable it stands for; a hint for readers.
    pub hint: String,
    /// Known at [`crate::unit::Stage::Masked`].
    pub shape: Option<Shape>,
}

/// A line of one of the unit's source files. `@12` in text, `@f1:12` where it is not the unit's own file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct SourceLine {
    /// The file: 0 is the unit's own, n the nth of [`crate::unit::Unit::files`].
    pub file: u32,
    /// The line, counted from 1; 0 where there is none.
    pub number: u32,
}

impl SourceLine {
    /// A line of the unit's own file.
    pub const fn own(number: u32) -> SourceLine {
        SourceLine { file: 0, number }
    }
}

/// The operand of STOP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StopCode {
    /// None.
    None,
    /// A number, the exit status.
    Number(i32),
    /// A text.
    Text(String),
    /// ERROR STOP: what is shown after these words, and the exit status.
    Error(String, i32),
    /// No STOP: what went wrong, as words.
    Failure(String),
    /// As [`StopCode::Failure`], of what can't be done here at all: why.
    Unsupported(String),
}
