//! `forlane check`: diagnostics only.

use super::{Failure, SourceArguments, sources};

pub(super) fn check(arguments: &SourceArguments) -> Result<(), Failure> {
    let sources = sources::read(arguments)?;
    let diagnostics = crate::compile::check(&sources);
    if sources::show(arguments, diagnostics, &sources.map)? { Ok(()) } else { Err(Failure::Shown) }
}
