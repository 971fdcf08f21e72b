//! The linked code of one kernel, which is run and at last freed.

use crate::frames::StackNeeds;
use crate::lines::LineTable;
use crate::runtime::CompiledEntry;
use crate::stack::RUNTIME_STACK;
use cranelift_jit::JITModule;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Finished machine code. It is never written again, so it can be run by any number of threads.
pub struct Code {
    /// Owns the memory of the code. It is not accessed before it is dropped: the lock alone lets threads share this.
    module: Mutex<Option<JITModule>>,
    entry: CompiledEntry,
    stack: StackNeeds,
    /// Processor time of other threads that compiling took.
    pub(crate) compiled_elsewhere: Duration,
    /// Its functions, if lines are kept.
    pub(crate) located: Vec<LocatedCode>,
}

/// Where a function is in memory, and the lines of its code.
#[derive(Debug)]
pub struct LocatedCode {
    /// The name of the unit that it was made from.
    pub unit: String,
    /// Its address.
    pub start: usize,
    /// How many bytes it has.
    pub bytes: usize,
    /// The lines, by offset from the start.
    pub lines: LineTable,
}

impl Code {
    /// The code that a module has linked, the processor time that other threads took for it, and its functions.
    pub(crate) fn new(
        module: JITModule,
        entry: CompiledEntry,
        stack: StackNeeds,
        (compiled_elsewhere, located): (Duration, Vec<LocatedCode>),
    ) -> Code {
        Code { module: Mutex::new(Some(module)), entry, stack, compiled_elsewhere, located }
    }

    /// The entry, which is `unsafe` to call: the caller must pass a context and slots as large as the code was compiled
    /// for, keep this alive meanwhile, and have verified the units ([`check`](crate::check)).
    pub fn entry(&self) -> CompiledEntry {
        self.entry
    }

    /// A function of Rust in the place of generated code, so that Miri sees what is around it.
    #[cfg(test)]
    pub(crate) fn of_function(entry: CompiledEntry) -> Code {
        let (stack, compiled_elsewhere) = (StackNeeds::default(), Duration::ZERO);
        Code { module: Mutex::new(None), entry, stack, compiled_elsewhere, located: Vec::new() }
    }

    /// Bytes of stack that the code needs, with the functions that it calls, while it is in at most that number of
    /// calls of recursive units at once.
    pub fn stack_bytes(&self, calls: u32) -> usize {
        let most = self.stack.checked.iter().copied().max().unwrap_or(0);
        add_runtime(most.saturating_mul(u64::from(calls)).saturating_add(self.stack.entry))
    }

    /// For a stack whose lowest address is `floor`, the addresses that the code of a main program compares its stack
    /// pointer with: [`Context::stack_limits`](crate::runtime::Context::stack_limits).
    pub fn stack_limits(&self, floor: usize) -> Vec<usize> {
        self.stack.checked.iter().map(|need| floor.saturating_add(add_runtime(*need))).collect()
    }
}

fn add_runtime(need: u64) -> usize {
    usize::try_from(need).unwrap_or(usize::MAX).saturating_add(RUNTIME_STACK)
}

impl Drop for Code {
    fn drop(&mut self) {
        if let Some(module) = self.module.get_mut().unwrap_or_else(PoisonError::into_inner).take() {
            // SAFETY: `Kernel` and `MainProgram` call the entry from methods alone that borrow them and thereby this,
            // and do not hand it on, so the code no longer runs.
            unsafe { module.free_memory() }
        }
    }
}

/// Clears the upper halves of vector registers. As long as the thread has something in them, whoever left it there,
/// instructions on 128 bits of the older encoding depend on what their registers held, and code takes up to twice its
/// time.
#[cfg(all(target_arch = "x86_64", not(miri)))]
pub(crate) fn clear_upper_halves() {
    if std::arch::is_x86_feature_detected!("avx") {
        // SAFETY: the processor has the instruction. No value of Rust is in these halves across a call.
        unsafe { clear() }
    }

    #[target_feature(enable = "avx")]
    fn clear() {
        std::arch::x86_64::_mm256_zeroupper();
    }
}

#[cfg(any(not(target_arch = "x86_64"), miri))]
pub(crate) fn clear_upper_halves() {}
