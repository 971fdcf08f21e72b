//! The blocks that are open while the executable part is resolved.

use super::concurrent::OpenConcurrent;
use super::constructs::OpenSelect;
use super::labels::BlockId;
use crate::resolved::{DoControl, Expr, LoopId, Statement};
use crate::source::Span;
use crate::tree::{self, Name};

/// An open block.
pub(crate) struct OpenBlock<'a> {
    /// What it is.
    pub kind: OpenKind,
    /// The construct's name.
    pub name: Option<&'a Name>,
    /// The label of the statement that opens it.
    pub(in crate::resolve) label: Option<u32>,
    /// The statement that opens it.
    pub span: Span,
    /// Its statements so far; of the present arm for an IF.
    pub(in crate::resolve) body: Vec<Statement>,
    /// The block to which labels in it belong.
    pub block: BlockId,
    /// That it does not end rightly has been reported.
    pub(in crate::resolve) reported: bool,
    /// What EXIT from it names, if it is not a loop.
    pub(in crate::resolve) exit: Option<LoopId>,
}

/// What sort of block is open.
pub(crate) enum OpenKind {
    /// The unit itself.
    Unit,
    /// An IF block.
    If {
        /// The arms that are complete.
        arms: Vec<(Expr, Vec<Statement>)>,
        /// The present arm's condition; none after ELSE.
        condition: Option<Expr>,
    },
    /// A DO loop.
    Do {
        /// Its id.
        id: LoopId,
        /// What governs it.
        control: DoControl,
        /// The terminal statement's label; none if END DO ends it.
        terminal: Option<tree::Label>,
        /// What DO CONCURRENT has beside.
        concurrent: Option<Box<OpenConcurrent>>,
    },
    /// A WHERE construct.
    Where {
        /// The arms that are complete.
        arms: Vec<(Option<Expr>, Vec<Statement>)>,
        /// The present arm's mask.
        mask: Option<Expr>,
        /// The present arm is the ELSEWHERE without mask.
        is_last: bool,
    },
    /// SELECT CASE.
    Select(Box<OpenSelect>),
    /// BLOCK.
    Block,
    /// ASSOCIATE, with what is done at its beginning.
    Associate(Vec<Statement>),
    /// A FORALL construct; the innermost of [`Body::foralls`](super::blocks::Body).
    Forall,
}

/// The statement that opens a block.
pub(in crate::resolve) fn opener_words(kind: &OpenKind) -> &'static str {
    match kind {
        OpenKind::Unit => "program unit",
        OpenKind::If { .. } => "IF",
        OpenKind::Do { .. } => "DO",
        OpenKind::Where { .. } => "WHERE",
        OpenKind::Forall => "FORALL",
        OpenKind::Select(_) => "SELECT CASE",
        OpenKind::Block => "BLOCK",
        OpenKind::Associate(_) => "ASSOCIATE",
    }
}
