//! `forlane check`: diagnostics only; with `--counts` the graphs in numbers, with `--json` the interfaces of the units,
//! with `--explain` what is decided for a kernel.

use super::{CheckArguments, Failure, counts, explain, interfaces, sources};

pub(super) fn check(arguments: &CheckArguments) -> Result<(), Failure> {
    if let Some(format) = arguments.counts {
        return counts::counts(&arguments.sources, format);
    }
    if arguments.json {
        return interfaces::interfaces(&arguments.sources);
    }
    if let Some(name) = &arguments.kernel {
        return explain::explain(arguments, name);
    }
    let sources = sources::read(&arguments.sources)?;
    let diagnostics = crate::compile::check(&sources);
    if sources::show(&arguments.sources, diagnostics, &sources.map)? { Ok(()) } else { Err(Failure::Shown) }
}
