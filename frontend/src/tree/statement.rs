//! Statements, as their text says them.

use super::{
    Access, Argument, ArrayDeclarator, Association, Attribute, BoundStatement, CaseRange, CommonPart, Concurrent,
    DataSet, DataTransfer, DoCount, Dummy, EntityDeclaration, EquivalenceSet, Expr, ForallHeader, ImplicitRule,
    InterfaceBlock, Label, Name, NamelistGroup, ProcedureInterface, SavedName, TypeGuard, TypeSpec, Use, Word,
};
use crate::source::Span;

/// A statement other than the first and last of a unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// The statement label.
    pub label: Option<Label>,
    /// What it says.
    pub kind: StatementKind,
    /// Its place, from its first character (the label not included) to its last.
    pub span: Span,
}

/// What a statement says.
#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind {
    /// A type declaration such as `REAL*8, DIMENSION(3) :: A, B(2) = 1.0`.
    TypeDeclaration {
        /// The type.
        ty: Box<TypeSpec>,
        /// The attributes, in order.
        attributes: Vec<Attribute>,
        /// What is declared.
        entities: Vec<EntityDeclaration>,
    },
    /// DIMENSION.
    Dimension(Vec<ArrayDeclarator>),
    /// PARAMETER: names and their values.
    Parameter(Vec<(Name, Expr)>),
    /// `TYPE, access, EXTENDS(extends) :: name`, the first statement of a derived type's definition; its components
    /// follow.
    DerivedType {
        /// PUBLIC or PRIVATE.
        access: Option<Access>,
        /// The type that it extends.
        extends: Option<Name>,
        /// ABSTRACT.
        is_abstract: bool,
        /// The type's name.
        name: Name,
    },
    /// SEQUENCE, in the definition of a derived type.
    Sequence,
    /// CONTAINS in the definition of a derived type, and what follows it.
    Bound(BoundStatement),
    /// `END TYPE name`.
    EndDerivedType(Option<Name>),
    /// IMPLICIT NONE.
    ImplicitNone {
        /// TYPE in parentheses, or no parentheses: names have no implicit types.
        types: bool,
        /// EXTERNAL in parentheses: external procedures must be declared.
        external: bool,
    },
    /// IMPLICIT with types.
    Implicit(Vec<ImplicitRule>),
    /// DATA.
    Data(Vec<DataSet>),
    /// EXTERNAL.
    External(Vec<Name>),
    /// INTRINSIC.
    Intrinsic(Vec<Name>),
    /// SAVE; without names it is for all.
    Save(Vec<SavedName>),
    /// COMMON.
    Common(Vec<CommonPart>),
    /// NAMELIST.
    Namelist(Vec<NamelistGroup>),
    /// EQUIVALENCE.
    Equivalence(Vec<EquivalenceSet>),
    /// FORMAT, with the text between the outer parentheses as it was written, without the blanks that mean nothing in
    /// the form.
    Format(String),

    /// `target = value`. A statement function's definition looks like this too.
    Assign {
        /// A name or reference.
        target: Expr,
        /// The value.
        value: Expr,
    },
    /// `target => value`.
    PointerAssign {
        /// The pointer, perhaps with bounds as a section has them.
        target: Expr,
        /// The target, another pointer, or NULL().
        value: Expr,
    },
    /// NULLIFY.
    Nullify(Vec<Expr>),
    /// CONTINUE.
    Continue,
    /// GO TO.
    Goto(Label),
    /// ASSIGN label TO variable.
    AssignLabel {
        /// The label, of an executable statement or a FORMAT.
        label: Label,
        /// The variable.
        variable: Name,
    },
    /// Assigned GO TO.
    AssignedGoto {
        /// The variable.
        variable: Name,
        /// The labels in parentheses; none at all if there is no list.
        labels: Vec<Label>,
    },
    /// Computed GO TO.
    ComputedGoto {
        /// The labels.
        labels: Vec<Label>,
        /// The selector.
        selector: Expr,
    },
    /// Arithmetic IF.
    ArithmeticIf {
        /// What is compared with zero.
        value: Expr,
        /// Where to for less than zero.
        negative: Label,
        /// Where to for zero.
        zero: Label,
        /// Where to for greater than zero.
        positive: Label,
    },
    /// Logical IF.
    LogicalIf {
        /// The condition.
        condition: Expr,
        /// The statement after it, without label.
        action: Box<Statement>,
    },
    /// `name: IF (condition) THEN`.
    IfThen {
        /// The construct's name.
        name: Option<Name>,
        /// The condition.
        condition: Expr,
    },
    /// `ELSE IF (condition) THEN name`.
    ElseIf {
        /// The condition.
        condition: Expr,
        /// The construct's name.
        name: Option<Name>,
    },
    /// `ELSE name`.
    Else(Option<Name>),
    /// `END IF name`.
    EndIf(Option<Name>),
    /// `name: DO label control`.
    Do {
        /// The construct's name.
        name: Option<Name>,
        /// The terminal statement's label; none if END DO ends the loop.
        label: Option<Label>,
        /// What governs the loop.
        control: DoControl,
    },
    /// `END DO name`.
    EndDo(Option<Name>),
    /// EXIT.
    Exit(Option<Name>),
    /// CYCLE.
    Cycle(Option<Name>),
    /// CALL.
    Call {
        /// The subroutine's name.
        procedure: Name,
        /// The actual arguments.
        arguments: Vec<Argument>,
    },
    /// CALL of a procedure that is bound to a type: a component with its arguments.
    CallBound(Expr),
    /// RETURN, with the number of the alternate return.
    Return(Option<Expr>),
    /// ENTRY.
    Entry(Entry),
    /// STOP or ERROR STOP.
    Stop {
        /// ERROR STOP.
        is_error: bool,
        /// The stop code.
        code: Option<Expr>,
        /// The value of QUIET=.
        quiet: Option<Expr>,
    },
    /// What is executed fails there, for that reason. No source says so.
    Fail(Word),
    /// PAUSE, with what is shown.
    Pause(Option<Expr>),
    /// READ, WRITE or PRINT.
    Transfer(Box<DataTransfer>),

    /// USE.
    Use(Box<Use>),
    /// IMPORT; without names it is for all.
    Import(Vec<Name>),
    /// PUBLIC or PRIVATE; without names it is for all.
    Access(Access, Vec<Name>),
    /// An attribute as a statement of its own, such as `TARGET :: a, b(3)`.
    Attribute(Attribute, Vec<ArrayDeclarator>),
    /// INTERFACE, the interface bodies, and END INTERFACE.
    Interface(Box<InterfaceBlock>),
    /// A PROCEDURE declaration.
    Procedure {
        /// What is in its parentheses.
        interface: ProcedureInterface,
        /// Its attributes.
        attributes: Vec<Attribute>,
        /// The procedures.
        names: Vec<Name>,
    },
    /// `name: SELECT CASE (selector)`.
    SelectCase {
        /// The construct's name.
        name: Option<Name>,
        /// The selector.
        selector: Expr,
    },
    /// `CASE (ranges) name`; without ranges CASE DEFAULT.
    Case {
        /// The values.
        ranges: Option<Vec<CaseRange>>,
        /// The construct's name.
        name: Option<Name>,
    },
    /// `name: SELECT TYPE (association => selector)`, or SELECT RANK.
    SelectType {
        /// The construct's name.
        name: Option<Name>,
        /// A name for the selector.
        association: Option<Name>,
        /// The object.
        selector: Expr,
        /// Whether its rank decides, and not its type.
        by_rank: bool,
    },
    /// `TYPE IS (…) name`, `CLASS IS (…) name` or `CLASS DEFAULT name`, or those of SELECT RANK.
    TypeGuard {
        /// For which types.
        guard: TypeGuard,
        /// The construct's name.
        name: Option<Name>,
    },
    /// `END SELECT name`.
    EndSelect(Option<Name>),
    /// `name: BLOCK`.
    Block(Option<Name>),
    /// `END BLOCK name`.
    EndBlock(Option<Name>),
    /// `name: ASSOCIATE (associations)`.
    Associate {
        /// The construct's name.
        name: Option<Name>,
        /// The names and what they stand for.
        associations: Vec<Association>,
    },
    /// `END ASSOCIATE name`.
    EndAssociate(Option<Name>),
    /// ALLOCATABLE: names, some with dimensions.
    Allocatable(Vec<ArrayDeclarator>),
    /// ALLOCATE.
    Allocate {
        /// What is before `::`.
        ty: Option<TypeSpec>,
        /// The arrays with their bounds.
        objects: Vec<Expr>,
        /// STAT= and the like.
        options: Vec<(Name, Expr)>,
    },
    /// DEALLOCATE.
    Deallocate {
        /// The arrays.
        objects: Vec<Expr>,
        /// STAT= and the like.
        options: Vec<(Name, Expr)>,
    },
    /// `WHERE (mask) assignment`.
    Where {
        /// The mask.
        mask: Expr,
        /// The assignment, without label.
        action: Box<Statement>,
    },
    /// `name: WHERE (mask)`.
    WhereConstruct {
        /// The construct's name.
        name: Option<Name>,
        /// The mask.
        mask: Expr,
    },
    /// `ELSEWHERE (mask) name`.
    Elsewhere {
        /// The mask.
        mask: Option<Expr>,
        /// The construct's name.
        name: Option<Name>,
    },
    /// `END WHERE name`.
    EndWhere(Option<Name>),
    /// `FORALL (indices, mask) assignment`.
    Forall {
        /// Indices and mask.
        header: ForallHeader,
        /// The assignment, without label.
        action: Box<Statement>,
    },
    /// `name: FORALL (indices, mask)`.
    ForallConstruct {
        /// The construct's name.
        name: Option<Name>,
        /// Indices and mask.
        header: ForallHeader,
    },
    /// `END FORALL name`.
    EndForall(Option<Name>),

    /// An executable statement that is recognised and not supported; resolving reports it.
    Unsupported(UnsupportedStatement),
    /// A statement that is wrong or not supported, which has been reported; it keeps its label. Errors about
    /// blocks that do not match are not reported in a unit that has one.
    Invalid,
}

