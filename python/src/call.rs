//! One call of a kernel over arrays.

use crate::errors;
use crate::grid::merge_dimensions;
use crate::memory::Memory;
use crate::pool;
use forlane::interface::Argument;
use forlane::variants::Variants;
use forlane::{ArgumentShape, Kernel};
use forlane_cfg::{Companion, IntegerKind, Type};
use forlane_jit::{Binding, JitError, OwnedValues, RowSet, Scalar};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Calls of fewer rows do not get a variant for what their rows have in common.
const UNIFORM_ROWS: usize = 4096;
/// The most rows that a thread takes at once: few enough that their statuses stay in its cache.
const BLOCK_ROWS: usize = 65_536;
/// The same where there are several threads.
const SHARED_BLOCK_ROWS: usize = 16_384;
/// Rows of a gang of any size.
const WHOLE_GANGS: usize = 64;
/// How long the main thread waits before it looks for signals.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// How a call runs.
#[derive(Clone, Copy)]
pub struct Running {
    /// The most threads.
    pub threads: usize,
    /// Whether the calling thread waits for the others, and looks for signals meanwhile, or runs the rows itself.
    pub is_waiting: bool,
}

/// The arrays of a call.
pub struct Call<'k> {
    arguments: &'k [Argument],
    extents: Vec<usize>,
    count: usize,
    /// The rows that run, if that is not all.
    listed: Option<Vec<usize>>,
    inputs: Vec<Option<Memory>>,
    outputs: Vec<Option<Memory>>,
    /// How long the texts of CHARACTER(*) are, where they are not as long as their arrays' elements.
    lengths: Vec<Option<Memory>>,
    /// The OPTIONAL arguments that are not given, by number.
    absent: Vec<usize>,
}

/// How a parameter is bound.
enum Passing {
    Uniform(Scalar),
    Shared(OwnedValues),
    /// The argument of that number, its part of that number.
    Rows(usize, usize),
    /// The lengths of the texts of the argument of that number.
    Lengths(usize),
}

