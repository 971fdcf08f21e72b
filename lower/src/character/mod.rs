//! CHARACTER becomes arrays of bytes.
//!
//! A variable of length n is an array of n INTEGER(1), an array of m strings one of m times n. A dummy argument has its
//! length in a hidden dummy argument behind all others; a function's result is two hidden dummy arguments in front: the
//! bytes and their length.

mod declare;
mod elements;
mod functions;
mod values;

use crate::variables::Array;
use forlane_cfg::expr::IntegerExpr;
use forlane_cfg::unit::VarId;

pub use values::Bytes;

/// A CHARACTER variable or array.
#[derive(Clone)]
pub struct Text {
    /// Its bytes.
    pub var: VarId,
    /// The length, of each element for an array.
    pub length: IntegerExpr,
    /// The bounds of an array, whose variable is that of the bytes too.
    pub array: Option<Array>,
    /// The hidden dummy argument that holds the length of a dummy argument or result.
    pub hidden: Option<VarId>,
}
