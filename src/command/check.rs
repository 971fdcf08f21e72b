//! `forlane check`: diagnostics only.

use super::{Failure, SourceArguments, report, sources};
use forlane_frontend::diagnostics::has_errors;

pub(super) fn check(arguments: &SourceArguments) -> Result<(), Failure> {
    let sources = sources::read(arguments)?;
    let diagnostics = crate::compile::check(&sources);
    report::show(&diagnostics, &sources.map);
    if has_errors(&diagnostics) { Err(Failure::Shown) } else { Ok(()) }
}
