//! Scalar code: units at stage `ssa` to CLIF, one lane at a time.

use crate::error::JitError;
use crate::module::{CodeModule, FuncId};
use crate::options::CompileOptions;
use crate::tables::CodeTables;
use forlane_cfg::Unit;

/// Compiles the units, callees first; gives the function of the last one.
///
/// # Errors
/// Units at another stage, and bugs of code generation.
pub fn compile(
    _module: &mut CodeModule,
    units: &[&Unit],
    _options: &CompileOptions,
    _tables: &mut CodeTables,
) -> Result<FuncId, JitError> {
    let unit = units.last().map_or(String::new(), |unit| unit.name.clone());
    Err(JitError::Codegen { unit, message: "scalar code is not generated yet".to_string() })
}
