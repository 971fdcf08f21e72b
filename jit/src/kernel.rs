//! A subprogram compiled to run over rows of data, many at once.

pub mod builder;
mod column;
mod gang_size;
mod passing;
mod remarks;
mod run;

use crate::block::Block;
use crate::module::{Code, FunctionText};
use crate::parameters::Parameter;
use crate::runtime::Site;
use crate::tables::CodeTables;
use forlane_cfg::Remark;

/// How an argument of a kernel is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArgumentShape {
    /// A scalar for each row.
    Column,
    /// A scalar that all rows have in common.
    Uniform,
    /// An array that all rows have in common; the kernel may not assign it.
    SharedArray,
    /// An array for each row.
    RowArray,
}

/// A compiled kernel. It can be run by several threads at once, on different rows.
pub struct Kernel {
    name: String,
    parameters: Vec<Parameter>,
    /// One for each parameter, the function's value included.
    shapes: Vec<ArgumentShape>,
    gang: usize,
    /// For each dummy argument whether the arrays of rows are not interleaved.
    one_piece: Vec<bool>,
    code: Code,
    texts: Vec<FunctionText>,
    tables: CodeTables,
    constants: Block,
    static_image: Vec<u8>,
    remarks: Vec<Remark>,
    /// Whether there are transfers: internal files or PRINT.
    has_transfers: bool,
    /// Seconds that compiling took, from the given stage to machine code.
    pub compile_seconds: f64,
}

/// What a run did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RunReport {
    /// Rows done: all, unless the run was interrupted.
    pub rows: usize,
    /// Seconds spent in generated code, its run-time support, and on bringing rows into gangs and back.
    pub kernel_seconds: f64,
    /// Active lanes, summed over unit entries and loop heads; 0 unless
    /// [`CompileOptions::count_occupancy`](crate::CompileOptions::count_occupancy) is set.
    pub active_steps: u64,
    /// The gang's lanes, summed over the same.
    pub gang_steps: u64,
}

impl Kernel {
    /// The dummy arguments, in order, then the function's value.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// How each parameter is given; the function's value is a column.
    pub fn shapes(&self) -> &[ArgumentShape] {
        &self.shapes
    }

    /// Lanes of a gang.
    pub fn gang(&self) -> usize {
        self.gang
    }

    /// The site that the status of a row stands for; none for 0, the status of a row that returned normally.
    pub fn site(&self, status: u32) -> Option<&Site> {
        self.tables.sites.site(status)
    }

    /// Whether a row can end in another way than by returning.
    pub fn can_fail(&self) -> bool {
        self.tables.sites.site(1).is_some()
    }

    /// The compiled functions as text; none unless [`CompileOptions::keep_text`](crate::CompileOptions::keep_text) was
    /// set.
    pub fn texts(&self) -> &[FunctionText] {
        &self.texts
    }

    /// What was decided when the code was generated; none unless
    /// [`CompileOptions::explain`](crate::CompileOptions::explain) was set.
    pub fn remarks(&self) -> &[Remark] {
        &self.remarks
    }

    /// Bytes of stack that a run needs. It takes place on a thread of its own where the calling one has less left.
    pub fn stack_bytes(&self) -> usize {
        self.code.stack_bytes()
    }
}
