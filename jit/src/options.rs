//! How a kernel is to be compiled.

pub use crate::gang::wide::isa::InstructionSet;
use crate::mathematics::Mathematics;
use forlane_cfg::analysis::Recursion;

/// Options of a compilation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileOptions {
    /// Lanes of a gang: 1, 2, 4, 8, 16, 32 or 64; chosen by the widest type in the kernel when none.
    pub gang: Option<usize>,
    /// What gang code is emitted for.
    pub isa: InstructionSet,
    /// How functions of reals, and sums of products, are computed.
    pub math: Mathematics,
    /// Whether array accesses and integer divisions are checked.
    pub checks: Checks,
    /// Whether the code counts executions and active lanes, for a profile; see [`Counter`](crate::Counter).
    pub count_lanes: bool,
    /// Whether samples are taken of where runs spend their time; see [`Samples`](crate::Samples). The code is the same.
    pub take_samples: bool,
    /// Whether the code looks at the interrupt flag at every loop head and call of a recursive unit.
    pub interruptible: bool,
    /// The most calls of recursive units that a row of a kernel may be in at once; the next one fails the row. See
    /// [`Recursion::most_calls`]. Main programs may use what stack they are given.
    pub max_depth: u32,
    /// The most bytes that the arrays of dynamic length of a row of a kernel may have together; the row that allocates
    /// more fails.
    pub memory_limit: Option<u64>,
    /// Whether the rows of a kernel may use files. They run one after the other then, in gangs of one; those that run
    /// on several threads would meet in the files. Units are closed at the end of each row.
    pub allow_files: bool,
    /// Whether what the rows of a kernel write to units 6 and 0 is kept
    /// ([`RunReport::printed`](crate::RunReport::printed)), if its units still write it. Otherwise it is lost, or goes
    /// to standard error where rows may use files.
    pub keep_output: bool,
    /// Whether generated code passes Cranelift's verifier.
    pub verify: bool,
    /// Whether CLIF and machine code are kept as text, for `--stage=clif` and `--stage=asm`.
    pub keep_text: bool,
    /// Whether a switch that lanes take under masks is a guarded chain even if lowering finds that its selector is the
    /// same for all lanes, so that a jump would do.
    pub guarded_chains: bool,
    /// Whether lanes that are done take other rows while the others go on.
    pub refill: Refill,
    /// Whether what is decided is kept as remarks ([`Kernel::remarks`](crate::Kernel::remarks)).
    pub explain: bool,
}

impl Default for CompileOptions {
    fn default() -> Self {
        CompileOptions {
            gang: None,
            isa: InstructionSet::Auto,
            math: Mathematics::Exact,
            checks: Checks::ON,
            count_lanes: false,
            take_samples: false,
            interruptible: false,
            max_depth: Recursion::MOST_CALLS,
            memory_limit: None,
            allow_files: false,
            keep_output: false,
            verify: cfg!(debug_assertions),
            keep_text: false,
            guarded_chains: false,
            refill: Refill::Trial,
            explain: false,
        }
    }
}

impl CompileOptions {
    /// Whether code is made with the source lines of its operations: remarks and texts show them.
    pub(crate) fn keeps_lines(&self) -> bool {
        self.explain || self.keep_text || self.count_lanes || self.take_samples
    }

    /// Whether runs may try sizes of gangs: what is counted or sampled belongs to one.
    pub(crate) fn tries_sizes(&self) -> bool {
        self.gang.is_none() && !self.count_lanes && !self.take_samples
    }

    /// The sizes that a gang can have.
    pub const GANG_SIZES: [usize; 7] = [1, 2, 4, 8, 16, 32, 64];
}

/// Whether lanes that are done with the loop of a kernel take other rows while the others go on in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Refill {
    /// Long runs try it, where the kernel has a loop for it and no size of gang is requested.
    #[default]
    Trial,
    /// They do; compiling a kernel without such a loop is [`JitError::NotRefilled`](crate::JitError::NotRefilled).
    Always,
    /// They do not.
    Never,
}

/// Whether the code checks array accesses, the lengths of arrays that it passes, and integer divisors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checks {
    are_made: bool,
}

impl Checks {
    /// Each access is checked; a lane that fails a check ends with a status.
    pub const ON: Checks = Checks { are_made: true };

    /// No access is checked, and a division of integers by zero may have any value.
    ///
    /// # Safety
    /// The code must only be run with data for which every index is inside of its array, in every row: an
    /// index outside of its array is undefined behaviour. The source has to be trusted as this program itself is.
    pub const unsafe fn off() -> Checks {
        Checks { are_made: false }
    }

    /// Whether there are checks.
    pub(crate) fn are_made(self) -> bool {
        self.are_made
    }
}
