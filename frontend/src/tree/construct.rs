//! Parts of the control constructs: CASE, SELECT TYPE, ASSOCIATE, DO CONCURRENT.

use super::{Expr, Name, TypeSpec};
use crate::source::Span;

/// A value or range of values in CASE.
#[derive(Clone, Debug, PartialEq)]
pub enum CaseRange {
    /// One value.
    Value(Expr),
    /// `lower:upper`, of which one may lack.
    Range(Option<Expr>, Option<Expr>, Span),
}

/// `name => selector` in ASSOCIATE.
#[derive(Clone, Debug, PartialEq)]
pub struct Association {
    /// The name.
    pub name: Name,
    /// What it stands for.
    pub selector: Expr,
}

/// `CONCURRENT ([type ::] indices, mask) localities`.
#[derive(Clone, Debug, PartialEq)]
pub struct Concurrent {
    /// The type of the indices.
    pub ty: Option<TypeSpec>,
    /// The indices, one or more.
    pub indices: Vec<ConcurrentIndex>,
    /// Only where this is true is the block executed.
    pub mask: Option<Expr>,
    /// What is said of variables from outside.
    pub localities: Vec<Locality>,
}

/// `(indices, mask)` of FORALL.
#[derive(Clone, Debug, PartialEq)]
pub struct ForallHeader {
    /// One or more.
    pub indices: Vec<ConcurrentIndex>,
    /// Which of all combinations of the indices count.
    pub mask: Option<Expr>,
}

/// `variable = first:last:step`, of DO CONCURRENT and FORALL.
#[derive(Clone, Debug, PartialEq)]
pub struct ConcurrentIndex {
    /// The index, a name of the construct's own.
    pub variable: Name,
    /// First value.
    pub first: Expr,
    /// Limit.
    pub last: Expr,
    /// Increment.
    pub step: Option<Expr>,
}

/// What DO CONCURRENT says of variables from outside.
#[derive(Clone, Debug, PartialEq)]
pub enum Locality {
    /// LOCAL: each iteration has its own.
    Local(Vec<Name>),
    /// LOCAL_INIT: each iteration has its own, which begins with the value outside.
    LocalInit(Vec<Name>),
    /// SHARED.
    Shared(Vec<Name>),
    /// DEFAULT(NONE).
    DefaultNone(Span),
}

/// For which types of the selector a block of SELECT TYPE is, or for which ranks one of SELECT RANK.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeGuard {
    /// `TYPE IS (…)`
    Type(Box<TypeSpec>),
    /// `CLASS IS (…)`: the type and its extensions.
    Class(Name),
    /// `CLASS DEFAULT`
    Default,
    /// Of SELECT RANK.
    Rank(Box<RankGuard>),
}

/// For which rank of the selector a block of SELECT RANK is.
#[derive(Clone, Debug, PartialEq)]
pub enum RankGuard {
    /// `RANK (…)`
    Number(Expr),
    /// `RANK (*)`: an array of assumed size.
    AssumedSize,
    /// `RANK DEFAULT`
    Default,
}