impl<'k> Call<'k> {
    /// Of arrays for the arguments, which have the rows' dimensions first.
    ///
    /// # Errors
    /// Arrays that do not fit.
    pub fn new(
        arguments: &'k [Argument],
        mut extents: Vec<usize>,
        [inputs, outputs, lengths]: [&[Option<Bound<'_, PyAny>>]; 3],
        listed: Option<Vec<usize>>,
        absent: Vec<usize>,
    ) -> PyResult<Call<'k>> {
        if [inputs, outputs, lengths].iter().any(|arrays| arrays.len() != arguments.len()) {
            return Err(PyTypeError::new_err("an input and an output for each argument are required"));
        }
        let rows = extents.clone();
        let memories = |arrays: &[Option<Bound<'_, PyAny>>], is_output: bool| {
            let of_one = |(array, argument): (&Option<Bound<'_, PyAny>>, &Argument)| {
                array.as_ref().map(|array| Memory::new(array, argument, &rows, is_output)).transpose()
            };
            arrays.iter().zip(arguments).map(of_one).collect::<PyResult<Vec<_>>>()
        };
        let (mut inputs, mut outputs) = (memories(inputs, false)?, memories(outputs, true)?);
        let of_text = |(array, argument): (&Option<Bound<'_, PyAny>>, &Argument)| {
            array.as_ref().map(|array| Memory::of_lengths(array, argument, &rows)).transpose()
        };
        let mut lengths = lengths.iter().zip(arguments).map(of_text).collect::<PyResult<Vec<_>>>()?;
        for ((argument, input), output) in arguments.iter().zip(&inputs).zip(&outputs) {
            if let (Some(input), Some(output)) = (input, output)
                && input.extents != output.extents
            {
                return Err(PyTypeError::new_err(format!("argument `{}`: arrays of two shapes", argument.name)));
            }
        }
        let mut all: Vec<&mut Memory> = inputs.iter_mut().chain(&mut outputs).chain(&mut lengths).flatten().collect();
        let mut strides: Vec<Vec<isize>> = all.iter_mut().map(|memory| std::mem::take(&mut memory.strides)).collect();
        merge_dimensions(&mut extents, &mut strides);
        all.into_iter().zip(strides).for_each(|(memory, strides)| memory.strides = strides);
        let grid = extents.iter().try_fold(1_usize, |rows, extent| rows.checked_mul(*extent));
        let grid = grid.ok_or_else(|| PyMemoryError::new_err("too many rows"))?;
        let count = listed.as_ref().map_or(grid, Vec::len);
        Ok(Call { arguments, extents, count, listed, inputs, outputs, lengths, absent })
    }

    /// The number of rows that run.
    pub fn count(&self) -> usize {
        self.count
    }

    /// How many rows there are.
    fn grid(&self) -> usize {
        self.extents.iter().product()
    }

    /// Runs the rows; returns the statuses, none if no row failed.
    ///
    /// # Errors
    /// Arguments that do not fit the kernel; what a signal handler raises.
    pub fn run(&self, py: Python<'_>, variants: &Variants, running: Running) -> PyResult<Option<Vec<u32>>> {
        if self.count == 0 {
            return Ok(None);
        }
        let passings = self.passings(variants)?;
        let kernel = py.detach(|| variants.get(&shapes(&passings, variants)));
        let kernel = kernel.map_err(|error| errors::of_compiling(py, &error))?;
        kernel.compiled().expect_rows(self.count as u64);
        let failed = py.detach(|| self.run_blocks(&kernel, &passings, running))?;
        match failed.is_empty() {
            true => Ok(None),
            false => self.of_all_rows(variants, &kernel, &failed).map(Some),
        }
    }

    /// The statuses of all rows of the grid, in the numbers that all variants have in common. `failed` has those of the
    /// blocks with rows that failed, and the first row of each.
    fn of_all_rows(&self, variants: &Variants, kernel: &Kernel, failed: &[(usize, Vec<u32>)]) -> PyResult<Vec<u32>> {
        let mut all: Vec<u32> = Vec::new();
        all.try_reserve_exact(self.grid()).map_err(|_| PyMemoryError::new_err("no room for statuses"))?;
        all.resize(self.grid(), 0);
        let mut last = (0, 0);
        for (first, statuses) in failed {
            for (index, status) in statuses.iter().enumerate().filter(|(_, status)| **status != 0) {
                if last.0 != *status {
                    last = (*status, variants.status(kernel, *status));
                }
                let row = first + index;
                all[self.listed.as_ref().map_or(row, |listed| listed[row])] = last.1;
            }
        }
        Ok(all)
    }

    /// How each parameter is bound, in their order.
    fn passings(&self, variants: &Variants) -> PyResult<Vec<Passing>> {
        let parameters = &variants.source().parameters;
        let mut passings: Vec<Option<Passing>> = parameters.iter().map(|_| None).collect();
        for (number, argument) in self.arguments.iter().enumerate() {
            for (part, parameter) in argument.parts.iter().enumerate() {
                passings[*parameter] = Some(self.passing(number, part, &parameters[*parameter]));
            }
            let extents = self.inputs[number].as_ref().or(self.outputs[number].as_ref()).map(|memory| &memory.extents);
            for (what, parameter) in &argument.companions {
                if *what == Companion::Length
                    && let Some(lengths) = &self.lengths[number]
                {
                    let common = lengths.part(0, &parameters[*parameter]).to_scalar().filter(|_| lengths.is_common());
                    passings[*parameter] = Some(common.map_or(Passing::Lengths(number), Passing::Uniform));
                    continue;
                }
                let value = match what {
                    Companion::Length => extents.and_then(|extents| extents.first()).copied(),
                    Companion::Extent(dimension) => {
                        let before = usize::from(argument.ty == Type::Character);
                        extents.and_then(|extents| extents.get(dimension - 1 + before)).copied()
                    }
                    Companion::Present => Some(usize::from(!self.absent.contains(&number))),
                    _ => Some(1),
                };
                let value = value.unwrap_or(0) as i64;
                passings[*parameter] = Some(Passing::Uniform(match parameters[*parameter].ty {
                    Type::Integer(IntegerKind::I8) => Scalar::I64(value),
                    _ => Scalar::I32(i32::try_from(value).map_err(|_| PyTypeError::new_err("an array is too long"))?),
                }));
            }
        }
        let missing = || PyRuntimeError::new_err("a parameter belongs to no argument");
        passings.into_iter().map(|passing| passing.ok_or_else(missing)).collect()
    }

    fn passing(&self, number: usize, part: usize, parameter: &forlane::Parameter) -> Passing {
        let common = self.inputs[number].as_ref().filter(|memory| !parameter.is_assigned && memory.is_common());
        let passing = common.and_then(|memory| {
            let elements = memory.part(part, parameter);
            match parameter.is_array {
                true => elements.to_array().map(Passing::Shared),
                false if self.count >= UNIFORM_ROWS => elements.to_scalar().map(Passing::Uniform),
                false => None,
            }
        });
        passing.unwrap_or(Passing::Rows(number, part))
    }

    /// The bindings of all parameters.
    fn bindings<'b>(&'b self, kernel: &Kernel, passings: &'b [Passing]) -> Vec<Binding<'b>> {
        let bind = |(passing, parameter): (&'b Passing, &forlane::Parameter)| match passing {
            Passing::Uniform(value) => Binding::Uniform { value: *value, output: None },
            Passing::Shared(values) => Binding::Shared(values.values()),
            Passing::Lengths(number) => {
                let lengths = self.lengths[*number].as_ref();
                Binding::Strided { length: 1, input: lengths.map(|lengths| lengths.part(0, parameter)), output: None }
            }
            Passing::Rows(number, part) => {
                let memory = |memory: &'b Option<Memory>| memory.as_ref().map(|memory| memory.part(*part, parameter));
                let either = self.inputs[*number].as_ref().or(self.outputs[*number].as_ref());
                let length = either.map_or(1, |memory| memory.length(*part));
                Binding::Strided {
                    length,
                    input: memory(&self.inputs[*number]),
                    output: memory(&self.outputs[*number]),
                }
            }
        };
        passings.iter().zip(kernel.parameters()).map(bind).collect()
    }

    /// Rows that a thread takes at once.
    fn block_rows(&self, threads: usize) -> usize {
        match threads {
            1 => self.count.min(BLOCK_ROWS),
            _ => (self.count / (threads * 8)).next_multiple_of(WHOLE_GANGS).clamp(WHOLE_GANGS, SHARED_BLOCK_ROWS),
        }
    }

    /// Runs the rows; returns the blocks with rows that failed: their first rows and all of their statuses.
    fn run_blocks(
        &self,
        kernel: &Arc<Kernel>,
        passings: &[Passing],
        running: Running,
    ) -> PyResult<Vec<(usize, Vec<u32>)>> {
        let rows = self.block_rows(running.threads);
        let threads = running.threads.min(self.count.div_ceil(rows));
        let (begun, failed) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let (interrupt, failure) = (AtomicU32::new(0), Mutex::new(None::<JitError>));
        let next = || Some(begun.fetch_add(1, Ordering::Relaxed) * rows).filter(|first| *first < self.count);
        let work = || {
            let mut statuses = vec![0; rows];
            while let (0, Some(first)) = (interrupt.load(Ordering::Relaxed), next()) {
                let statuses = &mut statuses[..rows.min(self.count - first)];
                let set = match &self.listed {
                    Some(listed) => RowSet::listed(&self.extents, &listed[first..first + statuses.len()]),
                    None => RowSet::from_first(&self.extents, first),
                };
                let mut bindings = self.bindings(kernel, passings);
                match kernel.compiled().run_rows(&set, &mut bindings, statuses, &interrupt) {
                    Ok(report) if report.has_failed => {
                        failed.lock().unwrap_or_else(PoisonError::into_inner).push((first, statuses.to_vec()));
                        statuses.fill(0);
                    }
                    Ok(_) => {}
                    Err(error) => {
                        interrupt.store(1, Ordering::Relaxed);
                        failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                    }
                }
            }
        };
        let signal = match (threads, running.is_waiting) {
            (1, false) => {
                work();
                None
            }
            _ => {
                let pool = pool::of_threads(running.threads).map_err(PyRuntimeError::new_err)?;
                pool.in_place_scope(|scope| {
                    let (done, is_done) = channel::<()>();
                    for _ in 0..threads {
                        let done = done.clone();
                        scope.spawn(|_| {
                            work();
                            drop(done);
                        });
                    }
                    drop(done);
                    wait(&is_done, &interrupt)
                })
            }
        };
        match (signal, failure.into_inner().unwrap_or_else(PoisonError::into_inner)) {
            (Some(signal), _) => Err(signal),
            (None, Some(error)) => Err(errors::of_calling(&error)),
            (None, None) => Ok(failed.into_inner().unwrap_or_else(PoisonError::into_inner)),
        }
    }
}

/// The shapes of the dummy arguments that are bound so; a function's value has none.
fn shapes(passings: &[Passing], variants: &Variants) -> Vec<ArgumentShape> {
    let dummies = passings.iter().zip(&variants.source().parameters).filter(|(_, parameter)| !parameter.is_result);
    let shape = |(passing, parameter): (&Passing, &forlane::Parameter)| match passing {
        Passing::Uniform(_) => ArgumentShape::Uniform,
        Passing::Shared(_) => ArgumentShape::SharedArray,
        Passing::Rows(..) if parameter.is_array => ArgumentShape::RowArray,
        Passing::Rows(..) | Passing::Lengths(_) => ArgumentShape::Column,
    };
    dummies.map(shape).collect()
}

/// Waits until all threads are done; what the handler of a signal raises ends the run.
fn wait(is_done: &std::sync::mpsc::Receiver<()>, interrupt: &AtomicU32) -> Option<PyErr> {
    let mut raised = None;
    loop {
        match is_done.recv_timeout(SIGNAL_INTERVAL) {
            Err(RecvTimeoutError::Timeout) if raised.is_none() => {
                raised = Python::attach(|py| py.check_signals()).err();
                if raised.is_some() {
                    interrupt.store(1, Ordering::Relaxed);
                }
            }
            Err(RecvTimeoutError::Timeout) | Ok(()) => {}
            Err(RecvTimeoutError::Disconnected) => return raised,
        }
    }
}
