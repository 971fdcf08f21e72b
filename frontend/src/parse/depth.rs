//! How deep the tree of an expression is.

use crate::tree::{MAX_EXPRESSION_DEPTH, MAX_EXPRESSION_NESTING};

/// Bounded by [`MAX_EXPRESSION_DEPTH`] and [`MAX_EXPRESSION_NESTING`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Depth {
    all: usize,
    /// A chain of operations from left to right counts as one level.
    nesting: usize,
}

impl Depth {
    /// Of a constant or a name.
    pub const LEAF: Depth = Depth { all: 1, nesting: 1 };

    /// Of the deeper one.
    pub fn max(self, other: Depth) -> Depth {
        Depth { all: self.all.max(other.all), nesting: self.nesting.max(other.nesting) }
    }

    /// Of what is around it.
    pub fn around(self) -> Depth {
        Depth { all: self.all + 1, nesting: self.nesting + 1 }
    }

    /// Of an operation with this left operand, which it continues from if it `is_chain`.
    pub fn of_operation(self, is_chain: bool, right: Depth) -> Depth {
        let all = self.max(right).around().all;
        let nesting = if is_chain { self.nesting.max(right.nesting + 1) } else { self.max(right).around().nesting };
        Depth { all, nesting }
    }

    /// What to say of an expression that is too deep.
    pub fn problem(self) -> Option<String> {
        if self.all > MAX_EXPRESSION_DEPTH {
            return Some(format!("this expression is more than {MAX_EXPRESSION_DEPTH} operations deep"));
        }
        let message = || format!("operations are nested more than {MAX_EXPRESSION_NESTING} deep here");
        (self.nesting > MAX_EXPRESSION_NESTING).then(message)
    }
}
