//! `forlane check`: diagnostics only, and with `--counts` the graphs in numbers.

use super::{CheckArguments, Failure, counts, sources};

pub(super) fn check(arguments: &CheckArguments) -> Result<(), Failure> {
    if let Some(format) = arguments.counts {
        return counts::counts(&arguments.sources, format);
    }
    let sources = sources::read(&arguments.sources)?;
    let diagnostics = crate::compile::check(&sources);
    if sources::show(&arguments.sources, diagnostics, &sources.map)? { Ok(()) } else { Err(Failure::Shown) }
}
