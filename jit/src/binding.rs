//! What a caller binds the parameters of a kernel to.

use crate::rows::Strided;
use crate::values::{Scalar, Values, ValuesMut};

/// What a parameter of a kernel is bound to in a run. Without an input it starts as zero; an output is only written
/// where the kernel assigns the parameter.
#[derive(Debug)]
pub enum Binding<'a> {
    /// A scalar with a value for each row.
    Column {
        /// What it starts with.
        input: Option<Values<'a>>,
        /// What it ends with.
        output: Option<ValuesMut<'a>>,
    },
    /// A scalar that starts with the same value in each row.
    Uniform {
        /// What it starts with.
        value: Scalar,
        /// What it ends with, for each row.
        output: Option<ValuesMut<'a>>,
    },
    /// An array that all rows read and none assigns.
    Shared(Values<'a>),
    /// An array for each row, one after the other.
    Rows {
        /// Number of elements of one row's array.
        length: usize,
        /// What the arrays start with.
        input: Option<Values<'a>>,
        /// What the arrays end with.
        output: Option<ValuesMut<'a>>,
    },
    /// A scalar or an array for each row, at any distances.
    Strided {
        /// Number of elements of one row's array, 1 for a scalar.
        length: usize,
        /// What they start with.
        input: Option<Strided<'a>>,
        /// What they end with.
        output: Option<Strided<'a>>,
    },
}
