//! The parse tree: a file's program units, each with its statements in source order.
//!
//! The tree says what was written and nothing of what it means: `name(a, b)` is one node whether it is an array
//! element or a function reference, blocks are not matched, and names are not looked up. All names are lower-case.

mod bound;
mod comment;
mod construct;
mod expression;
mod names;
mod part;
mod scoping;
mod search;
mod spans;
mod specification;
mod statement;
mod storage;
mod transfer;
pub mod visit;

use crate::form::SourceForm;
use crate::resolved::UnitKind;
use crate::source::{DefaultKinds, Span};
use indexmap::IndexSet;

pub use bound::{Binding, BindingAttribute, BoundStatement};
pub use comment::{Comment, CommentPlace};
pub use construct::{
    Association, CaseRange, Concurrent, ConcurrentIndex, ForallHeader, Locality, RankGuard, TypeGuard,
};
pub use expression::{
    Argument, ComponentReference, ConstructorItem, Expr, ExprKind, MAX_EXPRESSION_DEPTH, MAX_EXPRESSION_NESTING, Range,
    UnaryOp,
};
pub use names::{Mention, for_each_name, for_each_name_of};
pub use part::Part;
pub use scoping::{Contains, InterfaceBlock, ProcedureInterface, Use, UseItem};
pub use search::{Step, finds};
pub use specification::{
    Access, ArrayDeclarator, Attribute, DataObject, DataSet, DataValue, DimensionSpec, DoCount, EntityDeclaration,
    ImplicitRule, ImpliedDo, Initializer, Intent, KindSelector, LengthSpec, LetterRange, ProcedurePointer, TypeName,
    TypeSpec,
};
pub use statement::{DoControl, Entry, Statement, StatementKind, UnsupportedStatement};
pub use storage::{CommonPart, EquivalenceSet, GroupMember, NamelistGroup, SavedName, UNNAMED_BLOCK_DATA};
pub use transfer::{ControlValue, DataTransfer, TransferControl, TransferKind};

/// A parsed source file. It displays as Fortran again, in its own form.
#[derive(Clone, Debug, PartialEq)]
pub struct File {
    /// The form in which it was written, and in which it prints.
    pub form: SourceForm,
    /// The program units, in source order.
    pub units: Vec<Unit>,
    /// The comments after the last unit.
    pub comments: Vec<Comment>,
}

/// A program unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Unit {
    /// The first statement, such as SUBROUTINE; none for a main program that has no PROGRAM statement.
    pub header: Option<Header>,
    /// All statements between the header and CONTAINS or END, none of them nested but for the action of a logical IF.
    pub statements: Vec<Statement>,
    /// CONTAINS and the procedures after it.
    pub contains: Option<Contains>,
    /// The END statement; none if it was missing, which has been reported.
    pub end: Option<End>,
    /// The comments, in the order in which they are, those of contained units apart.
    pub comments: Vec<Comment>,
    /// The kinds that intrinsic functions have where nothing says another one.
    pub default_kinds: DefaultKinds,
    /// The words of statements that were refused: of names among them that nothing declares, no more is to be said.
    pub refused_words: IndexSet<Word>,
    /// The names that refused statements of the specification part declare, as far as their words show: what they are
    /// is not known.
    pub refused_names: IndexSet<Word>,
    /// The first statement.
    pub span: Span,
}

/// How the names of components begin that only take place in a STRUCTURE: `%FILL` in the source.
pub(crate) const MADE_FILLER: &str = "fill$";

/// PROGRAM, MODULE, SUBMODULE, SUBROUTINE, FUNCTION or BLOCK DATA.
#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    /// A label on it, which nothing can refer to.
    pub label: Option<Label>,
    /// Which of them.
    pub kind: UnitKind,
    /// RECURSIVE and the like, in the order in which they are.
    pub prefixes: Vec<Prefix>,
    /// The type before FUNCTION.
    pub ty: Option<TypeSpec>,
    /// The unit's name; [`UNNAMED_BLOCK_DATA`] where BLOCK DATA is alone.
    pub name: Name,
    /// The dummy arguments.
    pub dummies: Vec<Dummy>,
    /// The name in `RESULT(name)`.
    pub result: Option<Name>,
    /// Of a submodule, which is a module that sees what its parent has.
    pub parent: Option<Box<Parent>>,
    /// Of a procedure whose interface and definition are apart.
    pub separate: Option<Separate>,
    /// The statement.
    pub span: Span,
}

