//! A compiled kernel, called on slices.

mod bound_argument;
mod call;

pub use call::{Call, Outcome};

use bound_argument::BoundArgument;
use forlane_cfg::Remark;
use forlane_jit::{ArgumentShape, JitError, Parameter, Scalar, Values, ValuesMut};
use forlane_rewrites::passes::PassReport;

/// A type of Rust whose values a kernel takes: `i32` for INTEGER and, as 0 or 1, for LOGICAL, `i64` for INTEGER(8),
/// `f32` for REAL, `f64` for DOUBLE PRECISION.
pub trait Element: Copy + sealed::Sealed {
    /// A slice to read.
    fn values(slice: &[Self]) -> Values<'_>;
    /// A slice to write.
    fn values_mut(slice: &mut [Self]) -> ValuesMut<'_>;
    /// One value.
    fn scalar(self) -> Scalar;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! element {
    ($ty:ty, $variant:ident) => {
        impl sealed::Sealed for $ty {}

        impl Element for $ty {
            fn values(slice: &[Self]) -> Values<'_> {
                Values::$variant(slice)
            }

            fn values_mut(slice: &mut [Self]) -> ValuesMut<'_> {
                ValuesMut::$variant(slice)
            }

            fn scalar(self) -> Scalar {
                Scalar::$variant(self)
            }
        }
    };
}

element!(i32, I32);
element!(i64, I64);
element!(f32, F32);
element!(f64, F64);

/// A compiled kernel. Any number of threads can call it at once.
pub struct Kernel {
    pub(crate) compiled: forlane_jit::Kernel,
    /// How it takes each dummy argument.
    pub(crate) shapes: Vec<ArgumentShape>,
    /// What the passes to `masked` reported.
    pub(crate) passes: PassReport,
    pub(crate) remarks: Vec<Remark>,
}

/// An error of a call.
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    /// The kernel has no such argument.
    #[error("unknown argument `{name}`; the arguments are {known}")]
    UnknownArgument {
        /// The unknown name.
        name: String,
        /// The names of its arguments.
        known: String,
    },
    /// An argument that the kernel reads was not given.
    #[error("argument `{name}` is read by the kernel, but was not given")]
    MissingArgument {
        /// Its name.
        name: String,
    },
    /// The numbers of rows differ.
    #[error("argument `{name}` has {found} rows, another has {rows}")]
    RowCount {
        /// The argument.
        name: String,
        /// Its rows.
        found: usize,
        /// The rows of the arguments before.
        rows: usize,
    },
    /// The texts are not whole rows of an array.
    #[error("argument `{name}` has {found} texts, arrays of {count} for {rows} rows are expected")]
    TextCount {
        /// The argument.
        name: String,
        /// How many there are.
        found: usize,
        /// How many each row has.
        count: usize,
        /// The rows.
        rows: usize,
    },
    /// A text is longer than its argument, and not of blanks there.
    #[error("argument `{name}`, row {row}: {message}")]
    Text {
        /// The argument.
        name: String,
        /// The row, counted from 0.
        row: usize,
        /// What is wrong.
        message: String,
    },
    /// The arguments do not fit.
    #[error(transparent)]
    Jit(#[from] JitError),
}

impl Kernel {
    /// The dummy arguments, in order, then the function's value.
    pub fn parameters(&self) -> &[Parameter] {
        self.compiled.parameters()
    }

    /// What the passes to `masked` reported.
    pub fn passes(&self) -> &PassReport {
        &self.passes
    }

    /// What was decided when it was compiled, and why: first on the kernel as a whole, then in the order of the source.
    /// None unless [`PassOptions::explain`](forlane_rewrites::passes::PassOptions::explain) was set;
    /// [`Program::explain`](crate::Program::explain) sets it.
    pub fn remarks(&self) -> &[Remark] {
        &self.remarks
    }

    /// The compiled kernel underneath, for callers that bind arguments by position.
    pub fn compiled(&self) -> &forlane_jit::Kernel {
        &self.compiled
    }

    /// Begins a call.
    pub fn call(&self) -> Call<'_> {
        let arguments = self.parameters().iter().map(|_| BoundArgument::default()).collect();
        Call { kernel: &self.compiled, shapes: &self.shapes, arguments, rows: None, error: None }
    }
}
