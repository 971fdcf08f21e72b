//! Where a variable in memory is, and how many elements it has.

use cranelift_codegen::ir;

/// The address of a variable and its number of elements.
#[derive(Clone, Copy)]
pub(super) struct ArrayBase {
    pub address: ir::Value,
    pub length: Length,
}

/// A number of elements.
#[derive(Clone, Copy)]
pub(super) enum Length {
    Known(u64),
    Actual(ir::Value),
}
