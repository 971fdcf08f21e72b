//! The code of a kernel for one size of gang.

use super::trial::Form;
use crate::block::Block;
use crate::module::{Code, FunctionText};
use crate::samples::SampledCode;
use crate::tables::CodeTables;
use forlane_cfg::Remark;

/// A kernel's code, and what goes with it.
pub(super) struct Version {
    /// Lanes of the gang.
    pub gang: usize,
    pub code: Code,
    pub texts: Vec<FunctionText>,
    pub tables: CodeTables,
    pub constants: Block,
    /// The bytes with which the storage of each gang starts.
    pub image: Block,
    pub remarks: Vec<Remark>,
    /// What samples of runs are counted by, if these are wanted.
    pub sampled: Option<SampledCode>,
}

impl Version {
    /// What it was compiled for.
    pub fn form(&self) -> Form {
        Form { gang: self.gang, refills: self.tables.kept_bytes > 0 }
    }

    /// Bytes of stack that a run needs.
    pub fn stack_bytes(&self) -> usize {
        self.code.stack_bytes(self.tables.recursion.most_calls())
    }
}
