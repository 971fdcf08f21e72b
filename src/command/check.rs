//! `forlane check`: diagnostics only.

use super::{Failure, SourceArguments, sources};

pub(super) fn check(arguments: &SourceArguments) -> Result<(), Failure> {
    sources::program(arguments).map(drop)
}
