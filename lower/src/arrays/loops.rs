//! The loops over the elements of a shape, the first dimension innermost.

use super::sections::{combine, constant};
use crate::Builder;
use forlane_cfg::expr::{Expr, IntegerBinary, IntegerExpr, LogicalExpr, Relation};
use forlane_cfg::graph::{ActionKind, BlockId, Terminator};
use forlane_cfg::unit::VarId;
use forlane_semantics::types::{IntegerKind, Type};

/// A loop in whose body actions are added.
pub(super) struct OpenLoop {
    index: VarId,
    head: BlockId,
    exit: BlockId,
}

/// The loops of a shape, the outermost first, and the indices of the loops around them.
pub struct OpenLoops {
    loops: Vec<OpenLoop>,
    around: Vec<IntegerExpr>,
}

impl Builder<'_> {
    /// Opens a loop of that many iterations; gives its zero-based index.
    pub(super) fn open_loop(&mut self, count: &IntegerExpr) -> (OpenLoop, IntegerExpr) {
        let index = self.temporary("index", Type::Integer(IntegerKind::I4));
        (self.open_loop_of(index, count), self.read_integer(index))
    }

    fn open_loop_of(&mut self, index: VarId, count: &IntegerExpr) -> OpenLoop {
        let count = self.keep_integer("extent", count.clone());
        self.action(ActionKind::Assign { target: index, value: Expr::Integer(constant(0)) });
        let [head, body, exit] = [(); 3].map(|()| self.new_block());
        self.fall_into(head);
        let read = self.read_integer(index);
        let condition = LogicalExpr::CompareInteger(Relation::Less, Box::new(read), Box::new(count));
        self.branch(condition, body, exit);
        self.start(body);
        OpenLoop { index, head, exit }
    }

    /// Ends the body of the loop.
    pub(super) fn close_loop(&mut self, open: OpenLoop) {
        let next = combine(IntegerBinary::Add, self.read_integer(open.index), constant(1));
        self.action(ActionKind::Assign { target: open.index, value: Expr::Integer(next) });
        self.end(Terminator::Goto(open.head));
        self.start(open.exit);
    }

    /// Opens the loops over a shape, whose indices become the present ones.
    pub fn open_loops(&mut self, extents: &[IntegerExpr]) -> OpenLoops {
        let indices = self.new_indices(extents);
        self.open_loops_of(&indices, extents)
    }

    /// Opens the loops over a shape with these variables as indices.
    pub(super) fn open_loops_of(&mut self, indices: &[VarId], extents: &[IntegerExpr]) -> OpenLoops {
        let loops =
            indices.iter().zip(extents).rev().map(|(index, extent)| self.open_loop_of(*index, extent)).collect();
        let indices = indices.iter().map(|index| self.read_integer(*index)).collect();
        let around = std::mem::replace(&mut self.elements.indices, indices);
        OpenLoops { loops, around }
    }

    /// Ends the body of the loops.
    pub fn close_loops(&mut self, open: OpenLoops) {
        self.elements.indices = open.around;
        for open in open.loops.into_iter().rev() {
            self.close_loop(open);
        }
    }

    /// Goes on only where the condition holds; [`Builder::end_guard`] ends that.
    pub(super) fn guard(&mut self, condition: LogicalExpr) -> BlockId {
        let [then, otherwise] = [(); 2].map(|()| self.new_block());
        self.branch(condition, then, otherwise);
        self.start(then);
        otherwise
    }

    /// Goes on in any case.
    pub(super) fn end_guard(&mut self, otherwise: BlockId) {
        self.fall_into(otherwise);
    }
}
