//! What was computed of integers, and which elements were checked, on the only way to what is emitted: it need not be
//! done again. Indices are most of that: `y(i) = y(i) + c*z(i)` names one index three times.

use cranelift_codegen::ir;
use forlane_cfg::{BlockId, IntegerBinary, IntegerKind, VarId};
use std::collections::HashMap;
use std::rc::Rc;

/// How many blocks are looked back. What is used again after more would be kept in memory meanwhile.
const MOST_BLOCKS: usize = 4;

/// Something that has one result wherever it is done, and cannot fail after it has not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Computed {
    /// A constant.
    Constant(IntegerKind, i64),
    /// An operation of two values.
    Binary(IntegerBinary, ir::Value, ir::Value),
    /// A value with its sign in 64 bits.
    Extended(ir::Value),
    /// The address of the element of that offset, which is in the array. It is not of dynamic length.
    Element(VarId, ir::Value),
}

/// What is known in a block, and in the ones before it.
#[derive(Default)]
struct Scope {
    values: HashMap<Computed, ir::Value>,
    before: Option<Rc<Scope>>,
}

/// What is known where code is emitted.
#[derive(Default)]
pub(super) struct Known {
    now: Scope,
    /// By block: what is known at its end.
    ends: HashMap<BlockId, Rc<Scope>>,
}

impl Known {
    /// Begins a block; `before` is its predecessor, if it is the only one.
    pub fn begin(&mut self, before: Option<BlockId>) {
        self.now = Scope { values: HashMap::new(), before: before.and_then(|block| self.ends.get(&block).cloned()) };
    }

    /// Ends a block.
    pub fn end(&mut self, block: BlockId) {
        self.ends.insert(block, Rc::new(std::mem::take(&mut self.now)));
    }

    pub fn get(&self, what: Computed) -> Option<ir::Value> {
        let mut scope = &self.now;
        for _ in 1..MOST_BLOCKS {
            if let Some(value) = scope.values.get(&what) {
                return Some(*value);
            }
            scope = scope.before.as_ref()?;
        }
        scope.values.get(&what).copied()
    }

    pub fn set(&mut self, what: Computed, value: ir::Value) {
        self.now.values.insert(what, value);
    }
}
