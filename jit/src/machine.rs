//! The machine that code is generated for: this one.

use crate::error::JitError;
use crate::options::CompileOptions;
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use std::fmt::Display;

/// This machine, with that way to allocate registers.
pub fn machine(options: &CompileOptions, allocator: &str) -> Result<OwnedTargetIsa, JitError> {
    let machine = |error: &dyn Display| JitError::Machine(error.to_string());
    let mut flags = settings::builder();
    for (name, value) in [
        // Emission order is kept; folding and value numbering are done before (gang code).
        ("opt_level", "none"),
        ("enable_verifier", if options.verify { "true" } else { "false" }),
        ("is_pic", "false"),
        ("use_colocated_libcalls", "false"),
        ("regalloc_algorithm", allocator),
        // The stack that is left is compared with the frames before the code runs, so that a probe never faults.
        // They make sure of it: no frame, wherever it begins, reaches over a guard page.
        ("enable_probestack", "true"),
        ("probestack_strategy", "inline"),
    ] {
        flags.set(name, value).map_err(|error| machine(&error))?;
    }
    cranelift_native::builder()
        .map_err(|error| machine(&error))?
        .finish(settings::Flags::new(flags))
        .map_err(|error| machine(&error))
}