/// A statement that is recognised by its first words, and no more.
#[derive(Clone, Debug, PartialEq)]
pub struct UnsupportedStatement {
    /// Its name, as in "OPEN is not supported yet".
    pub name: &'static str,
    /// The code of its diagnostic.
    pub code: &'static str,
    /// All of it.
    pub text: String,
}

impl StatementKind {
    /// Whether it is, or holds, what the compiler does not look into: it may assign any variable.
    pub fn is_opaque(&self) -> bool {
        match self {
            StatementKind::Invalid | StatementKind::Unsupported(_) => true,
            StatementKind::LogicalIf { action, .. } => action.kind.is_opaque(),
            _ => false,
        }
    }

    /// The names that it declares PUBLIC or PRIVATE, and which.
    pub fn listed_access(&self) -> Option<(Access, Vec<&Name>)> {
        match self {
            StatementKind::Access(access, names) => Some((*access, names.iter().collect())),
            StatementKind::TypeDeclaration { attributes, entities, .. } => {
                let access = attributes.iter().find_map(|attribute| match attribute {
                    Attribute::Access(access) => Some(*access),
                    _ => None,
                });
                Some((access?, entities.iter().map(|entity| &entity.name).collect()))
            }
            _ => None,
        }
    }
}

/// ENTRY, with what follows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The name.
    pub name: Name,
    /// The dummy arguments.
    pub dummies: Vec<Dummy>,
    /// The name in `RESULT(name)`.
    pub result: Option<Name>,
}

/// What governs a DO loop.
#[derive(Clone, Debug, PartialEq)]
pub enum DoControl {
    /// `variable = first, last, step`.
    Counted(Box<DoCount>),
    /// `WHILE (condition)`.
    While(Expr),
    /// Nothing.
    Forever,
    /// `CONCURRENT (header) localities`.
    Concurrent(Box<Concurrent>),
}
