//! A call of a kernel: its arguments are added by name, then it runs.

use super::bound_argument::{BoundArgument, Filled};
use super::{CallError, Element};
use forlane_jit::{ArgumentShape, Binding, RunReport, Values, ValuesMut};
use std::borrow::Cow;
use std::sync::atomic::AtomicU32;

/// A call under construction: add each argument by name, then [`Call::run`].
pub struct Call<'a> {
    pub(super) kernel: &'a forlane_jit::Kernel,
    pub(super) shapes: &'a [ArgumentShape],
    pub(super) arguments: Vec<BoundArgument<'a>>,
    pub(super) rows: Option<usize>,
    pub(super) error: Option<CallError>,
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

    /// A text for each row, for a CHARACTER argument: filled up with blanks to its declared length, which blanks at the
    /// end may exceed; of CHARACTER(*) each as long as it is.
    ///
    /// ```
    /// let text = "subroutine hail(name, greeting)\n character(*) name\n character(12) greeting\n\
    ///     greeting = 'Hail '//name\nend\n";
    /// let kernel = forlane::compile("hail.f90", text)?.kernel("hail")?;
    /// let mut greetings = [0; 24];
    /// kernel.call().texts("name", &["Ada", "Grace"]).texts_output("greeting", 12, &mut greetings).run()?;
    /// assert_eq!(&greetings, b"Hail Ada    Hail Grace  ");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn texts(mut self, name: &str, rows: &'a [&'a str]) -> Self {
        self.count(name, rows.len());
        self.set(name, |given| given.texts = Some(rows));
        self
    }

    /// One text for all rows. A kernel that was compiled to share it
    /// ([`ArgumentShapes::shared`](crate::ArgumentShapes::shared)), and with its length
    /// ([`ArgumentShapes::uniform`](crate::ArgumentShapes::uniform), `NAME.len`), is faster.
    pub fn text(mut self, name: &str, text: &'a str) -> Self {
        self.set(name, |given| given.common = Some(Cow::Owned(vec![text])));
        self
    }

    /// Room for a text of `length` bytes for each row, one after the other, which the kernel assigns. Without texts of
    /// the same name they start as blanks, and a CHARACTER(*) has that length.
    pub fn texts_output(mut self, name: &str, length: usize, rows: &'a mut [u8]) -> Self {
        self.count(name, rows.len() / length.max(1));
        self.set(name, |given| {
            given.output = Some(ValuesMut::U8(rows));
            given.length = Some(length);
        });
        self
    }

    /// An array of `count` texts for each row, one row after the other; elements as [`Call::texts`], of CHARACTER(*) in
    /// each row as long as the longest.
    ///
    /// ```
    /// let text = "subroutine joined(names, all)\n character(*) names(2)\n character(8) all\n\
    ///     all = trim(names(1))//'+'//names(2)\nend\n";
    /// let kernel = forlane::compile("joined.f90", text)?.kernel("joined")?;
    /// let mut all = [0; 16];
    /// kernel.call().row_texts("names", 2, &["N2", "O2", "Ar", "H"]).texts_output("all", 8, &mut all).run()?;
    /// assert_eq!(&all, b"N2+O2   Ar+H    ");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn row_texts(mut self, name: &str, count: usize, rows: &'a [&'a str]) -> Self {
        self.count(name, rows.len() / count.max(1));
        self.set(name, |given| (given.texts, given.count) = (Some(rows), Some(count)));
        self
    }

    /// One array of texts for all rows, as [`Call::text`].
    pub fn shared_texts(mut self, name: &str, texts: &'a [&'a str]) -> Self {
        self.set(name, |given| (given.common, given.count) = (Some(Cow::Borrowed(texts)), Some(texts.len())));
        self
    }

    /// Room for an array of `count` texts of `length` bytes for each row, as [`Call::texts_output`].
    pub fn row_texts_output(mut self, name: &str, count: usize, length: usize, rows: &'a mut [u8]) -> Self {
        self = self.texts_output(name, length * count, rows);
        self.set(name, |given| (given.count, given.length) = (Some(count), Some(length)));
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

    /// As [`Call::run`], but ends soon after `interrupt` is set to a value other than 0. There is a status for each
    /// row, as [`run_until`](forlane_jit::Kernel::run_until) of the compiled kernel gives them.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicU32, Ordering};
    ///
    /// let text = "integer function share(n, k)\n integer n, k\n share = n/k\nend\n";
    /// let kernel = forlane::compile("share.f90", text)?.kernel("share")?;
    /// let (mut statuses, interrupt) = ([0; 2], AtomicU32::new(0));
    /// let call = || kernel.call().value("n", 12).input("k", &[3, 0]);
    /// assert_eq!(call().run_until(&mut statuses, &interrupt)?.rows, 2);
    /// assert!(statuses[0] == 0 && statuses[1] != 0);
    /// interrupt.store(1, Ordering::Relaxed);
    /// assert_eq!(call().run_until(&mut statuses, &interrupt)?.rows, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Call::run`], and another number of statuses than rows.
    pub fn run_until(self, statuses: &mut [u32], interrupt: &AtomicU32) -> Result<RunReport, CallError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let rows = self.rows.unwrap_or(1);
        let parameters = self.kernel.parameters();
        let filled = self.filled(rows)?;
        let mut bindings = Vec::with_capacity(self.arguments.len());
        for ((given, parameter), filled) in self.arguments.into_iter().zip(parameters).zip(&filled) {
            let is_given = given.input.is_some() || given.value.is_some() || filled.is_some();
            let is_zero = parameter.is_array && given.output.is_some();
            if parameter.is_read && !is_given && !is_zero {
                return Err(CallError::MissingArgument { name: parameter.name.clone() });
            }
            let output = given.output;
            bindings.push(match filled {
                Some(Filled::Column(column)) => Binding::Column { input: Some(column.values()), output },
                Some(Filled::Rows(length, texts)) => {
                    Binding::Rows { length: *length, input: Some(Values::U8(texts)), output }
                }
                Some(Filled::Shared(text)) => Binding::Shared(Values::U8(text)),
                Some(Filled::Value(value)) => Binding::Uniform { value: *value, output },
                None => BoundArgument { output, ..given }.into_binding(),
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

/// What a call did.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Rows and time.
    pub report: RunReport,
    /// The rows that did not return normally, counted from 0, and what happened to each; all others are complete.
    pub failures: Vec<(usize, String)>,
}
