//! What `forlane.Kernel` is made of.

use crate::arguments::Described;
use crate::call::{Call, Running};
use crate::command::unchecked;
use crate::errors;
use crate::program::Program;
use crate::scalars::Scalars;
use forlane::interface::Argument;
use forlane::variants::Variants;
use forlane::{ArgumentShape, Checks, CompileOptions, Mathematics};
use forlane_cfg::analysis::Recursion;
use forlane_rewrites::passes::{PassOptions, PassReport};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Calls that are known to take no more nanoseconds run on the calling thread: handing over costs 20 microseconds, and
/// only a thread that waits sees signals.
const SHORT_CALL: u64 = 5_000_000;
/// More rows are handed over.
const FEW_ROWS: usize = 256;

/// A subprogram to run over rows. Python's class `forlane.Kernel` is made of it.
#[pyclass(frozen, subclass, module = "forlane._forlane")]
pub struct KernelBase {
    variants: Variants,
    arguments: Vec<Argument>,
    scalars: Option<Scalars>,
    /// Nanoseconds that a row took at most in the calls so far; 0 if there was none.
    row_time: AtomicU64,
}

#[pymethods]
impl KernelBase {
    #[new]
    #[pyo3(signature = (program, name, procedures, gang, max_depth, max_steps, memory_limit, checks, math))]
    #[allow(clippy::too_many_arguments, reason = "they are Python's")]
    fn new(
        py: Python<'_>,
        program: &Program,
        name: &str,
        procedures: Vec<(String, String)>,
        gang: Option<usize>,
        max_depth: Option<u32>,
        max_steps: Option<u64>,
        memory_limit: Option<u64>,
        checks: bool,
        math: &str,
    ) -> PyResult<KernelBase> {
        let math = match math {
            "exact" => Mathematics::Exact,
            "fast" => Mathematics::Fast,
            _ => return Err(PyValueError::new_err("math: \"exact\" or \"fast\" is required")),
        };
        let passes = PassOptions { bindings: procedures, max_steps, ..PassOptions::default() };
        let options = CompileOptions {
            gang,
            max_depth: max_depth.unwrap_or(Recursion::MOST_CALLS),
            memory_limit,
            checks: if checks { Checks::ON } else { unchecked() },
            math,
            interruptible: true,
            ..CompileOptions::default()
        };
        if gang.is_some_and(|gang| !gang.is_power_of_two() || gang > 64) {
            return Err(PyValueError::new_err("gang: a gang has 1, 2, 4, 8, 16, 32 or 64 lanes"));
        }
        let source = py.detach(|| program.units().kernel_source(name, &passes, &mut PassReport::default()));
        let source = source.map_err(|error| errors::of_compiling(py, &error))?;
        let arguments = source.arguments();
        let scalars = Scalars::new(&arguments, source.parameters.len());
        Ok(KernelBase { variants: Variants::new(source, options), arguments, scalars, row_time: AtomicU64::new(0) })
    }

