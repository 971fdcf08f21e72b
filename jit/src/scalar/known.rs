//! What was computed of integers in a block, and which elements were checked: it need not be done again. Indices are
//! most of that: `y(i) = y(i) + c*z(i)` names one index three times.

use super::Emitter;
use cranelift_codegen::ir::{self, InstBuilder};
use forlane_cfg::{IntegerBinary, IntegerKind, VarId};

/// Something that has one result wherever it is done in a block, and cannot fail after it has not.
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

impl Emitter<'_> {
    /// A value that was computed before in this block, or is now.
    pub(super) fn once(&mut self, what: Computed, compute: impl FnOnce(&mut Self) -> ir::Value) -> ir::Value {
        if let Some(value) = self.known.get(&what) {
            return *value;
        }
        let value = compute(self);
        self.known.insert(what, value);
        value
    }

    pub(super) fn integer_constant(&mut self, kind: IntegerKind, value: i64) -> ir::Value {
        let ty = crate::runtime::functions::integer(kind);
        self.once(Computed::Constant(kind, value), |emitter| emitter.builder.ins().iconst(ty, value))
    }
}