/// `(ancestor)` or `(ancestor:submodule)` of SUBMODULE.
#[derive(Clone, Debug, PartialEq)]
pub struct Parent {
    /// The module to which it belongs.
    pub ancestor: Name,
    /// The submodule of that module which it extends, if there is one.
    pub submodule: Option<Name>,
}

/// What a unit is of a procedure whose interface and definition are apart.
#[derive(Clone, Debug, PartialEq)]
pub enum Separate {
    /// `MODULE PROCEDURE`: the definition, without dummy arguments and types. No parse tree has it once submodules have
    /// been connected, and only then those that follow.
    Bare,
    /// The interface, with the specification part alone.
    Interface,
    /// The definition of what the module of this name declares.
    Definition(Word),
}

/// The word by which a unit begins and ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitWord {
    /// PROGRAM.
    Program,
    /// MODULE.
    Module,
    /// SUBMODULE.
    Submodule,
    /// SUBROUTINE.
    Subroutine,
    /// FUNCTION.
    Function,
    /// PROCEDURE, after MODULE.
    Procedure,
    /// BLOCK DATA.
    BlockData,
}

impl UnitWord {
    /// All of them.
    pub const ALL: [UnitWord; 7] = [
        UnitWord::Program,
        UnitWord::Module,
        UnitWord::Submodule,
        UnitWord::Subroutine,
        UnitWord::Function,
        UnitWord::Procedure,
        UnitWord::BlockData,
    ];

    /// The word, in lower case.
    pub fn word(self) -> &'static str {
        match self {
            UnitWord::Program => "program",
            UnitWord::Module => "module",
            UnitWord::Submodule => "submodule",
            UnitWord::Subroutine => "subroutine",
            UnitWord::Function => "function",
            UnitWord::Procedure => "procedure",
            UnitWord::BlockData => "block data",
        }
    }
}

/// A word before SUBROUTINE or FUNCTION.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Prefix {
    /// RECURSIVE.
    Recursive,
    /// PURE.
    Pure,
    /// ELEMENTAL.
    Elemental,
    /// IMPURE.
    Impure,
    /// MODULE.
    Module,
}

impl Header {
    /// Whether the procedure is PURE, as ELEMENTAL ones are that are not IMPURE.
    pub fn is_pure(&self) -> bool {
        let has = |prefix| self.prefixes.contains(&prefix);
        has(Prefix::Pure) || has(Prefix::Elemental) && !has(Prefix::Impure)
    }

    /// The word by which the unit begins and ends.
    pub fn word(&self) -> UnitWord {
        match self.kind {
            UnitKind::Program => UnitWord::Program,
            UnitKind::Module if self.parent.is_some() => UnitWord::Submodule,
            UnitKind::Module => UnitWord::Module,
            UnitKind::Subroutine if self.separate == Some(Separate::Bare) => UnitWord::Procedure,
            UnitKind::Subroutine => UnitWord::Subroutine,
            UnitKind::Function => UnitWord::Function,
            UnitKind::BlockData => UnitWord::BlockData,
        }
    }
}

impl Prefix {
    /// All of them.
    pub const ALL: [Prefix; 5] = [Prefix::Recursive, Prefix::Pure, Prefix::Elemental, Prefix::Impure, Prefix::Module];

    /// The word, in lower case.
    pub fn word(self) -> &'static str {
        match self {
            Prefix::Recursive => "recursive",
            Prefix::Pure => "pure",
            Prefix::Elemental => "elemental",
            Prefix::Impure => "impure",
            Prefix::Module => "module",
        }
    }
}

/// A dummy argument of SUBROUTINE, FUNCTION or ENTRY.
#[derive(Clone, Debug, PartialEq)]
pub enum Dummy {
    /// A name.
    Name(Name),
    /// `*`, for a label of the caller to which RETURN can lead.
    Alternate(Span),
}

impl Dummy {
    /// The name, if it has one.
    pub fn name(&self) -> Option<&Name> {
        match self {
            Dummy::Name(name) => Some(name),
            Dummy::Alternate(_) => None,
        }
    }
}

/// END, with the words after it.
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    /// Its label, to which a GO TO may lead.
    pub label: Option<Label>,
    /// The word after END.
    pub word: Option<UnitWord>,
    /// The name after that.
    pub name: Option<Name>,
    /// The statement.
    pub span: Span,
}

/// A name or number as it was written, in lower case. Up to 23 characters take no memory of their own.
pub type Word = smol_str::SmolStr;

/// A name and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name in lower case.
    pub text: Word,
    /// Where it is.
    pub span: Span,
}

/// A statement label or a reference to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// 1 to 99999.
    pub value: u32,
    /// Where it is.
    pub span: Span,
}