    /// Calls the kernel. Numbers alone need no arrays; all else is for `_call`, in Python.
    #[pyo3(signature = (*arguments, **named))]
    fn __call__<'py>(
        this: &Bound<'py, Self>,
        arguments: &Bound<'py, PyTuple>,
        named: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = this.py();
        let kernel = this.get();
        if let (None, Some(scalars), true) = (named, &kernel.scalars, kernel.is_short(1))
            && let Some(mut results) = scalars.call(arguments, &kernel.variants)?
        {
            return match results.len() {
                1 => Ok(results.remove(0)),
                _ => this.call_method1("_results", (PyTuple::new(py, results)?,)),
            };
        }
        let named = named.cloned().unwrap_or_else(|| PyDict::new(py));
        this.call_method1("_call", (arguments, named))
    }

    /// Runs the rows of that shape. `inputs` and `outputs` have an array or None for each argument, `lengths` those of
    /// the texts of CHARACTER(*); `listed` has the
    /// numbers of the rows that run, if that is not all, `absent` those of the OPTIONAL arguments that are not given.
    /// Returns the statuses of all rows as int32, or None if no row failed.
    #[pyo3(signature = (shape, inputs, outputs, lengths, listed, absent, threads, is_main))]
    #[allow(clippy::too_many_arguments, reason = "they are Python's")]
    fn _run<'py>(
        &self,
        py: Python<'py>,
        shape: Vec<usize>,
        inputs: Vec<Option<Bound<'py, PyAny>>>,
        outputs: Vec<Option<Bound<'py, PyAny>>>,
        lengths: Vec<Option<Bound<'py, PyAny>>>,
        listed: Option<Bound<'py, PyAny>>,
        absent: Vec<usize>,
        threads: usize,
        is_main: bool,
    ) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let listed = listed.map(|rows| PyBuffer::<i64>::get(&rows)?.to_vec(py)).transpose()?;
        let listed = listed.map(|rows| rows.into_iter().map(|row| row as usize).collect());
        let call = Call::new(&self.arguments, shape, [&inputs, &outputs, &lengths], listed, absent)?;
        let is_short = call.count() <= FEW_ROWS && self.is_short(call.count());
        let running =
            Running { threads: if is_short { 1 } else { threads.clamp(1, 1024) }, is_waiting: is_main && !is_short };
        let begin = Instant::now();
        let statuses = call.run(py, &self.variants, running)?;
        if call.count() > 0 {
            let each = begin.elapsed().as_nanos() / call.count() as u128;
            // The first call compiles, so that the next one may be handed over, too.
            self.row_time.store(u64::try_from(each).unwrap_or(u64::MAX).max(1), Ordering::Relaxed);
        }
        let bytes = |statuses: Vec<u32>| {
            let bytes: Vec<u8> = statuses.iter().flat_map(|status| status.to_ne_bytes()).collect();
            PyBytes::new(py, &bytes)
        };
        Ok(statuses.map(bytes))
    }

    /// The arguments: name, type, NumPy's type, extents, INTENT, and how the kernel uses each.
    fn _arguments(&self) -> PyResult<Vec<Described>> {
        let parameters = &self.variants.source().parameters;
        self.arguments.iter().map(|argument| Described::new(argument, parameters)).collect()
    }

    /// The full name of the subprogram.
    #[getter]
    fn _full_name(&self) -> String {
        self.variants.source().name().to_owned()
    }

    /// What a status says: reason, file, line and subprogram.
    fn _site(&self, status: u32) -> Option<(String, String, u32, String)> {
        let site = self.variants.site(status)?;
        let text = site.to_string();
        let place = format!(" at {}:{} in {}", site.file, site.line, site.unit);
        let reason = text.strip_suffix(&place).unwrap_or(&text).to_owned();
        Some((reason, site.file, site.line, site.unit))
    }

    /// Lanes of a gang of the code that was called last; None if nothing was compiled yet.
    #[getter]
    fn gang(&self) -> Option<usize> {
        Some(self.variants.last()?.compiled().tried().1.gang)
    }

    /// Compiles the kernel with a value for each row, and says what was decided, one line for each decision.
    fn explain(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let source = self.variants.source().clone();
        let passes = PassOptions { explain: true, ..PassOptions::default() };
        let shapes: Vec<ArgumentShape> = (source.parameters.iter().filter(|parameter| !parameter.is_result))
            .map(|parameter| if parameter.is_array { ArgumentShape::RowArray } else { ArgumentShape::Column })
            .collect();
        let options = self.variants.options();
        let kernel = py.detach(|| source.with_passes(passes).compile_shapes(&shapes, options));
        let kernel = kernel.map_err(|error| errors::of_compiling(py, &error))?;
        Ok(kernel.remarks().iter().map(ToString::to_string).collect())
    }
}

impl KernelBase {
    /// Whether `rows` rows are known to take little time.
    fn is_short(&self, rows: usize) -> bool {
        let each = self.row_time.load(Ordering::Relaxed);
        each > 0 && each.saturating_mul(rows as u64) <= SHORT_CALL
    }
}
