//! How a kernel is to be compiled.

use forlane_rewrites::passes::PassOptions;

/// Options of a compilation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileOptions {
    /// Lanes of a gang: 1, 2, 4, 8, 16, 32 or 64; chosen by the widest type in the kernel when none.
    pub gang: Option<usize>,
    /// Whether array accesses and integer divisions are checked. Without the checks, a kernel that leaves its arrays
    /// has undefined behaviour.
    pub checks: bool,
    /// Whether the code counts active lanes at unit entries and loop heads, for the mean occupancy.
    pub count_occupancy: bool,
    /// Whether the code looks at the interrupt flag at every loop head.
    pub interruptible: bool,
    /// Whether generated code passes Cranelift's verifier.
    pub verify: bool,
    /// Whether CLIF and machine code are kept as text, for `--stage=clif` and `--stage=asm`.
    pub keep_text: bool,
    /// Of the rewrites from `ssa` to `masked`.
    pub passes: PassOptions,
}

impl Default for CompileOptions {
    fn default() -> Self {
        CompileOptions {
            gang: None,
            checks: true,
            count_occupancy: false,
            interruptible: false,
            verify: cfg!(debug_assertions),
            keep_text: false,
            passes: PassOptions { verify: cfg!(debug_assertions), ..PassOptions::default() },
        }
    }
}

impl CompileOptions {
    /// The sizes that a gang can have.
    pub const GANG_SIZES: [usize; 7] = [1, 2, 4, 8, 16, 32, 64];
}
