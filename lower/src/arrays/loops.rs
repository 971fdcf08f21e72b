//! The loops over the elements of a shape, the first dimension innermost.

use crate::Builder;
use forlane_cfg::analysis::Direction;
use forlane_cfg::builder::OpenLoop;
use forlane_cfg::expr::IntegerExpr;
use forlane_cfg::unit::VarId;
use forlane_semantics::types::{IntegerKind, Type};

/// The loops of a shape, the outermost first, and the indices of the loops around them.
pub struct OpenLoops {
    loops: Vec<OpenLoop>,
    around: Vec<IntegerExpr>,
}

impl Builder<'_> {
    /// Opens a loop of n iterations; returns its zero-based index.
    pub(super) fn open_count(&mut self, count: &IntegerExpr) -> (OpenLoop, IntegerExpr) {
        let index = self.temporary("index", Type::Integer(IntegerKind::I4));
        (self.open_forward(index, count), self.read_integer(index))
    }

    fn open_forward(&mut self, index: VarId, count: &IntegerExpr) -> OpenLoop {
        let count = self.keep_integer("extent", count.clone());
        self.open_loop(index, &count, Direction::Forward)
    }

    /// Opens the loops over a shape, whose indices become the present ones.
    pub fn open_loops(&mut self, extents: &[IntegerExpr]) -> OpenLoops {
        let indices = self.new_indices(extents);
        self.open_loops_of(&indices, extents)
    }

    /// Opens the loops over a shape with these variables as indices.
    pub(super) fn open_loops_of(&mut self, indices: &[VarId], extents: &[IntegerExpr]) -> OpenLoops {
        let loops =
            indices.iter().zip(extents).rev().map(|(index, extent)| self.open_forward(*index, extent)).collect();
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
}
