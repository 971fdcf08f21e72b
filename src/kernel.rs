//! A compiled kernel, called on slices.

use forlane_cfg::Remark;
use forlane_jit::{ArgumentShape, Binding, JitError, OwnedValues, Parameter, RunReport, Scalar, Values, ValuesMut};
use forlane_rewrites::passes::PassReport;
use std::sync::atomic::AtomicU32;

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

#[derive(Debug, Default)]
struct BoundArgument<'a> {
    input: Option<Values<'a>>,
    output: Option<ValuesMut<'a>>,
    value: Option<Scalar>,
    shared: bool,
    length: Option<usize>,
}

/// A call under construction: add each argument by name, then [`Call::run`].
pub struct Call<'a> {
    kernel: &'a forlane_jit::Kernel,
    shapes: &'a [ArgumentShape],
    arguments: Vec<BoundArgument<'a>>,
    rows: Option<usize>,
    error: Option<CallError>,
}

impl<'a> Call<'a> {
    /// A value for each row, which the kernel reads.
    pub fn input<T: Element>(mut self, name: &str, rows: &'a [T]) -> Self {
        self.count(name, rows.len());
        self.set(name, |given| given.input = Some(T::values(rows)));
        self
    }

    /// Room for a value for each row, which the kernel assigns. There may be an input of the same name too.
    pub fn output<T: Element>(mut self, name: &str, rows: &'a mut [T]) -> Self {
        self.count(name, rows.len());
        self.set(name, |given| given.output = Some(T::values_mut(rows)));
        self
    }

    /// One value for all rows. A kernel that was compiled to take it so
    /// ([`ArgumentShapes::uniform`](crate::ArgumentShapes::uniform)) is faster; any other gets a column of it.
    ///
    /// ```
    /// let text = "real(8) function scaled(x, by)\n real(8) x, by\n scaled = x*by\nend\n";
    /// let kernel = forlane::compile("scaled.f90", text)?.kernel("scaled")?;
    /// let mut scaled = [0.0; 2];
    /// kernel.call().input("x", &[1.0, 2.0]).value("by", 3.0).output("scaled", &mut scaled).run()?;
    /// assert_eq!(scaled, [3.0, 6.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn value<T: Element>(mut self, name: &str, value: T) -> Self {
        self.set(name, |given| given.value = Some(value.scalar()));
        self
    }

    /// One array for all rows; the kernel was compiled to share it.
    pub fn shared<T: Element>(mut self, name: &str, array: &'a [T]) -> Self {
        self.set(name, |given| {
            given.input = Some(T::values(array));
            given.shared = true;
        });
        self
    }

    /// An array of `length` elements for each row, one after the other.
    pub fn row_arrays<T: Element>(mut self, name: &str, length: usize, rows: &'a [T]) -> Self {
        self.count(name, rows.len() / length.max(1));
        self.set(name, |given| {
            given.input = Some(T::values(rows));
            given.length = Some(length);
        });
        self
    }

    /// Room for an array of `length` elements for each row, which the kernel assigns. Without an input of the same name
    /// it starts as zeros.
    pub fn row_arrays_output<T: Element>(mut self, name: &str, length: usize, rows: &'a mut [T]) -> Self {
        self.count(name, rows.len() / length.max(1));
        self.set(name, |given| {
            given.output = Some(T::values_mut(rows));
            given.length = Some(length);
        });
        self
    }

    /// Runs the kernel on all rows, on this thread.
    ///
    /// # Errors
    /// Arguments that are missing, unknown, or do not fit.
    pub fn run(self) -> Result<Outcome, CallError> {
        let kernel = self.kernel;
        let mut statuses = vec![0; self.rows.unwrap_or(1)];
        let report = self.run_until(&mut statuses, &AtomicU32::new(0))?;
        let failures = (statuses.iter().enumerate())
            .filter(|(_, status)| **status != 0)
            .filter_map(|(row, status)| Some((row, kernel.site(*status)?.to_string())))
            .collect();
        Ok(Outcome { report, failures })
    }

    /// As [`Call::run`], but ends soon after `interrupt` is set to a value other than 0. There is a status for each row,
    /// as [`run_until`](forlane_jit::Kernel::run_until) of the compiled kernel gives them.
    ///
    /// # Errors
    /// As [`Call::run`], and another number of statuses than rows.
    pub fn run_until(self, statuses: &mut [u32], interrupt: &AtomicU32) -> Result<RunReport, CallError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let rows = self.rows.unwrap_or(1);
        let is_column = |at: usize| self.shapes.get(at) == Some(&ArgumentShape::Column);
        let given = self.arguments.iter().enumerate();
        let filled: Vec<Option<OwnedValues>> = given
            .map(|(at, given)| given.value.filter(|_| is_column(at)).map(|value| OwnedValues::filled(value, rows)))
            .collect();
        let mut bindings = Vec::with_capacity(self.arguments.len());
        for ((given, parameter), filled) in self.arguments.into_iter().zip(self.kernel.parameters()).zip(&filled) {
            let is_given = given.input.is_some() || given.value.is_some();
            let is_zero = parameter.is_array && given.output.is_some();
            if parameter.is_read && !is_given && !is_zero {
                return Err(CallError::MissingArgument { name: parameter.name.clone() });
            }
            bindings.push(match filled {
                Some(column) => Binding::Column { input: Some(column.values()), output: given.output },
                None => given.into_binding(),
            });
        }
        if statuses.len() != rows {
            return Err(CallError::RowCount { name: "statuses".to_owned(), found: statuses.len(), rows });
        }
        Ok(self.kernel.run_until(&mut bindings, statuses, interrupt)?)
    }

    fn set(&mut self, name: &str, change: impl FnOnce(&mut BoundArgument<'a>)) {
        let parameters = self.kernel.parameters();
        match parameters.iter().position(|parameter| parameter.name.eq_ignore_ascii_case(name)) {
            Some(index) => change(&mut self.arguments[index]),
            None => {
                let known: Vec<String> = parameters.iter().map(|parameter| format!("`{}`", parameter.name)).collect();
                let error = CallError::UnknownArgument { name: name.to_owned(), known: known.join(", ") };
                self.error.get_or_insert(error);
            }
        }
    }

    fn count(&mut self, name: &str, found: usize) {
        let rows = *self.rows.get_or_insert(found);
        if rows != found {
            self.error.get_or_insert(CallError::RowCount { name: name.to_owned(), found, rows });
        }
    }
}

impl<'a> BoundArgument<'a> {
    fn into_binding(self) -> Binding<'a> {
        match (self.value, self.input, self.length) {
            (Some(value), ..) => Binding::Uniform { value, output: self.output },
            (None, Some(values), _) if self.shared => Binding::Shared(values),
            (None, input, Some(length)) => Binding::Rows { length, input, output: self.output },
            (None, input, None) => Binding::Column { input, output: self.output },
        }
    }
}

/// What a call did.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Rows and time.
    pub report: RunReport,
    /// The rows that did not return normally, counted from 0, and what happened to each; all others are complete.
    pub failures: Vec<(usize, String)>,
}
